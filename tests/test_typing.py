# SPDX-License-Identifier: MIT
"""What users write passes strict type checkers, and the mistakes they make do not."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import dominocore

HERE = Path(__file__).resolve().parent
GAME = HERE.parent / "docs" / "howto" / "code" / "high_tile.py"
PROGRAMS = sorted((HERE / "typing").glob("*.py"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with the programs, far from the settings of this project."""
    for program in (*PROGRAMS, GAME):
        shutil.copy(program, tmp_path)
    return tmp_path


def check(folder: Path, *command: str) -> str:
    """Run a module beside the programs and give what it says if it fails, else an empty text."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    return done.stdout + done.stderr if done.returncode else ""


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy_is_content(folder: Path) -> None:
    """Strict mypy passes each program, and needs each ignore of the mistakes."""
    assert check(folder, "mypy", "--strict", ".") == ""


@pytest.mark.skipif(find_spec("pyright") is None, reason="pyright is not installed")
def test_pyright_is_content(folder: Path) -> None:
    """Pyright passes each program, and needs each ignore of the mistakes."""
    try:
        missing = check(folder, "pyright", "--version")
    except subprocess.TimeoutExpired:
        missing = "no answer"
    if missing:
        pytest.skip("pyright cannot start: without its extra `nodejs` it fetches that first")
    settings = {
        "extraPaths": [str(Path(dominocore.__file__).parents[1])],  # an editable install is a hook
        "reportUnnecessaryTypeIgnoreComment": "error",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    assert check(folder, "pyright", "--pythonpath", sys.executable) == ""


@pytest.mark.parametrize("program", [path.stem for path in PROGRAMS if path.stem != "mistakes"])
def test_programs_run(program: str, folder: Path) -> None:
    """What the checkers pass does what it says."""
    assert check(folder, program) == ""


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_programs_have_a_fact(program: Path) -> None:
    """Each program asserts a type or expects an error: without, a checker could know nothing."""
    text = program.read_text(encoding="utf-8")
    assert "assert_type(" in text or "# type: ignore[" in text
