# SPDX-License-Identifier: MIT
"""The games of the Caribbean: worked cases, and the contract of dominocore.

The texts that the cases come from are named in the docstrings; their addresses are in the README.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import dominocore as dc
from dominocore.testing import check_variant
from dominocore_caribbean.scores import six_love, tens

# The last 3 closes this line: when 5-3 joins on the left, both ends show 3 and no 3 is left.
THREES = "3-0 <0-2 <2-3 <3-3 <3-1 <1-6 <6-3 <3-4 <4-5"
NAMES = (
    "cuban-double-nine",
    "dominican",
    "jamaican",
    "jamaican-cutthroat",
    "puerto-rican-200",
    "puerto-rican-500",
)


def play(name: str, layout: str, hands: Sequence[str], move: str, **given: Any) -> dc.State:
    """Set tiles on the table, seat 0 to move, and play; tiles not named are out of play."""
    rules = dc.variant(name).rules
    state = dc.State.setup(rules, layout=layout, hands=hands, turn=0, partial=True, **given)
    return state.play(move)


def blocked(name: str, *hands: str, **given: Any) -> tuple[int, ...]:
    """Let seat 0 block, so that these hands are left, and give the points of the round."""
    state = play(name, THREES, [f"5-3 {hands[0]}", *hands[1:]], "<5-3", **given)
    assert state.outcome is not None and state.outcome.ending == "blocked"
    return state.outcome.points


@pytest.mark.parametrize("name", NAMES)
def test_game_keeps_the_contract(name: str) -> None:
    """Rounds and matches of the game end, conserve the tiles and keep hands hidden."""
    check_variant(name, rounds=12)


@pytest.mark.parametrize("seats", [2, 3])
def test_cutthroat_keeps_the_contract_with_fewer_seats(seats: int) -> None:
    """With two and three seats as well."""
    check_variant("jamaican-cutthroat", rounds=6, seats=seats)


def test_the_plugin_is_found_with_all_its_games() -> None:
    """The entry point of the installed distribution gives these games."""
    info = {info.name: info for info in dc.Registry(strict=True).plugins()}["caribbean"]

    assert (info.distribution, info.status) == ("dominocore-caribbean", "loaded")
    assert NAMES == tuple(sorted(info.variants))


@pytest.mark.parametrize("name", [*NAMES[1:3], *NAMES[4:]])
def test_double_six_games_open_with_the_double_six(name: str) -> None:
    """Four seats hold all tiles, and the holder of 6-6 has to lead it."""
    state = dc.variant(name).deal(seed=3)

    assert state.hand_sizes == (7, 7, 7, 7)
    assert [str(move) for move in state.moves] == ["*6-6"]


# ---- Cuba ----


def test_cuba_deals_ten_of_fifty_five_tiles() -> None:
    """pagat: ten tiles each, fifteen stay face down; any tile may be led."""
    state = dc.variant("cuban-double-nine").deal(seed=3)

    assert state.hand_sizes == (10, 10, 10, 10)
    assert (len(state.boneyard), len(state.moves)) == (15, 10)


def test_cuba_deals_again_when_a_hand_has_five_doubles() -> None:
    """pagat: five doubles or more can be thrown in; no dealt hand has them."""
    variant = dc.variant("cuban-double-nine")
    deals = [variant.deal(seed=seed).hands for seed in range(300)]

    assert max(sum(tile.is_double for tile in hand) for hands in deals for hand in hands) == 4


def test_cuba_counts_the_pips_of_the_losers_alone() -> None:
    """onlinedominogames: the pips in the losers' hands, "ignoring their own pip count"."""
    rules = dc.variant("cuban-double-nine").rules

    assert rules.settle("out", 0, ["", "9-9 1-0", "9-8", "2-2"]).points == (23, 0)
    assert rules.settle("blocked", 0, ["9-9", "1-0", "0-0", "2-2"]).points == (0, 18)


def test_cuba_gives_nothing_for_an_equal_block() -> None:
    """onlinedominogames: "If pip count for both teams are equal …, no score is awarded"."""
    outcome = dc.variant("cuban-double-nine").rules.settle("blocked", 0, ["5-4", "8-1", "", ""])

    assert (outcome.side, outcome.points) == (None, (0, 0))


# ---- Puerto Rico ----


@pytest.mark.parametrize(("number", "bonus"), [(1, 100), (2, 75), (3, 50), (4, 25), (5, 0), (6, 0)])
def test_five_hundred_pays_the_winners_of_the_first_rounds(number: int, bonus: int) -> None:
    """Spanish American Club: 100, 75, 50, 25 for games 1 to 4, none from the fifth on.

    The round gives the pips of all hands: 6 + 4 + 2 = 12, the partner's 4 with them.
    """
    state = play("puerto-rican-500", "6-1", ["1-2", "3-3", "4-0", "2-0"], "<1-2", round=number)

    assert state.points == (12 + bonus, 0)


