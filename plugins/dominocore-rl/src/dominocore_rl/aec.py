# SPDX-License-Identifier: MIT
"""A round as a PettingZoo environment, one agent a seat."""

from __future__ import annotations

from operator import index
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import dominocore as dc
from dominocore_rl import encoding, rendering
from dominocore_rl.encoding import Encoding, Floats, Game, Illegal, Reward, Where, choice


class AECRound(AECEnv):
    """A round of a domino game; agents `player_0`, `player_1` and on are the seats.

    A seat that acts again, as after a draw, stays selected. Rewards come at the end of the round.

    Args:
        variant: a registered variant by name, a variant, or rules.
        reward: `points`, the margin of points over the target; or `win`, 1 for the winners.
        mask_in: `observation` for dicts with `observation` and `action_mask`; `info` for plain
            arrays. Either way the mask of the agent on turn is in its info.
        history: whether observations are dicts that have `history`, too: the numbers of all events
            so far, as `dominocore.encoder` counts them, with 0 after the last.
        skip_forced: whether moves without a choice are played for the agents.
        illegal: what an illegal action does: `terminate` ends the round with -1 for the agent,
            `raise` raises, `random` plays a legal one.
        render_mode: `ansi` for a text, `human` to print it, `rgb_array` for an image of it.
        options: options of the variant, such as `seats=4, pairs=True`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "dominocore_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: Game = "block",
        *,
        reward: Reward = "points",
        mask_in: Where = "observation",
        history: bool = False,
        skip_forced: bool = False,
        illegal: Illegal = "terminate",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.rules = encoding.rules_of(variant, options)
        self.encoding = Encoding(self.rules, mask_in, history)
        self.render_mode = rendering.check_mode(render_mode)
        self._reward = choice("reward", reward, "points", "win")
        self._illegal = choice("illegal", illegal, "terminate", "raise", "random")
        self._skip_forced = skip_forced
        self._seed: int | None = None
        self._round = 0
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = {a: self.encoding.action_space() for a in self.possible_agents}
        self._observations = {a: self.encoding.observation_space() for a in self.possible_agents}
        size = self.encoding.game.n_planes + self.rules.seats * encoding.n_tiles(self.rules)
        self.state_space = spaces.Box(0.0, 1.0, (size,), np.float32)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's observations, the same object each time."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the space of an agent's actions, the same object each time."""
        return self._actions[agent]

    @property
    def round(self) -> Any:
        """The round as the referee knows it, such as a `dominocore.State`: not for agents."""
        return self._state

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a round.

        Args:
            seed: the seed of this deal and, round by round, of those after it; None goes on with
                the last one.
            options: `deal` has arguments of the rules' `deal`: `{"deal": {"leader": 0}}`.
        """
        how = (options or {}).get("deal", {})
        if seed is not None or self._seed is None:
            self._seed = seed if seed is not None else int.from_bytes(np.random.bytes(32), "big")
            self._round = 0
        self._round += 1
        seeded = {} if {"hands", "order"} & how.keys() else {"seed": self._seed}
        self._state = self.rules.deal(**{"round": self._round, **seeded, **how})
        self._play_forced()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._go_on(self.possible_agents[0])

    def _play_forced(self) -> None:
        while self._skip_forced and not self._state.is_over:
            move = self.encoding.only_move(self._state.observe(self._state.turn))
            if move is None:
                break
            self._state = self._state.play(move)

    def _go_on(self, before: str) -> None:
        """Select who is next, tell it its mask, and give rewards when the round is over."""
        self.infos[before] = {}
        turn = self._state.turn
        if turn is None:
            given = encoding.rewards(self._state, self._reward)
            self.rewards = {agent: given[self._seats[agent]] for agent in self.agents}
            self._end(before)
            return
        self.agent_selection = self.possible_agents[turn]
        #: What the agent on turn sees and may do: looked up once a step.
        self._view = self._state.observe(turn)
        self._legal = self.encoding.game.mask(self._view)
        self.infos[self.agent_selection] = {"action_mask": self.encoding.mask_of(self._legal)}

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
        move = self._move(action)
        if move is None:
            self.infos[agent] = {"illegal_action": action}
            self.rewards[agent] = -1.0
            self._end(agent)
        else:
            self._state = self._state.play(move)
            self._play_forced()
            self._go_on(agent)
        if self.terminations[agent]:  # until then all rewards are 0, and stay so
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _move(self, action: int | None) -> Any:
        """Give the move of an action, or None where an illegal one ends the round."""
        game = self.encoding.game
        try:
            return game.move(self._view, -1 if action is None else index(action))
        except dc.IllegalMoveError:
            if self._illegal == "raise":
                raise
        if self._illegal == "terminate":
            return None
        chance = np.random.default_rng([self._seed, self._round, len(self._view.events)])
        return game.move(
            self._view, int(chance.choice(np.flatnonzero(self.encoding.mask_of(self._legal))))
        )

    def observe(self, agent: str) -> Any:
        """Give what an agent sees; its mask is all 0 while it is not on turn."""
        seat = self._seats[agent]
        if seat == self._state.turn and not self.terminations[agent]:
            return self.encoding.observe(self._view, self._legal)
        view = self._state.observe(seat)
        return self.encoding.observe(view, self.encoding.game.mask(view))

    def state(self) -> Floats:
        """Give player_0's observation and all hands, for training with a central critic."""
        seen = self.encoding.floats(self._state.observe(0))
        return np.concatenate([seen, encoding.hands(self._state).ravel()])

    def render(self) -> Any:
        """Show the round as the selected agent sees it, as the render mode says."""
        view = self._state.observe(self._seats[self.agent_selection])
        return rendering.render(view, self.render_mode)

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
