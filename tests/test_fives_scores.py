"""What a play of All Fives can score: every multiple of five from 5 to 35, and nothing else."""

from __future__ import annotations

import random

import pytest

import dominocore as dc

RULES = dc.variant("fives", claim="auto", target=None, match_end="round").rules

# Hand-made layouts; the tiles after `|` are those whose placement scores the number.
LAYOUTS = {
    5: "5-0",
    10: "5-5",
    15: "6-3 >6-6",
    20: "6-4 >6-6 <4-4",
    25: "3-3 >3-6 >6-6 <3-4 <4-4 ^3-2 ^2-5",
    30: "3-3 >3-6 >6-6 <3-4 <4-4 ^3-2 ^2-5 ^5-5",
    35: "3-3 >3-6 >6-6 <3-4 <4-4 ^3-2 ^2-5 ^5-5 v3-5",
}


@pytest.mark.parametrize("score", LAYOUTS)
def test_each_multiple_of_five_to_35_can_be_scored(score: int) -> None:
    """The last tile of the layout scores the number: 35 is 12 + 8 + 10 + 5."""
    *before, last = LAYOUTS[score].split()
    move = dc.Move(last if before else f"*{last}")
    assert move.tile is not None
    hands = [[str(move.tile), "1-0"], ["1-1"]]
    if before:
        state = dc.State.setup(RULES, layout=" ".join(before), hands=hands, partial=True)
    else:
        state = dc.State.deal(RULES, hands=hands, leader=0)
    assert state.play(move).points == (score, 0)


def test_no_layout_counts_more_than_36() -> None:
    """Four arms end at best in 6-6, 5-5, 4-4 and a single six: 36, so 35 is the highest score.

    The spinner itself counts nothing once it has four arms; before, it has two arms at most.
    """
    best = 0
    for spinner in range(7):
        doubles = sorted((2 * d for d in range(7) if d != spinner), reverse=True)
        for n_doubles in range(5):
            best = max(best, sum(doubles[:n_doubles]) + 6 * (4 - n_doubles))
        best = max(best, 2 * spinner + doubles[0])  # one side covered
    assert best == 12 + 10 + 8 + 6 == 36


def test_random_rounds_score_nothing_else() -> None:
    """The points of every play of random rounds are multiples of five from 0 to 35."""
    rng = random.Random(5)
    seen = set()
    for seed in range(1500):
        state = dc.State.deal(RULES.replace(draw="until_playable"), seed=seed)
        while not state.is_over:
            move = rng.choice(state.moves)
            seen.add(state.points_for(move) if move.is_placement else 0)
            state = state.play(move)
    assert seen <= set(range(0, 36, 5))
    assert {0, 5, 10, 15, 20} <= seen
