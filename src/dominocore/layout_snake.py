# SPDX-License-Identifier: MIT
"""One arm of a chain as a snake: along a row, round a corner, and back along the next row."""

from __future__ import annotations

from dominocore.placing import Placed, Port, corner, moved, straight

_CORNER = 2
"""The units that an ordinary tile leaves free at the end of a row, for a double or a corner."""


class Snake:
    """An arm that grows by one tile at a time; what is placed never moves.

    It starts to the right and turns down, in a frame of its own that is then turned by `quarters`.
    A double may use the last two units of a row and any other tile may not, so that a double is
    never a corner; where two doubles touch, as where halves join by their sum, one may be.

    Args:
        quarters: quarter turns clockwise about the origin.
        start: where the arm begins, on the x axis.
        low: the end of rows that go left.
        high: the end of rows that go right.
        drop: how many ordinary tiles lead from a corner down to the next row.
    """

    def __init__(self, quarters: int, start: int, low: int, high: int, drop: int = 1) -> None:
        self._quarters, self._low, self._high, self._drop = quarters, low, high, drop
        self._port = Port(start, 0, 0)
        self._row = 0
        self._column = 0
        self.turns = 0

    @property
    def port(self) -> Port:
        """Where the next tile goes."""
        return self._port.turned(self._quarters)

    def add(self, inner: int, outer: int) -> Placed:
        """Place the next tile of the arm."""
        is_double = inner == outer
        if self._column:
            placed = straight(self._port, inner, outer)
            self._port = placed.out
            self._column -= not is_double
            if not self._column:  # leave by the side of the outer half, and open a row
                self._row = 2 - self._row
                self._port = self._beside(placed)
        elif self._fits(is_double):
            placed = straight(self._port, inner, outer)
            self._port = placed.out
        else:
            placed = corner(self._port, 1, inner, outer)
            self._port = placed.out
            self._column = self._drop
            self.turns += 1
        return placed.turned(self._quarters)

    def _beside(self, placed: Placed) -> Port:
        x, y = moved(placed.x, placed.y, placed.heading, 1)
        return Port(*moved(x, y, self._row, 1), self._row)

    def _fits(self, is_double: bool) -> bool:
        needed = 2 if is_double else 4 + _CORNER
        if self._row == 0:
            return self._port.x + needed <= self._high
        return self._port.x - needed >= self._low
