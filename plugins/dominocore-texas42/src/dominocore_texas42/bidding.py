# SPDX-License-Identifier: MIT
"""What to bid and to call: what a hand takes, how sure a bid is, and which bid that is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp

from dominocore import TileSet
from dominocore_texas42.hand import PublicHand, partner
from dominocore_texas42.moves import CALLS, LOWEST, MARK, Texas42Move
from dominocore_texas42.suits import DOUBLES, Trumps
from dominocore_texas42.thumb import bits

Chance = Callable[[int], float]
"""How likely a bid is made, by its points."""

_WEIGHTS = {
    "number": (9.4, 3.3, (4.0, 2.6, 1.7), 2.15),
    "doubles": (13.0, 2.2, (2.9, 5.4, 1.7), 2.05),
    "none": (15.9, 0.0, (0.0, 0.0, 0.0), 3.55),
}
"""What a hand takes at least, what each trump adds, what the three highest trumps add, and what
each other tile adds that only trumps, or tiles of the same hand, can beat. Fitted by least squares
to 50,000 hands that four seats played out by the rules of thumb."""
_LAY_DOWN = 60.0
_STEEP, _EVEN = 0.165, 28.6
"""The logistic curve of making 30 by what a hand takes, after the same hands."""
_HARDER = ((MARK, 1.3), (41, 1.1), (36, 0.8), (32, 0.6), (31, 0.4))
"""What the higher bids cost on that curve: 31 may lose 11 points, 32 only 10, 36 only 6."""
_WORTH_IT, _SURE, _DOUBLE = 0.5, 0.65, 0.85
"""How likely a bid has to be made: at all, to bid more than need be, and for two marks."""
_OVER_PARTNER = 0.3
"""What has to be added to that where the partner's bid stands."""


def expected(trumps: Trumps, hand: TileSet) -> float:
    """Give about how many of the 42 points a side takes whose bidder holds a hand.

    A lay-down, a hand that loses no trick whatever the others hold, gives more than there are.
    """
    kind = "none" if trumps.suit is None else "doubles" if trumps.suit == DOUBLES else "number"
    base, each, highest, sure = _WEIGHTS[kind]
    own = trumps.tiles & hand.mask
    top = _top(trumps)
    held = [bool(own >> tile & 1) for tile in top]
    in_a_row = held.index(False) if False in held else len(held)
    others = sum(_is_sure(trumps, tile, hand.mask) for tile in bits(hand.mask & ~own))
    if others == (hand.mask & ~own).bit_count() and len(top) - own.bit_count() <= in_a_row:
        return _LAY_DOWN
    high = sum(more for more, has in zip(highest, held, strict=False) if has)
    return base + each * own.bit_count() + high + sure * others


def _top(trumps: Trumps) -> list[int]:
    """Give the trumps from the highest down."""
    ranks = trumps.ranks[trumps.suit or 0]
    return sorted(bits(trumps.tiles), key=lambda tile: -ranks[tile])


def _is_sure(trumps: Trumps, tile: int, hand: int) -> bool:
    """Tell whether only trumps, or tiles of the same hand, can beat a tile that is led."""
    return not trumps.above[trumps.leads[tile]][tile] & ~trumps.tiles & ~hand


def chance_of(points: float, bid: int) -> float:
    """Give how likely a bid is made with a hand that takes so many points on the average."""
    harder = next((cost for least, cost in _HARDER if bid >= least), 0.0)
    return 1 / (1 + exp(harder - _STEEP * (points - _EVEN)))


def high_calls() -> tuple[Trumps, ...]:
    """Give the calls that try to take tricks."""
    return tuple(move.call for move in CALLS if move.call is not None and not move.call.low)


def choose_call(moves: Iterable[Texas42Move], worth: Callable[[Trumps], float]) -> Texas42Move:
    """Give the call that is worth most, of those that try to take tricks."""
    calls = [move for move in moves if move.call is not None and not move.call.low]
    return max(calls, key=lambda move: worth(move.call) if move.call is not None else 0.0)


def choose_bid(public: PublicHand, moves: Sequence[Texas42Move], chance: Chance) -> Texas42Move:
    """Give a pass, or the bid that a hand is worth.

    Who bids last bids no more than need be. Before, a bid goes as high as it is likely to be made,
    to leave the others no room.
    """
    bids = [move for move in moves if move.bid]
    least = bids[0]
    more = _OVER_PARTNER if public.turn is not None and public.bidder == partner(public.turn) else 0
    two = next((move for move in bids if move.bid == 2 * MARK), None)
    if two is not None and chance(MARK) >= _DOUBLE + more / 3:
        return two
    if moves[0].is_pass and chance(least.bid) < _WORTH_IT + more:
        return moves[0]
    if public.turn == public.dealer:
        return least
    points = [move for move in bids if LOWEST <= move.bid <= MARK]
    return next((move for move in reversed(points) if chance(move.bid) >= _SURE + more), least)
