# SPDX-License-Identifier: MIT
"""A plugin of variants: rules, a function of options, points of its own, a command, an observer."""

from collections.abc import Iterable, Iterator
from typing import Any, assert_type

import dominocore as dc

CUBAN = dc.Rules(max_pip=9, seats=4, hand_size=10, sides=(0, 1, 0, 1), target=150)


def kings(seats: int = 2, short: bool = False, **fields: Any) -> dc.Rules:
    """Give the rules of kings."""
    return dc.Rules(seats=seats, hand_size=5 if short else 7, **fields)


def doubled(end: dc.RoundEnd) -> tuple[int, ...]:
    """Count what the fields alone would give twice."""
    won = end.rules.replace(score_round=None).settle(end.ending, end.seat, end.hands, end.leader)
    assert_type(won, dc.Outcome)
    return tuple(2 * points for points in won.points)


@dc.hookimpl
def dominocore_variants() -> Iterator[dc.Variant]:
    """Yield the variants."""
    yield dc.Variant("cuban", CUBAN, summary="Double-nine, ten tiles each, partners.")
    yield dc.Variant("kings", kings, version=2)
    yield dc.Variant("double", dc.Rules(score_round=doubled))


@dc.hookimpl
def dominocore_round_over(record: dc.Record) -> None:
    """Look at each finished match."""
    assert_type(record.scores, tuple[int, ...])


registry = dc.Registry(entry_points=False)
assert_type(registry.variant("fives").rules, dc.Rules)
assert_type(registry.variant("fives", target=61), dc.Variant)
assert_type(dc.variant("fives", target=61).rules, dc.Rules)
names: Iterable[str] = dc.variants
assert_type(dc.variants["fives"], dc.Variant)
