# SPDX-License-Identifier: MIT
"""Playthroughs of every variant are what they were.

The files in `golden` guard against change; the oracle and the worked cases prove the rules.
`python tests/golden/regenerate.py` writes them anew.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

GOLDEN = Path(__file__).parent / "golden"


def load() -> ModuleType:
    """Load the script that writes the files."""
    spec = importlib.util.spec_from_file_location("regenerate", GOLDEN / "regenerate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REGENERATE = load()


@pytest.mark.parametrize("name", REGENERATE.names())
def test_golden(name: str) -> None:
    """One round and three rounds of a match give the values in the variant's file."""
    expected = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert REGENERATE.text(name).splitlines() == expected.splitlines()


def test_every_file_has_a_variant() -> None:
    """No file is left over from a variant that is gone."""
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == REGENERATE.names()
