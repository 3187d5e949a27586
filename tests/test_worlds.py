# SPDX-License-Identifier: MIT
"""Hidden worlds: counted and drawn exactly, against a list of all that replay the record."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import Counter
from collections.abc import Iterator
from math import comb, factorial
from typing import Any

import pytest

import dominocore as dc
from dominocore import (
    DRAW,
    PASS,
    IllegalMoveError,
    Observation,
    RoundOverError,
    Rules,
    State,
    Tile,
    TileSet,
    world_case,
    worlds,
)

World = tuple[tuple[frozenset[Tile], ...], tuple[Tile, ...]]

SMALL: dict[str, dict[str, Any]] = {
    "block-2": {"max_pip": 3, "hand_size": 3},
    "block-3": {"max_pip": 3, "seats": 3, "hand_size": 3},
    "pairs": {
        "max_pip": 3, "seats": 4, "sides": (0, 1, 0, 1), "hand_size": 2, "exclude": ("1-0", "0-0"),
    },
    "whole-side": {
        "max_pip": 3, "seats": 4, "sides": (0, 1, 0, 1), "hand_size": 2, "out": "side",
        "exclude": ("1-0", "3-3"),
    },
    "draw": {"max_pip": 2, "hand_size": 2, "draw": "until_playable"},
    "draw-3": {"max_pip": 3, "seats": 3, "hand_size": 2, "draw": "until_playable"},
    "draw-drain": {
        "max_pip": 3, "hand_size": 2, "draw": "until_playable", "dead_layout": "drain",
    },
    "reserve": {"max_pip": 3, "hand_size": 2, "draw": "until_playable", "reserve": 2},
    "draw-one": {"max_pip": 3, "hand_size": 3, "draw": "one"},
    "draw-two-of": {"max_pip": 3, "hand_size": 2, "draw": "up_to 2"},
    "may-play": {"max_pip": 3, "hand_size": 2, "draw": "up_to 2", "drawn_tile": "may_play"},
    "may-play-one": {"max_pip": 3, "hand_size": 3, "draw": "one", "drawn_tile": "may_play"},
    "turn-ends": {"max_pip": 3, "hand_size": 2, "draw": "up_to 2", "drawn_tile": "turn_ends"},
    "turn-ends-until": {
        "max_pip": 3, "hand_size": 2, "draw": "until_playable", "drawn_tile": "turn_ends",
    },
    "able": {"max_pip": 3, "hand_size": 2, "draw": "until_playable", "draw_when_able": True},
    "able-may": {
        "max_pip": 3, "hand_size": 2, "draw": "up_to 2", "draw_when_able": True,
        "drawn_tile": "may_play",
    },
    "able-may-one": {
        "max_pip": 3, "hand_size": 3, "draw": "one", "draw_when_able": True,
        "drawn_tile": "may_play",
    },
    "able-ends": {
        "max_pip": 3, "hand_size": 2, "draw": "up_to 2", "draw_when_able": True,
        "drawn_tile": "turn_ends",
    },
    "spinner": {"max_pip": 3, "seats": 3, "hand_size": 3, "spinner": "first_double"},
    "spinner-draw": {
        "max_pip": 3, "hand_size": 3, "spinner": "first_double", "arms_open": "one_side",
        "draw": "until_playable", "ends_divisors": (3,), "claim": "required",
    },
    "fill": {
        "max_pip": 3, "hand_size": 3, "spinner": "opening_double", "arms_open": "at_once",
        "fill_first": 4, "draw": "one",
    },
    "matador": {
        "max_pip": 3, "hand_size": 3, "joins": "sum 4", "wild": ("2-2",), "draw": "one",
    },
    "highest-double": {
        "max_pip": 3, "hand_size": 3, "opening": ("highest_double", "highest_tile"),
    },
    "highest-double-3": {
        "max_pip": 3, "seats": 3, "hand_size": 2, "draw": "one",
        "opening": ("highest_double", "highest_tile_lex"),
    },
    "free-lead": {
        "max_pip": 3, "hand_size": 3, "draw": "one",
        "opening": ("lowest_double free", "highest_tile free"),
    },
    "lowest": {"max_pip": 3, "hand_size": 3, "opening": ("tile 3-3", "lowest_tile")},
    "highest-tile-lex": {"max_pip": 3, "hand_size": 2, "opening": ("highest_tile_lex",)},
    "highest-tile": {"max_pip": 3, "hand_size": 2, "opening": ("highest_tile",)},
    "heaviest": {
        "max_pip": 3, "hand_size": 2, "opening": ("doubles 3 2", "heaviest_hand"), "draw": "one",
    },
    "lots": {"max_pip": 3, "hand_size": 3, "opening": ("doubles 3 2", "lots"), "draw": "one"},
    "lots-kept": {
        "max_pip": 3, "hand_size": 2, "opening": ("doubles 3", "lots"), "lot_tile": "kept",
        "draw": "one",
    },
    "lots-lead": {"max_pip": 3, "hand_size": 2, "opening": ("lots",), "lot_tile": "leads"},
    "lot": {"max_pip": 3, "hand_size": 3, "opening": ("doubles 3 2 1 0", "lot")},
    "dealt-again": {"max_pip": 3, "hand_size": 3, "redeal_if": ("doubles 2", "same 3")},
}  # fmt: skip
NOT_COUNTED = ("heaviest", "dealt-again")


# ---- all worlds, by trying each ----


def dealt(state: State) -> tuple[list[set[Tile]], list[Tile]]:
    """Give what each seat was dealt, and the tiles drawn in order."""
    hands = [set(hand) for hand in state.hands]
    drawn = []
    for seat, move in reversed(state.history):
        if move.tile is not None and move.is_draw:
            hands[seat].remove(move.tile)
            drawn.append(move.tile)
        elif move.tile is not None:
            hands[seat].add(move.tile)
    return hands, drawn[::-1]


def key(state: State) -> World:
    """Give what makes a world: what was dealt and drawn."""
    hands, drawn = dealt(state)
    return tuple(map(frozenset, hands)), tuple(drawn)


def public(view: Observation) -> tuple[Any, ...]:
    """Give what a seat sees, how the round was opened aside."""
    return (view.events, view.hand, view.hand_sizes, view.arms, view.turn, view.points,
            view.voids, view.outcome, view.boneyard_size, view.shown_hands)  # fmt: skip


def fillings(tiles: list[Tile], sizes: list[int]) -> Iterator[list[tuple[Tile, ...]]]:
    """Give every way to deal hands of these sizes, and the rest last."""
    if not sizes:
        yield [tuple(tiles)]
        return
    for hand in itertools.combinations(tiles, sizes[0]):
        rest = [tile for tile in tiles if tile not in hand]
        for others in fillings(rest, sizes[1:]):
            yield [hand, *others]


def opens_alike(view: Observation, hands: list[list[Tile]], rest: list[Tile]) -> bool:
    """Tell whether the criteria, read one by one, lead to the same seat by the same one."""
    if view.opened_by < 0:
        return True
    rules = view.rules
    held = {tile: p for p, hand in enumerate(hands) for tile in hand}
    kept = rules.lot_tile != "returned"
    for number, criterion in enumerate(rules.opening):
        name, *words = criterion.removesuffix(" free").split()
        best: Tile | None = None
        pool = [t for t in held if not (kept and t in view.lots)]
        if name == "tile":
            best = Tile.parse(words[0]) if Tile.parse(words[0]) in pool else None
        elif name == "doubles":
            best = next((t for t in (Tile(int(v), int(v)) for v in words) if t in pool), None)
        elif name == "highest_double":
            best = max((t for t in pool if t.is_double), default=None)
        elif name == "lowest_double":
            best = min((t for t in pool if t.is_double), default=None)
        elif name == "highest_tile":
            best = max(pool, key=lambda t: (t.pips, t.high))
        elif name == "highest_tile_lex":
            best = max(pool, key=lambda t: (t.high, t.low))
        elif name == "lowest_tile":
            best = min(pool, key=lambda t: (t.pips, t.high))
        elif name == "heaviest_hand":
            weights = [(sum(t.pips for t in h), max((t.pips, t.high) for t in h)) for h in hands]
            return view.opened_by == number and weights.index(max(weights)) == view.leader
        elif name == "lots":
            shown = view.lots
            where = [p for p, t in enumerate(shown) if (held.get(t) == p if kept else t in rest)]
            return view.opened_by == number and len(where) == len(shown)
        elif name == "lot":
            return view.opened_by == number
        if best is not None:
            led = view.events[0][1].tile if view.events else None
            forced = not criterion.endswith("free")
            if view.turn == view.seat == view.leader and not view.events and forced:
                led = view.moves[0].tile
            return (
                view.opened_by == number
                and held[best] == view.leader
                and (not forced or led is None or led == best)
            )
    raise AssertionError("the round has no leader")


def dealt_again(rules: Rules, hand: list[Tile]) -> bool:
    """Tell whether the rules deal such a hand again."""
    for text in rules.redeal_if:
        kind, number = text.split()
        if kind == "doubles":
            n = sum(tile.is_double for tile in hand)
        else:
            n = max(sum(v in tile for tile in hand) for v in range(rules.max_pip + 1))
        if n >= int(number):
            return True
    return False


def enumerate_worlds(state: State, seat: int, most: int = 1_200) -> set[World] | None:
    """Give all worlds that fit what the seat sees, by replaying each; None if they are many."""
    view, rules = state.observe(seat), state.rules
    hands, drawn = dealt(state)
    others = [p for p in range(rules.seats) if p != seat]
    draws = [mover for mover, move in state.history if move.is_draw]
    own = [t for p, t in zip(draws, drawn, strict=True) if p == seat]
    theirs = sum(p != seat for p in draws)
    known = hands[seat] | set(own)
    hidden = [t for t in rules.tiles if t not in known]
    sizes = [len(hands[p]) for p in others]
    n = factorial(len(hidden)) // factorial(len(hidden) - sum(sizes) - theirs)
    for size in sizes:
        n //= factorial(size)
    if n > most:
        return None
    found = set()
    n_boneyard = len(drawn) + state.boneyard_size
    for filling in fillings(hidden, sizes):
        all_hands = [list(hands[seat])] * rules.seats
        for p, hand in zip(others, filling, strict=False):
            all_hands[p] = list(hand)
        kept = view.lots if rules.lot_tile != "returned" else ()
        if any(dealt_again(rules, [t for t in all_hands[p] if t not in kept]) for p in others):
            continue
        if not opens_alike(view, all_hands, [*filling[-1], *own]):
            continue
        for prefix in itertools.permutations(filling[-1], theirs):
            mine, they = iter(own), iter(prefix)
            order = [next(mine if p == seat else they) for p in draws]
            rest = [t for t in filling[-1] if t not in prefix]
            boneyard = (order + rest)[:n_boneyard]
            again = replay(state, all_hands, boneyard, (order + rest)[n_boneyard:])
            if again is not None and public(again.observe(seat)) == public(view):
                found.add((tuple(map(frozenset, all_hands)), tuple(order)))
    return found


def replay(state: State, hands: Any, boneyard: Any, out: Any) -> State | None:
    """Play the moves of a round again; None where a tile is not there or does not have to go."""
    again = State.deal(state.rules, hands=hands, boneyard=boneyard, exclude=out,
                       leader=state.leader, scores=state.scores, round=state.round)  # fmt: skip
    if state.observe(0).opened_by >= 0 and not state.history:
        return again if again.turn == state.turn else None
    for seat, move in state.history:
        if again.turn != seat:
            return None
        try:
            again = again.play(DRAW if move.is_draw else move)
        except (IllegalMoveError, RoundOverError):
            return None
    return again


def positions(rules: Rules, seed: int, **more: Any) -> Iterator[State]:
    """Give the states of a random round."""
    rng = random.Random(seed)
    state = State.deal(rules, seed=seed, **more)
    while True:
        yield state
        if state.is_over:
            return
        state = state.play(rng.choice(state.moves))


def check(state: State, seat: int, samples: int = 12) -> int:
    """Compare count, marginals and samples with the list of all worlds; give how many there are."""
    listed = enumerate_worlds(state, seat)
    if listed is None:
        return 0
    view = state.observe(seat)
    count = view.count_worlds()
    assert key(state) in listed
    if count.is_exact:
        assert count == len(listed), (state.history, seat)
        assert_chances(view.marginals(), marginals(view, listed))
    else:
        assert count >= len(listed)
    for world in view.sample(5, n=samples):
        assert world.observe(seat) == view
        assert key(world) in listed
    return len(listed)


def marginals(view: Observation, listed: set[World]) -> dict[Tile, tuple[float, ...]]:
    """Give where each hidden tile is in so many of the worlds."""
    seats = range(view.rules.seats)
    placed = [move.tile for _, move in view.events if move.is_placement]
    movers = [seat for seat, move in view.events if move.is_draw]
    rows: dict[Tile, list[int]] = {}
    for hands, drawn in listed:
        now = [set(hand) for hand in hands]
        for seat, tile in zip(movers, drawn, strict=True):
            now[seat].add(tile)
        for tile in view.rules.tiles - view.hand - TileSet(t for t in placed if t):
            row = rows.setdefault(tile, [0] * (len(seats) + 1))
            row[next((p for p in seats if tile in now[p]), -1)] += 1
    return {t: tuple(x / len(listed) for x in row) for t, row in rows.items()}


def assert_chances(
    found: dict[Tile, tuple[float, ...]], expected: dict[Tile, tuple[float, ...]]
) -> None:
    """Check chances that are summed as floating-point numbers."""
    assert found.keys() == expected.keys()
    for tile, row in expected.items():
        assert found[tile] == pytest.approx(row, rel=1e-12, abs=1e-15)


def assert_uniform(view: Observation, listed: set[World], seed: int) -> None:
    """Draw each world 40 times on the average, and compare by chi-square."""
    drawn = Counter(key(world) for world in view.sample(seed, n=40 * len(listed)))
    assert set(drawn) == listed
    squares = sum((drawn[world] - 40) ** 2 / 40 for world in listed)
    free = len(listed) - 1
    assert squares < free + 4.5 * (2 * free) ** 0.5 + 8


# ---- against the list ----


@pytest.mark.parametrize("name", SMALL)
def test_worlds_are_those_that_replay(name: str) -> None:
    """Counts, marginals and samples agree with the list at every point of random rounds."""
    rules = Rules(**SMALL[name], target=None)
    rng = random.Random(name)
    compared = 0
    for seed in range(6):
        for state in positions(rules, seed):
            compared += check(state, rng.randrange(rules.seats)) > 1
    assert compared >= 6


@pytest.mark.parametrize("name", NOT_COUNTED)
def test_upper_bounds_say_so(name: str) -> None:
    """Where worlds are thrown away the count says that it is an upper bound."""
    rules = Rules(**SMALL[name], target=None)
    counts = [s.observe(0).count_worlds() for seed in range(20) for s in positions(rules, seed)]
    assert any(not count.is_exact for count in counts)


@pytest.mark.parametrize("draw", ["none", "one"])
def test_tiles_out_of_play(draw: str) -> None:
    """Tiles that are in no hand and not in the boneyard may be any that are not seen."""
    rules = Rules(max_pip=3, hand_size=2, draw=draw, target=None)
    tiles = list(rules.tiles)
    for seed in range(8):
        rng = random.Random(seed)
        rng.shuffle(tiles)
        state = State.deal(rules, hands=[tiles[:2], tiles[2:4]], boneyard=tiles[4:7],
                           exclude=tiles[7:], leader=0)  # fmt: skip
        while not state.is_over:
            assert check(state, rng.randrange(2)) >= 1
            state = state.play(rng.choice(state.moves))


@pytest.mark.parametrize("name", SMALL)
def test_samples_are_uniform(name: str) -> None:
    """Every world is drawn, and as often as every other, by chi-square."""
    rules = Rules(**SMALL[name], target=None)
    tested = 0
    for seed in range(200):
        for state in positions(rules, seed):
            seat = seed % rules.seats
            listed = enumerate_worlds(state, seat)
            if listed is None or not 5 <= len(listed) <= 36 or len(state.history) < 2:
                continue
            assert_uniform(state.observe(seat), listed, seed)
            tested += 1
            break
        if tested == 3:
            break
    assert tested >= 3


@pytest.mark.parametrize("draw", ["none", "until_playable"])
def test_samples_with_tiles_out_of_play_are_uniform(draw: str) -> None:
    """The same where some tiles are in no hand and not in the boneyard, which nobody sees."""
    rules = Rules(max_pip=3, hand_size=2, draw=draw, target=None)
    tested = 0
    for seed in range(30):
        rng = random.Random(seed)
        tiles = rng.sample(list(rules.tiles), 10)
        state = State.deal(rules, hands=[tiles[:2], tiles[2:4]], boneyard=tiles[4:7],
                           exclude=tiles[7:], leader=0)  # fmt: skip
        for _ in range(3):
            if not state.is_over:
                state = state.play(rng.choice(state.moves))
        listed = enumerate_worlds(state, 0)
        if listed is not None and 5 <= len(listed) <= 36:
            assert_uniform(state.observe(0), listed, seed)
            tested += 1
    assert tested >= 3


# ---- numbers that are known ----


def test_four_hands_at_the_start() -> None:
    """One of four seats sees 21! / (7!)^3 worlds."""
    rules = Rules(seats=4, sides=(0, 1, 0, 1))
    view = State.deal(rules, seed=1, leader=0).observe(2)
    count = view.count_worlds()
    assert count == 399_072_960 == factorial(21) // factorial(7) ** 3
    assert count.is_exact
    assert view.marginals() == dict.fromkeys(
        Rules().tiles - view.hand, pytest.approx((1 / 3, 1 / 3, 0.0, 1 / 3, 0.0))
    )


def test_two_hands_at_the_start() -> None:
    """Of two seats one sees C(21, 7) worlds: the order of the boneyard does not count."""
    for rules in (Rules(), Rules(draw="until_playable")):
        view = State.deal(rules, seed=1, leader=0).observe(0)
        assert view.count_worlds() == 116_280 == comb(21, 7)
    boneyards = {world.boneyard for world in view.sample(1, n=50)}
    assert len(boneyards) == 50


def test_an_opening_takes_worlds_away() -> None:
    """The highest double leads: all higher ones were dealt to nobody, and it to the leader."""
    rules = Rules(opening=("highest_double", "highest_tile"))
    hands = ["5-5 6-5 6-4 1-0 2-0 3-0 4-0", "3-3 1-1 2-1 3-1 4-1 3-2 4-2"]
    start = State.deal(rules, hands=hands)
    assert start.observe(0).count_worlds() == comb(20, 7)
    assert start.observe(1).count_worlds() == comb(20, 6) + comb(19, 6) + comb(18, 6)
    # The 6-6 is in the boneyard; six of the other 19 fit, and seat 1, who has none, is not stuck
    # for good: seat 0 holds one of them.
    assert start.play("*5-5").observe(1).count_worlds() == comb(19, 6) - comb(13, 6)


def test_a_round_that_goes_on_is_not_stuck() -> None:
    """Where nobody may draw a world in which no tile fits is none."""
    rules = Rules(max_pip=2, hand_size=2)
    state = State.deal(rules, hands=["2-2 1-1", "2-0 1-0"], leader=0).play("*2-2")
    view = state.observe(0)
    # Hidden are 2-1 2-0 1-0 0-0; of the six pairs only 1-0 0-0 has no 2.
    assert view.count_worlds() == 5
    assert all("2" in str(world.hand(1)) for world in view.sample(1, n=50))
    assert view.marginals()[Tile(2, 0)] == pytest.approx((0.0, 3 / 5, 2 / 5))


FRESH = ("*6-5", 21, 11, 120, 116_280)
LATE = ("*6-0 <0-1 <1-2 <2-3 <3-4 <4-4 <4-5", 14, 5, 36, 3432)


@pytest.mark.parametrize(("layout", "unseen", "fit", "passing", "count"), [FRESH, LATE])
def test_the_chance_of_a_pass(layout: str, unseen: int, fit: int, passing: int, count: int) -> None:
    """Seven of so many unseen tiles lack all that fit as often as the formula says."""
    rules = Rules()
    laid = TileSet(word[1:] for word in layout.split())
    fitting = [t for t in rules.tiles - laid if 6 in t or 5 in t]
    dull = [t for t in rules.tiles - laid if t not in fitting]
    mine = 28 - unseen - len(laid)
    own = fitting[fit:] + dull[: mine - len(fitting) + fit]
    other = dull[-7:]
    assert not set(own) & set(other)
    boneyard = rules.tiles - laid - TileSet(own) - TileSet(other)
    state = State.setup(rules, layout=layout, hands=[own, other], turn=1, boneyard=boneyard)
    assert state.observe(0).count_worlds() == count
    after = state.play(PASS)
    assert after.observe(0).count_worlds() == passing
    assert passing / count == pytest.approx({120: 0.00103199, 36: 0.01048951}[passing], abs=5e-9)


# ---- samples ----


def test_seeds() -> None:
    """Seeds 0 to 99 give different worlds, and one seed the same world twice."""
    state = State.deal(Rules(seats=4, sides=(0, 1, 0, 1)), seed=4, leader=0)
    view = state.play(state.moves[0]).observe(2)
    assert view.count_worlds() >= 1000
    assert len({view.sample(seed).hands for seed in range(100)}) > 90
    assert view.sample(7) == view.sample(7)
    assert view.sample(7) != view.sample(7 + (1 << 64))
    assert view.sample() != view.sample()


def test_numbers_of_samples() -> None:
    """A sample has the number of its place: asking for more does not change the first ones."""
    view = State.deal(Rules(), seed=4, leader=0).observe(0)
    many = view.sample(3, n=5)
    assert view.sample(3, n=2) == many[:2]
    assert view.sample(3) == many[0]
    assert view.sample(3, n=0) == []
    with pytest.raises(ValueError, match="n is a number from 0"):
        view.sample(3, n=-1)
    with pytest.raises(TypeError):
        view.sample("3", n=1)  # type: ignore[call-overload]


def test_many_samples_are_drawn_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts, between which an interrupt arrives, join to the same worlds."""
    view = State.deal(Rules(), seed=4, leader=0).observe(0)
    whole = view.sample(3, n=23)
    monkeypatch.setattr(world_case, "_SOME", 7)
    assert view.sample(3, n=23) == whole


