# SPDX-License-Identifier: MIT
"""The tiles on the table as one line of text."""

from __future__ import annotations

from collections.abc import Iterable

from dominocore.moves import LEFT, RIGHT, Move, arm_text


def layout_line(moves: Iterable[Move]) -> str:
    """Draw the tiles that these moves have put down, left to right between the open ends.

    Cross arms follow, each from the spinner outwards, marked the way a move names them. Draws and
    passes leave no trace; before the lead the line is empty.

    >>> layout_line(map(Move, ["*3-3", "<3-4", "--", ">3-6", "^3-0"]))
    '4 <[4|3][3|3][3|6]> 6  ^[3|0]> 0'
    """
    left = right = None
    line: list[str] = []
    cross: dict[int, list[Move]] = {}
    for move in moves:
        if not move.is_placement or move.tile is None:
            continue
        if move.is_lead:
            left, right = move.tile.low, move.tile.high
            line.append(f"[{left}|{right}]")
        elif move.arm == RIGHT:
            right = move.shows
            line.append(f"[{move.joins}|{right}]")
        elif move.arm == LEFT:
            left = move.shows
            line.insert(0, f"[{left}|{move.joins}]")
        else:
            cross.setdefault(move.arm, []).append(move)
    if not line:
        return ""
    parts = [f"{left} <{''.join(line)}> {right}"]
    for arm in sorted(cross):
        laid = "".join(f"[{move.joins}|{move.shows}]" for move in cross[arm])
        parts.append(f"{arm_text(arm)}{laid}> {cross[arm][-1].shows}")
    return "  ".join(parts)
