# SPDX-License-Identifier: MIT
"""A program that runs matches itself, and one that lets a table do it."""

from collections.abc import Callable
from typing import Any, assert_type

import dominocore as dc


def run(match: dc.Match, ask: Callable[[dc.Observation], dc.Move]) -> dc.Match:
    """Play a match to its end."""
    while not match.is_over:
        turn = match.state.turn
        assert turn is not None
        match = match.play(ask(match.state.observe(turn)))
    return match


over = run(dc.Match("draw", seed=7), lambda view: view.moves[0])
assert_type(over.winners, tuple[int, ...] | None)
assert_type(over.scores, tuple[int, ...])

state = dc.variant("draw").deal(seats=2, seed=7)
assert_type(state, dc.State)
assert_type(state.moves[0], dc.Move)
assert_type(state.moves[:2], tuple[dc.Move, ...])
assert_type(state.play(state.moves[0]), dc.State)
assert_type(state.play("*4-4"), dc.State)
assert_type(state.hands, tuple[dc.Hand, ...])
assert_type([tile for tile in state.hands[0]], list[dc.Tile])
assert_type(state.turn, int | None)
assert_type(state.outcome, dc.Outcome | None)
if state.outcome is not None:
    assert_type(state.outcome.ending, dc.Ending)
    assert_type(state.outcome.side, int | None)

view = state.observe(1)
assert_type(view, dc.Observation)
assert_type(view.hand, dc.Hand)
assert_type(view.events, tuple[tuple[int, dc.Move], ...])
assert_type(view.arms, dict[int, int])
assert_type(view.sample(3), dc.State)
assert_type([world for world in view.sample(3, n=10)], list[dc.State])
assert_type(view.marginals(), dict[dc.Tile, tuple[float, ...]])
assert_type(dc.Move.read("4-4", view.moves), dc.Move)

rules = dc.Rules(max_pip=9, seats=4, hand_size=10, sides=(0, 1, 0, 1))
assert_type(rules.tiles, dc.TileSet)
assert_type(dc.State.deal(rules, seed=1), dc.State)
assert_type(dc.perft(state, depth=4), int)
assert_type(dc.divide(state, depth=4), dict[dc.Move, int])
assert_type(dc.solve(state), dc.Solution)
assert_type(dc.playouts(state, 100, seed=1), dc.Playouts)

table = dc.Table("bode", ["greedy", "greedy", "random"], seed=7, watch=lambda event: event.kind)
assert_type(table.names, tuple[str, ...])
assert_type(table.play_match().points, tuple[int, ...])

try:
    state.play(">3-3")
except dc.IllegalMoveError as error:
    assert_type(str(error), str)


class Server:
    """Keeps options that come from elsewhere."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.match = dc.Match("latin", seed=7, **options)

    def view(self, seat: int) -> str:
        """Give what a client may see."""
        return str(self.match.state.observe(seat))
