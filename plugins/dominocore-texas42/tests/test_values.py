# SPDX-License-Identifier: MIT
"""Deals, moves and states as values, and what a seat may see of them."""

from __future__ import annotations

import pickle
import random
from copy import copy, deepcopy
from typing import Any

import pytest
from hands42 import AUSTIN, POINTS, RULES, deal, play

from dominocore import Hand, TileSet
from dominocore.errors import IllegalMoveError, NotationError, RoundOverError, RulesError
from dominocore_texas42 import Texas42Move, Texas42Rules, Texas42State

# ---- deals, moves, values ----


def test_seeds_deal_the_same_hands_everywhere_and_rounds_differ() -> None:
    """A seed and a round give a deal; the first leader comes of the seed, later ones are given."""
    one = RULES.deal(seed=5)

    assert one == RULES.deal(seed=5)
    assert one.hands != RULES.deal(seed=5, round=2, leader=0, first=False).hands
    assert {RULES.deal(seed=seed).leader for seed in range(40)} == {0, 1, 2, 3}
    assert one.played == TileSet() and sum(one.hand_sizes) == 28


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hands": AUSTIN[:3]}, "hands: expected the 28 tiles"),
        ({"hands": (AUSTIN[0],) * 4}, "hands: expected the 28 tiles"),
        ({"hands": ("6-6", "x", "", "")}, "hands: "),
        ({"leader": 4}, "leader is a number from 0 to 3, got 4"),
        ({"round": 0}, "round is a number from 1 up, got 0"),
        ({"first": False}, "leader=None"),
        ({"boneyard": ["6-6"]}, "no boneyard"),
        ({"scores": (1, 2, 3)}, "2 sides need as many scores"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(given: dict[str, Any], message: str) -> None:
    """The message names what was got and what was expected."""
    with pytest.raises(RulesError, match=message):
        RULES.deal(**given)


@pytest.mark.parametrize(
    "options",
    [
        {"target": 0},
        {"target": True},
        {"scoring": "chips"},
        {"all_pass": True},
        {"nello": "yes"},
        {"plunge": 1},
        {"play_out": "no"},
        {"scoring": "points", "plunge": True},
        {"scoring": "points", "nello": "both"},
    ],
)
def test_rules_that_cannot_be_are_refused(options: dict[str, Any]) -> None:
    """Each option says what it can be."""
    with pytest.raises(RulesError):
        Texas42Rules(**options)


def test_moves_read_back_and_people_may_say_them_otherwise() -> None:
    """Each move's text reads back; numbers, names of suits and turned tiles are understood."""
    rules = Texas42Rules(nello="both", plunge=True)
    for move in rules.all_moves():
        assert rules.read_move(str(move)) == move
        assert pickle.loads(pickle.dumps(move)) == move
        assert " " not in str(move) and "{" not in str(move)
    assert len(rules.all_moves()) == 1 + 13 + 6 + 1 + 11 + 28
    assert len(RULES.all_moves()) == 1 + 13 + 4 + 9 + 28

    bids = deal().moves
    for text, word in (("31", "bid-31"), ("2 Marks", "bid-84"), ("pass", "--"), ("84", "bid-84")):
        assert str(RULES.find_move(text, bids)) == word
    calls = play(deal(), "bid-30 -- -- --").moves
    for text, word in (("treys", "trump-3"), ("Fives", "trump-5"), ("follow me", "trump-none")):
        assert str(RULES.find_move(text, calls)) == word
    tiles = play(deal(), "bid-30 -- -- -- trump-5").moves
    assert RULES.find_move("[1|5]", tiles) == Texas42Move.of("5-1")


def test_what_is_no_move_is_refused() -> None:
    """A text that is none, a move that is not legal, and a move after the end."""
    state = deal()
    with pytest.raises(NotationError):
        state.play("bid-43")
    with pytest.raises(NotationError):
        RULES.find_move("bid-29", state.moves)
    with pytest.raises(IllegalMoveError, match="trump-5 is not legal for seat 0"):
        state.play("trump-5")
    with pytest.raises(IllegalMoveError):
        state.play("6-5")
    over = play(deal(all_pass="redeal"), "-- -- -- --")
    with pytest.raises(RoundOverError):
        over.play("6-5")
    with pytest.raises(IndexError):
        state.observe(4)


def test_states_and_views_are_values() -> None:
    """They pickle, copy, compare and hash."""
    state = play(deal(), "-- bid-30 bid-31 bid-32 trump-1 1-1 2-1")
    for thing in (state, state.observe(0), state.rules, state.public):
        for other in (pickle.loads(pickle.dumps(thing)), copy(thing), deepcopy(thing)):
            assert other == thing and hash(other) == hash(thing)
    assert state != state.play("3-1")


def test_rules_say_what_they_are() -> None:
    """`describe` names what was chosen, and the options go through their texts."""
    text = Texas42Rules(nello="both", plunge=True, all_pass="redeal").describe()
    assert "Nel-o" in text and "plunge" in text and "next dealer" in text
    assert "250 points" in Texas42Rules(scoring="points", target=250).describe()
    assert RULES.replace(target=3).target == 3
    assert set(RULES.options()) == set(RULES.to_dict())


def test_the_picture_shows_bids_trumps_and_tricks() -> None:
    """All of it is public; forms of tiles and widths are those of `dominocore.text`."""
    state = play(deal(), "-- bid-30 bid-31 bid-32 trump-1 1-1 2-1 3-1 1-0 6-1")

    assert state.picture() == (
        "Bids: 0:-- 1:bid-30 2:bid-31 3:bid-32\n"
        "Trumps: aces (called by seat 3)\n"
        "Taken: seats 0 and 2 0, seats 1 and 3 1 of 42\n"
        "Trick 1: 3:[1|1] 0:[2|1] 1:[3|1] 2:[1|0]\n"
        "Trick 2: 3:[6|1]"
    )
    assert state.picture() == state.observe(1).picture()
    assert max(map(len, state.picture("box", 30).split("\n"))) <= 32
    assert "🀱" not in state.picture() and state.picture("unicode")
    with pytest.raises(ValueError, match="form"):
        state.picture("colour")


# ---- what a seat may see ----


def exchanged(state: Texas42State, seat: int, rng: random.Random) -> tuple[Hand, ...]:
    """Give the hands with the tiles that a seat does not see dealt anew."""
    others = [other for other in range(4) if other != seat]
    tiles = [tile for other in others for tile in state.hands[other]]
    rng.shuffle(tiles)
    hands = list(state.hands)
    for other in others:
        size = state.hand_sizes[other]
        hands[other], tiles = Hand(tiles[:size]), tiles[size:]
    return tuple(hands)


def replayed(state: Texas42State, held: tuple[Hand, ...]) -> Texas42State | None:
    """Deal so that these hands are left, and play the same moves; None where one is not legal."""
    dealt = list(held)
    for seat, move in state.history:
        if move.tile is not None:
            dealt[seat] |= TileSet([move.tile])
    there = state.rules.deal(hands=dealt, leader=state.leader)
    for _, move in state.history:
        if move not in there.moves:
            return None
        there = there.play(move)
    return there


@pytest.mark.parametrize("options", [{}, {"nello": "both", "plunge": True}, POINTS])
def test_a_view_does_not_depend_on_what_its_seat_cannot_see(options: dict[str, Any]) -> None:
    """The same record with other hidden tiles gives the same view, errors, picture and bytes."""
    rng = random.Random(8)
    rules = Texas42Rules(**options)
    compared = 0
    for seed in range(60):
        state = rules.deal(seed=seed)
        stop = rng.randrange(30)
        for _ in range(stop):
            if state.is_over:
                break
            state = state.play(rng.choice(state.moves))
        if state.is_over:
            continue
        for seat in range(4):
            for _ in range(6):
                there = replayed(state, exchanged(state, seat, rng))
                if there is None:
                    continue
                compared += there != state
                assert there.observe(seat) == state.observe(seat)
                assert pickle.dumps(there.observe(seat)) == pickle.dumps(state.observe(seat))
                assert there.picture() == state.picture() and there.voids == state.voids
    assert compared > 150


def test_a_seat_really_lacks_its_voids() -> None:
    """No seat holds a tile of a suit, or with a pip, that it has shown it lacks."""
    rng = random.Random(4)
    shown = 0
    for seed in range(150):
        state = Texas42Rules(nello="both", play_out=True).deal(seed=seed)
        while not state.is_over:
            state = state.play(rng.choice(state.moves))
            for seat, hand in enumerate(state.hands):
                assert not any(pip in tile for tile in hand for pip in state.voids[seat])
                trumps = state.public.trumps
                for suit in state.public.lacks[seat]:
                    assert trumps is not None and not hand.mask & trumps.members[suit]
                    shown += 1
    assert shown > 1000


def test_what_is_of_another_kind_is_refused() -> None:
    """Moves are texts, seats whole numbers, and a form is asked for although no tile lies."""
    state = Texas42Rules().deal(seed=1)
    for ask in (Texas42Move.of, lambda word: state.rules.find_move(word, state.moves)):
        with pytest.raises(TypeError, match="a move is read from a text, got None"):
            ask(None)
    for leader in (True, 1.0):
        with pytest.raises(TypeError, match="leader is a whole number"):
            state.rules.deal(seed=1, leader=leader)
        with pytest.raises(TypeError, match="seat is a whole number"):
            state.observe(leader)
    with pytest.raises(ValueError, match="form is one of"):
        state.picture("oil")
