# SPDX-License-Identifier: MIT
"""What holds for every test: no plugin that happens to be installed is loaded; ctrl-C counts."""

from __future__ import annotations

import signal

import pytest

_CHANGED = pytest.MonkeyPatch()


def pytest_configure() -> None:
    """Switch plugins off before tests are collected; tests that need the switch set it."""
    _CHANGED.setenv("DOMINOCORE_PLUGINS", "")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what runs behind them
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_unconfigure() -> None:
    """Leave the environment as it was."""
    _CHANGED.undo()
