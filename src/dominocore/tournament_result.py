# SPDX-License-Identifier: MIT
"""What a tournament came to: who met whom, and what the deals say of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from dominocore.arguments import shorten
from dominocore.games import GameFault
from dominocore.paired import PairStats, Sprt
from dominocore.tournament_file import Group

if TYPE_CHECKING:
    from dominocore.ratings import Rating


@dataclass(frozen=True)
class TournamentResult:
    """What a tournament came to.

    Attributes:
        variant: the variant that was played; empty for bare rules.
        unit: what a game was, `round` or `match`.
        schedule: `round-robin`, or `gauntlet`: the first player against each other.
        players: the names of the players; one that takes part twice is told apart by a number.
        seed: the seed of all deals and players.
        groups: what each deal came to for each lineup, in the order of the schedule.
        sprt: the sequential test that could end the tournament, or None.
        verdict: the hypothesis that it accepted, `H0` or `H1`; else None.
    """

    variant: str
    unit: str
    schedule: str
    players: tuple[str, ...]
    seed: int
    groups: tuple[Group, ...] = field(repr=False)
    sprt: Sprt | None = None
    verdict: str | None = None

    @property
    def deals(self) -> int:
        """The number of deals that every lineup has played."""
        together = len({group.lineup for group in self.groups})
        return len(self.groups) // together if together else 0

    @property
    def faults(self) -> tuple[GameFault, ...]:
        """The faults that lost games, in the order of the schedule."""
        games = (game for group in self.groups for game in group.games)
        return tuple(game.fault for game in games if game.fault is not None)

    @property
    def llr(self) -> float | None:
        """The log-likelihood ratio of the sequential test; None where there is none."""
        if self.sprt is None:
            return None
        return self.sprt.llr(self.pair(0, 1)) if self.groups else 0.0

    def pair(self, one: int | str, other: int | str) -> PairStats:
        """Give what the deals came to for one player against another.

        Raises:
            KeyError: there is no such player, or the two did not meet.
        """
        a, b = self.number(one), self.number(other)
        if (a, b) in self._pairs:
            return self._pairs[a, b]
        if (b, a) in self._pairs:
            return self._pairs[b, a].reversed()
        raise KeyError(f"{self.players[a]} and {self.players[b]} did not meet")

    def number(self, player: int | str) -> int:
        """Give the number of a player that is given by name or by number.

        Raises:
            KeyError: there is no such player.
        """
        if isinstance(player, str) and player in self.players:
            return self.players.index(player)
        if isinstance(player, int) and 0 <= player < len(self.players):
            return player
        raise KeyError(f"no player {shorten(player)}: they are {', '.join(self.players)}")

    def opponents(self, player: int | str) -> tuple[int, ...]:
        """Give the numbers of the players that a player met."""
        a = self.number(player)
        return tuple(b for b in range(len(self.players)) if (min(a, b), max(a, b)) in self._pairs)

    def score(self, player: int | str) -> float:
        """Give a player's mean score against everybody it met, each weighed the same."""
        met = self.opponents(player)
        return sum(self.pair(player, b).score for b in met) / len(met) if met else 0.5

    def bradley_terry(self) -> tuple[Rating, ...]:
        """Fit Elo ratings to all results at once, by `choix`; their mean is 0.

        This is the Bradley-Terry model, ties counted as half a win, with one more deal that all
        tie, so that a player that won everything has a rating. The order of the games does not
        matter. The 95 % interval is from 200 bootstrap samples of whole deals. As with all Elo, a
        rating by the round is not one by the match.

        Raises:
            ImportError: the extra `ratings` is not installed.
            ValueError: no deal was played.
        """
        from dominocore.ratings import bradley_terry  # noqa: PLC0415  (numpy and scipy are slow)

        return bradley_terry(self)

    def openskill(self) -> tuple[Rating, ...]:
        """Rate the players game by game, by `openskill` (Plackett-Luce), from 25 ± 16.3 each.

        It takes any number of sides with their ranks. The interval is the mean and 1.96 standard
        deviations of the belief, which takes the games of a deal for independent.

        Raises:
            ImportError: the extra `ratings` is not installed.
            ValueError: a player had several sides of a game.
        """
        from dominocore.ratings import openskill  # noqa: PLC0415  (it is slow to import)

        return openskill(self)

    @cached_property
    def _pairs(self) -> dict[tuple[int, int], PairStats]:
        """What each two players came to, the one of the lower number first."""
        counts: dict[tuple[int, int], list[int]] = {}
        for group in self.groups:
            for a, b in combinations(sorted(group.lineup), 2):
                halves, met = group.halves(a, b)
                counts.setdefault((a, b), [0] * (2 * met + 1))[halves] += 1
        return {pair: PairStats(tuple(count), self.unit) for pair, count in counts.items()}
