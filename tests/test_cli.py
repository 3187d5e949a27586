# SPDX-License-Identifier: MIT
"""The command line: what it prints where, what it asks, and how it ends."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import textwrap
import time
import warnings
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

click = pytest.importorskip("click")

from click.testing import CliRunner  # noqa: E402  (after the check that click is there)

import dominocore as dc  # noqa: E402
from dominocore import builtin_players, cli, registry  # noqa: E402
from dominocore.layout_text import layout_line  # noqa: E402

SEAT_0_LEADS = 17
TILE = re.compile(r"\b\d+-\d+\b")
NINES = "9" * 5000


class Result(SimpleNamespace):
    """What a command line came to: `.code`, `.out`, `.err`."""

    code: int
    out: str
    err: str


Command = Callable[..., Result]


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has a registry without the plugins that happen to be installed."""
    monkeypatch.setattr(registry, "_DEFAULT", registry.Registry(entry_points=False))
    monkeypatch.setattr(cli.main, "_plugins", None)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


@pytest.fixture
def command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Command]:
    """Run a command line in this process, with a text as its input."""

    def run(*arguments: str, text: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        code = cli.run(arguments)
        captured = capsys.readouterr()
        return Result(code=code, out=captured.out, err=captured.err)

    yield run


def process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run `python` with these arguments in a process of its own."""
    return subprocess.run(
        [sys.executable, *arguments],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        **options,
    )


# ---- watching ----


def test_a_match_is_shown_to_its_end(command: Command) -> None:
    """The winners and totals that are printed are those of a table with the same seed."""
    result = command("play", "latin", "--players", "greedy,random,greedy,random", "--seed", "7")
    played = dc.Table("latin", ["greedy", "random", "greedy", "random"], seed=7).play_match()

    assert (result.code, result.err) == (0, "")
    assert f"seat {played.winners[0]}" in result.out.splitlines()[-2]
    assert f"wins after {len(played.rounds)} rounds" in result.out
    assert len(played.rounds) == result.out.count(" leads\n")
    for seat, total in enumerate(played.points):
        assert re.search(rf"seat {seat} \w+: {total}\b", result.out.splitlines()[-1])


def test_each_move_stands_in_a_line_with_its_seat_and_player(command: Command) -> None:
    """The moves printed, read back, are those that were played."""
    result = command("play", "block", "--players", "first", "--seed", "4", "--rounds", "1")
    state = dc.variant("block").deal(seed=4)
    lines = re.findall(r"^  seat (\d) first +([*<>]\S+|passes)", result.out, re.MULTILINE)
    for seat, text in lines:
        assert int(seat) == state.turn
        state = state.play("--" if text == "passes" else text)

    assert state.is_over
    assert layout_line(move for _, move in state.history) in result.out


def test_the_round_says_how_it_ended_and_what_it_made(command: Command) -> None:
    """Who went out, what is left in the hands, the points and the totals are printed."""
    result = command("play", "draw", "--seed", "7", "--rounds", "1")
    match = dc.Table("draw", ["greedy", "greedy"], seed=7)
    outcome = match.play_round().rounds[0].outcome
    loser = 1 - outcome.seat

    assert f"seat {outcome.seat} greedy goes out" in result.out
    assert re.search(rf"seat {loser} greedy holds .* \({outcome.points[outcome.seat]} points\)",
                     result.out)  # fmt: skip
    assert "Not over after 1 round\n" in result.out


def test_points_in_play_are_shown_with_the_move(command: Command) -> None:
    """The points beside the moves of a round add up to what was made in play."""
    result = command("play", "fives", "--seed", "3", "--rounds", "1")
    shown = [int(n) for n in re.findall(r"seat \d greedy \+(\d+)", result.out)]
    points = dc.Table("fives", ["greedy", "greedy"], seed=3).play_round().rounds[0].outcome.points

    assert "!" in result.out
    assert sum(points) == sum(shown)


def test_points_of_hands_are_not_shown_with_the_last_move(command: Command) -> None:
    """In a game without points in play no move is said to score."""
    result = command("play", "block", "--seed", "4")

    assert not re.search(r"greedy \+\d", result.out)


def test_draws_hide_their_tile(command: Command) -> None:
    """A watched draw names no tile."""
    result = command("play", "draw", "--seed", "1", "--rounds", "3")
    draws = [line for line in result.out.splitlines() if " draws" in line]

    assert draws
    assert not any(TILE.search(line) for line in draws)


def test_quiet_leaves_the_moves_out(command: Command) -> None:
    """With --quiet the rounds' ends remain."""
    result = command("play", "block", "--seed", "4", "--rounds", "1", "--quiet")

    assert "passes" not in result.out and "ends >" not in result.out
    assert "totals" in result.out


def test_json_is_one_object_with_the_whole_match(command: Command) -> None:
    """The object holds what the table gives."""
    result = command("play", "bode", "--players", "greedy,random,first", "--seed", "7", "--json")
    facts = json.loads(result.out)
    played = dc.Table("bode", ["greedy", "random", "first"], seed=7).play_match()

    assert facts["players"] == ["greedy", "random", "first"]
    assert (facts["seed"], facts["variant"]) == (7, "bode")
    assert list(played.points) == facts["scores"] == facts["rounds"][-1]["scores"]
    assert list(played.winners) == facts["winners"]
    assert len(played.rounds) == len(facts["rounds"])


def test_options_reach_the_rules(command: Command) -> None:
    """--seats and --set change the variant, as its text does."""
    by_option = command(
        "play", "latin", "--set", "pairs=true", "--set", "target=20", "--seed", "3", "--json"
    )
    by_text = command("play", "latin;pairs=true;target=20", "--seed", "3", "--json")
    four = command("play", "block", "--seats", "4", "--seed", "3", "--rounds", "1", "--json")

    assert json.loads(by_option.out) == json.loads(by_text.out)
    assert json.loads(by_text.out)["variant"] == "latin;pairs=true;target=20"
    assert len(json.loads(four.out)["players"]) == 4


def test_pairs_are_shown_by_side(command: Command) -> None:
    """Where seats are partners, points and totals stand by side, and seats say theirs."""
    result = command("play", "aberto", "--seed", "3", "--rounds", "1")

    assert "  seat 2 greedy  side 0\n" in result.out
    assert re.search(r"totals  side 0: \d+  side 1: \d+\n", result.out)


def test_a_chosen_seed_is_said_at_the_end_on_standard_error(command: Command) -> None:
    """Played again with the seed that was said, the match is the same."""
    first = command("play", "block", "--rounds", "2")
    said = re.fullmatch(r"seed (\d+)\n", first.err)

    assert said
    assert said[1] not in first.out
    assert first.out == command("play", "block", "--rounds", "2", "--seed", said[1]).out


# ---- playing ----


def test_a_person_sees_the_own_hand_and_nothing_of_others(command: Command) -> None:
    """Until the input ends, no tile is printed but those played and those of the own hand."""
    for seed in range(6):
        state = dc.variant("draw").deal(seed=seed)
        arguments = ("--human", "0", "--seed", str(seed), "--rounds", "1")
        result = command("play", "draw", *arguments, text="1\n1\n")
        laid = TILE.findall(result.out)
        drawn = re.findall(r"You drew (\S+)\.", result.err)
        seen = dc.TileSet([dc.Tile.parse(text) for text in (*laid, *drawn)]) | state.hand(0)
        told = dc.TileSet([dc.Tile.parse(text) for text in TILE.findall(result.err)])

        assert result.code == 0
        assert told <= seen


def test_a_person_may_answer_a_number_or_a_move(command: Command) -> None:
    """A number of the list, the move, and the tile alone play the same."""
    state = dc.variant("block").deal(seed=SEAT_0_LEADS)
    assert state.turn == 0
    outputs = {
        command(
            "play", "block", "--human", "0", "--seed", str(SEAT_0_LEADS), text=f"{answer}\n"
        ).out
        for answer in ("1", str(state.moves[0]), str(state.moves[0].tile))
    }

    assert len(outputs) == 1
    assert f"seat 0 you     {state.moves[0]} " in outputs.pop()


def test_a_person_is_asked_again_after_an_answer_that_is_no_move(command: Command) -> None:
    """Each wrong answer gets a reason and the question again; the match goes on."""
    result = command(
        "play",
        "block",
        "--human",
        "0",
        "--seed",
        str(SEAT_0_LEADS),
        text=f"99\n{NINES}\nfoo\n7-7\n>6-6\n?\n\n1\nq\n",
    )

    assert result.code == 0
    assert result.err.count("Your move: ") >= 9
    assert "got a number of 5000 digits" in result.err
    assert "numbered 1 to" in result.err
    assert "'foo' is none of the legal moves" in result.err
    assert "q to leave the match" in result.err and "  A hint: " in result.err
    assert "seat 0 you     *" in result.out


def test_the_end_of_the_input_leaves_the_match_cleanly(command: Command) -> None:
    """The exit code is 0, and the totals so far are printed."""
    result = command("play", "block", "--human", "0", "--seed", str(SEAT_0_LEADS))

    assert result.code == 0
    assert "Not over after 0 rounds\n  totals  seat 0 you: 0  seat 1 greedy: 0\n" in result.out


@pytest.mark.parametrize("close", ["sys.stdin = None", "sys.stdin.close()"])
def test_a_closed_input_leaves_the_match_cleanly(close: str) -> None:
    """Without a standard input, or with one that is closed, it is as if the input had ended."""
    play = ["play", "block", "--human", "0", "--seed", str(SEAT_0_LEADS)]
    code = f"import sys; from dominocore.cli import run; {close}; sys.exit(run({play}))"
    result = process("-c", code)

    assert result.returncode == 0
    assert "Your move: \n" in result.stderr and "Traceback" not in result.stderr
    assert "Not over after 0 rounds\n  totals  seat 0 you: 0  seat 1 greedy: 0\n" in result.stdout


def test_an_input_that_is_no_text_is_asked_again() -> None:
    """Bytes that cannot be read are an answer that is no move."""
    result = subprocess.run(
        [sys.executable, "-m", "dominocore", "play", "block", "--human", "0", "--seed",
         str(SEAT_0_LEADS)],
        input=b"\xff\xfe\n", capture_output=True, check=False, timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )  # fmt: skip

    assert result.returncode == 0
    assert result.stderr.count(b"Your move: ") == 2
    assert b"is none of the legal moves" in result.stderr


COMMANDS = [
    ["play", "block", "--seed", "1"],
    ["play", "block", "--seed", "1", "--json"],
    ["play", "block", "--seed", str(SEAT_0_LEADS), "--human", "0"],
    ["variants"],
    ["variants", "draw"],
    ["players", "--json"],
    ["perft", "block", "--seed", "1", "--depth", "2"],
    ["--help"],
    ["--version"],
]


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
def test_an_output_that_cannot_be_written_is_told(arguments: list[str], where: str) -> None:
    """A closed or full standard output is one line on standard error and exit code 4."""
    if where == ">/dev/full" and not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    line = shlex.join([sys.executable, "-m", "dominocore", *arguments])
    result = subprocess.run(
        ["sh", "-c", f"{line} {where}"], check=False, capture_output=True, text=True, timeout=60,
        input="",
    )  # fmt: skip

    assert result.returncode == 4
    assert re.search(r"Error: .*(is closed|could not be written)", result.stderr.splitlines()[-1])
    assert "Traceback" not in result.stderr and "fault of dominocore" not in result.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
@pytest.mark.parametrize(("arguments", "code"), [(["nope"], 2), (["play", "block"], 0)])
@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_talk_that_cannot_be_written_is_left_out(
    arguments: list[str], code: int, where: str
) -> None:
    """The command does its work and ends as it would have ended."""
    line = shlex.join([sys.executable, "-m", "dominocore", *arguments])
    result = subprocess.run(
        ["sh", "-c", f"{line} {where}"], check=False, capture_output=True, text=True, timeout=60
    )

    assert (result.returncode, "wins after" in result.stdout) == (code, code == 0)


def test_tests_load_no_plugin_that_is_installed() -> None:
    """Collecting and running the tests, and the processes they start, see what is built in."""
    assert os.environ["DOMINOCORE_PLUGINS"] == ""
    listed = json.loads(process("-m", "dominocore", "plugins", "--json").stdout)["plugins"]
    assert {p["name"] for p in listed if p["status"] == "loaded"} == {
        "builtin_variants", "builtin_players"
    }  # fmt: skip
    assert list(dc.variants) == list(registry.Registry(entry_points=False).variants)


def test_a_person_plays_a_match_to_the_end(command: Command) -> None:
    """Answering the first move each time ends the match, like the player `first`."""
    result = command("play", "draw", "--human", "1", "--seed", "5", text="1\n" * 500)
    other = command("play", "draw", "--players", "greedy,first", "--seed", "5")

    assert result.code == 0
    assert result.out.replace("you   ", "first ").replace("you", "first") == other.out


def test_a_person_is_told_the_tile_that_was_drawn(command: Command) -> None:
    """Each own draw is told on standard error, with the tile that the round dealt."""
    for seed in range(40):
        result = command(
            "play", "draw", "--human", "0", "--seed", str(seed), "--rounds", "1", text="1\n" * 99
        )
        told = re.findall(r"You drew (\S+)\.", result.err)
        if told:
            break
    table = dc.Table("draw", ["first", "greedy"], seed=seed)
    table.play_round()
    state = table.match.last or table.match.state
    drawn = [str(move.tile) for mover, move in state.history if move.is_draw and mover == 0]

    assert drawn
    assert drawn == told


def test_a_claim_is_asked_for_each_placement_where_the_rules_have_it(command: Command) -> None:
    """The question comes whether or not there are points, and decides whether they are scored."""
    for answer, points in (("y", 10), ("n", 0)):
        result = command(
            "play", "fives", "--human", "1", "--seed", "3", text=f"1\n{answer}\n1\nn\n"
        )

        assert result.err.count("Claim points? [y/N]") == 2
        assert (f"seat 1 you +{points}" in result.out) == bool(points)

    assert "Claim" not in command("play", "draw", "--human", "0", "--seed", "7", text="1\n").err


def test_a_claim_typed_with_the_move_is_not_asked_for(command: Command) -> None:
    """`*5-5!` claims at once; a claim of nothing is dropped and said."""
    right = command("play", "fives", "--human", "1", "--seed", "3", text="*5-5!\n")
    wrong = command("play", "fives", "--human", "1", "--seed", "3", text="1\ny\n>6-1!\n")

    assert "*5-5!" in right.out and "Claim" not in right.err
    assert "There are none to claim." in wrong.err
    assert ">6-1 " in wrong.out


def test_the_others_may_be_named_without_the_person(command: Command) -> None:
    """With a person, one name fewer than seats fills the other seats in order."""
    result = command(
        "play", "latin", "--human", "2", "--players", "first,greedy,random", "--seed", "1"
    )

    assert result.out.splitlines()[1:5] == [
        "  seat 0 first",
        "  seat 1 greedy",
        "  seat 2 you",
        "  seat 3 random",
    ]


# ---- the lists ----


def test_variants_are_listed(command: Command) -> None:
    """Each variant has a line with its summary."""
    result = command("variants")

    assert list(dc.variants) == [line.split()[0] for line in result.out.splitlines()]
    assert all(spec.summary in result.out for spec in dc.variants.values())
    listed = json.loads(command("variants", "--json").out)["variants"]
    assert list(dc.variants) == [facts["name"] for facts in listed]


def test_a_terminal_gets_lines_that_fit(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules are folded between words where a terminal shows them, and whole elsewhere."""
    whole = command("variants", "latin").out.partition("\n\n")[2]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "50")
    folded = command("variants", "latin").out.partition("\n\n")[2]
    assert max(map(len, whole.splitlines())) > 50 >= max(map(len, folded.splitlines()))
    assert folded.split() == whole.split()


def test_one_variant_says_its_rules(command: Command) -> None:
    """With a name the rules are described; as JSON they can be read back."""
    fives = dc.variant("fives", target=200)
    result = command("variants", "fives", "--set", "target=200")
    facts = json.loads(command("variants", "fives;target=200", "--json").out)

    assert fives.rules.describe() in result.out
    assert fives.rules == dc.Rules.from_dict(facts["rules"])


def test_players_are_listed(command: Command) -> None:
    """Each player has a line with its summary, and one can be asked for by name."""
    result = command("players")

    assert list(dc.players) == [re.split("[ :]", line)[0] for line in result.out.splitlines()]
    assert json.loads(command("players", "greedy", "--json").out)["name"] == "greedy"
    assert list(dc.players) == [
        facts["name"] for facts in json.loads(command("players", "--json").out)["players"]
    ]


def test_plugins_are_listed_with_what_they_add_and_why_not(command: Command) -> None:
    """A plugin that was left out stands there with the reason."""

    class Bad:
        @dc.hookimpl
        def dominocore_players(self) -> list[int]:
            return [1]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", dc.PluginWarning)
        registry.default().register(Bad(), "bad")
    result = command("plugins")
    listed = {p["name"]: p for p in json.loads(command("plugins", "--json").out)["plugins"]}

    assert "variant fives" in result.out
    assert re.search(r"^bad +- +skipped +dominocore_players yields PlayerSpecs", result.out, re.M)
    assert [listed[n]["status"] for n in ("bad", "builtin_players")] == ["skipped", "loaded"]


def test_perft_counts_moves(command: Command) -> None:
    """The counts are those of `perft`, for each depth and under each move."""
    state = dc.variant("fives").deal(seed=7)
    counts = [dc.perft(state, depth) for depth in range(5)]
    result = command("perft", "fives", "--seed", "7", "--depth", "4")
    divided = command("perft", "fives", "--seed", "7", "--depth", "4", "--divide", "--json")

    assert [[str(d), str(n)] for d, n in enumerate(counts)] == [
        line.split() for line in result.out.splitlines()
    ]
    moves = json.loads(divided.out)["moves"]
    assert counts[4] == sum(moves.values())
    assert list(moves) == [str(move) for move in state.moves]


def test_perft_says_the_seed_that_it_chose(command: Command) -> None:
    """Without --seed the deal can be made again from what is said."""
    first = command("perft", "draw", "--depth", "6", "--distinct")
    again = command("perft", "draw", "--depth", "6", "--distinct", "--seed", first.err.split()[1])

    assert first.out == again.out


def test_the_version_is_that_of_the_package(command: Command) -> None:
    """`--version` prints it with the Python that runs."""
    result = command("--version")

    assert result.code == 0
    assert result.out.startswith(f"dominocore {dc.__version__}, ")


# ---- plugins' commands ----


class Counting:
    """A plugin with a command of its own, and one whose name is taken."""

    @dc.hookimpl
    def dominocore_commands(self, group: Any) -> None:
        """Add both."""

        @group.command("count")
        def count() -> None:
            """Count to one."""
            click.echo("1")

        @group.command("players")
        def players() -> None:
            """Never run."""
            click.echo("mine")


def test_plugins_add_commands_and_cannot_replace_any(command: Command) -> None:
    """The command is listed and runs; a taken name is warned of and stays ours."""
    registry.default().register(Counting(), "counting")
    result = command("count")

    assert (result.code, result.out) == (0, "1\n")
    assert "players of a plugin" in result.err
    assert "Count to one." in command("--help").out
    assert "greedy" in command("players").out


def test_a_plugin_that_is_left_out_is_told_in_one_line(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A PluginWarning shows as a line on standard error, without a place in our source."""
    monkeypatch.setenv("DOMINOCORE_PLUGINS", "nothing-of-the-kind")
    monkeypatch.setattr(registry, "_DEFAULT", registry.Registry())
    with warnings.catch_warnings():
        warnings.simplefilter("always", dc.PluginWarning)
        result = command("players")

    assert result.code == 0
    assert re.fullmatch(r"warning: .*nothing-of-the-kind.*not installed.*\n", result.err)


# ---- what goes wrong ----


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "nope"], "there is no variant 'nope'"),
        (["play", "draw", "--players", "nope"], "there is no player 'nope'"),
        (["play", "draw", "--players", "a,b,c"], "2 seats need 2 players, got 3; --seats 3"),
        (["play", "draw", "--human", "2"], "seats are 0 to 1"),
        (["play", "draw", "--seed", "-1"], "no whole number"),
        (["play", "draw", "--seed", str(1 << 256)], "up to 256 bits"),
        (["play", "draw", "--seed", "１２"], "up to 256 bits"),
        (["play", "draw", "--set", "target"], "write it like --set target=150"),
        (["play", "draw", "--set", "target=1", "--set", "target=2"], "target is set already"),
        (["play", "draw", "--set", "targett=2"], "target"),
        (["play", "draw", "--set", "seats=9"], "seats"),
        (["play", "draw", "--set", "target=none"], "--rounds"),
        (["play", "draw;seats"], "is no option"),
        (["variants", "--set", "seats=2"], "needs the name of a variant"),
        (["variants", "nope"], "there is no variant 'nope'"),
        (["players", "nope"], "there is no player 'nope'"),
        (["perft", "draw"], "--depth"),
        (["perft", "draw", "--depth", "0", "--divide"], "1 or more"),
        (["perft", "draw", "--depth", "-1"], "--depth"),
        (["perft", "draw", "--depth", NINES], "--depth"),
        (["perft", "draw", "--depth", "9" * 20, "--divide"], "--depth"),
        (["play", "draw", "--seed", NINES], "--seed"),
        (["play", "draw", "--seats", NINES], "--seats"),
        (["play", "draw", "--human", NINES], "--human"),
        (["play", "draw", "--rounds", NINES], "--rounds"),
        (["play", "draw", "--set", f"draw=up_to {NINES}"], "draw"),
        (["play", "draw", "--set", f"target={NINES}"], "target"),
        (["play", f"draw;seats={NINES}"], "seats"),
        (["play", "draw", "--players", f"random:x={NINES}"], "digits"),
        (["nope"], "nope"),
    ],
)
def test_a_command_line_that_cannot_be_run_says_why(
    command: Command, arguments: list[str], said: str
) -> None:
    """The exit code is 2, the reason stands on standard error, and nothing is printed."""
    result = command(*arguments)

    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert "Traceback" not in result.err


