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


def given(state: dc.State, scores: str) -> dc.State:
    """The same round as a position, in which the sides have made these points so far."""
    words = str(state).split()
    keys = [word for word in words[8:] if not word.startswith(("moves=", "setup=", "brought="))]
    zeros = ":".join("0" for _ in scores.split(":"))
    return dc.State.parse(" ".join([*words[:7], scores, f"brought={zeros}", *keys]))


@pytest.mark.parametrize("scores", ["30:0", "0:30", "-20:12", "-5:-5", "19:19"])
@pytest.mark.parametrize("divisors", [(), (5,), (1,)])
def test_points_that_a_position_gives(scores: str, divisors: tuple[int, ...]) -> None:
    """Points beyond the target end a race at the next placement, scored or not; those below zero
    do not end it, whatever was brought in."""
    rules = dc.Rules(max_pip=4, hand_size=3, target=20, match_end="immediate")
    rules = rules.replace(ends_divisors=divisors)
    for seed in range(4):
        state = dc.State.deal(rules, seed=seed, leader=0)
        state = state.play(state.moves[0])
        if not state.is_over:
            position = given(state, scores)
            assert position.points == tuple(map(int, scores.split(":")))
            check(position)


def test_points_have_a_limit() -> None:
    """More points than a round brings are refused: sums and squares stay within their words."""
    state = dc.State.deal(dc.Rules(max_pip=3, hand_size=3), seed=1, leader=0)
    state = state.play(state.moves[0])
    many = given(state, "10000000:-10000000")
    assert dc.playouts(many, 20_000, seed=1).squares[1] > 20_000 * 9_900_000**2
    with pytest.raises(dc.NotationError, match="side 1 made -10000001 points"):
        given(state, "0:-10000001")


def test_nobody_holds_a_tile() -> None:
    """A position with a boneyard and no tile in any hand is blocked: nobody may draw."""
    rules = dc.Rules(draw="until_playable", dead_layout="drain")
    state = dc.State.setup(rules, layout="6-6", hands=["", ""], boneyard="6-5 1-0", partial=True)
    assert state.is_over
    assert state.outcome is not None
    assert state.outcome.ending == "blocked"


def test_more_moves_than_any_game_has() -> None:
    """Every tile wild on forty arms, each move claimed or not: 27,000 moves are listed, counted
    and chosen from."""
    doubles = [dc.Tile(pip, pip) for pip in range(19)]
    rules = dc.Rules(
        max_pip=18,
        hand_size=20,
        spinner="every_double",
        arms_open="at_once",
        wild=tuple(map(str, dc.TileSet.double(18))),
        ends_divisors=(1,),
        claim="required",
    )
    rest = [tile for tile in rules.tiles if tile not in doubles]
    state = dc.State.setup(
        rules,
        layout=["*0-0", *(f">{tile}" for tile in doubles[1:])],
        hands=[rest[:-1], rest[-1:]],
        boneyard=[],
    )
    plain = [move for move in state.moves if not move.claimed]
    assert len(plain) == 170 * 2 * 40
    assert len(state.moves) > 27_000
    assert dc.perft(state, 1) == len(state.moves)
    assert dc.playouts(state, 1, seed=1).rounds == 1
