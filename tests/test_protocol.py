# SPDX-License-Identifier: MIT
"""A game that is no chain is played, kept and checked like one that is."""

from __future__ import annotations

import importlib.util
import io
import json
import pickle
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore import registry
from dominocore.cli import run
from dominocore.game import BaseMove, BaseRules, BaseState, BaseView, brought, shuffled
from dominocore.protocol import are_rules
from dominocore.replay_html import page
from dominocore.testing import check_player, check_variant

PAGE = Path(__file__).resolve().parents[1] / "docs" / "howto" / "code" / "high_tile.py"

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="the sources of the docs are not here")


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Give the module of the how-to, registered in a registry that stands in for the default."""
    spec = importlib.util.spec_from_file_location("high_tile", PAGE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["high_tile"] = module
    spec.loader.exec_module(module)
    own = dc.Registry(strict=True, entry_points=False)
    own.register(module, "high-tile")
    monkeypatch.setattr(registry, "_DEFAULT", own)
    yield module
    del sys.modules["high_tile"]


def table(seed: int = 7, **options: Any) -> dc.Table:
    """Give a table of the game."""
    return dc.Table("high-tile", ["high-heaviest", "random"], seed=seed, **options)


def test_it_keeps_to_the_kit(game: Any) -> None:
    """The conformance kit has no fault to find, nor with the players."""
    check_variant("high-tile", rounds=6)
    check_variant("high-tile;seats=4;hand_size=5", rounds=6)
    check_player("high-heaviest", rounds=2)
    check_player("random", rounds=1, variants=["high-tile"])


def test_the_kit_finds_a_view_that_tells_too_much(game: Any, monkeypatch: Any) -> None:
    """An observation that shows what others drew is found."""
    honest = game.HighState.observe

    def leaky(self: Any, seat: int) -> Any:
        view = honest(self, seat)
        object.__setattr__(view, "events", self.history)
        return view

    monkeypatch.setattr(game.HighState, "observe", leaky)
    with pytest.raises(AssertionError, match="sees what seat 1 drew"):
        check_variant("high-tile", rounds=3)


def test_the_kit_finds_a_move_that_is_not_in_all_moves(game: Any, monkeypatch: Any) -> None:
    """Learners number the moves by `all_moves`: a legal move that is not there is found."""
    monkeypatch.setattr(game.HighRules, "all_moves", lambda self: (game.DRAW,))
    with pytest.raises(AssertionError, match="not among all_moves"):
        check_variant("high-tile", rounds=1)


def test_a_match_is_a_value() -> None:
    """A match can be pickled in the middle of a round and goes on the same."""
    match = dc.Match("high-tile", seats=3, seed=5)
    for _ in range(100):
        match = match.play(match.state.moves[0])
    back = pickle.loads(pickle.dumps(match))
    assert back == match
    assert back.play(back.state.moves[-1]) == match.play(match.state.moves[-1])
    assert match.variant == "high-tile;seats=3"
    with pytest.raises(dc.IllegalMoveError):
        match.play("+" if not match.state.moves[0].is_draw else "6-6")


def test_a_match_of_bare_rules_is_named_in_its_record(game: Any) -> None:
    """Rules without a variant find the one that means them; where there is none it is said."""
    rules = game.HighRules(hand_size=4, target=None)
    match = dc.Match(rules, seed=1)
    assert match.variant == ""
    record = dc.Record.of(match)
    assert record.variant == "high-tile;hand_size=4;target=none"
    assert dc.Record.parse(str(record)) == record
    assert dc.variant(record.variant).rules == rules

    class Nameless(game.HighRules):  # type: ignore[misc, name-defined]
        pass

    with pytest.raises(dc.RulesError, match="no registered variant has the rules"):
        dc.Record.of(dc.Match(Nameless(), seed=1))


def test_a_record_reads_back_and_plays_again() -> None:
    """Text and JSON hold a match, with its seed, and each seat's view of it."""
    seat = table()
    seat.play_match()
    record = seat.record
    record.check()
    assert dc.Record.parse(str(record)) == record
    assert dc.Record.from_dict(json.loads(json.dumps(record.to_dict()))) == record
    seen = record.for_seat(1)
    assert dc.Record.parse(str(seen)) == seen
    drawn = [move for p, move in seen.rounds[0].moves if move.is_draw and p == 0]
    assert drawn and all(move.tile is None for move in drawn)
    last = record.rounds[-1].states()[-1]
    assert last.outcome == record.rounds[-1].outcome()


