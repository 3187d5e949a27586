# SPDX-License-Identifier: MIT
"""Tiles and sets of tiles are values."""

from __future__ import annotations

import copy
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominocore import Hand, NotationError, Tile, TileSet

PIPS = st.integers(0, 18)
TILES = st.builds(Tile, PIPS, PIPS)
SETS = st.builds(TileSet, st.frozensets(TILES))
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)

# Tiles and pips of a double-n set, and both once more by counting them.
SIZES = {6: (28, 168), 9: (55, 495), 12: (91, 1092), 15: (136, 2040), 18: (190, 3420)}


# ---- one tile ----


@given(PIPS, PIPS)
def test_halves_have_no_order(a: int, b: int) -> None:
    """A tile and its flipped twin are equal, hash alike and are found by each other."""
    tile, flipped = Tile(a, b), Tile(b, a)
    assert tile == flipped and hash(tile) == hash(flipped)
    assert len({tile, flipped}) == 1
    assert {tile: "found"}[flipped] == "found"
    assert (tile.high, tile.low) == (max(a, b), min(a, b))
    assert tile.pips == a + b
    assert tile.is_double is (a == b)


@pytest.mark.parametrize("other", [12, 3, (1, 2), (2, 1), "1-2", "2-1", None, [2, 1], 1.2])
def test_a_tile_equals_nothing_else(other: object) -> None:
    """A tile is no number, no tuple and no text."""
    assert Tile(1, 2) != other
    assert (Tile(1, 2) == other) is False


def test_equal_hashes_do_not_make_tiles_equal() -> None:
    """Something that merely hashes like a tile is another key of a dict."""

    class Same:
        def __hash__(self) -> int:
            return hash(Tile(1, 2))

    assert len({Tile(1, 2): 0, Same(): 1}) == 2
    assert Tile(1, 2) != Same()


