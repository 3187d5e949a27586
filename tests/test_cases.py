"""Faults that other domino software has shown, one small test each: the list that can be audited.

An id names a kind of fault. Its docstring says what is right, whatever else shows it elsewhere.
"""

from __future__ import annotations

import copy
import importlib
import importlib.metadata
import pickle
import pkgutil
import random
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import comb
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore import (
    IllegalMoveError,
    Match,
    Move,
    NotationError,
    NotNativeError,
    Observation,
    RoundEnd,
    RoundOverError,
    Rules,
    RulesError,
    State,
    Tile,
    TileSet,
    solver,
)

PAIRS = (0, 1, 0, 1)
#: 3-0,0-1,1-3,3-3,3-2,2-4,4-3,3-5,5-6 of a line, from right to left; 6-3 is still to come.
THREES = "3-0 <0-1 <1-3 <3-3 <3-2 <2-4 <4-3 <3-5 <5-6"
DRAWING = Rules(draw="until_playable", dead_layout="drain")
FIVES = Rules(spinner="first_double", ends_divisors=(5,))


def position(rules: Rules, layout: str, *hands: str, **given: Any) -> State:
    """Set tiles on the table, seat 0 to move; tiles that are named nowhere are out of play."""
    given = {"turn": 0, "boneyard": "-", **given}
    return State.setup(rules, layout=layout, hands=hands, partial=True, **given)


def dealt(rules: Rules, *hands: str, boneyard: str = "", **given: Any) -> State:
    """Deal these hands; tiles that are named nowhere are out of play."""
    rest = rules.tiles - TileSet.parse(" ".join([*hands, boneyard]).strip())
    return State.deal(rules, hands=hands, boneyard=boneyard, exclude=tuple(rest), **given)


def moves_of(state: State) -> list[str]:
    """The legal moves as texts."""
    return [str(move) for move in state.moves]


def rounds(rules: Rules, n: int, **given: Any) -> Iterator[State]:
    """Every state of `n` random rounds."""
    rng = random.Random(7)
    for seed in range(n):
        state = State.deal(rules, seed=seed, **given)
        yield state
        while not state.is_over:
            state = state.play(rng.choice(list(state.moves)))
            yield state


def to_end(state: State) -> State:
    """Play the first legal move until the round is over."""
    while not state.is_over:
        state = state.play(state.moves[0])
    return state


# ---- tiles and sets ----


def test_h01_equal_tiles_have_the_same_hash() -> None:
    """H01: a tile and the same one turned round are one member of a set and one key."""
    assert len({Tile(1, 2), Tile(2, 1)}) == 1
    assert {Tile(1, 2): "there"}[Tile(2, 1)] == "there"


class Twin:
    """Something with the hash of a tile, and the equality of any object."""

    def __hash__(self) -> int:
        return hash(Tile(1, 2))

    __eq__ = object.__eq__


def test_h02_a_tile_is_not_a_number() -> None:
    """H02: a tile equals no number, tuple or text, nor what merely has its hash."""
    twin = Twin()
    for other in (12, (1, 2), "1-2", None, twin, Tile(1, 3)):
        assert (Tile(1, 2) == other) is False
        assert (other == Tile(1, 2)) is False
    assert len({Tile(1, 2), twin}) == 2


@pytest.mark.parametrize("index", [63, 64, 90, 127, 128, 189])
def test_h04_sets_wider_than_a_word(index: int) -> None:
    """H04: on both sides of bit 63 and 127: in it, how many, together, pickled, held and played."""
    tile, first = Tile.from_index(index), Tile(0, 0)
    one = TileSet([tile])
    assert (tile in one, len(one), tuple(one)) == (True, 1, (tile,))
    both = one | TileSet([first])
    assert (len(both), tuple(both), both - one == TileSet([first])) == (2, (first, tile), True)
    assert pickle.loads(pickle.dumps(both)) == both
    assert tuple(TileSet.parse(str(both))) == (first, tile)
    state = position(Rules(max_pip=18), "1-0", f"{tile} 0-0", "18-2")
    assert tile in state.hand(0)
    assert pickle.loads(pickle.dumps(state)) == state
    if index == 90:
        assert tile == Tile(12, 12)
        lead = dealt(Rules(max_pip=12, hand_size=2), f"{tile} 0-0", "12-11 1-0", leader=0)
        assert lead.play("*12-12").play(">12-11").played == TileSet(["12-12", "12-11"])


# ---- legal moves ----


def test_h05_tile_that_fits_both_ends() -> None:
    """H05: a tile that fits both different ends makes two moves with different results."""
    state = position(Rules(), "6-2 >6-5", "5-2 0-0", "3-3")
    assert sorted(state.ends) == [2, 5]
    assert moves_of(state) == [">5-2", "<2-5"]
    assert state.play("<2-5").ends == (5, 5)
    assert state.play(">5-2").ends == (2, 2)
    assert len(state.distinct_moves) == 2


