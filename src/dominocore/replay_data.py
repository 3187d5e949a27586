# SPDX-License-Identifier: MIT
"""What a page that shows a match knows of it: places, moves, ends and points, as plain data.

All of it is read from the record itself, so a record of what one seat sees gives what that seat
sees and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dominocore.chain import Chain
from dominocore.layout import Layout
from dominocore.moves import Move
from dominocore.notation import move_text
from dominocore.placing import Placed, moved
from dominocore.position_words import HandText
from dominocore.record import Record, RoundRecord
from dominocore.rules import Rules
from dominocore.rules_name import find_rules
from dominocore.state import State

Json = dict[str, Any]


def match_data(record: Record, rules: Rules | None = None) -> Json:
    """Give what a page knows of a match.

    Raises:
        ReplayError: a move is not legal.
        NotationError: a deal cannot be.
    """
    rules = find_rules(record.variant) if rules is None else rules
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


def last_table(record: Record) -> State:
    """Give the last position of a match; where hands are hidden, the table alone."""
    rules, played = find_rules(record.variant), record.rounds[-1]
    if record.seat is None:
        return played.states(rules)[-1]
    laid = [*played.deal.layout]
    laid += [move.with_claim(False) for _, move in played.moves if move.is_placement]
    return PublicRound(played, rules).table(laid)


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
        layout: all tiles laid by the end of the round.
        ends: the open ends at the deal and after each move, as (x, y, pips).
        points: what each side has made in play by then.
    """

    def __init__(self, played: RoundRecord, rules: Rules) -> None:
        # Only the table is asked for, never how the round is scored at its end.
        self._rules = rules if rules.is_native else rules.replace(score_round=None)
        self._leader = played.deal.leader
        self._every = rules.spinner == "every_double"
        laid = [*played.deal.layout]
        laid += [move.with_claim(False) for _, move in played.moves if move.is_placement]
        self._chain = Chain.read(laid, self._every)
        self.layout = Layout.of(self._chain, every_double=self._every, arms=rules.spinner_arms)
        base = len(played.deal.layout)
        points = [0] * rules.n_sides
        self.ends = [self._ends(laid[:base])]
        self.points = [list(points)]
        n = base
        for seat, move in played.moves:
            if move.is_placement:
                if move.claimed or rules.claim == "auto":
                    points[rules.side_of(seat)] += self.table(laid[:n], move).points_for(move)
                n += 1
                self.ends.append(self._ends(laid[:n]))
            else:
                self.ends.append(self.ends[-1])
            self.points.append(list(points))

    def table(self, laid: list[Move], following: Move | None = None) -> State:
        """Give a state with these tiles on the table; nobody holds any but the one to lead."""
        hands: list[str] = ["-"] * self._rules.seats
        if not laid and following is not None:
            hands[self._leader] = str(following.tile)
        return State.setup(
            self._rules,
            layout=laid,
            hands=hands,
            turn=self._leader,
            leader=self._leader,
            partial=True,
        )

    def _ends(self, laid: list[Move]) -> list[tuple[int, int, int]]:
        """Give the open ends where the whole layout has them, whatever comes later."""
        if not laid:
            return []
        found = []
        for arm, pip in self.table(laid).arms.items():
            later = next(
                (i for i in range(len(laid), len(self._chain)) if self._chain[i].arm == arm), None
            )
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
