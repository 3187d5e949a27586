# SPDX-License-Identifier: MIT
"""A match as it was played: deals, moves and results, to keep, share and play again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from dominocore.arguments import MANY, able, every, instance, shorten, whole
from dominocore.errors import DominoError, NotationError, ReplayError, RulesError
from dominocore.match import Match
from dominocore.notation import Event
from dominocore.outcome import Outcome
from dominocore.position import Position, hide
from dominocore.rules_name import find_rules
from dominocore.tiles import Hand, Tile

if TYPE_CHECKING:
    from dominocore.protocol import GameMove, GameRules, GameState


@dataclass(frozen=True, slots=True)
class End:
    """How a round ended, as a record tells it.

    Attributes:
        ending: what ended it: `out`, `blocked` or `target`.
        side: the side that won, or None.
        points: what each side made in the round.
        hands: what each seat held then, in the record of what a seat sees; else ().
    """

    ending: str
    side: int | None
    points: tuple[int, ...]
    hands: tuple[Hand, ...] = ()

    def __post_init__(self) -> None:
        instance("ending", self.ending, str)
        if self.side is not None:
            whole("side", self.side, 0, MANY)
        every("points", self.points, int)
        every("hands", self.hands, Hand)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A round as it was played, or as far as it was."""

    deal: Position
    """The position before the first move."""
    moves: tuple[Event, ...] = ()
    """The moves as (seat, move), oldest first; a draw carries the tile drawn."""
    end: End | None = None
    """How it ended; None where it was left before its end."""
    notes: Mapping[int, str] = field(default_factory=dict, hash=False)
    """Remarks on moves, by the number of the move from 0."""

    def __post_init__(self) -> None:
        instance("deal", self.deal, Position)
        every("moves", self.moves, tuple)
        for move in self.moves:
            if len(move) != 2 or type(move[0]) is not int or not hasattr(move[1], "is_draw"):
                raise TypeError(f"moves holds a (seat, move) each, got {shorten(move)}")
        if self.end is not None:
            instance("end", self.end, End)
        instance("notes", self.notes, Mapping)
        every("notes", tuple(self.notes.values()), str)
        object.__setattr__(self, "notes", MappingProxyType(dict(self.notes)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore_round, (self.deal, self.moves, self.end, dict(self.notes))

    @classmethod
    def of(cls, state: GameState, variant: str | None = None) -> RoundRecord:
        """Give the record of a round, finished or not, from its last state."""
        able("state", state, "a state of a round", "recorded")
        deal, moves = state.recorded(variant)
        outcome = state.outcome
        end = None if outcome is None else End(str(outcome.ending), outcome.side, outcome.points)
        return cls(deal=deal, moves=moves, end=end)

    @property
    def number(self) -> int:
        """The number of the round in its match."""
        return self.deal.round

    @property
    def variant(self) -> str:
        """The variant with its options."""
        return self.deal.variant

    @property
    def is_over(self) -> bool:
        """Whether the round was played to its end."""
        return self.end is not None

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of each side after the round; before it, where it was left."""
        made = self.end.points if self.end else (0,) * len(self.deal.scores)
        return tuple(a + b for a, b in zip(self.deal.scores, made, strict=True))

    def states(self, rules: GameRules | None = None) -> tuple[Any, ...]:
        """Play the round again and give every `State`, from the deal to the last move.

        Args:
            rules: the rules to play by; left out, those of the variant.

        Raises:
            ReplayError: a move is not legal: says which, the tile, the open ends and why.
            NotationError: something is hidden, or the deal cannot be.
        """
        rules = find_rules(self.variant) if rules is None else rules
        state = rules.begin(self.deal)
        states = [state]
        for ply, (seat, move) in enumerate(self.moves):
            try:
                state = _play(state, seat, move)
            except DominoError as error:
                raise self.fault(ply, error, tuple(states)) from error
            states.append(state)
        return tuple(states)

    def fault(self, ply: int, why: object, states: tuple[GameState, ...]) -> ReplayError:
        """Give the error for a move that cannot be made after these states."""
        seat, move = self.moves[ply]
        text = f"round {self.number}, move {ply + 1} ({seat}:{move}): {why}"
        return ReplayError(text, self.number, ply, states)

    def outcome(self, rules: GameRules | None = None) -> Outcome | None:
        """Play the round again and give its outcome; None where it was left before its end."""
        last: GameState = self.states(rules)[-1]
        return last.outcome

    def for_seat(self, seat: int) -> RoundRecord:
        """Give what a seat sees of the round.

        Other hands and what others drew are hidden, the hands that were laid open at the end are
        not. Notes are left out: who wrote them may have seen more.
        """
        end = self.end
        if end is not None and not end.hands:
            end = replace(end, hands=self._hands_left())
        return RoundRecord(
            deal=replace(self.deal.view(seat), seat=seat),
            moves=tuple(hide(seat, event) for event in self.moves),
            end=end,
        )

    def _hands_left(self) -> tuple[Hand, ...]:
        """Give what each seat holds after the moves."""
        hands: list[set[Tile]] = [set(hand.tiles) for hand in self.deal.hands]
        for seat, move in self.moves:
            if move.tile is not None:
                (hands[seat].add if move.is_draw else hands[seat].discard)(move.tile)
        return tuple(map(Hand, hands))


def _play(state: GameState, seat: int, move: GameMove) -> Any:
    """Play a move of a record and check that it is the one that was made."""
    if seat != state.turn and not state.is_over:
        raise ReplayError(f"seat {state.turn} is on turn")
    if not move.is_draw:
        return state.play(move)
    after = state.play(move.public)
    real = state.boneyard[0]
    if move.tile not in (None, real):
        raise ReplayError(f"the next tile of the boneyard is {real}")
    return after


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A match as it was played, from the first deal to the result, or as far as it was.

    It holds the truth: every hand and the order of every boneyard. Give a seat what `for_seat`
    returns.

    >>> import dominocore as dc
    >>> match = dc.Match("draw", seed=7)
    >>> while not match.is_over:
    ...     match = match.play(match.state.moves[0])
    >>> record = Record.of(match, players=["Ana", "Rui"])
    >>> record.rounds[0].states()[-1].is_over, record.winners == match.winners
    (True, True)
    >>> Record.parse(str(record)) == record
    True
    """

    variant: str
    """The variant with its options."""
    players: tuple[str, ...] = ()
    """The name of who played in each seat; () where they are not known."""
    rounds: tuple[RoundRecord, ...] = ()
    """The rounds, oldest first; the last one may be unfinished."""
    winners: tuple[int, ...] | None = None
    """The sides that won; None where the match was left before its end."""
    seed: int | None = None
    """The seed of all deals; None where it is not known, and before the match is over."""
    seat: int | None = None
    """The seat whose view it is; None where nothing is hidden."""
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What else is known of the match, such as its date, by name."""

    def __post_init__(self) -> None:
        instance("variant", self.variant, str)
        every("players", self.players, str)
        every("rounds", self.rounds, RoundRecord)
        if self.winners is not None:
            every("winners", self.winners, int)
        for name in ("seed", "seat"):
            if getattr(self, name) is not None:
                whole(name, getattr(self, name), 0, MANY if name == "seat" else (1 << 256) - 1)
        instance("tags", self.tags, Mapping)
        every("tags", (*self.tags, *self.tags.values()), str)
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))

    def __reduce__(self) -> tuple[Any, ...]:
        facts = (self.variant, self.players, self.rounds, self.winners, self.seed, self.seat)
        return _restore, (*facts, dict(self.tags))

    @classmethod
    def of(
        cls,
        played: Match | GameState,
        players: Iterable[str] = (),
        tags: Mapping[str, str] | None = None,
    ) -> Record:
        """Give the record of a match, or of a single round, as far as it has been played.

        Args:
            played: a match, or a state of a round.
            players: the name of who plays in each seat.
            tags: what else is to be kept of the match.

        Raises:
            RulesError: the number of players is neither that of the seats nor 0.
        """
        names = tuple(players)
        if isinstance(played, Match):
            name, winners, seed = played.variant, played.winners, played.seed
            states: tuple[GameState, ...] = played.states
        else:
            able("played", played, "a match or a state", "recorded")
            name, winners, seed = "", None, None
            states = (played,)
        variant = name or played.rules.variant_text()
        if len(names) not in (0, played.rules.seats):
            raise RulesError(f"{played.rules.seats} seats need as many players, got {len(names)}")
        return cls(
            variant=variant,
            players=names,
            rounds=tuple(RoundRecord.of(state, variant) for state in states),
            winners=winners,
            seed=seed,
            tags=tags or {},
        )

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read the record of one match, from what it prints or as people write it.

        Raises:
            NotationError: the text is none, or has several; says the line and the column.
        """
        from dominocore.record_text import read_records  # noqa: PLC0415  (it makes records)

        found = list(read_records(text))
        if len(found) != 1:
            raise NotationError(f"expected the record of one match, got {len(found)}", text)
        return found[0]

    def __str__(self) -> str:
        from dominocore.record_text import write_record  # noqa: PLC0415

        return write_record(self)

    def _repr_svg_(self) -> str | None:
        from dominocore import svg  # noqa: PLC0415
        from dominocore.replay_data import last_table  # noqa: PLC0415

        if not self.rounds:
            return None
        table = last_table(self)
        if table is None:
            return None
        return svg.table(table, hands=self.seat is None or not table.layout)

    @property
    def is_over(self) -> bool:
        """Whether the match was played to its end."""
        return self.winners is not None

    @property
    def scores(self) -> tuple[int, ...]:
        """The total of each side after the last round; () before the first."""
        return self.rounds[-1].scores if self.rounds else ()

    def states(self, rules: GameRules | None = None) -> Iterator[Any]:
        """Play the match again and give every `State` of every round, in order.

        Args:
            rules: the rules to play by; left out, those of the variant.

        Raises:
            ReplayError: a move is not legal: says which, the tile, the open ends and why.
            NotationError: something is hidden, or a deal cannot be.
        """
        rules = find_rules(self.variant) if rules is None else rules
        for played in self.rounds:
            yield from played.states(rules)

    def check(self, rules: GameRules | None = None) -> None:
        """Play the match again and compare all that the record says.

        Raises:
            ReplayError: a move is not legal, a round or the match ends otherwise, somebody else
                leads, or the seed deals other hands: the first fault there is.
            NotationError: something is hidden, there is no such variant, or a deal cannot be.
        """
        from dominocore.record_check import check  # noqa: PLC0415  (it knows matches)

        check(self, rules)

    def to_dict(self) -> dict[str, Any]:
        """Give the match as JSON can hold it, in the format `dominocore-record/1`."""
        from dominocore.record_json import to_dict  # noqa: PLC0415  (it makes records)

        return to_dict(self)

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """Read a match from what `to_dict` gives.

        Raises:
            NotationError: the data is no record; says the place, such as `rounds[0].end.points`.
        """
        from dominocore.record_json import from_dict  # noqa: PLC0415

        return from_dict(data)

    def for_seat(self, seat: int) -> Record:
        """Give what a seat sees of the match: no hands of others, no boneyard, no seed.

        Raises:
            IndexError: there is no such seat.
            ValueError: it is what another seat sees.
        """
        if self.seat not in (None, seat):
            raise ValueError(f"the record is what seat {self.seat} sees, not seat {seat}")
        if self.rounds:
            whole("seat", seat, 0, len(self.rounds[0].deal.hands) - 1, IndexError)
        rounds = tuple(played.for_seat(seat) for played in self.rounds)
        return replace(self, rounds=rounds, seed=None, seat=seat)


def _restore_round(
    deal: Position, moves: tuple[Event, ...], end: End | None, notes: dict[int, str]
) -> RoundRecord:
    return RoundRecord(deal=deal, moves=moves, end=end, notes=notes)


def _restore(
    variant: str,
    players: tuple[str, ...],
    rounds: tuple[RoundRecord, ...],
    winners: tuple[int, ...] | None,
    seed: int | None,
    seat: int | None,
    tags: dict[str, str],
) -> Record:
    return Record(
        variant=variant,
        players=players,
        rounds=rounds,
        winners=winners,
        seed=seed,
        seat=seat,
        tags=tags,
    )
