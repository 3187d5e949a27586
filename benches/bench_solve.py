# SPDX-License-Identifier: MIT
"""Time exact solutions: the median and the 95th percentile of CPU milliseconds, by game.

Run it as `python benches/bench_solve.py [share]` for a table; a share of 0.1 solves a tenth of the
deals, and so does a run under pytest, where the percentiles are in `extra_info`. Each row has the
goal beside it, the median number of nodes, and a mean value and a checksum, so that no two runs
compare different work. CPU time of the thread is taken, as other jobs may share the
machine; each deal is timed once.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import pytest

from dominocore import Rules, State, _native, _native_search
from dominocore import builtin_variants as games
from dominocore.solver import solve

PAIRS = (0, 1, 0, 1)
NET: dict[str, Any] = {
    "blocked_winner": "lowest_side",
    "minus_own": True,
    "dead_layout": "drain",
    "target": None,
}
FIVES: dict[str, Any] = {**NET, "claim": "auto", "rounding": "nearest 5"}

#: name, rules, number of deals, goal of the median in milliseconds.
ROWS: list[tuple[str, Rules, int, float]] = [
    ("block, 2 seats, 7 each", games.block(2, **NET), 2000, 0.04),
    ("draw, 2 seats, 7 each", games.draw(2, **NET), 1000, 0.4),
    ("block, 4 seats in pairs, 7 each", games.block(4, sides=PAIRS, **NET), 400, 2.0),
    ("block, 2 seats, 14 each", games.block(2, **NET).replace(hand_size=14), 100, 40.0),
    ("double-nine block, 4 seats in pairs, 10 each",
     games.block(4, sides=PAIRS, max_pip=9, **NET).replace(hand_size=10), 30, 150.0),
    ("fives block, 2 seats, 7 each", games.fives(2, **FIVES), 1000, 0.1),
    ("fives draw, 2 seats, 7 each", games.fives(2, draw="until_playable", **FIVES), 500, 0.5),
    ("fives block, 4 seats in pairs, 7 each", games.fives(4, sides=PAIRS, **FIVES), 20, 100.0),
]  # fmt: skip

#: What a tenth of the deals comes to.
CHECKSUMS = {
    "block, 2 seats, 7 each": 141_084,
    "draw, 2 seats, 7 each": 61_244,
    "block, 4 seats in pairs, 7 each": 3_747,
    "block, 2 seats, 14 each": 320,
    "double-nine block, 4 seats in pairs, 10 each": 208,
    "fives block, 2 seats, 7 each": 91_030,
    "fives draw, 2 seats, 7 each": 22_580,
    "fives block, 4 seats in pairs, 7 each": 50,
}


def deals(rules: Rules, n: int) -> list[State]:
    """Deal `n` rounds that seat 0 leads with any tile."""
    rng = random.Random(20)
    return [State.deal(rules, seed=rng.getrandbits(64), leader=0) for _ in range(n)]


def in_core(bits: int, options: int) -> Callable[[State], tuple[int, int]]:
    """Solve with one table, without making Python objects of the answer."""
    table, flag = _native_search.solve_table(bits), _native_search.stop_flag()

    def run(state: State) -> tuple[int, int]:
        round_ = state._round.c
        deal, at = _native.ffi.addressof(round_, "deal"), _native_search.states_at(state._bytes)
        found = _native_search.solve(round_.rules, deal, at, options, table, bits, 0, flag)
        return found.low, found.nodes

    return run


def in_python(state: State) -> tuple[int, int]:
    """Solve with every detail, as a caller does."""
    solution = solve(state)
    assert solution.value is not None
    return solution.value, solution.nodes


@dataclass(frozen=True)
class Figures:
    """What some solutions took and came to: CPU milliseconds, median nodes, values."""

    median: float
    p95: float
    most: float
    nodes: float
    value: float
    checksum: int


def measure(states: list[State], run: Callable[[State], tuple[int, int]]) -> Figures:
    """Time each state."""
    times, values, nodes = [], [], []
    for state in states:
        start = time.thread_time()
        value, searched = run(state)
        times.append(1000 * (time.thread_time() - start))
        values.append(value)
        nodes.append(searched)
    p95 = sorted(times)[int(0.95 * len(times))]
    checksum = sum((i + 1) * value for i, value in enumerate(values)) % 1_000_003
    return Figures(
        statistics.median(times), p95, max(times), statistics.median(nodes),
        statistics.mean(values), checksum,
    )  # fmt: skip


def text(found: Figures) -> str:
    """Write figures as a row."""
    return (
        f"{found.median:9.3f} {found.p95:9.3f} {found.most:9.3f} "
        f"{found.nodes:9.0f} {found.value:8.3f} {found.checksum:8d}"
    )


@pytest.mark.benchmark(group="solve: a tenth of the deals")
@pytest.mark.parametrize(("name", "rules", "n", "goal"), ROWS, ids=[row[0] for row in ROWS])
def test_solve(benchmark: Any, name: str, rules: Rules, n: int, goal: float) -> None:
    """Value and best move, one deal after the other."""
    states = deals(rules, max(3, n // 10))
    run = in_core(14, _native.lib.DMC_SOLVE_POINTS)
    found = benchmark.pedantic(measure, args=(states, run), rounds=3)
    benchmark.extra_info.update(asdict(found), goal=goal, deals=len(states))
    assert found.checksum == CHECKSUMS[name]


def main() -> None:
    """Print the table."""
    share = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    lib = _native.lib
    detail = lib.DMC_SOLVE_MOVES | lib.DMC_SOLVE_LINE
    ways: list[tuple[str, Callable[[State], tuple[int, int]]]] = [
        ("value and best move, in C", in_core(14, lib.DMC_SOLVE_POINTS)),
        ("every move and the line, in C", in_core(14, detail)),
        ("solve() in Python", in_python),
    ]
    print("    goal    median       p95       max     nodes    value checksum   (ms, medians)")
    for name, rules, n, goal in ROWS:
        states = deals(rules, max(3, round(n * share)))
        print(f"{name}, {len(states)} deals")
        for way, run in ways:
            print(f"{goal:8.2f} {text(measure(states, run))}   {way}", flush=True)


if __name__ == "__main__":
    main()
