# SPDX-License-Identifier: MIT
"""An interrupt may come at any moment, and leaves no executor waiting for ever."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextvars import ContextVar, copy_context

import pytest

import dominocore as dc
from dominocore import solve_many
from dominocore.errands import AHEAD, Errands, Here, spread

# Ctrl-C is heard where a function begins and where a call of C returns. This comes at each of
# those moments of some work in turn, until the work is done before its moment comes.
SCRIPT = """
import _thread, faulthandler, gc, inspect, sys, time
from concurrent.futures import ThreadPoolExecutor

import dominocore as dc
from dominocore import solve_many
from dominocore.tournaments import Contest

faulthandler.dump_traceback_later(100, exit=True)
STATE = dc.variant("block").deal(seed=3, leader=0)
SMALL = STATE
while len(SMALL.hands[0]) > 3:
    SMALL = SMALL.play(SMALL.moves[0])
VIEW = SMALL.observe(SMALL.turn)
PLAYER = dc.player("ismcts:ms=3600000:iters=40", seed=1)


def meet(pool, **how):
    contest = Contest("draw", ["first", "random"], seed=1)
    return lambda: [None for _ in contest.play(2, executor=pool, **how)]


WORK = {
    "rounds": lambda pool: lambda: dc.playouts([SMALL] * 2, 20_000, seed=1, executor=pool),
    "deals": lambda pool: lambda: dc.deal_and_play(STATE.rules, 20_001, seed=1, executor=pool),
    "solutions": lambda pool: lambda: solve_many([SMALL] * 5, time_limit=60, executor=pool),
    "games": lambda pool: meet(pool, isolate=False),
    "processes": lambda pool: meet(None, jobs=1),
    "solution": lambda pool: lambda: dc.solve(SMALL, time_limit=60),
    "decision": lambda pool: lambda: PLAYER.choose(VIEW),
}


def interrupted(work, place):
    count = 0

    def look(frame, event, arg):
        nonlocal count
        begins = event == "call" and not frame.f_code.co_flags & inspect.CO_GENERATOR
        if begins or event == "c_return":
            count += 1
            if count == place:
                sys.setprofile(None)
                raise KeyboardInterrupt

    with ThreadPoolExecutor(2) as pool:
        run = work(pool)
        try:
            sys.setprofile(look)
            run()
        except KeyboardInterrupt:
            pass
        else:
            return False
        finally:
            sys.setprofile(None)
        gc.collect()
    return True


work = WORK[sys.argv[1]]
work(None)()
place, step = int(sys.argv[2]), int(sys.argv[3])
while interrupted(work, place):
    place += step
while _thread._count():
    time.sleep(0.01)
print(place)
"""


@pytest.mark.parametrize(
    "work", ["rounds", "deals", "solutions", "games", "processes", "solution", "decision"]
)
def test_an_interrupt_at_any_moment_ends_the_work(work: str) -> None:
    """The executor serves on, and no thread stays behind."""
    step = 7 if work == "processes" else 1  # which takes a start of a process each time
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT, work, "1", str(step)],
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 20


class Inline(Executor):
    """Does what is submitted at once, in the thread that submits it."""

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def, override]
        """Do it."""
        future: Future[object] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


class Slow(Inline):
    """Does so only when it may."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.may_go_on = threading.Event()
        self.done: list[int] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def, override]
        """Wait, and do it."""
        self.begun.set()
        self.may_go_on.wait(60)
        self.done.append(args[0])
        return super().submit(fn, *args, **kwargs)


def negative(number: int) -> int:
    """Give the number with the other sign; not of 5."""
    if number == 5:
        raise ZeroDivisionError("five")
    return -number


@pytest.mark.parametrize("executor", [None, ThreadPoolExecutor(2)])
def test_what_comes_of_each_part_is_given_in_order(executor: Executor | None) -> None:
    """More parts than are sent ahead; an error comes in its place, and the executor serves on."""
    assert list(spread(executor, abs, range(-3 * AHEAD, 0))) == list(range(3 * AHEAD, 0, -1))
    parts = spread(executor, negative, range(3, 9))
    assert [next(parts), next(parts)] == [-3, -4]
    with pytest.raises(ZeroDivisionError, match="five"):
        next(parts)
    assert list(spread(executor, negative, [])) == []
    assert list(spread(executor, negative, [7, 8])) == [-7, -8]


def test_a_part_that_is_alone_is_done_here() -> None:
    """To have it done elsewhere only takes longer."""
    with ThreadPoolExecutor(2) as pool:
        here = threading.get_ident()
        assert list(spread(pool, lambda _: threading.get_ident(), [1])) == [here]
        assert here not in list(spread(pool, lambda _: threading.get_ident(), [1, 2]))


def test_parts_are_made_when_they_are_needed() -> None:
    """Without end, if need be."""

    def count() -> Iterator[int]:
        made = 0
        while True:
            assert made <= AHEAD + 1
            yield made
            made += 1

    with ThreadPoolExecutor(2) as pool:
        parts = spread(pool, abs, count())
        assert [next(parts), next(parts)] == [0, 1]
        parts.close()


def test_work_is_done_here_where_nobody_else_is() -> None:
    """At once, in the thread that asks."""
    errands = Here()
    errand = errands.send(threading.get_ident)
    assert errand.done and not errand.failed
    assert errand.result() == threading.get_ident()
    errands.close()