def test_h06_orientation_when_placed() -> None:
    """H06: 3-4, 4-6 to the right, 3-5 to the left: ends 3 and 6, then 5 and 6."""
    state = dealt(Rules(hand_size=3), "4-3 5-3 1-1", "6-4 0-0 2-2", leader=0)
    state = state.play("*4-3").play(">4-6")
    assert state.ends == (6, 3)
    state = state.play("<3-5")
    assert state.ends == (6, 5)
    left, right = Move("<3-5"), Move(">4-6")
    assert (left.shows, left.joins, right.joins, right.shows) == (5, 3, 4, 6)


def test_h07_a_tile_on_the_line_cannot_be_played_again() -> None:
    """H07: a tile that lies is refused, whoever plays it, and in a position that has it twice."""
    state = dealt(Rules(hand_size=2), "4-3 1-1", "6-4 0-0", leader=0).play("*4-3")
    for text in (">4-3", "<3-4"):
        with pytest.raises(IllegalMoveError, match="does not hold 4-3"):
            state.play(text)
    for layout, hands, boneyard in (
        ("4-3", ("4-3 1-1", "0-0"), "-"),
        ("4-3", ("1-1 2-2", "1-1"), "-"),
        ("4-3", ("1-1", "0-0"), "0-0"),
        ("4-3", ("1-1", "0-0"), "4-3"),
    ):
        with pytest.raises(RulesError, match="is there twice"):
            position(Rules(), layout, *hands, boneyard=boneyard)
    with pytest.raises(RulesError):
        position(Rules(), "4-3 >4-3", "1-1", "0-0")


def test_h08_when_passing_and_drawing_are_legal() -> None:
    """H08: who can play does neither; who cannot draws down to the reserve, then passes."""
    rules = DRAWING.replace(reserve=2)
    able = position(rules, "6-5", "5-1 0-0", "6-4", boneyard="3-3 2-2 1-1")
    assert moves_of(able) == ["<5-1"]
    for text in ("--", "+"):
        with pytest.raises(IllegalMoveError, match="can play may not"):
            able.play(text)
    unable = position(rules, "6-5", "0-0", "6-4", boneyard="3-3 2-2 1-1")
    assert moves_of(unable) == ["+"]
    with pytest.raises(IllegalMoveError, match="may draw may not pass"):
        unable.play("--")
    assert moves_of(position(rules, "6-5", "0-0", "6-4", boneyard="3-3 2-2")) == ["--"]


def test_h09_wrong_player_and_stale_moves() -> None:
    """H09: a tile of another seat, a move gone by, one of another game: all refused by name."""
    first = dealt(Rules(hand_size=2), "6-6 6-1", "6-5 6-4", leader=0)
    state = first.play("*6-6")
    before = pickle.dumps(state)
    for move, named in (
        (">6-1", "seat 1 does not hold 6-1"),
        (Move("*6-6"), "6-6"),
        (Move(">9-6"), "9-6"),
        (Move("*6-5"), "the round has been led"),
    ):
        with pytest.raises(IllegalMoveError, match=named):
            state.play(move)
    assert pickle.dumps(state) == before
    assert moves_of(state) == [">6-4", ">6-5", "<6-4", "<6-5"]


# ---- drawing, passing, the boneyard ----


def test_h10_predicates_are_true_or_false() -> None:
    """H10: blocked is True or False itself: open, blocked, and before the lead."""
    open_ = position(Rules(), "6-6", "6-1", "5-5")
    blocked = position(Rules(), "6-6", "5-1", "5-5")
    empty = dealt(Rules(hand_size=1), "6-6", "5-5", leader=0)
    assert [state.is_over for state in (open_, blocked, empty)] == [False, True, False]
    dead = position(Rules(), f"{THREES} <6-3", "0-0", "1-1")
    assert [state.is_dead for state in (open_, dead, empty)] == [False, True, False]
    for state in (open_, blocked, empty, dead):
        assert type(state.is_over) is bool
        assert type(state.is_dead) is bool


def test_h11_the_reserve_is_not_the_end() -> None:
    """H11: who cannot play when only the reserve is left passes, and the round goes on."""
    state = position(DRAWING.replace(reserve=2), "6-5", "0-0", "6-4 1-1", boneyard="3-3 2-2")
    assert moves_of(state) == ["--"]
    after = state.play("--")
    assert (after.is_over, after.turn, moves_of(after)) == (False, 1, [">6-4"])


