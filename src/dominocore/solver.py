# SPDX-License-Identifier: MIT
"""Exact solutions: what a round comes to when both sides play their best, all tiles face up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from dominocore import _native, _native_search
from dominocore.arguments import able, number, whole
from dominocore.batch import Packed, pack
from dominocore.errands import spread
from dominocore.errors import NotNativeError, RulesError
from dominocore.interruption import Alarm, hears_interrupts, interruptible
from dominocore.moves import Move
from dominocore.rules import Rules
from dominocore.state import State

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from threading import Event

_lib = _native.lib
_MOST_BITS = 26
#: Positions that are searched without a thread, in a tenth of a second or two.
_FEW = 1 << 21
#: States that one task of an executor solves.
_CHUNK = 4


@dataclass(frozen=True, slots=True)
class Solution:
    """What best play from a state comes to.

    Attributes:
        bounds: the lowest and the highest that the value can be, both proven.
        best: a move that keeps the value; None when the search was cut short before it knew.
        line: best play of all seats to the end of the round; empty or short when the search was
            cut short.
        moves: the value of each legal move, as far as they were found; a placement that can be
            claimed is valued with its claim only.
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
    wins the round, nobody, side 1. Points in play that may be claimed are claimed. The search runs
    in C without the interpreter lock, and ctrl-C ends it.

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
        RulesError: the rules have another number of sides than two. Values of three sides or more
            have no single order in which to be searched.
        ValueError: the payoff or a limit is not possible.
    """
    batch = pack([state])
    question = _Question(batch._rules, payoff, table_bits, max_nodes, time_limit, stop, detail)
    return question.solve(batch, 0)


class _Question:
    """What is asked of every state of a call."""

    def __init__(
        self,
        rules: Rules,
        payoff: str,
        table_bits: int,
        max_nodes: int | None,
        time_limit: float | None,
        stop: Event | None,
        detail: bool,
    ) -> None:
        _check(rules, payoff, table_bits, max_nodes, time_limit, stop)
        self._rules = rules
        self._bits = table_bits
        self._max_nodes = max_nodes
        self._seconds = time_limit
        self._stop = stop
        self._detail = detail
        self._options = _lib.DMC_SOLVE_WIN if payoff == "win" else _lib.DMC_SOLVE_POINTS
        self._ended = False
        self._flags: list[Any] = []
        """Those of the searches that run."""
        if detail:
            self._options |= _lib.DMC_SOLVE_MOVES | _lib.DMC_SOLVE_LINE

    def end(self) -> None:
        """End all searches that run, and those that are to begin in this process."""
        self._ended = True
        for flag in list(self._flags):
            flag[0] = 1

    def solve_all(self, batch: Packed, numbers: range) -> list[Solution]:
        """Solve some of the states, one after the other, with one table."""
        table = _native_search.solve_table(self._bits)
        return [self.solve(batch, number, table) for number in numbers]

    def solve(self, batch: Packed, number: int, table: Any = None) -> Solution:
        """Solve one of the states."""
        table = _native_search.solve_table(self._bits) if table is None else table
        flag = _native_search.stop_flag()
        deal = _native_search.deals_at(batch._deals, number)
        state = _native_search.states_at(batch._states, number)
        self._flags.append(flag)
        alarm = Alarm(flag, self._seconds, self._stop)
        try:
            alarm.start()
            if self._ended:
                flag[0] = 1
            run = partial(self._run, batch, deal, table=table, flag=flag)
            found = run(state, self._options, self._max_nodes or 0)
            line = list(found.line[0 : found.n_line])
            nodes = int(found.nodes)
            # a round of many draws is longer than a line in C: go on from where it ends
            while self._detail and len(line) % _lib.DMC_SOLVE_LINE_LENGTH == 0 and line:
                if self._max_nodes is not None and nodes >= self._max_nodes:
                    break
                end = _native_search.play_all(self._rules._native, deal, state, line)
                if end.table.phase == _lib.DMC_PHASE_OVER:
                    break
                left = 0 if self._max_nodes is None else self._max_nodes - nodes
                options = self._options & ~_lib.DMC_SOLVE_MOVES
                more = run(end, options, left)
                nodes += int(more.nodes)
                line += list(more.line[0 : more.n_line])
                if not more.n_line:
                    break
        finally:
            alarm.end()
            self._flags.remove(flag)
        return _solution(found, [Move.from_code(code) for code in line], nodes)

    def _run(
        self,
        owner: object,
        deal: Any,
        state: Any,
        options: int,
        max_nodes: int,
        table: Any,
        flag: Any,
    ) -> Any:
        search = partial(
            _native_search.solve, self._rules._native, deal, state, options, table, self._bits
        )
        if not hears_interrupts():
            return search(max_nodes, flag)
        if self._seconds is None and self._stop is None:
            few = min(max_nodes or _FEW, _FEW)
            found = search(few, flag)
            if found.nodes < few or few == max_nodes:
                return found
        return interruptible(partial(search, max_nodes, flag), flag, owner)


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
    rules: Rules,
    payoff: str,
    bits: int,
    max_nodes: int | None,
    time_limit: float | None,
    stop: Event | None,
) -> None:
    if payoff not in ("points", "win"):
        raise ValueError(f'the payoff is "points" or "win", got {payoff!r}')
    whole("table_bits", bits, 0, _MOST_BITS)
    if max_nodes is not None:
        whole("max_nodes", max_nodes, 1, (1 << 64) - 1)
    if time_limit is not None:
        number("time_limit", time_limit)
        if not time_limit > 0:
            raise ValueError(f"time_limit is more than 0 seconds, got {time_limit}")
    if stop is not None:
        able("stop", stop, "an Event", "is_set")
    if not rules.is_native:
        raise NotNativeError("rules with a score_round function cannot be solved in C")
    if rules.n_sides != 2:
        raise RulesError(f"only two sides can be solved, these rules have {rules.n_sides}")


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
        states: states that share their rules, such as the worlds of `Observation.sample`, which
            are taken as they lie in memory.
        executor: runs the searches; None runs them one after the other.
        payoff: as for `solve`, like all that follow; a limit holds for each state alone.
        table_bits: see `solve`.
        max_nodes: see `solve`.
        time_limit: see `solve`.
        stop: see `solve`.
        detail: see `solve`.

    Raises:
        ValueError: there is no state, or their rules differ; and as `solve` does.
    """
    batch = pack(states)
    question = _Question(batch._rules, payoff, table_bits, max_nodes, time_limit, stop, detail)
    parts = [range(k, min(k + _CHUNK, len(batch))) for k in range(0, len(batch), _CHUNK)]
    with closing(spread(executor, partial(question.solve_all, batch), parts)) as found:
        try:
            return [one for part in found for one in part]
        except BaseException:
            question.end()
            raise
