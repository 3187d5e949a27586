# SPDX-License-Identifier: MIT
"""The slots of hidden tiles, and what the opening of a round says about them.

Where a criterion names the holder of a tile, no better tile was dealt to anybody, and no tile that
an earlier criterion looks for. Which tile it was is known when it had to be led; where that has
not happened yet, or the lead was free, each tile that it may have been is a case of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dominocore import _native

if TYPE_CHECKING:
    from dominocore.world_record import Record

_lib = _native.lib
_NONE = _native.NONE
_ONLY = _native.offset("dmc_view", "only")

#: Marks the slot of tiles that are out of play, where it is told from the boneyard.
OUT = -2

Allowed = dict[int, int]
"""The slots that each hidden tile may lie in, as a mask."""
Alternative = tuple[int, int, list[int], int]
"""(slot, fitting, tiles, slots): the slot holds one of the fitting tiles, as a mask, or no tile
of the list is in the slots."""


@dataclass(slots=True)
class Slot:
    """A place of hidden tiles: a dealt hand, one drawn tile, or (seat None) the boneyard."""

    seat: int | None
    since: int
    size: int

    @property
    def is_dealt(self) -> bool:
        """Whether it is what a seat was dealt."""
        return self.seat is not None and self.since < 0


@dataclass(slots=True)
class Pattern:
    """One case: the tile that had to be led, the slots of each tile, and what has to be held."""

    forced: int
    allowed: Allowed
    fits: int | None = None


def tiles_of(tiles: int) -> list[int]:
    """Give the numbers of the tiles of a mask."""
    return [i for i in range(tiles.bit_length()) if tiles >> i & 1]


def mask_of(numbers: Sequence[int]) -> int:
    """Give the mask of different numbers."""
    return sum(1 << i for i in numbers)


def forbid(allowed: Allowed, tiles: Sequence[int], slots: int) -> None:
    """Keep tiles out of slots."""
    for tile in tiles:
        allowed[tile] &= ~slots


def hold_only(allowed: Allowed, slot: int, tiles: int) -> None:
    """Let a slot hold only the tiles of a mask."""
    for tile in allowed:
        if not tiles >> tile & 1:
            allowed[tile] &= ~(1 << slot)


def choices(allowed: Allowed, alternatives: Sequence[Alternative]) -> Iterator[Allowed]:
    """Give the cases that alternatives make: the tile drawn fits, or no tile held does."""
    if not alternatives:
        yield allowed
        return
    (slot, takes, fitting, held), *others = alternatives
    drawn, kept = dict(allowed), dict(allowed)
    hold_only(drawn, slot, takes)
    yield from choices(drawn, others)
    hold_only(kept, slot, ~takes)
    forbid(kept, fitting, held)
    yield from choices(kept, others)


def openings(record: Record, allowed: Allowed) -> Iterator[Pattern]:
    """Give a case for each tile that may have named the leader."""
    view, spec = record.view, record.rules.spec
    chosen = view.opened_by
    if chosen < 0 or record.base:
        yield Pattern(_NONE, allowed)
        return
    passed_over: list[int] = []
    for earlier in spec.criteria[0:chosen]:
        if earlier.kind == _lib.DMC_OPEN_TILES:
            passed_over.extend(earlier.tiles[0 : earlier.n_tiles])
    criterion = spec.criteria[chosen]
    ranked = _ranked(record, criterion)
    if ranked is None:
        lots_lead = criterion.kind == _lib.DMC_OPEN_LOTS and spec.lot_tile == _lib.DMC_LOT_LEADS
        forced = record.lots[view.leader] if lots_lead and not criterion.free else _NONE
        kept = _not_dealt(record, allowed, passed_over)
        if kept is not None:
            yield Pattern(forced, kept)
        return
    lead = record.events[0].tile if record.events else view._bytes[_ONLY]
    for i, tile in enumerate(ranked):
        if criterion.free or lead in (_NONE, tile):
            kept = _not_dealt(record, allowed, [*passed_over, *ranked[:i]])
            if kept is not None and _dealt_to_leader(record, kept, tile):
                yield Pattern(_NONE if criterion.free else tile, kept)


def _ranked(record: Record, criterion: Any) -> list[int] | None:
    """Give the tiles that a criterion looks for, the best first; None where it names none."""
    kind = criterion.kind
    tiles = tiles_of(record.all)
    high, low = record.rules.high, record.rules.low
    if kind == _lib.DMC_OPEN_TILES:
        return list(criterion.tiles[0 : criterion.n_tiles])
    if kind == _lib.DMC_OPEN_HIGHEST_LEX:
        return sorted(tiles, reverse=True)
    if kind in (_lib.DMC_OPEN_HIGHEST, _lib.DMC_OPEN_LOWEST):
        down = kind == _lib.DMC_OPEN_HIGHEST
        return sorted(tiles, key=lambda t: (high[t] + low[t], high[t]), reverse=down)
    return None


def _not_dealt(record: Record, allowed: Allowed, tiles: Sequence[int]) -> Allowed | None:
    """Give what is left when these tiles are in no dealt hand; None where one is in the seat's own.

    Tiles that were shown for lots and kept came to the hands after the criteria before.
    """
    returned = record.rules.spec.lot_tile == _lib.DMC_LOT_RETURNED
    looked_at = [t for t in tiles if returned or t not in record.lots]
    if any(record.own_dealt >> t & 1 for t in looked_at):
        return None
    out = dict(allowed)
    forbid(out, [t for t in looked_at if t in out], record.slots_where(lambda s: s.is_dealt))
    return out


def _dealt_to_leader(record: Record, allowed: Allowed, tile: int) -> bool:
    """Put a tile among those dealt to the leader; False where it was not."""
    leader = record.view.leader
    if leader == record.me:
        return bool(record.own_dealt >> tile & 1)
    if tile not in allowed:
        return False
    allowed[tile] &= record.slots_where(lambda s: s.is_dealt and s.seat == leader)
    return True