def test_h12_nothing_freezes_after_the_last_draw() -> None:
    """H12: the last draw fits nowhere and nobody can play: blocked; a round that runs has moves."""
    state = position(DRAWING, "6-5", "1-1", "2-2", boneyard="3-3")
    over = state.play("+")
    assert over.outcome is not None
    assert (over.outcome.ending, over.turn, len(over.moves)) == ("blocked", None, 0)
    for state in rounds(DRAWING, 60):
        assert state.is_over == (not state.moves)


def test_h13_a_drawn_tile_is_private() -> None:
    """H13: others see that a tile was drawn, never which: nothing that they get depends on it."""
    first, second = (
        position(DRAWING, "6-5", "6-4", "1-1", turn=1, boneyard=rest).play("+")
        for rest in ("2-2 3-3 4-4", "3-3 2-2 4-4")
    )
    other = first.observe(0)
    assert (other.hand_sizes, other.boneyard_size) == ((1, 2), 2)
    assert [str(move) for _, move in other.events] == ["+"]
    assert "2-2" not in repr(other)
    assert other == second.observe(0)
    assert pickle.dumps(other) == pickle.dumps(second.observe(0))
    errors = []
    for state in (first, second):
        with pytest.raises(IllegalMoveError) as error:
            state.play(">6-3")
        errors.append(str(error.value))
    assert errors[0] == errors[1]
    own = first.observe(1)
    assert Tile(2, 2) in own.hand
    assert own.drawn == Tile(2, 2)
    assert [str(move) for _, move in own.events] == ["+2-2"]


# ---- opening and deal ----


@pytest.mark.parametrize("seed", range(5))
def test_h14_the_forced_first_tile(seed: int) -> None:
    """H14: where 6-6 leads, its holder has exactly one legal move."""
    state = State.deal(Rules(seats=4, opening=("tile 6-6",)), seed=seed)
    assert Tile(6, 6) in state.hand(state.turn or 0)
    assert moves_of(state) == ["*6-6"]


def test_h15_a_named_starter() -> None:
    """H15: a starter who leads freely has a move for each of seven tiles, and draws nothing."""
    state = State.deal(DRAWING, seed=3, leader=1)
    assert (state.turn, len(state.moves), len(state.hand(1))) == (1, 7, 7)
    assert all(move.is_lead for move in state.moves)


def test_h16_the_starter_after_a_tie() -> None:
    """H16: nobody wins a tied block: replayed, the same seat opens again; the number grows."""
    hands = ("6-6 3-2", "5-4 1-0")
    rules = Rules(hand_size=2, tile_values=(("5-4", 4),), blocked_tie="replay")
    tied = dealt(rules, *hands, leader=0, first=False).play("*6-6")
    assert (tied.outcome and tied.outcome.side, tied.points) == (None, (0, 0))
    assert tied.next_lead() == 0
    other = rules.replace(blocked_tie="none", later="next")
    assert dealt(other, *hands, leader=0, first=False).play("*6-6").next_lead() == 1
    found = 0
    for seed in range(40):
        match = Match(rules.replace(max_pip=3, tile_values=(), target=60), seed=seed)
        while not match.is_over:
            before, match = match, match.play(match.state.moves[0])
            ended = not match.is_over and len(match.rounds) > len(before.rounds)
            if not ended or match.rounds[-1].outcome.side is not None:
                continue
            assert (match.round, match.scores) == (before.round + 1, before.scores)
            if before.state.opened_by < 0:
                found += 1
                assert match.leader == before.leader
    assert found > 0


def test_h17_a_set_that_is_too_small() -> None:
    """H17: more tiles than the set has is an error with both numbers; 7 x 7 of 55 leave six."""
    with pytest.raises(RulesError, match=r"6 seats x 5 tiles = 30, but the set has 28"):
        Rules(seats=6, hand_size=5)
    with pytest.raises(RulesError, match=r"8 seats x 7 tiles = 56, but the set has 55"):
        Rules(max_pip=9, seats=8, hand_size=7)
    assert State.deal(Rules(max_pip=9, seats=7, hand_size=7), seed=1).boneyard_size == 6


def most_of_a_pip(hand: TileSet) -> int:
    """How many tiles of one pip a hand has."""
    return max(sum(pip in tile for tile in hand) for pip in range(7))


