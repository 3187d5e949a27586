"""Tournaments: the same truth with any number of workers, and after any interruption."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from bad_players import KilledOnce, Nonsense, Raising, spec
from dominocore import tournaments
from dominocore.games import Game
from dominocore.paired import PairStats
from dominocore.tournament_file import Group, seed_of
from dominocore.tournaments import Contest

PLAYERS = ["greedy", "random", "first"]
TWO_SIDES = [name for name, v in dc.variants.items() if v.rules.n_sides == 2]
MORE = [name for name, v in dc.variants.items() if v.rules.n_sides > 2]


def play(path: Path | None = None, **how: Any) -> dc.TournamentResult:
    """Play a small tournament of three players."""
    return dc.tournament("draw", PLAYERS, **{"deals": 12, "seed": 7, "path": path, **how})


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of that tournament, played one game after the other in this process."""
    path = tmp_path_factory.mktemp("serial") / "serial.jsonl"
    play(path, isolate=False)
    return path.read_bytes()


# ---- the pair ----


@pytest.mark.parametrize("player", ["first", "greedy", "random"])
@pytest.mark.parametrize("name", ["draw", "fives", "aberto"])
def test_a_player_against_itself_ties_every_pair(name: str, player: str) -> None:
    """Whoever has a seat draws the same numbers in it, so a pair of one player is always 1:1."""
    stats = dc.tournament(name, [player, player], deals=30, seed=1, isolate=False).pair(0, 1)
    assert stats.counts == (0, 0, 30, 0, 0)
    assert stats.score == 0.5 and stats.elo.elo == 0


def test_a_pair_is_one_deal_with_the_seats_swapped() -> None:
    """Both games have the deal that the seed gives; what a seat makes goes with the player."""
    group = dc.tournament("block", ["first", "first"], deals=1, seed=3, isolate=False).groups[0]
    one, two = group.games
    assert (one.sides, two.sides) == ((0, 1), (1, 0))
    assert one.points == two.points and one.ranks == two.ranks


@pytest.mark.parametrize("player", ["flat:playouts=20", "ismcts:iters=20", "pimc:worlds=2"])
def test_players_with_limited_options_play_apart(player: str) -> None:
    """A player whose options have listed values plays apart as it does in this process."""
    here = dc.tournament("block", [player, "first"], deals=1, seed=1, isolate=False)
    apart = dc.tournament("block", [player, "first"], deals=1, seed=1)
    assert here.groups == apart.groups
    assert not here.faults


def test_partners_are_one_player() -> None:
    """In pairs a player has both seats of its side, and the sides are what is swapped."""
    asked: list[tuple[int, int]] = []

    class Noted:
        def __init__(self, number: int) -> None:
            self.number = number

        def choose(self, view: dc.Observation) -> dc.Move:
            asked.append((self.number, view.seat))
            return view.moves[0]

    result = dc.tournament("partnership", [Noted(0), Noted(1)], deals=1, seed=1, isolate=False)
    assert [game.sides for game in result.groups[0].games] == [(0, 1), (1, 0)]
    assert set(asked) == {(n, seat) for n in (0, 1) for seat in range(4)}


@pytest.mark.parametrize("name", sorted(dc.variants))
def test_every_variant(name: str) -> None:
    """Every variant can be played, by the round and by the match, and scores add up to one."""
    for unit in ("round", "match"):
        result = dc.tournament(
            name, ["greedy", "random"], deals=2, seed=5, unit=unit, isolate=False
        )
        stats = result.pair(0, 1)
        assert stats.pairs == result.deals == 2 and stats.unit == unit
        assert result.pair(1, 0) == stats.reversed()
        assert result.score(0) + result.score(1) == pytest.approx(1)


@pytest.mark.parametrize("seats", range(3, 9))
def test_many_hands(seats: int) -> None:
    """Up to eight lone seats: everybody has every hand, and a player against itself ties."""
    rules = dc.Rules(seats=seats, max_pip=9, hand_size=5)
    result = dc.tournament(rules, ["first"] * min(seats, 4), deals=2, seed=1, isolate=False)
    for a in range(min(seats, 4)):
        for b in result.opponents(a):
            assert result.pair(a, b).score == 0.5


def test_low_totals_win() -> None:
    """Where the low total wins, fewer points rank better."""
    result = dc.tournament("bode", PLAYERS, deals=10, seed=2, isolate=False)
    for group in result.groups:
        for game in group.games:
            assert game.points is not None
            order = sorted(game.points)
            assert all(order.index(p) >= r for p, r in zip(game.points, game.ranks, strict=True))
            assert game.ranks[game.points.index(order[-1])] > 0 or order[0] == order[-1]


