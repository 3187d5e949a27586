# SPDX-License-Identifier: MIT
"""How long a ply and a round take through the public interface, beside the `dominoes` package.

Times are reported and never asserted; what is asserted is that the work was done and done right.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from dominocore import Rules, State
from dominocore.builtin_variants import aberto, block, bode, draw, fives, latin
from dominocore.search import perft

dominoes = pytest.importorskip("dominoes", reason="the package to compare with is not installed")

PAIRS = Rules(seats=4, sides=(0, 1, 0, 1), points_from="all", minus_own=False, target=None)
GAMES = {
    "aberto": aberto(),
    "latin": latin(),
    "bode": bode(),
    "fives": fives(),
    "draw": draw(),
    "block": block(),
}
ROUNDS = 200
Choose = Callable[[Sequence[Any]], Any]


def choosers(seed: int) -> dict[str, Choose]:
    """Two ways to pick a move: as users write it, and the quickest one."""
    rng = random.Random(seed)
    uniform = rng.random
    return {"choice": rng.choice, "index": lambda moves: moves[int(uniform() * len(moves))]}


def play_round(rules: Rules, seed: int, choose: Choose) -> State:
    """Deal a round and play random moves to its end."""
    state = State.deal(rules, seed=seed, leader=0)
    while not state.is_over:
        state = state.play(choose(state.moves))
    return state


def states_of(rules: Rules) -> list[State]:
    """All states but the last of some random rounds."""
    choose = choosers(1)["index"]
    found = []
    for seed in range(50):
        state = State.deal(rules, seed=seed, leader=0)
        while not state.is_over:
            found.append(state)
            state = state.play(choose(state.moves))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_play(benchmark: Any, game: str) -> None:
    """`State.play`, the move at hand."""
    pairs = [(state, state.moves[0]) for state in states_of(GAMES[game])]

    def run() -> int:
        return sum(state.play(move).turn != state.turn for state, move in pairs)

    benchmark.extra_info["plies"] = len(pairs)
    changed = benchmark(run)
    draws = sum(move.is_draw for _, move in pairs)
    assert len(pairs) - draws <= changed <= len(pairs)  # only a draw may keep the turn


@pytest.mark.parametrize("game", GAMES)
def test_moves(benchmark: Any, game: str) -> None:
    """`State.moves`, every move looked at."""
    states = states_of(GAMES[game])

    def run() -> int:
        n = 0
        for state in states:
            for _ in state.moves:
                n += 1
        return n

    benchmark.extra_info["plies"] = len(states)
    assert benchmark(run) == sum(perft(state, 1) for state in states)


@pytest.mark.parametrize("way", ["choice", "index"])
@pytest.mark.parametrize("game", GAMES)
def test_round(benchmark: Any, game: str, way: str) -> None:
    """Random rounds, deal included."""
    rules = GAMES[game]

    def run() -> list[State]:
        choose = choosers(2)[way]
        return [play_round(rules, seed, choose) for seed in range(ROUNDS)]

    ends = benchmark(run)
    benchmark.extra_info["plies"] = sum(len(state.history) for state in ends)
    for state in ends:
        tiles = len(state.played) + sum(state.hand_sizes) + state.boneyard_size
        assert state.outcome is not None and tiles == 28


@pytest.mark.benchmark(group="pairs: 200 rounds of four seats, deal included")
@pytest.mark.parametrize("way", ["choice", "index"])
def test_pairs_of_dominocore(benchmark: Any, way: str) -> None:
    """The block game in pairs, every ply through the public interface."""

    def run() -> list[State]:
        choose = choosers(3)[way]
        return [play_round(PAIRS, seed, choose) for seed in range(ROUNDS)]

    ends = benchmark(run)
    benchmark.extra_info["placements"] = sum(len(state.played) for state in ends)
    assert all(len(state.played) + sum(state.hand_sizes) == 28 for state in ends)


@pytest.mark.benchmark(group="pairs: 200 rounds of four seats, deal included")
@pytest.mark.parametrize("way", ["choice", "index"])
def test_pairs_of_dominoes(benchmark: Any, way: str) -> None:
    """The same game in the `dominoes` package, which makes the forced passes by itself."""

    def run() -> list[Any]:
        choose = choosers(3)[way]
        games = []
        for _ in range(ROUNDS):
            game = dominoes.Game.new(starting_player=0)
            while game.result is None:
                game.make_move(*choose(game.valid_moves))
            games.append(game)
        return games

    random.seed(3)  # it shuffles by the global generator
    ends = benchmark(run)
    benchmark.extra_info["placements"] = sum(len(game.board) for game in ends)
    assert all(len(game.board) + sum(map(len, game.hands)) == 28 for game in ends)
