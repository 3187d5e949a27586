# SPDX-License-Identifier: MIT
"""The games that come with the library: their fields as facts, and worked cases of their rules.

The five games are held to their rule texts field by field; what is not written here is at its
default. Every other game has cases from the source that its docstring names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import dominocore as dc
from dominocore import Ending, RulesError, State, TileSet
from dominocore.rules import DEFAULTS, FIELDS

PAIRS = (0, 1, 0, 1)


def deal(name: str, *hands: str, boneyard: str = "", **options: Any) -> State:
    """Deal these hands; tiles that are named nowhere are out of play."""
    variant = dc.variant(name, **{k: v for k, v in options.items() if k not in ("leader", "first")})
    given = {k: v for k, v in options.items() if k in ("leader", "first")}
    named = TileSet.parse(" ".join([*hands, boneyard]))
    rest = variant.rules.tiles - named
    return variant.deal(hands=hands, boneyard=boneyard, exclude=tuple(rest), **given)


def on_table(name: str, layout: str, *hands: str, **options: Any) -> State:
    """Set tiles on the table, seat 0 to move; tiles that are named nowhere are out of play."""
    given = {k: options.pop(k) for k in ("boneyard", "leader", "last") if k in options}
    rules = dc.variant(name, **options).rules
    held = [*hands, *["-"] * (rules.seats - len(hands))]
    boneyard = given.pop("boneyard", "-")
    return State.setup(
        rules, layout=layout, hands=held, turn=0, boneyard=boneyard, partial=True, **given
    )


def play(state: State, *moves: str) -> State:
    """Play moves one after the other."""
    for move in moves:
        state = state.play(move)
    return state


def moves(state: State) -> set[str]:
    """Give the legal moves as texts."""
    return {str(move) for move in state.moves}


# ---- the five games, field by field ----

FIVE: Mapping[tuple[str, tuple[tuple[str, Any], ...]], Mapping[str, Any]] = {
    ("aberto", ()): {
        "seats": 4,
        "sides": PAIRS,
        "hand_size": 5,
        "opening": ("highest_double", "highest_tile"),
        "later": "next",
        "draw": "until_playable",
        "dead_layout": "end_now",
        "blocked_winner": "lowest_side",
        "blocked_tie": "blocker_loses",
        "points_from": "opponents",
        "minus_own": False,
        "target": 50,
    },
    ("latin", ()): {
        "seats": 4,
        "sides": None,
        "hand_size": 7,
        "opening": ("highest_double", "highest_tile"),
        "later": "next",
        "draw": "until_playable",
        "dead_layout": "end_now",
        "blocked_winner": "lowest_side",
        "blocked_tie": "nearest_lead",
        "points_from": "opponents",
        "minus_own": False,
        "target": 100,
    },
    ("latin", (("pairs", True),)): {
        "seats": 4,
        "sides": PAIRS,
        "hand_size": 7,
        "opening": ("highest_double", "highest_tile"),
        "later": "next",
        "draw": "until_playable",
        "dead_layout": "end_now",
        "blocked_winner": "lowest_side",
        "blocked_tie": "nearest_lead",
        "points_from": "all",
        "minus_own": False,
        "target": 100,
    },
    ("bode", ()): {
        "seats": 3,
        "hand_size": 7,
        "opening": ("doubles 0 6 5 4 3 2 1", "highest_tile"),
        "later": "opening",
        "draw": "until_playable",
        "dead_layout": "drain",
        "blocked_winner": "none",
        "score": "penalties",
        "minus_own": False,
        "blocker_exempt": True,
        "target": 101,
        "wins": "low",
    },
    ("fives", ()): {
        "seats": 2,
        "hand_size": 7,
        "opening": ("highest_double", "lots"),
        "later": "winner",
        "after_block": "opening",
        "lot_tile": "returned",
        "spinner": "first_double",
        "spinner_arms": 4,
        "arms_open": "both_sides",
        "draw": "none",
        "dead_layout": "drain",
        "blocked_winner": "none",
        "points_from": "opponents",
        "minus_own": False,
        "rounding": "down 5",
        "rounding_per_hand": False,
        "ends_divisors": (5,),
        "ends_points": "sum",
        "double_tip": "full",
        "spinner_count": "until_two_sides",
        "opening_counts": "full",
        "claim": "required",
        "target": 100,
        "match_end": "immediate",
    },
    ("draw", ()): {
        "seats": 2,
        "hand_size": ((2, 7), (3, 5), (4, 5)),
        "opening": ("highest_double", "heaviest_hand"),
        "later": "opening",
        "draw": "until_playable",
        "dead_layout": "drain",
        "blocked_winner": "lowest_side",
        "blocked_tie": "none",
        "points_from": "opponents",
        "minus_own": True,
        "target": 100,
    },
    ("block", ()): {},
}


@pytest.mark.parametrize(("game", "fields"), FIVE.items(), ids=lambda x: str(x)[:24])
def test_fields(game: tuple[str, tuple[tuple[str, Any], ...]], fields: Mapping[str, Any]) -> None:
    """Every field is as the rule text says, and at its default where the text does not differ."""
    name, options = game
    rules = dc.variant(name, **dict(options)).rules
    assert {f: getattr(rules, f) for f in FIELDS} == {**DEFAULTS, **fields}


@pytest.mark.parametrize(
    ("name", "seats", "hand", "left"),
    [
        ("aberto", 4, 5, 8),
        ("latin", 2, 7, 14),
        ("latin", 3, 7, 7),
        ("latin", 4, 7, 0),
        ("bode", 2, 7, 14),
        ("bode", 3, 7, 7),
        ("bode", 4, 7, 0),
        ("fives", 2, 7, 14),
        ("fives", 3, 7, 7),
        ("fives", 4, 7, 0),
        ("draw", 2, 7, 14),
        ("draw", 3, 5, 13),
        ("draw", 4, 5, 8),
        ("block", 3, 7, 7),
        ("block", 5, 5, 3),
        ("muggins", 2, 7, 14),
        ("all-fives", 2, 9, 10),
        ("all-fives", 3, 7, 7),
        ("all-fives", 4, 5, 8),
        ("all-threes", 2, 9, 10),
        ("five-up", 2, 5, 18),
        ("five-up", 3, 5, 13),
        ("five-up", 4, 5, 8),
        ("sniff", 2, 7, 14),
        ("sniff", 3, 6, 10),
        ("sniff", 4, 5, 8),
        ("fives-and-threes", 2, 7, 14),
        ("fives-and-threes", 3, 5, 13),
        ("fives-and-threes", 4, 5, 8),
        ("matador", 2, 7, 14),
        ("matador", 3, 6, 10),
        ("matador", 4, 5, 8),
        ("cross", 2, 7, 14),
        ("cross", 3, 6, 10),
        ("cross", 4, 5, 8),
        ("cyprus", 4, 9, 19),
        ("cyprus", 5, 8, 15),
        ("cyprus", 6, 7, 13),
        ("cyprus", 7, 7, 6),
        ("cyprus", 8, 6, 7),
    ],
)
def test_hands(name: str, seats: int, hand: int, left: int) -> None:
    """How many tiles each seat is dealt, and how many are left, in the books."""
    options = {} if name == "aberto" else {"seats": seats}
    state = dc.variant(name, **options).deal(seed=1)
    assert [len(h) for h in state.hands] == [hand] * seats
    assert state.boneyard_size == left


@pytest.mark.parametrize("name", ["latin", "all-fives", "sniff", "five-up", "fives-and-threes"])
def test_pairs_sit_crosswise(name: str) -> None:
    """`pairs=True` makes seats 0 and 2 one side, 1 and 3 the other; only with four seats."""
    assert dc.variant(name, seats=4, pairs=True).rules.sides == PAIRS
    assert dc.variant(name, seats=4, pairs=False).rules.sides is None
    with pytest.raises(RulesError, match="pairs=True needs 4 seats, got 3"):
        dc.variant(name, seats=3, pairs=True)


@pytest.mark.parametrize("name", dc.variants)
def test_every_game_is_data(name: str) -> None:
    """The games that come with the library need no function of Python, and each has a summary."""
    variant = dc.variant(name)
    assert variant.rules.is_native
    assert variant.summary.endswith(".")
    assert len(variant.summary) <= 80


@pytest.mark.parametrize("name", dc.variants)
def test_a_field_wins_over_the_game(name: str) -> None:
    """Any field of the rules may be given besides a game's own options."""
    assert dc.variant(name, target=7).rules == dc.variant(name).rules.replace(target=7)


