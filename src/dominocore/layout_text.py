# SPDX-License-Identifier: MIT
"""The tiles on the table as one line of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dominocore.moves import LEFT, RIGHT, Move, arm_text

Halves = tuple[int, int]


class Strip(NamedTuple):
    """Tiles in a row: the line between its two ends, or a cross arm from the spinner outwards.

    Attributes:
        arm: how a move names the arm; empty for the line.
        tiles: the halves as they lie, from left to right.
        start: the open end on the left; None for a cross arm.
        end: the open end on the right.
    """

    arm: str
    tiles: tuple[Halves, ...]
    start: int | None
    end: int

    @property
    def head(self) -> str:
        """What stands before the tiles."""
        return self.arm if self.start is None else f"{self.start} <"

    @property
    def tail(self) -> str:
        """What stands after the tiles."""
        return f"> {self.end}"


def strips(moves: Iterable[Move]) -> list[Strip]:
    """Give the tiles that these moves have put down as the line and the cross arms.

    Draws and passes leave no trace; before the lead there is no strip.
    """
    line: list[Halves] = []
    cross: dict[int, list[Halves]] = {}
    for move in moves:
        if not move.is_placement or move.tile is None:
            continue
        if move.is_lead:
            line = [(move.tile.low, move.tile.high)]
            continue
        assert move.joins is not None and move.shows is not None
        if move.arm == RIGHT:
            line.append((move.joins, move.shows))
        elif move.arm == LEFT:
            line.insert(0, (move.shows, move.joins))
        else:
            cross.setdefault(move.arm, []).append((move.joins, move.shows))
    if not line:
        return []
    found = [Strip("", tuple(line), line[0][0], line[-1][1])]
    for arm, tiles in sorted(cross.items()):
        found.append(Strip(arm_text(arm), tuple(tiles), None, tiles[-1][1]))
    return found


def tile_text(halves: Halves) -> str:
    """Write a tile as it lies."""
    return f"[{halves[0]}|{halves[1]}]"


def layout_line(moves: Iterable[Move]) -> str:
    """Draw the tiles that these moves have put down, left to right between the open ends.

    Cross arms follow, each from the spinner outwards, marked the way a move names them.

    >>> layout_line(map(Move, ["*3-3", "<3-4", "--", ">3-6", "^3-0"]))
    '4 <[4|3][3|3][3|6]> 6  ^[3|0]> 0'
    """
    return "  ".join(
        f"{strip.head}{''.join(map(tile_text, strip.tiles))}{strip.tail}" for strip in strips(moves)
    )
