# SPDX-License-Identifier: MIT
"""A plugin of dominocore: games of trains, in which many arms begin at one double, the engine."""

from __future__ import annotations

from collections.abc import Iterator

import dominocore as dc
from dominocore_trains.chickenfoot import ChickenfootRules
from dominocore_trains.move import ArmMove
from dominocore_trains.players import ConductorPlayer, FarmerPlayer
from dominocore_trains.state import EngineState, EngineView
from dominocore_trains.trains import MexicanTrainRules

__all__ = ["ArmMove", "ChickenfootRules", "EngineState", "EngineView", "MexicanTrainRules"]


@dc.hookimpl
def dominocore_variants() -> Iterator[dc.Variant]:
    """Yield the games."""
    yield dc.Variant(
        "mexican-train", MexicanTrainRules(), "A train for each seat, and one for all."
    )
    yield dc.Variant("chickenfoot", ChickenfootRules(), "One tree of tiles, three toes a double.")


@dc.hookimpl
def dominocore_players() -> Iterator[dc.PlayerSpec]:
    """Yield a player for each game."""
    yield dc.PlayerSpec(
        "conductor",
        ConductorPlayer,
        "Mexican Train: the longest own train, the rest elsewhere.",
        games=(MexicanTrainRules,),
    )
    yield dc.PlayerSpec(
        "farmer",
        FarmerPlayer,
        "Chickenfoot: many pips first, tiles that fit others last.",
        games=(ChickenfootRules,),
    )
