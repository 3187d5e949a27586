# SPDX-License-Identifier: MIT
"""States from pickles: bytes of somebody else's, checked before they are a state."""

from __future__ import annotations

from dominocore import _native
from dominocore.arguments import instance, shorten
from dominocore.dealing import check_round
from dominocore.moves import DRAW, Move
from dominocore.public import check_base, read_history
from dominocore.rules import Rules
from dominocore.state import State, _Round
from dominocore.tiles import Tile, TileSet

#: The number of the form of pickles; it changes when what they hold does.
FORMAT = 3


def restore(
    form: int,
    rules: Rules,
    deal: bytes,
    data: bytes,
    history: bytes,
    base: bytes,
) -> State:
    """Make a state again from a pickle, checked by the core.

    Raises:
        ValueError: the pickle is of another format, or no state of these rules.
    """
    if form != FORMAT:
        raise ValueError(f"a state of format {shorten(form)}; this version reads format {FORMAT}")
    instance("rules", rules, Rules)
    if not isinstance(history, bytes) or len(history) % 2:
        raise ValueError("the history of a state is packed in two bytes a move")
    c_round = _native.restore(rules._native, deal, data)
    check_round(c_round.deal.round)
    round = _Round(rules, c_round, check_base(base))
    state = State(round, data, history)
    if not _has_history(state) or not state.lies_there(state.layout):
        raise ValueError("the history of a state does not lead to it")
    return state


def _has_history(state: State) -> bool:
    """Tell whether a state can have come about so; of one that was set up the start is not kept."""
    deal = state._deal
    moves = [
        Move.from_code(c) for _, c in read_history(state._history, deal.turn, state.rules.seats)
    ]
    if deal.set_up:
        drawn = deal.n_boneyard - state.boneyard_size
        dealt = deal.order[0 : sum(deal.hand_sizes[0 : state.rules.seats]) + drawn]
        gone = TileSet(map(Tile.from_index, dealt)) - TileSet(t for h in state.hands for t in h)
        placed = [move.tile for move in moves if move.is_placement]
        draws = [move for move in moves if move.is_draw]
        once = len(placed) == len(gone)
        return once and set(placed) == set(gone) and draws == [DRAW] * drawn
    again = State(state._round, _native.start(state._round.c))
    for move in moves:
        again = again.play(move)
    return again._bytes == state._bytes
