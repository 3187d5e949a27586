# SPDX-License-Identifier: MIT
"""Texas 42 by cases from the texts that the README names, and the values that states are."""

from __future__ import annotations

import pickle
import random
from copy import copy, deepcopy
from typing import Any

import pytest

from dominocore import Ending, Hand, Outcome, Tile, TileSet
from dominocore.errors import IllegalMoveError, NotationError, RoundOverError, RulesError
from dominocore_texas42 import Texas42Move, Texas42Rules, Texas42State, Trumps

RULES = Texas42Rules()

# The hand of texas42.net/dennis-scenario.html: Ella, Steve, Will and Nancy, who has shuffled.
AUSTIN = (
    "6-5 5-3 5-1 5-0 2-2 2-0 2-1",
    "5-5 5-4 4-4 4-2 4-0 3-1 0-0",
    "6-6 6-3 6-2 5-2 3-3 3-0 1-0",
    "6-4 6-0 4-3 3-2 1-1 6-1 4-1",
)
# Seat 0 holds all doubles, seat 1 five sixes, seat 2 the rest of the sixes.
DOUBLES = (
    "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
    "6-5 6-4 6-3 6-2 6-1 5-4 5-3",
    "6-0 5-2 5-1 5-0 4-3 4-2 4-1",
    "4-0 3-2 3-1 3-0 2-1 2-0 1-0",
)


def deal(hands: tuple[str, ...] = AUSTIN, **options: Any) -> Texas42State:
    return Texas42Rules(**options).deal(hands=hands, leader=0)


def play(state: Texas42State, words: str) -> Texas42State:
    for word in words.split():
        state = state.play(word)
    return state


def legal(state: Texas42State) -> str:
    return " ".join(map(str, state.moves))


def first_legal(state: Texas42State) -> Texas42State:
    """Play the first legal tile until the hand is over."""
    while not state.is_over:
        state = state.play(state.moves[0])
    return state


# ---- bids ----


def test_the_first_bid_is_30_to_42_or_two_marks() -> None:
    """forty-two.50megs.com: other than a pass, between 30 and 84, which is two marks."""
    bids = [move.bid for move in deal().moves]

    assert bids == [0, *range(30, 43), 84]


def test_after_two_marks_each_bid_is_one_mark_more() -> None:
    """forty-two.50megs.com: 84, 126, 168 and 210 are the most; after 84 and a pass, only 126."""
    assert legal(play(deal(), "bid-84")) == "-- bid-126"
    assert legal(play(deal(), "bid-84 --")) == "-- bid-126"
    assert legal(play(deal(), "bid-84 bid-126 bid-168")) == "-- bid-210"
    assert legal(play(deal(), "bid-42")) == "-- bid-84"


def test_each_bids_once_and_higher() -> None:
    """A bid has to be higher than the ones before it, and the fourth ends the bidding."""
    state = play(deal(), "bid-31 -- bid-40")

    assert legal(state) == "-- bid-41 bid-42 bid-84"
    done = state.play("--")
    assert (done.turn, done.public.bid, done.public.bidder) == (2, 40, 2)
    assert legal(done) == " ".join([*(f"trump-{pip}" for pip in range(7)), "trump-doubles"]) + (
        " trump-none"
    )


def test_the_dealer_has_to_bid_when_all_pass() -> None:
    """42-online.com: if everyone passes, the last bidder is forced to bid at least 30."""
    assert legal(play(deal(), "-- -- --")).startswith("bid-30 bid-31")


def test_all_may_pass_where_bids_are_not_forced() -> None:
    """hearnechamber.org, rule 7: the last may pass too, the shake rotates, nobody gets a mark."""
    state = play(deal(all_pass="redeal"), "-- -- -- --")

    assert state.is_over and state.outcome is not None
    assert (state.outcome.side, state.outcome.points, state.next_lead()) == (None, (0, 0), 1)
    assert state.observe(2).shown_hands == state.hands


# ---- suits and tricks ----


