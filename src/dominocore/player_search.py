# SPDX-License-Identifier: MIT
"""Players that look ahead: in worlds that fit what their seat knows, or in the true one.

All randomness comes from the seed and the length of the record, and is drawn in slices of fixed
sizes, so that a number of iterations gives the same answer whatever the machine. Time is looked at
between two slices; a slice takes a few milliseconds at most.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import sqrt
from typing import TYPE_CHECKING, Any

from dominocore import _native, worlds
from dominocore.analysis import Limit, MoveInfo, choices_of, move_of
from dominocore.errors import NotNativeError, RulesError
from dominocore.random_rounds import deal_and_play

if TYPE_CHECKING:
    from dominocore.moves import Move
    from dominocore.observation import Observation
    from dominocore.rules import Rules
    from dominocore.state import State

_lib = _native.lib
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


class Clock:
    """The end of a decision: by time, by an event, or by the flag that the core watches."""

    def __init__(self, flag: Any, limit: Limit, ms: int | None) -> None:
        ms = limit.ms if limit.ms is not None else ms
        self._flag = flag
        self._stop = limit.stop
        self._end = None if ms is None else time.perf_counter() + ms / 1000

    def is_over(self) -> bool:
        """Tell whether the time is up or the search was cancelled."""
        if self._stop is not None and self._stop.is_set():
            return True
        return bool(self._flag[0]) or (self._end is not None and time.perf_counter() >= self._end)


class Tree:
    """A search tree of the core and the nodes that it lies in."""

    def __init__(self, rules: Rules, seat: int, key: bytes, nodes: int) -> None:
        self._rules = rules._native
        self._nodes = _native.new_uncleared("dmc_tree_node[]", nodes)
        self.c = _native.ffi.new("dmc_tree *")
        """The `dmc_tree`."""
        _native._check(
            _lib.dmc_tree_init(self._rules, seat, key, self._nodes, nodes, self.c)
        )

    def grow(self, deals: Any, states: Any, n: int, flag: Any) -> None:
        """Grow by an iteration in each of `n` worlds, unless the flag ends it."""
        ffi = _native.ffi
        _native._check(
            _lib.dmc_tree_grow(
                self._rules,
                self.c,
                ffi.from_buffer("dmc_deal[]", deals),
                ffi.from_buffer("dmc_state[]", states),
                n,
                flag,
            )
        )

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
            line = (move_of(node.move), *self._line(place))
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
            yield move_of(best[1].move)


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
        self._flag = _native.stop_flag()

    def cancel(self) -> None:
        """End the decision that is being made; it answers with what it has found.

        Any thread may call it. Where no decision is being made, nothing happens.
        """
        self._flag[0] = 1

    def choose(self, view: Observation) -> Move:
        """Give the move that the search likes best."""
        codes = choices_of(view)
        if len(codes) == 1:
            return move_of(codes[0])
        found = self.analyse(view)
        return found[0].move if found else move_of(codes[0])

    def analyse(self, view: Observation, limit: Limit | None = None) -> list[MoveInfo]:
        """Search, and give what was found of each move, the best first.

        Of placements that come to the same, as at two equal ends, one is given.

        Args:
            view: what a seat on turn sees.
            limit: how long to search; what it leaves open is as the player was made.
        """
        if not choices_of(view):
            return []
        if not view.rules.is_native:
            raise NotNativeError(f"{self.NAME} cannot play rules with a score_round function")
        if self._reward == "match" and view.rules.target is None:
            raise RulesError("reward=match: these rules have no target, so there is no match")
        self._flag[0] = 0
        limit = Limit() if limit is None else limit
        return self._search(view, limit, Clock(self._flag, limit, self._ms))

    def _search(self, view: Observation, limit: Limit, clock: Clock) -> list[MoveInfo]:
        raise NotImplementedError

    def _grow(
        self, view: Observation, iterations: int, clock: Clock, **plan: Any
    ) -> tuple[Tree, list[MoveInfo]]:
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
        done, size = 0, _FIRST_SLICE
        while done < iterations and not (done and clock.is_over()):
            n = min(size, iterations - done)
            drawn = known.draw(_native.derive(self._key, _PURPOSE, decision, 1 + done), n)
            tree.grow(drawn._deals, drawn._states, n, self._flag if done else _native.ffi.NULL)
            done, size = done + n, _SLICE
        return tree, tree.infos()


class TreePlayer(SearchPlayer):
    """Grow one tree over what the seat can tell apart, a world an iteration."""

    NAME = "ismcts"

    def __init__(
        self,
        seed: int,
        iters: int | None = None,
        ms: int | None = None,
        reward: str = "points",
        explore: float = 1.0,
    ) -> None:
        super().__init__(seed, reward, ms)
        self._iters = iters
        self._explore = explore

    def _search(self, view: Observation, limit: Limit, clock: Clock) -> list[MoveInfo]:
        iterations = limit.iters or self._iters
        if iterations is None:
            timed = limit.ms is not None or self._ms is not None
            iterations = (1 << 31) if timed else _ITERATIONS
        _, infos = self._grow(view, iterations, clock, explore=self._explore)
        return sorted(infos, key=lambda info: (-info.visits, -info.value, info.move.code))


class FlatPlayer(SearchPlayer):
    """Play each move in many worlds, each to the end at random, and take the best mean."""

    NAME = "flat"

    def __init__(
        self, seed: int, playouts: int = 2000, ms: int | None = None, reward: str = "points"
    ) -> None:
        super().__init__(seed, reward, ms)
        self._playouts = playouts

    def _search(self, view: Observation, limit: Limit, clock: Clock) -> list[MoveInfo]:
        playouts = limit.iters or self._playouts
        rounds = max(1, playouts // len(choices_of(view)))
        _, infos = self._grow(view, rounds, clock, flat=1)
        return _by_value(infos)


def _by_value(infos: Sequence[MoveInfo]) -> list[MoveInfo]:
    return sorted(infos, key=lambda info: (-info.value, info.move.code))
