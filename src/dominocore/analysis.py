# SPDX-License-Identifier: MIT
"""What a player can say about each move of a view, and how long it may think."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING

from dominocore.arguments import shorten
from dominocore.moves import Move

if TYPE_CHECKING:
    from dominocore.observation import Observation

_CLAIMED = 0x8000


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a search may take; where both are given, what comes first ends it.

    Attributes:
        iters: how many iterations, 1 or more; None leaves it to the player.
        ms: how many milliseconds, 1 or more; None sets no time.
        stop: an event that ends the search when any thread sets it.

    Raises:
        ValueError: a number is no whole number of 1 or more.
    """

    iters: int | None = None
    ms: int | None = None
    stop: Event | None = None

    def __post_init__(self) -> None:
        for name, value in (("iters", self.iters), ("ms", self.ms)):
            if value is not None and (type(value) is not int or value < 1):
                raise ValueError(f"{name}={shorten(value)}: expected 1 or more, or None")


@dataclass(frozen=True, slots=True)
class MoveInfo:
    """What a player found out about one move.

    Attributes:
        move: the move.
        value: what it is worth; the player says in which unit, more is better.
        error: the standard error of the value; 0 where it is not an estimate.
        visits: how many times it was tried.
        worlds: in how many worlds it was tried; 0 for players that look at none.
        line: how play may go on, this move first.
        reason: why, in words; empty for players that only count.
    """

    move: Move
    value: float
    error: float = 0.0
    visits: int = 0
    worlds: int = 0
    line: tuple[Move, ...] = ()
    reason: str = ""


def choices_of(view: Observation) -> Sequence[int]:
    """Give the codes of the moves that a player chooses among.

    A placement that is listed twice, with a claim and without, is one choice: the claimed one.

    Raises:
        ValueError: the seat of the view is not on turn, or the round is over.
    """
    codes = [move.code for move in view.moves]
    if not codes:
        if view.is_over:
            raise ValueError("there is no move to choose: the round is over")
        raise ValueError(f"seat {view.seat} has no move to choose: it is not on turn")
    if codes[-1] & _CLAIMED or any(code & _CLAIMED for code in codes):
        claimed = {code & ~_CLAIMED for code in codes if code & _CLAIMED}
        return [code for code in codes if code not in claimed]
    return codes
