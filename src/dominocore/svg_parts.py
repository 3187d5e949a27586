# SPDX-License-Identifier: MIT
"""The parts of a drawing in SVG: colours, pips, one tile, the frame around it all.

Colours are presentation attributes, so that every converter draws the light look; only the dark
look of `"auto"` is a style sheet. Nothing here is a CSS variable, a script or an id, and all
numbers are whole, so equal pictures are equal texts that can stand together on a page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

SCALE = 20
"""The lengths of a drawing for one unit of a layout."""
PIXELS = 15
"""The pixels of a unit where no size is asked for."""
NUMERALS_FROM = 13
"""The lowest pip that is written as a number."""
_INSET = 2
_CORNER = 7
_HALF = 2 * SCALE


class Look(NamedTuple):
    """The colours of a picture, by what they paint."""

    table: str
    tile: str
    edge: str
    shadow: str
    line: str
    pip: str
    text: str
    accent: str
    on_accent: str
    hues: tuple[str, ...]
    """A colour for each pip from 1 to 12."""


LIGHT = Look(
    table="#f3efe4",
    tile="#fffdf6",
    edge="#5d5646",
    shadow="#cfc7b4",
    line="#b9ae96",
    pip="#1a1a1a",
    text="#2a2720",
    accent="#0060b0",
    on_accent="#ffffff",
    hues=(
        *("#0060b0", "#a83c00", "#00704f", "#a3216b", "#7a5c00", "#5a3fa8"),
        *("#b3261e", "#006d77", "#4f6b00", "#8a3a8a", "#8c4a1f", "#35507a"),
    ),
)
DARK = Look(
    table="#17191c",
    tile="#2d3036",
    edge="#a3a7ae",
    shadow="#0a0b0c",
    line="#6b7078",
    pip="#f5f4ef",
    text="#e9e7e1",
    accent="#6cb6ff",
    on_accent="#10151b",
    hues=(
        *("#7cc0ff", "#ffb07a", "#5fd9b0", "#ff9fd0", "#f0d060", "#c3b1ff"),
        *("#ffa59e", "#6fdbe4", "#c3df6b", "#f0a8f0", "#f0bd94", "#b7c9ea"),
    ),
)
THEMES: Mapping[str, Look] = {"light": LIGHT, "dark": DARK, "auto": LIGHT}


class Brush:
    """How things are painted: a theme, and whether each number of pips has a colour of its own.

    Raises:
        ValueError: there is no such theme or way to colour.
    """

    def __init__(self, theme: str = "auto", colors: str = "mono") -> None:
        if theme not in THEMES:
            raise ValueError(f"theme is one of {', '.join(THEMES)}, got {theme!r}")
        if colors not in ("mono", "hue"):
            raise ValueError(f"colors is mono or hue, got {colors!r}")
        self.look = THEMES[theme]
        self._auto = theme == "auto"
        self._hue = colors == "hue"

    def fill(self, name: str) -> str:
        """Give the attributes that fill with a colour of the look."""
        return self._paint("fill", name)

    def stroke(self, name: str) -> str:
        """Give the attributes that draw lines in a colour of the look."""
        return self._paint("stroke", name)

    def _paint(self, prop: str, name: str) -> str:
        mark = f' class="dmn-{prop}-{name}"' if self._auto else ""
        return f'{mark} {prop}="{getattr(self.look, name)}"'

    def pips(self, pip: int, prop: str = "stroke") -> str:
        """Give the attributes of the pips of a half, or of the number that stands for them."""
        if not self._hue or not 1 <= pip <= len(self.look.hues):
            return self._paint(prop, "pip")
        mark = f' class="dmn-{prop}-hue{pip}"' if self._auto else ""
        return f'{mark} {prop}="{self.look.hues[pip - 1]}"'

    def sheet(self, body: str) -> str:
        """Give the style sheet that a drawing needs, or nothing."""
        if not self._auto:
            return ""
        colors = {name: getattr(DARK, name) for name in Look._fields if name != "hues"}
        colors |= {f"hue{i}": color for i, color in enumerate(DARK.hues, 1)}
        rules = "".join(
            f".dmn-{prop}-{name}{{{prop}:{color}}}"
            for prop in ("fill", "stroke")
            for name, color in colors.items()
            if f'class="dmn-{prop}-{name}"' in body
        )
        return f"<style>@media(prefers-color-scheme:dark){{{rules}}}</style>"


# ---- pips ----


def pip_points(pip: int) -> tuple[tuple[int, int], ...]:
    """Give the pips of a half, from its centre, on a tile that stands upright.

    Up to nine stand on a grid of three by three, six in two columns along the long side; ten to
    twelve in four rows of three or two. More are none: they are written as a number.
    """
    if pip >= NUMERALS_FROM:
        return ()
    if pip > 9:
        rows = {10: (3, 2, 2, 3), 11: (3, 3, 2, 3), 12: (3, 3, 3, 3)}[pip]
        across = {3: (-11, 0, 11), 2: (-11, 11)}
        return tuple((x, 8 * i - 12) for i, n in enumerate(rows) for x in across[n])
    a, b, c, d = (-11, -11), (11, 11), (11, -11), (-11, 11)
    sides, ends, middle = ((-11, 0), (11, 0)), ((0, -11), (0, 11)), ((0, 0),)
    even = {0: (), 2: (c, d), 4: (a, b, c, d), 6: (a, b, c, d, *sides)}
    even[8] = (*even[6], *ends)
    return even[pip - pip % 2] + (middle if pip % 2 else ())


def pip_path(pip: int, x: int, y: int) -> str:
    """Give the path data of the pips of a half around a point: dots, drawn by round line ends."""
    return "".join(f"M{x + dx} {y + dy}h0" for dx, dy in pip_points(pip))


def pip_width(pip: int) -> int:
    """Give how thick the line is that draws the pips of a half."""
    return 8 if pip < 10 else 7


# ---- things ----


def escaped(text: str) -> str:
    """Write a text so that it can stand in XML, between tags and in attributes."""
    for char, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(char, name)
    return text


def box(x: int, y: int, w: int, h: int, more: str, by: int = _INSET) -> str:
    """Draw a box with round corners, a little smaller than its place."""
    w, h = w - 2 * by, h - 2 * by
    return f'<rect x="{x + by}" y="{y + by}" width="{w}" height="{h}" rx="{_CORNER - by}"{more}/>'


def tile(
    brush: Brush,
    center: tuple[int, int],
    halves: tuple[int, int],
    *,
    heading: int = 1,
    label: str,
    framed: bool = False,
) -> str:
    """Draw a tile.

    Args:
        brush: how to paint.
        center: where its centre lies.
        halves: the pips of the first half and of the second.
        heading: the way from the first half to the second, as a layout has it.
        label: what it is called by screen readers and shown as a tooltip.
        framed: whether a frame marks it out.
    """
    x, y = center
    across = heading % 2 == 0
    w, h = (2 * _HALF, _HALF) if across else (_HALF, 2 * _HALF)
    left, top = x - w // 2, y - h // 2
    parts = [
        f'<g role="img" aria-label="{escaped(label)}"><title>{escaped(label)}</title>',
        *_blank(brush, left, top, w, h, framed),
        f'<g transform="translate({x} {y}) rotate({(heading - 1) % 4 * 90})">',
        f'<path d="M-12 0h24" stroke-width="2"{brush.stroke("line")}/>',
        *_halves(brush, halves, heading),
        "</g></g>",
    ]
    return "".join(parts)


def _blank(brush: Brush, x: int, y: int, w: int, h: int, framed: bool) -> list[str]:
    edge = f"{brush.fill('tile')}"
    parts = [box(x, y + 2, w, h, brush.fill("shadow")), box(x, y, w, h, edge)]
    name, width = ("accent", 5) if framed else ("edge", 2)
    parts.append(box(x, y, w, h, f' fill="none" stroke-width="{width}"{brush.stroke(name)}'))
    return parts


def _halves(brush: Brush, halves: tuple[int, int], heading: int) -> list[str]:
    parts = []
    for pip, y in zip(halves, (-SCALE, SCALE), strict=True):
        path = pip_path(pip, 0, y)
        if path:
            parts.append(
                f'<path d="{path}" stroke-width="{pip_width(pip)}" stroke-linecap="round"'
                f"{brush.pips(pip)}/>"
            )
        elif pip:
            turn = -((heading - 1) % 4) * 90
            parts.append(number(brush, pip, (0, y), 22, brush.pips(pip, "fill"), turn))
    return parts


def number(
    brush: Brush, value: int, at: tuple[int, int], size: int, paint: str, turn: int = 0
) -> str:
    """Write a number centred on a point."""
    x, y = at
    place = f"translate({x} {y})" + (f" rotate({turn})" if turn else "")
    return (
        f'<text transform="{place}" y="{size * 35 // 100}" font-size="{size}" font-weight="700" '
        f'text-anchor="middle" font-family="sans-serif"{paint}>{value}</text>'
    )


def back(brush: Brush, center: tuple[int, int]) -> str:
    """Draw an upright tile that lies face down."""
    x, y = center
    parts = _blank(brush, x - SCALE, y - 2 * SCALE, 2 * SCALE, 4 * SCALE, False)
    mark = f'<path d="M{x} {y - 14}l10 14l-10 14l-10 -14z" fill="none" stroke-width="2"'
    label = "a tile face down"
    return (
        f'<g role="img" aria-label="{label}"><title>{label}</title>'
        f"{''.join(parts)}{mark}{brush.stroke('line')}/></g>"
    )


def end(brush: Brush, pip: int, at: tuple[int, int]) -> str:
    """Draw an open end: a disc with the number of its pips."""
    x, y = at
    label = f"open end {pip}"
    return (
        f'<g role="img" aria-label="{label}"><title>{label}</title>'
        f'<circle cx="{x}" cy="{y}" r="14"{brush.fill("accent")}/>'
        f"{number(brush, pip, at, 18, brush.fill('on_accent'))}</g>"
    )


def link(brush: Brush, start: tuple[int, int], end: tuple[int, int]) -> str:
    """Draw a line that joins two places where tiles belong together."""
    return (
        f'<path d="M{start[0]} {start[1]}L{end[0]} {end[1]}" fill="none" stroke-width="4" '
        f'stroke-dasharray="4 8"{brush.stroke("accent")}/>'
    )


def document(
    brush: Brush,
    frame: tuple[int, int, int, int],
    body: Sequence[str],
    *,
    title: str,
    text: str = "",
    size: int | None = None,
    style: str = "",
) -> str:
    """Give a whole drawing.

    Args:
        brush: how its parts are painted.
        frame: left and top edge, width and height.
        body: its parts.
        title: what it is called.
        text: what it shows, in words.
        size: its width in pixels.
        style: a style sheet of the caller's, put after our own.
    """
    x, y, w, h = frame
    wide = w * PIXELS // SCALE if size is None else size
    high = max(1, wide * h // w)
    content = "".join(body)
    desc = f"<desc>{escaped(text)}</desc>" if text else ""
    sheet = f"<style>{style.replace('<', '')}</style>" if style else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {w} {h}" width="{wide}" '
        f'height="{high}" role="img" aria-label="{escaped(title)}">'
        f"<title>{escaped(title)}</title>{desc}{brush.sheet(content)}{sheet}{content}</svg>"
    )
