# SPDX-License-Identifier: MIT
"""How a round is dealt, and who begins it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dominocore import Hand, NotationError, RulesError, Tile, TileSet
from dominocore.game import brought, shuffled
from dominocore_trains.state import EngineState

if TYPE_CHECKING:
    from dominocore_trains.rules import EngineRules

Dealt = tuple[tuple[Hand, ...], tuple[Tile, ...]]
"""The hands, and the boneyard with the next tile first."""

BY_ENGINE, BY_LOT = 0, 1
"""What named the seat that begins, where nobody chose it."""
_LOTS = 1 << 20
"""Lots are drawn from the streams of rounds that no match reaches: they tell nothing of a deal."""


def deal_round(
    rules: EngineRules,
    seed: int | None,
    hands: Any,
    boneyard: Any,
    leader: int | None,
    scores: Any,
    round: int,
) -> EngineState:
    """Deal a round; see `EngineRules.deal`.

    Raises:
        RulesError: the round cannot be dealt so.
    """
    totals = brought(rules, leader=leader, scores=scores, round=round)
    if round >= _LOTS:
        raise RulesError(f"round is a number from 1 to {_LOTS - 1}, got {round!r}")
    if hands is None:
        if boneyard is not None:
            raise RulesError("a boneyard is given without hands")
        dealt, left = _mixed(rules, seed, round)
    else:
        dealt, left = _given(rules, hands, () if boneyard is None else boneyard)
    holder = _holder(rules, dealt, left, round)
    if holder is not None and leader not in (None, holder):
        engine = rules.engine_of(round)
        raise RulesError(f"leader={leader}: seat {holder} holds {engine} and begins")
    opened_by = -1
    if holder is not None:
        leader, opened_by = holder, BY_ENGINE
    elif leader is None:
        leader = 0 if hands is not None else _lot(rules.seats, seed, round)
        opened_by = BY_LOT
    table = rules.TABLE.first(
        rules,
        round=round,
        leader=leader,
        opened_by=opened_by,
        scores=totals,
        hand_sizes=tuple(map(len, dealt)),
        boneyard_size=len(left),
    )
    return EngineState(table, dealt, left)


def _mixed(rules: EngineRules, seed: int | None, round: int) -> Dealt:
    tiles = TileSet.double(rules.max_pip)
    if rules.engine == "set":
        tiles -= TileSet([rules.engine_of(round)])
    order, n = shuffled(tiles, seed, round), rules.tiles_each
    hands = tuple(Hand(order[seat * n : (seat + 1) * n]) for seat in range(rules.seats))
    return hands, order[rules.seats * n :]


def _given(rules: EngineRules, hands: Any, boneyard: Any) -> Dealt:
    try:
        dealt = tuple(Hand(hand) for hand in hands)
        words = boneyard.split() if isinstance(boneyard, str) else boneyard
        left = tuple(Tile.parse(word) if isinstance(word, str) else word for word in words)
        tiles = [*(tile for hand in dealt for tile in hand), *left]
        known = TileSet(tiles)
    except (NotationError, TypeError) as error:
        raise RulesError(f"the deal cannot be read: {error}") from error
    if len(dealt) != rules.seats:
        raise RulesError(f"{rules.seats} seats need as many hands, got {len(dealt)}")
    empty = next((seat for seat, hand in enumerate(dealt) if not hand), None)
    if empty is not None:
        raise RulesError(f"seat {empty} has no tiles")
    if len(known) != len(tiles):
        twice = next(tile for tile in known if tiles.count(tile) > 1)
        raise RulesError(f"{twice} is there twice")
    strange = known - TileSet.double(rules.max_pip)
    if strange:
        raise RulesError(f"not in the set up to {rules.max_pip}: {strange}")
    return dealt, left


def _holder(
    rules: EngineRules, hands: Sequence[Hand], boneyard: Sequence[Tile], round: int
) -> int | None:
    """Give the seat that holds the engine; None where it lies or has to be drawn."""
    engine = rules.engine_of(round)
    holder = next((seat for seat, hand in enumerate(hands) if engine in hand), None)
    if rules.engine == "set":
        if holder is not None or engine in boneyard:
            raise RulesError(f"round {round}: the engine {engine} lies, it cannot be dealt")
    elif holder is None and engine not in boneyard:
        raise RulesError(f"round {round}: the engine {engine} is not in play")
    return holder


def _lot(seats: int, seed: int | None, round: int) -> int:
    """Give a seat by chance: the first of the tiles 0-0, 1-0 and on, one a seat, when mixed."""
    return shuffled(map(Tile.from_index, range(seats)), seed, _LOTS + round)[0].index
