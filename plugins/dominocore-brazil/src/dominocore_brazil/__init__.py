# SPDX-License-Identifier: MIT
"""A plugin of dominocore: domino games of Brazil, as data.

The sources stand with each game. What they leave open, and how it is settled here, is in the
README of the distribution.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import dominocore as dc

_PAIRS = (0, 1, 0, 1)


def pernambucano(**fields: Any) -> dc.Rules:
    """The game of Pernambuco: what the last tile is, and where it fits, makes the points.

    After the tournament rules at livrozilla.com/doc/1192275 and the rules at
    domino-esje.blogspot.com/2008/01/regras.html.
    """
    game: dict[str, Any] = {
        "seats": 4,
        "sides": _PAIRS,
        "hand_size": 6,
        "redeal_if": ("doubles 4",),
        "opening": ("highest_double",),
        "later": "winner",
        "after_block": "opening",
        "blocked_winner": "lowest_seat",
        "score": "closing",
        "closing_points": {
            "simple": 1,
            "double": 2,
            "both_ends": 3,
            "double_both_ends": 4,
            "blocked": 1,
        },
        "target": 6,
    }
    return dc.Rules(**{**game, **fields})


def brazilian_pairs(**fields: Any) -> dc.Rules:
    """The pairs game that is most common in Brazil, to 100.

    After the article "Dominó" of the Portuguese Wikipedia of 2006, kept at
    wikipedia2006.classicistranieri.com/pt/d/o/m/Domin%C3%B3.html; a tied block after the rules of
    the Fenae games, jogosregionaisnordeste.fenae.org.br.
    """
    game: dict[str, Any] = {
        "seats": 4,
        "sides": _PAIRS,
        "opening": ("tile 6-6",),
        "later": "next",
        "minus_own": False,
        "blocked_tie": "replay",
        "target": 100,
    }
    return dc.Rules(**{**game, **fields})


@dc.hookimpl
def dominocore_variants() -> Iterator[dc.Variant]:
    """Yield the games."""
    for name, source, summary in (
        ("pernambucano", pernambucano, "Pairs, six tiles each; the last tile makes the points."),
        ("brazilian-pairs", brazilian_pairs, "Pairs, all tiles dealt; the others' pips; to 100."),
    ):
        yield dc.Variant(name, source, summary)
