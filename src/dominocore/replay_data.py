# SPDX-License-Identifier: MIT
"""What a page that shows a match knows of it: places, moves, ends and points, as plain data.

All of it is read from the record itself, so a record of what one seat sees gives what that seat
sees and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dominocore.chain import Chain
from dominocore.errors import DominoError, NotNativeError
from dominocore.layout import Layout
from dominocore.moves import Move
from dominocore.notation import move_text
from dominocore.observation import Observation
from dominocore.placing import Placed, moved
from dominocore.position_state import read_view
from dominocore.position_words import HandText
from dominocore.record import Record, RoundRecord
from dominocore.rules import Rules
from dominocore.rules_name import find_chain
from dominocore.state import State

Json = dict[str, Any]


def match_data(record: Record, rules: Rules | None = None) -> Json:
    """Give what a page knows of a match.

    Raises:
        ReplayError: a move is not legal.
        NotationError: a deal cannot be.
    """
    rules = find_chain(record.variant, "the page") if rules is None else rules
    if record.seat is None:
        for _ in record.states(rules):
            pass  # a move that is not legal is found here
    return {
        "variant": record.variant,
        "players": [name or f"Seat {seat}" for seat, name in _names(record, rules)],
        "sides": [rules.side_of(seat) for seat in range(rules.seats)],
        "every": rules.spinner == "every_double",
        "seat": record.seat,
        "winners": None if record.winners is None else list(record.winners),
        "rounds": [round_data(played, rules) for played in record.rounds],
    }


def _names(record: Record, rules: Rules) -> Iterator[tuple[int, str]]:
    for seat in range(rules.seats):
        yield seat, record.players[seat] if seat < len(record.players) else ""


def last_table(record: Record) -> State | Observation | None:
    """Give the last position of a match; where hands are hidden, the table alone.

    A game that is no chain has none that can be drawn.

    Raises:
        ReplayError: a move is not legal.
        NotationError: a deal cannot be.
    """
    played = record.rounds[-1]
    try:
        rules = find_chain(record.variant, "a picture")
    except NotNativeError:
        return None
    if record.seat is None:
        last: State = played.states(rules)[-1]
        return last
    return PublicRound(played, rules).tables[-1] or read_view(played.deal, rules)


def round_data(played: RoundRecord, rules: Rules) -> Json:
    """Give what a page knows of a round.

    `tiles` has five numbers a tile in the order they came down: the place, the heading and both
    halves of the layout of the whole round, so that no tile ever moves; the first `base` of them
    were there before the first move. `ends` has three a place where a tile may go, for the deal and
    then for each move: the place and the pips. `apart` has five a tile that lies apart from where
    it joins: its number and the two places. `hands` has the tiles dealt, or how many.
    """
    public = PublicRound(played, rules)
    layout = public.layout
    facts: Json = {
        "number": played.number,
        "leader": played.deal.leader,
        "before": list(played.deal.brought),
        "base": len(played.deal.layout),
        "box": list(_room(layout, public.ends)),
        "tiles": [
            number
            for tile in layout.tiles
            for number in (tile.x, tile.y, tile.heading, tile.inner, tile.outer)
        ],
        "moves": [f"{seat}{move_text(move)}" for seat, move in played.moves],
        "ends": [[number for end in ends for number in end] for ends in public.ends],
        "hands": [_held(hand) for hand in played.deal.hands],
        "boneyard": played.deal.boneyard_size,
    }
    if layout.apart:
        facts["apart"] = [
            number
            for at, port in layout.apart.items()
            for number in (at, port.x, port.y, *(layout.tiles[at].entry or port)[:2])
        ]
    if any(map(any, public.points)):
        facts["points"] = public.points
    if played.notes:
        facts["notes"] = {str(ply): note for ply, note in played.notes.items()}
    if played.end is not None:
        facts["end"] = {
            "by": str(played.end.ending),
            "side": played.end.side,
            "points": list(played.end.points),
            "after": list(played.scores),
            "hands": [str(hand) for hand in played.end.hands],
        }
    return facts


def _held(hand: HandText) -> str | int:
    return len(hand) if hand.hidden else str(hand.tiles)


class PublicRound:
    """The table of a round after each move, which needs no hand.

    Attributes:
        tables: a state with the tiles on the table and no other, at the deal and after each move;
            None while nothing is laid.
        layout: all tiles laid by the end of the round.
        ends: the open ends at the deal and after each move, as (x, y, pips).
        points: what each side has made in play by then.

    Raises:
        ReplayError: a tile cannot be laid there.
    """

    def __init__(self, played: RoundRecord, rules: Rules) -> None:
        # Only the table is asked for, never how the round is scored at its end.
        self._rules = rules if rules.is_native else rules.replace(score_round=None)
        self._leader = played.deal.leader
        laid = [*played.deal.layout]
        self.tables = [self._table(laid) if laid else None]
        points = [0] * rules.n_sides
        self.points = [list(points)]
        for ply, (seat, move) in enumerate(played.moves):
            try:
                if move.is_placement:
                    if move.claimed or rules.claim == "auto":
                        before = self.tables[-1] or self._table([], move)
                        points[rules.side_of(seat)] += before.points_for(move)
                    laid.append(move.with_claim(False))
                    self.tables.append(self._table(laid))
                else:
                    self.tables.append(self.tables[-1])
            except DominoError as error:
                ends = " and ".join(map(str, self.tables[-1].ends if self.tables[-1] else ()))
                why = f"{move} cannot be laid on {ends}" if ends else error
                raise played.fault(ply, why, ()) from error
            self.points.append(list(points))
        every = rules.spinner == "every_double"
        self._chain = Chain.read(laid, every)
        self.layout = Layout.of(self._chain, every_double=every, arms=rules.spinner_arms)
        self.ends = [self._ends(table) for table in self.tables]

    def _table(self, laid: list[Move], following: Move | None = None) -> State:
        """Give a state with these tiles on the table; nobody holds any but the one to lead."""
        hands: list[str] = ["-"] * self._rules.seats
        if following is not None:
            hands[self._leader] = str(following.tile)
        return State.setup(
            self._rules,
            layout=laid,
            hands=hands,
            turn=self._leader,
            leader=self._leader,
            partial=True,
        )

    def _ends(self, table: State | None) -> list[tuple[int, int, int]]:
        """Give the open ends where the whole layout has them, whatever comes later."""
        if table is None:
            return []
        found = []
        for arm, pip in table.arms.items():
            laid = range(len(table.layout), len(self._chain))
            later = next((i for i in laid if self._chain[i].arm == arm), None)
            if later is None:
                x, y = self.layout.port(arm).square
            else:
                x, y = joined_square(self.layout.tiles[later], self._chain[later].inner)
            found.append((x, y, pip))
        return found


def joined_square(tile: Placed, pip: int) -> tuple[int, int]:
    """Give the centre of the half with these pips; of a double, its middle."""
    if tile.is_double:
        return tile.x, tile.y
    return moved(tile.x, tile.y, tile.heading, -1 if pip == tile.inner else 1)


def _room(layout: Layout, ends: list[list[tuple[int, int, int]]]) -> tuple[int, int, int, int]:
    """Give the edges of all tiles and of all marks of open ends."""
    left, top, right, bottom = layout.box
    for x, y, _ in (end for step in ends for end in step):
        left, top = min(left, x - 1), min(top, y - 1)
        right, bottom = max(right, x + 1), max(bottom, y + 1)
    return left, top, right, bottom