def test_five_hundred_pays_capicu_but_not_for_a_double() -> None:
    """Ramos: 100 when the winning tile fits either end, "excluding doubles"."""
    hands = ["6-1", "2-0", "", ""]
    double = ["4-4", "2-0", "", ""]

    assert play("puerto-rican-500", "6-2 <2-1", hands, ">6-1", round=5).points == (102, 0)
    assert play("puerto-rican-500", "4-2 <2-1 <1-4", double, ">4-4", round=5).points == (2, 0)


def test_five_hundred_pays_chuchazo_for_going_out_with_the_double_blank() -> None:
    """Spanish American Club: 100 when the chucha is the winning tile."""
    hands = ["0-0", "2-1", "", ""]

    assert play("puerto-rican-500", "6-2 <2-0", hands, "<0-0", round=5).points == (103, 0)


def test_five_hundred_pays_no_chuchazo_for_a_block() -> None:
    """Spanish American Club: none "when the Tranque in a blocked game is the Chucha"."""
    dead = "1-0 >1-2 >2-0 >0-3 >3-4 >4-0 >0-5 >5-6 >6-0"
    state = play("puerto-rican-500", dead, ["0-0 1-1", "5-5", "2-2", "3-3"], ">0-0", round=5)

    assert state.outcome is not None and state.outcome.ending == "blocked"
    assert state.points == (2 + 10 + 4 + 6, 0)


def test_five_hundred_gives_all_pips_for_a_block() -> None:
    """Ramos: the lightest hand "gets the points from the tiles left in the hands of all"."""
    assert blocked("puerto-rican-500", "0-1", "6-6", "0-0", "1-1", round=5) == (15, 0)
    assert blocked("puerto-rican-500", "6-6", "0-1", "0-0", "1-1", round=5) == (0, 15)
    assert blocked("puerto-rican-500", "0-1", "1-1", "2-2", "6-0", round=1) == (113, 0)


def test_five_hundred_gives_nothing_for_an_equal_block() -> None:
    """The library dominoes: a tie is worth no points, and the same seat starts again."""
    hands = ["5-3 2-2", "4-1", "1-1", "0-1"]
    state = play("puerto-rican-500", THREES, hands, "<5-3", round=1, leader=2)

    assert state.points == (0, 0)
    assert state.next_lead() == 2


@pytest.mark.parametrize(
    ("count", "points"),
    [
        *((0, 0), (1, 1), (4, 1), (5, 1), (14, 1), (15, 2), (24, 2)),
        *((25, 3), (34, 3), (35, 4), (44, 4), (45, 5), (100, 10), (125, 13)),
    ],
)
def test_two_hundred_turns_ten_pips_into_a_point(count: int, points: int) -> None:
    """dominos_pr: a tenth of the pips, halves up; here one at least."""
    assert points == tens(count)


def test_two_hundred_counts_all_hands_but_the_winners() -> None:
    """dominos_pr: the pips of the other three, the partner's with them: 12 + 11 + 2 = 25."""
    state = play("puerto-rican-200", "6-1", ["1-2", "6-6", "6-5", "2-0"], "<1-2")

    assert state.points == (3, 0)


def test_two_hundred_gives_two_for_the_block_whoever_wins_it() -> None:
    """dominos_pr: 2 to who blocks; the lowest hand wins the others' pips for its side.

    Seat 0 blocks and holds 1; the others hold 12, 10 and 2: 24 pips, two points. Then seat 1 is
    the lowest with 1, and the others hold 12, 10 and 2.
    """
    assert blocked("puerto-rican-200", "0-1", "6-6", "6-4", "1-1") == (4, 0)
    assert blocked("puerto-rican-200", "6-6", "0-1", "6-4", "1-1") == (2, 2)


def test_two_hundred_gives_nothing_for_equal_lowest_hands_but_for_the_block() -> None:
    """dominos_pr: a tie for the lowest hand scores nothing."""
    assert blocked("puerto-rican-200", "2-2", "4-0", "6-6", "6-5") == (2, 0)


# ---- the Dominican Republic ----


def test_dominican_pays_capicua() -> None:
    """dominoesonline: 25 when the last tile can be played on either end; 2 pips besides."""
    state = play("dominican", "6-2 <2-1", ["6-1", "2-0", "5-5", ""], ">6-1")

    assert state.points == (27, 0)


