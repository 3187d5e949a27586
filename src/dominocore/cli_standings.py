# SPDX-License-Identifier: MIT
"""The tables of a tournament, and the same as JSON."""

from __future__ import annotations

from collections import Counter
from importlib.util import find_spec
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from dominocore.cli_talk import print_table, show

if TYPE_CHECKING:
    from dominocore.ratings import Rating
    from dominocore.tournament_result import TournamentResult

_PENTANOMIAL = 5

Rated = list[tuple[str, "tuple[Rating, ...]"]]


def check_extras(*, ratings: bool, plot: bool) -> None:
    """See to it, before anything is played, that what is asked for can be made in the end.

    Raises:
        click.UsageError: a package is missing; says what to install.
    """
    needed = (
        ("choix", "ratings", ratings or plot),
        ("openskill", "ratings", ratings or plot),
        ("matplotlib", "plot", plot),
    )
    for module, extra, wanted in needed:
        if wanted and find_spec(module) is None:
            raise click.UsageError(f"{module} is missing: pip install 'dominocore[{extra}]'")


def rated_by(result: TournamentResult) -> Rated:
    """Give the ratings by how they were made; none where nothing was played."""
    if not result.groups:
        return []
    rated = [("Elo", result.bradley_terry())]
    games = result.groups[0].games
    if all(len(set(game.sides)) == len(game.sides) for game in games):
        rated.append(("openskill", result.openskill()))
    return rated


def report(result: TournamentResult, rated: Rated) -> None:
    """Print the cross-table, what the pairs say, the ratings, the faults and the test."""
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


def facts_of(result: TournamentResult, rated: Rated) -> dict[str, Any]:
    """Give all that is printed, and the seed, as JSON can hold it."""
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
