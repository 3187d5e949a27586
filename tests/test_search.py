"""Perft: the fast path counts what the step functions do, and divide splits it."""

from __future__ import annotations

import random

import pytest

import dominocore as dc
from test_against_oracle import random_rules

NO_EFFECT = (("0-0", 0),)  # a bonus of nothing keeps rules off the fast path
OPTIONS = [
    {},
    {"distinct": True},
    {"skip_draws": True},
    {"skip_passes": True},
    {"distinct": True, "skip_draws": True, "skip_passes": True},
]


def count_by_playing(state: dc.State, depth: int, options: dict) -> int:
    """Perft in Python, by the public step functions alone."""
    if depth == 0:
        return 1
    total = 0
    for move in state.distinct_moves if options.get("distinct") else state.moves:
        free = (move.is_draw and options.get("skip_draws")) or (
            move.is_pass and options.get("skip_passes")
        )
        total += count_by_playing(state.play(move), depth - (not free), options)
    return total


def random_state(rules: dc.Rules, rng: random.Random) -> dc.State:
    state = dc.State.deal(rules, seed=rng.getrandbits(64))
    for _ in range(rng.randrange(12)):
        after = state.play(rng.choice(state.moves))
        if after.is_over:
            break
        state = after
    return state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("draw", ["none", "until_playable"])
def test_the_fast_path_counts_the_same(draw: str, options: dict) -> None:
    """Plain chain games count the same on masks, on the general path, and by playing."""
    rng = random.Random(str((draw, options)))
    for _ in range(40):
        rules = dc.Rules(
            seats=rng.choice((2, 3, 4)),
            hand_size=rng.choice((3, 5, 7)),
            draw=draw,
            dead_layout=rng.choice(("end_now", "drain")),
            reserve=rng.choice((0, 2)),
        )
        state = random_state(rules, rng)
        general = dc.State.deal(rules.replace(bonus_last_tile=NO_EFFECT), **as_deal(state))
        for _, move in state.history:
            general = general.play(dc.DRAW if move.is_draw else move)
        for depth in range(1, 7):
            fast = dc.perft(state, depth, **options)
            assert fast == dc.perft(general, depth, **options)
        assert dc.perft(state, 4, **options) == count_by_playing(state, 4, options)


def as_deal(state: dc.State) -> dict:
    """The hands and the boneyard that the round began with."""
    hands = [set(hand) for hand in state.hands]
    boneyard = list(state.boneyard)
    for seat, move in reversed(state.history):
        if move.is_draw:
            hands[seat].remove(move.tile)
            boneyard.insert(0, move.tile)
        elif move.is_placement:
            hands[seat].add(move.tile)
    leader = state.leader
    return {"hands": hands, "boneyard": boneyard, "leader": leader}


def test_perft_is_playing_under_any_rules() -> None:
    """Under rules drawn at random the counts are those of playing every move."""
    rng = random.Random(8)
    done = 0
    while done < 150:
        rules = random_rules(rng)
        try:
            state = random_state(rules, rng)
        except dc.RulesError:
            continue
        options = rng.choice(OPTIONS)
        assert dc.perft(state, 3, **options) == count_by_playing(state, 3, options)
        done += 1


def test_distinct_moves_reach_every_position() -> None:
    """What the distinct moves leave out leads to a position that another of them equals.

    Equal up to the exchange of arms: hands, points, boneyard and the sorted ends with what they
    count.
    """
    rng = random.Random(11)
    done = 0
    while done < 400:
        rules = random_rules(rng)
        try:
            state = random_state(rules, rng)
        except dc.RulesError:
            continue
        if state.is_over:
            continue
        reached = {likeness(state.play(move)) for move in state.distinct_moves}
        assert {likeness(state.play(move)) for move in state.moves} == reached
        done += 1


def likeness(state: dc.State) -> tuple:
    return (
        state.hands,
        state.points,
        tuple(sorted(state.ends)),
        state.ends_sum if state.rules.ends_divisors else 0,
        state.turn,
        state.outcome,
        dc.perft(state, 2, distinct=True),
    )


def test_divide_splits_the_count() -> None:
    """The counts under each move add up to the count of the state."""
    state = dc.variant("latin", seats=2).deal(seed=7)
    for options in OPTIONS:
        split = dc.divide(state, 5, **options)
        assert sum(split.values()) == dc.perft(state, 5, **options)
        assert set(split) <= set(state.moves)


def test_depth_has_bounds() -> None:
    """Perft of depth 0 is 1; a negative depth, and a divide of depth 0, are errors."""
    state = dc.State.deal(dc.Rules(), seed=1)
    assert dc.perft(state, 0) == 1
    with pytest.raises(ValueError, match="from 0 to 10000, got -1"):
        dc.perft(state, -1)
    with pytest.raises(ValueError, match=r"from 1 to .*, got 0"):
        dc.divide(state, 0)
