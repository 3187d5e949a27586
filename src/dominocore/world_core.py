# SPDX-License-Identifier: MIT
"""What reading a position or a record asks of the compiled core, as numbers, bytes and masks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from dominocore import _native

ffi, lib = _native.ffi, _native.lib
NONE = _native.NONE


@lru_cache(maxsize=16)
def fits(rules: Any) -> tuple[int, ...]:
    """Give, for each pip, the mask of the tiles that join an arm that shows it."""
    return tuple(map(_mask, rules.fits[0 : rules.spec.max_pip + 1]))


def _mask(tiles: Any) -> int:
    return sum(int(tiles.word[w]) << 64 * w for w in range(_native.WORDS))


class Layout:
    """A layout alone, on which any tile may be placed; it tells which tiles it takes."""

    __slots__ = ("_c", "_deal", "_rules", "_tiles")

    def __init__(self, rules: Any, tiles: int, table: bytes | None = None) -> None:
        self._rules = rules
        self._tiles = tiles
        self._deal = ffi.new("dmc_deal *", {"scores": [-1_000_000_000] * 8})
        self._c = ffi.new("dmc_state *")
        t = self._c.table
        if table is not None:
            ffi.memmove(self._c, table, ffi.sizeof("dmc_table"))
        else:
            ffi.memmove(t.arms, bytes([NONE]) * lib.DMC_ARM_SLOTS, lib.DMC_ARM_SLOTS)
            t.last = t.last_tile = t.lead_tile = t.spinner = t.fill = NONE

    def _hold_all(self) -> None:
        """Let seat 0 hold every tile that is not on the table, and be on turn."""
        c, t = self._c, self._c.table
        if t.phase == lib.DMC_PHASE_OVER:
            t.phase = lib.DMC_PHASE_PLAY if t.placed else lib.DMC_PHASE_LEAD
        played = _mask(t.played)
        c.hands[0] = _native._words(self._tiles & ~played)
        t.hand_sizes[0] = (self._tiles & ~played).bit_count()
        t.turn = t.draws = t.left = 0
        c.only = NONE
        c.n_moves = NONE

    @property
    def table(self) -> Any:
        """The table as the core has it, with the tiles that were placed."""
        return self._c.table

    def place(self, move: int) -> None:
        """Place a tile, whoever does."""
        self._hold_all()
        code = move & ~lib.DMC_MOVE_CLAIMED
        after = ffi.new("dmc_state *")
        _native._check(lib.dmc_state_play(self._rules, self._deal, self._c, code, after))
        self._c = after

    def takes(self) -> int:
        """Give the mask of the tiles off the table that may be placed now."""
        self._hold_all()
        n = lib.dmc_state_moves(self._rules, self._c, ffi.NULL, 0)
        out = ffi.new("uint16_t[]", max(n, 1))
        lib.dmc_state_moves(self._rules, self._c, out, n)
        mask = 0
        for code in out[0:n]:
            if code >> 8 & 0x3F < lib.DMC_ARM_SLOTS:
                mask |= 1 << (code & 0xFF)
        return mask


def deal_again(
    rules: Any,
    order: bytes,
    hand_sizes: Sequence[int],
    boneyard: int,
    scores: Iterable[int],
    like: Mapping[str, Any],
) -> Any:
    """Deal tiles in a given order as a round that is known was dealt; give the C round.

    `like` has the fields of `dmc_deal` that say how the round came to its leader.
    """
    args = (like["round"], like["leader"], scores)
    round_ = _native.deal_order(rules, order, hand_sizes, boneyard, *args)
    for name, value in like.items():
        if name == "lots":
            round_.deal.lots[0 : len(value)] = value
        else:
            setattr(round_.deal, name, value)
    return round_
