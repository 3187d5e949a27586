# SPDX-License-Identifier: MIT
"""Points at a round's end that fields cannot say.

Who wins is data in each of these games. `settled` asks the fields, and the functions turn what
they give into the points of the game. The first line of each docstring is what
`dominocore variants NAME` says of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import dominocore as dc

FIRST_ROUNDS = (100, 75, 50, 25)
"""What the winners of the first rounds of a match to 500 gain besides."""
BLOCK = 2
"""What the side that blocks gains in a match to 200."""


@lru_cache(maxsize=64)
def _fields(rules: dc.Rules) -> dc.Rules:
    return rules.replace(score_round=None)


def settled(end: dc.RoundEnd) -> dc.Outcome:
    """Give what the fields of the rules alone make of a round's end."""
    return _fields(end.rules).settle(end.ending, end.seat, end.hands, end.leader)


def pips(end: dc.RoundEnd) -> list[int]:
    """Give the pips that each seat holds at the end."""
    return [sum(tile.pips for tile in hand) for hand in end.hands]


def five_hundred(end: dc.RoundEnd) -> Sequence[int]:
    """Give the winning side the pips in all hands, and 100, 75, 50, 25 in rounds 1 to 4."""
    outcome = settled(end)
    points = list(outcome.points)
    if outcome.side is not None and end.round_number <= len(FIRST_ROUNDS):
        points[outcome.side] += FIRST_ROUNDS[end.round_number - 1]
    return points


def two_hundred(end: dc.RoundEnd) -> Sequence[int]:
    """Give a point for ten pips, without those of the seat that won, and 2 to the side that blocks.

    Halves are rounded up, and from one pip on there is one point at least. Who blocks need not win.
    """
    outcome = settled(end)
    points = [0] * end.rules.n_sides
    if end.ending == "blocked":
        points[end.rules.side_of(end.seat)] += BLOCK
    if outcome.side is not None and outcome.seat is not None:
        held = pips(end)
        points[outcome.side] += tens(sum(held) - held[outcome.seat])
    return points


def tens(count: int) -> int:
    """Give a point for ten pips, halves up, and one at least where there are any.

    >>> [tens(count) for count in (0, 1, 14, 15, 24, 25)]
    [0, 1, 1, 2, 2, 3]
    """
    return max(1, (count + 5) // 10) if count else 0


def six_love(end: dc.RoundEnd) -> Sequence[int]:
    """Give the winning side 1 point; when each side has won a round, all go back to 0."""
    won = settled(end).points
    if all(old + new > 0 for old, new in zip(end.scores, won, strict=True)):
        return [-old for old in end.scores]
    return won
