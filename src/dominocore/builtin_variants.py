# SPDX-License-Identifier: MIT
"""The games that come with the library, as data.

`aberto`, `latin`, `bode`, `fives` and `draw` follow five rule texts clause by clause; the others
follow the rules in the field's usual books and sites, named beside each.
"""

from __future__ import annotations

from collections.abc import Iterator

from dominocore.errors import RulesError
from dominocore.hookspecs import hookimpl
from dominocore.rules import Rules
from dominocore.variant_type import Variant

_PAIRS = (0, 1, 0, 1)
_HIGHEST = ("highest_double", "highest_tile")


def _sides(seats: int, pairs: bool) -> tuple[int, ...] | None:
    if pairs and seats != 4:
        raise RulesError(f"pairs=True needs 4 seats, got {seats}")
    return _PAIRS if pairs else None


def aberto() -> Rules:
    """Dominó Aberto: two pairs, five tiles each, to 50."""
    return Rules(
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


def latin(seats: int = 4, pairs: bool = False) -> Rules:
    """The mão and fecho game: alone or in pairs, to a target that the table chooses."""
    return Rules(
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


def bode(seats: int = 3) -> Rules:
    """Bode, the goat: pips left are penalties, the lowest total wins."""
    return Rules(
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


def fives(seats: int = 2) -> Rules:
    """Múltiplos de 5: one spinner, points in play that have to be claimed."""
    return Rules(
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


def draw(seats: int = 2) -> Rules:
    """Draw dominoes: the winner gains the others' pips less its own."""
    return Rules(
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


def block(seats: int = 2) -> Rules:
    """The block game: nobody draws; the defaults of `Rules`."""
    return Rules(seats=seats, hand_size=min(7, 28 // seats))


@hookimpl
def dominocore_variants() -> Iterator[Variant]:
    """Give the games."""
    yield Variant("aberto", aberto, "Pairs with five tiles each draw until they can play; to 50.")
    yield Variant("latin", latin, "Alone or in pairs; a tied block goes to the mão; the table sets the target.")
    yield Variant("bode", bode, "Pips left are penalties; who sets the fish goes free; lowest total wins at 101.")
    yield Variant("fives", fives, "Claim points when the ends sum to a multiple of five; one spinner; to 100.")
    yield Variant("draw", draw, "Draw until you can play; others' pips less your own; to 100.")
    yield Variant("block", block, "Nobody draws: who cannot play passes; to 100.")