def test_the_view_of_a_seat_not_on_turn() -> None:
    """What seat 2 holds stays, seat 0 stays on turn, and the history is the same."""
    state = State.deal(Rules(seats=3, hand_size=5), seed=9, leader=0)
    while len(state.history) < 3:
        state = state.play(state.moves[-1])
    assert state.turn == 0
    for world in state.observe(2).sample(1, n=20):
        assert world.hand(2) == state.hand(2)
        assert world.turn == 0
        assert world.history == state.history
        assert tuple(world.moves)


@pytest.mark.parametrize("name", sorted(dc.variants))
def test_samples_look_the_same(name: str) -> None:
    """In every game that comes along, a world that is drawn is seen as what it was drawn from."""
    variant = dc.variant(name)
    for seed in range(4):
        rng = random.Random(seed)
        state = variant.deal(seed=seed, scores=[5] * variant.rules.n_sides, round=3)
        while True:
            view = state.observe(rng.randrange(state.rules.seats))
            world = view.sample(seed)
            assert world.observe(view.seat) == view
            assert (world.opened_by, world.scores, world.round) == (
                state.opened_by, state.scores, state.round,
            )  # fmt: skip
            assert pickle.loads(pickle.dumps(world)) == world
            if state.is_over:
                break
            state = state.play(rng.choice(state.moves))


