# SPDX-License-Identifier: MIT
"""The rules of a game as data."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from dominocore import _native, rule_fields
from dominocore.errors import RulesError
from dominocore.outcome import Ending, Outcome, RoundEnd
from dominocore.tiles import TileSet

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
    first seat after the previous leader). All but `opening` leave the lead free; where nobody
    won, the criteria speak again."""
    after_block: str | None = None
    """Who leads after a blocked round: a value of `later`, or None for the same as `later`."""
    redeal_if: tuple[str, ...] = ()
    """Hands that are dealt again: `doubles 5` (that many doubles), `same 6` (of one pip)."""
    lot_tile: str = "returned"
    """What becomes of the tiles shown for lots: `returned`, `kept`, or `leads` (kept, and the
    best one must be led)."""
    joins: str = "equal"
    """Which halves join: `equal`, or `sum k`, such as `sum 7` in matador."""
    wild: tuple[str, ...] = ()
    """Tiles that join anything, either way round."""
    spinner: str = "none"
    """Which doubles take tiles on their cross sides: `none`, `first_double` (of the round),
    `opening_double` (a double that leads), `every_double`."""
    spinner_arms: int = 4
    """How many sides of a spinner take tiles: 2, 3, 4, 6 or 8."""
    arms_open: str = "both_sides"
    """When the cross sides open: once `both_sides` of the line are covered, `one_side`, or
    `at_once`."""
    fill_first: int = 0
    """How many sides of the opening double must be covered before anything else is played."""
    fill_doubles: int = 0
    """How many tiles (toes) each double must get before anything else is played."""
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
    """Who wins it when that is a tie: `none`, `blocker_loses`, `blocker_wins`, `nearest_lead` (in
    play order from the leader), or `replay` (nobody, and the next round opens like this one)."""
    score: str = "winner_gains"
    """Who scores at a round's end: `winner_gains` (the pips of others), `penalties` (each side
    its own pips), `unit` (the winner 1), `closing` (by `closing_points`), `none`."""
    points_from: str = "opponents"
    """Whose pips the winner gains: `opponents`, or `all` (its own side's and partner's too)."""
    minus_own: bool = True
    """Whether the pips left to the winning side are subtracted."""
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
    `blocked`; with `score="closing"`."""
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
    """Bonus for going out with a tile, no double, that fits both ends."""
    bonus_last_tile: tuple[tuple[str, int], ...] = ()
    """Bonuses for going out with certain tiles, such as `(("0-0", 100),)`."""
    bonus_first_pass: int = 0
    """Bonus for the leader's side when the second seat has to pass at once."""
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
    an importable one. Such rules are not native."""
    _native: Any = field(init=False, repr=False, compare=False, default=None)

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
            raise rule_fields.wrong("hand_size", self.hand_size, expected)
        return sizes[self.seats]

    @property
    def n_sides(self) -> int:
        """How many sides score."""
        return self.seats if self.sides is None else max(self.sides) + 1

    def side_of(self, seat: int) -> int:
        """Give the side that a seat plays for."""
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

        Raises:
            RulesError: there is no such field, or the text is no value of it.
        """
        _check_names([name])
        return rule_fields.parse_value(name, DEFAULTS[name], text)

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
            RulesError: the ending, the seat or the number of hands is wrong, or the rules score
                by a Python function.
        """
        if not self.is_native:
            raise RulesError("rules that score by a Python function settle only played rounds")
        kinds = {
            Ending.OUT: _native.lib.DMC_ENDING_OUT,
            Ending.BLOCKED: _native.lib.DMC_ENDING_BLOCKED,
        }
        kind = Ending(ending)
        if kind not in kinds:
            raise rule_fields.wrong("ending", str(ending), "out or blocked")
        if closing not in rule_fields.CLOSINGS:
            expected = "one of " + ", ".join(rule_fields.CLOSINGS)
            raise rule_fields.wrong("closing", closing, expected)
        if len(hands) != self.seats:
            raise RulesError(f"{self.seats} seats need {self.seats} hands, got {len(hands)}")
        masks = [(TileSet.parse(h) if isinstance(h, str) else TileSet(h)).mask for h in hands]
        winner, side, points = _native.settle(
            self._native, kinds[kind], seat, leader, masks, rule_fields.CLOSINGS.index(closing)
        )
        return Outcome(
            ending=kind,
            seat=None if winner == _native.NONE else winner,
            side=None if side == _native.NONE else side,
            points=points,
            blocker=seat if kind is Ending.BLOCKED else None,
        )

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
    name = f"{function.__module__}:{function.__qualname__}"
    if _find_function(name) is not function:
        raise RulesError(f"score_round={function!r}: expected a function that can be imported")
    return name


def _find_function(name: str) -> ScoreRound:
    module, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as error:
        raise RulesError(f"score_round={name!r}: expected an importable function") from error
    function: ScoreRound = found
    return function
