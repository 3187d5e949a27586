# SPDX-License-Identifier: MIT
"""How strong the players are against each other: strength.py [--deals N] [--jobs N] [--only TEXT]

Each deal is played twice, the second time with the sides changed. Who wins the round scores 1, and
both score ½ where nobody wins. In games where the points of a round tell more than its winner, what
counts is the match that begins with the deal. The two scores of a deal are one observation, of
which the 95 % interval is made. Deals and players draw from fixed seeds, so a run can be repeated,
whatever the number of processes.
"""

from __future__ import annotations

import argparse
import math
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import dominocore as dc

SEED = 2026
CHUNK = 25


@dataclass(frozen=True)
class Game:
    """What is played: one round of each deal, or a whole match from it."""

    variant: str
    options: dict[str, Any]
    whole_match: bool = False


PAIRS, TWO, DRAW, FIVES = "block, 4 seats in pairs", "block, 2 seats", "draw", "fives"
GAMES = {
    PAIRS: Game(
        "block",
        {"seats": 4, "sides": (0, 1, 0, 1), "points_from": "all", "minus_own": False},
    ),
    TWO: Game("block", {}),
    DRAW: Game("draw", {}, whole_match=True),
    FIVES: Game("fives", {}, whole_match=True),
}


@dataclass(frozen=True)
class Duel:
    """Two players in one game; `bar` is what the score of the first has to reach, if anything."""

    game: str
    first: str
    second: str
    deals: int
    bar: float | None = None


DUELS = (
    Duel(PAIRS, "greedy", "random", 10_000, 0.53),
    Duel(PAIRS, "accompanied", "random", 10_000, 0.59),
    Duel(PAIRS, "expert", "random", 10_000, 0.65),
    Duel(PAIRS, "expert", "accompanied", 10_000, 0.55),
    Duel(PAIRS, "flat:playouts=2000", "expert", 600),
    Duel(PAIRS, "pimc:worlds=40:exact_from=12", "expert", 300),
    Duel(PAIRS, "ismcts:iters=1000", "expert", 1000, 0.57),
    Duel(PAIRS, "ismcts:iters=1000:redet=1", "expert", 600),
    Duel(PAIRS, "oracle", "expert", 300, 0.90),
    Duel(PAIRS, "expert", "expert", 2000, 0.5),
    Duel(TWO, "greedy", "random", 10_000),
    Duel(TWO, "accompanied", "greedy", 10_000),
    Duel(TWO, "expert", "greedy", 10_000, 0.55),
    Duel(TWO, "flat:playouts=2000", "expert", 2000),
    Duel(TWO, "pimc:worlds=40:exact_from=14", "expert", 2000),
    Duel(TWO, "ismcts:iters=1000", "expert", 2000, 0.54),
    Duel(TWO, "oracle", "expert", 2000),
    Duel(DRAW, "greedy", "random", 4000, 0.5),
    Duel(DRAW, "expert", "greedy", 4000, 0.5),
    Duel(DRAW, "ismcts:iters=1000", "expert", 300, 0.5),
    Duel(FIVES, "greedy", "random", 1000, 0.5),
    Duel(FIVES, "expert", "greedy", 4000, 0.5),
    Duel(FIVES, "ismcts:iters=1000", "expert", 300, 0.5),
)


def play_deals(duel: Duel, first: int, count: int) -> list[float]:
    """Play some deals, each from both sides; give the mean score of each."""
    game = GAMES[duel.game]
    variant = dc.variant(game.variant, **game.options)
    scores = []
    for number in range(first, first + count):
        total = 0.0
        for mine in (0, 1):
            names = [
                duel.first if variant.rules.side_of(seat) == mine else duel.second
                for seat in range(variant.rules.seats)
            ]
            table = dc.Table(variant, names, seed=SEED + number, allow_cheats=True)
            if game.whole_match:
                winners = table.play_match().winners or ()
            else:
                side = table.play_round().rounds[0].outcome.side
                winners = () if side is None else (side,)
            total += 0.5 if len(winners) != 1 else float(winners[0] == mine)
        scores.append(total / 2)
    return scores


def interval(scores: Sequence[float]) -> tuple[float, float]:
    """Give the mean and half the width of its 95 % interval."""
    n = len(scores)
    mean = math.fsum(scores) / n
    variance = math.fsum((x - mean) ** 2 for x in scores) / (n - 1)
    return mean, 1.96 * math.sqrt(variance / n)


def run(duel: Duel, deals: int, pool: ProcessPoolExecutor) -> tuple[float, float]:
    """Play a duel over all processes."""
    starts = range(0, deals, CHUNK)
    parts = pool.map(
        play_deals,
        [duel] * len(starts),
        starts,
        [min(CHUNK, deals - start) for start in starts],
    )
    return interval([x for part in parts for x in part])


def rows(duels: Sequence[Duel], deals: int | None, jobs: int) -> Iterator[str]:
    """Play the duels; give the table line by line."""
    yield "| game | players | score | deals | bar |"
    yield "|---|---|---|---|---|"
    with ProcessPoolExecutor(jobs) as pool:
        for duel in duels:
            n = deals or duel.deals
            mean, half = run(duel, n, pool)
            bar = "–" if duel.bar is None else f"{duel.bar:.2f}"
            who = f"`{duel.first}` over `{duel.second}`"
            yield f"| {duel.game} | {who} | {mean:.3f} ± {half:.3f} | {n:,} | {bar} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=int, help="how many deals a duel, each played twice")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--only", default="", help="only duels whose line has this text")
    parser.add_argument("--duel", nargs=2, metavar="PLAYER", help="these two in every game")
    options = parser.parse_args()
    duels: Sequence[Duel] = DUELS
    if options.duel:
        duels = [Duel(game, *options.duel, deals=1000) for game in GAMES]
    chosen = [d for d in duels if options.only in f"{d.game}: {d.first} over {d.second}"]
    for line in rows(chosen, options.deals, options.jobs):
        print(line, flush=True)


if __name__ == "__main__":
    main()
