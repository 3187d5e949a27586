# SPDX-License-Identifier: MIT
"""A round as a Gymnasium environment: one seat learns, given players hold the others."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

import gymnasium
import numpy as np

import dominocore as dc
from dominocore_rl import encoding, players, rendering
from dominocore_rl.encoding import Encoding, Game, Illegal, Mask, Reward, Where, choice

Opponents = str | dc.Player | Sequence[str | dc.Player]


class SingleRound(gymnasium.Env[Any, np.int64]):
    """A round of dominoes for one learner; the reward comes at its end.

    Args:
        variant: a registered variant by name, a variant, or rules.
        opponents: a registered player such as `greedy` or `ismcts:iters=100`, or an object with
            `choose(view)`, for all other seats; or a sequence of them, in the order of the seats
            after the learner's. Each sees its own observation.
        seat: the learner's seat; None draws one for each round.
        reward: `points`, the margin of points over the target; or `win`, 1 for a win.
        mask_in: where the mask is beside `info["action_mask"]`: `observation` for dicts with
            `observation` and `action_mask`, `info` for plain arrays.
        history: whether observations are dicts that have `history`, too: the numbers of all events
            so far, as `dominocore.encoder` counts them, with 0 after the last.
        skip_forced: whether moves without a choice are played for the learner.
        illegal: what an illegal action does: `terminate` ends the round with -1, `raise` raises,
            `random` plays a legal one.
        render_mode: `ansi` for a text, `human` to print it, `rgb_array` for an image of it.
        options: options of the variant, such as `seats=4, pairs=True`.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        variant: Game = "block",
        opponents: Opponents = "random",
        *,
        seat: int | None = 0,
        reward: Reward = "points",
        mask_in: Where = "info",
        history: bool = False,
        skip_forced: bool = False,
        illegal: Illegal = "terminate",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.rules = encoding.rules_of(variant, options)
        self.encoding = Encoding(self.rules, mask_in, history)
        self.render_mode = rendering.check_mode(render_mode)
        self._reward = choice("reward", reward, "points", "win")
        self._illegal = choice("illegal", illegal, "terminate", "raise", "random")
        self._skip_forced = skip_forced
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.rules.seats):
            raise ValueError(f"seat is 0 to {self.rules.seats - 1} or None, got {seat!r}")
        self._seat = seat
        self._opponents = self._each(opponents)
        self.action_space = self.encoding.action_space()
        self.observation_space = self.encoding.observation_space()

    def _each(self, opponents: Opponents) -> list[str | dc.Player]:
        if isinstance(opponents, str) or not isinstance(opponents, Sequence):
            opponents = [opponents] * (self.rules.seats - 1)
        if len(opponents) != self.rules.seats - 1:
            raise ValueError(f"{self.rules.seats - 1} opponents are needed, got {len(opponents)}")
        for player in opponents:
            if isinstance(player, str):
                players.check(player, self.rules)
            elif not callable(getattr(player, "choose", None)):
                raise TypeError(f"an opponent is a name or has choose(view), got {player!r}")
        return list(opponents)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a round and play to the learner's first turn.

        Args:
            seed: the seed of this round and of those after it.
            options: `deal` has arguments of the rules' `deal`: `{"deal": {"leader": 0}}`.
        """
        super().reset(seed=seed)
        how = (options or {}).get("deal", {})
        self.seat = self._seat
        if self.seat is None:
            self.seat = int(self.np_random.integers(self.rules.seats))
        for _ in range(1000):
            key = int(self.np_random.integers(1 << 63))
            seeded = {} if {"hands", "order"} & how.keys() else {"seed": key}
            self._state = self.rules.deal(**{**seeded, **how})
            self._players: dict[int, dc.Player] = {}
            for i, player in enumerate(self._opponents):
                at = (self.seat + 1 + i) % self.rules.seats
                made = int(self.np_random.integers(1 << 63))
                self._players[at] = dc.player(player, made) if isinstance(player, str) else player
            self._play_on()
            if not self._state.is_over:
                return self._seen()
        raise dc.RulesError("no round of these rules leaves the learner a choice")

    def _play_on(self) -> None:
        """Play to the learner's turn, or to the end."""
        while not self._state.is_over:
            state = self._state
            assert state.turn is not None
            view = state.observe(state.turn)
            if state.turn == self.seat:
                move = self.encoding.only_move(view) if self._skip_forced else None
                if move is None:
                    return
            elif len(view.moves) == 1:
                move = view.moves[0]
            else:
                move = self._players[state.turn].choose(view)
            self._state = state.play(move)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        view = self._state.observe(self.seat)
        legal = self.encoding.game.mask(view)
        info = {"action_mask": self.encoding.mask_of(legal), "seat": self.seat}
        return self.encoding.observe(view, legal), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action and the others' answers, to the learner's next turn or to the end."""
        view, number = self._state.observe(self.seat), index(action)
        try:
            move = self.encoding.game.move(view, number)
        except dc.IllegalMoveError:
            if self._illegal == "raise":
                raise
            if self._illegal == "terminate":
                seen, info = self._seen()
                return seen, -1.0, True, False, {**info, "illegal_action": number}
            legal = np.flatnonzero(self.encoding.mask(view))
            move = self.encoding.game.move(view, int(self.np_random.choice(legal)))
        self._state = self._state.play(move)
        self._play_on()
        reward = encoding.rewards(self._state, self._reward)[self.seat]
        seen, info = self._seen()
        if self.render_mode == "human":
            self.render()
        return seen, reward, self._state.is_over, False, info

    def action_masks(self) -> Mask:
        """Give the mask of legal actions, by the name that MaskablePPO asks for."""
        return self.encoding.mask(self._state.observe(self.seat))

    def render(self) -> Any:
        """Show the round as the learner sees it, as the render mode says."""
        return rendering.render(self._state.observe(self.seat), self.render_mode)
