# SPDX-License-Identifier: MIT
"""What all adapters share: observations and masks as arrays, and rewards.

Every array is new: nothing that an agent keeps changes under its hands.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

import dominocore as dc
from dominocore import vector

Reward = Literal["points", "win"]
Illegal = Literal["terminate", "raise", "random"]
Where = Literal["observation", "info"]
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]


def choice(name: str, value: object, *allowed: str) -> Any:
    """Check a word that is one of few.

    Raises:
        ValueError: it is another.
    """
    if value not in allowed:
        raise ValueError(f"{name} is one of {', '.join(allowed)}, got {value!r}")
    return value


def rules_of(variant: str | dc.Variant | dc.Rules, options: dict[str, Any]) -> dc.Rules:
    """Give the rules of a variant by name with options, of a variant, or as they are."""
    if isinstance(variant, str):
        return dc.variant(variant, **options).rules
    if options:
        raise TypeError(f"options {', '.join(options)} go with a variant's name")
    return getattr(variant, "rules", variant)


def observation(view: dc.Observation) -> Floats:
    """Give what a seat sees as floats from 0 to 1; `dominocore.vector.planes` says the order."""
    out = np.empty(vector.plane_count(view.rules), np.float32)
    vector.planes(view.rules, vector.pack(view), out)
    return out


def mask(view: dc.Observation) -> Mask:
    """Give 1 for each action that is legal for the seat, which is none unless it is on turn."""
    return np.frombuffer(vector.action_mask(view), np.int8).copy()


def hands(state: dc.State) -> Floats:
    """Give all hands by seat and tile: for centralised training alone, it hides nothing."""
    rules = state.rules
    out = np.zeros((rules.seats, (rules.max_pip + 1) * (rules.max_pip + 2) // 2), np.float32)
    for seat, hand in enumerate(state.hands):
        out[seat, [tile.index for tile in hand]] = 1
    return out


def only_move(view: dc.Observation) -> dc.Move | None:
    """Give the move of a seat that has one action, or None where it has a choice."""
    legal = np.flatnonzero(mask(view))
    return vector.action_move(view, int(legal[0])) if len(legal) == 1 else None


def margins(rules: dc.Rules, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Turn points by side, in the last axis, into margins by side that add up to nothing.

    A side's margin is its points less the mean of the others'; the other way round where low scores
    win.
    """
    made = np.asarray(points, np.float64)
    others = (made.sum(-1, keepdims=True) - made) / (rules.n_sides - 1)
    return (others - made) if rules.wins == "low" else (made - others)


def payoffs(rules: dc.Rules, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Give margins out of the target, or of 100 where there is none."""
    return margins(rules, points) / (rules.target or 100)


def rewards(state: dc.State, kind: Reward) -> list[float]:
    """Give the reward of each seat for a round: nothing while it runs.

    `points` are payoffs; `win` is 1 for the seats of the winning side and as much less for the
    others as makes the sides' sum 0, or 0 for all when nobody wins.
    """
    rules, outcome = state.rules, state.outcome
    sides = [0.0] * rules.n_sides
    if outcome is not None and kind == "points":
        sides = [float(payoff) for payoff in payoffs(rules, state.points)]
    elif outcome is not None and outcome.side is not None:
        sides = [-1.0 / (rules.n_sides - 1)] * rules.n_sides
        sides[outcome.side] = 1.0
    return [sides[rules.side_of(seat)] for seat in range(rules.seats)]
