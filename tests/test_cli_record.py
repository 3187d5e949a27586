# SPDX-License-Identifier: MIT
"""The commands that read records, and the one that keeps them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import dominocore as dc
from games import random_match

pytest.importorskip("click")

from dominocore.cli import run


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Give a file with one match."""
    match = random_match(dc.variant("draw", target=40), 5)
    path = tmp_path / "match.dgr"
    path.write_text(str(dc.Record.of(match, players=["Ana", "Rui"])), encoding="utf-8")
    return path


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Let standard input hold this."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_convert_and_back(
    game: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Through JSON, JSON lines and standard input the text comes back as it was."""
    text = game.read_text(encoding="utf-8")
    for form in ("json", "jsonl"):
        other = game.with_suffix(f".{form}")
        assert run(["convert", str(game), str(other)]) == 0
        assert run(["convert", str(other)]) == 0
        assert capsys.readouterr().out == text
        give(monkeypatch, other.read_bytes())
        assert run(["convert", "-", "--to", "dgr"]) == 0
        assert capsys.readouterr().out == text


def test_convert_to_what_a_seat_saw(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The view is written, and its other hands are not."""
    record = dc.Record.parse(game.read_text(encoding="utf-8"))
    assert run(["convert", str(game), "--seat", "1"]) == 0
    assert capsys.readouterr().out == str(record.for_seat(1))
    assert run(["convert", str(game), "--seat", "2"]) == 2
    assert "seat is a number from 0 to 1" in capsys.readouterr().err


