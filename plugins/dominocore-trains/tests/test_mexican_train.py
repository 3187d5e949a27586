# SPDX-License-Identifier: MIT
"""Mexican Train: worked cases, after the sources that the README names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import dominocore as dc
from dominocore_trains import EngineState, MexicanTrainRules


def deal(*hands: str, boneyard: str = "", leader: int = 0, **options: Any) -> EngineState:
    """Deal hands with 12-12 on the table; other tiles are out of play."""
    rules = MexicanTrainRules(seats=len(hands), engine="set", **options)
    return rules.deal(hands=hands, boneyard=boneyard, leader=leader)


def play(state: EngineState, *words: str) -> EngineState:
    for word in words:
        state = state.play(word)
    return state


def moves(state: EngineState) -> list[str]:
    return [str(move) for move in state.moves]


# ---- the deal and the engine ----


@pytest.mark.parametrize(
    ("max_pip", "sizes"),
    [(12, (15, 15, 15, 12, 12, 10, 10)), (9, (12, 11, 10)), (18, (15, 15, 15, 12, 12, 10, 10))],
)
def test_hands_are_as_the_sources_say(max_pip: int, sizes: tuple[int, ...]) -> None:
    """HTF 76098: 15 up to four players, 12 for five and six, 10 for seven and eight.

    Texas Good Sam, for double-nine: 12, 11 and 10 for two to four players.
    """
    for seats, size in enumerate(sizes, 2):
        state = MexicanTrainRules(seats=seats, max_pip=max_pip).deal(seed=5)
        assert state.hand_sizes == (size,) * seats
    assert MexicanTrainRules(hand_size=8).deal(seed=5).hand_sizes == (8,) * 4


def test_holder_of_the_engine_lays_it_and_begins() -> None:
    """Idaho Good Sam: the player with the starting double places it and is the first to play."""
    rules = MexicanTrainRules(seats=2)
    state = rules.deal(hands=["9-4 12-1", "12-12 12-3"], boneyard="5-5")

    assert (state.leader, state.opened_by, moves(state)) == (1, 0, ["*12-12"])
    state = state.play("*12-12")
    assert (state.turn, moves(state)) == (1, ["t1.12-3", "m.12-3"])


def test_seats_draw_in_turn_for_an_engine_that_nobody_holds() -> None:
    """wikiHow: players draw one domino at a time, clockwise, until the double is found."""
    rules = MexicanTrainRules(seats=3)
    state = rules.deal(hands=["9-4", "8-4", "7-4"], boneyard="5-5 6-6 12-12 1-0", leader=1)

    assert (state.leader, state.opened_by) == (1, -1)
    state = play(state, "+", "+")
    assert (state.turn, state.hand_sizes) == (0, (1, 2, 2))
    state = state.play("+")
    assert (state.turn, moves(state)) == (0, ["*12-12"])
    assert [str(move) for _, move in state.history] == ["+5-5", "+6-6", "+12-12"]


def test_engine_steps_down_with_the_rounds() -> None:
    """wikiHow: the second game starts at 11-11 and so on, the thirteenth at the double blank."""
    rules = MexicanTrainRules()

    assert [str(rules.engine_of(n)) for n in (1, 2, 13)] == ["12-12", "11-11", "0-0"]
    assert rules.winners((5, 3, 9, 3), 12) is None
    assert rules.winners((5, 3, 9, 3), 13) == (1, 3)
    assert MexicanTrainRules(rounds=5).winners((5, 3, 9, 3), 5) == (1, 3)


def test_seats_begin_in_turn_where_the_engine_lies() -> None:
    """Hathaway: the double may be placed before shuffling; "players take turns to start"."""
    state = MexicanTrainRules(engine="set").deal(seed=9, leader=3)

    assert state.turn == 3 and state.next_lead() == 0
    assert dc.Tile(12, 12) in state.played
    leaders = {MexicanTrainRules(engine="set").deal(seed=seed).leader for seed in range(40)}
    assert leaders == {0, 1, 2, 3}


# ---- trains and markers ----


def test_play_goes_to_the_own_train_marked_ones_and_the_mexican_one() -> None:
    """mexicantrain.com: one's own train, the Mexican Train, or an opponent's open train."""
    state = deal("12-9 9-1", "5-4 12-4", "12-2 4-3", boneyard="0-0")

    assert moves(state) == ["t0.12-9", "m.12-9"]
    state = play(state, "t0.12-9", "t1.12-4")
    assert moves(state) == ["t2.12-2", "m.12-2"]
    assert moves(play(state, "m.12-2")) == ["t0.9-1"]


def test_marker_opens_a_train_until_its_seat_plays_there() -> None:
    """Hathaway, Cardinal: who cannot play draws, then marks the train; playing there unmarks it."""
    state = deal("12-9 8-1", "6-4 5-3", "9-2 3-3", boneyard="7-7 12-6 11-6 10-1")
    state = play(state, "t0.12-9", "+")

    assert moves(state) == ["--"]
    state = play(state, "--", "+")
    assert (state.turn, moves(state)) == (2, ["t1.12-6", "t2.12-6", "m.12-6"])
    state = play(state, "t1.12-6", "+")
    assert (state.turn, moves(state)) == (0, ["t1.6-11"])
    state = play(state, "t1.6-11")
    assert state.table.marked == (False, True, False)


def test_playing_elsewhere_leaves_the_marker() -> None:
    """Reference: playing on the Mexican Train does not remove the marker."""
    state = deal("12-9 12-5 5-1 1-0", "5-4 8-3", boneyard="7-7 12-2")
    state = play(state, "t0.12-9", "+", "--", "m.12-5", "m.5-4")

    assert state.table.marked == (False, True)
    state = play(state, "+", "t1.12-2")
    assert (state.turn, state.table.marked) == (1, (False, True))
    state = deal("12-9 9-1 1-0", "5-4 8-3", boneyard="7-7 12-2")
    state = play(state, "t0.12-9", "+", "--", "t0.9-1", "+", "t1.12-2")
    assert state.table.marked == (False, False)


def test_seat_that_can_play_must() -> None:
    """Cardinal: "If a player has a tile that is playable, he MUST play that tile"."""
    state = deal("12-9 8-1", "5-4 6-3", boneyard="7-7")

    for word, why in (("--", "may not pass"), ("+", "may not draw"), ("t0.8-1", "open arms are")):
        with pytest.raises(dc.IllegalMoveError, match=why):
            state.play(word)


def test_first_turn_may_be_bound_to_the_own_train() -> None:
    """wikiHow: nobody plays elsewhere before the first tile of the own train; Cardinal alike."""
    state = deal("12-9 8-1", "12-4 6-3", boneyard="7-7", first_turn="own")

    assert moves(state) == ["t0.12-9"]


def test_first_turn_may_lay_a_whole_train() -> None:
    """Hathaway, HTF 76098: on the first turn as many matching dominoes as there are.

    A double at the end has no effect until all have had their first turn; then it is covered.
    """
    state = deal("12-9 9-4 4-4 8-1", "12-3 3-2 4-1", boneyard="7-7 10-8", first_turn="train")
    state = play(state, "t0.12-9")

    assert (state.turn, moves(state)) == (0, ["t0.9-4", "--"])
    state = play(state, "t0.9-4", "t0.4-4", "--")
    assert (state.turn, state.table.marked) == (1, (False, False))
    state = play(state, "t1.12-3", "t1.3-2", "--")
    assert (state.turn, state.ends, moves(state)) == (0, (4,), ["+"])
    assert moves(play(state, "+", "--")) == ["t0.4-1"]


# ---- doubles ----


def test_double_is_covered_by_its_seat_or_by_the_next() -> None:
    """A seat that plays 7-7 is still to move: it covers it, else draws, else passes and marks.

    The others may only play on the double that is not covered.
    """
    state = deal("12-7 7-7 5-1 5-2", "12-3 7-2 6-0", boneyard="9-9 10-10 7-6")
    state = play(state, "t0.12-7", "t1.12-3", "t0.7-7")

    assert (state.turn, state.ends, moves(state)) == (0, (7,), ["+"])
    state = play(state, "+")
    assert (state.turn, moves(state)) == (0, ["--"])
    state = play(state, "--")
    assert (state.turn, state.table.marked, moves(state)) == (1, (True, False), ["t0.7-2"])
    state = play(state, "t0.7-2")
    assert (state.turn, moves(state)) == (0, ["t0.2-5"])


def test_double_covered_at_once_ends_the_turn() -> None:
    """mexicantrain.com: normal play continues when the double is covered."""
    state = deal("12-7 7-7 7-1 5-2", "12-3 7-2 6-0")
    state = play(state, "t0.12-7", "t1.12-3", "t0.7-7")

    assert moves(state) == ["t0.7-1"]
    assert play(state, "t0.7-1").turn == 1


def test_several_doubles_may_stay_open() -> None:
    """Hathaway after pagat: a double and any further tile; open doubles are covered in order."""
    hands = "12-7 12-4 7-7 4-4 3-1 9-0", "12-3 8-2 6-0 6-1"
    state = deal(*hands, boneyard="9-9 7-5 10-10", doubles="several")
    state = play(state, "t0.12-7", "t1.12-3", "m.12-4", "+", "--", "t0.7-7")

    assert moves(state) == ["t1.3-1", "m.4-4"]
    state = play(state, "m.4-4", "t1.3-1")
    assert (state.turn, state.table.doubles, state.ends) == (1, (0, 2), (7,))
    state = play(state, "+")
    assert moves(state) == ["t0.7-5"]
    assert play(state, "t0.7-5").ends == (4,)


def test_last_tile_may_be_a_double() -> None:
    """Didcot, Moltheavy: the game ends even if the last tile is a double; or it is covered."""
    hands = "12-7 7-7", "12-3 7-2 6-0"
    state = play(deal(*hands, boneyard="7-6"), "t0.12-7", "t1.12-3", "t0.7-7")

    assert state.outcome == dc.Outcome(dc.Ending.OUT, 0, 0, (0, 15))
    state = deal(*hands, boneyard="9-9 7-6", out_on_double=False)
    state = play(state, "t0.12-7", "t1.12-3", "t0.7-7")
    assert (state.turn, state.hand_sizes, moves(state)) == (0, (0, 2), ["+"])
    state = play(state, "+", "--")
    assert (state.turn, state.hand_sizes, moves(state)) == (1, (1, 2), ["t0.7-2"])


def test_first_train_may_end_the_round_with_a_double() -> None:
    """Settled in the README: a double at the end of a first train binds nobody then."""
    options = {"first_turn": "train", "doubles": "several", "out_on_double": False}
    state = play(deal("12-7 7-7", "12-3 7-2", boneyard="7-6", **options), "t0.12-7", "t0.7-7")

    assert state.outcome == dc.Outcome(dc.Ending.OUT, 0, 0, (0, 24))


@pytest.mark.parametrize(
    ("rule", "after"), [("binds", (0, ["+"])), ("ends", (None, [])), ("frees", (1, ["t1.3-1"]))]
)
def test_double_that_no_tile_can_cover(rule: str, after: tuple[int | None, list[str]]) -> None:
    """Settled in the README: it binds, ends the round, or counts as covered.

    All other sevens are taken to lie when 7-7 is laid.
    """
    state = deal("12-7 7-7 5-1", "12-3 3-1", boneyard="5-2", dead_double=rule)
    state = play(state, "t0.12-7", "t1.12-3")
    down = state.table.down | dc.TileSet(f"{n}-7" for n in range(13) if n != 7)
    state = replace(state, table=replace(state.table, down=down)).play("t0.7-7")

    assert (state.turn, moves(state)) == after
    if rule == "ends":
        assert state.outcome == dc.Outcome(dc.Ending.BLOCKED, 1, 1, (6, 4), 0)


# ---- the end ----


def test_round_is_blocked_when_all_pass_on_the_table_as_it_is() -> None:
    """Moltheavy: nobody can play, nothing is left to draw: all pass, and the round ends.

    A pass that puts a marker opens a train, so the others are asked again.
    """
    state = deal("12-9 1-0", "5-4 9-8 2-0", leader=0)
    state = play(state, "t0.12-9", "--")
    assert (state.turn, moves(state)) == (0, ["--"])
    state = play(state, "--")
    assert (state.turn, moves(state)) == (1, ["t0.9-8"])
    state = play(state, "t0.9-8", "--", "--")

    assert state.outcome == dc.Outcome(dc.Ending.BLOCKED, 0, 0, (1, 11), 1)


def test_equal_lowest_hands_win_no_blocked_round() -> None:
    """Nobody wins the round; the penalties count."""
    state = play(deal("12-9 3-0", "2-1"), "t0.12-9", "--", "--", "--")

    assert state.outcome == dc.Outcome(dc.Ending.BLOCKED, None, None, (3, 3), 0)


def test_pips_left_are_penalties() -> None:
    """mexicantrain.com: each dot is a point, the fewest win."""
    state = play(deal("12-9", "2-1 0-0", "6-6"), "t0.12-9")
    assert state.outcome == dc.Outcome(dc.Ending.OUT, 0, 0, (0, 3, 12))

    state = play(deal("12-9", "2-1 0-0", "6-6", double_blank=50), "t0.12-9")
    assert state.points == (0, 53, 12)
