# SPDX-License-Identifier: MIT
"""Play in a real terminal: a pseudo-terminal, and a person who types into it."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from pathlib import Path

import pytest

import dominocore as dc

pytest.importorskip("click")
pty = pytest.importorskip("pty")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="pseudo-terminals of Unix")

ASKED = re.compile(r"(Your move: |\[y/N\] )$")
ESCAPE = "\x1b"
WITHOUT_RICH = "import sys; sys.modules['rich'] = None; "
CTRL_C, CTRL_D = "\x03", "\x04"
LIMIT, PATIENCE = 60, 5


def sit_down(
    arguments: list[str], answers: list[str], *, before: str = "", **environment: str
) -> tuple[int, str]:
    """Run `dominocore play` in a terminal, give an answer to each question, and leave with `q`.

    A ctrl-C that nothing answers for some seconds is pressed again: one that comes just before
    Python waits for input stays unnoticed until then.
    """
    code = f"{before}import sys; from dominocore.cli import run; sys.exit(run({arguments!r}))"
    pid, terminal = pty.fork()
    if pid == 0:  # pragma: no cover - the child
        os.environ.update({"TERM": "xterm", "COLUMNS": "60", "PYTHONUTF8": "1"} | environment)
        os.execv(sys.executable, [sys.executable, "-c", code])
    seen, told, end = b"", 0, time.monotonic() + LIMIT
    left, answer = iter(answers), ""
    while time.monotonic() < end:
        if not select.select([terminal], [], [], PATIENCE)[0]:
            if answer == CTRL_C:
                os.write(terminal, answer.encode())
            continue
        try:
            data = os.read(terminal, 65536)
        except OSError:  # the child has closed its end
            break
        if not data:
            break
        seen += data
        if ASKED.search(seen[told:].decode(errors="replace")):
            told = len(seen)
            answer = next(left, "q\n")
            os.write(terminal, answer.encode())
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen.decode().replace("\r\n", "\n")


PLAY = ["play", "fives", "--human", "0", "--seed", "7"]


@pytest.mark.parametrize("before", ["", WITHOUT_RICH], ids=["rich", "plain"])
def test_a_turn_is_framed_where_rich_is_installed(before: str) -> None:
    """The same lines come with a frame and without; nothing is wider than the terminal."""
    pytest.importorskip("rich")
    code, out = sit_down(PLAY, ["1\n", "n\n"], before=before)
    assert code == 0
    assert "your hand 6-4 6-0 5-3 5-1 3-2 2-0 1-1" in out
    assert ("╭─ seat 0 ─" in out) == (not before)
    framed = [line for line in out.split("\n") if line[:1] in "╭│╰"]
    assert {len(line) for line in framed if line} <= {60}


@pytest.mark.parametrize(
    "environment",
    [{"TERM": "dumb"}, {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}],
    ids=["dumb", "ascii"],
)
def test_a_terminal_that_shows_little_gets_ascii(environment: dict[str, str]) -> None:
    """Neither a frame nor boxes are drawn with characters that it does not have."""
    code, out = sit_down([*PLAY, "--tiles", "box"], ["?\n"], **environment)
    assert code == 0 and out.isascii() and "[4|4]" in out
    assert ESCAPE not in out or environment.get("TERM") != "dumb"


def test_no_color_leaves_no_style() -> None:
    """With NO_COLOR no escape sequence is written."""
    _, out = sit_down(PLAY, ["?\n"], NO_COLOR="1")
    assert ESCAPE not in out and "Round 1" in out


def test_a_hint_is_given_for_a_question_mark() -> None:
    """It names a legal move with its number, what it makes, and what others have shown to lack."""
    _, out = sit_down(["play", "fives", "--human", "1", "--seed", "3"], ["?\n", "1!\n", "?\n"])
    assert "A hint: 1) *5-5!, which makes 10 points" in out
    assert re.search(r"seat 1 you +\*5-5! .*\+10", out)
    _, out = sit_down(["play", "latin", "--human", "2", "--seed", "7"], ["?\n", "1\n"] * 12)
    lacks = re.search(r"  seat ([013]) has no \d", out)
    assert lacks and f"seat {lacks[1]} greedy  passes" in out[: lacks.start()]


@pytest.mark.parametrize(("key", "code"), [(CTRL_C, 130), (CTRL_D, 0), ("q\n", 0)])
@pytest.mark.parametrize("answers", [["1\n"], ["1\n", "n\n"]], ids=["claim", "move"])
def test_the_record_is_kept_however_one_leaves(
    key: str, code: int, answers: list[str], tmp_path: Path
) -> None:
    """Ctrl-C and the end of input, at either question, leave the moves so far in the file."""
    kept = tmp_path / "kept.dgr"
    if key == "q\n" and len(answers) == 1:
        answers = [*answers, "n\n"]  # a claim is answered with yes or no
    assert sit_down([*PLAY, "--record", str(kept)], [*answers, key])[0] == code
    record = dc.Record.parse(kept.read_text(encoding="utf-8"))
    record.check()
    assert not record.is_over and record.rounds[0].moves[0] == (1, dc.Move.parse("*4-4"))


@pytest.mark.parametrize("variant", ["latin", "bode", "draw", "sebastopol"])
def test_a_round_is_played_to_its_end(variant: str) -> None:
    """With the first move at each question a round ends, at the last seat of any game."""
    seat = dc.variant(variant).rules.seats - 1
    arguments = ["play", variant, "--human", str(seat), "--seed", "5", "--rounds", "1"]
    code, out = sit_down(arguments, ["1\n"] * 60)
    assert code == 0 and "after 1 round" in out