# ---- the five games at work ----


def test_aberto_next_leader() -> None:
    """Whoever wins, the seat after the previous leader leads, with any tile."""
    first = deal("aberto", "6-5", "6-6 1-0", "2-1", "3-1")
    assert (first.leader, moves(first)) == (1, {"*6-6"})
    over = play(first, "*6-6", "--", "--", ">6-5")
    assert over.outcome is not None
    assert (over.outcome.ending, over.outcome.seat, over.outcome.points) == (Ending.OUT, 0, (5, 0))
    assert over.next_lead() == 2


def test_aberto_leads_the_highest_tile_when_no_double_was_dealt() -> None:
    """Without a double the tile of most pips is led; it cannot be chosen."""
    state = deal("aberto", "5-4 6-2", "6-4 3-1", "6-3 2-1", "5-3 1-0")
    assert (state.turn, moves(state)) == (1, {"*6-4"})


@pytest.mark.parametrize(
    ("blocker", "points"),
    [(0, (0, 10)), (2, (0, 10)), (1, (10, 0)), (3, (10, 0))],
)
def test_aberto_tied_block(blocker: int, points: tuple[int, int]) -> None:
    """In a tied block the pair that blocked loses: the other one takes its pips."""
    rules = dc.variant("aberto").rules
    assert rules.settle("blocked", blocker, ["5-1", "6-1", "4-0", "3-0"]).points == points


