# SPDX-License-Identifier: MIT
"""Moves: their numbers, their texts, and texts that are no move."""

from __future__ import annotations

import copy
import pickle
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominocore import DRAW, PASS, Move, NotationError, Tile
from dominocore.moves import ARM_SLOTS, DOWN, LEFT, RIGHT, UP

PIPS = st.integers(0, 18)
TILES = st.builds(Tile, PIPS, PIPS)
LEADS = st.builds(Move.lead, TILES, st.booleans())
DRAWS = st.builds(Move.draw, st.one_of(st.none(), TILES))


@st.composite
def placements(draw: st.DrawFn) -> Move:
    """Placements of any tile, either way round, on any arm, claimed or not."""
    tile = draw(TILES)
    joins = draw(st.sampled_from((tile.high, tile.low)))
    return Move.place(tile, draw(st.integers(0, ARM_SLOTS - 1)), joins, draw(st.booleans()))


MOVES = st.one_of(LEADS, DRAWS, placements(), st.just(PASS))


# ---- numbers ----


def is_move(code: int) -> bool:
    """Whether a number is a move, told from the layout of its bits."""
    if not 0 <= code < 1 << 16:
        return False
    tile, arm = code & 0xFF, code >> 8 & 0x3F
    low_joins, claimed = bool(code & 0x4000), bool(code & 0x8000)
    doubles = {d * (d + 1) // 2 + d for d in range(19)}
    if arm == 63:
        return tile == 255 and not low_joins and not claimed
    if arm == 62:
        return (tile == 255 or tile < 190) and not low_joins and not claimed
    if arm == 61:
        return tile < 190 and not low_joins
    return arm < 40 and tile < 190 and not (low_joins and tile in doubles)


def test_every_number_is_a_move_or_refused() -> None:
    """Of all 16-bit numbers each is a move that prints and is read back, or a ValueError."""
    texts = set()
    for code in range(1 << 16):
        if not is_move(code):
            with pytest.raises(ValueError):
                Move.from_code(code)
            continue
        move = Move.from_code(code)
        assert move.code == code
        text = str(move)
        assert Move.parse(text) is move
        assert text not in texts
        texts.add(text)
    # leads, placements (190 of 19 doubles one way and 171 tiles two ways), draws, the pass
    assert len(texts) == 190 * 2 + (19 + 171 * 2) * 40 * 2 + 191 + 1


@pytest.mark.parametrize("code", [-1, -(1 << 16), 1 << 16, (1 << 16) + 100, 1 << 40])
def test_longer_numbers_are_no_moves(code: int) -> None:
    """A number past 16 bits is refused and named, whatever its low bits say."""
    with pytest.raises(ValueError):
        Move.from_code(code)


def test_the_bits_of_a_move() -> None:
    """Bits 0-7 are the tile, 8-13 the arm, 14 says the low half joins, 15 claims."""
    assert Move(">6-5").code == 26
    assert Move("<5-6").code == 26 | 1 << 8 | 0x4000
    assert Move("<5-6!").code == 26 | 1 << 8 | 0x4000 | 0x8000
    assert Move("*6-5").code == 26 | 61 << 8
    assert DRAW.code == 255 | 62 << 8
    assert Move("+6-5").code == 26 | 62 << 8
    assert PASS.code == 255 | 63 << 8


# ---- texts ----


@given(MOVES)
def test_a_move_is_read_as_it_prints(move: Move) -> None:
    """Printing and reading is the identity, through repr too."""
    assert Move.parse(str(move)) is move
    assert Move(str(move)) is move
    assert eval(repr(move)) is move


@given(MOVES)
def test_a_move_is_one_object(move: Move) -> None:
    """The number, copies and pickles of a move lead to the same object."""
    assert Move.from_code(move.code) is move
    assert copy.copy(move) is move and copy.deepcopy(move) is move
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(move, protocol)) is move


@given(placements())
def test_the_parts_of_a_placement(move: Move) -> None:
    """The joining half is written first, the half that shows last; together they are the tile."""
    assert move.is_placement and not (move.is_lead or move.is_draw or move.is_pass)
    assert Tile(move.joins, move.shows) is move.tile
    assert f"{move.joins}-{move.shows}" in str(move)
    assert move.pips == move.joins + move.shows
    assert str(move).endswith("!") is move.claimed
    assert Move.place(move.tile, move.arm, move.joins, move.claimed) is move


@given(LEADS)
def test_the_parts_of_a_lead(move: Move) -> None:
    """A lead is written high half first and joins nothing."""
    assert move.is_lead and move.is_placement and not (move.is_draw or move.is_pass)
    assert (move.joins, move.shows) == (None, None)
    mark = "!" if move.claimed else ""
    assert str(move) == f"*{move.tile.high}-{move.tile.low}{mark}"
    assert move.pips == move.tile.pips


