"""The core serves a C program that knows no Python."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dominocore import Move, Tile

CSRC = Path(__file__).resolve().parent.parent / "csrc"
EXAMPLES = sorted(CSRC.glob("examples/*.c"))
COMPILER = shutil.which(os.environ.get("CC", "cc"))
STRICT = ["-std=c11", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]

pytestmark = pytest.mark.skipif(
    COMPILER is None or not EXAMPLES, reason="there is no C compiler, or no C source"
)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Compile each example together with the core, run it, and give what it prints."""
    assert COMPILER is not None
    out = tmp_path_factory.mktemp("examples")
    core = list(map(str, sorted(CSRC.glob("*.c"))))
    printed = {}
    for example in EXAMPLES:
        program = str(out / example.stem)
        include = ["-I", str(CSRC / "include")]
        subprocess.run(
            [COMPILER, *STRICT, *include, str(example), *core, "-o", program], check=True
        )
        first, again = (
            subprocess.run([program], check=True, capture_output=True, text=True, timeout=60)
            for _ in range(2)
        )
        assert first.stderr == ""
        assert again.stdout == first.stdout
        printed[example.stem] = first.stdout
    return printed


def test_examples_run(outputs: dict[str, str]) -> None:
    """Each example compiles without a warning, succeeds, and prints the same every time."""
    assert outputs.keys() == {example.stem for example in EXAMPLES}
    assert all(outputs.values())


def test_round_is_a_round(outputs: dict[str, str]) -> None:
    """What `round.c` prints is a round: a lead, tiles that join, each once, and how it ended."""
    *lines, last = outputs["round"].splitlines()
    turns = [line.split(": ") for line in lines]
    seats = [int(seat) for seat, _ in turns]
    moves = [Move.parse(text) for _, text in turns]

    assert moves[0].is_lead and moves[0].tile is not None
    assert seats == [(seats[0] + turn) % 2 for turn in range(len(seats))]
    ends = {1: moves[0].tile.low, 0: moves[0].tile.high}
    played: list[Tile] = [moves[0].tile]
    for move in moves[1:]:
        if move.is_placement:
            assert move.tile is not None and move.shows is not None
            assert move.joins == ends[move.arm]
            ends[move.arm] = move.shows
            played.append(move.tile)
        else:
            assert move.is_pass
    assert len(set(played)) == len(played) <= 14
    assert re.fullmatch(r"(out|blocked): (nobody wins|side [01] scores \d+)", last)
