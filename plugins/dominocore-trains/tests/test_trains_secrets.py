# SPDX-License-Identifier: MIT
"""What a seat sees, and what its draws and passes show."""

from __future__ import annotations

import pickle
import random

import pytest
from random_play import KINDS, random_round

import dominocore as dc
from dominocore_trains import MexicanTrainRules
from dominocore_trains.rules import EngineRules


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("engine", ["hands", "set"])
def test_view_does_not_depend_on_what_is_hidden(kind: type[EngineRules], engine: str) -> None:
    """Exchange hidden tiles and play the same moves: the same public record, the same view.

    What can be told apart at all is told by an illegal move or by another seat on turn.
    """
    rng = random.Random(11)
    compared = 0
    for seed in range(24):
        rules = kind(seats=rng.randint(2, 5), engine=engine)
        states = list(random_round(rules, seed))
        state = states[rng.randrange(len(states) - 1)]
        seat = rng.randrange(rules.seats)
        start = states[0]
        own = start.hands[seat] | dc.TileSet(
            m.tile for s, m in state.history if s == seat and m.tile is not None
        )
        seen = own | dc.TileSet(m.tile for _, m in state.history if m.arm and m.tile)
        places = [*map(sorted, start.hands), list(start.boneyard)]
        hidden = [
            t for place in places for t in place if t not in seen and t is not state.table.engine
        ]
        for _ in range(6):
            a, b = rng.sample(hidden, 2)
            swap = {a: b, b: a}
            hands = [[swap.get(tile, tile) for tile in place] for place in places]
            other = rules.deal(hands=hands[:-1], boneyard=hands[-1], leader=start.leader)
            here = rules.deal(hands=places[:-1], boneyard=places[-1], leader=start.leader)
            try:
                for s, move in state.history:
                    assert other.turn == s
                    other, here = other.play(move.public), here.play(move.public)
            except (dc.IllegalMoveError, dc.RoundOverError, AssertionError):
                continue
            if (other.turn, other.is_over) != (here.turn, here.is_over):
                continue
            compared += a in set(here.boneyard) or b in set(here.boneyard)
            assert pickle.dumps(other.observe(seat)) == pickle.dumps(here.observe(seat))
            assert repr(other.observe(seat)) == repr(here.observe(seat))
            assert other.observe(seat).picture() == here.observe(seat).picture()
    assert compared > 12


def test_draw_shows_its_tile_to_its_seat_alone() -> None:
    """In the events of the others it is `+`."""
    state = next(
        s for s in random_round(MexicanTrainRules(), 4) if s.history and s.history[-1][1].is_draw
    )
    seat, drawn = state.history[-1]

    assert state.observe(seat).events[-1][1] == drawn and drawn.tile in state.hands[seat]
    assert str(state.observe((seat + 1) % 4).events[-1][1]) == "+"


@pytest.mark.parametrize("kind", KINDS)
def test_voids_are_true(kind: type[EngineRules]) -> None:
    """A seat that is said to lack pips has no tile with them; and something is said."""
    said = 0
    for seed in range(30):
        for state in random_round(kind(seats=2 + seed % 7), seed, 1 + seed % 10):
            for hand, lacks in zip(state.hands, state.voids, strict=True):
                said += len(lacks)
                assert not any(pip in tile for tile in hand for pip in lacks)
    assert said > 500


def test_pass_shows_what_a_seat_lacks() -> None:
    """Seat 1 had neither 9 nor 12 and has drawn what does not fit; then it draws again unseen."""
    rules = MexicanTrainRules(seats=2, engine="set")
    state = rules.deal(hands=["12-9 12-8 1-0", "6-4 5-3"], boneyard="7-7 11-9 10-1")
    state = state.play("t0.12-9").play("+").play("--")
    assert state.voids == (frozenset(), frozenset({12}))

    state = state.play("m.12-8").play("+")
    assert state.voids == (frozenset(), frozenset())
    assert state.play("--").voids[1] == frozenset({8, 12})


def test_drawn_tile_that_is_played_leaves_what_the_rest_lacks() -> None:
    """Seat 1 holds no 12 and no 8 but for 12-1, which it draws and plays at once."""
    rules = MexicanTrainRules(seats=2, engine="set")
    state = rules.deal(hands=["12-9 12-8 8-2 1-0", "6-4 5-3"], boneyard="7-7 12-1")
    state = state.play("t0.12-9").play("+").play("--").play("m.12-8").play("+").play("t1.12-1")

    assert state.voids[1] == frozenset({8, 12})
