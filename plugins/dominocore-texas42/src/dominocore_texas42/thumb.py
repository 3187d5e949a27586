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
_COMING = 1.5
"""What each tile that is still to come to a trick counts, as a guess."""
_HOLDS = (1.0, 0.8, 0.65, 0.5)
"""How likely a tile that can be beaten still takes the trick, by the tiles to come."""
_PARTNER = 0.25
"""How likely a partner who is still to play takes a trick that is lost so far."""


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
        """The seat that sits out, or -1."""

    def legal(self, hand: int) -> int:
        """Give the tiles of a hand that may be played."""
        if not self.plays:
            return hand
        return hand & self.trumps.members[self.trumps.leads[self.plays[0][1]]] or hand

    def choose(self, hand: int) -> int:
        """Give the number of the tile to play from a hand of the seat on turn."""
        legal = self.legal(hand)
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        unseen = ALL & ~(hand | self.played)
        if self.trumps.low:
            rated = [(self._in_nello(tile), tile) for tile in bits(legal)]
        elif self.plays:
            rated = self._following(legal, unseen)
        else:
            rated = [(self._lead(tile, unseen), tile) for tile in bits(legal)]
        return max(rated)[1]

    def taker(self) -> tuple[int, int]:
        """Give the seat that takes the trick so far, and its tile."""
        ranks = self.trumps.ranks[self.trumps.leads[self.plays[0][1]]]
        return max(self.plays, key=lambda play: ranks[play[1]])

    # ---- what a tile is worth ----

    def _lead(self, tile: int, unseen: int) -> float:
        """Rate a lead: trumps that hold while others have some, then what only trumps can take."""
        trumps = self.trumps
        led = trumps.leads[tile]
        out = trumps.tiles & unseen
        above = trumps.above[led][tile] & unseen
        ours = self.seat % 2 == self.bidder % 2
        if trumps.tiles >> tile & 1:
            if not above:
                return (80.0 if ours else 60.0) + COUNTS[tile] if out else 30.0
            return -20.0 - 2 * COUNTS[tile] - above.bit_count()
        if not above:
            return 60.0 + COUNTS[tile]
        if not above & ~out:
            return 40.0 - COUNTS[tile] - (4.0 * out.bit_count() - 2.0 if ours else 0.0)
        return 5.0 - 3 * COUNTS[tile] - above.bit_count()

    def _following(self, legal: int, unseen: int) -> list[tuple[float, int]]:
        """Rate the tiles that may be played to a trick by what it brings and what they cost."""
        plays, above = self.plays, self.trumps.above[self.trumps.leads[self.plays[0][1]]]
        seat, best = self.taker()
        coming = SEATS - 1 - len(plays)
        partners = seat % 2 == self.seat % 2
        kept = self._chance(partners, above[best] & unseen, coming)
        stake = 1 + sum(COUNTS[tile] for _, tile in plays) + _COMING * coming
        rated = []
        for tile in bits(legal):
            takes = above[best] >> tile & 1
            chance = self._chance(True, above[tile] & unseen, coming) if takes else kept
            worth = (2 * chance - 1) * (stake + COUNTS[tile]) - self._keep(tile, unseen)
            rated.append((worth, tile))
        return rated

    @staticmethod
    def _chance(ours: bool, above: int, coming: int) -> float:
        """Give how likely a side takes a trick, by who takes it so far and what can beat that."""
        if ours:
            return _HOLDS[coming] if above else 1.0
        return _PARTNER if coming == SEATS - 2 and above else 0.0

    def _keep(self, tile: int, unseen: int) -> float:
        """Rate what a tile is worth later on."""
        trumps = self.trumps
        led = trumps.leads[tile]
        above = (trumps.above[led][tile] & unseen).bit_count()
        if trumps.tiles >> tile & 1:
            return 10.0 - 0.6 * above
        return (5.0 if TILES[tile].is_double else 3.0) - 0.6 * min(above, 5)

    def _in_nello(self, tile: int) -> float:
        """Rate a tile where the bidder must lose: the highest that loses, or the lowest."""
        trumps = self.trumps
        ranks = trumps.ranks[trumps.leads[self.plays[0][1] if self.plays else tile]]
        if self.seat != self.bidder or not self.plays:
            return -ranks[tile]
        best = max(ranks[number] for _, number in self.plays)
        return ranks[tile] if ranks[tile] < best else -ranks[tile]


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
    held, points, caught = list(hands), list(taken), False
    now = Play(play.trumps, play.bidder, play.seat, list(play.plays), play.played)
    size = SEATS - (play.out >= 0)
    while held[now.seat]:
        tile = now.choose(held[now.seat])
        held[now.seat] ^= 1 << tile
        now.played |= 1 << tile
        now.plays = plays = [*now.plays, (now.seat, tile)]
        if len(plays) < size:
            now.seat = (now.seat + 1) % SEATS
            now.seat = (now.seat + 1) % SEATS if now.seat == now.out else now.seat
            continue
        now.seat = now.taker()[0]
        points[now.seat % 2] += 1 + sum(COUNTS[number] for _, number in plays)
        caught = caught or now.seat == now.bidder
        now.plays = []
    return points[0], points[1], caught
