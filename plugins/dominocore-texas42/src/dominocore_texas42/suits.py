# SPDX-License-Identifier: MIT
"""Which suits a tile belongs to, which one it leads, and which of two tiles takes a trick.

There are seven suits of numbers, 0 to 6, and a tile of two numbers belongs to two of them; the
double is the highest of its suit, then come the other halves from 6 down. A suit that is called
keeps its tiles to itself: they are of no other suit, and their other half only ranks them. The
doubles can be called as a suit as well, and rank from 6-6 down to 0-0.

After austin42.org/learn/texas-42-domino-game-rules, texas42.net/trumps.html and
pagat.com/domino/trick/texas42.html; where doubles are trumps, after rule 8 of the tournament rules
at hearnechamber.org/42-registration.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dominocore import Tile, TileSet

DOUBLES = 7
"""The number of the suit of all doubles, after those of the pips 0 to 6."""
SUITS = range(DOUBLES + 1)
TILES = tuple(TileSet.double(6))
"""The tiles in the order of their numbers."""
_DOUBLE_RANK = 7
_TRUMP_RANK = 100
_NAMES = ("blanks", "aces", "deuces", "treys", "fours", "fives", "sixes", "doubles")


def suit_name(suit: int) -> str:
    """Give the name of a suit: `blanks`, `aces`, up to `sixes` and `doubles`."""
    return _NAMES[suit]


class Trumps:
    """What was called: a suit of trumps, no trumps, or to lose every trick.

    There is one object for each call, so that calls compare by identity.

    >>> fours = Trumps.of("trump-4")
    >>> fours.led_by(Tile(4, 2)), fours.led_by(Tile(6, 2))
    (4, 6)
    >>> fours.winner([Tile(6, 2), Tile(6, 6), Tile(4, 0), Tile(6, 4)])
    3
    """

    __slots__ = ("above", "beats", "leads", "low", "members", "name", "ranks", "suit", "tiles")

    name: str
    """The text of the call, as a record has it."""
    suit: int | None
    """The suit whose tiles belong to no other, or None."""
    beats: bool
    """Whether tiles of that suit beat all others."""
    low: bool
    """Whether the bidder has to lose every trick, and the bidder's partner sits out."""
    tiles: int
    """The trumps, as a mask of their numbers; 0 where nothing beats another suit."""
    leads: tuple[int, ...]
    """The suit that each tile leads, by its number: the called one, else its higher half."""
    members: tuple[int, ...]
    """The tiles of each suit, as masks of their numbers."""
    ranks: tuple[tuple[int, ...], ...]
    """What each tile is worth where a suit is led: the highest takes the trick, 0 never does."""
    above: tuple[tuple[int, ...], ...]
    """The tiles that beat each tile where a suit is led, as masks of their numbers."""

    def __init__(self, name: str, suit: int | None, beats: bool, low: bool = False) -> None:
        self.name, self.suit, self.beats, self.low = name, suit, beats, low
        belongs = [_suits_of(tile, suit) for tile in TILES]
        self.leads = tuple(suits[0] for suits in belongs)
        self.members = tuple(
            sum(1 << tile.index for tile in TILES if number in belongs[tile.index])
            for number in SUITS
        )
        self.tiles = self.members[suit] if beats and suit is not None else 0
        self.ranks = tuple(tuple(self._rank(tile, led) for tile in TILES) for led in SUITS)
        self.above = tuple(
            tuple(sum(1 << i for i, rank in enumerate(ranks) if rank > own) for own in ranks)
            for ranks in self.ranks
        )

    @classmethod
    def of(cls, name: str) -> Trumps:
        """Give the call with this text.

        Raises:
            KeyError: there is none.
        """
        return TRUMPS[name]

    def led_by(self, tile: Tile) -> int:
        """Give the suit that a tile leads: the called one, else that of its higher half."""
        return self.leads[tile.index]

    def winner(self, tiles: Iterable[Tile]) -> int:
        """Give the place of the tile that takes a trick; the first tile led it."""
        played = list(tiles)
        ranks = self.ranks[self.led_by(played[0])]
        return max(range(len(played)), key=lambda place: ranks[played[place].index])

    def _rank(self, tile: Tile, led: int) -> int:
        suits = _suits_of(tile, self.suit)
        if self.beats and self.suit in suits:
            return _TRUMP_RANK + _within(tile, suits[0])
        return 1 + _within(tile, led) if led in suits else 0

    def __reduce__(self) -> tuple[Any, ...]:
        return Trumps.of, (self.name,)

    def __copy__(self) -> Trumps:
        return self

    def __deepcopy__(self, memo: Any) -> Trumps:
        return self

    def __str__(self) -> str:
        if self.low:
            return f"nel-o, doubles {'a suit' if self.suit == DOUBLES else 'high'}"
        return "no trump, follow me" if self.suit is None else suit_name(self.suit)

    def __repr__(self) -> str:
        return f"Trumps.of({self.name!r})"


def _suits_of(tile: Tile, called: int | None) -> tuple[int, ...]:
    """Give the suits of a tile, the one that it leads first."""
    if called == DOUBLES:
        if tile.is_double:
            return (DOUBLES,)
    elif called is not None and called in tile:
        return (called,)
    return (tile.high,) if tile.is_double else (tile.high, tile.low)


def _within(tile: Tile, suit: int) -> int:
    """Rank a tile within a suit that it belongs to."""
    if suit == DOUBLES:
        return tile.high
    return _DOUBLE_RANK if tile.is_double else tile.other(suit)


TRUMPS = {
    **{f"trump-{pip}": Trumps(f"trump-{pip}", pip, beats=True) for pip in range(DOUBLES)},
    "trump-doubles": Trumps("trump-doubles", DOUBLES, beats=True),
    "trump-none": Trumps("trump-none", None, beats=False),
    "nello-doubles": Trumps("nello-doubles", DOUBLES, beats=False, low=True),
    "nello-high": Trumps("nello-high", None, beats=False, low=True),
}
"""All calls by their texts: seven numbers, doubles, no trumps, and two ways to play nel-o."""
