# SPDX-License-Identifier: MIT
"""Tournaments: players meet over the same deals with swapped seats, on any number of workers."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dominocore import _native, tournament_file
from dominocore.arguments import MANY, shorten, whole
from dominocore.errands import AHEAD, Errand, Errands, Here
from dominocore.errors import RulesError
from dominocore.game_process import Crew, pack, play_all_apart
from dominocore.games import Game, Terms, play_here
from dominocore.match import resolve
from dominocore.paired import PairStats, Sprt
from dominocore.player_type import PlayerSpec
from dominocore.protocol import GameRules
from dominocore.schedule import SCHEDULES, arrangements, lineups
from dominocore.table import PlayerLike, Table
from dominocore.tournament_file import Book, Group, Key
from dominocore.tournament_result import TournamentResult

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from dominocore.variant_type import Variant

_GIB = 1 << 30
_LEAST_MEMORY = 64 << 20
"""The bytes that the process of a game needs for itself."""


def tournament(
    variant: Variant | GameRules | str,
    players: Iterable[PlayerLike],
    *,
    deals: int = 100,
    unit: str = "round",
    schedule: str = "round-robin",
    sprt: Sprt | None = None,
    seed: int | None = None,
    executor: Executor | None = None,
    isolate: bool = True,
    time_limit: float | None = 10.0,
    memory_limit: int | None = 4 * _GIB,
    allow_cheats: bool = False,
    path: str | os.PathLike[str] | None = None,
    resume: bool = False,
    watch: Callable[[Group], object] | None = None,
    **options: Any,
) -> TournamentResult:
    """Let players meet over the same deals, each deal once for every way they can swap seats.

    With two sides a deal is played twice, and the two games are one *pair*, the unit of all
    statistics. With more sides the players change seats until each has had every hand. In games of
    partners a player takes all seats of its side. What a player draws depends on the deal, the
    seat and its decision, so that a player against itself ties every pair. The result is the same
    for any number of workers.

    Each game is played in a process that can be ended. A player that raises, answers no legal
    move, takes longer than its limit, fills the memory or ends its process loses the game, is
    named in `faults`, and the tournament goes on.

    >>> import dominocore as dc
    >>> result = dc.tournament("draw", ["greedy", "random"], deals=20, seed=7, isolate=False)
    >>> result.pair("greedy", "random").pairs
    20

    Args:
        variant: a variant, the name of one, or rules.
        players: two or more: texts such as `"greedy"`, specs, or objects with `choose`.
        deals: how many deals to play at most, 1 or more.
        unit: what a game is: `round` plays the first round of a match, `match` all of it.
        schedule: `round-robin`, everybody against everybody, or `gauntlet`, the first player
            against each other. Where there are more than two sides, as many players meet as
            there are sides.
        sprt: a sequential test of the two players, which ends the tournament when it is decided.
        seed: an int of up to 256 bits; None takes that of the file to resume, or one from the
            operating system.
        executor: runs the games; None runs them on all cores.
        isolate: whether games are played in processes of their own, one for each worker. Without,
            an executor's worker plays itself, and with no executor this thread does: a player
            that hangs or crashes then takes the worker with it.
        time_limit: the seconds that a player may take for an answer; None lets it think.
        memory_limit: the bytes of memory that the process of a game may have, 64 MiB or more, where
            the system can limit that; None sets no limit.
        allow_cheats: whether players may take part that ask to see every hand.
        path: a file for the results, in JSON lines, written as they come in.
        resume: whether to go on with the file where it is there; else it has to be new.
        watch: a function that is told each group of games, in the order of the schedule.
        options: options of the variant, and fields of the rules, by name.

    Raises:
        RulesError: the rules are not possible, or a match would have no end.
        PluginError: there is no such player or option.
        PlayerError: a player asks to see everything and may not, or it is none.
        NotationError: the file to resume is of another tournament, or damaged.
        FileExistsError: there is a file already and it is not to be resumed.
        TypeError: a player cannot be sent to another process.
        ValueError: another argument is not possible.
    """
    file = None if path is None else Path(path)
    if seed is None and resume and file is not None:
        seed = tournament_file.seed_of(file)
    contest = Contest(
        variant,
        players,
        unit=unit,
        schedule=schedule,
        sprt=sprt,
        seed=seed,
        time_limit=time_limit,
        memory_limit=memory_limit,
        allow_cheats=allow_cheats,
        **options,
    )
    book = None if file is None else contest.open(file, resume=resume)
    try:
        with closing(contest.play(deals, executor=executor, isolate=isolate, book=book)) as played:
            for group in played:
                if watch is not None:
                    watch(group)
    finally:
        if book is not None:
            book.close()
    return contest.result()


class Contest:
    """A tournament that is being played: what `tournament` and the command line are made of.

    Its arguments are those of `tournament`.
    """

    def __init__(
        self,
        variant: Variant | GameRules | str,
        players: Iterable[PlayerLike],
        *,
        unit: str = "round",
        schedule: str = "round-robin",
        sprt: Sprt | None = None,
        seed: int | None = None,
        time_limit: float | None = 10.0,
        memory_limit: int | None = 4 * _GIB,
        allow_cheats: bool = False,
        **options: Any,
    ) -> None:
        for name, value, known in (
            ("unit", unit, ("round", "match")),
            ("schedule", schedule, SCHEDULES),
        ):
            if value not in known:
                raise ValueError(f"{name}={shorten(value)}: expected {' or '.join(known)}")
        if isinstance(players, str):
            raise TypeError(f"players is a list of players, got the text {shorten(players)}")
        entrants = tuple(players)
        if len(entrants) < 2:
            raise ValueError(f"a tournament has 2 players or more, got {len(entrants)}")
        if memory_limit is not None:
            whole("memory_limit", memory_limit, _LEAST_MEMORY, MANY)
        text, rules = resolve(variant, options)
        if unit == "match" and not rules.has_end:
            raise RulesError("target=None: a match without a target has no end; play rounds")
        if sprt is not None and (len(entrants) != 2 or not isinstance(sprt, Sprt)):
            raise ValueError(f"sprt is an Sprt, of 2 players; got {shorten(sprt)}, {len(entrants)}")
        key = int.from_bytes(_native.seed_bytes(seed), "little")
        self.terms = Terms(rules, entrants, unit, key, time_limit, memory_limit, allow_cheats)
        self.variant, self.schedule, self.sprt = text, schedule, sprt
        names, self._versions = self._read_players()
        self.players = _told_apart(names)
        self.lineups = lineups(len(entrants), rules.n_sides, gauntlet=schedule == "gauntlet")
        self.groups: list[Group] = []
        """What was played so far, in the order of the schedule."""
        self.verdict: str | None = None
        self._counts: list[int] = []

    def _read_players(self) -> tuple[list[str], list[int]]:
        """Give the names and versions of the players, each of whom a table would take."""
        terms, names, versions = self.terms, [], []
        for player in terms.players:
            table = Table(
                terms.rules,
                [player],
                seed=0,
                time_limit=terms.time_limit,
                allow_cheats=terms.allow_cheats,
            )
            names.append(table.names[0])
            versions.append(_version(player))
        return names, versions

    @property
    def facts(self) -> dict[str, Any]:
        """What the tournament is: two that agree in this play the same games."""
        terms = self.terms
        return {
            "variant": self.variant,
            "rules": terms.rules.to_dict(),
            "players": list(self.players),
            "versions": self._versions,
            "unit": terms.unit,
            "schedule": self.schedule,
            "seed": terms.seed,
            "time_limit": terms.time_limit,
            "memory_limit": terms.memory_limit,
        }

    def open(self, path: Path, *, resume: bool) -> Book:
        """Open a file for the results."""
        if resume:
            return tournament_file.resume(path, self.facts, self._key, self._seats)
        return tournament_file.begin(path, self.facts)

    def result(self) -> TournamentResult:
        """Give what was played so far."""
        return TournamentResult(
            self.variant,
            self.terms.unit,
            self.schedule,
            self.players,
            self.terms.seed,
            tuple(self.groups),
            self.sprt,
            self.verdict,
        )

    # ---- playing ----

    def play(
        self,
        deals: int,
        *,
        executor: Executor | None = None,
        isolate: bool = True,
        jobs: int | None = None,
        book: Book | None = None,
    ) -> Generator[Group, None, None]:
        """Play, and give each group in the order of the schedule; close it when you leave early."""
        places = iter(range(whole("deals", deals, 1, MANY) * len(self.lineups)))
        work, ahead = self._work(isolate), AHEAD
        errands: Errands | Here
        if executor is not None:
            errands = Errands(executor)
        elif isolate:
            crew = Crew(jobs or cores())
            errands = Errands(crew, crew.stop)
        else:
            errands, ahead = Here(), 1
        found = {} if book is None else book.found
        under_way: deque[tuple[Key, Errand[tuple[Game, ...]]]] = deque()
        try:
            while self.verdict is None:
                for place in islice(places, ahead - len(under_way)):
                    key = self._key(place)
                    known = found.get(key)
                    if known is None:
                        deal, lineup = key
                        seats = arrangements(lineup, self.terms.rules.n_sides, deal)
                        under_way.append((key, errands.send(work, deal, seats)))
                    else:
                        under_way.append((key, Errand.over(known.games)))
                if not under_way:
                    break
                key, games = under_way[0]
                group = Group(*key, games.result())
                under_way.popleft()
                self._take(group, book)
                yield group
        except BaseException:
            for key, games in under_way:
                if book is not None and games.done and not games.failed:
                    book.write(Group(*key, games.result()))
            raise
        finally:
            errands.close()

    def _work(self, isolate: bool) -> Callable[[int, Sequence[Sequence[int]]], tuple[Game, ...]]:
        """Give the function that plays games of a deal."""
        if isolate:
            return partial(play_all_apart, pack(self.terms), self.terms.time_limit)
        return partial(play_here, self.terms)

    def _take(self, group: Group, book: Book | None) -> None:
        """Count a group, and write it where the file does not have it in its place."""
        if book is not None and len(self.groups) >= book.kept:
            book.write(group)
        self.groups.append(group)
        if self.sprt is not None:
            halves, met = group.halves(0, 1)
            self._counts = self._counts or [0] * (2 * met + 1)
            self._counts[halves] += 1
            self.verdict = self.sprt.decide(PairStats(tuple(self._counts), self.terms.unit))

    def _key(self, place: int) -> Key:
        """Give what stands in a place of the schedule: all lineups of a deal, then the next."""
        deal, lineup = divmod(place, len(self.lineups))
        return deal, self.lineups[lineup]

    def _seats(self, deal: int, lineup: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Give the players by side in each game of a group; none of a lineup that never meets."""
        if lineup not in self.lineups:
            return []
        return arrangements(lineup, self.terms.rules.n_sides, deal)


def cores() -> int:
    """Give how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _version(player: PlayerLike) -> int:
    if isinstance(player, str):
        from dominocore.registry import default  # noqa: PLC0415  (it loads the plugins)

        player = default().player(player)[0]
    return player.version if isinstance(player, PlayerSpec) else 1


def _told_apart(names: list[str]) -> tuple[str, ...]:
    """Number the names that are there more than once: greedy, greedy#2."""
    found: list[str] = []
    for name in names:
        before = sum(other == name for other in names[: len(found)])
        found.append(f"{name}#{before + 1}" if before else name)
    return tuple(found)