@pytest.mark.parametrize("max_pip", range(19))
def test_numbers_are_a_bijection(max_pip: int) -> None:
    """Tiles of a double-n set have the numbers 0 to n(n+1)/2+n, each once, in either order."""
    seen = {}
    for high in range(max_pip + 1):
        for low in range(high + 1):
            tile = Tile(low, high)
            assert tile.index == high * (high + 1) // 2 + low
            assert Tile.from_index(tile.index) is tile
            assert Tile(high, low).index == tile.index
            seen[tile.index] = tile
    assert sorted(seen) == list(range((max_pip + 1) * (max_pip + 2) // 2))
    assert len(set(seen.values())) == len(seen)


@pytest.mark.parametrize("index", [-1, 190, 255, 10**30])
def test_no_tile_has_another_number(index: int) -> None:
    """The double-18 set ends at 189; the error says what was asked for."""
    with pytest.raises(ValueError, match=str(index)):
        Tile.from_index(index)


@pytest.mark.parametrize("halves", [(-1, 0), (0, 19), (19, 19), (255, 0), (0.0, 1), (None, 2)])
def test_halves_are_from_0_to_18(halves: tuple) -> None:
    """Other halves are a ValueError or TypeError, never a tile."""
    with pytest.raises((ValueError, TypeError)):
        Tile(*halves)


@given(TILES, TILES)
def test_tiles_sort_by_high_then_low(a: Tile, b: Tile) -> None:
    """The order of tiles is that of (high, low), and of their numbers."""
    assert (a < b) == ((a.high, a.low) < (b.high, b.low)) == (a.index < b.index)
    assert (a <= b) == (a < b or a == b)
    assert (a > b) == (b < a)
    assert (a >= b) == (b <= a)


def test_tiles_do_not_sort_among_other_things() -> None:
    """A tile is neither before nor after a number."""
    for compare in ("__lt__", "__le__", "__gt__", "__ge__"):
        assert getattr(Tile(1, 0), compare)(1) is NotImplemented


@given(TILES)
def test_a_tile_is_read_as_it_prints(tile: Tile) -> None:
    """Printing and reading is the identity, and so is reading the halves turned round."""
    assert Tile.parse(str(tile)) is tile
    assert Tile.parse(f"{tile.low}-{tile.high}") is tile
    assert str(tile) == f"{tile.high}-{tile.low}"
    assert eval(repr(tile)) is tile


@given(TILES)
def test_a_tile_is_one_object(tile: Tile) -> None:
    """Copies and pickles of a tile are the tile."""
    assert copy.copy(tile) is tile
    assert copy.deepcopy(tile) is tile
    for protocol in PROTOCOLS:
        assert pickle.loads(pickle.dumps(tile, protocol)) is tile


@given(TILES)
def test_a_tile_gives_its_halves(tile: Tile) -> None:
    """It iterates over its halves, knows which it has, and gives the other one."""
    assert tuple(tile) == (tile.high, tile.low)
    assert all((pip in tile) == (pip in (tile.high, tile.low)) for pip in range(19))
    assert tile.other(tile.high) == tile.low
    assert tile.other(tile.low) == tile.high


def test_the_other_half_of_a_foreign_pip() -> None:
    """Asking 6-4 for the half opposite 5 is an error that names both."""
    with pytest.raises(ValueError, match=r"6-4.*5"):
        Tile(6, 4).other(5)


def test_a_tile_cannot_be_changed() -> None:
    """No attribute of a tile can be set or deleted."""
    tile = Tile(6, 4)
    for name in ("high", "low", "pips", "index", "colour"):
        with pytest.raises(AttributeError):
            setattr(tile, name, 1)
        with pytest.raises(AttributeError):
            delattr(tile, name)
    assert (tile.high, tile.low, tile.index) == (6, 4, 25)


# ---- texts that are no tile ----


@given(st.text())
def test_any_text_is_a_tile_or_a_notation_error(text: str) -> None:
    """Reading any text gives a tile that prints so or turned, or a NotationError with the text."""
    try:
        tile = Tile.parse(text)
    except NotationError as error:
        assert error.text == text
        assert (error.line, error.column) == (1, 1)
    else:
        assert text in (str(tile), f"{tile.low}-{tile.high}")


@pytest.mark.parametrize(
    "text",
    ["", " ", "-", "6", "6-", "-6", "6--4", "6-4 ", " 6-4", "06-4", "6-04", "+6-4", "6-19", "19-0",
     "255-0", "-1-0", "6−4", "٦-٤", "6-4\0", "\0", "6-4\n", "garbage", "6|4", "6:4", "1e1-2"],
)  # fmt: skip
def test_texts_that_are_no_tile(text: str) -> None:
    """Only two plain numbers from 0 to 18 with a hyphen are a tile."""
    with pytest.raises(NotationError):
        Tile.parse(text)


def test_an_error_quotes_a_long_text_cut() -> None:
    """A megabyte of digits is refused at once, with a short message."""
    text = "9" * 1_000_000
    start = time.perf_counter()
    with pytest.raises(NotationError) as caught:
        Tile.parse(text)
    with pytest.raises(NotationError) as caught_in_set:
        TileSet.parse(text)
    assert time.perf_counter() - start < 1
    assert len(str(caught.value)) < 200 and len(str(caught_in_set.value)) < 200


# ---- sets ----


@pytest.mark.parametrize(("max_pip", "size"), SIZES.items())
def test_whole_sets(max_pip: int, size: tuple[int, int]) -> None:
    """A double-n set has (n+1)(n+2)/2 tiles, n(n+1)(n+2)/2 pips, each pip on n+1 tiles."""
    tiles = TileSet.double(max_pip)
    assert (len(tiles), tiles.pips) == size
    for pip in range(max_pip + 1):
        with_pip = [tile for tile in tiles if pip in tile]
        assert len(with_pip) == max_pip + 1
        triangle = max_pip * (max_pip + 1) // 2
        assert sum(tile.pips for tile in with_pip) == pip * (max_pip + 1) + triangle


def test_a_smaller_set_is_a_prefix_of_a_larger_one() -> None:
    """Double-6 lies in double-9, tile by tile in the same order."""
    assert list(TileSet.double(6)) == list(TileSet.double(9))[:28]
    assert TileSet.double(6) < TileSet.double(9)


@pytest.mark.parametrize("bit", [0, 27, 62, 63, 64, 65, 90, 126, 127, 128, 129, 189])
def test_masks_wider_than_a_machine_word(bit: int) -> None:
    """Tiles on both sides of bits 63/64 and 127/128 are members, counted, joined and written."""
    tile = Tile.from_index(bit)
    single = Hand([tile])
    assert tile in single and len(single) == 1 and single.mask == 1 << bit
    rest = TileSet.double(18) - single
    assert tile not in rest and len(rest) == 189
    assert rest | single == TileSet.double(18)
    assert not rest & single and rest.isdisjoint(single)
    assert rest ^ TileSet.double(18) == single
    assert TileSet.parse(str(rest)) == rest
    assert pickle.loads(pickle.dumps(rest)) == rest
    assert list(single) == [tile]


def test_numbers_at_the_word_borders() -> None:
    """In the order by the high half, 64 is 10-9, 7-6 is 34, 12-12 is 90 and 18-18 is 189."""
    found = [str(Tile.from_index(i)) for i in (64, 34, 90, 189)]
    assert found == ["10-9", "7-6", "12-12", "18-18"]


@given(st.frozensets(TILES), st.frozensets(TILES))
def test_sets_do_what_sets_do(a: frozenset, b: frozenset) -> None:
    """Union, intersection, difference, order and the rest agree with Python's own sets."""
    x, y = TileSet(a), TileSet(b)
    assert set(x | y) == a | b and set(x & y) == a & b
    assert set(x - y) == a - b and set(x ^ y) == a ^ b
    assert (x <= y, x < y, x >= y, x > y) == (a <= b, a < b, a >= b, a > b)
    assert x.isdisjoint(y) == a.isdisjoint(b)
    assert (x == y) == (a == b)
    assert len(x) == len(a) and bool(x) == bool(a)
    assert list(x) == sorted(a)
    assert all(tile in x for tile in a)
    assert x.pips == sum(tile.pips for tile in a)


@given(SETS)
def test_a_set_is_read_as_it_prints(tiles: TileSet) -> None:
    """Printing and reading is the identity; so are mask, copies and pickles."""
    assert TileSet.parse(str(tiles)) == tiles
    assert TileSet.from_mask(tiles.mask) == tiles
    assert copy.copy(tiles) is tiles and copy.deepcopy(tiles) is tiles
    for protocol in PROTOCOLS:
        again = pickle.loads(pickle.dumps(tiles, protocol))
        assert again == tiles and hash(again) == hash(tiles) and type(again) is TileSet


@given(SETS)
def test_the_repr_of_a_set_makes_it_again(tiles: TileSet) -> None:
    """What `repr` shows is an expression that gives an equal set of the same type."""
    for one in (tiles, Hand(tiles)):
        again = eval(repr(one))
        assert again == one and type(again) is type(one)


@given(SETS)
def test_a_hand_is_a_set(tiles: TileSet) -> None:
    """A hand equals the set of its tiles, and what is made of a hand is a hand."""
    hand = Hand(tiles)
    assert hand == tiles and hash(hand) == hash(tiles)
    assert type(hand | tiles) is Hand and type(tiles | hand) is TileSet
    assert set(hand.doubles) == {tile for tile in tiles if tile.is_double}
    for pip in (0, 6, 18):
        assert set(hand.with_pip(pip)) == {tile for tile in tiles if pip in tile}
    assert type(pickle.loads(pickle.dumps(hand))) is Hand


def test_a_set_prints_from_the_highest_tile_down() -> None:
    """6-6 comes before 0-0, and the empty set is a hyphen."""
    assert str(TileSet(["0-0", "6-6", "4-6"])) == "6-6 6-4 0-0"
    assert str(TileSet()) == "-"
    assert repr(Hand(["0-0"])) == "Hand('0-0')"


@pytest.mark.parametrize("text", ["-", "", "   ", " - "])
def test_the_empty_set_is_read(text: str) -> None:
    """A hyphen or nothing but spaces is the empty set."""
    assert TileSet.parse(text) == TileSet()


def test_sets_equal_no_other_collection() -> None:
    """A set of tiles is no frozenset, no list and no number."""
    tiles = TileSet(["6-4"])
    assert tiles != frozenset([Tile(6, 4)])
    assert tiles != [Tile(6, 4)]
    assert tiles != tiles.mask
    assert Tile(6, 4) in tiles and "6-4" not in tiles and 25 not in tiles


def test_sets_do_not_mix_with_other_collections() -> None:
    """`&` and its like with something else is a TypeError."""
    tiles = TileSet(["6-4"])
    for operator in ("__or__", "__and__", "__sub__", "__xor__", "__le__", "__ge__"):
        assert getattr(tiles, operator)({Tile(6, 4)}) is NotImplemented
    with pytest.raises(TypeError):
        tiles | {Tile(6, 4)}  # type: ignore[operator]
    with pytest.raises(TypeError):
        tiles < 3  # type: ignore[operator]  # noqa: B015
    with pytest.raises(TypeError):
        tiles > 3  # type: ignore[operator]  # noqa: B015


def test_a_set_cannot_be_changed() -> None:
    """No attribute of a set can be set or deleted."""
    hand = Hand(["6-4"])
    with pytest.raises(AttributeError):
        hand.mask = 0
    with pytest.raises(AttributeError):
        del hand.mask
    with pytest.raises(AttributeError):
        hand.owner = 1  # type: ignore[attr-defined]
    assert str(hand) == "6-4"


@pytest.mark.parametrize("item", [7, None, (6, 4), b"6-4"])
def test_sets_hold_tiles_only(item: object) -> None:
    """Something else in a set is a TypeError that shows it."""
    with pytest.raises(TypeError, match="holds tiles"):
        TileSet([item])


@pytest.mark.parametrize("mask", [-1, 1 << 190, 1 << 300])
def test_masks_past_the_last_tile(mask: int) -> None:
    """A mask with a bit that is no tile's is refused."""
    with pytest.raises(ValueError):
        TileSet.from_mask(mask)


@pytest.mark.parametrize("max_pip", [-1, 19, 255])
def test_sets_go_to_double_18(max_pip: int) -> None:
    """There is no set below double-0 or above double-18."""
    with pytest.raises(ValueError, match=str(max_pip)):
        TileSet.double(max_pip)


@pytest.mark.parametrize(
    ("text", "column"),
    [("6-4 garbage", 5), ("x", 1), ("6-4  5-5  7", 11), ("6-4 4-6", 5), ("0-0 255-255", 5),
     ("6-4\n5-5", 1), ("6-4,5-5", 1), ("6-4 \0", 5), ("6-4 -", 5)],
)  # fmt: skip
def test_faults_in_a_set_have_a_column(text: str, column: int) -> None:
    """A word that is no tile, and a tile that comes twice, are found where they stand."""
    with pytest.raises(NotationError) as caught:
        TileSet.parse(text)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert caught.value.text == text


@given(st.text(alphabet="0123456789- x\0\n", max_size=40))
def test_any_text_is_a_set_or_a_notation_error(text: str) -> None:
    """Reading any text gives a set, or a NotationError whose column lies in the text."""
    try:
        tiles = TileSet.parse(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text)
    else:
        assert len(tiles) == len(text.replace("-", " -").split()) // 2


def test_long_texts_take_linear_time() -> None:
    """A megabyte of spaces, of hyphens or of bad words is read or refused at once."""
    start = time.perf_counter()
    assert TileSet.parse(" " * 1_000_000) == TileSet()
    for text in ("-" * 1_000_000, " " * 1_000_000 + "x", "6-4 " + "7" * 1_000_000):
        with pytest.raises(NotationError):
            TileSet.parse(text)
    assert time.perf_counter() - start < 2
