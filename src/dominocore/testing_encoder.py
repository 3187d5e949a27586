# SPDX-License-Identifier: MIT
"""The part of the conformance kit that checks a game's numbers: actions, planes and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dominocore.errors import IllegalMoveError
from dominocore.protocol import GameState, GameView
from dominocore.testing_views import Where

if TYPE_CHECKING:
    from dominocore.encoder import Encoder


def check_encoder(where: Where, encoder: Encoder, state: GameState) -> None:
    """Check what the encoder of a game says of a position, to each seat."""
    for seat in range(len(state.hands)):
        view = state.observe(seat)
        _check_actions(where, encoder, view)
        planes = encoder.planes(view)
        where.claim(
            len(planes) == encoder.n_planes and all(0 <= x <= 1 for x in planes),
            f"planes are {encoder.n_planes} floats from 0 to 1",
        )
        events = encoder.history(view)
        where.claim(
            len(events) == len(view.events) <= encoder.longest
            and all(0 < number < encoder.n_events for number in events),
            f"a history is a number for each event, from 1 to {encoder.n_events - 1}, and no more "
            f"than {encoder.longest}",
        )
    most = max(map(abs, state.points))
    where.claim(most <= encoder.most_points, f"{most} points are more than {encoder.most_points}")


def _check_actions(where: Where, encoder: Encoder, view: GameView) -> None:
    mask = encoder.mask(view)
    legal = {number for number, byte in enumerate(mask) if byte}
    meant = {encoder.action(view, move) for move in view.moves}
    where.claim(
        len(mask) == encoder.n_actions and legal == meant,
        f"the mask of seat {view.seat} has the actions {sorted(legal)}, its moves are "
        f"{sorted(meant)} of {encoder.n_actions}",
    )
    for number in legal:
        move = encoder.move(view, number)
        where.claim(
            move in view.moves and encoder.action(view, move) == number,
            f"action {number} means {move}, which has another number or is not legal",
        )
    for number in {-1, encoder.n_actions, mask.find(0)} - legal:
        try:
            encoder.move(view, number)
        except IllegalMoveError:
            continue
        where.fail(f"action {number} is not legal and raised no IllegalMoveError")
