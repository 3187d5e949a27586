# SPDX-License-Identifier: MIT
"""Pictures in SVG: a tile, some tiles, the table.

>>> import dominocore as dc
>>> from dominocore import svg
>>> picture = svg.table(dc.variant("draw").deal(seed=7))
>>> picture[:43]
'<svg xmlns="http://www.w3.org/2000/svg" vie'

Each function gives a text that notebooks show as a picture. Equal arguments give equal texts.
"""

from __future__ import annotations

from collections.abc import Iterable

from dominocore import svg_parts as parts
from dominocore.arguments import instance, whole
from dominocore.chain import Chain
from dominocore.layout import Layout
from dominocore.layout_text import layout_line
from dominocore.observation import Observation
from dominocore.public import PublicTable
from dominocore.state import State
from dominocore.svg_parts import SCALE, Brush
from dominocore.tiles import Hand, Tile

_MARGIN = 10
_ROW = 5
"""The units from a row of tiles in hands to the next one."""
_NAME = 5
"""The units that the name of a seat takes."""
_WIDEST = 40
_NARROWEST = 24


class Picture(str):
    """An SVG text that notebooks show as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def tile(
    tile: Tile,
    *,
    size: int | None = None,
    flat: bool = False,
    theme: str = "auto",
    colors: str = "mono",
    style: str = "",
) -> Picture:
    """Draw a tile.

    Args:
        tile: the tile; its higher half comes first.
        size: the width in pixels.
        flat: whether it lies on its long side.
        theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
        colors: `"mono"`, or `"hue"` for a colour a number of pips.
        style: a style sheet to add.

    Raises:
        ValueError: an argument has none of its values.
    """
    instance("tile", tile, Tile)
    brush = Brush(theme, colors)
    w, h = (4, 2) if flat else (2, 4)
    frame = (-w * SCALE // 2 - 4, -h * SCALE // 2 - 4, w * SCALE + 8, h * SCALE + 8)
    drawn = parts.tile(
        brush, (0, 0), (tile.high, tile.low), heading=0 if flat else 1, label=str(tile)
    )
    return Picture(
        parts.document(brush, frame, [drawn], title=str(tile), size=_size(size), style=style)
    )


def hand(
    tiles: Iterable[Tile],
    *,
    size: int | None = None,
    theme: str = "auto",
    colors: str = "mono",
    style: str = "",
) -> Picture:
    """Draw tiles side by side, the highest first; of many, in rows.

    Takes what `tile` takes.
    """
    brush = Brush(theme, colors)
    held = Hand(tiles)
    n = max(1, len(held))
    columns = min(n, _WIDEST // 2)
    rows = -(-n // columns)
    frame = (-4, -4, columns * 2 * SCALE + 8, rows * _ROW * SCALE - SCALE + 8)
    title = str(held) if held else "no tiles"
    drawn = _row(brush, held, 0, 0, columns)
    return Picture(parts.document(brush, frame, drawn, title=title, size=_size(size), style=style))


def table(
    view: State | Observation,
    *,
    size: int | None = None,
    last: bool = True,
    ends: bool = True,
    hands: bool = True,
    theme: str = "auto",
    colors: str = "mono",
    title: str | None = None,
    style: str = "",
) -> Picture:
    """Draw the table and the hands, as far as the view shows them.

    Of a state all hands lie open; of an observation the seat's own, and all of them once the round
    is over. The smallest frame is chosen, so a long chain turns corners.

    Args:
        view: a state, or what a seat sees of it.
        size: the width in pixels; left out, a tile is 30 by 60 pixels.
        last: whether to frame the tile laid last.
        ends: whether to mark the open ends with their pips.
        hands: whether to draw the hands.
        theme: `"light"`, `"dark"`, or `"auto"`, which follows the reader's system.
        colors: `"mono"`, or `"hue"` for a colour a number of pips.
        title: what the picture is called; left out, it says what lies on the table.
        style: a style sheet to add.

    Raises:
        ValueError: an argument has none of its values.
    """
    instance("view", view, PublicTable)
    brush = Brush(theme, colors)
    rules = view.rules
    every = rules.spinner == "every_double"
    chain = Chain.read(view.layout, every)
    layout = Layout.of(chain, every_double=every, arms=rules.spinner_arms)
    left, top, right, bottom = _room(view, layout) if ends and chain else layout.box
    body = _chain(brush, layout, last)
    if ends:
        for arm, pip in view.arms.items():
            x, y = layout.port(arm).square
            body.append(parts.end(brush, pip, (x * SCALE, y * SCALE)))
    width = max(right - left, _NARROWEST)
    left -= (width - (right - left)) // 2
    height = bottom - top
    if hands:
        drawn, rows = _hands(brush, view, left, bottom + 2, width)
        body += drawn
        height += rows + 1
    frame = (
        left * SCALE - _MARGIN,
        top * SCALE - _MARGIN,
        width * SCALE + 2 * _MARGIN,
        height * SCALE + 2 * _MARGIN,
    )
    x, y, w, h = frame
    body.insert(0, parts.box(x, y, w, h, brush.fill("table"), by=0))
    return Picture(
        parts.document(
            brush,
            frame,
            body,
            title=title if title is not None else _title(view),
            text=layout_line(view.layout),
            size=_size(size),
            style=style,
        )
    )


def _size(size: int | None) -> int | None:
    return None if size is None else whole("size", size, 1, 100_000)


def _title(view: State | Observation) -> str:
    n = len(view.played)
    if not n:
        return "dominoes, nothing on the table"
    ends = ", ".join(str(pip) for pip in view.ends)
    return f"dominoes, {n} {'tile' if n == 1 else 'tiles'}, open ends {ends}"


def _room(view: State | Observation, layout: Layout) -> tuple[int, int, int, int]:
    """Give the edges of the tiles and of the marks of their open ends."""
    left, top, right, bottom = layout.box
    for arm in view.arms:
        x, y = layout.port(arm).square
        left, top = min(left, x - 1), min(top, y - 1)
        right, bottom = max(right, x + 1), max(bottom, y + 1)
    return left, top, right, bottom


def _chain(brush: Brush, layout: Layout, last: bool) -> list[str]:
    newest = len(layout.tiles) - 1
    links = [
        parts.link(brush, (port.x * SCALE, port.y * SCALE), (entry.x * SCALE, entry.y * SCALE))
        for at, port in layout.apart.items()
        if (entry := layout.tiles[at].entry) is not None
    ]
    return links + [
        parts.tile(
            brush,
            (placed.x * SCALE, placed.y * SCALE),
            (placed.inner, placed.outer),
            heading=placed.heading,
            label=f"{placed.inner}-{placed.outer}, tile {at + 1}",
            framed=last and at == newest,
        )
        for at, placed in enumerate(layout.tiles)
    ]


def _row(brush: Brush, tiles: Hand, x: int, y: int, columns: int) -> list[str]:
    """Draw tiles upright in rows, from a corner on."""
    drawn = []
    for i, each in enumerate(reversed(tuple(tiles))):
        row, column = divmod(i, columns)
        center = (x + (2 * column + 1) * SCALE, y + (row * _ROW + 2) * SCALE)
        drawn.append(parts.tile(brush, center, (each.high, each.low), label=str(each)))
    return drawn


def _hands(
    brush: Brush, view: State | Observation, x: int, y: int, width: int
) -> tuple[list[str], int]:
    """Draw each seat's hand with its name, and give the units that they take in height."""
    columns = max(1, (width - _NAME) // 2)
    drawn: list[str] = []
    height = 0
    for seat, n in enumerate(view.hand_sizes):
        at = (x + _NAME) * SCALE, (y + height) * SCALE
        name = f"{'> ' if view.turn == seat else ''}seat {seat}"
        drawn.append(
            f'<text x="{x * SCALE}" y="{(y + height + 2) * SCALE + 7}" font-size="24" '
            f'font-family="sans-serif"{brush.fill("text")}>{parts.escaped(name)}</text>'
        )
        shown = _shown(view, seat)
        if shown is not None:
            drawn += _row(brush, shown, *at, columns)
        else:
            for i in range(n):
                row, column = divmod(i, columns)
                center = at[0] + (2 * column + 1) * SCALE, at[1] + (row * _ROW + 2) * SCALE
                drawn.append(parts.back(brush, center))
        height += _ROW * max(1, -(-n // columns))
    return drawn, height


def _shown(view: State | Observation, seat: int) -> Hand | None:
    """Give a hand where the view shows it."""
    if isinstance(view, State):
        return view.hand(seat)
    assert isinstance(view, Observation)
    if seat == view.seat:
        return view.hand
    return None if view.shown_hands is None else view.shown_hands[seat]
