"""Who meets whom, and that everybody has every hand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from dominocore.schedule import arrangements, lineups

MEETINGS = [(players, sides) for sides in range(2, 9) for players in range(2, sides + 1)]


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (5, 2), (3, 3), (2, 4), (6, 4)])
def test_everybody_meets_everybody_as_often(players: int, sides: int) -> None:
    """In a round robin any two players are in the same number of lineups, at least one."""
    found = lineups(players, sides)
    times = [sum({a, b} <= set(one) for one in found) for a, b in combinations(range(players), 2)]
    assert min(times) == max(times) > 0


def test_a_gauntlet_is_the_first_against_each() -> None:
    """A gauntlet has the meetings of the first player, each once."""
    assert lineups(4, 2, gauntlet=True) == [(0, 1), (0, 2), (0, 3)]
    assert lineups(4, 3, gauntlet=True) == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


@pytest.mark.parametrize(("players", "sides"), MEETINGS)
def test_everybody_has_every_hand_as_often(players: int, sides: int) -> None:
    """Over the games of a deal each player has each side the same number of times."""
    for deal in (0, 1, 5):
        games = arrangements(tuple(range(players)), sides, deal)
        assert len(set(games)) == len(games)
        held = Counter((side, who) for game in games for side, who in enumerate(game))
        assert len(held) == sides * players and len(set(held.values())) == 1


@pytest.mark.parametrize(("players", "sides"), MEETINGS)
def test_any_two_swap_hands(players: int, sides: int) -> None:
    """For any two players and any two sides, they have them both ways round as often."""
    for deal in (0, 3):
        games = arrangements(tuple(range(players)), sides, deal)
        for a, b in combinations(range(players), 2):
            held = Counter(
                (one, other)
                for game in games
                for one, other in permutations(range(sides), 2)
                if (game[one], game[other]) == (a, b)
            )
            assert held and all(held[one, other] == held[other, one] for one, other in held)


@pytest.mark.parametrize(("players", "sides"), MEETINGS)
def test_meetings_do_not_depend_on_the_deal(players: int, sides: int) -> None:
    """Two players meet, side against side, as often in one deal as in any other."""
    for a, b in combinations(range(players), 2):
        met = {
            sum(game.count(a) * game.count(b) for game in arrangements(everybody, sides, deal))
            for everybody in [tuple(range(players))]
            for deal in (0, 1, 5)
        }
        assert len(met) == 1


def test_neighbours_change_with_the_deal() -> None:
    """Over six deals of four seats everybody is followed by each of the others as often."""
    after: Counter[tuple[int, int]] = Counter()
    for deal in range(6):
        for game in arrangements((0, 1, 2, 3), 4, deal):
            after.update((game[seat], game[(seat + 1) % 4]) for seat in range(4))
    assert len(after) == 12 and len(set(after.values())) == 1


def test_lineups_sit_by_number() -> None:
    """The numbers of the players come through as they are."""
    assert arrangements((4, 7), 2, deal=9) == [(4, 7), (7, 4)]
