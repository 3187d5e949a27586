# SPDX-License-Identifier: MIT
"""The command `dominocore simulate`: many rounds of one variant, and what they come to."""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import click

from dominocore.cli_play import Person, seated
from dominocore.cli_progress import progress
from dominocore.cli_talk import (
    INTERRUPTED,
    JSON,
    SEATS,
    SEED,
    SET,
    choose_seed,
    configured,
    print_table,
    say,
    show,
)
from dominocore.errands import spread
from dominocore.games import deal_seed
from dominocore.outcome import Ending
from dominocore.protocol import GameRules, GameState
from dominocore.random_rounds import Playouts, deal_and_play
from dominocore.table import PlayerLike, Table

_CHUNK = 50


@click.command()
@click.argument("variant", default="draw")
@click.option("--rounds", type=click.IntRange(1), default=1000, show_default=True, metavar="N")
@click.option(
    "--players",
    metavar="A,B,…",
    help="Who plays, by seat; fewer names go round the table again. Without, every move is as "
    "likely and all points are claimed, which is some hundred times faster.",
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="How many rounds run at once.")
@SEED
@SEATS
@SET
@click.option("--quiet", "-q", is_flag=True, help="Show no progress.")
@JSON
def simulate(
    variant: str,
    rounds: int,
    players: str | None,
    jobs: int | None,
    seed: int | None,
    seats: int | None,
    settings: Sequence[str],
    quiet: bool,
    as_json: bool,
) -> None:
    """Play first rounds of VARIANT and sum up how they end.

    \b
    dominocore simulate draw --rounds 100000
    dominocore simulate latin --players greedy,random,random,random --seed 7
    """
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (slow to import)

    from dominocore.tournaments import cores  # noqa: PLC0415

    chosen = configured(variant, settings, seats)
    known, workers = choose_seed(seed), jobs or cores()
    whole = True
    if players is None:
        with ThreadPoolExecutor(workers) as pool:
            result = deal_and_play(chosen.rules, rounds, known, executor=pool)
        names = ["any move"] * chosen.rules.seats
    else:
        names = seated(players.split(","), chosen.rules, None)
        if any(isinstance(name, Person) for name in names):
            raise click.UsageError("--players human: nobody is asked here; play asks a person")
        tally, whole = _played(chosen.rules, names, rounds, known, workers, quiet)
        result = tally.summary()
    if as_json:
        click.echo(json.dumps(_facts(result, str(chosen), names, known), indent=2))
    elif result.rounds:
        _report(result, str(chosen), names, chosen.rules)
    if seed is None:
        say(f"seed {known}")
    if not whole:
        say("interrupted")
        raise click.exceptions.Exit(INTERRUPTED)


# ---- playing ----


@dataclass(slots=True)
class Tally:
    """What rounds came to, summed up; tallies of parts can be added."""

    sides: int
    wins: Counter[int | None] = field(default_factory=Counter)
    endings: Counter[Ending] = field(default_factory=Counter)
    points: list[tuple[int, ...]] = field(default_factory=list)
    moves: int = 0

    def add(self, other: Tally) -> None:
        """Add another part."""
        self.wins += other.wins
        self.endings += other.endings
        self.points += other.points
        self.moves += other.moves

    def summary(self) -> Playouts:
        """Give what they came to."""
        made = [[points[side] for points in self.points] for side in range(self.sides)]
        return Playouts(
            rounds=len(self.points),
            totals=tuple(map(sum, made)),
            squares=tuple(sum(p * p for p in each) for each in made),
            wins=tuple(self.wins[side] for side in range(self.sides)),
            unwon=self.wins[None],
            out=self.endings[Ending.OUT],
            blocked=self.endings[Ending.BLOCKED],
            at_target=self.endings[Ending.TARGET],
            plies=self.moves,
        )


def play_rounds(
    rules: GameRules, players: Sequence[PlayerLike], seed: int, numbers: range
) -> Tally:
    """Play rounds by their numbers, each from a deal of its own."""
    tally = Tally(rules.n_sides)
    for number in numbers:
        table = Table(rules, players, seed=deal_seed(seed, number))
        match = table.play_round()
        state: GameState = match.state if match.last is None else match.last
        outcome = match.rounds[0].outcome
        tally.wins[outcome.side] += 1
        tally.endings[outcome.ending] += 1
        tally.points.append(outcome.points)
        tally.moves += len(state.history)
    return tally


def _played(
    rules: GameRules,
    players: Sequence[PlayerLike],
    rounds: int,
    seed: int,
    workers: int,
    quiet: bool,
) -> tuple[Tally, bool]:
    """Play all rounds; give what they came to, and whether they were not interrupted."""
    tally = Tally(rules.n_sides)
    try:
        with (
            progress("rounds", rounds, quiet) as done,
            closing(_parts(rules, players, rounds, seed, workers)) as parts,
        ):
            for part in parts:
                tally.add(part)
                done(len(tally.points))
    except KeyboardInterrupt:
        return tally, False
    return tally, True


def _parts(
    rules: GameRules, players: Sequence[PlayerLike], rounds: int, seed: int, workers: int
) -> Generator[Tally, None, None]:
    """Give the rounds part by part, in order, played in this process or in several."""
    chunks = [range(n, min(n + _CHUNK, rounds)) for n in range(0, rounds, _CHUNK)]
    play = partial(play_rounds, rules, players, seed)
    if workers == 1 or len(chunks) == 1:
        yield from map(play, chunks)
        return
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415  (slow to import)
    from multiprocessing import active_children, get_context  # noqa: PLC0415

    pool = ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts)
    others = active_children()

    def end() -> None:
        """End the processes, whatever they are doing."""
        pool.shutdown(wait=False, cancel_futures=True)
        for process in active_children():
            if process not in others:
                process.terminate()
        pool.shutdown()

    with closing(spread(pool, play, chunks, end)) as parts:
        yield from parts


def _leave_interrupts() -> None:
    """Leave the keyboard's interrupt to the process that waits for this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


# ---- reporting ----


def _report(result: Playouts, variant: str, names: list[Any], rules: GameRules) -> None:
    n = result.rounds
    show(f"{variant}: {n} first rounds, {result.mean_length:.1f} moves each")
    show()
    rows = [["side", "players", "won", "points a round"]]
    for side, wins in enumerate(result.wins):
        who = [str(name) for seat, name in enumerate(names) if rules.side_of(seat) == side]
        points = f"{result.mean_points[side]:.2f} ± {1.96 * result.standard_error(side):.2f}"
        rows.append([str(side), ", ".join(who), _share(wins, n), points])
    rows.append(["-", "nobody", _share(result.unwon, n), ""])
    print_table(rows)
    show()
    ends = (("out", result.out), ("blocked", result.blocked), ("target", result.at_target))
    print_table([["ended", "rounds"], *([name, _share(count, n)] for name, count in ends)])


def _share(count: int, n: int) -> str:
    return f"{count} ({count / n:.1%})"


def _facts(result: Playouts, variant: str, names: list[Any], seed: int) -> dict[str, Any]:
    return {
        "variant": variant,
        "seed": seed,
        "players": [str(name) for name in names],
        "rounds": result.rounds,
        "wins": list(result.wins),
        "unwon": result.unwon,
        "endings": {
            "out": result.out,
            "blocked": result.blocked,
            "target": result.at_target,
        },
        "mean_points": list(result.mean_points),
        "deviations": list(result.deviations),
        "mean_length": result.mean_length,
    }
