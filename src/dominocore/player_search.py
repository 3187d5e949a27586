# SPDX-License-Identifier: MIT
"""Players that look ahead: in worlds that fit what their seat knows, or in the true one.

All randomness comes from the seed and the length of the record, and is drawn in slices of fixed
sizes, so that a number of iterations gives the same answer whatever the machine. Time is looked at
between two slices, and a timer ends the core's work within one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from math import exp, sqrt
from typing import TYPE_CHECKING, Any

from dominocore import _native, _native_search, worlds
from dominocore.analysis import Limit, MoveInfo, choices_of
from dominocore.errors import NotNativeError, RulesError
from dominocore.interruption import Alarm
from dominocore.moves import Move
from dominocore.random_rounds import deal_and_play

if TYPE_CHECKING:
    from dominocore.observation import Observation
    from dominocore.rules import Rules
    from dominocore.state import State

_lib = _native.lib
_NONE = _native.NONE
_DRAW: int = _lib.DMC_ARM_DRAW
_LEAD: int = _lib.DMC_ARM_LEAD
_PURPOSE: int = _lib.DMC_FOR_PLAYER
REWARDS = {
    "points": _lib.DMC_REWARD_POINTS,
    "win": _lib.DMC_REWARD_WIN,
    "match": _lib.DMC_REWARD_MATCH,
}
"""What a search plays for."""
_ITERATIONS = 1000
_FIRST_SLICE, _SLICE = 32, 128
_MOST_NODES = 1 << 18
_NODES_OF_A_WORLD = 2_000_000
_TABLE_BITS = 14
_PACE_ROUNDS = 500
_STRONGEST = 600.0
"""The logarithm of an appeal that can still be summed up over all tiles."""
_LONGEST = 10**9
"""More milliseconds than anybody waits."""


class Tree:
    """A search tree of the core and the nodes that it lies in."""

    def __init__(self, rules: Rules, seat: int, key: bytes, nodes: int) -> None:
        self._rules = rules._native
        self._nodes = _native_search.new_uncleared("dmc_tree_node[]", nodes)
        self.c = _native.ffi.new("dmc_tree *")
        """The `dmc_tree`."""
        _native._check(_lib.dmc_tree_init(self._rules, seat, key, self._nodes, nodes, self.c))

    def grow(self, deals: Any, states: Any, n: int, flag: Any, clues: Clues | None = None) -> None:
        """Grow by an iteration in each of `n` worlds or, with clues, in the likely ones."""
        ffi = _native.ffi
        deals = ffi.from_buffer("dmc_deal[]", deals)
        states = ffi.from_buffer("dmc_state[]", states)
        picks = ffi.NULL if clues is None else clues.pick(deals, states, n)
        code = _lib.dmc_tree_grow(self._rules, self.c, deals, states, picks, n, flag)
        _native._check(code)

    def below(self, node: int) -> Iterator[Any]:
        """Give the children of a node that were tried, the first one made last."""
        child = self._nodes[node].child
        while child:
            found = self._nodes[child]
            if found.visits:
                yield child, found
            child = found.next

    def infos(self) -> list[MoveInfo]:
        """Give what was found of each move that was tried."""
        found = []
        for place, node in self.below(0):
            n, mean = node.visits, node.sum / node.visits
            variance = max(node.squares / n - mean * mean, 0.0)
            line = (Move.from_code(node.move), *self._line(place))
            error = sqrt(variance / (n - 1)) if n > 1 else float("inf")
            found.append(MoveInfo(line[0], mean, error, n, n, line))
        return found

    def _line(self, node: int) -> Iterator[Move]:
        """Follow the moves that were tried most often, while there is a choice worth the name."""
        while True:
            best = max(self.below(node), key=lambda item: item[1].visits, default=None)
            if best is None or best[1].visits < 2:
                return
            node = best[0]
            yield Move.from_code(best[1].move)


class Clues:
    """What the other seats have placed, and how much they are taken to like each tile."""

    def __init__(self, known: worlds.Known, trust: float) -> None:
        record = known.record
        self._rules = record.rules
        self._appeal = appeal(known.view.rules, trust)
        found = []
        at = sum(record.dealt)
        for event in record.events:
            if event.arm == _DRAW:
                found.append((event.takes, event.seat, _NONE, at))
                at += 1
            elif event.arm < _DRAW:
                forced = event.draws or (event.arm == _LEAD and known.view.opened_by >= 0)
                takes = 1 << event.tile if forced else event.takes or record.all
                found.append((takes, event.seat, event.tile, 0))
        self._found = [
            {"takes": _native._words(takes), "seat": seat, "tile": tile, "at": at}
            for takes, seat, tile, at in found
            if seat != record.me
        ]
        self._c = _native.ffi.new("dmc_clue[]", self._found)

    def __bool__(self) -> bool:
        return bool(self._found)

    def pick(self, deals: Any, states: Any, n: int) -> Any:
        """Give the places of `n` worlds, the likely ones more often."""
        weights = _native_search.new_uncleared("double[]", n)
        picks = _native_search.new_uncleared("uint32_t[]", n)
        code = _lib.dmc_clues_pick(
            self._rules,
            self._c,
            len(self._found),
            self._appeal,
            deals,
            states,
            n,
            weights,
            picks,
        )
        _native._check(code)
        return picks


@lru_cache(maxsize=64)
def appeal(rules: Rules, trust: float) -> Any:
    """Give how much more a seat likes to place each tile: more pips, and doubles above all."""
    c = rules._native
    n = int(c.n_tiles)
    values = list(c.spec.values[0:n])
    most = max(values) or 1
    return _native.ffi.new(
        "double[]",
        [
            exp(min(trust * (v / most + 0.6 * (c.high[t] == c.low[t])), _STRONGEST))
            for t, v in enumerate(values)
        ],
    )


@lru_cache(maxsize=64)
def pace(rules: Rules) -> float:
    """Give the mean points that all sides together make in a round of random play, at least 1."""
    return max(1.0, sum(deal_and_play(rules, _PACE_ROUNDS, seed=0).mean_points))


class SearchPlayer:
    """What the players have in common that search: a seed, a limit, a reward, and an end."""

    NAME = ""

    def __init__(self, seed: int, reward: str, ms: int | None) -> None:
        self._key = _native.seed_bytes(seed)
        self._reward = reward
        self._ms = ms
        self._flags: list[Any] = []
        """Those of the decisions that are being made."""

    def cancel(self) -> None:
        """End the decision that is being made; it answers with what it has found.

        Any thread may call it. Where no decision is being made, nothing happens.
        """
        for flag in list(self._flags):
            flag[0] = 1

    def choose(self, view: Observation) -> Move:
        """Give the move that the search likes best."""
        codes = choices_of(view)
        if len(codes) == 1:
            return Move.from_code(codes[0])
        found = self.analyse(view)
        return found[0].move if found else Move.from_code(codes[0])

    def analyse(self, view: Observation, limit: Limit | None = None) -> list[MoveInfo]:
        """Search, and give what was found of each move, the best first.

        Of placements that come to the same, as at two equal ends, one is given.

        Args:
            view: what a seat on turn sees.
            limit: how long to search; what it leaves open is as the player was made.

        Raises:
            ValueError: the seat of the view is not on turn.
            NotNativeError: the rules have a `score_round` function.
            RulesError: the player plays for the match, and the rules have no target.
        """
        choices_of(view)  # a seat that is not on turn is refused
        if not view.rules.is_native:
            raise NotNativeError(f"{self.NAME} cannot play rules with a score_round function")
        if self._reward == "match" and view.rules.target is None:
            raise RulesError("reward=match: these rules have no target, so there is no match")
        limit = Limit() if limit is None else limit
        ms = self._ms if limit.ms is None else limit.ms
        flag = _native_search.stop_flag()  # its own: one raised late ends no later decision
        self._flags.append(flag)
        alarm = Alarm(flag, None if ms is None else min(ms, _LONGEST) / 1000, limit.stop)
        try:
            with suppress(RuntimeError):  # where there are no threads, a slice is played out
                alarm.start()
            return self._search(view, limit, alarm)
        finally:
            alarm.end()
            self._flags.remove(flag)

    def _search(self, view: Observation, limit: Limit, alarm: Alarm) -> list[MoveInfo]:
        raise NotImplementedError

    def _grow(
        self, view: Observation, iterations: int, alarm: Alarm, trust: float = 0.0, **plan: Any
    ) -> list[MoveInfo]:
        """Grow a tree in worlds drawn for the purpose."""
        decision = len(view._events) // 2
        key = _native.derive(self._key, _PURPOSE, decision, 0)
        tree = Tree(view.rules, view.seat, key, min(4 * iterations + 64, _MOST_NODES))
        tree.c.reward = REWARDS[self._reward]
        if self._reward == "match":
            tree.c.pace = pace(view.rules)
        for name, value in plan.items():
            setattr(tree.c, name, value)
        known = worlds.known(view)
        clues = Clues(known, trust) if trust and not known.record.partial else None
        done, size = 0, _FIRST_SLICE
        while done < iterations and not (done and alarm.is_over()):
            n = min(size, iterations - done)
            drawn = known.draw(_native.derive(self._key, _PURPOSE, decision, 1 + done), n)
            flag = alarm.flag if done else _native.ffi.NULL
            tree.grow(drawn._deals, drawn._states, n, flag, clues or None)
            done, size = done + n, _SLICE
        return tree.infos()


class TreePlayer(SearchPlayer):
    """Grow one tree over what the seat can tell apart, a world an iteration.

    Args:
        seed: where randomness comes from.
        iters: how many iterations; 1000 where no time is given, else as many as there is time for.
        ms: how many milliseconds; None sets no time.
        reward: what it plays for.
        redet: whether the other seats choose as if they did not know this seat's hand, as they do
            not: half of the iterations go into that.
        trust: how far what others have placed tells what they hold; 0 takes every world as likely.
        explore: how much moves are preferred that were seldom tried.
    """

    NAME = "ismcts"

    def __init__(
        self,
        seed: int,
        iters: int | None = None,
        ms: int | None = None,
        reward: str = "points",
        redet: bool = False,
        trust: float = 1.5,
        explore: float = 1.5,
    ) -> None:
        super().__init__(seed, reward, ms)
        self._iters = iters
        self._redet = int(redet)
        self._trust = float(trust)
        self._explore = explore

    def _search(self, view: Observation, limit: Limit, alarm: Alarm) -> list[MoveInfo]:
        iterations = limit.iters or self._iters
        if iterations is None:
            timed = limit.ms is not None or self._ms is not None
            iterations = (1 << 31) if timed else _ITERATIONS
        infos = self._grow(
            view, iterations, alarm, self._trust, explore=self._explore, redet=self._redet
        )
        return sorted(infos, key=lambda info: (-info.visits, -info.value, info.move.code))


class FlatPlayer(SearchPlayer):
    """Play each move in many worlds, each to the end at random, and take the best mean."""

    NAME = "flat"

    def __init__(
        self, seed: int, playouts: int = 2000, ms: int | None = None, reward: str = "points"
    ) -> None:
        super().__init__(seed, reward, ms)
        self._playouts = playouts

    def _search(self, view: Observation, limit: Limit, alarm: Alarm) -> list[MoveInfo]:
        playouts = limit.iters or self._playouts
        rounds = max(1, playouts // len(choices_of(view)))
        return _by_value(self._grow(view, rounds, alarm, flat=1))


def _by_value(infos: Sequence[MoveInfo]) -> list[MoveInfo]:
    return sorted(infos, key=lambda info: (-info.value, info.move.code))


class ExactPlayer(SearchPlayer):
    """Solve sampled worlds exactly and take the best mean; random rounds while many tiles are out.

    Each world is solved as if all tiles lay face up, so it never plays to learn or to hide: strong
    at the end of a round, and no more than `flat` before.
    """

    NAME = "pimc"

    def __init__(
        self,
        seed: int,
        worlds: int = 40,
        exact_from: int = 12,
        playouts: int = 2000,
        ms: int | None = None,
        reward: str = "points",
    ) -> None:
        super().__init__(seed, reward, ms)
        self._worlds = worlds
        self._exact_from = exact_from
        self._playouts = playouts

    def _search(self, view: Observation, limit: Limit, alarm: Alarm) -> list[MoveInfo]:
        rules = view.rules
        tiles = sum(view.hand_sizes) + (view.boneyard_size if rules.draw != "none" else 0)
        if tiles <= self._exact_from and rules.n_sides == 2:
            infos = self._solve(view, limit.iters or self._worlds, alarm)
            if infos:
                return _by_value(infos)
        rounds = max(1, self._playouts // len(choices_of(view)))
        return _by_value(self._grow(view, rounds, alarm, flat=1))

    def _solve(self, view: Observation, n: int, alarm: Alarm) -> list[MoveInfo]:
        decision = len(view._events) // 2
        known = worlds.known(view)
        values: dict[int, list[float]] = defaultdict(list)
        for done in range(0, n, _SLICE):
            key = _native.derive(self._key, _PURPOSE, decision, done)
            for number, world in enumerate(known.draw(key, min(_SLICE, n - done)), done):
                if number and alarm.is_over():
                    break
                for code, value in solved(world, self._reward, alarm.flag).items():
                    values[code].append(value)
            if alarm.is_over():
                break
        return [
            MoveInfo(move, *_mean(found), len(found), len(found), (move,))
            for move, found in zip(map(Move.from_code, values), values.values(), strict=True)
        ]


class OraclePlayer(SearchPlayer):
    """See every tile and play the best move there is: the upper bound of all play.

    Rounds of two sides are solved exactly, unless they are too large; others are searched.
    """

    NAME = "oracle"

    def __init__(
        self, seed: int, iters: int = 1000, ms: int | None = None, reward: str = "points"
    ) -> None:
        super().__init__(seed, reward, ms)
        self._iters = iters

    def _search(self, view: Any, limit: Limit, alarm: Alarm) -> list[MoveInfo]:
        state: State = view
        if state.rules.n_sides == 2:
            values = solved(state, self._reward, alarm.flag)
            if values:
                infos = [
                    MoveInfo(Move.from_code(code), value, 0.0, 1, 1, (Move.from_code(code),))
                    for code, value in values.items()
                ]
                return _by_value(infos)
        seat = state.turn
        assert seat is not None
        n = limit.iters or self._iters
        key = _native.derive(self._key, _PURPOSE, len(state.history), 0)
        tree = Tree(state.rules, seat, key, min(4 * n + 64, _MOST_NODES))
        tree.c.reward = REWARDS[self._reward]
        deal = _native.deal_bytes(state._round.c)
        done = 0
        while done < n and not (done and alarm.is_over()):
            size = min(_SLICE, n - done)
            tree.grow(deal * size, state._struct * size, size, alarm.flag)
            done += size
        return _by_value(tree.infos())


def solved(state: State, reward: str, flag: Any) -> dict[int, float]:
    """Give the exact value of each move for the seat on turn; nothing where that takes too long."""
    payoff = _lib.DMC_SOLVE_WIN if reward == "win" else _lib.DMC_SOLVE_POINTS
    table = _native_search.solve_table(_TABLE_BITS)
    found = _native_search.solve(
        state.rules._native,
        _native.ffi.addressof(state._round.c, "deal"),
        _native.ffi.from_buffer("dmc_state *", state._bytes),
        payoff | _lib.DMC_SOLVE_MOVES,
        table,
        _TABLE_BITS,
        _NODES_OF_A_WORLD,
        flag,
    )
    if not found.exact:
        return {}
    assert state.turn is not None
    sign = 1 if state.rules.side_of(state.turn) == 0 else -1
    n = found.n_moves
    return {
        code: float(sign * value)
        for code, value in zip(found.moves[0:n], found.values[0:n], strict=True)
    }


def _mean(values: Sequence[float]) -> tuple[float, float]:
    """Give the mean of values and its standard error."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, float("inf")
    return mean, sqrt(sum((x - mean) ** 2 for x in values) / (n - 1) / n)
