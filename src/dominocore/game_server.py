# SPDX-License-Identifier: MIT
"""What runs in the process of a game: it plays what it is asked to, under a watchdog."""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import signal
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import inf
from typing import IO

from dominocore.errors import PlayerError
from dominocore.games import Game, Terms, forfeit, lost, play_game
from dominocore.table import Table

_SLACK = 0.2
"""A timer is set anew when this share of the limit is gone, and has twice that on top."""


def serve() -> None:
    """Play the games that are asked for on standard input, until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders, answers = _take_streams()

    def answer(kind: str, value: object) -> None:
        pickle.dump((kind, value), answers)
        answers.flush()

    try:
        terms: Terms = pickle.loads(pickle.load(orders))
        _limit_memory(terms.memory_limit)
        while True:
            try:
                deal, sides, tell = pickle.load(orders)
            except EOFError:
                return
            answer("game", _play(terms, deal, sides, answer if tell else None))
    except Exception:
        answer("error", traceback.format_exc())


def _play(
    terms: Terms, deal: int, sides: Sequence[int], answer: Callable[[str, object], None] | None
) -> Game:
    """Play a game under a watchdog, which ends the process when an answer takes too long."""
    watchdog = _Watchdog(terms.time_limit)

    def turn(table: Table, seat: int) -> None:
        watchdog.restart()
        if answer is not None:
            match = table.match
            when = f"round {match.round}, move {len(match.state.history) + 1}:"
            answer("turn", forfeit(terms.rules, sides, seat, when))

    try:
        # The watchdog keeps the time: an answer that comes late must not be weighed otherwise
        # than one that never comes.
        return play_game(replace(terms, time_limit=None), deal, sides, turn)
    except PlayerError as error:
        if answer is None and isinstance(error.__cause__, MemoryError):
            os._exit(1)  # others may have filled the memory before: try again in a new process
        return lost(terms.rules, sides, error)
    finally:
        watchdog.rest()


class _Watchdog:
    """Ends the process when it is not restarted in time, even from within code in C.

    Setting the timer costs as much as several moves, so it is set anew only when a share of the
    limit is gone: an answer has its limit at least, and not half of it more.
    """

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self._set = -inf
        self._nowhere = open(os.devnull, "w")  # noqa: SIM115  (the timer writes there)

    def restart(self) -> None:
        """Say that the player on turn has its whole limit from now."""
        now = time.monotonic()
        if self._limit is not None and now - self._set > _SLACK * self._limit:
            seconds = (1 + 2 * _SLACK) * self._limit
            faulthandler.dump_traceback_later(seconds, exit=True, file=self._nowhere)
            self._set = now

    def rest(self) -> None:
        """Stop the timer."""
        faulthandler.cancel_dump_traceback_later()
        self._nowhere.close()


def _take_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Take the standard streams away: what players print goes to standard error."""
    orders, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return orders, answers


def _limit_memory(limit: int | None) -> None:
    """Limit the memory of this process, where the system can."""
    if limit is None:
        return
    try:
        import resource  # noqa: PLC0415  (Windows has none)
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