@pytest.mark.parametrize("move", [DRAW, PASS, Move("+6-5")])
def test_draws_and_passes_have_no_pips(move: Move) -> None:
    """A draw and a pass put no pips on the table, join nothing and claim nothing."""
    assert move.pips == 0
    assert (move.joins, move.shows, move.claimed) == (None, None, False)
    assert not move.is_placement and not move.is_lead
    assert move.is_draw is (move is not PASS) and move.is_pass is (move is PASS)


@pytest.mark.parametrize(
    ("text", "tile", "arm"),
    [(">6-5", "6-5", RIGHT), ("<6-5", "6-5", LEFT), ("^6-5", "6-5", UP), ("v6-5", "6-5", DOWN),
     ("^0-3", "3-0", UP), ("@0^:0-3", "3-0", UP), ("@0v:0-3", "3-0", DOWN),
     ("@5^:5-3", "5-3", 12), ("@5v:5-3", "5-3", 13), ("@1^:9-4", "9-4", 4),
     ("@18v:18-18", "18-18", 39)],
)  # fmt: skip
def test_arms_in_texts(text: str, tile: str, arm: int) -> None:
    """`>` is slot 0, `<` 1, `^` 2, `v` 3; `@d^:` is 2+2d and `@dv:` 3+2d."""
    move = Move(text)
    assert (move.arm, move.tile) == (arm, Tile.parse(tile))


def test_a_placement_shows_its_other_half() -> None:
    """`>5-6` joins with the 5 and shows the 6; `>6-5` is the other move of the same tile."""
    move, turned = Move(">5-6"), Move(">6-5")
    assert (move.joins, move.shows) == (5, 6)
    assert (turned.joins, turned.shows) == (6, 5)
    assert move != turned and move.tile is turned.tile


def test_a_draw_may_hide_its_tile() -> None:
    """`+` and `+?` draw a tile unseen; `+6-5`, `+5-6` draw a known one."""
    assert Move("+") is Move("+?") is DRAW and DRAW.tile is None
    assert Move("+6-5") is Move("+5-6") and Move("+6-5").tile is Tile(6, 5)
    assert str(Move("+5-6")) == "+6-5"
    assert Move("--") is PASS and PASS.tile is None


def test_claims() -> None:
    """A placement has a claimed twin and back; a draw and a pass have none."""
    move = Move(">6-5")
    assert move.with_claim() is Move(">6-5!")
    assert Move(">6-5!").with_claim(False) is move
    assert move.with_claim(False) is move
    assert Move("*6-5").with_claim() is Move("*6-5!")
    for other in (DRAW, PASS, Move("+6-5")):
        assert other.with_claim(False) is other
        with pytest.raises(ValueError):
            other.with_claim()


@pytest.mark.parametrize("other", [26, ">6-5", None, (26,), Tile(6, 5)])
def test_a_move_equals_nothing_else(other: object) -> None:
    """A move is no number, no text and no tile, though it is written like them."""
    assert (Move(">6-5") == other) is False
    assert len({Move(">6-5"): 0, other: 1}) == 2


def test_a_move_cannot_be_changed() -> None:
    """No attribute of a move can be set or deleted."""
    move = Move(">6-5")
    for name in ("code", "arm", "tile", "seat"):
        with pytest.raises(AttributeError):
            setattr(move, name, 1)
        with pytest.raises(AttributeError):
            delattr(move, name)
    assert (str(move), move.code) == (">6-5", 26)


def test_placements_that_cannot_be() -> None:
    """A half that the tile lacks and an arm that does not exist are refused by name."""
    with pytest.raises(ValueError, match=r"6-5.*4"):
        Move.place(Tile(6, 5), RIGHT, joins=4)
    for arm in (-1, ARM_SLOTS, 61, 62, 63, 255):
        with pytest.raises(ValueError, match=str(arm)):
            Move.place(Tile(6, 5), arm, joins=6)


# ---- texts that are no move ----

