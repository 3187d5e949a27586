# SPDX-License-Identifier: MIT
"""Exact solutions: what a round comes to when both sides play their best, all tiles face up."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Timer
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from dominocore import _native
from dominocore.errors import NotNativeError, RoundOverError, RulesError
from dominocore.moves import Move
from dominocore.state import State

if TYPE_CHECKING:
    from concurrent.futures import Executor

_lib = _native.lib
_MOST_BITS = 26
_TICK = 0.01


@dataclass(frozen=True, slots=True)
class Solution:
    """What best play from a state comes to.

    Attributes:
        bounds: the lowest and the highest that the value can be, both proven.
        best: a move that keeps the value; None when the search was cut short before it knew.
        line: best play of all seats to the end of the round; empty or short when the search was
            cut short.
        moves: the value of each legal move, as far as they were found.
        nodes: how many positions were searched.
    """

    bounds: tuple[int, int]
    best: Move | None
    line: tuple[Move, ...]
    moves: Mapping[Move, int] = field(hash=False)
    nodes: int

    @property
    def exact(self) -> bool:
        """Whether the value is known; only a limit or a stop leaves it open."""
        return self.bounds[0] == self.bounds[1]

    @property
    def value(self) -> int | None:
        """The value, or None when it is not known exactly."""
        return self.bounds[0] if self.exact else None


def solve(
    state: State,
    *,
    payoff: Literal["points", "win"] = "points",
    table_bits: int = 14,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    stop: Event | None = None,
    detail: bool = True,
) -> Solution:
    """Find the value of a round in which both sides play their best and see all tiles.

    The value is what side 0 makes in the round less what side 1 makes, points made so far among
    them; the other way round where low scores win. With the payoff "win" it is 1, 0 or -1: side 0
    wins the round, nobody, side 1. The search runs in C without the interpreter lock.

    >>> import dominocore as dc
    >>> from dominocore.solver import solve
    >>> state = dc.variant("block").deal(seed=7, leader=0)
    >>> solution = solve(state)
    >>> solution.exact, solution.value == solution.moves[solution.best]
    (True, True)

    Args:
        state: where to start; its rules have two sides.
        payoff: "points" or "win".
        table_bits: the search remembers 2**table_bits positions; 0 for none.
        max_nodes: how many positions to search at most; None for no limit.
        time_limit: how many seconds to search at most; None for no limit.
        stop: an event that ends the search when it is set.
        detail: whether to find the value of every move and the line too; without them the search
            takes about a third of the time.

    Raises:
        NotNativeError: the rules score rounds with a Python function.
        RoundOverError: the round is over.
        RulesError: the rules have another number of sides than two.
        ValueError: the payoff or a limit is not possible.
    """
    _check(state, payoff, table_bits, max_nodes, time_limit)
    flag = _native.stop_flag()
    watch = _Watch(flag, time_limit, stop)
    table = _native.solve_table(table_bits)
    options = _lib.DMC_SOLVE_WIN if payoff == "win" else _lib.DMC_SOLVE_POINTS
    if detail:
        options |= _lib.DMC_SOLVE_MOVES | _lib.DMC_SOLVE_LINE

    def run(at: State, options: int, nodes: int) -> Any:
        c, data = at._round.c, at._bytes
        return _native.solve(c, data, options, table, table_bits, nodes, flag)

    def left(nodes: int) -> int:
        return 0 if max_nodes is None else max_nodes - nodes

    with watch:
        found = run(state, options, max_nodes or 0)
        line = [Move.from_code(code) for code in found.line[0 : found.n_line]]
        nodes = int(found.nodes)
        end = state
        for move in line:
            end = end.play(move)
        # a round of many draws is longer than a line in C: go on from where it ends
        while detail and len(line) >= _lib.DMC_SOLVE_LINE_LENGTH and not end.is_over:
            if max_nodes is not None and nodes >= max_nodes:
                break
            more = run(end, options & ~_lib.DMC_SOLVE_MOVES, left(nodes))
            nodes += int(more.nodes)
            if not more.n_line:
                break
            for code in more.line[0 : more.n_line]:
                line.append(Move.from_code(code))
                end = end.play(line[-1])
    return _solution(found, line, nodes)


def _solution(found: Any, line: list[Move], nodes: int) -> Solution:
    n = found.n_moves
    codes, values = found.moves[0:n], found.values[0:n]
    moves = {Move.from_code(code): int(value) for code, value in zip(codes, values, strict=True)}
    return Solution(
        bounds=(int(found.low), int(found.high)),
        best=Move.from_code(found.best) if found.has_best else None,
        line=tuple(line),
        moves=MappingProxyType(moves),
        nodes=nodes,
    )


def _check(
    state: State, payoff: str, bits: int, max_nodes: int | None, time_limit: float | None
) -> None:
    if payoff not in ("points", "win"):
        raise ValueError(f'the payoff is "points" or "win", got {payoff!r}')
    if not 0 <= bits <= _MOST_BITS:
        raise ValueError(f"table_bits is 0 to {_MOST_BITS}, got {bits}")
    if max_nodes is not None and not 0 < max_nodes < 1 << 64:
        raise ValueError(f"max_nodes is 1 or more, got {max_nodes}")
    if time_limit is not None and not time_limit > 0:
        raise ValueError(f"time_limit is more than 0 seconds, got {time_limit}")
    if not state.rules.is_native:
        raise NotNativeError("rules with a score_round function cannot be solved in C")
    if state.rules.n_sides != 2:
        raise RulesError(f"only two sides can be solved, these rules have {state.rules.n_sides}")
    if state.is_over:
        raise RoundOverError("a round that is over has nothing left to solve")


class _Watch:
    """Sets the flag of a search when its time is over or its event is set."""

    def __init__(self, flag: Any, seconds: float | None, stop: Event | None) -> None:
        self._flag = flag
        self._stop = stop
        self._done = Event()
        self._threads: list[threading.Thread] = []
        if seconds is not None:
            self._threads.append(Timer(seconds, self._set))
        if stop is not None:
            self._threads.append(threading.Thread(target=self._wait))
        for thread in self._threads:
            thread.daemon = True

    def _set(self) -> None:
        self._flag[0] = 1

    def _wait(self) -> None:
        assert self._stop is not None
        while not self._done.is_set():
            if self._stop.wait(_TICK):
                self._set()
                return

    def __enter__(self) -> None:
        if self._stop is not None and self._stop.is_set():
            self._set()
        for thread in self._threads:
            thread.start()

    def __exit__(self, *exc: object) -> None:
        self._done.set()
        for thread in self._threads:
            if isinstance(thread, Timer):
                thread.cancel()
            thread.join()


def solve_many(
    states: Iterable[State],
    *,
    executor: Executor | None = None,
    payoff: Literal["points", "win"] = "points",
    table_bits: int = 14,
    max_nodes: int | None = None,
    time_limit: float | None = None,
    stop: Event | None = None,
    detail: bool = True,
) -> list[Solution]:
    """Solve states one by one, or side by side in a `ThreadPoolExecutor`; the answers are the same.

    Args:
        states: the states.
        executor: runs the searches; None runs them one after the other.
        payoff: as for `solve`, like all that follow; a limit holds for each state alone.
        table_bits: see `solve`.
        max_nodes: see `solve`.
        time_limit: see `solve`.
        stop: see `solve`.
        detail: see `solve`.
    """
    one = partial(
        solve,
        payoff=payoff,
        table_bits=table_bits,
        max_nodes=max_nodes,
        time_limit=time_limit,
        stop=stop,
        detail=detail,
    )
    run = map if executor is None else executor.map
    return list(run(one, states))
