"""Single mechanisms of the oracle, from the words of the rules about turns, arms and joins."""

from __future__ import annotations

import pytest

from oracle import Round, next_lead, setup
from oracle_games import PAIRS
from oracle_layout import hands_of, tiles

SPINNER = {"spinner": "first_double", "ends_divisors": (5,)}


def test_wild_tiles_join_either_way():
    """A tile that is wild is two moves on one arm, the high half first; a wild double is one."""
    fields = {"joins": "sum 7", "wild": ("6-1", "0-0")}
    round = setup(fields, ["5-4"], hands_of("6-1 0-0 3-1 3-2", "6-6"), turn=0)
    assert [">0-0", ">2-3", ">6-1", ">1-6", "<0-0", "<3-1", "<3-2", "<6-1", "<1-6"] == round.moves()


def test_every_double_names_its_arms():
    """With many spinners the cross arms carry the pip of their double."""
    fields = {"spinner": "every_double", "arms_open": "one_side"}
    round = setup(fields, ["5-3", ">5-5"], hands_of("5-2 3-3", "6-6 5-4"), turn=0)
    assert [">5-2", "<3-3", "@5^:5-2", "@5v:5-2"] == round.moves()
    assert (5, 3, 5, 5) == round.ends


def test_eight_arms():
    """A spinner with eight arms has four extra ones."""
    fields = {"spinner": "opening_double", "arms_open": "at_once", "spinner_arms": 8}
    round = setup(fields, ["6-6"], hands_of("6-2", "6-1"), turn=0)
    arms = [">", "<", "^", "v", "@1^:", "@1v:", "@2^:", "@2v:"]
    assert [f"{arm}6-2" for arm in arms] == round.moves()


def test_fill_first():
    """Until the opening double has its neighbours, only its own sides take tiles."""
    fields = {"spinner": "opening_double", "fill_first": 4}
    round = setup(fields, ["6-6", ">6-2"], hands_of("6-1 2-2", "6-3"), turn=0)
    assert ["<6-1"] == round.moves()
    full = ["6-6", ">6-2", "<6-3", "^6-4", "v6-5"]
    assert [">2-2"] == setup(fields, full, hands_of("2-2", "3-3"), turn=0).moves()


def test_fill_doubles():
    """Until the double placed last has three more neighbours, only its sides take tiles."""
    fields = {"spinner": "every_double", "arms_open": "at_once", "fill_doubles": 3}
    words = ["5-3", ">5-5", ">5-2", "@5^:5-1"]
    round = setup(fields, words, hands_of("3-0 5-4", "6-6"), turn=0)
    assert ["@5v:5-4"] == round.moves()


def test_arm_cap():
    """A capped cross arm takes one tile, and its tip still counts."""
    fields = SPINNER | {"arm_cap": 1}
    words = ["6-6", ">6-2", "<6-3", "^6-4"]
    round = setup(fields, words, hands_of("4-1 6-5", "6-1"), turn=0)
    assert (["v6-5"], 9) == (round.moves(), round.ends_sum())


DRAWING = {"draw": "until_playable", "dead_layout": "drain"}


def drawing(fields: dict, *hands: str, stock: str) -> Round:
    """Ends 6 and 5, P0 to move."""
    return setup(DRAWING | fields, ["5-6"], hands_of(*hands), turn=0, boneyard=tiles(stock))


def test_may_play_keeps_the_tile():
    """With ``may_play`` the seat plays what it drew or passes."""
    round = drawing({"drawn_tile": "may_play"}, "1-1", "6-6 2-2", stock="6-4 3-3")
    round.play("+")
    assert [">6-4", "--"] == round.moves()
    round.play("--")
    assert (1, 1, 2) == (round.turn, round.passes, len(round.hands[0]))


def test_turn_ends_with_the_draw():
    """With ``turn_ends`` drawing goes on until a tile fits, and then the next seat moves."""
    round = drawing({"drawn_tile": "turn_ends"}, "1-1", "6-6 2-2", stock="4-4 6-4 3-3")
    round.play("+")
    assert (0, ["+"]) == (round.turn, round.moves())
    round.play("+")
    assert (1, 0) == (round.turn, round.passes)


