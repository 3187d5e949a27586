# SPDX-License-Identifier: MIT
"""The states agree move by move with the naive referee, for all sets, seats and options."""

from __future__ import annotations

import itertools
import os
import random
from typing import Any

import pytest
from naive_trains import NaiveChickenfoot, NaiveMexicanTrain

import dominocore as dc
from dominocore_trains import ChickenfootRules, EngineState, MexicanTrainRules
from dominocore_trains.rules import EngineRules

ROUNDS = int(os.environ.get("TRAINS_ROUNDS", "1"))
"""How many rounds are played for each case."""
SETS = (9, 12, 15, 18)
SHARED = {
    "engine": ("hands", "set"),
    "draw": ("one", "until_playable"),
    "dead_double": ("binds", "ends", "frees"),
}
MEXICAN = {
    **SHARED,
    "first_turn": ("any", "own", "train"),
    "doubles": ("cover", "several"),
    "out_on_double": (True, False),
}
CHICKEN = {**SHARED, "first_toes": (4, 6)}


def pairs(tiles: Any) -> list[tuple[int, int]]:
    return [(tile.high, tile.low) for tile in tiles]


def play_both(rules: EngineRules, naive: Any, rng: random.Random) -> EngineState:
    """Play a random round on both, and compare turn, moves and hands before each move."""
    number = rng.randint(1, rules.max_pip + 1)
    state = rules.deal(seed=rng.randrange(1 << 64), round=number)
    hands = [pairs(hand) for hand in state.hands]
    pip = rules.max_pip - number + 1
    referee = naive(hands, pairs(state.boneyard), state.leader, pip, rules)
    call = referee.play_round()
    asked = next(call)
    while True:
        assert asked == (state.turn, set(map(str, state.moves))), state.history
        assert len(state.moves) == len(asked[1])
        move = rng.choice(state.moves)
        state = state.play(move)
        try:
            asked = call.send(str(move))
        except StopIteration as stop:
            ended = stop.value
            break
        assert [sorted(hand) for hand in referee.hands] == [sorted(pairs(h)) for h in state.hands]
    outcome = state.outcome
    assert outcome is not None
    by = outcome.seat if outcome.ending == "out" else outcome.blocker
    assert ended == (str(outcome.ending), by)
    return state


def cases(options: dict[str, tuple[Any, ...]], kind: type[EngineRules]) -> list[Any]:
    """Every number of seats with every set; all combinations of options are dealt out to them."""
    names = list(options)
    chosen = list(itertools.product(*options.values()))
    random.Random(5).shuffle(chosen)
    tables = list(itertools.product(range(2, 9), SETS))
    n = max(len(chosen), len(tables))
    return [
        kind(
            seats=tables[i % len(tables)][0],
            max_pip=tables[i % len(tables)][1],
            **dict(zip(names, chosen[i % len(chosen)], strict=True)),
        )
        for i in range(n)
    ]


@pytest.mark.parametrize("rules", cases(MEXICAN, MexicanTrainRules), ids=repr)
def test_mexican_train_agrees(rules: MexicanTrainRules) -> None:
    """The same seat on turn, the same moves, hands and end as the naive referee calls."""
    rng = random.Random(repr(rules))
    for _ in range(ROUNDS):
        play_both(rules, NaiveMexicanTrain, rng)


@pytest.mark.parametrize("rules", cases(CHICKEN, ChickenfootRules), ids=repr)
def test_chickenfoot_agrees(rules: ChickenfootRules) -> None:
    """The same seat on turn, the same moves, hands and end as the naive referee calls."""
    rng = random.Random(repr(rules))
    for _ in range(ROUNDS):
        play_both(rules, NaiveChickenfoot, rng)


@pytest.mark.parametrize("kind", [MexicanTrainRules, ChickenfootRules])
@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("max_pip", SETS)
def test_usual_rules_agree(kind: type[EngineRules], seats: int, max_pip: int) -> None:
    """The games as they are registered, for every number of seats and every set."""
    naive = NaiveMexicanTrain if kind is MexicanTrainRules else NaiveChickenfoot
    rng = random.Random(seats * 100 + max_pip)
    for _ in range(ROUNDS):
        state = play_both(kind(seats=seats, max_pip=max_pip), naive, rng)
        held = dc.TileSet()
        for hand in state.hands:
            held |= hand
        assert held | dc.TileSet(state.boneyard) | state.table.down == dc.TileSet.double(max_pip)
