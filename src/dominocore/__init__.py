# SPDX-License-Identifier: MIT
"""Domino games as immutable values, with a C core and a plugin API."""

from __future__ import annotations

from dominocore._version import __version__
from dominocore.rules import Rules
from dominocore.state import State
