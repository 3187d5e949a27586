# SPDX-License-Identifier: MIT
"""How long a decision of each player takes: bench_players.py [DEALS]

CPU time on one core, over all decisions with a choice in rounds that the player plays by itself.
"""

from __future__ import annotations

import sys
import time
from statistics import median

import dominocore as dc

GAMES = {
    "block, 4 seats in pairs": dc.variant("block", seats=4, sides=(0, 1, 0, 1)),
    "block, 2 seats": dc.variant("block"),
    "draw": dc.variant("draw"),
    "fives": dc.variant("fives"),
}
PLAYERS = ("random", "greedy", "accompanied", "expert", "flat:playouts=2000", "ismcts:iters=1000",
           "pimc:worlds=40:exact_from=12")  # fmt: skip


def times(variant: dc.Variant, name: str, deals: int) -> list[float]:
    """Give the seconds that each decision took."""
    found = []
    for seed in range(deals):
        state = dc.State.deal(variant.rules, seed=seed)
        player = dc.player(name, seed=seed)
        while state.turn is not None:
            move = state.moves[0]
            if len(state.moves) > 1:
                view = state.observe(state.turn)
                started = time.process_time()
                move = player.choose(view)
                found.append(time.process_time() - started)
                assert move in state.moves
            state = state.play(move)
    return found


def main() -> None:
    """Print the table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print("| game | player | median ms | longest ms | decisions a second |")
    print("|---|---|---|---|---|")
    for game, variant in GAMES.items():
        for name in PLAYERS:
            found = times(variant, name, deals)
            middle = median(found)
            rate = len(found) / sum(found)
            print(f"| {game} | `{name}` | {1000 * middle:.3f} | {1000 * max(found):.2f} "
                  f"| {rate:,.0f} |", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
