# SPDX-License-Identifier: MIT
"""Steps a second of `dominocore.vector`, beside the raw loop of PettingZoo's connect_four.

    bench_vector.py [STEPS [VARIANT]]

The actions are picked at random among the legal ones by NumPy; that time is not counted. The
checksum is that of all masks, observations and points written, the same on every machine.
"""

from __future__ import annotations

import sys
import time
import zlib

import numpy as np

import dominocore as dc
from dominocore import vector

ROUNDS = 1024


def pick(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Give a random legal action of each row."""
    return np.argmax(masks * rng.random(masks.shape, dtype=np.float32), axis=1).astype(np.int32)


def steps_a_second(variant: str, steps: int) -> tuple[float, int, int]:
    """Give steps a second of CPU time, rounds ended, and the checksum of a second, untimed run."""
    rates = []
    for timed in (True, False):
        rounds = vector.Rounds(dc.variant(variant), ROUNDS, seed=7)
        out = {
            "masks": np.zeros((ROUNDS, rounds.n_actions), np.uint8),
            "observations": np.zeros(ROUNDS, np.dtype(vector.OBSERVATION)),
            "turns": np.zeros(ROUNDS, np.uint8),
            "points": np.zeros((ROUNDS, rounds.rules.n_sides), np.int32),
            "done": np.zeros(ROUNDS, np.uint8),
        }
        rounds.attach(**out)
        rng = np.random.default_rng(7)
        spent, ended, checksum = 0.0, 0, 0
        for _ in range(max(1, steps // ROUNDS)):
            actions = pick(out["masks"], rng)
            start = time.process_time()
            rounds.step(actions)
            spent += time.process_time() - start
            ended += int(out["done"].sum())
            if not timed:
                for array in out.values():
                    checksum = zlib.crc32(array.tobytes(), checksum)
        rates.append(max(1, steps // ROUNDS) * ROUNDS / spent)
    return rates[0], ended, checksum


def connect_four_steps_a_second(seconds: float = 2.0) -> float | None:
    """Give raw steps a second of CPU time, the picks not counted; None without PettingZoo."""
    try:
        from pettingzoo.classic.connect_four.connect_four import raw_env  # noqa: PLC0415
    except ImportError:
        return None
    env, rng = raw_env(), np.random.default_rng(7)
    env.reset(seed=7)
    spent, steps = 0.0, 0
    while spent < seconds:
        start = time.process_time()
        observation, _, terminated, truncated, _ = env.last()
        spent += time.process_time() - start
        legal = np.flatnonzero(observation["action_mask"])
        action = None if terminated or truncated else int(rng.choice(legal))
        start = time.process_time()
        env.step(action)
        steps += action is not None
        if not env.agents:
            env.reset()
        spent += time.process_time() - start
    return steps / spent


def main() -> None:
    """Print the rates, and how they compare."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 4_000_000
    names = sys.argv[2:] or ["block", "draw", "fives"]
    peer = connect_four_steps_a_second()
    if peer is None:
        print("connect_four is not here: pip install pettingzoo pygame")
    else:
        print(f"{'connect_four':>14} {peer:12,.0f} steps/s, raw, one at a time")
    for name in names:
        rate, ended, checksum = steps_a_second(name, steps)
        beside = f", {rate / peer:.0f} times connect_four" if peer else ""
        print(
            f"{name:>14} {rate:12,.0f} steps/s, {ended:,} rounds, checksum {checksum:08x}{beside}"
        )


if __name__ == "__main__":
    main()
