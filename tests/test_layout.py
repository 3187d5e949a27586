# SPDX-License-Identifier: MIT
"""The laid tiles lie like tiles on a table: the invariants of the geometry, on random chains."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import dominocore as dc
from dominocore import Move, Tile, TileSet
from dominocore.chain import Chain
from dominocore.layout import Layout, kind_of
from dominocore.layout_tree import overlap
from dominocore.moves import LEFT, RIGHT
from dominocore.placing import STEPS, Placed


def examples(n: int) -> settings:
    """Give settings that do not make a failing chain shorter: that takes minutes, and a long
    chain reads as well as a short one."""
    return settings(max_examples=n, deadline=None, phases=[Phase.explicit, Phase.generate])


SETS = (6, 9, 12, 15, 18)


class Game(NamedTuple):
    """What a chain may do: the number of spinners and of their arms, and which pips join."""

    every_double: bool = False
    arms: int = 2
    doubles_touch: bool = False
    lead_double: bool = False


LINE = Game()
SPINNER = Game(arms=4)
OPENING_SPINNER = Game(arms=4, lead_double=True)
THREE_ARMS = Game(arms=3)
STAR = Game(arms=8, lead_double=True)
SIX_ARMS = Game(arms=6)
TREE = Game(every_double=True, arms=4)
SUMS = Game(doubles_touch=True)
GAMES = (LINE, SPINNER, OPENING_SPINNER, THREE_ARMS, STAR, SIX_ARMS, TREE, SUMS)


class Play(NamedTuple):
    """A random chain: its game and its moves."""

    game: Game
    moves: list[Move]

    def chain(self, n: int | None = None) -> Chain:
        """Give the chain of the first moves."""
        return Chain.read(self.moves[:n], self.game.every_double)

    def layout(self, n: int | None = None, **frame: int) -> Layout:
        """Lay the chain of the first moves."""
        game = self.game
        return Layout(self.chain(n), every_double=game.every_double, arms=game.arms, **frame)


@st.composite
def plays(draw: st.DrawFn, games: tuple[Game, ...] = GAMES) -> Play:
    """Make a chain move by move: any tile that is left, on any open arm that it joins."""
    game = draw(st.sampled_from(games))
    rng = random.Random(draw(st.integers(0, 2**32)))
    highest = draw(st.sampled_from(SETS))
    left = sorted(TileSet.double(highest))
    rng.shuffle(left)
    if game.lead_double:
        left.sort(key=lambda tile: not tile.is_double)
    lead = left.pop(0)
    moves = [Move.lead(lead)]
    arms = {RIGHT: lead.high, LEFT: lead.low}
    spinners = _cross_arms(game, lead, arms)
    for _ in range(draw(st.integers(0, len(left)))):
        options = [
            (arm, tile, half)
            for arm, pip in arms.items()
            for tile in left
            for half in {tile.high, tile.low}
            if half == (highest - pip if game.doubles_touch else pip)
        ]
        if not options:
            break
        arm, tile, half = rng.choice(options)
        left.remove(tile)
        moves.append(Move.place(tile, arm, half))
        arms[arm] = tile.other(half)
        if game.every_double or not spinners:
            spinners = _cross_arms(game, tile, arms) or spinners
    return Play(game, moves)


def _cross_arms(game: Game, tile: Tile, arms: dict[int, int]) -> bool:
    if not tile.is_double:
        return False
    first = 2 + 2 * tile.high if game.every_double else 2
    arms.update((first + i, tile.high) for i in range(game.arms - 2))
    return True


def pairs(placed: tuple[Placed, ...]) -> Iterator[tuple[Placed, Placed]]:
    """Give each pair of tiles once."""
    for i, one in enumerate(placed):
        yield from ((one, other) for other in placed[:i])


def squares(tile: Placed) -> tuple[tuple[int, int], tuple[int, int]]:
    """Give the centres of the inner half and of the outer one."""
    dx, dy = STEPS[tile.heading]
    return (tile.x - dx, tile.y - dy), (tile.x + dx, tile.y + dy)


@examples(80)
@given(plays())
def test_tiles_never_overlap(play: Play) -> None:
    """I1: two tiles share an edge at most."""
    for one, other in pairs(play.layout().tiles):
        a, b = one.box, other.box
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


@examples(40)
@given(plays((LINE, SPINNER, OPENING_SPINNER, THREE_ARMS, TREE, SUMS)))
def test_halves_that_touch_lie_side_by_side(play: Play) -> None:
    """I2: a tile's inner half lies straight beside the half that it joins.

    From centre to centre that is one square (2 units), or one and a half where a tile stands at
    the end of a double. Of a double that lies across, the middle counts.
    """
    layout = play.layout()
    for i, (tile, link) in enumerate(zip(layout.tiles, layout._chain, strict=True)):
        if link.parent is None or i in layout.apart:
            continue
        parent = layout.tiles[link.parent]
        gaps = []
        for here in centres(tile):
            for there in centres(parent):
                dx, dy = abs(here[0] - there[0]), abs(here[1] - there[1])
                gaps.append((min(dx, dy), max(dx, dy)))
        assert (0, 2) in gaps or ((0, 3) in gaps and parent.is_double != tile.is_double)


def centres(tile: Placed) -> tuple[tuple[int, int], ...]:
    """Give the centres of the halves; of a double, its middle."""
    return ((tile.x, tile.y),) if tile.is_double else squares(tile)


@examples(40)
@given(plays())
def test_halves_that_touch_are_those_that_joined(play: Play) -> None:
    """I2: the halves drawn beside each other are those that the moves joined."""
    layout = play.layout()
    for tile, move in zip(layout.tiles, play.moves, strict=True):
        assert move.tile == Tile(tile.inner, tile.outer)
    for i, (tile, link) in enumerate(zip(layout.tiles, layout._chain, strict=True)):
        if link.parent is None or i in layout.apart or tile.is_double:
            continue
        parent = layout.tiles[link.parent]
        if parent.is_double:
            continue
        near = {
            (pip, other)
            for pip, here in zip((tile.inner, tile.outer), squares(tile), strict=True)
            for other, there in zip((parent.inner, parent.outer), squares(parent), strict=True)
            if abs(here[0] - there[0]) + abs(here[1] - there[1]) == 2
        }
        own = play.moves[i]
        assert any(pip == own.joins for pip, _ in near)
        if not play.game.doubles_touch:
            assert any(pip == other == own.joins for pip, other in near)


@examples(40)
@given(plays())
def test_doubles_lie_across(play: Play) -> None:
    """I3: a double lies across the way of the chain, and is no corner.

    One may be a corner where doubles touch, and lie along the way in a star, where eight arms
    crowd about the middle.
    """
    for tile in play.layout().tiles:
        if tile.is_double and tile.entry is not None:
            assert tile.is_across or play.game.arms > 4
            assert not tile.turn or play.game.doubles_touch


@examples(40)
@given(plays((LINE, SPINNER, THREE_ARMS, SUMS)), st.integers(12, 45), st.integers(12, 30))
def test_tiles_stay_in_the_frame(play: Play, half_width: int, half_height: int) -> None:
    """I4: no tile leaves the frame sideways; of a pinwheel, nor do the arms that start upright."""
    half_width, half_height = 2 * half_width, 2 * half_height
    layout = play.layout(half_width=half_width, half_height=half_height)
    for tile in layout.tiles:
        left, top, right, bottom = tile.box
        inside = -half_width <= left and right <= half_width
        if layout.kind == "line":
            assert inside
        else:
            assert inside or (-half_height <= top and bottom <= half_height)


@examples(40)
@given(plays(), st.integers(0, 200))
def test_placed_tiles_never_move(play: Play, n: int) -> None:
    """I5: a chain of the same kind begins with the places of any shorter one.

    A pinwheel is laid from its spinner, so it has to be down.
    """
    whole, part = play.layout(), play.layout(n + 1)
    if whole.kind == part.kind:
        assert whole.tiles[: len(part.tiles)] == part.tiles


@examples(40)
@given(plays())
def test_places_are_whole_numbers_and_always_the_same(play: Play) -> None:
    """I6: no place is a fraction, and laying a chain again gives the same."""
    layout = play.layout()
    assert all(type(edge) is int for tile in layout.tiles for edge in tile.box)
    assert layout.tiles == play.layout().tiles


@examples(40)
@given(plays((SPINNER, OPENING_SPINNER, THREE_ARMS)))
def test_arms_of_a_pinwheel_stay_in_their_quadrants(play: Play) -> None:
    """I7: turned back to the right, an arm lies under its first row and right of the middle.

    Its first row may reach over the axis by a double, and no more.
    """
    layout = play.layout()
    if layout.kind != "pinwheel":
        return
    root = next(i for i, tile in enumerate(layout.tiles) if tile.entry is None)
    for quarters, steps in snake_arms(layout._chain, root).items():
        for at, _, _ in steps:
            left, top, right, _ = layout.tiles[at].turned(-quarters).box
            assert left >= 1 and top >= -2 and right > left


def snake_arms(chain: Chain, root: int) -> dict[int, list[tuple[int, int, int]]]:
    """Give the arms of a pinwheel by quarter, as the layout sees them."""
    from dominocore.layout import _snake_arms  # noqa: PLC0415

    return _snake_arms(chain, root)


@examples(40)
@given(plays(), st.integers(1, 200))
def test_an_open_end_is_where_the_next_tile_begins(play: Play, n: int) -> None:
    """I8: the next tile of an arm covers the square that the arm's port names."""
    n = min(n, len(play.moves) - 1)
    before, after = play.layout(max(n, 1)), play.layout(n + 1)
    if n < 1 or before.kind != after.kind or n in after.apart:
        return
    if after.kind == "pinwheel" and n <= after._chain.root_of(2):
        return
    x, y = before.port(play.moves[n].arm).square
    left, top, right, bottom = after.tiles[n].box
    assert left <= x - 1 and x + 1 <= right and top <= y - 1 and y + 1 <= bottom


