# SPDX-License-Identifier: MIT
"""The Gymnasium environments pass Gymnasium's checker, and play the rounds of the core."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import dominocore as dc
from dominocore import vector
from dominocore_rl import encoding
from dominocore_rl.aec import AECRound
from dominocore_rl.batch import BatchRounds
from dominocore_rl.registration import name_of
from dominocore_rl.single import SingleRound


@pytest.mark.parametrize("variant", sorted(dc.variants))
def test_every_variant_can_be_made(variant: str) -> None:
    """Each registered variant has an environment, which passes the checker."""
    env = gymnasium.make(f"dominocore/{name_of(variant)}-v0", disable_env_checker=True)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("history", [False, True])
@pytest.mark.parametrize("mask_in", ["info", "observation"])
@pytest.mark.parametrize("illegal", ["terminate", "random"])
def test_checker(mask_in: str, illegal: str, history: bool) -> None:
    """The checker, which plays illegal actions, finds nothing in any way to set it up."""
    how = {"mask_in": mask_in, "illegal": illegal, "history": history}
    check_env(SingleRound("fives", "greedy", seat=None, **how), skip_render_check=True)


def test_rendering() -> None:
    """The checker's own look at all render modes finds nothing."""
    pytest.importorskip("PIL", reason="Pillow is not installed")
    env = gymnasium.make("dominocore/Draw-v0", render_mode="rgb_array", disable_env_checker=True)
    check_env(env.unwrapped)


def play(env: SingleRound, seed: int) -> tuple[float, int]:
    """Play a round at random; give the sum of the rewards and the steps."""
    rng, total, steps, over = np.random.default_rng(seed), 0.0, 0, False
    _, info = env.reset(seed=seed)
    while not over:
        assert np.array_equal(env.action_masks(), info["action_mask"])
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, over, _, info = env.step(action)
        total, steps = total + reward, steps + 1
    return total, steps


def test_rewards_and_seeds() -> None:
    """The reward is the margin of the learner's side, and a seed gives the same round again."""
    env = SingleRound("latin", ["expert", "random", "first"], seats=4, pairs=True)
    for seed in range(10):
        total, steps = play(env, seed)
        points = env._state.points
        assert total == pytest.approx((points[0] - points[1]) / env.rules.target)
        assert (total, steps) == play(env, seed)


def test_skip_forced_leaves_choices() -> None:
    """With `skip_forced` each mask has two actions or more."""
    env = SingleRound("block", skip_forced=True)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            assert info["action_mask"].sum() > 1
            action = int(np.argmax(info["action_mask"]))
            _, _, over, _, info = env.step(action)


def test_what_is_refused() -> None:
    """Seats, opponents and words that cannot be are named."""
    with pytest.raises(ValueError, match="seat is 0 to 1 or None, got 2"):
        SingleRound("block", seat=2)
    with pytest.raises(ValueError, match="1 opponents are needed, got 2"):
        SingleRound("block", ["first", "first"])
    with pytest.raises(dc.PluginError):
        SingleRound("block", "nobody-has-this-name")
    with pytest.raises(ValueError, match="oracle sees all hands, so it cannot sit here"):
        SingleRound("block", "oracle")
    with pytest.raises(dc.PluginError):
        BatchRounds(2, "block", "nobody-has-this-name")
    with pytest.raises(ValueError, match="oracle sees all hands, so it cannot sit here"):
        BatchRounds(2, "block", "oracle")
    env = SingleRound("block", illegal="raise")
    env.reset(seed=1)
    with pytest.raises(dc.IllegalMoveError):
        env.step(57)
    for seat in (True, 1.0, "1"):
        with pytest.raises(ValueError, match="seat is 0 to 1 or None, got"):
            SingleRound("block", seat=seat)
    with pytest.raises(TypeError, match=r"an opponent is a name or has choose\(view\), got 5"):
        SingleRound("block", 5)


def test_an_action_is_a_whole_number() -> None:
    """A number with a fraction is refused, and not cut to an action nobody asked for."""
    env = SingleRound("block")
    _, info = env.reset(seed=1)
    legal = int(np.flatnonzero(info["action_mask"])[0])
    with pytest.raises(TypeError, match="float"):
        env.step(legal + 0.5)
    assert "illegal_action" not in env.step(np.array(legal))[4]
    agents = AECRound("block")
    agents.reset(seed=1)
    with pytest.raises(TypeError, match="float"):
        agents.step(0.5)


