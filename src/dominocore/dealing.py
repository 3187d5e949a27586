# SPDX-License-Identifier: MIT
"""Rounds are dealt and set up: what a caller gives is read, checked and handed to the core."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from dominocore import _native
from dominocore.arguments import able, shorten, whole
from dominocore.errors import RulesError
from dominocore.moves import Move
from dominocore.rules import Rules
from dominocore.tiles import Tile, TileSet

TileLike = Tile | str
HandLike = str | Iterable[TileLike]


def deal(
    rules: Rules,
    seed: int | None,
    order: Iterable[TileLike] | None,
    hands: Sequence[HandLike] | None,
    boneyard: HandLike | None,
    leader: int | None,
    first: bool,
    scores: Sequence[int] | None,
    exclude: HandLike,
    round: int,
) -> tuple[Any, bytes]:
    """Deal a round in the core; takes what `State.deal` takes."""
    check_round(round)
    lead = lead_of(rules, leader, first)
    brought = brought_in(rules, scores)
    check_sources(seed, order, hands, boneyard, exclude)
    if hands is not None:
        dealt, rest = from_hands(rules, hands, boneyard, exclude)
    elif order is not None:
        dealt, rest = from_order(rules, order)
    else:
        key = _native.seed_bytes(seed)
        return _native.deal_random(rules._native, key, round, lead, brought)
    tiles = bytes(t.index for t in [*(t for hand in dealt for t in hand), *rest])
    sizes = [len(hand) for hand in dealt]
    c_round = _native.deal_order(rules._native, tiles, sizes, len(rest), round, lead, brought)
    return c_round, _native.start(c_round)


def set_up(
    rules: Rules,
    layout: str | Iterable[Move | str],
    hands: Sequence[HandLike],
    turn: int,
    boneyard: HandLike | None,
    leader: int,
    last: int | None,
    scores: Sequence[int] | None,
    partial: bool,
    round: int,
) -> tuple[Any, bytes, bytes]:
    """Set a round up in the core, and pack its layout; takes what `State.setup` takes."""
    able("layout", layout, "a text or a list of moves", "__iter__")
    words = layout.split() if isinstance(layout, str) else list(layout)
    moves = [layout_move(word, i) for i, word in enumerate(words)]
    dealt = read_hands(rules, hands)
    whole("turn", turn, 0, rules.seats - 1, RulesError)
    check_not_out(rules, dealt, turn, bool(moves), partial)
    laid = [move.tile for move in moves if move.tile is not None]
    held = [t for hand in dealt for t in hand]
    rest: tuple[Tile, ...]
    if boneyard is not None:
        rest = read_tiles(boneyard)
    else:
        rest = () if partial else tuple(rules.tiles - TileSet(held) - TileSet(laid))
    everywhere = [*laid, *held, *rest]
    missing = rules.tiles - TileSet(everywhere)
    check_tiles(rules, everywhere, tuple(missing) if partial else ())
    placer = (turn - 1) % rules.seats if last is None else last
    for name, seat in (("leader", leader), ("last", placer)):
        whole(name, seat, 0, rules.seats - 1, RulesError)
    check_round(round)
    tiles = bytes(t.index for t in [*held, *rest])
    sizes = [len(hand) for hand in dealt]
    brought = brought_in(rules, scores)
    c_round = _native.deal_order(rules._native, tiles, sizes, len(rest), round, leader, brought)
    data, fault = _native.setup(c_round, [move.code for move in moves], turn, leader, placer)
    if fault is not None:
        raise RulesError(f"move {fault + 1} of the layout, {moves[fault]}, cannot be laid there")
    return c_round, data, b"".join(move.with_claim(False)._packed for move in moves)


def read_tiles(tiles: HandLike) -> tuple[Tile, ...]:
    """Read tiles given as a text of tiles, or as tiles and texts one by one."""
    if isinstance(tiles, str):
        tiles = [] if tiles.strip() in ("", "-") else tiles.replace(",", " ").split()
    able("tiles", tiles, "a text or a list of tiles", "__iter__")
    return tuple(t if isinstance(t, Tile) else Tile.parse(t) for t in tiles)


def read_hands(rules: Rules, hands: Sequence[HandLike]) -> list[tuple[Tile, ...]]:
    """Read one hand for each seat."""
    if isinstance(hands, str) or not isinstance(hands, Iterable):
        raise RulesError(f"hands is a list with one hand a seat, got {shorten(hands)}")
    dealt = [read_tiles(hand) for hand in hands]
    if len(dealt) != rules.seats:
        raise RulesError(f"{rules.seats} seats need {rules.seats} hands, got {len(dealt)}")
    return dealt


def check_not_out(
    rules: Rules, hands: Sequence[Sequence[Tile]], turn: int, laid: bool, partial: bool
) -> None:
    """Refuse a position in which a side has gone out: its round would be over.

    Where tiles may be nowhere, only a seat that has to lead must hold one.
    """
    if partial:
        if not hands[turn] and not laid:
            raise RulesError(f"seat {turn} has to lead and holds no tile")
        return
    for side in range(rules.n_sides):
        seats = [seat for seat in range(rules.seats) if rules.side_of(seat) == side]
        empty = [seat for seat in seats if not hands[seat]]
        if empty and (rules.out == "first" or len(empty) == len(seats)):
            raise RulesError(f"seat {empty[0]} holds no tile, so the round would be over")


def lead_of(rules: Rules, leader: int | None, first: bool) -> int:
    """Give the lead that a deal asks the core for: a seat, or BY_CRITERIA."""
    if leader is not None:
        return whole("leader", leader, 0, rules.seats - 1, RulesError)
    if not first and rules.later != "opening":
        raise RulesError(
            f"a later round needs its leader: later={rules.later!r} depends on the round before"
        )
    return _native.BY_CRITERIA


#: Scores and round numbers stay well inside what the core can add up.
_MOST = 1_000_000_000


def brought_in(rules: Rules, scores: Sequence[int] | None) -> Sequence[int] | None:
    """Check the points that the sides bring into a round."""
    if scores is None:
        return None
    if len(scores) != rules.n_sides:
        raise RulesError(f"scores has one number a side ({rules.n_sides}), got {len(scores)}")
    for score in scores:
        whole("a score", score, -_MOST, _MOST, RulesError)
    return scores


def check_round(number: int) -> int:
    """Check the number of a round."""
    return whole("round", number, 0, _MOST, RulesError)


def from_order(
    rules: Rules, order: Iterable[TileLike]
) -> tuple[list[tuple[Tile, ...]], tuple[Tile, ...]]:
    """Cut shuffled tiles into hands and boneyard."""
    tiles = read_tiles(order)
    check_tiles(rules, tiles, ())
    h = rules.hand_tiles
    cut = rules.seats * h
    return [tiles[p * h : (p + 1) * h] for p in range(rules.seats)], tiles[cut:]


def from_hands(
    rules: Rules, hands: Sequence[HandLike], boneyard: HandLike | None, exclude: HandLike
) -> tuple[list[tuple[Tile, ...]], tuple[Tile, ...]]:
    """Check given hands and find the boneyard."""
    dealt = read_hands(rules, hands)
    out = read_tiles(exclude)
    held = [t for hand in dealt for t in hand]
    rest = (
        tuple(rules.tiles - TileSet(held) - TileSet(out))
        if boneyard is None
        else read_tiles(boneyard)
    )
    check_tiles(rules, [*held, *rest], out)
    for seat, hand in enumerate(dealt):
        if not hand:
            raise RulesError(f"seat {seat} has no tile; a round starts with one or more each")
    return dealt, rest


def layout_move(word: Move | str, index: int) -> Move:
    """Read a placement of a layout; the first may leave out the mark of a lead."""
    if isinstance(word, Move):
        return word
    if not isinstance(word, str):
        raise TypeError(f"layout is a text or a list of moves, got {shorten(word)}")
    return Move("*" + word if index == 0 and word[:1].isdigit() else word)


def check_tiles(rules: Rules, tiles: Sequence[Tile], exclude: Sequence[Tile]) -> None:
    """Refuse tiles that are missing, doubled or not in the set."""
    seen: set[Tile] = set()
    for t in [*tiles, *exclude]:
        if t not in rules.tiles:
            raise RulesError(f"{t} is not in the set of these rules")
        if t in seen:
            raise RulesError(f"{t} is there twice")
        seen.add(t)
    missing = rules.tiles - TileSet(seen)
    if missing:
        raise RulesError(
            f"{len(missing)} tiles are missing: {missing}; exclude lists those that are out of play"
        )


def check_sources(
    seed: object, order: object, hands: object, boneyard: object, exclude: HandLike
) -> None:
    """Refuse a deal that names its tiles in more than one way."""
    if (seed is not None) + (order is not None) + (hands is not None) > 1:
        sources = {"seed": seed, "order": order, "hands": hands}
        given = " and ".join(name for name, source in sources.items() if source is not None)
        raise RulesError(f"a deal takes one of seed, order and hands, got {given}")
    if hands is None and (boneyard is not None or (exclude and tuple(exclude))):
        raise RulesError("boneyard and exclude go with hands")
