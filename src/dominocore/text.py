# SPDX-License-Identifier: MIT
"""Pictures in text: tiles as one line, as boxes, or in the characters for domino tiles.

>>> from dominocore import Rules, State, text
>>> state = State.setup(Rules(), layout="6-1 <1-2 >6-6", hands=["5-5", "4-4"], partial=True)
>>> print(text.table(state))
2 <[2|1][1|6][6|6]> 6
>>> print(text.table(state, form="box"))
          ╭─╮
╭─┬─╮╭─┬─╮│6│
│2│1││1│6│├─┤
╰─┴─╯╰─┴─╯│6│
          ╰─╯

ASCII is the default: every terminal and every log can show it. The domino characters end at
double-six, and many fonts draw them wider than they count, so they are for those who ask for them.
There is no colour in any of them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TextIO

from dominocore.arguments import instance
from dominocore.layout_text import Halves, strips, tile_text
from dominocore.moves import Move
from dominocore.public import PublicTable
from dominocore.tiles import Tile, TileSet

if TYPE_CHECKING:
    from dominocore.observation import Observation
    from dominocore.state import State

FORMS = ("ascii", "box", "unicode")
"""The ways to write tiles."""
_LYING, _UPRIGHT = 0x1F031, 0x1F063
_UNICODE_PIPS = 6
_INDENT = "    "


def table(view: State | Observation, *, form: str = "ascii", width: int | None = None) -> str:
    """Write the tiles on the table: the line from left to right, then the cross arms.

    Args:
        view: a state, or what a seat sees of it.
        form: `"ascii"` gives tiles between the open ends; `"box"` draws boxes, doubles upright;
            `"unicode"` uses the characters for domino tiles, and ASCII past double-six.
        width: where to fold lines, in columns; left out, they are whole.

    Raises:
        ValueError: there is no such form.
    """
    instance("view", view, PublicTable)
    return laid(view.layout, form=form, width=width)


def laid(moves: Iterable[Move], *, form: str = "ascii", width: int | None = None) -> str:
    """Write the tiles that moves have put down, as `table` does."""
    _check(form)
    if form == "box":
        blocks = [_boxes(strip.arm, strip.tiles, width, upright=True) for strip in strips(moves)]
        return "\n".join(blocks)
    draw = tile_text if form == "ascii" else _character
    rows: list[str] = []
    for i, strip in enumerate(strips(moves)):
        words = [draw(halves) for halves in strip.tiles]
        words[0] = strip.head + words[0]
        words[-1] += strip.tail
        if i:
            words[0] = "  " + words[0]
        rows += words
    return _folded(rows, width)


def hand(tiles: Iterable[Tile], *, form: str = "ascii", width: int | None = None) -> str:
    """Write tiles side by side, the highest first.

    Takes what `table` takes.
    """
    _check(form)
    held = [(tile.high, tile.low) for tile in reversed(tuple(TileSet(tiles)))]
    if form == "box":
        return _boxes("", held, width, upright=False)
    draw: Callable[[Halves], str] = tile_text if form == "ascii" else _lying
    return _folded([draw(halves) for halves in held], width)


def form_for(form: str, stream: TextIO | None) -> str:
    """Give a form that a stream can show: the one asked for, or ASCII where it cannot.

    A dumb terminal cannot, nor an encoding without the characters.

    Raises:
        ValueError: there is no such form.
    """
    _check(form)
    sample = {"ascii": "", "box": "╭┬╯", "unicode": chr(_LYING)}[form]
    if os.environ.get("TERM") == "dumb":
        return "ascii"
    try:
        sample.encode(getattr(stream, "encoding", None) or "ascii")
    except (LookupError, UnicodeError):
        return "ascii"
    return form


def _check(form: str) -> None:
    if form not in FORMS:
        raise ValueError(f"form is one of {', '.join(FORMS)}, got {form!r}")


def _folded(words: list[str], width: int | None) -> str:
    """Put words side by side and fold lines between them; what follows is indented."""
    lines = [""]
    for word in words:
        if width is None or not lines[-1].strip() or len(lines[-1] + word) <= width:
            lines[-1] += word
        else:
            lines.append(_INDENT + word.lstrip())
    return "\n".join(line.rstrip() for line in lines)


# ---- characters ----


def _character(halves: Halves) -> str:
    """Give the character of a tile, doubles upright, and a space: it is wider than it counts."""
    return _numbered(_UPRIGHT if halves[0] == halves[1] else _LYING, halves)


def _lying(halves: Halves) -> str:
    return _numbered(_LYING, halves)


def _numbered(first: int, halves: Halves) -> str:
    a, b = halves
    past = max(halves) > _UNICODE_PIPS
    return (tile_text(halves) if past else chr(first + 7 * a + b)) + " "


# ---- boxes ----


def _boxes(name: str, tiles: Iterable[Halves], width: int | None, *, upright: bool) -> str:
    """Draw tiles as boxes in rows of five lines, or of three where none stands."""
    prefix = f"{name} " if name else ""
    rows: list[list[list[str]]] = [[]]
    taken = len(prefix)
    for halves in tiles:
        box = _standing(halves) if upright and halves[0] == halves[1] else _flat(halves)
        if width is not None and rows[-1] and taken + len(box[0]) > width:
            rows.append([])
            taken = len(prefix)
        rows[-1].append(box)
        taken += len(box[0])
    lines: list[str] = []
    for i, row in enumerate(rows):
        lines += _joined(prefix if i == 0 else " " * len(prefix), row)
    return "\n".join(lines)


def _joined(prefix: str, boxes: list[list[str]]) -> Iterator[str]:
    """Set boxes side by side, the lower ones in the middle."""
    height = max((len(box) for box in boxes), default=0)
    for y in range(height):
        line = prefix if y == height // 2 else " " * len(prefix)
        for box in boxes:
            at = y - (height - len(box)) // 2
            line += box[at] if 0 <= at < len(box) else " " * len(box[0])
        yield line.rstrip()


def _flat(halves: Halves) -> list[str]:
    a, b = map(str, halves)
    top, low = "─" * len(a), "─" * len(b)
    return [f"╭{top}┬{low}╮", f"│{a}│{b}│", f"╰{top}┴{low}╯"]


def _standing(halves: Halves) -> list[str]:
    pip = str(halves[0])
    edge = "─" * len(pip)
    return [f"╭{edge}╮", f"│{pip}│", f"├{edge}┤", f"│{pip}│", f"╰{edge}╯"]
