# SPDX-License-Identifier: MIT
"""Chickenfoot: worked cases, after the sources that the README names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import dominocore as dc
from dominocore_trains import ChickenfootRules, EngineState


def deal(*hands: str, boneyard: str = "", leader: int = 0, **options: Any) -> EngineState:
    """Deal hands with 9-9 on the table; other tiles are out of play."""
    rules = ChickenfootRules(seats=len(hands), engine="set", **options)
    return rules.deal(hands=hands, boneyard=boneyard, leader=leader)


def play(state: EngineState, *words: str) -> EngineState:
    for word in words:
        state = state.play(word)
    return state


def moves(state: EngineState) -> list[str]:
    return [str(move) for move in state.moves]


def crossed(hands: str, others: str, boneyard: str = "", **options: Any) -> EngineState:
    """Give two seats a round in which 9-0 to 9-3 lie on 9-9, and seat 0 is on turn."""
    state = deal(f"9-0 9-2 {hands}", f"9-1 9-3 {others}", boneyard=boneyard, **options)
    return play(state, "9a.9-0", "9b.9-1", "9c.9-2", "9d.9-3")


def test_hands_are_as_the_sources_say() -> None:
    """Wikipedia, Spruce: seven each. Ultrafoodmess, double-nine: 6 for seven seats, 5 for 8."""
    sizes = [ChickenfootRules(seats=seats).deal(seed=3).hand_sizes[0] for seats in range(2, 9)]
    assert sizes == [7, 7, 7, 7, 7, 6, 5]
    assert ChickenfootRules(seats=8, max_pip=12).deal(seed=3).hand_sizes == (7,) * 8


def test_seat_after_the_holder_of_the_engine_plays_first() -> None:
    """xs4all: the double nine is put in the middle, "the turn then rotates to his left"."""
    state = ChickenfootRules(seats=2).deal(hands=["9-9 9-4", "9-1 2-1"])

    assert moves(state) == ["*9-9"]
    state = state.play("*9-9")
    assert (state.turn, moves(state)) == (1, ["9a.9-1"])


def test_first_tiles_fill_the_four_sides_of_the_engine() -> None:
    """xs4all, Wikipedia: nothing else is played until all four sides are filled."""
    state = deal("9-0 9-2 5-0", "9-1 9-3 5-1")
    state = play(state, "9a.9-0", "9b.9-1")

    assert (state.ends, moves(state)) == ((9,), ["9c.9-2"])
    state = play(state, "9c.9-2", "9d.9-3")
    assert (state.ends, moves(state)) == ((0, 1, 2, 3), ["9a.0-5"])


def test_engine_may_take_six_tiles() -> None:
    """Russell: the next six plays are on the double nine, a double chicken foot."""
    state = deal("9-0 9-2 9-4 1-0", "9-1 9-3 9-5 1-1", first_toes=6)
    state = play(state, "9a.9-0", "9b.9-1", "9c.9-2", "9d.9-3")

    assert (state.ends, moves(state)) == ((9,), ["9e.9-4"])
    assert play(state, "9e.9-4", "9f.9-5").ends == (0, 1, 2, 3, 4, 5)


def test_double_takes_three_toes_before_anything_else() -> None:
    """All sources: the next three tiles go on the double; then any open end will do."""
    state = crossed("3-3 3-0 6-2", "3-1 4-1", boneyard="8-7 3-2 5-5")
    state = state.play("9d.3-3")

    assert (state.turn, state.ends, moves(state)) == (1, (3,), ["3a.3-1"])
    state = play(state, "3a.3-1", "3b.3-0")
    assert moves(state) == ["+"]
    state = play(state, "+", "--")
    assert (state.turn, moves(state)) == (0, ["+"])
    state = state.play("+")
    assert moves(state) == ["3c.3-2"]
    state = state.play("3c.3-2")
    assert state.ends == (0, 1, 2, 1, 0, 2)


def test_seat_that_cannot_play_draws_one_and_plays_or_passes() -> None:
    """Wikipedia, xs4all, Online: one tile; HTF 76108: until it can play."""
    state = crossed("6-5 7-7", "8-8 0-0", boneyard="6-6 8-4 5-2")
    state = state.play("+")
    assert (state.turn, moves(state)) == (0, ["--"])

    state = crossed("6-5 7-7", "8-8 0-0", boneyard="6-6 8-4 5-2", draw="until_playable")
    state = play(state, "+", "+", "+")
    assert (state.turn, moves(state)) == (0, ["9c.2-5"])


def test_double_blank_counts_fifty() -> None:
    """Reference, HTF 39024, Russell: 0-0 left in a hand is worth 50."""
    state = play(deal("9-5", "0-0 2-1", "8-7"), "9a.9-5")

    assert state.outcome == dc.Outcome(dc.Ending.OUT, 0, 0, (0, 53, 15))


def test_last_tile_may_be_a_double() -> None:
    """Wikipedia: the round ends when a player has laid the last tile; nobody fills the foot."""
    state = crossed("3-3", "3-1 4-1").play("9d.3-3")

    assert state.outcome == dc.Outcome(dc.Ending.OUT, 0, 0, (0, 9))


def test_round_is_blocked_when_nobody_can_play_or_draw() -> None:
    """Wikipedia: "If no player can play or draw, the round ends"."""
    state = crossed("6-5 7-7", "8-8 6-4", boneyard="8-5")
    state = play(state, "+", "--", "--")

    assert state.outcome == dc.Outcome(dc.Ending.BLOCKED, 1, 1, (38, 26), 1)


@pytest.mark.parametrize(
    ("rule", "after"),
    [("binds", (1, ["+"])), ("ends", (None, [])), ("frees", (1, ["9b.1-4", "9b.1-8"]))],
)
def test_foot_that_no_tile_can_fill(rule: str, after: tuple[int | None, list[str]]) -> None:
    """Spruce: who holds the double of a number that is used up decides when the round ends."""
    state = crossed("3-3 6-5", "8-1 4-1", boneyard="7-7", dead_double=rule)
    down = state.table.down | dc.TileSet(f"{n}-3" for n in range(10) if n != 3)
    state = replace(state, table=replace(state.table, down=down)).play("9d.3-3")

    assert (state.turn, moves(state)) == after


def test_picture_shows_each_toe() -> None:
    """A row a toe, named as the moves name it."""
    state = crossed("3-3 3-0", "3-1 4-1").play("9d.3-3")

    assert state.picture().splitlines() == [
        "engine [9|9]",
        "9a     [9|0]",
        "9b     [9|1]",
        "9c     [9|2]",
        "9d     [9|3][3|3]",
        "3a      (to be played)",
    ]
