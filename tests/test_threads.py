# SPDX-License-Identifier: MIT
"""Threads, forks, interpreters that end and interpreters inside interpreters."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

import dominocore as dc
from dominocore.registry import Registry
from dominocore.solver import solve
from games import random_match
from test_layers import uncounted

RULES = {name: dc.variant(name).rules for name in ("block", "draw", "fives", "sebastopol")}
STATES = {name: dc.State.deal(rules, seed=3, leader=0) for name, rules in RULES.items()}


def small(name: str) -> dc.State:
    """Give a state in the middle of a round of two sides."""
    state = dc.State.deal(RULES[name], seed=9, leader=0)
    for _ in range(6):
        state = state.play(state.moves[0])
    return state


SMALL = {name: small(name) for name in ("block", "draw", "fives")}
RECORD = str(dc.Record.of(random_match(dc.variant("draw"), 4, 2)))
REGISTRY = Registry()

JOBS: dict[str, Callable[[], Any]] = {
    "rounds": lambda: [str(random_match(rules, 5, 1).last) for rules in RULES.values()],
    "perft": lambda: [dc.perft(state, 3) for state in STATES.values()],
    "playouts": lambda: [dc.playouts(state, 200, seed=1) for state in STATES.values()],
    "solve": lambda: [solve(state, max_nodes=20_000) for state in SMALL.values()],
    "samples": lambda: [
        [str(world) for world in state.observe(0).sample(n=5, seed=2)] for state in SMALL.values()
    ],
    "marginals": lambda: [state.observe(0).marginals() for state in SMALL.values()],
    "registry": lambda: sorted(REGISTRY.variants) + sorted(REGISTRY.players),
    "players": lambda: [
        dc.player("ismcts:iters=30", seed=1).choose(state.observe(state.turn or 0))
        for state in SMALL.values()
    ],
    "texts": lambda: [str(dc.Record.parse(RECORD)), *(str(s.rules) for s in STATES.values())],
    "views": lambda: [(hash(s), s.observe(1), list(s.moves)) for s in STATES.values()],
}


@contextmanager
def switching_often() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


@pytest.mark.parametrize("name", JOBS)
def test_threads_give_what_one_after_the_other_gives(name: str) -> None:
    """Eight threads that begin together with the same states, rules and registry all get what a
    single one gets."""
    job, gate = JOBS[name], threading.Barrier(8)

    def run(_number: int) -> Any:
        gate.wait()
        return job()

    with switching_often(), ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(run, range(8)))
    alone = job()
    assert all(answer == alone for answer in answers)


def test_threads_do_different_things_with_the_same_states() -> None:
    """All kinds of work at once, on the same objects, disturb each other no more."""
    alone = {name: job() for name, job in JOBS.items()}
    with switching_often(), ThreadPoolExecutor(8) as pool:
        futures = [(name, pool.submit(JOBS[name])) for _ in range(3) for name in JOBS]
        assert all(future.result() == alone[name] for name, future in futures)


def script(text: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Run a script in a process of its own, whose lines coverage does not count: interpreters
    within it cannot."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", *options, "-c", textwrap.dedent(text)],
        env=uncounted(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def succeeds(text: str) -> str:
    """Run a script that must end well, and give what it prints."""
    done = script(text)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


def test_names_that_load_late_load_once() -> None:
    """Threads that ask a fresh package for every name at once get the same objects."""
    assert (
        succeeds("""
        import sys, threading
        import dominocore as dc
        sys.setswitchinterval(1e-6)
        gate, found = threading.Barrier(8), []
        def ask():
            gate.wait()
            found.append([id(getattr(dc, name)) for name in dc.__all__])
        threads = [threading.Thread(target=ask) for _ in range(8)]
        for t in threads: t.start()
        for t in threads: t.join()
        print(len(found), all(one == found[0] for one in found))
        """)
        == "8 True"
    )


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.parametrize("busy", [False, True])
def test_a_forked_child_plays_on(busy: bool) -> None:
    """After a fork, even from a process whose threads are at work, the child gets what the parent
    gets: the core holds no lock and no state of its own.

    What is used has been imported before: a fork amid an import leaves its lock with nobody.
    """
    assert (
        succeeds(f"""
        import os, sys
        from concurrent.futures import ThreadPoolExecutor
        import dominocore as dc
        from dominocore.solver import solve
        state = dc.State.deal(dc.Rules(draw="until_playable"), seed=3, leader=0)
        def work(state):
            with ThreadPoolExecutor(2) as pool:
                played = dc.playouts(state, 500, seed=1, executor=pool)
            return played, solve(state, max_nodes=5000), dc.perft(state, 4)
        pool = ThreadPoolExecutor(2)
        expected = work(state)
        jobs = [pool.submit(work, state) for _ in range(4 if {busy} else 0)]
        pid = os.fork()
        if pid == 0:
            good = work(state) == expected and str(state.observe(0))
            os._exit(0 if good else 1)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        print(code, all(job.result() == expected for job in jobs))
        pool.shutdown()
        """)
        == "0 True"
    )


LONG = """
    import threading, time
    import dominocore as dc
    from dominocore.solver import solve
    rules = dc.Rules(max_pip=9, hand_size=20)
    state = dc.State.deal(rules, seed=3, leader=0)
    stop = threading.Event()
    job = lambda: %s
    thread = threading.Thread(target=job, daemon=%s)
    thread.start()
    time.sleep(0.3)
    assert thread.is_alive()
    print("the end")