def test_a_record_with_a_fault_says_where() -> None:
    """A move that is no word of the game, and one that is not legal, are placed."""
    seat = table()
    seat.play_round()
    text = str(seat.record)
    first = text[text.index("\n0:") + 1 :].split(maxsplit=1)[0]
    with pytest.raises(dc.NotationError, match="line 6, column 3: "):
        dc.Record.parse(text.replace(first, "0:knock", 1))
    held = seat.record.rounds[0].deal.hands[0].tiles
    other = next(tile for tile in dc.TileSet.double(6) if tile not in held)
    wrong = dc.Record.parse(text.replace(first, f"0:{other}", 1))
    with pytest.raises(dc.ReplayError, match="round 1, move 1"):
        wrong.check()
    with pytest.raises(dc.NotationError, match="there is no seat 2"):
        dc.Record.parse(text.replace(first, "2:6-6", 1))


def test_a_table_takes_answers_as_text_and_refuses_others(game: Any) -> None:
    """A player may answer the text of a move; a move of another game is none."""

    class Texts:
        def choose(self, view: Any) -> Any:
            return f" {view.moves[-1]} "

    class Chains:
        def choose(self, view: Any) -> Any:
            return dc.Move(">6-5")

    assert dc.Table("high-tile", [Texts()], seed=1).play_match().winners is not None
    with pytest.raises(dc.PlayerError, match="type Move, which is no move"):
        dc.Table("high-tile", [Chains()], seed=1).play_round()
    forgiven = dc.Table("high-tile", [Chains(), Texts()], seed=1, on_error="forfeit")
    forgiven.play_round()
    assert {fault.seat for fault in forgiven.faults} == {0}


def test_players_say_what_they_play(game: Any) -> None:
    """A player of chains is refused at another game, and that game's player at a chain."""
    with pytest.raises(dc.PlayerError, match="greedy in seat 0 does not play HighRules"):
        dc.Table("high-tile", ["greedy", "random"])
    with pytest.raises(dc.PlayerError, match="high-heaviest in seat 1 does not play Rules"):
        dc.Table("draw", ["greedy", "high-heaviest"])
    with pytest.raises(dc.PluginError, match="games is a tuple of the kinds of rules"):
        dc.PlayerSpec("odd", game.HeaviestPlayer, games=game.HighRules)


def test_tournaments_and_random_rounds_play_it() -> None:
    """A tournament swaps seats over the same deals; random rounds are summed up in Python."""
    players = ["high-heaviest", "random"]
    result = dc.tournament("high-tile", players, deals=6, seed=1, isolate=False)
    assert result.pair("high-heaviest", "random").pairs == 6
    self_play = dc.tournament("high-tile", ["random"] * 2, deals=6, seed=1, isolate=False)
    assert self_play.pair("random", "random#2").score == 0.5
    random = dc.deal_and_play(dc.variant("high-tile"), 20, seed=3)
    assert random.rounds == 20 == random.out
    assert sum(random.totals) == 20 * 14, "each of the 14 tricks of a round is a point"


def test_what_needs_a_chain_says_so() -> None:
    """Counting, solving, drawing and positions refuse a game of another kind by name."""
    match = dc.Match("high-tile", seed=1)
    record = dc.Record.of(match)
    assert record._repr_svg_() is None
    with pytest.raises(dc.NotNativeError, match="the page needs a game of one chain"):
        page(record)
    with pytest.raises(dc.NotationError, match="a position needs a game of one chain"):
        dc.State.parse("high-tile d6 - 6-6/5-5 - 0 0 0:0")
    counts: tuple[Any, ...] = (dc.solve, partial(dc.perft, depth=1), partial(dc.playouts, n=1))
    for count in counts:
        with pytest.raises(TypeError, match="State"):
            count(match.state)


def test_options_are_read_and_refused_by_name(game: Any) -> None:
    """Options are the fields of the rules, read by the kind of their default."""
    variant = dc.variant("high-tile;hand_size=4")
    assert variant.rules == game.HighRules(hand_size=4) == game.HighRules().replace(hand_size=4)
    assert variant.parse_option("target", "none") is None
    with pytest.raises(dc.RulesError, match="hand_size='many': expected a number"):
        dc.variant("high-tile;hand_size=many")
    with pytest.raises(dc.RulesError, match=r"has no option 'hand' .did you mean hand_size"):
        dc.variant("high-tile", hand=4)
    with pytest.raises(dc.RulesError, match="28 tiles cannot be 9 each"):
        dc.variant("high-tile", seats=4, hand_size=9)
    with pytest.raises(dc.RulesError, match="unexpected keyword"):
        game.HighRules.from_dict({"seat": 2})