def test_points_come_before_going_out() -> None:
    """A round is won by points where they are made in play; its winner leads among equals."""
    result = dc.tournament("fives", ["greedy", "random"], deals=40, seed=2, isolate=False)
    for group in result.groups:
        for game in group.games:
            assert game.points is not None
            more = (game.points[1] > game.points[0]) - (game.points[1] < game.points[0])
            assert more in (0, game.ranks[0] - game.ranks[1])


def test_halves_of_three_players() -> None:
    """Sides are compared two by two: better counts two halves, equal one, worse none."""
    game = Game((0, 1, 0), (0, 1, 1))
    assert game.halves(0, 1) == 2 + 1 and game.halves(1, 0) == 0 + 1
    assert Group(0, (0, 1), (game,)).halves(0, 1) == (3, 2)


# ---- workers ----


@contextmanager
def processes() -> Iterator[Executor]:
    """Two worker processes of the standard library."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


@contextmanager
def threads() -> Iterator[Executor]:
    """Five threads."""
    with ThreadPoolExecutor(5) as pool:
        yield pool


@contextmanager
def cluster() -> Iterator[Executor]:
    """A dask cluster of two workers on this machine."""
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client.get_executor()


@pytest.mark.parametrize("isolate", [True, False])
@pytest.mark.parametrize("workers", [processes, threads])
def test_any_executor_gives_the_same_bytes(
    workers: Callable[[], Any], isolate: bool, expected: bytes, tmp_path: Path
) -> None:
    """Threads and processes, with and without processes for the games, write the same file."""
    path = tmp_path / "out.jsonl"
    with workers() as pool:
        result = play(path, executor=pool, isolate=isolate)
    assert path.read_bytes() == expected
    assert result.deals == 12


def test_the_default_gives_the_same_bytes(expected: bytes, tmp_path: Path) -> None:
    """So do all cores of this machine."""
    play(tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_bytes() == expected


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_cluster_gives_the_same_bytes(expected: bytes, tmp_path: Path) -> None:
    """So do two workers of a cluster, of which one is killed in the middle and replaced."""
    path, killed = tmp_path / "out.jsonl", []
    with cluster() as executor:
        client: Any = executor._client  # type: ignore[attr-defined]
        pids = client.run(os.getpid)

        def kill(group: Group) -> None:
            if not killed:
                killed.append(next(iter(pids.values())))
                os.kill(killed[0], signal.SIGKILL)

        play(path, executor=executor, watch=kill)
    assert killed and path.read_bytes() == expected


def test_killing_a_game_process_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that is killed from outside is replaced, and its game played again: no fault."""
    monkeypatch.setenv("DOMINOCORE_KILLED_ONCE", str(tmp_path / "killed"))
    players = [spec(KilledOnce), "first"]
    result = dc.tournament("draw", players, deals=4, seed=1)
    assert (tmp_path / "killed").exists()
    assert result.faults == () and result.pair(0, 1).counts == (0, 0, 4, 0, 0)


# ---- the file ----


def test_lines_are_json(expected: bytes) -> None:
    """The first line says what the tournament is, each other what a deal came to."""
    first, *lines = (json.loads(line) for line in expected.splitlines())
    assert first["dominocore"] == "tournament" and first["format"] == 1
    assert (first["seed"], first["unit"], first["players"]) == (7, "round", PLAYERS)
    assert dc.Rules.from_dict(first["rules"]) == dc.variant("draw").rules
    assert [(line["deal"], line["lineup"]) for line in lines[:4]] == [
        (0, [0, 1]), (0, [0, 2]), (0, [1, 2]), (1, [0, 1])]  # fmt: skip
    assert len(lines) == 36 and all(len(line["games"]) == 2 for line in lines)


@pytest.mark.parametrize("lost", [1, 40, 400, 3000])
def test_resuming_gives_the_bytes_of_an_uninterrupted_run(
    lost: int, expected: bytes, tmp_path: Path
) -> None:
    """Cut anywhere, in the middle of a line or of the first one, the file becomes the same."""
    path = tmp_path / "out.jsonl"
    path.write_bytes(expected[:-lost] if lost < 3000 else expected[:50])
    resumed = play(path, resume=True, isolate=False)
    assert path.read_bytes() == expected
    assert resumed == play(isolate=False)


