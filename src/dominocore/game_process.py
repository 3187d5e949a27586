# SPDX-License-Identifier: MIT
"""Games in a process of their own, which can be ended when a player hangs, crashes or leaks.

Any executor may run `play_apart`: on a thread, in a process or on another machine. Each thread
that does keeps one game process and hands it game after game. A process that dies is replaced, and
the game is played again from its start; only when the new process dies of it too is the player on
turn at fault. So a process that was ended from outside costs nobody a game.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from dominocore.games import Game, Terms
from dominocore.player_type import explain
from dominocore.registry import default

_START = (
    "import json, sys; sys.path[:] = json.loads(sys.argv.pop()); "
    "from dominocore.game_server import serve; serve()"
)
_PATIENCE = 5.0
"""The seconds that an idle process may take to leave."""

_OWN = threading.local()


class Stopped(Exception):
    """The crew was told to stop while a game was being played."""


class Crew(ThreadPoolExecutor):
    """Threads with a game process each, which can all be ended at once."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers, "dominocore-game", initializer=self._join)
        self.stopped = False
        self._processes: weakref.WeakSet[GameProcess] = weakref.WeakSet()

    def _join(self) -> None:
        _OWN.crew = self

    def add(self, process: GameProcess) -> None:
        """Take note of a process that a thread of the crew has started."""
        self._processes.add(process)

    def stop(self) -> None:
        """End all games that are being played; what they would have come to is lost."""
        self.stopped = True
        self.shutdown(wait=False, cancel_futures=True)
        for process in list(self._processes):
            process.end()
        self.shutdown()


def play_apart(packed: bytes, time_limit: float | None, deal: int, sides: Sequence[int]) -> Game:
    """Play a game in the process of this thread and give it; a player at fault loses it.

    Args:
        packed: the terms of the tournament, as `pack` gives them.
        time_limit: the time limit in them.
        deal: the number of the deal.
        sides: the number of the player on each side.

    Raises:
        Stopped: the crew of this thread was told to stop.
        RuntimeError: the process could not begin to play, and why.
    """
    reply = _ask(packed, deal, sides, tell=False)
    if reply.game is None:
        reply = _ask(packed, deal, sides, tell=True)
        _leave()
    if reply.game is not None:
        return reply.game
    if reply.turn is None or reply.turn.fault is None:
        raise RuntimeError("the process of a game ended before the game began")
    fault = reply.turn.fault
    hung = time_limit is not None and reply.waited >= time_limit
    what = f"gave no answer within {time_limit:g} s" if hung else "ended its process"
    return replace(reply.turn, fault=replace(fault, message=f"{fault.message} {what}"))


def play_all_apart(
    packed: bytes, time_limit: float | None, deal: int, games: Sequence[Sequence[int]]
) -> tuple[Game, ...]:
    """Play games of a deal in the process of this thread."""
    return tuple(play_apart(packed, time_limit, deal, sides) for sides in games)


def pack(terms: Terms) -> bytes:
    """Give terms in a form that a process anywhere can read.

    Raises:
        TypeError: a player or the rules cannot be sent to another process.
    """
    try:
        packed = pickle.dumps(terms)
    except Exception as error:
        raise TypeError(_ELSEWHERE.format(explain(error))) from error
    if b"__main__" in packed:
        raise TypeError(_ELSEWHERE.format("it is defined in the program itself, __main__"))
    for player in terms.players:
        if isinstance(player, str) and _is_only_here(player):
            raise TypeError(_ELSEWHERE.format(f"only this program has registered {player!r}"))
    return packed


def _is_only_here(player: str) -> bool:
    """Tell whether the program has registered a player itself: another process lacks it."""
    name = default().player(player)[0].name
    return any(not info.distribution and name in info.players for info in default().plugins())


_ELSEWHERE = (
    "a player or a rule cannot be sent to a process of its own: {}; install it as a plugin, take "
    "it from a module that can be imported, or play in this process with isolate=False"
)


# ---- the side of the executor ----


@dataclass(slots=True)
class _Reply:
    """What a process answered before it had done or died.

    Attributes:
        game: the game; None where the process died.
        turn: the game as it would end if the player on turn were at fault, where that was told.
        waited: the seconds since that turn.
    """

    game: Game | None = None
    turn: Game | None = None
    waited: float = 0.0


def _ask(packed: bytes, deal: int, sides: Sequence[int], *, tell: bool) -> _Reply:
    """Have this thread's process play a game; one that dies is not used again."""
    crew: Crew | None = getattr(_OWN, "crew", None)
    process: GameProcess | None = getattr(_OWN, "process", None)
    if crew is not None and crew.stopped:
        raise Stopped
    if process is None or process.packed != packed:
        _leave()
        process = _OWN.process = GameProcess(packed)
        if crew is not None:
            crew.add(process)
            if crew.stopped:  # in the meantime, and may have missed it
                _leave()
                raise Stopped
    reply = process.ask(deal, sides, tell)
    if reply.game is None:
        _leave()
        if crew is not None and crew.stopped:
            raise Stopped
    return reply


def _leave() -> None:
    """End this thread's process, if it has one."""
    found: GameProcess | None = getattr(_OWN, "process", None)
    _OWN.process = None
    if found is not None:
        found.end()


class GameProcess:
    """A process that plays games on the terms that it was started with."""

    def __init__(self, packed: bytes) -> None:
        self.packed = packed
        # A session of its own keeps the keyboard's interrupt away from it.
        self._popen = subprocess.Popen(
            [sys.executable, "-c", _START, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self._end = weakref.finalize(self, _end, self._popen, os.getpid())
        self._send(packed)

    def ask(self, deal: int, sides: Sequence[int], tell: bool) -> _Reply:
        """Have it play a game, and wait for what comes of it.

        Raises:
            RuntimeError: the process could not begin to play, and why.
        """
        self._send((deal, tuple(sides), tell))
        reply, since = _Reply(), time.monotonic()
        stream: Any = self._popen.stdout
        try:
            while reply.game is None:
                kind, value = pickle.load(stream)
                if kind == "error":
                    raise RuntimeError(value)
                if kind == "turn":
                    reply.turn, since = value, time.monotonic()
                else:
                    reply.game = value
        except (EOFError, OSError, ValueError, pickle.UnpicklingError):
            reply.waited = time.monotonic() - since
        return reply

    def end(self) -> None:
        """End it, whatever it is doing."""
        self._popen.kill()
        self._end()

    def _send(self, value: object) -> None:
        stream: Any = self._popen.stdin
        with contextlib.suppress(OSError, ValueError):  # it is dead: reading will tell
            pickle.dump(value, stream)
            stream.flush()


def _end(popen: subprocess.Popen[bytes], owner: int) -> None:
    """Let a process leave, and see to it that it does; it is no matter of a fork of its owner."""
    if os.getpid() != owner:
        return
    for stream in (popen.stdin, popen.stdout):
        with contextlib.suppress(OSError, ValueError):
            if stream is not None:
                stream.close()
    try:
        popen.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        popen.kill()
        popen.wait()
