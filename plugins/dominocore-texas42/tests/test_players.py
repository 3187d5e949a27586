# SPDX-License-Identifier: MIT
"""The players: what they bid and play, and that they win."""

from __future__ import annotations

import random

import pytest
from hands42 import AUSTIN, DOUBLES, deal, legal, play

import dominocore as dc
from dominocore import Tile
from dominocore_texas42 import SamplingPlayer, Texas42Rules, ThumbPlayer
from dominocore_texas42.bidding import expected, high_calls
from dominocore_texas42.suits import TILES, TRUMPS
from dominocore_texas42.thumb import Play, play_out
from dominocore_texas42.tricks import count
from dominocore_texas42.worlds import sample

THUMB = ThumbPlayer(0)


def matches(one: str, other: str, deals: int) -> int:
    """Count the matches that one wins of twice as many as there are deals, sides changed."""
    won = 0
    for seed in range(deals):
        for side in (0, 1):
            seats = [one, other, one, other] if side == 0 else [other, one, other, one]
            won += dc.Table("texas42", seats, seed=seed).play_match().winners == (side,)
    return won


def test_the_rules_of_thumb_beat_random_moves() -> None:
    """Of 40 whole matches over the same deals with sides changed, all but a few are won."""
    assert matches("texas42-thumb", "random", 20) >= 38


def test_a_hand_that_takes_all_is_bid_for_two_marks() -> None:
    """Seven doubles are called as trumps, and the first seat says 84."""
    state = deal(DOUBLES)
    assert str(THUMB.choose(state.observe(0))) == "bid-84"
    state = play(state, "bid-84 -- -- --")
    assert str(THUMB.choose(state.observe(0))) == "trump-doubles"
    assert str(SamplingPlayer(1).choose(state.observe(0))) == "trump-doubles"


def test_a_hand_that_takes_little_passes_and_the_dealer_bids_the_least() -> None:
    """Seat 3 holds low tiles: it passes, and bids 30 where it has to."""
    assert str(THUMB.choose(play(deal(DOUBLES), "bid-30 -- --").observe(3))) == "--"
    assert str(THUMB.choose(play(deal(DOUBLES), "-- -- --").observe(3))) == "bid-30"


def test_count_goes_to_the_partner_and_not_to_the_others() -> None:
    """texas42.net: to the high trump of Nancy, Steve gives 5-5 and Will throws off without."""
    state = play(deal(AUSTIN), "-- bid-30 bid-31 bid-32 trump-1 1-1 2-1 3-1 1-0 6-1 5-1")

    assert str(THUMB.choose(state.observe(1))) == "5-5"
    assert count(THUMB.choose(play(state, "5-5").observe(2)).tile or Tile(5, 5)) == 0


def test_a_bidder_draws_trumps_first() -> None:
    """One of the highest trumps is led while others hold some."""
    state = play(deal(AUSTIN), "-- -- -- bid-30 trump-1")

    assert str(THUMB.choose(state.observe(3))) in ("1-1", "6-1")


def test_the_fast_play_is_the_game() -> None:
    """Hands played out on masks give what the states give, tile by tile, nel-o too."""
    rng = random.Random(2)
    rules = Texas42Rules(play_out=True, nello="both")
    for seed in range(60):
        state = rules.deal(seed=seed, leader=0)
        call = rng.choice(list(TRUMPS))
        state = play(state, f"bid-42 -- -- -- {call}")
        trumps = TRUMPS[call]
        hands = [hand.mask for hand in state.hands]
        fast = play_out(Play(trumps, 0, 0, (), 0), hands, (0, 0))
        while not state.is_over:
            state = state.play(THUMB.choose(state.observe(state.turn or 0)))
        assert (*state.taken, 0 in state.public.winners) == fast


def test_sampled_deals_fit_the_record() -> None:
    """Hands have their sizes, hold the unseen tiles, and lack what their seats have shown."""
    rng = random.Random(7)
    for seed in range(80):
        state = Texas42Rules(play_out=True, nello="both").deal(seed=seed)
        for _ in range(rng.randrange(28)):
            if state.is_over:
                break
            state = state.play(rng.choice(state.moves))
        for seat in range(4):
            view = state.observe(seat)
            hands = sample(view, rng)
            assert hands[seat] == view.hand.mask
            assert tuple(mask.bit_count() for mask in hands) == view.hand_sizes
            assert sum(hands) == sum(hand.mask for hand in state.hands)
            for other, suits in enumerate(state.public.lacks):
                for suit in suits:
                    assert state.public.trumps is not None
                    assert other == seat or not hands[other] & state.public.trumps.members[suit]


def test_more_trumps_and_doubles_take_more() -> None:
    """What a hand is expected to take grows with its trumps, and calls differ."""
    texts = ("4-4 6-4 5-4 4-3 6-6 5-5 1-0", "4-4 6-4 5-4 3-2 2-1 1-0 6-0")
    hands = [dc.Hand(text) for text in texts]
    fours = TRUMPS["trump-4"]

    assert expected(fours, hands[0]) > expected(fours, hands[1]) + 5
    assert 25 < expected(fours, hands[1]) < 30
    assert max(high_calls(), key=lambda call: expected(call, hands[0])) is fours
    assert len(TILES) == 28


@pytest.mark.parametrize("player", [THUMB, SamplingPlayer(3, worlds=3)])
def test_players_of_every_bid_and_call(player: ThumbPlayer) -> None:
    """They go through nel-o and plunge that others bid, and every hand to its end."""
    rules = Texas42Rules(nello="both", plunge=True, play_out=True)
    for call in ("nello-doubles", "nello-high"):
        state = play(rules.deal(seed=6, leader=0), f"bid-42 -- -- -- {call}")
        while not state.is_over:
            move = player.choose(state.observe(state.turn or 0))
            assert str(move) in legal(state).split()
            state = state.play(move)