@examples(20)
@given(plays())
def test_what_lies_apart_is_told(play: Play) -> None:
    """Each tile touches the one it joins, but for those of a tree that are listed."""
    layout = play.layout()
    for i, (tile, link) in enumerate(zip(layout.tiles, layout._chain, strict=True)):
        if link.parent is not None and i not in layout.apart:
            a, b = tile.box, layout.tiles[link.parent].box
            assert a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]
    assert layout.kind == "tree" or not layout.apart


@examples(20)
@given(plays())
def test_the_chosen_frame_is_a_frame(play: Play) -> None:
    """The layout in the best frame has every tile, without overlap, and ports off the tiles."""
    game = play.game
    layout = Layout.of(play.chain(), every_double=game.every_double, arms=game.arms)
    assert len(layout.tiles) == len(play.moves)
    assert all(
        a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        for a, b in ((one.box, other.box) for one, other in pairs(layout.tiles))
    )


@pytest.mark.parametrize("name", sorted(dc.Registry(entry_points=False).variants))
def test_every_game_can_be_laid(name: str) -> None:
    """Random rounds of every built-in game lie without overlap, and nothing lies apart."""
    rules = dc.variant(name).rules
    every = rules.spinner == "every_double"
    for seed in range(12):
        state = dc.State.deal(rules, seed=seed)
        while not state.is_over:
            state = state.play(state.moves[(seed * 31 + len(state.history)) % len(state.moves)])
        chain = Chain.read(state.layout, every)
        layout = Layout.of(chain, every_double=every, arms=rules.spinner_arms)
        assert not layout.apart
        assert not any(overlap(a.box, b.box) for a, b in pairs(layout.tiles))
        squares_ahead = [layout.port(arm).square for arm in state.arms]
        assert len(squares_ahead) == len(state.ends)


