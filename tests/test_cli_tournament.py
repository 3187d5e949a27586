"""The commands tournament and simulate: what they print, keep and answer."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

import pytest

pytest.importorskip("click")

import dominocore as dc
from bad_players import Raising, spec
from dominocore import cli, cli_simulate, cli_standings, registry, tournaments
from dominocore.cli_progress import progress

DUEL = ("tournament", "draw", "--players", "greedy,random", "--seed", "7", "--jobs", "1")


class Command(Protocol):
    """Runs a command line in this process."""

    def __call__(self, *arguments: str) -> SimpleNamespace:
        """Give `.code`, `.out` and `.err`."""


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command line with a registry without plugins."""
    monkeypatch.setattr(registry, "_DEFAULT", registry.Registry(entry_points=False))
    monkeypatch.setattr(cli.main, "_plugins", None)

    def run(*arguments: str) -> SimpleNamespace:
        code = cli.run(arguments)
        captured = capsys.readouterr()
        return SimpleNamespace(code=code, out=captured.out, err=captured.err)

    return run


class Faulty:
    """A plugin with a player at fault."""

    @dc.hookimpl
    def dominocore_players(self) -> list[dc.PlayerSpec]:
        """Give it."""
        return [spec(Raising)]


# ---- tournament ----


def test_the_tables_are_those_of_the_function(command: Command) -> None:
    """Scores, counts, Elo with its unit and interval, and the likelihood of superiority."""
    result = command(*DUEL, "--deals", "30")
    stats = dc.tournament("draw", ["greedy", "random"], deals=30, seed=7, isolate=False).pair(0, 1)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("draw: 30 deals, seats swapped, by the round\n")
    assert f"{stats.score:.3f}" in result.out and f"{1 - stats.score:.3f}" in result.out
    assert " ".join(map(str, stats.counts)) in result.out
    elo = stats.elo
    assert f"{elo.elo:+.1f} [{elo.low:+.1f}, {elo.high:+.1f}]" in result.out
    assert "Elo a round, 95 %" in result.out and f"{stats.los:.1%}" in result.out


def test_a_folder_is_no_file_to_resume(command: Command, tmp_path: Path) -> None:
    """It is wrong usage, whether the seed is given or was to be read from it."""
    for seed in ((), ("--seed", "7")):
        result = command(*DUEL[:4], *seed, "--resume", str(tmp_path))
        assert result.code == 2 and str(tmp_path) in result.err


@pytest.mark.parametrize("name", ["tournament", "simulate"])
def test_nobody_is_asked(name: str, command: Command) -> None:
    """Games that run beside each other cannot ask a person."""
    result = command(name, "draw", "--players", "human,random")
    assert result.code == 2 and "play asks a person" in result.err


def test_json_is_one_object(command: Command) -> None:
    """All numbers are there by name; the unit is said."""
    result = command(*DUEL, "--deals", "4", "--unit", "match", "--json")
    facts = json.loads(result.out)
    stats = dc.tournament(
        "draw", ["greedy", "random"], deals=4, seed=7, unit="match", isolate=False
    ).pair(0, 1)
    assert (facts["unit"], facts["deals"], facts["seed"]) == ("match", 4, 7)
    (pair,) = facts["pairs"]
    assert pair["players"] == ["greedy", "random"] and pair["counts"] == list(stats.counts)
    assert (pair["score"], pair["los"]) == (stats.score, stats.los)


def test_infinite_elo_is_null_in_json(command: Command) -> None:
    """JSON has no infinity."""
    facts = json.loads(command(*DUEL, "--deals", "1", "--json").out)
    score, elo = facts["pairs"][0]["score"], facts["pairs"][0]["elo"]
    assert (elo is None) == (score in (0, 1))
    json.dumps(facts, allow_nan=False)