class Failing:
    """A plugin with a player that fails in its own way."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    @dc.hookimpl
    def dominocore_players(self) -> Iterator[dc.PlayerSpec]:
        """Yield the player."""
        error = self._error

        class Fails:
            def choose(self, view: dc.Observation) -> dc.Move:
                raise error

        yield dc.PlayerSpec("fails", lambda seed: Fails())


def test_a_player_that_fails_ends_the_match_with_its_name(command: Command) -> None:
    """The exit code is 4; the totals so far are printed."""
    registry.default().register(Failing(ZeroDivisionError("oh")), "failing")
    result = command("play", "block", "--players", "fails", "--seed", str(SEAT_0_LEADS))

    assert result.code == 4
    assert "fails in seat 0" in result.err and "ZeroDivisionError: oh" in result.err
    assert "Not over after 0 rounds" in result.out


def test_a_player_that_answers_no_move_ends_the_match_with_its_name(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing was raised, so the message says what the answer was, and no more."""
    monkeypatch.setattr(builtin_players.FirstPlayer, "choose", lambda self, view: 7)
    result = command("play", "block", "--players", "first", "--seed", str(SEAT_0_LEADS))
    assert result.code == 4
    said = next(line for line in result.err.splitlines() if "first in seat 0" in line)
    assert said.endswith("answered a value of type int, which is no move")


