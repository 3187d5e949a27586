# SPDX-License-Identifier: MIT
"""The worlds that fit what a seat knows: counted, drawn uniformly, and tile by tile.

A world says what every seat was dealt and which tile each draw was, and so what every seat holds
now. The order of the tiles that are still in the boneyard, or which of them are out of play, is no
part of it: worlds are not counted by that, and a world that is drawn has it at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, overload

from dominocore import _native
from dominocore.arguments import whole
from dominocore.batch import Packed
from dominocore.errors import IllegalMoveError, RoundOverError, RulesError
from dominocore.moves import DRAW, Move
from dominocore.observation import Observation
from dominocore.public import mask
from dominocore.state import State, _Round
from dominocore.state_pickle import FORMAT, restore
from dominocore.tiles import Tile
from dominocore.world_case import Sampler, TooMuch
from dominocore.world_opening import tiles_of
from dominocore.world_record import Record

if TYPE_CHECKING:
    from dominocore.rules import Rules

ffi, _lib = _native.ffi, _native.lib
_ARM_DRAW: int = _lib.DMC_ARM_DRAW
_STATE = _native.STATE_SIZE
_DEAL: int = ffi.sizeof("dmc_deal")
_HANDS = _native.offset("dmc_state", "hands")
#: Words of memory that a count may take before older evidence is left out.
_MOST_WORDS = 1 << 22
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


class Worlds(Packed, Sequence[State]):
    """Worlds that were drawn: a sequence of states that makes each when it is asked for.

    All lie packed in one buffer, which calls that take many states read as it is. A slice is such
    a sequence again, and two are equal when their states are.
    """

    __slots__ = ("_base", "_deals", "_history", "_rules", "_states")

    def __init__(
        self,
        rules: Rules,
        states: bytes | memoryview,
        deals: bytes | memoryview,
        history: bytes,
        base: bytes,
    ) -> None:
        self._rules = rules
        self._states = states
        """The bytes of a `dmc_state` each, one after the other."""
        self._deals = deals
        """The bytes of the `dmc_deal` of each."""
        self._history = history
        self._base = base

    @overload
    def __getitem__(self, index: int) -> State: ...
    @overload
    def __getitem__(self, index: slice) -> Worlds: ...
    def __getitem__(self, index: int | slice) -> State | Worlds:
        places = range(len(self))[index]
        if isinstance(places, int):
            return self._state(places)
        states, deals = (
            b"".join(data[size * i : size * (i + 1)] for i in places)
            for data, size in ((self._states, _STATE), (self._deals, _DEAL))
        )
        return Worlds(self._rules, states, deals, self._history, self._base)

    def _state(self, place: int) -> State:
        c_round = _native._round(self._rules._native)
        deal = self._deals[_DEAL * place : _DEAL * (place + 1)]
        ffi.memmove(ffi.addressof(c_round, "deal"), deal, _DEAL)
        data = bytes(self._states[_STATE * place : _STATE * (place + 1)])
        return State(_Round(self._rules, c_round, self._base), data, self._history)

    def __iter__(self) -> Iterator[State]:
        return map(self._state, range(len(self)))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Worlds, list, tuple)):
            return list(self) == list(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(bytes(self._states))

    def __reduce__(self) -> tuple[Any, ...]:
        states, deals = bytes(self._states), bytes(self._deals)
        history, base = self._history, self._base
        return _restore_worlds, (FORMAT, self._rules, states, deals, history, base)

    def __repr__(self) -> str:
        return f"<Worlds n={len(self)}>"


def _restore_worlds(
    form: int, rules: Rules, states: bytes, deals: bytes, history: bytes, base: bytes
) -> Worlds:
    """Make worlds again from a pickle, each checked by the core.

    Raises:
        ValueError: the pickle is of another format, or holds no states of these rules.
    """
    if form != FORMAT:
        raise ValueError(f"worlds of format {form}; this version reads format {FORMAT}")
    n = len(states) // _STATE if isinstance(states, bytes) else 0
    _native.check_bytes("states of worlds", states, n * _STATE)
    _native.check_bytes("deals of worlds", deals, n * _DEAL)
    for i in range(n):
        deal, data = deals[_DEAL * i : _DEAL * (i + 1)], states[_STATE * i : _STATE * (i + 1)]
        restore(FORMAT, rules, deal, data, history, base)
    return Worlds(rules, states, deals, history, base)


class Known:
    """What an observation says about the worlds, read once and ready to be drawn from."""

    def __init__(self, view: Observation) -> None:
        self.view = view
        self.record = Record(view)
        self.sampler = self._make_sampler()
        history = bytearray(view._events)
        for at, event in enumerate(self.record.events):
            if event.arm == _ARM_DRAW:
                history[2 * at] = _native.NONE  # the tile drawn is not part of it
        self.history = bytes(history)
        self.is_exact = self.record.exact and not self.record.checks
        replays = self.record.exact and not self.record.set_up
        if self.record.drawing and replays and self.sampler.count:
            # in the middle of a turn a view does not show the voids that the state has
            self._find_voids()

    def _make_sampler(self) -> Sampler:
        """Count; where that takes too much memory, leave older evidence out."""
        latest = len(self.record.events)
        while True:
            try:
                most = _MOST_WORDS if latest else None
                return Sampler(self.record, self.record.patterns(latest), most)
            except TooMuch:
                latest //= 2
                self.record.exact = False

    @property
    def count(self) -> WorldCount:
        """How many there are; of a position set up with a spinner, at most so many."""
        exact = self.is_exact and not self.record.partial
        return WorldCount(self.sampler.count, exact)

    def _find_voids(self) -> None:
        """Set the voids that all worlds have, by playing one of them through."""
        state, deal = ffi.new("dmc_state *"), ffi.new("dmc_deal *")
        rng = _native._stream(bytes(32), _lib.DMC_FOR_SAMPLE, 0, 0)
        world = self._draw_checked(rng, state, deal)
        ffi.memmove(state, world._bytes, _STATE)
        self.sampler.set_voids(state.table.voids)

    def draw(self, key: bytes, n: int) -> Worlds:
        """Draw worlds from the stream of a key, the first ones the same for any number."""
        rng = _native._stream(key, _lib.DMC_FOR_SAMPLE, 0, 0)
        states, deals = bytearray(n * _STATE), bytearray(n * _DEAL)
        c_states = ffi.from_buffer("dmc_state[]", states)
        c_deals = ffi.from_buffer("dmc_deal[]", deals)
        if self.record.exact or self.record.set_up:
            self.sampler.draw(rng, n, c_states, c_deals)
        else:
            for i in range(n):
                world = self._draw_checked(rng, c_states + i, c_deals + i)
                ffi.memmove(c_states + i, world._bytes, _STATE)
        return Worlds(
            self.view.rules,
            memoryview(states).toreadonly(),
            memoryview(deals).toreadonly(),
            self.history,
            self.view._base,
        )

    def _draw_checked(self, rng: Any, state: Any, deal: Any) -> State:
        """Draw until a world fits the evidence that was left out of the count, and replay it."""
        for _ in range(_ATTEMPTS):
            self.sampler.draw(rng, 1, state, deal)
            try:
                world = self._replay(deal)
            except (IllegalMoveError, RoundOverError):
                continue
            if world.observe(self.view.seat) == self.view:
                return world
        raise RulesError("no world fits this observation")

    def _replay(self, deal: Any) -> State:
        """Play the record from a deal.

        Raises:
            IllegalMoveError: it cannot have begun so.
            RoundOverError: the same.
        """
        c_round = _native._round(self.view.rules._native)
        c_round.deal = deal[0]
        state = State(_Round(self.view.rules, c_round, self.view._base), _native.start(c_round))
        for event, code in zip(self.record.events, self.record.codes, strict=True):
            state = state.play(DRAW if event.arm == _ARM_DRAW else Move.from_code(code))
        return state


@lru_cache(maxsize=16)
def known(view: Observation) -> Known:
    """Read the record of an observation; the last few are kept."""
    return Known(view)


def sample(view: Observation, seed: int | None, n: int) -> Worlds:
    """Draw worlds."""
    whole("n", n, 0, (1 << 32) - 1)
    return known(view).draw(_native.seed_bytes(seed), n)


def count(view: Observation) -> WorldCount:
    """Count the worlds."""
    return known(view).count


def marginals(view: Observation) -> dict[Tile, tuple[float, ...]]:
    """Give how likely each hidden tile is to be in each hand, and last in none."""
    found = known(view)
    tiles = tiles_of(found.record.hidden & ~found.record.played)
    chances = found.sampler.chances(tiles) if found.is_exact else _estimate(found, tiles)
    return {Tile.from_index(tile): row for tile, row in chances.items()}


def _estimate(found: Known, tiles: Sequence[int]) -> dict[int, tuple[float, ...]]:
    seats = found.record.seats
    counts = {tile: [0] * (seats + 1) for tile in tiles}
    worlds = found.draw(bytes(32), _ESTIMATE)
    for i in range(_ESTIMATE):
        data = bytes(worlds._states[_STATE * i : _STATE * (i + 1)])
        hands = [mask(data, _HANDS + 24 * p) for p in range(seats)]
        for tile, row in counts.items():
            row[next((p for p in range(seats) if hands[p] >> tile & 1), seats)] += 1
    return {tile: tuple(x / _ESTIMATE for x in row) for tile, row in counts.items()}