def test_latin_counts_all_hands_in_pairs() -> None:
    """Alone the winner takes the opponents' pips, in pairs those of his partner as well."""
    hands = ["", "6-1", "5-1", "3-0"]
    assert dc.variant("latin").rules.settle("out", 0, hands).points == (16, 0, 0, 0)
    assert dc.variant("latin", pairs=True).rules.settle("out", 0, hands).points == (16, 0)
    assert dc.variant("latin", pairs=True, points_from="opponents").rules.settle(
        "out", 0, hands
    ).points == (10, 0)


def test_latin_tied_fecho() -> None:
    """Of tied seats the one nearest to the leader in play order wins: from P2 that is P3."""
    hands = ["5-4", "6-6 1-1", "6-5 6-3", "4-3 2-0"]
    outcome = dc.variant("latin").rules.settle("blocked", 0, hands, leader=2)
    assert (outcome.seat, outcome.points) == (3, (0, 0, 0, 43))


def test_bode_opens_with_the_double_blank() -> None:
    """0-0 comes first, then the doubles from 6-6 down, in every round."""
    state = deal("bode", "6-6 1-0", "0-0 2-1", "5-5 3-1")
    assert (state.turn, moves(state)) == (1, {"*0-0"})
    state = deal("bode", "1-1 1-0", "4-4 2-1", "5-5 3-1", first=False)
    assert (state.turn, moves(state)) == (2, {"*5-5"})


def test_bode_fish() -> None:
    """Who sets the fish counts nothing, even with the biggest hand; the others their own pips."""
    rules = dc.variant("bode").rules
    assert rules.settle("blocked", 0, ["6-6 6-5", "5-0", "4-0"]).points == (0, 5, 4)
    assert rules.settle("out", 1, ["6-6", "", "4-0"]).points == (12, 0, 4)


def test_fives_example() -> None:
    """6-6, 6-2, 6-0 and 6-3 make 12, 14, 2 and 2 + 0 + 3 = 5; then 3-5 down makes 10."""
    state = deal("fives", "6-6 6-0 6-5", "6-2 6-3 1-1")
    sums = []
    for move in ("*6-6", "<6-2", ">6-0", "^6-3!", "v6-5!"):
        state = state.play(move)
        sums.append(state.ends_sum)
    assert sums == [12, 14, 2, 5, 10]
    assert state.points[1] == 5


def test_fives_bonus_is_rounded_down() -> None:
    """23 pips left to the others are 20 points; a blocked round gives none."""
    rules = dc.variant("fives", seats=3).rules
    hands = ["", "6-6 1-0", "6-4"]
    assert rules.settle("out", 0, hands).points == (20, 0, 0)
    assert rules.settle("blocked", 0, ["2-0", *hands[1:]]).points == (0, 0, 0)


def test_draw_heaviest_hand() -> None:
    """Without a double the heaviest hand leads, with any of its tiles."""
    state = deal("draw", "2-1 3-1", "6-5 1-0", boneyard="0-0 1-1")
    assert (state.turn, moves(state)) == (1, {"*6-5", "*1-0"})


def test_draw_points() -> None:
    """The winner gains the others' pips less its own; a tie for the lowest gives nothing."""
    rules = dc.variant("draw", seats=3).rules
    assert rules.settle("blocked", 0, ["3-0", "6-4", "5-1"]).points == (13, 0, 0)
    assert rules.settle("blocked", 0, ["3-0", "2-1", "5-1"]).points == (0, 0, 0)


# ---- muggins ----


