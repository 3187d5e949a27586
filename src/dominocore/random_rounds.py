# SPDX-License-Identifier: MIT
"""Random rounds by the million: what a position is worth when everybody plays at random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import repeat
from math import sqrt
from typing import TYPE_CHECKING, Any, overload

from dominocore import _native, _native_search
from dominocore.arguments import shorten, whole
from dominocore.batch import pack
from dominocore.errands import spread
from dominocore.protocol import GameRules, GameState, are_rules
from dominocore.state import State, one_chain

if TYPE_CHECKING:
    from concurrent.futures import Executor

_lib = _native.lib
_CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class Playouts:
    """What random rounds came to. Two add up to what both came to together.

    Attributes:
        rounds: how many rounds were played.
        totals: the sum of the points that each side made in the rounds, those made before the
            playout began among them.
        squares: the sum of the squares of those points, by side.
        wins: how many rounds each side won.
        unwon: how many rounds nobody won.
        out: how many rounds ended by going out.
        blocked: how many rounds ended blocked.
        at_target: how many rounds ended at the target.
        plies: how many moves were made, draws and passes among them.
        points: the points of each round by side, when they were asked for; else empty.
    """

    rounds: int
    totals: tuple[int, ...]
    squares: tuple[int, ...]
    wins: tuple[int, ...]
    unwon: int
    out: int
    blocked: int
    at_target: int
    plies: int
    points: tuple[tuple[int, ...], ...] = ()

    @property
    def mean_points(self) -> tuple[float, ...]:
        """The mean of the points that each side made in a round."""
        return tuple(total / (self.rounds or 1) for total in self.totals)

    @property
    def deviations(self) -> tuple[float, ...]:
        """The standard deviation of the points of a round, by side."""
        n = self.rounds or 1
        return tuple(
            sqrt(max(square * n - total * total, 0)) / n
            for total, square in zip(self.totals, self.squares, strict=True)
        )

    @property
    def mean_length(self) -> float:
        """The mean number of moves of a round, draws and passes among them."""
        return self.plies / (self.rounds or 1)

    def standard_error(self, side: int) -> float:
        """Give the standard error of a side's mean points."""
        return self.deviations[side] / sqrt(self.rounds)

    def __add__(self, other: Playouts) -> Playouts:
        if not isinstance(other, Playouts):
            return NotImplemented

        def both(mine: Sequence[int], theirs: Sequence[int]) -> tuple[int, ...]:
            return tuple(a + b for a, b in zip(mine, theirs, strict=True))

        return Playouts(
            rounds=self.rounds + other.rounds,
            totals=both(self.totals, other.totals),
            squares=both(self.squares, other.squares),
            wins=both(self.wins, other.wins),
            unwon=self.unwon + other.unwon,
            out=self.out + other.out,
            blocked=self.blocked + other.blocked,
            at_target=self.at_target + other.at_target,
            plies=self.plies + other.plies,
            points=self.points + other.points,
        )


@overload
def playouts(
    states: State,
    n: int,
    seed: int | None = None,
    *,
    keep: bool = False,
    executor: Executor | None = None,
) -> Playouts: ...


@overload
def playouts(
    states: Iterable[State],
    n: int,
    seed: int | None = None,
    *,
    keep: bool = False,
    executor: Executor | None = None,
) -> list[Playouts]: ...


def playouts(
    states: State | Iterable[State],
    n: int,
    seed: int | None = None,
    *,
    keep: bool = False,
    executor: Executor | None = None,
) -> Playouts | list[Playouts]:
    """Play `n` random rounds on from a state, or from each of many, scored by their own rules.

    Every legal move is equally likely; points in play that have to be claimed are claimed. A seed
    gives the same rounds whatever the executor. The work is done in C without the interpreter
    lock, so a `ThreadPoolExecutor` uses all cores; rules with a `score_round` function play in
    Python, some hundred times slower.

    >>> import dominocore as dc
    >>> state = dc.variant("block").deal(seed=7, leader=0)
    >>> result = dc.playouts(state, 1000, seed=1)
    >>> result.rounds == sum(result.wins) + result.unwon
    True
    >>> worlds = state.observe(1).sample(seed=2, n=50)
    >>> sum(dc.playouts(worlds, 20, seed=3), start=result).rounds
    2000

    Args:
        states: where each round goes on from: a state, or states that share their rules, such as
            the worlds of `Observation.sample`, which are taken as they lie in memory.
        n: how many rounds from each state, 1 or more.
        seed: an int of up to 256 bits; None takes one from the operating system.
        keep: whether to keep the points of every round.
        executor: runs the parts of the work; None plays them one after the other.

    Returns:
        What the rounds came to; for many states a list, in their order.

    Raises:
        RoundOverError: a round is over.
        ValueError: `n` is less than 1, or there is no state, or the rules of states differ.
    """
    n = _positive(n)
    key = _native.seed_bytes(seed)
    if isinstance(states, State):
        return _from_each([states], n, key, keep, executor)[0]
    return _from_each(states, n, key, keep, executor)


