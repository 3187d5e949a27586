# SPDX-License-Identifier: MIT
"""Players at a table: what they are shown, and what becomes of their faults."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

import dominocore as dc
from dominocore import registry
from dominocore.table import Event, Table, read_answer

TILE = re.compile(r"\b\d+-\d+\b")


class Asked:
    """A player that keeps what it was shown and answers by a function."""

    def __init__(
        self, answer: Callable[[dc.Observation], Any] = lambda view: view.moves[0]
    ) -> None:
        self.views: list[dc.Observation] = []
        self.answer = answer

    def choose(self, view: dc.Observation) -> dc.Move:
        """Answer."""
        self.views.append(view)
        answer: dc.Move = self.answer(view)
        return answer


def raising(view: dc.Observation) -> dc.Move:
    """Fail."""
    raise ZeroDivisionError("oh no")


def test_the_same_seed_plays_the_same_match() -> None:
    """Deals and players all come from the seed of the table."""
    one, two, other = (
        Table("latin", ["random"], seed=seed, pairs=True).play_match() for seed in (7, 7, 8)
    )
    assert one == two != other
    assert one.seed == 7 and one.winners is not None
    assert one.points == one.rounds[-1].scores


def test_players_are_specs_texts_or_objects() -> None:
    """One is named for each seat, and a single one sits in every seat."""
    spec = dc.PlayerSpec("mine", lambda seed: Asked())
    table = Table("block", ["random", spec], seed=1)
    assert table.names == ("random", "mine")
    assert Table("latin", [Asked()], seed=1).names == ("Asked",) * 4
    assert Table("latin", [Asked()], seed=1).play_match().winners


@pytest.mark.parametrize("players", [[], ["random"] * 3])
def test_there_is_a_player_for_each_seat(players: list[str]) -> None:
    """Another number of players is refused with both numbers."""
    with pytest.raises(dc.RulesError, match=f"2 seats need 2 players, got {len(players)}"):
        Table("block", players)


def test_what_cannot_play_is_refused_at_once() -> None:
    """A wrong name or option, an object without choose, a text for the list."""
    with pytest.raises(dc.PluginError):
        Table("block", ["nobody-of-that-name"])
    with pytest.raises(dc.PluginError):
        Table("block", ["random:depth=3"])
    for wrong in (7, Asked):
        with pytest.raises(dc.PlayerError, match="no method choose"):
            Table("block", [wrong])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="players is a list"):
        Table("block", "random")
    with pytest.raises(ValueError, match="raise or forfeit"):
        Table("block", ["random"], on_error="ignore")


def test_players_see_observations_of_their_own_seat() -> None:
    """What is handed to a player is an Observation with its moves, two or more."""
    players = [Asked(), Asked()]
    Table("draw", players, seed=3).play_match()
    for seat, player in enumerate(players):
        assert player.views
        for view in player.views:
            assert type(view) is dc.Observation
            assert view.seat == view.turn == seat
            assert len(view.moves) > 1


def test_a_player_is_made_for_each_seat_in_each_round() -> None:
    """The seeds all differ, and are the same for the same table."""
    seeds: list[int] = []

    def make(seed: int) -> Asked:
        seeds.append(seed)
        return Asked()

    spec = dc.PlayerSpec("mine", make)
    result = Table("block", [spec], seed=3).play_match()
    assert len(seeds) == len(set(seeds)) == 2 * len(result.rounds)
    first, seeds[:] = list(seeds), []
    Table("block", [spec], seed=3).play_match()
    assert seeds == first


def test_options_in_a_text_reach_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    """`name:key=value` makes the player with that option."""
    given: list[int] = []

    def make(seed: int, depth: int = 1) -> Asked:
        given.append(depth)
        return Asked()

    class Plugin:
        @dc.hookimpl
        def dominocore_players(self) -> Any:
            yield dc.PlayerSpec("deep", make)

    found = dc.Registry(entry_points=False)
    found.register(Plugin(), "deep")
    monkeypatch.setattr("dominocore.registry._DEFAULT", found)
    Table("block", ["deep:depth=5", "deep"], seed=1).play_round()
    assert given == [5, 1]


def test_a_fault_names_seat_and_player() -> None:
    """The text has the type of what was raised, and its cause is what the player raised."""
    with pytest.raises(dc.PlayerError, match=r"in seat 0 raised ZeroDivisionError$") as caught:
        Table("block", [Asked(raising), "greedy"], seed=3).play_match()
    assert caught.value.seat == 0
    assert caught.value.player == "Asked"
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert str(caught.value.__cause__) == "oh no"


@pytest.mark.parametrize(
    "answer", [None, 7, "9-9", "nonsense", dc.Move("*0-0").with_claim(), dc.Move("@7^:18-7")]
)
def test_an_answer_that_is_no_legal_move_is_a_fault(answer: object) -> None:
    """Whatever it is, a PlayerError says what was answered."""
    with pytest.raises(dc.PlayerError, match="answered"):
        Table("block", [Asked(lambda view: answer)], seed=3).play_match()


@pytest.mark.parametrize("answer", [raising, lambda view: "9-9", lambda view: None])
def test_a_forgiven_fault_plays_the_first_legal_move(answer: Callable[..., Any]) -> None:
    """With `forfeit` the match is that of a player who always answers the first move."""
    forgiven = Table("draw", [Asked(answer), "first"], seed=3, on_error="forfeit").play_match()
    right = Table("draw", ["first"], seed=3).play_match()
    assert forgiven.rounds == right.rounds
    assert forgiven.faults and not right.faults
    assert {(fault.seat, fault.player) for fault in forgiven.faults} == {(0, "Asked")}


def test_a_player_that_cannot_be_made_is_a_fault() -> None:
    """It raises, or its seat plays first moves for the round."""

    def make(seed: int) -> Asked:
        raise OSError("no weights")

    spec = dc.PlayerSpec("broken", make)
    with pytest.raises(dc.PlayerError, match="no weights"):
        Table("block", [spec], seed=1).play_match()
    result = Table("block", [spec], seed=1, on_error="forfeit").play_match()
    assert len(result.faults) == 2 * len(result.rounds)
    assert result.rounds == Table("block", ["first"], seed=1).play_match().rounds


def test_an_answer_may_be_a_text() -> None:
    """A text is read as people type it: the match is the same."""
    texts = Table("block", [Asked(lambda view: str(view.moves[0]))], seed=3).play_match()
    assert texts.rounds == Table("block", ["first"], seed=3).play_match().rounds


def test_a_claim_that_is_not_listed_is_dropped() -> None:
    """A false claim has no effect; any other unlisted move is refused."""
    moves = [dc.Move(">6-5"), dc.Move("<5-1"), dc.Move("<5-1!")]
    assert read_answer(dc.Move(">6-5!"), dc.Rules(), moves) is moves[0]
    assert read_answer(dc.Move("<5-1!"), dc.Rules(), moves) is moves[2]
    assert read_answer("6-5!", dc.Rules(), moves) is moves[0]
    with pytest.raises(dc.PlayerError):
        read_answer(dc.Move(">5-1!"), dc.Rules(), moves)


def test_who_sees_all_is_refused_unless_allowed() -> None:
    """Only with `allow_cheats` is such a player handed the state."""
    shown: list[object] = []

    def choose(view: Any) -> Any:
        shown.append(view)
        return view.moves[0]

    spec = dc.PlayerSpec("cheat", lambda seed: Asked(choose), sees_all=True)
    with pytest.raises(dc.PlayerError, match="asks to see every hand"):
        Table("block", [spec, "random"])
    Table("block", [spec, "random"], seed=1, allow_cheats=True).play_round()
    assert shown and all(type(view) is dc.State for view in shown)


def test_rounds_can_be_played_one_by_one() -> None:
    """`play_round` gives the match after each; after the end there is none to play."""
    table = Table("block", ["greedy"], seed=3)
    rounds = 0
    while not table.match.is_over:
        rounds += 1
        assert len(table.play_round().rounds) == rounds
    assert table.match.rounds == Table("block", ["greedy"], seed=3).play_match().rounds
    with pytest.raises(dc.RoundOverError):
        table.play_round()


def test_a_match_without_an_end_needs_a_number_of_rounds() -> None:
    """It is refused without, and stops after that many with no winner."""
    table = Table("block", ["greedy"], seed=3, target=None)
    with pytest.raises(dc.RulesError, match="number of rounds"):
        table.play_match()
    result = table.play_match(3)
    assert len(result.rounds) == 3 and result.winners is None


def test_watchers_see_what_everybody_sees() -> None:
    """Events come in order, draws hide their tile, and hands are shown at the end."""
    events: list[Event] = []
    result = Table("draw", ["greedy", "random"], seed=3, watch=events.append).play_match()
    kinds = [event.kind for event in events]
    assert kinds.count("deal") == kinds.count("round") == len(result.rounds)
    assert kinds[0] == "deal" and kinds[-2:] == ["round", "match"]
    moves = [event for event in events if event.kind == "move"]
    assert any(event.move is dc.DRAW for event in moves)
    for event in events:
        assert event.move is None or not event.move.is_draw or event.move.tile is None
        assert bool(event.hands) == (event.kind == "round")
    ends = [event for event in events if event.kind == "round"]
    assert tuple(event.result for event in ends) == result.rounds
    assert tuple(event.scores for event in ends) == tuple(one.scores for one in result.rounds)
    assert events[-1].winners == result.winners


def test_a_watcher_that_raises_ends_the_match() -> None:
    """What it raises is not taken for a player's fault."""

    def watch(event: Event) -> None:
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        Table("block", ["greedy"], seed=1, watch=watch, on_error="forfeit").play_match()


