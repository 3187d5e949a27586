"""Games in processes of their own: what players do to them, and who pays for it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

import bad_players as bad
import dominocore as dc
from dominocore import game_process, game_server, registry
from dominocore.games import Game, play_game, play_here
from dominocore.tournaments import Contest

LIMIT = 0.4


def duel(kind: type, **how: Any) -> dc.TournamentResult:
    """Let a player at fault meet another for one deal."""
    players = [bad.spec(kind), "first"]
    return dc.tournament("draw", players, **{"deals": 1, "seed": 3, **how})


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        (bad.Raising, "raised ZeroDivisionError"),
        (bad.Nonsense, "answered a value of type int, which is no move"),
        (bad.Unmade, "could not be made: OSError: no book of openings"),
        (bad.Exiting, "ended its process"),
        (bad.Crashing, "ended its process"),
    ],
)
def test_who_is_at_fault_loses(kind: type, what: str) -> None:
    """The player loses both games of the pair and is named; the reason stands beside it."""
    result = duel(kind)
    assert result.pair(0, 1).counts == (1, 0, 0, 0, 0)
    assert {(fault.player, fault.message.split(": ", 1)[1]) for fault in result.faults} == {
        (0, what)
    }


@pytest.mark.parametrize("kind", [bad.Sleeping, bad.Hanging])
def test_who_hangs_loses(kind: type) -> None:
    """A player that does not come back is ended, even where it holds the interpreter's lock."""
    started = time.monotonic()
    result = duel(kind, time_limit=LIMIT)
    assert result.pair(0, 1).counts == (1, 0, 0, 0, 0)
    assert {fault.message.split(": ")[1] for fault in result.faults} == {
        f"gave no answer within {LIMIT:g} s"
    }
    assert time.monotonic() - started < 60


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited on Linux")
@pytest.mark.unsanitized
def test_who_fills_the_memory_loses() -> None:
    """The process may have so much memory, and who asks for more is at fault."""
    result = duel(bad.Leaking, memory_limit=512 << 20)
    assert result.pair(0, 1).counts == (1, 0, 0, 0, 0)
    assert {fault.message.split(": ")[1] for fault in result.faults} == {"raised MemoryError"}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited on Linux")
@pytest.mark.unsanitized
def test_a_slow_leak_costs_nobody_a_game() -> None:
    """What a player leaks in many rounds does not add up to a fault: the process is replaced."""
    result = duel(bad.Slowly, memory_limit=400 << 20, deals=12)
    assert result.faults == () and result.pair(0, 1).counts == (0, 0, 12, 0, 0)


def test_the_answer_is_not_read_from_what_players_print(capfd: pytest.CaptureFixture[str]) -> None:
    """Standard output and input belong to nobody: what is printed goes to standard error."""
    result = duel(bad.Printing)
    assert result.faults == ()
    out, err = capfd.readouterr()
    assert out == "" and "nonsense" in err and "more of it" in err


def test_other_games_go_on() -> None:
    """A player that crashes each time does not keep others from playing."""
    players = [bad.spec(bad.Crashing), "greedy", "random"]
    result = dc.tournament("draw", players, deals=1, seed=1)
    alone = dc.tournament("draw", players[1:], deals=1, seed=1, isolate=False)
    assert result.pair("greedy", "random") == alone.pair("greedy", "random")
    assert result.score(0) == 0


def test_games_are_those_that_are_played_here() -> None:
    """A process of its own changes nothing in what a game comes to."""
    terms = Contest("latin", ["greedy", "random"], seed=5).terms
    games = [(0, 1, 0, 1), (1, 0, 1, 0)]
    packed = game_process.pack(terms)
    assert game_process.play_all_apart(packed, 10, 4, games) == play_here(terms, 4, games)


def test_a_process_is_kept_for_the_next_game() -> None:
    """Games on the same terms are played by one process, others by a new one."""
    contests = [Contest("draw", ["first", "random"], seed=seed) for seed in (1, 2)]
    one, two = (game_process.pack(contest.terms) for contest in contests)
    seen = []
    for packed in (one, one, two):
        assert isinstance(game_process.play_apart(packed, 10, 0, (0, 1)), Game)
        seen.append(game_process._OWN.process)
    assert seen[0] is seen[1] is not seen[2]
    assert seen[0]._popen.returncode is not None
    game_process._leave()
    assert seen[2]._popen.returncode is not None


def test_a_thread_that_ends_takes_its_process_along() -> None:
    """No process is left behind by a worker that is gone."""
    packed = game_process.pack(Contest("draw", ["first", "random"], seed=1).terms)
    seen: list[subprocess.Popen[bytes]] = []

    def work() -> None:
        game_process.play_apart(packed, 10, 0, (0, 1))
        seen.append(game_process._OWN.process._popen)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen[0].returncode is not None


