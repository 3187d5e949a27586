# SPDX-License-Identifier: MIT
"""Many rounds as one Gymnasium vector environment, stepped by `dominocore.vector`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from dominocore import vector
from dominocore.state import one_chain
from dominocore_rl import encoding, players
from dominocore_rl.encoding import Floats, Game, Mask

#: Gives an action a row, from observations and masks of the seats on turn.
Policy = Callable[[Floats, Mask], npt.NDArray[Any]]


class BatchRounds(VectorEnv[Floats, npt.NDArray[Any], npt.NDArray[Any]]):
    """Many rounds at once for one learner; a round that ends is followed by the next at once.

    What is seen after an end is the next round's; the reward is the ended round's. Rounds end and
    are never cut short, so a value past their end is 0 and no last observation is needed.

    Args:
        num_envs: how many rounds.
        variant: a registered variant by name, a variant, or rules.
        opponents: who plays all other seats, each by what that seat sees: a function of
            observations and masks that gives an action a row, or a registered player such as
            `greedy`. `random` is played in NumPy; any other player is asked round by round, which
            takes some fifty times as long.
        seat: the learner's seat.
        options: options of the variant, such as `seats=4, pairs=True`.

    Raises:
        NotNativeError: the game is no chain, or a Python function scores it.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int = 64,
        variant: Game = "block",
        opponents: str | Policy = "random",
        *,
        seat: int = 0,
        **options: Any,
    ) -> None:
        self.rules = one_chain(encoding.rules_of(variant, options), "BatchRounds")
        self.num_envs = num_envs
        if not 0 <= seat < self.rules.seats:
            raise ValueError(f"seat is 0 to {self.rules.seats - 1}, got {seat!r}")
        if isinstance(opponents, str):
            players.check(opponents, self.rules)
        self.seat = seat
        self._side = self.rules.side_of(seat)
        self._opponents = self._at_random if opponents == "random" else opponents
        self._mirror: players.Mirror | None = None
        self._rounds = vector.Rounds(self.rules, num_envs, seed=0)
        self._masks = np.zeros((num_envs, self._rounds.n_actions), np.int8)
        self._packed = np.zeros(num_envs, np.dtype(vector.OBSERVATION))
        self._turns = np.zeros(num_envs, np.uint8)
        self._points = np.zeros((num_envs, self.rules.n_sides), np.int32)
        self._done = np.zeros(num_envs, np.bool_)
        self.single_action_space = spaces.Discrete(self._rounds.n_actions)
        box = spaces.Box(0.0, 1.0, (self._rounds.n_planes,), np.float32)
        self.single_observation_space = box
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(box, num_envs)

    def _at_random(self, observations: Floats, masks: Mask) -> npt.NDArray[Any]:
        drawn = self.np_random.random(masks.shape, np.float32)
        chosen: npt.NDArray[Any] = np.argmax(drawn * masks, axis=1)
        return chosen

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats, dict[str, Any]]:
        """Deal all rounds and play each to the learner's first turn."""
        super().reset(seed=seed)
        key = int(self.np_random.integers(1 << 63))
        self._rounds.reset(key)
        self._rounds.attach(
            masks=self._masks,
            observations=self._packed,
            turns=self._turns,
            points=self._points,
            done=self._done,
        )
        if isinstance(self._opponents, str):
            self._mirror = players.Mirror(self._rounds, self._opponents, self.np_random)
            self._mirror.deal(key)
        self._play_others(np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_))
        return self._seen()

    def _floats(self, rows: Any) -> Floats:
        packed = np.ascontiguousarray(self._packed[rows])
        out = np.empty((len(packed), self._rounds.n_planes), np.float32)
        vector.planes(self.rules, packed, out)
        return out

    def _play_others(self, rewards: npt.NDArray[Any], ended: npt.NDArray[np.bool_]) -> None:
        """Play the other seats to the learner's turn; note the first end of each round."""
        while len(others := np.flatnonzero(self._turns != self.seat)):
            actions = np.full(self.num_envs, vector.SKIP, np.int32)
            actions[others] = self._answers(others)
            self._step(actions)
            self._note(rewards, ended)

    def _answers(self, rows: npt.NDArray[np.intp]) -> Any:
        """Give the opponents' actions in these rounds."""
        if self._mirror is not None:
            return self._mirror.choose(rows.tolist())
        assert not isinstance(self._opponents, str)
        return self._opponents(self._floats(rows), self._masks[rows].copy())

    def _step(self, actions: npt.NDArray[np.int32]) -> None:
        self._rounds.step(actions)
        if self._mirror is not None:
            self._mirror.step(actions, self._done)

    def _note(self, rewards: npt.NDArray[Any], ended: npt.NDArray[np.bool_]) -> None:
        new = self._done & ~ended
        rewards[new] = encoding.payoffs(self.rules, self._points[new])[:, self._side]
        ended |= new

    def _seen(self) -> tuple[Floats, dict[str, Any]]:
        return self._floats(slice(None)), {"action_mask": self.action_masks()}

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Floats, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Play the learner's actions and all answers.

        Raises:
            IllegalMoveError: an action is not legal; no round has changed.
        """
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)
        self._step(np.ascontiguousarray(actions, np.int32))
        self._note(rewards, ended)
        self._play_others(rewards, ended)
        seen, info = self._seen()
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> Mask:
        """Give the masks of the learner's legal actions, a row a round."""
        return self._masks.copy()
