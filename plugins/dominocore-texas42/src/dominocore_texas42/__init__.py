# SPDX-License-Identifier: MIT
"""A plugin of dominocore: Texas 42, the game of bids, trumps and tricks with dominoes."""

from __future__ import annotations

from collections.abc import Iterator

import dominocore as dc
from dominocore_texas42.hand import PublicHand
from dominocore_texas42.moves import Texas42Move
from dominocore_texas42.players import SamplingPlayer, ThumbPlayer
from dominocore_texas42.rules import Texas42Rules
from dominocore_texas42.state import Texas42State
from dominocore_texas42.suits import Trumps
from dominocore_texas42.tricks import Trick
from dominocore_texas42.view import Texas42View

__all__ = [
    "PublicHand",
    "SamplingPlayer",
    "Texas42Move",
    "Texas42Rules",
    "Texas42State",
    "Texas42View",
    "ThumbPlayer",
    "Trick",
    "Trumps",
]


@dc.hookimpl
def dominocore_variants() -> Iterator[dc.Variant]:
    """Yield the game for marks and the game for points."""
    yield dc.Variant("texas42", Texas42Rules(), "Pairs; bids, trumps and tricks; to 7 marks.")
    yield dc.Variant(
        "texas42-points",
        Texas42Rules(scoring="points", target=250),
        "Pairs; bids, trumps and tricks; what is taken counts; to 250 points.",
    )


@dc.hookimpl
def dominocore_players() -> Iterator[dc.PlayerSpec]:
    """Yield the players of the game."""
    games = (Texas42Rules,)
    yield dc.PlayerSpec(
        "texas42-thumb",
        ThumbPlayer,
        "Bids what its hand takes on the average and plays by rules of thumb.",
        games=games,
    )
    yield dc.PlayerSpec(
        "texas42-sampling",
        SamplingPlayer,
        "Plays its choices out by rules of thumb in deals that fit the record.",
        games=games,
        choices={"worlds": range(1, 1_000_001)},
    )
