# SPDX-License-Identifier: MIT
"""A plugin of dominocore: Texas 42, the game of bids, trumps and tricks with dominoes."""

from __future__ import annotations

from collections.abc import Iterator

import dominocore as dc
from dominocore_texas42.hand import PublicHand
from dominocore_texas42.moves import Texas42Move
from dominocore_texas42.rules import Texas42Rules
from dominocore_texas42.state import Texas42State
from dominocore_texas42.suits import Trumps
from dominocore_texas42.tricks import Trick
from dominocore_texas42.view import Texas42View

__all__ = [
    "PublicHand",
    "Texas42Move",
    "Texas42Rules",
    "Texas42State",
    "Texas42View",
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
