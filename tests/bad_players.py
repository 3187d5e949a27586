"""Players at fault, in a module that a process of its own can import."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import dominocore as dc

LEAK: list[bytearray] = []


class Bad:
    """A player that does one wrong thing when it is asked."""

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: dc.Observation) -> Any:
        """Do it."""
        raise NotImplementedError


class Raising(Bad):
    """Fails."""

    def choose(self, view: dc.Observation) -> Any:
        """Divide by zero."""
        return 1 // 0


class Nonsense(Bad):
    """Answers what is no move."""

    def choose(self, view: dc.Observation) -> Any:
        """Answer a number."""
        return 42


class Hanging(Bad):
    """Never answers, and cannot be interrupted by Python code."""

    def choose(self, view: dc.Observation) -> Any:
        """Search for what is not there, in C, with the interpreter's lock held."""
        while True:
            "a" * 10_000_000 in "b" * 100_000_000  # noqa: B015


class Sleeping(Bad):
    """Answers too late."""

    def choose(self, view: dc.Observation) -> Any:
        """Sleep for a minute, through anything that Python can catch."""
        for _ in range(60):
            try:
                time.sleep(1)
            except BaseException:
                continue
        return view.moves[0]


class Exiting(Bad):
    """Ends its process."""

    def choose(self, view: dc.Observation) -> Any:
        """Leave without a word."""
        os._exit(3)


class Crashing(Bad):
    """Crashes its process."""

    def choose(self, view: dc.Observation) -> Any:
        """Do what a failed assertion in C does."""
        os.abort()


class Leaking(Bad):
    """Fills the memory and keeps it."""

    def choose(self, view: dc.Observation) -> Any:
        """Take 64 MiB for good, and do not stop."""
        while True:
            LEAK.append(bytearray(1 << 26))


class Slowly(Bad):
    """Leaks a little in each decision, never enough for one round."""

    def choose(self, view: dc.Observation) -> Any:
        """Take 8 MiB for good."""
        LEAK.append(bytearray(1 << 23))
        return view.moves[0]


class Printing(Bad):
    """Writes to standard output, reads standard input."""

    def choose(self, view: dc.Observation) -> Any:
        """Print, and ask."""
        print("\x00\x80 nonsense " * 10)
        os.write(1, b"more of it\n")
        return view.moves[len(sys.stdin.read())]


class Unmade:
    """Cannot be made."""

    def __init__(self, seed: int) -> None:
        raise OSError("no book of openings")


class KilledOnce(Bad):
    """Is killed from outside, once: the file that it leaves says that it was."""

    def choose(self, view: dc.Observation) -> Any:
        """Die where the file is not there yet; answer otherwise."""
        try:
            Path(os.environ["DOMINOCORE_KILLED_ONCE"]).touch(exist_ok=False)
        except FileExistsError:
            return view.moves[0]
        os.kill(os.getpid(), signal.SIGKILL)


def spec(kind: type) -> dc.PlayerSpec:
    """Give the spec of one of these players, by its class."""
    return dc.PlayerSpec(kind.__name__.lower(), kind)
