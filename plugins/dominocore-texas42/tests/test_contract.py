# SPDX-License-Identifier: MIT
"""The game under everything of dominocore that is above the rules of a game."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from typing import Any

import pytest
from click.testing import CliRunner

import dominocore as dc
from dominocore.cli import main
from dominocore.testing import check_player, check_variant
from dominocore_texas42 import Texas42Rules

CHOICES: list[dict[str, Any]] = [
    {},
    {"all_pass": "redeal", "nello": "both", "plunge": True},
    {"play_out": True, "nello": "high"},
]


@pytest.mark.parametrize("options", CHOICES)
def test_the_game_keeps_the_contract(options: dict[str, Any]) -> None:
    """Hands and matches end, conserve the tiles and hide hands; records play again."""
    check_variant("texas42", rounds=8, **options)


def test_the_game_for_points_keeps_the_contract() -> None:
    """With points as well."""
    check_variant("texas42-points", rounds=8)


@pytest.mark.parametrize("player", ["texas42-thumb", "texas42-sampling:worlds=2"])
def test_players_keep_the_contract(player: str) -> None:
    """Their answers are legal, and the same where seed and view are the same."""
    check_player(player, rounds=3, variants=["texas42", "texas42-points"])
    check_player(
        player, rounds=3, variants=["texas42;all_pass=redeal;nello=both;play_out=true;plunge=true"]
    )


def test_the_plugin_is_found_with_its_games_and_players() -> None:
    """The entry point of the installed distribution gives them."""
    info = {info.name: info for info in dc.Registry(strict=True).plugins()}["texas42"]

    assert (info.distribution, info.status) == ("dominocore-texas42", "loaded")
    assert sorted(info.variants) == ["texas42", "texas42-points"]
    assert sorted(info.players) == ["texas42-sampling", "texas42-thumb"]


def test_the_deal_passes_to_the_left() -> None:
    """Each hand is begun by the seat after the one that began the last, whoever won."""
    rng = random.Random(2)
    match = dc.Match("texas42", seed=11)
    while not match.is_over:
        match = match.play(rng.choice(match.state.moves))
    leads = [result.leader for result in match.rounds]

    assert all(after == (before + 1) % 4 for before, after in pairwise(leads))
    assert max(match.scores) >= 7 and min(match.scores) < 7


@pytest.mark.parametrize("name", ["texas42", "texas42;all_pass=redeal;nello=both;plunge=true"])
def test_records_of_matches_read_back(name: str) -> None:
    """Text and JSON give the same record again, and it plays again by the rules it names."""
    rng = random.Random(5)
    match = dc.Match(name, seed=3)
    while not match.is_over:
        match = match.play(rng.choice(match.state.moves))
    record = dc.Record.of(match)

    assert dc.Record.parse(str(record)) == record
    assert dc.Record.from_dict(json.loads(json.dumps(record.to_dict()))) == record
    record.check()
    assert "trump-" in str(record)


def test_rules_have_the_text_of_their_variant() -> None:
    """What is chosen is written with the name, and read back."""
    for rules in (Texas42Rules(nello="both", target=None), Texas42Rules(plunge=True, target=5)):
        assert dc.variant(rules.variant_text()).rules == rules
    points = Texas42Rules(scoring="points", target=250)
    assert dc.variant(points.variant_text()).rules == points


def test_the_command_line_plays_and_counts(tmp_path: Any) -> None:
    """`variants`, `play --record`, `validate`, `simulate` and `tournament` know the game."""

    def run(*words: str) -> str:
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 0, result.output
        return result.output

    kept = tmp_path / "match.dgr"
    assert "seven tiles each" in run("variants", "texas42")
    played = run(
        "play", "texas42", "--players", "texas42-thumb", "--seed", "4", "--record", str(kept)
    )
    assert "trump-" in played
    assert "bid-" in kept.read_text()
    run("validate", str(kept))
    assert "texas42" in run("simulate", "texas42", "--rounds", "20", "--seed", "1")
    table = run("tournament", "texas42", "--players", "texas42-thumb,random", "--deals", "2")
    assert "texas42-thumb" in table


def test_a_person_may_play() -> None:
    """A person passes, is given a hint, and plays the first tile of each list."""
    words = "\n".join(["pass", "?"] + ["1"] * 10)
    result = CliRunner().invoke(
        main, ["play", "texas42", "--human", "0", "--seed", "4", "--rounds", "1"], input=words
    )

    assert result.exit_code == 0
    assert "Bids: none yet" in result.output and "A hint:" in result.output
