# SPDX-License-Identifier: MIT
"""How long a hidden world takes to draw and a view to read, beside the `dominoes` package.

Beside each time stands the mean number of pips in the hand of the next seat, which has to be the
one that the exact chances give. Times are reported and never asserted.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from dominocore import PASS, Observation, Rules, State, Tile, _native
from dominocore.builtin_variants import draw
from dominocore.worlds import known

dominoes = pytest.importorskip("dominoes", reason="the package to compare with is not installed")

ffi, lib = _native.ffi, _native.lib
PAIRS = Rules(seats=4, sides=(0, 1, 0, 1))
N = 20_000
SEVERAL = 200
Wanted = Callable[[State], bool]


def position(rules: Rules, plies: int, wanted: Wanted) -> State:
    """Give the first random round that goes on after so many moves and is as wanted."""
    for seed in range(10_000):
        rng = random.Random(seed)
        state = State.deal(rules, seed=seed, leader=0)
        while not state.is_over and len(state.history) < plies:
            state = state.play(rng.choice(state.moves))
        if not state.is_over and wanted(state):
            return state
    raise AssertionError("no round is as wanted")


POSITIONS = {
    "block, 4 seats, start": position(PAIRS, 0, lambda state: True),
    "block, 4 seats, 1 pass": position(
        PAIRS, 12, lambda state: sum(move is PASS for _, move in state.history) == 1
    ),
    "block, 4 seats, 4 passes": position(
        PAIRS, 16, lambda state: sum(move is PASS for _, move in state.history) == 4
    ),
    "draw, 2 seats, 5 draws": position(
        draw(),
        16,
        lambda state: sum(move.is_draw and s != state.turn for s, move in state.history) == 5,
    ),
}
VIEWS = {name: state.observe(state.turn or 0) for name, state in POSITIONS.items()}


def pips_expected(view: Observation) -> float:
    """Give the mean pips of the next seat's hand by the exact chances."""
    seat = (view.seat + 1) % view.rules.seats
    return sum(tile.pips * row[seat] for tile, row in view.marginals().items())


def report(benchmark: Any, view: Observation, worlds: int, pips: float) -> None:
    """Write down what was drawn and check it; the deviation of a hand's pips is below 12."""
    expected = pips_expected(view)
    benchmark.extra_info.update(
        worlds=worlds, mean_pips=round(pips, 3), expected=round(expected, 3),
        count=int(view.count_worlds()),
    )  # fmt: skip
    assert abs(pips - expected) < 6 * 12 / worlds**0.5


def pips_of(data: Any) -> int:
    """Sum the pips of a set of tiles."""
    mask = sum(int(data.word[w]) << 64 * w for w in range(3))
    return sum(Tile.from_index(i).pips for i in range(28) if mask >> i & 1)


@pytest.mark.parametrize("name", VIEWS)
def test_hands(benchmark: Any, name: str) -> None:
    """The hidden hands alone, many in one call."""
    view = VIEWS[name]
    sampler, seat = known(view).sampler.c, (view.seat + 1) % view.rules.seats
    hands = ffi.new("dmc_set[]", 8 * N)
    rng = _native._stream(bytes(32), lib.DMC_FOR_SAMPLE, 0, 0)
    assert benchmark(lib.dmc_sampler_hands, sampler, rng, N, hands) == 0
    report(benchmark, view, N, sum(pips_of(hands[8 * i + seat]) for i in range(N)) / N)


@pytest.mark.parametrize("name", VIEWS)
def test_states(benchmark: Any, name: str) -> None:
    """Whole states and their deals, through the public interface."""
    view = VIEWS[name]
    seat = (view.seat + 1) % view.rules.seats
    worlds = benchmark(view.sample, 1, n=N)
    report(benchmark, view, N, sum(world.hand(seat).pips for world in worlds) / N)


@pytest.mark.parametrize("name", VIEWS)
def test_read(benchmark: Any, name: str) -> None:
    """Read the record of a view and count, which comes before the first world."""
    view = VIEWS[name]

    def run() -> int:
        known.cache_clear()
        return view.count_worlds()

    assert benchmark(run) == view.count_worlds() > 0


@pytest.mark.parametrize("name", VIEWS)
def test_marginals(benchmark: Any, name: str) -> None:
    """The chances of every hidden tile, of a view that was read."""
    view = VIEWS[name]
    chances = benchmark(view.marginals)
    held = sum(view.hand_sizes) - len(view.hand)
    assert sum(sum(row[:-1]) for row in chances.values()) == pytest.approx(held)


def peer_of(state: State) -> Any:
    """Give the same round in the `dominoes` package."""

    def domino(tile: Tile) -> Any:
        return dominoes.Domino(tile.low, tile.high)

    moves, board = [], dominoes.SkinnyBoard()
    for _, move in state.history:
        if move.tile is None:
            moves.append(None)
        else:
            moves.append((domino(move.tile), move.arm == lib.DMC_ARM_LEFT))
            board.add(*moves[-1])
    hands = [dominoes.Hand(map(domino, hand)) for hand in state.hands]
    return dominoes.Game(board, hands, moves, state.turn, (), state.leader, None)


@pytest.mark.parametrize("name", [name for name in VIEWS if name.startswith("block")])
def test_rejection_in_dominoes(benchmark: Any, name: str) -> None:
    """Hands that `dominoes` draws until they fit; it does not know that the round goes on."""
    view, game = VIEWS[name], peer_of(POSITIONS[name])
    seat = (view.seat + 1) % 4
    random.seed(3)  # it shuffles by the global generator

    def run() -> list[Any]:
        return [game.random_possible_hands() for _ in range(SEVERAL)]

    drawn = benchmark(run)
    pips = sum(d.first + d.second for hands in drawn for d in hands[seat]) / SEVERAL
    report(benchmark, view, SEVERAL, pips)
