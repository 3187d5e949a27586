# SPDX-License-Identifier: MIT
"""Domino games for reinforcement learning: PettingZoo, Gymnasium and OpenSpiel.

- `dominocore_rl.aec.AECRound`: a PettingZoo environment; `env` and `raw_env` make one.
- `dominocore_rl.single.SingleRound`: a Gymnasium environment, one seat against given players;
  `gymnasium.make("dominocore/Fives-v0", opponents="greedy")`.
- `dominocore_rl.batch.BatchRounds`: a Gymnasium vector environment, stepped in C.
- `dominocore_rl.spiel`: importing it registers the OpenSpiel game `python_dominocore`.

An episode is one round. Importing this package registers every variant with Gymnasium; PettingZoo
and OpenSpiel are imported only with the modules that need them.
"""

from dominocore_rl.registration import register_all

register_all()