def test_lines_are_those_of_the_file(command: Command, tmp_path: Path) -> None:
    """`--jsonl` prints what `--out` writes, and both are what the function writes."""
    out, path = tmp_path / "out.jsonl", tmp_path / "by-function.jsonl"
    result = command(*DUEL, "--deals", "5", "--jsonl", "--out", str(out))
    dc.tournament(dc.variant("draw"), ["greedy", "random"], deals=5, seed=7, path=path,
                  isolate=False)  # fmt: skip
    assert result.code == 0
    assert result.out.encode() == out.read_bytes() == path.read_bytes()


def test_resume_takes_the_seed_from_the_file(command: Command, tmp_path: Path) -> None:
    """Going on needs no seed; the file of another tournament is refused and stays as it is."""
    path, whole = tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    command(*DUEL, "--deals", "8", "--out", str(whole))
    command(*DUEL, "--deals", "3", "--out", str(path))
    again = ("tournament", "draw", "--players", "greedy,random", "--jobs", "1")
    assert command(*again, "--deals", "8", "--resume", str(path)).code == 0
    assert path.read_bytes() == whole.read_bytes()
    refused = command(*again, "--deals", "8", "--resume", str(path), "--unit", "match")
    assert refused.code == 2 and "of another tournament: unit is 'round' there" in refused.err
    assert path.read_bytes() == whole.read_bytes()


def test_a_file_is_not_written_over(command: Command, tmp_path: Path) -> None:
    """The error says how to go on with it."""
    path = tmp_path / "out.jsonl"
    path.write_text("precious")
    result = command(*DUEL, "--out", str(path))
    assert result.code == 2 and "--resume goes on with it" in result.err
    assert path.read_text() == "precious"
    missing = command(*DUEL, "--out", str(tmp_path / "no" / "such.jsonl"))
    assert missing.code == 2 and "No such file" in missing.err


def test_a_test_may_stay_undecided(command: Command) -> None:
    """Where the deals run out before an answer, that is said, and is no negative answer."""
    result = command("tournament", "draw", "--players", "first,first", "--seed", "1",
                     "--deals", "9", "--jobs", "1", "--sprt", "-9", "9")  # fmt: skip
    assert result.code == 0 and "LLR 0.00 of -2.94 to 2.94, undecided" in result.out


def test_a_negative_answer_leaves_with_1(command: Command) -> None:
    """H0 accepted is the exit code 1; JSON has the verdict and the bounds."""
    result = command("tournament", "draw", "--players", "first,greedy", "--seed", "1",
                     "--deals", "99", "--jobs", "1", "--sprt", "300", "900", "--json")  # fmt: skip
    sprt = json.loads(result.out)["sprt"]
    assert (result.code, sprt["verdict"]) == (1, "H0")
    assert sprt["llr"] <= sprt["bounds"][0] < 0 < sprt["bounds"][1]


def test_many_players_and_ratings(command: Command, tmp_path: Path) -> None:
    """A cross-table of everybody, ratings with intervals, and a picture of them."""
    for extra in ("choix", "openskill", "matplotlib"):
        pytest.importorskip(extra)
    plot = tmp_path / "plot.svg"
    arguments = ("tournament", "bode", "--players", "greedy,random,first", "--seed", "7",
                 "--jobs", "1", "--deals", "5", "--plot", str(plot))  # fmt: skip
    result = command(*arguments)
    assert result.code == 0, result.err
    assert "Elo a round, 95 %" in result.out and "openskill, 95 %" in result.out
    assert ">greedy<" in plot.read_text()
    facts = json.loads(command(*arguments, "--json").out)
    assert list(facts["ratings"]) == ["elo", "openskill"]
    assert [one["player"] for one in facts["ratings"]["elo"]] == ["greedy", "random", "first"]
    wrong = command(*arguments[:-1], str(tmp_path / "plot.what"))
    assert wrong.code == 2 and "--plot" in wrong.err and "greedy v random" in wrong.out


