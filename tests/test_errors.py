# SPDX-License-Identifier: MIT
"""The exceptions: one base, precise leaves, and all that they carry."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Event
from typing import Any

import pytest

import dominocore
from dominocore import (
    Hand,
    Record,
    Sprt,
    State,
    Tile,
    TileSet,
    deal_and_play,
    errors,
    playouts,
    solve,
    solve_many,
    tournament,
    write_records,
)

LEAVES = {
    "RulesError": ValueError,
    "IllegalMoveError": ValueError,
    "RoundOverError": ValueError,
    "NotationError": ValueError,
    "ReplayError": ValueError,
    "NotNativeError": TypeError,
    "PluginError": Exception,
    "PlayerError": Exception,
}


def test_the_module_holds_these_exceptions_only() -> None:
    """One base, its leaves and one warning."""
    found = {name for name, value in vars(errors).items() if inspect.isclass(value)}
    assert found == {*LEAVES, "DominoError", "PluginWarning"}


@pytest.mark.parametrize(("name", "base"), LEAVES.items())
def test_leaves(name: str, base: type[Exception]) -> None:
    """Each leaf is a DominoError, the builtin kind that fits it, and public in the package."""
    leaf = getattr(errors, name)
    assert issubclass(leaf, errors.DominoError) and issubclass(leaf, base)
    assert getattr(dominocore, name) is leaf
    assert not any(issubclass(leaf, getattr(errors, other)) for other in LEAVES if other != name)


def test_the_base_is_never_raised_itself() -> None:
    """No source file of the package raises DominoError."""
    from pathlib import Path  # noqa: PLC0415

    for path in Path(errors.__file__).parent.glob("*.py"):
        assert "raise DominoError" not in path.read_text(encoding="utf-8")


def test_a_plugin_that_is_left_out_is_a_warning() -> None:
    """A PluginWarning is a warning that users see, and no error."""
    assert issubclass(errors.PluginWarning, UserWarning)
    assert not issubclass(errors.PluginWarning, errors.DominoError)


def test_a_notation_error_says_where() -> None:
    """It carries the text, the line and the column, from 1."""
    error = errors.NotationError("no tile", "6-6\n7", 2, 1)
    assert (str(error), error.text, error.line, error.column) == ("no tile", "6-6\n7", 2, 1)
    plain = errors.NotationError("no tile")
    assert (plain.text, plain.line, plain.column) == ("", 1, 1)


def test_a_player_error_says_who() -> None:
    """It carries the seat and the name of the player."""
    error = errors.PlayerError("too slow", 2, "expert")
    assert (str(error), error.seat, error.player) == ("too slow", 2, "expert")


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "error",
    [
        errors.NotationError("no tile", "6-6\n7", 2, 5),
        errors.PlayerError("too slow", 2, "expert"),
        errors.RulesError("seats=9: expected 2 to 8"),
        errors.IllegalMoveError("cannot play >6-5"),
        errors.RoundOverError("the round is over"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_pickling(error: Exception, protocol: int) -> None:
    """An error that crosses a process keeps its type, its text and what it carries."""
    again = pickle.loads(pickle.dumps(error, protocol))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


STATE = dominocore.variant("block").deal(seed=3, leader=0)
WRONG_TYPES: list[tuple[Callable[[], Any], str]] = [
    (lambda: Record.of(5), "played is a match or a state, got 5"),
    (lambda: write_records(5), "records is a list of records, got 5"),
    (lambda: write_records(Record.of(STATE)), "records is a list of records, got Record"),
    (lambda: write_records([5], "jsonl"), "records holds a Record each, got 5"),
    (lambda: playouts([STATE], 3, executor=5), "executor is a concurrent.futures.Executor or"),
    (lambda: solve_many([STATE], executor=5), "executor is a concurrent.futures.Executor or"),
    (lambda: deal_and_play(STATE.rules, 3, executor=5), "executor is a concurrent.futures.Exec"),
    (lambda: tournament("block", ["random", "first"], deals=1, executor=5), "executor is a conc"),
    (lambda: State.setup(STATE.rules, hands=["6-6", "5-5"], layout=5), "layout is a text or a"),
    (lambda: State.setup(STATE.rules, hands=["6-6", "5-5"], layout=[5]), "layout is a text or"),
    (lambda: State.setup(STATE.rules, hands=[5, 5]), "tiles is a text or a list of tiles, got 5"),
    (lambda: Hand(5), "tiles is a text or a list of tiles, got 5"),
    (lambda: TileSet(["6-6", 5]), "a set of tiles holds tiles, got 5"),
    (lambda: STATE.rules.worth(5), "tile is a Tile, got 5"),
    (lambda: Sprt("a", 2), "elo0 is a number, got 'a'"),
    (lambda: Sprt(0, 2, alpha="b"), "alpha is a number, got 'b'"),
    (lambda: solve(STATE, time_limit=True), "time_limit is a number, got True"),
    (lambda: solve(STATE, stop=5), "stop is an Event, got 5"),
    (lambda: solve(STATE, stop=Event), "stop is an Event, got <class"),
    (lambda: Hand(str), "tiles is a text or a list of tiles, got <class 'str'>"),
    (lambda: Record.of(State), "played is a match or a state, got <class"),
    (lambda: playouts([STATE], 3, executor=ThreadPoolExecutor), "executor is a concurrent.futures"),
    (lambda: STATE.play([1]), "a move is read from a text, got [1]"),
]


@pytest.mark.parametrize(("call", "said"), WRONG_TYPES, ids=[said for _, said in WRONG_TYPES])
def test_a_value_of_another_type_is_named(call: Callable[[], Any], said: str) -> None:
    """The error says which argument it is, what it should be and what it was."""
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize("halves", [(True, False), (6, 5.0), ("6", 5), (6, True)])
def test_a_half_of_a_tile_is_a_whole_number(halves: tuple[Any, Any]) -> None:
    """A truth value is none, nor is a number with a point."""
    with pytest.raises(ValueError, match="two halves from 0 to 18, got"):
        Tile(*halves)


def test_numbers_of_other_kinds_are_numbers() -> None:
    """What counts as a number is what Python's own tower of numbers says."""
    assert Sprt(Fraction(1, 2), 2) == Sprt(0.5, 2)
    assert solve(STATE, time_limit=Fraction(100)).exact
