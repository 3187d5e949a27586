# SPDX-License-Identifier: MIT
"""Pictures from the command line: the replay page, and the table in the form asked for."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest

pytest.importorskip("click")

import dominocore as dc
from dominocore import cli, registry, text
from dominocore.replay_html import page


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a registry without the plugins that happen to be installed."""
    monkeypatch.setattr(registry, "_DEFAULT", registry.Registry(entry_points=False))
    monkeypatch.setattr(cli.main, "_plugins", None)
    monkeypatch.setenv("TERM", "xterm")


def match_of(seed: int = 7) -> dc.Match:
    """Play a round of the draw game."""
    match = dc.Match("draw", seed=seed, target=40)
    while not match.rounds:
        match = match.play(match.state.moves[0])
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Keep a match in a file."""
    path = tmp_path / "match.dgr"
    path.write_text(str(dc.Record.of(match_of(), players=["Ana", "Rui"])), encoding="utf-8")
    return path


def test_replay_writes_a_page(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file holds the page of the record, and nothing is printed."""
    target = file.with_suffix(".html")
    assert 0 == cli.run(["replay", str(file), "--html", str(target)])
    assert target.read_text(encoding="utf-8") == page(dc.Record.parse(file.read_text("utf-8")))
    assert ("", "") == capsys.readouterr()


def test_replay_prints_a_page(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With `-` the page goes to standard output."""
    assert 0 == cli.run(["replay", str(file), "--html", "-"])
    assert capsys.readouterr().out.startswith("<!DOCTYPE html>")


def test_a_page_as_a_seat_sees_it(file: Path) -> None:
    """With --seat the page is that of the record without hidden tiles."""
    target = file.with_suffix(".html")
    assert 0 == cli.run(["replay", str(file), "--seat", "1", "--html", str(target)])
    record = dc.Record.parse(file.read_text("utf-8"))
    assert target.read_text(encoding="utf-8") == page(record.for_seat(1))


def test_a_page_shows_one_match(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of several matches is refused, and so is a way to show too many."""
    whole = file.read_text("utf-8")
    file.write_text(whole + "\n" + whole, encoding="utf-8")
    assert 2 == cli.run(["replay", str(file), "--html", "-"])
    assert "has 2 matches: --html shows one" in capsys.readouterr().err
    assert 2 == cli.run(["replay", str(file), "--json", "--html", "-"])
    assert 2 == cli.run(["replay", str(file), "--seat", "9", "--html", "-"])


def test_a_page_of_a_match_that_breaks_the_rules(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is not written; the exit code is that of a bad file."""
    file.write_text(
        file.read_text("utf-8").replace("[Seed", "; [Seed").replace("= out", "= blocked")
    )
    target = file.with_suffix(".html")
    assert 3 == cli.run(["replay", str(file), "--html", str(target)])
    assert str(file) in capsys.readouterr().err
    assert not target.exists()


def test_a_page_that_cannot_be_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says where and why."""
    assert 2 == cli.run(["replay", str(file), "--html", str(file / "no" / "folder")])
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("form", text.FORMS)
def test_replay_draws_in_the_form_asked_for(
    file: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    """The table at the end of a round is the picture of that form, indented."""
    assert 0 == cli.run(["replay", str(file), "--tiles", form])
    moves = dc.Record.parse(file.read_text("utf-8")).rounds[0].moves
    drawn = text.laid((move for _, move in moves), form=form)
    assert "\n".join(f"  {line}".rstrip() for line in drawn.split("\n")) in capsys.readouterr().out


def test_a_person_sees_boxes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`play --human` draws the table in the form asked for."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\nq\n"))
    assert 0 == cli.run(["play", "draw", "--human", "0", "--seed", "17", "--tiles", "box"])
    assert "╭─┬─╮" in capsys.readouterr().err


def test_a_dumb_terminal_gets_ascii(
    file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it cannot show is drawn in ASCII."""
    monkeypatch.setenv("TERM", "dumb")
    assert 0 == cli.run(["replay", str(file), "--tiles", "box"])
    out = capsys.readouterr().out
    assert out.isascii() and "[" in out


class Terminal(io.StringIO):
    """A terminal of 40 columns."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


def test_lines_are_folded_on_a_terminal(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line of the table is wider than the terminal; elsewhere it is whole."""
    monkeypatch.setenv("COLUMNS", "40")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((40, 24)))
    assert 0 == cli.run(["replay", str(file)])
    table = [line for line in terminal.getvalue().split("\n") if "][" in line]
    assert len(table) > 1 and max(map(len, table)) <= 40
