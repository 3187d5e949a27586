# SPDX-License-Identifier: MIT
"""Players of Texas 42: one by rules of thumb, and one that plays hands out that may be."""

from __future__ import annotations

import random
from collections.abc import Sequence

from dominocore_texas42.bidding import chance_of, choose_bid, choose_call, expected, high_calls
from dominocore_texas42.hand import PublicHand
from dominocore_texas42.moves import MARK, PLAYS, Texas42Move
from dominocore_texas42.suits import Trumps
from dominocore_texas42.thumb import Play, play_out
from dominocore_texas42.view import Texas42View
from dominocore_texas42.worlds import sample

_CALLS_TRIED = 4
"""How many calls are played out, those with most by the thumb's estimate."""
_PRIOR = 10
"""How many deals the thumb's estimate of a call counts as."""
_BY_POINTS = 0.004
"""What a point is worth beside making the bid."""


class ThumbPlayer:
    """Bids what its hand takes on the average, and plays by rules of thumb."""

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: Texas42View) -> Texas42Move:
        """Give a bid, a call or a tile."""
        moves, hand = view.moves, view.hand
        if moves[0].tile is not None:
            return PLAYS[playing(view.public).choose(hand.mask)]
        if moves[0].call is not None:
            return choose_call(moves, lambda trumps: expected(trumps, hand))
        best = max(expected(trumps, hand) for trumps in high_calls())
        return choose_bid(view.public, moves, lambda bid: chance_of(best, bid))


class SamplingPlayer:
    """Plays each choice out by rules of thumb in deals that fit the record, and takes the best.

    Args:
        seed: what the deals are drawn from, with the number of moves made.
        worlds: how many deals are looked at for a decision.
    """

    def __init__(self, seed: int, worlds: int = 20) -> None:
        self._seed, self._worlds = seed, worlds

    def choose(self, view: Texas42View) -> Texas42Move:
        """Give a bid, a call or a tile."""
        moves = view.moves
        rng = random.Random(f"{self._seed}:{len(view.events)}")
        deals = [sample(view, rng) for _ in range(self._worlds)]
        if moves[0].tile is not None:
            return self._tile(view, moves, deals)
        calls = sorted(high_calls(), key=lambda trumps: -expected(trumps, view.hand))
        forecasts = {call: Forecast(call, view, deals) for call in calls[:_CALLS_TRIED]}
        if moves[0].call is not None:
            bid = view.public.bid
            return choose_call(
                moves, lambda call: forecasts[call].worth(bid) if call in forecasts else -1.0
            )
        return choose_bid(
            view.public, moves, lambda bid: max(each.chance(bid) for each in forecasts.values())
        )

    def _tile(
        self, view: Texas42View, moves: Sequence[Texas42Move], deals: Sequence[Sequence[int]]
    ) -> Texas42Move:
        public = view.public
        assert public.bidder is not None
        sign = 1 if public.bidder % 2 == view.seat % 2 else -1
        return max(moves, key=lambda move: sign * _value(view, move, deals))


def playing(public: PublicHand) -> Play:
    """Give a hand whose trumps are called as the rules of thumb take it."""
    assert public.trumps is not None and public.bidder is not None and public.turn is not None
    plays = [(seat, tile.index) for seat, tile in public.trick.plays]
    return Play(public.trumps, public.bidder, public.turn, plays, public.played)


class Forecast:
    """What a side takes if a seat calls trumps and leads, by deals that are played out.

    Few deals say little, and the best of several calls is often the luckiest one: the thumb's
    estimate is weighed in as if it came from some more deals.
    """

    def __init__(self, trumps: Trumps, view: Texas42View, deals: Sequence[Sequence[int]]) -> None:
        play = Play(trumps, view.seat, view.seat, (), 0)
        self._taken = [play_out(play, hands, (0, 0))[view.seat % 2] for hands in deals]
        self._expected = expected(trumps, view.hand)

    def chance(self, bid: int) -> float:
        """Give how likely a bid is made."""
        made = sum(points >= min(bid, MARK) for points in self._taken)
        guess = _PRIOR * chance_of(self._expected, bid)
        return (made + guess) / (len(self._taken) + _PRIOR)

    def worth(self, bid: int) -> float:
        """Rate the call for a bid that stands: first of all, how likely it is made."""
        return self.chance(bid) + _BY_POINTS * sum(self._taken) / len(self._taken)


def _value(view: Texas42View, move: Texas42Move, deals: Sequence[Sequence[int]]) -> float:
    """Give how often the bid is made after a tile, and a little for each point of its side."""
    after = view.public.after(move)
    assert move.tile is not None and after.bidder is not None
    side, low = after.bidder % 2, after.trumps is not None and after.trumps.low
    if after.outcome is not None:
        return float(after.outcome.side == side)
    play, total = playing(after), 0.0
    for hands in deals:
        held = list(hands)
        held[view.seat] &= ~(1 << move.tile.index)
        *taken, caught = play_out(play, held, after.taken)
        lost = caught or after.bidder in after.winners
        made = not lost if low else taken[side] >= min(after.bid, MARK)
        total += made + _BY_POINTS * (-taken[side] if low else taken[side])
    return total / len(deals)