def test_the_sample_hand_from_austin_plays_as_told() -> None:
    """texas42.net/noindicatingsample.html: pass, 30, 31, 32; aces; three tricks.

    Where the page draws a tile, the hands leave one that fits: Nancy leads her double, then her
    second trump, to which Steve has no ace and gives 5-5, and Will throws off 3-0; then 6-0,
    which Will takes.
    """
    state = play(deal(), "-- bid-30 bid-31 bid-32 trump-1")
    assert state.turn == 3

    state = play(state, "1-1")
    assert legal(state) == "2-1 5-1"
    state = play(state, "2-1")
    assert legal(state) == "3-1"
    state = play(state, "3-1")
    assert legal(state) == "1-0"
    state = play(state, "1-0 6-1 5-1")
    assert legal(state) == "0-0 4-0 4-2 4-4 5-4 5-5"
    state = play(state, "5-5 3-0")
    assert (state.turn, state.taken) == (3, (0, 12))

    state = play(state, "6-0")
    assert legal(state) == "6-5"
    state = play(state, "6-5 4-0")
    assert legal(state) == "6-2 6-3 6-6"
    state = play(state, "6-6")
    assert (state.turn, state.taken) == (2, (1, 12))
    assert [sorted(lacks) for lacks in state.public.lacks] == [[], [1, 6], [1], []]


def test_a_trump_need_not_follow_its_other_number() -> None:
    """texas42.net/trumps.html: fours are trumps, 2-1 is led; 4-2 need not be played to it."""
    state = play(deal(), "bid-30 -- -- -- trump-4 2-1")
    assert legal(state) == "0-0 3-1 4-0 4-2 4-4 5-4 5-5"
    assert state.play("0-0").public.lacks[1] == {2}

    fours = Trumps.of("trump-4")
    assert fours.led_by(Tile(2, 1)) == 2
    assert not fours.members[2] >> Tile(4, 2).index & 1
    assert fours.winner([Tile(2, 1), Tile(6, 2), Tile(4, 2), Tile(2, 2)]) == 2


@pytest.mark.parametrize(
    ("call", "tiles", "taker"),
    [
        # ourpastimes.com: sixes are trumps; of 6-4, 6-0, 6-3 and 6-5 the last takes the trick.
        ("trump-6", "6-4 6-0 6-3 6-5", 3),
        # forty-two.50megs.com/Forty-Two_Indicate.html: treys; the double, then the "cow", 6-3.
        ("trump-3", "3-3 3-0 3-2 3-1", 0),
        ("trump-3", "6-3 5-3 2-1 1-0", 0),
        # ssklion.blogg.se: 4-0 beats any tile that is no four, 4-4 then 6-4 beat the other fours.
        ("trump-4", "6-6 5-5 4-0 3-3", 2),
        ("trump-4", "5-4 6-4 4-3 4-4", 3),
        # eightygames.wordpress.com: without a trump, the highest of the suit of the higher number.
        ("trump-0", "5-3 5-4 6-3 3-3", 1),
        # hearnechamber.org, rule 8: doubles are trumps; 6-5 does not follow 6-6.
        ("trump-doubles", "6-6 6-5 5-5 0-0", 0),
        ("trump-doubles", "6-5 6-4 0-0 6-6", 3),
        ("trump-doubles", "6-5 6-4 6-3 2-1", 0),
        # No trumps: the double is high, and nothing beats another suit.
        ("trump-none", "6-4 6-5 5-5 6-6", 3),
        ("trump-none", "4-1 4-0 6-4 6-6", 2),
    ],
)
def test_who_takes_a_trick(call: str, tiles: str, taker: int) -> None:
    """The tricks that the texts give as examples are taken as they say."""
    assert Trumps.of(call).winner(map(Tile.parse, tiles.split())) == taker


def test_doubles_as_trumps_are_followed_by_doubles_alone() -> None:
    """hearnechamber.org, rule 8: who has no double need not play a six to 6-6."""
    state = play(deal(DOUBLES), "bid-30 -- -- -- trump-doubles 6-6")

    assert legal(state) == "5-3 5-4 6-1 6-2 6-3 6-4 6-5"
    assert play(state, "6-5").public.lacks[1] == {7}
    assert play(state, "6-5 6-0 4-0").turn == 0


# ---- results ----


def test_a_hand_is_over_when_the_bid_is_made() -> None:
    """texas42.net/42nutshell.html: it goes on until the bid is made or set, or all are played."""
    state = play(deal(DOUBLES), "bid-38 -- -- -- trump-doubles 5-5 6-4 5-0 3-2")
    assert state.taken == (31, 0) and not state.is_over

    state = play(state, "4-4 6-5 4-1 4-0")
    assert state.taken == (37, 0) and not state.is_over
    state = play(state, "2-2 6-1 4-2 2-0")
    assert state.outcome is not None
    assert (state.outcome.ending, state.outcome.seat, state.outcome.side) == ("out", 0, 0)
    assert (state.points, state.taken, len(state.hands[0])) == ((1, 0), (38, 0), 4)