def test_an_empty_table() -> None:
    """Before the lead there is nothing, and the frame is a point."""
    layout = Layout.of(Chain.read([]))
    assert (layout.kind, layout.tiles, layout.box) == ("line", (), (0, 0, 0, 0))


def test_a_frame_that_is_too_narrow_is_refused() -> None:
    """A row has to hold a tile and a double: 16 units each side of a line's middle."""
    chain = Chain.read([Move("*6-4")])
    with pytest.raises(ValueError, match="16 units or more, got 15"):
        Layout(chain, half_width=15)


@pytest.mark.parametrize(
    ("words", "every_double", "arms", "kind"),
    [
        ("*6-6 >6-5 <6-4", True, 4, "line"),
        ("*6-6 >6-5 <6-4 ^6-3", False, 4, "pinwheel"),
        ("*6-6 >6-5 <6-4 @6^:6-3", True, 4, "tree"),
        ("*6-6 >6-5 <6-4 ^6-3", False, 8, "tree"),
    ],
)
def test_kinds(words: str, every_double: bool, arms: int, kind: str) -> None:
    """Without a tile on a cross arm it is a line; with many spinners or arms a tree."""
    chain = Chain.read(map(Move, words.split()), every_double)
    assert kind == kind_of(chain, every_double, arms)


def test_a_short_line() -> None:
    """Places worked out by hand: a double upright in the middle, tiles beside it, a double last."""
    chain = Chain.read(map(Move, ["*3-3", ">3-5", "<3-0", ">5-5"]))
    assert [(-1, -2, 1, 2), (1, -1, 5, 1), (-5, -1, -1, 1), (5, -2, 7, 2)] == [
        tile.box for tile in Layout(chain).tiles
    ]


def test_only_placements_are_links() -> None:
    """Draws and passes leave no trace in a chain."""
    moves = [Move(word) for word in ("*3-3", "+?", "--", ">3-5", "--", "^3-0")]
    laid = [move for move in moves if move.is_placement]
    assert Chain.read(moves) == Chain.read(laid) and len(Chain.read(moves)) == 3


def test_a_cross_arm_leaves_from_a_double() -> None:
    """Where no double lies there is none to leave from."""
    with pytest.raises(ValueError, match="no tile of the chain has an arm number 2"):
        Chain.read(map(Move, ["*6-4", "^6-3"]))