def test_nothing_of_one_round_acts_in_the_next() -> None:
    """A round played alone, after others, is that of players made afresh."""
    table = Table("block", ["random"], seed=5)
    table.play_round()
    start = table.match
    after = table.play_round()
    again = Table("block", ["random"], seed=5)
    again.match = start
    assert again.play_round() == after


@pytest.fixture
def records(monkeypatch: pytest.MonkeyPatch) -> list[dc.Record]:
    """Register a plugin that keeps what it is told of finished rounds, and give its list."""
    kept: list[dc.Record] = []

    class Keeps:
        @dc.hookimpl
        def dominocore_round_over(self, record: dc.Record) -> None:
            """Keep it."""
            kept.append(record)

    own = registry.Registry(entry_points=False)
    own.register(Keeps(), "keeps")
    monkeypatch.setattr(registry, "_DEFAULT", own)
    return kept


def test_plugins_are_told_of_each_finished_round(records: list[dc.Record]) -> None:
    """The record's hands and moves play the round again, to the same outcome."""
    table = Table("draw", ["random", "greedy"], seed=7)
    result = table.play_match()

    assert [len(record.rounds) for record in records] == list(range(1, len(result.rounds) + 1))
    assert [record.winners for record in records[:-1]] == [None] * (len(records) - 1)
    assert records[-1].winners == result.winners
    for number, (record, told) in enumerate(zip(records, result.rounds, strict=True)):
        assert record.rounds == records[-1].rounds[: number + 1]
        assert record.rounds[-1].outcome() == told.outcome
        assert record.players == ("random", "greedy")


