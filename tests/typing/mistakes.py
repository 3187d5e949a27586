# SPDX-License-Identifier: MIT
"""Mistakes that a type checker has to find: an ignore that is not needed is an error as well."""

import dominocore as dc


class Mute:
    """Has no `choose`."""


state = dc.variant("draw").deal(seed=7)
view = state.observe(0)

dc.Rules(seat=3)  # type: ignore[call-arg]
dc.Rules(seats="3")  # type: ignore[arg-type]
state.observe("0")  # type: ignore[arg-type]
state.play(3)  # type: ignore[arg-type]
print(view.hands)  # type: ignore[attr-defined]
print(view.boneyard)  # type: ignore[attr-defined]
view.play(view.moves[0])  # type: ignore[attr-defined]
if state.turn + 1:  # type: ignore[operator]
    pass
dc.PlayerSpec("mute", lambda seed: Mute())  # type: ignore[arg-type,return-value]
dc.Table("draw", [Mute(), "greedy"])  # type: ignore[list-item]
dc.Match(3)  # type: ignore[arg-type]
dc.Variant("fives", 3)  # type: ignore[arg-type]
peeker: dc.Player = Mute()  # type: ignore[assignment]
dc.tournament("draw")  # type: ignore[call-arg]
state.turn = 1  # type: ignore[misc]
print(dc.no_such_name)  # type: ignore[attr-defined]
