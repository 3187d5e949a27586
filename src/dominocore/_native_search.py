# SPDX-License-Identifier: MIT
"""The core's work over many moves, rounds or positions: counts, random rounds, solutions, lanes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dominocore._native import _check, _state, _table, ffi, lib

_fresh_observation: Callable[[], bytes] = memoryview(bytes(ffi.sizeof("dmc_observation"))).tobytes
_FLOATS = ffi.typeof("float[]")


def stop_flag() -> Any:
    """Make a number that a search watches: set `[0]` to 1, from any thread, to end it."""
    return ffi.new("int32_t *")


# ---- counts ----


def perft(
    round_: Any, state: bytes, depth: int, options: int, stop: Any, max_nodes: int
) -> int | None:
    """Count the move sequences of exactly this length; None where the count was ended early."""
    out = ffi.new("uint64_t *")
    deal = ffi.addressof(round_, "deal")
    code = lib.dmc_perft(round_.rules, deal, _state(state), depth, options, max_nodes, stop, out)
    if code == lib.DMC_ERR_STOPPED:
        return None
    _check(code)
    return int(out[0])


# ---- random rounds ----


class Tally:
    """What random rounds came to, added up by the core; tallies of parts add up."""

    __slots__ = ("endings", "plies", "points", "rounds", "squares", "sums", "wins")

    def __init__(self, n_sides: int) -> None:
        self.rounds = 0
        self.plies = 0
        self.endings = [0, 0, 0, 0]
        self.wins = [0] * (n_sides + 1)
        self.sums = [0] * n_sides
        self.squares = [0] * n_sides
        self.points: list[tuple[int, ...]] = []

    def add(self, tally: Any, points: Any) -> None:
        """Add a C tally and, where they were kept, the points of each round."""
        n = len(self.sums)
        self.rounds += tally.rounds
        self.plies += tally.plies
        for i in range(4):
            self.endings[i] += tally.endings[i]
        for side in range(n):
            self.wins[side] += tally.wins[side]
            self.sums[side] += tally.sum[side]
            self.squares[side] += tally.squares[side]
        self.wins[n] += tally.wins[lib.DMC_MAX_SEATS]
        if points is not None:
            self.points += zip(*(iter(points),) * n, strict=True)


def deals_at(deals: Any, first: int = 0) -> Any:
    """Point at one of the deals packed in a buffer."""
    return ffi.cast("const dmc_deal *", ffi.from_buffer(deals)) + first


def states_at(states: Any, first: int = 0) -> Any:
    """Point at one of the states packed in a buffer."""
    return ffi.cast("const dmc_state *", ffi.from_buffer(states)) + first


def playouts(
    rules: Any,
    deals: Any,
    states: Any,
    count: int,
    key: bytes,
    stream: int,
    first: int,
    n: int,
    keep: bool,
) -> tuple[Any, Any]:
    """Play random rounds on from states; give the C tallies and the points kept."""
    tallies = ffi.new("dmc_tally[]", count)
    points = ffi.new("int32_t[]", count * n * rules.n_sides) if keep else None
    out = ffi.NULL if points is None else points
    _check(lib.dmc_playouts(rules, deals, states, count, key, stream, first, n, tallies, out))
    return tallies, points


def deal_and_play(rules: Any, key: bytes, first: int, n: int, keep: bool) -> tuple[Any, Any]:
    """Deal and play random rounds; give the C tally and the points kept."""
    tally = ffi.new("dmc_tally *")
    points = ffi.new("int32_t[]", n * rules.n_sides) if keep else None
    out = ffi.NULL if points is None else points
    _check(lib.dmc_deal_and_play(rules, key, first, n, tally, out))
    return tally, points


# ---- exact solutions ----


#: Make an array that is not cleared: for memory that the core writes before it reads it.
new_uncleared: Callable[..., Any] = ffi.new_allocator(should_clear_after_alloc=False)


def solve_table(bits: int) -> Any:
    """Make room for 2**bits positions; None without a table."""
    return new_uncleared("dmc_solve_entry[]", 1 << bits) if bits else None


def play_all(rules: Any, deal: Any, state: Any, moves: Sequence[int]) -> Any:
    """Play legal moves one after the other; give the state at their end."""
    at, after = ffi.new("dmc_state *", state[0]), ffi.new("dmc_state *")
    for move in moves:
        _check(lib.dmc_state_play(rules, deal, at, move, after))
        at, after = after, at
    return at


def solve(
    rules: Any,
    deal: Any,
    state: Any,
    options: int,
    table: Any,
    table_bits: int,
    max_nodes: int,
    stop: Any,
) -> Any:
    """Solve a state of two sides; give the C solution."""
    out = ffi.new("dmc_solution *")
    room = ffi.NULL if table is None else table
    code = lib.dmc_solve(rules, deal, state, options, room, table_bits, max_nodes, stop, out)
    _check(code)
    return out


# ---- learning ----


def action_count(rules: Any) -> int:
    """Give the number of action ids."""
    return int(lib.dmc_action_count(rules))


def plane_count(rules: Any) -> int:
    """Give the number of floats of an observation."""
    return int(lib.dmc_plane_count(rules))


def action_of(rules: Any, bytes_: bytes, move: int) -> int:
    """Give the id of a move, or an error code."""
    return int(lib.dmc_action_of(rules, _table(bytes_), move))


look_mask = lib.dmc_look_mask
look_move = lib.dmc_look_move


def look_pack(rules: Any, view: bytes, events: bytes) -> bytes:
    """Pack a view with its record."""
    out = _fresh_observation()
    _check(lib.dmc_look_pack(rules, view, events, len(events) // 2, out))
    return out


def look_planes(rules: Any, view: bytes, events: bytes, out: Any) -> None:
    """Spread a view with its record into a buffer of floats."""
    floats = ffi.from_buffer(_FLOATS, out, require_writable=True)
    _check(lib.dmc_look_planes(rules, view, events, len(events) // 2, floats))


def planes(rules: Any, n: int, packed: Any, out: Any) -> None:
    """Spread n packed observations into floats."""
    observations = ffi.cast("dmc_observation *", packed)
    lib.dmc_observation_planes(rules, n, observations, ffi.cast("float *", out))


class Lanes:
    """Rounds that the core steps together, and the buffers that it writes to."""

    def __init__(self, rules: Any, n: int, forced: bool) -> None:
        self._rules = rules
        self._n = n
        self._options = lib.DMC_LANES_FORCED if forced else 0
        self._lanes = ffi.new("dmc_lane[]", n)
        self._out = ffi.new("dmc_lanes_out *")
        self._kept: dict[str, Any] = {}
        self._key = bytes(32)

    def attach(self, name: str, buffer: Any) -> None:
        """Write one kind of result to a buffer, which is kept alive."""
        kind = ffi.typeof(self._out[0])
        field = dict(kind.fields)[name].type
        self._kept[name] = buffer
        setattr(self._out, name, ffi.cast(field, buffer))

    def start(self, key: bytes) -> int:
        """Deal the first rounds; give 0 or an error code."""
        self._key = key
        return int(
            lib.dmc_lanes_start(self._rules, key, self._options, self._n, self._lanes, self._out)
        )

    def show(self) -> None:
        """Write what the lanes are at now."""
        lib.dmc_lanes_show(self._rules, self._n, self._lanes, self._out)

    def step(self, actions: Any) -> int:
        """Play an action in each lane; give 0 or an error code."""
        return int(
            lib.dmc_lanes_step(
                self._rules, self._key, self._options, self._n, self._lanes,
                ffi.cast("int32_t *", actions), self._out,
            )
        )  # fmt: skip

    def is_legal(self, lane: int, action: int) -> bool:
        """Tell whether an action may be played in a lane now."""
        state = ffi.addressof(self._lanes[lane], "state")
        skips: bool = action == lib.DMC_LANE_SKIP
        return skips or lib.dmc_action_move(self._rules, state, action) >= 0

    def number(self, lane: int) -> int:
        """Give the number of the round in a lane."""
        return int(self._lanes[lane].deal.round)


def buffer(value: Any, writable: bool) -> Any:
    """Give C's view of a buffer, which keeps it alive."""
    return ffi.from_buffer("char[]", value, require_writable=writable)


def is_aligned(buffer_: Any, item: int) -> bool:
    """Tell whether numbers of this size, up to 8 bytes, may be read where a buffer lies."""
    return int(ffi.cast("uintptr_t", buffer_)) % min(item, 8) == 0


def ints(buffer_: Any, n: int) -> list[int]:
    """Read 32-bit numbers."""
    return ffi.unpack(ffi.cast("int32_t *", buffer_), n) if n else []


def layout_of(struct: str) -> list[tuple[str, int, int, tuple[int, ...]]]:
    """Give (name, offset, bytes an item, shape) of the fields of a struct of plain numbers."""
    found = []
    for name, field in ffi.typeof(struct).fields:
        kind, shape = field.type, []
        while kind.kind in ("array", "struct"):
            if kind.kind == "struct":
                kind = kind.fields[0][1].type
            else:
                shape.append(kind.length)
                kind = kind.item
        found.append((name, field.offset, ffi.sizeof(kind), tuple(shape)))
    return found
