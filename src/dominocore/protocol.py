# SPDX-License-Identifier: MIT
"""What a game is to everything above its rules: four protocols.

`Table`, `Match`, `Record`, tournaments, the command line, the conformance kit and adapters ask for
what stands here and for nothing else. The games of one chain keep to it by themselves: `Rules`,
`State`, `Observation` and `Move` are a `GameRules`, a `GameState`, a `GameView` and a `GameMove`. A
plugin's game that is no chain, such as one of trains or of tricks, has classes of its own.

`dominocore.game` has bases with what most games have in common. No value of the four ever changes;
each can be compared, hashed, pickled and copied.

What a game's own methods are given is `Any` here: its classes say what they take.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeGuard

if TYPE_CHECKING:
    from dominocore.encoder import Encoder
    from dominocore.notation import Event, MoveReader
    from dominocore.outcome import Outcome
    from dominocore.position import Position
    from dominocore.tiles import Hand, Tile, TileSet


class GameMove(Protocol):
    """One move. Its text is one word without spaces and braces, which `read_move` reads back."""

    @property
    def tile(self) -> Tile | None:
        """The tile that leaves the seat's hand, or comes to it where the move draws; else None."""
        ...

    @property
    def is_draw(self) -> bool:
        """Whether it brings a tile from the boneyard to the seat's hand."""
        ...

    @property
    def is_pass(self) -> bool:
        """Whether it does nothing but end the turn."""
        ...

    @property
    def is_placement(self) -> bool:
        """Whether it puts a tile on the table."""
        ...

    @property
    def claimed(self) -> bool:
        """Whether it claims points that are not given otherwise."""
        ...

    @property
    def public(self) -> Any:
        """The move as the other seats see it: a draw without its tile."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Give the move as a record in JSON holds it, the seat aside."""
        ...


