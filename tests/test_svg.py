# SPDX-License-Identifier: MIT
"""Pictures in SVG: what they show is what lies there, in colours that can be told apart."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominocore as dc
from dominocore import svg
from dominocore.svg_parts import DARK, LIGHT, NUMERALS_FROM, Look, pip_points

SVG = "{http://www.w3.org/2000/svg}"
STATE = dc.State.setup(
    dc.Rules(),
    layout="6-1 <1-2 >6-6 >6-4",
    hands=["5-5 4-4", "1-1 5-4 3-1"],
)


def root_of(picture: str) -> ET.Element:
    """Parse a picture, as strictly as XML is."""
    return ET.fromstring(picture)


def tiles(root: ET.Element) -> Iterator[tuple[str, ET.Element]]:
    """Give (name, group) of each tile that lies open."""
    for group in root.iter(f"{SVG}g"):
        label = group.get("aria-label", "")
        if re.match(r"\d+-\d+", label):
            yield label.partition(",")[0], group


def dots(group: ET.Element) -> int:
    """Count the dots of a tile."""
    return sum((path.get("d") or "").count("h0") for path in group.iter(f"{SVG}path"))


@pytest.mark.parametrize("tile", sorted(dc.TileSet.double(18)), ids=str)
def test_a_tile_has_its_pips(tile: dc.Tile) -> None:
    """Up to twelve the halves have as many dots as pips; past that they are numbers."""
    root = root_of(svg.tile(tile))
    (found,) = tiles(root)
    drawn = [pip for pip in tile if pip < NUMERALS_FROM]
    assert dots(found[1]) == sum(drawn)
    assert [text.text for text in found[1].iter(f"{SVG}text")] == [
        str(pip) for pip in tile if pip >= NUMERALS_FROM
    ]


@pytest.mark.parametrize("pip", range(NUMERALS_FROM))
def test_pips_stand_apart_inside_their_half(pip: int) -> None:
    """As many as there are, none on another, none near the edge, and the same upside down."""
    points = pip_points(pip)
    assert len(set(points)) == len(points) == pip
    assert all(abs(x) <= 13 and abs(y) <= 13 for x, y in points)
    assert all(
        (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 >= 64
        for i, a in enumerate(points)
        for b in points[:i]
    )
    assert {(-x, -y) for x, y in points} == set(points) or pip in (11,)


def test_six_stands_along_the_long_side() -> None:
    """Two columns of three on a tile that stands; turned with the tile that is two rows."""
    points = pip_points(6)
    assert 2 == len({x for x, _ in points})
    assert 3 == len({y for _, y in points})


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 60), st.sampled_from(["latin", "fives", "five-up"]))
def test_a_table_shows_what_lies_there(seed: int, plies: int, name: str) -> None:
    """Each tile of the table and of the hands once, with its pips, and each open end once."""
    state = dc.variant(name).deal(seed=seed)
    for i in range(plies):
        if state.is_over:
            break
        state = state.play(state.moves[(seed >> i) % len(state.moves)])
    root = root_of(svg.table(state))
    shown = [(dc.Tile.parse(label), dots(group)) for label, group in tiles(root)]
    assert sorted(tile for tile, _ in shown) == sorted(
        [*state.played, *(tile for hand in state.hands for tile in hand)]
    )
    assert all(tile.pips == n for tile, n in shown)
    marks = [g.get("aria-label") for g in root.iter(f"{SVG}g")]
    assert sorted(f"open end {pip}" for pip in state.ends) == sorted(
        mark for mark in marks if mark and mark.startswith("open end")
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 20))
def test_an_observation_shows_no_hidden_tile(seed: int, plies: int) -> None:
    """Only the seat's own tiles and those of the table lie open; the rest lie face down."""
    state = dc.variant("draw").deal(seed=seed)
    for i in range(plies):
        if not state.is_over:
            state = state.play(state.moves[(seed >> i) % len(state.moves)])
    view = state.observe(1)
    picture = svg.table(view)
    shown = {dc.Tile.parse(label) for label, _ in tiles(root_of(picture))}
    allowed = {*view.played, *view.hand, *(t for hand in view.shown_hands or () for t in hand)}
    assert shown == allowed
    hidden = 0 if view.is_over else view.hand_sizes[0]
    assert hidden == picture.count('aria-label="a tile face down"')


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize("colors", ["mono", "hue"])
def test_pictures_stand_together_on_a_page(theme: str, colors: str) -> None:
    """No id, no script, no CSS variable, nothing loaded; names of classes have a prefix."""
    picture = svg.table(STATE, theme=theme, colors=colors)
    assert not re.search(r"\bid=|<script|var\(|href|url\(|@import|on\w+=", picture)
    names = {name for found in re.findall(r'class="([^"]*)"', picture) for name in found.split()}
    assert all(name.startswith("dmn-") for name in names)
    assert ("prefers-color-scheme" in picture) == (theme == "auto")
    assert picture == svg.table(STATE, theme=theme, colors=colors)


