# SPDX-License-Identifier: MIT
"""Chickenfoot: all tiles in one tree, three toes on every double.

The sources stand in the README of the distribution, by the names that are used here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from dominocore_trains.move import LEAD, ArmMove
from dominocore_trains.rules import EngineRules
from dominocore_trains.table import Arm, EngineTable, Row

TOES = 3
_LETTERS = "abcdef"


def toe(pip: int, number: int) -> str:
    """Name a toe of a double: `9a` is the first one of 9-9."""
    return f"{pip}{_LETTERS[number]}"


@lru_cache
def _names(max_pip: int, most: int) -> tuple[str, ...]:
    return tuple(toe(pip, n) for pip in range(max_pip + 1) for n in range(most))


@dataclass(frozen=True, slots=True, kw_only=True)
class FootTable(EngineTable):
    """The toes of all doubles, with the tiles that lie on them."""

    toes: tuple[tuple[str, tuple[ArmMove, ...]], ...] = ()
    """The toes that are begun, in that order, with the tiles on each from its double outwards."""
    foot: int | None = None
    """The pips of the double whose toes are not all begun; None where there is none."""
    begun: int = 0
    """How many toes of that double are begun."""

    @classmethod
    def first(cls, rules: EngineRules, **facts: Any) -> FootTable:
        """Give the table before the first move."""
        begin = cls.beginning(rules, facts)
        return cls(**begin, foot=rules.engine_of(facts["round"]).high if begin["down"] else None)

    @property
    def bound(self) -> int | None:
        """The pips of the double whose toes come before all else."""
        return self.foot

    @property
    def open(self) -> tuple[Arm, ...]:
        """The next toe of a double that is not filled, or all toes that end in no double."""
        if self.foot is not None:
            return ((toe(self.foot, self.begun), self.foot),)
        return tuple(
            (name, tiles[-1].shows)
            for name, tiles in self.toes
            if tiles[-1].shows is not None and tiles[-1].shows != tiles[-1].joins
        )

    def placed(self, move: ArmMove) -> tuple[dict[str, Any], bool]:
        """Lay a tile: a double asks for toes, and the turn passes on."""
        tile = move.tile
        assert tile is not None
        if move.arm == LEAD:
            return {"foot": tile.high}, False
        toes, foot, begun = self.toes, self.foot, self.begun
        if foot is not None:
            toes = (*toes, (move.arm, (move,)))
            begun += 1
            wanted = self.rules.first_toes if foot == self.engine.high else TOES
            foot, begun = (None, 0) if begun == wanted else (foot, begun)
        else:
            toes = tuple(
                (name, (*tiles, move) if name == move.arm else tiles) for name, tiles in toes
            )
            foot = tile.high if tile.is_double else None
        frees = self.rules.dead_double == "frees"
        if frees and foot is not None and self.is_exhausted(foot, tile):
            foot, begun = None, 0
        return {"toes": toes, "foot": foot, "begun": begun}, False

    @property
    def rows(self) -> tuple[Row, ...]:
        """The toes that are begun, and the one that has to be."""
        found: list[Row] = [(name, tiles, "") for name, tiles in self.toes]
        if self.foot is not None:
            found.append((toe(self.foot, self.begun), (), " (to be played)"))
        return tuple(found)


@dataclass(frozen=True)
class ChickenfootRules(EngineRules):
    """Chickenfoot.

    >>> ChickenfootRules().deal(seed=7).hand_sizes
    (7, 7, 7, 7)
    """

    max_pip: int = 9
    """The highest pip of the set, 9 to 18."""
    double_blank: int = 50
    """What 0-0 left in a hand counts."""
    first_toes: int = 4
    """How many tiles the engine takes before the others: 4 (xs4all, Wikipedia), or 6, a double
    chicken foot (Russell)."""

    TABLE: ClassVar[type[EngineTable]] = FootTable
    HANDS: ClassVar[Mapping[int, tuple[int, ...]]] = {9: (7, 7, 7, 7, 7, 6, 5), 12: (7,) * 7}
    CHOICES: ClassVar[Mapping[str, tuple[object, ...]]] = {
        **EngineRules.CHOICES,
        "first_toes": (4, 6),
    }

    @property
    def arms(self) -> tuple[str, ...]:
        """The toes of all doubles, `9a` the first one of 9-9; each has as many as any can have."""
        return _names(self.max_pip, max(self.first_toes, TOES))

    def play_sentences(self) -> Iterator[str]:
        """Give the rules of play in words."""
        yield (
            f"Play: one tile a turn, on any open end. The first {self.first_toes} tiles are played "
            "on the engine. A seat that can play must."
        )
        yield "Doubles: the next three tiles are played on it, its toes, before anything else."
