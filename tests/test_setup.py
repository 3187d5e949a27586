# SPDX-License-Identifier: MIT
"""Positions: rounds set up with tiles already on the table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dominocore import (
    Ending,
    Move,
    NotationError,
    NotNativeError,
    RoundEnd,
    Rules,
    RulesError,
    State,
    Tile,
    TileSet,
    _native,
)
from dominocore._native import ffi, lib

RULES = Rules(target=None)
DRAWING = Rules(draw="until_playable", target=None)
HANDS = ["6-6 2-1", "5-5 1-1"]


def test_a_position_as_it_was_laid() -> None:
    """The tiles lie in the order they came down, the rest of the set is left to draw."""
    state = State.setup(RULES, layout="6-1 <1-2 >6-3", hands=["6-6 3-1", "5-5 2-0"], turn=1)
    assert state.ends == (3, 2) and state.played == TileSet(["6-1", "2-1", "6-3"])
    assert state.hands == (TileSet(["6-6", "3-1"]), TileSet(["5-5", "2-0"]))
    assert state.turn == 1 and state.last == 0 and state.leader == 0 and state.phase == "play"
    table = TileSet(["6-1", "2-1", "6-3"])
    assert state.boneyard == tuple(RULES.tiles - table - state.hands[0] - state.hands[1])
    assert state.points == (0, 0) and state.history == ()
    assert [str(move) for move in state.moves] == ["<2-0"]


def test_the_lead_may_leave_out_its_mark() -> None:
    """`6-1` and `*6-1` lead alike; a list of moves and texts does as well as a text."""
    states = [
        State.setup(RULES, layout=layout, hands=HANDS)
        for layout in ("6-1 >6-3", "*6-1 >6-3", ["6-1", ">6-3"], ["*6-1", ">6-3"])
    ]
    assert len(set(states)) == 1


def test_an_empty_table_is_a_lead() -> None:
    """Without a layout the seat on turn leads any tile."""
    state = State.setup(RULES, hands=HANDS, turn=1)
    assert state.phase == "lead" and [str(m) for m in state.moves] == ["*1-1", "*5-5"]


def test_a_position_goes_on_like_a_round_that_was_played() -> None:
    """Set up from the table and hands of a played round, the rest of the round is the same."""
    rng = random.Random(3)
    for seed in range(40):
        played = State.deal(DRAWING, seed=seed, leader=0)
        for _ in range(rng.randrange(1, 12)):
            if not played.is_over:
                played = played.play(rng.choice(played.moves))
        if played.is_over or played.observe(played.turn).drawn is not None:
            continue
        laid = [move for _, move in played.history if move.is_placement]
        state = State.setup(
            DRAWING, layout=laid, hands=played.hands, turn=played.turn, boneyard=played.boneyard
        )
        while not played.is_over:
            assert state.moves == played.moves and state.arms == played.arms
            assert state.hands == played.hands and state.boneyard == played.boneyard
            index = rng.randrange(len(played.moves))
            state, played = state.play(state.moves[index]), played.play(played.moves[index])
        outcome, expected = state.outcome, played.outcome
        assert outcome is not None and expected is not None
        assert (outcome.ending, outcome.side) == (expected.ending, expected.side)
        assert outcome.points == expected.points


def test_tiles_may_be_nowhere() -> None:
    """A partial position has only the tiles that are named."""
    state = State.setup(RULES, layout="6-1", hands=HANDS, partial=True)
    assert state.boneyard == ()
    state = State.setup(RULES, layout="6-1", hands=HANDS, boneyard="4-4 3-3", partial=True)
    assert state.boneyard == (Tile(4, 4), Tile(3, 3))


def test_who_placed_last_and_who_led() -> None:
    """Given seats are kept; left out, the seat before the one on turn placed the last tile."""
    rules = Rules(seats=4, hand_size=2)
    hands = ["6-6", "5-5 6-2", "4-4", "3-3"]
    state = State.setup(rules, layout="6-1", hands=hands, turn=1, last=3, leader=2)
    assert (state.turn, state.last, state.leader) == (1, 3, 2)
    assert State.setup(rules, layout="6-1", hands=hands, turn=0).last == 3


def test_points_and_round_that_it_starts_with() -> None:
    """Scores brought in and the number of the round are kept."""
    state = State.setup(RULES, layout="6-1", hands=HANDS, scores=[30, 7], round=4)
    assert state.scores == (30, 7) and state.round == 4 and state.points == (0, 0)


def test_a_blocked_position_is_over() -> None:
    """A layout where nobody can play is over at once, and settled."""
    state = State.setup(RULES, layout="6-1", hands=["3-3", "5-5 4-4"])
    assert state.is_over and state.turn is None and state.outcome is not None
    assert state.outcome.ending is Ending.BLOCKED
    assert state.outcome.blocker == 1 and state.outcome.points == (12, 0)


def test_spinners_and_cross_arms_are_laid() -> None:
    """A layout may open the arms of a spinner."""
    rules = Rules(spinner="first_double", target=None)
    state = State.setup(rules, layout="*6-6 >6-1 <6-2 ^6-3 v6-4", hands=["5-1", "4-1"])
    assert state.arms == {0: 1, 1: 2, 2: 3, 3: 4} and state.ends == (1, 2, 3, 4)


REFUSED = {
    "a half that does not join": {"layout": "6-1 <2-0"},
    "a half turned round": {"layout": "6-1 <3-1"},
    "an arm that is not open": {"layout": "6-1 ^6-3"},
    "a second lead": {"layout": "6-1 *3-3"},
    "a draw": {"layout": "6-1 +"},
    "a pass": {"layout": "6-1 --"},
    "a tile twice on the table": {"layout": "6-1 <1-3 <3-1"},
    "a tile on the table and in a hand": {"layout": "6-1 >6-6"},
    "a tile in two hands": {"layout": "6-1", "hands": ["6-6", "6-6"]},
    "a tile twice in a hand": {"layout": "6-1", "hands": ["6-6 6-6", "5-5"]},
    "a tile in a hand and the boneyard": {"layout": "6-1", "boneyard": "6-6"},
    "a tile on the table and in the boneyard": {"layout": "6-1", "boneyard": "6-1"},
    "tiles missing": {"layout": "6-1", "boneyard": "4-4"},
    "a foreign tile on the table": {"layout": "7-1"},
    "a foreign tile in a hand": {"layout": "6-1", "hands": ["7-7", "5-5"]},
    "one hand": {"layout": "6-1", "hands": ["6-6"]},
    "three hands": {"layout": "6-1", "hands": ["6-6", "5-5", "4-4"]},
    "a turn past the seats": {"layout": "6-1", "turn": 2},
    "a negative turn": {"layout": "6-1", "turn": -1},
    "a leader past the seats": {"layout": "6-1", "leader": 2},
    "a last seat past the seats": {"layout": "6-1", "last": 2},
    "too few scores": {"layout": "6-1", "scores": [1]},
    "huge scores": {"layout": "6-1", "scores": [0, -(1 << 40)]},
    "a negative round": {"layout": "6-1", "round": -1},
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_positions(case: str) -> None:
    """A position that cannot be is a RulesError."""
    arguments = {"hands": HANDS} | REFUSED[case]
    with pytest.raises(RulesError) as caught:
        State.setup(RULES, **arguments)
    assert str(caught.value)


@pytest.mark.parametrize("layout", ["6-1 x", "x", "6-1 6-6", "6-1 >255-255", "6-1 \0"])
def test_layouts_that_are_no_moves(layout: str) -> None:
    """A word of a layout that is no move is a NotationError."""
    with pytest.raises(NotationError):
        State.setup(RULES, layout=layout, hands=HANDS)


def test_what_is_no_list_of_tiles_or_moves_is_named() -> None:
    """Tiles, hands and layouts of another kind say what was got."""
    with pytest.raises(TypeError, match="tiles is a text or a list of tiles, got 66"):
        State.setup(RULES, hands=["6-6 2-1", 66])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="layout is a text or a list of moves, got 61"):
        State.setup(RULES, layout=[61], hands=HANDS)  # type: ignore[list-item]
    for hands in ("6-6 2-1", 7):
        with pytest.raises(RulesError, match="hands is a list with one hand a seat, got"):
            State.setup(RULES, hands=hands)  # type: ignore[arg-type]


def no_points(end: RoundEnd) -> tuple[int, ...]:
    """Give no points; a function that can be imported."""
    return (0,) * end.rules.n_sides


def test_a_function_cannot_score_a_position_that_is_over() -> None:
    """Both ends show a 0, and each tile with a 0 lies: nobody has made the last move that the
    function would be told of.
    """
    rules = Rules(max_pip=2, hand_size=1, target=None)
    told = {"layout": "0-0 >0-1 >1-2 >2-0", "hands": ["1-1", "2-2"], "boneyard": ""}
    assert State.setup(rules, **told).is_over
    with pytest.raises(NotNativeError, match="has no last move for score_round"):
        State.setup(rules.replace(score_round=no_points), **told)


def test_a_layout_that_cannot_be_laid_names_the_move() -> None:
    """The first move that does not join is named with its place."""
    with pytest.raises(RulesError, match="move 1 of the layout, >6-1, cannot be laid"):
        State.setup(RULES, layout=">6-1", hands=HANDS)
    with pytest.raises(RulesError, match="move 3 of the layout, <4-2, cannot be laid"):
        State.setup(RULES, layout="6-1 >6-3 <4-2", hands=HANDS, partial=True)


@pytest.mark.parametrize("hands", [["", ""], ["", "5-5"]])
def test_a_seat_that_has_to_lead_holds_a_tile(hands: list[str]) -> None:
    """A position in which the seat on turn has nothing to lead is refused."""
    with pytest.raises(RulesError, match="seat 0 has to lead and holds no tile"):
        State.setup(RULES, hands=hands, boneyard="", partial=True)


def test_a_position_whose_round_is_over_is_refused() -> None:
    """A seat that is out ends a round, so no position has one."""
    rest = [t for t in RULES.tiles if str(t) not in ("6-6", "6-5")]
    with pytest.raises(RulesError, match="seat 1 holds no tile, so the round would be over"):
        State.setup(RULES, layout="6-6", hands=["6-5", ""], boneyard=rest)


# ---- the core alone: what Python refuses before it asks ----


def core_deal(state: State) -> Any:
    """Copy the deal of a state for the core, as one that may have a layout."""
    deal = ffi.new("dmc_deal *")
    ffi.memmove(deal, _native.deal_bytes(state._round.c), ffi.sizeof("dmc_deal"))
    deal.set_up = 1
    return deal


def core_setup(state: State, deal: Any, *layout: int) -> int:
    """Set a round up by the rules of a state; give the code."""
    rules, out = state.rules._native, ffi.new("dmc_state *")
    return int(lib.dmc_state_setup(rules, deal, layout, len(layout), 0, out))


def test_a_tile_in_a_hand_does_not_lie_on_the_table() -> None:
    """The core sets no round up with a layout whose tile some seat holds, whichever seat it is."""
    state = State.deal(Rules(seats=3, hand_size=5), seed=1, leader=0)
    deal = core_deal(state)
    for hand in state.hands:
        tile = next(iter(hand))
        move = lib.dmc_tile_index(tile.high, tile.low) | lib.DMC_ARM_LEAD << 8
        assert core_setup(state, deal, move) == lib.DMC_ERR_DEAL


def test_a_double_lies_one_way_round() -> None:
    """A move says which half joins; of a double the core knows the one spelling alone."""
    state = State.setup(RULES, layout="6-1", hands=["5-5", "4-4"], boneyard="3-3", partial=True)
    lead, double = Move("*6-1").code, Move(">6-6").code
    assert core_setup(state, core_deal(state), lead, double) == lib.DMC_OK
    turned = double | lib.DMC_MOVE_LOW_JOINS
    assert core_setup(state, core_deal(state), lead, turned) == lib.DMC_ERR_BAD_LAYOUT


@pytest.mark.parametrize(("forced", "good"), [("6-6", True), ("5-5", False), ("0-0", False)])
def test_a_forced_lead_is_held_by_who_leads(forced: str, good: bool) -> None:
    """The core begins a round with a forced lead where the seat on turn holds the tile."""
    state = State.deal(Rules(opening=("highest_double",)), hands=["6-6 2-1", "5-5 1-1"])
    deal = core_deal(state)
    assert deal.forced == Tile(6, 6).index
    deal.forced = Tile.parse(forced).index
    assert core_setup(state, deal) == (lib.DMC_OK if good else lib.DMC_ERR_DEAL)
