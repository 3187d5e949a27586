# SPDX-License-Identifier: MIT
"""Players at a table: who asks them, what they see, and what happens when one is at fault.

This is the only module that holds the state of a round and players together. A player is handed
an `Observation` of its seat and nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dominocore import _native
from dominocore.arguments import shorten
from dominocore.errors import NotationError, PlayerError, RoundOverError, RulesError
from dominocore.match import Match, RoundResult
from dominocore.player_type import FAULTS, Player, PlayerSpec, explain, kind_of
from dominocore.protocol import GameMove, GameRules, GameState
from dominocore.record import Record, RoundRecord
from dominocore.tiles import Hand

if TYPE_CHECKING:
    from dominocore.moves import Move
    from dominocore.variant_type import Variant

PlayerLike = str | PlayerSpec | Player
"""What can sit at a table: `"greedy"` or `"mine:depth=3"`, a spec, or an object with `choose`."""

_PURPOSE: int = _native.lib.DMC_FOR_PLAYER
_LONGEST_NAME = 100
_LONGEST_MOVE = 12
"""The longest text that a message repeats, one word: more is no move, and might be a hand."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A player's fault for which the first legal move was played.

    Everybody may read it while the match goes on: it says no more of the seat's tiles than the
    answer that the player gave. To see the error that a player raised, play the match again with
    the same seed and `on_error="raise"`: it is the cause of the `PlayerError`.

    Attributes:
        round: the number of the round, from 1.
        ply: the number of moves made in the round before.
        seat: the seat.
        player: the name of the player.
        message: what it did.
    """

    round: int
    ply: int
    seat: int
    player: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that everybody at the table sees.

    Attributes:
        kind: `deal`, `move`, `round` (a round has ended) or `match` (the match has ended).
        round: the number of the round, from 1.
        seat: who leads, of a deal; who moves, of a move; else None.
        player: the name of that seat's player.
        move: the move; a draw hides its tile.
        points: what each side has made in the round so far.
        scores: the total of each side: before the round, and at its end after it.
        ends: the pips of the open ends.
        hand_sizes: how many tiles each seat holds.
        boneyard_size: how many tiles are left to draw, a reserve included.
        over: whether the round has ended.
        hands: what each seat holds, shown at the end of a round; else ().
        result: the round's result, when it has ended.
        winners: the sides that won, when the match has ended; else None.
    """

    kind: str
    round: int
    seat: int | None = None
    player: str = ""
    move: Move | None = None
    points: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    hand_sizes: tuple[int, ...] = ()
    boneyard_size: int = 0
    over: bool = False
    hands: tuple[Hand, ...] = ()
    result: RoundResult | None = None
    winners: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """What a match at a table came to.

    Attributes:
        points: the total of each side.
        winners: the sides that won; None where the match was left before its end.
        rounds: the finished rounds, oldest first.
        faults: the faults that were forgiven, oldest first.
        seed: the seed of all deals and players; whoever has it can play the match again.
    """

    points: tuple[int, ...]
    winners: tuple[int, ...] | None
    rounds: tuple[RoundResult, ...]
    faults: tuple[Fault, ...] = ()
    seed: int = field(default=0, repr=False)


