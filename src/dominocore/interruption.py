# SPDX-License-Identifier: MIT
"""Long work in C, and what ends it: ctrl-C, a time limit, an event."""

from __future__ import annotations

import _thread
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

_T = TypeVar("_T")
_TICK = 0.005
"""The seconds between two looks at an event."""


def hears_interrupts() -> bool:
    """Tell whether ctrl-C arrives in this thread; in others work in C may run to its end."""
    return threading.current_thread() is threading.main_thread()


def interruptible(work: Callable[[], _T], flag: Any, owner: object) -> _T:
    """Work in another thread: Python sees ctrl-C in the main one, where C would keep it from that.

    The thread is the barest that there is: nothing waits for it at the end of the process, and a
    signal's handler may come here again. Where none can be had, as at the interpreter's end, the
    work is done in this one.

    Args:
        work: what to do; it ends soon after `flag[0]` is 1.
        flag: see `dominocore._native_search.stop_flag`.
        owner: what keeps alive all that the work reads: after ctrl-C it may still read for a while,
            when everybody else has left.
    """
    made: list[_T] = []
    failed: list[BaseException] = []
    busy = _thread.allocate_lock()

    def run(work: Callable[[], _T], _owner: object) -> None:
        try:
            made.append(work())
        except BaseException as error:
            failed.append(error)
        finally:
            busy.release()

    try:
        busy.acquire()
        try:
            _thread.start_new_thread(run, (work, owner))
        except RuntimeError:
            return work()
        busy.acquire()
    except BaseException:
        flag[0] = 1
        raise
    for error in failed:
        raise error
    return made[0]


class Alarm:
    """Raises a flag when the time of some work is over or an event is set.

    Its thread is as bare as that of `interruptible`, for the same reasons; and `threading.Timer`
    is made of locks that an interrupt can leave held.

    Args:
        flag: see `dominocore._native_search.stop_flag`; whoever has it may raise it, too.
        seconds: how long the work may take; None for ever.
        stop: what ends it when it is set.
    """

    def __init__(self, flag: Any, seconds: float | None, stop: threading.Event | None) -> None:
        self.flag = flag
        self._stop = stop
        self._end: float | None = None
        if seconds is not None:
            self._end = time.monotonic() + float(min(seconds, threading.TIMEOUT_MAX))
        self._off = _thread.allocate_lock()
        self._off.acquire()
        self.end = self._off.release
        """Watch no longer; a flag that is just being raised may still be. Call it once.

        An interrupt cannot come before it in a `finally`, as it can in a function of Python's.
        """

    def start(self) -> None:
        """Begin to watch.

        Raises:
            RuntimeError: no thread can be had, as at the interpreter's end.
        """
        if self.is_over():
            self.flag[0] = 1
        elif self._end is not None or self._stop is not None:
            _thread.start_new_thread(self._watch, ())

    def is_over(self) -> bool:
        """Tell whether the flag is raised, or ought to be."""
        if self.flag[0] or (self._stop is not None and self._stop.is_set()):
            return True
        return self._end is not None and time.monotonic() >= self._end

    def _watch(self) -> None:
        off = False
        try:
            while not off and not self.is_over():
                off = self._off.acquire(timeout=self._pause())
        finally:  # an event that fails ends the work as well
            if not off:
                self.flag[0] = 1

    def _pause(self) -> float:
        most = threading.TIMEOUT_MAX if self._stop is None else _TICK
        left = most if self._end is None else self._end - time.monotonic()
        return max(0.0, min(left, most))