class GameRules(Protocol):
    """The rules of a game: how rounds are dealt, how moves are read, who wins a match."""

    @property
    def seats(self) -> int:
        """How many seats play, 2 to 8."""
        ...

    @property
    def target(self) -> int | None:
        """The total that ends a match; None where totals do not end it."""
        ...

    @property
    def max_pip(self) -> int:
        """The highest pip of the set."""
        ...

    @property
    def sides(self) -> tuple[int, ...] | None:
        """The side of each seat; None where each plays alone."""
        ...

    @property
    def n_sides(self) -> int:
        """How many sides score."""
        ...

    @property
    def wins(self) -> str:
        """Whether the `high` or the `low` total wins."""
        ...

    @property
    def claim(self) -> str:
        """Whether points in play are given by themselves, `auto`, or `required` to be claimed."""
        ...

    @property
    def is_native(self) -> bool:
        """Whether the C core plays whole rounds of it."""
        ...

    @property
    def has_end(self) -> bool:
        """Whether a match ends by itself."""
        ...

    def side_of(self, seat: int) -> int:
        """Give the side that a seat plays for.

        Raises:
            IndexError: there is no such seat.
        """
        ...

    def worth(self, tile: Tile) -> int:
        """Give the points of a tile that is left in a hand."""
        ...

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
    ) -> GameState:
        """Deal a round.

        Args:
            seed: an int of up to 256 bits; each round of it has a deal of its own. None deals
                from the operating system's entropy. `shuffled` does it.
            hands: the hands instead, one a seat.
            boneyard: with hands: what is left to draw, the next tile first.
            leader: the seat that begins; None where the rules or the deal name it.
            first: False for a later round of a match.
            scores: the points that each side brings into the round.
            round: the number of the round in its match, from 1.

        Raises:
            RulesError: the round cannot be dealt so.
        """
        ...

    def begin(self, deal: Position) -> Any:
        """Begin the round that a record's deal tells of, and give its first state.

        Raises:
            NotationError: something is hidden, or the deal cannot be.
        """
        ...

    def winners(
        self, totals: Sequence[int], rounds: int, last: Outcome | None
    ) -> tuple[int, ...] | None:
        """Give the sides that win a match, or None where it goes on.

        Args:
            totals: the total of each side.
            rounds: how many rounds are finished.
            last: how the last of them ended; None before the first.
        """
        ...

    def leaders(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Give the sides with the best total."""
        ...

    # ---- moves ----

    def all_moves(self) -> Sequence[Any]:
        """Give every move that can ever be legal, in an order that stays.

        The place of a move is the number that agents who learn know it by. What others draw is no
        choice: a draw stands here without its tile.
        """
        ...

    def encoder(self) -> Encoder:
        """Give what turns moves and views into numbers, for agents that learn."""
        ...

    def read_move(self, text: str) -> Any:
        """Read what a move of the game prints.

        Raises:
            NotationError: the text is no move.
        """
        ...

    def find_move(self, text: str, moves: Iterable[Any]) -> Any:
        """Give the legal move that a text means, as people type it.

        Raises:
            NotationError: it means none of them, or several.
        """
        ...

    def speller(self) -> MoveReader:
        """Give a reader of the moves that stand in a record."""
        ...

    # ---- options, and the rules as text ----

    def options(self) -> Mapping[str, Any]:
        """Give what can be set by name and its default: here, the fields of a dataclass."""
        ...

    def replace(self, **changes: Any) -> Any:
        """Give rules that differ in some options.

        Raises:
            RulesError: a value is not possible.
        """
        ...

    def parse_field(self, name: str, text: str) -> Any:
        """Read the value of an option from a text, by the kind of its default.

        Raises:
            RulesError: it is none.
        """
        ...

    def write_field(self, name: str, value: Any) -> str:
        """Write the value of an option as `parse_field` reads it."""
        ...

    def variant_text(self) -> str:
        """Give the text of a registered variant with options that means these rules.

        Raises:
            RulesError: no registered variant has such rules.
        """
        ...

    def to_dict(self) -> dict[str, Any]:
        """Give the options as JSON can hold them."""
        ...

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Any:
        """Make rules from what `to_dict` gives.

        Raises:
            RulesError: an option is unknown, or a value is not possible.
        """
        ...

    def describe(self) -> str:
        """Say the rules in words, one line for each."""
        ...


def are_rules(value: object) -> TypeGuard[GameRules]:
    """Tell whether a value is the rules of a game."""
    kind = type(value)
    return not isinstance(value, type) and all(
        callable(getattr(kind, name, None)) for name in ("deal", "begin", "winners", "speller")
    )


class GameTable(Protocol):
    """What everybody at the table sees of a round: the part that a state and a view share."""

    @property
    def rules(self) -> Any:
        """The rules, a `GameRules`."""
        ...

    @property
    def turn(self) -> int | None:
        """The seat on turn; None when the round is over."""
        ...

    @property
    def leader(self) -> int:
        """The seat that began the round, or has to."""
        ...

    @property
    def round(self) -> int:
        """The number of the round in its match, from 1."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """The points that each side brought into the round."""
        ...

    @property
    def points(self) -> tuple[int, ...]:
        """The points that each side has made in the round so far."""
        ...

    @property
    def ends(self) -> tuple[int, ...]:
        """The pips that a tile can be joined to; () where nothing is joined."""
        ...

    def ends_text(self) -> str:
        """Say in a few words what can be played on."""
        ...

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """The pips that each seat has shown it lacks."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended and who won it, or None while it runs."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        ...

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        ...

    @property
    def boneyard_size(self) -> int:
        """How many tiles are left to draw."""
        ...

    def points_for(self, move: Any) -> int:
        """Give the points that a move makes at once, for the side of the seat on turn."""
        ...

    def picture(self, form: str = "ascii", width: int | None = None) -> str:
        """Draw what lies on the table in lines of text; `form` says how tiles are drawn."""
        ...


class GameState(GameTable, Protocol):
    """A round as the referee knows it."""

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The tiles that each seat holds."""
        ...

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """What is left to draw, the next tile first."""
        ...

    @property
    def played(self) -> TileSet:
        """The tiles that are in no hand and not in the boneyard."""
        ...

    @property
    def opened_by(self) -> int:
        """0 or more where the deal named the leader; -1 where the match did."""
        ...

    @property
    def history(self) -> tuple[Event, ...]:
        """The moves so far as (seat, move), oldest first; a draw carries the tile drawn."""
        ...

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves of the seat on turn: never empty unless the round is over."""
        ...

    def play(self, move: Any) -> Any:
        """Play a move, or its text, and give the state after it.

        Raises:
            IllegalMoveError: the move is not legal; the message is the same whatever others hold.
            RoundOverError: the round is over.
            NotationError: the text is no move.
        """
        ...

    def next_lead(self) -> int | None:
        """Give the seat that begins the next round; None where its deal names it."""
        ...

    def observe(self, seat: int) -> GameView:
        """Give all that a seat may know, and nothing that leads back to the state.

        Raises:
            IndexError: there is no such seat.
        """
        ...

    def recorded(self, variant: str | None = None) -> tuple[Position, tuple[Event, ...]]:
        """Give the deal and the moves since, as a record keeps them.

        Args:
            variant: the text of the variant, where it is known.
        """
        ...


class GameView(GameTable, Protocol):
    """A round as one seat sees it."""

    @property
    def seat(self) -> int:
        """The seat that sees this."""
        ...

    @property
    def hand(self) -> Hand:
        """The tiles that the seat holds."""
        ...

    @property
    def events(self) -> tuple[Event, ...]:
        """The public record: (seat, move), oldest first; a draw shows its tile to its seat only."""
        ...

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves of the seat: none unless it is on turn."""
        ...

    @property
    def lots(self) -> tuple[Tile, ...]:
        """The tiles that the seats showed to draw lots for the lead, in seat order, or ()."""
        ...

    @property
    def shown_hands(self) -> tuple[Hand, ...] | None:
        """Every hand, laid open at the end of the round; None while it runs."""
        ...