def test_plugins_are_told_no_seed(records: list[dc.Record]) -> None:
    """A record of a running match gives nothing away of the rounds to come."""
    seed = 0xDEADBEEFCAFEF00D
    Table("block", ["random"], seed=seed).play_round()

    assert len(records) == 1
    assert str(seed) not in repr(records)
    assert records[0].seed is None


def test_a_player_that_is_too_slow_is_at_fault() -> None:
    """The message has the limit; a quick player plays on under it."""

    def slow(view: dc.Observation) -> dc.Move:
        time.sleep(0.02)
        return view.moves[0]

    with pytest.raises(dc.PlayerError, match=r"took 0\.0\d+ s, the limit is 0\.01 s") as error:
        Table("block", [Asked(slow)], seed=1, time_limit=0.01).play_round()
    assert error.value.__cause__ is None
    forgiving = Table("block", [Asked(slow)], seed=1, time_limit=0.01, on_error="forfeit")
    forgiving.play_round()
    assert forgiving.faults
    Table("block", ["greedy"], seed=1, time_limit=60).play_round()
    for wrong in (0, -1, float("nan"), True, "1"):
        with pytest.raises(ValueError, match="time_limit"):
            Table("block", ["greedy"], time_limit=wrong)  # type: ignore[arg-type]


