"""The formulas of paired games: published runs, known win rates, and what they must not do."""

from __future__ import annotations

import random
from math import inf, isfinite, sqrt
from typing import Any

import pytest

from dominocore import paired
from dominocore.paired import EloDiff, PairStats, Sprt, elo_of, score_of

# Two runs that OpenBench published (Reckless, pull request 1038): the counts, the bounds of
# normalised Elo, the ratio, and the Elo with half the width of its interval.
PUBLISHED = [
    ((49, 1759, 4072, 1949, 60), (0, 3), 2.98, 4.67, 2.78),
    ((1, 1329, 3500, 1502, 9), (0, 3), 2.96, 5.18, 2.88),
]
# Distributions over 0, ½, 1, 1½ and 2 points of a pair: even and wide, even and narrow, uneven,
# and nearly always won.
KNOWN = [
    (0.25, 0.0, 0.5, 0.0, 0.25),
    (0.0, 0.02, 0.92, 0.06, 0.0),
    (0.05, 0.1, 0.3, 0.35, 0.2),
    (0.0, 0.0, 0.05, 0.05, 0.9),
]


def mean(weights: tuple[float, ...]) -> float:
    """Give the expected score of a game under a distribution of pairs."""
    return sum(i / 4 * p for i, p in enumerate(weights))


def drawn(rng: random.Random, weights: tuple[float, ...], n: int) -> PairStats:
    """Draw pairs from a distribution."""
    return PairStats.of(rng.choices(range(5), weights, k=n), games=2)


@pytest.mark.parametrize(("counts", "bounds", "llr", "elo", "half"), PUBLISHED)
def test_published_runs(
    counts: tuple[int, ...], bounds: tuple[float, float], llr: float, elo: float, half: float
) -> None:
    """The ratio, the Elo and its interval are those that another program published."""
    stats, test = PairStats(counts), Sprt(*bounds)
    assert round(test.llr(stats), 2) == llr
    assert round(stats.elo.elo, 2) == elo
    assert round((stats.elo.high - stats.elo.low) / 2, 2) == half
    assert test.decide(stats) == "H1"


@pytest.mark.parametrize(("weights", "most"), list(zip(KNOWN, (0.97, 1, 0.97, 1), strict=True)))
@pytest.mark.parametrize("pairs", [50, 400])
def test_intervals_cover_what_they_say(weights: tuple[float, ...], most: float, pairs: int) -> None:
    """In 1,000 tournaments of known strength the interval holds the true score 95 % of the time.

    The lower bound is four standard errors of that share below it. Few pairs that hardly ever
    differ may cover more: there is little to tell the width from.
    """
    rng, truth = random.Random(pairs), mean(weights)
    hits = 0
    for _ in range(1000):
        low, high = drawn(rng, weights, pairs).score_interval
        hits += low <= truth <= high
    assert 0.95 - 4 * sqrt(0.95 * 0.05 / 1000) < hits / 1000 <= most


def test_single_games_would_mislead() -> None:
    """The error of swapped games is not that of single games, in either direction.

    A deal that decides both games is a pair of one point: many such pairs say that two players
    are equal far more surely than as many single games would; pairs won or lost whole, less so.
    """
    tied, whole = PairStats((0, 0, 100, 0, 0)), PairStats((50, 0, 0, 0, 50))
    single = 0.5 / sqrt(200)
    assert tied.standard_error == 0 < single < whole.standard_error


def test_elo_and_score_are_inverse() -> None:
    """A score of 10/11 is 400 Elo, by definition of the scale; each formula undoes the other."""
    assert elo_of(10 / 11) == pytest.approx(400) and elo_of(0.5) == 0
    assert str(elo_of(0.5)) == "0.0"
    assert (elo_of(0), elo_of(1)) == (-inf, inf)
    for elo in (-300, -1.5, 0, 20, 700):
        assert elo_of(score_of(elo)) == pytest.approx(elo)


@pytest.mark.parametrize("counts", [(0, 0, 1000, 0, 0), (0, 0, 0, 0, 20), (3, 0, 0, 0, 0)])
def test_equal_results_are_no_certainty(counts: tuple[int, ...]) -> None:
    """An interval is never a point, and always holds the score."""
    stats = PairStats(counts)
    low, high = stats.score_interval
    assert low < high and low <= stats.score <= high


