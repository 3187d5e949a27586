# SPDX-License-Identifier: MIT
"""Turns a second of the PettingZoo environment, beside games that come with PettingZoo.

    bench_aec.py [SECONDS [VARIANT ...]]

The loop is that of `pettingzoo.test.performance_benchmark`: `last`, a random legal action, `step`,
and a reset when a round is over; what picks the action is timed, too. Seconds are CPU time. `raw`
is without wrappers, `wrapped` what `env()` gives. The games take turns, and each rate is the median
of five runs.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from typing import Any

import numpy as np
from pettingzoo.classic import connect_four_v3, tictactoe_v3

from dominocore_rl import aec

RUNS = 5


def turns_a_second(env: Any, seconds: float) -> float:
    """Play random rounds for some seconds of CPU time."""
    random.seed(7)
    env.reset(seed=7)
    start, turns, spent = time.process_time(), 0, 0.0
    while spent < seconds:
        for _ in range(200):
            seen, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.reset()
                continue
            mask = info["action_mask"] if "action_mask" in info else seen["action_mask"]
            env.step(random.choice(np.flatnonzero(mask).tolist()))
            turns += 1
        spent = time.process_time() - start
    return turns / spent


def main() -> None:
    """Print the rates."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    names = sys.argv[2:] or ["block", "draw", "fives"]
    envs: dict[str, Any] = {}
    for peer in (connect_four_v3, tictactoe_v3):
        name = peer.__name__.rpartition(".")[2]
        envs[f"{name} raw"], envs[f"{name} wrapped"] = peer.raw_env(), peer.env()
    for name in names:
        envs[f"{name} raw"], envs[f"{name} wrapped"] = aec.raw_env(name), aec.env(name)
        envs[f"{name} raw, mask in info"] = aec.raw_env(name, mask_in="info")
    rates: dict[str, list[float]] = {name: [] for name in envs}
    for _ in range(RUNS):
        for name, env in envs.items():
            rates[name].append(turns_a_second(env, seconds))
    for name, found in rates.items():
        print(f"{name:>28} {statistics.median(found):9,.0f} turns/s")


if __name__ == "__main__":
    main()
