# SPDX-License-Identifier: MIT
"""One game of a tournament: a deal, who sits where, and what it came to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dominocore import _native
from dominocore.errors import PlayerError
from dominocore.player_type import Player, PlayerSpec
from dominocore.protocol import GameRules
from dominocore.table import MatchResult, PlayerLike, Table

Turn = Callable[[Table, int], object]
"""What is told, before a player is made or asked, the table and the seat."""

_PURPOSE: int = _native.lib.DMC_FOR_TOURNAMENT


@dataclass(frozen=True, slots=True)
class Terms:
    """What all games of a tournament have in common.

    Attributes:
        rules: the rules that are played by.
        players: who takes part.
        unit: what a game is, `round` or `match`.
        seed: the seed that all deals and players come from.
        time_limit: the seconds that a player may take for an answer, or None.
        memory_limit: the bytes of memory that the process of a game may have, or None.
        allow_cheats: whether players may take part that see every hand.
    """

    rules: GameRules
    players: tuple[PlayerLike, ...]
    unit: str
    seed: int
    time_limit: float | None
    memory_limit: int | None
    allow_cheats: bool


@dataclass(frozen=True, slots=True)
class GameFault:
    """A fault that lost a game.

    Attributes:
        player: the number of the player at fault.
        seat: the seat that it had.
        message: when it was, and what the player did.
    """

    player: int
    seat: int
    message: str


@dataclass(frozen=True, slots=True)
class Game:
    """A finished game.

    Attributes:
        sides: the number of the player on each side.
        ranks: how many sides did better than each side: 0 for the best, equal for equals.
        points: what each side made; None of a game that a fault ended.
        fault: the fault that ended it, or None.
    """

    sides: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...] | None = None
    fault: GameFault | None = None

    def halves(self, one: int, other: int) -> int:
        """Give the half points of one player against another, over their sides in the game."""
        return sum(
            1 + (b > a) - (b < a)
            for a, x in zip(self.ranks, self.sides, strict=True)
            if x == one
            for b, y in zip(self.ranks, self.sides, strict=True)
            if y == other
        )


def deal_seed(seed: int, deal: int) -> int:
    """Give the seed of a deal of many, by its number."""
    return int.from_bytes(_native.derive(_native.seed_bytes(seed), _PURPOSE, deal, 0), "little")


def play_game(terms: Terms, deal: int, sides: Sequence[int], turn: Turn | None = None) -> Game:
    """Play a game and give it.

    The seed of the table comes from the number of the deal alone: whoever sits in a seat draws the
    same numbers in it.

    Args:
        terms: the terms of the tournament.
        deal: the number of the deal.
        sides: the number of the player on each side.
        turn: told before each player is made or asked.

    Raises:
        PlayerError: a player is at fault.
    """
    rules, sides = terms.rules, tuple(sides)
    tables: list[Table] = []

    def seated(seat: int) -> PlayerLike:
        player = terms.players[sides[rules.side_of(seat)]]
        if turn is None:
            return player
        tell = turn
        return _told(player, lambda: tell(tables[0], seat))

    table = Table(
        rules,
        [seated(seat) for seat in range(rules.seats)],
        seed=deal_seed(terms.seed, deal),
        time_limit=terms.time_limit,
        allow_cheats=terms.allow_cheats,
    )
    tables.append(table)
    result = table.play_match(1 if terms.unit == "round" else None)
    return Game(sides, _ranks(rules, result, terms.unit), result.points)


def forfeit(rules: GameRules, sides: Sequence[int], seat: int, message: str) -> Game:
    """Give the game that a fault of a seat ended: its side comes last, all others are equal."""
    guilty = rules.side_of(seat)
    ranks = tuple((len(sides) - 1) * (side == guilty) for side in range(len(sides)))
    return Game(tuple(sides), ranks, None, GameFault(sides[guilty], seat, message))


def lost(rules: GameRules, sides: Sequence[int], error: PlayerError) -> Game:
    """Give the game that an error of a player ended."""
    named = f"{error.player} in seat {error.seat} "
    return forfeit(rules, sides, error.seat, str(error).replace(named, "", 1))


def play_here(terms: Terms, deal: int, games: Sequence[Sequence[int]]) -> tuple[Game, ...]:
    """Play games of a deal in this process; a player at fault loses, but nothing can stop it."""
    played = []
    for sides in games:
        try:
            played.append(play_game(terms, deal, sides))
        except PlayerError as error:
            played.append(lost(terms.rules, sides, error))
    return tuple(played)


def _ranks(rules: GameRules, result: MatchResult, unit: str) -> tuple[int, ...]:
    """Rank the sides by points, the fewest first where low wins.

    The winners of a match come before the others; the winner of a round leads equals.
    """
    sign = -1 if rules.wins == "low" else 1
    won = result.rounds[-1].outcome.side if unit == "round" else None
    first = result.winners or ()
    worth = [
        (side in first, sign * points, side == won) for side, points in enumerate(result.points)
    ]
    return tuple(sum(other > mine for other in worth) for mine in worth)


class _Told:
    """A player whose turns are told beforehand."""

    def __init__(self, player: Player, tell: Callable[[], object]) -> None:
        self._player = player
        self._tell = tell

    def choose(self, view: Any) -> Any:
        """Give the player's answer."""
        self._tell()
        return self._player.choose(view)


def _told(player: PlayerLike, tell: Callable[[], object]) -> PlayerLike:
    """Wrap a player, or how one is made, so that its turns are told."""
    options: dict[str, Any] = {}
    if isinstance(player, str):
        from dominocore.registry import default  # noqa: PLC0415  (it loads the plugins)

        player, options = default().player(player)
    if not isinstance(player, PlayerSpec):
        return _Told(player, tell)
    spec = player

    def make(seed: int) -> Player:
        tell()
        return _Told(spec.create(seed, **options), tell)

    return replace(spec, make=make, choices={})  # the spec inside checks the options
