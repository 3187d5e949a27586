# SPDX-License-Identifier: MIT
"""The games that come with the library, as data.

`aberto`, `latin`, `bode`, `fives` and `draw` follow five rule texts clause by clause. The others
follow the rules in the field's usual books and sites, named beside each; what the sources leave
open is settled as in the game that each is described against.

Each game is a function of its own options. It takes any field of `Rules` besides, and what is
named so wins over the game's own value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dominocore.errors import RulesError
from dominocore.hookspecs import hookimpl
from dominocore.rule_fields import whole_field
from dominocore.rules import Rules
from dominocore.variant_type import Variant

_PAIRS = (0, 1, 0, 1)
_HIGHEST = ("highest_double", "highest_tile")


def _sides(seats: int, pairs: bool) -> tuple[int, ...] | None:
    if pairs and seats != 4:
        raise RulesError(f"pairs=True needs 4 seats, got {seats}")
    return _PAIRS if pairs else None


def _rules(fields: dict[str, Any], **values: Any) -> Rules:
    return Rules(**{**values, **fields})


# ---- the base game ----


def block(seats: int = 2, **fields: Any) -> Rules:
    """The block game, the base of the others: the defaults of `Rules`.

    Seven tiles each while the double-six set has them; with five seats or more, as many as it has.
    """
    return _rules(fields, seats=seats, hand_size=min(7, 28 // whole_field("seats", seats)))


# ---- five games after their rule texts ----


def aberto(**fields: Any) -> Rules:
    """Dominó Aberto: two pairs, five tiles each, to 50."""
    return _rules(
        fields,
        seats=4,
        sides=_PAIRS,
        hand_size=5,
        opening=_HIGHEST,
        later="next",
        draw="until_playable",
        dead_layout="end_now",
        blocked_winner="lowest_side",
        blocked_tie="blocker_loses",
        points_from="opponents",
        minus_own=False,
        target=50,
    )


def latin(seats: int = 4, pairs: bool = False, **fields: Any) -> Rules:
    """The mão and fecho game: alone or in pairs, to a target that the table chooses.

    A pair gains the pips of all hands, a lone seat those of the others.
    """
    return _rules(
        fields,
        seats=seats,
        sides=_sides(seats, pairs),
        opening=_HIGHEST,
        later="next",
        draw="until_playable",
        dead_layout="end_now",
        blocked_winner="lowest_side",
        blocked_tie="nearest_lead",
        points_from="all" if pairs else "opponents",
        minus_own=False,
        target=100,
    )


def bode(seats: int = 3, **fields: Any) -> Rules:
    """Bode, the goat: pips left are penalties, the lowest total wins."""
    return _rules(
        fields,
        seats=seats,
        opening=("doubles 0 6 5 4 3 2 1", "highest_tile"),
        later="opening",
        draw="until_playable",
        dead_layout="drain",
        blocked_winner="none",
        score="penalties",
        blocker_exempt=True,
        minus_own=False,
        target=101,
        wins="low",
    )


def fives(seats: int = 2, **fields: Any) -> Rules:
    """Múltiplos de 5: one spinner, points in play that have to be claimed."""
    return _rules(
        fields,
        seats=seats,
        opening=("highest_double", "lots"),
        later="winner",
        after_block="opening",
        spinner="first_double",
        arms_open="both_sides",
        draw="none",
        dead_layout="drain",
        blocked_winner="none",
        minus_own=False,
        rounding="down 5",
        ends_divisors=(5,),
        claim="required",
        target=100,
        match_end="immediate",
    )


def draw(seats: int = 2, **fields: Any) -> Rules:
    """Draw dominoes: the winner gains the others' pips less its own."""
    return _rules(
        fields,
        seats=seats,
        hand_size={2: 7, 3: 5, 4: 5},
        opening=("highest_double", "heaviest_hand"),
        later="opening",
        draw="until_playable",
        dead_layout="drain",
        blocked_winner="lowest_side",
        blocked_tie="none",
        minus_own=True,
        target=100,
    )


# ---- points in play ----


