# SPDX-License-Identifier: MIT
"""A plugin of dominocore: the variant `cuban` and the player `heaviest`."""

from __future__ import annotations

from collections.abc import Iterator

import dominocore as dc

CUBAN = dc.Rules(
    max_pip=9,
    seats=4,
    hand_size=10,
    sides=(0, 1, 0, 1),
    minus_own=False,
    later="winner_side",
    target=150,
)


class Heaviest:
    """Plays its heaviest tile."""

    def choose(self, view: dc.Observation) -> dc.Move:
        """Give the legal move with the most pips; the first of equals."""
        return max(view.moves, key=lambda move: move.pips)


@dc.hookimpl
def dominocore_variants() -> Iterator[dc.Variant]:
    """Yield the variants of this plugin."""
    yield dc.Variant("cuban", CUBAN, summary="Double-nine, ten tiles each, partners.")


@dc.hookimpl
def dominocore_players() -> Iterator[dc.PlayerSpec]:
    """Yield the players of this plugin."""
    yield dc.PlayerSpec("heaviest", lambda seed: Heaviest(), summary="Plays its heaviest tile.")