@pytest.mark.parametrize(("draw", "allowed"), [("one", 1), ("up_to 2", 2)])
def test_limited_draws(draw, allowed):
    """After the last draw allowed the seat passes."""
    round = drawing({"draw": draw}, "1-1", "6-6 2-2", stock="4-4 3-3 1-0")
    for _ in range(allowed):
        round.play("+")
    assert ["--"] == round.moves()


def test_draw_when_able():
    """A seat that can play may draw instead; a drawn tile that fits must be played."""
    round = drawing({"draw_when_able": True}, "6-1", "6-6 2-2", stock="5-4 3-3")
    assert [">6-1", "+"] == round.moves()
    round.play("+")
    assert ["<5-4"] == round.moves()


def test_out_by_side():
    """With ``out="side"`` an empty hand passes until the partner's is empty too."""
    fields = {"seats": 4, "sides": PAIRS, "out": "side"}
    round = Round(fields, hands_of("6-6", "6-1 4-4", "6-2", "2-2 1-0"), leader=0)
    for move in ("*6-6", ">6-1"):
        round.play(move)
    waiting = round.copy()
    round.play("<6-2")
    assert ("out", 2, 0) == (round.ending, round.winner_seat, round.winner_side)
    assert waiting.over is False and waiting.hands[0] == []


def test_bonus_for_passes():
    """The second seat passes at once: the leader gains; all others pass: the placer gains."""
    fields = {"seats": 3, "bonus_first_pass": 25, "bonus_round_pass": 30}
    round = Round(fields, hands_of("6-6 6-1 6-2", "4-4", "5-5"), leader=0)
    for move in ("*6-6", "--"):
        round.play(move)
    assert [25, 0, 0] == round.points
    round.play("--")
    assert [55, 0, 0] == round.points
    assert 0 == round.turn


@pytest.mark.parametrize(
    ("layout", "last", "points"),
    [
        ("6-4 <4-5", "6-5", 113),
        ("6-4 <4-5", "6-1", 13),
        ("6-4 <4-1 <1-6", "6-6", 13),
    ],
)
def test_bonus_capicua(layout, last, points):
    """Out with a tile that fits both ends, not a double: 100 beside the 13 of the others."""
    round = setup({"bonus_capicua": 100}, layout.split(), hands_of(last, "5-5 2-1"), turn=0)
    round.play(round.moves()[0])
    assert ("out", [points, 0]) == (round.ending, round.points)


def test_bonus_last_tile():
    """Out with the tile named earns its bonus."""
    fields = {"bonus_last_tile": (("0-0", 100),)}
    round = setup(fields, ["6-0"], hands_of("0-0", "6-1"), turn=0)
    round.play("<0-0")
    assert [107, 0] == round.points


def test_voids():
    """A pass shows the open pips; after a hidden draw only the ends of that moment are sure."""
    round = drawing({}, "1-1", "6-4 2-2", stock="3-3 5-4 0-0")
    round.play("+")
    assert [set(), set()] == round.voids
    round.play("+")
    round.play("<5-4")
    assert [{5, 6}, set()] == round.voids
    round = setup({}, ["5-6"], hands_of("1-1", "6-4 2-2"), turn=0)
    round.play("--")
    assert [{5, 6}, set()] == round.voids


def test_replay_opens_as_before():
    """A tied block that is played again keeps its leader, or asks the criteria again."""
    fields = {"blocked_tie": "replay", "opening": ("highest_double",)}
    hands = hands_of("6-6 1-0", "3-3 5-5"), hands_of("6-6 5-1", "4-2")
    by_criteria = Round(fields, hands[1])
    by_criteria.play("*6-6")
    given = Round(fields, hands[1], leader=0)
    given.play("*6-6")
    assert [None, None] == [by_criteria.winner_side, given.winner_side]
    assert ("criteria", None) == next_lead(fields, by_criteria, 0)
    assert ("seat", 0) == next_lead(fields, given, 0)
