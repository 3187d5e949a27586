# SPDX-License-Identifier: MIT
"""A program that compares players."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import assert_type

import dominocore as dc

result = dc.tournament("draw", ["greedy", "random"], deals=20, seed=7, isolate=False)
assert_type(result, dc.TournamentResult)
pair = result.pair("greedy", "random")
assert_type(pair, dc.PairStats)
assert_type(pair.elo, dc.EloDiff)
assert_type(pair.score_interval, tuple[float, float])
assert_type(result.verdict, str | None)
with ThreadPoolExecutor(2) as executor:
    dc.tournament(
        dc.Rules(target=50),
        ["greedy", "expert"],
        executor=executor,
        sprt=dc.Sprt(0, 20),
        path=Path("results.jsonl"),
        resume=True,
        watch=print,
    )
