# SPDX-License-Identifier: MIT
"""The pages that take the five rule texts clause by clause name tests and values that are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore.rules import DEFAULTS, FIELDS

TESTS = Path(__file__).parent
PAGES = TESTS.parent / "docs" / "explanation" / "sources"
GAMES = ("aberto", "latin", "bode", "fives", "draw")
VECTORS = (TESTS / "data" / "vectors.json").read_text(encoding="utf-8")
#: What has to stand beside a field for it to say something.
BESIDE: dict[str, dict[str, Any]] = {
    "claim": {"ends_divisors": (5,)},
    "arms_open": {"spinner": "first_double"},
}

pytestmark = pytest.mark.skipif(not PAGES.is_dir(), reason="the sources of the docs are not here")


def page(game: str) -> str:
    """Give the text of a page."""
    return (PAGES / f"{game}.md").read_text(encoding="utf-8")


def functions(file: str) -> set[str]:
    """Give the names of the functions of a test module."""
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("game", GAMES)
def test_the_tests_named_are_there(game: str) -> None:
    """Every test that a page names exists, with the vector that it names."""
    named = re.findall(r"`(test_\w+\.py)::(\w+)(?:\[(\w+)\])?`", page(game))
    assert len(named) >= 15
    assert page(game).count("::") == len(named)
    for file, test, vector in named:
        assert test in functions(file), f"{file}::{test}"
        assert not vector or f'"id": "{vector}"' in VECTORS, vector


@pytest.mark.parametrize("game", GAMES)
def test_the_fields_of_the_game_are_named(game: str) -> None:
    """Every field that the game sets is named on its page, and so is every value of one word."""
    text = page(game)
    rules = dc.variant(game).rules
    for name in FIELDS:
        value = getattr(rules, name)
        if value == DEFAULTS[name] or name == "seats":
            continue
        assert name in text, name
        if isinstance(value, str):
            assert f'{name}="{value}"' in text, name


@pytest.mark.parametrize("game", GAMES)
def test_the_values_named_are_values(game: str) -> None:
    """Every field with a value in quotes is one that the rules take."""
    for name, value in re.findall(r'`(\w+)="([^"…]+)"', page(game)):
        if name in DEFAULTS:
            assert dc.Rules.parse_field(name, value) == value
            dc.Rules(**{**BESIDE.get(name, {}), name: value})


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_an_answer(game: str) -> None:
    """A page has a table of clauses and one of silences, and no row lacks a cell."""
    rows = [line for line in page(game).splitlines() if line.startswith("|")]
    assert sum(set(row) <= set("|-") for row in rows) == 2
    for row in rows:
        cells = re.split(r"(?<!\\)\|", row.strip("|"))
        assert len(cells) == 3
        assert cells[0].strip() and cells[1].strip()
