# SPDX-License-Identifier: MIT
"""Records: what was played is what is played again, and what a seat sees is all it gets."""

from __future__ import annotations

import dataclasses
import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominocore as dc
from dominocore.record import End, RoundRecord
from dominocore.record_check import check
from dominocore.table import Table
from games import VARIANTS, random_match, random_round

SEEDS = st.integers(0, 1 << 32)

TRANSCRIPT = """\
[Variant "block;seats=4"]
[Seat0 "D"]
[Seat1 "A"]
[Seat2 "B"]
[Seat3 "C"]

#1 block;seats=4 d6 - 6-6.5-5.5-3.5-1.2-1.4-0.3-0/6-5.4-4.4-3.2-2.4-1.3-1.5-0/\
6-2.3-2.6-1.1-1.6-0.1-0.0-0/6-4.6-3.5-4.3-3.5-2.4-2.2-0 - 2 0 0:0:0:0
2:*1-1 3:-- 0:>1-5 1:<1-4 2:-- 3:>5-4 0:>4-0 1:>0-5 2:-- 3:>5-2 0:>2-1 1:<4-4 2:>1-0 3:>0-2 0:--
1:>2-2 2:>2-6 3:>6-3 0:>3-0 1:<4-3 2:<3-2 3:<2-4 0:-- 1:<5-6
"""
"""Hands and moves as an old report of a faulty transcript gives them, cut off at the fault."""


def played(variant: dc.Variant, seed: int, rounds: int = 2) -> dc.Record:
    """Give the record of some random rounds of a match."""
    match = random_match(variant, seed, rounds)
    return dc.Record.of(match, players=[f"p{i}" for i in range(match.rules.seats)])


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_match_is_played_again_from_its_record(variant: dc.Variant) -> None:
    """Every state, outcome and total is the same, through each format and with its rules."""
    match = random_match(variant, 5, 3)
    record = dc.Record.of(match)
    for form in ("dgr", "json", "jsonl"):
        text = dc.write_records([record], form)
        (again,) = dc.read_records(text)
        assert again == record and dc.write_records([again], form) == text
    again = dc.Record.parse(str(record))
    assert again == record and str(again) == str(record)
    for kept, last in zip(again.rounds, match.states, strict=True):
        states = kept.states()
        assert states[-1] == last and states[-1].history == last.history
        assert kept.outcome() == last.outcome
    finished = again.rounds[: len(match.rounds)]
    assert [kept.scores for kept in finished] == [result.scores for result in match.rounds]
    assert again.winners == match.winners and again.variant == match.variant
    again.check()


