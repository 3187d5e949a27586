# SPDX-License-Identifier: MIT
"""Rules of games that begin at an engine, the double that steps down from round to round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from dominocore import NotationError, Outcome, RulesError, Tile, TileSet
from dominocore.game import BaseRules
from dominocore_trains.deal import BY_ENGINE, BY_LOT, deal_round
from dominocore_trains.move import DRAW, LEAD, PASS, ArmMove, spellings
from dominocore_trains.state import EngineState
from dominocore_trains.table import EngineTable

LEAST_PIP, MOST_PIP = 9, 18
LEAST_SEATS, MOST_SEATS = 2, 8


@dataclass(frozen=True)
class EngineRules(BaseRules):
    """What the games of this plugin share: the deal, the engine, drawing, penalties, the match.

    Round n plays the double `max_pip - n + 1`, the last one 0-0; then the lowest total wins. In a
    round after that the engine is the highest double again.

    Raises:
        RulesError: a value is not possible.
    """

    seats: int = 4
    """How many seats play, 2 to 8."""
    max_pip: int = 12
    """The highest pip of the set, 9 to 18."""
    hand_size: int = 0
    """How many tiles each seat is dealt; 0 takes what is usual for the set and the seats."""
    engine: str = "hands"
    """`hands`: who holds the engine lays it, and where nobody does, seats draw in turn until one
    finds it; `set`: it lies before the tiles are mixed, and seats begin in turn."""
    draw: str = "one"
    """How many tiles a seat that cannot play draws: `one`, or `until_playable`."""
    dead_double: str = "binds"
    """What a double does that has to be covered when all tiles with its pips lie: it still
    `binds`, so that the boneyard is drawn and the round is blocked; the round `ends` at once; or it
    `frees` the seats."""
    double_blank: int = 0
    """What 0-0 left in a hand counts."""
    rounds: int = 0
    """How many rounds a match has; 0 plays all doubles down to 0-0."""

    TABLE: ClassVar[type[EngineTable]]
    HANDS: ClassVar[Mapping[int, tuple[int, ...]]]
    """Usual hands by the highest pip of the smallest set they are for, for 2 to 8 seats."""
    CHOICES: ClassVar[Mapping[str, tuple[object, ...]]] = {
        "engine": ("hands", "set"),
        "draw": ("one", "until_playable"),
        "dead_double": ("binds", "ends", "frees"),
    }

    def __post_init__(self) -> None:
        n_tiles = len(TileSet.double(MOST_PIP))
        for name, low, high in (
            ("seats", LEAST_SEATS, MOST_SEATS),
            ("max_pip", LEAST_PIP, MOST_PIP),
            ("hand_size", 0, n_tiles),
            ("double_blank", 0, 1000),
            ("rounds", 0, 1000),
        ):
            value = getattr(self, name)
            if type(value) is not int or not low <= value <= high:
                raise RulesError(f"{name}={value!r}: expected a number from {low} to {high}")
        for name, choices in self.CHOICES.items():
            value = getattr(self, name)
            if value not in choices or type(value) is not type(choices[0]):
                expected = " or ".join(map(str, choices))
                raise RulesError(f"{name}={value!r}: expected {expected}")
        held, there = self.seats * self.hand_size, len(TileSet.double(self.max_pip)) - 1
        if held > there:
            raise RulesError(
                f"hand_size={self.hand_size}: {self.seats} seats would hold {held} of {there} tiles"
            )

    # ---- the match ----

    target = None
    """No total ends a match: the rounds do."""
    wins = "low"
    """The lowest total wins."""

    @property
    def has_end(self) -> bool:
        """A match ends by itself."""
        return True

    @property
    def n_rounds(self) -> int:
        """How many rounds a match has."""
        return self.rounds or self.max_pip + 1

    @property
    def tiles_each(self) -> int:
        """How many tiles each seat is dealt."""
        if self.hand_size:
            return self.hand_size
        least = max(pip for pip in self.HANDS if pip <= self.max_pip)
        return self.HANDS[least][self.seats - LEAST_SEATS]

    def engine_of(self, round: int) -> Tile:
        """Give the double that a round plays."""
        pip = self.max_pip - (round - 1) % (self.max_pip + 1)
        return Tile(pip, pip)

    def winners(
        self, totals: Sequence[int], rounds: int, last: Outcome | None = None
    ) -> tuple[int, ...] | None:
        """Give the sides that win a match, or None where it goes on.

        Args:
            totals: the total of each side.
            rounds: how many rounds are finished.
            last: how the last of them ended; no matter here.
        """
        return self.leaders(totals) if rounds >= self.n_rounds else None

    def penalties(self, hands: Iterable[Iterable[Tile]]) -> tuple[int, ...]:
        """Give what the tiles left in each hand count."""
        return tuple(sum(map(self.worth, hand)) for hand in hands)

    def worth(self, tile: Tile) -> int:
        """Give the points of a tile that is left in a hand."""
        return tile.pips or self.double_blank

    # ---- the deal ----

    def deal(
        self,
        *,
        seed: int | None = None,
        hands: Any = None,
        boneyard: Any = None,
        leader: int | None = None,
        first: bool = True,
        scores: Any = None,
        round: int = 1,
    ) -> EngineState:
        """Deal a round.

        Args:
            seed: an int of up to 256 bits; each round of it has a deal of its own. None deals
                from the operating system's entropy.
            hands: the hands instead, one a seat: tiles, texts, or one text a hand. Tiles that are
                neither there nor in the boneyard are out of play.
            boneyard: with hands: what is left to draw, the next tile first.
            leader: the seat that begins, or is the first to draw for the engine. None leaves it to
                the deal: the holder of the engine, else a seat by lot; with `hands` seat 0.
            first: no matter: the first round of a match is begun like the others.
            scores: the points that each side brings into the round.
            round: the number of the round in its match, from 1.

        Raises:
            RulesError: the round cannot be dealt so.
        """
        return deal_round(self, seed, hands, boneyard, leader, scores, round)

    def opened(self, state: EngineState, by: int) -> EngineState:
        """Give a state that is dealt from a record: a lot names a leader who holds no engine.

        Raises:
            NotationError: the leader cannot have been named so.
        """
        if by == BY_LOT and state.opened_by != BY_ENGINE:
            return replace(state, table=replace(state.table, opened_by=by))
        named: EngineState = super().opened(state, by)
        return named

    # ---- moves ----

    @property
    def arms(self) -> tuple[str, ...]:
        """The names of all arms that there can be, in the order of their numbers."""
        raise NotImplementedError

    def all_moves(self) -> Sequence[ArmMove]:
        """Give every move that can ever be legal.

        Tile t on arm a is move `a * tiles + t`; then come the pass and the draw, and where hands
        hold the engine the moves that lay it, from 0-0 up.
        """
        return _all_moves(self)

    def read_move(self, text: str) -> ArmMove:
        """Read what a move of the game prints.

        Raises:
            NotationError: the text is no move.
        """
        move = ArmMove.parse(text)
        if move.arm not in ("", LEAD) and move.arm not in self.arms:
            raise NotationError(f"{text!r}: there is no arm {move.arm}", text)
        if move.tile is not None and move.tile.high > self.max_pip:
            raise NotationError(f"{text!r}: {move.tile} is not in the set", text)
        if move.arm == LEAD and move.tile is not None and not move.tile.is_double:
            raise NotationError(f"{text!r}: an engine is a double", text)
        return move

    def find_move(self, text: str, moves: Iterable[ArmMove]) -> ArmMove:
        """Give the legal move that a text means, as people type it.

        Besides what moves print: a tile alone where only one move lays it, halves in either order,
        `9|4`, `9:4` or `[9|4]` for `9-4`, `pass`, `draw`.

        Raises:
            NotationError: it means none of them, or several.
        """
        if not isinstance(text, str):
            raise TypeError(f"a move is read from a text, got {text!r}")
        legal = list(moves)
        words = spellings(text)
        found = [m for m in legal if str(m) in words or (m.arm and str(m.tile) in words)]
        if len(found) == 1:
            return found[0]
        listed = " ".join(map(str, found or legal))
        if found:
            raise NotationError(f"{text[:60]!r} can be {listed}: say which", text)
        raise NotationError(f"{text[:60]!r} is none of the legal moves: {listed}", text)

    # ---- in words ----

    def describe(self) -> str:
        """Say the rules in words, one line for each."""
        return "\n".join(self.sentences())

    def sentences(self) -> Iterator[str]:
        """Give the rules in words, one by one."""
        top = self.max_pip
        yield f"Set: double-{top}, {len(TileSet.double(top))} tiles; {self.seats} seats."
        yield f"Deal: {self.tiles_each} tiles each."
        last = self.engine_of(self.n_rounds)
        yield (
            f"Rounds: {self.n_rounds}; the engine steps down from {top}-{top} to {last}. "
            + (
                "Who holds it lays it; if nobody does, seats draw in turn until it is found."
                if self.engine == "hands"
                else "It lies before the tiles are mixed; seats begin in turn, the first by lot."
            )
        )
        yield from self.play_sentences()
        yield (
            "Draw: a seat that cannot play draws "
            + ("one tile" if self.draw == "one" else "until a tile fits")
            + ", plays it if it fits, and else passes."
        )
        yield (
            "A double that has to be covered when all tiles with its pips lie "
            + {
                "binds": "still has to be covered.",
                "ends": "ends the round.",
                "frees": "need not be covered.",
            }[self.dead_double]
        )
        yield (
            "End: a seat without tiles is out and wins the round; it is blocked when nothing is "
            "left to draw and all seats have passed. Then the lowest hand wins, if it is alone."
        )
        blank = f"; 0-0 counts {self.double_blank}" if self.double_blank else ""
        yield f"Penalties: each seat gets the pips left in its hand{blank}. The lowest total wins."

    def play_sentences(self) -> Iterator[str]:
        """Give the rules of play in words."""
        raise NotImplementedError


@lru_cache(maxsize=32)
def _all_moves(rules: EngineRules) -> tuple[ArmMove, ...]:
    tiles = tuple(TileSet.double(rules.max_pip))
    placed = [ArmMove(arm, tile, tile.high) for arm in rules.arms for tile in tiles]
    engines = [tile for tile in tiles if tile.is_double and rules.engine == "hands"]
    return (*placed, PASS, DRAW, *map(ArmMove.engine, engines))