def test_what_was_finished_beyond_a_gap_is_not_played_again(
    expected: bytes, tmp_path: Path
) -> None:
    """Lines that stand ahead of their turn are used, and end in their places."""
    path, lines = tmp_path / "out.jsonl", expected.splitlines(keepends=True)
    later = lines[9].replace(b'"ranks":[0,1]', b'"ranks":[1,0]')
    path.write_bytes(b"".join([*lines[:5], later, lines[7]]))
    play(path, resume=True, isolate=False)
    found = path.read_bytes().splitlines(keepends=True)
    assert found[9] == later
    assert [*found[:9], *found[10:]] == [*lines[:9], *lines[10:]]


def test_a_resumed_tournament_may_go_on_further(expected: bytes, tmp_path: Path) -> None:
    """More deals add lines, and fewer leave the file as it is."""
    path = tmp_path / "out.jsonl"
    play(path, isolate=False, deals=5)
    assert expected.startswith(path.read_bytes())
    play(path, isolate=False, resume=True)
    assert play(path, isolate=False, resume=True, deals=5).deals == 5
    assert path.read_bytes() == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 8}, "seed is 7 there and 8 here"),
        ({"unit": "match"}, "unit is 'round' there and 'match' here"),
        ({"target": 50}, r"variant is 'draw' there and 'draw;target=50' here"),
        ({"time_limit": 3}, "time_limit is 10.0 there and 3 here"),
        ({"schedule": "gauntlet"}, "schedule is 'round-robin' there"),
    ],
)
def test_the_file_of_another_tournament_is_refused(
    change: dict[str, Any], message: str, expected: bytes, tmp_path: Path
) -> None:
    """It stays as it is, and the error names what differs."""
    path = tmp_path / "out.jsonl"
    path.write_bytes(expected)
    with pytest.raises(dc.NotationError, match=message):
        play(path, resume=True, isolate=False, **change)
    assert path.read_bytes() == expected


def test_other_players_are_refused(expected: bytes, tmp_path: Path) -> None:
    """Players are part of what a tournament is, and so is their version."""
    path = tmp_path / "out.jsonl"
    path.write_bytes(expected)
    newer = dc.PlayerSpec("first", dc.players["first"].make, version=2)
    for players, message in ((PLAYERS[:2], "players is"), ([*PLAYERS[:2], newer], "versions is")):
        with pytest.raises(dc.NotationError, match=message):
            dc.tournament("draw", players, seed=7, path=path, resume=True, isolate=False)


def test_rules_that_changed_under_their_name_are_told(expected: bytes, tmp_path: Path) -> None:
    """A variant may have got other rules since: the error names the field, not all of them."""
    header, rest = expected.split(b"\n", 1)
    facts = json.loads(header)
    assert facts["rules"]["max_pip"] == 6
    facts["rules"]["max_pip"] = 9
    path = tmp_path / "out.jsonl"
    path.write_bytes(json.dumps(facts).encode() + b"\n" + rest)
    with pytest.raises(
        dc.NotationError, match=r"rules is \{'max_pip': 9\} there and \{'max_pip': 6"
    ):
        play(path, resume=True, isolate=False)


def test_without_a_sequential_test_there_is_no_ratio() -> None:
    """None is not 0, which a test that has just begun has."""
    players = PLAYERS[:2]
    assert dc.tournament("draw", players, deals=1, seed=7, isolate=False).llr is None


def test_all_cores_count_where_the_system_does_not_say_which(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where a process cannot ask for its own, those of the machine are taken, or one."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    for number, taken in ((6, 6), (None, 1)):
        monkeypatch.setattr(os, "cpu_count", lambda number=number: number)
        assert tournaments.cores() == taken


def test_a_file_without_a_whole_first_line_has_no_seed(expected: bytes, tmp_path: Path) -> None:
    """Nor has one that is not there; of a whole one it is the seed that the deals come from."""
    path = tmp_path / "out.jsonl"
    assert seed_of(path) is None
    path.write_bytes(expected.partition(b"\n")[0])
    assert seed_of(path) is None
    path.write_bytes(expected)
    assert seed_of(path) == 7


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'{"a": 1}\n', "is no file of a tournament"),
        (b"[]\n", "is no file of a tournament"),
        (b"precious", "is no file of a tournament"),
        (b"what?\n", "line 1 is no JSON: "),
    ],
)
def test_a_file_of_something_else_is_refused(text: bytes, message: str, tmp_path: Path) -> None:
    """What is no tournament is not touched."""
    path = tmp_path / "notes.txt"
    path.write_bytes(text)
    with pytest.raises(dc.NotationError, match=message):
        play(path, resume=True, isolate=False)
    assert path.read_bytes() == text