def test_the_opponents_get_the_marks_when_the_bid_is_set() -> None:
    """42-online.com: bids in marks need all tricks; lose one, and the others get the marks."""
    state = play(deal(), "bid-84 -- -- -- trump-5 5-0 5-4 5-2 3-2")

    assert state.outcome is not None
    assert (state.outcome.seat, state.outcome.side, state.points) == (1, 1, (0, 2))


def test_a_bid_of_42_is_one_mark_and_needs_every_trick() -> None:
    """harpercommunitypark.org: 42 is one mark, and bids in marks take all seven tricks."""
    made = play(deal(DOUBLES), "bid-42 -- -- -- trump-doubles")
    while not made.is_over:
        made = made.play(made.moves[-1])
    assert (made.taken, made.points, len(made.public.tricks)) == ((42, 0), (1, 0), 7)


def test_all_tricks_are_played_where_the_rules_say_so() -> None:
    """With `play_out` a hand that is decided goes on, and its result is the same."""
    words = "bid-84 -- -- -- trump-5 5-0 5-4 5-2 3-2"
    state = play(deal(play_out=True), words)
    assert not state.is_over

    done = first_legal(state)
    assert sum(done.taken) == 42 and len(done.public.tricks) == 7
    assert done.points == play(deal(), words).points == (0, 2)


POINTS = {"scoring": "points", "target": 250}


def test_points_that_are_taken_count_for_both_sides() -> None:
    """recipegoldmine.com: each side scores what it takes in, if the bid is made."""
    state = play(deal(**POINTS), "bid-30 -- -- -- trump-5")
    done = first_legal(state)
    ours, theirs = done.taken

    assert ours + theirs == 42
    assert done.points == ((ours, theirs) if ours >= 30 else (0, theirs + 30))


def test_a_bid_that_is_set_goes_to_the_others_with_what_they_took() -> None:
    """recipegoldmine.com: the side not bidding counts its own score plus the amount bid."""
    state = play(deal(**POINTS), "bid-84 -- -- -- trump-5 5-0 5-4 5-2 3-2")
    done = first_legal(state)

    assert done.points == (0, 84 + done.taken[1])


def test_two_marks_made_count_84_points() -> None:
    """recipegoldmine.com: the winner of a limit bid counts the amount of the bid."""
    state = play(deal(DOUBLES, **POINTS), "bid-84 -- -- -- trump-doubles")
    while not state.is_over:
        state = state.play(state.moves[-1])

    assert (state.taken, state.points) == ((42, 0), (84, 0))


def test_a_match_ends_at_the_target() -> None:
    """Seven marks win. recipegoldmine.com: if both sides go out, the bidder wins all the same."""
    made = Outcome(Ending.OUT, 2, 0, (32, 10))
    assert RULES.winners((6, 6), 12, made) is None
    assert RULES.winners((7, 6), 13, made) == (0,)
    points = Texas42Rules(scoring="points", target=250)
    assert points.winners((251, 240), 9, made) == (0,)
    assert points.winners((251, 258), 9, made) == (0,)
    assert points.winners((249, 250), 9, made) == (1,)


def test_the_count_is_42_whoever_takes_it() -> None:
    """Seven tricks, 10 for 5-5 and 6-4, 5 for 5-0, 4-1 and 3-2: 42 in each hand played out."""
    rng = random.Random(1)
    rules = Texas42Rules(play_out=True)
    for seed in range(200):
        state = rules.deal(seed=seed)
        while not state.is_over:
            state = state.play(rng.choice(state.moves))
        assert sum(state.taken) == 42 and not any(state.hand_sizes)


# ---- nel-o and plunge ----

LOW = (  # seat 0 holds low tiles
    "1-0 2-0 2-1 3-0 3-1 4-0 0-0",
    "6-6 5-5 4-4 3-3 2-2 1-1 5-4",
    "6-5 6-4 6-3 6-2 6-1 6-0 4-3",
    "5-3 5-2 5-1 5-0 4-2 4-1 3-2",
)


