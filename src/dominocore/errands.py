# SPDX-License-Identifier: MIT
"""Work that an executor does, so that ctrl-C may come at any moment.

Executors and futures guard what they hold with locks, and an interrupt that comes while the main
thread takes one leaves it locked for good: the workers wait for it, and whoever waits for them
does, too. So the main thread takes none. A thread that hears no interrupt does all that is to be
done with the executor; the main one talks to it by queues and bare locks, which an interrupt
cannot leave half taken.
"""

from __future__ import annotations

import _thread
import os
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from contextvars import Context, copy_context
from itertools import chain, islice
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from dominocore.arguments import able

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

_P = TypeVar("_P")
_T = TypeVar("_T")

AHEAD = 256
"""How many errands may be done or under way ahead of the first that is not."""


class Errand(Generic[_T]):
    """Work that an executor was sent to do."""

    __slots__ = ("_busy", "_error", "_future", "_value", "done", "failed")

    _value: _T

    def __init__(self) -> None:
        self.done = False
        """Whether it has come to something, be it an error."""
        self.failed = False
        """Whether it has come to an error."""
        self._error: BaseException | None = None
        self._future: Future[_T] | None = None
        self._busy = _thread.allocate_lock()
        self._busy.acquire()

    @classmethod
    def over(cls, value: _T) -> Errand[_T]:
        """Give one that has come to a value."""
        errand: Errand[_T] = cls()
        errand._value, errand.done = value, True
        return errand

    def result(self) -> _T:
        """Wait until it has come to something, and give that or raise it; an error is raised once.

        One thread may ask.
        """
        if not self.done:
            self._busy.acquire()
        error, self._error = self._error, None
        if error is not None:
            try:
                raise error
            finally:
                del error  # or its traceback would hold this frame, and the frame the error
        return self._value

    def _begin(self, executor: Executor, work: Callable[..., _T], args: tuple[Any, ...]) -> None:
        try:
            self._future = executor.submit(work, *args)
            self._future.add_done_callback(self._end)
        except BaseException as error:
            self._fail(error)

    def _end(self, future: Future[_T]) -> None:
        self._future = None
        try:
            error = future.exception()
        except BaseException as cancelled:
            error = cancelled
        if error is None:
            self._value = future.result()
            self._leave()
        else:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        self._error, self.failed = error, True
        self._leave()

    def _leave(self) -> None:
        self.done = True
        self._busy.release()

    def _cancel(self) -> None:
        future = self._future
        if future is not None:
            future.cancel()


class Errands:
    """Sends an executor on errands.

    Args:
        executor: who does the work.
        last: what takes back what has not begun, when no more is sent, and is waited for; None
            cancels each.

    Raises:
        TypeError: it is no executor.
    """

    def __init__(self, executor: Executor, last: Callable[[], object] | None = None) -> None:
        _check(executor)
        self._sent: SimpleQueue[Any] = SimpleQueue()
        self._gone = _thread.allocate_lock()
        self._gone.acquire()
        self._waits = last is not None
        self._home = os.getpid(), _thread.get_ident()
        # an interrupt may come before `close` does: then the end of this object tells the thread
        lost = weakref.ref(self, self._sent.put)
        terms = copy_context(), executor, self._sent, last, self._gone, lost
        _thread.start_new_thread(_hire, terms)

    def send(self, work: Callable[..., _T], *args: Any) -> Errand[_T]:
        """Have the executor do some work."""
        errand: Errand[_T] = Errand()
        self._sent.put((errand, work, args))
        return errand

    def close(self) -> None:
        """Take back what has not begun; what has is not waited for. Call it once.

        A generator is closed wherever the garbage is collected: in a child after a fork or at the
        interpreter's end, where the thread is no more, or in a thread that it waits for.
        """
        with suppress(Empty):
            while True:
                self._sent.get_nowait()
        self._sent.put(None)
        at_home = self._home == (os.getpid(), _thread.get_ident())
        if self._waits and at_home and not sys.is_finalizing():
            self._gone.acquire()


class Here:
    """Does each errand itself, when it is sent."""

    def send(self, work: Callable[..., _T], *args: Any) -> Errand[_T]:
        """Do some work."""
        return Errand.over(work(*args))

    def close(self) -> None:
        """Do nothing: all is done."""


def _check(executor: Executor) -> None:
    able("executor", executor, "a concurrent.futures.Executor or None", "submit")


def _hire(context: Context, *terms: Any) -> None:
    """Start the thread that delivers: a whole one, since executors ask which one they are in.

    The main thread cannot start it: that takes locks, too.
    """

    def work() -> None:
        context.run(_deliver, *terms)

    try:
        threading.Thread(target=work, name="errands", daemon=True).start()
    except RuntimeError:  # no more can be had
        work()


def _deliver(
    executor: Executor,
    sent: SimpleQueue[Any],
    last: Callable[[], object] | None,
    gone: _thread.LockType,
    _lost: object,
) -> None:
    """Hand the executor what is sent, until something comes that is no errand."""
    under_way: deque[Errand[Any]] = deque()
    try:
        while isinstance(one := sent.get(), tuple):
            errand, work, args = one
            while under_way and under_way[0].done:
                under_way.popleft()
            under_way.append(errand)
            errand._begin(executor, work, args)
        if last is not None:  # in place of what follows: pools may fail on what others cancel
            last()
            return
        for errand in under_way:
            errand._cancel()
    finally:
        gone.release()


def spread(
    executor: Executor | None,
    work: Callable[[_P], _T],
    parts: Iterable[_P],
    last: Callable[[], object] | None = None,
) -> Generator[_T, None, None]:
    """Give what the work comes to for each part, in order; close it when you leave early.

    Args:
        executor: who does it; None does one part after the other, here, as is done with a part that
            is alone.
        work: what to do with a part.
        parts: the parts.
        last: see `Errands`.

    Raises:
        TypeError: it is no executor.
    """
    if executor is not None:
        _check(executor)
    left = iter(parts)
    first = list(islice(left, 2))
    if executor is None or len(first) < 2:
        yield from map(work, chain(first, left))
        return
    errands = Errands(executor, last)
    try:
        left, sent = chain(first, left), deque[Errand[_T]]()
        while True:
            sent.extend(errands.send(work, part) for part in islice(left, AHEAD - len(sent)))
            if not sent:
                return
            yield sent.popleft().result()
    finally:
        errands.close()
