"""A naive oracle of the rules, to judge the library by.

Written to be read beside the rules and to share nothing with the library: tuples, lists and an
explicit graph of the layout (``oracle_layout.py``), no masks, nothing remembered that can be
worked out again. Openings, settlements and matches are in ``oracle_scores.py``.

>>> round = Round({"seats": 2}, [[(6, 6), (1, 0)], [(6, 1), (4, 4)]], leader=0)
>>> round.moves()
['*1-0', '*6-6']
>>> round.play("*6-6")
>>> round.moves()
['>6-1', '<6-1']
"""

from __future__ import annotations

import copy
from math import inf
from typing import NamedTuple

from oracle_layout import (
    LEFT,
    RIGHT,
    Layout,
    Tile,
    is_double,
    joining_halves,
    tile,
    tile_index,
    tile_text,
)
from oracle_scores import (
    DEFAULTS,
    closing_kind,
    complete,
    match_winners,
    next_lead,
    open_round,
    settle,
    side_of,
    sides_count,
)

__all__ = ["DEFAULTS", "Round", "Tile", "match_winners", "next_lead", "perft", "settle", "setup"]


class Move(NamedTuple):
    """One thing a seat can do: ``lead``, ``place``, ``draw`` or ``pass``."""

    kind: str
    slot: int = RIGHT
    tile: Tile | None = None
    half: int | None = None  # the half that joins
    claimed: bool = False


DRAW, PASS = Move("draw"), Move("pass")


