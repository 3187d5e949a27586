# SPDX-License-Identifier: MIT
"""`ismcts` against the players of the package `dominoes`: play_dominoes.py [DEALS]

The game is theirs, four seats in pairs; each deal is played twice with the sides changed. The mean
time of a decision stands beside each score. The search player is handed what its seat sees; theirs
are handed the whole game, and look at no more than their seat may.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from math import sqrt
from typing import Any

import dominoes

import dominocore as dc

RULES = dc.Rules(seats=4, sides=(0, 1, 0, 1), points_from="all", minus_own=False, target=None)
PEERS: dict[str, tuple[Callable[[Any], None], str]] = {
    "bota_gorda": (dominoes.players.bota_gorda, "ismcts:ms=3"),
    "double": (dominoes.players.double, "ismcts:ms=3"),
    "probabilistic_alphabeta, 5 hands from move 14": (
        dominoes.players.probabilistic_alphabeta(start_move=14, sample_size=5),
        "ismcts:ms=3",
    ),
}


def tile_of(domino: Any) -> dc.Tile:
    """Give their domino as a tile."""
    return dc.Tile(domino.first, domino.second)


def make_both(game: Any, state: dc.State, domino: Any, left: bool) -> dc.State:
    """Play a move of theirs in both games, and the passes that follow."""
    tile = tile_of(domino)
    if not game.board.board:
        move = dc.Move.lead(tile)
    else:
        end = game.board.left_end() if left else game.board.right_end()
        arms = state.arms
        arm = next(a for a in arms if arms[a] == end)
        other = game.board.right_end() if left else game.board.left_end()
        assert sorted(arms.values()) == sorted((end, other))
        move = dc.Move.place(tile, arm, end)
    game.make_move(domino, left)
    state = state.play(move)
    while not state.is_over and state.moves[0].is_pass:
        state = state.play(state.moves[0])
    assert state.is_over == (game.result is not None)
    return state


def theirs(game: Any, state: dc.State, move: dc.Move) -> tuple[Any, bool]:
    """Give a move of ours as they write it."""
    for domino, left in game.valid_moves:
        if tile_of(domino) != move.tile:
            continue
        end = None
        if game.board.board:
            end = game.board.left_end() if left else game.board.right_end()
        if end is None or end == move.joins:
            return domino, left
    raise AssertionError(f"{move} is no move of theirs")


def play(hands: list[Any], starter: int, side: int, peer: Any, spec: str, clock: Any) -> float:
    """Play a round, our player on one side; give 1, ½ or 0."""
    game = dominoes.Game.new(starting_player=starter)
    game.hands = [dominoes.Hand(list(hand)) for hand in hands]
    game.valid_moves = tuple((domino, True) for domino in game.hands[starter])
    texts = [" ".join(str(tile_of(domino)) for domino in hand) for hand in hands]
    state = dc.State.deal(RULES, hands=texts, leader=starter)
    ours = dc.player(spec, seed=1)
    while game.result is None:
        assert state.turn == game.turn
        mine = state.turn % 2 == side
        if len(game.valid_moves) > 1:
            started = time.perf_counter()
            if mine:
                move = theirs(game, state, ours.choose(state.observe(state.turn)))
            else:
                peer(game)
                move = game.valid_moves[0]
            clock[mine].append(time.perf_counter() - started)
        else:
            move = game.valid_moves[0]
        state = make_both(game, state, *move)
    assert state.outcome is not None
    won = state.outcome.side
    return 0.5 if won is None else float(won == side)


def main() -> None:
    """Print the table."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    print("| peer | our player | our score | their ms | our ms | deals |")
    print("|---|---|---|---|---|---|")
    for name, (peer, spec) in PEERS.items():
        random.seed(2026)
        clock: dict[bool, list[float]] = {True: [], False: []}
        scores = []
        for number in range(deals):
            hands = [list(hand) for hand in dominoes.Game.new(starting_player=0).hands]
            both = [play(hands, number % 4, side, peer, spec, clock) for side in (0, 1)]
            scores.append(sum(both) / 2)
        mean = sum(scores) / deals
        half = 1.96 * sqrt(sum((x - mean) ** 2 for x in scores) / (deals - 1) / deals)
        took = {mine: 1000 * sum(found) / len(found) for mine, found in clock.items()}
        print(
            f"| `{name}` | `{spec}` | {mean:.3f} ± {half:.3f} | {took[False]:.2f} "
            f"| {took[True]:.2f} | {deals} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
