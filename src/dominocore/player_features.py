# SPDX-License-Identifier: MIT
"""Players that look at each move, count a few things, and take the best sum.

They read the table, their own hand and what others have shown; they sample nothing and remember
nothing, so a decision takes some ten microseconds and always comes out the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from dominocore import _native, world_core
from dominocore.analysis import MoveInfo, choices_of, move_of
from dominocore.moves import Move
from dominocore.public import mask, number, read_history
from dominocore.rules import Rules

if TYPE_CHECKING:
    from dominocore.observation import Observation
    from dominocore.analysis import Limit

_NONE = _native.NONE
_HAND = _native.offset("dmc_view", "hand")
_FIRST_TURN = _native.offset("dmc_view", "first_turn")
_PLAYED = _native.offset("dmc_table", "played")
_VOIDS = _native.offset("dmc_table", "voids")
_SIZES = _native.offset("dmc_table", "hand_sizes")
_ARMS = _native.offset("dmc_table", "arms")
_PIP: int = _native.lib.DMC_ARM_PIP
_SLOTS: int = _native.lib.DMC_ARM_SLOTS
_LEAD: int = _native.lib.DMC_ARM_LEAD


@lru_cache(maxsize=1 << 14)
def chance_of_none(tiles: int, wanted: int, held: int) -> float:
    """Give how likely a hand of `held` out of `tiles` has none of the `wanted` ones.

    It counts hands: C(tiles - wanted, held) / C(tiles, held).
    """
    if held > tiles - wanted:
        return 0.0
    return comb(tiles - wanted, held) / comb(tiles, held)


class Tables:
    """What rules say about tiles, as masks."""

    def __init__(self, rules: Rules) -> None:
        c = rules._native
        n = int(c.n_tiles)
        self.rules = rules
        self.seats = rules.seats
        self.sides = tuple(rules.side_of(seat) for seat in range(rules.seats))
        self.all = rules.tiles.mask
        self.fits = world_core.fits(c)
        """The tiles that join an arm, by the pip that it shows."""
        self.high: list[int] = list(c.high[0:n])
        self.low: list[int] = list(c.low[0:n])
        self.values: list[int] = list(c.spec.values[0:n])
        self.heaviest = max(self.values)
        self.with_pip = [
            sum(1 << t for t in range(n) if v in (self.high[t], self.low[t]))
            for v in range(rules.max_pip + 1)
        ]
        """The tiles that have a half of a pip."""
        self.scores = bool(rules.ends_divisors)

    def touching(self, pips: int) -> int:
        """Give the tiles that have a half among some pips, a mask of pips."""
        tiles = 0
        while pips:
            low = pips & -pips
            tiles |= self.with_pip[low.bit_length() - 1]
            pips ^= low
        return tiles


class Scene:
    """What a view says about the tiles, as masks, before a move."""

    def __init__(self, tables: Tables, view: Observation) -> None:
        data = view._bytes
        self.tables = tables
        self.view = view
        self.seat = view.seat
        self.hand = mask(data, _HAND)
        self.unseen = tables.all & ~mask(data, _PLAYED) & ~self.hand
        self.sizes = data[_SIZES : _SIZES + tables.seats]
        self.arms = {a: b & _PIP for a, b in enumerate(data[_ARMS : _ARMS + _SLOTS]) if b != _NONE}
        self.may_hold = [
            self.unseen & ~tables.touching(number(data, _VOIDS + 4 * p)) if p != self.seat else 0
            for p in range(tables.seats)
        ]
        """The unseen tiles that each seat may hold, by the voids that it has shown."""
        self.others = [(self.seat + d) % tables.seats for d in range(1, tables.seats)]

    def ends_after(self, code: int) -> list[int]:
        """Give the pips that the arms show after a placement.

        Cross arms that it opens show a pip that is there already or are left out.
        """
        tile, arm = code & 0xFF, code >> 8 & 0x3F
        high, low = self.tables.high[tile], self.tables.low[tile]
        if arm == _LEAD:
            return [high, low]
        shown = high if code & _native.lib.DMC_MOVE_LOW_JOINS else low
        return [shown if a == arm else pip for a, pip in self.arms.items()]

    def taken_after(self, code: int) -> int:
        """Give the tiles that the layout takes after a placement."""
        fits, takes = self.tables.fits, 0
        for pip in self.ends_after(code):
            takes |= fits[pip]
        return takes & ~(1 << (code & 0xFF))

    def passes(self, seat: int, takes: int) -> float:
        """Give how likely a seat has no tile that fits, by counting the hands it may have."""
        may = self.may_hold[seat]
        return chance_of_none(may.bit_count(), (may & takes).bit_count(), self.sizes[seat])


class _Feature:
    """Scores each placement and takes the best, the first listed of equals."""

    def __init__(self, seed: int) -> None:
        del seed  # nothing is left to chance
        self._tables: Tables | None = None

    def _scene(self, view: Observation) -> Scene:
        if self._tables is None or self._tables.rules is not view.rules:
            self._tables = Tables(view.rules)
        return Scene(self._tables, view)

    def choose(self, view: Observation) -> Move:
        """Give the move with the best sum, the first listed of equals."""
        codes = choices_of(view)
        if len(codes) == 1:
            return move_of(codes[0])
        scene = self._scene(view)
        return move_of(max(codes, key=lambda code: self._worth(scene, code)))

    def _worth(self, scene: Scene, code: int) -> float:
        raise NotImplementedError


class AccompaniedPlayer(_Feature):
    """Play the tile with most company: the rest of the hand has its two pips most often.

    The folk rule of partnership games. A double counts its pip twice; the heavier tile of equals.
    """

    def _worth(self, scene: Scene, code: int) -> float:
        tile = code & 0xFF
        if tile == _NONE:
            return -1.0
        tables = scene.tables
        rest = scene.hand & ~(1 << tile)
        company = (tables.with_pip[tables.high[tile]] & rest).bit_count()
        company += (tables.with_pip[tables.low[tile]] & rest).bit_count()
        return company + tables.values[tile] / 1000


class ExpertPlayer(_Feature):
    """Weigh what an experienced player looks at."""

    WEIGHTS = {
        "pips": 0.25,
        "double": 0.15,
        "kept": 0.35,
        "suits": 0.1,
        "next": 1.0,
        "partner": -0.6,
        "third": 0.3,
        "lead": 0.2,
        "points": 0.1,
        "blocked": 0.05,
    }

    def features(self, scene: Scene, code: int) -> dict[str, float]:
        """Give what counts for a placement, by name."""
        t = scene.tables
        tile = code & 0xFF
        rest = scene.hand & ~(1 << tile)
        takes = scene.taken_after(code)
        found = {
            "pips": t.values[tile] / t.heaviest,
            "double": float(t.high[tile] == t.low[tile]),
            "kept": (takes & rest).bit_count() / max(1, rest.bit_count()),
            "suits": sum(1 for m in t.with_pip if m & rest) / len(t.with_pip),
            "next": 0.0,
            "partner": 0.0,
            "third": 0.0,
            "lead": 0.0,
            "points": float(scene.view.points_for(Move.from_code(code))) if t.scores else 0.0,
            "blocked": 0.0,
        }
        mine = t.sides[scene.seat]
        first = True
        for seat in scene.others:
            p = scene.passes(seat, takes)
            if t.sides[seat] == mine:
                found["partner"] += p
            elif first:
                found["next"] = p
                first = False
            else:
                found["third"] += p
        return found

    def _worth(self, scene: Scene, code: int) -> float:
        if code & 0xFF == _NONE:
            return -1.0
        f = self.features(scene, code)
        w = self.WEIGHTS
        return sum(w[k] * v for k, v in f.items())
