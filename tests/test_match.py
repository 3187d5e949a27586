# SPDX-License-Identifier: MIT
"""A match: totals, who leads next, who wins, and that it is a value."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import random
from typing import Any

import pytest

import dominocore as dc
from dominocore.match import Match, RoundResult, _restore

QUICK = dc.Rules(target=30)


def finish(match: Match, seed: int = 0, rounds: int = 10**9) -> Match:
    """Play random moves to the end, or until so many rounds are finished."""
    rng = random.Random(seed)
    while not match.is_over and len(match.rounds) < rounds:
        match = match.play(rng.choice(match.state.moves))
    return match


def test_a_match_takes_rules_a_variant_or_a_name() -> None:
    """All three give the same match, and options are fields and options of the variant."""
    by_name = Match("latin", seed=3, pairs=True, target=50)
    by_variant = Match(dc.variant("latin", pairs=True, target=50), seed=3)
    by_rules = Match(by_name.rules, seed=3)
    assert by_name == by_variant == by_rules
    assert by_name.rules.target == 50 and by_name.rules.sides == (0, 1, 0, 1)
    assert dc.variant(by_name.variant) == dc.variant("latin", pairs=True, target=50)
    assert by_rules.variant == ""


def test_wrong_arguments_are_refused() -> None:
    """An unknown variant or field, and anything that is no variant, raise at once."""
    with pytest.raises(dc.RulesError):
        Match("no-such-game")
    with pytest.raises(dc.RulesError):
        Match(dc.Rules(), colour="red")
    with pytest.raises(TypeError, match="expected a variant"):
        Match(7)  # type: ignore[arg-type]
    with pytest.raises(dc.RulesError, match="end the match already"):
        Match(QUICK, scores=(30, 0))


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"seed": "x"}, TypeError, "got 'x'"),
        ({"seed": 1.5}, TypeError, "got 1.5"),
        ({"seed": True}, TypeError, "got True"),
        ({"seed": -1}, ValueError, "got -1"),
        ({"seed": 1 << 256}, ValueError, "256 bits"),
        ({"scores": 5}, TypeError, "got 5"),
        ({"scores": "00"}, TypeError, "got '00'"),
        ({"scores": (0, "1")}, dc.RulesError, r"got \(0, '1'\)"),
        ({"scores": (0, 1.5)}, dc.RulesError, r"got \(0, 1.5\)"),
        ({"scores": (0, True)}, dc.RulesError, r"got \(0, True\)"),
        ({"scores": (0,)}, dc.RulesError, "got 1"),
        ({"variant": None}, TypeError, "got None"),
        ({"variant": dc.Rules}, TypeError, "got <class"),
        ({"variant": [1] * 10**6}, TypeError, r"got \[1, 1, .*\.\.\.$"),
    ],
)
def test_arguments_of_a_wrong_type_are_refused(
    arguments: dict[str, Any], error: type[Exception], said: str
) -> None:
    """Each error says what was given."""
    with pytest.raises(error, match=said):
        Match(**{"variant": QUICK, **arguments})


def parts(match: Match) -> dict[str, Any]:
    """Give what a pickle of a match holds, by name."""
    names = ("form", "variant", "rules", "seed", "start", "state", "rounds", "earlier")
    return dict(zip(names, match.__reduce__()[1], strict=True))


@pytest.mark.parametrize(
    "change",
    [
        *({name: None} for name in ("form", "variant", "rules", "seed", "start", "state")),
        {"rounds": None},
        *({name: "x"} for name in ("form", "rules", "seed", "start", "state", "rounds", "earlier")),
        {"form": True},
        {"form": 1},
        {"seed": True},
        {"seed": -1},
        {"seed": 1 << 256},
        {"seed": 1 << 20_000},
        {"form": 1 << 20_000},
        {"state": object.__new__(dc.State)},
        {"earlier": (object.__new__(dc.State),)},
        {"rules": object.__new__(dc.Rules)},
        {"start": ()},
        {"start": (0, 1.5)},
        {"start": (0, True)},
        {"start": (5, 0)},
        {"start": (99, 99)},
        {"rounds": ()},
        {"rounds": (1, 2)},
        {"rounds": ("x", None)},
        {"earlier": ()},
        {"earlier": (1, 2)},
        {"rules": dc.Rules()},
    ],
)
def test_a_pickle_whose_parts_do_not_belong_together_is_refused(change: dict[str, Any]) -> None:
    """Whatever a part is, a ValueError says so, and no match comes of it."""
    match = finish(Match(QUICK, seed=5), rounds=2)
    assert not match.is_over
    good = parts(match)
    assert match == _restore(**good)
    with pytest.raises(ValueError, match="match"):
        _restore(**{**good, **change})


def test_a_pickle_is_of_one_match() -> None:
    """Rounds, the last round and the state that come from different matches are refused."""
    match, early = (finish(Match(QUICK, seed=5), rounds=n) for n in (2, 1))
    over = finish(Match(QUICK, seed=5))
    first, second = match.rounds
    wrong = dataclasses.replace(second, scores=(first.scores[0], second.scores[1] + 1))
    cases = [
        {"earlier": (*early.states[:-1], match.states[0])},
        {"earlier": (match.states[0],)},
        {"earlier": (match.states[0], match.state)},
        {"earlier": match.states[1::-1]},
        {"earlier": over.states[:-1]},
        {"state": match.last},
        {"state": over.state},
        {"rounds": (second, first)},
        {"rounds": (first, wrong)},
        {"rounds": (first, dataclasses.replace(second, leader=7))},
        {"rounds": (first, dataclasses.replace(second, outcome=None))},
        {"rounds": (*over.rounds, over.rounds[-1])},
        {"rounds": (first, object.__new__(RoundResult))},
    ]
    for change in cases:
        with pytest.raises(ValueError, match="match"):
            _restore(**{**parts(match), **change})
    with pytest.raises(ValueError, match="match"):
        _restore(**{**parts(over), "state": over.last})


@pytest.mark.parametrize("seed", [0, (1 << 256) - 1])
def test_a_seed_at_either_limit_is_kept(seed: int) -> None:
    """A seed has 256 bits: the least and the greatest deal, and come back from a pickle."""
    match = Match(QUICK, seed=seed)
    back = pickle.loads(pickle.dumps(match))
    assert back == match and finish(back).seed == seed


def test_the_state_in_a_pickle_is_the_next_round_and_runs() -> None:
    """After two rounds the state is of the third: neither a fourth nor a third that has ended."""
    match = finish(Match(QUICK, seed=5), rounds=2)
    third, fourth = (match.rules.deal(seed=5, scores=match.scores, round=n) for n in (3, 4))
    assert _restore(**{**parts(match), "state": third}).state == third
    ended = third
    while not ended.is_over:
        ended = ended.play(ended.moves[0])
    for state in (fourth, ended):
        with pytest.raises(ValueError, match="2 finished rounds cannot be in number"):
            _restore(**{**parts(match), "state": state})


def test_a_pickle_of_a_match_that_ends_before_it_begins_is_refused() -> None:
    """A side that brings the target has won, and no round follows."""
    start = parts(Match(QUICK, seed=5))
    with pytest.raises(ValueError, match=r"ends before its first round, at \(30, 0\)"):
        _restore(**{**start, "start": (30, 0)})


def test_a_pickle_with_a_round_of_another_number_is_refused() -> None:
    """After two rounds the third is played, though a fifth has the same scores."""
    match = finish(Match(QUICK, seed=5), rounds=2)
    fifth = dc.State.deal(QUICK, seed=5, leader=0, scores=match.scores, round=5)
    with pytest.raises(ValueError, match="a match of 2 finished rounds cannot be in number 5"):
        _restore(**{**parts(match), "state": fifth})


def test_a_match_of_sides_past_the_target_comes_to_an_end() -> None:
    """With `immediate` and `extra_round`, equal totals past the target end no round by themselves.

    A round ends at the target only where its side made points in it, so that extra rounds are
    played and settle the match.
    """
    rules = dc.Rules(target=20, match_end="immediate", match_tie="extra_round", score="penalties")
    assert finish(Match(rules, seed=5), seed=5, rounds=500).is_over
    rules = dc.Rules(target=10, match_end="immediate", match_tie="extra_round", ends_divisors=(5,))
    for seed in range(20):
        match = finish(Match(rules, seed=seed, scores=(20, 20)), seed=seed, rounds=500)
        assert match.is_over and match.winners is not None and len(match.winners) == 1
        assert all(result.outcome.ending != "target" or any(result.outcome.points)
                   for result in match.rounds)  # fmt: skip


def test_totals_are_what_was_brought_in_and_the_points_of_all_rounds() -> None:
    """The first round starts from `scores`; each result holds the totals after it."""
    match = finish(Match(QUICK, seed=5, scores=(7, 2)))
    totals = [7, 2]
    for result in match.rounds:
        totals = [a + b for a, b in zip(totals, result.outcome.points, strict=True)]
        assert tuple(totals) == result.scores
    assert match.scores == tuple(totals)


def test_a_finished_round_deals_the_next_at_once() -> None:
    """The new state brings the totals in, and `last` is the finished one."""
    match = finish(Match(QUICK.replace(target=None), seed=5), rounds=3)
    assert match.round == match.state.round == 4
    assert match.last is not None and match.last.is_over and match.last.round == 3
    assert not match.state.is_over and not match.state.history
    assert match.state.scores == match.scores
    lead = match.last.next_lead()
    assert lead is None or match.leader == lead


def test_each_round_has_its_own_deal_and_the_seed_decides_all() -> None:
    """The same seed gives the same match; two rounds are not dealt alike."""
    first, second = (finish(Match("block", seed=9, target=None), rounds=2) for _ in range(2))
    assert first == second
    start = Match("block", seed=9)
    assert first.state.hands != start.state.hands
    assert Match("block", seed=10).state.hands != start.state.hands


def test_without_a_seed_matches_differ() -> None:
    """None takes a seed from the operating system."""
    assert Match("block").state.hands != Match("block").state.hands


def test_the_seed_is_not_told_before_the_end() -> None:
    """It is None while the match runs, and does not stand in its repr."""
    match = Match(QUICK, seed=123456789)
    assert match.seed is None and "123456789" not in repr(match)
    assert finish(match).seed == 123456789


def test_the_high_total_wins() -> None:
    """The match ends with the first round after which a total has reached the target."""
    match = finish(Match(QUICK, seed=2))
    assert max(match.scores) >= 30 > max(match.rounds[-2].scores if match.rounds[1:] else (0,))
    assert match.winners is not None
    assert [match.scores[side] for side in match.winners] == [max(match.scores)]
    assert match.losers == tuple(s for s in (0, 1) if s not in match.winners)


def test_the_low_total_wins_where_the_rules_say_so() -> None:
    """The least total wins; the losers are those at or past the target."""
    match = finish(Match("bode", seed=4))
    assert match.winners is not None and match.losers is not None
    assert all(match.scores[side] == min(match.scores) for side in match.winners)
    assert match.losers and all(match.scores[side] >= 101 for side in match.losers)


def test_equal_best_totals_share_the_match() -> None:
    """With `shared` both win; with `extra_round` the match goes on."""
    rules = dc.Rules(seats=3, hand_size=7, score="penalties", wins="low", target=1)
    shared = tied(rules)
    assert shared.winners is not None and len(shared.winners) == 2
    longer = finish(tied(rules.replace(match_tie="extra_round")))
    assert longer.winners is not None and len(longer.winners) == 1 and len(longer.rounds) > 1


def tied(rules: dc.Rules) -> Match:
    """Find a match whose first round leaves two sides with the same best total."""
    for seed in range(2000):
        match = finish(Match(rules, seed=seed), seed, rounds=1)
        if sorted(match.scores)[0] == sorted(match.scores)[1]:
            return match
    raise AssertionError("no tie in so many matches")


def test_a_target_reached_in_play_ends_the_match_at_once() -> None:
    """With `immediate` the round and the match end by the move that reaches the target."""
    for seed in range(200):
        match = finish(Match("fives", seed=seed, target=10, claim="auto"), seed)
        if match.rounds[-1].outcome.ending == "target":
            break
    assert match.rounds[-1].outcome.ending == "target"
    assert match.is_over and match.winners == (match.rounds[-1].outcome.side,)


def test_a_match_without_a_target_has_no_end() -> None:
    """It goes on however many points there are."""
    match = finish(Match("block", seed=1, target=None), rounds=60)
    assert not match.is_over and match.winners is None and match.losers is None


def test_nothing_is_played_after_the_end() -> None:
    """A move raises RoundOverError, and an illegal one leaves the match as it was."""
    match = Match(QUICK, seed=2)
    with pytest.raises(dc.IllegalMoveError):
        match.play("--")
    over = finish(match)
    with pytest.raises(dc.RoundOverError, match="match is over"):
        over.play("--")


def test_a_text_plays_what_its_move_plays() -> None:
    """`play` takes a move or what it prints."""
    match = Match(QUICK, seed=2)
    move = match.state.moves[0]
    assert match.play(str(move)) == match.play(move)


def test_nothing_can_change_a_match() -> None:
    """Attributes can neither be set nor deleted, and playing gives another match."""
    match = Match(QUICK, seed=2)
    before = pickle.dumps(match)
    match.play(match.state.moves[0])
    assert pickle.dumps(match) == before
    with pytest.raises(AttributeError):
        match.rounds = ()
    with pytest.raises(AttributeError):
        del match.state


@pytest.mark.parametrize("name", ["latin", "bode", "fives", "draw"])
def test_a_match_saved_in_the_third_round_goes_on_the_same(name: str) -> None:
    """Totals, leader, round and options are kept, and so is what is dealt later."""
    match = finish(Match(name, seed=8, target=1000), rounds=2)
    match = match.play(match.state.moves[0])
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        back = pickle.loads(pickle.dumps(match, protocol))
        assert back == match and hash(back) == hash(match)
        assert (back.scores, back.leader, back.round) == (match.scores, match.leader, 3)
        assert finish(back, 1, rounds=5) == finish(match, 1, rounds=5)
    assert copy.copy(match) == copy.deepcopy(match) == match


def test_a_match_that_is_over_is_saved_as_well() -> None:
    """It is over again, with the same winners."""
    match = finish(Match(QUICK, seed=2))
    back = pickle.loads(pickle.dumps(match))
    assert back == match and back.winners == match.winners


def test_ten_thousand_rounds_do_not_recurse() -> None:
    """A match of many rounds plays in one loop and pickles."""
    rules = dc.Rules(max_pip=2, hand_size=1, target=None, score="unit")
    match = Match(rules, seed=1)
    while len(match.rounds) < 10**4:
        match = match.play(match.state.moves[0])
    assert pickle.loads(pickle.dumps(match)) == match
    assert match.round == 10**4 + 1


def ties(rules: dc.Rules) -> list[Match]:
    """Give matches whose second round is blocked with equal totals, which nobody wins."""
    played = (finish(Match(rules, seed=seed), seed, rounds=2) for seed in range(400))
    found = [
        match
        for match in played
        if len(match.rounds) == 2 and not match.is_over and match.rounds[1].outcome.side is None
    ]
    assert found
    return found


@pytest.mark.parametrize("tie", ["none", "replay"])
def test_who_leads_after_a_tie_is_said_by_the_rules(tie: str) -> None:
    """A round that nobody wins scores nothing and counts; the next seat leads, or the same one."""
    step = 0 if tie == "replay" else 1
    for match in ties(dc.Rules(hand_size=3, blocked_tie=tie)):
        first, tied = match.rounds

        assert tied.outcome.points == (0, 0)
        assert match.scores == tied.scores == first.scores
        assert match.round == 3
        assert match.leader == (tied.leader + step) % 2


def test_nothing_deals_a_running_round_again() -> None:
    """Dealing gives a new round of its own and leaves the one that runs."""
    match = finish(Match("draw", seed=5), rounds=1)
    match = match.play(match.state.moves[0])
    state, kept = match.state, pickle.dumps(match)
    again = state.deal(match.rules, seed=5)

    assert again.history == () and state.history != ()
    assert pickle.dumps(match) == kept
    assert not any(hasattr(match, name) for name in ("start", "deal", "reset"))