def _scoring(fields: dict[str, Any], seats: int, pairs: bool, **values: Any) -> Rules:
    """Give what All Fives and its kin share: who leads, drawing, and the points that end a round.

    The first lead goes by lot, then who went out leads, any tile; after a blocked round lots are
    drawn again. The boneyard may be emptied. The winner gains the others' pips less its side's.
    """
    shared = {
        "opening": ("lot",),
        "later": "winner",
        "after_block": "opening",
        "draw": "until_playable",
        "dead_layout": "drain",
        "target": 200,
        "match_end": "immediate",
    }
    return _rules(fields, seats=seats, sides=_sides(seats, pairs), **{**shared, **values})


def all_fives(seats: int = 2, pairs: bool = False, **fields: Any) -> Rules:
    """All Fives with one spinner, after pagat.com; to 200 after the Encyclopaedia Britannica."""
    return _scoring(
        fields,
        seats,
        pairs,
        hand_size={2: 9, 3: 7, 4: 5},
        spinner="first_double",
        rounding="nearest 5",
        ends_divisors=(5,),
    )


def all_threes(seats: int = 2, pairs: bool = False, **fields: Any) -> Rules:
    """All Fives with multiples of three instead of five, its usual sister game."""
    return _scoring(
        fields,
        seats,
        pairs,
        hand_size={2: 9, 3: 7, 4: 5},
        spinner="first_double",
        rounding="nearest 3",
        ends_divisors=(3,),
    )


def five_up(seats: int = 2, pairs: bool = False, **fields: Any) -> Rules:
    """All Fives where every double is a spinner, after Armanino as pagat.com tells it.

    Books score a point for each five and play to 61, on a cribbage board. Here the points are the
    pips, at the end of a round too, and the target is five times that: the same game.
    """
    return _scoring(
        fields,
        seats,
        pairs,
        hand_size=5,
        spinner="every_double",
        rounding="nearest 5",
        ends_divisors=(5,),
        target=305,
    )


def sniff(seats: int = 2, pairs: bool = False, **fields: Any) -> Rules:
    """All Fives where the spinner counts its exposed halves: the crosswise sniff of pagat.com."""
    return _scoring(
        fields,
        seats,
        pairs,
        hand_size={2: 7, 3: 6, 4: 5},
        spinner="first_double",
        rounding="nearest 5",
        ends_divisors=(5,),
        spinner_count="exposed_halves",
    )


def muggins(seats: int = 2, **fields: Any) -> Rules:
    """Muggins as Foster's Complete Hoyle has it: no spinner, and points have to be claimed.

    There the opponent who calls "muggins" takes what was not claimed; here it is lost.
    """
    return _scoring(
        fields,
        seats,
        pairs=False,
        opening=_HIGHEST,
        later="opening",
        after_block=None,
        reserve=2,
        minus_own=False,
        rounding="nearest 5",
        ends_divisors=(5,),
        claim="required",
        target=100,
    )


def fives_and_threes(seats: int = 2, pairs: bool = False, **fields: Any) -> Rules:
    """The British pub game, after pagat.com: nobody draws, going out is worth one point.

    In pairs a round goes on until both partners are out. Books ask for 61 exactly; here the first
    to reach it wins.
    """
    return _rules(
        fields,
        seats=seats,
        sides=_sides(seats, pairs),
        hand_size={2: 7, 3: 5, 4: 5},
        out="side",
        blocked_winner="none",
        score="unit",
        ends_divisors=(3, 5),
        ends_points="quotient",
        target=61,
        match_end="immediate",
    )


# ---- other joins and layouts ----


