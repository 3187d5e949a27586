# SPDX-License-Identifier: MIT
"""A match: rounds played until a total reaches the target, as an immutable value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dominocore import _native
from dominocore.errors import RoundOverError, RulesError
from dominocore.moves import Move
from dominocore.outcome import Outcome
from dominocore.rules import Rules
from dominocore.state import State

if TYPE_CHECKING:
    from dominocore.variant_type import Variant

_FORMAT = 1


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
    """

    __slots__ = ("_seed", "_start", "last", "rounds", "rules", "state", "variant", "winners")

    variant: Variant | None
    """The variant that is played; None for bare rules."""
    rules: Rules
    """The rules that are played by."""
    state: State
    """The round that is running; the last round, finished, when the match is over."""
    rounds: tuple[RoundResult, ...]
    """The finished rounds, oldest first."""
    last: State | None
    """The finished state of the round before the one in `state`; None in the first round."""
    winners: tuple[int, ...] | None
    """The sides that won; None until the match is over."""

    def __init__(
        self,
        variant: Variant | Rules | str,
        *,
        seed: int | None = None,
        scores: Sequence[int] | None = None,
        **options: Any,
    ) -> None:
        found, rules = resolve(variant, options)
        key = int.from_bytes(_native.seed_bytes(seed), "little")
        start = (0,) * rules.n_sides if scores is None else tuple(scores)
        state = State.deal(rules, seed=key, scores=start, round=1)
        if _winners(rules, start) is not None:
            raise RulesError(f"scores={start} end the match already: its target is {rules.target}")
        self._fill(found, rules, key, start, state, (), None, None)

    def _fill(
        self,
        variant: Variant | None,
        rules: Rules,
        seed: int,
        start: tuple[int, ...],
        state: State,
        rounds: tuple[RoundResult, ...],
        last: State | None,
        winners: tuple[int, ...] | None,
    ) -> Match:
        put = object.__setattr__
        put(self, "variant", variant)
        put(self, "rules", rules)
        put(self, "_seed", seed)
        put(self, "_start", start)
        put(self, "state", state)
        put(self, "rounds", rounds)
        put(self, "last", last)
        put(self, "winners", winners)
        return self

    # ---- reading it ----

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
        if winners is None or target is None:
            return None
        if self.rules.wins == "low":
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

    def play(self, move: Move | str) -> Match:
        """Play a move of the seat on turn and give the match after it.

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
            return self._next(state, self.rounds, self.last, None)
        totals = tuple(a + b for a, b in zip(self.scores, outcome.points, strict=True))
        rounds = (*self.rounds, RoundResult(state.leader, outcome, totals))
        winners = _winners(self.rules, totals)
        if winners is not None:
            return self._next(state, rounds, self.last, winners)
        lead = state.next_lead()
        following = State.deal(
            self.rules,
            seed=self._seed,
            leader=lead,
            first=lead is None,
            scores=totals,
            round=state.round + 1,
        )
        return self._next(following, rounds, state, None)

    def _next(
        self,
        state: State,
        rounds: tuple[RoundResult, ...],
        last: State | None,
        winners: tuple[int, ...] | None,
    ) -> Match:
        match = object.__new__(type(self))
        return match._fill(
            self.variant, self.rules, self._seed, self._start, state, rounds, last, winners
        )

    # ---- a value ----

    def _key(self) -> tuple[object, ...]:
        return self._seed, self._start, self.state, self.rounds, self.last, self.rules

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
        # A variant may be made by a function that cannot be pickled: only its name is kept.
        name = None if self.variant is None else str(self.variant)
        parts = (self._seed, self._start, self.state, self.rounds, self.last)
        return _restore, (_FORMAT, name, self.rules, *parts)

    def __repr__(self) -> str:
        name = "rules" if self.variant is None else str(self.variant)
        now = f"winners={self.winners}" if self.is_over else f"turn={self.state.turn}"
        return f"<Match {name} round={self.round} scores={self.scores} {now}>"


def resolve(
    variant: Variant | Rules | str, options: dict[str, Any]
) -> tuple[Variant | None, Rules]:
    """Give the variant, where there is one, and the rules that a first argument and options mean.

    Raises:
        RulesError: there is no such variant or option, or a value is not possible.
    """
    if isinstance(variant, Rules):
        return None, variant.replace(**options) if options else variant
    if isinstance(variant, str):
        from dominocore.registry import variant as find  # noqa: PLC0415  (it loads the plugins)

        found = find(variant, **options)
    else:
        configure = getattr(variant, "configure", None)
        if configure is None:
            raise TypeError(f"expected a variant, the name of one or rules, got {variant!r}")
        found = configure(**options) if options else variant
    return found, found.rules


def _winners(rules: Rules, totals: tuple[int, ...]) -> tuple[int, ...] | None:
    """Give the sides that win with these totals, or None where the match goes on."""
    if rules.target is None or max(totals) < rules.target:
        return None
    best = max(totals) if rules.wins == "high" else min(totals)
    winners = tuple(side for side, total in enumerate(totals) if total == best)
    return None if len(winners) > 1 and rules.match_tie == "extra_round" else winners


def _restore(
    form: int,
    name: str | None,
    rules: Rules,
    seed: int,
    start: tuple[int, ...],
    state: State,
    rounds: tuple[RoundResult, ...],
    last: State | None,
) -> Match:
    """Make a match again from a pickle.

    Raises:
        ValueError: the pickle is of another format, or its parts do not belong together.
    """
    if form != _FORMAT:
        raise ValueError(f"a match of format {form}; this version reads format {_FORMAT}")
    brought = rounds[-1].scores if rounds else start
    winners = _winners(rules, brought)
    before = start if len(rounds) < 2 else rounds[-2].scores
    if state.rules != rules or state.scores != (before if winners is not None else brought):
        raise ValueError("the round of a match does not belong to its scores")
    match = object.__new__(Match)
    return match._fill(_find(name, rules), rules, seed, start, state, rounds, last, winners)


def _find(name: str | None, rules: Rules) -> Variant | None:
    """Find a variant again by its text; None where its plugin is gone or gives other rules now."""
    if name is None:
        return None
    try:
        found, now = resolve(name, {})
    except RulesError:
        return None
    return found if now == rules else None
