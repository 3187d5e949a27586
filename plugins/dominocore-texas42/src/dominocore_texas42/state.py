# SPDX-License-Identifier: MIT
"""A hand of Texas 42 as the referee knows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dominocore import Hand, TileSet
from dominocore.errors import IllegalMoveError, RoundOverError
from dominocore.game import BaseState
from dominocore_texas42.hand import Event, PublicHand
from dominocore_texas42.moves import Texas42Move
from dominocore_texas42.shown import Shown
from dominocore_texas42.view import Texas42View


@dataclass(frozen=True)
class Texas42State(Shown, BaseState):  # type: ignore[override]  # it is only read
    """What everybody knows of a hand, and what each seat holds.

    It never changes: `play` gives the state after a move.
    """

    public: PublicHand
    """The public record."""
    hands: tuple[Hand, ...]
    """The tiles that each seat holds."""

    @classmethod
    def of(cls, public: PublicHand, hands: Iterable[TileSet]) -> Texas42State:
        """Make a state of hands that are checked."""
        return cls(public, tuple(Hand.from_mask(hand.mask) for hand in hands))

    @property
    def history(self) -> tuple[Event, ...]:
        """The moves so far as (seat, move), oldest first."""
        return self.public.events

    @property
    def moves(self) -> tuple[Texas42Move, ...]:
        """The legal moves of the seat on turn."""
        turn = self.public.turn
        return () if turn is None else self.public.legal(self.hands[turn])

    def play(self, move: Texas42Move | str) -> Texas42State:
        """Play a move, or its text, and give the state after it.

        Raises:
            IllegalMoveError: the move is not legal.
            RoundOverError: the hand is over.
            NotationError: the text is no move.
        """
        turn = self.public.turn
        if turn is None:
            raise RoundOverError("the hand is over; no move can be made")
        if isinstance(move, str):
            move = Texas42Move.of(move)
        legal = self.moves
        if move not in legal:
            listed = " ".join(map(str, legal))
            raise IllegalMoveError(f"{move} is not legal for seat {turn}; legal are {listed}")
        hands = self.hands
        if move.tile is not None:
            left = Hand.from_mask(hands[turn].mask & ~(1 << move.tile.index))
            hands = (*hands[:turn], left, *hands[turn + 1 :])
        return Texas42State(self.public.after(move), hands)

    def observe(self, seat: int) -> Texas42View:
        """Give all that a seat may know.

        Raises:
            IndexError: there is no such seat.
        """
        self.rules.side_of(seat)  # refuses what is no seat
        shown = self.hands if self.public.turn is None else None
        return Texas42View(self.public, seat, self.hands[seat], self.hand_sizes, shown)