def test_numbers_are_whole() -> None:
    """No attribute holds a fraction, so the bytes are the same on every machine."""
    picture = svg.table(STATE)
    values = re.findall(r'(?:d|x|y|width|height|transform|viewBox|r|rx)="([^"]*)"', picture)
    assert values and not any("." in value for value in values)


def test_a_picture_is_named_and_described() -> None:
    """The root has a role, a title and the table in text; the last tile has a frame."""
    root = root_of(svg.table(STATE))
    assert "img" == root.get("role")
    assert "dominoes, 4 tiles, open ends 4, 2" == root.findtext(f"{SVG}title")
    assert "2 <[2|1][1|6][6|6][6|4]> 4" == root.findtext(f"{SVG}desc")
    framed = [
        label
        for label, group in tiles(root)
        if any(rect.get("stroke-width") == "5" for rect in group.iter(f"{SVG}rect"))
    ]
    assert ["6-4"] == framed
    assert svg.table(STATE, last=False).count('stroke-width="5"') == 0


def test_titles_are_escaped() -> None:
    """A title cannot end the element that it stands in."""
    root = root_of(svg.table(STATE, title='<script>"&'))
    assert '<script>"&' == root.findtext(f"{SVG}title")


def test_a_style_sheet_is_added() -> None:
    """It comes last and cannot end its element."""
    picture = svg.tile(dc.Tile(6, 4), style=".dmn-fill-tile{fill:red}</style><b>")
    assert ".dmn-fill-tile{fill:red}/style>b>" in picture
    root_of(picture)


@pytest.mark.parametrize("bad", [{"theme": "red"}, {"colors": "all"}, {"size": 0}, {"size": "9"}])
def test_bad_arguments_are_refused(bad: dict[str, object]) -> None:
    """A value that is none of those that there are is an error, not a picture."""
    with pytest.raises((ValueError, TypeError)):
        svg.table(STATE, **bad)  # type: ignore[arg-type]


def test_size() -> None:
    """The width is the one asked for, and the height keeps the shape."""
    root = root_of(svg.table(STATE, size=640))
    _, _, w, h = map(int, (root.get("viewBox") or "").split())
    assert "640" == root.get("width")
    assert 640 * h // w == int(root.get("height") or 0)


def test_notebooks_show_pictures() -> None:
    """Tiles, hands, states, observations and records draw themselves."""
    record = dc.Record.of(STATE)
    assert STATE._repr_svg_() == svg.table(STATE)
    assert STATE.observe(0)._repr_svg_() == svg.table(STATE.observe(0))
    assert STATE.hand(0)._repr_svg_() == svg.hand(STATE.hand(0))
    assert dc.Tile(6, 4)._repr_svg_() == svg.tile(dc.Tile(6, 4))
    assert record._repr_svg_() == svg.table(STATE)
    assert svg.tile(dc.Tile(6, 4))._repr_svg_() == svg.tile(dc.Tile(6, 4))


def test_a_record_of_what_a_seat_sees_draws_the_table_alone() -> None:
    """No hand is in the picture, and the tiles of the table are."""
    match = dc.Match("block", seed=3)
    for _ in range(4):
        match = match.play(match.state.moves[0])
    picture = dc.Record.of(match).for_seat(0)._repr_svg_()
    assert picture is not None
    shown = {dc.Tile.parse(label) for label, _ in tiles(root_of(picture))}
    assert shown == set(match.state.played)
    assert dc.Record(variant="block")._repr_svg_() is None


def test_a_record_of_what_a_seat_sees_before_the_first_tile() -> None:
    """The seat's own hand is there, and no tile that it cannot see."""
    match = dc.Match("fives", seed=3)
    picture = dc.Record.of(match).for_seat(1)._repr_svg_()
    assert picture is not None
    shown = {dc.Tile.parse(label) for label, _ in tiles(root_of(picture))}
    assert shown == set(match.state.hands[1])


def test_an_empty_table_and_an_empty_hand() -> None:
    """They are pictures, too."""
    assert "nothing on the table" in svg.table(dc.variant("draw").deal(seed=1))
    assert "no tiles" in svg.hand([])


# ---- colours ----


def luminance(color: str) -> float:
    """Give the relative luminance of WCAG 2."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Give the contrast ratio of WCAG 2."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("look", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_can_be_told_apart(look: Look) -> None:
    """Texts have the 4.5 and parts the 3 that WCAG 2 asks for; pips have far more."""
    assert contrast(look.pip, look.tile) > 10
    assert contrast(look.text, look.table) >= 4.5
    assert contrast(look.on_accent, look.accent) >= 4.5
    assert contrast(look.accent, look.table) >= 3
    assert contrast(look.edge, look.table) >= 3
    assert contrast(look.edge, look.tile) >= 3
    assert all(contrast(hue, look.tile) >= 4.5 for hue in look.hues)
    assert len(set(look.hues)) == len(look.hues) == NUMERALS_FROM - 1
