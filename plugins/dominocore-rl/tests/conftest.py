# SPDX-License-Identifier: MIT
"""The game of tricks from the documentation is registered, where its source is here."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from dominocore.registry import default

PAGE = Path(__file__).resolve().parents[3] / "docs" / "howto" / "code" / "high_tile.py"

if PAGE.is_file() and "high-tile" not in default().variants:
    spec = importlib.util.spec_from_file_location("high_tile", PAGE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["high_tile"] = module
    spec.loader.exec_module(module)
    default().register(module, "high-tile")

import dominocore_rl  # noqa: E402, F401  (it tells Gymnasium the names of all variants)
