# SPDX-License-Identifier: MIT
"""How a round is settled by the hands that are left, without the round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from dominocore import _native, field_text, rule_fields
from dominocore.arguments import whole
from dominocore.errors import NotNativeError, RulesError
from dominocore.outcome import Ending, Outcome
from dominocore.tiles import TileSet

if TYPE_CHECKING:
    from dominocore.rules import Rules


def settle(
    rules: Rules,
    ending: Ending | str,
    seat: int,
    hands: Sequence[str | Iterable[Any]],
    leader: int,
    closing: str,
) -> Outcome:
    """Settle a round; takes what `Rules.settle` takes."""
    if not rules.is_native:
        raise NotNativeError("rules that score by a Python function settle only played rounds")
    kinds = {"out": _native.lib.DMC_ENDING_OUT, "blocked": _native.lib.DMC_ENDING_BLOCKED}
    if ending not in kinds:
        raise field_text.wrong("ending", str(ending), "out or blocked")
    if closing not in rule_fields.CLOSINGS:
        expected = "one of " + ", ".join(rule_fields.CLOSINGS)
        raise field_text.wrong("closing", closing, expected)
    if len(hands) != rules.seats:
        raise RulesError(f"{rules.seats} seats need {rules.seats} hands, got {len(hands)}")
    held = [TileSet.parse(hand) if isinstance(hand, str) else TileSet(hand) for hand in hands]
    left = rules.tiles
    for hand in held:
        if not hand <= left:
            tile = next(iter(hand - left))
            raise RulesError(f"{tile} is in two hands, or not in the set")
        left -= hand
    whole("seat", seat, 0, rules.seats - 1, RulesError)
    whole("leader", leader, 0, rules.seats - 1, RulesError)
    if ending == "out":
        _check_out(rules, seat, held)
    masks = [hand.mask for hand in held]
    winner, side, points = _native.settle(
        rules._native, kinds[ending], seat, leader, masks, rule_fields.CLOSINGS.index(closing)
    )
    return Outcome(
        ending=Ending(ending),
        seat=None if winner == _native.NONE else winner,
        side=None if side == _native.NONE else side,
        points=points,
        blocker=seat if ending == Ending.BLOCKED else None,
    )


def _check_out(rules: Rules, seat: int, hands: Sequence[TileSet]) -> None:
    """Refuse a seat that has not gone out."""
    for other, hand in enumerate(hands):
        own = rules.out == "side" and rules.side_of(other) == rules.side_of(seat)
        if hand and (other == seat or own):
            raise RulesError(f"seat {other} has not gone out: it holds {hand}")