def test_whole_matches_pass_every_check() -> None:
    """Matches played to their end have their winners, their leaders and their seed."""
    for variant in VARIANTS[:: max(1, len(VARIANTS) // 12)]:
        match = random_match(variant, 3)
        record = dc.Record.of(match)
        record.check()
        assert record.is_over and record.seed == 3 and record.winners == match.winners
        assert sum(1 for _ in record.states()) == sum(len(r.moves) + 1 for r in record.rounds)


def test_a_table_makes_the_record_of_its_match() -> None:
    """Names and rounds are those of the table; a match that is left has no seed and no winners."""
    table = Table("fives", ["greedy", "random"], seed=9)
    table.play_round()
    record = table.record
    assert record.players == ("greedy", "random")
    assert [kept.is_over for kept in record.rounds] == [True, False]
    assert record.seed is None and record.winners is None and not record.is_over
    assert "Seed" not in str(record) and record.to_dict()["seed"] is None
    table.play_match()
    assert table.record.seed == 9
    table.record.check()


def test_a_loop_of_ones_own_keeps_a_round() -> None:
    """A state alone gives the record of its round, whatever the rules are."""
    rules = dc.Rules(max_pip=4, hand_size=3, draw="one", target=None)
    state = random_round(rules, 3, leader=1)[-1]
    record = dc.Record.of(state, players=["a", "b"], tags={"Date": "2026-11-30"})
    assert record.variant == "block;draw=one;hand_size=3;max_pip=4;target=none"
    assert dc.Record.parse(str(record)) == record
    assert list(record.states())[-1] == state
    record.check()
    with pytest.raises(dc.RulesError, match="2 seats need as many players, got 1"):
        dc.Record.of(state, players=["a"])


def test_a_position_that_was_set_up_is_kept() -> None:
    """The tiles that lay there are in the deal of the record."""
    hands = ["6-6 3-1", "5-5 2-0"]
    state = dc.State.setup(dc.Rules(), layout="6-1 >6-3 <1-2", hands=hands, turn=1)
    record = dc.Record.of(state.play("<2-0"))
    for again in (dc.Record.parse(str(record)), dc.Record.from_dict(record.to_dict())):
        assert again == record
        assert list(again.states()) == [state, state.play("<2-0")]


@settings(deadline=None)
@given(SEEDS)
def test_what_a_seat_sees(seed: int) -> None:
    """It is idempotent, reads back, and is all that the seat's observations tell."""
    rng = random.Random(seed)
    match = random_match(rng.choice(VARIANTS), seed, 2)
    for _ in range(rng.randrange(8)):
        if not match.is_over:
            match = match.play(rng.choice(match.state.moves))
    record = dc.Record.of(match)
    seat = rng.randrange(match.rules.seats)
    seen = record.for_seat(seat)
    assert seen.for_seat(seat) == seen and seen.seed is None
    for form in ("dgr", "json"):
        assert list(dc.read_records(dc.write_records([seen], form))) == [seen]
    for kept, state in zip(seen.rounds, match.states, strict=True):
        view = state.observe(seat)
        assert kept.moves == view.events
        own = [move for mover, move in view.events if mover == seat and not move.is_pass]
        laid = dc.Hand(move.tile for move in own if move.is_placement)  # type: ignore[misc]
        drawn = dc.Hand(move.tile for move in own if move.is_draw)  # type: ignore[misc]
        assert kept.deal.hands[seat].tiles == (view.hand | laid) - drawn
        assert all(not hand.tiles for p, hand in enumerate(kept.deal.hands) if p != seat)
        assert isinstance(kept.deal.boneyard, int) or not kept.deal.boneyard
        assert (kept.end.hands if kept.end else None) == view.shown_hands
    other = (seat + 1) % match.rules.seats
    with pytest.raises(ValueError, match=f"what seat {seat} sees"):
        seen.for_seat(other)


@settings(deadline=None)
@given(SEEDS)
def test_worlds_that_a_seat_cannot_tell_apart_have_one_record(seed: int) -> None:
    """While a round runs, nothing of it depends on what the seat cannot see."""
    rng = random.Random(seed)
    states = random_round(rng.choice(VARIANTS).rules, seed)
    state = rng.choice(states[:-1])
    seat = rng.randrange(state.rules.seats)
    seen = dc.Record.of(state).for_seat(seat)
    for world in state.observe(seat).sample(seed, n=3):
        assert dc.Record.of(world).for_seat(seat) == seen


def test_notes_stay_with_who_wrote_them() -> None:
    """A view leaves out the notes: they may tell of a hand."""
    record = dc.Record.parse(TRANSCRIPT.replace("3:-- 0", r"3:-- {holds 5-4 \{ \\ \} and} {2-0} 0"))
    assert dict(record.rounds[0].notes) == {1: "holds 5-4 { \\ } and 2-0"}
    assert dc.Record.parse(str(record)) == record
    assert dc.Record.from_dict(record.to_dict()) == record
    assert not record.for_seat(2).rounds[0].notes


def test_a_transcript_with_a_fault_in_its_last_move() -> None:
    """The move, the tile, the ends and the reason are named, and the states before are there.

    Seat 1 plays 5-6 as the 24th move, passes counted, where the open ends are 4 and 0.
    """
    record = dc.Record.parse(TRANSCRIPT)
    with pytest.raises(dc.ReplayError) as caught:
        record.check()
    error = caught.value
    assert (error.round, error.ply, len(error.states)) == (1, 23, 24)
    assert error.states[-1].ends == (0, 4)
    assert str(error) == (
        "round 1, move 24 (1:<5-6): cannot play <5-6 on 4: the open ends are 0 and 4"
    )
    assert pickle.loads(pickle.dumps(error)).ply == 23
    good = dataclasses.replace(record.rounds[0], moves=record.rounds[0].moves[:-1])
    dataclasses.replace(record, rounds=(good,)).check()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("0:>1-5", "3:>1-5", "seat 0 is on turn"),
        ("0:>1-5", "0:--", "a seat that can play may not pass"),
        ("0:>1-5", "0:>1-6", "seat 0 does not hold 6-1"),
        ("0:>1-5", "0:^1-5", "that arm is not open"),
        ("0:>1-5", "0:+0-0", "a seat that can play may not draw"),
        ("2:*1-1", "2:>1-1", "the first move of a round is a lead"),
        ("1:<5-6", "= out 1 0:0:0:0", "the round ends out 1 0:0:0:0 in the record, but it is not"),
    ],
)
def test_a_move_that_breaks_the_rules(old: str, new: str, said: str) -> None:
    """The message says why, as the state that refuses the move does."""
    text = TRANSCRIPT.replace(f" {old}", f" {new}").replace(f"\n{old}", f"\n{new}")
    with pytest.raises(dc.ReplayError) as caught:
        dc.Record.parse(text.replace(" =", "\n=")).check()
    assert said in str(caught.value) and str(caught.value).startswith("round 1, ")


