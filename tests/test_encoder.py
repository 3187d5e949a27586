# SPDX-License-Identifier: MIT
"""What a game looks like in numbers is what its views say, and nothing else."""

from __future__ import annotations

import importlib.util
import random
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore.encoder import BaseEncoder, MoveEncoder
from dominocore.rules_name import name_game
from dominocore.testing import check_variant
from games import VARIANTS, random_round

PAGE = Path(__file__).resolve().parents[1] / "docs" / "howto" / "code" / "high_tile.py"


@pytest.fixture
def tricks() -> Iterator[Any]:
    """Give the module of the how-to, a game of tricks."""
    if not PAGE.is_file():
        pytest.skip("the sources of the docs are not here")
    spec = importlib.util.spec_from_file_location("high_tile", PAGE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["high_tile"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["high_tile"]


def states_of(rules: Any, seed: int) -> list[Any]:
    """Give all states of a random round."""
    rng, state = random.Random(seed), rules.deal(seed=seed)
    found = [state]
    while not state.is_over:
        state = state.play(rng.choice(list(state.moves)))
        found.append(state)
    return found


def told(view: Any) -> list[float]:
    """Say what a seat sees by the order that `MoveEncoder` documents, part after part."""
    rules, me = view.rules, view.seat
    tiles = list(dc.TileSet.double(rules.max_pip))
    pips = range(rules.max_pip + 1)
    around = [(me + i) % rules.seats for i in range(rules.seats)]
    sides = [(rules.side_of(me) + i) % rules.n_sides for i in range(rules.n_sides)]
    floats = [float(tile in list(view.hand)) for tile in tiles]
    for seat in around:
        made = [str(move.public) for mover, move in view.events if mover == seat]
        floats += [float(str(move) in made) for move in rules.all_moves()]
    floats += [float(pip in view.ends) for pip in pips]
    floats += [view.hand_sizes[seat] / len(tiles) for seat in around]
    for seat in around:
        floats += [float(bool(view.voids) and pip in view.voids[seat]) for pip in pips]
    floats.append(view.boneyard_size / len(tiles))
    for side in sides:
        total = (view.scores[side] + view.points[side]) / (rules.target or 100)
        floats.append(min(1, max(0, total)))
    return floats + [float(seat == view.turn) for seat in around]


def check(encoder: Any, rules: Any, states: list[Any]) -> None:
    """Check actions, planes and events of every seat in these states."""
    moves = list(rules.all_moves())
    for state in states:
        for seat in range(rules.seats):
            view = state.observe(seat)
            numbers = [moves.index(move.public) for move in view.moves]
            assert {i for i, byte in enumerate(encoder.mask(view)) if byte} == set(numbers)
            assert [encoder.action(view, move) for move in view.moves] == numbers
            assert [encoder.move(view, number) for number in numbers] == list(view.moves)
            assert list(encoder.planes(view)) == pytest.approx(told(view))
            expected = []
            for mover, move in view.events:
                if mover == seat and move.is_draw:
                    expected.append(1 + rules.seats * len(moves) + move.tile.index)
                else:
                    turn = (mover - seat) % rules.seats
                    expected.append(1 + turn * len(moves) + moves.index(move.public))
            assert list(encoder.history(view)) == expected


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_of_tricks(tricks: Any, seats: int) -> None:
    """Each number of a game by protocol is what its view tells, in the documented order."""
    rules = tricks.HighRules(seats=seats, target=9)
    encoder = rules.encoder()
    assert isinstance(encoder, MoveEncoder)
    assert encoder.n_actions == 29 and encoder.n_events == 1 + 29 * seats + 28
    check(encoder, rules, states_of(rules, 3))


@pytest.mark.parametrize("name", ["draw", "latin", "matador"])
def test_the_general_encoder_of_a_chain(name: str) -> None:
    """The general encoder reads what every view has, so it encodes a chain, too."""
    rules = dc.variant(name).rules
    check(MoveEncoder(rules), rules, random_round(rules, 4)[::5])


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_events_of_a_chain(game: Any) -> None:
    """The numbers of a chain's events tell who made which move, and what the observer drew."""
    rules = game.rules
    encoder = rules.encoder()
    for state in random_round(rules, 6)[::4]:
        for seat in range(rules.seats):
            view = state.observe(seat)
            for number, (mover, move) in zip(encoder.history(view), view.events, strict=True):
                assert 0 < number < encoder.n_events
                turn, action = divmod(number - 1, encoder.n_actions)
                if turn == rules.seats:
                    assert mover == seat and move.is_draw and move.tile.index == action
                    continue
                assert mover == (seat + turn) % rules.seats
                tiles = encoder.n_tiles * (2 if rules.wild else 1)
                if action >= encoder.n_actions - 2:
                    assert (move.is_draw, move.is_pass)[action - encoder.n_actions + 2]
                else:
                    assert action % tiles % encoder.n_tiles == move.tile.index
                    assert action // tiles == (0 if str(move).startswith("*") else move.arm)


def test_buffers_and_actions_that_are_refused(tricks: Any) -> None:
    """A buffer of another size, a move of another game and an action out of turn are refused."""
    rules = tricks.HighRules()
    encoder, view = rules.encoder(), rules.deal(seed=1).observe(0)
    with pytest.raises(ValueError, match=f"out is {4 * encoder.n_planes} bytes"):
        encoder.fill(view, array("f", [0.0]))
    with pytest.raises(dc.IllegalMoveError, match="no action stands for"):
        encoder.action(view, tricks.HighMove(dc.Tile(7, 7)))
    with pytest.raises(dc.IllegalMoveError, match="action 28 is not legal"):
        encoder.move(view, 28)
    assert not any(encoder.mask(rules.deal(seed=1).observe(1)))


def test_the_kit_finds_an_encoder_that_is_wrong(tricks: Any, monkeypatch: Any) -> None:
    """A mask that leaves a move out, planes out of range, and a number that is no action and means
    a move all the same, are found.
    """

    class Short(MoveEncoder):
        def mask(self, view: Any) -> bytes:
            return bytes(self.n_actions)

    class Loud(MoveEncoder):
        def fill(self, view: Any, out: Any) -> None:
            super().fill(view, out)
            out[0] = 2.0

    class Lenient(MoveEncoder):
        def move(self, view: Any, action: int) -> Any:
            try:
                return super().move(view, action)
            except dc.IllegalMoveError:
                return view.moves[0] if view.moves else None

    kinds = (
        (Short, "the mask of seat"),
        (Loud, "floats from 0 to 1"),
        (Lenient, r"action -?\d+ is not legal and raised no IllegalMoveError"),
    )
    for kind, what in kinds:
        monkeypatch.setattr(tricks.HighRules, "encoder", lambda self, kind=kind: kind(self))
        with pytest.raises(AssertionError, match=what):
            check_variant(tricks.HighRules(), rounds=1)


def test_an_encoder_of_ones_own_brings_numbers_and_floats() -> None:
    """The base counts and keeps sizes; what a move and a view are worth is for the game to say."""
    rules = dc.Rules()
    encoder = BaseEncoder(rules, n_actions=3, n_planes=2)
    for call in (lambda: encoder.number(dc.PASS), lambda: encoder.fill(None, bytearray(8))):
        with pytest.raises(NotImplementedError):
            call()


def test_bare_rules_of_ones_own_are_checked_without_a_record(tricks: Any) -> None:
    """Rules that no variant is registered with have no name to write down; a match of them is
    checked all the same.
    """
    rules = tricks.HighRules(target=1)
    with pytest.raises(dc.RulesError, match="no registered variant has the rules"):
        name_game(rules)
    check_variant(rules, rounds=2)
