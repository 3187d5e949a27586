# SPDX-License-Identifier: MIT
"""Ctrl-C ends long work in C, whenever it comes, and a signal's handler may work itself."""

from __future__ import annotations

import _thread
import gc
import signal
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import pytest

from dominocore import Rules, State, _native_search, perft, solve
from dominocore._native_search import stop_flag
from dominocore.interruption import Alarm, hears_interrupts, interruptible

LARGE = State.deal(Rules(max_pip=18, hand_size=90), seed=3, leader=0)
SMALL = State.deal(Rules(), seed=3, leader=0)

needs_signals = pytest.mark.skipif(
    not hasattr(signal, "SIGUSR1"), reason="the system has no signals of the user's"
)


def when_a_thread_starts(monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> None:
    """Do something once, just after the next thread has started."""
    start = _thread.start_new_thread

    def start_once(*args: Any) -> Any:
        monkeypatch.setattr(_thread, "start_new_thread", start)
        number = start(*args)
        then()
        return number

    monkeypatch.setattr(_thread, "start_new_thread", start_once)


@pytest.mark.parametrize("work", [lambda: perft(LARGE, 40), lambda: solve(LARGE)])
def test_an_early_interrupt_ends_the_work(
    work: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that comes before anybody waits for the thread: it ends all the same."""
    ended = threading.Event()
    began = threading.Event()
    start = _thread.start_new_thread

    def watched(run: Callable[..., None], args: tuple[Any, ...]) -> int:
        def noted(*args: Any) -> None:
            began.set()
            run(*args)
            ended.set()

        number = start(noted, args)
        began.wait()
        signal.raise_signal(signal.SIGINT)
        return number

    monkeypatch.setattr(_thread, "start_new_thread", watched)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert ended.wait(60)


@needs_signals
def test_a_handler_may_count_while_a_count_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait for what it has interrupted."""
    expected, inner = perft(SMALL, 14), perft(SMALL, 13)
    found: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda *_: found.append(perft(SMALL, 13)))
    try:
        when_a_thread_starts(monkeypatch, lambda: signal.raise_signal(signal.SIGUSR1))
        assert perft(SMALL, 14) == expected
        assert found == [inner]
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_where_no_thread_can_be_had_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """As at the end of the interpreter."""
    expected = perft(SMALL, 14)

    def refuse(*args: object) -> int:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refuse)
    assert perft(SMALL, 14) == expected
    assert interruptible(threading.get_ident, stop_flag(), None) == threading.get_ident()


def test_what_the_work_gives_and_raises_comes_back() -> None:
    """From another thread, and the flag stays as it was."""
    flag = stop_flag()
    assert interruptible(threading.get_ident, flag, None) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        interruptible(lambda: 1 // 0, flag, None)
    assert interruptible(lambda: time.sleep(0.01) or 5, flag, None) == 5
    assert flag[0] == 0


def test_interrupts_arrive_in_the_main_thread() -> None:
    """In no other."""
    found: list[bool] = []
    thread = threading.Thread(target=lambda: found.append(hears_interrupts()))
    thread.start()
    thread.join()
    assert (hears_interrupts(), found) == (True, [False])


def test_what_the_work_reads_is_kept_until_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C sends everybody away while the work still reads."""

    class Owner:
        """Something that can be watched."""

    owner, may_end, ended = Owner(), threading.Event(), threading.Event()
    watched = weakref.ref(owner, lambda _: ended.set())

    when_a_thread_starts(monkeypatch, lambda: signal.raise_signal(signal.SIGINT))
    with pytest.raises(KeyboardInterrupt) as caught:
        interruptible(lambda: may_end.wait(60), stop_flag(), owner)
    del owner, caught
    gc.collect()
    assert watched() is not None
    may_end.set()
    assert ended.wait(60)


def test_a_count_ends_at_a_limit_or_by_the_flag() -> None:
    """Then it gives nothing: no part of a count is called one."""
    flag = stop_flag()
    call = SMALL._round.c, SMALL._bytes
    assert _native_search.perft(*call, 14, 0, flag, 256) is None
    assert _native_search.perft(*call, 6, 0, flag, 10**9) == perft(SMALL, 6)
    assert _native_search.perft(*call, 6, 0, flag, (1 << 64) - 1) == perft(SMALL, 6)
    flag[0] = 1
    assert _native_search.perft(*call, 1, 0, flag, 0) is None


def wait_for(flag: Any) -> None:
    """Wait until a flag is raised, by somebody who has a minute for it."""
    until = time.monotonic() + 60
    while not flag[0] and time.monotonic() < until:
        time.sleep(0.001)
    assert flag[0] == 1


class Watched(Alarm):
    """One whose thread tells when it begins and when it leaves."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.began, self.left = threading.Event(), threading.Event()

    def _watch(self) -> None:
        self.began.set()
        super()._watch()
        self.left.set()


def test_an_alarm_raises_the_flag_when_the_time_is_over() -> None:
    """Not before; and never once it was ended, for then its thread leaves."""
    flag = stop_flag()
    alarm = Alarm(flag, 0.01, None)
    alarm.start()
    wait_for(flag)
    assert alarm.is_over()
    alarm.end()

    flag = stop_flag()
    watched = Watched(flag, 3600, None)
    watched.start()
    assert watched.began.wait(60)
    assert (flag[0], watched.is_over(), watched.left.is_set()) == (0, False, False)
    watched.end()
    assert watched.left.wait(60) and flag[0] == 0


@pytest.mark.parametrize("seconds", [None, 60, 10**400, float("inf")])
def test_an_alarm_raises_the_flag_when_an_event_is_set(seconds: float | None) -> None:
    """With a time or without, and before it was started."""
    flag, event = stop_flag(), threading.Event()
    alarm = Alarm(flag, seconds, event)
    alarm.start()
    assert (flag[0], alarm.is_over()) == (0, False)
    event.set()
    wait_for(flag)
    alarm.end()

    flag = stop_flag()
    alarm = Alarm(flag, seconds, event)
    alarm.start()
    assert flag[0] == 1
    alarm.end()


def test_an_alarm_leaves_when_somebody_else_raises_the_flag() -> None:
    """Nobody needs it any more."""
    flag = stop_flag()
    alarm = Watched(flag, None, threading.Event())
    alarm.start()
    assert alarm.began.wait(60) and not alarm.left.is_set()
    flag[0] = 1
    assert alarm.left.wait(60)
    alarm.end()


def test_an_event_that_fails_ends_the_work_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one of a manager that is no more: the time could not be kept without it."""
    told = threading.Event()
    monkeypatch.setattr(sys, "unraisablehook", lambda _: told.set())

    class Lost(threading.Event):
        """Fails from the second time on."""

        asked = 0

        def is_set(self) -> bool:
            """Fail."""
            self.asked += 1
            if self.asked > 1:
                raise BrokenPipeError
            return False

    flag = stop_flag()
    alarm = Alarm(flag, 3600, Lost())
    alarm.start()
    wait_for(flag)
    alarm.end()
    assert told.wait(60)


def test_an_alarm_without_a_time_or_an_event_needs_no_thread(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It costs a search of a few microseconds nothing."""

    def refuse(*args: object) -> int:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(_thread, "start_new_thread", refuse)
    alarm = Alarm(stop_flag(), None, None)
    alarm.start()
    assert not alarm.is_over()
    alarm.end()
    with pytest.raises(RuntimeError, match="new thread"):
        Alarm(stop_flag(), 5, None).start()
