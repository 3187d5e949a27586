# SPDX-License-Identifier: MIT
"""Moves and deals, those that are possible and those that are not; pictures."""

from __future__ import annotations

import doctest
import pickle
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from random_play import KINDS, random_round

import dominocore as dc
from dominocore_trains import (
    ArmMove,
    ChickenfootRules,
    MexicanTrainRules,
    chickenfoot,
    move,
    players,
    trains,
)
from dominocore_trains.rules import EngineRules

# ---- moves ----


@pytest.mark.parametrize(("max_pip", "count"), [(9, 497), (12, 821), (15, 1226), (18, 1712)])
def test_nine_trains_have_as_many_moves_as_tiles_and_two(max_pip: int, count: int) -> None:
    """Eight seats: nine trains by the tiles of the set, a pass and a draw."""
    rules = MexicanTrainRules(seats=8, max_pip=max_pip, engine="set")
    moves = rules.all_moves()

    assert len(moves) == len(set(moves)) == count
    tiles = (max_pip + 1) * (max_pip + 2) // 2
    at = 3 * tiles + dc.Tile(7, 4).index
    assert moves[at] == rules.read_move("t3.7-4") == rules.read_move("t3.4-7")
    assert [str(move) for move in moves[-2:]] == ["--", "+"]


@pytest.mark.parametrize("kind", KINDS)
def test_all_moves_hold_every_move_that_is_played(kind: type[EngineRules]) -> None:
    """Each legal move is one of them, and reads back from its text."""
    for seed in range(8):
        rules = kind(seats=2 + seed) if seed < 7 else kind(engine="set")
        numbers = {move: i for i, move in enumerate(rules.all_moves())}
        assert len(numbers) == len(rules.all_moves())
        for state in random_round(rules, seed):
            for legal in state.moves:
                assert legal in numbers and str(rules.read_move(str(legal))) == str(legal)


def test_moves_are_found_as_people_type_them() -> None:
    """Halves in either order, other marks, a tile alone where it has one place."""
    rules = MexicanTrainRules(seats=2, engine="set")
    state = rules.deal(hands=["12-9 12-8 1-0", "6-4 5-3"], boneyard="7-7")
    find = lambda text: str(rules.find_move(text, state.moves))  # noqa: E731

    assert find("t0.9-12") == find("T0.12|9") == find("t0.[9|12]") == "t0.12-9"
    with pytest.raises(dc.NotationError, match=r"can be t0\.12-9 m\.12-9: say which"):
        find("9-12")
    with pytest.raises(dc.NotationError, match="none of the legal moves"):
        find("t1.12-9")
    state = state.play("t0.12-9")
    assert find("draw") == find("+") == "+"
    state = state.play("+")
    assert find("pass") == "--"


@pytest.mark.parametrize(
    "text",
    ["", "garbage", "t9.9-4", "t0.19-4", "t0.9", "*9-4", "+9", "t0.9-4x", "t0.-1-4", "9" * 99],
)
def test_other_texts_are_no_moves(text: str) -> None:
    """They raise a NotationError that says so."""
    with pytest.raises(dc.NotationError):
        MexicanTrainRules().read_move(text)


def test_moves_that_are_not_legal_say_why() -> None:
    """The message names the seat, the tile and the open arms."""
    rules = MexicanTrainRules(seats=2)
    state = rules.deal(hands=["12-12 12-9 1-0", "6-4 5-3"], boneyard="7-7 8-8")
    for word, why in [
        ("t0.12-9", "the engine 12-12 comes first"),
        ("--", "a seat that can play may not pass"),
    ]:
        with pytest.raises(dc.IllegalMoveError, match=why):
            state.play(word)
    state = state.play("*12-12")
    for word, why in [
        ("*12-12", "no move that can be made here"),
        ("t1.12-9", r"the open arms are t0 \(12\), m \(12\)"),
        ("t0.12-8", "seat 0 does not hold 12-8"),
        ("+", "may not draw"),
    ]:
        with pytest.raises(dc.IllegalMoveError, match=why):
            state.play(word)
    state = state.play("t0.12-9")
    for word, why in [("--", "that may draw may not pass"), ("+8-8", "not the next tile")]:
        with pytest.raises(dc.IllegalMoveError, match=why):
            state.play(word)
    state = state.play("+7-7")
    with pytest.raises(dc.IllegalMoveError, match="no tile may be drawn"):
        state.play("+")


# ---- rules and deals ----


@pytest.mark.parametrize(
    ("kind", "options", "what"),
    [
        (MexicanTrainRules, {"seats": 9}, "seats=9"),
        (MexicanTrainRules, {"seats": 1}, "seats=1"),
        (MexicanTrainRules, {"max_pip": 6}, "max_pip=6"),
        (MexicanTrainRules, {"max_pip": 19}, "max_pip=19"),
        (MexicanTrainRules, {"hand_size": 23}, "92 of 90 tiles"),
        (MexicanTrainRules, {"engine": "lot"}, "expected hands or set"),
        (MexicanTrainRules, {"first_turn": True}, "expected any or own or train"),
        (MexicanTrainRules, {"out_on_double": 1}, "expected True or False"),
        (ChickenfootRules, {"first_toes": 5}, "expected 4 or 6"),
        (ChickenfootRules, {"first_toes": 4.0}, "expected 4 or 6"),
    ],
)
def test_rules_that_are_not_possible(
    kind: type[EngineRules], options: dict[str, Any], what: str
) -> None:
    """They say the option, what was got and what was expected."""
    with pytest.raises(dc.RulesError, match=what):
        kind(**options)