@pytest.mark.parametrize("option", [("--ratings",), ("--plot", "ratings.svg")])
def test_a_missing_extra_is_said_before_anything_is_played(
    command: Command, monkeypatch: pytest.MonkeyPatch, option: tuple[str, ...]
) -> None:
    """Nobody waits for a tournament whose ratings cannot be made."""
    monkeypatch.setattr(cli_standings, "find_spec", lambda name: None)
    result = command(*DUEL, *option)
    assert (result.code, result.out) == (2, "")
    assert "pip install 'dominocore[ratings]'" in result.err


def test_faults_are_reported(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who lost games by faults is named, with what it did and how often."""
    registry.default().register(Faulty(), "faulty")
    play = tournaments.Contest.play
    monkeypatch.setattr(
        tournaments.Contest,
        "play",
        lambda self, deals, **how: play(self, deals, isolate=False, book=how["book"]),
    )
    arguments = ("tournament", "draw", "--players", "first,raising", "--seed", "1", "--deals", "3")
    assert "raising lost 6 games by faults: raised ZeroDivisionError (6)" in command(*arguments).out
    facts = json.loads(command(*arguments, "--json").out)
    assert [player["faults"] for player in facts["players"]] == [0, 6]
    assert facts["pairs"][0]["elo"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--players", "first"), "2 players or more"),
        (("--players", "first,nobody"), "nobody"),
        (("--players", "first,random", "--json", "--jsonl"), "exclude each other"),
        (("--players", "first,random", "--out", "a", "--resume", "b"), "exclude each other"),
        (("--players", "first,random", "--sprt", "5", "1"), "elo0 < elo1"),
        (("--players", "first,random,greedy", "--sprt", "0", "1"), "of 2 players"),
        (("--players", "first,random", "--unit", "match", "--set", "target=none"), "no end"),
        ((), "--players"),
    ],
)
def test_what_is_refused(command: Command, arguments: tuple[str, ...], message: str) -> None:
    """A command line that cannot be run leaves with 2 and says why."""
    result = command("tournament", "draw", *arguments)
    assert (result.code, result.out) == (2, "") and message in result.err


def test_the_seed_is_said_when_it_was_chosen(command: Command) -> None:
    """Whoever gave none can play the same again."""
    result = command("tournament", "draw", "--players", "first,random", "--deals", "2",
                     "--jobs", "1")  # fmt: skip
    seed = result.err.split()[1]
    again = command("tournament", "draw", "--players", "first,random", "--deals", "2",
                    "--jobs", "1", "--seed", seed)  # fmt: skip
    assert again.out == result.out and again.err == ""


def test_an_interrupt_prints_what_is_done(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 130, and the tables are those of the deals that were played."""
    take = tournaments.Contest._take

    def interrupted(self: Any, *arguments: Any) -> None:
        take(self, *arguments)
        if len(self.groups) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(tournaments.Contest, "_take", interrupted)
    result = command(*DUEL, "--deals", "50", "--json")
    assert (result.code, result.err) == (130, "interrupted\n")
    assert json.loads(result.out)["deals"] == 3


def test_an_interrupt_before_the_first_deal_rates_nobody(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nothing was played there are no ratings to make."""
    monkeypatch.setattr(cli_standings, "find_spec", lambda name: name)

    def interrupted(self: Any, *arguments: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(tournaments.Contest, "_take", interrupted)
    result = command(*DUEL, "--deals", "2", "--ratings", "--json")
    assert (result.code, result.err) == (130, "interrupted\n")
    assert json.loads(result.out)["deals"] == 0


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
def test_ctrl_c_ends_a_real_run(tmp_path: Path) -> None:
    """The process leaves with 130, without a traceback, and its file can be gone on with."""
    path = tmp_path / "out.jsonl"
    arguments = ["tournament", "latin", "--players", "greedy,random", "--unit", "match",
                 "--deals", "5000", "--seed", "1", "--resume", str(path), "--jsonl"]  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "dominocore", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        assert run.stdout is not None
        for _ in range(4):
            run.stdout.readline()
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (130, "interrupted\n")
    lines = path.read_text().splitlines()
    assert len(lines) >= 4 and all(json.loads(line) for line in lines)


# ---- simulate ----


def test_random_rounds_are_summed_up(command: Command) -> None:
    """Without players the numbers are those of `deal_and_play`."""
    result = command("simulate", "latin", "--rounds", "500", "--seed", "3", "--json")
    facts, truth = json.loads(result.out), dc.deal_and_play(dc.variant("latin"), 500, seed=3)
    assert (result.code, result.err) == (0, "")
    assert facts["wins"] == list(truth.wins) and facts["unwon"] == truth.unwon
    assert facts["mean_points"] == list(truth.mean_points)
    assert sum(facts["endings"].values()) == 500 == sum(facts["wins"]) + facts["unwon"]


@pytest.mark.parametrize("name", ["draw", "partnership", "bode"])
def test_players_are_summed_up_the_same_with_any_number_of_jobs(
    command: Command, name: str
) -> None:
    """Rounds of chosen players add up, and do not depend on how many run at once."""
    arguments = ("simulate", name, "--players", "greedy", "--rounds", "120", "--seed", "3")
    one, two = (command(*arguments, "--json", "--jobs", jobs) for jobs in "12")
    assert one.out == two.out and one.code == two.code == 0
    facts = json.loads(one.out)
    assert sum(facts["wins"]) + facts["unwon"] == 120 == sum(facts["endings"].values())
    assert facts["players"] == ["greedy"] * dc.variant(name).rules.seats


def test_the_summary_names_sides_and_players(command: Command) -> None:
    """Each side has its players, its wins and its points with their error."""
    result = command("simulate", "partnership", "--players", "greedy,random", "--rounds", "20",
                     "--seed", "1", "--jobs", "1")  # fmt: skip
    assert result.out.startswith("partnership: 20 first rounds, ")
    assert "greedy, greedy" in result.out and "random, random" in result.out
    assert "±" in result.out and "blocked" in result.out


def test_simulate_refuses_what_play_refuses(command: Command) -> None:
    """A number of players that does not go round the table, and players that are none."""
    assert command("simulate", "bode", "--players", "greedy,random").code == 2
    assert command("simulate", "bode", "--players", "nobody").code == 2


@pytest.mark.parametrize("played", [0, 3])
def test_an_interrupt_sums_up_the_rounds_so_far(
    command: Command, monkeypatch: pytest.MonkeyPatch, played: int
) -> None:
    """The exit code is 130; of no rounds at all nothing is told but the seed."""
    whole, told = cli_simulate._parts, []

    def some(*arguments: Any) -> Iterator[Any]:
        for part in itertools.islice(whole(*arguments), played):
            told.append(part)
            yield part
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_simulate, "_parts", some)
    result = command("simulate", "draw", "--players", "first", "--rounds", "900", "--jobs", "1")
    assert result.code == 130 and len(told) == played
    assert re.fullmatch(r"seed \d+\ninterrupted\n", result.err)
    assert bool(result.out) == bool(played)


# ---- progress ----


def test_no_progress_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard error stays clean in a pipe."""
    with progress("things", 3, quiet=False) as done:
        done(2)
    assert capsys.readouterr() == ("", "")


def test_progress_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal there is a bar, on standard error, unless it should be quiet."""
    pytest.importorskip("rich")

    class Terminal:
        """A standard error that is a terminal."""

        def __init__(self) -> None:
            self.text = ""

        def write(self, text: str) -> int:
            self.text += text
            return len(text)

        def flush(self) -> None:
            pass

        def isatty(self) -> bool:
            return True

    for quiet in (False, True):
        terminal = Terminal()
        monkeypatch.setattr(sys, "stderr", terminal)
        with progress("things", 3, quiet=quiet) as done:
            done(3)
        assert ("things" in terminal.text) != quiet