HOSTILE = [
    "", " ", "garbage", "*", ">", "<", "^", "v", "@", "!", "-", "---", "++", "+!", "--!", "+?!",
    "+6-5!", "6-5", "*6", ">6-", ">-5", ">6--5", ">6-5!!", " >6-5", ">6-5 ", "> 6-5", ">06-5",
    ">6-05", ">255-255", ">-1-0", ">19-0", "*19-19", "@^:5-3", "@5:5-3", "@5^5-3", "@19^:5-3",
    "@-1^:5-3", "@05^:5-3", "@5^:", "@:5-3", "@5^::5-3", "@5>:5-3", "V6-5", "\0", ">6-5\0",
    "\0>6-5", ">6\0-5", ">6-5\n", "\u202e>6-5", ">６-５", ">٦-٥", ">6−5", ">6|5", "pass", "draw",
    "*6-5!?", "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_that_are_no_move(text: str) -> None:
    """A text that no move prints is a NotationError with text, line and column."""
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    error = caught.value
    assert error.text == text and error.line == 1
    assert 1 <= error.column <= len(text) + 1


@given(st.text(alphabet="*><^v@+-!?:0123456789 \0", max_size=12))
def test_any_text_is_a_move_or_a_notation_error(text: str) -> None:
    """Reading any text gives a move of that meaning, or a NotationError."""
    try:
        move = Move.parse(text)
    except NotationError as error:
        assert error.text == text and error.line == 1
        assert 1 <= error.column <= len(text) + 1
    else:
        assert Move.parse(str(move)) is move


@given(st.text())
def test_foreign_texts(text: str) -> None:
    """Text of any script is read without any other exception."""
    try:
        Move.parse(text)
    except NotationError as error:
        assert error.text == text


@pytest.mark.parametrize("value", [None, 26, 1.5, (">", 6, 5)])
def test_only_texts_are_read(value: object) -> None:
    """Reading something that is no text is a TypeError."""
    with pytest.raises(TypeError):
        Move.parse(value)


def test_long_texts_take_linear_time() -> None:
    """A megabyte of digits or symbols is refused at once, with a short message."""
    start = time.perf_counter()
    for text in ("9" * 1_000_000, ">" + "9" * 1_000_000, "@" * 1_000_000, "-" * 1_000_000,
                 "@" + "9" * 1_000_000 + "^:5-3", ">6-5" + "!" * 1_000_000):  # fmt: skip
        with pytest.raises(NotationError) as caught:
            Move.parse(text)
        assert len(str(caught.value)) < 200
        with pytest.raises(NotationError) as caught:
            Move.read(text, [PASS])
        assert len(str(caught.value)) < 300
    assert time.perf_counter() - start < 3


def test_refused_texts_are_not_kept() -> None:
    """Only good texts are remembered, and not without end."""
    from dominocore import moves  # noqa: PLC0415

    before = len(moves._BY_TEXT)
    for i in range(1000):
        with pytest.raises(NotationError):
            Move.parse(f"nothing {i}")
    assert len(moves._BY_TEXT) == before


# ---- what people type ----

LEGAL = tuple(map(Move, (">6-5", ">6-4", "<1-5", "<1-0!", "<1-0", ">5-5", "<5-5", "^6-6")))


@pytest.mark.parametrize(
    ("text", "move"),
    [(">6-5", ">6-5"), (">5-6", ">6-5"), ("6-5", ">6-5"), ("5-6", ">6-5"), ("6|5", ">6-5"),
     ("6:5", ">6-5"), ("[6|5]", ">6-5"), ("[5|6]", ">6-5"), (" 6-5 ", ">6-5"), ("<5-1", "<1-5"),
     ("1-0", "<1-0"), ("1-0!", "<1-0!"), ("<0-1!", "<1-0!"), (">5-5", ">5-5"), ("6-5!", ">6-5"),
     (">6-4!", ">6-4"), ("6-6", "^6-6"), ("^6|6", "^6-6")],
)  # fmt: skip
def test_what_people_type(text: str, move: str) -> None:
    """Halves in either order, the marks of other notations, a tile alone, an idle claim."""
    assert Move.read(text, LEGAL) is Move(move)


@pytest.mark.parametrize("text", ["5-5", "[5|5]"])
def test_a_tile_with_two_places_needs_the_arm(text: str) -> None:
    """A tile alone that two moves play is refused with both moves."""
    with pytest.raises(NotationError, match=r">5-5 <5-5"):
        Move.read(text, LEGAL)


@pytest.mark.parametrize("text", ["", "6-3", "<6-5", "pass", "draw", "--", "+", "*6-5", "\0", "-"])
def test_what_is_no_legal_move(text: str) -> None:
    """What fits none of the legal moves is refused, and they are listed."""
    with pytest.raises(NotationError, match=">6-5"):
        Move.read(text, LEGAL)


@pytest.mark.parametrize("text", ["pass", "PASS", "p", "--"])
def test_a_pass_is_typed(text: str) -> None:
    """A pass may be typed as a word."""
    assert Move.read(text, [PASS]) is PASS


@pytest.mark.parametrize("text", ["draw", "d", "+", "Draw"])
def test_a_draw_is_typed(text: str) -> None:
    """A draw may be typed as a word."""
    assert Move.read(text, [Move(">6-5"), DRAW]) is DRAW


@given(st.lists(st.one_of(LEADS, placements()), min_size=1, max_size=6, unique=True))
def test_every_legal_move_can_be_typed_as_it_prints(moves: list[Move]) -> None:
    """The full text of a listed move means that move, whatever else is listed."""
    for move in moves:
        assert Move.read(str(move), moves) is move


def test_a_wild_tile_is_typed_with_the_joining_half_first() -> None:
    """Where a tile joins an arm either way round, the text says which; the tile alone does not."""
    moves = [Move(">2-1"), Move(">1-2")]
    assert Move.read(">2-1", moves) is Move(">2-1")
    assert Move.read(">1-2", moves) is Move(">1-2")
    with pytest.raises(NotationError, match="say which"):
        Move.read("[2|1]", moves)