# ---- what others may read of a fault ----


def raise_hand(view: dc.Observation) -> dc.Move:
    """Raise an error that lists the moves, as reading a wrong text does."""
    return dc.Move.read("nonsense", view.moves)


def several(view: dc.Observation) -> Any:
    """Answer a tile that fits both arms; where there is none, nonsense."""
    tiles = [str(move.tile) for move in view.moves]
    return next((tile for tile in tiles if tiles.count(tile) > 1), "nonsense")


@pytest.mark.parametrize(
    "answer",
    [
        raise_hand,
        several,
        lambda view: str(view.hand),
        lambda view: list(view.moves),
        lambda view: view,
        lambda view: dc.Move(">18-17"),
        lambda view: "nonsense",
        lambda view: {}[view.hand],
    ],
)
def test_a_fault_tells_nothing_of_the_hand(answer: Callable[..., Any]) -> None:
    """Neither a forgiven fault nor a PlayerError names a tile that the player did not answer."""
    asked = Asked(answer)
    table = Table("draw", [asked, "first"], seed=3, on_error="forfeit")
    faults = table.play_match(3).faults
    assert len(faults) == len(asked.views)
    for fault, view in zip(faults, asked.views, strict=True):
        given = several(view) if answer is several else "18-17"
        assert dc.TileSet(TILE.findall(fault.message)) <= dc.TileSet(TILE.findall(given))
        assert "which" in fault.message or " " not in fault.message.removeprefix("raised ")
    asked = Asked(answer)
    with pytest.raises(dc.PlayerError) as caught:
        Table("draw", [asked, "first"], seed=3).play_match()
    given = several(asked.views[-1]) if answer is several else "18-17"
    assert dc.TileSet(TILE.findall(str(caught.value))) <= dc.TileSet(TILE.findall(given))


def test_a_wrong_answer_reads_the_same_whatever_is_held() -> None:
    """A text that means several moves and one that means none are refused in the same words."""
    both = [dc.Move(">6-5"), dc.Move("<5-6")]
    texts = []
    for moves in (both, [dc.Move(">3-2"), dc.Move("<3-1")]):
        with pytest.raises(dc.PlayerError) as caught:
            read_answer("6-5", dc.Rules(), moves)
        texts.append(str(caught.value))
        assert caught.value.__cause__ is None and caught.value.__context__ is None
    assert texts[0] == texts[1]


# ---- players that break what they can ----


def broken(self: object) -> str:
    """Fail where a text is wanted."""
    raise RuntimeError("no text")


class NoRepr:
    """A value that cannot be shown."""

    __repr__ = __str__ = broken


class NoStr(Exception):
    """An error without a text."""

    __repr__ = __str__ = broken


class Text(str):
    """A text that cannot be read."""

    __slots__ = ()
    __repr__ = __str__ = strip = lower = broken  # type: ignore[assignment]


def raises(error: BaseException) -> Callable[[Any], Any]:
    """Make a function of a view that raises."""

    def choose(view: Any) -> Any:
        raise error

    return choose


@pytest.mark.parametrize(
    "answer",
    [
        lambda view: NoRepr(),
        lambda view: Text("6-6"),
        lambda view: [view.moves[0]] * 10**6,
        lambda view: "x" * 10**6,
        lambda view: type("M", (dc.Move,), {"__eq__": broken}),
        raises(NoStr()),
        raises(type("X" * 10**6, (Exception,), {})()),
        raises(ValueError("x" * 10**6)),
        raises(SystemExit(3)),
        raises(GeneratorExit()),
        raises(RecursionError()),
    ],
)
def test_no_player_breaks_a_match_that_forgives(answer: Callable[..., Any]) -> None:
    """Whatever it answers or raises is a fault with a short text, and the match goes on."""
    forgiven = Table("block", [Asked(answer), "first"], seed=3, on_error="forfeit").play_match(5)
    assert forgiven.rounds == Table("block", ["first"], seed=3).play_match(5).rounds
    assert forgiven.faults
    assert all(len(fault.message) < 200 for fault in forgiven.faults)
    with pytest.raises(dc.PlayerError) as caught:
        Table("block", [Asked(answer), "first"], seed=3).play_match()
    assert len(str(caught.value)) < 300


