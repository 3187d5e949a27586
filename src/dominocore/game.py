# SPDX-License-Identifier: MIT
"""What most games have in common: four classes to derive a game from that is no chain.

A game gives four kinds of values: rules, the state of a round, what a seat sees of it, and moves.
`dominocore.protocol` says what each has to have. These bases bring what can be said for any game;
the docstrings there say what the rest means. Values never change, and can be compared, hashed,
pickled and copied: a frozen dataclass is all of that by itself::

    @dataclass(frozen=True)
    class TrickRules(BaseRules):
        seats: int = 4
        target: int | None = 7
        max_pip: int = 6

        def deal(self, **arguments): ...
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, cast

from dominocore import _native, field_text
from dominocore.arguments import MANY, instance, shorten, whole
from dominocore.errors import DominoError, NotationError, RulesError

if TYPE_CHECKING:
    from dominocore.encoder import Encoder
    from dominocore.notation import Event, MoveReader
    from dominocore.outcome import Outcome
    from dominocore.position import Position
    from dominocore.protocol import GameRules, GameState
    from dominocore.tiles import Tile

_PURPOSE: int = _native.lib.DMC_FOR_DEAL


def shuffled(tiles: Iterable[Tile], seed: int | None = None, round: int = 1) -> tuple[Tile, ...]:
    """Give tiles in a random order, every order as likely.

    The same seed and round give the same order on every machine. Each place is drawn by a number
    of 256 bits of its own, so that no order is likelier than another by more than one in 2^240.

    Args:
        tiles: the tiles, in an order that is always the same.
        seed: an int of up to 256 bits; None takes one from the operating system.
        round: the number of the round; each has an order of its own.

    Raises:
        ValueError: the seed is negative or has more than 256 bits.
    """
    order = list(tiles)
    key = _native.seed_bytes(seed)
    for last in range(len(order) - 1, 0, -1):
        drawn = int.from_bytes(_native.derive(key, _PURPOSE, round, last), "little")
        place = drawn % (last + 1)
        order[last], order[place] = order[place], order[last]
    return tuple(order)


def brought(
    rules: GameRules, *, leader: int | None = None, scores: Any = None, round: int = 1
) -> tuple[int, ...]:
    """Check what a deal is told beside its tiles, and give the points that each side brings.

    Args:
        rules: the rules of the game.
        leader: the seat that begins, or None.
        scores: the points that each side brings into the round; None brings none.
        round: the number of the round in its match.

    Raises:
        RulesError: there is no such seat or round, or the scores are not one for each side.
        TypeError: a number is none.
    """
    whole("round", round, 1, MANY, RulesError)
    if leader is not None:
        whole("leader", leader, 0, rules.seats - 1, RulesError)
    if scores is None:
        return (0,) * rules.n_sides
    instance("scores", scores, Sequence, ", one for each side")
    if len(scores) != rules.n_sides:
        raise RulesError(f"{rules.n_sides} sides need as many scores, got {shorten(scores)}")
    return tuple(whole("a score", score, -MANY, MANY, RulesError) for score in scores)


class _Usual:
    """Has what a game leaves out.

    It is given when it is asked for and is no attribute of the class: a dataclass would take that
    for the default of its field.
    """

    _usual: ClassVar[Mapping[str, Any]] = {}

    def __getattr__(self, name: str) -> Any:
        for kind in type(self).__mro__:
            if name in vars(kind):  # a property that failed: it says itself what it missed
                return vars(kind)[name].__get__(self)
        try:
            return type(self)._usual[name]
        except KeyError:
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}") from None


class BaseMove(_Usual):
    """One move. It needs a `__str__`: one word without spaces and braces.

    A draw has its tile where it is known, and `public` gives it without.
    """

    _usual = MappingProxyType({"tile": None, "is_draw": False, "is_pass": False, "claimed": False})
    if TYPE_CHECKING:
        tile: Tile | None
        is_draw: bool
        is_pass: bool
        claimed: bool

    @property
    def is_placement(self) -> bool:
        """Whether it puts a tile on the table."""
        return self.tile is not None and not self.is_draw

    @property
    def public(self) -> Any:
        """The move as the other seats see it: a draw without its tile."""
        return self

    def to_dict(self) -> dict[str, Any]:
        """Give the move as a record in JSON holds it, the seat aside."""
        return {"do": "move", "move": str(self)}


class BaseRules(_Usual):
    """The rules of a game. They need `seats`, `target`, `max_pip`, and the methods that raise."""

    _usual = MappingProxyType({"sides": None, "wins": "high", "claim": "auto", "is_native": False})
    if TYPE_CHECKING:
        sides: tuple[int, ...] | None
        wins: str
        claim: str
        is_native: bool

    @property
    def n_sides(self) -> int:
        """How many sides score."""
        sides: tuple[int, ...] | None = self.sides
        return int(self.seats) if sides is None else max(sides) + 1

    @property
    def has_end(self) -> bool:
        """Whether a match ends by itself."""
        return self.target is not None

    def side_of(self, seat: int) -> int:
        """Give the side that a seat plays for.

        Raises:
            IndexError: there is no such seat.
        """
        whole("seat", seat, 0, self.seats - 1, IndexError)
        return seat if self.sides is None else int(self.sides[seat])

    def worth(self, tile: Tile) -> int:
        """Give the points of a tile that is left in a hand."""
        return tile.pips

    # ---- rounds ----

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
    ) -> Any:
        """Deal a round; see `dominocore.protocol.GameRules.deal`."""
        raise NotImplementedError

    def begin(self, deal: Position) -> Any:
        """Begin the round that a record's deal tells of, and give its first state.

        Raises:
            NotationError: something is hidden, or the deal cannot be.
        """
        if not deal.is_complete:
            raise NotationError("a state hides nothing; this position is what a seat sees")
        if deal.max_pip != self.max_pip:
            why = f"the highest pip of the set is {self.max_pip} in {deal.variant}"
            raise NotationError(f"{why}, got {deal.max_pip}", str(deal))
        if deal.layout or deal.lots or deal.set_up or deal.drew or deal.passes:
            raise NotationError(f"a deal of {deal.variant} is hands and a boneyard", str(deal))
        try:
            state = self.deal(
                hands=[hand.tiles for hand in deal.hands],
                boneyard=deal.boneyard or (),
                leader=deal.leader,
                first=False,
                scores=deal.brought,
                round=deal.round,
            )
        except (DominoError, IndexError) as error:
            raise NotationError(str(error), str(deal)) from error
        return self.opened(state, deal.opened_by)

    def opened(self, state: Any, by: int) -> Any:
        """Give a state that is dealt from a record, whose leader was named as the record says.

        Args:
            state: the round before its first move.
            by: what named its leader, as `opened_by` of a state says.

        Raises:
            NotationError: that cannot be.
        """
        if by != state.opened_by:
            told, named = ("nothing" if what < 0 else str(what) for what in (by, state.opened_by))
            raise NotationError(f"opened={told}: the deal names the leader by {named}")
        return state

    def winners(
        self, totals: Sequence[int], rounds: int, last: Outcome | None
    ) -> tuple[int, ...] | None:
        """Give the sides that win a match, or None where it goes on.

        Args:
            totals: the total of each side.
            rounds: how many rounds are finished.
            last: how the last of them ended; None before the first.
        """
        if self.target is None or max(totals) < self.target:
            return None
        return self.leaders(totals)

    def leaders(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Give the sides with the best total."""
        best = max(totals) if self.wins == "high" else min(totals)
        return tuple(side for side, total in enumerate(totals) if total == best)

    # ---- moves ----

    def all_moves(self) -> Sequence[Any]:
        """Give every move that can ever be legal, in an order that stays."""
        raise NotImplementedError

    def encoder(self) -> Encoder:
        """Give what turns moves and views into numbers, for agents that learn."""
        from dominocore.encoder import MoveEncoder  # noqa: PLC0415  (only agents ask for it)

        return MoveEncoder(cast("GameRules", self))

    def read_move(self, text: str) -> Any:
        """Read what a move prints."""
        raise NotImplementedError

    def find_move(self, text: str, moves: Iterable[Any]) -> Any:
        """Give the legal move that a text means, as people type it.

        Raises:
            NotationError: it means none of them, or several.
        """
        instance("the text of a move", text, str)
        legal = list(moves)
        word = text.strip().lower()
        for move in legal:
            if str(move) == word:
                return move
        listed = " ".join(map(str, legal))
        raise NotationError(f"{word[:60]!r} is none of the legal moves: {listed}", text)

    def speller(self) -> MoveReader:
        """Give a reader of the moves that stand in a record."""
        from dominocore.notation import Words  # noqa: PLC0415  (only records are read)

        return Words(self.read_move)

    # ---- options, and the rules as text ----

    def options(self) -> Mapping[str, Any]:
        """Give what can be set by name and its default: here, the fields of a dataclass."""
        from dataclasses import fields  # noqa: PLC0415  (a game may do without)

        return {field.name: field.default for field in fields(self)}  # type: ignore[arg-type]

    def replace(self, **changes: Any) -> Any:
        """Give rules that differ in some options.

        Raises:
            RulesError: a value is not possible.
        """
        from dataclasses import replace  # noqa: PLC0415

        self._know(changes)
        return replace(self, **changes)  # type: ignore[type-var]

    def parse_field(self, name: str, text: str) -> Any:
        """Read the value of an option from a text, by the kind of its default.

        Raises:
            RulesError: there is no such option, or the text is no value of it.
        """
        self._know([name])
        return field_text.read_like(name, text, self.options()[name])

    def _know(self, names: Iterable[str]) -> None:
        """Refuse names that are no options."""
        options = self.options()
        strange = next((name for name in names if name not in options), None)
        if strange is not None:
            known = ", ".join(options)
            raise RulesError(f"{type(self).__name__} has no option {strange!r}; it has {known}")

    def write_field(self, name: str, value: Any) -> str:
        """Write the value of an option as `parse_field` reads it."""
        return field_text.write_like(value)

    def variant_text(self) -> str:
        """Give the text of a registered variant with options that means these rules.

        Raises:
            RulesError: no registered variant has such rules.
        """
        from dominocore.rules_name import name_game  # noqa: PLC0415  (it loads the plugins)

        own: Any = self  # subclasses have what makes these the rules of a game
        return name_game(own)

    def to_dict(self) -> dict[str, Any]:
        """Give the options as JSON can hold them."""
        return {name: getattr(self, name) for name in self.options()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Any:
        """Make rules from what `to_dict` gives.

        Raises:
            RulesError: an option is unknown, or a value is not possible.
        """
        instance("data", data, Mapping)
        try:
            return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in data.items()})
        except TypeError as error:
            raise RulesError(str(error)) from error

    def describe(self) -> str:
        """Say the rules in words, one line for each."""
        raise NotImplementedError


