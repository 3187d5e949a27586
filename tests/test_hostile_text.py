# SPDX-License-Identifier: MIT
"""No text does harm: it is read, or a NotationError says where it goes wrong."""

from __future__ import annotations

import contextlib
import itertools
import tracemalloc

import pytest

import dominocore as dc
from hostile import read_all, seeds, texts

HUGE = 1_000_000


def test_good_texts_are_read() -> None:
    """What the hostile texts are made from has no fault itself."""
    for text in seeds():
        read_all(text)


def test_hostile_texts_only_ever_give_notation_errors() -> None:
    """A hundred thousand texts, as moves, positions and records, raise nothing else.

    Most are short and only read; the others are read as everything that they could be, written
    and read again.
    """
    for text in itertools.islice(texts(1, longest=400), 92_000):
        for read in (dc.Move.parse, dc.Position.parse):
            try:
                read(text)
            except dc.NotationError as error:
                assert error.line == 1 <= error.column <= len(text) + 1
    for text in itertools.islice(texts(2), 8_000):
        read_all(text)


PATTERNS = [
    *("9", "-", "(", "{", "[", "\n", " ", "/", ".", ":", "=", "6-6", "6-6.", "?1/", "!3,", "\0"),
    *(
        '[A "b"]\n',
        ";\n",
        "{a} ",
        "\\",
        '"',
        "@5^:",
        "*6-6 ",
        "0:-- ",
        ",0:--",
        "moves=",
        "[[",
        "{}\n",
    ),
]


@pytest.mark.parametrize("pattern", PATTERNS)
@pytest.mark.parametrize("head", ["", "block d6 - ?1/?1 - 0 0 0:0 moves=", "{", '[A "'])
def test_a_megabyte_of_anything_is_read_in_one_go(head: str, pattern: str) -> None:
    """Long texts are refused, or read, in a time that grows no faster than they do."""
    text = head + pattern * (HUGE // len(pattern))
    for read in (dc.Position.parse, lambda text: list(dc.read_records(text))):
        try:
            read(text)
        except dc.NotationError as error:
            assert len(str(error)) < 1000


@pytest.mark.parametrize("pattern", ["9", ".", "0:-- "])
def test_memory_is_bounded(pattern: str) -> None:
    """Reading takes a fixed number of bytes for each character at most."""
    text = '[View "0"]\n#1 block d6 - 6-6/?1 ?5 0 0 0:0\n1:-- ' + pattern * 20_000
    tracemalloc.start()
    with contextlib.suppress(dc.NotationError):
        list(dc.read_records(text))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 200 * len(text)


@pytest.mark.parametrize(
    "tail", ["0:-- " * 200_000, "0:-- " + "{a} " * 200_000, "0:+? " * 200_000, "{" * HUGE]
)
def test_a_megabyte_in_a_round_is_read_in_one_go(tail: str) -> None:
    """Moves and notes without end are read one by one."""
    head = '[View "0"]\n#1 block d6 - 6-6/?1 ?5 0 0 0:0\n1:-- '
    try:
        list(dc.read_records(head + tail))
    except dc.NotationError as error:
        assert error.line == 3


@pytest.mark.parametrize("text", ["[" * HUGE, "{" * HUGE, '{"a":' * HUGE, '{"a":' + "9" * HUGE])
def test_json_that_is_too_deep_or_too_long_is_refused(text: str) -> None:
    """Neither the depth of an object nor the length of a number ends the process."""
    with pytest.raises(dc.NotationError):
        list(dc.read_records(text))
