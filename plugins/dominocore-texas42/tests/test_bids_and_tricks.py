# SPDX-License-Identifier: MIT
"""Bids, suits and tricks by cases from the texts that the README names."""

from __future__ import annotations

import pytest
from hands42 import DOUBLES, deal, legal, play

from dominocore import Tile
from dominocore_texas42 import Trumps

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