"""


@pytest.mark.parametrize(
    "job",
    [
        "solve(state, table_bits=18)",
        "solve(state, table_bits=18, time_limit=600)",
        "solve(state, table_bits=18, stop=stop)",
        "dc.playouts(state, 10**8, seed=1)",
        "dc.perft(state, 30)",
    ],
)
def test_the_interpreter_ends_while_a_thread_searches(job: str) -> None:
    """A daemon thread in the core does not keep the process, nor end it badly."""
    assert succeeds(LONG % (job, True)) == "the end"


@pytest.mark.parametrize("before", ["", "count()"])
def test_at_its_end_an_interpreter_still_counts_and_solves(before: str) -> None:
    """No thread can be started then, so that long work runs where it is asked for."""
    done = script(f"""
        import atexit
        import dominocore as dc
        rules = dc.Rules(max_pip=9, hand_size=10)
        state = dc.State.deal(rules, seed=1, leader=0)
        def count():
            print(dc.perft(state, 7), dc.solve(state, max_nodes=3_000_000, detail=False).nodes)
        {before}
        atexit.register(count)
    """)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert len(lines) == (2 if before else 1) and len(set(lines)) == 1


def test_a_thread_that_is_waited_for_can_be_stopped() -> None:
    """At the end the interpreter waits for other threads: the event ends their search."""
    done = LONG % ("solve(state, table_bits=18, stop=stop)", False) + "    stop.set()\n"
    assert succeeds(done) == "the end"


# ---- interpreters inside the interpreter ----

INSIDE = """
    try:
        import _interpreters as inside
    except ImportError:
        import _xxsubinterpreters as inside
    import sys
    isolated = %r
    if sys.version_info >= (3, 13):
        number = inside.create("isolated" if isolated else "legacy")
    else:
        number = inside.create(isolated=isolated)
    code = '''if True:
        try:
            import dominocore as dc
            dc.State
        except ImportError as error:
            assert "does not support loading in subinterpreters" in str(error)
            print("refused")
        else:
            state = dc.State.deal(dc.Rules(), seed=1)
            print(dc.playouts(state, 5, seed=1).rounds, "rounds")
    '''
    failed = inside.run_string(number, code)
    assert failed is None, failed
    sys.stdout.flush()
    inside.destroy(number)
"""


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="only CPython has them")
def test_an_interpreter_that_shares_the_lock_can_import() -> None:
    """Interpreters with the main one's lock, as servers embed them, play like the main one."""
    assert succeeds(INSIDE % False) == "5 rounds"


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="only CPython has them")
def test_an_interpreter_with_a_lock_of_its_own_is_refused() -> None:
    """From 3.12 on an interpreter with its own lock gets an ImportError: cffi does not serve it."""
    expected = "refused" if sys.version_info >= (3, 12) else "5 rounds"
    assert succeeds(INSIDE % True) == expected
