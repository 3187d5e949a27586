# SPDX-License-Identifier: MIT
"""Registered players as opponents, in one round or in many at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

import dominocore as dc
from dominocore import vector


def check(name: str, rules: Any) -> None:
    """Check that a registered player may sit at a game with hidden hands.

    Raises:
        PluginError: there is no such player.
        ValueError: it sees all hands, or does not play this game.
    """
    spec = dc.players[name.partition(":")[0]]
    if spec.sees_all:
        raise ValueError(f"the player {name} sees all hands, so it cannot sit here")
    if not spec.plays(rules):
        raise ValueError(f"the player {name} does not play {type(rules).__name__}")


class Mirror:
    """The rounds of a batch once more, as states, for players who want to see an observation.

    A move takes some ten microseconds here, and what the player needs to choose; in C it takes a
    fraction of one.

    Args:
        rounds: the rounds that are stepped in C.
        name: the player of all seats but the learner's, as a text.
        chance: where the players' seeds come from.
    """

    def __init__(self, rounds: vector.Rounds, name: str, chance: np.random.Generator) -> None:
        self._rounds, self._name, self._chance = rounds, name, chance
        self._game = rounds.rules.encoder()

    def deal(self, key: int) -> None:
        """Deal all rounds as `Rounds.reset` does with this seed."""
        self._key = key
        self._states: dict[int, dc.State] = {}
        self._players: dict[int, list[dc.Player]] = {}
        for lane in range(self._rounds.n):
            self._deal(lane)

    def _deal(self, lane: int) -> None:
        rules = self._rounds.rules
        number = self._rounds.number(lane)
        self._states[lane] = dc.State.deal(rules, seed=self._key, round=number)
        seeds = self._chance.integers(1 << 63, size=rules.seats)
        self._players[lane] = [dc.player(self._name, int(seed)) for seed in seeds]

    def choose(self, lanes: Iterable[int]) -> list[int]:
        """Ask the player on turn in each of these rounds for an action."""
        return [self._choose(lane) for lane in lanes]

    def _choose(self, lane: int) -> int:
        state = self._states[lane]
        assert state.turn is not None
        view = state.observe(state.turn)
        moves = view.moves
        move = moves[0] if len(moves) == 1 else self._players[lane][state.turn].choose(view)
        return self._game.action(view, move)

    def step(self, actions: npt.NDArray[Any], done: npt.NDArray[np.bool_]) -> None:
        """Follow the rounds after a step that these actions made."""
        for lane in np.flatnonzero(actions != vector.SKIP).tolist():
            if done[lane]:
                self._deal(lane)
                continue
            state = self._states[lane]
            assert state.turn is not None
            move = self._game.move(state.observe(state.turn), int(actions[lane]))
            self._states[lane] = state.play(move)
