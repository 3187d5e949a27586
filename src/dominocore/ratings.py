# SPDX-License-Identifier: MIT
"""Ratings of all players of a tournament at once; needs the extra `ratings`."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import permutations
from math import log
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dominocore.tournament_result import TournamentResult

_ELO = 400 / log(10)
_RESAMPLES = 200
_Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Rating:
    """What a player is worth beside the others, with its 95 % interval.

    Attributes:
        player: the name of the player.
        value: the rating.
        low: the lower end of the interval.
        high: the upper end.
    """

    player: str
    value: float
    low: float
    high: float


def bradley_terry(result: TournamentResult) -> tuple[Rating, ...]:
    """Fit Elo ratings to all results at once, by `choix`; their mean is 0.

    See `TournamentResult.bradley_terry`.
    """
    np, choix = _extra("numpy"), _extra("choix")
    size = len(result.players)
    deals = sorted({group.deal for group in result.groups})
    place = {deal: row for row, deal in enumerate(deals)}
    points = np.zeros((len(deals), size, size))
    prior = np.zeros((size, size))
    for group in result.groups:
        for a, b in permutations(group.lineup, 2):
            halves, met = group.halves(a, b)
            points[place[group.deal], a, b] += halves / 2
            prior[a, b] = met / 2
    if not deals:
        raise ValueError("no deal was played: there is nothing to rate")

    def fit(won: Any) -> Any:
        worth: Any = choix.ilsr_pairwise_dense(won + prior)
        return (worth - worth.mean()) * _ELO

    weights = np.random.default_rng(0).multinomial(
        len(deals), [1 / len(deals)] * len(deals), size=_RESAMPLES
    )
    drawn = np.array([fit(np.tensordot(weight, points, 1)) for weight in weights])
    best = fit(points.sum(axis=0))
    low, high = 2 * best - np.quantile(drawn, (0.975, 0.025), axis=0)
    rows = zip(result.players, best, low, high, strict=True)
    return tuple(Rating(name, *map(float, numbers)) for name, *numbers in rows)


def openskill(result: TournamentResult) -> tuple[Rating, ...]:
    """Rate the players game by game, by `openskill`.

    See `TournamentResult.openskill`.
    """
    model = _extra("openskill.models").PlackettLuce()
    known = [model.rating(name=name) for name in result.players]
    for group in result.groups:
        for game in group.games:
            if len(set(game.sides)) < len(game.sides):
                raise ValueError("openskill rates games in which each side is another player's")
            before = [[known[player]] for player in game.sides]
            after = model.rate(before, ranks=list(game.ranks))
            for player, (rating,) in zip(game.sides, after, strict=True):
                known[player] = rating
    return tuple(
        Rating(name, one.mu, one.mu - _Z95 * one.sigma, one.mu + _Z95 * one.sigma)
        for name, one in zip(result.players, known, strict=True)
    )


def _extra(module: str) -> Any:
    """Import a module of the extra.

    Raises:
        ImportError: it is not installed; says what to install.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"{error}: pip install 'dominocore[ratings]'") from error
