# SPDX-License-Identifier: MIT
"""The PettingZoo environment passes PettingZoo's own tests, and its round is the core's."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import dominocore as dc

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
pytest.importorskip("pygame", reason="pygame, which PettingZoo's tests import, is not installed")
with warnings.catch_warnings():  # of the games that PettingZoo's tests import
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, render_test, seed_test

from dominocore_rl.aec import AECRound, env, raw_env

#: Games that are no chain, where such plugins are installed.
OTHERS = sorted(name for name, v in dc.variants.items() if not isinstance(v.rules, dc.Rules))
GAMES = [("block", {}), ("draw", {"seats": 3}), ("fives", {}), ("latin", {"seats": 4})]
GAMES += [(name, {}) for name in OTHERS]
KNOWN = ("probably should be gymnasium.spaces.box", "Observation is not a NumPy array")


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("skip_forced", [False, True])
def test_api_without_warnings(name: str, options: dict, skip_forced: bool) -> None:
    """With the mask in the infos PettingZoo's test of the interface warns of nothing."""
    api_test(env(name, mask_in="info", skip_forced=skip_forced, **options), num_cycles=200)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_api_with_dicts(name: str, options: dict) -> None:
    """With the mask in the observation it warns of what it warns of for every dict."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(env(name, **options), num_cycles=200)
    assert [w for w in caught if not any(text in str(w.message) for text in KNOWN)] == []


@pytest.mark.parametrize("name", sorted(dc.variants))
def test_every_variant(name: str) -> None:
    """Every registered variant passes, whatever kind of game it is, and is seeded."""
    api_test(env(name, mask_in="info"), num_cycles=20)
    seed_test(lambda: env(name, mask_in="info"), num_cycles=20)


@pytest.mark.parametrize("name", ["draw", *OTHERS])
@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_seeds(mask_in: str, history: bool, name: str) -> None:
    """Two environments with the same seed stay the same, infos too."""
    seed_test(lambda: env(name, mask_in=mask_in, history=history), num_cycles=100)


@pytest.mark.parametrize("name", ["fives", *OTHERS])
def test_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each render mode gives what PettingZoo expects of it, and images are all of one size."""
    pytest.importorskip("PIL", reason="Pillow is not installed")
    render_test(lambda **how: env(name, **how))
    assert capsys.readouterr().out
    raw = raw_env(name, render_mode="rgb_array")
    raw.reset(seed=1)
    for _ in range(8):
        assert raw.render().shape == (540, 960, 3)
        raw.step(int(raw.infos[raw.agent_selection]["action_mask"].argmax()))
    with pytest.raises(ValueError, match="render_mode is one of human, ansi, rgb_array or None"):
        raw_env(name, render_mode="svg")


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_histories_are_the_events(name: str, options: dict) -> None:
    """The history has a number for each event, that of the observer's own draws among them."""
    raw, rng = raw_env(name, history=True, **options), np.random.default_rng(2)
    raw.reset(seed=4)
    game = raw.encoding.game
    for agent in raw.agent_iter():
        seen, _, terminated, _, _ = raw.last()
        assert seen in raw.observation_space(agent)
        view = raw.round.observe(raw.possible_agents.index(agent))
        n = len(view.events)
        assert (seen["history"][n:] == 0).all() and (seen["history"][:n] > 0).all()
        for number, (seat, move) in zip(seen["history"], view.events, strict=False):
            own_draw = seat == view.seat and move.is_draw and move.tile is not None
            drawn = int(number) - 1 - raw.rules.seats * game.n_actions
            assert (drawn >= 0) == own_draw
            if own_draw:
                assert drawn == move.tile.index
        if terminated:
            break
        raw.step(rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_rewards_are_the_margin(name: str, options: dict) -> None:
    """At the end the rewards add up to 0, and each is the side's points less the others' mean."""
    raw, rng = raw_env(name, **options), np.random.default_rng(1)
    for seed in range(20):
        raw.reset(seed=seed)
        total = dict.fromkeys(raw.agents, 0.0)
        for agent in raw.agent_iter():
            seen, reward, terminated, _, _ = raw.last()
            total[agent] += reward
            raw.step(None if terminated else rng.choice(np.flatnonzero(seen["action_mask"])))
        rules, points = raw.rules, raw.round.points
        for seat, agent in enumerate(raw.possible_agents):
            side = rules.side_of(seat)
            others = [p for s, p in enumerate(points) if s != side]
            margin = (points[side] - sum(others) / len(others)) / (rules.target or 100)
            assert total[agent] == pytest.approx(-margin if rules.wins == "low" else margin)


def test_observations_hide_hands() -> None:
    """In every world that fits what the agent knows, its observation is the same."""
    raw, rng = raw_env("draw"), np.random.default_rng(1)
    raw.reset(seed=3)
    for agent in raw.agent_iter():
        seen, _, terminated, _, _ = raw.last()
        if terminated:
            break
        own, seat = raw.round, raw.round.turn
        for world in own.observe(seat).sample(1, n=3):
            raw._state = world
            again = raw.observe(agent)
            assert np.array_equal(again["observation"], seen["observation"])
            assert np.array_equal(again["action_mask"], seen["action_mask"])
        raw._state = own
        raw.step(rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize("name", OTHERS)
def test_observations_of_other_games_hide_hands(name: str) -> None:
    """When two tiles that an agent does not see change places, it sees the same.

    Each pair of hidden tiles that leaves the moves so far legal is exchanged in the deal, and the
    moves are played again.
    """
    raw, rng = raw_env(name, history=True), np.random.default_rng(3)
    raw.reset(seed=3)
    start, compared = raw.round, 0
    for _ in range(12):
        own, agent = raw.round, raw.agent_selection
        seat, seen = own.turn, raw.observe(agent)
        others = [tile for p, hand in enumerate(own.hands) if p != seat for tile in hand]
        hidden = [*others, *own.boneyard]
        for _ in range(4):
            first, second = (hidden[i] for i in rng.choice(len(hidden), 2, replace=False))
            world = exchanged(start, own, {first: second, second: first})
            if world is None:
                continue
            compared += 1
            raw._state, raw._view = world, world.observe(seat)
            again = raw.observe(agent)
            assert all(np.array_equal(seen[key], again[key]) for key in seen)
            raw._state, raw._view = own, own.observe(seat)
        raw.step(rng.choice(np.flatnonzero(seen["action_mask"])))
        if not raw.agents or any(raw.terminations.values()):
            break
    assert compared > 5


def exchanged(start: Any, state: Any, swap: dict[dc.Tile, dc.Tile]) -> Any:
    """Deal a round with tiles exchanged and play its moves again; None where that cannot be."""
    try:
        world = start.rules.deal(
            hands=[[swap.get(tile, tile) for tile in hand] for hand in start.hands],
            boneyard=[swap.get(tile, tile) for tile in start.boneyard],
            leader=start.leader, scores=start.scores, round=start.round,
        )  # fmt: skip
        for seat, move in state.history:
            if world.turn != seat:
                return None
            world = world.play(move.public)
    except (dc.IllegalMoveError, dc.RulesError):
        return None
    return world if world.turn == state.turn else None


def test_illegal_actions() -> None:
    """An illegal action ends the round with -1, raises, or is replaced, as asked for."""
    raw = AECRound("block")
    raw.reset(seed=1)
    agent = raw.agent_selection
    raw.step(57)
    assert raw.rewards[agent] == -1 and all(raw.terminations.values())
    raw = AECRound("block", illegal="raise")
    raw.reset(seed=1)
    with pytest.raises(dc.IllegalMoveError):
        raw.step(57)
    raw = AECRound("block", illegal="random")
    raw.reset(seed=1)
    raw.step(57)
    assert len(raw.round.history) == 1


def test_words_that_are_refused() -> None:
    """A word that is none of those allowed is named, with those that are."""
    with pytest.raises(ValueError, match="mask_in is one of observation, info, got 'infos'"):
        AECRound("block", mask_in="infos")