def test_validate(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Good files exit with 0; the first fault of each other is said, with 1."""
    assert run(["validate", str(game)]) == 0
    assert capsys.readouterr().out == f"{game}: 1 match, no fault\n"
    text = game.read_text(encoding="utf-8")
    odd, wrong = game.with_name("odd.dgr"), game.with_name("wrong.dgr")
    odd.write_text(text.replace("= out", "= won", 1), encoding="utf-8")
    at = text.index("= out")
    end = text.index("\n", at)
    wrong.write_text(f"{text}\n{text[:at]}= out 0 999:0{text[end:]}", encoding="utf-8")
    assert run(["validate", str(odd), str(wrong), str(game), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["files"]
    assert [each["matches"] for each in found] == [0, 1 if found[1]["matches"] else 0, 1]
    assert found[0]["fault"].startswith("line ") and "expected an end" in found[0]["fault"]
    assert found[1]["fault"] is not None and found[2]["fault"] is None


def test_validate_says_the_move(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An illegal move has its match, round and number, passes counted."""
    text = '[Variant "block"]\n#1 block d6 - 6-6.5-4/6-5.4-4 - 0 0 0:0\n0:*6-6 1:--\n'
    give(monkeypatch, text.encode())
    assert run(["validate", "-"]) == 1
    assert capsys.readouterr().out == (
        "standard input: match 1, round 1, move 2 (1:--): cannot play --: a seat that can play may "
        "not pass; the open ends are 6 and 6\n"
    )


def test_replay(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every move is shown, with the ends; a view hides what the seat cannot see."""
    record = dc.Record.parse(game.read_text(encoding="utf-8"))
    assert run(["replay", str(game)]) == 0
    out = capsys.readouterr().out
    lines = [line for line in out.splitlines() if line.startswith("  seat") and "dealt" not in line]
    assert len(lines) == 2 + sum(len(kept.moves) for kept in record.rounds)
    assert "Won by side" in out and "seat 0 Ana" in out
    assert run(["replay", str(game), "--seat", "0"]) == 0
    seen = capsys.readouterr().out
    assert "seat 1 is dealt ?7" in seen and "+?" in seen
    assert run(["replay", str(game), "--json"]) == 0
    (match,) = json.loads(capsys.readouterr().out)["matches"]
    assert [len(each["moves"]) for each in match["rounds"]] == [len(r.moves) for r in record.rounds]
    assert match["winners"] == list(record.winners or ())


def test_replay_of_a_match_that_was_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A round and a match without an end are shown as far as they go, and said not to be over."""
    text = '[Variant "block"]\n#1 block d6 - 6-6.5-4/6-5.4-4 - 0 0 0:0\n0:*6-6 1:>6-5\n'
    give(monkeypatch, text.encode())
    assert run(["replay", "-"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  seat 1  >6-5   ends 6 5" in lines or "  seat 1  >6-5   ends 5 6" in lines
    assert "  not over" in lines and "Not over" in lines


def test_replay_for_a_seat_that_is_not_there(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two sit at the table."""
    assert run(["replay", str(game), "--seat", "2"]) == 2
    assert "--seat 2: seats are 0 to 1" in capsys.readouterr().err


@pytest.mark.parametrize("variant", ["draw", "fives", "sebastopol"])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_a_seat_saw_is_shown_alike(
    variant: str, form: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record of a view shows what the whole record shows to that seat."""
    record = dc.Record.of(random_match(dc.variant(variant, target=40), 5))
    for name, kept in (("whole.dgr", record), ("seen.dgr", record.for_seat(1))):
        (tmp_path / name).write_text(str(kept), encoding="utf-8")
    assert run(["replay", str(tmp_path / "whole.dgr"), "--seat", "1", *form]) == 0
    whole = capsys.readouterr().out
    assert run(["replay", str(tmp_path / "seen.dgr"), *form]) == 0
    assert capsys.readouterr().out == whole
    assert run(["validate", str(tmp_path / "seen.dgr")]) == 0


@pytest.mark.parametrize("words", [["replay"], ["replay", "--html", "-"], ["validate"]])
def test_what_a_seat_saw_has_to_keep_to_the_rules(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tile that cannot lie where it does is found, though the hands are hidden."""
    path = tmp_path / "seen.dgr"
    text = '[Variant "block"]\n[View "1"]\n#1 block d6 - ?2/6-5.4-4 ?24 0 0 0:0\n0:*6-6 1:>4-4\n'
    path.write_text(text, encoding="utf-8")
    assert run([words[0], str(path), *words[1:]]) == (1 if words == ["validate"] else 3)
    said = "seen.dgr: match 1, " if words == ["validate"] else "seen.dgr: "
    said += "round 1, move 2 (1:>4-4): >4-4 cannot be laid on 6 and 6"
    assert said in "".join(capsys.readouterr())


def test_replay_of_a_match_that_breaks_the_rules(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The moves before the fault are shown, and the exit code says that the file is bad."""
    text = '[Variant "block"]\n#1 block d6 - 6-6.5-4/6-5.4-4 - 0 0 0:0\n0:*6-6 1:--\n'
    give(monkeypatch, text.encode())
    assert run(["replay", "-"]) == 3
    out, err = capsys.readouterr()
    assert "seat 0  *6-6   ends 6 6" in out and "move 2 (1:--)" in err


@pytest.mark.parametrize(
    ("words", "data", "code", "said"),
    [
        (["replay", "-"], b"", 3, "there is no match in it"),
        (["replay", "-"], b"[\xff]", 3, "line 1, column 1: this is no UTF-8"),
        (["convert", "-"], b"[x", 3, "line 1, column 1: expected a tag"),
        (["convert", "-", "x.xml"], b"", 2, "x.xml ends in none of .dgr, .json, .jsonl"),
        (["replay", "no-such-file"], b"", 2, "no-such-file cannot be read"),
        (["validate"], b"", 2, "Missing argument"),
        (["replay", "-"], b'[Variant "hearts"]\n#1 hearts d6 - 6-6/5-5 - 0 0 0:0\n', 3, "hearts"),
    ],
)
def test_what_cannot_be_read(
    words: list[str],
    data: bytes,
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A file that is none is 3, a command line that cannot be run 2; no traceback."""
    give(monkeypatch, data)
    assert run(words) == code
    err = capsys.readouterr().err
    assert said in err and "Traceback" not in err


def test_play_keeps_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each match is added to the file, as text or as JSON lines by its name."""
    for name in ("games.dgr", "games.jsonl"):
        path = tmp_path / name
        for seed in (1, 2):
            words = ["play", "draw", "--seed", str(seed), "-q", "--record", str(path)]
            assert run(words) == 0
        records = list(dc.read_records(path.read_text(encoding="utf-8")))
        assert [record.seed for record in records] == [1, 2]
        assert all(record.is_over and record.players == ("greedy", "greedy") for record in records)
        assert run(["validate", str(path)]) == 0
    assert "2 matches, no fault" in capsys.readouterr().out


@pytest.mark.parametrize("answers", ["", "q\n", "1\n"])
def test_a_match_that_is_left_is_kept(
    answers: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the end of the input, and where the person leaves, the moves so far are in the file."""
    path = tmp_path / "left.dgr"
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    run(["play", "draw", "--seed", "1", "--human", "0", "--record", str(path)])
    record = dc.Record.parse(path.read_text(encoding="utf-8"))
    assert not record.is_over and record.seed is None and record.rounds[-1].end is None
    record.check()


def test_a_match_that_is_interrupted_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is after an interrupt from the keyboard, which exits with 130."""

    class Interrupts(io.StringIO):
        def readline(self, size: int | None = -1, /) -> str:
            """Do as Ctrl-C does."""
            raise KeyboardInterrupt

    path = tmp_path / "left.dgr"
    monkeypatch.setattr("sys.stdin", Interrupts())
    code = run(["play", "block", "--seed", "1", "--human", "0", "--record", str(path)])
    assert code == 130
    assert not dc.Record.parse(path.read_text(encoding="utf-8")).is_over


def test_a_file_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said before the match, not after it."""
    path = tmp_path / "missing" / "games.dgr"
    assert run(["play", "draw", "--seed", "1", "--record", str(path)]) == 2
    out, err = capsys.readouterr()
    assert "No such file" in err and "Round 1" not in out


def test_names_steer_no_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record of somebody else may hold control codes in its names: they are not printed."""
    state = dc.variant("block").deal(seed=7, leader=0)
    names = ["\x1b]0;title\x07\x1b[31m", "\u202eRui"][: state.rules.seats]
    path = tmp_path / "match.json"
    path.write_text(dc.write_records([dc.Record.of(state, players=names)], "json"), "utf-8")
    assert run(["replay", str(path)]) == 0
    out = capsys.readouterr().out
    assert "title" in out and "Rui" in out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)
