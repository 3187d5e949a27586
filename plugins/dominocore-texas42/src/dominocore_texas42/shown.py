# SPDX-License-Identifier: MIT
"""What a state and a view show alike: the public record, and a picture of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominocore import Outcome, TileSet
from dominocore_texas42 import picture
from dominocore_texas42.hand import PublicHand
from dominocore_texas42.suits import TILES

if TYPE_CHECKING:
    from dominocore_texas42.rules import Texas42Rules


class Shown:
    """The public record of a hand as properties; what derives from it has a field `public`."""

    public: PublicHand

    @property
    def rules(self) -> Texas42Rules:
        """The rules."""
        return self.public.rules

    @property
    def turn(self) -> int | None:
        """The seat on turn; None when the hand is over."""
        return self.public.turn

    @property
    def leader(self) -> int:
        """The seat that bid first, or has to."""
        return self.public.leader

    @property
    def round(self) -> int:
        """The number of the hand in its match, from 1."""
        return self.public.round

    @property
    def scores(self) -> tuple[int, ...]:
        """The marks, or points, that each side brought into the hand."""
        return self.public.scores

    @property
    def outcome(self) -> Outcome | None:
        """How the hand ended and who won it, or None while it runs.

        Its seat is the bidder where the bid is made; where it is set, the opponent with the trick
        that set it.
        """
        return self.public.outcome

    @property
    def points(self) -> tuple[int, ...]:
        """The marks, or points, that each side scores: none before the hand is over."""
        return (0, 0) if self.public.outcome is None else self.public.outcome.points

    @property
    def taken(self) -> tuple[int, int]:
        """The points of the tricks that each side has taken so far."""
        return self.public.taken

    @property
    def played(self) -> TileSet:
        """The tiles that are played."""
        return TileSet.from_mask(self.public.played)

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """The pips that each seat surely lacks.

        Who does not follow lacks the suit that was led, which is not all tiles with that number:
        one of them may be a trump. A pip stands here when each tile with it is played or of a suit
        that the seat has shown it lacks. `public.lacks` has the suits themselves.
        """
        trumps = self.public.trumps
        if trumps is None:
            return (frozenset(),) * len(self.public.lacks)
        played = self.public.played
        found = []
        for suits in self.public.lacks:
            without = played
            for suit in suits:
                without |= trumps.members[suit]
            found.append(frozenset(pip for pip in range(7) if not _WITH[pip] & ~without))
        return tuple(found)

    def picture(self, form: str = "ascii", width: int | None = None) -> str:
        """Draw the bids, the trumps, what is taken, and the tricks with their tiles in order.

        Raises:
            ValueError: there is no such form.
        """
        return picture.draw(self.public, form, width)


_WITH = tuple(sum(1 << tile.index for tile in TILES if pip in tile) for pip in range(7))
"""The tiles with each pip, as masks."""
