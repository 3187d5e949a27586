# SPDX-License-Identifier: MIT
"""Pictures are the same, byte for byte, as when somebody looked at them and kept them.

After a change that is meant, `python tests/pictures/regenerate.py` writes them anew.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parent / "pictures"


def load() -> ModuleType:
    """Load the script that writes the files."""
    spec = importlib.util.spec_from_file_location("pictures", FOLDER / "regenerate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PICTURES = load().PICTURES


@pytest.mark.parametrize("name", PICTURES)
def test_picture(name: str) -> None:
    """The picture is the one in the file."""
    assert PICTURES[name]() == (FOLDER / name).read_text(encoding="utf-8")


def test_no_file_is_left_over() -> None:
    """Every file has somebody who draws it."""
    kept = {path.name for path in FOLDER.iterdir() if path.suffix in (".svg", ".txt")}
    assert kept == set(PICTURES)