def matador(seats: int = 2, max_pip: int = 6, **fields: Any) -> Rules:
    """Matador, or Russian dominoes: halves join that make one more than the highest pip.

    Seven with the double-six set, ten with double-nine, thirteen with double-twelve. The
    matadors, the double blank and the tiles whose own halves make that sum, go anywhere. After
    pagat.com; hand sizes from cardsdicedominoes.com. Some books let a seat that can play draw.
    """
    total = whole_field("max_pip", max_pip) + 1
    matadors = [f"{total - low}-{low}" for low in range(1, total // 2 + 1)]
    return _rules(
        fields,
        max_pip=max_pip,
        seats=seats,
        hand_size={2: 7, 3: 6, 4: 5},
        opening=_HIGHEST,
        later="opening",
        joins=f"sum {total}",
        wild=("0-0", *matadors),
        draw="until_playable",
        reserve=2,
        dead_layout="drain",
    )


def _star(fields: dict[str, Any], **values: Any) -> Rules:
    """Give what the games share whose opening double is covered on all sides first.

    Every round is led by that double, nothing else is played until it is full, and the rest is
    the block game, or the draw game where the boneyard is drawn from.
    """
    shared = {
        "later": "opening",
        "spinner": "opening_double",
        "arms_open": "at_once",
        "dead_layout": "drain",
    }
    return _rules(fields, **{**shared, **values})


def cross(seats: int = 2, **fields: Any) -> Rules:
    """Cross, after Kelley's Great Book of Domino Games: a cross of five tiles, then four arms.

    The highest double leads; where no double was dealt, the tiles are dealt again.
    """
    return _star(
        fields,
        seats=seats,
        hand_size={2: 7, 3: 6, 4: 5},
        opening=("highest_double", "redeal"),
        fill_first=4,
        draw="until_playable",
        reserve=2,
    )


def sebastopol(**fields: Any) -> Rules:
    """Sebastopol, after pagat.com: four seats, all tiles dealt, 6-6 in the middle; to 60."""
    return _star(fields, seats=4, opening=("tile 6-6", "redeal"), fill_first=4, target=60)


def cyprus(seats: int = 4, max_pip: int = 9, **fields: Any) -> Rules:
    """Cyprus, after pagat.com: the highest double is the heart of a star of eight arms.

    For the double-nine or the double-twelve set. A seat that cannot play draws one tile; the last
    one stays. Where the double was not dealt, the tiles are dealt again.
    """
    return _star(
        fields,
        max_pip=max_pip,
        seats=seats,
        hand_size={4: 9, 5: 8, 6: 7, 7: 7, 8: 6},
        opening=(f"tile {max_pip}-{max_pip}", "redeal"),
        spinner_arms=8,
        fill_first=8,
        draw="one",
        reserve=1,
    )


# ---- pairs ----


def partnership(**fields: Any) -> Rules:
    """The partnership game of Spain and Latin America, after pagat.com: 6-6 leads, then in turn."""
    return _rules(
        fields,
        seats=4,
        sides=_PAIRS,
        opening=("tile 6-6",),
        later="next",
        minus_own=False,
        target=100,
    )


def latin_american(**fields: Any) -> Rules:
    """Latin American match dominoes, after Scarne: ten rounds won win the match.

    The holder of 6-6 leads it in every round. In books the match is a tie when the losers have won
    five rounds or more; here it is won.
    """
    return partnership(**{"later": "opening", "score": "unit", "target": 10, **fields})


@hookimpl
def dominocore_variants() -> Iterator[Variant]:
    """Give the games."""
    for name, source, summary in (
        ("aberto", aberto, "Pairs with five tiles each draw until they can play; to 50."),
        ("latin", latin, "Alone or in pairs; a tied block goes to who is nearest to the lead."),
        ("bode", bode, "Pips left are penalties, none for who blocks; lowest total wins at 101."),
        ("fives", fives, "Claim points when the ends make a multiple of five; one spinner."),
        ("draw", draw, "Draw until you can play; the others' pips less your own; to 100."),
        ("block", block, "Nobody draws: who cannot play passes; to 100."),
        ("all-fives", all_fives, "Points when the ends make a multiple of five; one spinner."),
        ("all-threes", all_threes, "All Fives with multiples of three."),
        ("five-up", five_up, "All Fives where every double is a spinner; to 305, or 61 fives."),
        ("sniff", sniff, "All Fives where the spinner counts while a side of it is exposed."),
        ("muggins", muggins, "Multiples of five in one line; points have to be claimed; to 100."),
        ("fives-and-threes", fives_and_threes, "A point for each five and three in the ends."),
        ("matador", matador, "Halves join that make seven; four matadors join anything."),
        ("cross", cross, "The opening double is covered on four sides first; draw."),
        ("sebastopol", sebastopol, "Four seats; 6-6 is covered on four sides first; no drawing."),
        ("cyprus", cyprus, "Double-nine; a star of eight arms around 9-9; draw one."),
        ("partnership", partnership, "Pairs, all tiles dealt; 6-6 leads, then in turn; to 100."),
        ("latin-american", latin_american, "Pairs; each round won is a point; to 10."),
    ):
        yield Variant(name, source, summary)
