# SPDX-License-Identifier: MIT
"""Hands that the others may hold, by all that the public record shows."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dominocore_texas42.hand import SEATS
from dominocore_texas42.thumb import ALL, bits
from dominocore_texas42.view import Texas42View


def sample(view: Texas42View, rng: random.Random) -> tuple[int, ...]:
    """Deal the tiles that a seat does not see to the others, as masks by seat.

    Nobody is dealt a tile of a suit that it has shown it lacks. Tiles that few seats can hold go
    first, each to one of them by how many tiles it still needs; that is near to, and not quite,
    each possible deal as often.
    """
    public, seat = view.public, view.seat
    lacking = [_lacking(view, other) for other in range(SEATS)]
    lacking[seat] = ALL
    unseen = list(bits(ALL & ~(view.hand.mask | public.played)))
    rng.shuffle(unseen)
    unseen.sort(key=lambda tile: sum(mask >> tile & 1 for mask in lacking), reverse=True)
    hands = [0] * SEATS
    _deal(unseen, hands, list(view.hand_sizes), lacking, rng)
    hands[seat] = view.hand.mask
    return tuple(hands)


def _deal(
    tiles: Sequence[int],
    hands: list[int],
    need: list[int],
    lacking: Sequence[int],
    rng: random.Random,
) -> bool:
    """Deal tiles by chance, and take back what leaves another without a seat."""
    if not tiles:
        return True
    tile, rest = tiles[0], tiles[1:]
    able = [s for s in range(SEATS) if need[s] and not lacking[s] >> tile & 1]
    while able:
        seat = rng.choices(able, [need[s] for s in able])[0]
        hands[seat] |= 1 << tile
        need[seat] -= 1
        if _deal(rest, hands, need, lacking, rng):
            return True
        hands[seat] ^= 1 << tile
        need[seat] += 1
        able.remove(seat)
    return False


def _lacking(view: Texas42View, seat: int) -> int:
    """Give the tiles that a seat has shown it lacks, as a mask."""
    trumps, tiles = view.public.trumps, 0
    if trumps is not None:
        for suit in view.public.lacks[seat]:
            tiles |= trumps.members[suit]
    return tiles