@pytest.mark.parametrize(
    ("deal", "what"),
    [
        ({"hands": ["12-12"]}, "2 seats need as many hands, got 1"),
        ({"hands": ["12-12", ""]}, "seat 1 has no tiles"),
        ({"hands": ["12-12", "1-0"], "boneyard": "1-0"}, "1-0 is there twice"),
        ({"hands": ["12-12", "13-0"]}, "not in the set up to 12: 13-0"),
        ({"hands": ["2-2", "1-0"]}, "the engine 12-12 is not in play"),
        ({"hands": ["12-12", "x"]}, "cannot be read"),
        ({"hands": ["12-12", "1-0"], "leader": 1}, "seat 0 holds 12-12 and begins"),
        ({"hands": ["12-12", "1-0"], "scores": (1,)}, "2 sides need as many scores"),
        ({"boneyard": "1-0"}, "without hands"),
        ({"leader": 2}, "leader is a number from 0 to 1, got 2"),
        ({"round": 0}, "round is a number from 1 up, got 0"),
    ],
)
def test_deals_that_are_not_possible(deal: dict[str, Any], what: str) -> None:
    """They say what is wrong with them."""
    with pytest.raises(dc.RulesError, match=what):
        MexicanTrainRules(seats=2).deal(**deal)


def test_engine_that_lies_is_in_no_hand() -> None:
    """With `engine="set"` it cannot be dealt as well."""
    rules = MexicanTrainRules(seats=2, engine="set")

    assert dc.Tile(12, 12) not in rules.deal(seed=1).boneyard
    with pytest.raises(dc.RulesError, match="the engine 12-12 lies"):
        rules.deal(hands=["12-12", "1-0"])


@pytest.mark.parametrize("kind", KINDS)
def test_same_seed_deals_the_same(kind: type[EngineRules]) -> None:
    """And each round of it otherwise."""
    rules = kind()

    assert rules.deal(seed=5, round=2) == rules.deal(seed=5, round=2)
    assert rules.deal(seed=5).boneyard != rules.deal(seed=6).boneyard
    assert rules.deal(seed=5).boneyard != rules.deal(seed=5, round=2).boneyard


# ---- pictures ----


def test_picture_shows_trains_with_markers() -> None:
    """A row a train, folded between tiles where it is too long."""
    rules = MexicanTrainRules(seats=2, engine="set")
    state = rules.deal(hands=["12-9 9-2 12-3 1-0", "6-4 5-3"], boneyard="7-7 8-8 11-11 10-10")
    state = state.play("t0.12-9").play("+").play("--").play("t0.9-2")

    assert state.picture().splitlines() == [
        "engine [12|12]",
        "t0     [12|9][9|2]",
        "t1      (marked)",
        "m",
    ]
    assert state.picture(width=16).splitlines()[1:3] == ["t0     [12|9]", "       [9|2]"]
    assert state.picture("box").splitlines()[3:6] == [
        "       ╭──┬─╮╭─┬─╮",
        "t0     │12│9││9│2│",
        "       ╰──┴─╯╰─┴─╯",
    ]
    assert "[12|9]" in state.picture("unicode")
    assert rules.replace(engine="hands").deal(seed=1).picture() == "engine 12-12, not laid yet"
    with pytest.raises(ValueError, match="form is one of"):
        state.picture("svg")


def test_moves_are_values() -> None:
    """Equal by arm and tile: the half that joins follows from the table."""
    move = ArmMove.parse("t2.9-4")

    assert (move.joins, move.shows, move.pips, move.is_placement) == (9, 4, 13, True)
    assert move == ArmMove.parse("t2.4-9") and str(ArmMove.parse("t2.4-9")) == "t2.4-9"
    assert pickle.loads(pickle.dumps(move)) == move
    assert {"do": "move", "move": "t2.9-4"} == move.to_dict()


@pytest.mark.parametrize("module", [chickenfoot, move, players, trains], ids=lambda m: m.__name__)
def test_examples_are_true(module: ModuleType) -> None:
    """The examples of the docstrings give what they say."""
    result = doctest.testmod(module)

    assert result.attempted > 0 and result.failed == 0


def test_what_is_no_text_is_no_move_and_what_is_no_seat_sees_nothing() -> None:
    """The errors are those of chains: TypeError for another kind, IndexError for another seat."""
    rules = MexicanTrainRules(seats=2)
    state = rules.deal(seed=1)
    for ask in (rules.read_move, lambda word: rules.find_move(word, state.moves)):
        with pytest.raises(TypeError, match="a move is read from a text, got 5"):
            ask(5)
    for seat in (1.0, True, None):
        with pytest.raises(TypeError, match="seat is a whole number"):
            state.observe(seat)
    with pytest.raises(IndexError, match="seat is a number from 0 to 1, got 2"):
        state.observe(2)


def test_a_record_says_truly_what_named_the_leader() -> None:
    """Who holds the engine is named by it, nobody else is, and other criteria there are none."""
    hands = ["12-12 1-0", "9-4 2-2"]
    rules = MexicanTrainRules(seats=2)
    held, _ = rules.deal(hands=hands).recorded("mexican-train")
    lot, _ = rules.deal(hands=["9-5 1-0", hands[1]], boneyard="12-12").recorded("mexican-train")
    assert (held.opened_by, lot.opened_by) == (0, 1)
    assert rules.begin(lot).opened_by == 1
    assert rules.begin(replace(lot, opened_by=-1)).opened_by == -1
    for deal, by in ((held, 1), (held, 7), (held, -1), (lot, 0), (lot, 7)):
        with pytest.raises(dc.NotationError, match="the deal names the leader by"):
            rules.begin(replace(deal, opened_by=by))