def test_a_damaged_line_is_named(expected: bytes, tmp_path: Path) -> None:
    """Only a last line may be torn: damage in the middle is an error with its place."""
    path, lines = tmp_path / "out.jsonl", expected.splitlines(keepends=True)
    deep = b"[" * 100_000 + b"\n"
    for damage, what in (
        (b"{{{\n", "is no JSON"),
        (deep, "is no JSON"),
        (b'{"deal": 1}\n', "is not what a deal came"),
    ):
        path.write_bytes(b"".join([*lines[:3], damage, *lines[4:]]))
        with pytest.raises(dc.NotationError, match=f"line 4 {what}") as caught:
            play(path, resume=True, isolate=False)
        assert caught.value.line == 4


@pytest.mark.parametrize(
    ("was", "damage"),
    [
        (b'"deal":0', b'"deal":[0]'),
        (b'"deal":0', b'"deal":-1'),
        (b'"lineup":[0,1]', b'"lineup":[[0],1]'),
        (b'"lineup":[0,1]', b'"lineup":[0,9]'),
        (b'"sides":[0,1]', b'"sides":[5,6]'),
        (b'"ranks":[0,1]', b'"ranks":[0]'),
        (b'"ranks":[0,1]', b'"ranks":["a",1]'),
        (b'"games":[', b'"games":[],"others":['),
    ],
)
def test_a_line_that_fits_no_schedule_is_refused(
    was: bytes, damage: bytes, expected: bytes, tmp_path: Path
) -> None:
    """A deal, lineup, seating or result that cannot be is named, and the file stays as it is."""
    path, (first, *others) = tmp_path / "out.jsonl", expected.splitlines(keepends=True)
    wrong = next(line for line in others if was in line).replace(was, damage)
    path.write_bytes(first + wrong + others[-1])
    with pytest.raises(dc.NotationError, match="line 2 is not what a deal came to"):
        play(path, resume=True, isolate=False)
    assert path.read_bytes() == first + wrong + others[-1]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """A file that is there is not lost by forgetting to resume it."""
    path = tmp_path / "out.jsonl"
    path.write_text("precious")
    with pytest.raises(FileExistsError):
        play(path, isolate=False)
    assert path.read_text() == "precious"


def test_an_interrupt_keeps_what_is_done(expected: bytes, tmp_path: Path) -> None:
    """Interrupted anywhere, all that was told is in the file, and resuming completes it."""
    path = tmp_path / "out.jsonl"
    told: list[Group] = []

    def interrupt(group: Group) -> None:
        told.append(group)
        if len(told) == 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(path, watch=interrupt)
    written = path.read_bytes()
    assert expected.startswith(b"".join(written.splitlines(keepends=True)[:9]))
    play(path, resume=True)
    assert path.read_bytes() == expected


