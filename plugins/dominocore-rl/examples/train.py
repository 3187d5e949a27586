# SPDX-License-Identifier: MIT
"""A masked policy learns the block game against random play, by REINFORCE in NumPy.

    python train.py [UPDATES [SEEDS]]

It prints the mean reward against random play at first and at last: the margin of points a round,
out of 100. Random play has 0 in the mean. Several seeds are several runs, and the last line says
how far their gains lie apart.
"""

from __future__ import annotations

import sys
import time

import numpy as np

from dominocore_rl.batch import BatchRounds

ROUNDS, STEPS, HIDDEN, RATE = 128, 40, 32, 1e-2


class Policy:
    """One hidden layer, and a softmax over the legal actions alone."""

    def __init__(self, n_in: int, n_out: int, rng: np.random.Generator) -> None:
        self.rng = rng
        first = rng.normal(0, n_in**-0.5, (n_in, HIDDEN))
        self.w = [first.astype(np.float32), np.zeros((HIDDEN, n_out), np.float32)]
        self.m = [np.zeros_like(w) for w in self.w]
        self.v = [np.zeros_like(w) for w in self.w]
        self.t = 0

    def act(self, x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Give the hidden layer, the probabilities and an action a row; an illegal one has 0."""
        h = np.maximum(x @ self.w[0], 0)
        logits = np.where(mask, h @ self.w[1], -np.inf)
        p = np.exp(logits - logits.max(1, keepdims=True))
        p /= p.sum(1, keepdims=True)
        drawn = (p.cumsum(1) > self.rng.random((len(p), 1))).argmax(1)
        return h, p, np.where(mask[np.arange(len(p)), drawn], drawn, p.argmax(1))

    def learn(self, x: np.ndarray, h: np.ndarray, p: np.ndarray, a: np.ndarray, gain: np.ndarray):
        """Make the actions likelier by what they gained, with Adam."""
        d = -p * gain[:, None]
        d[np.arange(len(a)), a] += gain
        grads = [x.T @ ((d @ self.w[1].T) * (h > 0)) / len(x), h.T @ d / len(x)]
        self.t += 1
        for w, m, v, g in zip(self.w, self.m, self.v, grads, strict=True):
            m[:] += 0.1 * (g - m)
            v[:] += 0.001 * (g * g - v)
            w[:] += RATE * m / (1 - 0.9**self.t) / (np.sqrt(v / (1 - 0.999**self.t)) + 1e-8)


def play(env: BatchRounds, policy: Policy, now: tuple) -> tuple[list, tuple, np.ndarray]:
    """Play STEPS steps; give what was seen and done, the next observation, and the end rewards."""
    seen, ends = [], []
    for _ in range(STEPS):
        x, info = now
        h, p, a = policy.act(x, info["action_mask"] > 0)
        *now, reward, over, _, info = env.step(a)
        now = (now[0], info)
        seen.append((x, h, p, a, reward, over))
        ends.append(reward[over])
    return seen, now, np.concatenate(ends)


def train(updates: int, seed: int = 1) -> tuple[float, float]:
    """Train; give the mean reward of the first and of the last updates."""
    env = BatchRounds(ROUNDS, "block", "random")
    now = env.reset(seed=seed)
    n_in, n_out = env.single_observation_space.shape[0], int(env.single_action_space.n)
    policy, means = Policy(n_in, n_out, np.random.default_rng(seed)), []
    for _ in range(updates):
        seen, now, ends = play(env, policy, now)
        means.append(ends.mean())
        known, value = np.zeros(ROUNDS, bool), np.zeros(ROUNDS)
        gains = np.zeros((STEPS, ROUNDS), np.float32)
        for t in reversed(range(STEPS)):  # a round's reward is that of each action in it
            known |= seen[t][5]
            value = np.where(seen[t][5], seen[t][4], value)
            gains[t] = np.where(known, (value - ends.mean()) / ends.std(), 0)
        policy.learn(*(np.concatenate([s[i] for s in seen]) for i in range(4)), gains.ravel())
    return float(np.mean(means[:10])), float(np.mean(means[-30:]))


if __name__ == "__main__":
    updates, seeds = (int(sys.argv[i]) if len(sys.argv) > i else (200, 1)[i - 1] for i in (1, 2))
    gains = []
    for seed in range(1, seeds + 1):
        start = time.perf_counter()
        before, after = train(updates, seed)
        gains.append(after - before)
        print(f"seed {seed}: {before:+.3f} at first, {after:+.3f} at last", end=", ")
        print(f"in {time.perf_counter() - start:.0f} s")
    if seeds > 1:
        error = np.std(gains, ddof=1) / np.sqrt(seeds)
        print(f"gain {np.mean(gains):+.4f}, standard error {error:.4f}, least {min(gains):+.4f}")
