# SPDX-License-Identifier: MIT
"""How many rounds a second are written and read, by format, and positions by what is read.

Times are reported and never asserted; what is asserted is a checksum of what was written.
"""

from __future__ import annotations

import random
import zlib

import pytest

import dominocore as dc

MATCHES = 20
GAMES = ("draw", "fives", "latin;pairs=true")

#: What the formats of these matches come to.
CHECKSUMS = {
    ("draw", "dgr"): 0xA6959EA9,
    ("draw", "jsonl"): 0x95A4AAC9,
    ("fives", "dgr"): 0x1B7E9EE0,
    ("fives", "jsonl"): 0x4EA01BF6,
    ("latin;pairs=true", "dgr"): 0x1DBA4FCB,
    ("latin;pairs=true", "jsonl"): 0xB9C9C1B8,
}


def matches(name: str) -> list[dc.Record]:
    """Give the records of random matches."""
    records = []
    for seed in range(MATCHES):
        rng = random.Random(seed)
        match = dc.Match(name, seed=seed)
        while not match.is_over:
            match = match.play(rng.choice(match.state.moves))
        records.append(dc.Record.of(match))
    return records


RECORDS = {name: matches(name) for name in GAMES}


@pytest.mark.parametrize("form", ["dgr", "jsonl"])
@pytest.mark.parametrize("name", GAMES)
def test_write(benchmark, name: str, form: str) -> None:
    """Write matches; `rounds` of the extra info turns the time into one a round."""
    records = RECORDS[name]
    benchmark.extra_info["rounds"] = sum(len(record.rounds) for record in records)
    text = benchmark(dc.write_records, records, form)
    assert zlib.crc32(text.encode()) == CHECKSUMS[name, form]


@pytest.mark.parametrize("form", ["dgr", "jsonl"])
@pytest.mark.parametrize("name", GAMES)
def test_read(benchmark, name: str, form: str) -> None:
    """Read matches, which needs no rules."""
    records = RECORDS[name]
    text = dc.write_records(records, form)
    benchmark.extra_info["rounds"] = sum(len(record.rounds) for record in records)
    found = benchmark(lambda: list(dc.read_records(text)))
    assert found == records


@pytest.mark.parametrize("name", GAMES)
def test_check(benchmark, name: str) -> None:
    """Play the matches again, every move and every end compared."""
    records = RECORDS[name]
    benchmark.extra_info["rounds"] = sum(len(record.rounds) for record in records)
    benchmark(lambda: [record.check() for record in records])


@pytest.mark.parametrize("what", ["state", "observation"])
def test_position(benchmark, what: str) -> None:
    """Write and read a position in the middle of a round, with its moves."""
    state = RECORDS["draw"][0].rounds[0].states()[9]
    value = state if what == "state" else state.observe(0)
    read = type(value).parse
    assert benchmark(lambda: read(str(value))) == value