def test_an_interrupt_is_no_fault() -> None:
    """A KeyboardInterrupt ends the match, forgiving or not."""
    table = Table("block", [Asked(raises(KeyboardInterrupt()))], seed=3, on_error="forfeit")
    with pytest.raises(KeyboardInterrupt):
        table.play_match()
    assert table.faults == ()


@pytest.mark.parametrize(
    "error", [NoStr(), SystemExit(3), GeneratorExit(), ValueError("x" * 10**6)]
)
def test_a_maker_that_breaks_is_a_fault(error: BaseException) -> None:
    """Its seat plays first moves, whatever it raises."""
    spec = dc.PlayerSpec("broken", raises(error))
    table = Table("block", [spec, "first"], seed=3, on_error="forfeit")
    assert table.play_match(2).rounds == Table("block", ["first"], seed=3).play_match(2).rounds
    assert {fault.message[:17] for fault in table.faults} == {"could not be made"}
    assert all(len(fault.message) < 600 for fault in table.faults)


@pytest.mark.parametrize("name", [property(broken), Text("me"), "x" * 10**6, "", None, 3])
def test_a_player_without_a_good_name_is_called_by_its_type(name: object) -> None:
    """A name that raises, is no plain text, is empty or has no end is not taken."""
    kind = type("Odd", (Asked,), {"name": name})
    assert Table("block", [kind()], seed=1).names == ("Odd", "Odd")


def test_what_cannot_be_shown_is_refused_as_any_other() -> None:
    """An object that is no player is a PlayerError even where its repr or its choose raises."""
    no_choose = type("NoChoose", (), {"choose": property(broken), "__repr__": broken})
    for wrong in (NoRepr(), no_choose()):
        with pytest.raises(dc.PlayerError, match="no method choose") as caught:
            Table("block", [wrong])  # type: ignore[list-item]
        assert caught.value.player == type(wrong).__name__
    with pytest.raises(ValueError, match="on_error=a value of type NoRepr"):
        Table("block", ["first"], on_error=NoRepr())  # type: ignore[arg-type]


@pytest.mark.parametrize("rounds", [1.5, "x", True, False, [2], NoRepr()])
def test_a_number_of_rounds_is_an_int(rounds: Any) -> None:
    """Anything else is a TypeError that says what was given, and nothing is played."""
    table = Table("block", ["first"], seed=1)
    shown = "a value of type NoRepr" if isinstance(rounds, NoRepr) else repr(rounds)
    with pytest.raises(TypeError, match="rounds is an int") as caught:
        table.play_match(rounds)
    assert str(caught.value).endswith(f"got {shown}")
    assert table.match.rounds == ()


@pytest.mark.parametrize("rounds", [0, -1, pytest.param(-(10**5000), id="-huge")])
def test_a_number_of_rounds_is_one_or_more(rounds: int) -> None:
    """Less is a RulesError that says what was given, and nothing is played."""
    table = Table("block", ["first"], seed=1)
    with pytest.raises(dc.RulesError, match="rounds is 1 or more, or None, got"):
        table.play_match(rounds)
    assert table.match.rounds == ()


@pytest.mark.parametrize("arguments", [{"players": 3}, {"watch": 3}, {"seed": "x"}])
def test_arguments_of_a_wrong_type_are_refused(arguments: dict[str, Any]) -> None:
    """A TypeError says what was given."""
    with pytest.raises(TypeError, match=r"got [3']"):
        Table(**{"variant": "block", "players": ["first"], **arguments})