class Table:
    """A match between players.

    Each player is made anew for each round, from a seed that depends on the match's seed, the
    round and the seat, so that what happened in one round cannot act in another; an object with
    `choose` is used as it is. A seat with one legal move is not asked. The same seed and the same
    players play the same match.

    >>> import dominocore as dc
    >>> result = dc.Table("draw", ["greedy", "random"], seed=7).play_match()
    >>> max(result.points) >= 100
    True

    Args:
        variant: a variant, the name of one, or rules.
        players: one for each seat, or a single one for all seats.
        seed: an int of up to 256 bits; None takes one from the operating system.
        on_error: `raise` a PlayerError when a player raises or answers no legal move, from what it
            raised, or `forfeit`: play the first legal move for it and note the fault. An interrupt
            from the keyboard is no fault, and ends the match either way.
        allow_cheats: whether players may sit here that ask to see the whole state.
        time_limit: the seconds that a player may take for an answer; more is a fault. The answer
            is waited for all the same: nothing stops a player that never answers.
        watch: a function that is told each `Event`; what it raises ends the match.
        options: options of the variant, and fields of the rules, by name.

    Raises:
        RulesError: the rules are not possible, or the number of players is wrong.
        PluginError: there is no such player or option.
        PlayerError: a player asks to see everything and may not, does not play the game, or is
            none.
    """

    match: Match
    """The match so far: the truth, for the referee alone."""
    faults: tuple[Fault, ...]
    """The faults that were forgiven so far, oldest first."""

    def __init__(
        self,
        variant: Variant | GameRules | str,
        players: Iterable[PlayerLike],
        *,
        seed: int | None = None,
        on_error: str = "raise",
        allow_cheats: bool = False,
        time_limit: float | None = None,
        watch: Callable[[Event], object] | None = None,
        **options: Any,
    ) -> None:
        if on_error not in ("raise", "forfeit"):
            raise ValueError(f"on_error={shorten(on_error)}: expected raise or forfeit")
        if time_limit is not None:
            number = isinstance(time_limit, (int, float)) and not isinstance(time_limit, bool)
            if not number or not time_limit > 0:
                raise ValueError(
                    f"time_limit={shorten(time_limit)}: expected seconds above 0, or None"
                )
        if isinstance(players, str):
            raise TypeError(f"players is a list, one a seat, got the text {shorten(players)}")
        if not isinstance(players, Iterable):
            raise TypeError(f"players is a list, one a seat, got {shorten(players)}")
        if watch is not None and not callable(watch):
            raise TypeError(f"watch is a function of an event, got {shorten(watch)}")
        self._key = _native.seed_bytes(seed)
        self._seed = int.from_bytes(self._key, "little")
        self.match = Match(variant, seed=self._seed, **options)
        self.faults = ()
        self._forgive = on_error == "forfeit"
        self._limit = time_limit
        self._watch = watch
        self._told: list[tuple[GameState, RoundRecord]] = []
        self._seats = _seat(list(players), self.match.rules, allow_cheats)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the player in each seat."""
        return tuple(chair.name for chair in self._seats)

    @property
    def record(self) -> Record:
        """The record of the match so far, the round that is running included.

        It is the truth, for the referee alone; it has no seed before the match is over.
        """
        return Record.of(self.match, players=self.names)

    def play_round(self) -> Match:
        """Play to the end of the round that is running and give the match then.

        The result is the last of `rounds`.

        Raises:
            RoundOverError: the match is over.
            PlayerError: a player raised or answered no legal move, unless that is forgiven.
        """
        if self.match.is_over:
            raise RoundOverError("the match is over: there is no round to play")
        match, number = self.match, self.match.round
        state: GameState = match.state
        if not state.history:
            self._tell("deal", state, seat=state.leader, player=self._seats[state.leader].name)
        players = [self._make(seat, number) for seat in range(match.rules.seats)]
        while len(match.rounds) < number:
            seat = match.state.turn
            assert seat is not None
            move = self._move(match.state, seat, players[seat])
            match = self.match = match.play(move)
            state = match.state
            if state.round != number and match.last is not None:
                state = match.last
            self._tell("move", state, seat=seat, player=self._seats[seat].name, move=move.public)
        result = match.rounds[-1]
        self._tell("round", state, scores=result.scores, hands=state.hands, result=result)
        self._tell_plugins()
        if match.is_over:
            self._tell("match", state, scores=result.scores, winners=match.winners)
        return match

    def play_match(self, rounds: int | None = None) -> MatchResult:
        """Play to the end of the match and give its result.

        Args:
            rounds: how many rounds to play at most, 1 or more; needed where the rules have no
                target.

        Raises:
            RulesError: the match has no end and no number of rounds is given, or it is below 1.
            TypeError: the number of rounds is no int.
            PlayerError: a player raised or answered no legal move, unless that is forgiven.
        """
        if rounds is not None:
            if not isinstance(rounds, int) or isinstance(rounds, bool):
                raise TypeError(f"rounds is an int of 1 or more, or None, got {shorten(rounds)}")
            if rounds < 1:
                raise RulesError(f"rounds is 1 or more, or None, got {shorten(rounds)}")
        elif not self.match.rules.has_end:
            raise RulesError("target=None: a match without a target needs a number of rounds")
        played = 0
        while not self.match.is_over and (rounds is None or played < rounds):
            self.play_round()
            played += 1
        match = self.match
        return MatchResult(match.scores, match.winners, match.rounds, self.faults, self._seed)

    # ---- asking a player ----

    def _make(self, seat: int, number: int) -> Player | None:
        """Make the player of a seat for a round; None where that failed and is forgiven."""
        chair = self._seats[seat]
        if chair.player is not None:
            return chair.player
        assert chair.spec is not None
        seed = int.from_bytes(_native.derive(self._key, _PURPOSE, number, seat), "little")
        try:
            return chair.spec.create(seed, **chair.options)
        except FAULTS as error:
            self._fault(seat, f"could not be made: {explain(error)}", error)
            return None

    def _move(self, state: GameState, seat: int, player: Player | None) -> Any:
        moves = state.moves
        if len(moves) == 1 or player is None:
            return moves[0]
        view: Any = state if self._seats[seat].sees_all else state.observe(seat)
        started = time.perf_counter()
        try:
            answer: object = player.choose(view)
        except FAULTS as error:
            # Its text may tell of the hand that the player was shown: the type has to do.
            self._fault(seat, f"raised {kind_of(error)}", error)
            return moves[0]
        took = time.perf_counter() - started
        if self._limit is not None and took > self._limit:
            self._fault(seat, f"took {took:.3g} s, the limit is {self._limit:g} s")
            return moves[0]
        try:
            return read_answer(answer, state.rules, moves)
        except (PlayerError, TypeError) as error:
            self._fault(seat, f"answered {error}", error)
            return moves[0]

    def _fault(self, seat: int, message: str, error: BaseException | None = None) -> None:
        name, number = self._seats[seat].name, self.match.round
        ply = len(self.match.state.history)
        if not self._forgive:
            text = f"round {number}, move {ply + 1}: {name} in seat {seat} {message}"
            raise PlayerError(text, seat, name) from error
        self.faults = (*self.faults, Fault(number, ply, seat, name, message))

    def _tell(self, kind: str, state: GameState, **facts: Any) -> None:
        if self._watch is None:
            return
        told: dict[str, Any] = {
            "points": state.points,
            "scores": state.scores,
            "ends": state.ends,
            "hand_sizes": state.hand_sizes,
            "boneyard_size": state.boneyard_size,
            "over": state.is_over,
        }
        self._watch(Event(kind=kind, round=state.round, **{**told, **facts}))

    def _tell_plugins(self) -> None:
        """Tell the plugins that take note of finished rounds."""
        from dominocore.registry import default  # noqa: PLC0415  (it loads the plugins)

        registry = default()
        if registry.has_observers:
            registry.round_over(self._finished())

    def _finished(self) -> Record:
        """Give the record of the rounds that are over: nothing of the next one's deal.

        What was made for earlier rounds is used again, so that long matches stay quick.
        """
        match = self.match
        states = match.states[: len(match.rounds)]
        known = [each for each, state in zip(self._told, states, strict=False) if each[0] is state]
        variant = match.variant or match.rules.variant_text()
        known += [(state, RoundRecord.of(state, variant)) for state in states[len(known) :]]
        self._told = known
        return Record(
            variant=variant,
            players=self.names,
            rounds=tuple(played for _, played in known),
            winners=match.winners,
            seed=match.seed,
        )


def read_answer(answer: object, rules: GameRules, moves: Sequence[Any]) -> Any:
    """Give the legal move that a player's answer means.

    A text is read as people type moves, and a claim that is not listed is dropped: it has no
    effect. The errors say what was answered and nothing of the legal moves, which others at the
    table may not know.

    Raises:
        PlayerError: the answer is no legal move, or a text that means none or several.
        TypeError: it is neither a move nor a text.
    """
    if type(answer) is str:
        found = _find(answer, rules, moves)
        if found is not None:
            return found
        word = len(answer) <= _LONGEST_MOVE and len(answer.split()) == 1
        shown = repr(answer) if word else f"a text of {len(answer)} characters"
        raise PlayerError(f"{shown}, which means no legal move, or several")
    if type(answer) not in {type(move) for move in moves}:
        raise TypeError(f"a value of type {kind_of(answer)}, which is no move")
    if answer in moves:
        return answer
    move: GameMove = answer  # type: ignore[assignment]
    found = _find(str(answer), rules, moves) if move.claimed else None
    if found is None:
        raise PlayerError(f"{answer}, which is no legal move")
    return found


def _find(text: str, rules: GameRules, moves: Sequence[Any]) -> Any:
    """Give the legal move that a text means, or None; the error would list the moves."""
    try:
        return rules.find_move(text, moves)
    except NotationError:
        return None


@dataclass(frozen=True, slots=True)
class _Chair:
    """Who sits in a seat: an object, or how to make one."""

    name: str
    player: Player | None
    spec: PlayerSpec | None
    options: dict[str, Any]

    @property
    def sees_all(self) -> bool:
        return self.spec is not None and self.spec.sees_all


def _seat(players: list[PlayerLike], rules: GameRules, allow_cheats: bool) -> list[_Chair]:
    seats = rules.seats
    if len(players) == 1:
        players = players * seats
    if len(players) != seats:
        raise RulesError(f"{seats} seats need {seats} players, got {len(players)}")
    chairs = [_chair(seat, player) for seat, player in enumerate(players)]
    for seat, chair in enumerate(chairs):
        if chair.spec is not None and not chair.spec.plays(rules):
            message = f"{chair.name} in seat {seat} does not play {type(rules).__name__}"
            raise PlayerError(message, seat, chair.name)
        if chair.sees_all and not allow_cheats:
            raise PlayerError(
                f"{chair.name} in seat {seat} asks to see every hand: allow_cheats=True lets it",
                seat,
                chair.name,
            )
    return chairs


def _chair(seat: int, player: object) -> _Chair:
    if isinstance(player, str):
        from dominocore.registry import default  # noqa: PLC0415  (it loads the plugins)

        spec, options = default().player(player)
        return _Chair(player, None, spec, dict(options))
    if isinstance(player, PlayerSpec):
        player.check({})
        return _Chair(player.name, None, player, {})
    if isinstance(player, type) or not callable(_attribute(player, "choose")):
        message = f"seat {seat}: {shorten(player)} is no player: it has no method choose(view)"
        raise PlayerError(message, seat, kind_of(player))
    name = _attribute(player, "name")
    good = type(name) is str and 0 < len(name) <= _LONGEST_NAME
    found: Any = player
    return _Chair(name if good else kind_of(player), found, None, {})


def _attribute(player: object, name: str) -> Any:
    """Give an attribute of a player; None where it has none or raises."""
    try:
        return getattr(player, name, None)
    except FAULTS:
        return None
