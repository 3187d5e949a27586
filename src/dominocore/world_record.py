# SPDX-License-Identifier: MIT
"""What the public record of a round says about the tiles that a seat cannot see.

The hidden tiles lie in slots: what each other seat was dealt, one slot for each tile that it drew,
and the rest of the boneyard. A tile that has been played by another seat was in one of its slots,
too. A seat that passes or has to draw holds no tile that fits: that binds what it held then, and
nothing that it drew later. The tiles of a slot and the slots of a tile are all there is to it, but
for two things: some tile that fits is still held where nobody may draw and the round goes on, and
some evidence is an alternative, which makes two cases of one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dominocore import _native, world_core
from dominocore.observation import Observation
from dominocore.public import DRAWS, TURN_ENDS, read_history
from dominocore.world_opening import (
    OUT,
    Allowed,
    Alternative,
    Pattern,
    Slot,
    choices,
    forbid,
    hold_only,
    mask_of,
    openings,
    tiles_of,
)

_lib = _native.lib
_NONE = _native.NONE
_ARM_DRAW: int = _lib.DMC_ARM_DRAW
_ARM_PASS: int = _lib.DMC_ARM_PASS
_ARM_LEAD: int = _lib.DMC_ARM_LEAD
_DEALT = _native.offset("dmc_view", "dealt")
_BONEYARD = _native.offset("dmc_view", "n_boneyard")
_FIRST = _native.offset("dmc_view", "first_turn")
_LEFT = _native.offset("dmc_table", "left")
#: How many alternatives are told apart; each makes two cases of one.
_MOST_ALTERNATIVES = 8


@dataclass(slots=True)
class Event:
    """One move of the record, and the tiles that fitted when it was made."""

    seat: int
    tile: int
    arm: int
    ends_turn: bool
    takes: int = 0
    left: int = 0
    draws: int = 0
    slot: int = -1


class Record:
    """The public record of a round, read from one seat's view of it."""

    def __init__(self, view: Observation) -> None:
        self.view = view
        self.rules: Any = view.rules._native
        self.seats = view.rules.seats
        self.me = view.seat
        data = view._bytes
        self.all = view.rules.tiles.mask
        self.played = view.played.mask
        self.dealt = tuple(data[_DEALT : _DEALT + self.seats])
        self.boneyard = data[_BONEYARD]
        self.first = data[_FIRST]
        self.codes = _codes(view._events)
        self.events = self._read(view._events)
        laid = [e.tile for e in self.events if e.arm < _ARM_DRAW]
        self.base = self.played & ~mask_of(laid)
        """The tiles that lay on the table when the position was set up; 0 in a round dealt."""
        self.partial = False
        """Whether what fitted earlier is not known, as the position was set up."""
        self.exact = True
        """Whether the cases hold only worlds that fit the record."""
        own = [e.tile for e in self.events if e.seat == self.me and e.arm == _ARM_DRAW]
        mine = [e.tile for e in self.events if e.seat == self.me and e.arm < _ARM_DRAW]
        self.own_drawn = own
        self.own_dealt = (view.hand.mask | mask_of(mine)) & ~mask_of(own)
        self.own_dealt_tiles = tiles_of(self.own_dealt)
        self.lots = tuple(t.index for t in view.lots)
        self.hidden = self.all & ~self.base & ~self.own_dealt & ~mask_of(own)
        self.slots = self._make_slots()
        self.takes = self._find_takes()
        """The tiles that fit now; 0 before the lead and after the end."""

    @property
    def set_up(self) -> bool:
        """Whether the position was set up: how it came about is not known."""
        return bool(self.base) or self.first != self.view.leader or 0 in self.dealt

    @property
    def drawing(self) -> bool:
        """Whether the seat on turn has drawn in the turn it is in."""
        return not self.view.is_over and bool(self.view._bytes[DRAWS])

    @property
    def checks(self) -> int:
        """What the cases do not say and each world has to be asked, as `dmc_case_check`."""
        spec, opened = self.rules.spec, self.view.opened_by
        if self.base:
            return 0
        checks = 0
        if spec.redeal_doubles or spec.redeal_same:
            checks |= _lib.DMC_CASE_REDEALS
        if opened >= 0 and spec.criteria[opened].kind == _lib.DMC_OPEN_HEAVIEST_HAND:
            checks |= _lib.DMC_CASE_HEAVIEST
        return checks

    # ---- reading ----

    def _read(self, codes: bytes) -> list[Event]:
        events = []
        for at, (seat, code) in enumerate(read_history(codes, self.first, self.seats)):
            raw = codes[2 * at] | codes[2 * at + 1] << 8
            arm = code >> 8 & 0x3F
            ends = arm != _ARM_DRAW or bool(raw & TURN_ENDS)
            events.append(Event(seat, code & 0xFF, arm, ends))
        return events

    def _make_slots(self) -> list[Slot]:
        others = [p for p in range(self.seats) if p != self.me]
        slots = [Slot(p, -1, self.dealt[p]) for p in others]
        left, draws, drew = self.boneyard, 0, -1
        for at, event in enumerate(self.events):
            event.left, event.draws = left, draws
            event.slot = drew
            if event.arm == _ARM_DRAW:
                left -= 1
                draws += 1
                drew = -1
                if event.seat != self.me:
                    drew = len(slots)
                    slots.append(Slot(event.seat, at, 1))
            if event.ends_turn:
                draws, drew = 0, -1
        rest = self.hidden.bit_count() - sum(slot.size for slot in slots)
        out = rest - left
        if self.lots and out > 0:  # tiles shown for lots lie in the boneyard, not out of play
            slots.append(Slot(None, OUT, out))
            rest -= out
        slots.append(Slot(None, -1, rest))
        return slots

    def _find_takes(self) -> int:
        view = self.view
        playing = view.phase == "play"
        if self.rules.is_line and not (self.base and view.rules.wild):
            return self._takes_of_line() if playing or self.events else 0
        if self.base:
            self.partial = bool(self.events)
            layout = world_core.Layout(self.rules, self.all, view._bytes)
            return layout.takes() if playing else 0
        layout = world_core.Layout(self.rules, self.all)
        takes = 0
        for event, code in zip(self.events, self.codes, strict=True):
            event.takes = takes
            if event.arm < _ARM_DRAW:
                layout.place(code)
                takes = layout.takes()
        return takes if playing else 0

    def _takes_of_line(self) -> int:
        """Follow the two ends of a line, back to where the record begins and forth again."""
        fits = world_core.fits(self.rules)
        join = self.rules.join
        codes = self.codes
        ends = [self.view.arms.get(0, _NONE), self.view.arms.get(1, _NONE)]
        for code in reversed(codes):
            arm = code >> 8 & 0x3F
            if arm < 2 and self.base:
                tile = code & 0xFF
                low = bool(code & _lib.DMC_MOVE_LOW_JOINS)
                half = self.rules.low[tile] if low else self.rules.high[tile]
                ends[arm] = next(p for p in range(len(fits)) if join[p] == half)
        takes = fits[ends[0]] | fits[ends[1]] if self.base else 0
        for event, code in zip(self.events, codes, strict=True):
            event.takes = takes
            if event.arm >= _ARM_DRAW:
                continue
            high, low = self.rules.high[event.tile], self.rules.low[event.tile]
            if event.arm == _ARM_LEAD:
                ends = [high, low]
            else:
                ends[event.arm] = high if code & _lib.DMC_MOVE_LOW_JOINS else low
            takes = fits[ends[0]] | fits[ends[1]]
        return takes if self.view.phase == "play" else 0

    # ---- what it means ----

    def patterns(self, latest: int) -> list[Pattern]:
        """Give the cases, no two of which share a world, before impossible ones are found out.

        Of all passes and draws only those among the latest moves count.
        """
        allowed = self._by_play()
        alternatives = self._apply_events(allowed, len(self.events) - latest)
        self._apply_voids(allowed)
        found = []
        for pattern in openings(self, allowed):
            for kept in choices(pattern.allowed, alternatives):
                found.append(Pattern(pattern.forced, kept, self._must_fit()))
        return found

    def slots_of(self, seat: int | None, before: int | None = None) -> int:
        """Give the slots that a seat, or the boneyard, had before a move or has now, as a mask."""
        at = len(self.events) if before is None else before
        return self.slots_where(lambda slot: slot.seat == seat and slot.since < at)

    def slots_where(self, wanted: Callable[[Slot], bool]) -> int:
        """Give the slots of which something is true, as a mask."""
        return mask_of([i for i, slot in enumerate(self.slots) if wanted(slot)])

    def _by_play(self) -> Allowed:
        """Give the slots of each hidden tile by where it lies now and how it came to light."""
        everywhere = self.slots_where(lambda slot: True)
        allowed = dict.fromkeys(tiles_of(self.hidden), everywhere)
        view = self.view
        if view.shown_hands is not None:
            rest = self.slots_where(lambda slot: slot.seat is None)
            for tile in allowed:
                allowed[tile] = rest
            for p, hand in enumerate(view.shown_hands):
                for held in hand:
                    if held.index in allowed:
                        allowed[held.index] = self.slots_of(p)
        for at, event in enumerate(self.events):
            if event.arm < _ARM_DRAW and event.seat != self.me:
                allowed[event.tile] = self.slots_of(event.seat, at)
        dealt = self.slots_where(lambda slot: slot.is_dealt)
        out = self.slots_where(lambda slot: slot.since == OUT)
        for p, tile in enumerate(self.lots):
            if tile in allowed:
                returned = self.rules.spec.lot_tile == _lib.DMC_LOT_RETURNED
                own = dealt & self.slots_of(p)
                allowed[tile] &= ~(dealt | out) if returned else own
        return allowed

    def _apply_events(self, allowed: Allowed, first: int) -> list[Alternative]:
        """Take away what passes, draws and what follows a draw rule out; give the alternatives.

        What came before the move of number `first` is left out.
        """
        alternatives: list[Alternative] = []
        gone = {e.tile: at for at, e in enumerate(self.events) if e.arm < _ARM_DRAW}
        spec = self.rules.spec
        able = spec.draw_when_able
        may_keep = spec.drawn_tile == _lib.DMC_DRAWN_MAY_PLAY
        must_play = spec.drawn_tile == _lib.DMC_DRAWN_MUST_PLAY
        for at, event in enumerate(self.events):
            if event.seat == self.me:
                continue
            if event.arm < _ARM_DRAW and event.draws and not able:
                allowed[event.tile] &= 1 << event.slot
            if self.partial or at < first:
                continue
            held = self.slots_of(event.seat, at)
            takes = event.takes
            fitting = [t for t in allowed if takes >> t & 1 and gone.get(t, at) >= at]
            if event.arm == _ARM_PASS and not (event.draws and may_keep):
                forbid(allowed, fitting, held)
            elif event.arm == _ARM_PASS and self._could_draw(event.left, event.draws):
                hold_only(allowed, event.slot, takes)
            elif event.arm == _ARM_PASS and able:
                alternatives.append((event.slot, takes, fitting, held))
            elif event.arm == _ARM_DRAW and not able:
                forbid(allowed, fitting, held)
            elif event.arm == _ARM_DRAW and event.draws:
                hold_only(allowed, event.slot, ~takes)
            elif event.arm < _ARM_DRAW and event.draws and able and must_play:
                hold_only(allowed, event.slot, ~takes | 1 << event.tile)
            if event.arm == _ARM_DRAW and spec.drawn_tile == _lib.DMC_DRAWN_TURN_ENDS:
                slot = next(
                    i for i, s in enumerate(self.slots) if (s.seat, s.since) == (event.seat, at)
                )
                if not event.ends_turn:
                    hold_only(allowed, slot, ~takes)
                elif self._could_draw(event.left - 1, event.draws + 1):
                    hold_only(allowed, slot, takes)
        if len(alternatives) > _MOST_ALTERNATIVES:
            self.exact = False
        return alternatives[:_MOST_ALTERNATIVES]

    def _could_draw(self, left: int, draws: int) -> bool:
        """Tell whether the rules let a seat draw that has drawn so often in its turn."""
        spec = self.rules.spec
        until = spec.draw_limit == _lib.DMC_DRAW_UNTIL_PLAYABLE
        return bool(spec.draw_limit and left > spec.reserve and (until or draws < spec.draw_limit))

    def _apply_voids(self, allowed: Allowed) -> None:
        """Use the voids that the table keeps, where events cannot be read or are not all known."""
        if not (self.partial or self.base):
            return
        for p, pips in enumerate(self.view.voids):
            if p != self.me and self.view.hand_sizes[p]:
                held = self.slots_of(p)
                for tile in tiles_of(self.hidden & ~self.played):
                    if self.rules.low[tile] in pips or self.rules.high[tile] in pips:
                        allowed[tile] &= ~held

    def _must_fit(self) -> int | None:
        """Give the hidden tiles one of which is held, as the round is not over; None: no matter."""
        spec = self.rules.spec
        view = self.view
        if view.phase != "play" or (spec.draw_limit and view._bytes[_LEFT] > spec.reserve):
            return None
        takes = self.takes & ~self.played
        return None if takes & view.hand.mask else takes & self.hidden


def _codes(events: bytes) -> list[int]:
    return [events[i] | events[i + 1] << 8 for i in range(0, len(events), 2)]