def test_what_has_not_begun_is_taken_back() -> None:
    """Be it with the executor or on its way there."""
    executor, ended = Slow(), threading.Event()
    errands = Errands(executor, ended.set)
    sent = [errands.send(negative, number) for number in range(4)]
    assert executor.begun.wait(60)
    threading.Timer(0.1, executor.may_go_on.set).start()
    errands.close()
    assert executor.done == [0] and ended.is_set()
    assert (sent[0].result(), sent[0].done, sent[1].done) == (0, True, False)

    may_go_on = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        errands = Errands(pool)
        first, *others = [errands.send(may_go_on.wait, 60) for _ in range(4)]
        while pool._work_queue.qsize() != 3:
            time.sleep(0.001)
        errands.close()
        for one in others:
            with pytest.raises(CancelledError):
                one.result()
            assert one.failed
        may_go_on.set()
        assert first.result() is True


def test_the_thread_leaves_when_the_errands_are_forgotten() -> None:
    """As after an interrupt that comes before they are closed."""
    ended = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        errands = Errands(pool, ended.set)
        assert errands.send(negative, 3).result() == -3
        assert not ended.is_set()
        del errands
        assert ended.wait(60)


def test_errands_need_one_thread_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a second cannot be had, the first does."""

    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    with ThreadPoolExecutor(1) as pool:
        pool.submit(int).result()
        monkeypatch.setattr(threading.Thread, "start", refuse)
        assert list(spread(pool, negative, [1, 2])) == [-1, -2]


@pytest.mark.parametrize("shut", [True, False])
def test_an_executor_that_takes_no_work_is_an_error(shut: bool) -> None:
    """Its own one, or that of one that gives no future."""

    class Mute(ThreadPoolExecutor):
        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def, override]
            return None

    pool = ThreadPoolExecutor(1) if shut else Mute(1)
    pool.shutdown()
    expected = (RuntimeError, "after shutdown") if shut else (AttributeError, "add_done_callback")
    with pytest.raises(expected[0], match=expected[1]):
        list(spread(pool, negative, [1, 2]))


def test_no_executor_is_named() -> None:
    """A class of executors is none either."""
    for wrong in (5, ThreadPoolExecutor):
        with pytest.raises(TypeError, match="executor is a concurrent"):
            list(spread(wrong, negative, [1]))  # type: ignore[arg-type]


def test_an_error_holds_nothing() -> None:
    """What the work refers to goes as soon as the error does, without a collection."""

    class Thing:
        """Something that can be watched."""

        def fail(self, _: int) -> None:
            """Raise an error."""
            raise ZeroDivisionError

    thing, gone = Thing(), threading.Event()
    watched = weakref.ref(thing, lambda _: gone.set())
    gc.collect()
    gc.disable()
    try:
        with ThreadPoolExecutor(1) as pool:
            with pytest.raises(ZeroDivisionError):
                list(spread(pool, thing.fail, [1, 2]))
            del thing
        assert gone.wait(60) and watched() is None
    finally:
        gc.enable()


def test_work_is_submitted_in_the_context_of_the_caller() -> None:
    """As executors expect that carry it to the work."""
    who: ContextVar[str] = ContextVar("who", default="nobody")

    class Carrying(ThreadPoolExecutor):
        def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def, override]
            return super().submit(copy_context().run, fn, *args, **kwargs)

    who.set("somebody")
    with Carrying(1) as pool:
        assert list(spread(pool, lambda _: who.get(), [1, 2])) == ["somebody"] * 2


OPEN = """
import os, sys
from concurrent.futures import ThreadPoolExecutor

from dominocore.tournaments import Contest

pool = ThreadPoolExecutor(2)
how = {"jobs": 1} if sys.argv[1] == "processes" else {"executor": pool, "isolate": False}
games = Contest("draw", ["first", "random"], seed=1).play(5, **how)
next(games)
if sys.argv[2] == "fork":
    child = os.fork()
    if not child:
        sys.exit(7)
    ended, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 7
    games.close()
    pool.shutdown()
print("end")
"""


@pytest.mark.parametrize("workers", ["processes", "threads"])
@pytest.mark.parametrize("end", ["exit", "fork"])
def test_what_is_left_open_keeps_no_process(workers: str, end: str) -> None:
    """Neither one that ends, nor a child that has none of its parent's threads."""
    if end == "fork" and not hasattr(os, "fork"):
        pytest.skip("the system has no fork")
    run = subprocess.run(
        [sys.executable, "-W", "ignore::DeprecationWarning", "-c", OPEN, workers, end],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "end\n", "")


def test_errands_are_closed_in_a_thread_that_is_waited_for() -> None:
    """As where garbage is collected in a game: there, nothing is waited for."""
    with ThreadPoolExecutor(1) as pool:
        errands = Errands(pool, pool.shutdown)
        assert errands.send(errands.close).result() is None


LARGE = dc.variant("draw", max_pip=9, hand_size=12).deal(seed=3, leader=0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("executor", [ThreadPoolExecutor(2), Inline()])
def test_searches_end_that_others_run(executor: Executor) -> None:
    """A search on a thread cannot hear ctrl-C, and would run on for hours."""
    with executor as pool:
        threading.Timer(0.5, os.kill, [os.getpid(), signal.SIGINT]).start()
        with pytest.raises(KeyboardInterrupt):
            solve_many([LARGE] * 20, executor=pool)