def test_muggins_example() -> None:
    """Foster's Complete Hoyle: 5-5 counts 10, 5-0 ten more, 0-0 ten more, 4-0 ten again."""
    state = deal("muggins", "5-5 0-0 4-0 2-1", "5-0 6-5 3-1", score="none")
    state = play(state, "*5-5!", ">5-0!", ">0-0!", "<5-6")
    assert state.ends_sum == 6
    state = state.play(">0-4!")
    assert (state.ends_sum, state.points) == (10, (30, 10))


def test_muggins_highest_score() -> None:
    """Foster's Complete Hoyle: the highest score is 20, with 4-4 and 6-6 at the ends."""
    state = on_table("muggins", "6-4 >6-6", "4-4 1-0", "2-1", score="none")
    assert state.play("<4-4!").points == (20, 0)


def test_muggins_has_no_spinner() -> None:
    """The line of Foster's Complete Hoyle has two ends: a covered 6-6 takes no third tile."""
    state = on_table("muggins", "6-6 >6-5 <6-4", "6-3 5-2", "2-1")
    assert moves(state) == {">5-2"}


def test_muggins_last_two() -> None:
    """Foster's Complete Hoyle: the last two tiles of the stock are never drawn."""
    state = on_table("muggins", "6-5", "1-0", "6-4", boneyard="2-1 3-1 6-3")
    assert moves(state) == {"+"}
    assert moves(state.play("+")) == {"--"}


def test_muggins_claims() -> None:
    """Foster's Complete Hoyle: who does not claim does not score; "highest double sets"."""
    state = deal("muggins", "5-5 2-1", "4-4 5-1")
    assert moves(state) == {"*5-5", "*5-5!"}
    assert state.play("*5-5").points == (0, 0)


@pytest.mark.parametrize(("left", "points"), [("6-6", 10), ("6-6 1-0", 15), ("1-1", 0), ("3-0", 5)])
def test_muggins_bonus(left: str, points: int) -> None:
    """Foster's Complete Hoyle: going out scores the multiple of five nearest to the pips held."""
    assert dc.variant("muggins").rules.settle("out", 0, ["", left]).points == (points, 0)


# ---- all-fives ----


def test_all_fives_open_ends() -> None:
    """dominoesrules.com: 6-4 scores 10; then 6-3, 4-1 and 3-2 leave 7, 4 and 3."""
    state = deal("all-fives", "6-4 4-1 0-0", "6-3 3-2 1-1", leader=0)
    sums = []
    for move in ("*6-4", ">6-3", "<4-1", ">3-2"):
        state = state.play(move)
        sums.append(state.ends_sum)
    assert (sums, state.points) == ([10, 7, 4, 3], (10, 0))


def test_all_fives_double_counts_whole() -> None:
    """big6bones.com: 6-6 alone counts 12 and scores nothing; 6-3 beside it makes 15."""
    state = deal("all-fives", "6-6 1-1", "6-3 2-2", leader=0)
    state = state.play("*6-6")
    assert (state.ends_sum, state.points) == (12, (0, 0))
    assert state.play(">6-3").points == (0, 15)


def test_all_fives_sides_before_ends() -> None:
    """pagat.com: the first two tiles against the spinner go to its sides, then come its ends."""
    half = on_table("all-fives", "6-6 >6-5", "6-1 1-0", "2-1")
    assert moves(half) == {"<6-1"}
    both = on_table("all-fives", "6-6 >6-5 <6-4", "6-1 1-0", "2-1")
    assert moves(both) == {"^6-1", "v6-1"}


def test_all_fives_one_spinner() -> None:
    """pagat.com: only the first double is a spinner, whether it was led or not."""
    state = on_table("all-fives", "6-5 >6-6 >6-4 >4-4 >4-1", "6-0 4-0", "2-1")
    assert moves(state) == {"^6-0", "v6-0"}


def test_all_fives_draws_the_boneyard_empty() -> None:
    """pagat.com: a seat draws until a tile fits, which it plays at once, or nothing is left."""
    state = on_table("all-fives", "6-5", "1-0", "6-4", boneyard="2-1 6-3")
    state = play(state, "+", "+")
    assert moves(state) == {">6-3"}
    empty = on_table("all-fives", "6-5", "1-0", "6-4", boneyard="2-1")
    assert moves(empty.play("+")) == {"--"}


def test_all_fives_leaders() -> None:
    """pagat.com: who went out leads next, any tile; after a blocked round lots are drawn again."""
    out = play(deal("all-fives", "6-6 3-1", "6-5", leader=0), "*6-6", ">6-5")
    assert (out.is_over, out.next_lead()) == (True, 1)
    blocked = play(deal("all-fives", "6-6 3-1", "5-4", leader=0), "*6-6")
    assert (blocked.outcome is not None, blocked.next_lead()) == (True, None)
    assert len(deal("all-fives", "6-6 3-1", "5-4").moves) == 2


