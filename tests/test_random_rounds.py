"""Random rounds: their distribution is the exact one, and no executor changes them."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

import dominocore as dc
from dominocore.outcome import RoundEnd
from dominocore.random_rounds import _choices
from test_against_oracle import random_rules

NO_EFFECT = (("0-0", 0),)  # a bonus of nothing keeps rules off the fast path


def expectation(state: dc.State) -> tuple[list[Fraction], Fraction]:
    """The exact mean of the points by side, and of the length, by going through the whole tree."""
    if state.is_over:
        return [Fraction(p) for p in state.points], Fraction(0)
    choices = _choices(state.moves)
    below = [expectation(state.play(move)) for move in choices]
    n = len(choices)
    means = [sum(column, Fraction(0)) / n for column in zip(*(b[0] for b in below), strict=True)]
    return means, 1 + sum((b[1] for b in below), Fraction(0)) / n


def check(state: dc.State, n: int = 20_000, seed: int = 5) -> None:
    means, length = expectation(state)
    result = dc.playouts(state, n, seed=seed)
    for side, mean in enumerate(means):
        error = max(result.standard_error(side), 1e-9)
        assert abs(result.mean_points[side] - float(mean)) < 4.5 * error + 1e-9
    assert abs(result.mean_length - float(length)) < 0.15


PLAIN = {
    "block": dc.Rules(max_pip=3, hand_size=4),
    "draw": dc.Rules(max_pip=3, hand_size=3, draw="until_playable", dead_layout="drain"),
    "draw, a reserve, end now": dc.Rules(max_pip=3, hand_size=3, draw="until_playable", reserve=2),
    "pairs": dc.Rules(max_pip=3, seats=4, sides=(0, 1, 0, 1), hand_size=2, points_from="all"),
    "penalties": dc.Rules(max_pip=3, seats=3, hand_size=3, score="penalties", blocker_exempt=True),
}


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("changes", [{}, {"bonus_last_tile": NO_EFFECT}], ids=["fast", "general"])
@pytest.mark.parametrize("seed", [1, 2])
def test_means_are_the_exact_ones(name: str, changes: dict, seed: int) -> None:
    """On small deals the mean points and length are those of the whole tree, on both paths."""
    rules = PLAIN[name].replace(**changes)
    check(dc.State.deal(rules, seed=seed))


def test_playouts_go_on_from_any_state() -> None:
    """In the middle of a round, between two draws as well, the means are those of the tree."""
    rules = PLAIN["draw"]
    for seed in range(8):
        rng = random.Random(seed)
        state = dc.State.deal(rules, seed=seed)
        for _ in range(4):
            after = state.play(rng.choice(state.moves))
            if after.is_over:
                break
            state = after
        check(state, n=5_000)


def test_every_mechanism_plays_out() -> None:
    """Under rules drawn at random the means are those of the tree."""
    rng = random.Random(3)
    done = 0
    while done < 12:
        rules = random_rules(rng)
        if rules.max_pip > 3 or rules.seats * rules.hand_tiles > 8:
            continue
        try:
            state = dc.State.deal(rules, seed=done)
        except dc.RulesError:
            continue
        if dc.perft(state, 9) > 20_000:
            continue
        check(state, n=4_000)
        done += 1


def test_a_claim_is_always_made() -> None:
    """Points that have to be claimed are made as if they were automatic."""
    claimed = dc.variant("fives")
    automatic = dc.variant("fives", claim="auto")
    a = dc.deal_and_play(claimed, 3000, seed=2)
    b = dc.deal_and_play(automatic, 3000, seed=2)
    assert a == b


@pytest.mark.parametrize("name", ["block", "fives"])
def test_any_executor_gives_the_same_rounds(name: str) -> None:
    """One thread, two threads and four give the same rounds, point by point."""
    state = dc.variant(name).deal(seed=3)
    alone = dc.playouts(state, 50_001, seed=9, keep=True)
    for workers in (2, 4):
        with ThreadPoolExecutor(workers) as pool:
            assert dc.playouts(state, 50_001, seed=9, keep=True, executor=pool) == alone
    assert len(alone.points) == alone.rounds == 50_001


def test_kept_points_add_up() -> None:
    """The points of the rounds give the mean and the deviation reported."""
    result = dc.deal_and_play(dc.variant("draw"), 1000, seed=4, keep=True)
    for side in range(2):
        column = [points[side] for points in result.points]
        mean = sum(column) / 1000
        assert result.mean_points[side] == pytest.approx(mean)
        variance = sum((x - mean) ** 2 for x in column) / 1000
        assert result.deviations[side] == pytest.approx(variance**0.5)
    assert result.out + result.blocked + result.at_target == 1000
    assert sum(result.wins) + result.unwon == 1000


def test_the_state_is_left_alone() -> None:
    """Playouts change neither the state nor its moves."""
    state = dc.variant("draw").deal(seed=3)
    before = (hash(state), tuple(state.moves), state.hands, state.boneyard)
    dc.playouts(state, 1000, seed=1)
    assert (hash(state), tuple(state.moves), state.hands, state.boneyard) == before


def test_a_seed_fixes_the_rounds() -> None:
    """The same seed gives the same rounds, another seed others."""
    state = dc.variant("block").deal(seed=3)
    one = dc.playouts(state, 500, seed=1, keep=True)
    assert dc.playouts(state, 500, seed=1, keep=True) == one
    assert dc.playouts(state, 500, seed=2, keep=True).points != one.points


def ten_a_tile(end: RoundEnd) -> list[int]:
    """Ten points for each tile that the others hold."""
    return [10 * sum(map(len, end.hands)) if seat == end.seat else 0 for seat in range(2)]


def test_rules_scored_in_python_play_in_python() -> None:
    """A score_round function scores the playouts, never another rule in its place."""
    rules = dc.Rules(score_round=ten_a_tile, draw="until_playable")
    result = dc.deal_and_play(rules, 30, seed=6, keep=True)
    assert all(sum(points) % 10 == 0 and sum(points) > 0 for points in result.points)
    state = dc.State.deal(rules, seed=1)
    assert dc.playouts(state, 20, seed=1).rounds == 20


def test_states_come_from_any_iterable() -> None:
    """A generator of states is read once, by rules that play in C and in Python; one thing that is
    no state and holds none is refused."""
    for changes in ({}, {"score_round": ten_a_tile}):
        state = dc.State.deal(dc.Rules(max_pip=3, hand_size=3).replace(**changes), seed=1)
        results = dc.playouts((state for _ in range(3)), 5, seed=2)
        assert results == dc.playouts([state] * 3, 5, seed=2)
        assert [result.rounds for result in results] == [5, 5, 5]
    with pytest.raises(TypeError, match="states is many states, got 3"):
        dc.playouts(3, 5)  # type: ignore[call-overload]


def test_what_cannot_be_played_is_refused() -> None:
    """A finished round and fewer rounds than one are errors."""
    state = dc.State.setup(
        dc.Rules(max_pip=2, hand_size=1), hands=["0-0", "1-1"], layout="2-2", partial=True
    )
    assert state.is_over
    with pytest.raises(dc.RoundOverError):
        dc.playouts(state, 10)
    with pytest.raises(ValueError, match=r"from 1 to .*, got 0"):
        dc.playouts(dc.State.deal(dc.Rules(), seed=1), 0)
    with pytest.raises(ValueError, match=r"from 1 to .*, got -1"):
        dc.deal_and_play(dc.Rules(), -1)


def test_many_states_in_one_call() -> None:
    """Rounds from many states are, state by state, counted apart: their exact means are met, the
    parts of any executor add up, and results add up to what all rounds came to."""
    rules = PLAIN["draw"]
    states = [dc.State.deal(rules, seed=seed) for seed in range(7)]
    results = dc.playouts(states, 4_000, seed=9, keep=True)
    for state, result in zip(states, results, strict=True):
        means, _ = expectation(state)
        assert result.rounds == len(result.points) == 4_000
        for side, mean in enumerate(means):
            error = max(result.standard_error(side), 1e-9)
            assert abs(result.mean_points[side] - float(mean)) < 4.5 * error + 1e-9
            assert sum(points[side] for points in result.points) == result.totals[side]
    with ThreadPoolExecutor(3) as pool:
        assert dc.playouts(states, 4_000, seed=9, keep=True, executor=pool) == results
        long = dc.playouts(states[:1], 50_000, seed=9, executor=pool)
    assert long == [dc.playouts(states[0], 50_000, seed=9)]
    together = sum(results[1:], start=results[0])
    assert together.rounds == 28_000
    assert together.totals[0] == sum(result.totals[0] for result in results)
    assert together.points == tuple(points for result in results for points in result.points)


def test_sums_are_of_rounds_and_rounds_of_rules() -> None:
    """Playouts add up with playouts alone, and what is dealt is rules."""
    rounds = dc.deal_and_play(dc.Rules(), 2, seed=1)
    with pytest.raises(TypeError, match="unsupported operand"):
        rounds + 2  # type: ignore[operator]
    with pytest.raises(TypeError, match=r"rules is Rules, got 'block'; dc\.variant"):
        dc.deal_and_play("block", 2)  # type: ignore[arg-type]
