# SPDX-License-Identifier: MIT
"""Worked cases of the five games, played by the library: the vectors and the cases beside them.

The same vectors hold the oracle in `test_oracle.py`; here they go through the public interface.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore import Ending, Match, Outcome, RoundEnd, Rules, RulesError, State, Tile, TileSet

VECTORS = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text("utf-8"))
GAMES = {"000": "aberto", "001": "latin", "002": "bode", "003": "fives", "004": "draw"}
ARMS = {"R": ">", "L": "<", "U": "^", "D": "v"}
SPINNER: Mapping[str, Any] = {"spinner": "first_double", "ends_divisors": (5,)}
# The last 3 closes this line: when 5-3 joins on the left, both ends show 3 and no 3 is left.
THREES = "3-0 <0-2 <2-3 <3-3 <3-1 <1-6 <6-3 <3-4 <4-5"


def vectors(kind: str) -> list[Any]:
    """Give the vectors of a kind as parameters."""
    return [pytest.param(v, id=v["id"]) for v in VECTORS if v["type"] == kind]


def game(vector: dict[str, Any]) -> dc.Variant:
    """Give the game of a vector, for as many seats as it has hands."""
    name = GAMES[vector["seed"]]
    if name == "aberto":
        return dc.variant(name)
    pairs = {"pairs": True} if vector.get("teams") else {}
    return dc.variant(name, seats=len(vector["hands"]), **pairs)


def deal(variant: dc.Variant, hands: Sequence[str], boneyard: str = "", **given: Any) -> State:
    """Deal these hands; tiles that are named nowhere are out of play."""
    rest = variant.rules.tiles - TileSet.parse(" ".join([*hands, boneyard]))
    return variant.deal(hands=hands, boneyard=boneyard, exclude=tuple(rest), **given)


def position(rules: Rules, layout: str, *hands: str, **given: Any) -> State:
    """Set tiles on the table, seat 0 to move; tiles that are named nowhere are out of play."""
    given = {"boneyard": "-", **given}
    return State.setup(rules, layout=layout, hands=hands, turn=0, partial=True, **given)


def laid(words: Sequence[str]) -> str:
    """Turn tiles like `6-2@L` to the layout they make, looking for the half that joins."""
    rules = Rules(**SPINNER)
    layout = words[0]
    for word in words[1:]:
        tile, arm = word.split("@")
        a, b = tile.split("-")
        for text in (f"{ARMS[arm]}{a}-{b}", f"{ARMS[arm]}{b}-{a}"):
            try:
                position(rules, f"{layout} {text}", "-", "-")
            except RulesError:
                continue
            layout += f" {text}"
            break
        else:
            raise AssertionError(f"{word} does not join {layout}")
    return layout


def named(state: State) -> list[str]:
    """Give the placements as the vectors name them: high half first, `@`, the arm; no claims."""
    symbols = {symbol: arm for arm, symbol in ARMS.items()} | {"*": "*"}
    texts = {str(move).removesuffix("!") for move in state.moves}
    return sorted(f"{Tile.parse(text[1:])}@{symbols[text[0]]}" for text in texts)


@pytest.mark.parametrize("vector", vectors("opening"))
def test_opening(vector: dict[str, Any]) -> None:
    """The opening names the leader and the tiles that may be led."""
    state = deal(game(vector), vector["hands"], vector.get("stock", ""))
    assert state.turn == vector["expect"]["player"]
    assert named(state) == sorted(vector["expect"]["legal"])


@pytest.mark.parametrize("vector", vectors("legal"))
def test_legal(vector: dict[str, Any]) -> None:
    """The placements of a hand on a layout."""
    rules = Rules(spinner={"none": "none", "first": "first_double"}[vector["spinner"]])
    layout = vector["layout"] if rules.spinner == "none" else laid(vector["layout"].split())
    if rules.spinner == "none" and "@" in layout:
        layout = laid(layout.split())
    assert named(position(rules, layout, vector["hand"], "-")) == sorted(vector["expect"])


@pytest.mark.parametrize("vector", vectors("counts"))
def test_counts(vector: dict[str, Any]) -> None:
    """The sum of the open ends after each tile."""
    count = {"standard": "until_two_sides", "sniff": "exposed_halves"}[vector["count"]]
    rules = Rules(**SPINNER, spinner_count=count)
    words = vector["plays"].split()
    sums = [position(rules, laid(words[: n + 1]), "-", "-").ends_sum for n in range(len(words))]
    assert sums == vector["expect"]


@pytest.mark.parametrize("vector", vectors("settle"))
def test_settle(vector: dict[str, Any]) -> None:
    """The points of a round that is out or blocked."""
    outcome = game(vector).rules.settle(
        vector["event"], vector["who"], vector["hands"], leader=vector.get("lead", 0)
    )
    expect = vector["expect"]
    assert list(outcome.points) == (list(expect.values()) if isinstance(expect, dict) else expect)


@pytest.mark.parametrize("vector", vectors("draw"))
def test_draw(vector: dict[str, Any]) -> None:
    """A seat that cannot play draws until a tile fits and must play that tile."""
    rules = dc.variant("aberto").rules
    hands = [vector["hand"], "6-6", "5-5", "4-4"]
    state = position(rules, vector["layout"], *hands, boneyard=vector["stock"])
    draws = 0
    while [str(move) for move in state.moves] == ["+"]:
        state = state.play("+")
        draws += 1
    expect = vector["expect"]
    assert (draws, named(state)) == (expect["draws"], expect["then_legal"])
    state = state.play(state.moves[0])
    assert len(state.hand(0)) == expect["hand_after_play"]
    assert state.boneyard_size == expect["stock_left"]


# ---- dead layouts with tiles left ----


def kill(rules: Rules, *hands: str, boneyard: str) -> Outcome:
    """Let seat 0 play 5-3 and kill the layout; then all draw and pass as they must."""
    state = position(rules, THREES, f"5-3 {hands[0]}", *hands[1:], boneyard=boneyard)
    state = state.play("<5-3")
    while not state.is_over:
        state = state.play(state.moves[0])
    assert state.outcome is not None
    return state.outcome


@pytest.mark.parametrize(("dead_layout", "points"), [("end_now", (9, 0)), ("drain", (30, 0))])
def test_aberto_dead_layout(dead_layout: str, points: tuple[int, int]) -> None:
    """Pairs hold 5 and 9: at once that is 9 points; drained, P1 takes 21 and it is 30."""
    rules = dc.variant("aberto", dead_layout=dead_layout).rules
    outcome = kill(rules, "2-2", "2-1", "1-0", "4-2", boneyard="6-5 6-4")
    assert (outcome.ending, outcome.side, outcome.points) == (Ending.BLOCKED, 0, points)


@pytest.mark.parametrize(("dead_layout", "points"), [("end_now", (0, 5, 4)), ("drain", (0, 26, 4))])
def test_bode_fish_with_market(dead_layout: str, points: tuple[int, int, int]) -> None:
    """P0 sets the fish and counts nothing; drained, P1 takes the 21 of the market."""
    rules = dc.variant("bode", dead_layout=dead_layout).rules
    outcome = kill(rules, "4-4 1-0", "5-0", "4-0", boneyard="6-5 6-4")
    assert (outcome.blocker, outcome.points) == (0, points)


@pytest.mark.parametrize(
    ("game", "points"), [("latin", (0, 4)), ("draw", (20, 0)), ("fives", (0, 0))]
)
def test_other_dead_layouts(game: str, points: tuple[int, int]) -> None:
    """latin ends at once: 4 to 3; draw draws on: 4 to 24; fives has no bonus for a block."""
    rules = dc.variant(game, seats=2).rules
    outcome = kill(rules, "2-2", "2-1", boneyard="6-5 6-4")
    assert (outcome.ending, outcome.points) == (Ending.BLOCKED, points)


# ---- who leads next, and the end of a match ----


def test_fives_after_a_block() -> None:
    """P1 won round 1 and leads round 2, any tile; blocked, round 3 opens like the first."""
    fives = dc.variant("fives")
    won = deal(fives, ["6-6 3-3", "6-1"]).play("*6-6").play(">6-1")
    assert won.next_lead() == 1
    second = deal(fives, ["4-4 3-2", "6-6 5-5"], leader=1, first=False)
    assert [str(move) for move in second.moves] == ["*5-5", "*5-5!", "*6-6"]
    blocked = second.play("*6-6")
    assert blocked.outcome is not None
    assert (blocked.outcome.ending, blocked.points) == (Ending.BLOCKED, (0, 0))
    assert blocked.next_lead() is None
    third = deal(fives, ["4-4 3-2", "6-6 5-5"])
    assert [str(move) for move in third.moves] == ["*6-6"]


def test_fives_lots() -> None:
    """Lots of 6-2 and 5-3 are equal in pips: the 6 decides; hands and boneyard stay as they are."""
    hands = ["6-0 5-2 4-3 6-1 5-1 3-2 4-0", "6-5 6-4 6-3 5-4 5-0 4-2 4-1"]
    boneyard = "6-2 5-3 0-0 1-1 2-2 3-3 4-4 5-5 6-6 3-1 3-0 2-1 2-0 1-0"
    state = deal(dc.variant("fives"), hands, boneyard)
    assert (state.turn, state.opened_by, len(named(state))) == (0, 1, 7)
    assert (state.hand_sizes, state.boneyard_size) == ((7, 7), 14)


def test_fives_target_at_once() -> None:
    """90 and a play of 10 end the match: the last tile earns no bonus. 80 and 10 do not."""
    fives = dc.variant("fives")
    over = deal(fives, ["6-4", "5-5 3-3"], leader=0, scores=[90, 0]).play("*6-4!").outcome
    assert over is not None
    assert (over.ending, over.side, over.points) == (Ending.TARGET, 0, (10, 0))
    out = deal(fives, ["6-4", "5-5 3-3"], leader=0, scores=[80, 0]).play("*6-4!").outcome
    assert out is not None
    assert (out.ending, out.points) == (Ending.OUT, (25, 0))


def test_fives_unclaimed_points_are_lost() -> None:
    """The same placement scores with its mark and not without; a false claim is no move."""
    fives = dc.variant("fives")
    state = deal(fives, ["6-6 6-0 1-1", "6-2 6-3 5-5"]).play("*6-6").play("<6-2").play(">6-0")
    assert state.play("^6-3").points == (0, 0)
    assert state.play("^6-3!").points == (0, 5)
    with pytest.raises(dc.IllegalMoveError):
        deal(fives, ["6-6 6-0", "6-2 6-3"]).play("*6-6!")


@pytest.mark.parametrize("name", ["bode", "draw"])
def test_every_round_opens_like_the_first(name: str) -> None:
    """Whoever won, the opening names the leader of the next round."""
    match = Match(name, seed=5)
    while not match.rounds:
        match = match.play(match.state.moves[0])
    assert match.last is not None
    assert match.last.next_lead() is None
    assert match.state.opened_by >= 0


@pytest.mark.parametrize("name", ["aberto", "latin"])
def test_the_next_seat_leads_the_next_round(name: str) -> None:
    """Whoever won, the seat after the previous leader leads, any of its tiles."""
    match = Match(name, seed=5)
    while not match.rounds:
        match = match.play(match.state.moves[0])
    assert match.leader == (match.rounds[0].leader + 1) % 4
    assert len(match.state.moves) == match.state.hand_sizes[match.leader]


@pytest.mark.parametrize(
    ("name", "target", "wins"),
    [
        ("aberto", 50, "high"),
        ("latin", 100, "high"),
        ("bode", 101, "low"),
        ("fives", 100, "high"),
        ("draw", 100, "high"),
    ],
)
def test_a_match_ends_at_its_target(name: str, target: int, wins: str) -> None:
    """A match runs until a total reaches the target; the best totals win, bode's the lowest."""
    match = Match(name, seed=11)
    while not match.is_over:
        assert max(match.scores) < target
        match = match.play(match.state.moves[-1 if name == "fives" else 0])
    assert max(match.scores) >= target
    best = max(match.scores) if wins == "high" else min(match.scores)
    assert match.winners == tuple(s for s, total in enumerate(match.scores) if total == best)


