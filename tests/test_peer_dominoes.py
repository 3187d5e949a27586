# SPDX-License-Identifier: MIT
"""The block game in pairs against the `dominoes` package, an independent implementation of it.

There four seats in two pairs hold all 28 tiles; the pair that goes out, or holds fewer pips when
the round is blocked, gains the pips of all hands; equal pairs gain nothing.
"""

from __future__ import annotations

import random

import pytest

from dominocore import PASS, Ending, Move, Rules, State, Tile, TileSet
from dominocore.moves import LEFT, RIGHT

dominoes = pytest.importorskip("dominoes", reason="the package to compare with is not installed")

RULES = Rules(
    seats=4,
    sides=(0, 1, 0, 1),
    points_from="all",
    minus_own=False,
    blocked_winner="lowest_side",
    blocked_tie="none",
    target=None,
)
ROUNDS = 2000


def tile(domino: object) -> Tile:
    return Tile(domino.first, domino.second)  # type: ignore[attr-defined]


def theirs(game: object) -> set[tuple[Tile, int]]:
    """The moves that the other package offers, as tile and arm."""
    return {(tile(d), LEFT if left else RIGHT) for d, left in game.valid_moves}  # type: ignore[attr-defined]


def ours(state: State) -> set[tuple[Tile | None, int]]:
    """The legal placements, with equal ends counted once, as the left one."""
    right, left = state.ends or (None, None)
    if not state.ends:
        return {(move.tile, LEFT) for move in state.moves}
    return {(m.tile, m.arm) for m in state.moves if not (right == left and m.arm == RIGHT)}


def play_both(seed: int) -> tuple[State, int]:
    """Play a random round in both, comparing at every ply; give the end and the plies."""
    random.seed(seed)  # the other package shuffles by the global generator
    rng = random.Random(seed)
    leader = rng.randrange(4)
    if seed % 2:
        game = dominoes.Game.new(starting_player=leader)
    else:
        game = dominoes.Game.new(starting_domino=dominoes.Domino(6, 6))
        leader = game.starting_player
    hands = [TileSet(map(tile, hand)) for hand in game.hands]
    if not seed % 2:
        hands[leader] |= TileSet(["6-6"])
    state = State.deal(RULES, hands=hands, leader=leader)
    if not seed % 2:
        state = state.play("*6-6")
    plies = 0
    while game.result is None:
        while state.turn != game.turn:
            assert tuple(state.moves) == (PASS,)
            state = state.play(PASS)
        assert [TileSet(map(tile, hand)) for hand in game.hands] == list(state.hands)
        assert theirs(game) == ours(state)
        domino, left = rng.choice(game.valid_moves)
        game.make_move(domino, left)
        arm = LEFT if left else RIGHT
        if state.ends:
            state = state.play(
                next(m for m in state.moves if (m.tile, m.arm) == (tile(domino), arm))
            )
            assert state.ends == (game.board.right_end(), game.board.left_end())
        else:
            state = state.play(Move.lead(tile(domino)))
        plies += 1
    assert state.is_over and state.outcome is not None
    outcome, result = state.outcome, game.result
    assert outcome.ending is (Ending.OUT if result.won else Ending.BLOCKED)
    assert result.player == (outcome.blocker if outcome.blocker is not None else outcome.seat)
    assert result.points == outcome.points[0] - outcome.points[1]
    assert (outcome.side is None) == (result.points == 0)
    return state, plies


@pytest.mark.parametrize("block", range(4))
def test_random_rounds_are_the_same(block: int) -> None:
    """Ply by ply the same legal moves and hands, and at the end the same ending and points."""
    size = ROUNDS // 4
    ends = [play_both(seed) for seed in range(block * size, (block + 1) * size)]
    outcomes = [state.outcome for state, _ in ends]
    assert {o.ending for o in outcomes if o is not None} == {Ending.OUT, Ending.BLOCKED}
    assert sum(plies for _, plies in ends) > 15 * size