class _BaseTable(_Usual):
    if TYPE_CHECKING:
        ends: tuple[int, ...]
        voids: tuple[frozenset[int], ...]

    def ends_text(self) -> str:
        """Say in a few words what can be played on."""
        return " ".join(map(str, self.ends))

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.turn is None

    def points_for(self, move: Any) -> int:
        """Give the points that a move makes at once, for the side of the seat on turn."""
        return 0


class BaseState(_BaseTable):
    """A round as the referee knows it. It needs what `dominocore.protocol.GameState` names.

    Left out, there is no boneyard, no end to join to, and nothing is known of what a seat lacks.
    """

    _usual = MappingProxyType({"boneyard": (), "ends": (), "voids": (), "opened_by": -1})
    if TYPE_CHECKING:
        boneyard: tuple[Tile, ...]
        opened_by: int

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return tuple(len(hand) for hand in self.hands)

    @property
    def boneyard_size(self) -> int:
        """How many tiles are left to draw."""
        return len(self.boneyard)

    def next_lead(self) -> int | None:
        """Give the seat that begins the next round; None where its deal names it."""
        return int((self.leader + 1) % len(self.hands))

    def recorded(self, variant: str | None = None) -> tuple[Position, tuple[Event, ...]]:
        """Give the deal and the moves since, as a record keeps them.

        Args:
            variant: the text of the variant, where it is known.
        """
        from dominocore.position import dealt_position  # noqa: PLC0415  (only for records)

        return dealt_position(cast("GameState", self), variant), self.history


class BaseView(_BaseTable):
    """A round as one seat sees it. It needs what `dominocore.protocol.GameView` names."""

    _usual = MappingProxyType({"boneyard_size": 0, "ends": (), "voids": (), "lots": ()})
    if TYPE_CHECKING:
        boneyard_size: int
        lots: tuple[Tile, ...]