def test_bode_goes_on_below_its_target() -> None:
    """100 is not 101: the match runs on; all at or past the target lose, not only the highest."""
    match = Match("bode", seed=3, scores=(100, 100, 0))
    assert not match.is_over
    while not match.is_over:
        match = match.play(match.state.moves[0])
    assert match.losers == tuple(s for s, total in enumerate(match.scores) if total >= 101)
    assert match.winners == (match.scores.index(min(match.scores)),)


# ---- rules that score by a function ----

TOLD: list[RoundEnd] = []


def remember(end: RoundEnd) -> Sequence[int]:
    """Keep what the function is told; a point for each tile that the others hold."""
    TOLD.append(end)
    return [sum(map(len, end.hands)) if side == end.seat else 0 for side in range(2)]


def test_what_a_scoring_function_is_told() -> None:
    """Each field of the round's end is right, and the points of the round come from the answer."""
    TOLD.clear()
    rules = Rules(score_round=remember)
    hands = ["6-6 3-3", "6-1"]
    rest = rules.tiles - TileSet.parse(" ".join(hands))
    state = State.deal(
        rules, hands=hands, boneyard="", exclude=tuple(rest), leader=0, scores=[3, 4], round=2
    )
    over = state.play("*6-6").play(">6-1")
    assert over.points == (0, 1)
    (end,) = TOLD
    assert end == RoundEnd(
        rules=rules,
        ending=Ending.OUT,
        seat=1,
        leader=0,
        hands=over.hands,
        last_move=dc.Move(">6-1"),
        ends_before=(6, 6),
        ends_after=over.ends,
        passes=0,
        round_number=2,
        scores=(3, 4),
    )
    with pytest.raises(dc.NotNativeError, match="settle only played rounds"):
        rules.settle("out", 0, hands)


