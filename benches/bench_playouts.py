# SPDX-License-Identifier: MIT
"""How many random rounds are played a second: on from one deal, and each from a deal of its own.

Every run asserts its mean length, within what chance allows, so that no two runs compare different
work; `rounds` of the extra info turns a time into one a round. With two threads the time that
passes is what counts, so leave the timer as it is.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from dominocore import Rules, State, deal_and_play, playouts
from dominocore.builtin_variants import block, draw, fives

ROUNDS = 40_000
PAIRS = (0, 1, 0, 1)

#: The rules, and the mean number of moves in a round from the deal of seed 0 and from any deal.
GAMES: dict[str, tuple[Rules, float, float]] = {
    "block, 2 seats": (block(), 10.76, 11.47),
    "block, 4 seats in pairs": (block(4, sides=PAIRS), 25.92, 25.62),
    "draw, 2 seats": (draw(), 27.30, 26.52),
    "fives block, 2 seats": (fives(), 11.19, 12.40),
    "fives draw, 2 seats": (fives(draw="until_playable"), 21.98, 19.70),
    "double-twelve draw, 4 seats of 8": (draw(4, max_pip=12, hand_size=8), 115.76, 115.52),
    "double-eighteen draw, 4 seats of 12": (draw(4, max_pip=18, hand_size=12), 313.81, 310.45),
    "every double a spinner, 2 seats": (block(spinner="every_double"), 11.53, 12.14),
}


def is_about(found: float, expected: float) -> bool:
    """Tell whether two means of so many rounds are of the same game."""
    return abs(found / expected - 1) < 0.01


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_playouts(benchmark: Any, game: str, threads: int) -> None:
    """Random rounds on from one deal."""
    benchmark.group = f"playouts, threads: {threads}"
    rules, mean, _ = GAMES[game]
    state = State.deal(rules, seed=0, leader=0)
    benchmark.extra_info["rounds"] = ROUNDS * threads
    with ThreadPoolExecutor(threads) as pool:
        result = benchmark(playouts, state, ROUNDS * threads, seed=1, executor=pool)
    assert is_about(result.mean_length, mean)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_deal_and_play(benchmark: Any, game: str, threads: int) -> None:
    """Random rounds, each dealt, led as the rules say."""
    benchmark.group = f"deal_and_play, threads: {threads}"
    rules, _, mean = GAMES[game]
    benchmark.extra_info["rounds"] = ROUNDS * threads
    with ThreadPoolExecutor(threads) as pool:
        result = benchmark(deal_and_play, rules, ROUNDS * threads, seed=1, executor=pool)
    assert is_about(result.mean_length, mean)
