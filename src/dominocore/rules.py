# SPDX-License-Identifier: MIT
"""The rules of a game as data."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from dominocore import _native, field_text, rule_fields, settling
from dominocore.arguments import instance, shorten, whole
from dominocore.errors import RulesError
from dominocore.moves import Move, every_move
from dominocore.outcome import Ending, Outcome, RoundEnd
from dominocore.tiles import Tile, TileSet

if TYPE_CHECKING:
    from dominocore.notation import MoveReader
    from dominocore.position import Position
    from dominocore.state import State
    from dominocore.vector import ChainEncoder

MOST_POINTS = 10_000_000  # far inside what the core can add up
ScoreRound = Callable[[RoundEnd], Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of a game. Every field has a default, and the defaults are the block game.

    A value: it compares, hashes, pickles, and inherits by `rules.replace(target=150)`. Fields that
    are texts take one of the words listed; a field names a mechanism, never a game.

    >>> import dominocore as dc
    >>> cuban = dc.Rules(max_pip=9, seats=4, hand_size=10, sides=(0, 1, 0, 1), target=150)
    >>> cuban.replace(hand_size=14)
    Traceback (most recent call last):
        ...
    dominocore.errors.RulesError: 4 seats x 14 tiles = 56, but the set has 55

    Raises:
        RulesError: a value or a combination is not possible; names the field, what was got and
            what was expected.
    """

    max_pip: int = 6
    """The highest pip of the set, 1 to 18: 6 is double-six with 28 tiles."""
    exclude: tuple[str, ...] = ()
    """Tiles left out of the set, such as `("0-0",)` in three-handed Jamaican dominoes."""
    seats: int = 2
    """How many seats play, 2 to 8, numbered in order of play."""
    sides: tuple[int, ...] | None = None
    """The side of each seat, `(0, 1, 0, 1)` for pairs that sit crosswise; None: each alone."""
    hand_size: int | tuple[tuple[int, int], ...] | Mapping[int, int] = 7
    """Tiles dealt to each seat, or pairs (seats, tiles); a dict is taken too."""
    opening: tuple[str, ...] = ("lot",)
    """Who leads the first round: criteria in order, the first that names a seat counts.

    `tile 6-6`, `doubles 0 6 5 …`, `highest_double`, `lowest_double`, `highest_tile` (by sum, then
    by the higher half), `highest_tile_lex` (by the higher half first) and `lowest_tile` name the
    holder of a tile, who must lead it; a final ` free` lets him lead any tile. `heaviest_hand`,
    `lots` (a tile of the boneyard each), `lot` (a random seat) leave the lead free; `redeal`
    deals again."""
    later: str = "next"
    """Who leads later rounds: `opening` (the criteria again), `next` (the seat after the previous
    leader), `winner`, `next_after_winner`, `winner_or_blocker`, `winner_side` (the winning side's
    first seat after the previous leader). All but `opening` leave the lead free; where one that
    needs a winner has none, the criteria speak again."""
    after_block: str | None = None
    """Who leads after a blocked round: a value of `later`, or None for the same as `later`."""
    redeal_if: tuple[str, ...] = ()
    """Hands that are dealt again: `doubles 5` (that many doubles), `same 6` (of one pip)."""
    lot_tile: str = "returned"
    """What becomes of the tiles shown for lots: `returned`, `kept`, or `leads` (kept, and the
    best one must be led). Only with `lots`."""
    joins: str = "equal"
    """Which halves join: `equal`, or `sum k`, such as `sum 7` in matador."""
    wild: tuple[str, ...] = ()
    """Tiles that join anything, either way round."""
    spinner: str = "none"
    """Which doubles take tiles on their cross sides: `none`, `first_double` (of the round),
    `opening_double` (a double that leads), `every_double`."""
    spinner_arms: int = 4
    """How many sides of a spinner take tiles: 2, 3, 4, 6 or 8 (eight in Cyprus)."""
    arms_open: str = "both_sides"
    """When the cross sides open: once `both_sides` of the line are covered, `one_side`, or
    `at_once`."""
    fill_first: int = 0
    """How many sides of the opening double must be covered before anything else is played, as in
    cross, Sebastopol and Cyprus; with `arms_open="at_once"`."""
    fill_doubles: int = 0
    """How many more tiles each double must get before anything else is played: 3 toes in
    chickenfoot."""
    arm_cap: int = 0
    """How many tiles a cross arm holds: 1, or 0 for no limit."""
    draw: str = "none"
    """What a seat that cannot play draws: `none`, `one`, `until_playable`, `up_to k`."""
    draw_when_able: bool = False
    """Whether a seat that can play may draw as well."""
    drawn_tile: str = "must_play"
    """What happens to a drawn tile that fits: `must_play`, `may_play`, or `turn_ends`."""
    reserve: int = 0
    """How many tiles stay in the boneyard for good."""
    out: str = "first"
    """When a round is won by going out: at the `first` empty hand, or when a whole `side` is."""
    dead_layout: str = "end_now"
    """When no tile outside the table fits and tiles are left to draw: `end_now`, or `drain` (the
    seats go on drawing as the rules say)."""
    blocked_winner: str = "lowest_side"
    """Who wins a blocked round: `lowest_side`, `lowest_seat` (its side), `blocker_or_next` (the
    lower of who blocked and the next seat), or `none`."""
    blocked_tie: str = "none"
    """Who wins it when that is a tie: `none`, `blocker_loses` (the one other side of the tie),
    `blocker_wins` (if it is one of them), `nearest_lead` (in play order from the leader), or
    `replay` (nobody, and the next round opens like this one)."""
    score: str = "winner_gains"
    """Who scores at a round's end: `winner_gains` (the pips of others), `penalties` (each side
    its own pips), `unit` (the winner 1), `closing` (by `closing_points`), `none`."""
    points_from: str = "opponents"
    """Whose pips the winner gains: `opponents`, or `all` (its own side's and partner's too)."""
    minus_own: bool = True
    """Whether the pips left to the winning side are subtracted. In pairs, going out can then cost
    points, when the partner holds more than the opponents; a blocked round never does."""
    rounding: str = "none"
    """How points at a round's end are rounded: `none`, `down 5`, `nearest 5`, `up 5`."""
    rounding_per_hand: bool = False
    """Whether each hand is rounded, the winner's own too, instead of the total."""
    blocker_exempt: bool = False
    """Whether the seat that blocked takes no penalties."""
    tile_values: tuple[tuple[str, int], ...] = ()
    """Points of tiles that do not count their pips, such as `(("0-0", 50),)`."""
    closing_points: tuple[tuple[str, int], ...] = ()
    """Points by the kind of closing: `simple`, `double`, `both_ends`, `double_both_ends`,
    `blocked`; with `score="closing"`, as in Pernambuco, where a double or a tile that fits
    both ends is worth more."""
    ends_divisors: tuple[int, ...] = ()
    """Points in play when the open ends sum to a multiple of one of these, such as `(5,)`."""
    ends_points: str = "sum"
    """What they are worth: the `sum`, or the `quotient` by each divisor, added up."""
    double_tip: str = "full"
    """What a double at an end counts: both halves (`full`) or one (`single`)."""
    spinner_count: str = "until_two_sides"
    """What a spinner counts: both halves until two sides are covered, or its `exposed_halves`."""
    opening_counts: str = "full"
    """Whether the lead scores in play: `full`, `none`, or `single` (a lone 5-5 counts 5)."""
    claim: str = "auto"
    """Whether points in play have to be claimed: `auto`, or `required`."""
    bonus_capicua: int = 0
    """Bonus for going out with a tile, no double, that fits both ends, as in the Caribbean."""
    bonus_last_tile: tuple[tuple[str, int], ...] = ()
    """Bonuses for going out with certain tiles, such as `(("0-0", 100),)`."""
    bonus_first_pass: int = 0
    """Bonus for the leader's side when the second seat has to pass at once, as in the Dominican
    Republic."""
    bonus_round_pass: int = 0
    """Bonus for a placement after which all other seats pass."""
    target: int | None = 100
    """The total that ends the match; None: the match has no end."""
    match_end: str = "round"
    """When the target ends the match: at the end of the `round`, or `immediate`."""
    wins: str = "high"
    """Whether the `high` or the `low` total wins."""
    match_tie: str = "shared"
    """What equal best totals mean: a `shared` win, or an `extra_round`."""
    score_round: ScoreRound | None = None
    """A function `RoundEnd -> points of each side` instead of `score`, for what data cannot say;
    an importable one. It is called when a round ends out or blocked, not when the target ends it.
    Such rules are not native."""
    _native: Any = field(init=False, repr=False, compare=False, default=None)

    def __new__(cls, **fields: Any) -> Rules:
        """Refuse names that are no fields, with a suggestion."""
        _check_names(fields)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        values = {name: getattr(self, name) for name in FIELDS}
        for name, value in rule_fields.normalise(values).items():
            object.__setattr__(self, name, value)
        rule_fields.check_together(self)
        object.__setattr__(self, "_native", _native.compile_rules(rule_fields.spec(self)))

    @property
    def is_native(self) -> bool:
        """Whether all of it runs in C; False with `score_round`."""
        return self.score_round is None

    @property
    def tiles(self) -> TileSet:
        """The tiles of the set."""
        return TileSet.double(self.max_pip) - TileSet(self.exclude)

    @property
    def hand_tiles(self) -> int:
        """How many tiles each of these seats is dealt.

        Raises:
            RulesError: `hand_size` does not say it for so many seats.
        """
        if isinstance(self.hand_size, int):
            return self.hand_size
        sizes = dict(self.hand_size)
        if self.seats not in sizes:
            expected = f"a number for {self.seats} seats"
            raise field_text.wrong("hand_size", self.hand_size, expected)
        return sizes[self.seats]

    @property
    def n_sides(self) -> int:
        """How many sides score."""
        return self.seats if self.sides is None else max(self.sides) + 1

    def side_of(self, seat: int) -> int:
        """Give the side that a seat plays for.

        Raises:
            IndexError: there is no such seat.
        """
        whole("seat", seat, 0, self.seats - 1, IndexError)
        return seat if self.sides is None else self.sides[seat]

    def replace(self, **changes: Any) -> Rules:
        """Give rules that differ in some fields.

        Raises:
            RulesError: a field is unknown, or a value is not possible.
        """
        _check_names(changes)
        return replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """Give every field as JSON and TOML can hold it; a function as `module:name`."""
        out = {name: getattr(self, name) for name in FIELDS}
        if self.score_round is not None:
            out["score_round"] = _function_name(self.score_round)
        return {name: _plain(value) for name, value in out.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Rules:
        """Make rules from what `to_dict` gives; fields left out keep their defaults.

        A `score_round` written as `module:name` is imported: read such rules only from where you
        would run code from.

        Raises:
            RulesError: a field is unknown, or a value is not possible.
        """
        _check_names(data)
        values = dict(data)
        if isinstance(values.get("score_round"), str):
            values["score_round"] = _find_function(values["score_round"])
        return cls(**values)

    @staticmethod
    def parse_field(name: str, text: str) -> Any:
        """Read a field's value from a text, as `--set field=value` does.

        >>> Rules.parse_field("hand_size", "2:7,3:5"), Rules.parse_field("target", "none")
        (((2, 7), (3, 5)), None)

        Raises:
            RulesError: there is no such field, or the text is no value of it.
        """
        _check_names([name])
        value = field_text.parse(name, text, DEFAULTS[name])
        # The other fields are not known here: let the largest set and the right seats be there.
        others = {**DEFAULTS, "max_pip": 18, name: value}
        if name == "sides":
            others["seats"] = max(2, min(8, len(value or ())))
        read = rule_fields.normalise(others)[name]
        return value if name == "sides" else read

    def describe(self) -> str:
        """Say the rules in plain English, one line a topic, from the data alone."""
        from dominocore.rule_text import describe  # noqa: PLC0415  (text is seldom asked for)

        return describe(self)

    def settle(
        self,
        ending: Ending | str,
        seat: int,
        hands: Sequence[str | Iterable[Any]],
        leader: int = 0,
        closing: str = "simple",
    ) -> Outcome:
        """Settle a round from the hands that are left; the same function ends a played round.

        Args:
            ending: `out` or `blocked`.
            seat: who went out, or who placed the last tile of a blocked round.
            hands: what each seat holds.
            leader: who led the round.
            closing: how it closed, where `closing_points` ask for it.

        Raises:
            NotNativeError: the rules score by a Python function, which needs the round itself.
            RulesError: the ending, the seat or the hands are wrong.
        """
        return settling.settle(self, ending, seat, hands, leader, closing)

    def points_of(self, end: RoundEnd) -> tuple[int, ...]:
        """Ask `score_round` for the points of a round's end, and check them.

        Raises:
            RulesError: there is no such function, or it gives anything but one number a side.
        """
        if self.score_round is None:
            raise RulesError("rules without score_round score in the core")
        given = self.score_round(end)
        added = tuple(given) if isinstance(given, Iterable) else ()
        good = all(isinstance(x, int) and abs(x) <= MOST_POINTS for x in added)
        if len(added) != self.n_sides or not good:
            expected = f"each of {self.n_sides} sides a number up to {MOST_POINTS}"
            raise RulesError(f"score_round gives {expected}, got {shorten(given)}")
        return added

    def worth(self, tile: Tile) -> int:
        """Give the points of a tile that is left in a hand."""
        instance("tile", tile, Tile)
        return dict(self.tile_values).get(str(tile), tile.pips)

    # ---- as a game: see `dominocore.protocol` ----

    @property
    def has_end(self) -> bool:
        """Whether a match ends by itself."""
        return self.target is not None

    def deal(self, **arguments: Any) -> State:
        """Deal a round; takes what `State.deal` takes.

        Raises:
            RulesError: the deal is not possible.
        """
        from dominocore.state import State  # noqa: PLC0415  (a state has rules)

        return State.deal(self, **arguments)

    def begin(self, deal: Position) -> State:
        """Begin the round that a record's deal tells of, and give its first state.

        Raises:
            NotationError: something is hidden, or the position cannot be.
        """
        from dominocore.position_state import read_state  # noqa: PLC0415

        return read_state(deal, self)

    def leaders(self, totals: Sequence[int]) -> tuple[int, ...]:
        """Give the sides with the best total."""
        best = max(totals) if self.wins == "high" else min(totals)
        return tuple(side for side, total in enumerate(totals) if total == best)

    def winners(
        self, totals: Sequence[int], rounds: int = 1, last: Outcome | None = None
    ) -> tuple[int, ...] | None:
        """Give the sides that win a match with these totals, or None where it goes on.

        Args:
            totals: the total of each side.
            rounds: how many rounds are finished.
            last: how the last of them ended; None before the first.
        """
        if self.target is None or max(totals) < self.target:
            return None
        best = self.leaders(totals)
        return None if len(best) > 1 and self.match_tie == "extra_round" else best

    def all_moves(self) -> tuple[Move, ...]:
        """Give every move that can ever be legal, by arm and tile, in an order that stays."""
        arms = {"none": 2, "every_double": 2 + 2 * (self.max_pip + 1)}
        return every_move(
            self.tiles,
            arms.get(self.spinner, max(2, self.spinner_arms)),
            draws=self.draw != "none",
            claims=self.claim != "auto",
        )

    def encoder(self) -> ChainEncoder:
        """Give what turns moves and observations into numbers, for agents that learn."""
        from dominocore.vector import ChainEncoder  # noqa: PLC0415  (it reads observations)

        return ChainEncoder(self)

    def read_move(self, text: str) -> Move:
        """Read what a move prints.

        Raises:
            NotationError: the text is no move.
        """
        return Move.parse(text)

    def find_move(self, text: str, moves: Iterable[Move]) -> Move:
        """Give the legal move that a text means, as people type it.

        Raises:
            NotationError: it means none of them, or several.
        """
        return Move.read(text, moves)

    def speller(self) -> MoveReader:
        """Give a reader of the moves that stand in a record."""
        from dominocore.spelling import Speller  # noqa: PLC0415  (only records are read)

        return Speller()

    def options(self) -> Mapping[str, Any]:
        """Give the fields and their defaults."""
        return DEFAULTS

    def write_field(self, name: str, value: Any) -> str:
        """Write a field's value as `parse_field` reads it."""
        return field_text.write(name, value)

    def variant_text(self) -> str:
        """Give the shortest text of a built-in variant with options that means these rules."""
        from dominocore.rules_name import name_rules  # noqa: PLC0415  (it knows the variants)

        return name_rules(self)

    # ---- a value ----

    def __copy__(self) -> Rules:
        return self

    def __deepcopy__(self, memo: Any) -> Rules:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_dict, (self.to_dict(),)

    def __repr__(self) -> str:
        changed = (n for n in FIELDS if getattr(self, n) != DEFAULTS[n])
        return f"Rules({', '.join(f'{n}={getattr(self, n)!r}' for n in changed)})"


FIELDS: tuple[str, ...] = tuple(f.name for f in fields(Rules) if f.init)
"""The names of all fields, in order."""
DEFAULTS: Mapping[str, Any] = {f.name: f.default for f in fields(Rules) if f.init}
"""The default of each field: the block game."""


def _from_dict(data: dict[str, Any]) -> Rules:
    return Rules.from_dict(data)


def _check_names(names: Iterable[str]) -> None:
    for name in names:
        if name not in DEFAULTS:
            raise RulesError(
                f"rules have no field {name!r}{rule_fields.suggestion(str(name), FIELDS)}"
            )


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _function_name(function: ScoreRound) -> str:
    qualified = getattr(function, "__qualname__", "")
    name = f"{getattr(function, '__module__', '')}:{qualified}"
    if not qualified or _find_function(name) is not function:
        raise RulesError(f"score_round={function!r}: expected a function that can be imported")
    return name


def _find_function(name: str) -> ScoreRound:
    module, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise RulesError(f"score_round={name!r}: expected an importable function") from error
    function: ScoreRound = found
    return function
