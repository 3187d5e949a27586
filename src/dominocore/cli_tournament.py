# SPDX-License-Identifier: MIT
"""The command `dominocore tournament`: which player is better, and how sure that is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dominocore import tournament_file
from dominocore.cli_progress import progress
from dominocore.cli_standings import check_extras, facts_of, rated_by, report
from dominocore.cli_talk import (
    INTERRUPTED,
    JSON,
    NEGATIVE,
    SEATS,
    SEED,
    SET,
    choose_seed,
    configured,
    say,
    show,
)
from dominocore.errors import DominoError
from dominocore.paired import Sprt
from dominocore.schedule import SCHEDULES

if TYPE_CHECKING:
    from dominocore.ratings import Rating
    from dominocore.tournament_file import Book
    from dominocore.tournament_result import TournamentResult
    from dominocore.tournaments import Contest

_MIB = 1 << 20


@click.command()
@click.argument("variant", default="draw")
@click.option(
    "--players", metavar="A,B,…", required=True, help="Who plays: two or more, a player each."
)
@click.option(
    "--deals",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    help="How many deals to play at most; each is played once for every way to swap seats.",
)
@click.option(
    "--unit",
    type=click.Choice(["round", "match"]),
    default="round",
    show_default=True,
    help="What a game is.",
)
@click.option(
    "--schedule",
    type=click.Choice(SCHEDULES),
    default=SCHEDULES[0],
    show_default=True,
    help="Who meets whom; in a gauntlet, the first player each other.",
)
@click.option(
    "--sprt",
    nargs=2,
    type=float,
    metavar="ELO0 ELO1",
    help="Stop when it is decided which of two differences, in normalised Elo, two players have.",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="S",
    help="The seconds that a player may take for an answer.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(64),
    default=4096,
    show_default=True,
    metavar="MIB",
    help="The memory that the process of a game may have.",
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="How many games run at once.")
@click.option("--allow-cheats", is_flag=True, help="Let players in that see every hand.")
@SEED
@SEATS
@SET
@click.option("--out", type=click.Path(path_type=Path), help="Write the results to a new file.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a file, or begin it.")
@click.option("--ratings", is_flag=True, help="Rate all players at once, too.")
@click.option(
    "--plot", type=click.Path(path_type=Path), help="Draw the ratings into a file, .svg or .png."
)
@click.option("--quiet", "-q", is_flag=True, help="Show no progress.")
@JSON
@click.option("--jsonl", is_flag=True, help="Print each deal as a line of JSON, as it comes in.")
def tournament(
    variant: str,
    players: str,
    deals: int,
    sprt: tuple[float, float] | None,
    memory_limit: int,
    jobs: int | None,
    seed: int | None,
    seats: int | None,
    settings: Sequence[str],
    out: Path | None,
    resume: Path | None,
    ratings: bool,
    plot: Path | None,
    quiet: bool,
    as_json: bool,
    jsonl: bool,
    **terms: Any,
) -> None:
    """Let players of VARIANT meet over the same deals, with swapped seats.

    \b
    dominocore tournament draw --players greedy,random --deals 1000
    dominocore tournament latin --players greedy,random,first --resume latin.jsonl
    dominocore tournament draw --players greedy,random --deals 20000 --sprt 0 10
    """
    if as_json and jsonl:
        raise click.UsageError("--json and --jsonl exclude each other")
    if out is not None and resume is not None:
        raise click.UsageError("--out and --resume exclude each other")
    if "human" in players.split(","):
        raise click.UsageError("--players human: nobody is asked here; play asks a person")
    check_extras(ratings=ratings, plot=plot is not None)
    from dominocore.tournaments import Contest  # noqa: PLC0415  (pools of workers are slow to import)

    known = _seed_of(resume) if seed is None and resume is not None else seed
    try:
        contest = Contest(
            configured(variant, settings, seats),
            players.split(","),
            sprt=None if sprt is None else Sprt(*sprt),
            seed=choose_seed(known),
            memory_limit=memory_limit * _MIB,
            **terms,
        )
    except DominoError:
        raise
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    with _file(contest, out, resume) as book:
        whole = _play(contest, deals, jobs, book, quiet=quiet, lines=jsonl)
    result = contest.result()
    rated = rated_by(result) if ratings or plot is not None else []
    if as_json:
        click.echo(json.dumps(facts_of(result, rated), indent=2))
    elif not jsonl:
        report(result, rated)
    if plot is not None and rated:
        _drawn(result, rated[0][1], plot)
    if known is None:
        say(f"seed {result.seed}")
    if not whole:
        say("interrupted")
        raise click.exceptions.Exit(INTERRUPTED)
    if result.verdict == "H0":
        raise click.exceptions.Exit(NEGATIVE)


# ---- playing ----


def _seed_of(path: Path) -> int | None:
    try:
        return tournament_file.seed_of(path)
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from error


@contextmanager
def _file(contest: Contest, out: Path | None, resume: Path | None) -> Iterator[Book | None]:
    """Open the file for the results, if there is to be one."""
    path = out if resume is None else resume
    if path is None:
        yield None
        return
    try:
        book = contest.open(path, resume=resume is not None)
    except FileExistsError as error:
        raise click.UsageError(f"{path} is there already: --resume goes on with it") from error
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from error
    try:
        yield book
    finally:
        book.close()


def _play(
    contest: Contest, deals: int, jobs: int | None, book: Book | None, *, quiet: bool, lines: bool
) -> bool:
    """Play the tournament and tell whether it came to its end, or was interrupted."""
    total = deals * len(contest.lineups)
    if lines:
        show(tournament_file.header(contest.facts).rstrip())
    try:
        with (
            progress("games of a deal", total, quiet) as done,
            closing(contest.play(deals, jobs=jobs, book=book)) as played,
        ):
            for group in played:
                done(len(contest.groups))
                if lines:
                    show(group.line().rstrip())
    except KeyboardInterrupt:
        return False
    return True


def _drawn(result: TournamentResult, ratings: tuple[Rating, ...], path: Path) -> None:
    try:
        from dominocore.rating_plot import draw  # noqa: PLC0415  (matplotlib is slow)

        draw(ratings, f"Elo a {result.unit}, 95 %, {result.variant}", path)
    except (ImportError, OSError, ValueError) as error:
        raise click.UsageError(f"--plot {path}: {error}") from error