def _from_each(
    states: Iterable[State], n: int, key: bytes, keep: bool, executor: Executor | None
) -> list[Playouts]:
    batch = pack(states)
    rules = batch._rules
    if not rules.is_native:
        return [
            _play_in_python(rules, repeat(state, n), key, stream, keep)
            for stream, state in enumerate(batch)
        ]
    c_rules = rules._native
    c_deals, c_states = (
        _native_search.deals_at(batch._deals),
        _native_search.states_at(batch._states),
    )
    # parts of about _CHUNK rounds: some states whole, or some rounds of one
    wide = max(1, _CHUNK // n)
    cuts = [
        (k, min(wide, len(batch) - k), first, min(_CHUNK, n - first))
        for k in range(0, len(batch), wide)
        for first in range(0, n, _CHUNK)
    ]

    def part(cut: tuple[int, int, int, int]) -> tuple[Any, Any]:
        k, count, first, rounds = cut
        return _native_search.playouts(
            c_rules, c_deals + k, c_states + k, count, key, k, first, rounds, keep
        )

    tallies = [_native_search.Tally(rules.n_sides) for _ in range(len(batch))]
    with closing(spread(executor, part, cuts)) as parts:
        for (k, count, _, rounds), (made, points) in zip(cuts, parts, strict=True):
            size = rounds * rules.n_sides
            for i in range(count):
                kept = points[i * size : (i + 1) * size] if keep else None
                tallies[k + i].add(made[i], kept)
    return [_result(tally) for tally in tallies]


def deal_and_play(
    rules: GameRules | Any,
    n: int,
    seed: int | None = None,
    *,
    keep: bool = False,
    executor: Executor | None = None,
) -> Playouts:
    """Deal and play `n` random first rounds, each from a deal of its own.

    Rules with a `score_round` function, and games that are no chain, play in Python.

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
    if not are_rules(rules):
        raise TypeError(
            f"rules is Rules, got {shorten(rules)}; dc.variant(name) gives a variant by its name"
        )
    key = _native.seed_bytes(seed)
    if not rules.is_native:
        deals = (rules.deal(seed=_seed_of(key, i)) for i in range(_positive(n)))
        return _play_in_python(rules, deals, key, 0, keep)
    c_rules = one_chain(rules, "the core")._native

    def part(first: int) -> tuple[Any, Any]:
        return _native_search.deal_and_play(c_rules, key, first, min(_CHUNK, n - first), keep)

    tally = _native_search.Tally(rules.n_sides)
    with closing(spread(executor, part, range(0, _positive(n), _CHUNK))) as parts:
        for made, points in parts:
            tally.add(made, points)
    return _result(tally)


def _seed_of(key: bytes, number: int) -> int:
    """Give the seed of the deal of a round by its number: each is the first of its match."""
    return int.from_bytes(_native.derive(key, _lib.DMC_FOR_PLAYOUT, number, 0), "little")


def _positive(n: int) -> int:
    return whole("n", n, 1, (1 << 32) - 1)


def _result(tally: _native_search.Tally) -> Playouts:
    return Playouts(
        rounds=tally.rounds,
        totals=tuple(tally.sums),
        squares=tuple(tally.squares),
        wins=tuple(tally.wins[:-1]),
        unwon=tally.wins[-1],
        out=tally.endings[_lib.DMC_ENDING_OUT],
        blocked=tally.endings[_lib.DMC_ENDING_BLOCKED],
        at_target=tally.endings[_lib.DMC_ENDING_TARGET],
        plies=tally.plies,
        points=tuple(tally.points),
    )


def _play_in_python(
    rules: GameRules, states: Iterable[GameState], key: bytes, stream: int, keep: bool
) -> Playouts:
    """Play rounds whose moves or score only Python can tell."""
    tally = _native_search.Tally(rules.n_sides)
    for number, start in enumerate(states):
        state: GameState = start
        ply = 0
        while not state.is_over:
            ply += 1
            choices = _choices(state.moves)
            pick = _native.draw(key, _lib.DMC_FOR_PLAYOUT, number, stream << 16 | ply, len(choices))
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


def _choices(moves: Sequence[Any]) -> list[Any]:
    """Leave out the placements that are listed again with a claim."""
    listed = list(moves)
    claimed = {move.with_claim(False) for move in listed if move.claimed}
    return [move for move in listed if move not in claimed]
