# SPDX-License-Identifier: MIT
"""A plugin of dominocore: domino games of the Caribbean.

Each game is a function of its options that gives `Rules`; it takes any field of `Rules` besides.
The sources stand with each game. What they leave open, and how it is settled here, is in the
README of the distribution.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import dominocore as dc
from dominocore_caribbean import scores


def _rules(fields: dict[str, Any], **values: Any) -> dc.Rules:
    """Give rules of the block game, 6-6 first, then the winner; `fields` win over the game's."""
    shared: dict[str, Any] = {"opening": ("tile 6-6",), "later": "winner", "minus_own": False}
    return dc.Rules(**{**shared, **values, **fields})


def _pairs(fields: dict[str, Any], **values: Any) -> dc.Rules:
    return _rules(fields, **{"seats": 4, "sides": (0, 1, 0, 1), **values})


def cuban_double_nine(**fields: Any) -> dc.Rules:
    """Cuban partnership dominoes with the double-nine set.

    After pagat.com/domino/line/cuban.html, which draws on Aguas Calcines, *Dominó de Parejas*
    (Alexandria, Miami 2017); the scores after onlinedominogames.com/cuban-dominoes.
    """
    return _pairs(
        fields,
        max_pip=9,
        hand_size=10,
        redeal_if=("doubles 5",),
        opening=("lot",),
        later="winner_side",
        target=150,
    )


def puerto_rican_500(**fields: Any) -> dc.Rules:
    """The Puerto Rican match to 500, *quinientos*.

    After the Spanish American Club, sacitc.blog/category/domino-rules, and D. Ramos, "How to play
    double-six dominoes", manualzz.com/doc/23614212; tied blocks after the documentation of the
    Python library dominoes, which plays as in San Juan.
    """
    return _pairs(
        fields,
        blocked_tie="replay",
        points_from="all",
        bonus_capicua=100,
        bonus_last_tile={"0-0": 100},
        target=500,
        score_round=scores.five_hundred,
    )


def puerto_rican_200(**fields: Any) -> dc.Rules:
    """The Puerto Rican match to 200, *doscientos* or *Modo 200*: ten pips are a point, to 20.

    After the program github.com/yamxavier-create/dominos_pr.
    """
    return _pairs(
        fields,
        blocked_winner="lowest_seat",
        blocked_tie="replay",
        target=20,
        score_round=scores.two_hundred,
    )


def dominican(**fields: Any) -> dc.Rules:
    """Dominican dominoes to 200.

    After dominoesonline.com/rule.php?id=1228128405; who leads and what a round is worth after
    fichaflow.com/learn.
    """
    return _pairs(
        fields,
        blocked_winner="blocker_or_next",
        blocked_tie="blocker_wins",
        bonus_capicua=25,
        bonus_first_pass=25,
        bonus_round_pass=25,
        target=200,
    )


def _jamaican(fields: dict[str, Any], row: bool, **values: Any) -> dc.Rules:
    """Give what both Jamaican games share: a point a round, the lowest hand wins a block."""
    shared: dict[str, Any] = {"blocked_winner": "lowest_seat", "score": "unit", "target": 6}
    score = {"score_round": scores.six_love} if row else {}
    return _rules(fields, **{**shared, **score, **values})


def jamaican(row: bool = True, **fields: Any) -> dc.Rules:
    """Jamaican partner dominoes, six love; with `row=False` straight six.

    After pagat.com/tile/wdom/caribbean.html; blocks and straight six after
    eightygames.wordpress.com/2014/01/01/jamaican-dominos.
    """
    return _jamaican(fields, row, seats=4, sides=(0, 1, 0, 1))


def jamaican_cutthroat(seats: int = 4, row: bool = True, **fields: Any) -> dc.Rules:
    """Jamaican cut-throat dominoes, each alone; all tiles are dealt, three seats leave out 0-0.

    After pagat.com/tile/wdom/caribbean.html and sixlove.pages.dev/cutthroat-domino.
    """
    exclude = ("0-0",) if seats == 3 else ()
    hands = {2: 14, 3: 9, 4: 7}
    return _jamaican(fields, row, seats=seats, hand_size=hands, exclude=exclude)


@dc.hookimpl
def dominocore_variants() -> Iterator[dc.Variant]:
    """Yield the games."""
    for name, source, summary in (
        ("cuban-double-nine", cuban_double_nine, "Pairs, double-nine, ten tiles each; to 150."),
        ("puerto-rican-500", puerto_rican_500, "Pairs; bonuses for first rounds, capicú, chucha."),
        ("puerto-rican-200", puerto_rican_200, "Pairs; ten pips are a point; to 20."),
        ("dominican", dominican, "Pairs; 25 for capicúa and for passes; to 200."),
        ("jamaican", jamaican, "Pairs; six love: six rounds won while the others have none."),
        ("jamaican-cutthroat", jamaican_cutthroat, "Six love, each alone, all tiles dealt."),
    ):
        yield dc.Variant(name, source, summary)
