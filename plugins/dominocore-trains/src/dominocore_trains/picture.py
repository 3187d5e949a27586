# SPDX-License-Identifier: MIT
"""Pictures in text: the engine, and a row of tiles for each arm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from dominocore_trains.move import ArmMove

if TYPE_CHECKING:
    from dominocore_trains.table import EngineTable

FORMS = ("ascii", "box", "unicode")
_LYING, _UPRIGHT = 0x1F031, 0x1F063
_UNICODE_PIPS = 6


def picture(table: EngineTable, form: str = "ascii", width: int | None = None) -> str:
    """Draw the engine and the arms, one a row, each from the engine outwards.

    Raises:
        ValueError: there is no such form.
    """
    if form not in FORMS:
        raise ValueError(f"form is one of {', '.join(FORMS)}, got {form!r}")
    if not table.down:
        return f"engine {table.engine}, not laid yet"
    rows = [("engine", (ArmMove.engine(table.engine),), ""), *table.rows]
    margin = max(len(name) for name, _, _ in rows) + 1
    lines: list[str] = []
    for name, moves, remark in rows:
        lines += _row(name.ljust(margin), moves, remark, form, width)
    return "\n".join(line.rstrip() for line in lines)


def _row(
    name: str, moves: Iterable[ArmMove], remark: str, form: str, width: int | None
) -> Iterator[str]:
    """Give the lines of a row, folded between tiles; lines after the first are indented."""
    blocks = [_tile(move, form) for move in moves] or [[""] * (3 if form == "box" else 1)]
    blocks.append(["", remark, ""] if len(blocks[0]) == 3 else [remark])
    middle = len(blocks[0]) // 2
    head, filled = name, [""] * len(blocks[0])
    for block in blocks:
        full = width is not None and len(head) + len(filled[0]) + len(max(block, key=len)) > width
        if full and filled[0]:
            yield from _headed(head, filled, middle)
            head, filled = " " * len(name), [""] * len(block)
        filled = [line + part for line, part in zip(filled, block, strict=True)]
    yield from _headed(head, filled, middle)


def _headed(head: str, lines: list[str], middle: int) -> Iterator[str]:
    for i, line in enumerate(lines):
        yield (head if i == middle else " " * len(head)) + line


def _tile(move: ArmMove, form: str) -> list[str]:
    """Draw a tile as it lies, the joining half first."""
    first, second = move.joins, move.shows
    assert first is not None and second is not None
    if form == "box":
        a, b = str(first), str(second)
        return [
            f"╭{'─' * len(a)}┬{'─' * len(b)}╮",
            f"│{a}│{b}│",
            f"╰{'─' * len(a)}┴{'─' * len(b)}╯",
        ]
    if form == "unicode" and max(first, second) <= _UNICODE_PIPS:
        start = _UPRIGHT if first == second else _LYING
        return [chr(start + first * (_UNICODE_PIPS + 1) + second)]
    return [f"[{first}|{second}]"]
