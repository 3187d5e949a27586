# SPDX-License-Identifier: MIT
"""The cases of a record as the core takes them, and the sampler that it makes of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import factorial
from typing import Any

from dominocore import _native
from dominocore.errors import RulesError
from dominocore.world_opening import OUT, Pattern, Slot
from dominocore.world_record import Record

ffi, lib = _native.ffi, _native.lib
_NONE = _native.NONE
_ARM_DRAW: int = lib.DMC_ARM_DRAW
_WORD = (1 << 64) - 1
_ROW: int = lib.DMC_MAX_SEATS + 1
#: Worlds of one call, between which ctrl-C arrives.
_SOME = 1 << 17
#: The core writes before it reads.
_new = ffi.new_allocator(should_clear_after_alloc=False)


class TooMuch(Exception):
    """The count would need more memory than it may take."""


class Sampler:
    """A sampler of the core, with the cases and the memory that it refers to.

    Args:
        record: what was read from a view.
        patterns: the cases; no two share a world.
        most: how many words of memory it may take; None: any number.

    Raises:
        TooMuch: it would take more.
    """

    def __init__(self, record: Record, patterns: Sequence[Pattern], most: int | None) -> None:
        self._rules = record.rules
        self._cases = ffi.new("dmc_case[]", max(len(patterns), 1))
        _fill(record, self._cases[0])
        for number, pattern in enumerate(patterns):
            if number:
                self._cases[number] = self._cases[0]
            _fill_pattern(record, self._cases[number], pattern)
        self.c = ffi.new("dmc_sampler *")
        """The `dmc_sampler`, read-only."""
        self._make(len(patterns), most)
        ways = sum(int(word) << 64 * i for i, word in enumerate(self.c.ways))
        for slot in record.slots:
            ways //= factorial(slot.size)
        self.count = ways
        """How many worlds there are."""

    def _make(self, n: int, most: int | None) -> None:
        words = lib.DMC_SAMPLER_WORDS
        if most is not None:
            words = min(words, most)
        while True:
            memory = _new("uint64_t[]", words)
            code = lib.dmc_sampler_init(self._rules, self._cases, n, memory, words, self.c)
            if code != lib.DMC_ERR_ROOM:
                break
            if most is not None and words >= most:
                raise TooMuch
            words *= 8
        _native._check(code)
        self._memory = _new("uint64_t[]", max(self.c.used, 1))
        ffi.memmove(self._memory, memory, 8 * self.c.used)
        self.c.memory = self._memory

    def set_voids(self, voids: Sequence[int]) -> None:
        """Set the voids by seat that the states have, where a view does not show them."""
        for number in range(self.c.n_cases):
            self._cases[number].table.voids = list(voids[0 : lib.DMC_MAX_SEATS])

    def draw(self, rng: Any, n: int, states: Any, deals: Any) -> None:
        """Draw `n` worlds into arrays.

        Raises:
            RulesError: no world fits.
        """
        for first in range(0, n, _SOME):
            some = min(n - first, _SOME)
            code = lib.dmc_sampler_draw(self.c, rng, some, states + first, deals + first)
            if code == lib.DMC_ERR_NO_WORLD:
                raise RulesError("no world fits this observation")
            _native._check(code)

    def chances(self, tiles: Sequence[int]) -> dict[int, tuple[float, ...]]:
        """Give how likely each tile is to be in each hand, and last in none."""
        scratch = _new("double[]", self.c.n_states)
        rows = _new("double[]", lib.DMC_MAX_TILES * _ROW)
        _native._check(lib.dmc_sampler_chances(self.c, scratch, rows))
        seats = self._rules.spec.seats
        found = {}
        for tile in tiles:
            row = rows[tile * _ROW : (tile + 1) * _ROW]
            found[tile] = (*row[0:seats], row[_ROW - 1])
        return found


def _fill(record: Record, case: Any) -> None:
    """Write what all cases of a record share."""
    view = record.view
    ffi.memmove(ffi.addressof(case, "table"), view._bytes, ffi.sizeof("dmc_table"))
    case.hand = _native._words(view.hand.mask)
    case.seat = record.me
    case.only = case.only_slot = _NONE
    _fill_deal(record, case.deal)
    starts, n = [], 0
    for size in record.dealt:
        starts.append(n)
        n += size
    draws = [at for at, event in enumerate(record.events) if event.arm == _ARM_DRAW]
    for number, slot in enumerate(record.slots):
        out = case.slots[number]
        out.seat = _NONE if slot.seat is None else slot.seat
        out.size = out.kept = slot.size
        if slot.seat is None:
            out.at = n + len(draws)
            out.kept = 0 if slot.since == OUT else view.boneyard_size
        else:
            out.at = starts[slot.seat] if slot.is_dealt else n + draws.index(slot.since)
    case.n_slots = len(record.slots)
    if record.drawing:
        _fill_drawn(record, case)


def _fill_deal(record: Record, deal: Any) -> None:
    view = record.view
    order = bytearray([_NONE]) * lib.DMC_MAX_TILES
    start = sum(record.dealt[: record.me])
    order[start : start + len(record.own_dealt_tiles)] = bytes(record.own_dealt_tiles)
    own, at = iter(record.own_drawn), sum(record.dealt)
    for event in record.events:
        if event.arm == _ARM_DRAW:
            if event.seat == record.me:
                order[at] = next(own)
            at += 1
    ffi.memmove(deal.order, order, len(order))
    deal.scores[0 : len(view.scores)] = view.scores
    deal.round = view.round
    deal.hand_sizes[0 : record.seats] = record.dealt
    deal.n_boneyard = record.boneyard
    deal.leader = view.leader
    deal.turn = record.first
    deal.opened_by = _NONE if view.opened_by < 0 else view.opened_by
    ffi.memmove(deal.lots, bytes([_NONE]) * lib.DMC_MAX_SEATS, lib.DMC_MAX_SEATS)
    deal.lots[0 : len(record.lots)] = record.lots
    deal.set_up = record.set_up


def _fill_drawn(record: Record, case: Any) -> None:
    """Say which tile the seat on turn has drawn last."""
    if record.events[-1].seat == record.me:
        case.only = record.own_drawn[-1]
        return
    last = Slot(record.events[-1].seat, len(record.events) - 1, 1)
    case.only_slot = record.slots.index(last)


def _fill_pattern(record: Record, case: Any, pattern: Pattern) -> None:
    """Write what is a case's own."""
    case.deal.forced = pattern.forced
    if record.view.phase == "lead":
        case.only = pattern.forced
    case.needs = pattern.fits is not None
    case.fits = _native._words(pattern.fits or 0)
    case.checks = record.checks
    tiles = list(pattern.allowed)
    case.n_tiles = len(tiles)
    ffi.memmove(case.tiles, bytes(tiles), len(tiles))
    for i, slots in enumerate(pattern.allowed.values()):
        for word in range(len(record.slots) + 63 >> 6):
            case.allowed[i].word[word] = slots >> 64 * word & _WORD
