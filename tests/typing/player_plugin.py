# SPDX-License-Identifier: MIT
"""A plugin of players: a plain one, one with options, one that sees everything."""

import random
from collections.abc import Iterator
from typing import assert_type

import dominocore as dc


class Heaviest:
    """Plays its heaviest tile."""

    def choose(self, view: dc.Observation) -> dc.Move:
        """Give the legal move with the most pips."""
        return max(view.moves, key=lambda move: move.pips)


class Careless:
    """Plays its heaviest tile but for some mistakes."""

    def __init__(self, seed: int, mistakes: float = 0.1) -> None:
        self._random = random.Random(seed)
        self._mistakes = mistakes

    def choose(self, view: dc.Observation) -> dc.Move:
        """Give a move."""
        if self._random.random() < self._mistakes:
            return self._random.choice(view.moves)
        return Heaviest().choose(view)


class Peeker:
    """Sees every hand."""

    def choose(self, view: dc.State) -> dc.Move:
        """Give the move with the most pips left in other hands."""
        return max(view.moves, key=lambda move: view.play(move).ends_sum)


@dc.hookimpl
def dominocore_players() -> Iterator[dc.PlayerSpec]:
    """Yield the players."""
    yield dc.PlayerSpec("heaviest", lambda seed: Heaviest(), summary="Heaviest tile first.")
    yield dc.PlayerSpec("careless", Careless, choices={"mistakes": (0.1, 0.5)})
    yield dc.PlayerSpec("peeker", lambda seed: Peeker(), sees_all=True)


player: dc.Player = Heaviest()
assert_type(dc.player("greedy", seed=3), dc.Player)
assert_type(dc.players["greedy"], dc.PlayerSpec)
dc.Table("draw", [Heaviest(), "greedy"])
dc.Table("draw", [dc.PlayerSpec("careless", Careless), Heaviest()])