@pytest.mark.parametrize(
    ("ending", "seat", "hands", "points"),
    [
        ("out", 0, ["", "6-6 1-0"], (15, 0)),
        ("out", 0, ["", "6-6"], (10, 0)),
        ("blocked", 0, ["2-1", "6-5"], (10, 0)),
        ("blocked", 0, ["6-5", "3-0"], (0, 10)),
        ("blocked", 0, ["2-1", "3-0"], (0, 0)),
    ],
)
def test_all_fives_settlement(
    ending: str, seat: int, hands: list[str], points: tuple[int, int]
) -> None:
    """dominoed.tripod.com: to the nearest five; in a block the lowest hand wins the difference."""
    assert dc.variant("all-fives").rules.settle(ending, seat, hands).points == points


# ---- all-threes ----


@pytest.mark.parametrize(
    ("layout", "last", "points"),
    [
        ("6-3", "<3-3", 12),
        ("6-5", ">6-1", 6),
        ("5-4", ">5-5", 0),
        ("6-6 >6-3", "<6-0", 3),
        ("4-1", ">4-4", 9),
    ],
)
def test_all_threes_points(layout: str, last: str, points: int) -> None:
    """cardsdicedominoes.com: ends that make a multiple of three score, a double counts whole."""
    tile = last[1:]
    state = on_table("all-threes", layout, f"{tile} 2-0", "2-2", score="none")
    assert state.play(last).points == (points, 0)


def test_all_threes_lead_counts() -> None:
    """The lead scores as any tile does: 6-6 is twelve, 5-4 nine, 5-5 nothing."""
    for lead, points in (("6-6", 12), ("5-4", 9), ("5-5", 0)):
        state = deal("all-threes", f"{lead} 1-0", "2-1", leader=0, score="none")
        assert state.play(f"*{lead}").points == (points, 0)


@pytest.mark.parametrize(("left", "points"), [("6-4", 9), ("6-5", 12), ("1-0", 0), ("1-1", 3)])
def test_all_threes_bonus(left: str, points: int) -> None:
    """digitain.com: what is left to the others is rounded to the nearest multiple of three."""
    assert dc.variant("all-threes").rules.settle("out", 0, ["", left]).points == (points, 0)


# ---- sniff ----


def test_sniff_example() -> None:
    """pagat.com: 4-4 makes 8, 6-4 then 4 + 4 + 6 = 14; its ends count while they are exposed."""
    state = deal("sniff", "4-4 4-1 4-3", "6-4 4-0 1-1", leader=0)
    sums = []
    for move in ("*4-4", ">4-6", "<4-1", "^4-0", "v4-3"):
        state = state.play(move)
        sums.append(state.ends_sum)
    assert sums == [8, 14, 15, 11, 10]
    assert state.points == (25, 0)


def test_sniff_is_a_regular_spinner() -> None:
    """pagat.com: turned crosswise, the sniff is played on as a spinner: its sides come first."""
    half = on_table("sniff", "6-6 >6-5", "6-1 1-0", "2-1")
    assert moves(half) == {"<6-1"}
    both = on_table("sniff", "6-6 >6-5 <6-4", "6-1 1-0", "2-1")
    assert moves(both) == {"^6-1", "v6-1"}


def test_sniff_with_short_arms() -> None:
    """pagat.com, the other version: one tile at either side, whose end counts ever after."""
    state = on_table("sniff", "6-6 >6-5 <6-4 ^6-3", "3-1 5-1", "2-1", arm_cap=1)
    assert moves(state) == {">5-1"}
    assert state.ends_sum == 5 + 4 + 3 + 6
    assert moves(on_table("sniff", "6-6 >6-5 <6-4 ^6-3", "3-1", "2-1")) == {"^3-1"}


def test_sniff_leaders() -> None:
    """pagat.com: the first lead goes by lot, any tile; who goes out leads next."""
    state = deal("sniff", "6-6 3-1", "6-5 5-5")
    assert len(state.moves) == 2
    out = play(deal("sniff", "6-6 3-1", "6-5", leader=0), "*6-6", ">6-5")
    assert out.next_lead() == 1


# ---- five-up ----


