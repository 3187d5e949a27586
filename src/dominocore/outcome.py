# SPDX-License-Identifier: MIT
"""How a round ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dominocore.moves import Move
    from dominocore.rules import Rules
    from dominocore.tiles import Hand


class Ending(StrEnum):
    """What ended a round."""

    OUT = "out"
    """A seat, or a whole side where the rules ask for it, played its last tile."""
    BLOCKED = "blocked"
    """Nobody can play."""
    TARGET = "target"
    """A side reached the match's target in the middle of the round."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended and, apart from that, who won it.

    Attributes:
        ending: what ended the round.
        seat: who went out or reached the target; of a blocked round, the winning side's seat with
            the fewest pips, the one nearest to the lead among equals; None when nobody wins.
        side: the side that won, or None.
        points: what each side made in the round, in play and at its end; penalties where low wins.
        blocker: who placed the last tile of a blocked round, else None.
    """

    ending: Ending
    seat: int | None
    side: int | None
    points: tuple[int, ...]
    blocker: int | None = None


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """What a `score_round` function is told, once, at the end of a round.

    Attributes:
        rules: the rules of the round.
        ending: what ended it.
        seat: who went out, reached the target or placed the last tile of a blocked round.
        leader: the seat that led.
        hands: what each seat still holds.
        last_move: the move that ended the round.
        ends_before: the open ends before that move.
        ends_after: the open ends after it.
        passes: passes in a row before the end.
        round_number: the number of the round in its match, from 1.
        scores: the points that each side brought into the round.
    """

    rules: Rules
    ending: Ending
    seat: int
    leader: int
    hands: tuple[Hand, ...]
    last_move: Move
    ends_before: tuple[int, ...]
    ends_after: tuple[int, ...]
    passes: int
    round_number: int
    scores: tuple[int, ...]
