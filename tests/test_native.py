# SPDX-License-Identifier: MIT
"""The door to the core: the random generator, the structs, the error codes."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominocore import DominoError, _native
from dominocore._native import ffi, lib

ZERO = bytes(32)


def words(key: bytes, numbers: tuple[int, int, int], n: int) -> list[int]:
    """The first words of a stream."""
    rng = ffi.new("dmc_rng *")
    lib.dmc_rng_init(key, *numbers, rng)
    return [lib.dmc_rng_next(rng) for _ in range(n)]


def as_bytes(numbers: list[int]) -> bytes:
    return b"".join(number.to_bytes(4, "little") for number in numbers)


# ---- the generator ----


def rotate(x: int, n: int) -> int:
    return (x << n | x >> (32 - n)) & 0xFFFFFFFF


def chacha(key: bytes, counter: int, nonce: tuple[int, int, int]) -> list[int]:
    """One block of ChaCha with 8 rounds, written from its definition with plain numbers."""
    constants = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in (0, 4, 8, 12)]
    keys = [int.from_bytes(key[i : i + 4], "little") for i in range(0, 32, 4)]
    start = [*constants, *keys, counter, *nonce]
    x = list(start)

    def quarter(a: int, b: int, c: int, d: int) -> None:
        for first, second, third, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[first] = (x[first] + x[second]) & 0xFFFFFFFF
            x[third] = rotate(x[third] ^ x[first], by)

    for _ in range(4):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(x, start, strict=True)]


def test_chacha_with_8_rounds() -> None:
    """With a key and numbers of zero the stream is the published one of ChaCha8."""
    published = bytes.fromhex(
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
        "984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )
    assert as_bytes(words(ZERO, (0, 0, 0), 16)) == published
    assert as_bytes(chacha(ZERO, 0, (0, 0, 0))) == published


@given(st.binary(min_size=32, max_size=32), st.tuples(*[st.integers(0, 2**32 - 1)] * 3))
def test_any_stream_is_chacha(key: bytes, numbers: tuple[int, int, int]) -> None:
    """Three blocks of any stream are those of the definition: purpose, round, number as nonce."""
    expected = [word for counter in range(3) for word in chacha(key, counter, numbers)]
    assert words(key, numbers, 48) == expected


def test_streams_share_nothing() -> None:
    """Streams that differ in one bit of key, purpose, round or number have no word in common."""
    numbers = [(1, 1, 0), (2, 1, 0), (3, 1, 0), (4, 1, 0), (5, 1, 0), (1, 2, 0), (1, 1, 1),
               (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]  # fmt: skip
    keys = [ZERO, *((1 << bit).to_bytes(32, "little") for bit in (0, 31, 32, 255))]
    drawn = [word for key in keys for n in numbers for word in words(key, n, 16)]
    # 880 words of 32 bits: a chance repeat has odds of one in ten thousand, and the seed is fixed
    assert len(set(drawn)) == len(drawn)


def test_purposes_are_told_apart() -> None:
    """Deals, lots, samples, playouts, players and tournaments each have their own purpose."""
    purposes = [lib.DMC_FOR_DEAL, lib.DMC_FOR_LOT, lib.DMC_FOR_SAMPLE, lib.DMC_FOR_PLAYOUT,
                lib.DMC_FOR_PLAYER, lib.DMC_FOR_TOURNAMENT]  # fmt: skip
    assert len(set(purposes)) == 6 and 0 not in purposes
    key = _native.seed_bytes(7)
    assert len({_native.derive(key, purpose, 1, 0) for purpose in purposes}) == 6


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 28, 55, 190])
def test_bounded_draws_favour_nothing(bound: int) -> None:
    """Draws below a bound stay below it and are even, by chi-square over a fixed stream."""
    rng = ffi.new("dmc_rng *")
    lib.dmc_rng_init(_native.seed_bytes(bound), lib.DMC_FOR_PLAYER, 0, 0, rng)
    n = 400 * bound
    counts = Counter(lib.dmc_rng_below(rng, bound) for _ in range(n))
    assert set(counts) == set(range(bound))
    chi = sum((counts[i] - 400) ** 2 / 400 for i in range(bound))
    freedom = bound - 1
    assert chi <= freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations


def test_large_bounds_reject_instead_of_folding() -> None:
    """Below 3 * 2**30 each quarter of the range comes up a quarter of the time.

    A draw that took a 32-bit word modulo the bound would hit the first third twice as often.
    """
    bound = 3 << 30
    rng = ffi.new("dmc_rng *")
    lib.dmc_rng_init(_native.seed_bytes(1), lib.DMC_FOR_PLAYER, 0, 0, rng)
    thirds = Counter(lib.dmc_rng_below(rng, bound) // (1 << 30) for _ in range(9000))
    assert set(thirds) == {0, 1, 2}
    assert all(abs(n - 3000) < 200 for n in thirds.values())


def test_a_bounded_draw_is_the_product_of_its_word() -> None:
    """A draw is the high half of word times bound, unless the low half is below the threshold."""
    for bound in (1, 6, 28, 190, 2**31 + 1, 2**32 - 1):
        stream = iter(words(_native.seed_bytes(bound), (5, 0, 0), 400))
        rng = ffi.new("dmc_rng *")
        lib.dmc_rng_init(_native.seed_bytes(bound), 5, 0, 0, rng)
        for _ in range(100):
            product = next(stream) * bound
            while product % 2**32 < 2**32 % bound:
                product = next(stream) * bound
            assert lib.dmc_rng_below(rng, bound) == product >> 32


def test_seeds_are_little_endian_keys() -> None:
    """A seed is the 256-bit number whose low byte comes first; None is 32 fresh bytes."""
    assert _native.seed_bytes(0) == ZERO
    assert _native.seed_bytes(0x0102) == bytes([2, 1]) + bytes(30)
    assert _native.seed_bytes((1 << 256) - 1) == b"\xff" * 32
    assert len(_native.seed_bytes(None)) == 32
    assert _native.seed_bytes(None) != _native.seed_bytes(None)


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33)])
def test_keys_have_32_bytes(key: bytes) -> None:
    """A key of another length never reaches the core."""
    with pytest.raises(ValueError, match=str(len(key))):
        _native.draw(key, 1, 0, 0, 6)
    with pytest.raises(ValueError, match=str(len(key))):
        _native.derive(key, 1, 0, 0)


def test_drawing_and_deriving() -> None:
    """`draw` and `derive` read the start of a stream."""
    key = _native.seed_bytes(7)
    first = words(key, (5, 3, 2), 8)
    assert _native.derive(key, 5, 3, 2) == as_bytes(first)
    assert _native.draw(key, 5, 3, 2, 190) == first[0] * 190 >> 32
    for bound in (1, 2, 28):
        assert 0 <= _native.draw(key, 5, 3, 2, bound) < bound


# ---- structs ----


def fields(name: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = ffi.typeof(name).fields
    return found


def test_structs_have_no_hidden_padding() -> None:
    """The fields of each public struct follow each other without a gap and fill it, so equal values
    are equal bytes, and a machine of 32 bits lays out what holds no pointer in the same way."""
    names = [name for name in ffi.list_types()[0] if ffi.typeof(name).kind == "struct"]
    public = [name for name in names if name != "dmc_round"]  # the door's own
    assert {"dmc_spec", "dmc_rules", "dmc_state", "dmc_tree"} < set(public)
    for name in public:
        at = 0
        for field_name, field in fields(name):
            assert field.offset == at, (name, field_name)
            at += ffi.sizeof(field.type)
        assert at == ffi.sizeof(name), name


def test_the_table_comes_first() -> None:
    """States and views begin with the public table and the moves, which Python reads alike."""
    for name in ("table", "only", "n_moves", "moves"):
        assert _native.offset("dmc_state", name) == _native.offset("dmc_view", name), name
    assert _native.offset("dmc_state", "table") == 0
    assert _native.offset("dmc_state", "moves") == _native.offset("dmc_state", "n_moves") + 1


def test_bytes_have_the_size_of_the_structs() -> None:
    """Fresh bytes for C to fill are zero, of the right size, and never shared."""
    for fresh, size, name in (
        (_native.fresh_state, _native.STATE_SIZE, "dmc_state"),
        (_native.fresh_view, _native.VIEW_SIZE, "dmc_view"),
    ):
        one, other = fresh(), fresh()
        assert one == other == bytes(size) and size == ffi.sizeof(name)
        assert one is not other


# ---- error codes ----

CODES = {
    name: getattr(lib, name)
    for name in dir(lib)
    if name.startswith("DMC_ERR_") and isinstance(getattr(lib, name), int)
}


def test_codes_are_negative_and_differ() -> None:
    """Every error code of the core is a negative number of its own."""
    assert len(CODES) > 25
    assert all(code < 0 for code in CODES.values())
    assert len(set(CODES.values())) == len(CODES)


@pytest.mark.parametrize("name", CODES)
def test_every_code_has_a_text(name: str) -> None:
    """The text of a code says what is wrong and ends with its name, to be searched for."""
    text = _native.ffi.string(lib.dmc_strerror(CODES[name])).decode()
    assert text.endswith(f"({name})") and len(text) > len(name) + 12
    assert text == f"{_native.explain(CODES[name])} ({name})"  # Python leaves the name out


def test_other_codes() -> None:
    """Success and unknown codes have a text too."""
    assert _native.explain(0) == "no error"
    for code in (1, -1, -999, 2**31 - 1, -(2**31)):
        assert "unknown" in _native.explain(code)


def test_the_header_lists_the_same_codes() -> None:
    """The codes that Python knows are those of the public header, where that is at hand."""
    header = Path(__file__).parent.parent / "csrc" / "include" / "dominocore.h"
    if not header.exists():
        pytest.skip("the header is not in the installed package")
    listed = re.findall(r"^\s+(DMC_ERR_\w+) = (-\d+)", header.read_text(encoding="utf-8"), re.M)
    assert {name: int(code) for name, code in listed} == CODES


def test_an_error_is_an_exception_of_the_package() -> None:
    """A negative result is raised with the text of its code."""
    with pytest.raises(DominoError, match="the number of seats is not possible"):
        _native._check(lib.DMC_ERR_SEATS)
    assert _native._check(5) == 5


# ---- the plain functions of the core ----


def test_tile_numbers_of_the_core() -> None:
    """The core numbers tiles by high * (high + 1) / 2 + low, in either order."""
    for high in range(19):
        for low in range(high + 1):
            number = high * (high + 1) // 2 + low
            assert lib.dmc_tile_index(high, low) == lib.dmc_tile_index(low, high) == number


@given(st.integers(0, (1 << 190) - 1))
def test_the_core_counts_sets(mask: int) -> None:
    """The number of tiles of a set is that of its bits, over all three words."""
    c_set = ffi.new("dmc_set *", _native._words(mask))
    assert lib.dmc_set_count(c_set) == mask.bit_count()
