# SPDX-License-Identifier: MIT
"""The game of the guide on whole games keeps to the protocols, and everything takes it."""

from typing import assert_type

from high_tile import DRAW, HeaviestPlayer, HighRules, HighState, HighView

import dominocore as dc
from dominocore.protocol import GameMove, GameRules, GameState, GameView

rules: GameRules = HighRules()
state: GameState = HighRules().deal(seed=7)
view: GameView = HighRules().deal(seed=7).observe(0)
move: GameMove = DRAW

assert_type(HighRules().deal(seed=7), HighState)
assert_type(HighRules().deal(seed=7).observe(0), HighView)
assert_type(HighRules().deal(seed=7).is_over, bool)
dc.Match(HighRules(seats=3), seed=7)
dc.Table(HighRules(), [HeaviestPlayer(), HeaviestPlayer()], seed=7)
dc.Variant("high-tile", HighRules)