def test_a_deal_may_have_its_own_seed() -> None:
    """The seed among the arguments of the deal is that of the deal."""
    seen = [
        SingleRound("draw").reset(seed=n, options={"deal": {"seed": 5, "leader": 0}})[0]
        for n in (1, 2)
    ]
    assert (seen[0] == seen[1]).all()


# ---- many at once ----


def legal(env: BatchRounds) -> np.ndarray:
    """Give the first legal action of each row."""
    return env.action_masks().argmax(axis=1)


@pytest.mark.parametrize("name", ["block", "draw", "fives"])
def test_batch_is_the_single_round(name: str) -> None:
    """Each row plays the round that `State` plays by the same deal and actions."""

    def first(floats: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return masks.argmax(axis=1)

    env = BatchRounds(5, name, first)
    seen, info = env.reset(seed=3)
    key = int(np.random.default_rng(3).integers(1 << 63))
    ended = 0
    for _ in range(200):
        numbers = [env._rounds.number(i) for i in range(5)]
        seen, rewards, over, cut, info = env.step(legal(env))
        assert seen in env.observation_space and not cut.any()
        assert np.array_equal(info["action_mask"], env.action_masks())
        for i in np.flatnonzero(over):
            ended += 1
            end = dc.State.deal(env.rules, seed=key, round=numbers[i])
            while not end.is_over:
                view = end.observe(end.turn)
                action = vector.action_mask(view).index(1)
                end = end.play(vector.action_move(view, action))
            margin = (end.points[0] - end.points[1]) / (env.rules.target or 100)
            assert rewards[i] == pytest.approx(margin)
    assert ended > 30


@pytest.mark.parametrize("name", ["draw", "latin", "all-fives"])
def test_batch_against_a_player(name: str) -> None:
    """A registered player answers in each row as it does when it is asked about that round."""
    env = BatchRounds(3, name, "first")
    env.reset(seed=5)
    key = int(np.random.default_rng(5).integers(1 << 63))
    ended = 0
    for _ in range(60):
        numbers = [env._rounds.number(i) for i in range(3)]
        _, rewards, over, _, _ = env.step(legal(env))
        for i in np.flatnonzero(over):
            ended += 1
            end = dc.State.deal(env.rules, seed=key, round=numbers[i])
            while not end.is_over:
                view = end.observe(end.turn)
                own = end.turn == env.seat
                action = vector.action_mask(view).index(1)
                end = end.play(vector.action_move(view, action) if own else view.moves[0])
            assert rewards[i] == pytest.approx(encoding.rewards(end, "points")[env.seat])
    assert ended > 3


def test_batch_against_a_better_player() -> None:
    """An opponent by name is the same with the same seed, and greedy beats the first legal move."""
    totals = []
    for _ in range(2):
        env = BatchRounds(16, "draw", "greedy")
        env.reset(seed=2)
        ends = []
        for _ in range(150):
            _, rewards, over, _, _ = env.step(legal(env))
            ends += list(rewards[over])
        totals.append((len(ends), sum(ends)))
    assert totals[0] == totals[1] and totals[0][0] > 100 and totals[0][1] < 0


def test_batches_are_of_chains() -> None:
    """A game of another kind is refused by name: it cannot be stepped in C."""
    others = [v for v in dc.variants.values() if not isinstance(v.rules, dc.Rules)]
    for other in others:
        with pytest.raises(dc.NotNativeError, match="BatchRounds needs a game of one chain"):
            BatchRounds(2, other)
        with pytest.raises(dc.NotNativeError, match="vector needs a game of one chain"):
            vector.Rounds(other, 2)


def test_batch_by_name() -> None:
    """`make_vec` gives the batch, and the same seed the same rounds."""
    runs = []
    for _ in range(2):
        env = gymnasium.make_vec("dominocore/Draw-v0", num_envs=8)
        assert isinstance(env.unwrapped, BatchRounds)
        seen, info = env.reset(seed=1)
        steps = [seen]
        for _ in range(50):
            seen, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
            steps.append(seen)
        runs.append(np.concatenate(steps))
    assert np.array_equal(*runs)
