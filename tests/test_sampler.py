# SPDX-License-Identifier: MIT
"""The core's sampler of hidden worlds: counts, chances and draws against a count tile by tile."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import comb, factorial
from typing import Any

import pytest

import dominocore as dc
from dominocore import RoundOverError, Rules, State, _native
from dominocore.solver import solve, solve_many
from dominocore.world_case import Sampler
from dominocore.world_opening import Pattern
from dominocore.world_record import Record
from dominocore.worlds import Worlds, known

ffi, lib = _native.ffi, _native.lib
NONE = _native.NONE
KEY = (7).to_bytes(32, "little")
PAIRS = Rules(seats=4, sides=(0, 1, 0, 1))


def stream(number: int = 0) -> Any:
    """Give a random stream of the core."""
    return _native._stream(KEY, lib.DMC_FOR_SAMPLE, 0, number)


# ---- against a count tile by tile ----


def count(
    allowed: Mapping[int, int], sizes: Sequence[int], fits: int | None, held: Sequence[bool]
) -> int:
    """Count the ways to fill slots, one tile after the other."""
    tiles = list(allowed)

    @cache
    def ways(at: int, left: tuple[int, ...], needs: bool) -> int:
        if at == len(tiles):
            return not needs
        total = 0
        for s, places in enumerate(left):
            if places and allowed[tiles[at]] >> s & 1:
                met = held[s] and bool((fits or 0) >> tiles[at] & 1)
                less = (*left[:s], places - 1, *left[s + 1 :])
                total += ways(at + 1, less, needs and not met)
        return total

    return ways(0, tuple(sizes), fits is not None)


class Setting:
    """Tiles that may go where chance has it, after a real deal."""

    def __init__(self, seed: int, rules: Rules, kinds: int) -> None:
        rng = random.Random(seed)
        self.record = Record(State.deal(rules, seed=seed, leader=0).observe(0))
        slots = self.record.slots
        every = (1 << len(slots)) - 1
        masks = [every, *(rng.randrange(1, every + 1) for _ in range(kinds - 1))]
        tiles = [t for t in range(rules.tiles.mask.bit_length()) if self.record.hidden >> t & 1]
        self.allowed = {t: rng.choice(masks) for t in tiles}
        self.fits = None if rng.random() < 0.5 else sum(1 << t for t in tiles if rng.random() < 0.1)
        self.sizes = [slot.size for slot in slots]
        self.held = [slot.seat is not None for slot in slots]
        self.sampler = Sampler(self.record, [Pattern(NONE, self.allowed, self.fits)], None)

    def count(self, tile: int | None = None, slot: int = 0) -> int:
        """Count all, or those that have a tile in a slot."""
        allowed = dict(self.allowed)
        if tile is not None:
            allowed[tile] &= 1 << slot
        return count(allowed, self.sizes, self.fits, self.held)

    def rows(self, n: int) -> Iterator[list[int]]:
        """Draw hands as tile masks."""
        hands = ffi.new("dmc_set[]", 8 * n)
        _native._check(lib.dmc_sampler_hands(self.sampler.c, stream(), n, hands))
        seats = len(self.record.dealt)
        for i in range(n):
            yield [_mask(hands[8 * i + p]) for p in range(seats)]


def settings(name: str) -> list[Setting]:
    """Give some settings that have worlds, and all with none that came up on the way."""
    rules, kinds = SETTINGS[name]
    found: list[Setting] = []
    for seed in range(1000):
        found.append(Setting(seed, rules, kinds))
        if sum(setting.sampler.count > 0 for setting in found) == 4:
            return found
    raise AssertionError("too few settings have a world")


def _mask(tiles: Any) -> int:
    return sum(int(tiles.word[w]) << 64 * w for w in range(3))


SETTINGS = {
    "double-6": (Rules(seats=3, hand_size=7), 5),
    "double-9": (Rules(max_pip=9, seats=4, hand_size=8), 4),
    "double-12": (Rules(max_pip=12, seats=3, hand_size=10), 4),
    "double-18": (Rules(max_pip=18, seats=3, hand_size=9), 3),
}


@pytest.mark.parametrize("name", SETTINGS)
def test_counts_and_chances(name: str) -> None:
    """Counts of up to hundreds of bits, and chances, are those of a count tile by tile."""
    rules, _ = SETTINGS[name]
    for seed, setting in enumerate(settings(name)):
        total = setting.count()
        assert setting.sampler.count == total
        if not total:
            continue
        tiles = list(setting.allowed)
        chances = setting.sampler.chances(tiles)
        for tile in random.Random(seed).sample(tiles, 3):
            expected = [0.0] * (rules.seats + 1)
            for s, slot in enumerate(setting.record.slots):
                if setting.allowed[tile] >> s & 1:
                    at = rules.seats if slot.seat is None else slot.seat
                    expected[at] += setting.count(tile, s) / total
            assert chances[tile] == pytest.approx(expected, rel=1e-11, abs=1e-14)


@pytest.mark.parametrize("name", SETTINGS)
def test_draws_have_the_chances_of_the_count(name: str) -> None:
    """Tiles come to hands as often as the count says, by chi-square, with numbers of any size."""
    rules, _ = SETTINGS[name]
    n, tested, widths = 4000, 0, set()
    for setting in settings(name):
        if not setting.sampler.count:
            continue
        widths.add(setting.sampler.c.width)
        rows = list(setting.rows(n))
        tiles = list(setting.allowed)
        for tile, row in setting.sampler.chances(tiles).items():
            seen = [sum(hands[p] >> tile & 1 for hands in rows) for p in range(rules.seats)]
            seen.append(n - sum(seen))
            assert all(x or not k for x, k in zip(row, seen, strict=True))
            expected = [(x * n, k) for x, k in zip(row, seen, strict=True) if x > 0]
            squares = sum((k - x) ** 2 / x for x, k in expected)
            free = len(expected) - 1
            assert squares < free + 6 * (2 * free) ** 0.5 + 20
            tested += free > 0
    assert tested > 40
    assert (max(widths) > 1) == (rules.max_pip > 6)


def worlds_of(setting: Setting) -> set[tuple[int, ...]]:
    """List the hands of the hidden seats in every way to fill the slots, one tile after another."""
    found = {(0,) * len(setting.sizes)}
    for tile, slots in setting.allowed.items():
        found = {
            (*sets[:s], sets[s] | 1 << tile, *sets[s + 1 :])
            for sets in found
            for s, size in enumerate(setting.sizes)
            if slots >> s & 1 and sets[s].bit_count() < size
        }
    held = [sum(m for m, h in zip(sets, setting.held, strict=True) if h) for sets in found]
    fits = setting.fits
    return {
        tuple(m for m, h in zip(sets, setting.held, strict=True) if h)
        for sets, all_held in zip(found, held, strict=True)
        if fits is None or all_held & fits
    }


@pytest.mark.parametrize("kinds", [2, 3, 5])
@pytest.mark.parametrize("pips, seats, size", [(3, 3, 2), (4, 4, 3), (4, 2, 5), (4, 5, 2)])
def test_each_world_is_equally_likely(pips: int, seats: int, size: int, kinds: int) -> None:
    """Every world of a list made tile by tile comes up, no other, by chi-square equally often."""
    rules, tested = Rules(max_pip=pips, seats=seats, hand_size=size), 0
    for seed in range(500):
        setting = Setting(seed, rules, kinds)
        if not 1 < setting.sampler.count <= 1000:
            continue
        worlds = worlds_of(setting)
        assert setting.sampler.count == len(worlds)
        seen = Counter(tuple(hands[1:]) for hands in setting.rows(40 * len(worlds)))
        assert set(seen) == worlds
        free = len(worlds) - 1
        assert sum((k - 40) ** 2 / 40 for k in seen.values()) < free + 6 * (2 * free) ** 0.5 + 20
        tested += 1
        if tested == 4:
            break
    assert tested


def test_counts_of_many_digits() -> None:
    """At the start of a round with 190 tiles a seat sees as many worlds as the formula has it."""
    rules = Rules(max_pip=18, seats=8, hand_size=20, draw="until_playable")
    view = State.deal(rules, seed=1, leader=0).observe(3)
    assert view.count_worlds() == factorial(170) // (factorial(20) ** 7 * factorial(30))
    world = view.sample(1)
    assert world.observe(3) == view


def test_a_pair_of_tiles_is_as_likely_as_every_other() -> None:
    """One of two seats sees each pair of hidden tiles in the other hand equally often."""
    view = State.deal(Rules(max_pip=3, hand_size=2), seed=2, leader=0).observe(0)
    n = 28 * 500
    seen = Counter(world.hand(1) for world in view.sample(3, n=n))
    assert len(seen) == view.count_worlds() == comb(8, 2)
    assert sum((k - 500) ** 2 / 500 for k in seen.values()) < 27 + 4.5 * 54**0.5 + 8


# ---- what is drawn from the stream ----


def test_the_stream_says_what_is_drawn() -> None:
    """One seed gives the same worlds everywhere: bounded numbers from 32-bit words alone."""
    view = State.deal(PAIRS, seed=1, leader=0).observe(2)
    rng = _native._stream(KEY, lib.DMC_FOR_SAMPLE, 0, 0)
    pile = [t.index for t in PAIRS.tiles if t not in view.hand]
    places: list[int] = []
    while len(places) < 14:
        word, product, batch = int(lib.dmc_rng_next(rng)), 1, []
        while len(places) + len(batch) < 14:
            bound = 21 - len(places) - len(batch)
            if product * bound >= 1 << 30:
                break
            product *= bound
            batch.append(word * bound >> 32)
            word = word * bound & 0xFFFFFFFF
        if word >= (1 << 32) % product:
            places += batch
    taken = []
    for place in places:
        taken.append(pile[place])
        pile[place] = pile[-1]
        pile.pop()
    hands = [taken[:7], taken[7:], pile]
    world = dc.worlds.sample(view, 7, 1)[0]
    assert [sorted(t.index for t in world.hand(p)) for p in (0, 1, 3)] == list(map(sorted, hands))


def test_hands_alone_and_whole_states() -> None:
    """Hands that are drawn alone are those of the states when nothing else is random."""
    view = State.deal(PAIRS, seed=1, leader=0).observe(2)
    found = known(view)
    hands = ffi.new("dmc_set[]", 8 * 20)
    assert lib.dmc_sampler_hands(found.sampler.c, stream(), 20, hands) == 0
    for i, world in enumerate(found.draw(KEY, 20)):
        assert [_mask(hands[8 * i + p]) for p in range(4)] == [h.mask for h in world.hands]


# ---- worlds as a sequence ----


def test_worlds_are_a_sequence() -> None:
    """Worlds are indexed, sliced, compared and pickled like any sequence of states."""
    view = State.deal(dc.variant("draw").rules, seed=4, leader=0).observe(0)
    worlds = view.sample(3, n=6)
    states = list(worlds)
    assert len(worlds) == 6
    assert [worlds[i] for i in range(-6, 6)] == states + states
    assert worlds[1:4] == states[1:4]
    assert worlds[::-2] == states[::-2]
    assert isinstance(worlds[1:4], Worlds)
    assert worlds == view.sample(3, n=6)
    assert hash(worlds) == hash(view.sample(3, n=6))
    assert worlds != view.sample(4, n=6)
    assert worlds != "worlds"
    assert states[2] in worlds
    assert repr(worlds) == "<Worlds n=6>"
    assert pickle.loads(pickle.dumps(worlds)) == worlds
    with pytest.raises(IndexError):
        _ = worlds[6]


def test_worlds_lie_packed() -> None:
    """The buffers hold the bytes of each state and each deal, and nobody may write them."""
    worlds = State.deal(PAIRS, seed=4, leader=0).observe(0).sample(3, n=3)
    assert bytes(worlds._states) == b"".join(state._struct for state in worlds)
    assert bytes(worlds._deals) == b"".join(_native.deal_bytes(s._round.c) for s in worlds)
    with pytest.raises(TypeError):
        worlds._states[0] = 1  # type: ignore[index]


def test_broken_pickles_of_worlds() -> None:
    """Worlds that are no states of their rules, or of another format, are refused."""
    worlds = State.deal(PAIRS, seed=4, leader=0).observe(0).sample(3, n=2)
    restore, (form, rules, states, deals, *rest) = worlds.__reduce__()
    assert restore(form, rules, states, deals, *rest) == worlds
    with pytest.raises(ValueError, match=f"format {form + 1}"):
        restore(form + 1, rules, states, deals, *rest)
    with pytest.raises(ValueError, match="bytes in this version, got"):
        restore(form, rules, states[1:], deals, *rest)
    with pytest.raises(ValueError, match="does not lead to it"):
        restore(form, rules, states, deals[:252] * 2, *rest)


def test_calls_that_take_many_states_take_worlds() -> None:
    """Worlds are solved and played on as they lie in memory, as if each were a state alone."""
    state = State.deal(PAIRS, seed=4, leader=0)
    while len(state.history) < 16:
        state = state.play(state.moves[0])
    worlds = state.observe(state.turn or 0).sample(3, n=3)
    values = [solution.value for solution in solve_many(worlds, detail=False)]
    assert values == [solve(world).value for world in worlds]
    assert dc.playouts(worlds, 50, seed=1) == dc.playouts(list(worlds), 50, seed=1)
    while not state.is_over:
        state = state.play(state.moves[0])
    over = state.observe(0).sample(3, n=2)
    with pytest.raises(RoundOverError, match="state 0 is over"):
        dc.playouts(over, 50, seed=1)
    with pytest.raises(RoundOverError, match="state 0 is over"):
        solve_many(over)
