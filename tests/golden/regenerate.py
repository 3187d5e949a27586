# SPDX-License-Identifier: MIT
"""Write the golden playthroughs anew: `python tests/golden/regenerate.py [NAME ...]`.

There is one text a variant: all public values at each state of one round played at random, and the
totals of a match after three rounds. The files guard against change that nobody meant; that the
rules are right is for the oracle and the worked cases to prove. Run this only after a change that
is meant to be seen, raise the `version` of each variant whose file changes, and read the diff.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import dominocore as dc
from dominocore import Match, Move, Outcome, State

HERE = Path(__file__).parent
SEED = 2718
ROUNDS = 3


class Chooser:
    """Choose moves by a small generator of its own, the same on every machine and Python."""

    def __init__(self, seed: int) -> None:
        self._now = seed

    def choose(self, state: State) -> Move:
        """Give one of the legal moves."""
        self._now = (self._now * 1103515245 + 12345) % 2**31
        return state.moves[(self._now >> 8) % len(state.moves)]


def words(values: object) -> str:
    """Give values in one line; `-` for none."""
    return " ".join(map(str, values)) or "-" if isinstance(values, (list, tuple)) else str(values)


def describe_state(state: State, number: int) -> Iterator[str]:
    """Give the public values of a state, two lines of them and one of its moves."""
    arms = words([f"{arm}:{pip}" for arm, pip in state.arms.items()])
    voids = words(["".join(map(str, sorted(pips))) or "-" for pips in state.voids])
    points = words([state.points_for(move) for move in state.moves])
    yield (
        f"{number} {state.phase} turn={state.turn} last={state.last} arms={arms} "
        f"sum={state.ends_sum} spinner={state.spinner} dead={state.is_dead}"
    )
    yield (
        f"  hands={words(state.hand_sizes)} boneyard={state.boneyard_size} "
        f"passes={state.passes} points={words(state.points)} voids={voids}"
    )
    if not state.is_over:
        yield f"  moves={words(list(state.moves))} worth={points}"
        if len(state.distinct_moves) < len(state.moves):
            yield f"  distinct={words(list(state.distinct_moves))}"


def describe_outcome(outcome: Outcome) -> str:
    """Give what an outcome says."""
    return (
        f"{outcome.ending} seat={outcome.seat} side={outcome.side} "
        f"points={words(outcome.points)} blocker={outcome.blocker}"
    )


def playthrough(name: str) -> Iterator[str]:
    """Give the lines of a variant's golden file."""
    variant = dc.variant(name)
    state = variant.deal(seed=SEED)
    yield f"{variant} version {variant.version}"
    for seat, hand in enumerate(state.hands):
        yield f"hand {seat}: {hand}"
    yield f"boneyard: {words(list(state.boneyard))}"
    yield f"leader {state.leader}, opened by criterion {state.opened_by}"
    chooser = Chooser(SEED)
    number = 0
    while not state.is_over:
        yield from describe_state(state, number)
        move = chooser.choose(state)
        yield f"> {move}"
        state = state.play(move)
        number += 1
    yield from describe_state(state, number)
    assert state.outcome is not None
    yield f"outcome: {describe_outcome(state.outcome)}"
    yield f"next lead: {state.next_lead()}"
    yield from match_lines(name)


def match_lines(name: str) -> Iterator[str]:
    """Give the first rounds of a match, or all of them where it is over sooner."""
    match = Match(name, seed=SEED)
    chooser = Chooser(SEED + 1)
    while not match.is_over and len(match.rounds) < ROUNDS:
        match = match.play(chooser.choose(match.state))
    for number, played in enumerate(match.rounds, 1):
        yield f"round {number}: leader {played.leader}, {describe_outcome(played.outcome)}"
    yield f"totals after {len(match.rounds)} rounds: {words(match.scores)}"
    yield f"winners: {match.winners}"


def text(name: str) -> str:
    """Give the golden file of a variant."""
    return "\n".join(playthrough(name)) + "\n"


def names() -> list[str]:
    """Give the names of the variants that come with the library."""
    return sorted(dc.Registry(entry_points=False).variants)


def main(chosen: list[str]) -> None:
    """Write the files of the variants named, or of all."""
    for name in chosen or names():
        (HERE / f"{name}.txt").write_text(text(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