def test_a_scoring_function_is_told_who_blocked() -> None:
    """In a blocked round the seat is the one that placed the last tile."""
    TOLD.clear()
    rules = Rules(score_round=remember)
    rest = rules.tiles - TileSet.parse("6-6 3-3 5-4")
    state = State.deal(rules, hands=["6-6 3-3", "5-4"], boneyard="", exclude=tuple(rest), leader=0)
    over = state.play("*6-6")
    assert (over.is_over, over.points) == (True, (2, 0))
    assert [(end.ending, end.seat) for end in TOLD] == [(Ending.BLOCKED, 0)]


def test_only_who_is_out_can_have_gone_out() -> None:
    """Settling an end that cannot be, a seat that went out with tiles in hand, is refused."""
    with pytest.raises(RulesError, match="seat 1 has not gone out: it holds 5-5"):
        Rules().settle("out", 1, ["", "5-5"])
    pairs = Rules(seats=4, sides=(0, 1, 0, 1), out="side")
    with pytest.raises(RulesError, match="seat 2 has not gone out: it holds 2-1"):
        pairs.settle("out", 0, ["", "5-5", "2-1", "4-4"])
    with pytest.raises(TypeError, match="seat is a whole number, got True"):
        Rules().settle("blocked", True, ["6-6", "5-5"])