def test_the_end_of_a_round() -> None:
    """When hands are shown a world has them, and only the boneyard's order is open."""
    for seed in range(20):
        *_, end = positions(Rules(max_pip=3, hand_size=3, target=None), seed)
        view = end.observe(0)
        assert view.count_worlds() == 1
        assert view.sample(1).hands == end.hands


# ---- positions that were set up ----


@pytest.mark.parametrize("draw", ["none", "one", "until_playable"])
def test_positions_set_up(draw: str) -> None:
    """What was played since is read like any record; the worlds are those that replay."""
    rules = Rules(max_pip=3, hand_size=2, draw=draw, target=None)
    for seed in range(10):
        rng = random.Random(seed)
        tiles = [t for t in rules.tiles if t not in (Tile(3, 2), Tile(2, 1))]
        rng.shuffle(tiles)
        hands, boneyard = [tiles[:2], tiles[2:4]], tiles[4:]
        args: dict[str, Any] = {"layout": "*3-2 <2-1", "turn": seed % 2}
        start = State.setup(rules, hands=hands, boneyard=boneyard, **args)
        state = start
        while not state.is_over:
            view = state.observe(1)
            found = set()
            draws = [seat for seat, move in state.history if move.is_draw]
            n = draws.count(0)
            own = [m.tile for s, m in state.observe(1).events if m.is_draw and s == 1]
            hidden = [t for t in tiles if t not in hands[1] and t not in own]
            for other in itertools.combinations(hidden, 2):
                for prefix in itertools.permutations([t for t in hidden if t not in other], n):
                    mine, they = iter(own), iter(prefix)
                    order = [next(they if seat == 0 else mine) for seat in draws]
                    rest = [t for t in hidden if t not in other and t not in prefix]
                    world = State.setup(rules, hands=[other, hands[1]],
                                        boneyard=order + rest, **args)  # fmt: skip
                    try:
                        for _, move in state.history:
                            world = world.play(DRAW if move.is_draw else move)
                    except (IllegalMoveError, RoundOverError):
                        continue
                    if world.observe(1) == view:
                        found.add((other, tuple(order)))
            assert view.count_worlds() == len(found)
            world = view.sample(3)
            assert world.observe(1) == view
            assert pickle.loads(pickle.dumps(world)) == world
            state = state.play(rng.choice(state.moves))