def test_h18_hands_that_are_dealt_again() -> None:
    """H18: two doubles are not five, but six 2s are "same 6": such a deal is never the one."""
    hand = TileSet.parse("2-1 2-2 3-2 4-2 5-2 6-2 5-5")
    assert (sum(tile.is_double for tile in hand), most_of_a_pip(hand)) == (2, 6)
    plain = Rules(seats=4)
    doubles, same = (plain.replace(redeal_if=(word,)) for word in ("doubles 5", "same 6"))
    again = 0
    for seed in range(2000):
        dealt_ = State.deal(plain, seed=seed, leader=0)
        once = State.deal(same, seed=seed, leader=0)
        eligible = max(map(most_of_a_pip, dealt_.hands)) >= 6
        assert max(map(most_of_a_pip, once.hands)) < 6
        assert (once.hands != dealt_.hands) == eligible
        if eligible:
            again += 1
            assert State.deal(same, seed=seed, leader=0) == once
            if max(len(held.doubles) for held in dealt_.hands) < 5:
                assert State.deal(doubles, seed=seed, leader=0).hands == dealt_.hands
    assert again > 0


# ---- the end of a round and its score ----


@pytest.mark.parametrize("dead_layout", ["end_now", "drain"])
def test_h19_a_dead_number(dead_layout: str) -> None:
    """H19: all seven 3s lie, both ends show 3: blocked, with tiles left or after drawing them."""
    rules = DRAWING.replace(dead_layout=dead_layout)
    state = position(rules, THREES, "6-3 0-0", "1-1", boneyard="6-6 5-5").play("<6-3")
    assert (state.ends, state.is_dead) == ((3, 3), True)
    assert state.is_over == (dead_layout == "end_now")
    while not state.is_over:
        assert moves_of(state) in (["+"], ["--"])
        state = state.play(state.moves[0])
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.side, state.outcome.blocker) == ("blocked", 0, 0)


def test_h20_passes_in_a_row() -> None:
    """H20: a play sets the count of passes back; it never reaches the number of seats."""
    hands = ("6-1 5-0", "5-5 4-4", "2-1 0-0", "3-3")
    state = position(Rules(seats=4), "6-6", *hands, turn=1, last=0)
    counts = []
    for text in ("--", "--", "--", ">6-1", "--"):
        state = state.play(text)
        counts.append(state.passes)
    assert (counts, state.is_over) == ([1, 2, 3, 0, 1], False)
    blocked = position(Rules(), "6-6", "5-1", "5-5")
    assert blocked.outcome is not None
    assert blocked.outcome.ending == "blocked"
    for state in rounds(Rules(seats=4), 40):
        assert state.passes < 4


def test_h21_out_with_nothing_against_a_lone_double_blank() -> None:
    """H21: going out beats an equal count; it is worth 0, or what the double blank counts."""
    for fields, points in (
        ({}, 0),
        ({"tile_values": (("0-0", 10),)}, 10),
        ({"tile_values": (("0-0", 25),)}, 25),
    ):
        outcome = Rules(**fields).settle("out", 0, ["", "0-0"])
        assert (outcome.side, outcome.points) == (0, (points, 0))


def test_h22_which_pair_wins_a_block() -> None:
    """H22: the lowest seat or the lowest pair; the losers' pips, all pips, or the difference."""
    hands = ["2-0", "5-0", "6-6 5-3", "4-2"]
    for fields, side, points in (
        ({"blocked_winner": "lowest_seat", "minus_own": False}, 0, 11),
        ({"blocked_winner": "lowest_side", "minus_own": False}, 1, 22),
        ({"points_from": "all", "minus_own": False}, 1, 33),
        ({"minus_own": True}, 1, 11),
    ):
        outcome = Rules(seats=4, sides=PAIRS, **fields).settle("blocked", 0, hands)
        assert (outcome.side, outcome.points[side], sum(outcome.points)) == (side, points, points)


def test_h23_blocked_with_20_against_14() -> None:
    """H23: 14 wins; it gains the 20, the difference 6, or all 34."""
    for fields, points in (
        ({"minus_own": False}, 20),
        ({"minus_own": True}, 6),
        ({"points_from": "all", "minus_own": False}, 34),
    ):
        outcome = Rules(**fields).settle("blocked", 0, ["6-6 5-3", "6-5 2-1"])
        assert (outcome.side, outcome.points) == (1, (0, points))


def telefon(end: RoundEnd) -> Sequence[int]:
    """The winner gains the others' pips; a hand of 0-0 alone counts ten."""
    lone = TileSet(["0-0"])
    gain = sum(10 if hand == lone else hand.pips for hand in end.hands)
    return [gain if seat == end.seat else 0 for seat in range(2)]


def test_h24_a_lone_double_blank() -> None:
    """H24: 0-0 alone is 0 and with 2-1 it is 3; by the Telefon rule 10 and 3."""
    for rules, alone in ((Rules(), 0), (Rules(score_round=telefon), 10)):
        for hand, points in (("0-0", alone), ("0-0 2-1", 3)):
            assert position(rules, "6-5", "5-1", hand).play("<5-1").points == (points, 0)