def test_an_interrupt_ends_with_the_totals_so_far(command: Command) -> None:
    """The exit code is 130, and JSON is still one whole object."""
    registry.default().register(Failing(KeyboardInterrupt()), "failing")
    plain = command("play", "block", "--players", "fails", "--seed", str(SEAT_0_LEADS))
    as_json = command("play", "block", "--players", "fails", "--seed", str(SEAT_0_LEADS), "--json")

    assert 130 == plain.code == as_json.code
    assert "Not over after 0 rounds" in plain.out
    assert "Traceback" not in plain.err
    assert json.loads(as_json.out)["winners"] is None


def test_a_fault_of_ours_shows_its_traceback(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 70."""

    def broken(*_: object, **__: object) -> int:
        raise AssertionError("not so")

    monkeypatch.setattr(cli, "count", broken)
    result = command("perft", "draw", "--depth", "3")

    assert result.code == 70
    assert "AssertionError: not so" in result.err


def test_a_reader_that_has_enough_is_not_complained_of() -> None:
    """When the pipe breaks the command ends in silence with exit code 0."""
    with subprocess.Popen(
        [sys.executable, "-m", "dominocore", "play", "block", "--seed", "1", "--set",
         "target=9999"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdout is not None and running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        said = running.stderr.read()
        code = running.wait(60)

    assert (code, said) == (0, b"")


def test_a_command_whose_pipe_breaks_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    """A reader that has left wants nothing more, and nothing is said of it."""

    def broken() -> int:
        raise BrokenPipeError

    assert cli._run(broken) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_ctrl_c_at_the_question_leaves_with_130() -> None:
    """A person's Ctrl-C ends the match without a traceback."""
    with subprocess.Popen(
        [
            sys.executable,
            "-m",
            "dominocore",
            "play",
            "block",
            "--human",
            "0",
            "--seed",
            str(SEAT_0_LEADS),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stderr is not None
        asked = b""
        while not asked.endswith(b"Your move: "):
            asked += running.stderr.read(1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)

    assert running.returncode == 130
    assert b"Traceback" not in err
    assert b"Not over after 0 rounds" in out


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize(
    "options", [("--players", "ismcts:ms=1000,random", "--jobs", "2"), ("--rounds", "2000000000")]
)
def test_ctrl_c_ends_a_simulation(options: tuple[str, ...]) -> None:
    """Neither the round of a slow player nor what is yet to begin is waited for."""
    with subprocess.Popen(
        [sys.executable, "-m", "dominocore", "simulate", "draw", *options, "-q"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        time.sleep(3)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the workers, too
        started = time.monotonic()
        try:
            _, err = running.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)  # or the test would wait for it
            raise

    assert (running.returncode, time.monotonic() - started < 10) == (130, True)
    assert b"interrupted" in err and b"Traceback" not in err


def test_without_click_one_is_told_what_to_install() -> None:
    """The exit code is 2, and there is no traceback."""
    code = "import sys; sys.modules['click'] = None; from dominocore.__main__ import main; main()"
    result = process("-c", code)

    assert (result.returncode, result.stdout) == (2, "")
    assert "pip install 'dominocore[cli]'" in result.stderr
    assert "Traceback" not in result.stderr


def test_ctrl_c_while_modules_are_imported_leaves_with_130() -> None:
    """Before the command line is there to say so itself."""
    code = """
        import signal, sys
        class Importer:
            def find_spec(self, name, path, target=None):
                if name == "dominocore.cli":
                    signal.raise_signal(signal.SIGINT)
        sys.meta_path.insert(0, Importer())
        from dominocore.__main__ import main
        main()
    """
    result = process("-c", textwrap.dedent(code))

    assert (result.returncode, result.stdout, result.stderr) == (130, "", "interrupted\n")


def test_the_module_can_be_run() -> None:
    """`python -m dominocore` is the command."""
    result = process("-m", "dominocore", "--version")

    assert (result.returncode, result.stderr) == (0, "")
    assert dc.__version__ in result.stdout


def test_a_match_ends_the_same_in_another_process() -> None:
    """The same seed prints the same match, whatever the hash seed."""
    runs = {
        process(
            "-m", "dominocore", "play", "fives", "--players", "random", "--seed", "11",
            env={**os.environ, "PYTHONHASHSEED": seed, "DOMINOCORE_PLUGINS": ""},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip

    assert len(runs) == 1
    assert "wins after" in runs.pop()


def test_no_color_is_honoured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bold type is for terminals, and for none with NO_COLOR or a dumb one."""
    arguments = ["play", "block", "--seed", "1", "--rounds", "1"]
    assert "\x1b[" in CliRunner().invoke(cli.main, arguments, color=True).output

    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            assert "\x1b[" not in CliRunner().invoke(cli.main, arguments, color=True).output


def test_help_stands_without_plugins_of_the_commands(command: Command) -> None:
    """Each command explains itself with an example, in at most a screen."""
    for name in ("play", "variants", "players", "perft"):
        result = command(name, "--help")

        assert result.code == 0
        assert f"dominocore {name}" in result.out
        assert len(result.out.splitlines()) <= 40


def test_analyze_values_moves_and_counts_worlds(command: Command) -> None:
    """Of a position that shows every hand, it uses what the seat on turn sees."""
    state = dc.variant("draw").deal(seed=7)
    for _ in range(5):
        state = state.play(state.moves[0])
    assert state.turn is not None
    view = state.observe(state.turn)
    options = ("--iters", "100", "--seed", "3", "--json")

    whole = command("analyze", str(state), *options)
    seen = command("analyze", str(view), *options)

    assert whole.out == seen.out
    facts = json.loads(whole.out)
    assert facts["worlds"] == view.count_worlds()
    assert {move["move"] for move in facts["moves"]} <= {str(move) for move in view.moves}
    assert all(sum(row) == pytest.approx(1) for row in facts["tiles"].values())
    text = command("analyze", str(view), "--player", "expert", "--seed", "3").out
    assert "worlds that fit  " in text and "sheds" in text


def test_analyze_says_the_seed_that_it_chose(command: Command) -> None:
    """Without a seed one is chosen and said, and with it the answer comes again."""
    text = str(dc.variant("block").deal(seed=7, leader=0).observe(0))
    chosen = command("analyze", text, "--iters", "50")
    word, seed = chosen.err.split()
    assert (chosen.code, word) == (0, "seed")
    again = command("analyze", text, "--iters", "50", "--seed", seed)
    assert (again.out, again.err) == (chosen.out, "")


def test_analyze_takes_rounds_that_are_over(command: Command) -> None:
    """A view is taken for one though it hides nothing; of a state, somebody has to be named."""
    state = dc.variant("bode").deal(seed=3, leader=0)
    while state.turn is not None:
        state = state.play(state.moves[0])

    seen = command("analyze", str(state.observe(1)), "--seed", "3")
    assert seen.code == 0 and "worlds that fit  1\n" in seen.out
    assert command("analyze", str(state), "--seed", "3", "--seat", "1").out == seen.out
    refused = command("analyze", str(state), "--seed", "3")
    assert refused.code == 2 and "the round is over" in refused.err


def test_analyze_refuses_what_it_cannot_use(command: Command) -> None:
    """No position is bad input; a player without an opinion, or a seat not seen, wrong usage."""
    text = str(dc.variant("block").deal(seed=7, leader=0).observe(0))

    assert command("analyze", "nonsense").code == 3
    assert command("analyze", text, "--player", "greedy").code == 2
    assert command("analyze", text, "--seat", "1").code == 2
    whole = str(dc.variant("block").deal(seed=7, leader=0))
    beyond = command("analyze", whole, "--seat", "7")
    assert beyond.code == 2 and "--seat 7: seats are 0 to 1" in beyond.err
