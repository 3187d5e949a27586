# SPDX-License-Identifier: MIT
"""The games of Brazil: worked cases, and the contract of dominocore.

The texts that the cases come from are named in the docstrings; their addresses are in the README.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import dominocore as dc
from dominocore.testing import check_variant

NAMES = ("brazilian-pairs", "pernambucano")
OTHERS = ("3-3", "0-2", "2-2")


def play(layout: str, hands: Sequence[str], move: str) -> tuple[int, ...]:
    """Set tiles of the Pernambucano on the table, let seat 0 play, and give the points."""
    rules = dc.variant("pernambucano").rules
    state = dc.State.setup(rules, layout=layout, hands=hands, turn=0, partial=True)
    return state.play(move).points


@pytest.mark.parametrize("name", NAMES)
def test_game_keeps_the_contract(name: str) -> None:
    """Rounds and matches of the game end, conserve the tiles and keep hands hidden."""
    check_variant(name, rounds=12)


def test_the_plugin_is_found_with_all_its_games() -> None:
    """The entry point of the installed distribution gives these games, and all run in C."""
    info = {info.name: info for info in dc.Registry(strict=True).plugins()}["brazil"]

    assert (info.distribution, info.status) == ("dominocore-brazil", "loaded")
    assert NAMES == tuple(sorted(info.variants))
    assert all(dc.variant(name).rules.is_native for name in NAMES)


# ---- Pernambuco ----


@pytest.mark.parametrize(
    ("layout", "tile", "move", "points"),
    [
        ("6-5 <5-4", "4-1", "<4-1", 1),
        ("6-5 <5-4", "4-4", "<4-4", 2),
        ("6-5 <5-4", "6-4", "<4-6", 3),
        ("5-4 >5-6 >6-4", "4-4", ">4-4", 4),
    ],
    ids=["batida simples", "carroça", "lá e lô", "cruzada"],
)
def test_the_last_tile_makes_the_points(layout: str, tile: str, move: str, points: int) -> None:
    """livrozilla: simple 1, a double 2, both ends 3, a double at both ends 4."""
    assert play(layout, [tile, *OTHERS], move) == (points, 0)


def test_a_tile_that_fits_one_end_is_a_simple_one() -> None:
    """A tile with a 4 at ends 4 and 5 fits one of them, whatever its other half."""
    assert play("6-5 >6-4", ["4-3", *OTHERS], ">4-3") == (1, 0)


def test_a_block_is_a_point_for_the_lowest_hand() -> None:
    """domino-esje: a closed game is counted and worth one point, like a simple one."""
    rules = dc.variant("pernambucano").rules

    assert rules.settle("blocked", 0, ["2-1", "2-2", "6-6", "5-5"], closing="blocked").points == (
        1,
        0,
    )
    assert rules.settle("blocked", 0, ["3-3", "0-0", "1-0", "6-6"], closing="blocked").points == (
        0,
        1,
    )


def test_an_equal_block_scores_nothing() -> None:
    """Both sides hold a lowest hand of 3 pips: nobody wins."""
    rules = dc.variant("pernambucano").rules
    outcome = rules.settle("blocked", 0, ["2-1", "3-0", "6-6", "5-5"], closing="blocked")

    assert (outcome.side, outcome.points) == (None, (0, 0))


def test_six_tiles_each_and_the_highest_double_leads() -> None:
    """livrozilla: 6-6, or 5-5 where it sleeps, and so on; four tiles sleep."""
    for seed in range(60):
        state = dc.variant("pernambucano").deal(seed=seed)
        doubles = [tile for hand in state.hands for tile in hand if tile.is_double]

        assert state.hand_sizes == (6, 6, 6, 6)
        assert len(state.boneyard) == 4
        assert [str(move) for move in state.moves] == [f"*{max(doubles, key=lambda t: t.pips)}"]


def test_four_doubles_in_a_hand_are_dealt_again() -> None:
    """livrozilla: a hand with four doubles or more is thrown in."""
    variant = dc.variant("pernambucano")
    hands = [hand for seed in range(400) for hand in variant.deal(seed=seed).hands]

    assert max(sum(tile.is_double for tile in hand) for hand in hands) == 3


def test_the_match_goes_to_six_and_may_pass_it() -> None:
    """domino-esje: who first has six points; a cruzada at five makes nine."""
    rules = dc.variant("pernambucano").rules
    layout, hands = "5-4 >5-6 >6-4", ["4-4", *OTHERS]
    state = dc.State.setup(rules, layout=layout, hands=hands, turn=0, partial=True, scores=(5, 0))

    assert rules.target == 6
    assert state.play(">4-4").points == (4, 0)


# ---- the pairs game ----


def test_pairs_gain_the_pips_of_the_opponents() -> None:
    """Wikipedia: all tiles left in the opponents' hands; the partner's do not count."""
    rules = dc.variant("brazilian-pairs").rules

    assert rules.settle("out", 0, ["", "6-6 1-0", "5-5", "2-2"]).points == (17, 0)


def test_pairs_settle_a_block_by_the_fewest_pips() -> None:
    """Wikipedia: who has fewer pips in hand wins and gains those of the opponents."""
    rules = dc.variant("brazilian-pairs").rules

    assert rules.settle("blocked", 0, ["6-6", "1-0", "0-0", "2-2"]).points == (0, 12)


def test_pairs_play_an_equal_block_again() -> None:
    """Fenae: after a tie another round is played; it opens as the one before did."""
    rules = dc.variant("brazilian-pairs").rules

    assert rules.settle("blocked", 0, ["3-2", "4-1", "1-1", "2-0"]).points == (0, 0)
    assert rules.blocked_tie == "replay"


def test_pairs_hand_the_lead_on() -> None:
    """Wikipedia: later rounds begin "no sentido anti-horário a partir deste jogador"."""
    match = dc.Match("brazilian-pairs", seed=4)
    first = match.leader
    while match.round == 1:
        match = match.play(match.state.moves[0])

    assert match.leader == (first + 1) % 4
    assert len(match.state.moves) == 7
