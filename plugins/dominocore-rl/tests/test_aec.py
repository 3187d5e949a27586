# SPDX-License-Identifier: MIT
"""The PettingZoo environment passes PettingZoo's own tests, and its round is the core's."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import dominocore as dc

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed")
pytest.importorskip("pygame", reason="pygame, which PettingZoo's tests import, is not installed")
with warnings.catch_warnings():  # of the games that PettingZoo's tests import
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, render_test, seed_test

from dominocore_rl.aec import AECRound, env, raw_env

GAMES = [("block", {}), ("draw", {"seats": 3}), ("fives", {}), ("latin", {"seats": 4})]
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


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_seeds(mask_in: str) -> None:
    """Two environments with the same seed stay the same, infos too."""
    seed_test(lambda: env("draw", mask_in=mask_in), num_cycles=300)


@pytest.mark.parametrize("mask_in", ["observation", "info"])
def test_rendering(mask_in: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each render mode gives what PettingZoo expects of it."""
    render_test(lambda **how: env("fives", mask_in=mask_in, **how))
    assert capsys.readouterr().out


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
            margin = (points[side] - sum(others) / len(others)) / rules.target
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
