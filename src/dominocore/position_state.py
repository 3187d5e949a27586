# SPDX-License-Identifier: MIT
"""Positions become states and observations under rules, and these become positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from dominocore import _native, position_core, world_core
from dominocore.dealing import check_tiles
from dominocore.errors import DominoError, NotationError, NotNativeError, RulesError
from dominocore.moves import DRAW
from dominocore.notation import Event
from dominocore.observation import Observation
from dominocore.position import Position
from dominocore.position_words import Ended, HandText
from dominocore.public import DRAWS
from dominocore.rules import Rules
from dominocore.rules_name import find_chain, name_rules
from dominocore.state import State, _Round
from dominocore.tiles import Hand, Tile, TileSet

# ---- from a round ----


def position_of(table: State | Observation, variant: str | None = None) -> Position:
    """Give the position of a round, all of it or what a seat sees, with the moves that led to it.

    Of a position that was set up with voids, points or passes, only the draws of the turn that is
    running are kept: what went before cannot be told.

    Args:
        table: the round.
        variant: the text of the variant, where it is known.
    """
    found = _position(table, name_rules(table.rules) if variant is None else variant)
    if isinstance(table, State) and found.set_up and found.moves and not _leads(found, table):
        drawing = found.moves[len(found.moves) - found.drew :]
        return replace(found, moves=drawing)
    return found


def _position(table: State | Observation, variant: str) -> Position:
    outcome = table.outcome
    return Position(
        variant=variant,
        max_pip=table.rules.max_pip,
        layout=table.layout,
        hands=tuple(
            HandText(Hand() if hand is None else hand, 0 if hand is not None else size, lacks)
            for hand, size, lacks in zip(
                _hands(table), table.hand_sizes, _voids(table), strict=True
            )
        ),
        boneyard=(table.boneyard_size or ()) if isinstance(table, Observation) else table.boneyard,
        turn=table.turn,
        passes=table.passes,
        scores=tuple(a + b for a, b in zip(table.scores, table.points, strict=True)),
        leader=table.leader,
        last=table.last,
        brought=table.scores,
        round=table.round,
        opened_by=table.opened_by,
        lots=table.lots,
        drew=table._bytes[DRAWS],
        set_up=_is_set_up(table),
        seat=table.seat if isinstance(table, Observation) else None,
        moves=table.events if isinstance(table, Observation) else table.history,
        ended=None
        if outcome is None
        else Ended(
            ending=str(outcome.ending),
            seat=outcome.seat,
            side=outcome.side,
            blocker=outcome.blocker,
        ),
    )


def _hands(table: State | Observation) -> Sequence[Hand | None]:
    """Give the hands that are known, by seat."""
    if isinstance(table, State):
        return table.hands
    if table.shown_hands is not None:
        return table.shown_hands
    return [table.hand if p == table.seat else None for p in range(table.rules.seats)]


def _voids(table: State | Observation) -> list[tuple[int, ...]]:
    return [tuple(sorted(pips)) for pips in table.voids]


def _is_set_up(table: State | Observation) -> bool:
    """Tell whether a round was set up; an observation tells it only where that can be seen."""
    if isinstance(table, State):
        return bool(table._deal.set_up)
    return bool(table._base) or position_core.is_set_up(table._bytes, table.rules.seats)


def _leads(position: Position, state: State) -> bool:
    """Tell whether the moves of a position that was set up lead to the state.

    They do not where it began with what only a position without moves can tell: voids, points or
    passes from before.
    """
    try:
        return read_state(position, state.rules) == state
    except NotationError:
        return False


def first_state(state: State) -> State:
    """Give the state before the moves of a round; of one set up, as far back as it can be told."""
    position = position_of(state)
    if not position.set_up:
        return State(state._round, _native.start(state._round.c))
    return _set_up(position, state.rules) if position.moves else state


def dealt(state: State, variant: str | None = None) -> tuple[Position, tuple[Event, ...]]:
    """Give the deal of a round and the moves since."""
    first = first_state(state)
    deal = replace(position_of(first, variant), moves=())
    return deal, state.history[len(first.history) :]


# ---- to a round ----


def read_state(position: Position, rules: Rules | None = None, text: str = "") -> State:
    """Give the state that a position tells of.

    Raises:
        NotationError: something is hidden, there is no such variant, or the position cannot be.
    """
    if position.seat is not None or not position.is_complete:
        raise NotationError("a state hides nothing; this position is what a seat sees", text)
    rules = _rules(position, rules, text)
    try:
        state = _set_up(position, rules) if position.set_up else _dealt(position, rules)
        for number, (seat, move) in enumerate(position.moves, 1):
            if seat != state.turn:
                turn = f"seat {state.turn} is on turn" if state.turn is not None else "it is over"
                raise RulesError(f"move {number} is seat {seat}'s, {move}, but {turn}")
            state = state.play(DRAW if move.is_draw else move)
    except (DominoError, IndexError) as error:
        raise NotationError(str(error), text) from error
    _compare(position, _position(state, position.variant), text)
    return state


def read_view(position: Position, rules: Rules | None = None, text: str = "") -> Observation:
    """Give the observation that a position tells of; what its seat cannot see is hidden.

    Raises:
        NotationError: it does not say whose view it is, there is no such variant, or the position
            cannot be.
    """
    seat = _viewer(position, text)
    rules = _rules(position, rules, text)
    position = replace(position.view(seat), seat=seat)
    told = len(position.layout) + sum(map(len, position.hands)) + position.boneyard_size
    if told > len(rules.tiles):
        raise NotationError(f"this cannot be: {told} tiles of a set of {len(rules.tiles)}", text)
    try:
        table = world_core.Layout(rules._native, rules.tiles.mask)
        for move in position.layout:
            table.place(move.code)
        data = position_core.make_view(rules, table.table, position, _first(position))
        _native.check_view(rules._native, data)
        events = position_core.pack(position.moves, position.turn)
        base = position_core.pack(((0, move) for move in position.base), None)
        view = Observation(rules, data, events, base)
    except (DominoError, ValueError) as error:
        raise NotationError(f"this cannot be: {error}", text) from error
    _compare(position, _position(view, position.variant), text)
    return view


def _rules(position: Position, rules: Rules | None, text: str) -> Rules:
    """Give the rules of a position, and check that it has their seats and sides."""
    if rules is None:
        try:
            rules = find_chain(position.variant, "a position")
        except (NotationError, NotNativeError) as error:
            raise NotationError(str(error), text) from error
    for what, got, needed in (
        ("the highest pip of the set", position.max_pip, rules.max_pip),
        ("the number of hands", len(position.hands), rules.seats),
        ("the number of scores", len(position.scores), rules.n_sides),
        ("the number of scores brought in", len(position.brought), rules.n_sides),
    ):
        if got != needed:
            raise NotationError(f"{what} is {needed} in {position.variant}, got {got}", text)
    return rules


def _viewer(position: Position, text: str) -> int:
    """Give the seat whose view a position is: the one it names, or the only one that is shown."""
    if position.seat is not None:
        return position.seat
    shown = [p for p, hand in enumerate(position.hands) if not hand.hidden]
    if len(shown) != 1:
        raise NotationError("whose view this is has to be said, such as seat=0", text)
    return shown[0]


def _first(position: Position) -> int:
    """Give who was on turn before the moves of a position."""
    if position.moves:
        return position.moves[0][0]
    if position.turn is not None:
        return position.turn
    return ((position.last or 0) + 1) % len(position.hands)


def _before(position: Position) -> tuple[list[set[Tile]], tuple[Tile, ...]]:
    """Give the hands and the boneyard before the moves of a position."""
    hands = [set(hand.tiles) for hand in position.hands]
    drawn: list[Tile] = []
    for seat, move in reversed(position.moves):
        if move.is_draw:
            if move.tile is None or move.tile not in hands[seat]:
                what = "a tile that is hidden" if move.tile is None else str(move.tile)
                raise RulesError(f"seat {seat} draws {what}, and neither holds nor plays it")
            hands[seat].discard(move.tile)
            drawn.append(move.tile)
        elif move.tile is not None:
            hands[seat].add(move.tile)
    assert not isinstance(position.boneyard, int)
    return hands, (*reversed(drawn), *position.boneyard)


def _set_up(position: Position, rules: Rules) -> State:
    hands, boneyard = _before(position)
    first = _first(position)
    placed = any(move.is_placement for _, move in position.moves)
    state = State.setup(
        rules,
        layout=position.base,
        hands=hands,
        turn=first,
        boneyard=boneyard,
        leader=position.leader,
        last=None if placed else position.last,
        scores=position.brought,
        partial=True,
        round=position.round,
    )
    if state.is_over or any(not move.is_draw for _, move in position.moves):
        return state
    if position.moves and position.ended is not None:
        return state  # the facts are those of the end that the draws lead to
    return State(state._round, position_core.with_facts(state._bytes, position))


def _dealt(position: Position, rules: Rules) -> State:
    hands, boneyard = _before(position)
    order = [tile for hand in hands for tile in sorted(hand)] + list(boneyard)
    check_tiles(rules, order, tuple(rules.tiles - TileSet(order)))
    sizes = [len(hand) for hand in hands]
    if 0 in sizes:
        raise RulesError(f"seat {sizes.index(0)} has no tile; a round starts with one or more each")
    leader = position.leader
    masks = [TileSet(hand).mask for hand in hands]
    lots = [tile.index for tile in position.lots]
    forced = position_core.forced_tile(rules, position.opened_by, lots, masks, leader)
    like = {
        "round": position.round,
        "leader": leader,
        "turn": leader,
        "opened_by": position_core.criterion(rules, position.opened_by),
        "forced": forced,
        "lots": lots,
        "set_up": 0,
    }
    tiles = bytes(tile.index for tile in order)
    n = len(boneyard)
    c_round = world_core.deal_again(rules._native, tiles, sizes, n, position.brought, like)
    return State(_Round(rules, c_round), _native.start(c_round))


def _compare(written: Position, real: Position, text: str) -> None:
    """Refuse a position that says one thing and comes to another."""
    for field in fields(Position):
        says, is_ = getattr(written, field.name), getattr(real, field.name)
        if says != is_ and not (field.name == "moves" and not says):
            raise NotationError(f"{field.name} cannot be {_show(says)}: it is {_show(is_)}", text)


def _show(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(map(_show, value)) or "none"
    return "none" if value is None else str(value)
