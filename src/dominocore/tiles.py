# SPDX-License-Identifier: MIT
"""Tiles and sets of tiles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Self

from dominocore.arguments import able, shorten, whole
from dominocore.errors import NotationError

MAX_PIP = 18
"""The highest pip that a set may have."""

_MAX_TILES = (MAX_PIP + 1) * (MAX_PIP + 2) // 2


class Tile:
    """A domino tile: two halves in no order.

    Tiles are values: equal halves make equal tiles, `Tile(4, 6) == Tile(6, 4)`, and a tile equals
    nothing else, no number, tuple or text. They sort by the high half, then the low one, which is
    the order of their numbers, `high * (high + 1) / 2 + low`.

    >>> Tile(4, 6)
    Tile(6, 4)
    >>> print(Tile.parse("6-4"), Tile(6, 4).pips)
    6-4 10

    Raises:
        ValueError: a half is not a whole number from 0 to 18.
    """

    __slots__ = ("high", "index", "low", "pips")

    high: int
    """The half with more pips."""
    low: int
    """The half with fewer pips."""
    pips: int
    """The sum of both halves."""
    index: int
    """The tile's number, from 0; a smaller set is a prefix of a larger one."""

    def __new__(cls, a: int, b: int) -> Tile:
        for half in (a, b):
            if not isinstance(half, int) or isinstance(half, bool) or not 0 <= half <= MAX_PIP:
                got = f"{shorten(a)} and {shorten(b)}"
                raise ValueError(f"a tile has two halves from 0 to {MAX_PIP}, got {got}")
        high, low = (a, b) if a >= b else (b, a)
        return _TILES[high * (high + 1) // 2 + low]

    @classmethod
    def from_index(cls, index: int) -> Tile:
        """Give the tile with this number.

        Raises:
            ValueError: no tile of the double-18 set has that number.
        """
        return _TILES[whole("a tile's number", index, 0, _MAX_TILES - 1)]

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read a tile written as two numbers with a hyphen, in either order.

        Raises:
            NotationError: the text is something else.
        """
        tile = TILES.get(text)
        if tile is None:
            raise NotationError(f"{shorten(text)} is no tile; write it like 6-4", text)
        return tile

    @property
    def is_double(self) -> bool:
        """Whether both halves are equal."""
        return self.high == self.low

    def other(self, pip: int) -> int:
        """Give the half that is not `pip`; a double gives `pip` itself.

        Raises:
            ValueError: no half of the tile is `pip`.
        """
        if pip == self.high:
            return self.low
        if pip == self.low:
            return self.high
        raise ValueError(f"{self} has no half with {pip} pips")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a tile cannot be changed; tried to set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a tile cannot be changed; tried to delete {name}")

    def __iter__(self) -> Iterator[int]:
        yield self.high
        yield self.low

    def __contains__(self, pip: object) -> bool:
        return pip in (self.high, self.low)

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Tile) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.index <= other.index if isinstance(other, Tile) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.index > other.index if isinstance(other, Tile) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.index >= other.index if isinstance(other, Tile) else NotImplemented

    # Equality and hash are those of the object: each tile exists once.

    def __copy__(self) -> Tile:
        return self

    def __deepcopy__(self, memo: Any) -> Tile:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Tile, (self.high, self.low)

    def _repr_svg_(self) -> str:
        from dominocore import svg  # noqa: PLC0415  (it draws all there is)

        return svg.tile(self)

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    def __repr__(self) -> str:
        return f"Tile({self.high}, {self.low})"


def _make_tiles() -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    for high in range(MAX_PIP + 1):
        for low in range(high + 1):
            tile = object.__new__(Tile)
            for name, value in (
                ("high", high),
                ("low", low),
                ("pips", high + low),
                ("index", len(tiles)),
            ):
                object.__setattr__(tile, name, value)
            tiles.append(tile)
    return tuple(tiles)


_TILES = _make_tiles()
TILES = {str(tile): tile for tile in _TILES} | {f"{tile.low}-{tile.high}": tile for tile in _TILES}
"""The tiles by their texts, in either order."""


class TileSet:
    """An immutable set of tiles.

    >>> TileSet.double(6) - TileSet(["6-6", "5-5"]) & TileSet(["5-4", "5-5"])
    TileSet('5-4')
    >>> len(TileSet.double(9)), TileSet.double(9).pips
    (55, 495)

    It iterates in the order of the tiles' numbers and prints from the highest tile down. Sets of
    equal tiles are equal, a `Hand` among them.

    Args:
        tiles: tiles and texts such as `"6-4"`, or one text that `parse` reads.

    Raises:
        NotationError: a text is no tile, or no set of tiles.
        TypeError: an item is neither a tile nor a text.
    """

    __slots__ = ("mask",)

    mask: int
    """The set as a number: bit i is the tile numbered i."""

    def __init__(self, tiles: str | Iterable[Tile | str] = ()) -> None:
        if isinstance(tiles, str):
            tiles = self.parse(tiles)
        able("tiles", tiles, "a text or a list of tiles", "__iter__")
        mask = 0
        for item in tiles:
            tile = Tile.parse(item) if isinstance(item, str) else item
            if not isinstance(tile, Tile):
                raise TypeError(f"a set of tiles holds tiles, got {shorten(item)}")
            mask |= 1 << tile.index
        object.__setattr__(self, "mask", mask)

    @classmethod
    def from_mask(cls, mask: int) -> Self:
        """Give the set whose bit i says whether tile i is in it.

        Raises:
            ValueError: a bit past the last tile is set.
        """
        whole(f"a mask of {_MAX_TILES} tiles", mask, 0, (1 << _MAX_TILES) - 1)
        self = object.__new__(cls)
        object.__setattr__(self, "mask", mask)
        return self

    @classmethod
    def double(cls, max_pip: int) -> Self:
        """Give the whole set up to the double of `max_pip`.

        Raises:
            ValueError: `max_pip` is not from 0 to 18.
        """
        whole("the highest pip of a set", max_pip, 0, MAX_PIP)
        return cls.from_mask((1 << (max_pip + 1) * (max_pip + 2) // 2) - 1)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read tiles with spaces between them; `"-"` is the empty set.

        Raises:
            NotationError: a word is no tile, or a tile comes twice; gives the column.
        """
        mask = 0
        if text.strip() in ("", "-"):
            return cls.from_mask(mask)
        column = 1
        for word in text.split(" "):
            if word:
                tile = TILES.get(word)
                if tile is None:
                    message = f"{shorten(word)} is no tile; write it like 6-4"
                    raise NotationError(message, text, 1, column)
                if mask >> tile.index & 1:
                    raise NotationError(f"{tile} is there twice", text, 1, column)
                mask |= 1 << tile.index
            column += len(word) + 1
        return cls.from_mask(mask)

    @property
    def pips(self) -> int:
        """The sum of the pips of all tiles."""
        return sum(tile.pips for tile in self)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a set of tiles cannot be changed; tried to set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a set of tiles cannot be changed; tried to delete {name}")

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, tile: object) -> bool:
        return isinstance(tile, Tile) and bool(self.mask >> tile.index & 1)

    def __iter__(self) -> Iterator[Tile]:
        rest = self.mask
        while rest:
            bit = rest & -rest
            yield _TILES[bit.bit_length() - 1]
            rest ^= bit

    def _like(self, mask: int) -> Self:
        return type(self).from_mask(mask)

    def __or__(self, other: TileSet) -> Self:
        return self._like(self.mask | other.mask) if isinstance(other, TileSet) else NotImplemented

    def __and__(self, other: TileSet) -> Self:
        return self._like(self.mask & other.mask) if isinstance(other, TileSet) else NotImplemented

    def __sub__(self, other: TileSet) -> Self:
        return self._like(self.mask & ~other.mask) if isinstance(other, TileSet) else NotImplemented

    def __xor__(self, other: TileSet) -> Self:
        return self._like(self.mask ^ other.mask) if isinstance(other, TileSet) else NotImplemented

    def __le__(self, other: TileSet) -> bool:
        return not self.mask & ~other.mask if isinstance(other, TileSet) else NotImplemented

    def __lt__(self, other: TileSet) -> bool:
        return self <= other and self.mask != other.mask

    def __ge__(self, other: TileSet) -> bool:
        return other <= self if isinstance(other, TileSet) else NotImplemented

    def __gt__(self, other: TileSet) -> bool:
        return other < self if isinstance(other, TileSet) else NotImplemented

    def isdisjoint(self, other: TileSet) -> bool:
        """Tell whether the sets share no tile."""
        return not self.mask & other.mask

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, TileSet) else NotImplemented

    def __hash__(self) -> int:
        return hash((TileSet, self.mask))

    def __copy__(self) -> TileSet:
        return self

    def __deepcopy__(self, memo: Any) -> TileSet:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_mask, (type(self), self.mask)

    def _repr_svg_(self) -> str:
        from dominocore import svg  # noqa: PLC0415

        return svg.hand(self)

    def __str__(self) -> str:
        return " ".join(str(tile) for tile in reversed(tuple(self))) or "-"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


def _from_mask(cls: type[TileSet], mask: int) -> TileSet:
    if not (isinstance(cls, type) and issubclass(cls, TileSet)):
        raise TypeError(f"a set of tiles cannot be of {shorten(cls)}")
    return cls.from_mask(mask)


class Hand(TileSet):
    """The tiles that a seat holds.

    >>> hand = Hand(["6-6", "6-4", "2-1"])
    >>> hand.with_pip(6), hand.doubles
    (Hand('6-6 6-4'), Hand('6-6'))
    """

    __slots__ = ()

    def with_pip(self, pip: int) -> Hand:
        """Give the tiles that have a half with `pip` pips."""
        return Hand(tile for tile in self if pip in tile)

    @property
    def doubles(self) -> Hand:
        """The doubles of the hand."""
        return Hand(tile for tile in self if tile.is_double)
