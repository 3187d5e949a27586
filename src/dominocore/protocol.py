# SPDX-License-Identifier: MIT
"""What a game is to everything above its rules: four protocols.

`Table`, `Match`, `Record`, tournaments, the command line, the conformance kit and adapters ask for
what stands here and for nothing else. The games of one chain keep to it by themselves: `Rules`,
`State`, `Observation` and `Move` are a `GameRules`, a `GameState`, a `GameView` and a `GameMove`. A
plugin's game that is no chain, such as one of trains or of tricks, has classes of its own.

Such a class can be derived from its protocol: then it has what most games have in common, and
brings the rest. No value of the four ever changes; each can be compared, hashed, pickled and
copied. A frozen dataclass is all of that by itself:

    @dataclass(frozen=True)
    class TrainRules(GameRules):
        seats: int = 4
        target: int | None = None

What a game's own methods are given is `Any` here: its classes say what they take.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from dominocore import _native
from dominocore.errors import DominoError, NotationError

if TYPE_CHECKING:
    from dominocore.notation import Event, MoveReader
    from dominocore.outcome import Outcome
    from dominocore.position import Position
    from dominocore.tiles import Hand, Tile, TileSet

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


class GameMove(Protocol):
    """One move. Its text is one word without spaces and braces, which `read_move` reads back."""

    @property
    def tile(self) -> Tile | None:
        """The tile that leaves the seat's hand, or comes to it where the move draws; else None."""
        return None

    @property
    def is_draw(self) -> bool:
        """Whether it brings a tile from the boneyard to the seat's hand."""
        return False

    @property
    def is_pass(self) -> bool:
        """Whether it does nothing but end the turn."""
        return False

    @property
    def is_placement(self) -> bool:
        """Whether it puts a tile on the table."""
        return self.tile is not None and not self.is_draw

    @property
    def claimed(self) -> bool:
        """Whether it claims points that are not given otherwise."""
        return False

    @property
    def public(self) -> Any:
        """The move as the other seats see it: a draw without its tile."""
        return self

    def to_dict(self) -> dict[str, Any]:
        """Give the move as a record in JSON holds it, the seat aside."""
        return {"do": "move", "move": str(self)}


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
        return None

    @property
    def n_sides(self) -> int:
        """How many sides score."""
        return self.seats if self.sides is None else max(self.sides) + 1

    @property
    def wins(self) -> str:
        """Whether the `high` or the `low` total wins."""
        return "high"

    @property
    def claim(self) -> str:
        """Whether points in play are given by themselves, `auto`, or `required` to be claimed."""
        return "auto"

    @property
    def is_native(self) -> bool:
        """Whether the C core plays whole rounds of it."""
        return False

    @property
    def has_end(self) -> bool:
        """Whether a match ends by itself."""
        return self.target is not None

    def side_of(self, seat: int) -> int:
        """Give the side that a seat plays for.

        Raises:
            IndexError: there is no such seat.
        """
        if seat not in range(self.seats):
            raise IndexError(f"seats are 0 to {self.seats - 1}, got {seat}")
        return seat if self.sides is None else self.sides[seat]

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
        if not deal.is_complete:
            raise NotationError("a state hides nothing; this position is what a seat sees")
        try:
            return self.deal(
                hands=[hand.tiles for hand in deal.hands],
                boneyard=deal.boneyard or (),
                leader=deal.leader,
                first=False,
                scores=deal.brought,
                round=deal.round,
            )
        except (DominoError, IndexError) as error:
            raise NotationError(str(error), str(deal)) from error

    def winners(self, totals: Sequence[int], rounds: int) -> tuple[int, ...] | None:
        """Give the sides that win a match, or None where it goes on.

        Args:
            totals: the total of each side.
            rounds: how many rounds are finished.
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
        """Give every move that can ever be legal, in an order that stays.

        The place of a move is the number that agents who learn know it by. What others draw is no
        choice: a draw stands here without its tile.
        """
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

        return replace(self, **changes)  # type: ignore[type-var]

    def parse_field(self, name: str, text: str) -> Any:
        """Read the value of an option from a text, by the kind of its default.

        Raises:
            RulesError: it is none.
        """
        from dominocore.field_text import read_like  # noqa: PLC0415

        return read_like(name, text, self.options()[name])

    def write_field(self, name: str, value: Any) -> str:
        """Write the value of an option as `parse_field` reads it."""
        return str(value).lower() if value is None or isinstance(value, bool) else str(value)

    def variant_text(self) -> str:
        """Give the text of a registered variant with options that means these rules.

        Raises:
            RulesError: no registered variant has such rules.
        """
        from dominocore.rules_name import name_game  # noqa: PLC0415  (it loads the plugins)

        return name_game(self)

    def to_dict(self) -> dict[str, Any]:
        """Give the options as JSON can hold them."""
        return {name: getattr(self, name) for name in self.options()}

    def describe(self) -> str:
        """Say the rules in words, one line for each."""
        ...


class GameState(Protocol):
    """A round as the referee knows it."""

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
    def hands(self) -> tuple[Hand, ...]:
        """The tiles that each seat holds."""
        ...

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """What is left to draw, the next tile first."""
        return ()

    @property
    def played(self) -> TileSet:
        """The tiles that are in no hand and not in the boneyard."""
        ...

    @property
    def ends(self) -> tuple[int, ...]:
        """The pips that a tile can be joined to; () where nothing is joined."""
        return ()

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """The pips that each seat has shown it lacks."""
        return (frozenset(),) * len(self.hands)

    @property
    def opened_by(self) -> int:
        """0 or more where the deal named the leader; -1 where the match did."""
        return -1

    @property
    def history(self) -> tuple[Event, ...]:
        """The moves so far as (seat, move), oldest first; a draw carries the tile drawn."""
        ...

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves of the seat on turn: never empty unless the round is over."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended and who won it, or None while it runs."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.turn is None

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return tuple(len(hand) for hand in self.hands)

    @property
    def boneyard_size(self) -> int:
        """How many tiles are left to draw."""
        return len(self.boneyard)

    def play(self, move: Any) -> Any:
        """Play a move, or its text, and give the state after it.

        Raises:
            IllegalMoveError: the move is not legal; the message is the same whatever others hold.
            RoundOverError: the round is over.
            NotationError: the text is no move.
        """
        ...

    def points_for(self, move: Any) -> int:
        """Give the points that a move makes at once, for the side of the seat on turn."""
        return 0

    def next_lead(self) -> int | None:
        """Give the seat that begins the next round; None where its deal names it."""
        return (self.leader + 1) % len(self.hands)

    def observe(self, seat: int) -> GameView:
        """Give all that a seat may know, and nothing that leads back to the state.

        Raises:
            IndexError: there is no such seat.
        """
        ...

    def picture(self, form: str = "ascii", width: int | None = None) -> str:
        """Draw what lies on the table in lines of text; `form` says how tiles are drawn."""
        ...

    def recorded(self, variant: str | None = None) -> tuple[Position, tuple[Event, ...]]:
        """Give the deal and the moves since, as a record keeps them.

        Args:
            variant: the text of the variant, where it is known.
        """
        from dominocore.position import dealt_position  # noqa: PLC0415  (only for records)

        return dealt_position(self, variant), self.history


class GameView(Protocol):
    """A round as one seat sees it."""

    @property
    def rules(self) -> Any:
        """The rules, a `GameRules`."""
        ...

    @property
    def seat(self) -> int:
        """The seat that sees this."""
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
    def hand(self) -> Hand:
        """The tiles that the seat holds."""
        ...

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        ...

    @property
    def boneyard_size(self) -> int:
        """How many tiles are left to draw."""
        return 0

    @property
    def ends(self) -> tuple[int, ...]:
        """The pips that a tile can be joined to; () where nothing is joined."""
        return ()

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """The pips that each seat has shown it lacks."""
        return (frozenset(),) * len(self.hand_sizes)

    @property
    def events(self) -> tuple[Event, ...]:
        """The public record: (seat, move), oldest first; a draw shows its tile to its seat only."""
        ...

    @property
    def moves(self) -> Sequence[Any]:
        """The legal moves of the seat: none unless it is on turn."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended and who won it, or None while it runs."""
        ...

    @property
    def shown_hands(self) -> tuple[Hand, ...] | None:
        """Every hand, laid open at the end of the round; None while it runs."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.turn is None

    def points_for(self, move: Any) -> int:
        """Give the points that a move makes at once, for the side of the seat on turn."""
        return 0

    def picture(self, form: str = "ascii", width: int | None = None) -> str:
        """Draw what lies on the table in lines of text; `form` says how tiles are drawn."""
        ...