def change(record: dc.Record, number: int, **changes: object) -> dc.Record:
    """Give a record with a round changed."""
    rounds = list(record.rounds)
    rounds[number] = dataclasses.replace(rounds[number], **changes)  # type: ignore[arg-type]
    return dataclasses.replace(record, rounds=tuple(rounds))


def test_ends_leaders_winners_and_seeds_are_checked() -> None:
    """Each is compared with what the rules say."""
    record = played(dc.variant("block", target=30), 4, 10**9)
    first, second = record.rounds[:2]
    assert first.end is not None
    wrong = dataclasses.replace(first.end, points=(first.end.points[0] + 1, first.end.points[1]))
    deal = second.deal
    led = dataclasses.replace(deal, leader=1 - deal.leader, turn=1 - deal.leader)
    end = f"round {len(record.rounds)}, after move {len(record.rounds[-1].moves)}"
    cases = [
        (change(record, 0, end=wrong), "the round ends"),
        (change(record, 0, end=None), "is not over in the record, but it ends"),
        (change(record, 1, deal=led, moves=()), "leads, not seat"),
        (dataclasses.replace(record, winners=None), f"{end}: the match is not over in the record"),
        (dataclasses.replace(record, winners=(0, 1)), "the match ends"),
        (dataclasses.replace(record, seed=5), "the seed deals other hands"),
    ]
    for bad, said in cases:
        with pytest.raises(dc.ReplayError) as caught:
            bad.check()
        assert said in str(caught.value)
    longer = dataclasses.replace(record.rounds[-1].deal, scores=record.scores, round=99)
    more = RoundRecord(deal=dataclasses.replace(longer, brought=record.scores))
    with pytest.raises(dc.ReplayError, match="over before this round"):
        dataclasses.replace(record, rounds=(*record.rounds, more)).check()


def test_draws_follow_the_boneyard() -> None:
    """A draw of another tile than the next one is a fault."""
    rules = dc.Rules(draw="until_playable", target=None)
    state = dc.State.deal(
        rules,
        hands=["6-6 5-5", "1-1 1-0"],
        boneyard="2-1 6-1",
        exclude=rest("6-6 5-5 1-1 1-0 2-1 6-1"),
        leader=0,
    )
    state = state.play("*6-6").play("+").play("+")
    text = str(dc.Record.of(state))
    assert "1:+2-1 1:+6-1" in text
    with pytest.raises(dc.ReplayError, match="the next tile of the boneyard is 2-1"):
        dc.Record.parse(text.replace("1:+2-1 1:+6-1", "1:+6-1 1:+2-1")).check()


def rest(tiles: str) -> dc.TileSet:
    """Give the tiles of the double-six set but these."""
    return dc.TileSet.double(6) - dc.TileSet(tiles)


def test_what_is_hidden_cannot_be_played_again() -> None:
    """The record of a view says so."""
    seen = played(dc.variant("draw"), 1).for_seat(0)
    with pytest.raises(dc.NotationError, match="a state hides nothing"):
        list(seen.states())
    with pytest.raises(dc.NotationError, match="what seat 0 sees cannot be played again"):
        seen.check()


def test_a_record_is_a_value() -> None:
    """It compares, hashes and pickles, and nothing can change it."""
    record = played(dc.variant("latin", pairs=True), 2)
    assert hash(record) == hash(dc.Record.parse(str(record)))
    with pytest.raises(dataclasses.FrozenInstanceError):
        record.variant = "draw"  # type: ignore[misc]
    again = pickle.loads(pickle.dumps(record))
    assert again == record


def test_an_end_is_what_a_record_tells() -> None:
    """A round that is not over has no end, and its totals are those before it."""
    match = dc.Match("draw", seed=3, scores=(7, 4))
    (kept,) = dc.Record.of(match).rounds
    assert kept.end is None and not kept.is_over and kept.scores == (7, 4) and kept.number == 1
    assert End("out", 0, (1, 2)).hands == ()


def test_no_round_follows_the_end_of_a_match() -> None:
    """Under a lower target the same rounds go on after the match was over, and are refused at the
    first that could not have been."""
    table = dc.Table("block", ["first", "first"], seed=5)
    table.play_match()
    record = table.record
    assert len(record.rounds) > 1
    lower = dc.variant("block").rules.replace(target=1)
    with pytest.raises(dc.ReplayError, match="the match is over before this round"):
        check(record, lower)


def test_nobody_wins_a_match_without_a_round() -> None:
    """A record without rounds that names winners is at fault before the first move of round 1."""
    record = dc.Record(variant="block", rounds=())
    record.check()
    with pytest.raises(
        dc.ReplayError, match="the match ends 0 in the record, but it is not over"
    ) as caught:
        dataclasses.replace(record, winners=(0,)).check()
    assert (caught.value.round, caught.value.ply) == (1, 0)