def test_positions_set_up_with_a_spinner() -> None:
    """There only the voids that the table keeps are read: sound, and samples look the same."""
    rules = Rules(spinner="first_double", draw="one", target=None)
    tiles = list(rules.tiles - TileSet("6-6 6-5 6-4"))
    for seed in range(5):
        rng = random.Random(seed)
        rng.shuffle(tiles)
        state = State.setup(rules, layout="*6-6 >6-5 <6-4", hands=[tiles[:6], tiles[6:12]],
                            boneyard=tiles[12:])  # fmt: skip
        while not state.is_over:
            view = state.observe(0)
            for world in view.sample(seed, n=3):
                assert world.observe(0) == view
                assert pickle.loads(pickle.dumps(world)) == world
            state = state.play(rng.choice(state.moves))


# ---- the count itself ----


def test_too_much_to_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that is too long is read in part, and each world that is drawn is checked."""
    monkeypatch.setattr(worlds, "_MOST_WORDS", 60)
    worlds.known.cache_clear()
    rules = Rules(**SMALL["draw-3"], target=None)
    bounds = 0
    for seed in range(6):
        for state in positions(rules, seed):
            bounds += not state.observe(0).count_worlds().is_exact
            check(state, 0, 3)
    worlds.known.cache_clear()
    assert bounds


def test_what_is_left_out_of_the_count_is_checked_and_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a record that is read in part, worlds that the rest of it denies are thrown away: those
    that are drawn replay, and the chances are those of the list to within 4.5 standard errors of
    a share of the 2000 worlds that they are estimated from.
    """
    monkeypatch.setattr(worlds, "_MOST_WORDS", 60)
    worlds.known.cache_clear()
    rules = Rules(**SMALL["turn-ends"], target=None)
    compared = 0
    for state in positions(rules, 2):
        view, listed = state.observe(0), enumerate_worlds(state, 0, 300)
        if listed is None or view.is_over or view.count_worlds() == len(listed):
            continue
        compared += 1
        assert {key(world) for world in view.sample(3, n=20 * len(listed))} == listed
        found, expected = view.marginals(), marginals(view, listed)
        assert found.keys() == expected.keys()
        for tile, row in expected.items():
            assert found[tile] == pytest.approx(row, abs=4.5 * (0.25 / 2000) ** 0.5)
    worlds.known.cache_clear()
    assert compared


def test_a_record_read_in_part_that_cannot_be_has_no_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seat 1 holds 2-1, 2-0 and 1-0, for there are no other tiles, and passed at a 2."""
    monkeypatch.setattr(worlds, "_MOST_WORDS", 1)
    monkeypatch.setattr(worlds, "_ATTEMPTS", 20)
    worlds.known.cache_clear()
    view = Observation.parse(
        "block;hand_size=3;max_pip=2 d2 2-2 1-1.0-0/?3 - 0 1 0:0 seat=0 moves=0:*2-2,1:--"
    )
    with pytest.raises(dc.RulesError, match="no world fits this observation"):
        view.sample(1, n=1)
    worlds.known.cache_clear()


def test_a_view_that_cannot_be() -> None:
    """A view that fits no world has none to draw."""
    state = State.deal(Rules(max_pip=2, hand_size=3), hands=["2-2 1-1 0-0", "2-1 2-0 1-0"],
                       boneyard="-", leader=0)  # fmt: skip
    view = state.play("*2-2").observe(0)
    assert view.count_worlds() == 1