def test_a_chain_keeps_to_the_protocol() -> None:
    """Rules deal, name the winner and read moves as any game does."""
    rules = dc.Rules(target=50)
    assert are_rules(rules) and not are_rules(dc.Rules) and not are_rules("draw")
    state = rules.deal(seed=7)
    assert state == dc.State.deal(rules, seed=7)
    deal, moves = state.play(state.moves[0]).recorded()
    assert rules.begin(deal) == state and moves == ((state.turn, state.moves[0]),)
    assert rules.winners((49, 10)) is None
    assert rules.winners((50, 60)) == (1,)
    assert rules.winners((60, 60)) == (0, 1)
    assert rules.replace(match_tie="extra_round").winners((60, 60)) is None
    assert rules.replace(wins="low").winners((50, 10)) == (1,)
    assert set(state.moves) <= set(rules.all_moves())
    assert state.play(state.moves[0]).picture() != ""


def test_shuffled_draws_each_order_alike() -> None:
    """Of 600 orders of three tiles each of the six comes up about a hundred times."""
    tiles = [dc.Tile(0, 0), dc.Tile(1, 0), dc.Tile(1, 1)]
    counts: dict[Any, int] = {}
    for round_number in range(600):
        order = shuffled(tiles, 5, round_number)
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    # chi-square with 5 degrees of freedom: 20.5 is passed once in a thousand times
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 20.5
    assert shuffled(tiles, 5, 1) == shuffled(tiles, 5, 1)


def test_bases_say_what_is_missing() -> None:
    """What a game has to bring raises; what is not there at all is an AttributeError."""
    rules = BaseRules()
    for call in (rules.deal, rules.all_moves, rules.describe, lambda: rules.read_move("x")):
        with pytest.raises(NotImplementedError):
            call()
    assert (rules.sides, rules.wins, rules.claim, rules.is_native) == (None, "high", "auto", False)
    assert BaseState().boneyard == () == BaseView().ends
    move = BaseMove()
    assert move.tile is None and not move.is_placement and move.public is move
    with pytest.raises(AttributeError, match="BaseMove has no attribute 'arm'"):
        _ = BaseMove().arm


def test_a_person_sees_the_table_of_any_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At the terminal a hint is given, a move is taken by number and by text, and q leaves."""
    monkeypatch.setattr("sys.stdin", io.StringIO("?\n1\nknock\nq\n"))
    assert run(["play", "high-tile", "--human", "0", "--seed", "3"]) == 0
    told = capsys.readouterr()
    assert "nothing on the table" not in told.err and "an empty table" in told.err
    assert "A hint: " in told.err and "'knock' is none of the legal moves" in told.err
    assert "Not over after 0 rounds" in told.out


def test_the_command_line_knows_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Matches, rounds and rules of the game are shown; what reads a chain is refused."""
    for words in (
        ["play", "high-tile", "--seed", "3", "--rounds", "2"],
        ["simulate", "high-tile", "--rounds", "5"],
        [
            "simulate",
            "high-tile",
            "--rounds",
            "5",
            "--players",
            "high-heaviest,random",
            "--jobs",
            "1",
        ],
        ["variants", "high-tile"],
        ["variants", "high-tile", "--json"],
    ):
        assert run(words) == 0, capsys.readouterr()
    assert run(["perft", "high-tile", "--depth", "2"]) == 2
    assert "perft needs a game of one chain, got HighRules" in capsys.readouterr().err


def test_records_go_through_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A match is kept, checked, replayed and converted; its page is refused with a reason."""
    file = tmp_path / "match.dgr"
    assert run(["play", "high-tile", "--seed", "3", "--quiet", "--record", str(file)]) == 0
    for words in (
        ["validate", str(file)],
        ["replay", str(file)],
        ["replay", str(file), "--json"],
        ["convert", str(file), str(tmp_path / "match.json")],
        ["validate", str(tmp_path / "match.json")],
        ["convert", str(file), str(tmp_path / "seen.dgr"), "--seat", "1"],
    ):
        assert run(words) == 0, capsys.readouterr()
    capsys.readouterr()
    for words in (
        ["replay", str(file), "--html", str(tmp_path / "page.html")],
        ["replay", str(tmp_path / "seen.dgr")],
    ):
        assert run(words) == 2
        assert "needs a game of one chain" in capsys.readouterr().err


def test_a_file_that_cannot_be_checked_is_named_and_the_next_one_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a seat saw of a game by protocol cannot be played again; other files still are."""
    whole, seen = tmp_path / "match.dgr", tmp_path / "seen.dgr"
    assert run(["play", "high-tile", "--seed", "3", "--quiet", "--record", str(whole)]) == 0
    assert run(["convert", str(whole), str(seen), "--seat", "1"]) == 0
    capsys.readouterr()
    assert run(["validate", str(seen), str(whole)]) == 1
    said = capsys.readouterr()
    assert f"{seen}: match 1, the record of a seat needs a game of one chain" in said.out + said.err
    assert f"{whole}: 1 match, no fault" in said.out


