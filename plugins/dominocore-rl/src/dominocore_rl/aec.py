# SPDX-License-Identifier: MIT
"""A round as a PettingZoo environment, one agent a seat."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import dominocore as dc
from dominocore import vector
from dominocore_rl import encoding
from dominocore_rl.encoding import Floats, Illegal, Reward, Where, choice


class AECRound(AECEnv):
    """A round of dominoes; agents `player_0`, `player_1` and on are the seats.

    A seat that draws stays selected until its turn is over. Rewards come at the end of the round.

    Args:
        variant: a registered variant by name, a variant, or rules.
        reward: `points`, the margin of points over the target; or `win`, 1 for the winners.
        mask_in: `observation` for dicts with `observation` and `action_mask`; `info` for plain
            arrays. Either way the mask of the agent on turn is in its info.
        skip_forced: whether moves without a choice are played for the agents.
        illegal: what an illegal action does: `terminate` ends the round with -1 for the agent,
            `raise` raises, `random` plays a legal one.
        render_mode: `ansi` for a text, `human` to print it.
        options: options of the variant, such as `seats=4, pairs=True`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "dominocore_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: str | dc.Variant | dc.Rules = "block",
        *,
        reward: Reward = "points",
        mask_in: Where = "observation",
        skip_forced: bool = False,
        illegal: Illegal = "terminate",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.rules = encoding.rules_of(variant, options)
        self.render_mode = render_mode
        self._reward = choice("reward", reward, "points", "win")
        self._mask_in = choice("mask_in", mask_in, "observation", "info")
        self._illegal = choice("illegal", illegal, "terminate", "raise", "random")
        self._skip_forced = skip_forced
        self._seed: int | None = None
        self._round = 0
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        n_actions, n_floats = vector.action_count(self.rules), vector.plane_count(self.rules)
        self._actions = {a: spaces.Discrete(n_actions) for a in self.possible_agents}
        self._observations = {a: self._space(n_floats, n_actions) for a in self.possible_agents}
        n_tiles = (self.rules.max_pip + 1) * (self.rules.max_pip + 2) // 2
        size = n_floats + self.rules.seats * n_tiles
        self.state_space = spaces.Box(0.0, 1.0, (size,), np.float32)

    def _space(self, n_floats: int, n_actions: int) -> spaces.Space[Any]:
        box = spaces.Box(0.0, 1.0, (n_floats,), np.float32)
        if self._mask_in == "info":
            return box
        masks = spaces.Box(0, 1, (n_actions,), np.int8)
        return spaces.Dict({"observation": box, "action_mask": masks})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's observations, the same object each time."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions, the same object each time."""
        return self._actions[agent]

    @property
    def round(self) -> dc.State:
        """The round as the referee knows it: not for agents."""
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round.

        Args:
            seed: the seed of this deal and, round by round, of those after it; None goes on with
                the last one.
            options: `deal` has arguments of `State.deal`: `{"deal": {"leader": 0}}`.
        """
        how = (options or {}).get("deal", {})
        if seed is not None or self._seed is None:
            self._seed = seed if seed is not None else int.from_bytes(np.random.bytes(32), "big")
            self._round = 0
        self._round += 1
        self._random = np.random.default_rng([self._seed, self._round])
        seeded = {} if {"hands", "order"} & how.keys() else {"seed": self._seed}
        self._state = dc.State.deal(self.rules, round=self._round, **seeded, **how)
        self._play_forced()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._go_on(self.possible_agents[0])

    def _play_forced(self) -> None:
        while self._skip_forced and not self._state.is_over:
            move = encoding.only_move(self._view(self._state.turn))
            if move is None:
                break
            self._state = self._state.play(move)

    def _view(self, seat: int | None) -> dc.Observation:
        assert seat is not None
        return self._state.observe(seat)

    def _go_on(self, before: str) -> None:
        """Select who is next, tell it its mask, and give rewards when the round is over."""
        self.infos = {agent: {} for agent in self.agents}
        if self._state.is_over:
            given = encoding.rewards(self._state, self._reward)
            self.rewards = {agent: given[self._seats[agent]] for agent in self.agents}
            self._end(before)
        else:
            self.agent_selection = self.possible_agents[self._state.turn or 0]
            view = self._view(self._state.turn)
            self.infos[self.agent_selection]["action_mask"] = encoding.mask(view)

    def _end(self, before: str) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        seat = (self._seats[before] + 1) % self.rules.seats
        self.agent_selection = self.possible_agents[seat]

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent; None for one that is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        view = self._view(self._seats[agent])
        move = self._move(view, action)
        if move is None:
            self.infos = {other: {} for other in self.agents}
            self.infos[agent]["illegal_action"] = action
            self.rewards[agent] = -1.0
            self._end(agent)
        else:
            self._state = self._state.play(move)
            self._play_forced()
            self._go_on(agent)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _move(self, view: dc.Observation, action: int | None) -> dc.Move | None:
        try:
            return vector.action_move(view, -1 if action is None else int(action))
        except dc.IllegalMoveError:
            if self._illegal == "raise":
                raise
        if self._illegal == "terminate":
            return None
        legal = np.flatnonzero(encoding.mask(view))
        return vector.action_move(view, int(self._random.choice(legal)))

    def observe(self, agent: str) -> Any:
        """Give what an agent sees; its mask is all 0 while it is not on turn."""
        view = self._view(self._seats[agent])
        floats = encoding.observation(view)
        if self._mask_in == "info":
            return floats
        return {"observation": floats, "action_mask": encoding.mask(view)}

    def state(self) -> Floats:
        """Give player_0's observation and all hands, for training with a central critic."""
        seen = encoding.observation(self._view(0))
        return np.concatenate([seen, encoding.hands(self._state).ravel()])

    def render(self) -> str | None:
        """Show the round as the seat on turn sees it, as the render mode says."""
        if self.render_mode is None:
            return None
        text = str(self._view(self._seats[self.agent_selection]))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to let go."""

    def __str__(self) -> str:
        return "dominocore_v0"


def raw_env(*args: Any, **kwargs: Any) -> AECRound:
    """Make the environment without wrappers."""
    return AECRound(*args, **kwargs)


def env(*args: Any, **kwargs: Any) -> Any:
    """Make the environment with the wrapper that checks the order of calls."""
    return wrappers.OrderEnforcingWrapper(AECRound(*args, **kwargs))
