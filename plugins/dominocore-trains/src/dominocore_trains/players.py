# SPDX-License-Identifier: MIT
"""A player for each game. Both look at what their seat sees, and keep nothing between decisions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from dominocore import Tile, TileSet
from dominocore_trains.chickenfoot import ChickenfootRules
from dominocore_trains.move import ArmMove
from dominocore_trains.state import EngineView
from dominocore_trains.trains import TrainTable

_STEPS = 300
"""How many tiles the search for the longest train tries to lay."""


@lru_cache(maxsize=4096)
def longest_train(hand: TileSet, start: int) -> tuple[Tile, ...]:
    """Give the longest train that tiles make from an end with `start` pips.

    Of trains as long, one with more pips. The search is cut after some hundreds of steps and then
    gives the best train found; it lays doubles first, then what keeps most tiles within reach.

    >>> print(*longest_train(TileSet("9-4 9-2 2-2 5-2"), 9))
    9-2 2-2 5-2
    """
    by_pip: dict[int, list[Tile]] = {}
    for tile in hand:
        for pip in {*tile}:
            by_pip.setdefault(pip, []).append(tile)
    best: tuple[int, int, tuple[Tile, ...]] = (0, 0, ())
    laid: list[Tile] = []
    steps = 0

    def search(end: int, pips: int) -> None:
        nonlocal best, steps
        steps += 1
        if (len(laid), pips) > best[:2]:
            best = (len(laid), pips, tuple(laid))
        fits = [tile for tile in by_pip.get(end, ()) if tile not in laid]
        fits.sort(key=lambda tile: (not tile.is_double, -len(by_pip[tile.other(end)]), -tile.pips))
        for tile in fits:
            if steps < _STEPS:
                laid.append(tile)
                search(tile.other(end), pips + tile.pips)
                laid.pop()

    search(start, 0)
    return best[2]


class ConductorPlayer:
    """Keep the longest train for the own track, and lay the rest elsewhere as long as that goes.

    A marker is taken off where a tile fits; a double is laid when it can be covered at once.
    """

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: EngineView) -> ArmMove:
        """Give the move that loses least of the plan, then the one with the most pips."""
        moves: Sequence[ArmMove] = view.moves
        table = cast(TrainTable, view.table)
        own = view.rules.arms[view.seat]
        plan = longest_train(view.hand, table.tip(view.seat))
        others = [size for seat, size in enumerate(view.hand_sizes) if seat != view.seat]
        hurry = min(others) <= 2

        def worth(move: ArmMove) -> tuple[float, int]:
            if move.is_pass or move.tile is None:
                return -1000, 0
            rest = view.hand - TileSet([move.tile])
            tip = table.tip(view.seat) if move.arm != own else move.shows
            assert tip is not None
            left = len(longest_train(rest, tip))
            kept = left + (move.arm == own) - len(plan)
            points = 2.0 * kept
            if move.tile.is_double:
                covered = any(move.tile.high in tile for tile in rest)
                points += 1.5 if covered else -3.0
            if move.arm == own and table.marked[view.seat]:
                points += 3.0
            if hurry:
                points += 0.15 * move.pips
            return points, move.pips

        return max(moves, key=worth)


class FarmerPlayer:
    """Get rid of pips, keep tiles that fit many others, hold a double back that helps nobody.

    0-0 is dear at the end, so it goes early.
    """

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: EngineView) -> ArmMove:
        """Give the move with the best sum of what goes and what stays playable."""
        rules: ChickenfootRules = view.rules
        hand = list(view.hand)

        def worth(move: ArmMove) -> float:
            tile = move.tile
            if move.is_pass or tile is None:
                return -1000
            rest = [other for other in hand if other is not tile]
            penalty = rules.worth(tile)
            shown = move.shows
            follow = sum(shown in other for other in rest)
            points = penalty + 2.0 * follow
            if tile.is_double:
                points += 6.0 if follow else -4.0
            return points

        return max(view.moves, key=worth)
