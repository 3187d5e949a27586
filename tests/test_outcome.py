# SPDX-License-Identifier: MIT
"""Outcomes and round ends are values."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle

import pytest

from dominocore import Ending, Hand, Move, Outcome, RoundEnd, Rules

OUTCOME = Outcome(Ending.BLOCKED, seat=1, side=1, points=(0, 9), blocker=0)


def test_endings_are_words() -> None:
    """There are three endings, each equal to its word, as JSON and records write it."""
    assert [ending.value for ending in Ending] == ["out", "blocked", "target"]
    assert Ending.OUT == "out" and str(Ending.TARGET) == "target"
    assert Ending("blocked") is Ending.BLOCKED
    assert json.dumps(Ending.OUT) == '"out"'
    with pytest.raises(ValueError):
        Ending("drawn")


def test_an_outcome_is_a_value() -> None:
    """It compares, hashes, copies and pickles by what it holds."""
    same = Outcome(ending=Ending.BLOCKED, seat=1, side=1, points=(0, 9), blocker=0)
    assert same == OUTCOME and hash(OUTCOME) == hash(same)
    assert dataclasses.replace(OUTCOME, blocker=1) != OUTCOME
    assert copy.deepcopy(OUTCOME) == OUTCOME
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(OUTCOME, protocol)) == OUTCOME


def test_an_outcome_cannot_be_changed() -> None:
    """No field of an outcome can be set."""
    with pytest.raises(dataclasses.FrozenInstanceError):
        OUTCOME.side = 0  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        OUTCOME.note = "x"  # type: ignore[attr-defined]


def test_only_a_block_has_a_blocker() -> None:
    """`blocker` may be left out."""
    assert Outcome(Ending.OUT, seat=0, side=0, points=(3, 0)).blocker is None


def test_a_round_end_is_a_value() -> None:
    """What a scoring function is told cannot be changed and compares by what it holds."""
    fields = {
        "rules": Rules(),
        "ending": Ending.OUT,
        "seat": 0,
        "leader": 1,
        "hands": (Hand(), Hand(["6-4"])),
        "last_move": Move(">6-5"),
        "ends_before": (6, 1),
        "ends_after": (5, 1),
        "passes": 0,
        "round_number": 3,
        "scores": (10, 20),
    }
    end = RoundEnd(**fields)
    assert end == RoundEnd(**fields)
    assert {name: getattr(end, name) for name in fields} == fields
    with pytest.raises(dataclasses.FrozenInstanceError):
        end.seat = 1  # type: ignore[misc]
