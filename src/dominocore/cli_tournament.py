# SPDX-License-Identifier: MIT
"""The command `dominocore tournament`: which player is better, and how sure that is."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dominocore import tournament_file
from dominocore.cli_progress import progress
from dominocore.cli_talk import (
    INTERRUPTED,
    JSON,
    NEGATIVE,
    SEATS,
    SEED,
    SET,
    choose_seed,
    configured,
    print_table,
    say,
    show,
)
from dominocore.errors import DominoError
from dominocore.paired import Sprt
from dominocore.schedule import SCHEDULES

if TYPE_CHECKING:
    from dominocore.ratings import Rating
    from dominocore.tournament_file import Book
    from dominocore.tournaments import Contest, TournamentResult

_PENTANOMIAL = 5
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
    type=click.IntRange(1),
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
    from dominocore.tournaments import Contest  # noqa: PLC0415  (pools of workers are slow to import)

    known = tournament_file.seed_of(resume) if seed is None and resume is not None else seed
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
    rated = _rated(result, ratings or plot is not None)
    if as_json:
        click.echo(json.dumps(_facts(result, rated), indent=2))
    elif not jsonl:
        _report(result, rated)
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


# ---- reporting ----

Rated = list[tuple[str, "tuple[Rating, ...]"]]


def _rated(result: TournamentResult, wanted: bool) -> Rated:
    """Give the ratings by how they were made, where they are wanted."""
    if not wanted or not result.groups:
        return []
    try:
        rated = [("Elo", result.bradley_terry())]
        alone = all(
            len(set(game.sides)) == len(game.sides)
            for group in result.groups[:1]
            for game in group.games
        )
        return [*rated, ("openskill", result.openskill())] if alone else rated
    except ImportError as error:
        raise click.UsageError(str(error)) from error


def _report(result: TournamentResult, rated: Rated) -> None:
    names = result.players
    show(f"{result.variant}: {result.deals} deals, seats swapped, by the {result.unit}")
    show()
    rows = [["", "score", *names]]
    for a, name in enumerate(names):
        met = result.opponents(a)
        cells = [f"{result.pair(a, b).score:.3f}" if b in met else "-" for b in range(len(names))]
        rows.append([name, f"{result.score(a):.3f}", *cells])
    print_table(rows)
    show()
    print_table(
        [["", "pairs", "counts", f"Elo a {result.unit}, 95 %", "superior"]]
        + [_pair_row(result, a, b) for a, b in _meetings(result)]
    )
    for how, ratings in rated:
        show()
        unit = f" a {result.unit}" if how == "Elo" else ""
        print_table(
            [["", f"{how}{unit}, 95 %"]]
            + [
                [one.player, f"{one.value:.1f} [{one.low:.1f}, {one.high:.1f}]"]
                for one in sorted(ratings, key=lambda one: -one.value)
            ]
        )
    _report_faults(result)
    if result.sprt is not None:
        low, high = result.sprt.bounds
        verdict = f"{result.verdict} accepted" if result.verdict else "undecided"
        show()
        show(
            f"SPRT {result.sprt.elo0:g} v {result.sprt.elo1:g} normalised Elo: "
            f"LLR {result.llr:z.2f} of {low:.2f} to {high:.2f}, {verdict}"
        )


def _report_faults(result: TournamentResult) -> None:
    found: dict[int, Counter[str]] = {}
    for fault in result.faults:
        what = fault.message.partition(": ")[2]
        found.setdefault(fault.player, Counter())[what] += 1
    for player, counter in sorted(found.items()):
        lost = ", ".join(f"{what} ({n})" for what, n in counter.most_common(3))
        show()
        show(f"{result.players[player]} lost {counter.total()} games by faults: {lost}")


def _meetings(result: TournamentResult) -> list[tuple[int, int]]:
    return [(a, b) for a in range(len(result.players)) for b in result.opponents(a) if a < b]


def _pair_row(result: TournamentResult, a: int, b: int) -> list[str]:
    stats = result.pair(a, b)
    short = len(stats.counts) == _PENTANOMIAL
    elo = stats.elo
    return [
        f"{result.players[a]} v {result.players[b]}",
        str(stats.pairs),
        " ".join(map(str, stats.counts)) if short else "-",
        f"{elo.elo:+z.1f} [{elo.low:+z.1f}, {elo.high:+z.1f}]",
        f"{stats.los:.1%}",
    ]


def _facts(result: TournamentResult, rated: Rated) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "variant": result.variant,
        "seed": result.seed,
        "unit": result.unit,
        "schedule": result.schedule,
        "deals": result.deals,
        "players": [
            {
                "name": name,
                "score": result.score(a),
                "faults": sum(fault.player == a for fault in result.faults),
            }
            for a, name in enumerate(result.players)
        ],
        "pairs": [_pair_facts(result, a, b) for a, b in _meetings(result)],
    }
    if result.sprt is not None:
        facts["sprt"] = {
            "elo0": result.sprt.elo0,
            "elo1": result.sprt.elo1,
            "llr": result.llr,
            "bounds": list(result.sprt.bounds),
            "verdict": result.verdict,
        }
    for how, ratings in rated:
        facts.setdefault("ratings", {})[how.lower()] = [
            {"player": one.player, "value": one.value, "low": one.low, "high": one.high}
            for one in ratings
        ]
    return facts


def _pair_facts(result: TournamentResult, a: int, b: int) -> dict[str, Any]:
    stats = result.pair(a, b)
    elo = stats.elo
    return {
        "players": [result.players[a], result.players[b]],
        "counts": list(stats.counts),
        "score": stats.score,
        "elo": _finite(elo.elo),
        "low": _finite(elo.low),
        "high": _finite(elo.high),
        "los": stats.los,
    }


def _finite(number: float) -> float | None:
    """Give a number as JSON can hold it: nothing where it is infinite."""
    return number if isfinite(number) else None


def _drawn(result: TournamentResult, ratings: tuple[Rating, ...], path: Path) -> None:
    try:
        from dominocore.rating_plot import draw  # noqa: PLC0415  (matplotlib is slow)

        draw(ratings, f"Elo a {result.unit}, 95 %, {result.variant}", path)
    except (ImportError, OSError, ValueError) as error:
        raise click.UsageError(f"--plot {path}: {error}") from error
