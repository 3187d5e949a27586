# SPDX-License-Identifier: MIT
"""The contract of dominocore, matches to their end, and records."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from random_play import GAMES

import dominocore as dc
from dominocore.testing import check_variant

# ---- the contract ----


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("mexican-train", {"rounds": 3}),
        ("mexican-train", {"seats": 8, "max_pip": 18, "engine": "set", "rounds": 1}),
        (
            "mexican-train",
            {
                "seats": 2,
                "max_pip": 9,
                "first_turn": "train",
                "doubles": "several",
                "out_on_double": False,
                "dead_double": "frees",
                "rounds": 2,
            },
        ),
        ("mexican-train", {"seats": 3, "first_turn": "own", "draw": "until_playable", "rounds": 2}),
        ("chickenfoot", {"rounds": 3}),
        ("chickenfoot", {"seats": 8, "max_pip": 18, "engine": "set", "rounds": 1}),
        ("chickenfoot", {"seats": 2, "first_toes": 6, "dead_double": "ends", "rounds": 2}),
    ],
)
def test_games_keep_the_contract(name: str, options: dict[str, Any]) -> None:
    """Rounds end, tiles are kept, hands stay hidden, records read back, matches end."""
    n = options["rounds"]

    check_variant(dc.variant(name).configure(**options), rounds=n)


def test_the_plugin_is_found_with_its_games_and_players() -> None:
    """The entry point of the installed distribution gives them."""
    info = {info.name: info for info in dc.Registry(strict=True).plugins()}["trains"]

    assert (info.distribution, info.status) == ("dominocore-trains", "loaded")
    assert set(info.variants) == set(GAMES)
    assert set(info.players) == {"conductor", "farmer"}


# ---- matches and records ----


@pytest.mark.parametrize(
    ("name", "options", "n_rounds"),
    [
        ("mexican-train", {}, 13),
        ("mexican-train", {"max_pip": 18, "seats": 8}, 19),
        ("mexican-train", {"engine": "set", "seats": 3}, 13),
        ("chickenfoot", {}, 10),
        ("chickenfoot", {"max_pip": 18, "seats": 8}, 19),
    ],
)
def test_match_goes_down_to_the_double_blank(
    name: str, options: dict[str, Any], n_rounds: int
) -> None:
    """wikiHow: 13 rounds with double-twelve; the lowest total wins. Records keep it all."""
    rng = random.Random(3)
    match = dc.Match(name, seed=3, **options)
    engines = []
    while not match.is_over:
        if len(engines) < match.round:
            engines.append(match.state.table.engine.high)
        match = match.play(rng.choice(match.state.moves))

    assert engines == list(range(n_rounds - 1, -1, -1))
    assert len(match.rounds) == n_rounds
    assert match.winners == tuple(
        seat for seat, total in enumerate(match.scores) if total == min(match.scores)
    )
    totals = [sum(points) for points in zip(*(r.outcome.points for r in match.rounds), strict=True)]
    assert match.scores == tuple(totals)
    record = dc.Record.of(match)
    record.check(match.rules)
    assert dc.Record.parse(str(record)) == record
    assert dc.Record.from_dict(json.loads(json.dumps(record.to_dict()))) == record
    assert record.rounds[-1].states()[-1] == match.state


def test_seats_begin_in_turn_in_a_match() -> None:
    """Hathaway: where the engine lies, "players take turns to start"."""
    rng = random.Random(3)
    match = dc.Match("mexican-train", seed=3, engine="set", rounds=5)
    while not match.is_over:
        match = match.play(rng.choice(match.state.moves))
    first = match.rounds[0].leader

    assert [r.leader for r in match.rounds] == [(first + n) % 4 for n in range(5)]


@pytest.mark.parametrize("name", GAMES)
def test_rules_go_through_their_texts(name: str) -> None:
    """A variant with options is named in a record, and its options read from texts."""
    variant = dc.variant(name, seats=3, engine="set", double_blank=25, dead_double="ends")
    text = variant.rules.variant_text()

    assert dc.variant(text).rules == variant.rules
    for option, default in variant.rules.options().items():
        written = variant.rules.write_field(option, default)
        assert variant.parse_option(option, written) == default
    lines = variant.rules.describe().splitlines()
    assert len(lines) >= 8 and all(line.endswith(".") for line in lines)
