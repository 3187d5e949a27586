# SPDX-License-Identifier: MIT
"""Count and draw the ways to put tiles into places, when each tile may go to some of them only.

A slot holds a fixed number of tiles; every tile has the set of slots that it may go to. Tiles with
the same set form a group. The groups are placed one after the other, and what is left to count
depends only on how many places are free in each block of slots that no later group tells apart:
those numbers are the states of a dynamic programme. Places are told apart while it counts, so the
result is divided by the orders within each slot; all whole numbers, nothing is rounded.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from math import comb, factorial

Below = Callable[[int], int]
"""Draws an unbiased whole number from 0 up to a bound."""


class TooManyStates(Exception):
    """The count would need more room than it may take."""


def splits(n: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Give every way to split `n` over parts that hold at most `room`."""
    if not room:
        if n == 0:
            yield ()
        return
    rest = sum(room[1:])
    for k in range(max(0, n - rest), min(n, room[0]) + 1):
        for others in splits(n - k, room[1:]):
            yield k, *others


class _Level:
    """A group of tiles and the blocks of slots that it and the later groups tell apart."""

    __slots__ = ("blocks", "fits", "held", "into", "open", "tiles", "ways")

    def __init__(self, tiles: list[int], fits: bool, blocks: list[list[int]]) -> None:
        self.tiles = tiles
        self.fits = fits
        self.blocks = blocks
        self.open: list[int] = []  # the blocks that take a tile of the group
        self.held: list[bool] = []  # for each of them, whether it is a seat's
        self.into: list[int] = []  # the block of the next level that each block is part of
        self.ways: dict[tuple[tuple[int, ...], bool], _Ways] = {}


class _Ways:
    """All that may happen to a group in one state: how many tiles go to each open block."""

    __slots__ = ("after", "ends", "total")

    def __init__(self) -> None:
        self.total = 0
        self.ends: list[int] = []
        self.after: list[tuple[tuple[int, ...], tuple[int, ...], bool]] = []


class Case:
    """The ways to fill slots with tiles.

    Args:
        sizes: how many tiles each slot holds; their sum is the number of tiles.
        allowed: for each tile, the slots that it may go to, as a mask.
        fits: tiles of which at least one has to go to a slot of `held`; 0 asks for nothing.
        held: the slots that `fits` is about, as a mask.

        most: how many steps the count may keep; None: any number.

    Raises:
        TooManyStates: counting would take more steps.
    """

    def __init__(
        self,
        sizes: Sequence[int],
        allowed: Mapping[int, int],
        fits: int | None,
        held: int,
        most: int | None = None,
    ) -> None:
        self.sizes = tuple(sizes)
        self._steps = 0
        self._most = most
        self._needs = fits is not None
        self._levels = self._make_levels(allowed, fits or 0, held)
        start = tuple(sum(self.sizes[s] for s in b) for b in self._levels[0].blocks)
        self._start = start, self._needs
        orders = 1
        for size in self.sizes:
            orders *= factorial(size)
        right = len(allowed) == sum(self.sizes)
        self.places = self._count(0, start, self._needs) if right else 0
        self.count = self.places // orders
        """How many ways there are, the order within a slot aside."""

    def _make_levels(self, allowed: Mapping[int, int], fits: int, held: int) -> list[_Level]:
        groups: dict[tuple[int, bool], list[int]] = {}
        for tile, slots in allowed.items():
            groups.setdefault((slots, bool(fits >> tile & 1)), []).append(tile)
        keys = sorted(groups, key=lambda key: (key[0].bit_count(), *key))
        marks = [0] * len(self.sizes)  # by slot: which of the groups from here on may go there
        used = [s for s, size in enumerate(self.sizes) if size]
        levels = [_Level([], False, [used])]
        for number, key in reversed(list(enumerate(keys))):
            slots, fit = key
            for s in range(len(marks)):
                marks[s] |= (slots >> s & 1) << number
                if fit:
                    marks[s] |= (held >> s & 1) << len(keys)
            by_mark: dict[int, list[int]] = {}
            for s in used:
                by_mark.setdefault(marks[s], []).append(s)
            level = _Level(groups[key], fit, list(by_mark.values()))
            after = {s: b for b, block in enumerate(levels[0].blocks) for s in block}
            level.into = [after[block[0]] for block in level.blocks]
            level.open = [b for b, block in enumerate(level.blocks) if slots >> block[0] & 1]
            level.held = [bool(held >> level.blocks[b][0] & 1) for b in level.open]
            levels.insert(0, level)
        return levels

    def _count(self, number: int, free: tuple[int, ...], needs: bool) -> int:
        level = self._levels[number]
        if not level.tiles:
            return 0 if needs else 1
        known = level.ways.get((free, needs))
        if known is not None:
            return known.total
        ways = _Ways()
        weights = []
        n, blocks = len(level.tiles), len(self._levels[number + 1].blocks)
        orders = factorial(n)
        for split in splits(n, [free[b] for b in level.open]):
            left = list(free)
            weight = orders
            met = False
            for b, k, is_held in zip(level.open, split, level.held, strict=True):
                weight *= comb(left[b], k)
                left[b] -= k
                met = met or (is_held and k > 0)
            after = [0] * blocks
            for b, k in zip(level.into, left, strict=True):
                after[b] += k
            still = needs and not (level.fits and met)
            below = self._count(number + 1, tuple(after), still)
            if below:
                self._steps += 1
                if self._most is not None and self._steps > self._most:
                    raise TooManyStates
                weights.append(weight * below)
                ways.after.append((split, tuple(after), still))
        ways.ends = list(accumulate(weights))
        ways.total = ways.ends[-1] if ways.ends else 0
        level.ways[free, needs] = ways
        return ways.total

    def draw(self, below: Below) -> list[list[int]]:
        """Draw one of the ways, all equally likely: the tiles in each slot.

        Raises:
            ValueError: there is none.
        """
        if not self.count:
            raise ValueError("there is no way to place the tiles")
        slots: list[list[int]] = [[] for _ in self.sizes]
        free, needs = self._start
        for level in self._levels[:-1]:
            ways = level.ways[free, needs]
            choice = 0
            if len(ways.ends) > 1:
                choice = bisect_right(ways.ends, below(ways.total))
            split, free, needs = ways.after[choice]
            tiles = shuffled(level.tiles, below) if len(level.open) > 1 else list(level.tiles)
            for b, k in zip(level.open, split, strict=True):
                for _ in range(k):
                    slots[self._place(level.blocks[b], slots, below)].append(tiles.pop())
        return slots

    def _place(self, block: list[int], slots: list[list[int]], below: Below) -> int:
        """Choose a free place of a block; give its slot."""
        if len(block) == 1:
            return block[0]
        room = [self.sizes[s] - len(slots[s]) for s in block]
        place = below(sum(room))
        for s, free in zip(block, room, strict=True):
            place -= free
            if place < 0:
                return s
        raise AssertionError("a block has a free place for each of its tiles")


def shuffled(items: Sequence[int], below: Below) -> list[int]:
    """Give the items in random order."""
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j = below(i + 1)
        out[i], out[j] = out[j], out[i]
    return out
