# SPDX-License-Identifier: MIT
"""Players that look at each move, count a few things, and take the best sum.

They read the table, their own hand and what others have shown; they sample nothing and remember
nothing, so a decision takes some ten microseconds and always comes out the same.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from operator import mul
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from dominocore import _native, world_core
from dominocore.analysis import MoveInfo, choices_of
from dominocore.moves import Move
from dominocore.public import mask, number, read_history
from dominocore.rules import Rules

if TYPE_CHECKING:
    from dominocore.analysis import Limit
    from dominocore.observation import Observation

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
_LOW_JOINS: int = _native.lib.DMC_MOVE_LOW_JOINS
_WORTH_A_WORD = 0.02
"""What a feature has to add to a sum to be told."""


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
        self._suits: int | None = None
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
        self.side = tables.sides[self.seat]
        self.others = [(self.seat + d) % tables.seats for d in range(1, tables.seats)]

    def ends_after(self, code: int) -> list[int]:
        """Give the pips that the arms show after a placement.

        Cross arms that it opens show a pip that is there already or are left out.
        """
        tile, arm = code & 0xFF, code >> 8 & 0x3F
        high, low = self.tables.high[tile], self.tables.low[tile]
        if arm == _LEAD:
            return [high, low]
        shown = high if code & _LOW_JOINS else low
        return [shown if a == arm else pip for a, pip in self.arms.items()]

    def taken_after(self, code: int) -> int:
        """Give the tiles that the layout takes after a placement."""
        fits, takes = self.tables.fits, 0
        for pip in self.ends_after(code):
            takes |= fits[pip]
        return takes & ~(1 << (code & 0xFF))

    def shows_suit(self, code: int) -> float:
        """Give the part of the arms that shows a pip of what the partners led or opened last."""
        suits = self._partners_suits()
        if not suits:
            return 0.0
        ends = self.ends_after(code)
        return sum(suits >> pip & 1 for pip in ends) / len(ends)

    def _partners_suits(self) -> int:
        """Give the pips that partners led, and those that they left open, as a mask."""
        if self._suits is None:
            sides, suits = self.tables.sides, 0
            if sides.count(self.side) > 1:
                data, events = self.view._bytes, self.view._events
                for seat, code in read_history(events, data[_FIRST_TURN], self.tables.seats):
                    tile, arm = code & 0xFF, code >> 8 & 0x3F
                    if seat == self.seat or sides[seat] != self.side or arm > _LEAD:
                        continue
                    high, low = self.tables.high[tile], self.tables.low[tile]
                    if arm == _LEAD:
                        suits |= 1 << high | 1 << low
                    else:
                        suits |= 1 << (high if code & _LOW_JOINS else low)
            self._suits = suits
        return self._suits

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
            return Move.from_code(codes[0])
        scene = self._scene(view)
        return Move.from_code(max(codes, key=lambda code: self._worth(scene, code)))

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


class Feature(NamedTuple):
    """One thing that the expert counts: its name, its weight, and how it says so."""

    name: str
    weight: float
    words: str


FEATURES = (
    Feature("pips", 0.25, "sheds {tile.pips} pips"),
    Feature("double", 0.15, "sheds a double"),
    Feature("kept", 0.35, "can follow with {kept} of the tiles kept"),
    Feature("suits", 0.1, "keeps {suits} suits"),
    Feature("next", 1.0, "seat {next} passes with {chance}"),
    Feature("later", 0.3, "the other opponents may pass"),
    Feature("partner", -0.6, "the partner may have to pass"),
    Feature("lead", 0.2, "leaves the partner's suit open"),
    Feature("points", 0.1, "makes {points} points"),
)
"""What the expert counts, each from 0 to 1, points aside; the sum of the weighed counts decides."""


class ExpertPlayer(_Feature):
    """Weigh what an experienced player looks at; see `FEATURES`.

    How likely a seat is to pass is counted over the hands that it may hold, by the voids that it
    has shown.
    """

    WEIGHTS: ClassVar[tuple[float, ...]] = tuple(feature.weight for feature in FEATURES)

    def analyse(self, view: Observation, limit: Limit | None = None) -> list[MoveInfo]:
        """Give the worth of each move and why, the best first; there is nothing to limit."""
        del limit
        scene = self._scene(view)
        infos = [
            MoveInfo(
                Move.from_code(code), self._worth(scene, code), reason=self._reason(scene, code)
            )
            for code in choices_of(view)
        ]
        return sorted(infos, key=lambda info: -info.value)

    def _worth(self, scene: Scene, code: int) -> float:
        if code & 0xFF == _NONE:
            return -1.0
        return float(sum(map(mul, self.WEIGHTS, self._count(scene, code))))

    def _count(self, scene: Scene, code: int) -> tuple[float, ...]:
        """Count the features of a placement, in order."""
        tables, tile = scene.tables, code & 0xFF
        rest = scene.hand & ~(1 << tile)
        takes = scene.taken_after(code)
        after, later, partner = 0.0, 0.0, 0.0
        for distance, seat in enumerate(scene.others):
            chance = scene.passes(seat, takes)
            if tables.sides[seat] == scene.side:
                partner += chance
            elif distance == 0:
                after = chance
            else:
                later += chance
        n = rest.bit_count()
        suits = 0
        for tiles in tables.with_pip:
            suits += bool(tiles & rest)
        return (
            tables.values[tile] / tables.heaviest,
            float(tables.high[tile] == tables.low[tile]),
            (takes & rest).bit_count() / n if n else 1.0,
            suits / len(tables.with_pip),
            after,
            later,
            partner,
            scene.shows_suit(code),
            float(scene.view.points_for(Move.from_code(code))) if tables.scores else 0.0,
        )

    def _reason(self, scene: Scene, code: int) -> str:
        """Say what speaks for a move and what against it, the weightiest first."""
        move = Move.from_code(code)
        if code & 0xFF == _NONE:
            return "draws" if move.is_draw else "passes"
        counts = self._count(scene, code)
        assert move.tile is not None
        rest = scene.hand & ~(1 << move.tile.index)
        facts = {
            "tile": move.tile,
            "kept": (scene.taken_after(code) & rest).bit_count(),
            "suits": round(counts[3] * len(scene.tables.with_pip)),
            "next": scene.others[0],
            "chance": f"{counts[4]:.0%}",
            "points": round(counts[-1]),
        }
        weighed = [
            (weight * count, feature.words.format(**facts))
            for feature, weight, count in zip(FEATURES, self.WEIGHTS, counts, strict=True)
            if abs(weight * count) >= _WORTH_A_WORD
        ]
        pros = [words for worth, words in sorted(weighed, reverse=True) if worth > 0]
        cons = [words for worth, words in sorted(weighed) if worth < 0]
        against = f"; against it: {', '.join(cons)}" if cons else ""
        return (", ".join(pros) or "nothing speaks for it") + against
