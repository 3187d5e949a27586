# SPDX-License-Identifier: MIT
"""What the README shows is true, and the example runs."""

from __future__ import annotations

import doctest
import runpy
from pathlib import Path

import numpy as np
import pytest

HERE = Path(__file__).resolve().parents[1]


def test_readme() -> None:
    """The README's Python is a doctest that passes."""
    pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    failed, tried = doctest.testfile(str(HERE / "README.md"), module_relative=False)
    assert failed == 0 and tried > 60


def test_the_example_learns_from_what_it_sees() -> None:
    """A few updates run and give finite numbers; that it gets better takes a minute."""
    before, after = runpy.run_path(str(HERE / "examples" / "train.py"))["train"](2)
    assert np.isfinite([before, after]).all()
