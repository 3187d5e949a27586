# SPDX-License-Identifier: MIT
"""The one door to the compiled core: error codes become exceptions, structs become bytes.

Nothing else imports `dominocore._core`. Here are rules, seeds, deals, states and views; work over
many moves, rounds or positions is in `_native_search`. Rules and deals stay C structs that are
never written after they are made, so threads share them; states and views are `bytes`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from struct import Struct
from typing import Any

from dominocore import _core
from dominocore._core import ffi, lib
from dominocore.arguments import shorten
from dominocore.errors import DominoError, RulesError

__all__ = ["ffi", "lib"]

#: Words of a set of tiles.
WORDS = 3
STATE_SIZE: int = ffi.sizeof("dmc_state")
VIEW_SIZE: int = ffi.sizeof("dmc_view")
#: A fresh, private bytes of zeros for C to fill; never a shared constant.
fresh_state: Callable[[], bytes] = memoryview(bytes(STATE_SIZE)).tobytes
fresh_view: Callable[[], bytes] = memoryview(bytes(VIEW_SIZE)).tobytes

NONE: int = lib.DMC_NONE
BY_CRITERIA: int = lib.DMC_LEAD_BY_CRITERIA
#: Where the low and the high byte of a 16-bit number lie.
BYTE_ORDER = sys.byteorder

play_bytes = lib.dmc_round_play
view_bytes = lib.dmc_round_view
_ROUND = ffi.typeof("dmc_round *")
_ADDRESS = ffi.typeof("uintptr_t")


def offset(struct: str, *path: str) -> int:
    """Give the place of a field inside a struct, in bytes."""
    return int(ffi.offsetof(struct, *path))


def explain(code: int) -> str:
    """Say what an error code of the core means, without the name of its constant."""
    text: str = ffi.string(lib.dmc_strerror(code)).decode()
    return text.partition(" (DMC_")[0]


def _check(code: int, error: type[DominoError] = RulesError) -> int:
    if code < 0:
        raise error(explain(code))
    return code


# ---- plies ----


def address(round_: Any) -> int:
    """Give where a C round lies; it stays there as long as it is kept alive."""
    return int(ffi.cast(_ADDRESS, round_))


_LISTED = offset("dmc_state", "n_moves")
_CODES = tuple(Struct(f"={_LISTED + 1}x{n}H").unpack_from for n in range(lib.DMC_STATE_MOVES + 1))


def _list_moves(known: list[Any], data: bytes) -> tuple[Any, ...] | None:
    n = data[_LISTED]
    moves = tuple(map(known.__getitem__, _CODES[n](data))) if n < len(_CODES) else (None,)
    return None if None in moves else moves


def _play_move(address: int, data: bytes, packed: bytes) -> bytes | None:
    after = data + packed  # a copy that nobody else has seen: C plays on it
    code = play_bytes(ffi.cast(_ROUND, address), after, packed[0] | packed[1] << 8)
    return None if code else after


# The same on the objects of CPython; see csrc/cffi/objects.h.
list_moves: Callable[[list[Any], bytes], tuple[Any, ...] | None]
list_moves = getattr(_core, "list_moves", _list_moves)
play_move: Callable[[int, bytes, bytes], bytes | None]
play_move = getattr(_core, "play_move", _play_move)
bare: Callable[[type], Any] = getattr(_core, "bare", object.__new__)


# ---- rules ----


def _words(mask: int) -> dict[str, list[int]]:
    return {"word": [mask >> 64 * w & 0xFFFFFFFFFFFFFFFF for w in range(3)]}


def compile_rules(spec: Mapping[str, Any]) -> Any:
    """Check a spec and derive C rules from it.

    The keys are the fields of `dmc_spec`; `exclude` and `wild` are tile masks, `criteria` is a
    list of (kind, free, tiles).

    Raises:
        RulesError: the core refuses the spec.
    """
    fields = dict(spec)
    criteria = fields.pop("criteria")
    fields["exclude"] = _words(fields.get("exclude", 0))
    fields["wild"] = _words(fields.get("wild", 0))
    fields["n_criteria"] = len(criteria)
    fields["criteria"] = [
        {"kind": kind, "free": int(free), "n_tiles": len(tiles), "tiles": list(tiles)}
        for kind, free, tiles in criteria
    ]
    c_spec = ffi.new("dmc_spec *", fields)
    rules = ffi.new("dmc_rules *")
    _check(lib.dmc_rules_init(c_spec, rules))
    return rules


def settle(
    rules: Any, ending: int, seat: int, leader: int, hands: Sequence[int], closing: int = 0
) -> tuple[int, int, tuple[int, ...]]:
    """Settle a round from tile masks of the hands; give winning seat, side and points by side."""
    result = ffi.new("dmc_result *")
    sets = ffi.new("dmc_set[8]", [_words(mask) for mask in hands])
    _check(lib.dmc_result_settle(rules, ending, seat, leader, closing, sets, result))
    return result.seat, result.side, tuple(result.points[0 : rules.n_sides])


# ---- seeds and streams ----


def seed_bytes(seed: int | None) -> bytes:
    """Give a seed as the 32 bytes of a key; None draws it from the operating system.

    Raises:
        TypeError: the seed is no int.
        ValueError: it is negative or has more than 256 bits.
    """
    if seed is None:
        return os.urandom(32)
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"a seed is an int or None, got {seed!r}")
    if not 0 <= seed < 1 << 256:
        raise ValueError(f"a seed has 0 to 256 bits and no sign, got {seed}")
    return seed.to_bytes(32, "little")


def _stream(key: bytes, purpose: int, a: int, b: int) -> Any:
    if len(key) != 32:
        raise ValueError(f"a stream's key has 32 bytes, got {len(key)}")
    rng = ffi.new("dmc_rng *")
    lib.dmc_rng_init(key, purpose, a & 0xFFFFFFFF, b & 0xFFFFFFFF, rng)
    return rng


def draw(key: bytes, purpose: int, a: int, b: int, bound: int) -> int:
    """Draw an unbiased number below `bound` from the start of the stream (purpose, a, b)."""
    return int(lib.dmc_rng_below(_stream(key, purpose, a, b), bound))


def derive(key: bytes, purpose: int, a: int, b: int) -> bytes:
    """Give 32 bytes from the start of the stream (purpose, a, b): a seed of its own."""
    rng = _stream(key, purpose, a, b)
    return b"".join(int(lib.dmc_rng_next(rng)).to_bytes(4, "little") for _ in range(8))


# ---- deals ----


def _scores(scores: Iterable[int] | None) -> Any:
    if scores is None:
        return ffi.NULL
    values = list(scores)
    return ffi.new("int32_t[8]", values)


def deal_random(
    rules: Any, key: bytes, round_number: int, lead: int, scores: Iterable[int] | None
) -> tuple[Any, bytes]:
    """Shuffle and deal a round; give its C round and the state before the lead."""
    round_ = ffi.new(_ROUND)
    state = fresh_state()
    code = lib.dmc_round_deal(round_, rules, key, round_number, lead, _scores(scores), state)
    if code == lib.DMC_ERR_REDEAL:
        raise RulesError(
            "10000 deals in a row had to be dealt again: opening or redeal_if leave none"
        )
    if code < 0:
        raise RulesError(explain(code))
    return round_, state


def deal_order(
    rules: Any,
    order: bytes,
    hand_sizes: Sequence[int],
    boneyard: int,
    round_number: int,
    lead: int,
    scores: Iterable[int] | None,
) -> Any:
    """Deal tiles in a given order; give the C round."""
    round_ = _round(rules)
    sizes = bytes(hand_sizes) + bytes(8 - len(hand_sizes))
    brought = _scores(scores)
    deal = ffi.addressof(round_, "deal")
    _check(lib.dmc_deal_order(rules, order, sizes, boneyard, round_number, lead, brought, deal))
    return round_


def _round(rules: Any) -> Any:
    """Make an empty C round; it does not keep the rules alive, its owner does."""
    round_ = ffi.new(_ROUND)
    round_.rules = rules
    return round_


def deal_bytes(round_: Any) -> bytes:
    """Give the deal of a round as bytes."""
    return bytes(ffi.buffer(ffi.addressof(round_, "deal")))


def next_lead(round_: Any, state: bytes) -> int:
    """Give who leads the next round, or BY_CRITERIA."""
    deal = ffi.addressof(round_, "deal")
    return int(lib.dmc_deal_next_lead(round_.rules, deal, _table(state)))


# ---- states ----


def _state(state: bytes) -> Any:
    return ffi.from_buffer("dmc_state *", state)


def _table(state: bytes) -> Any:
    return ffi.cast("dmc_table *", ffi.from_buffer("char[]", state))


def start(round_: Any) -> bytes:
    """Give the state before the lead."""
    out = ffi.new("dmc_state *")
    _check(lib.dmc_state_start(round_.rules, ffi.addressof(round_, "deal"), out))
    return bytes(ffi.buffer(out))


def setup(
    round_: Any, layout: Sequence[int], turn: int, leader: int, last: int
) -> tuple[bytes, int | None]:
    """Give a state with tiles already on the table, or the place of the first move at fault.

    It marks the deal as one that was set up.
    """
    deal = ffi.addressof(round_, "deal")
    deal.turn, deal.leader, deal.set_up = turn, leader, 1
    out = ffi.new("dmc_state *")
    codes = ffi.new("uint16_t[]", list(layout) or [0])

    def lay(n: int) -> int:
        return lib.dmc_state_setup(round_.rules, deal, codes, n, last, out)

    code = lay(len(layout))
    if code == lib.DMC_ERR_BAD_LAYOUT:
        return b"", next(n for n in range(len(layout)) if lay(n + 1) == code)
    _check(code)
    if out.table.phase == lib.DMC_PHASE_OVER:
        deal.turn = (last + 1) % round_.rules.spec.seats  # nobody's: one of it, for equal deals
    return bytes(ffi.buffer(out)), None


def check_bytes(what: str, data: object, size: int) -> None:
    """Check the type and the length of what came from outside: nothing else stays as it is.

    Raises:
        ValueError: it is no bytes object, or of another length.
    """
    if not isinstance(data, bytes):
        raise ValueError(f"{what} is kept as bytes, got {shorten(data)}")
    if len(data) != size:
        raise ValueError(f"{what} has {size} bytes in this version, got {len(data)}")


def restore(rules: Any, deal: bytes, state: bytes) -> Any:
    """Check the bytes of a deal and a state that came from outside; give the C round.

    Raises:
        ValueError: they are not a state that these rules can have.
    """
    check_bytes("a deal", deal, ffi.sizeof("dmc_deal"))
    check_bytes("a state", state, STATE_SIZE)
    round_ = _round(rules)
    c_deal = ffi.addressof(round_, "deal")
    ffi.memmove(c_deal, deal, len(deal))
    code = lib.dmc_state_check(rules, c_deal, _state(state))
    if code < 0:
        raise ValueError(explain(code))
    return round_


def check_view(rules: Any, view: bytes) -> None:
    """Check the bytes of a view that came from outside.

    Raises:
        ValueError: they are not a view that these rules can have.
    """
    check_bytes("a view", view, VIEW_SIZE)
    code = lib.dmc_view_check(rules, ffi.from_buffer("dmc_view *", view))
    if code < 0:
        raise ValueError(explain(code))


def all_moves(rules: Any, bytes_: bytes, view: bool) -> list[int]:
    """List every legal move of a state or view, however many."""
    list_moves = lib.dmc_view_moves if view else lib.dmc_state_moves
    pointer = ffi.from_buffer("dmc_view *" if view else "dmc_state *", bytes_)
    n = list_moves(rules, pointer, ffi.NULL, 0)
    out = ffi.new("uint16_t[]", max(n, 1))
    list_moves(rules, pointer, out, n)
    return list(out[0:n])


def is_dead(rules: Any, bytes_: bytes) -> bool:
    """Tell whether no tile outside the table fits any open end."""
    return bool(lib.dmc_table_is_dead(rules, _table(bytes_)))


def ends_sum(rules: Any, bytes_: bytes) -> int:
    """Sum the open ends as points in play count them."""
    return int(lib.dmc_table_ends_sum(rules, _table(bytes_)))


def points_for(rules: Any, bytes_: bytes, move: int) -> int:
    """Give the points in play that a placement would score."""
    return int(lib.dmc_table_points_for(rules, _table(bytes_), move))


def arm_class(rules: Any, bytes_: bytes, arm: int) -> int:
    """Give a number that interchangeable arms share."""
    return int(lib.dmc_table_arm_class(rules, _table(bytes_), arm))


def with_points(state: bytes, points: Sequence[int]) -> bytes:
    """Give a copy of a state with these points by side."""
    copy = ffi.new("dmc_state *")
    ffi.memmove(copy, state, STATE_SIZE)
    for side, value in enumerate(points):
        copy.table.points[side] = value
    return bytes(ffi.buffer(copy))
