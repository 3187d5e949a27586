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
        results = {
            trumps: _results(trumps, view, deals) for trumps in calls[:_CALLS_TRIED]
        }  # fmt: skip
        if moves[0].call is not None:
            need = min(view.public.bid, MARK)
            return choose_call(
                moves, lambda trumps: _worth(results[trumps], need) if trumps in results else -1.0
            )
        return choose_bid(
            view.public,
            moves,
            lambda bid: max(
                sum(points >= min(bid, MARK) for points in taken) / len(taken)
                for taken in results.values()
            ),
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


def _results(trumps: Trumps, view: Texas42View, deals: Sequence[Sequence[int]]) -> list[int]:
    """Give what the seat's side takes in each deal if the seat calls these trumps and leads."""
    play = Play(trumps, view.seat, view.seat, (), 0)
    return [play_out(play, hands, (0, 0))[view.seat % 2] for hands in deals]


def _worth(taken: Sequence[int], need: int) -> float:
    return sum((points >= need) + _BY_POINTS * points for points in taken) / len(taken)


def _value(view: Texas42View, move: Texas42Move, deals: Sequence[Sequence[int]]) -> float:
    """Give how often the bid is made after a tile, and a little for each point of its side."""
    after = view.public.after(move)
    assert move.tile is not None and after.bidder is not None
    side, low = after.bidder % 2, after.trumps is not None and after.trumps.low
    if after.turn is None:
        assert after.outcome is not None
        return float(after.outcome.side == side) + _BY_POINTS * after.taken[side]
    play, total = playing(after), 0.0
    for hands in deals:
        held = list(hands)
        held[view.seat] &= ~(1 << move.tile.index)
        *taken, caught = play_out(play, held, after.taken)
        lost = caught or after.bidder in after.winners
        made = not lost if low else taken[side] >= min(after.bid, MARK)
        total += made + _BY_POINTS * (-taken[side] if low else taken[side])
    return total / len(deals)
