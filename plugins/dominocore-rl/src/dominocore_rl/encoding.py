# SPDX-License-Identifier: MIT
"""What all adapters share: observations and masks as arrays, spaces of them, and rewards.

Every array is new: nothing that an agent keeps changes under its hands.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

import dominocore as dc
from dominocore.protocol import GameRules

Reward = Literal["points", "win"]
Illegal = Literal["terminate", "raise", "random"]
Where = Literal["observation", "info"]
Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.int8]
Game = str | dc.Variant | GameRules


def choice(name: str, value: object, *allowed: str) -> Any:
    """Check a word that is one of few.

    Raises:
        ValueError: it is another.
    """
    if value not in allowed:
        raise ValueError(f"{name} is one of {', '.join(allowed)}, got {value!r}")
    return value


def rules_of(variant: Game, options: dict[str, Any]) -> Any:
    """Give the rules of a variant by name with options, of a variant, or as they are."""
    if isinstance(variant, str):
        return dc.variant(variant, **options).rules
    if options:
        raise TypeError(f"options {', '.join(options)} go with a variant's name")
    return getattr(variant, "rules", variant)


class Encoding:
    """What an environment shows of a game: `rules.encoder()` as arrays, and their spaces.

    Args:
        rules: the rules.
        mask_in: `observation` for dicts that hold the mask, or `info`.
        history: whether observations are dicts that hold the events, too.
    """

    def __init__(self, rules: Any, mask_in: Where = "info", history: bool = False) -> None:
        self.rules = rules
        self.game = rules.encoder()
        choice("mask_in", mask_in, "observation", "info")
        self._mask_in_observation = mask_in == "observation"
        self._history = history
        self._more = history or self._mask_in_observation
        small = self.game.n_events <= np.iinfo(np.int16).max
        self._event_type = np.int16 if small else np.int32

    def action_space(self) -> spaces.Discrete:
        """Make the space of the actions."""
        return spaces.Discrete(self.game.n_actions)

    def observation_space(self) -> spaces.Space[Any]:
        """Make the space of what `observe` gives."""
        box = spaces.Box(0.0, 1.0, (self.game.n_planes,), np.float32)
        parts: dict[str, spaces.Space[Any]] = {"observation": box}
        if self._mask_in_observation:
            parts["action_mask"] = spaces.Box(0, 1, (self.game.n_actions,), np.int8)
        if self._history:
            kind, most = self._event_type, self.game.n_events - 1
            parts["history"] = spaces.Box(0, most, (self.game.longest,), kind)
        return spaces.Dict(parts) if self._more else box

    def floats(self, view: Any) -> Floats:
        """Give what a seat sees as floats from 0 to 1."""
        return np.frombuffer(self.game.planes(view), np.float32)

    def mask(self, view: Any) -> Mask:
        """Give 1 for each action that is legal for the seat: none unless it is on turn."""
        return self.mask_of(self.game.mask(view))

    @staticmethod
    def mask_of(legal: bytes) -> Mask:
        """Give the bytes of a mask as an array."""
        return np.frombuffer(bytearray(legal), np.int8)

    def history(self, view: Any) -> npt.NDArray[Any]:
        """Give the numbers of the events, oldest first, with 0 after the last."""
        out = np.zeros(self.game.longest, self._event_type)
        events = self.game.history(view)
        out[: len(events)] = events
        return out

    def observe(self, view: Any, legal: bytes) -> Any:
        """Give what an agent is shown: an array, or a dict where there is more than one.

        Args:
            view: what the agent sees.
            legal: the bytes of its mask.
        """
        floats = self.floats(view)
        if not self._more:
            return floats
        parts: dict[str, Any] = {"observation": floats}
        if self._mask_in_observation:
            parts["action_mask"] = self.mask_of(legal)
        if self._history:
            parts["history"] = self.history(view)
        return parts

    def only_move(self, view: Any) -> Any:
        """Give the move of a seat that has one action, or None where it has a choice."""
        mask = self.game.mask(view)
        return self.game.move(view, mask.index(1)) if mask.count(1) == 1 else None


def n_tiles(rules: Any) -> int:
    """Give the number of tiles of the full set."""
    return int((rules.max_pip + 1) * (rules.max_pip + 2) // 2)


def hands(state: Any) -> Floats:
    """Give all hands by seat and tile: for centralised training alone, it hides nothing."""
    rules = state.rules
    out = np.zeros((rules.seats, n_tiles(rules)), np.float32)
    for seat, hand in enumerate(state.hands):
        out[seat, [tile.index for tile in hand]] = 1
    return out


def margin(rules: Any, own: Any, total: Any) -> Any:
    """Give a side's points less the mean of the others': numbers, or arrays of them.

    It is the other way round where low scores win.
    """
    others = (total - own) / (rules.n_sides - 1)
    return others - own if rules.wins == "low" else own - others


def margins(rules: Any, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Turn points by side, in the last axis, into margins by side that add up to nothing."""
    made = np.asarray(points, np.float64)
    found: npt.NDArray[np.float64] = margin(rules, made, made.sum(-1, keepdims=True))
    return found


def payoffs(rules: Any, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Give margins out of the target, or of 100 where there is none."""
    return margins(rules, points) / (rules.target or 100)


def rewards(state: Any, kind: Reward) -> list[float]:
    """Give the reward of each seat for a round: nothing while it runs.

    `points` are payoffs; `win` is 1 for the seats of the winning side and as much less for the
    others as makes the sides' sum 0, or 0 for all when nobody wins.
    """
    rules, outcome = state.rules, state.outcome
    sides = [0.0] * rules.n_sides
    if outcome is not None and kind == "points":
        points, target = state.points, rules.target or 100
        sides = [margin(rules, own, sum(points)) / target for own in points]
    elif outcome is not None and outcome.side is not None:
        sides = [-1.0 / (rules.n_sides - 1)] * rules.n_sides
        sides[outcome.side] = 1.0
    return [sides[rules.side_of(seat)] for seat in range(rules.seats)]
