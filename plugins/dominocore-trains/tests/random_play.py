# SPDX-License-Identifier: MIT
"""Rounds that are played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator

from dominocore_trains import ChickenfootRules, EngineState, MexicanTrainRules
from dominocore_trains.rules import EngineRules

GAMES = ("mexican-train", "chickenfoot")
KINDS = (MexicanTrainRules, ChickenfootRules)


def random_round(rules: EngineRules, seed: int, number: int = 1) -> Iterator[EngineState]:
    """Play a round at random, and give its states."""
    rng = random.Random(seed)
    state = rules.deal(seed=seed, round=number)
    yield state
    while not state.is_over:
        state = state.play(rng.choice(state.moves))
        yield state