class Round:
    """One deal, from the lead to the end.

    ``fields`` are the rules, missing ones at their default; ``hands`` one list of tiles a seat;
    ``boneyard`` in drawing order. A given ``leader`` leads any tile. Without one, the opening
    criteria speak in a first round, ``later`` and ``after_block`` after the round ``previous``.
    ``opened_by`` only matters beside a given leader: the criterion that had named him.

    ``points`` are the points in play by side and, once the round is over, the settlement too.
    """

    def __init__(
        self,
        fields: dict,
        hands,
        boneyard=(),
        *,
        leader: int | None = None,
        first: bool = True,
        previous: Round | None = None,
        scores=None,
        lot_seat: int = 0,
        opened_by: int | None = None,
    ):
        self.fields = complete(fields)
        self.hands = [sorted(tile(t) for t in hand) for hand in hands]
        self.boneyard = [tile(t) for t in boneyard]
        self.scores = list(scores) if scores else [0] * sides_count(self.fields, len(hands))
        self.layout = Layout(self.fields)
        self.points = [0] * len(self.scores)
        self.passes = 0  # in a row
        self.last: int | None = None  # the seat that placed last
        self.ending: str | None = None
        self.winner_seat = self.winner_side = self.blocker = None
        check_once([*self.boneyard, *(t for hand in self.hands for t in hand)])
        self._voids: list[set[int]] = [set() for _ in hands]
        self._draws = 0  # made in this turn
        self._drawn: Tile | None = None  # the tile drawn last in this turn
        self._forced: Tile | None = None
        self.opened_by = -1 if opened_by is None else opened_by
        if leader is None and not first:
            leader = self._later_leader(previous)
        if leader is None:
            self._open_by_criteria(lot_seat)
        else:
            self.leader = leader
        self._seat = self.leader

    def _later_leader(self, previous: Round | None) -> int | None:
        if previous is not None:
            return next_lead(self.fields, previous, previous.leader)[1]
        if self.fields["later"] == "opening":
            return None
        raise ValueError(f"later={self.fields['later']!r} needs a leader or the previous round")

    def _open_by_criteria(self, lot_seat: int) -> None:
        opening = open_round(self.fields, self.hands, self.boneyard, lot_seat)
        self.leader, self._forced, self.opened_by = opening.seat, opening.forced, opening.index
        self.hands, self.boneyard = opening.hands, opening.boneyard

    # What can be seen

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the round is over."""
        return None if self.over else self._seat

    @property
    def phase(self) -> str:
        if self.over:
            return "over"
        return "play" if self.layout.order else "lead"

    @property
    def ends(self) -> tuple[int, ...]:
        return self.layout.ends()

    @property
    def voids(self) -> list[set[int]]:
        """The pips each seat surely lacks; in the middle of a turn with draws it reads empty."""
        drawing = self._seat if self._draws else None
        return [set() if s == drawing else set(v) for s, v in enumerate(self._voids)]

    def ends_sum(self) -> int:
        """The sum of the open ends as points in play count them."""
        return self.layout.count()

    def dead(self) -> bool:
        """No tile outside the table fits any open arm."""
        return self.layout.is_dead()

    def copy(self) -> Round:
        """A round that can go its own way."""
        new = copy.copy(self)
        new.hands = [list(hand) for hand in self.hands]
        new.boneyard, new.points = list(self.boneyard), list(self.points)
        new.layout = self.layout.copy()
        new._voids = [set(void) for void in self._voids]
        return new

    # What a seat can do

    def moves(self) -> list[str]:
        """The legal moves in canonical text and order; none when the round is over."""
        return [self._text(move) for move in self._moves()]

    def _moves(self) -> list[Move]:
        if self.over:
            return []
        placements = self._placements()
        moves = [twin for move in placements for twin in self._with_claim(move)]
        if self._may_draw(placements):
            moves.append(DRAW)
        if self._may_pass(placements):
            moves.append(PASS)
        return moves

    def _placements(self) -> list[Move]:
        """The tiles the seat to move may lay, by arm and tile.

        A lead may be forced by the opening; with ``must_play`` a drawn tile that fits is the only
        one.
        """
        hand = sorted(self.hands[self._seat], key=tile_index)
        if self.phase == "lead":
            return [Move("lead", tile=t) for t in hand if self._forced in (None, t)]
        if self.fields["drawn_tile"] == "must_play" and self._drawn_fits():
            hand = [self._drawn]
        return self._placements_of(hand)

    def _placements_of(self, hand: list[Tile]) -> list[Move]:
        return [
            Move("place", arm.slot, t, half)
            for arm in self.layout.open_arms()
            for t in hand
            for half in joining_halves(self.fields, t, arm.pip)
        ]

    def _with_claim(self, move: Move) -> list[Move]:
        """With ``claim="required"`` a placement that scores can also be made with the claim."""
        if self.fields["claim"] == "required" and self._points_of(move) > 0:
            return [move, move._replace(claimed=True)]
        return [move]

    def _drawn_fits(self) -> bool:
        return self._draws > 0 and self.layout.fits_any([self._drawn])

    def _left_to_draw(self) -> bool:
        """Drawing is in the rules and the boneyard holds more than the reserve."""
        return self._draw_limit() > 0 and len(self.boneyard) > self.fields["reserve"]

    def _draw_limit(self) -> float:
        """How many tiles a seat may draw in a turn."""
        rule = self.fields["draw"]
        if rule.startswith("up_to"):
            return int(rule.split()[1])
        return {"none": 0, "one": 1, "until_playable": inf}[rule]

    def _may_draw(self, placements: list[Move]) -> bool:
        """Drawing is for a seat that cannot play, with ``draw_when_able`` for any seat."""
        return (
            self.phase == "play"
            and bool(self.hands[self._seat])
            and self._left_to_draw()
            and self._draws < self._draw_limit()
            and not self._drawn_fits()
            and (not placements or self.fields["draw_when_able"])
        )

    def _may_pass(self, placements: list[Move]) -> bool:
        """Passing is for a seat that can neither play nor draw, or keeps the tile it drew."""
        if self.fields["drawn_tile"] == "may_play" and self._drawn_fits():
            return True
        return not placements and not self._may_draw(placements)

    def _text(self, move: Move) -> str:
        if move.kind in ("draw", "pass"):
            return {"draw": "+", "pass": "--"}[move.kind]
        claim = "!" if move.claimed else ""
        if move.kind == "lead":
            return f"*{tile_text(move.tile)}{claim}"
        other = sum(move.tile) - move.half
        return f"{self.layout.symbol(move.slot)}{move.half}-{other}{claim}"

    # Moving

    def play(self, text: str) -> None:
        """Play one of ``moves()``."""
        for move in self._moves():
            if self._text(move) == text:
                return self._apply(move)
        raise ValueError(f"cannot play {text}: the moves are {self.moves()}")

    def _apply(self, move: Move) -> None:
        if move.kind == "draw":
            self._draw()
        elif move.kind == "pass":
            self._pass()
        else:
            self._place(move)

    def _next_turn(self) -> None:
        self._seat = (self._seat + 1) % len(self.hands)
        self._draws, self._drawn = 0, None

    def _draw(self) -> None:
        """The seat takes the front tile of the boneyard and stays on turn.

        With ``turn_ends`` the turn goes on when the tile fits or was the last one allowed.
        """
        self._note_voids("draw")
        self._drawn = self.boneyard.pop(0)
        self.hands[self._seat] = sorted([*self.hands[self._seat], self._drawn])
        self._draws += 1
        if self._is_stuck():
            self._end_blocked()
        elif self.fields["drawn_tile"] == "turn_ends":
            may_go_on = self._left_to_draw() and self._draws < self._draw_limit()
            if self._drawn_fits() or not may_go_on:
                self._next_turn()

    def _pass(self) -> None:
        """The turn goes on; a pass right after the lead and a full round of passes may pay."""
        self._note_voids("pass")
        after_lead = len(self.layout.order) == 1 and self.passes == 0
        if after_lead and self._seat == (self.leader + 1) % len(self.hands):
            self._gain(self.leader, self.fields["bonus_first_pass"])
        self.passes += 1
        if self.passes == len(self.hands) - 1 and self.last is not None:
            self._gain(self.last, self.fields["bonus_round_pass"])
        pays = self.fields["bonus_first_pass"] or self.fields["bonus_round_pass"]
        if pays and self.last is not None and self._reaches_target(self.last):
            self._end("target", self.last)
        self._next_turn()

    def _place(self, move: Move) -> None:
        """Points in play come first, then the target, going out, a dead or stuck layout."""
        seat = self._seat
        fits_both = self._fits_right_and_left(move.tile)
        points = self._points_of(move)
        self._lay(self.layout, move)
        self.hands[seat].remove(move.tile)
        self.last, self.passes, self._forced = seat, 0, None
        if move.claimed or self.fields["claim"] == "auto":
            self._gain(seat, points)
        if self._reaches_target(seat):
            self._end("target", seat)
        elif self._is_out(seat):
            self._gain_for_last_tile(seat, move.tile, fits_both)
            self._end("out", seat, closing_kind(move.tile, fits_both))
        elif self._is_blocked():
            self._end_blocked()
        self._next_turn()

    @staticmethod
    def _lay(layout: Layout, move: Move) -> None:
        if move.kind == "lead":
            layout.lead(move.tile)
        else:
            layout.place(move.tile, move.slot, move.half)

    # Points in play

    def _points_of(self, move: Move) -> int:
        """What a placement scores: the open ends when a divisor divides their sum.

        ``sum``: the sum itself; ``quotient``: how often each divisor goes into it, added up.
        """
        divisors = self.fields["ends_divisors"]
        if not divisors or (move.kind == "lead" and self.fields["opening_counts"] == "none"):
            return 0
        after = self.layout.copy()
        self._lay(after, move)
        total = after.count()
        dividing = [d for d in divisors if total % d == 0]
        if self.fields["ends_points"] == "quotient":
            return sum(total // d for d in dividing)
        return total if dividing else 0

    def _gain(self, seat: int, points: int) -> None:
        self.points[side_of(self.fields, seat)] += points

    def _fits_right_and_left(self, value: Tile) -> bool:
        slots = {move.slot for move in self._placements_of([value])} if self.layout.order else ()
        return RIGHT in slots and LEFT in slots

    def _gain_for_last_tile(self, seat: int, value: Tile, fits_both: bool) -> None:
        """``bonus_capicua`` and ``bonus_last_tile``, for going out."""
        if fits_both and not is_double(value):
            self._gain(seat, self.fields["bonus_capicua"])
        for named, points in self.fields["bonus_last_tile"]:
            if tile(named) == value:
                self._gain(seat, points)

    # The end

    def _reaches_target(self, seat: int) -> bool:
        """With ``match_end="immediate"`` the round ends as soon as a side scores up to the target.

        One that had passed it before, while a tie is broken, has to score again.
        """
        fields = self.fields
        if fields["match_end"] != "immediate" or fields["wins"] != "high":
            return False
        side = side_of(fields, seat)
        made = self.points[side]
        return fields["target"] is not None and (
            made > 0 and self.scores[side] + made >= fields["target"]
        )

    def _is_out(self, seat: int) -> bool:
        """The hand is empty; with ``out="side"`` every hand of the side is."""
        if self.fields["out"] == "first":
            return not self.hands[seat]
        side = side_of(self.fields, seat)
        return not any(h for s, h in enumerate(self.hands) if side_of(self.fields, s) == side)

    def _is_stuck(self) -> bool:
        """No hand has a placement and nobody may draw."""
        held = [t for hand in self.hands for t in hand]
        return not self._left_to_draw() and not self.layout.fits_any(held)

    def _is_blocked(self) -> bool:
        """Stuck, or dead where ``dead_layout="end_now"``."""
        return (self.fields["dead_layout"] == "end_now" and self.dead()) or self._is_stuck()

    def _end_blocked(self) -> None:
        """Whoever placed the last tile blocked, whatever draws and passes followed."""
        self.blocker = self.last
        self._end("blocked", self.last)

    def _end(self, ending: str, seat: int | None, closing: str = "simple") -> None:
        self.ending = ending
        if ending == "target":
            self.winner_seat, self.winner_side = seat, side_of(self.fields, seat)
            return
        points, self.winner_side, self.winner_seat = settle(
            self.fields, ending, seat, self.hands, self.leader, closing
        )
        self.points = [a + b for a, b in zip(self.points, points, strict=True)]

    # Voids

    def _note_voids(self, act: str) -> None:
        """What a draw or a pass tells everybody about the hand of the seat.

        It lacks every pip that would fit. A tile drawn unseen may be anything but a tile that
        fitted when the next draw or the pass came, so older knowledge is gone by then. Where a
        seat may draw without need, or may keep what it drew, a draw tells nothing.
        """
        void = self._voids[self._seat]
        lacks = self.layout.fitting_pips()
        forthright = self.fields["drawn_tile"] == "must_play" and not self.fields["draw_when_able"]
        if not self.hands[self._seat]:
            return
        if act == "draw" and not forthright:
            void.clear()
            return
        if self._draws > 0:
            if self.fields["drawn_tile"] == "may_play":
                return
            void.clear()
        void |= lacks


def check_once(tiles: list[Tile]) -> None:
    """A set has every tile once."""
    if len(set(tiles)) < len(tiles):
        raise ValueError("a tile is there twice")


def setup(
    fields: dict,
    layout: list[str],
    hands,
    *,
    turn: int,
    boneyard=(),
    leader: int = 0,
    last: int | None = None,
) -> Round:
    """A round in the middle: the lead and the moves on the table, seats and points left out.

    A layout that is blocked as it stands is over at once.
    """
    round = Round(fields, hands, boneyard, leader=leader)
    table = round.layout
    lead, *moves = layout
    table.lead(tile(lead.lstrip("*")))
    for text in moves:
        symbol_of = {table.symbol(arm.slot): arm for arm in table.open_arms()}
        symbol = next((s for s in symbol_of if text.startswith(s)), None)
        half, _, other = text[len(symbol or "") :].partition("-")
        joined = symbol and joining_halves(round.fields, tile((half, other)), symbol_of[symbol].pip)
        if not joined or int(half) not in joined or tile((half, other)) in table.order:
            raise ValueError(f"{text} does not join")
        table.place(tile((half, other)), symbol_of[symbol].slot, int(half))
    check_once([*table.order, *round.boneyard, *(t for hand in round.hands for t in hand)])
    round._seat, round.last = turn, last
    if round._is_blocked():
        round._end_blocked()
    return round


def perft(
    round: Round,
    depth: int,
    *,
    distinct: bool = False,
    skip_draws: bool = False,
    skip_passes: bool = False,
) -> int:
    """The number of sequences of exactly ``depth`` moves; a finished round has none.

    ``distinct`` counts placements on interchangeable arms once; ``skip_draws`` and
    ``skip_passes`` make a draw or a pass cost no depth.
    """
    if depth == 0:
        return 1
    total = 0
    for move in distinct_moves(round) if distinct else round._moves():
        free = (skip_draws and move is DRAW) or (skip_passes and move is PASS)
        after = round.copy()
        after._apply(move)
        total += perft(
            after,
            depth if free else depth - 1,
            distinct=distinct,
            skip_draws=skip_draws,
            skip_passes=skip_passes,
        )
    return total


def distinct_moves(round: Round) -> list[Move]:
    """The first of each group of moves that differ only by interchangeable arms."""
    groups: dict[tuple, Move] = {}
    for move in round._moves():
        like = round.layout.likeness(round.layout.arms[move.slot]) if move.kind == "place" else ()
        groups.setdefault((move.kind, move.tile, move.half, move.claimed, like), move)
    return list(groups.values())
