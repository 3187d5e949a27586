# SPDX-License-Identifier: MIT
"""Who meets whom in a tournament, and where they sit.

Players are numbers here, and a *lineup* is the players of one meeting. All lineups play the same
deals, so that nobody is lucky in them.
"""

from __future__ import annotations

from itertools import combinations, islice, permutations
from math import factorial

SCHEDULES = ("round-robin", "gauntlet")
"""Everybody against everybody, or the first player against each other."""


def lineups(players: int, sides: int, *, gauntlet: bool = False) -> list[tuple[int, ...]]:
    """Give each meeting of as many players as there are sides, or of all where there are fewer.

    With `gauntlet` only the meetings of the first player are left.

    >>> lineups(3, 2)
    [(0, 1), (0, 2), (1, 2)]
    >>> lineups(3, 2, gauntlet=True)
    [(0, 1), (0, 2)]
    """
    found = combinations(range(players), min(players, sides))
    return [lineup for lineup in found if 0 in lineup or not gauntlet]


def arrangements(lineup: tuple[int, ...], sides: int, deal: int) -> list[tuple[int, ...]]:
    """Give the players by side in each game of a deal: everybody plays every side's hands.

    With two sides those are the two ways to sit. Otherwise the players sit in a circle that turns
    from game to game, one way round and the other: so for any two sides, one player has the first
    and another the second as often as the other way round, and a player against itself ties. Which
    circle it is changes with the number of the deal, for the sake of neighbours. Where sides
    outnumber players, the circle goes on with the first player again, and each takes every part; a
    circle that does not go up is always the same, so that two players meet as often in each deal.

    >>> arrangements((4, 7), 2, deal=0)
    [(4, 7), (7, 4)]
    >>> len(arrangements((0, 1, 2), 3, deal=0)), len(arrangements((0, 1, 2, 3), 4, deal=0))
    (6, 8)
    """
    first, *others = lineup
    number = deal % factorial(len(others)) if sides % len(lineup) == 0 else 0
    circle = (first, *next(islice(permutations(others), number, None)))
    size = len(circle)
    found: dict[tuple[int, ...], None] = {}
    for part in range(size):
        seated = [circle[(part + side) % size] for side in range(sides)]
        for turn in range(sides):
            turned = (*seated[turn:], *seated[:turn])
            found[turned] = found[turned[::-1]] = None
    return list(found)
