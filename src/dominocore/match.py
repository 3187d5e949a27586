# SPDX-License-Identifier: MIT
"""A match: rounds played until a total reaches the target, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dominocore import _native
from dominocore.arguments import shorten
from dominocore.errors import RoundOverError, RulesError
from dominocore.outcome import Outcome
from dominocore.protocol import GameRules, GameState, are_rules

if TYPE_CHECKING:
    from dominocore.rules import Rules
    from dominocore.state import State
    from dominocore.variant_type import Variant

_FORMAT = 2


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A finished round of a match.

    Attributes:
        leader: the seat that led.
        outcome: how the round ended, who won it and what each side made in it.
        scores: the total of each side after the round.
    """

    leader: int
    outcome: Outcome
    scores: tuple[int, ...]


class Match:
    """A match as the referee knows it. Nothing can change it: `play` gives the next one.

    When a move ends a round the next one is dealt at once, from the match's seed and the number of
    the round, unless the match is over. A match can be compared, hashed, copied and pickled in the
    middle of any round, and goes on the same.

    >>> import dominocore as dc
    >>> match = dc.Match(dc.Rules(target=50), seed=7)
    >>> while not match.is_over:
    ...     match = match.play(match.state.moves[0])
    >>> max(match.scores) >= 50, match.rounds[-1].scores == match.scores
    (True, True)

    Args:
        variant: a variant, the name of one, or rules.
        seed: an int of up to 256 bits that all deals come from; None takes one from the operating
            system.
        scores: the points that each side brings into the first round.
        options: options of the variant, and fields of the rules, by name.

    Raises:
        RulesError: there is no such variant or option, a value is not possible, or the scores
            brought in end the match already.
        TypeError: the variant, the seed or the scores are of another type.
        ValueError: the seed is negative or has more than 256 bits.
    """

    __slots__ = ("_earlier", "_seed", "_start", "rounds", "rules", "state", "variant", "winners")

    variant: str
    """The variant that is played, with its options, as `dominocore.variant` reads it; empty for
    bare rules."""
    rules: Rules
    """The rules that are played by; those of a game that is no chain are of its own kind."""
    state: State
    """The round that is running; the last round, finished, when the match is over. A game that is
    no chain has a kind of its own, a `dominocore.protocol.GameState`."""
    rounds: tuple[RoundResult, ...]
    """The finished rounds, oldest first."""
    winners: tuple[int, ...] | None
    """The sides that won; None until the match is over."""
    _earlier: tuple[State, ...]
    _seed: int
    _start: tuple[int, ...]

    def __init__(
        self,
        variant: Variant | GameRules | str,
        *,
        seed: int | None = None,
        scores: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        name, rules = resolve(variant, options)
        key = int.from_bytes(_native.seed_bytes(seed), "little")
        start = (0,) * rules.n_sides if scores is None else _read_scores(scores)
        state = rules.deal(seed=key, scores=start, round=1)
        if rules.winners(start, 0, None) is not None:
            raise RulesError(f"scores={start} end the match already: its target is {rules.target}")
        self._fill(name, rules, key, start, state, (), (), None)

    def _fill(
        self,
        variant: str,
        rules: GameRules,
        seed: int,
        start: tuple[int, ...],
        state: GameState,
        rounds: tuple[RoundResult, ...],
        earlier: tuple[GameState, ...],
        winners: tuple[int, ...] | None,
    ) -> Match:
        put = object.__setattr__
        put(self, "variant", variant)
        put(self, "rules", rules)
        put(self, "_seed", seed)
        put(self, "_start", start)
        put(self, "state", state)
        put(self, "rounds", rounds)
        put(self, "_earlier", earlier)
        put(self, "winners", winners)
        return self

    # ---- reading it ----

    @property
    def states(self) -> tuple[State, ...]:
        """The last state of each round so far, oldest first: the finished ones and `state`."""
        return (*self._earlier, self.state)

    @property
    def last(self) -> State | None:
        """The finished state of the round before the one in `state`; None in the first round."""
        return self._earlier[-1] if self._earlier else None

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of each side after the last finished round."""
        return self.rounds[-1].scores if self.rounds else self._start

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.winners is not None

    @property
    def losers(self) -> tuple[int, ...] | None:
        """The sides that lost; None until the match is over.

        Where the low total wins those are the sides at or past the target, otherwise all that did
        not win.
        """
        winners, target = self.winners, self.rules.target
        if winners is None:
            return None
        if self.rules.wins == "low" and target is not None:
            return tuple(side for side, total in enumerate(self.scores) if total >= target)
        return tuple(side for side in range(self.rules.n_sides) if side not in winners)

    @property
    def round(self) -> int:
        """The number of the round in `state`, from 1."""
        return self.state.round

    @property
    def leader(self) -> int:
        """The seat that led, or has to lead, the round in `state`."""
        return self.state.leader

    @property
    def seed(self) -> int | None:
        """The seed of all deals; None until the match is over, for it tells every hand."""
        return self._seed if self.is_over else None

    # ---- playing ----

    def play(self, move: Any) -> Match:
        """Play a move of the seat on turn, or its text, and give the match after it.

        Raises:
            IllegalMoveError: the move is not legal.
            RoundOverError: the match is over.
            NotationError: the text is no move.
            RulesError: no opening criterion names who leads the next round.
        """
        if self.winners is not None:
            raise RoundOverError(f"cannot play {move}: the match is over")
        state = self.state.play(move)
        outcome = state.outcome
        if outcome is None:
            return self._next(state, self.rounds, self._earlier, None)
        totals = tuple(a + b for a, b in zip(self.scores, outcome.points, strict=True))
        rounds = (*self.rounds, RoundResult(state.leader, outcome, totals))
        winners = self.rules.winners(totals, len(rounds), outcome)
        if winners is not None:
            return self._next(state, rounds, self._earlier, winners)
        lead = state.next_lead()
        following = self.rules.deal(
            seed=self._seed,
            leader=lead,
            first=lead is None,
            scores=totals,
            round=state.round + 1,
        )
        return self._next(following, rounds, (*self._earlier, state), None)

    def _next(
        self,
        state: GameState,
        rounds: tuple[RoundResult, ...],
        earlier: tuple[GameState, ...],
        winners: tuple[int, ...] | None,
    ) -> Match:
        match = object.__new__(type(self))
        return match._fill(
            self.variant, self.rules, self._seed, self._start, state, rounds, earlier, winners
        )

    # ---- a value ----

    def _key(self) -> tuple[object, ...]:
        return self._seed, self._start, self.state, self.rounds, self._earlier, self.rules

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Match) else NotImplemented

    def __hash__(self) -> int:
        return hash((self._seed, self.state, len(self.rounds), self.scores))

    def __copy__(self) -> Match:
        return self

    def __deepcopy__(self, memo: Any) -> Match:
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a match cannot be changed; tried to set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a match cannot be changed; tried to delete {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self._seed, self._start, self.state, self.rounds, self._earlier)
        return _restore, (_FORMAT, self.variant, self.rules, *parts)

    def __repr__(self) -> str:
        name = self.variant or "rules"
        now = f"winners={self.winners}" if self.is_over else f"turn={self.state.turn}"
        return f"<Match {name} round={self.round} scores={self.scores} {now}>"


def resolve(variant: Variant | GameRules | str, options: dict[str, Any]) -> tuple[str, GameRules]:
    """Give the text of the variant, empty for rules, and the rules that the arguments mean.

    Raises:
        RulesError: there is no such variant or option, or a value is not possible.
    """
    if are_rules(variant):
        return "", variant.replace(**options) if options else variant
    if isinstance(variant, str):
        from dominocore.registry import variant as find  # noqa: PLC0415  (it loads the plugins)

        found = find(variant, **options)
    else:
        given: Any = variant
        good = are_rules(getattr(given, "rules", None)) and callable(
            getattr(given, "configure", None)
        )
        if not good or isinstance(variant, type):
            raise TypeError(f"expected a variant, the name of one or rules, got {shorten(variant)}")
        found = given.configure(**options) if options else given
    return str(found), found.rules


def _read_scores(scores: Sequence[int]) -> tuple[int, ...]:
    """Read the points that the sides bring in; their number and size are the deal's to check."""
    if isinstance(scores, (str, bytes)) or not isinstance(scores, Iterable):
        raise TypeError(f"scores has one number a side, got {shorten(scores)}")
    start = tuple(scores)
    if not _whole(start):
        raise RulesError(f"scores has one whole number a side, got {shorten(start)}")
    return start


def _whole(numbers: tuple[object, ...]) -> bool:
    return all(isinstance(n, int) and not isinstance(n, bool) for n in numbers)


def _restore(
    form: int,
    variant: str,
    rules: GameRules,
    seed: int,
    start: tuple[int, ...],
    state: GameState,
    rounds: tuple[RoundResult, ...],
    earlier: tuple[GameState, ...],
) -> Match:
    """Make a match again from a pickle.

    Raises:
        ValueError: the pickle is of another format, or its parts do not belong together.
    """
    if type(form) is not int or form != _FORMAT:
        raise ValueError(f"a match of format {shorten(form)}; this version reads format {_FORMAT}")
    try:
        winners = _check_parts(variant, rules, seed, start, state, rounds, earlier)
    except (AttributeError, TypeError) as error:
        raise ValueError("a match cannot be made of parts that are not whole") from error
    match = object.__new__(Match)
    return match._fill(variant, rules, seed, start, state, rounds, earlier, winners)


def _totals(rules: GameRules, before: tuple[int, ...], result: RoundResult) -> tuple[int, ...]:
    """Give the totals after a round that a pickle holds, once it is known to be one.

    Raises:
        ValueError: it is no result of a round with these totals before it.
    """
    with suppress(AttributeError, TypeError):
        points, scores = result.outcome.points, result.scores
        if (
            isinstance(result, RoundResult)
            and isinstance(result.outcome, Outcome)
            and result.leader in range(rules.seats)
            and len(points) == len(scores) == rules.n_sides
            and _whole((*points, *scores))
            and scores == tuple(a + b for a, b in zip(before, points, strict=True))
        ):
            return scores
    raise ValueError(f"a round of a match cannot be {shorten(result)} after {before}")


def _check_parts(
    variant: object,
    rules: GameRules,
    seed: int,
    start: tuple[int, ...],
    state: GameState,
    rounds: tuple[RoundResult, ...],
    earlier: tuple[GameState, ...],
) -> tuple[int, ...] | None:
    """Check what a pickle of a match holds, and give the sides that have won, if any.

    Raises:
        ValueError: the parts do not belong together.
    """
    kinds = (
        ("variant", variant, str),
        ("seed", seed, int),
        ("scores", start, tuple),
        ("rounds", rounds, tuple),
        ("earlier rounds", earlier, tuple),
    )
    if not are_rules(rules):
        raise ValueError(f"the rules of a match cannot be {shorten(rules)}")
    for name, value, kind in kinds:
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ValueError(f"the {name} of a match cannot be {shorten(value)}")
    if not 0 <= seed < 1 << 256:
        raise ValueError(f"the seed of a match has up to 256 bits and no sign, got {shorten(seed)}")
    if len(start) != rules.n_sides or not _whole(start):
        raise ValueError(f"the scores of a match cannot be {shorten(start)}")
    before, brought, winners = start, start, rules.winners(start, 0, None)
    for number, result in enumerate(rounds, 1):
        if winners is not None:
            raise ValueError(f"a match goes on after its end, at {brought}")
        before, brought = brought, _totals(rules, brought, result)
        winners = rules.winners(brought, number, result.outcome)
    if winners is not None and not rounds:
        raise ValueError(f"a match ends before its first round, at {start}")
    over = winners is not None
    if state.rules != rules or state.scores != (before if over else brought):
        raise ValueError("the round of a match does not belong to its scores")
    if state.is_over != over or state.round != len(rounds) + (not over):
        raise ValueError(
            f"a match of {len(rounds)} finished rounds cannot be in number {state.round}"
        )
    _check_earlier(rules, rounds[: len(rounds) - over], earlier)
    return winners


def _check_earlier(
    rules: GameRules, rounds: tuple[RoundResult, ...], states: tuple[GameState, ...]
) -> None:
    """Check that these states are the ends of these rounds.

    Raises:
        ValueError: they are not.
    """
    if len(states) != len(rounds):
        raise ValueError(f"{len(rounds)} earlier rounds of a match need as many states")
    for number, (result, state) in enumerate(zip(rounds, states, strict=True), 1):
        same = state.rules == rules and state.round == number and state.leader == result.leader
        if not same or state.outcome != result.outcome:
            raise ValueError(f"round {number} of a match cannot have ended in {shorten(state)}")
