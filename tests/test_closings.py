"""How a round closes: the kinds of closing, what they pay, and the bonuses beside them."""

from __future__ import annotations

from typing import Any

import pytest

import oracle
from dominocore import Ending, Rules, State, TileSet

POINTS = (
    ("simple", 1),
    ("double", 2),
    ("both_ends", 3),
    ("double_both_ends", 4),
    ("blocked", 5),
)
#: Layout, last tile, move, kind. Ends are named right then left.
CLOSINGS = [
    pytest.param("6-5 >6-4", "5-4", ">4-5", "both_ends", id="ends 4 and 5, 5-4 to the right"),
    pytest.param("6-5 >6-4", "5-4", "<5-4", "both_ends", id="ends 4 and 5, 5-4 to the left"),
    pytest.param("6-5", "5-1", "<5-1", "simple", id="ends 6 and 5, 5-1"),
    pytest.param("6-5 >6-4", "5-5", "<5-5", "double", id="ends 4 and 5, 5-5"),
    pytest.param("6-5 >6-1 >1-5", "5-5", ">5-5", "double_both_ends", id="ends 5 and 5, 5-5"),
    pytest.param("6-5 >6-1 >1-5", "5-4", "<5-4", "both_ends", id="ends 5 and 5, 5-4"),
]


def rules(**fields: Any) -> Rules:
    """Rules of two seats that pay by the kind of closing."""
    return Rules(score="closing", closing_points=POINTS, **fields)


def closed(rules: Rules, layout: str, last: str, move: str) -> State:
    """Seat 0 plays its last tile on a layout; seat 1 holds a tile that fits nowhere."""
    state = State.setup(rules, layout=layout, hands=[last, "3-2"], turn=0, partial=True)
    return state.play(move)


def points_of(state: State) -> tuple[int, ...]:
    """The points of a finished round."""
    assert state.outcome is not None
    return state.outcome.points


@pytest.mark.parametrize(("layout", "last", "move", "kind"), CLOSINGS)
def test_going_out_pays_by_its_kind(layout: str, last: str, move: str, kind: str) -> None:
    """The last tile, a double or not, and whether both ends took it, say what going out pays."""
    over = closed(rules(), layout, last, move)
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.side) == (Ending.OUT, 0)
    assert over.points == (dict(POINTS)[kind], 0)


@pytest.mark.parametrize(("layout", "last", "move", "kind"), CLOSINGS)
def test_settling_by_hand_pays_the_same(layout: str, last: str, move: str, kind: str) -> None:
    """`Rules.settle` told the kind gives the outcome of the round that was played."""
    over = closed(rules(), layout, last, move)
    assert rules().settle("out", 0, ["", "3-2"], closing=kind) == over.outcome


@pytest.mark.parametrize(("layout", "last", "move", "kind"), CLOSINGS)
def test_the_oracle_pays_the_same(layout: str, last: str, move: str, kind: str) -> None:
    """The oracle, written from the meaning of the kinds, has the same points."""
    fields = {"score": "closing", "closing_points": POINTS}
    hands = [[tuple(map(int, tile.split("-")))] for tile in (last, "3-2")]
    other = oracle.setup(fields, layout.split(), hands, turn=0, last=1)
    other.play(move)
    assert (other.ending, other.points) == ("out", [dict(POINTS)[kind], 0])


def test_a_block_pays_its_own_points_to_who_wins_it() -> None:
    """Seat 0 blocks with 6-3 and holds 7 pips to the 1 of seat 1, who wins and makes 5."""
    hands = ["6-3 5-2", "1-0"]
    state = State.setup(rules(), layout="6-6", hands=hands, turn=0, partial=True)
    over = state.play(">6-3")
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.side, over.outcome.blocker) == (Ending.BLOCKED, 1, 0)
    assert over.points == (0, 5)


def test_a_tied_block_pays_nobody() -> None:
    """Seats with 7 pips each: nobody wins the block, and nobody makes points."""
    tied = State.setup(rules(), layout="6-1", hands=["5-2", "4-3"], turn=1, last=0, partial=True)
    assert tied.outcome is not None
    assert (tied.outcome.side, tied.points) == (None, (0, 0))


def test_a_kind_that_is_not_listed_pays_nothing() -> None:
    """With points for doubles alone, a simple closing pays 0."""
    doubles = Rules(score="closing", closing_points=(("double", 2),))
    assert closed(doubles, "6-5", "5-1", "<5-1").points == (0, 0)
    assert closed(doubles, "6-5 >6-4", "5-5", "<5-5").points == (2, 0)


@pytest.mark.parametrize(("tile", "points"), [("5-1", 1), ("5-5", 2)])
def test_a_lead_that_goes_out_has_no_ends_to_fit(tile: str, points: int) -> None:
    """A hand of one tile: its lead closes the round, simple or with a double."""
    one = rules(hand_size=1)
    rest = one.tiles - TileSet([tile, "3-2"])
    state = State.deal(one, hands=[tile, "3-2"], boneyard="", exclude=tuple(rest), leader=0)
    assert state.play(f"*{tile}").points == (points, 0)


@pytest.mark.parametrize(("layout", "last", "move", "kind"), CLOSINGS)
def test_capicua_is_for_both_ends_alone(layout: str, last: str, move: str, kind: str) -> None:
    """The bonus for a tile that fits both ends never goes to a double."""
    bonus = 25 if kind == "both_ends" else 0
    over = closed(rules(bonus_capicua=25), layout, last, move)
    assert points_of(over) == (dict(POINTS)[kind] + bonus, 0)


def test_the_bonus_of_the_last_tile_adds_up() -> None:
    """5-4 at both ends: 3 for the closing, 25 for the capicua, 40 for the tile; 5-1 has none."""
    fields = rules(bonus_capicua=25, bonus_last_tile=(("5-4", 40), ("5-5", 7)))
    assert closed(fields, "6-5 >6-4", "5-4", ">4-5").points == (3 + 25 + 40, 0)
    assert closed(fields, "6-5", "5-1", "<5-1").points == (1, 0)
    assert closed(fields, "6-5 >6-4", "5-5", "<5-5").points == (2 + 7, 0)


def test_the_side_of_who_goes_out_makes_the_points() -> None:
    """In pairs the points are the side's."""
    pairs = rules(seats=4, sides=(0, 1, 0, 1))
    state = State.setup(
        pairs,
        layout="6-5 >6-4",
        hands=["3-2", "3-1", "3-0", "5-4"],
        turn=3,
        partial=True,
    )
    assert state.play(">4-5").points == (0, 3)
