# SPDX-License-Identifier: MIT
"""Long work in C that ctrl-C ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

_T = TypeVar("_T")


def hears_interrupts() -> bool:
    """Tell whether ctrl-C arrives in this thread; in others work in C may run to its end."""
    return threading.current_thread() is threading.main_thread()


def interruptible(work: Callable[[], _T], flag: Any) -> _T:
    """Work in another thread: Python sees ctrl-C in the main one, where C would keep it from that.

    Args:
        work: what to do; it ends soon after `flag[0]` is 1.
        flag: see `dominocore._native_search.stop_flag`.
    """
    try:
        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (only for long work)

        threads = ThreadPoolExecutor(1)
        future = threads.submit(work)
    except RuntimeError:  # the interpreter is at its end and starts no thread
        return work()
    with threads:
        try:
            return future.result()
        except BaseException:
            flag[0] = 1
            raise