def test_five_up_every_double_is_a_spinner() -> None:
    """pagat.com: all doubles are spinners, and both sides are covered before the ends open."""
    half = on_table("five-up", "6-5 >6-6", "6-1 1-0", "2-1")
    assert moves(half) == {">6-1"}
    both = on_table("five-up", "6-5 >6-6 >6-4 <5-5 <5-3", "6-1 5-1", "2-1")
    assert moves(both) == {"@6^:6-1", "@6v:6-1", "@5^:5-1", "@5v:5-1"}


def test_five_up_covered_double_ceases_to_count() -> None:
    """pagat.com: with both sides covered a double counts nothing, though its ends are open."""
    state = deal("five-up", "6-6 6-4 0-0", "6-1 1-1", seats=2, pairs=False, leader=0)
    state = play(state, "*6-6", ">6-1")
    assert (state.ends_sum, state.points) == (13, (0, 0))
    state = state.play("<6-4")
    assert (state.ends_sum, state.points) == (5, (5, 0))


def test_five_up_arms_count_when_they_have_a_tile() -> None:
    """A tile at a double's end counts its outer half as any end does: 1 + 4 + 5 makes ten."""
    state = on_table("five-up", "6-6 >6-1 <6-4", "6-5 2-0", "2-1", seats=2, pairs=False)
    assert state.play("@6^:6-5").points == (10, 0)


def test_five_up_is_sixty_one_fives() -> None:
    """pagat.com plays to 61, a point for five pips: 305 pips; points are made at once."""
    rules = dc.variant("five-up").rules
    assert (rules.target, rules.match_end) == (61 * 5, "immediate")


# ---- fives-and-threes ----


@pytest.mark.parametrize(
    ("layout", "last", "total", "points"),
    [
        ("3-2", ">3-1", 3, 1),
        ("6-4 <4-2", ">6-3", 5, 1),
        ("5-4", ">5-2", 6, 2),
        ("5-3", "<3-4", 9, 3),
        ("5-4", ">5-6", 10, 2),
        ("6-3", "<3-3", 12, 4),
        ("6-3", ">6-6", 15, 8),
        ("6-4 >6-6 <4-1", "<1-6", 18, 6),
        ("6-4 >6-6", "<4-4", 20, 4),
        ("6-4", ">6-3", 7, 0),
    ],
)
def test_fives_and_threes_points(layout: str, last: str, total: int, points: int) -> None:
    """pagat.com: 3, 5, 6, 9, 10, 12, 15, 18 and 20 are worth 1, 1, 2, 3, 2, 4, 8, 6 and 4."""
    state = on_table("fives-and-threes", layout, f"{last[1:]} 0-0", "1-1", score="none").play(last)
    assert (state.ends_sum, state.points) == (total, (points, 0))


def test_fives_and_threes_chipping_out() -> None:
    """pagat.com: who chips out scores one point, beside those of the tile; a block gives none."""
    state = on_table("fives-and-threes", "6-3", "6-6", "1-1")
    over = state.play(">6-6")
    assert (over.is_over, over.points) == (True, (9, 0))
    rules = dc.variant("fives-and-threes").rules
    assert rules.settle("blocked", 0, ["1-0", "6-6"]).points == (0, 0)


def test_fives_and_threes_pairs_chip_out_together() -> None:
    """pagat.com: in pairs play goes on until both partners of a side are out."""
    options = {"seats": 4, "pairs": True}
    one = on_table("fives-and-threes", "6-5", "5-1", "6-4", "1-0", "2-0", **options).play("<5-1")
    assert (one.is_over, one.turn) == (False, 1)
    both = on_table("fives-and-threes", "6-5", "5-1", "6-4", "-", "2-0", **options).play("<5-1")
    assert (both.is_over, both.points) == (True, (1, 0))


def test_fives_and_threes_nobody_draws() -> None:
    """pagat.com: the tiles that are left are out of play; the turn to start passes to the left."""
    state = on_table("fives-and-threes", "6-5", "1-0", "6-4", boneyard="5-2 5-1")
    assert moves(state) == {"--"}
    over = play(deal("fives-and-threes", "6-5", "6-4 1-0", leader=0), "*6-5")
    assert over.next_lead() == 1


# ---- matador ----


def test_matador_after_double_six() -> None:
    """cardsdicedominoes.com: 6-6 takes the ones, 1-0 to 5-1, and any matador."""
    tiles = "1-0 2-1 3-1 4-1 5-1 1-1 6-1 5-2 4-3 0-0 6-5 3-2"
    state = on_table("matador", "6-6", tiles, "6-4")
    assert {str(move.tile) for move in state.moves} == set(tiles.split()) - {"6-5", "3-2"}


