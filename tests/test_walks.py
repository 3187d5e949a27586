"""The fast walks of perft, playouts and the solver in the corners that few games reach.

Each position is counted, solved and averaged by the public step functions alone, and by the walks.
"""

from __future__ import annotations

import random

import pytest

import dominocore as dc
from dominocore.solver import solve
from test_random_rounds import check as check_playouts
from test_search import OPTIONS, count_by_playing
from test_solver import minimax


def check(state: dc.State, depth: int = 30) -> None:
    """The walks say of a small tree what plain recursion says."""
    for options in OPTIONS:
        for n in (1, 2, 3, depth):
            assert dc.perft(state, n, **options) == count_by_playing(state, n, options)
    check_playouts(state, 4000)
    if state.rules.n_sides == 2:
        assert solve(state).value == minimax(state, "points")
        assert solve(state, payoff="win").value == minimax(state, "win")


@pytest.mark.parametrize("max_pip", [6, 12])
@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("divisors", [(), (5,)])
def test_a_seat_without_tiles_passes(max_pip: int, turn: int, divisors: tuple[int, ...]) -> None:
    """A seat whose hand was set up empty has no turn to draw in: it passes."""
    rules = dc.Rules(
        max_pip=max_pip, draw="until_playable", dead_layout="drain", ends_divisors=divisors
    )
    state = dc.State.setup(
        rules,
        layout="6-1 <1-2",
        hands=["", "5-0 4-3"],
        boneyard="5-5 4-4 3-3 3-0 5-3 6-3 6-2 5-2",
        turn=turn,
        partial=True,
    )
    check(state)


@pytest.mark.parametrize("arms", [2, 3, 4])
@pytest.mark.parametrize("kind", ["first_double", "opening_double"])
@pytest.mark.parametrize("divisors", [(), (3,)])
def test_spinners_have_their_number_of_arms(
    arms: int, kind: str, divisors: tuple[int, ...]
) -> None:
    """A spinner opens as many cross sides as its arms leave it: none, one or two."""
    rules = dc.Rules(
        max_pip=4, seats=2, hand_size=4, spinner=kind, spinner_arms=arms, ends_divisors=divisors
    )
    rng = random.Random(str((arms, kind)))
    for _ in range(3):
        tiles = [tile for tile in rules.tiles if tile != dc.Tile(3, 3)]
        rng.shuffle(tiles)
        hands = [[dc.Tile(3, 3), *tiles[:3]], tiles[3:7]]
        deal = dc.State.deal(
            rules, hands=hands, boneyard=[], exclude=tiles[7:], leader=0, first=False
        )
        led = deal.play(dc.Move("*3-3"))
        if not led.is_over:
            check(led)