def test_no_pair_yet() -> None:
    """Without a pair nothing is known: one half, from nothing to everything."""
    stats = PairStats((0, 0, 0, 0, 0))
    assert (stats.score, stats.standard_error, stats.los) == (0.5, inf, 0.5)
    assert (stats.elo.low, stats.elo.high) == (-inf, inf)
    assert Sprt(0, 5).llr(stats) == 0 and Sprt(0, 5).decide(stats) is None


def test_the_other_side_sees_the_opposite() -> None:
    """Seen by the other player everything changes its sign."""
    stats = PairStats((3, 10, 40, 17, 6))
    other = stats.reversed()
    assert other.score == pytest.approx(1 - stats.score)
    assert other.los == pytest.approx(1 - stats.los)
    assert (other.elo.low, other.elo.high) == pytest.approx((-stats.elo.high, -stats.elo.low))
    assert other.normalized_elo == pytest.approx(-stats.normalized_elo)


def test_normalised_elo_does_not_depend_on_ties() -> None:
    """Tied pairs dilute Elo and normalised Elo differently: by the square root for the latter."""
    some, more = PairStats((10, 0, 0, 0, 30)), PairStats((10, 0, 120, 0, 30))
    assert more.score - 0.5 == pytest.approx((some.score - 0.5) / 4)
    ratio = more.normalized_elo / some.normalized_elo
    assert 1 / 4 < ratio < 1 / sqrt(4) * 1.01


def test_errors_of_the_sequential_test() -> None:
    """In 150 tests with each hypothesis true, it is rejected no more often than it says.

    Pairs come from a distribution whose mean is that of the hypothesis, in normalised Elo.
    """
    test, rng = Sprt(0, 100, alpha=0.05, beta=0.1), random.Random(5)
    shape = (0.1, 0.2, 0.4, 0.2, 0.1)
    deviation = sqrt(2 * sum(p * (i / 4 - 0.5) ** 2 for i, p in enumerate(shape)))
    for truth, other, rate in ((0, "H1", 0.05), (100, "H0", 0.1)):
        shift = truth / (800 / 2.302585) * deviation * 4
        moved = [p * (1 - shift) for p in shape]  # each pair is raised by ½ as often as `shift`
        for i in range(4):
            moved[i + 1] += shape[i] * shift
        moved[4] += shape[4] * shift
        wrong = sum(_verdict(test, rng, moved) == other for _ in range(150))
        assert wrong / 150 < rate + 3 * sqrt(rate * (1 - rate) / 150)


def _verdict(test: Sprt, rng: random.Random, weights: list[float]) -> str | None:
    counts = [0] * 5
    while True:
        for _ in range(10):
            counts[rng.choices(range(5), weights)[0]] += 1
        verdict = test.decide(PairStats(tuple(counts)))
        if verdict is not None:
            return verdict


def test_plain_elo_bounds() -> None:
    """With plain Elo the ratio is near the normal one: (s1 - s0)(2m - s0 - s1) n / 2v."""
    stats = PairStats((49, 1759, 4072, 1949, 60))
    s0, s1 = score_of(0), score_of(5)
    variance = stats.standard_error**2 * stats.pairs
    normal = stats.pairs * (s1 - s0) * (2 * stats.score - s0 - s1) / (2 * variance)
    assert Sprt(0, 5, normalized=False).llr(stats) == pytest.approx(normal, rel=0.01)


