# SPDX-License-Identifier: MIT
"""What holds for every test: no plugin that happens to be installed is loaded; ctrl-C counts; what
cannot be measured under AddressSanitizer is left out there."""

from __future__ import annotations

import os
import signal

import pytest

_CHANGED = pytest.MonkeyPatch()


def pytest_configure() -> None:
    """Switch plugins off before tests are collected; tests that need the switch set it."""
    _CHANGED.setenv("DOMINOCORE_PLUGINS", "")
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells start what runs behind them
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what is marked `unsanitized` where AddressSanitizer is loaded."""
    if "libasan" in os.environ.get("LD_PRELOAD", ""):
        why = pytest.mark.skip(reason="AddressSanitizer has its own memory, addresses and sizes")
        for item in items:
            if "unsanitized" in item.keywords:
                item.add_marker(why)


def pytest_unconfigure() -> None:
    """Leave the environment as it was."""
    _CHANGED.undo()
