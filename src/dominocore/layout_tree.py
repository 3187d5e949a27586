# SPDX-License-Identifier: MIT
"""Any chain, with as many spinners and arms as there are: it grows where there is room.

A tile goes straight on or turns a corner, whichever leaves the longest way ahead, and never where
it would cover the place that another open arm needs next, or shut an open arm in. Where no such
place is left, it keeps clear of tiles alone; where there is none at all, it is laid apart, below
the rest, and its branch goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterable

from dominocore.placing import Box, Placed, Port, along, box_of, corner, moved, straight

_MARGIN = 6
_FAR = 16
"""How many units ahead of an arm are looked at."""


class Tree:
    """The tiles laid so far; what is placed never moves."""

    def __init__(self) -> None:
        self._boxes: list[Box] = []
        self._ports: set[Port] = set()

    def keep_open(self, ports: Iterable[Port]) -> None:
        """Say where arms may go on: room is kept for them."""
        self._ports = set(ports)

    def root(self, placed: Placed) -> None:
        """Place the first tile."""
        self._boxes.append(placed.box)

    def add(self, port: Port, inner: int, outer: int, branches: bool = False) -> Placed:
        """Place a tile at a port.

        Args:
            port: one of those that were kept open.
            inner: its half towards the port.
            outer: the other half.
            branches: whether arms may leave from its ends. A double from which none can may lie
                along the way where there is no room across it.
        """
        self._ports.discard(port)
        best = max(_candidates(port, inner, outer, branches), key=self._room)
        if not self._clear(best.box):
            best = straight(self._apart(), inner, outer)
        self._boxes.append(best.box)
        return best

    def _apart(self) -> Port:
        left, _, _, bottom = _bounds(self._boxes)
        return Port(left, bottom + 4, 0)

    def _clear(self, box: Box) -> bool:
        return not any(overlap(box, other) for other in self._boxes)

    def _room(self, placed: Placed) -> tuple[int, ...]:
        """Tell how good a place is: what it spares first, then the way that it leaves."""
        if not self._clear(placed.box):
            return (0,)
        boxes = [*self._boxes, placed.box]
        outs = [placed.out]
        if placed.is_across:
            outs += [placed.side(0), placed.side(1)]
        needs = [_next_place(port) for port in self._ports]
        spares = not any(overlap(placed.box, need) for need in needs)
        grid = Grid(boxes)
        shut = sum(not grid.escapes(port) for port in [*self._ports, *outs])
        crowd = sum(overlap(_around(out), need) for out in outs for need in needs)
        ahead = sum(grid.ahead(port) for port in outs)
        x, y = placed.out.square
        return (1, spares, -shut, placed.is_across, -crowd, ahead, not placed.turn, abs(x) + abs(y))


class Grid:
    """The free units around some boxes, as the bits of one number, row by row."""

    def __init__(self, boxes: list[Box]) -> None:
        left, top, right, bottom = _bounds(boxes)
        self._left, self._top = left - _MARGIN, top - _MARGIN
        self._wide = right - left + 2 * _MARGIN
        self._high = bottom - top + 2 * _MARGIN
        taken = 0
        for x0, y0, x1, y1 in boxes:
            row = ((1 << x1 - x0) - 1) << x0 - self._left
            for y in range(y0, y1):
                taken |= row << (y - self._top) * self._wide
        self._taken = taken
        self._outside = self._flood()

    def _flood(self) -> int:
        """Give the places of a square of two by two units that can be reached from outside."""
        wide, taken = self._wide, self._taken
        border = 1 | 1 << wide - 1
        last = (1 << wide * self._high) - 1
        blocked = taken | taken >> 1 | taken >> wide | taken >> wide + 1
        edges = sum(border << y * wide for y in range(self._high))
        free = last & ~blocked
        reached = free & (edges | (1 << wide) - 1)
        while True:
            grown = reached | reached << 1 | reached >> 1 | reached << wide | reached >> wide
            grown &= free
            if grown == reached:
                return reached
            reached = grown

    def _bit(self, x: int, y: int) -> int | None:
        column, row = x - 1 - self._left, y - 1 - self._top
        if not 0 <= column < self._wide or not 0 <= row < self._high:
            return None
        return row * self._wide + column

    def escapes(self, port: Port) -> bool:
        """Tell whether a way leads out from the square ahead of a port."""
        bit = self._bit(*port.square)
        return bit is None or bool(self._outside >> bit & 1)

    def ahead(self, port: Port) -> int:
        """Give how far a square can go straight on from a port, up to a bound."""
        for far in range(_FAR):
            bit = self._bit(*moved(*port, far + 1))
            if bit is not None and not self._outside >> bit & 1:
                return far
        return _FAR


def _candidates(port: Port, inner: int, outer: int, branches: bool) -> Iterable[Placed]:
    yield straight(port, inner, outer)
    if inner == outer:
        if not branches:
            yield along(port, inner, outer)
        return
    for quarters in (1, 3):
        yield corner(port, (port.heading + quarters) % 4, inner, outer)


def _next_place(port: Port) -> Box:
    """Give the place that a double would take at a port; it holds any tile's first square."""
    return box_of(*port.square, port.heading + 1)


def _around(port: Port) -> Box:
    """Give the place that an arm would like to have for itself ahead of a port."""
    left, top, right, bottom = _next_place(port)
    return left - 1, top - 1, right + 1, bottom + 1


def _bounds(boxes: list[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def overlap(a: Box, b: Box) -> bool:
    """Tell whether two boxes have more than an edge in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
