# SPDX-License-Identifier: MIT
"""The fast walks of the core give what the public step functions give, for every built-in game."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean, stdev

import pytest

import dominocore as dc
from dominocore.builtin_variants import block, draw, fives
from dominocore.random_rounds import _choices
from games import VARIANTS

BY_NAME = {str(variant): variant.rules for variant in VARIANTS}
#: Large sets are walked as rows, spinners of middle-sized ones with more than one word of tiles.
LARGE = {
    "double-12 draw": draw(4, max_pip=12, hand_size=8),
    "double-12 block": block(3, max_pip=12, hand_size=12),
    "double-18 draw": draw(4, max_pip=18, hand_size=10),
    "double-18 block": block(2, max_pip=18, hand_size=15),
    "double-9 spinner": fives(4, max_pip=9, hand_size=9),
    "double-10 spinner": fives(2, max_pip=10, hand_size=9, draw="until_playable"),
    "double-11 spinner": fives(3, max_pip=11, hand_size=9, claim="auto"),
    "double-12 spinner": fives(4, max_pip=12, hand_size=9, draw="until_playable"),
}
GAMES = {**BY_NAME, **LARGE}
STEPPED, WALKED = 150, 10_000


def step_on(state: dc.State, rng: random.Random) -> dc.State:
    """Play a round on at random, every claim made."""
    while not state.is_over:
        state = state.play(rng.choice(_choices(state.moves)))
    return state


def is_close(sample: list[int], mean: float, deviation: float) -> bool:
    """Tell whether a mean lies within 4.5 standard errors of the mean of a sample."""
    error = max(stdev(sample), deviation) / len(sample) ** 0.5
    return abs(fmean(sample) - mean) <= 4.5 * error + 1e-9


@pytest.mark.parametrize("name", GAMES)
def test_playouts_are_rounds_played_at_random(name: str) -> None:
    """The mean points of each side, the mean length and the share of blocked rounds agree."""
    rng = random.Random(name)
    state = dc.State.deal(GAMES[name], seed=11, leader=0)
    ends = [step_on(state, rng) for _ in range(STEPPED)]
    walked = dc.playouts(state, WALKED, seed=12)
    for side, (mean, deviation) in enumerate(
        zip(walked.mean_points, walked.deviations, strict=True)
    ):
        assert is_close([end.points[side] for end in ends], mean, deviation)
    assert is_close([len(end.history) for end in ends], walked.mean_length, 0)
    share = walked.blocked / walked.rounds
    blocked = [int(end.outcome is not None and end.outcome.ending == "blocked") for end in ends]
    assert is_close(blocked, share, (share * (1 - share)) ** 0.5)


def count(state: dc.State, depth: int, distinct: bool) -> int:
    """Count the sequences of so many moves by playing them."""
    if depth == 0:
        return 1
    moves = state.distinct_moves if distinct else state.moves
    return sum(count(state.play(move), depth - 1, distinct) for move in moves)


@pytest.mark.parametrize("name", GAMES)
def test_perft_is_a_plain_recursion(name: str) -> None:
    """From the deal and from random positions on, all moves and the distinct ones."""
    rng = random.Random(name)
    for plies in (0, 4, 9, 14, 20):
        state = dc.State.deal(GAMES[name], seed=rng.getrandbits(64), leader=0)
        for _ in range(plies):
            after = state.play(rng.choice(state.moves))
            if after.is_over:
                break
            state = after
        for distinct in (False, True):
            depth = 4 if dc.perft(state, 4) < 400 else 3
            assert dc.perft(state, depth, distinct=distinct) == count(state, depth, distinct)


@pytest.mark.parametrize("name", [*list(BY_NAME)[::8], *list(LARGE)[::3]])
def test_threads_change_nothing(name: str) -> None:
    """One thread and three give the same rounds, point by point, dealt once or each time."""
    rules = GAMES[name]
    state = dc.State.deal(rules, seed=13, leader=0)
    n = 20_003  # two parts of the work
    alone = dc.playouts(state, n, seed=14, keep=True)
    dealt = dc.deal_and_play(rules, n, seed=15, keep=True)
    with ThreadPoolExecutor(3) as pool:
        assert dc.playouts(state, n, seed=14, keep=True, executor=pool) == alone
        assert dc.deal_and_play(rules, n, seed=15, keep=True, executor=pool) == dealt
