# SPDX-License-Identifier: MIT
"""Long work in C that ctrl-C ends."""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable
from typing import Any, TypeVar

_T = TypeVar("_T")


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
