# SPDX-License-Identifier: MIT
"""Which laid tile joins which: the chain, before anybody says where it lies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from dominocore.moves import LEAD_ARM, LEFT, RIGHT, UP, Move
from dominocore.tiles import Tile


class Link(NamedTuple):
    """One laid tile.

    Attributes:
        tile: the tile.
        arm: the arm that it was laid on; that of a lead for the first tile.
        inner: the half towards its parent; the low half of the first tile.
        outer: the half that shows; the high half of the first tile.
        parent: the place in the chain of the tile that it joins, None for the first tile.
    """

    tile: Tile
    arm: int
    inner: int
    outer: int
    parent: int | None


class Chain(tuple[Link, ...]):
    """The laid tiles in the order they came down.

    >>> from dominocore.chain import Chain
    >>> chain = Chain.read(map(Move, ["*3-3", "<3-4", "--", "^3-0"]))
    >>> [(str(link.tile), link.parent) for link in chain]
    [('3-3', None), ('4-3', 0), ('3-0', 0)]
    """

    __slots__ = ()

    @classmethod
    def read(cls, moves: Iterable[Move], every_double: bool = False) -> Chain:
        """Follow the moves of a round; draws and passes leave no trace.

        Args:
            moves: the moves, oldest first.
            every_double: whether each double is a spinner; otherwise the first one laid is.
        """
        links: list[Link] = []
        tips: dict[int, int] = {}
        for move in moves:
            if not move.is_placement or move.tile is None:
                continue
            here = len(links)
            if move.is_lead:
                links.append(Link(move.tile, LEAD_ARM, move.tile.low, move.tile.high, None))
                tips = {RIGHT: here, LEFT: here}
                continue
            assert move.joins is not None and move.shows is not None
            parent = tips.get(move.arm)
            if parent is None:
                parent = _spinner(links, move.arm, every_double)
            links.append(Link(move.tile, move.arm, move.joins, move.shows, parent))
            tips[move.arm] = here
        return cls(links)

    @property
    def has_cross(self) -> bool:
        """Whether a tile lies on a cross arm."""
        return any(UP <= link.arm < LEAD_ARM for link in self)

    def root_of(self, arm: int, every_double: bool = False) -> int:
        """Give the place in the chain of the spinner that a cross arm leaves from."""
        return _spinner(self, arm, every_double)


def _spinner(links: Iterable[Link], arm: int, every_double: bool) -> int:
    pip = arm // 2 - 1
    for i, link in enumerate(links):
        if link.tile.is_double and (not every_double or link.tile.high == pip):
            return i
    raise ValueError(f"no tile of the chain has an arm number {arm}")