def test_what_cannot_begin_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that cannot make the players is no player's fault: the tournament says why."""
    monkeypatch.setattr(sys, "path", [p for p in sys.path if not p.endswith("tests")])
    with pytest.raises(RuntimeError, match="No module named 'bad_players'"):
        duel(bad.Raising)


def test_a_crew_stops_at_once() -> None:
    """A crew that is stopped ends what its players are thinking about."""
    terms = Contest("draw", [bad.spec(bad.Sleeping), "first"], seed=3, time_limit=None).terms
    crew = game_process.Crew(2)
    packed = game_process.pack(terms)
    games = [crew.submit(game_process.play_apart, packed, None, deal, (0, 1)) for deal in range(9)]
    while not crew._processes:
        time.sleep(0.01)
    started = time.monotonic()
    crew.stop()
    assert time.monotonic() - started < 30
    assert all(game.cancelled() or game.exception() for game in games)


def test_the_game_process_is_out_of_reach_of_the_keyboard() -> None:
    """The keyboard's interrupt goes to a group that the process is not of."""
    if not hasattr(os, "getpgid"):
        pytest.skip("no process groups here")
    process = game_process.GameProcess(b"")
    try:
        assert os.getpgid(process._popen.pid) != os.getpgid(0)
    finally:
        process.end()


def test_a_name_that_only_the_program_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process cannot find what a program has registered; here it plays."""

    class Plugin:
        @dc.hookimpl
        def dominocore_players(self) -> list[dc.PlayerSpec]:
            return [dc.PlayerSpec("mine", lambda seed: dc.player("first"), summary="First.")]

    monkeypatch.setattr(registry, "_DEFAULT", dc.Registry(entry_points=False))
    registry.default().register(Plugin(), "mine")

    with pytest.raises(TypeError, match="only this program has registered 'mine'"):
        dc.tournament("draw", ["mine", "first"], deals=1, seed=3)
    here = dc.tournament("draw", ["mine", "first"], deals=1, seed=3, isolate=False)

    assert here.deals == 1
    assert here.faults == ()


class Gone:
    """Ends whatever process it is unpickled in."""

    def __reduce__(self) -> tuple[Any, ...]:
        return sys.exit, (3,)


def test_a_process_that_ends_before_the_game_is_nobodys_fault() -> None:
    """Where no player has been asked yet there is none to blame, and the tournament says so."""
    with pytest.raises(RuntimeError, match="ended before the game began"):
        game_process.play_apart(pickle.dumps(Gone()), 10, 0, (0, 1))


def test_rules_from_the_program_itself_are_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has another `__main__`: a function that is defined there is not found."""

    def nothing(end: dc.RoundEnd) -> tuple[int, ...]:
        return (0, 0)

    nothing.__module__, nothing.__qualname__ = "__main__", "nothing"
    monkeypatch.setattr(sys.modules["__main__"], "nothing", nothing, raising=False)
    terms = Contest(dc.Rules(score_round=nothing), ["first", "random"], seed=1).terms
    with pytest.raises(TypeError, match=r"defined in the program itself, __main__; install it"):
        game_process.pack(terms)


def test_a_process_that_does_not_leave_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that goes on after its streams are closed is waited for no longer than that."""
    monkeypatch.setattr(game_process, "_PATIENCE", 0.05)
    sleeper = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    game_process._end(sleeper, os.getpid())
    assert sleeper.returncode not in (None, 0)


@pytest.mark.parametrize("kind", [bad.Raising, bad.Nonsense])
def test_the_server_counts_a_fault_as_is_done_here(kind: type) -> None:
    """A game lost by an error is the same game on both sides of the process."""
    terms = Contest("draw", [bad.spec(kind), "first"], seed=3).terms
    (here,) = play_here(terms, 0, [(0, 1)])
    assert here.fault is not None and here.fault.player == 0
    told: list[tuple[str, Any]] = []
    assert game_server._play(terms, 0, (0, 1), None) == here
    assert game_server._play(terms, 0, (0, 1), lambda *said: told.append(said)) == here
    assert {kind for kind, _ in told} == {"turn"}
    assert {game.fault.player for _, game in told} <= {0, 1}


def test_where_memory_cannot_be_limited_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without the module `resource` plays without the limit."""
    monkeypatch.setitem(sys.modules, "resource", None)
    game_server._limit_memory(1)
    game_server._limit_memory(None)
    assert len(bytearray(1 << 20)) == 1 << 20


def test_the_turns_of_a_finished_player_are_told() -> None:
    """Each turn of a player given as it is, or by name, is told before the player is asked."""
    asked: list[int] = []

    class Asked:
        def choose(self, view: dc.Observation) -> dc.Move:
            asked.append(view.seat)
            return view.moves[0]

    told: list[int] = []
    terms = Contest("draw", [Asked(), "first"], seed=3).terms
    play_game(terms, 0, (0, 1), lambda table, seat: told.append(seat))
    assert asked and [seat for seat in told if seat == 0] == asked
    assert 1 in told