def test_matador_on_a_blank() -> None:
    """Wikipedia: a blank end takes nothing but matadors, either way round."""
    state = on_table("matador", "6-0 >6-1 >6-5", "5-2 2-2 0-0", "6-4")
    assert {m for m in moves(state) if m.startswith("<")} == {"<5-2", "<2-5", "<0-0"}


def test_matador_double_counts_once() -> None:
    """Wikipedia: doubles lie endwise and count as a single half: 3-3 joins a four."""
    state = on_table("matador", "6-4", "3-3 4-4", "6-5")
    assert moves(state) == {"<3-3"}


@pytest.mark.parametrize(
    ("max_pip", "total", "matadors"),
    [
        (6, 7, "0-0 6-1 5-2 4-3"),
        (9, 10, "0-0 9-1 8-2 7-3 6-4 5-5"),
        (12, 13, "0-0 12-1 11-2 10-3 9-4 8-5 7-6"),
    ],
)
def test_matador_of_larger_sets(max_pip: int, total: int, matadors: str) -> None:
    """compendia.co.uk: ten with double-nine and six matadors, 5-5 too; thirteen with twelve."""
    rules = dc.variant("matador", max_pip=max_pip).rules
    assert rules.joins == f"sum {total}"
    assert TileSet(rules.wild) == TileSet.parse(matadors)


def test_matador_double_nine_line() -> None:
    """compendia.co.uk: at the ends six and eight a four or a two can be laid."""
    state = on_table("matador", "8-6", "4-1 2-0 3-1", "9-8", max_pip=9)
    assert moves(state) == {"<4-1", ">2-0"}


def test_matador_leaves_two_tiles() -> None:
    """Wikipedia: who cannot make seven draws until he can, but two tiles stay."""
    state = on_table("matador", "6-5", "3-0", "6-4", boneyard="3-1 3-3 2-1")
    assert moves(state) == {"+"}
    state = state.play("+")
    assert moves(state) == {">1-3"}


# ---- cross and sebastopol ----


@pytest.mark.parametrize("name", ["cross", "sebastopol"])
def test_cross_is_filled_first(name: str) -> None:
    """Kelley, pagat.com: nothing else is played until the double has a tile on all four sides."""
    three = on_table(name, "6-6 >6-5 <6-4 ^6-3", "6-1 5-1 4-1", "2-1")
    assert moves(three) == {"v6-1"}
    four = on_table(name, "6-6 >6-5 <6-4 ^6-3 v6-2", "5-1 4-1 3-1 2-0", "2-1")
    assert moves(four) == {">5-1", "<4-1", "^3-1", "v2-0"}


@pytest.mark.parametrize("name", ["cross", "sebastopol"])
def test_cross_sides_open_at_once(name: str) -> None:
    """The sides of the double that leads are all open from the start."""
    state = on_table(name, "6-6", "6-1 5-1", "2-1")
    assert moves(state) == {">6-1", "<6-1", "^6-1", "v6-1"}


def test_cross_has_one_spinner() -> None:
    """Kelley: only the double that leads is a spinner."""
    layout = "6-6 >6-5 <6-4 ^6-3 v6-2 >5-5 >5-1"
    assert moves(on_table("cross", layout, "5-0 1-0", "2-1")) == {">1-0"}


def test_cross_opens_with_the_highest_double() -> None:
    """Kelley: the holder of the highest double leads it."""
    state = deal("cross", "4-4 6-5", "5-5 6-4")
    assert (state.turn, moves(state)) == (1, {"*5-5"})


def test_cross_draws_but_two() -> None:
    """Kelley: who cannot play draws until he can; the last two tiles stay."""
    state = on_table("cross", "6-6", "1-0", "6-4", boneyard="2-1 3-1 6-3")
    assert moves(state) == {"+"}
    assert moves(state.play("+")) == {"--"}


def test_sebastopol_six_six_leads() -> None:
    """pagat.com: the holder of 6-6 leads it, in every round; the others pass without a six."""
    hands = ("5-5 6-1", "6-6 1-1", "4-4 5-1", "6-2 3-3")
    state = deal("sebastopol", *hands)
    assert (state.turn, moves(state)) == (1, {"*6-6"})
    state = state.play("*6-6")
    assert moves(state) == {"--"}
    assert deal("sebastopol", *hands, first=False).turn == 1


