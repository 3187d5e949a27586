# SPDX-License-Identifier: MIT
"""Random games for tests: every built-in variant with every choice of seats and pairs."""

from __future__ import annotations

import random

import dominocore as dc
from dominocore.builtin_variants import dominocore_variants


def configured() -> list[dc.Variant]:
    """Give every built-in variant, with each number of seats it has, alone and in pairs."""
    found: dict[str, dc.Variant] = {}
    for variant in dominocore_variants():
        own = variant.parameters
        for seats in range(2, 9) if "seats" in own else [None]:
            for pairs in (False, True) if "pairs" in own else [None]:
                options = {"seats": seats, "pairs": pairs}
                chosen = {name: value for name, value in options.items() if value is not None}
                try:
                    made = variant.configure(**chosen)
                    made.deal(seed=1)
                except dc.RulesError:
                    continue
                found[str(made)] = made
    return list(found.values())


VARIANTS = configured()


def random_round(rules: dc.Rules, seed: int, **how: object) -> list[dc.State]:
    """Give the states of a random round, from the deal to its end."""
    rng = random.Random(seed)
    states = [dc.State.deal(rules, seed=seed, **how)]  # type: ignore[arg-type]
    while not states[-1].is_over:
        states.append(states[-1].play(rng.choice(states[-1].moves)))
    return states


def random_match(variant: dc.Variant | dc.Rules, seed: int, rounds: int = 10**9) -> dc.Match:
    """Play random moves to the end of a match, or until so many rounds are finished."""
    rng = random.Random(seed)
    match = dc.Match(variant, seed=seed)
    while not match.is_over and len(match.rounds) < rounds:
        match = match.play(rng.choice(match.state.moves))
    return match
