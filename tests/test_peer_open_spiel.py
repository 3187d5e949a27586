# SPDX-License-Identifier: MIT
"""The block game against OpenSpiel's two domino games, independent implementations of it.

Both deal seven tiles to each seat, seat 0 leads any tile, and a seat that cannot play is passed
over. A round pays the pips of the side with more of them to the other side, also when it was won
by going out.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from dominocore import DRAW, PASS, Ending, Rules, State, Tile

pyspiel = pytest.importorskip("pyspiel", reason="the package to compare with is not installed")
pytest.importorskip("open_spiel.python.games", reason="its Python games are not installed")

GAMES = {
    "python_block_dominoes": (Rules(minus_own=False), 300),
    "python_team_dominoes": (Rules(seats=4, sides=(0, 1, 0, 1), minus_own=False), 150),
}


def tile(pips: tuple[float, float]) -> Tile:
    return Tile(int(pips[0]), int(pips[1]))


def deal(name: str, rng: random.Random) -> tuple[Any, list[list[Tile]]]:
    """Deal a round there at random; give its state and the hands."""
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state, [[tile(t) for t in hand] for hand in state.hands]


def theirs(state: Any, actions: list[Any]) -> dict[tuple[Tile, int | None], int]:
    """The legal actions as (tile, pip joined)."""
    found = {}
    for number in state.legal_actions():
        action = actions[number]
        edge = None if action.edge is None else int(action.edge)
        found[tile(action.tile), edge] = number
    return found


@pytest.mark.parametrize("name", GAMES)
def test_random_rounds_are_the_same(name: str) -> None:
    """Ply by ply the seat on turn and its tiles are the same, and so are the end and the pay."""
    module = pytest.importorskip(f"open_spiel.python.games.{name.removeprefix('python_')}")
    rules, rounds = GAMES[name]
    rng = random.Random(name)
    for _ in range(rounds):
        peer, hands = deal(name, rng)
        held = {t for hand in hands for t in hand}
        state = State.deal(
            rules,
            hands=hands,
            boneyard="",
            leader=0,
            exclude=[t for t in rules.tiles if t not in held],
        )
        while not peer.is_terminal():
            while state.moves[0] in (PASS, DRAW):
                state = state.play(state.moves[0])
            legal = theirs(peer, module._ACTIONS)
            assert state.turn == peer.current_player()
            assert {(move.tile, move.joins) for move in state.moves} == set(legal)
            move = rng.choice(state.moves)
            assert move.tile is not None
            peer.apply_action(legal[move.tile, move.joins])
            state = state.play(move)
        assert state.is_over
        check_pay(state, peer.returns())


def check_pay(state: State, returns: list[float]) -> None:
    outcome = state.outcome
    assert outcome is not None
    pips = [0, 0]
    for seat, hand in enumerate(state.hands):
        pips[state.rules.side_of(seat)] += hand.pips
    if outcome.ending is Ending.OUT and outcome.side is not None:
        other = 1 - outcome.side
        if pips[outcome.side] >= pips[other]:
            return  # there the partner's pips can turn a round that was won by going out
    pay = outcome.points[0] - outcome.points[1]
    assert pay == returns[0] == -returns[1]
