# SPDX-License-Identifier: MIT
"""What holds for every test: no plugin that happens to be installed is loaded."""

from __future__ import annotations

import pytest

_CHANGED = pytest.MonkeyPatch()


def pytest_configure() -> None:
    """Switch plugins off before tests are collected; tests that need the switch set it."""
    _CHANGED.setenv("DOMINOCORE_PLUGINS", "")


def pytest_unconfigure() -> None:
    """Leave the environment as it was."""
    _CHANGED.undo()
