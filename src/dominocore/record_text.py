# SPDX-License-Identifier: MIT
"""Records as text, many matches a file (`.dgr`): one writer, canonical, and one reader, lenient."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import NoReturn

from dominocore.arguments import shorten
from dominocore.errors import NotationError
from dominocore.notation import MOST_SEATS, Event, event_text, expected, fail, pieces, read_int
from dominocore.position import Position
from dominocore.position_words import (
    read_hands,
    read_scores,
    write_hand,
    write_scores,
    write_seat,
)
from dominocore.record import End, Record, RoundRecord
from dominocore.spelling import Speller

_WIDTH = 100
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) +"((?:[^"\\]|\\.)*)" *\]')
_SEAT_TAG = re.compile(r"Seat([0-7])")
_NOTE = re.compile(r"\{((?:[^{}\\]|\\.)*)\}")
_ESCAPES = {"n": "\n", "r": "\r"}
_CUT = re.compile(r"[0-7]?(?::(?:[*+><^v]|@[0-9]{0,2}[\^v]?:?)?(?:[0-9]{1,2}(?:-[0-9]{0,2})?)?)?-?")
"""What can be left of a move where a text breaks off inside it."""
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
    lines = text.split("\n")
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip()
        if not line or line.startswith(";"):
            continue
        reader.number = number
        reader.is_last = number == len(lines)
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
        self._clear()

    def _clear(self) -> None:
        self._tags: dict[str, str] = {}
        self._rounds: list[RoundRecord] = []
        self._deal: Position | None = None
        self._moves: list[Event] = []
        self._notes: dict[int, str] = {}
        self._speller = Speller()

    def refuse(self, error: NotationError) -> NoReturn:
        """Raise an error with the line that it was found in."""
        message = str(error).removeprefix(f"column {error.column}: ")
        place = f"line {self.number}, column {error.column}"
        raise NotationError(f"{place}: {message}", self.text, self.number, error.column) from error

    def line(self, line: str) -> Record | None:
        """Read a line; give the match that it ends."""
        if line.startswith("["):
            done = self.finish() if self._deal or self._rounds else None
            self._tag(line)
            return done
        if line.startswith("#"):
            self._begin(line)
        elif line.startswith("="):
            self._end(line)
        elif line == "*" or line == "1/2" or re.fullmatch(r"[0-7](?:,[0-7])*", line):
            return self._result(line)
        else:
            self._events(line)
        return None

    def finish(self) -> Record | None:
        """Give the match as far as it goes, if any of it is there."""
        self._close(None)
        if not self._tags and not self._rounds:
            return None
        return self._record(None)

    # ---- tags ----

    def _tag(self, line: str) -> None:
        match = _TAG.fullmatch(line)
        if match is None:
            expected('a tag, such as [Date "2026-11-30"]', line, 0)
        if match[1] in self._tags:
            fail(f"the tag {match[1]} is there twice", line, 1)
        if match[1] == "View":
            read_int(line, match.start(2), match.end(2), "a seat", 0, MOST_SEATS - 1)
        if match[1] == "Seed":
            self._seed(match[2], line, match.start(2))
        self._tags[match[1]] = _unescape(match[2])

    def _seed(self, word: str, line: str, at: int) -> int:
        if not (word.isascii() and word.isdecimal() and len(word) <= 78 and int(word) < 1 << 256):
            expected("a seed of up to 256 bits", line, at, at + len(word))
        return int(word)

    # ---- rounds ----

    def _begin(self, line: str) -> None:
        self._close(None)
        cut = line.find(" ")
        cut = len(line) if cut < 0 else cut
        number = read_int(line, 1, cut, "the number of a round")
        if self._rounds:
            before = self._rounds[-1]
            if before.end is None:
                fail(f"round {before.number} has no end, so none can follow", line, 0)
            if number != before.number + 1:
                fail(f"expected round {before.number + 1}, got {number}", line, 1)
        try:
            deal = Position.parse(line[cut + 1 :])
        except NotationError as error:
            message = str(error).removeprefix(f"column {error.column}: ")
            fail(message, line, cut + error.column)
        self._check(deal, number, line, cut + 1)
        view = self._tags.get("View")
        self._deal = replace(deal, round=number, seat=None if view is None else int(view))
        self._speller.begin(self._deal)

    def _check(self, deal: Position, number: int, line: str, at: int) -> None:
        """Refuse a deal that does not belong to the tags and the rounds before it."""
        variant = self._tags.setdefault("Variant", deal.variant)
        if deal.variant != variant:
            fail(f"expected the variant {variant}, got {deal.variant}", line, at)
        if deal.moves or deal.turn is None:
            fail("a round begins with a position before its first move", line, at)
        if deal.round not in (1, number):
            fail(f"expected round={number}, got {deal.round}", line, at)
        view = self._tags.get("View")
        if deal.seat is not None and view != str(deal.seat):
            fail(f"seat={deal.seat} needs the tag [View \"{deal.seat}\"]", line, at)
        if view is None and not deal.is_complete:
            fail("hidden tiles need a tag such as [View \"0\"], which says whose view it is",
                 line, at)  # fmt: skip
        if view is not None and int(view) >= len(deal.hands):
            fail(f"there is no seat {view}, which the tag View names", line, at)
        if self._rounds:
            totals = self._rounds[-1].scores
            if deal.scores != totals or deal.brought != totals:
                fail(f"expected the totals {write_scores(totals)}", line, at)
            if len(deal.hands) != len(self._rounds[-1].deal.hands):
                fail("the number of seats changes", line, at)

    def _events(self, line: str) -> None:
        if self._deal is None:
            expected("a tag, a round such as #1, or a result", line, 0)
        at, end = 0, len(line)
        while at < end:
            if line[at] in " \t":
                at += 1
            elif line[at] == "{":
                at = self._note(line, at)
            else:
                stops = [line.find(mark, at) for mark in " \t{"]
                stop = min((s for s in stops if s >= 0), default=end)
                if not self._event(line, at, stop):
                    return
                at = stop

    def _event(self, line: str, at: int, end: int) -> bool:
        """Read a move; False where the text breaks off inside it."""
        assert self._deal is not None
        try:
            event = self._speller.read(line, at, end)
        except NotationError:
            if self.is_last and end == len(line) and _CUT.fullmatch(line, at, end):
                return False
            raise
        self._moves.append(event)
        return True

    def _note(self, line: str, at: int) -> int:
        match = _NOTE.match(line, at)
        if match is None:
            expected("a note that ends in the line, such as {well played}", line, at)
        if not self._moves:
            fail("a note follows a move", line, at)
        ply = len(self._moves) - 1
        before = f"{self._notes[ply]} " if ply in self._notes else ""
        self._notes[ply] = before + _unescape(match[1])
        return match.end()

    def _end(self, line: str) -> None:
        if self._deal is None:
            fail("an end needs a round before it", line, 0)
        spans = [span for span in pieces(line, 1, len(line), " ") if span[0] < span[1]]
        words = [line[slice(*span)] for span in spans[:4]]
        try:
            if len(words) < 3 or words[0] not in ("out", "blocked", "target"):
                expected("an end, such as = out 0 35:0", line, 0)
            sides = len(self._deal.scores)
            side = None
            if words[1] != "-":
                side = read_int(line, *spans[1], "a side", 0, sides - 1)
            points = read_scores(line, *spans[2])
            if len(points) != sides:
                expected(f"the points of {sides} sides", line, *spans[2])
            hands = read_hands(line, *spans[3]) if len(spans) > 3 else ()
            if len(spans) > 4 or len(hands) not in (0, len(self._deal.hands)):
                expected("nothing but the hands that are left", line, spans[3][0])
        except NotationError:
            if self.is_last:
                return  # the text breaks off inside it
            raise
        self._close(End(words[0], side, points, hands))

    def _close(self, end: End | None) -> None:
        if self._deal is not None:
            played = RoundRecord(
                deal=self._deal,
                moves=tuple(self._moves),
                end=end,
                notes=MappingProxyType(self._notes),
            )
            self._rounds.append(played)
        self._deal, self._moves, self._notes = None, [], {}

    # ---- the match ----

    def _result(self, line: str) -> Record:
        if self._deal is not None and line != "*":
            fail(f"round {self._deal.round} has no end, so nobody has won", line, 0)
        self._close(None)
        if not self._tags and not self._rounds:
            fail("a result needs a match before it", line, 0)
        sides = len(self._rounds[-1].scores) if self._rounds else 0
        if line == "*":
            return self._record(None)
        winners = range(sides) if line == "1/2" else [int(side) for side in line.split(",")]
        if not winners or max(winners) >= sides or sorted(set(winners)) != list(winners):
            expected(f"* or the sides that won, in order, of {sides}", line, 0)
        return self._record(tuple(winners))

    def _record(self, winners: tuple[int, ...] | None) -> Record:
        tags = self._tags
        seats = len(self._rounds[0].deal.hands) if self._rounds else MOST_SEATS
        named = [seat for seat in range(MOST_SEATS) if f"Seat{seat}" in tags]
        if named and named[-1] >= seats:
            raise NotationError(f"there is no seat {named[-1]}, which a tag names", self.text,
                                self.number)  # fmt: skip
        count = (seats if self._rounds else named[-1] + 1) if named else 0
        record = Record(
            variant=tags.get("Variant", ""),
            players=tuple(tags.get(f"Seat{seat}", "") for seat in range(count)),
            rounds=tuple(self._rounds),
            winners=winners,
            seed=int(tags["Seed"]) if "Seed" in tags else None,
            seat=int(tags["View"]) if "View" in tags else None,
            tags=MappingProxyType(
                {k: v for k, v in tags.items()
                 if k not in _OWN_TAGS and not _SEAT_TAG.fullmatch(k)}  # fmt: skip
            ),
        )
        self._clear()
        return record
