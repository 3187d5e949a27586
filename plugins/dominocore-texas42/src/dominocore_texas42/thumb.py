# SPDX-License-Identifier: MIT
"""Which tile to play, by rules of thumb: draw trumps, cash what cannot be beaten, give count to
the partner's tricks, and throw the cheapest tile to the others'.

Tiles and sets of tiles are numbers and masks here: searches play thousands of hands with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dominocore_texas42.hand import SEATS
from dominocore_texas42.suits import TILES, Trumps
from dominocore_texas42.tricks import count

ALL = (1 << len(TILES)) - 1
COUNTS = tuple(count(tile) for tile in TILES)
_DOUBLES = sum(1 << tile.index for tile in TILES if tile.is_double)
_MORE = 3
"""What the tiles that are still to come to a trick count, as a guess."""


class Play:
    """A hand between two tiles, as one seat, or a search, thinks of it."""

    __slots__ = ("bidder", "out", "played", "plays", "seat", "trumps")

    def __init__(
        self,
        trumps: Trumps,
        bidder: int,
        seat: int,
        plays: Sequence[tuple[int, int]],
        played: int,
    ) -> None:
        self.trumps = trumps
        self.bidder = bidder
        self.seat = seat
        """The seat on turn."""
        self.plays = plays
        """The trick so far, as seats and numbers of tiles."""
        self.played = played
        """The tiles that are on the table, those of the trick included."""
        self.out = (bidder + 2) % SEATS if trumps.low else -1

    def legal(self, hand: int) -> int:
        """Give the tiles of a hand that may be played."""
        if not self.plays:
            return hand
        return hand & self.trumps.members(self.trumps.led_by(TILES[self.plays[0][1]])) or hand

    def choose(self, hand: int) -> int:
        """Give the number of the tile to play from a hand of the seat on turn."""
        legal = self.legal(hand)
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        if self.trumps.low:
            return max(bits(legal), key=self._in_nello)
        unseen = ALL & ~(hand | self.played)
        if not self.plays:
            return max(bits(legal), key=lambda tile: self._lead(tile, unseen))
        return max(bits(legal), key=lambda tile: self._follow(tile, unseen))

    # ---- what a tile is worth ----

    def _lead(self, tile: int, unseen: int) -> float:
        """Rate a lead: trumps that hold while others have some, then what only trumps can take."""
        trumps = self.trumps
        led = trumps.led_by(TILES[tile])
        above = trumps.above(TILES[tile], led) & unseen
        out = (
            trumps.members(trumps.suit) & unseen if trumps.beats and trumps.suit is not None else 0
        )
        is_trump = trumps.beats and led == trumps.suit
        ours = self.seat % 2 == self.bidder % 2
        if not above:
            if is_trump and not out:
                return 30.0  # a trump that is left when no other is: it holds at any time
            return 60.0 + COUNTS[tile] + (20.0 if is_trump and ours else 0.0)
        if not above & ~out and not is_trump:
            return 40.0 + (2.0 - 4.0 * out.bit_count() if ours else 0.0) - COUNTS[tile]
        higher = above.bit_count()
        if is_trump:
            return (
                (10.0 if ours and self.seat == self.bidder else -20.0) - 2 * COUNTS[tile] - higher
            )
        return 5.0 - 3 * COUNTS[tile] - higher

    def _follow(self, tile: int, unseen: int) -> float:
        """Rate a tile that is played to a trick by what the trick brings and what it costs."""
        trumps, plays = self.trumps, self.plays
        led = trumps.led_by(TILES[plays[0][1]])
        best_seat, best = max(plays, key=lambda play: trumps.strength(TILES[play[1]], led))
        above = trumps.above(TILES[best], led)
        takes = bool(above >> tile & 1)
        ours = takes or best_seat % 2 == self.seat % 2
        top = trumps.above(TILES[tile if takes else best], led) & unseen
        coming = SEATS - 1 - len(plays)
        if coming == 0 or not top:
            chance = 1.0 if ours else 0.0
        elif ours:
            chance = 0.45 + (0.2 if coming == 1 else 0.0)
        else:
            chance = 0.25 if coming == 2 else 0.0
        if coming == 0 and not ours:
            chance = 0.0
        stake = 1 + sum(COUNTS[play[1]] for play in plays) + COUNTS[tile] + _MORE * coming / 2
        return (2 * chance - 1) * stake - self._keep(tile, unseen)

    def _keep(self, tile: int, unseen: int) -> float:
        """Rate what a tile is worth later on."""
        trumps = self.trumps
        led = trumps.led_by(TILES[tile])
        if trumps.beats and led == trumps.suit:
            return 3.0 + trumps.strength(TILES[tile], led) % 100 / 4
        above = (trumps.above(TILES[tile], led) & unseen).bit_count()
        return (2.5 if _DOUBLES >> tile & 1 else 1.5) - 0.3 * min(above, 5)

    def _in_nello(self, tile: int) -> float:
        """Rate a tile where the bidder must lose: the highest that loses, or the lowest."""
        trumps = self.trumps
        led = trumps.led_by(TILES[self.plays[0][1] if self.plays else tile])
        strength = trumps.strength(TILES[tile], led)
        if self.seat != self.bidder or not self.plays:
            return -strength
        best = max(trumps.strength(TILES[play[1]], led) for play in self.plays)
        return strength if strength < best else -strength


def bits(mask: int) -> Iterator[int]:
    """Give the numbers in a mask."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit


def play_out(play: Play, hands: Sequence[int], taken: Sequence[int]) -> tuple[int, int, bool]:
    """Play a hand to its end by the rules of thumb.

    Args:
        play: the hand now.
        hands: the tiles of each seat, as masks.
        taken: the points that each side has taken.

    Returns:
        The points that each side has taken, and whether the bidder took a trick of those played.
    """
    trumps, bidder, out = play.trumps, play.bidder, play.out
    held, points, caught = list(hands), list(taken), False
    seat, plays, played = play.seat, list(play.plays), play.played
    size = SEATS - (out >= 0)
    while held[seat]:
        tile = Play(trumps, bidder, seat, plays, played).choose(held[seat])
        held[seat] ^= 1 << tile
        played |= 1 << tile
        plays.append((seat, tile))
        if len(plays) < size:
            seat = (seat + 1) % SEATS
            seat = (seat + 1) % SEATS if seat == out else seat
            continue
        led = trumps.led_by(TILES[plays[0][1]])
        seat = max(plays, key=lambda play: trumps.strength(TILES[play[1]], led))[0]
        points[seat % 2] += 1 + sum(COUNTS[number] for _, number in plays)
        caught = caught or seat == bidder
        plays = []
    return points[0], points[1], caught