def test_nello_is_called_on_a_bid_of_marks() -> None:
    """harpercommunitypark.org and 42-dominoes.blogspot.com: bid 42 or 84, then call nel-o."""
    options = {"nello": "both"}
    for bid, there in (("bid-41", False), ("bid-42", True), ("bid-84", True)):
        words = legal(play(deal(LOW, **options), f"{bid} -- -- --"))
        assert ("nello-doubles nello-high" in words) == there
    assert "nello" not in legal(play(deal(LOW), "bid-42 -- -- --"))
    assert legal(play(deal(LOW, nello="high"), "bid-42 -- -- --")).endswith("none nello-high")


def test_in_nello_the_partner_sits_out_and_doubles_are_a_suit() -> None:
    """harpercommunitypark.org: the teammate does not play; doubles are a suit of their own."""
    state = play(deal(LOW, nello="both"), "bid-42 -- -- -- nello-doubles 2-1")
    assert state.turn == 1
    assert legal(state) == "1-1 2-2 3-3 4-4 5-4 5-5 6-6"
    state = play(state, "6-6")
    assert state.turn == 3
    assert legal(state) == "3-2 4-2 5-2"
    state = play(state, "5-2")
    assert (state.turn, state.hand_sizes) == (3, (6, 6, 7, 6))

    high = play(deal(LOW, nello="both"), "bid-42 -- -- -- nello-high 2-1")
    assert legal(high) == "2-2"


def test_nello_is_set_by_one_trick() -> None:
    """en.wikipedia.org: if the bidder catches even one trick, the hand is over at once."""
    words = "bid-84 -- -- -- nello-doubles 6-5 0-0"
    start = play(deal(nello="both"), words)
    assert legal(start) == "6-0 6-1 6-4"

    caught = start.play("6-0")
    assert caught.outcome is not None
    assert (caught.outcome.seat, caught.outcome.side, caught.points) == (1, 1, (0, 2))
    assert not play(deal(nello="both", play_out=True), words).play("6-0").is_over


def test_nello_is_made_when_seven_tricks_are_lost() -> None:
    """The bidder's side gets the marks when the bidder has no tile left and took no trick."""
    rng = random.Random(3)
    made = 0
    hands = (LOW[0].replace("0-0", "6-5"), LOW[1], LOW[2].replace("6-5", "0-0"), LOW[3])
    for _ in range(300):
        state = play(deal(hands, nello="doubles"), "bid-42 -- -- -- nello-doubles")
        while not state.is_over:
            state = state.play(rng.choice(state.moves))
        took = 0 in state.public.winners
        assert state.points == ((0, 1) if took else (1, 0))
        assert took or state.hand_sizes == (0, 0, 7, 0)
        made += not took
    assert 30 < made < 270


def test_plunge_takes_four_doubles_and_leaves_trumps_and_lead_to_the_partner() -> None:
    """easttexaspress.com: four marks, whatever was bid, with four doubles; 42-dominoes: partner."""
    start = deal(LOW, plunge=True)
    assert "plunge" not in legal(start)
    state = play(start, "bid-84")
    assert legal(state) == "-- bid-126 plunge"

    state = play(state, "plunge")
    assert (state.public.bid, legal(state)) == (168, "-- bid-210")
    state = play(state, "-- --")
    assert state.turn == 3
    state = play(state, "trump-5 5-3")
    assert (state.turn, state.public.bidder) == (0, 1)
    state = play(state, "1-0 5-5 6-5")
    assert state.turn == 1 and not state.is_over


def test_plunge_over_four_marks_is_five() -> None:
    """With four marks bid before, a plunge is worth one more."""
    hands = (LOW[3], LOW[0], LOW[2], LOW[1])
    state = play(deal(hands, plunge=True), "bid-84 bid-126 bid-168 plunge")

    assert (state.public.bid, state.turn) == (210, 1)
    assert max(move.bid for move in Texas42Rules(plunge=True).all_moves()) == 294
    assert max(move.bid for move in RULES.all_moves()) == 210


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
        ({"leader": 4}, "leader=4"),
        ({"first": False}, "leader=None"),
        ({"boneyard": ["6-6"]}, "no boneyard"),
        ({"scores": (1, 2, 3)}, "scores="),
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
    for text, word in (("treys", "trump-3"), ("5", "trump-5"), ("follow me", "trump-none")):
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
