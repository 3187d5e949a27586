# SPDX-License-Identifier: MIT
"""What a hand and a match come to, nel-o and plunge, by the texts that the README names."""

from __future__ import annotations

import random

from hands42 import DOUBLES, LOW, POINTS, RULES, deal, first_legal, legal, play

from dominocore import Ending, Outcome, TileSet
from dominocore_texas42 import Texas42Rules, Texas42State

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
    assert sum(map(RULES.worth, TileSet.double(6))) == 35
    rng = random.Random(1)
    rules = Texas42Rules(play_out=True)
    for seed in range(200):
        state = rules.deal(seed=seed)
        while not state.is_over:
            state = state.play(rng.choice(state.moves))
        assert sum(state.taken) == 42 and not any(state.hand_sizes)


# ---- nel-o and plunge ----


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


def takes_all(state: Texas42State, side: int, known: dict[object, bool]) -> bool:
    """Tell whether a side makes its bid whatever the others play, with all hands open."""
    if state.outcome is not None:
        return state.outcome.side == side
    assert state.turn is not None
    where = (state.hands, state.turn, state.public.trick)
    if where not in known:
        enough = any if state.turn % 2 == side else all
        known[where] = enough(takes_all(state.play(move), side, known) for move in state.moves)
    return known[where]


def test_fours_take_every_trick_of_the_hand_from_austin() -> None:
    """texas42.net/dennis-scenario.html: D. Roberson says that with fours as trumps Nancy and Steve
    should have no problem taking all 42 points. Blanks, for one, lose a trick."""
    start = play(deal(), "-- bid-42 -- --")

    assert takes_all(start.play("trump-4"), 1, {})
    assert not takes_all(start.play("trump-0"), 1, {})
