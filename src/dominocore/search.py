# SPDX-License-Identifier: MIT
"""Questions about the tree of moves under a state, answered in C."""

from __future__ import annotations

from functools import partial

from dominocore import _native, _native_search
from dominocore.arguments import instance, whole
from dominocore.interruption import hears_interrupts, interruptible
from dominocore.moves import Move
from dominocore.state import State

_lib = _native.lib
#: Positions that are looked at without a thread: some milliseconds, a second at the most.
_FEW = 1_000


def perft(
    state: State,
    depth: int,
    *,
    distinct: bool = False,
    skip_draws: bool = False,
    skip_passes: bool = False,
) -> int:
    """Count the sequences of exactly `depth` moves, as `state.moves` lists them.

    A round that ends earlier adds nothing. The counts are the usual check of a move generator. They
    are made in C without the interpreter lock, and ctrl-C ends them.

    >>> import dominocore as dc
    >>> state = dc.variant("block").deal(seed=7, leader=0)
    >>> dc.perft(state, 1) == len(state.moves)
    True

    Args:
        state: where to start.
        depth: how many moves, 0 or more.
        distinct: count placements on interchangeable arms once (`State.distinct_moves`).
        skip_draws: a draw counts as no move.
        skip_passes: a pass counts as no move.

    Raises:
        ValueError: the depth is negative.
    """
    instance("state", state, State)
    whole("depth", depth, 0, 10_000)
    options = (
        (_lib.DMC_PERFT_DISTINCT if distinct else 0)
        | (_lib.DMC_PERFT_SKIP_DRAWS if skip_draws else 0)
        | (_lib.DMC_PERFT_SKIP_PASSES if skip_passes else 0)
    )
    flag = _native_search.stop_flag()
    count = partial(_native_search.perft, state._round.c, state._bytes, depth, options, flag)
    found = count(_FEW if hears_interrupts() else 0)
    if found is None:
        found = interruptible(partial(count, 0), flag, state)
    assert found is not None  # only ctrl-C sets the flag, and raises
    return found


def divide(
    state: State,
    depth: int,
    *,
    distinct: bool = False,
    skip_draws: bool = False,
    skip_passes: bool = False,
) -> dict[Move, int]:
    """Give the count of `perft` under each move of the state.

    Raises:
        ValueError: the depth is less than 1.
    """
    instance("state", state, State)
    whole("depth", depth, 1, 10_000)

    def below(move: Move) -> int:
        free = (move.is_draw and skip_draws) or (move.is_pass and skip_passes)
        return perft(
            state.play(move),
            depth if free else depth - 1,
            distinct=distinct,
            skip_draws=skip_draws,
            skip_passes=skip_passes,
        )

    moves = state.distinct_moves if distinct else tuple(state.moves)
    return {move: below(move) for move in moves}
