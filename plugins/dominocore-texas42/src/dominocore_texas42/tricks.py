# SPDX-License-Identifier: MIT
"""A trick, and what the tiles in it count."""

from __future__ import annotations

from dataclasses import dataclass

from dominocore import Tile
from dominocore_texas42.suits import Trumps

_COUNTED = (5, 10)


def count(tile: Tile) -> int:
    """Give the points of a tile: its pips where they are 5 or 10, so 5-5, 6-4, 5-0, 4-1 and 3-2.

    >>> count(Tile(6, 4)), count(Tile(4, 1)), count(Tile(6, 6))
    (10, 5, 0)
    """
    return tile.pips if tile.pips in _COUNTED else 0


@dataclass(frozen=True, slots=True)
class Trick:
    """The tiles played to a trick so far, with the seats that played them, the lead first."""

    plays: tuple[tuple[int, Tile], ...] = ()

    def __len__(self) -> int:
        return len(self.plays)

    def add(self, seat: int, tile: Tile) -> Trick:
        """Give the trick with one more tile."""
        return Trick((*self.plays, (seat, tile)))

    def led(self, trumps: Trumps) -> int | None:
        """Give the suit that was led, or None before the lead."""
        return trumps.led_by(self.plays[0][1]) if self.plays else None

    def winner(self, trumps: Trumps) -> int:
        """Give the seat whose tile takes the trick, as far as it is played."""
        return self.plays[trumps.winner(tile for _, tile in self.plays)][0]

    @property
    def points(self) -> int:
        """1 for the trick, and what its tiles count."""
        return 1 + sum(count(tile) for _, tile in self.plays)


NO_TRICK = Trick()
"""A trick before its lead."""
