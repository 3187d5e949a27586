# SPDX-License-Identifier: MIT
"""The players that come with dominocore.

None keeps anything between two decisions: what a player draws depends on its seed and on how many
events the record of the round has, so asking twice gives the same move.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dominocore import _native
from dominocore.errors import NotationError
from dominocore.hookspecs import hookimpl
from dominocore.moves import Move
from dominocore.player_features import AccompaniedPlayer, ExpertPlayer
from dominocore.player_search import REWARDS, ExactPlayer, FlatPlayer, OraclePlayer, TreePlayer
from dominocore.player_type import PlayerSpec

if TYPE_CHECKING:
    from dominocore.observation import Observation

_PURPOSE: int = _native.lib.DMC_FOR_PLAYER
_COUNT = range(1, 10**9)
"""What a number of iterations or of milliseconds can be."""


def _moves(view: Observation) -> tuple[Move, ...]:
    moves = view.moves
    if not moves:
        raise ValueError(f"seat {view.seat} has no move to choose: it is not on turn")
    return moves


class RandomPlayer:
    """Choose any legal move, each as often."""

    def __init__(self, seed: int) -> None:
        self._key = _native.seed_bytes(seed)

    def choose(self, view: Observation) -> Move:
        """Give a legal move drawn from the seed and the length of the record."""
        moves = _moves(view)
        return moves[_native.draw(self._key, _PURPOSE, len(view.events), 0, len(moves))]


class FirstPlayer:
    """Choose the legal move that is listed first."""

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: Observation) -> Move:
        """Give the first legal move."""
        return _moves(view)[0]


class GreedyPlayer:
    """Choose the move that makes the most points now, then the heaviest tile."""

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: Observation) -> Move:
        """Give the best move by points, by claim where points are made, by pips; the first of
        equals.
        """

        def worth(move: Move) -> tuple[int, bool, int]:
            points = view.points_for(move)
            return points, points > 0 and move.claimed, move.pips

        return max(_moves(view), key=worth)


class HumanPlayer:
    """Ask a person on the terminal: the view goes to standard error, the answer is a line read.

    Raises:
        EOFError: the input has ended.
    """

    def __init__(self, seed: int) -> None:
        del seed

    def choose(self, view: Observation) -> Move:
        """Show the ends, the hand and the moves, and ask until the answer is one of them."""
        moves = _moves(view)
        ends = " ".join(map(str, view.ends)) or "none"
        print(f"open ends {ends}; your hand {view.hand}", file=sys.stderr)
        print("moves", *moves, file=sys.stderr)
        while True:
            print("Your move: ", end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line:
                raise EOFError("the input has ended: nobody is there to choose")
            try:
                return view.rules.find_move(line, moves)
            except NotationError as error:
                print(error, file=sys.stderr)


@hookimpl
def dominocore_players() -> Iterator[PlayerSpec]:
    """Yield the built-in players."""
    yield PlayerSpec("random", RandomPlayer, summary="Any legal move, each as often.", games=None)
    yield PlayerSpec("first", FirstPlayer, summary="The legal move listed first.", games=None)
    yield PlayerSpec(
        "greedy", GreedyPlayer, summary="The most points in play now, then the heaviest tile."
    )
    yield PlayerSpec(
        "accompanied",
        AccompaniedPlayer,
        summary="The tile whose pips the rest of the hand has most of.",
    )
    yield PlayerSpec("expert", ExpertPlayer, summary="The best sum of weighed features.")
    yield PlayerSpec(
        "flat",
        FlatPlayer,
        summary="The best mean of random rounds in sampled worlds.",
        choices={"playouts": _COUNT, "ms": _COUNT, "reward": tuple(REWARDS)},
    )
    yield PlayerSpec(
        "ismcts",
        TreePlayer,
        summary="Tree search over what the seat can tell apart.",
        choices={"iters": _COUNT, "ms": _COUNT, "reward": tuple(REWARDS)},
    )
    yield PlayerSpec(
        "pimc",
        ExactPlayer,
        summary="The best mean of exact solutions of sampled worlds, once few tiles are left.",
        choices={
            "worlds": _COUNT,
            "exact_from": range(200),
            "playouts": _COUNT,
            "ms": _COUNT,
            "reward": ("points", "win"),
        },
    )
    yield PlayerSpec(
        "oracle",
        OraclePlayer,
        summary="The best move there is, by sight of every tile.",
        sees_all=True,
        choices={"iters": _COUNT, "ms": _COUNT, "reward": ("points", "win")},
    )
    yield PlayerSpec("human", HumanPlayer, summary="A person, asked on the terminal.", games=None)
