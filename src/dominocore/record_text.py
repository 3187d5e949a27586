# SPDX-License-Identifier: MIT
"""Records as text, many matches a file (`.dgr`): one writer, canonical, and one reader, lenient."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NoReturn

from dominocore.arguments import shorten
from dominocore.errors import NotationError
from dominocore.notation import MOST_SEATS, event_text, expected, fail, pieces, read_int
from dominocore.position import Position
from dominocore.position_words import (
    read_hands,
    read_scores,
    write_hand,
    write_scores,
    write_seat,
)
from dominocore.record import End, Record, RoundRecord
from dominocore.record_builder import RecordBuilder

_WIDTH = 100
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) +"((?:[^"\\]|\\.)*)" *\]')
_SEAT_TAG = re.compile(r"Seat([0-7])")
_NOTE = re.compile(r"\{((?:[^{}\\]|\\.)*)\}")
_CUT_NOTE = re.compile(r"\{(?:[^{}\\]|\\.)*\\?")
_RESULT = re.compile(r"\*|[0-7](?:,[0-7])*")
_WORD = re.compile(r"[^ \t{]+")
_SEED_DIGITS = 78
_ESCAPES = {"n": "\n", "r": "\r"}
_CUT = re.compile(r"[0-7]|[0-7]:(?:[*+><^v]|@(?:[0-9]{1,2}[\^v]?:?)?)?(?:[0-9]{1,2}-?)?|[0-7]:-")
"""What can be left of a move where a text breaks off inside it."""
_CUT_END = re.compile(
    r"= *(?:[a-z]*|(?:out|blocked|target) +(?:[0-7-]?|[0-7-] +(?:[-0-9:]*|[-0-9:]+ +[-0-9./]*)))"
)
"""What can be left of the end of a round where a text breaks off inside it."""
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_OWN_TAGS = ("Variant", "Seed", "View")


# ---- writing ----


def write_record(record: Record) -> str:
    """Write a match: tags, an empty line, the rounds and the result.

    Raises:
        NotationError: a tag has a name that cannot be written.
    """
    lines = [f"[{key} {_quote(value)}]" for key, value in _tags(record)]
    lines.append("")
    for played in record.rounds:
        lines += _write_round(played)
    winners = "*" if record.winners is None else ",".join(map(str, record.winners))
    return "\n".join([*lines, winners, ""])


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    yield "Variant", record.variant
    for seat, name in enumerate(record.players):
        yield f"Seat{seat}", name
    if record.seat is not None:
        yield "View", str(record.seat)
    if record.seed is not None:
        yield "Seed", str(record.seed)
    for key, value in record.tags.items():
        if not _KEY.fullmatch(key) or key in _OWN_TAGS or _SEAT_TAG.fullmatch(key):
            raise NotationError(f"a tag cannot be called {shorten(key)}", key)
        yield key, value


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'


def _write_round(played: RoundRecord) -> Iterator[str]:
    yield f"#{played.number} {replace(played.deal, round=1, seat=None)}"
    line = ""
    for ply, event in enumerate(played.moves):
        word = event_text(event)
        if ply in played.notes:
            word += f" {{{_escape(played.notes[ply])}}}"
        if line and len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = word
        else:
            line = f"{line} {word}" if line else word
    if line:
        yield line
    if played.end is not None:
        end = played.end
        hands = " " + "/".join(map(write_hand, end.hands)) if end.hands else ""
        yield f"= {end.ending} {write_seat(end.side)} {write_scores(end.points)}{hands}"


def _escape(note: str) -> str:
    escaped = re.sub(r"([{}\\])", r"\\\1", note)
    return escaped.replace("\n", "\\n").replace("\r", "\\r")


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), text)


# ---- reading ----


def read_records(text: str) -> Iterator[Record]:
    """Read the matches of a text, one after the other; reading needs no rules.

    A text that breaks off reads as far as it goes: a match without a result is not over, nor is a
    round without an end.

    Raises:
        NotationError: says the line and the column, what was expected and what is there.
    """
    if not isinstance(text, str):
        raise TypeError(f"records are read from a text, got {type(text).__name__}")
    reader = _Reader(text)
    for number, (at, end) in enumerate(pieces(text, 0, len(text), "\n"), 1):
        line = text[at:end].rstrip()
        if not line or line.startswith(";"):
            continue
        reader.number = number
        reader.is_last = end == len(text)
        try:
            found = reader.line(line)
        except NotationError as error:
            reader.refuse(error)
        if found is not None:
            yield found
    left = reader.finish()
    if left is not None:
        yield left


class _Reader:
    """Reads a text line by line; it holds the match that is not over yet."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.number = 1
        self.is_last = False
        self._match: RecordBuilder | None = None
        self._seen: set[str] = set()

    def refuse(self, error: NotationError) -> NoReturn:
        """Raise an error with the line that it was found in."""
        message = str(error).removeprefix(f"column {error.column}: ")
        place = f"line {self.number}, column {error.column}"
        raise NotationError(f"{place}: {message}", self.text, self.number, error.column) from error

    def line(self, line: str) -> Record | None:
        """Read a line; give the match that it ends."""
        if line.startswith("["):
            done = self.finish() if self._match and self._match.has_rounds else None
            self._tag(line)
            return done
        if line.startswith("#"):
            self._last(self._begin, line, self._follows)
        elif line.startswith("="):
            self._last(self._end, line, _CUT_END.fullmatch(line) is not None)
        elif line == "1/2" or _RESULT.fullmatch(line):
            if line != "*" and self.is_last and self._match and self._match.is_in_round:
                return None  # the text breaks off inside a move
            return self._result(line)
        else:
            self._events(line)
        return None

    @property
    def _follows(self) -> bool:
        """Whether a round has ended and none begun, so that one may follow."""
        return self._match is not None and self._match.has_rounds and not self._match.is_in_round

    def _last(self, read: Callable[[str], None], line: str, may_be_cut: bool) -> None:
        """Read a line, or leave it out where it is the last one and the text breaks off in it."""
        try:
            read(line)
        except NotationError:
            if not (self.is_last and may_be_cut):
                raise

    def finish(self) -> Record | None:
        """Give the match as far as it goes, if any of it is there."""
        match, self._match, self._seen = self._match, None, set()
        return None if match is None else match.finish()

    def _open(self) -> RecordBuilder:
        """Give the match that is being read, a new one after a result."""
        if self._match is None:
            self._match = RecordBuilder()
        return self._match

    # ---- tags ----

    def _tag(self, line: str) -> None:
        found = _TAG.fullmatch(line)
        if found is None:
            expected('a tag, such as [Date "2026-11-30"]', line, 0)
        key, value, (at, end) = found[1], _unescape(found[2]), found.span(2)
        if key in self._seen:
            fail(f"the tag {key} is there twice", line, 1)
        self._seen.add(key)
        match = self._open()
        if key == "Variant":
            match.variant = value
        elif key == "View":
            match.seat = read_int(line, at, end, "a seat", 0, MOST_SEATS - 1)
        elif key == "Seed":
            if not (value.isascii() and value.isdecimal() and len(value) <= _SEED_DIGITS):
                expected(f"a seed of up to {_SEED_DIGITS} digits", line, at, end)
            match.seed = int(value)
        elif _SEAT_TAG.fullmatch(key):
            match.players[int(key[4:])] = value
        else:
            match.tags[key] = value

    # ---- rounds ----

    def _begin(self, line: str) -> None:
        cut = line.find(" ")
        cut = len(line) if cut < 0 else cut
        number = read_int(line, 1, cut, "the number of a round")
        try:
            deal = Position.parse(line[cut + 1 :])
        except NotationError as error:
            fail(str(error).removeprefix(f"column {error.column}: "), line, cut + error.column)
        self._open().begin(deal, number)

    def _events(self, line: str) -> None:
        match = self._match
        if match is None or not match.is_in_round:
            expected("a tag, a round such as #1, or a result", line, 0)
        at, end = 0, len(line)
        while at < end:
            if line[at] in " \t":
                at += 1
            elif line[at] == "{":
                note = _NOTE.match(line, at)
                if note is None and self.is_last and _CUT_NOTE.fullmatch(line, at):
                    return  # the text breaks off inside it
                if note is None:
                    expected("a note that ends in its line, such as {well played}", line, at)
                match.note(_unescape(note[1]))
                at = note.end()
            else:
                found = _WORD.match(line, at)
                stop = found.end() if found else end
                if self.is_last and stop == end and _CUT.fullmatch(line, at, end):
                    return  # the text breaks off inside a move
                match.read_move(line, at, stop)
                at = stop

    def _end(self, line: str) -> None:
        spans = [span for span in pieces(line, 1, len(line), " ") if span[0] < span[1]]
        words = [line[slice(*span)] for span in spans[:5]]
        if not 3 <= len(words) <= 4 or words[0] not in ("out", "blocked", "target"):
            expected("an end, such as = out 0 35:0", line, 0)
        side = None if words[1] == "-" else read_int(line, *spans[1], "a side", 0, MOST_SEATS - 1)
        points = read_scores(line, *spans[2])
        hands = read_hands(line, *spans[3]) if len(words) > 3 else ()
        self._open().end(End(words[0], side, points, hands))

    # ---- the match ----

    def _result(self, line: str) -> Record:
        match = self._match
        if match is None:
            fail("a result needs a match before it", line, 0)
        if line == "*":
            record = match.finish()
        elif line == "1/2":
            record = match.finish(all_win=True)
        else:
            record = match.finish([int(side) for side in line.split(",")])
        self._match, self._seen = None, set()
        return record
