# SPDX-License-Identifier: MIT
"""The words that positions and records are written with, and where a text goes wrong.

Reading needs no rules. Each reader takes a text and the place where it begins in a whole, so that
an error names the column of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from dominocore.arguments import shorten
from dominocore.errors import NotationError
from dominocore.moves import Move
from dominocore.tiles import TILES, Tile

if TYPE_CHECKING:
    from dominocore.position import Position

MOST_SEATS = 8
_MOST_DIGITS = 10
_LONGEST_TILE = len("[18|18]")
_TILE = re.compile(r"\[?(0|[1-9][0-9]?)[-|:](0|[1-9][0-9]?)\]?")
ARM = re.compile(r"[><^v]|@(?:0|[1-9][0-9]?)[\^v]:")
_INT = re.compile(r"-?(?:0|[1-9][0-9]{0,9})", re.ASCII)
_PASSES = ("--", "pass")


def fail(message: str, whole: str, at: int) -> NoReturn:
    """Raise the error for a fault at a place of a text of one line, counted from 0.

    Raises:
        NotationError: always.
    """
    raise NotationError(f"column {at + 1}: {message}", whole, 1, at + 1)


def expected(what: str, whole: str, at: int, end: int | None = None) -> NoReturn:
    """Raise the error for a place where something else was expected.

    Raises:
        NotationError: always.
    """
    stop = len(whole) if end is None else end
    got = shorten(whole[at : min(stop, at + 60)]) if at < stop else "the end"
    fail(f"expected {what}, got {got}", whole, at)


def pieces(whole: str, at: int, end: int, mark: str) -> Iterator[tuple[int, int]]:
    """Give where the parts between the marks begin and end."""
    while True:
        cut = whole.find(mark, at, end)
        if cut < 0:
            yield at, end
            return
        yield at, cut
        at = cut + 1


def read_int(whole: str, at: int, end: int, what: str, low: int = 0, high: int = 10**9) -> int:
    """Read a whole number within limits, written without leading zeros."""
    match = _INT.fullmatch(whole, at, end) if end - at <= _MOST_DIGITS + 1 else None
    if match is None or not low <= int(match[0]) <= high or match[0] == "-0":
        expected(f"{what}, a number from {low} to {high}", whole, at, end)
    return int(match[0])


def read_halves(whole: str, at: int, end: int, after: str = "") -> tuple[int, int]:
    """Read a tile as its halves, in the order they are written; `6|4`, `6:4`, `[6|4]` will do."""
    match = _TILE.fullmatch(whole, at, end) if end - at <= _LONGEST_TILE else None
    boxed = match is not None and (whole[at] == "[") == (whole[end - 1] == "]")
    if match is None or not boxed:
        expected(f"a tile{after}", whole, at, end)
    try:
        Tile(int(match[1]), int(match[2]))
    except ValueError as error:
        fail(str(error), whole, at)
    return int(match[1]), int(match[2])


def read_tile(whole: str, at: int, end: int) -> Tile:
    """Read a tile with its halves in either order."""
    tile = TILES.get(whole[at:end]) if end - at <= _LONGEST_TILE else None
    return Tile(*read_halves(whole, at, end)) if tile is None else tile


def read_move(whole: str, at: int, end: int) -> Move:
    """Read a move as a record has it: a placement with its arm, `--`, `+6-5`, `+?`."""
    word = whole[at:end] if end - at <= 12 else ""
    if word in _PASSES:
        return Move("--")
    if word in ("+", "+?"):
        return Move("+")
    claimed = word.endswith("!")
    stop = end - claimed
    arm = ARM.match(whole, at, stop)
    symbol = arm[0] if arm else whole[at:stop][:1]
    if symbol not in ("*", "+") and arm is None:
        expected("a move, such as *6-6, >6-5, <5-1, +? or --", whole, at, end)
    first, second = read_halves(whole, at + len(symbol), stop, f" after {symbol!r}")
    if symbol == "+":
        if claimed:
            fail("a draw claims nothing", whole, stop)
        return Move.draw(Tile(first, second))
    if symbol == "*":
        return Move.lead(Tile(first, second), claimed)
    return Move(f"{symbol}{first}-{second}{'!' if claimed else ''}")


def move_text(move: Any) -> str:
    """Write a move as a record has it: a draw shows its tile, or that it is hidden."""
    return "+?" if move.is_draw and move.tile is None else str(move)


Event = tuple[int, Any]
"""A move of a record, with the seat that made it."""


def read_seat(whole: str, at: int, end: int) -> tuple[int, int]:
    """Read the seat before a move, `2:`, and give it and where the move begins."""
    cut = whole.find(":", at, min(end, at + 3))
    if cut < 0:
        expected("a move with its seat, such as 0:>6-5", whole, at, end)
    return read_int(whole, at, cut, "a seat", 0, MOST_SEATS - 1), cut + 1


def read_event(whole: str, at: int, end: int) -> Event:
    """Read a move with its seat: `2:>6-5`."""
    seat, start = read_seat(whole, at, end)
    return seat, read_move(whole, start, end)


def event_text(event: Event) -> str:
    """Write a move with its seat."""
    return f"{event[0]}:{move_text(event[1])}"


class MoveReader(Protocol):
    """Reads the moves of a record, one round after the other."""

    def begin(self, deal: Position) -> None:
        """Begin a round."""
        ...

    def read(self, line: str, at: int, end: int) -> Event:
        """Read a move with its seat.

        Raises:
            NotationError: it is none; says the column.
        """
        ...


class Words:
    """Reads moves that are words of their own, each by itself."""

    def __init__(self, read: Callable[[str], Any]) -> None:
        self._read = read
        self._seats = 0

    def begin(self, deal: Position) -> None:
        """Begin a round."""
        self._seats = len(deal.hands)

    def read(self, line: str, at: int, end: int) -> Event:
        """Read a move with its seat.

        Raises:
            NotationError: it is none, or there is no such seat.
        """
        seat, start = read_seat(line, at, end)
        if seat >= self._seats:
            fail(f"there is no seat {seat}", line, at)
        word = line[start:end]
        try:
            return seat, self._read("+" if word == "+?" else word)
        except NotationError as error:
            fail(str(error), line, start)
