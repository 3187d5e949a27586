# SPDX-License-Identifier: MIT
"""A hand of Texas 42 as one seat sees it."""

from __future__ import annotations

from dataclasses import dataclass

from dominocore import Hand
from dominocore.game import BaseView
from dominocore_texas42.hand import Event, PublicHand
from dominocore_texas42.moves import Texas42Move
from dominocore_texas42.shown import Shown


@dataclass(frozen=True)
class Texas42View(Shown, BaseView):  # type: ignore[override]  # it is only read
    """What everybody knows of a hand, and what one seat holds."""

    public: PublicHand
    """The public record."""
    seat: int
    """The seat that sees this."""
    hand: Hand
    """The tiles that it holds."""
    hand_sizes: tuple[int, ...]
    """How many tiles each seat holds."""
    shown_hands: tuple[Hand, ...] | None = None
    """What each seat holds at the end of the hand; None while it runs."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The moves so far as (seat, move), oldest first."""
        return self.public.events

    @property
    def moves(self) -> tuple[Texas42Move, ...]:
        """The legal moves of the seat: none unless it is on turn."""
        return self.public.legal(self.hand) if self.public.turn == self.seat else ()
