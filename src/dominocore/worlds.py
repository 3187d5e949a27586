# SPDX-License-Identifier: MIT
"""The worlds that fit what a seat knows: counted, drawn uniformly, and tile by tile.

A world says what every seat was dealt and which tile each draw was, and so what every seat holds
now. The order of the tiles that are still in the boneyard, or which of them are out of play, is no
part of it: worlds are not counted by that, and a world that is drawn has it at random.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

from dominocore import _native, world_core
from dominocore.errors import IllegalMoveError, RoundOverError, RulesError
from dominocore.moves import DRAW, Move
from dominocore.observation import Observation
from dominocore.state import State, _Round
from dominocore.tiles import Tile
from dominocore.world_count import Below, Case, TooManyStates, shuffled
from dominocore.world_opening import Pattern
from dominocore.world_record import Record

_lib = _native.lib
_NONE = _native.NONE
_ARM_DRAW: int = _lib.DMC_ARM_DRAW
#: Steps that a count may take before older evidence is left out.
_MOST_STEPS = 400_000
#: Draws of a superset before a world that fits is given up on.
_ATTEMPTS = 1_000_000
#: Worlds that an estimate is made of, where there is no exact figure.
_ESTIMATE = 2_000


class WorldCount(int):
    """How many worlds fit; a number like any other, and whether it is exact."""

    is_exact: bool
    """False where it is an upper bound."""

    def __new__(cls, count: int, is_exact: bool = True) -> WorldCount:
        self = super().__new__(cls, count)
        self.is_exact = is_exact
        return self


class Worlds:
    """All worlds that fit an observation."""

    def __init__(self, view: Observation) -> None:
        self.view = view
        self.record = Record(view)
        self.cases = self._make_cases()
        self.ends = list(accumulate(case.count for _, case in self.cases))
        spec = self.record.rules.spec
        opened = view.opened_by
        self.heaviest = opened >= 0 and (
            spec.criteria[opened].kind == _lib.DMC_OPEN_HEAVIEST_HAND and not self.record.base
        )
        self.redeals = bool(spec.redeal_doubles or spec.redeal_same) and not self.record.base
        self.is_exact = self.record.exact and not (self.heaviest or self.redeals)

    def _make_cases(self) -> list[tuple[Pattern, Case]]:
        """Count each case; where that takes too much room, leave older evidence out."""
        latest = len(self.record.events)
        while True:
            try:
                most = _MOST_STEPS if latest else None
                cases = [(p, self.record.case(p, most)) for p in self.record.patterns(latest)]
            except TooManyStates:
                latest //= 2
                self.record.exact = False
                continue
            return [(pattern, case) for pattern, case in cases if case.count]

    @property
    def count(self) -> WorldCount:
        """How many there are; of a position set up with a spinner, at most so many."""
        exact = self.is_exact and not self.record.partial
        return WorldCount(self.ends[-1] if self.ends else 0, exact)

    def draw(self, below: Below) -> State:
        """Draw one world."""
        for _ in range(_ATTEMPTS):
            if not self.ends:
                break
            number = 0 if len(self.ends) == 1 else bisect_right(self.ends, below(self.ends[-1]))
            pattern, case = self.cases[number]
            slots = case.draw(below)
            if self.is_exact:
                return self.state(pattern, slots, below)
            if self._accepts(slots):
                try:
                    state = self.state(pattern, slots, below)
                except (IllegalMoveError, RoundOverError):
                    continue  # what was left out of the count
                if state.observe(self.view.seat) == self.view:
                    return state
        raise RulesError("no world fits this observation")

    # ---- a world as a state ----

    def state(self, pattern: Pattern, slots: list[list[int]], below: Below) -> State:
        """Deal the tiles of the slots and play the record again."""
        record, view = self.record, self.view
        hands = self._hands(slots)
        drawn = self._drawn(slots)
        rest = slots[-1]
        left = view.boneyard_size
        order = [t for hand in hands for t in hand] + drawn + shuffled(rest, below)[:left]
        like = {
            "round": view.round,
            "leader": view.leader,
            "turn": record.first,
            "opened_by": _NONE if view.opened_by < 0 else view.opened_by,
            "forced": pattern.forced,
            "lots": record.lots,
            "set_up": int(bool(record.base) or record.first != view.leader or 0 in record.dealt),
        }
        sizes = [len(hand) for hand in hands]
        rules = record.rules
        n = record.boneyard
        c_round = world_core.deal_again(rules, bytes(order), sizes, n, view.scores, like)
        round_ = _Round(view.rules, c_round, view._base)
        if like["set_up"]:
            return self._at_once(round_, hands, drawn)
        state = State(round_, _native.start(c_round))
        for event, code in zip(record.events, record.codes, strict=True):
            state = state.play(DRAW if event.arm == _ARM_DRAW else Move.from_code(code))
        return state

    def _hands(self, slots: list[list[int]]) -> list[list[int]]:
        """Give what each seat was dealt."""
        record = self.record
        hands: list[list[int]] = [[] for _ in range(record.seats)]
        hands[record.me] = record.own_dealt_tiles
        for slot, tiles in zip(record.slots, slots, strict=True):
            if slot.seat is not None and slot.since < 0:
                hands[slot.seat] = tiles
        return hands

    def _drawn(self, slots: list[list[int]]) -> list[int]:
        """Give the tiles drawn, the first one first."""
        record = self.record
        own = iter(record.own_drawn)
        theirs = iter(t for i, s in enumerate(record.slots) if s.seat is not None and s.since >= 0
                      for t in slots[i])  # fmt: skip
        draws = [e.seat for e in record.events if e.arm == _ARM_DRAW]
        return [next(own if seat == record.me else theirs) for seat in draws]

    def _at_once(self, round_: _Round, hands: list[list[int]], drawn: list[int]) -> State:
        """Give the state of a position that was set up; how it began is not known."""
        record, view = self.record, self.view
        masks = [sum(1 << t for t in hand) for hand in hands]
        draws = iter(drawn)
        history = bytearray()
        last = _NONE
        for event, code in zip(record.events, record.codes, strict=True):
            if event.arm == _ARM_DRAW:
                last = next(draws)
                masks[event.seat] |= 1 << last
            elif event.arm < _ARM_DRAW:
                masks[event.seat] &= ~(1 << event.tile)
            if event.ends_turn:
                last = _NONE
            packed = code | 0xFF if event.arm == _ARM_DRAW else code
            history += packed.to_bytes(2, "little")
        only = _NONE if view.is_over else last
        data = world_core.state_of(record.rules, view._bytes, masks, only)
        return State(round_, data, bytes(history))

    # ---- what the cases do not say ----

    def _accepts(self, slots: list[list[int]]) -> bool:
        hands = self._hands(slots)
        high, low = self.record.rules.high, self.record.rules.low
        if self.redeals:
            spec = self.record.rules.spec
            kept = () if spec.lot_tile == _lib.DMC_LOT_RETURNED else self.record.lots
            for p, dealt in enumerate(hands):
                hand = [t for t in dealt if t not in kept]  # lots are drawn later
                doubles = sum(high[t] == low[t] for t in hand)
                same = max(sum(v in (high[t], low[t]) for t in hand) for v in range(19))
                if p != self.record.me and (
                    (spec.redeal_doubles and doubles >= spec.redeal_doubles)
                    or (spec.redeal_same and same >= spec.redeal_same)
                ):
                    return False
        if self.heaviest:
            values = self.record.rules.spec.values
            weight = [
                (sum(values[t] for t in hand), max((high[t] + low[t], high[t]) for t in hand))
                for hand in hands
            ]
            return weight.index(max(weight)) == self.view.leader
        return True


@lru_cache(maxsize=16)
def worlds(view: Observation) -> Worlds:
    """Read the record of an observation; the last few are kept."""
    return Worlds(view)


def sample(view: Observation, seed: int | None, n: int) -> Iterator[State]:
    """Draw worlds, each from a stream of its own number."""
    if n < 0:
        raise ValueError(f"n is 0 or more, got {n}")
    key = _native.seed_bytes(seed)
    found = worlds(view)
    for number in range(n):
        yield found.draw(world_core.Stream(key, _lib.DMC_FOR_SAMPLE, 0, number).below)


def count(view: Observation) -> WorldCount:
    """Count the worlds."""
    return worlds(view).count


def marginals(view: Observation) -> dict[Tile, tuple[float, ...]]:
    """Give how likely each hidden tile is to be in each hand, and last in none."""
    found = worlds(view)
    record = found.record
    tiles = [t for t in range(record.hidden.bit_length())
             if (record.hidden & ~record.played) >> t & 1]  # fmt: skip
    if not found.is_exact:
        return _estimate(found, tiles)
    table: dict[Tile, tuple[float, ...]] = {}
    known: dict[tuple[tuple[int, bool], ...], tuple[float, ...]] = {}
    total = int(found.count)
    for tile in tiles:
        like = tuple(
            (pattern.allowed[tile], bool((pattern.fits or 0) >> tile & 1))
            for pattern, _ in found.cases
        )
        if like not in known:
            ways = []
            for seat in [*range(record.seats), None]:
                slots = record.slots_of(seat)
                ways.append(sum(record.count_with(p, tile, slots) for p, _ in found.cases))
            known[like] = tuple(w / total for w in ways)
        table[Tile.from_index(tile)] = known[like]
    return table


def _estimate(found: Worlds, tiles: list[int]) -> dict[Tile, tuple[float, ...]]:
    seats = found.record.seats
    counts = {Tile.from_index(t): [0] * (seats + 1) for t in tiles}
    for state in sample(found.view, 0, _ESTIMATE):
        hands = state.hands
        for tile, row in counts.items():
            row[next((p for p in range(seats) if tile in hands[p]), seats)] += 1
    return {tile: tuple(x / _ESTIMATE for x in row) for tile, row in counts.items()}
