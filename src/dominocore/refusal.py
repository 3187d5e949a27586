# SPDX-License-Identifier: MIT
"""Why a move is not legal, in words that tell the seat on turn no more than it may know."""

from __future__ import annotations

from collections.abc import Sequence

from dominocore import _native
from dominocore.moves import DRAW, Move
from dominocore.public import PublicTable

_lib = _native.lib


def reason(table: PublicTable, moves: Sequence[Move], move: Move, code: int) -> str:
    """Say why, from what the seat on turn may know."""
    ends = table.ends
    shown = " and ".join(map(str, ends)) if len(ends) < 3 else ", ".join(map(str, ends))
    where = f"the open ends are {shown}" if ends else "nothing lies on the table yet"
    if code == _lib.DMC_ERR_NOT_HELD:
        return f": seat {table.turn} does not hold {move.tile}; {where}"
    if code == _lib.DMC_ERR_ARM:
        if not ends:
            return f": the first move of a round is a lead, such as *{move.tile}"
        lead = "the round has been led" if move.is_lead else "that arm is not open"
        return f": {lead}; {where}"
    if code == _lib.DMC_ERR_FIT:
        return f" on {table.arms[move.arm]}: {where}{_turned(moves, move)}"
    if code == _lib.DMC_ERR_ONLY:
        must = sorted({str(m.tile) for m in moves})
        return f": {' or '.join(must)} must be played; {where}"
    if code == _lib.DMC_ERR_CLAIM:
        return f": that placement scores nothing to claim; {where}"
    if code == _lib.DMC_ERR_FILL:
        return f": another double has to be filled first; {where}"
    if code == _lib.DMC_ERR_CAN_PLAY:
        what = "draw" if move is DRAW else "pass"
        return f": a seat that can play may not {what}; {where}"
    if code == _lib.DMC_ERR_NO_DRAW:
        return f": no tile may be drawn; {table.boneyard_size} in the boneyard, {where}"
    if code == _lib.DMC_ERR_CAN_DRAW:
        return f": a seat that may draw may not pass; {where}"
    return f": it is no move that can be made here; {where}"


def _turned(moves: Sequence[Move], move: Move) -> str:
    """Suggest the move with its halves the other way round, where that one is legal."""
    if move.tile is None or move.tile.is_double:
        return ""
    turned = Move.from_code(move.code ^ _lib.DMC_MOVE_LOW_JOINS)
    return f"; did you mean {turned}?" if turned in moves else ""
