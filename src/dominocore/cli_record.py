# SPDX-License-Identifier: MIT
"""The commands that read records: `replay`, `convert` and `validate`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from dominocore.cli_talk import (
    BAD_INPUT,
    JSON,
    NEGATIVE,
    OK,
    TILES,
    harmless,
    say,
    show,
    show_table,
    strong,
)
from dominocore.errors import DominoError, NotationError, NotNativeError, ReplayError
from dominocore.notation import move_text
from dominocore.protocol import GameState
from dominocore.record import Record, RoundRecord
from dominocore.record_file import FORMS, read_records, write_records
from dominocore.replay_data import PublicRound
from dominocore.rules_name import find_chain

_SEAT = click.option("--seat", type=int, metavar="SEAT", help="Only what this seat sees, from 0.")


class BadInput(click.ClickException):
    """A file that holds no record, or one that cannot be played again."""

    exit_code = BAD_INPUT


@click.command()
@click.argument("file", default="-")
@_SEAT
@TILES
@click.option("--html", metavar="PAGE", help="Write a page to step through the match, instead.")
@JSON
def replay(file: str, seat: int | None, tiles: str, html: str | None, as_json: bool) -> None:
    """Play the matches of FILE again, move by move, and check each against the rules.

    \b
    dominocore replay match.dgr
    dominocore replay match.dgr --seat 0
    dominocore replay match.dgr --html match.html
    dominocore convert match.json --to dgr | dominocore replay -
    """
    if html is not None:
        if as_json:
            raise click.UsageError("--html and --json are two ways to show a match: give one")
        _write_page(file, seat, html)
        return
    facts = []
    try:
        for record in _records(file):
            if as_json:
                facts.append(_replayed(record, seat))
            else:
                _show_match(record, seat, tiles)
    except (NotationError, ReplayError) as error:
        raise BadInput(f"{_name(file)}: {error}") from error
    if as_json:
        click.echo(json.dumps({"matches": facts}, indent=2))


@click.command()
@click.argument("source", default="-")
@click.argument("target", default="-")
@click.option("--to", "form", type=click.Choice(FORMS), help="The format; else by TARGET's name.")
@_SEAT
def convert(source: str, target: str, form: str | None, seat: int | None) -> None:
    """Write the matches of SOURCE to TARGET in another format, or as one seat sees them.

    \b
    dominocore convert match.dgr match.json
    dominocore convert matches.dgr --to jsonl > matches.jsonl
    dominocore convert match.dgr --seat 2
    """
    chosen = form or _form(target)
    try:
        records = list(_records(source))
        if seat is not None:
            records = [_seen(record, seat) for record in records]
        text = write_records(records, chosen)
    except NotationError as error:
        raise BadInput(f"{_name(source)}: {error}") from error
    _write(target, text)


@click.command()
@click.argument("files", nargs=-1, required=True)
@JSON
def validate(files: tuple[str, ...], as_json: bool) -> int:
    """Check the matches of FILES against the rules; say the first fault of each.

    \b
    dominocore validate match.dgr
    cat *.dgr | dominocore validate -

    Exits with 1 where there is a fault.
    """
    results = []
    for file in files:
        count, fault = _validate(file)
        results.append({"file": file, "matches": count, "fault": fault})
        if not as_json:
            times = "1 match" if count == 1 else f"{count} matches"
            click.echo(f"{_name(file)}: {fault or f'{times}, no fault'}")
    if as_json:
        click.echo(json.dumps({"files": results}, indent=2))
    return NEGATIVE if any(result["fault"] for result in results) else OK


def _validate(file: str) -> tuple[int, str | None]:
    """Give how many matches of a file are good, and the first fault."""
    count = 0
    try:
        for record in _records(file):
            _check(record)
            if record.seat is not None:
                say(f"{_name(file)}: match {count + 1} hides hands: only the table is checked")
            count += 1
    except (NotationError, NotNativeError, ReplayError) as error:
        place = "" if str(error).startswith("line ") else f"match {count + 1}, "
        return count, f"{place}{error}"
    return count, None


def _check(record: Record) -> None:
    """Check a match against the rules; of one that hides hands, what lies on the table.

    Raises:
        ReplayError: it breaks them.
        NotationError: there is no such variant, or a deal cannot be.
    """
    if record.seat is None:
        record.check()
        return
    rules = find_chain(record.variant, "the record of a seat")
    for played in record.rounds:
        PublicRound(played, rules)


def _write_page(file: str, seat: int | None, target: str) -> None:
    """Write the page of the one match of a file, once it is known to keep to the rules."""
    from dominocore.replay_html import page  # noqa: PLC0415

    try:
        records = list(_records(file))
        if len(records) != 1:
            raise click.UsageError(f"{_name(file)} has {len(records)} matches: --html shows one")
        record = records[0]
        _check(record)
        text = page(record if seat is None else _seen(record, seat))
    except (NotationError, ReplayError) as error:
        raise BadInput(f"{_name(file)}: {error}") from error
    _write(target, text)


# ---- reading and writing ----


def _records(file: str) -> Iterator[Record]:
    """Read the matches of a file, or of standard input for `-`."""
    try:
        if file == "-":
            data = b"" if sys.stdin is None else sys.stdin.buffer.read()
        else:
            data = Path(file).read_bytes()
    except OSError as error:
        raise click.UsageError(f"{file} cannot be read: {error.strerror}") from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(f"line {line}, column 1: this is no UTF-8", "", line) from error
    found = False
    for record in read_records(text.replace("\r\n", "\n")):
        found = True
        yield record
    if not found:
        raise NotationError("line 1, column 1: there is no match in it", text)


def _write(target: str, text: str) -> None:
    """Write a text to a file, or to standard output for `-`."""
    if target == "-":
        click.echo(text, nl=False)
        return
    data = text.encode()
    try:
        Path(target).write_bytes(data)
    except OSError as error:
        raise click.UsageError(f"{target} cannot be written: {error.strerror}") from error


def _form(target: str) -> str:
    suffix = Path(target).suffix.removeprefix(".")
    if target == "-":
        return "dgr"
    if suffix not in FORMS:
        endings = ", ".join(f".{form}" for form in FORMS)
        raise click.UsageError(f"{target} ends in none of {endings}: --to names the format")
    return suffix


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def _seen(record: Record, seat: int) -> Record:
    try:
        return record.for_seat(seat)
    except (IndexError, ValueError) as error:
        raise click.UsageError(f"--seat {seat}: {error}") from error


# ---- showing ----

_Numbers = Sequence[Sequence[int]]


def _steps(record: Record, played: RoundRecord) -> tuple[_Numbers, _Numbers, GameState | None]:
    """Give the open ends and the points of a round, at the deal and after each move, and its end.

    Raises:
        ReplayError: a move is not legal.
        NotationError: there is no such variant, or the deal cannot be.
    """
    if record.seat is None:
        return _told(played.states())
    public = PublicRound(played, find_chain(record.variant, "the record of a seat"))
    ends = [table.ends if table else () for table in public.tables]
    made = played.end.points if played.end else public.points[-1]
    return ends, [*public.points[:-1], made], public.tables[-1]


def _told(states: Sequence[GameState]) -> tuple[_Numbers, _Numbers, GameState | None]:
    return (
        [state.ends for state in states],
        [state.points for state in states],
        states[-1] if states else None,
    )


def _replayed(record: Record, seat: int | None) -> dict[str, Any]:
    """Play a match again and give each move with the ends and the points after it."""
    rounds = []
    for played in record.rounds:
        ends, points, _ = _steps(record, played)
        shown = played if seat is None else _seen_round(record, played, seat)
        rounds.append(
            {
                "number": played.number,
                "moves": [
                    {
                        "seat": mover,
                        "move": move_text(move),
                        "ends": list(ends[ply]),
                        "points": list(points[ply]),
                    }
                    for ply, (mover, move) in enumerate(shown.moves, 1)
                ],
                "scores": list(played.scores),
            }
        )
    _check(record)
    return {
        "variant": record.variant,
        "players": list(record.players),
        "rounds": rounds,
        "winners": None if record.winners is None else list(record.winners),
    }


def _show_match(record: Record, seat: int | None, tiles: str) -> None:
    show(strong(record.variant or "no variant"))
    for number, name in enumerate(record.players):
        show(f"  seat {number} {harmless(name)}".rstrip())
    for played in record.rounds:
        _show_round(record, played, seat, tiles)
    _check(record)
    show()
    if record.winners is None:
        show("Not over")
    else:
        sides = ", ".join(map(str, record.winners))
        show(strong(f"Won by side {sides}" if len(record.winners) == 1 else f"Shared: {sides}"))
    show()


def _show_round(record: Record, played: RoundRecord, seat: int | None, tiles: str) -> None:
    """Show a round; of one that breaks the rules the moves before the fault."""
    fault: DominoError | None = None
    try:
        all_ends, points, table = _steps(record, played)
    except ReplayError as error:
        all_ends, points, table = _told(error.states)  # type: ignore[arg-type]
        fault = error
    shown = played if seat is None else _seen_round(record, played, seat)
    show()
    show(strong(f"Round {played.number}") + f"  seat {played.deal.leader} leads")
    for p, hand in enumerate(shown.deal.hands):
        show(f"  seat {p} is dealt {hand}".replace(".", " "))
    for (mover, move), before, after, open_ends in zip(
        shown.moves, points, points[1:], all_ends[1:], strict=False
    ):
        ends = "ends " + " ".join(map(str, open_ends)) if move.is_placement else ""
        made = [b - a for a, b in zip(before, after, strict=True)]
        gained = "".join(f"  side {s} {n:+}" for s, n in enumerate(made) if n)
        show(f"  seat {mover}  {move_text(move):6} {ends}{gained}".rstrip())
    if fault is not None:
        raise fault
    if table is not None:
        show_table(table, tiles)
    if played.end is None:
        show("  not over")
    else:
        said = " ".join(map(str, played.end.points))
        show(f"  {played.end.ending}, points {said}, totals {' '.join(map(str, played.scores))}")


def _seen_round(record: Record, played: RoundRecord, seat: int) -> RoundRecord:
    if not 0 <= seat < len(played.deal.hands):
        raise click.UsageError(f"--seat {seat}: seats are 0 to {len(played.deal.hands) - 1}")
    return played.for_seat(seat)
