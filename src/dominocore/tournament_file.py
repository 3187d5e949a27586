# SPDX-License-Identifier: MIT
"""A tournament as JSON lines: what it is in the first, what each deal came to in the others.

The lines stand in the order of the schedule whatever order they were finished in, so the same
tournament writes the same bytes with any number of workers. What an interrupt leaves beyond a gap
is kept too: resuming takes it in and writes it again in its place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from dominocore.arguments import shorten
from dominocore.errors import NotationError
from dominocore.games import Game, GameFault

FORMAT = 1
Key = tuple[int, tuple[int, ...]]
"""What names a group: the number of the deal, and the lineup."""
Seats = Callable[[int, tuple[int, ...]], list[tuple[int, ...]]]
"""Gives the players by side in each game of a group; none where it is in no schedule."""


@dataclass(frozen=True, slots=True)
class Group:
    """All games that a lineup plays of a deal: the unit that everything is counted in.

    Attributes:
        deal: the number of the deal, from 0.
        lineup: the numbers of the players.
        games: the games, one for each way they sit.
    """

    deal: int
    lineup: tuple[int, ...]
    games: tuple[Game, ...]

    @property
    def key(self) -> Key:
        """What names the group."""
        return self.deal, self.lineup

    def halves(self, one: int, other: int) -> tuple[int, int]:
        """Give the half points of one player against another, and how often the two met."""
        met = sum(game.sides.count(one) * game.sides.count(other) for game in self.games)
        return sum(game.halves(one, other) for game in self.games), met

    def line(self) -> str:
        """Give the group as a line of JSON."""
        games = []
        for game in self.games:
            facts: dict[str, Any] = {"sides": game.sides, "ranks": game.ranks}
            if game.points is not None:
                facts["points"] = game.points
            if game.fault is not None:
                fault = game.fault
                facts["fault"] = {
                    "player": fault.player,
                    "seat": fault.seat,
                    "message": fault.message,
                }
            games.append(facts)
        return _line({"deal": self.deal, "lineup": self.lineup, "games": games})


class Book:
    """The file of a tournament that is being played."""

    def __init__(self, file: IO[bytes], found: list[Group], kept: int) -> None:
        self._file = file
        self.found = {group.key: group for group in found}
        """The groups that were in the file."""
        self.kept = kept
        """How many of them, from the start of the schedule, still are."""

    def write(self, group: Group) -> None:
        """Add a line, and hand it to the system at once."""
        self._file.write(group.line().encode())
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def header(facts: Mapping[str, Any]) -> str:
    """Give the first line of the file of a tournament."""
    return _line({"dominocore": "tournament", "format": FORMAT, **facts})


def begin(path: Path, facts: Mapping[str, Any]) -> Book:
    """Begin a file.

    Raises:
        FileExistsError: there is one of that name: nothing is written over.
    """
    file = path.open("xb")
    file.write(header(facts).encode())
    file.flush()
    return Book(file, [], 0)


def resume(path: Path, facts: Mapping[str, Any], order: Callable[[int], Key], seats: Seats) -> Book:
    """Open a file to go on with it, or begin it where there is none.

    Lines are kept as far as they stand in the order of the schedule; the rest is taken in and
    written again when its turn comes. A last line that was torn off is dropped.

    Args:
        path: the file.
        facts: what the tournament is.
        order: gives what stands in each place of the schedule.
        seats: gives who sits where in the games of a group.

    Raises:
        NotationError: the file is no tournament, or that of another one; says what differs.
        OSError: the file cannot be read or written.
    """
    found = path.read_bytes() if path.exists() else b""
    whole, first = found[: found.rfind(b"\n") + 1], header(facts).encode()
    if not whole:
        if not first.startswith(found):
            raise NotationError(f"{path} is no file of a tournament")
        file = path.open("wb")
        file.write(first)
        file.flush()
        return Book(file, [], 0)
    lines = whole.splitlines(keepends=True)
    _check_header(path, _parsed(path, lines, 0), json.loads(first))
    groups = [_group(path, lines, number, seats) for number in range(1, len(lines))]
    kept = 0
    while kept < len(groups) and groups[kept].key == order(kept):
        kept += 1
    os.truncate(path, sum(map(len, lines[: kept + 1])))
    file = path.open("ab")
    return Book(file, groups, kept)


def seed_of(path: Path) -> int | None:
    """Give the seed of the tournament in a file; None where there is none to go on with."""
    if not path.exists():
        return None
    with path.open("rb") as file:
        first = file.readline()
    if not first.endswith(b"\n"):
        return None
    found = _parsed(path, [first], 0)
    seed = found.get("seed") if isinstance(found, dict) else None
    return seed if isinstance(seed, int) else None


# ---- reading ----


def _parsed(path: Path, lines: list[bytes], number: int) -> Any:
    try:
        return json.loads(lines[number])
    except (RecursionError, ValueError) as error:
        raise _wrong(path, lines, number, "is no JSON") from error


def _check_header(path: Path, found: Any, wanted: dict[str, Any]) -> None:
    if not isinstance(found, dict) or found.get("dominocore") != "tournament":
        raise NotationError(f"{path} is no file of a tournament")
    for name in {**wanted, **found}:
        there, here = found.get(name), wanted.get(name)
        if there != here:
            if isinstance(there, dict) and isinstance(here, dict):
                field = next(key for key in {**here, **there} if there.get(key) != here.get(key))
                there, here = {field: there.get(field)}, {field: here.get(field)}
            raise NotationError(
                f"{path} is of another tournament: {name} is {shorten(there)} there and "
                f"{shorten(here)} here"
            )


def _group(path: Path, lines: list[bytes], number: int, seats: Seats) -> Group:
    facts = _parsed(path, lines, number)
    try:
        games = tuple(
            Game(
                tuple(game["sides"]),
                tuple(game["ranks"]),
                tuple(game["points"]) if "points" in game else None,
                GameFault(**game["fault"]) if "fault" in game else None,
            )
            for game in facts["games"]
        )
        group = Group(facts["deal"], tuple(facts["lineup"]), games)
    except (TypeError, KeyError) as error:
        raise _wrong(path, lines, number, "is not what a deal came to") from error
    if not (
        all(type(one) is int and one >= 0 for one in (group.deal, *group.lineup))
        and [game.sides for game in games] == seats(*group.key)
        and all(map(_is_sound, games))
    ):
        raise _wrong(path, lines, number, "is not what a deal came to")
    return group


def _is_sound(game: Game) -> bool:
    """Tell whether a game that was read has a rank and points for each side, and names a fault."""
    fault = game.fault
    return all(
        len(row) == len(game.sides) and all(type(one) is int for one in row)
        for row in (game.ranks, game.sides if game.points is None else game.points)
    ) and (fault is None or (fault.player in game.sides and isinstance(fault.message, str)))


def _wrong(path: Path, lines: list[bytes], number: int, what: str) -> NotationError:
    text = lines[number].decode(errors="replace")
    return NotationError(f"{path}, line {number + 1} {what}: {shorten(text)}", text, number + 1)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"