def test_dominican_pays_for_a_pass_on_the_lead_and_a_pass_of_three() -> None:
    """dominoesonline: 25 when the second seat passes on a double, 25 when three seats pass."""
    hands = ["6-6 6-1", "1-1 2-1", "2-2 3-2", "1-0 3-3"]
    rules = dc.variant("dominican", hand_size=2).rules
    rest = dc.TileSet.double(6) - dc.TileSet.parse(" ".join(hands))
    state = dc.State.deal(rules, hands=hands, exclude=tuple(rest)).play("*6-6").play(dc.PASS)

    assert state.points == (25, 0)
    assert state.play(dc.PASS).play(dc.PASS).points == (50, 0)


def test_dominican_lets_who_blocked_and_the_next_seat_settle_it() -> None:
    """dominoesonline: the lower of the two wins, a tie goes to who blocked.

    Points are those of the opponents' hands. The partners' hands do not matter.
    """
    assert blocked("dominican", "1-1", "2-1", "6-6", "0-0") == (3, 0)
    assert blocked("dominican", "2-1", "1-1", "0-0", "6-6") == (0, 3)
    assert blocked("dominican", "4-0", "2-2", "6-6", "0-0") == (4, 0)


# ---- Jamaica ----


def test_jamaica_wins_by_the_lowest_hand_when_blocked() -> None:
    """sixlove.app: the side of the lowest hand, "even if that player's partner is holding more"."""
    assert blocked("jamaican", "0-1", "1-1", "6-6", "2-1") == (1, 0)


def test_jamaica_gives_nothing_where_both_sides_have_the_lowest_hand() -> None:
    """sixlove.app: tied, "and neither team scores"; pagat: then the holder of 6-6 leads it."""
    state = play("jamaican", THREES, ["5-3 4-0", "2-2", "6-6", "4-4"], "<5-3")

    assert (state.outcome and state.outcome.side, state.points) == (None, (0, 0))
    assert state.next_lead() is None


def test_jamaica_starts_again_when_the_row_is_broken() -> None:
    """pagat: "If the other side wins a hand, the score returns to 0 - 0"."""
    line, hands = "6-1", ["1-2", "3-3", "4-0", "2-0"]

    assert play("jamaican", line, hands, "<1-2", scores=(3, 0)).points == (1, 0)
    assert play("jamaican", line, hands, "<1-2", scores=(0, 5)).points == (0, -5)


def test_jamaica_six_in_a_row_end_the_match() -> None:
    """pagat: "The aim is to win six times in succession": nobody else has a point at the end."""
    rng = random.Random(3)
    match = dc.Match("jamaican", seed=3)
    while not match.is_over:
        match = match.play(rng.choice(match.state.moves))
    won = [result.outcome.side for result in match.rounds if result.outcome.side is not None]

    assert sorted(match.scores) == [0, 6]
    assert set(won[-6:]) == set(match.winners or ())
    assert len(won) > 6


def test_cutthroat_starts_again_when_each_has_won() -> None:
    """sixlove.pages.dev: when every player has won a hand before six, the count starts again."""
    line, hands = "6-1", ["1-2", "3-3", "4-0", "2-0"]

    state = play("jamaican-cutthroat", line, hands, "<1-2", scores=(0, 2, 0, 5))
    again = play("jamaican-cutthroat", line, hands, "<1-2", scores=(0, 2, 1, 5))

    assert state.points == (1, 0, 0, 0)
    assert again.points == (0, -2, -1, -5)


def test_cutthroat_gives_a_block_to_the_lowest_hand_or_to_nobody() -> None:
    """sixlove.pages.dev: "compare only the tiles left in each player's own hand"; a tie is void."""
    assert blocked("jamaican-cutthroat", "4-0", "1-1", "6-6", "2-1") == (0, 1, 0, 0)
    assert blocked("jamaican-cutthroat", "2-1", "6-6", "4-4", "0-0 1-0 1-1") == (0, 0, 0, 0)


def test_cutthroat_deals_all_tiles() -> None:
    """pagat: 14, 9 or 7 tiles each; with three the double blank is left out."""
    for seats, size in ((2, 14), (3, 9), (4, 7)):
        state = dc.variant("jamaican-cutthroat", seats=seats).deal(seed=5)
        assert state.hand_sizes == (size,) * seats
        assert state.boneyard == ()
        assert (dc.Tile(0, 0) in state.rules.tiles) is (seats != 3)


def test_straight_six_runs_in_the_core() -> None:
    """eightygames: straight six goes to whoever first wins six hands; that is data."""
    rules = dc.variant("jamaican", row=False).rules

    assert rules.is_native
    assert rules.settle("out", 1, ["6-6", "", "1-1", "2-2"]).points == (0, 1)
    assert six_love is dc.variant("jamaican").rules.score_round
