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
import threading
import weakref
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
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

    __slots__ = ("_busy", "_error", "_future", "_value", "done")

    _value: _T

    def __init__(self) -> None:
        self.done = False
        """Whether it has come to something, be it an error."""
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

    @property
    def failed(self) -> bool:
        """Whether it has come to an error."""
        return self._error is not None

    def result(self) -> _T:
        """Wait until it has come to something, and give that or raise it; one thread may ask."""
        if not self.done:
            self._busy.acquire()
        if self._error is not None:
            raise self._error
        return self._value

    def _begin(self, executor: Executor, work: Callable[..., _T], args: tuple[Any, ...]) -> None:
        try:
            self._future = executor.submit(work, *args)
            self._future.add_done_callback(self._end)
        except BaseException as error:
            self._error = error
            self._leave()

    def _end(self, future: Future[_T]) -> None:
        try:
            self._value = future.result()
        except BaseException as error:
            self._error = error
        self._leave()

    def _leave(self) -> None:
        self.done = True
        self._busy.release()

    def _cancel(self) -> None:
        if self._future is not None:
            self._future.cancel()


class Errands:
    """Sends an executor on errands.

    Args:
        executor: who does the work.
        last: what takes back what has not begun, when no more is sent; None cancels each.

    Raises:
        TypeError: it is no executor.
    """

    def __init__(self, executor: Executor, last: Callable[[], object] | None = None) -> None:
        able("executor", executor, "a concurrent.futures.Executor or None", "submit")
        self._sent: SimpleQueue[Any] = SimpleQueue()
        self._gone = _thread.allocate_lock()
        self._gone.acquire()
        # an interrupt may come before `close` does: then the end of this object tells the thread
        lost = weakref.ref(self, self._sent.put)
        _thread.start_new_thread(_hire, (executor, self._sent, last, self._gone, lost))

    def send(self, work: Callable[..., _T], *args: Any) -> Errand[_T]:
        """Have the executor do some work."""
        errand: Errand[_T] = Errand()
        self._sent.put((errand, work, args))
        return errand

    def close(self) -> None:
        """Take back what has not begun; what has is not waited for. Call it once."""
        with suppress(Empty):
            while True:
                self._sent.get_nowait()
        self._sent.put(None)
        self._gone.acquire()


class Here:
    """Does each errand itself, when it is sent."""

    def send(self, work: Callable[..., _T], *args: Any) -> Errand[_T]:
        """Do some work."""
        return Errand.over(work(*args))

    def close(self) -> None:
        """Do nothing: all is done."""


def _hire(*terms: Any) -> None:
    """Deliver in a thread that is a whole one: executors ask which one they are in.

    The main thread cannot start it: that takes locks, too.
    """
    try:
        threading.Thread(target=_deliver, args=terms, name="errands", daemon=True).start()
    except RuntimeError:  # no more can be had
        _deliver(*terms)


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
        if last is not None:
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
        able("executor", executor, "a concurrent.futures.Executor or None", "submit")
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