@pytest.mark.parametrize(
    "given", [None, 5, [1], [1, 2, 3], [10**12, 0], [0, -(10**12)], [1.5, 2], ["1", "2"]], ids=str
)
def test_a_scoring_function_that_gives_nonsense_is_named(given: Any) -> None:
    """What is not one sensible number a side is an error that shows it."""
    rules = Rules(seats=2, hand_size=1, score_round=lambda end: given)
    state = State.deal(rules, hands=["6-6", "5-5"], boneyard=None, leader=0)
    with pytest.raises(RulesError, match="score_round gives each of 2 sides a number"):
        state.play("*6-6")


@pytest.mark.parametrize(("points", "good"), [(10_000_000, True), (10_000_001, False)])
def test_a_scoring_function_gives_ten_million_at_most(points: int, good: bool) -> None:
    """Up to ten million are points of a round, to a side or against it; one more are refused."""
    for given in ((points, 0), (0, -points)):
        rules = Rules(hand_size=1, target=None, score_round=lambda end, given=given: given)
        state = State.deal(rules, hands=["6-6", "5-5"], boneyard=None, leader=0)
        if good:
            assert state.play("*6-6").points == given
        else:
            with pytest.raises(RulesError, match="a number up to 10000000"):
                state.play("*6-6")


def test_a_tie_past_the_target_is_played_on() -> None:
    """Who was past the target before, with match_end="immediate", has to score again to end it."""
    rules = Rules(
        target=10, match_end="immediate", match_tie="extra_round", ends_divisors=(5,), hand_size=2
    )
    hands = ["6-4 1-0", "6-1 0-0"]
    state = State.deal(rules, hands=hands, leader=0, scores=(20, 20))
    assert state.play("*1-0").outcome is None
    ended = state.play("*6-4").outcome
    assert ended is not None
    assert (ended.ending, ended.side, ended.points) == (Ending.TARGET, 0, (10, 0))


def test_a_bonus_for_passes_reaches_the_target() -> None:
    """Points that a pass earns end the round like others: 25 of 5 with the first pass."""
    rules = Rules(hand_size=2, bonus_first_pass=25, target=5, match_end="immediate")
    state = State.deal(
        rules,
        hands=["6-6 1-0", "5-5 4-4"],
        leader=0,
        exclude=rest_of("6-6 1-0 5-5 4-4 6-1"),
        boneyard="6-1",
    )
    state = state.play("*6-6")
    assert state.is_over


@pytest.mark.parametrize(("target", "over"), [(100, False), (25, True)])
@pytest.mark.parametrize("bonus", ["bonus_first_pass", "bonus_round_pass"])
def test_a_bonus_below_the_target_ends_nothing(bonus: str, target: int, over: bool) -> None:
    """A pass earns 25, for the first or for all that pass: of 100 the round goes on."""
    rules = Rules(hand_size=2, target=target, match_end="immediate").replace(**{bonus: 25})
    hands = ["6-6 6-1", "5-5 4-4"]
    state = State.deal(rules, hands=hands, leader=0, boneyard="5-1",
                       exclude=rest_of("6-6 6-1 5-5 4-4 5-1"))  # fmt: skip
    state = state.play("*6-6").play("--")
    assert (state.is_over, state.points) == (over, (25, 0))


def rest_of(text: str) -> list[Tile]:
    """All other tiles of the double-six set."""
    return list(TileSet.double(6) - TileSet.parse(text))
