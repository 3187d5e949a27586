# SPDX-License-Identifier: MIT
"""What happens at every ply: the core's functions on objects do what Python does itself."""

from __future__ import annotations

import platform
import random
from collections.abc import Callable
from typing import Any

import pytest

import dominocore as dc
from dominocore import Move, Rules, State, _core, _native
from dominocore.moves import KNOWN_MOVES, LISTED_MOVES
from test_against_oracle import random_rules

needs_cpython = pytest.mark.skipif(
    platform.python_implementation() != "CPython", reason="Python does all of it there"
)


def games() -> list[Rules]:
    """The built-in games, and random rules with many moves, draws, spinners and points."""
    named = [dc.variant(name).rules for name in ("aberto", "latin", "bode", "fives", "draw")]
    rng = random.Random(5)
    return named + [random_rules(rng) for _ in range(40)]


def visited(rules: Rules, seed: int) -> list[State]:
    """The states of a random round, the last one over."""
    rng = random.Random(seed)
    states = [State.deal(rules, seed=seed, leader=0)]
    while not states[-1].is_over:
        states.append(states[-1].play(rng.choice(states[-1].moves)))
    return states


@needs_cpython
def test_cpython_has_them() -> None:
    """cffi wrote the beginning of the module in the way that is looked for."""
    assert _native.play_move is _core.play_move is not _native._play_move
    assert _native.list_moves is _core.list_moves is not _native._list_moves
    assert _native.bare is _core.bare


@needs_cpython
@pytest.mark.parametrize("rules", games(), ids=range(45))
def test_both_play_alike(rules: Rules) -> None:
    """Legal moves and others, of every state of some rounds: the same bytes, or none."""
    rng = random.Random(7)
    played = refused = 0
    for seed in range(3):
        for state in visited(rules, seed):
            others = rng.sample(sorted(KNOWN_MOVES), 20)
            for code in {*(move.code for move in state.moves), *others}:
                call = state._round.address, state._bytes, Move.from_code(code)._packed
                after = _core.play_move(*call)
                assert after == _native._play_move(*call)
                assert after is None or (after[:-2] != state._bytes and after[-2:] == call[2])
                played += after is not None
                refused += after is None
    assert refused and (played or all(len(visited(rules, seed)) == 2 for seed in range(3)))


@pytest.mark.parametrize("rules", games(), ids=range(45))
def test_both_list_alike(rules: Rules) -> None:
    """A tuple of moves, of states and of views; none where there are too many, or one is new."""
    for state in visited(rules, 4):
        for data in (state._bytes, state.observe(0)._bytes, state.observe(1)._bytes):
            listed = _native.list_moves(LISTED_MOVES, data)
            assert listed == _native._list_moves(LISTED_MOVES, data)
            assert (listed is None) == (data[_native._LISTED] == _native.NONE)
        assert _native.list_moves(LISTED_MOVES, state._bytes) in (state.moves, None)
        blank: list[Any] = [None] * len(LISTED_MOVES)
        nothing = () if state.is_over else None
        assert _native.list_moves(blank, state._bytes) == nothing
        assert _native._list_moves(blank, state._bytes) == nothing


def test_what_is_rare_is_left_to_python() -> None:
    """The end of a round, a draw that ends a turn, and what is not legal."""
    for rules in (dc.Rules(), dc.variant("draw").rules, dc.Rules(draw="one")):
        for before, after in zip(states := visited(rules, 3), states[1:], strict=False):
            move = after.last_move
            assert move is not None
            packed = (dc.DRAW if move.is_draw else move)._packed
            ends = after.is_over or (move.is_draw and after.turn != before.turn)
            assert (_native.play_move(before._round.address, before._bytes, packed) is None) == ends
        assert _native.play_move(before._round.address, states[-1]._bytes, packed) is None


@needs_cpython
@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: _core.list_moves(LISTED_MOVES), TypeError),
        (lambda: _core.list_moves(LISTED_MOVES, 5), TypeError),
        (lambda: _core.list_moves(LISTED_MOVES, bytes(100)), ValueError),
        (lambda: _core.list_moves(5, State.deal(Rules(), seed=1)._bytes), SystemError),
        (lambda: _core.list_moves([], State.deal(Rules(), seed=1)._bytes), IndexError),
        (lambda: _core.play_move(1, bytes(1000)), TypeError),
        (lambda: _core.play_move("1", bytes(1000), bytes(2)), TypeError),
        (lambda: _core.play_move(1, bytearray(1000), bytes(2)), TypeError),
        (lambda: _core.play_move(1, bytes(10), bytes(2)), ValueError),
        (lambda: _core.play_move(1, bytes(1000), b"1"), ValueError),
        (lambda: _core.play_move(1, bytes(1000), None), TypeError),
        (lambda: _core.bare(5), TypeError),
    ],
)
def test_arguments_of_other_kinds_are_refused(
    call: Callable[[], Any], error: type[Exception]
) -> None:
    """Before anything is read."""
    with pytest.raises(error):
        call()


@needs_cpython
def test_no_round_is_none() -> None:
    """No address, no state after it."""
    state = State.deal(Rules(), seed=1)
    assert _core.play_move(0, state._bytes, state.moves[0]._packed) is None