def tens(end: RoundEnd) -> Sequence[int]:
    """A point for each ten of the others' pips, five counting as ten, and one at the least."""
    pips = sum(hand.pips for hand in end.hands)
    points = max(1, (pips + 5) // 10) if pips else 0
    return [points if seat == end.seat else 0 for seat in range(2)]


def hand_of(pips: int) -> str:
    """A hand of the double-twelve set that has so many pips."""
    hand: list[Tile] = []
    for tile in sorted(TileSet.double(12), key=lambda tile: -tile.pips):
        if tile.pips <= pips and (tile.pips or not hand):
            hand.append(tile)
            pips -= tile.pips
    return " ".join(map(str, hand))


@pytest.mark.parametrize(
    ("pips", "points"),
    [
        *((0, 0), (1, 1), (4, 1), (5, 1), (14, 1), (15, 2), (24, 2), (25, 3), (34, 3)),
        *((35, 4), (44, 4), (45, 5), (100, 10), (125, 13)),
    ],
)
def test_h25_pips_to_points(pips: int, points: int) -> None:
    """H25: tens of pips, five rounded up every time and not to the even ten; at least one."""
    rules = Rules(max_pip=18, score_round=tens)
    state = position(rules, "18-17", "18-16", hand_of(pips))
    assert state.hand(1).pips == pips
    assert state.play(">18-16").points == (points, 0)


def test_h26_nothing_is_scored_twice() -> None:
    """H26: going out with a tile that blocks as well is one score, and the round takes no more."""
    over = position(Rules(), "6-5", "6-1", "3-3 2-0").play(">6-1")
    assert over.outcome is not None
    assert over.outcome == over.outcome
    assert (over.outcome.ending, over.outcome.points) == ("out", (8, 0))
    for text in ("<5-3", "--", "+"):
        with pytest.raises(RoundOverError):
            over.play(text)
    assert over.points == (8, 0)


def threshold(end: RoundEnd) -> Sequence[int]:
    """Pips are penalties, but a side with no points yet writes nothing below thirteen."""
    pips = [hand.pips for hand in end.hands]
    return [own if had or own >= 13 else 0 for own, had in zip(pips, end.scores, strict=True)]


def test_h27_a_threshold_to_count() -> None:
    """H27: 12 writes nothing, 13 writes 13; once past the threshold 2 more make 15."""
    rules = Rules(score_round=threshold, wins="low")
    totals = [0]
    for hand in ("6-6", "6-6 1-0", "1-1"):
        state = position(rules, "6-5", "5-1", hand, scores=[0, totals[-1]])
        totals.append(totals[-1] + state.play("<5-1").points[1])
    assert totals[1:] == [0, 13, 15]


HANDS = (
    "0-5 1-3 1-4 2-2 3-4 4-4 5-6",
    "0-0 0-1 0-6 1-1 1-6 2-3 2-6",
    "0-2 2-4 2-5 3-3 3-6 4-5 4-6",
    "0-3 0-4 1-2 1-5 3-5 5-5 6-6",
)
#: The first 4-5 fits both ends; only on the right does it leave the 4 that the next ply joins.
TRANSCRIPT = (
    "B 1-1, C pass, D 1-5, A 1-4, B pass, C >5-4, D 0-4, A 0-5, B pass, C 2-5, D 1-2, A 4-4, "
    "B 0-1, C 0-2, D pass, A 2-2, B 2-6, C 3-6, D 0-3, A 3-4, B 2-3, C 2-4, D pass, A 5-6"
)


def test_h28_a_fault_in_a_transcript_has_a_place() -> None:
    """H28: the plies before the fault stand; it is ply 23, 5-6 on ends 0 and 4: a pass was due."""
    state = State.deal(Rules(seats=4), hands=HANDS, leader=1)
    plies = [ply.split() for ply in TRANSCRIPT.split(", ")]
    for index, (seat, word) in enumerate(plies):
        assert state.turn == "ABCD".index(seat)
        if index == 23:
            break
        state = state.play(Move.read(word, state.distinct_moves))
    assert (index, plies[index]) == (23, ["A", "5-6"])
    assert len(state.history) == 23
    assert sorted(state.ends) == [0, 4]
    assert moves_of(state) == ["--"]
    for text in (">5-6", ">6-5", "<5-6", "<6-5"):
        with pytest.raises(
            IllegalMoveError, match=r"(5-6|6-5).*the open ends are (0 and 4|4 and 0)"
        ):
            state.play(text)


# ---- All Fives and the spinner ----


def test_h29_open_ends_with_four_arms() -> None:
    """H29: 3 and 2 at the sides of 5-5 make 5; arms of 5, 1, 6 and 3 make 15."""
    assert position(FIVES, "5-5 <5-3 >5-2", "1-1", "5-0").ends_sum == 5
    layout = "6-6 <6-5 >6-1 ^6-4 ^4-2 ^2-6 v6-3"
    assert position(FIVES, layout, "1-0", "4-4").ends_sum == 15


def test_h30_the_first_double_is_the_spinner() -> None:
    """H30: a first double that did not lead is the spinner; its cross sides take 4-3: 7 to 11."""
    state = position(FIVES, "6-3 <3-3 <3-1", "4-3 0-0", "5-5")
    assert state.spinner == Tile(3, 3)
    assert moves_of(state) == ["^3-4", "v3-4"]
    assert state.ends_sum == 7
    assert [state.play(move).ends_sum for move in state.moves] == [11, 11]


def test_h31_no_spinner_is_left_over() -> None:
    """H31: the next round starts with no spinner, no arm and no sum."""
    lead = dealt(FIVES, "5-5", "4-4", leader=0).play("*5-5")
    assert (lead.is_over, lead.spinner) == (True, Tile(5, 5))
    found = 0
    for seed in range(10):
        match = Match("all-fives", seed=seed)
        while not match.rounds:
            match = match.play(match.state.moves[0])
        if match.last is not None and match.last.spinner is not None:
            found += 1
            state = match.state
            assert (state.spinner, state.arms, state.ends_sum) == (None, {}, 0)
            assert (state.points, len(state.played)) == ((0, 0), 0)
            led = state.play(next(move for move in state.moves if move.is_lead))
            assert len(led.arms) == 2
    assert found > 0


@pytest.mark.parametrize(("counts", "points"), [("full", 10), ("single", 5), ("none", 0)])
def test_h32_a_lone_double_five(counts: str, points: int) -> None:
    """H32: 5-5 led is 10, or 5 where the rules count it once, or nothing."""
    state = dealt(FIVES.replace(opening_counts=counts), "5-5 1-1", "5-4 2-2", leader=0)
    assert state.play("*5-5").points == (points, 0)


def test_h33_the_highest_score() -> None:
    """H33: arms of 6-6, 4-4, 5-5 and a 5 score 35 at once."""
    layout = "3-3 >3-6 >6-6 <3-4 <4-4 ^3-2 ^2-5 ^5-5"
    state = position(FIVES, layout, "5-3 0-0", "4-1")
    after = state.play("v3-5")
    assert (after.ends_sum, after.points) == (35, (35, 0))


# ---- players and hidden information ----


def test_h36_the_sampler_uses_the_whole_seed() -> None:
    """H36: a hundred seeds give more than ninety worlds, one seed the same world twice."""
    view = State.deal(Rules(seats=4), seed=5, leader=0).observe(0)
    assert view.count_worlds() >= 1000
    worlds = [view.sample(seed=seed) for seed in range(100)]
    assert len({world.hands for world in worlds}) > 90
    assert [view.sample(seed=seed) for seed in range(100)] == worlds


def test_h37_a_sample_for_who_is_not_on_turn() -> None:
    """H37: its hand stays, the mover and the record stay, and the mover moves what it holds."""
    state = State.deal(Rules(seats=4), seed=5, leader=0)
    for _ in range(4):
        state = state.play(state.moves[0])
    view = state.observe(2)
    assert state.turn == 0
    for seed in range(50):
        world = view.sample(seed=seed)
        assert (world.turn, world.hand(2), world.history) == (0, state.hand(2), state.history)
        assert all(move.tile in world.hand(0) for move in world.moves if move.tile is not None)
        assert world.observe(2) == view


def test_h39_simulations_do_not_touch_their_root() -> None:
    """H39: a thousand playouts, in one thread or four, leave hash, moves and bytes as they were."""
    root = State.deal(DRAWING, seed=2, leader=0)
    before = hash(root), moves_of(root), pickle.dumps(root)
    alone = dc.playouts(root, 1000, seed=1)
    with ThreadPoolExecutor(4) as pool:
        assert dc.playouts(root, 1000, seed=1, executor=pool) == alone
    assert (hash(root), moves_of(root), pickle.dumps(root)) == before


@pytest.mark.parametrize(
    ("exclude", "hands", "chance"),
    [
        ("", ("6-5 6-4 4-4 3-3 2-2 1-1 0-0", "4-3 4-2 4-1 4-0 3-2 3-1 3-0"), (120, 116280)),
        (
            "6-6 6-3 6-2 6-1 6-0 5-5 0-0",
            ("6-5 6-4 4-4 3-3 2-2 1-1 4-3", "4-2 4-1 4-0 3-2 3-1 3-0 2-1"),
            (36, 3432),
        ),
    ],
)
def test_h40_the_chance_of_a_pass(
    exclude: str, hands: tuple[str, str], chance: tuple[int, int]
) -> None:
    """H40: of 21 unseen tiles 11 fit, of 14 five do: that many worlds of all have a pass."""
    rules = Rules(exclude=tuple(exclude.split()))
    state = State.deal(rules, hands=hands, leader=0).play("*6-5")
    unseen = len(rules.tiles) - 7
    fit = sum(6 in t or 5 in t for t in rules.tiles - state.hand(0) - state.played)
    assert chance == (comb(unseen - fit, 7), comb(unseen, 7))
    assert state.observe(0).count_worlds() == chance[1]
    assert state.play("--").observe(0).count_worlds() == chance[0]


class Noting:
    """Play the first move, and note the rounds it was asked in."""

    made: list[Noting]

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rounds: list[int] = []
        Noting.made.append(self)

    def choose(self, view: Observation) -> Move:
        """Give the first move."""
        self.rounds.append(view.round)
        return view.moves[0]


def test_h41_no_memory_between_rounds() -> None:
    """H41: a table seats a fresh player for every round, so no void of one acts in the next."""
    Noting.made = []
    spec = dc.PlayerSpec("noting", Noting, summary="Notes the rounds it is asked in.")
    result = dc.Table("block", [spec, spec], seed=4).play_match()
    assert len(result.rounds) > 1
    asked = [set(player.rounds) for player in Noting.made if player.rounds]
    assert all(len(numbers) == 1 for numbers in asked)
    assert set.union(*asked) == set(range(1, len(result.rounds) + 1))


def test_h42_what_is_not_supported_is_an_exception() -> None:
    """H42: an operation that rules do not have raises, and the process lives."""
    three = State.deal(Rules(seats=3), seed=1, leader=0)
    scored = State.deal(Rules(score_round=telefon), seed=1, leader=0)
    with pytest.raises(RulesError):
        dc.solve(three)
    with pytest.raises(NotNativeError):
        dc.solve(scored)
    with pytest.raises(NotNativeError):
        scored.rules.settle("out", 0, ["", "0-0"])
    with pytest.raises(RoundOverError):
        dc.playouts(to_end(three), 10, seed=1)
    with pytest.raises(AttributeError):
        three.undo()  # type: ignore[attr-defined]
    assert dc.playouts(scored, 10, seed=1).rounds == 10


# ---- the library ----


def awkward_states() -> Iterator[State]:
    """A state in the middle of a round, after a pass, in a turn of draws, and at the end."""
    middle = passed = drawn = None
    for state in rounds(DRAWING, 30):
        last = state.last_move
        if last is None or state.is_over:
            continue
        middle = middle or (state if len(state.played) == 4 else None)
        drawn = drawn or (state if last.is_draw else None)
    for state in rounds(Rules(), 30):
        last = state.last_move
        passed = passed or (state if last is not None and last.is_pass else None)
    assert middle is not None
    assert passed is not None
    assert drawn is not None
    yield from (middle, passed, drawn, to_end(middle))


def test_h43_pickles_and_copies() -> None:
    """H43: every pickle protocol, copy and deepcopy give an equal state that goes on the same."""
    for state in awkward_states():
        again = [pickle.loads(pickle.dumps(state, p)) for p in range(pickle.HIGHEST_PROTOCOL + 1)]
        for other in (*again, copy.copy(state), copy.deepcopy(state)):
            assert (other, hash(other)) == (state, hash(state))
            assert (moves_of(other), other.history) == (moves_of(state), state.history)
            if not state.is_over:
                assert dc.playouts(other, 20, seed=3) == dc.playouts(state, 20, seed=3)


def test_h44_a_match_comes_back() -> None:
    """H44: saved in the middle of round 3, a match has all it had and goes on the same."""
    match = Match("draw", seed=9, scores=(3, 8), target=300, later="winner")
    while match.round < 3 or len(match.state.played) < 4:
        match = match.play(match.state.moves[0])
    again = pickle.loads(pickle.dumps(match))
    assert again == match
    for name in ("scores", "leader", "round", "rules", "rounds", "variant", "state", "last"):
        assert getattr(again, name) == getattr(match, name)
    assert max(match.scores) > 0
    while not match.is_over:
        match, again = (m.play(m.state.moves[-1]) for m in (match, again))
    assert again == match
    assert again.seed == match.seed


def test_h45_equality_is_about_the_game() -> None:
    """H45: how a state came about does not matter; what it holds does, whatever the hashes."""
    hands = ("6-6 5-2 3-1 0-0", "6-5 6-3 4-2 1-1")
    start = dealt(Rules(hand_size=4), *hands, leader=0).play("*6-6")
    first = start.play(">6-5").play(">5-2").play("<6-3").play("<3-1").play(">2-4")
    second = start.play("<6-3").play("<3-1").play(">6-5").play(">5-2").play(">2-4")
    assert first.history != second.history
    assert first == second
    assert hash(first) == hash(second)
    states = [start, start.play(">6-5"), start.play("<6-5"), first]
    assert all(a != b for i, a in enumerate(states) for b in states[:i])
    assert start.play(">6-5") != start.play(">6-3")
    assert first != 7
    assert len({*states, second}) == 4


@pytest.mark.parametrize(
    "text",
    [
        "",
        "garbage",
        "255-1",
        "-1",
        "6-",
        "-6-5",
        "6-6-6",
        "6\x00-5",
        "\x00",
        "1" * 1_000_000,
        "٦-5",
    ],
    ids=ascii,
)
def test_h46_parsers_refuse_rubbish(text: str) -> None:
    """H46: rubbish is a ValueError with a short text, not a crash nor a wait."""
    for parse in (Tile.parse, Move.parse, lambda word: TileSet.parse(word or "garbage")):
        with pytest.raises(NotationError) as error:
            parse(text)
        assert isinstance(error.value, ValueError)
        assert len(str(error.value)) < 300


def test_h46_positions_refuse_rubbish() -> None:
    """H46: a tile twice, hands that are too many, a mover who is not there: ValueError each."""
    with pytest.raises(NotationError, match="twice") as error:
        TileSet.parse("6-6 5-5 6-6")
    assert error.value.column == 9
    for given in (
        {"hands": ["6-6", "5-5"], "turn": 7},
        {"hands": ["6-6", "5-5"], "turn": -1},
        {"hands": ["6-6"]},
        {"hands": ["6-6", "9-9"]},
        {"hands": ["6-6", "6-6"]},
        {"hands": ["6-6", "5-5"], "layout": "4-4 garbage"},
        {"hands": ["6-6", "5-5"], "layout": "4-4 >3-3"},
    ):
        with pytest.raises(ValueError):
            State.setup(Rules(), partial=True, **{"layout": "4-4", **given})
    with pytest.raises(RulesError):
        State.deal(Rules(), hands=[tuple(TileSet.double(6)), "6-6"], leader=0)


def test_h47_two_users_and_threads() -> None:
    """H47: four threads and two names of the solver at once give what one after the other gives."""
    states = [State.deal(Rules(hand_size=6), seed=seed, leader=0) for seed in range(12)]
    alone = [dc.solve(state) for state in states]
    with ThreadPoolExecutor(4) as pool:
        one, two = pool.map(dc.solve, states), pool.map(solver.solve, states)
        assert list(one) == alone
        assert list(two) == alone


@pytest.mark.unsanitized
def test_h48_packaging() -> None:
    """H48: one top-level package, small, whose every module imports."""
    files = importlib.metadata.files("dominocore") or []
    tops = {Path(str(file)).parts[0] for file in files}
    helpers = ("_editable_", "__pycache__", "dominocore-", "..")  # of the installation itself
    ours = {top for top in tops if not top.startswith(helpers) and not top.endswith(".pth")}
    assert ours <= {"dominocore"}
    home = Path(dc.__file__).parent
    sources = [file for file in home.rglob("*") if file.is_file() and file.suffix != ".pyc"]
    packed = sum(len(zlib.compress(file.read_bytes())) for file in sources)  # as a wheel has them
    assert packed < 1_000_000
    for module in pkgutil.walk_packages(dc.__path__, "dominocore."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def test_h49_no_recursion() -> None:
    """H49: 10,000 plies of a match in a loop, and its 10,000 states pickled, need no deep stack."""
    match = Match(Rules(max_pip=1, hand_size=1, target=None), seed=1)
    states = []
    for _ in range(10_000):
        states.append(match.state)
        match = match.play(match.state.moves[0])
    assert len(match.rounds) > 1_000
    assert pickle.loads(pickle.dumps(match)) == match
    data = pickle.dumps(states)
    assert len(data) < 20_000_000
    assert pickle.loads(data) == states


@pytest.mark.parametrize("max_pip", range(19))
def test_h50_tiles_and_their_numbers(max_pip: int) -> None:
    """H50: the numbers of a set are 0 to n - 1, one for each tile, whichever way round."""
    pips = range(max_pip + 1)
    numbers = {(a, b): Tile(a, b).index for a in pips for b in pips}
    n = (max_pip + 1) * (max_pip + 2) // 2
    assert set(numbers.values()) == set(range(n))
    for (a, b), index in numbers.items():
        assert numbers[b, a] == index
        assert Tile.from_index(index) == Tile(a, b)
    assert len({Tile(a, b) for a in pips for b in pips}) == n