@pytest.mark.parametrize(
    ("ending", "seat", "hands", "points"),
    [
        ("out", 0, ["", "6-4", "1-0", "2-0"], (13, 0, 0, 0)),
        ("blocked", 0, ["1-0", "6-4", "5-0", "2-0"], (16, 0, 0, 0)),
        ("blocked", 0, ["1-0", "6-4", "5-0", "2-2"], (18, 0, 0, 0)),
        ("blocked", 2, ["2-0", "6-4", "5-0", "1-1"], (0, 0, 0, 0)),
    ],
)
def test_sebastopol_points(
    ending: str, seat: int, hands: list[str], points: tuple[int, ...]
) -> None:
    """pagat.com: out, the others' pips; blocked, less one's own; a tie scores nothing; to 60."""
    rules = dc.variant("sebastopol").rules
    assert rules.settle(ending, seat, hands).points == points
    assert rules.target == 60


# ---- cyprus ----


def test_cyprus_star() -> None:
    """domino-games.com: the four edges and the four diagonals of 9-9 are filled first."""
    layout = "9-9 >9-1 <9-2 ^9-3 v9-4 @1^:9-5 @1v:9-6 @2^:9-7"
    state = on_table("cyprus", layout, "9-0 2-1 8-3", "1-0")
    assert moves(state) == {"@2v:9-0"}
    full = on_table("cyprus", f"{layout} @2v:9-8", "2-1 8-0", "1-0")
    assert moves(full) == {">1-2", "<2-1", "@2v:8-0"}


def test_cyprus_draws_one() -> None:
    """domino-games.com: who cannot play draws one tile and plays it, or passes; one tile stays."""
    state = on_table("cyprus", "9-9", "1-0", "9-8", boneyard="2-0 9-1 3-0")
    assert moves(state.play("+")) == {"--"}
    assert moves(on_table("cyprus", "9-9", "1-0", "9-8", boneyard="9-1")) == {"--"}


def test_cyprus_opens_with_the_highest_double() -> None:
    """family-games-treasurehouse.com: without 9-9 the tiles are dealt again."""
    for seed in range(20):
        state = dc.variant("cyprus").deal(seed=seed)
        assert moves(state) == {"*9-9"}


# ---- pairs, all tiles dealt ----


def test_partnership_first_lead() -> None:
    """pagat.com: 6-6 leads the first round; the turn to start passes to the next seat, free."""
    state = deal("partnership", "6-5", "6-6 1-0", "2-1", "3-1")
    assert (state.turn, moves(state)) == (1, {"*6-6"})
    over = play(state, "*6-6", "--", "--", ">6-5")
    assert over.next_lead() == 2


@pytest.mark.parametrize(
    ("ending", "hands", "points"),
    [
        ("out", ["", "6-4", "5-5", "2-0"], (12, 0)),
        ("blocked", ["1-0", "6-4", "5-0", "2-0"], (12, 0)),
        ("blocked", ["6-0", "4-0", "5-0", "2-0"], (0, 11)),
        ("blocked", ["6-0", "4-0", "1-0", "3-0"], (0, 0)),
    ],
)
def test_partnership_points(ending: str, hands: list[str], points: tuple[int, int]) -> None:
    """pagat.com: the losers' pips alone; equal pips in a blocked round score nothing; to 100."""
    rules = dc.variant("partnership").rules
    assert rules.settle(ending, 0, hands).points == points
    assert rules.target == 100


@pytest.mark.parametrize(
    ("ending", "hands", "points"),
    [
        ("out", ["", "6-4", "5-5", "2-0"], (1, 0)),
        ("blocked", ["6-0", "4-0", "5-0", "2-0"], (0, 1)),
        ("blocked", ["6-0", "4-0", "1-0", "3-0"], (0, 0)),
    ],
)
def test_latin_american_points(ending: str, hands: list[str], points: tuple[int, int]) -> None:
    """domino-play.com: a round won is one, by going out or with the fewest pips; ten win."""
    rules = dc.variant("latin-american").rules
    assert rules.settle(ending, 0, hands).points == points
    assert rules.target == 10


def test_latin_american_six_six_leads() -> None:
    """Scarne: "the player who holds the double six always starts", in later rounds as well."""
    state = deal("latin-american", "6-5", "6-6 1-0", "2-1", "3-1")
    assert (state.turn, moves(state)) == (1, {"*6-6"})
    over = play(state, "*6-6", "--", "--", ">6-5")
    assert over.next_lead() is None


def test_latin_american_block_game() -> None:
    """domino-play.com: played as the block game: nobody draws, and there are four hands of 7."""
    state = dc.variant("latin-american").deal(seed=3)
    assert [len(hand) for hand in state.hands] == [7, 7, 7, 7]
    assert state.boneyard_size == 0
