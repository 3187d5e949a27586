# SPDX-License-Identifier: MIT
"""How fast move sequences are counted, by game; `nodes` of the extra info are all positions met.

Each row counts fixed deals to a fixed depth and asserts the total, so that no two runs compare
different work. The totals are those of the public step functions too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from dominocore import Rules, State
from dominocore.builtin_variants import block, draw, fives
from dominocore.search import perft

PAIRS = (0, 1, 0, 1)


@dataclass(frozen=True)
class Row:
    """What is counted: so many deals of a game, to this depth."""

    rules: Rules
    deals: int
    depth: int
    total: int
    distinct: bool = False


AUTOMATIC: dict[str, Any] = {"claim": "auto", "target": None}
ROWS = {
    "block, 2 seats": Row(block(), 40, 11, 493_453),
    "block, 2 seats, distinct": Row(block(), 40, 11, 258_112, True),
    "block, 4 seats in pairs": Row(block(4, sides=PAIRS), 5, 13, 4_648_522),
    "draw, 2 seats": Row(draw(), 5, 17, 264_352),
    "fives, 2 seats": Row(fives(**AUTOMATIC), 10, 10, 1_519_581),
    "fives, 2 seats, distinct": Row(fives(**AUTOMATIC), 10, 10, 307_017, True),
    "fives with claims in a race": Row(fives(), 10, 8, 691_819),
    "double-nine block, 4 seats": Row(block(4, max_pip=9, hand_size=10), 3, 11, 2_154_942),
    "every double a spinner": Row(block(spinner="every_double"), 4, 7, 30_052),
}


def deals(row: Row) -> list[State]:
    """Deal the rounds of a row, seat 0 leading any tile."""
    return [State.deal(row.rules, seed=seed, leader=0) for seed in range(row.deals)]


def nodes(row: Row) -> int:
    """Count the positions that a row meets, the deal itself not counted."""
    return sum(
        perft(state, depth, distinct=row.distinct)
        for state in deals(row)
        for depth in range(1, row.depth + 1)
    )


@pytest.mark.benchmark(group="perft")
@pytest.mark.parametrize("name", ROWS)
def test_perft(benchmark: Any, name: str) -> None:
    """Count the sequences of exactly `depth` moves."""
    row = ROWS[name]
    states = deals(row)

    def run() -> int:
        return sum(perft(state, row.depth, distinct=row.distinct) for state in states)

    benchmark.extra_info["nodes"] = nodes(row)
    assert benchmark(run) == row.total
