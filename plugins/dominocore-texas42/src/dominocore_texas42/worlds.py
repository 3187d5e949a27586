# SPDX-License-Identifier: MIT
"""Hands that the others may hold, by all that the public record shows."""

from __future__ import annotations

import random

from dominocore_texas42.hand import SEATS
from dominocore_texas42.thumb import ALL, bits
from dominocore_texas42.view import Texas42View

_TRIES = 200


def sample(view: Texas42View, rng: random.Random) -> tuple[int, ...]:
    """Deal the tiles that a seat does not see to the others, as masks by seat.

    Nobody is dealt a tile of a suit that it has shown it lacks. Tiles that few seats can hold go
    first, each to one of them by how many tiles it still needs; that is near to, and not quite,
    each possible deal as often.
    """
    public, seat = view.public, view.seat
    forbidden = [_forbidden(view, other) for other in range(SEATS)]
    unseen = list(bits(ALL & ~(view.hand.mask | public.played)))
    others = [other for other in range(SEATS) if other != seat]
    for _ in range(_TRIES):
        rng.shuffle(unseen)
        unseen.sort(key=lambda tile: sum(not forbidden[s] >> tile & 1 for s in others))
        hands = [0] * SEATS
        need = list(view.hand_sizes)
        for tile in unseen:
            able = [s for s in others if need[s] and not forbidden[s] >> tile & 1]
            if not able:
                break
            taker = rng.choices(able, [need[s] for s in able])[0]
            hands[taker] |= 1 << tile
            need[taker] -= 1
        else:
            hands[seat] = view.hand.mask
            return tuple(hands)
    raise AssertionError("no deal fits the record, which one did")


def _forbidden(view: Texas42View, seat: int) -> int:
    """Give the tiles that a seat has shown it lacks, as a mask."""
    trumps, lacking = view.public.trumps, 0
    if trumps is not None:
        for suit in view.public.lacks[seat]:
            lacking |= trumps.members[suit]
    return lacking
