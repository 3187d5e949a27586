# SPDX-License-Identifier: MIT
"""Random rounds by the million: what a position is worth when everybody plays at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from dominocore import _native
from dominocore.arguments import instance, whole
from dominocore.errors import RoundOverError
from dominocore.moves import Move
from dominocore.rules import Rules
from dominocore.state import State

if TYPE_CHECKING:
    from concurrent.futures import Executor

_lib = _native.lib
_CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class Playouts:
    """What random rounds came to.

    Attributes:
        rounds: how many rounds were played.
        mean_points: the mean of the points that each side made in the round, those made before
            the playout began among them.
        deviations: the standard deviation of those points, by side.
        wins: how many rounds each side won.
        unwon: how many rounds nobody won.
        out: how many rounds ended by going out, `blocked` blocked, `at_target` at the target.
        mean_length: the mean number of moves, draws and passes among them.
        points: the points of each round by side, when they were asked for; else empty.
    """

    rounds: int
    mean_points: tuple[float, ...]
    deviations: tuple[float, ...]
    wins: tuple[int, ...]
    unwon: int
    out: int
    blocked: int
    at_target: int
    mean_length: float
    points: tuple[tuple[int, ...], ...] = ()

    def standard_error(self, side: int) -> float:
        """Give the standard error of a side's mean points."""
        return self.deviations[side] / sqrt(self.rounds)


def playouts(
    state: State,
    n: int,
    seed: int | None = None,
    *,
    keep: bool = False,
    executor: Executor | None = None,
) -> Playouts:
    """Play `n` random rounds on from a state, each to its end, scored by its own rules.

    Every legal move is equally likely; points in play that have to be claimed are claimed. A seed
    gives the same rounds whatever the executor. The work is done in C without the interpreter
    lock, so a `ThreadPoolExecutor` uses all cores; rules with a `score_round` function play in
    Python, some hundred times slower.

    >>> import dominocore as dc
    >>> state = dc.variant("block").deal(seed=7, leader=0)
    >>> result = dc.playouts(state, 1000, seed=1)
    >>> result.rounds == sum(result.wins) + result.unwon
    True

    Args:
        state: where each round goes on from.
        n: how many rounds, 1 or more.
        seed: an int of up to 256 bits; None takes one from the operating system.
        keep: whether to keep the points of every round.
        executor: runs the parts of the work; None plays them one after the other.

    Raises:
        RoundOverError: the round is over.
        ValueError: `n` is less than 1.
    """
    instance("state", state, State)
    if state.is_over:
        raise RoundOverError("a round that is over cannot be played on")
    key = _native.seed_bytes(seed)
    if not state.rules.is_native:
        return _play_in_python(state.rules, (state for _ in range(_positive(n))), key, keep)
    c_round, data = state._round.c, state._bytes

    def part(first: int, count: int) -> tuple[Any, Any]:
        return _native.playouts(c_round, data, key, 0, first, count, keep)

    return _gather(state.rules, part, n, executor)


def deal_and_play(
    rules: Rules | Any,
    n: int,
    seed: int | None = None,
    *,
    keep: bool = False,
    executor: Executor | None = None,
) -> Playouts:
    """Deal and play `n` random first rounds, each from a deal of its own.

    Args:
        rules: the rules, or a variant.
        n: how many rounds, 1 or more.
        seed: an int of up to 256 bits; None takes one from the operating system.
        keep: whether to keep the points of every round.
        executor: runs the parts of the work; None plays them one after the other.

    Raises:
        RulesError: a deal is not possible.
        ValueError: `n` is less than 1.
    """
    rules = getattr(rules, "rules", rules)
    instance("rules", rules, Rules, "; dc.variant(name) gives a variant by its name")
    key = _native.seed_bytes(seed)
    if not rules.is_native:
        number = int.from_bytes(key, "little")
        deals = (State.deal(rules, seed=number, round=i) for i in range(_positive(n)))
        return _play_in_python(rules, deals, key, keep)
    c_rules = rules._native

    def part(first: int, count: int) -> tuple[Any, Any]:
        return _native.deal_and_play(c_rules, key, first, count, keep)

    return _gather(rules, part, n, executor)


def _positive(n: int) -> int:
    return whole("n", n, 1, (1 << 32) - 1)


def _gather(
    rules: Rules,
    part: Callable[[int, int], tuple[Any, Any]],
    n: int,
    executor: Executor | None,
) -> Playouts:
    starts = range(0, _positive(n), _CHUNK)
    counts = [min(_CHUNK, n - start) for start in starts]
    run = map if executor is None else executor.map
    tally = _native.Tally(rules.n_sides)
    for parts in run(part, starts, counts):
        tally.add(*parts)
    return _result(tally)


def _result(tally: _native.Tally) -> Playouts:
    n = tally.rounds
    means = [total / n for total in tally.sums]
    variances = [
        max(square / n - mean * mean, 0.0)
        for square, mean in zip(tally.squares, means, strict=True)
    ]
    return Playouts(
        rounds=n,
        mean_points=tuple(means),
        deviations=tuple(map(sqrt, variances)),
        wins=tuple(tally.wins[:-1]),
        unwon=tally.wins[-1],
        out=tally.endings[_lib.DMC_ENDING_OUT],
        blocked=tally.endings[_lib.DMC_ENDING_BLOCKED],
        at_target=tally.endings[_lib.DMC_ENDING_TARGET],
        mean_length=tally.plies / n,
        points=tuple(tally.points),
    )


def _play_in_python(rules: Rules, states: Iterable[State], key: bytes, keep: bool) -> Playouts:
    """Play rounds whose score only Python can tell."""
    tally = _native.Tally(rules.n_sides)
    for number, start in enumerate(states):
        state = start
        ply = 0
        while not state.is_over:
            ply += 1
            choices = _choices(state.moves)
            pick = _native.draw(key, _lib.DMC_FOR_PLAYOUT, number, ply, len(choices))
            state = state.play(choices[pick])
        tally.plies += ply
        outcome = state.outcome
        assert outcome is not None
        tally.rounds += 1
        tally.endings[(None, "out", "blocked", "target").index(outcome.ending)] += 1
        tally.wins[rules.n_sides if outcome.side is None else outcome.side] += 1
        for side, points in enumerate(outcome.points):
            tally.sums[side] += points
            tally.squares[side] += points * points
        if keep:
            tally.points.append(outcome.points)
    return _result(tally)


def _choices(moves: Sequence[Move]) -> list[Move]:
    """Leave out the placements that are listed again with a claim."""
    listed = list(moves)
    claimed = {move.with_claim(False) for move in listed if move.claimed}
    return [move for move in listed if move not in claimed]
