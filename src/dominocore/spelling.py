# SPDX-License-Identifier: MIT
"""The moves of a round as people write them: an arm left out, halves the other way round."""

from __future__ import annotations

from dominocore.errors import NotationError, NotNativeError
from dominocore.moves import LEFT, RIGHT, Move, arm_text
from dominocore.notation import Event, fail, read_event, read_halves, read_int
from dominocore.position import Position
from dominocore.rules_name import find_chain
from dominocore.tiles import Tile

_MARKS = tuple("><^v*+-@")
_KEPT = 8192
_EVENTS: dict[str, Event] = {}
"""Words with an arm that were read before; such a word means does not depend on where it stands."""


class Speller:
    """Reads the moves of one round after the other, and knows what the arms show.

    What it adds to reading is for games whose halves join when they are equal; elsewhere moves
    stand as they are written.
    """

    def __init__(self) -> None:
        self._variant = ""
        self._equal: bool | None = None
        self._seats = 0
        self._highest = 0
        self._shown: dict[int, int] = {}
        self._laid = 0

    def begin(self, deal: Position) -> None:
        """Begin a round."""
        if deal.variant != self._variant:
            self._variant, self._equal = deal.variant, None
        self._seats, self._highest = len(deal.hands), deal.max_pip
        self._shown, self._laid = {}, 0
        for move in deal.layout:
            self._lay(move)

    def read(self, line: str, at: int, end: int) -> Event:
        """Read a move with its seat.

        Raises:
            NotationError: it is none; a tile is on the table already, or not in the set; or the
                arm is left out and none or several fit.
        """
        word = line[at:end] if end - at <= 16 else ""
        event = _EVENTS.get(word)
        if event is None:
            event = self._without_arm(line, at, end) or read_event(line, at, end)
            if word[2:3] in _MARKS and len(_EVENTS) < _KEPT:
                _EVENTS[word] = event
        seat, move = event
        if seat >= self._seats:
            fail(f"there is no seat {seat}", line, at)
        if move.tile is not None and move.tile.high > self._highest:
            fail(f"{move.tile} is not in the set up to {self._highest}", line, at)
        if move.is_placement:
            move = self._turned(move)
            assert move.tile is not None
            if self._laid >> move.tile.index & 1:
                fail(f"{move.tile} is on the table already", line, at)
            self._lay(move)
        return seat, move

    def _lay(self, move: Move) -> None:
        assert move.tile is not None
        self._laid |= 1 << move.tile.index
        if move.is_lead:
            self._shown = {RIGHT: move.tile.high, LEFT: move.tile.low}
        else:
            assert move.shows is not None
            self._shown[move.arm] = move.shows

    def _without_arm(self, line: str, at: int, end: int) -> Event | None:
        """Read a move that says no arm; None where it says one."""
        cut = line.find(":", at, min(end, at + 3))
        if cut < 0 or line[cut + 1 : cut + 2] not in "[0123456789" or cut + 1 >= end:
            return None
        seat = read_int(line, at, cut, "a seat", 0, 7)
        stop = end - (line[end - 1] == "!")
        tile = Tile(*read_halves(line, cut + 1, stop))
        claimed = stop < end
        if not self._shown:
            return seat, Move.lead(tile, claimed)
        fits = [
            Move.place(tile, arm, pip, claimed)
            for arm, pip in self._shown.items()
            if pip in tile and self._join_equal()
        ]
        if len(fits) != 1:
            where = " and ".join(arm_text(move.arm) for move in fits) or "no arm that is known"
            fail(f"{tile} fits {where}: say which, such as >{tile}", line, cut + 1)
        return seat, fits[0]

    def _turned(self, move: Move) -> Move:
        """Turn the halves of a move round where they fit only so."""
        if move.is_lead or move.tile is None or move.tile.is_double:
            return move
        shown = self._shown.get(move.arm)
        if shown is None or shown == move.joins or shown != move.shows or not self._join_equal():
            return move
        return Move.place(move.tile, move.arm, shown, move.claimed)

    def _join_equal(self) -> bool:
        """Tell whether the halves of this game join when they are equal, and no tile is wild."""
        if self._equal is None:
            try:
                rules = find_chain(self._variant, "a move without an arm")
                self._equal = rules.joins == "equal" and not rules.wild
            except (NotationError, NotNativeError):
                self._equal = False  # an unknown game: moves stand as they are written
        return self._equal
