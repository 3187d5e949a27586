# SPDX-License-Identifier: MIT
"""What everybody at the table knows of a round, and how moves change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from dominocore import Outcome, Tile, TileSet
from dominocore_trains.move import DRAW, PASS, ArmMove

if TYPE_CHECKING:
    from dominocore_trains.rules import EngineRules

Arm = tuple[str, int]
"""An arm that can be played on: its name, and the pips that a tile has to join with."""
Row = tuple[str, tuple[ArmMove, ...], str]
"""An arm as it is drawn: its name, the tiles on it from the engine outwards, a remark."""

_NOTHING = TileSet()


@lru_cache(maxsize=1024)
def suit(pip: int, max_pip: int) -> TileSet:
    """Give all tiles of a set that have a half with `pip` pips."""
    return TileSet(tile for tile in TileSet.double(max_pip) if pip in tile)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineTable:
    """The public part of a round: what lies, whose turn it is, who holds and lacks what.

    Each game says which arms are open and what a tile laid on one changes; turns, draws, passes
    and what they show are the same for all.
    """

    rules: Any
    """The rules, an `EngineRules`."""
    round: int
    """The number of the round in its match, from 1."""
    leader: int
    """The seat that begins: it lays the engine, or is the first to draw for it."""
    opened_by: int
    """0 where the leader held the engine, 1 where a lot named it, -1 where it was given."""
    scores: tuple[int, ...]
    """The points that each side brought into the round."""
    turn: int | None
    """The seat on turn; None when the round is over."""
    hand_sizes: tuple[int, ...]
    """How many tiles each seat holds."""
    boneyard_size: int
    """How many tiles are left to draw."""
    down: TileSet = _NOTHING
    """The tiles that lie on the table; empty until the engine lies."""
    drew: int = 0
    """How many tiles the seat on turn has drawn since it last laid one."""
    passes: int = 0
    """How many seats have passed in a row with nothing left to draw and the table as it is."""
    last: int | None = None
    """The seat that laid the last tile."""
    voids: tuple[frozenset[int], ...]
    """The pips that each seat has shown it lacks."""
    lacked: frozenset[int] = frozenset()
    """The pips that the seat on turn lacks but for what it has drawn in this turn."""
    outcome: Outcome | None = None
    """How the round ended and who won it, or None while it runs."""

    # ---- what each game says ----

    @classmethod
    def first(cls, rules: EngineRules, **facts: Any) -> EngineTable:
        """Give the table before the first move, from the facts of the deal."""
        raise NotImplementedError

    @staticmethod
    def beginning(rules: EngineRules, facts: dict[str, Any]) -> dict[str, Any]:
        """Give what all games have before the first move."""
        lies = rules.engine == "set"
        return {
            **facts,
            "rules": rules,
            "turn": facts["leader"],
            "voids": (frozenset(),) * rules.seats,
            "down": TileSet([rules.engine_of(facts["round"])] if lies else ()),
        }

    @property
    def open(self) -> tuple[Arm, ...]:
        """The arms that the seat on turn may play on, once the engine lies."""
        raise NotImplementedError

    @property
    def may_stop(self) -> bool:
        """Whether the seat on turn may end its turn though it can play."""
        return False

    @property
    def bound(self) -> int | None:
        """The pips that have to be played before all others, where a double asks for it."""
        raise NotImplementedError

    @property
    def rows(self) -> tuple[Row, ...]:
        """The arms, as they are drawn."""
        raise NotImplementedError

    def placed(self, move: ArmMove) -> tuple[dict[str, Any], bool]:
        """Give what a tile laid by the seat on turn changes, and whether the seat goes on."""
        raise NotImplementedError

    def halted(self) -> dict[str, Any]:
        """Give what changes where the seat on turn passes."""
        return {}

    def goes_out(self) -> bool:
        """Say whether a seat that has just laid its last tile is out."""
        return True

    # ---- moves ----

    @property
    def engine(self) -> Tile:
        """The double that the arms begin at."""
        tile: Tile = self.rules.engine_of(self.round)
        return tile

    @property
    def ends(self) -> tuple[int, ...]:
        """The pips that the seat on turn can join a tile to, one for each arm."""
        return tuple(pip for _, pip in self.open) if self.down and self.turn is not None else ()

    def moves(self, hand: TileSet) -> tuple[ArmMove, ...]:
        """Give the legal moves of the seat on turn, which holds these tiles."""
        if self.turn is None:
            return ()
        if not self.down:
            return (ArmMove.engine(self.engine),) if self.engine in hand else (DRAW,)
        found = [
            ArmMove(arm, tile, pip)
            for arm, pip in self.open
            for tile in hand & suit(pip, self.rules.max_pip)
        ]
        if self.may_stop:
            return (*found, PASS)
        if found:
            return tuple(found)
        more = self.boneyard_size and (self.rules.draw == "until_playable" or not self.drew)
        return (DRAW,) if more else (PASS,)

    @property
    def _next(self) -> int:
        assert self.turn is not None
        return (self.turn + 1) % len(self.hand_sizes)

    def _resized(self, change: int) -> tuple[int, ...]:
        return tuple(n + change * (seat == self.turn) for seat, n in enumerate(self.hand_sizes))

    def _void(self, pips: frozenset[int]) -> tuple[frozenset[int], ...]:
        return tuple(pips if seat == self.turn else v for seat, v in enumerate(self.voids))

    def is_dead(self) -> bool:
        """Say whether a double has to be covered that no tile can cover."""
        return self.bound is not None and self.is_exhausted(self.bound)

    def is_exhausted(self, pip: int, laid: Tile | None = None) -> bool:
        """Say whether all tiles with `pip` pips lie, one that is just laid among them."""
        missing = suit(pip, self.rules.max_pip) - self.down
        return not missing or (len(missing) == 1 and laid in missing)

    def after_placement(self, move: ArmMove) -> Self:
        """Give the table after the seat on turn has laid a tile."""
        assert move.tile is not None
        changes, stays = self.placed(move)
        return replace(
            self,
            turn=self.turn if stays else self._next,
            hand_sizes=self._resized(-1),
            down=self.down | TileSet([move.tile]),
            drew=0,
            passes=0,
            last=self.turn,
            voids=self._void(self.lacked) if self.drew else self.voids,
            lacked=frozenset(),
            **changes,
        )

    def after_draw(self, tile: Tile) -> Self:
        """Give the table after the seat on turn has drawn a tile.

        Only whether it is the engine matters, which everybody sees.
        """
        assert self.turn is not None
        ends = frozenset(self.ends)
        searches = not self.down
        return replace(
            self,
            turn=self._next if searches and tile is not self.engine else self.turn,
            hand_sizes=self._resized(1),
            boneyard_size=self.boneyard_size - 1,
            drew=0 if searches else self.drew + 1,
            lacked=ends | self.voids[self.turn],
            voids=self._void(frozenset()),
        )

    def after_pass(self) -> Self:
        """Give the table after the seat on turn has passed."""
        assert self.turn is not None
        if self.may_stop:
            voids, passes = self.voids, 0
        else:
            voids = self._void(frozenset(self.ends) | self.voids[self.turn])
            passes = 0 if self.boneyard_size else self.passes + 1
        changes = self.halted()
        return replace(
            self,
            **{
                "turn": self._next,
                "drew": 0,
                "voids": voids,
                "lacked": frozenset(),
                "passes": passes,
                **changes,
            },
        )

    def ended(self, outcome: Outcome) -> Self:
        """Give the table at the end of the round."""
        return replace(self, turn=None, outcome=outcome)
