# SPDX-License-Identifier: MIT
"""What paired games say of two players: Elo with an interval, and the sequential test.

A *pair* is one deal played with the seats swapped, and more generally all games of one deal. Its
games share the tiles, so they are no independent samples: the pair is the unit of every formula
here, and a standard error taken from single games would be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, erf, inf, log, log10, sqrt

from dominocore.arguments import number, shorten

_Z95 = 1.959963984540054
"""The normal deviate that 2.5 % lie above."""
_NORMALIZED = 800 / log(10)
"""Normalised Elo for one standard deviation of a game's score."""
_STEP = 0.1
"""By how many standard deviations a constraint moves on at a time."""
_ROUNDS, _CLOSE = 50, 1e-10
"""How often an equation is improved at most, and what is near enough."""
_LEAST = 1e-3
"""What an empty count weighs in the likelihood ratio, so that no logarithm is of zero."""


def elo_of(score: float) -> float:
    """Give the Elo difference of an expected score: `400 log10(score / (1 - score))`.

    >>> round(elo_of(0.75), 1)
    190.8
    """
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


def score_of(elo: float) -> float:
    """Give the expected score of an Elo difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True, slots=True)
class EloDiff:
    """An Elo difference with its 95 % interval.

    Attributes:
        elo: the difference that the score stands for; infinite where every game was won or lost.
        low: the lower end of the interval.
        high: the upper end.
        unit: what the score was of, `round` or `match`. The two do not compare: one player's edge
            in a match is several times that in a round.
    """

    elo: float
    low: float
    high: float
    unit: str = "round"

    def __str__(self) -> str:
        return f"{self.elo:+.1f} [{self.low:+.1f}, {self.high:+.1f}] a {self.unit}"


@dataclass(frozen=True, slots=True)
class PairStats:
    """The pairs of one player against another, counted by what the player scored in them.

    Two games a pair give the five counts of a *pentanomial*, for 0, ½, 1, 1½ and 2 points. More
    games a pair give more counts, always from none of the points to all of them in even steps.

    >>> stats = PairStats((49, 1759, 4072, 1949, 60))
    >>> stats.pairs, round(stats.score, 4)
    (7889, 0.5067)
    >>> print(stats.elo)
    +4.7 [+1.9, +7.4] a round

    Attributes:
        counts: how many pairs came to each score; an odd number of counts, 3 or more.
        unit: what a game is, `round` or `match`.

    Raises:
        ValueError: the counts are no such counts, or the unit is another.
    """

    counts: tuple[int, ...]
    unit: str = "round"

    def __post_init__(self) -> None:
        counts = tuple(self.counts)
        whole = all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in counts)
        if len(counts) < 3 or len(counts) % 2 == 0 or not whole:
            raise ValueError(
                f"counts has an odd number of whole numbers from 0, got {shorten(self.counts)}"
            )
        if self.unit not in ("round", "match"):
            raise ValueError(f"unit={shorten(self.unit)}: expected round or match")
        object.__setattr__(self, "counts", counts)

    @classmethod
    def of(cls, halves: Iterable[int], games: int, unit: str = "round") -> PairStats:
        """Count pairs, each given by the half points scored in its games."""
        counts = [0] * (2 * games + 1)
        for half in halves:
            counts[half] += 1
        return cls(tuple(counts), unit)

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def games_a_pair(self) -> int:
        """The number of games in a pair."""
        return len(self.counts) // 2

    @property
    def score(self) -> float:
        """The mean score of a game, from 0 to 1; one half where there is none."""
        return _moments(_density(self.counts))[0] if self.pairs else 0.5

    @property
    def standard_error(self) -> float:
        """The standard error of the score, from the variance between pairs."""
        n = self.pairs
        return sqrt(_moments(_density(self.counts))[1] / n) if n else inf

    @property
    def score_interval(self) -> tuple[float, float]:
        """The 95 % interval of the score.

        It is the normal interval after two more pairs are put in, one lost and one won (Agresti
        and Coull, 1998, for proportions): so it covers what it should with few pairs, too, and
        equal results never make it a point.
        """
        centre, error = self._with_two_more()
        return max(0.0, centre - _Z95 * error), min(1.0, centre + _Z95 * error)

    @property
    def elo(self) -> EloDiff:
        """The Elo difference, per round or per match, with the interval of the score."""
        low, high = self.score_interval
        return EloDiff(elo_of(self.score), elo_of(low), elo_of(high), self.unit)

    @property
    def los(self) -> float:
        """The likelihood of superiority: how sure it is that the player is the stronger one."""
        centre, error = self._with_two_more()
        return (1 + erf((centre - 0.5) / error / sqrt(2))) / 2

    @property
    def normalized_elo(self) -> float:
        """The score in standard deviations of a game, in the units of normalised Elo."""
        if not self.pairs:
            return 0.0
        mean, variance = _moments(_density(self.counts))
        if variance == 0:
            return 0.0 if mean == 0.5 else (inf if mean > 0.5 else -inf)
        return _NORMALIZED * (mean - 0.5) / sqrt(variance * self.games_a_pair)

    def reversed(self) -> PairStats:
        """Give the same pairs as the other player sees them."""
        return PairStats(self.counts[::-1], self.unit)

    def _with_two_more(self) -> tuple[float, float]:
        """Give the mean and its standard error with a lost and a won pair put in."""
        counts = (self.counts[0] + 1, *self.counts[1:-1], self.counts[-1] + 1)
        mean, variance = _moments(_density(counts))
        return mean, sqrt(variance / sum(counts))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential test of two Elo differences, which may stop after any pair.

    The log-likelihood ratio is that of the pairs' scores, each hypothesis at its most likely
    distribution. With `normalized` (the default) the differences are in normalised Elo, which
    measures a score in standard deviations of a game; otherwise in plain Elo. Sources: M. Van den
    Bergh, *Normalized Elo in practice* and *The generalized likelihood ratio test for an
    expectation value*; A. Wald, *Sequential Analysis*, for the bounds.

    >>> test = Sprt(0, 3)
    >>> round(test.llr(PairStats((49, 1759, 4072, 1949, 60))), 2)
    2.98
    >>> test.decide(PairStats((49, 1759, 4072, 1949, 60)))
    'H1'

    Attributes:
        elo0: the difference of H0, such as "no better".
        elo1: the difference of H1, above `elo0`.
        alpha: how often H1 may be accepted when H0 holds.
        beta: how often H0 may be accepted when H1 holds.
        normalized: whether the differences are in normalised Elo.

    Raises:
        ValueError: `elo1` is not above `elo0`, or an error rate is not between 0 and ½.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    normalized: bool = True

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            number(name, getattr(self, name))
        if not -inf < self.elo0 < self.elo1 < inf:
            raise ValueError(f"expected elo0 < elo1, got {self.elo0} and {self.elo1}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name}={getattr(self, name)}: expected more than 0, below 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The ratio at which H0 is accepted, and that at which H1 is."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, stats: PairStats) -> float:
        """Give the log-likelihood ratio of H1 to H0."""
        n = stats.pairs
        if n == 0:
            return 0.0
        seen = _density([max(count, _LEAST) for count in stats.counts])
        if self.normalized:
            scale = sqrt(stats.games_a_pair) / _NORMALIZED
            under = [_likeliest_deviation(seen, elo * scale) for elo in (self.elo0, self.elo1)]
        else:
            under = [_likeliest_mean(seen, score_of(elo)) for elo in (self.elo0, self.elo1)]
        low, high = under
        return n * sum(p * log(b / a) for p, a, b in zip(seen, low, high, strict=True))

    def decide(self, stats: PairStats) -> str | None:
        """Give the accepted hypothesis, `H0` or `H1`, or None where more pairs are needed."""
        low, high = self.bounds
        ratio = self.llr(stats)
        if ratio >= high:
            return "H1"
        return "H0" if ratio <= low else None


# ---- distributions over the scores 0 to 1, in even steps ----


def _density(counts: Sequence[float]) -> list[float]:
    total = sum(counts)
    return [count / total for count in counts]


def _moments(density: Sequence[float]) -> tuple[float, float]:
    """Give the mean and the variance."""
    top = len(density) - 1
    mean = sum(p * i for i, p in enumerate(density)) / top
    return mean, sum(p * (i / top - mean) ** 2 for i, p in enumerate(density))


def _tilted(seen: Sequence[float], values: Sequence[float]) -> list[float]:
    """Give the most likely density, from what was seen, under which the values have mean 0.

    It is `p / (1 + x v)` for the x that makes the mean 0, found by Newton's method, and by halving
    where that leaves the interval. Where all values have one sign there is none, and the density
    stays as it was seen.
    """
    if not min(values) < 0 < max(values):
        return list(seen)
    low, high, x = -1 / max(values), -1 / min(values), 0.0
    for _ in range(_ROUNDS):
        parts = [(p, v / (1 + x * v)) for p, v in zip(seen, values, strict=True)]
        mean = sum(p * v for p, v in parts)
        low, high = (x, high) if mean > 0 else (low, x)
        last, x = x, x + mean / sum(p * v * v for p, v in parts)
        if not low < x < high:
            x = (low + high) / 2
        if abs(x - last) < _CLOSE:
            break
    return [p / (1 + x * v) for p, v in zip(seen, values, strict=True)]


def _likeliest_mean(seen: Sequence[float], mean: float) -> list[float]:
    """Give the most likely density with a mean."""
    top = len(seen) - 1
    return _tilted(seen, [i / top - mean for i in range(top + 1)])


def _likeliest_deviation(seen: Sequence[float], t: float) -> list[float]:
    """Give the most likely density whose mean is `t` standard deviations above one half.

    The constraint is solved by its linear form around the last density, a few times over. That
    finds its way only from nearby, so `t` is gone up to in steps.
    """
    top = len(seen) - 1
    steps = ceil(abs(t) / _STEP)
    density = _likeliest_mean(seen, 0.5)
    for step in range(1, steps + 1):
        here = t * step / steps
        for _ in range(_ROUNDS if step == steps else 2):
            mean, variance = _moments(density)
            sigma = sqrt(variance)
            last = density
            values = [
                i / top - 0.5 - here * sigma * (1 + ((mean - i / top) / sigma) ** 2) / 2
                for i in range(top + 1)
            ]
            density = _tilted(seen, values)
            if max(abs(a - b) for a, b in zip(density, last, strict=True)) < _CLOSE:
                break
    return density