SCRIPT = """
import faulthandler, sys, dominocore as dc
faulthandler.dump_traceback_later(60, exit=True)
dc.tournament("latin", ["greedy", "random", "first"], deals=2000, unit="match", seed=7,
              path=sys.argv[1], resume=True, watch=lambda group: print("played", flush=True))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_signal_leaves_a_file_to_go_on_with(number: int, tmp_path: Path) -> None:
    """Ctrl-C, and being killed, leave whole lines; no game process stays behind."""
    path = tmp_path / "out.jsonl"
    run = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert run.stdout is not None and run.stderr is not None
    for _ in range(3):
        run.stdout.readline()
    started = time.monotonic()
    run.send_signal(number)
    run.wait(120)
    run.stdout.close()
    with run.stderr as said:
        assert time.monotonic() - started < 20, said.read().decode()
    assert run.returncode != 0
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) > 3 and all(json.loads(line) for line in lines[:-1])
    again = dc.tournament(
        "latin", PLAYERS, deals=1, unit="match", seed=7, path=path, resume=True, isolate=False
    )
    assert again.deals == 1


# ---- players at fault ----


def test_a_player_at_fault_loses_and_is_named() -> None:
    """Who raises or answers no move loses that game; all others are played."""
    players = ["first", spec(Raising), spec(Nonsense)]
    result = dc.tournament("draw", players, deals=3, seed=1, isolate=False)
    assert result.players == ("first", "raising", "nonsense")
    assert result.pair("first", "raising").counts == (0, 0, 0, 0, 3)
    assert result.pair("first", "nonsense").counts == (0, 0, 0, 0, 3)
    assert result.pair("raising", "nonsense").pairs == 3
    assert {fault.player for fault in result.faults} == {1, 2}
    messages = {(fault.player, fault.message.split(": ")[1]) for fault in result.faults}
    assert messages == {
        (1, "raised ZeroDivisionError"),
        (2, "answered a value of type int, which is no move"),
    }


def test_the_guilty_side_of_many_comes_last() -> None:
    """Of three sides the one at fault loses to both others, which are equal."""
    result = dc.tournament("bode", ["first", "first", spec(Raising)], deals=2, seed=1,
                           isolate=False)  # fmt: skip
    assert result.pair(0, 2).score == result.pair(1, 2).score == 1
    assert result.pair(0, 1).score == 0.5
    assert all(game.points is None for group in result.groups for game in group.games)


# ---- the sequential test ----


def test_a_decided_test_ends_the_tournament(tmp_path: Path) -> None:
    """It ends with the pair that decides it, whatever is under way beyond."""
    sprt = dc.Sprt(0, 400)
    players = ["first", spec(Raising)]
    paths = [tmp_path / "serial.jsonl", tmp_path / "many.jsonl"]
    for path, isolate in zip(paths, (False, True), strict=True):
        result = dc.tournament(
            "draw", players, deals=500, seed=1, sprt=sprt, isolate=isolate, path=path
        )
        assert result.verdict == "H1" and result.llr is not None
        assert result.llr >= sprt.bounds[1]
        before = dc.PairStats((0, 0, 0, 0, result.deals - 1))
        assert sprt.decide(before) is None
    assert paths[0].read_bytes() == paths[1].read_bytes()


# ---- arguments ----


@pytest.mark.parametrize(
    ("how", "error", "message"),
    [
        ({"players": ["first"]}, ValueError, "2 players or more, got 1"),
        ({"players": "first,random"}, TypeError, "list of players"),
        ({"players": ["first", "nobody"]}, dc.PluginError, "nobody"),
        ({"players": ["first", 3]}, dc.PlayerError, "no method choose"),
        ({"unit": "hand"}, ValueError, "unit='hand': expected round or match"),
        ({"schedule": "swiss"}, ValueError, "expected round-robin or gauntlet"),
        ({"deals": 0}, ValueError, "deals is a number from 1 up"),
        ({"sprt": dc.Sprt(0, 5), "players": PLAYERS}, ValueError, "of 2 players"),
        ({"target": None, "unit": "match"}, dc.RulesError, "has no end"),
        ({"time_limit": 0}, ValueError, "time_limit"),
        ({"memory_limit": -1}, ValueError, "memory_limit"),
        ({"memory_limit": 1 << 20}, ValueError, "memory_limit is a number from 67108864 up"),
        ({"seed": -1}, ValueError, "seed"),
    ],
)
def test_what_is_refused(how: dict[str, Any], error: type[Exception], message: str) -> None:
    """What is not possible is said before the first deal."""
    arguments = {"players": ["first", "random"], "isolate": False, **how}
    with pytest.raises(error, match=message):
        dc.tournament("draw", **arguments)


def test_what_cannot_be_sent_is_refused() -> None:
    """A player that no other process can make says what to do instead."""
    mine = dc.PlayerSpec("mine", lambda seed: None)  # type: ignore[arg-type,return-value]
    with pytest.raises(TypeError, match="isolate=False"):
        dc.tournament("draw", [mine, "first"], deals=1)


def test_names_are_told_apart() -> None:
    """A player that takes part twice is numbered, and is found by that name."""
    contest = Contest("draw", ["first", "random", "first"], seed=1)
    assert contest.players == ("first", "random", "first#2")
    assert contest.result().number("first#2") == 2
    with pytest.raises(KeyError, match="no player 'greedy'"):
        contest.result().pair("greedy", 0)
    with pytest.raises(KeyError, match="did not meet"):
        contest.result().pair(0, 1)


def test_cheats_are_let_in_by_name_only() -> None:
    """Players that see every hand are refused unless asked for."""
    seeing = dc.PlayerSpec("seeing", dc.players["first"].make, sees_all=True)
    with pytest.raises(dc.PlayerError, match="allow_cheats"):
        dc.tournament("draw", [seeing, "first"], deals=1, isolate=False)
    result = dc.tournament(
        "draw", [seeing, "first"], deals=1, seed=1, isolate=False, allow_cheats=True
    )
    assert result.pair(0, 1) == PairStats((0, 0, 1, 0, 0))
