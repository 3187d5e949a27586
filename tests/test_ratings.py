"""Ratings of all players at once: what they must come to where that is known."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import combinations
from math import log10
from pathlib import Path
from random import Random

import pytest

import dominocore as dc
from dominocore.games import Game
from dominocore.paired import score_of
from dominocore.tournament_file import Group

pytest.importorskip("choix", reason="the extra ratings is not installed")
pytest.importorskip("openskill", reason="the extra ratings is not installed")


def played(strengths: list[float], deals: int, seed: int) -> dc.TournamentResult:
    """Give a made-up round robin of players of known strength, in which nobody ties."""
    rng, groups = Random(seed), []
    for deal in range(deals):
        for a, b in combinations(range(len(strengths)), 2):
            games = []
            for sides in ((a, b), (b, a)):
                first = rng.random() < score_of(strengths[sides[0]] - strengths[sides[1]])
                games.append(Game(sides, (0, 1) if first else (1, 0), (0, 0)))
            groups.append(Group(deal, (a, b), tuple(games)))
    names = tuple(f"p{number}" for number in range(len(strengths)))
    return dc.TournamentResult("draw", "round", "round-robin", names, 1, tuple(groups))


def test_two_players_have_the_elo_of_their_score() -> None:
    """With two players the fit is the Elo formula itself, one more deal being tied."""
    result = played([60, 0], 300, seed=1)
    one, two = result.bradley_terry()
    won = result.pair(0, 1).score * 600 + 1
    assert one.value - two.value == pytest.approx(400 * log10(won / (602 - won)), abs=1e-3)
    assert one.value == pytest.approx(-two.value)


def test_intervals_hold_the_truth() -> None:
    """Players of known Elo are found again; in 8 tournaments the intervals nearly always hold."""
    truth = [90.0, 30.0, 0.0, -120.0]
    hits = 0
    for seed in range(8):
        for rating, elo in zip(played(truth, 150, seed).bradley_terry(), truth, strict=True):
            hits += rating.low <= elo <= rating.high
            assert rating.value == pytest.approx(elo, abs=60)
    assert 32 * 0.8 < hits <= 32


def test_the_order_of_the_deals_does_not_matter_for_the_fit() -> None:
    """A fit to the whole table reads the same table in any order."""
    result = played([50, 0, -50], 40, seed=3)
    other = replace(result, groups=tuple(reversed(result.groups)))
    assert [r.value for r in other.bradley_terry()] == pytest.approx(
        [r.value for r in result.bradley_terry()]
    )


def test_who_won_everything_has_a_rating() -> None:
    """Nobody is infinitely strong after a few deals."""
    best, *_ = played([5000, 0, 0], 5, seed=1).bradley_terry()
    assert 100 < best.value < 1000


def test_free_for_all() -> None:
    """Three alone at a table are rated by both, and whoever never plays well comes last."""
    result = dc.tournament("bode", ["greedy", "random", "first"], deals=40, seed=7, isolate=False)
    fit, skill = result.bradley_terry(), result.openskill()
    assert [one.player for one in fit] == [one.player for one in skill] == list(result.players)
    assert sum(one.value for one in fit) == pytest.approx(0, abs=1e-6)
    assert all(one.low < one.value < one.high for one in (*fit, *skill))
    assert max(fit, key=lambda one: one.value).player == "greedy"


def test_openskill_needs_lone_sides() -> None:
    """A game in which one player has several sides is none that it can rate."""
    result = dc.tournament("latin", ["greedy", "first"], deals=1, seed=7, isolate=False)
    with pytest.raises(ValueError, match="each side is another player's"):
        result.openskill()


def test_openskill_starts_from_its_own_prior() -> None:
    """With no deal everybody has 25 ± 1.96 · 25/3, which is what the model starts from."""
    for one in played([0, 0], 0, seed=1).openskill():
        assert (one.value, one.high - one.value) == pytest.approx((25, 1.959964 * 25 / 3))
    with pytest.raises(ValueError, match="no deal was played"):
        played([0, 0], 0, seed=1).bradley_terry()


def test_without_the_extra_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error names the extra."""
    monkeypatch.setitem(sys.modules, "choix", None)
    with pytest.raises(ImportError, match=r"dominocore\[ratings\]"):
        played([0, 0], 2, seed=1).bradley_terry()


def test_without_matplotlib_one_is_told_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The error names the extra, and no file is begun."""
    from dominocore.rating_plot import draw  # noqa: PLC0415

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"pip install 'dominocore\[plot\]'"):
        draw((), "Elo", tmp_path / "plot.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_plot_is_the_same_each_time(tmp_path: Path) -> None:
    """Every player is named in the picture, and the same ratings give the same bytes."""
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    from dominocore.rating_plot import draw  # noqa: PLC0415  (after the check)

    ratings = played([50, 0, -50], 20, seed=3).bradley_terry()
    for name in ("one.svg", "two.svg", "three.png"):
        draw(ratings, "Elo", tmp_path / name)
    one = (tmp_path / "one.svg").read_text()
    assert one == (tmp_path / "two.svg").read_text()
    assert all(f">{rating.player}<" in one for rating in ratings)
    assert (tmp_path / "three.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="format"):
        draw(ratings, "Elo", tmp_path / "four.what")
