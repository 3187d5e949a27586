# SPDX-License-Identifier: MIT
"""Facts of a position as bytes of the core's structs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dominocore import _native
from dominocore.errors import RulesError
from dominocore.position import Position
from dominocore.public import TURN_ENDS
from dominocore.rules import MOST_POINTS, Rules
from dominocore.tiles import Tile, TileSet

_ffi, _lib = _native.ffi, _native.lib
_NONE = _native.NONE
_ENDINGS = {
    "out": _lib.DMC_ENDING_OUT,
    "blocked": _lib.DMC_ENDING_BLOCKED,
    "target": _lib.DMC_ENDING_TARGET,
}


def is_set_up(view: bytes, seats: int) -> bool:
    """Tell whether a view shows that its round was set up: somebody else begins, or holds none."""
    c = _ffi.from_buffer("dmc_view *", view)
    return bool(c.first_turn != c.table.leader or 0 in c.dealt[0:seats])


def criterion(rules: Rules, place: int) -> int:
    """Give the place of a criterion of the opening as the core has it.

    Raises:
        RulesError: the opening has no such place.
    """
    if place >= len(rules.opening):
        raise RulesError(f"opened={place}: the opening has {len(rules.opening)} criteria, from 0")
    return _NONE if place < 0 else place


def forced_tile(
    rules: Rules, place: int, lots: Sequence[int], hands: Sequence[int], leader: int
) -> int:
    """Give the number of the tile that the leader has to lead; NONE where any tile will do.

    Args:
        rules: the rules.
        place: the place in the opening of the criterion that named the leader, or -1.
        lots: the tiles shown for the lead.
        hands: the tiles of each seat as masks; those that are not known are left out.
        leader: who leads.

    Raises:
        RulesError: that criterion does not name the leader.
    """
    if criterion(rules, place) == _NONE:
        return _NONE
    found = rules._native.spec.criteria[place]
    if found.kind == _lib.DMC_OPEN_LOTS:
        if len(lots) != rules.seats:
            raise RulesError(f"opened={place} is by lots: shown= needs a tile of each seat")
        leads = rules._native.spec.lot_tile == _lib.DMC_LOT_LEADS and not found.free
        return lots[leader] if leads else _NONE
    if found.kind in (_lib.DMC_OPEN_HEAVIEST_HAND, _lib.DMC_OPEN_LOT):
        return _NONE
    best = [_best(found, hand) for hand in hands]
    named = min(range(len(best)), key=lambda seat: _rank(found, best[seat]))
    if best[named] == _NONE or named != leader:
        raise RulesError(f"opened={place}: {rules.opening[place]} does not name seat {leader}")
    return _NONE if found.free else best[leader]


def _best(found: Any, hand: int) -> int:
    """Give the tile of a hand that a criterion likes best; NONE where it has none."""
    tiles = [tile.index for tile in TileSet.from_mask(hand)]
    if found.kind == _lib.DMC_OPEN_TILES:
        tiles = [t for t in found.tiles[0 : found.n_tiles] if t in tiles]
    return min(tiles, key=lambda t: _rank(found, t), default=_NONE)


def _rank(found: Any, tile: int) -> tuple[int, int]:
    """Give what sorts tiles by a criterion, the best one first."""
    if tile == _NONE:
        return 1 << 20, 0
    if found.kind == _lib.DMC_OPEN_TILES:
        return list(found.tiles[0 : found.n_tiles]).index(tile), 0
    if found.kind == _lib.DMC_OPEN_HIGHEST_LEX:
        return -tile, 0
    both = Tile.from_index(tile)
    sign = 1 if found.kind == _lib.DMC_OPEN_LOWEST else -1
    return sign * both.pips, sign * both.high


def with_facts(state: bytes, position: Position) -> bytes:
    """Give a state with the voids, the points and the passes that a position tells of.

    Raises:
        RulesError: a side has more points from a round that goes on than one brings.
    """
    copy = _ffi.new("dmc_state *")
    _ffi.memmove(copy, state, _native.STATE_SIZE)
    _put_facts(copy.table, position)
    return bytes(_ffi.buffer(copy))


def _put_facts(table: Any, position: Position) -> None:
    for seat, hand in enumerate(position.hands):
        table.voids[seat] = sum(1 << pip for pip in hand.voids)
    sides = zip(position.scores, position.brought, strict=True)
    for side, (now, before) in enumerate(sides):
        made = now - before
        if position.turn is not None and abs(made) > MOST_POINTS:
            raise RulesError(
                f"side {side} made {made} points in a round that goes on, more than {MOST_POINTS}"
            )
        table.points[side] = made
    table.passes = position.passes


def make_view(rules: Rules, table: Any, position: Position, first: int) -> bytes:
    """Give the view that a position tells of, on a table where its layout lies.

    Raises:
        RulesError: the criterion that named the leader cannot have done so, or a side has more
            points from a round that goes on than one brings.
    """
    view = _ffi.new("dmc_view *")
    view.table = table
    t = view.table
    _put_facts(t, position)
    over = position.turn is None
    t.turn = _NONE if over else position.turn
    t.phase = _lib.DMC_PHASE_OVER if over else _lib.DMC_PHASE_PLAY
    if not over and not t.placed:
        t.phase = _lib.DMC_PHASE_LEAD
    t.leader = position.leader
    t.last = _or_none(position.last)
    t.draws = position.drew
    t.left = position.boneyard_size
    ended = position.ended
    t.ending = 0 if ended is None else _ENDINGS[ended.ending]
    for name in ("seat", "side", "blocker"):
        setattr(t, name, _NONE if ended is None else _or_none(getattr(ended, name)))
    sizes = [len(hand) for hand in position.hands]
    t.hand_sizes = sizes + [0] * (8 - len(sizes))
    _put_seat(rules, view, position, first)
    return bytes(_ffi.buffer(view))


def _put_seat(rules: Rules, view: Any, position: Position, first: int) -> None:
    """Fill in what is the seat's own: its hand, how the round began, and its moves."""
    seat = position.seat
    assert seat is not None
    own = position.hands[seat].tiles.mask
    view.hand = _native._words(own)
    if position.turn is None:
        view.shown = [_native._words(hand.tiles.mask) for hand in position.hands]
    view.scores = [*position.brought, *[0] * (8 - len(position.brought))]
    view.round, view.seat, view.first_turn = position.round, seat, first
    view.opened_by = criterion(rules, position.opened_by)
    dealt = [len(hand) for hand in position.hands]
    drawn = 0
    for mover, move in position.moves:
        dealt[mover] += 1 if move.is_placement else -1 if move.is_draw else 0
        drawn += move.is_draw
    if min(dealt) < 0:
        raise RulesError(f"seat {dealt.index(min(dealt))} has drawn more than it holds and played")
    view.dealt = dealt + [0] * (8 - len(dealt))
    view.n_boneyard = position.boneyard_size + drawn
    lots = [tile.index for tile in position.lots] or [_NONE] * 8
    view.lots = lots + [_NONE] * (8 - len(lots))
    view.only = _NONE
    if position.turn == seat:
        view.only = _only(rules, position, own)
        n = _lib.dmc_view_moves(rules._native, view, view.moves, _lib.DMC_STATE_MOVES)
        view.n_moves = _NONE if n > _lib.DMC_STATE_MOVES else n


def _only(rules: Rules, position: Position, own: int) -> int:
    """Give the tile that the seat on turn must play, or has just drawn."""
    seat = position.seat
    if position.drew:
        drawn = [m.tile for mover, m in position.moves if m.is_draw and mover == seat]
        if not drawn or drawn[-1] is None:
            raise RulesError("the tile that the seat on turn has drawn is in no move")
        tile: Tile = drawn[-1]
        return tile.index
    if position.layout or position.set_up:
        return _NONE
    hands = [own if p == seat else 0 for p in range(len(position.hands))]
    lots = [tile.index for tile in position.lots]
    return forced_tile(rules, position.opened_by, lots, hands, position.leader)


def _or_none(seat: int | None) -> int:
    return _NONE if seat is None else seat


def pack(moves: Iterable[tuple[int, Any]], turn: int | None) -> bytes:
    """Give moves as a packed history; a draw is marked that was the last move of its turn."""
    codes = bytearray()
    made = list(moves)
    for i, (seat, move) in enumerate(made):
        after = made[i + 1][0] if i + 1 < len(made) else turn
        ends = move.is_draw and after is not None and after != seat
        codes += (move.code | (TURN_ENDS if ends else 0)).to_bytes(2, "little")
    return bytes(codes)