@pytest.mark.parametrize("elo", [-100, 5, 250])
@pytest.mark.parametrize("counts", [(21, 3, 56, 4, 22), (5, 10, 30, 20, 3), (1, 2, 3, 4, 3, 2, 1)])
def test_ratio_against_a_general_optimiser(counts: tuple[int, ...], elo: float) -> None:
    """The likelihood under a hypothesis is the largest that a general optimiser finds.

    It maximises the likelihood of the counts over all distributions whose mean is the given number
    of standard deviations above one half: SciPy's sequential quadratic programming knows nothing
    of the form that the solution has.
    """
    numpy = pytest.importorskip("numpy")
    optimize = pytest.importorskip("scipy.optimize")
    seen = numpy.maximum(counts, 1e-3) / numpy.maximum(counts, 1e-3).sum()
    at = numpy.linspace(0, 1, len(counts))

    def best(elo: float) -> float:
        t = elo / (800 / numpy.log(10)) * sqrt(len(counts) // 2)

        def off(p: Any) -> Any:
            mean = p @ at
            return mean - 0.5 - t * numpy.sqrt(max(p @ (at - mean) ** 2, 1e-300))

        found = []
        for start in (numpy.full(len(at), 1 / len(at)), 0.5 * seen + 0.5 * (at == (t > 0))):
            result = optimize.minimize(
                lambda p: -(seen @ numpy.log(numpy.maximum(p, 1e-15))),
                start,
                bounds=[(1e-12, 1)] * len(at),
                constraints=[
                    {"type": "eq", "fun": off},
                    {"type": "eq", "fun": lambda p: p.sum() - 1},
                ],
                options={"maxiter": 2000, "ftol": 1e-14},
            )
            if abs(off(result.x)) < 1e-6 and abs(result.x.sum() - 1) < 1e-6:
                found.append(-result.fun)
        return float(max(found))

    expected = sum(counts) * (best(elo + 20) - best(elo))
    assert Sprt(elo, elo + 20).llr(PairStats(counts)) == pytest.approx(expected, abs=1e-3)


def test_ratio_of_one_sided_results_is_finite() -> None:
    """Results that leave no variance give a ratio all the same, of the right sign."""
    for normalized in (False, True):
        test = Sprt(-5, 5, normalized=normalized)
        won, lost = (test.llr(PairStats(c)) for c in ((0, 0, 0, 0, 30), (30, 0, 0, 0, 0)))
        assert isfinite(won) and isfinite(lost) and lost < 0 < won


@pytest.mark.parametrize("games", [1, 2, 3, 4])
def test_pairs_are_counted_by_half_points(games: int) -> None:
    """So many games a pair give from none to twice as many half points, each with its count."""
    halves = [0, 1, 1, *[2 * games] * 3]
    stats = PairStats.of(halves, games, "match")
    assert stats.counts == (1, 2, *[0] * (2 * games - 2), 3) and stats.unit == "match"
    assert (stats.pairs, stats.games_a_pair) == (6, games)
    assert stats.score == pytest.approx(sum(halves) / 2 / (6 * games))


def test_text() -> None:
    """An Elo difference always says what it is of."""
    assert str(EloDiff(1.25, -3, 5.5, "match")) == "+1.2 [-3.0, +5.5] a match"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PairStats((1, 2)), "odd number of whole numbers"),
        (lambda: PairStats((1, -2, 3)), "odd number of whole numbers"),
        (lambda: PairStats((1, 2.5, 3)), "odd number"),  # type: ignore[arg-type]
        (lambda: PairStats((1, 2, 3), "hand"), "expected round or match"),
        (lambda: Sprt(3, 0), "elo0 < elo1"),
        (lambda: Sprt(0, inf), "elo0 < elo1"),
        (lambda: Sprt(-inf, 0), "elo0 < elo1"),
        (lambda: Sprt(3, 3), "elo0 < elo1"),
        (lambda: Sprt(0, 3, alpha=0), "alpha=0"),
        (lambda: Sprt(0, 3, beta=0.7), "beta=0.7"),
    ],
)
def test_what_is_refused(make: Any, message: str) -> None:
    """What cannot be counts or a test says what was expected."""
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("counts", "expected"),
    [((0, 0, 0), 0), ((0, 5, 0), 0), ((0, 0, 5), inf), ((5, 0, 0), -inf)],
)
def test_normalised_elo_without_variance(counts: tuple[int, ...], expected: float) -> None:
    """Where nothing varies the difference is none, or has no bound."""
    assert PairStats(counts).normalized_elo == expected


def test_values_of_one_sign_have_no_mean_of_zero() -> None:
    """No density makes the mean of positive values 0: what was seen stays. Where there is one, the
    mean under it is 0.
    """
    assert paired._tilted([0.25, 0.75], [1.0, 2.0]) == [0.25, 0.75]
    density = paired._tilted([0.25, 0.75], [1.0, -2.0])
    assert density[0] - 2 * density[1] == pytest.approx(0) and sum(density) == pytest.approx(1)
