# SPDX-License-Identifier: MIT
"""A tile in its place, and the place where the next one goes, in whole numbers.

The unit is half the side of half a tile: a tile is 2 by 4 units and its edges are whole numbers.
x grows to the right and y downwards. Directions are quarter turns clockwise: 0 right, 1 down,
2 left, 3 up.
"""

from __future__ import annotations

from typing import NamedTuple

STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""One unit in each direction."""
Box = tuple[int, int, int, int]
"""Left, top, right and bottom edge."""


def moved(x: int, y: int, heading: int, by: int) -> tuple[int, int]:
    """Give the point so many units from another, in a direction."""
    dx, dy = STEPS[heading % 4]
    return x + dx * by, y + dy * by


def box_of(x: int, y: int, heading: int) -> Box:
    """Give the edges of a tile with this centre whose long side lies along a direction."""
    w, h = (1, 2) if heading % 2 else (2, 1)
    return x - w, y - h, x + w, y + h


class Port(NamedTuple):
    """The middle of the edge that the next tile of an arm touches, and the way out from there."""

    x: int
    y: int
    heading: int

    @property
    def square(self) -> tuple[int, int]:
        """The centre of the square that the next tile begins with."""
        return moved(*self, 1)

    def turned(self, quarters: int) -> Port:
        """Give the port after quarter turns clockwise about the origin."""
        x, y = self.x, self.y
        for _ in range(quarters % 4):
            x, y = -y, x
        return Port(x, y, (self.heading + quarters) % 4)


class Placed(NamedTuple):
    """A tile in its place.

    Attributes:
        x: the centre, as is `y`.
        heading: the way from its inner half to its outer half; of a double, across the way of
            the chain.
        inner: the pips of the half towards the tile that was there first.
        outer: the pips of the other half.
        entry: the port that it was placed at; None for the first tile.
        turn: whether the chain turns a corner in it.
    """

    x: int
    y: int
    heading: int
    inner: int
    outer: int
    entry: Port | None = None
    turn: bool = False

    @property
    def box(self) -> Box:
        """Its edges: left, top, right, bottom."""
        return box_of(self.x, self.y, self.heading)

    @property
    def is_double(self) -> bool:
        """Whether its halves are equal."""
        return self.inner == self.outer

    @property
    def is_across(self) -> bool:
        """Whether it is a double that lies across the way of the chain, as doubles do."""
        return self.is_double and (self.heading - self._ahead) % 2 == 1

    @property
    def out(self) -> Port:
        """Where the chain goes on: at the outer end, or across a double."""
        if self.is_across and not self.turn:
            return Port(*moved(self.x, self.y, self._ahead, 1), self._ahead)
        return Port(*moved(self.x, self.y, self.heading, 2), self.heading)

    def side(self, number: int) -> Port:
        """Give the port of a cross arm of a double: 0 and 1 its ends, from 2 on its corners.

        The first end is the upper one, or the left one of a double that lies. An arm at a corner
        goes the way of the line.
        """
        first = 3 if self.heading % 2 else 2
        heading = first if number % 2 == 0 else first - 2
        x, y = moved(self.x, self.y, heading, 2)
        if number < 2:
            return Port(x, y, heading)
        ahead = self._ahead if number < 4 else (self._ahead + 2) % 4
        return Port(*moved(*moved(x, y, heading, 1), ahead, 1), ahead)

    @property
    def _ahead(self) -> int:
        return self.entry.heading if self.entry else 0

    def turned(self, quarters: int) -> Placed:
        """Give the tile after quarter turns clockwise about the origin."""
        x, y, heading = Port(self.x, self.y, self.heading).turned(quarters)
        entry = self.entry.turned(quarters) if self.entry else None
        return self._replace(x=x, y=y, heading=heading, entry=entry)


def straight(port: Port, inner: int, outer: int) -> Placed:
    """Place a tile in line: a double across the way, any other along it."""
    if inner == outer:
        x, y = port.square
        return Placed(x, y, (port.heading + 1) % 4, inner, outer, port)
    return along(port, inner, outer)


def along(port: Port, inner: int, outer: int) -> Placed:
    """Place a tile along the way, a double, too."""
    return Placed(*moved(*port, 2), port.heading, inner, outer, port)


def corner(port: Port, heading: int, inner: int, outer: int) -> Placed:
    """Place a tile so that the chain turns: its inner half in line, the rest to the side.

    A double stands across the way as ever, and the chain leaves it by its end.
    """
    x, y = port.square
    if inner != outer:
        x, y = moved(x, y, heading, 1)
    return Placed(x, y, heading, inner, outer, port, turn=True)
