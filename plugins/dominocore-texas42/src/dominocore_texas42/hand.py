# SPDX-License-Identifier: MIT
"""A hand of Texas 42 as everybody knows it: the bids, the trumps, the tricks, who won.

Nothing here knows what a seat holds. A state is this and the four hands, a view is this and one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dominocore import Ending, Outcome, TileSet
from dominocore_texas42.moves import (
    BIDS,
    CALLS,
    MARK,
    PASS,
    PLAYS,
    PLUNGE,
    PLUNGE_MARKS,
    Texas42Move,
    marks,
)
from dominocore_texas42.suits import Trumps
from dominocore_texas42.tricks import NO_TRICK, Trick

if TYPE_CHECKING:
    from dominocore_texas42.rules import Texas42Rules

Event = tuple[int, Texas42Move]
"""A move with the seat that made it."""
SEATS = 4
TRICKS = 7
_PLUNGE_DOUBLES = 4


@dataclass(frozen=True)
class PublicHand:
    """The public record of a hand, and what follows from it."""

    rules: Texas42Rules
    leader: int
    """The seat that bids first, left of the dealer."""
    round: int
    scores: tuple[int, ...]
    events: tuple[Event, ...]
    turn: int | None
    bid: int = 0
    """The highest bid so far in points, 84 for two marks."""
    bidder: int | None = None
    """The seat that bid it."""
    plunged: bool = False
    """Whether that bid is a plunge."""
    trumps: Trumps | None = None
    tricks: tuple[Trick, ...] = ()
    """The tricks that are taken, the first one first."""
    winners: tuple[int, ...] = ()
    """The seat that took each of them."""
    trick: Trick = NO_TRICK
    """The trick that is being played."""
    lacks: tuple[frozenset[int], ...] = (frozenset(),) * SEATS
    """The suits that each seat has shown it lacks, by playing another one to their lead."""
    outcome: Outcome | None = None

    # ---- what follows from it ----

    @property
    def dealer(self) -> int:
        """The seat that bids last."""
        return (self.leader + SEATS - 1) % SEATS

    @property
    def caller(self) -> int | None:
        """The seat that calls trumps and leads: who bid most, or the partner after a plunge."""
        if self.bidder is None:
            return None
        return partner(self.bidder) if self.plunged else self.bidder

    @property
    def out(self) -> int | None:
        """The seat that sits out: the bidder's partner in nel-o."""
        low = self.trumps is not None and self.trumps.low
        return partner(self.bidder) if low and self.bidder is not None else None

    @property
    def taken(self) -> tuple[int, int]:
        """The points of the tricks that each side has taken: 42 when all seven are."""
        sides = [0, 0]
        for trick, seat in zip(self.tricks, self.winners, strict=True):
            sides[seat % 2] += trick.points
        return sides[0], sides[1]

    @property
    def played(self) -> int:
        """The tiles that are played, as a mask."""
        return sum(1 << move.tile.index for _, move in self.events if move.tile is not None)

    # ---- moves ----

    def legal(self, hand: TileSet) -> tuple[Texas42Move, ...]:
        """Give the moves of the seat on turn if it holds these tiles."""
        if self.turn is None:
            return ()
        if len(self.events) < SEATS:
            return tuple(self._bids(hand))
        if self.trumps is None:
            return tuple(call for call in CALLS if self._may_call(call))
        led = self.trick.led(self.trumps)
        following = hand.mask & self.trumps.members[led] if led is not None else 0
        return tuple(PLAYS[tile.index] for tile in TileSet.from_mask(following or hand.mask))

    def _bids(self, hand: TileSet) -> Iterator[Texas42Move]:
        """Give a pass and the higher bids.

        Up to 42 any higher one, and two marks; from two marks on, one mark more. Who deals has to
        bid where nobody did, if the rules say so.
        """
        if self.bid or self.turn != self.dealer or self.rules.all_pass != "bid":
            yield PASS
        top = 2 * MARK if self.bid < 2 * MARK else self.bid + MARK
        yield from (move for move in BIDS if self.bid < move.bid <= top)
        if self.rules.plunge and sum(tile.is_double for tile in hand) >= _PLUNGE_DOUBLES:
            yield PLUNGE

    def _may_call(self, move: Texas42Move) -> bool:
        if move.call is None or not move.call.low:
            return True
        return move.word in self.rules.nello_calls and self.bid >= MARK and not self.plunged

    # ---- what a move makes of it ----

    def after(self, move: Texas42Move) -> PublicHand:
        """Give the hand after a move of the seat on turn, which has to be legal."""
        seat = self.turn
        assert seat is not None
        events = (*self.events, (seat, move))
        if move.tile is not None:
            return self._after_tile(seat, move, events)
        if move.call is not None:
            return replace(self, events=events, trumps=move.call)
        return self._after_bid(seat, move, events)

    def _after_bid(self, seat: int, move: Texas42Move, events: tuple[Event, ...]) -> PublicHand:
        there = replace(self, events=events, turn=(seat + 1) % SEATS)
        if not move.is_pass:
            plunge = max(PLUNGE_MARKS * MARK, self.bid + MARK)
            bid = plunge if move.is_plunge else move.bid
            there = replace(there, bid=bid, bidder=seat, plunged=move.is_plunge)
        if len(events) < SEATS:
            return there
        if there.bidder is None:
            return replace(there, turn=None, outcome=Outcome(Ending.BLOCKED, None, None, (0, 0)))
        return replace(there, turn=there.caller)

    def _after_tile(self, seat: int, move: Texas42Move, events: tuple[Event, ...]) -> PublicHand:
        assert move.tile is not None and self.trumps is not None
        lacks = self.lacks
        led = self.trick.led(self.trumps)
        if led is not None and not self.trumps.members[led] >> move.tile.index & 1:
            mine = lacks[seat] | {led}
            lacks = (*lacks[:seat], mine, *lacks[seat + 1 :])
        trick = self.trick.add(seat, move.tile)
        out = self.out
        if len(trick) < SEATS - (out is not None):
            turn = (seat + 1) % SEATS
            turn = (turn + 1) % SEATS if turn == out else turn
            return replace(self, events=events, turn=turn, trick=trick, lacks=lacks)
        winner = trick.winner(self.trumps)
        there = replace(
            self,
            events=events,
            turn=winner,
            trick=NO_TRICK,
            tricks=(*self.tricks, trick),
            winners=(*self.winners, winner),
            lacks=lacks,
        )
        return there._settled()

    def _settled(self) -> PublicHand:
        """Give the hand after a trick: over, where the bid is decided and the rules say so."""
        made = self._made()
        last = len(self.tricks) == TRICKS
        if made is None or not (last or self.rules.stops_when_decided):
            return self
        assert self.bidder is not None
        seat = self.bidder if made else self._setter()
        outcome = Outcome(Ending.OUT, seat, seat % 2, self._points(made))
        return replace(self, turn=None, outcome=outcome)

    def _made(self) -> bool | None:
        """Tell whether the bid is made, or None where that is open."""
        assert self.bidder is not None and self.trumps is not None
        if self.trumps.low:
            if self.bidder in self.winners:
                return False
            return True if len(self.tricks) == TRICKS else None
        side = self.bidder % 2
        need = min(self.bid, MARK)
        if self.taken[side] >= need:
            return True
        return False if self.taken[1 - side] > MARK - need else None

    def _setter(self) -> int:
        """Give the opponent with the trick that set the bid; in nel-o the bidder's left."""
        assert self.bidder is not None
        against = [seat for seat in self.winners if seat % 2 != self.bidder % 2]
        return against[-1] if against else (self.bidder + 1) % SEATS

    def _points(self, made: bool) -> tuple[int, int]:
        """Give what each side scores: marks, or points where the rules count those."""
        assert self.bidder is not None
        side = self.bidder % 2
        if self.rules.scoring == "marks":
            ours, theirs = (marks(self.bid), 0) if made else (0, marks(self.bid))
        elif made:
            ours = self.bid if self.bid > MARK else self.taken[side]
            theirs = self.taken[1 - side]
        else:
            ours, theirs = 0, self.bid + self.taken[1 - side]
        return (ours, theirs) if side == 0 else (theirs, ours)


def partner(seat: int) -> int:
    """Give the seat opposite."""
    return (seat + 2) % SEATS
