# SPDX-License-Identifier: MIT
"""Texts that are nearly right, for readers to refuse: the test and the fuzzer draw from here."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator

import dominocore as dc
from games import VARIANTS, random_match, random_round

_CHARACTERS = (
    "0123456789-><^v@*+?!=:;,./#{}[]\"'\\ \n\t\r\0|_%~adefmnorstux"
    "\N{DEGREE SIGN}é\N{ARABIC-INDIC DIGIT ONE}\N{DOMINO TILE HORIZONTAL BACK}"
)
_WORDS = (
    *("6-6", "0-0", "18-18", "19-0", "255", "-1", "?", "?7", "!3", "--", "+?", "+6-5", "*6-6"),
    *(">6-5", "@5^:5-3", "@9v", "seat=0", "moves=", "laid=", "drew=1", "setup=1", "last=1"),
    *("= out 0 1:0", "#1 ", "#2 ", "*\n", "1/2\n", '[View "0"]\n', '[Seed "7"]\n', "{", "}"),
    *("[]", "{}", "null", "true", "1e999", "NaN", "99999999999", ";target=none", ";seats=3"),
    *(";opening=lot", ";opening=%28%28", ";hand_size=1", "9" * 400, "(" * 200, "[" * 300),
)


def seeds() -> list[str]:
    """Give good texts of every kind."""
    rng = random.Random(1)
    found = []
    for variant in VARIANTS[::4]:
        states = random_round(variant.rules, 3)
        state = rng.choice(states)
        found += [str(state), str(state.observe(0)), str(states[0]), str(states[-1])]
    for name in ("draw", "fives", "five-up"):
        record = dc.Record.of(random_match(dc.variant(name), 2, 2))
        for kept in (record, record.for_seat(0)):
            found += [
                str(kept),
                dc.write_records([kept], "jsonl"),
                dc.write_records([kept], "json"),
            ]
    found += [str(dc.DRAW), "*6-6", ">6-5!", "@5^:5-3", "6-4", "6-4 5-5"]
    return found


def mutate(text: str, rng: random.Random) -> str:
    """Change a text here and there."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 1, 1, 2, 5, 30)))
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:at] + rng.choice(_CHARACTERS) + text[end:]
        elif kind == 2:
            text = text[:at] + rng.choice(_WORDS) + text[end:]
        elif kind == 3:
            text = text[:end] + text[at:]
        elif kind == 4:
            text = text[:at]
        else:
            other = rng.randrange(len(text) + 1)
            text = text[:at] + text[other : other + 20] + text[end:]
    return text


def read_all(text: str) -> None:
    """Read a text as everything that it could be; what is read is written and read again.

    Raises:
        Exception: a reader raised something else than a NotationError, or one without a place, or
            what was read is not what was written.
    """
    readers: tuple[Callable[[str], object], ...] = (
        dc.Tile.parse,
        dc.Hand.parse,
        dc.Move.parse,
        dc.Position.parse,
        dc.State.parse,
        dc.Observation.parse,
    )
    if len(text) < 400:
        for read in readers:
            _check(read, text)
    _check(_records, text)


def _records(text: str) -> str:
    records = list(dc.read_records(text))
    for form in ("dgr", "jsonl"):
        again = dc.write_records(records, form)
        assert list(dc.read_records(again)) == records
    for record in records:
        if record.seat is None:
            with contextlib.suppress(dc.ReplayError, dc.NotationError):
                record.check()
            for seat in range(len(record.rounds[0].deal.hands) if record.rounds else 0):
                seen = record.for_seat(seat)
                assert list(dc.read_records(str(seen))) == [seen]
    return dc.write_records(records)


def _check(read: Callable[[str], object], text: str) -> None:
    try:
        found = read(text)
    except dc.NotationError as error:
        lines = error.text.count("\n") + 1
        assert isinstance(error.text, str) and 1 <= error.line <= lines, (error, error.line)
        assert 1 <= error.column <= len(text) + 2
        assert len(str(error)) < 2000
        return
    written = str(found)
    assert str(read(written)) == written


def texts(seed: int, longest: int = 10**6) -> Iterator[str]:
    """Give hostile texts without end, made from good ones up to a length."""
    rng = random.Random(seed)
    good = [text for text in seeds() if len(text) <= longest]
    weights = [1 / (20 + len(text)) for text in good]
    while True:
        yield mutate(rng.choices(good, weights)[0], rng)