def test_a_deal_is_told_of_seats_rounds_and_scores_that_are_there(game: Any) -> None:
    """What is no number is a TypeError, what is no seat, round or side a RulesError."""
    rules = game.HighRules()
    assert brought(rules, leader=1, scores=[3, -4]) == (3, -4)
    for refused in ({"leader": 2}, {"leader": -1}, {"round": 0}, {"scores": (1,)}):
        with pytest.raises(dc.RulesError, match="got"):
            rules.deal(seed=1, **refused)
    for unlike in ({"leader": True}, {"leader": 1.0}, {"round": "1"}, {"scores": 5}):
        with pytest.raises(TypeError, match="got"):
            rules.deal(seed=1, **unlike)
    with pytest.raises(TypeError, match=r"a score is a whole number, got 1\.5"):
        rules.deal(seed=1, scores=(1, 1.5))


def test_bases_refuse_by_kind_what_is_not_there(game: Any) -> None:
    """Seats are whole numbers, moves texts, and options those that the rules have."""
    rules = game.HighRules()
    for seat in (True, 1.0, "1", None):
        with pytest.raises(TypeError, match="seat is a whole number"):
            rules.side_of(seat)
        with pytest.raises(TypeError, match="seat is a whole number"):
            rules.deal(seed=1).observe(seat)
    with pytest.raises(IndexError, match="seat is a number from 0 to 1, got 2"):
        rules.deal(seed=1).observe(2)
    with pytest.raises(TypeError, match="a str, got None"):
        rules.find_move(None, ())
    for ask in (lambda: rules.replace(seat=2), lambda: rules.parse_field("seat", "2")):
        with pytest.raises(dc.RulesError, match="HighRules has no option 'seat'; it has seats"):
            ask()
    with pytest.raises(TypeError, match="data is a Mapping, got None"):
        rules.from_dict(None)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"max_pip": 7}, "the highest pip of the set is 6 in high-tile, got 7"),
        ({"opened_by": 0}, "opened=0: the deal names the leader by nothing"),
        ({"lots": (dc.Tile(6, 6), dc.Tile(5, 5))}, "a deal of high-tile is hands and a boneyard"),
        ({"drew": 1}, "a deal of high-tile is hands and a boneyard"),
        ({"boneyard": 22}, "a state hides nothing; this position is what a seat sees"),
        ({"boneyard": ()}, "the set is dealt to 2 hands and the boneyard, once"),
    ],
)
def test_a_record_tells_nothing_of_a_deal_that_is_not_so(change: dict[str, Any], why: str) -> None:
    """A deal that says more than hands and boneyard, or another set, is refused and not skipped."""
    state = dc.Match("high-tile", seed=7).state
    deal, _ = state.recorded("high-tile")
    assert state.rules.begin(deal) == state
    with pytest.raises(dc.NotationError, match=why):
        state.rules.begin(replace(deal, **change))


def test_a_person_may_type_a_move_that_is_a_number(
    game: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A number past those of the list is read by the game; where that is no move, it is said."""
    find = game.HighRules.find_move

    def by_pips(self: Any, text: str, moves: Any) -> Any:
        for move in moves:
            if move.tile is not None and text == str(100 + move.tile.index):
                return move
        return find(self, text, moves)

    monkeypatch.setattr(game.HighRules, "find_move", by_pips)
    state = dc.Match("high-tile", seed=7).state
    word = str(100 + list(state.hands[0])[-1].index)
    monkeypatch.setattr("sys.stdin", io.StringIO(f"99\n{word}\nq\n"))
    run(["play", "high-tile", "--human", "0", "--players", "first", "--seed", "7"])
    said = capsys.readouterr()
    assert "the moves are numbered 1 to 3, got 99" in said.err
    assert f"you    {list(state.hands[0])[-1]}" in said.out


def test_a_property_that_fails_says_why_and_is_not_replaced() -> None:
    """What a property lacks is named; what is usual does not hide that the property is wrong."""

    class Wrong(BaseRules):
        @property
        def sides(self) -> Any:
            return self.pairs

    for ask in (lambda: Wrong().sides, lambda: Wrong().n_sides):
        with pytest.raises(AttributeError, match="Wrong has no attribute 'pairs'"):
            ask()
    with pytest.raises(AttributeError, match="BaseRules has no attribute 'seats'"):
        _ = BaseRules().n_sides
    assert BaseRules().sides is None


def test_a_position_of_another_game_is_refused_before_its_moves_are_read(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The reason is the game, and not that its moves are none of a chain."""
    state = dc.Match("high-tile", seed=7).state
    deal, _ = state.recorded("high-tile")
    for more in ("", " moves=0:zz"):
        assert run(["analyze", f"{deal}{more}"]) == 2
        assert "a position needs a game of one chain" in capsys.readouterr().err
