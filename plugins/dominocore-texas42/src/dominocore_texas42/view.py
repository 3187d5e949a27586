# SPDX-License-Identifier: MIT
"""A hand of Texas 42 as one seat sees it."""

from __future__ import annotations

from dataclasses import dataclass

from dominocore import Hand
from dominocore.protocol import GameView
from dominocore_texas42.hand import PublicHand
from dominocore_texas42.moves import Texas42Move
from dominocore_texas42.shown import Shown


@dataclass(frozen=True)
class Texas42View(Shown, GameView):
    """What everybody knows of a hand, and what one seat holds."""

    public: PublicHand
    """The public record."""
    place: int
    """The seat that sees this."""
    held: Hand
    """The tiles that it holds."""
    sizes: tuple[int, ...]
    """How many tiles each seat holds."""
    shown: tuple[Hand, ...] | None = None
    """What each seat holds at the end of the hand."""

    @property
    def seat(self) -> int:
        """The seat that sees this."""
        return self.place

    @property
    def hand(self) -> Hand:
        """The tiles that the seat holds."""
        return self.held

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return self.sizes

    @property
    def events(self) -> tuple[tuple[int, Texas42Move], ...]:
        """The moves so far as (seat, move), oldest first."""
        return self.public.events

    @property
    def moves(self) -> tuple[Texas42Move, ...]:
        """The legal moves of the seat: none unless it is on turn."""
        return self.public.legal(self.held) if self.public.turn == self.place else ()

    @property
    def shown_hands(self) -> tuple[Hand, ...] | None:
        """What each seat holds at the end of the hand; None while it runs."""
        return self.shown
