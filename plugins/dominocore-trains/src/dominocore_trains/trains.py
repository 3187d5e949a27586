# SPDX-License-Identifier: MIT
"""Mexican Train: a train for each seat, and one for all.

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


@lru_cache
def _names(seats: int) -> tuple[str, ...]:
    return (*(f"t{seat}" for seat in range(seats)), "m")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainTable(EngineTable):
    """The trains, their markers, and the doubles that are not covered."""

    trains: tuple[tuple[ArmMove, ...], ...]
    """The tiles on each train from the engine outwards: the seats' trains, then the mexican one."""
    marked: tuple[bool, ...]
    """The seats whose trains are open to all."""
    doubles: tuple[int, ...] = ()
    """The trains that end in a double nobody has covered, the oldest first."""
    again: bool = False
    """Whether the seat on turn has just laid a double, and plays on."""
    building: bool = False
    """Whether the seat on turn lays its whole first train."""

    @classmethod
    def first(cls, rules: EngineRules, **facts: Any) -> TrainTable:
        """Give the table before the first move."""
        n = rules.seats
        return cls(**cls.beginning(rules, facts), trains=((),) * (n + 1), marked=(False,) * n)

    def tip(self, train: int) -> int:
        """Give the pips that a train ends in."""
        tiles = self.trains[train]
        shows = tiles[-1].shows if tiles else self.engine.high
        assert shows is not None
        return shows

    def _is_fresh(self, seat: int) -> bool:
        """Say whether a seat has still to begin its train, and may."""
        return not self.trains[seat] and not self.marked[seat]

    @property
    def _binding(self) -> int | None:
        """The train whose double comes before all else for the seat on turn."""
        if not self.doubles or (self.again and self.rules.doubles == "several"):
            return None
        first_turns = self.rules.first_turn == "train" and (
            self.building or any(map(self._is_fresh, range(self.rules.seats)))
        )
        return None if first_turns else self.doubles[0]

    @property
    def bound(self) -> int | None:
        """The pips of the double that has to be covered before all else."""
        train = self._binding
        return None if train is None else self.tip(train)

    @property
    def open(self) -> tuple[Arm, ...]:
        """The trains that the seat on turn may play on: its own, marked ones, the mexican one."""
        seat = self.turn
        assert seat is not None
        binding = self._binding
        if binding is not None:
            trains = [binding]
        elif self.building or (self.rules.first_turn != "any" and self._is_fresh(seat)):
            trains = [seat]
        else:
            trains = [t for t in range(self.rules.seats) if t == seat or self.marked[t]]
            trains.append(self.rules.seats)
        return tuple((self.rules.arms[train], self.tip(train)) for train in trains)

    @property
    def may_stop(self) -> bool:
        """Whether the seat on turn lays its first train, and may leave it as it is."""
        return self.building

    def placed(self, move: ArmMove) -> tuple[dict[str, Any], bool]:
        """Lay a tile: a double is played on, a seat that plays on its train takes its marker off.

        Who lays the engine goes on.
        """
        seat, tile = self.turn, move.tile
        assert seat is not None and tile is not None
        if move.arm == LEAD:
            return {}, True
        train = self.rules.arms.index(move.arm)
        trains, marked = list(self.trains), list(self.marked)
        trains[train] = (*trains[train], move)
        doubles = [open for open in self.doubles if open != train]
        if tile.is_double:
            doubles.append(train)
        if self.rules.dead_double == "frees":
            tips = {t: self.tip(t) if t != train else tile.high for t in doubles}
            doubles = [t for t in doubles if not self.is_exhausted(tips[t], tile)]
        building = self.building or (
            self.rules.first_turn == "train" and train == seat and self._is_fresh(seat)
        )
        again = tile.is_double and (self.rules.doubles == "several" or train in doubles)
        if train == seat:
            marked[seat] = False
        changes = {
            "trains": tuple(trains),
            "marked": tuple(marked),
            "doubles": tuple(doubles),
            "building": building,
            "again": again and not building,
        }
        return changes, again or building

    def halted(self) -> dict[str, Any]:
        """Pass: the seat marks its train, but for one that has laid its first train.

        A new marker opens a train to the others, who may be able to play again.
        """
        changes: dict[str, Any] = {"again": False, "building": False}
        seat = self.turn
        assert seat is not None
        if not self.building and not self.marked[seat]:
            changes["marked"] = (*self.marked[:seat], True, *self.marked[seat + 1 :])
            changes["passes"] = 0 if self.boneyard_size else 1
        return changes

    def goes_out(self) -> bool:
        """Say whether a seat without tiles is out: a last double may have to be covered."""
        must_cover = not self.rules.out_on_double and self.again and self.boneyard_size
        return not must_cover

    @property
    def rows(self) -> tuple[Row, ...]:
        """The trains, with their markers and the doubles that are not covered."""
        found = []
        for train, tiles in enumerate(self.trains):
            remarks = [
                "marked" if train < self.rules.seats and self.marked[train] else "",
                "to be covered" if train in self.doubles else "",
            ]
            remark = ", ".join(filter(None, remarks))
            found.append((self.rules.arms[train], tiles, f" ({remark})" if remark else ""))
        return tuple(found)


@dataclass(frozen=True)
class MexicanTrainRules(EngineRules):
    """Mexican Train.

    >>> MexicanTrainRules().deal(seed=7).hand_sizes
    (15, 15, 15, 15)
    """

    first_turn: str = "any"
    """What a seat may do before it has begun its train or failed to: play like in any turn, `any`
    (mexicantrain.com, Idaho Good Sam); lay one tile on its `own` train (wikiHow, Cardinal); or lay
    a whole `train` there at once (Hathaway after pagat, HTF 76098)."""
    doubles: str = "cover"
    """What a seat plays after a double: a tile that covers it, `cover` (mexicantrain.com); or any
    tile on any train it may play on, doubles among them, so that `several` can stay open, which the
    next seats cover, the oldest first (Hathaway after pagat)."""
    out_on_double: bool = True
    """Whether a seat whose last tile is a double is out; else it draws to cover it."""

    TABLE: ClassVar[type[EngineTable]] = TrainTable
    HANDS: ClassVar[Mapping[int, tuple[int, ...]]] = {
        9: (12, 11, 10, 8, 7, 6, 5),
        12: (15, 15, 15, 12, 12, 10, 10),
    }
    CHOICES: ClassVar[Mapping[str, tuple[object, ...]]] = {
        **EngineRules.CHOICES,
        "first_turn": ("any", "own", "train"),
        "doubles": ("cover", "several"),
        "out_on_double": (True, False),
    }

    @property
    def arms(self) -> tuple[str, ...]:
        """The trains: `t0` is that of seat 0, `m` the mexican one."""
        return _names(self.seats)

    def play_sentences(self) -> Iterator[str]:
        """Give the rules of play in words."""
        yield (
            "Play: one tile a turn, on the own train, a marked one, or the mexican train, which "
            "anybody may begin; all begin at the engine. A seat that can play must."
        )
        yield (
            "First turn: "
            + {
                "any": "like the others.",
                "own": "a seat begins its own train before it plays elsewhere.",
                "train": "a seat lays as many tiles on its own train as it likes.",
            }[self.first_turn]
        )
        yield "Markers: who passes marks its train; it takes the marker off when it plays there."
        yield (
            "Doubles: who lays one plays on"
            + {
                "cover": " and has to cover it; until it is covered, nothing else may be played.",
                "several": ", on any train. Doubles left open are covered by the next seats, the "
                "oldest first, before anything else is played.",
            }[self.doubles]
        )
        if not self.out_on_double:
            yield "A last tile that is a double has to be covered too."
