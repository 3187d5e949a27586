# SPDX-License-Identifier: MIT
"""Settlements and the winners of matches, field by field, against the naive oracle."""

from __future__ import annotations

import random

import pytest

import oracle
from dominocore import Rules, RulesError
from dominocore._native import ffi, lib
from oracle_scores import settle

KINDS = ("simple", "double", "both_ends", "double_both_ends", "blocked")
SPACE = {
    "blocked_winner": ("lowest_side", "lowest_seat", "blocker_or_next", "none"),
    "blocked_tie": ("none", "blocker_loses", "blocker_wins", "nearest_lead", "replay"),
    "score": ("winner_gains", "winner_gains", "penalties", "unit", "closing", "none"),
    "points_from": ("opponents", "all"),
    "minus_own": (True, False),
    "rounding": ("none", "down 5", "nearest 5", "up 5", "nearest 2", "down 10"),
    "rounding_per_hand": (False, True),
    "blocker_exempt": (False, True),
    "tile_values": ((), (("0-0", 50), ("2-1", 7))),
}
SIDES = {
    2: [(0, 1)],
    3: [(0, 1, 2), (0, 1, 1)],
    4: [(0, 1, 2, 3), (0, 1, 0, 1), (0, 0, 1, 1)],
    6: [(0, 1, 2, 0, 1, 2), (0, 1, 0, 1, 0, 1)],
}


def scoring_rules(rng: random.Random) -> Rules:
    """Draw rules whose settlements differ, until a combination is possible."""
    while True:
        seats = rng.choice(list(SIDES))
        fields = {name: rng.choice(values) for name, values in SPACE.items()}
        if fields["score"] == "closing":
            fields["closing_points"] = tuple((kind, rng.randrange(1, 9)) for kind in KINDS)
        try:
            return Rules(seats=seats, sides=rng.choice(SIDES[seats]), hand_size=2, **fields)
        except ValueError:
            continue


def as_fields(rules: Rules) -> dict:
    """The rules as the oracle takes them."""
    fields = {name: getattr(rules, name) for name in oracle.DEFAULTS if hasattr(rules, name)}
    fields["sides"] = tuple(rules.side_of(seat) for seat in range(rules.seats))
    return fields


@pytest.mark.parametrize("ending", ["out", "blocked"])
def test_settlements_are_those_of_the_oracle(ending: str) -> None:
    """Who wins a round, by which seat, and for how many points: the same for 3000 random hands,
    many with equal pips, under every way to count them."""
    rng = random.Random(ending)
    ties = 0
    for _ in range(3000):
        rules = scoring_rules(rng)
        tiles = rng.sample(list(rules.tiles), 3 * rules.seats)
        small = sorted(tiles, key=lambda tile: tile.pips)[: rng.choice((8, 28))]
        hands: list[list] = [[] for _ in range(rules.seats)]
        for tile in small[: rng.randrange(1, len(small) + 1)]:
            rng.choice(hands).append(tile)
        seat, leader = rng.randrange(rules.seats), rng.randrange(rules.seats)
        if ending == "out":
            hands[seat] = []
        closing = rng.choice(KINDS[:4]) if ending == "out" else "simple"
        outcome = rules.settle(ending, seat, hands, leader, closing)
        held = [[(tile.high, tile.low) for tile in hand] for hand in hands]
        points, side, winner = settle(as_fields(rules), ending, seat, held, leader, closing)
        assert (outcome.points, outcome.side, outcome.seat) == (tuple(points), side, winner)
        assert outcome.blocker == (seat if ending == "blocked" else None)
        pips = [sum(map(sum, hand)) for hand in held]
        ties += pips.count(min(pips)) > 1
    assert ties > 300


@pytest.mark.parametrize("wins", ["high", "low"])
def test_winners_are_those_of_the_oracle(wins: str) -> None:
    """A match ends when a total reaches the target; equal totals share the win or play on."""
    rng = random.Random(wins)
    for _ in range(2000):
        seats = rng.choice((2, 3, 4))
        rules = Rules(
            seats=seats,
            hand_size=5,
            wins=wins,
            score="penalties" if wins == "low" else "winner_gains",
            target=rng.choice((5, 20, None)),
            match_tie=rng.choice(("shared", "extra_round")),
        )
        totals = [rng.choice((0, 4, 5, 6, 19, 20, 21)) for _ in range(seats)]
        expected = oracle.match_winners(as_fields(rules), totals)
        assert rules.winners(totals, 3) == expected, (rules, totals)


@pytest.mark.parametrize("seat", [-1, 2])
def test_the_core_refuses_other_seats(seat: int) -> None:
    """A seat or a leader beyond the table is an error of its own, whichever of them it is."""
    rules, hands, out = Rules(), ffi.new("dmc_set[8]"), ffi.new("dmc_result *")
    before = bytes(ffi.buffer(out))
    native = rules._native
    for who, leader in ((seat, 0), (0, seat)):
        code = lib.dmc_result_settle(native, lib.DMC_ENDING_OUT, who, leader, 0, hands, out)
        assert code == lib.DMC_ERR_BAD_SEAT
    assert bytes(ffi.buffer(out)) == before


@pytest.mark.parametrize(
    ("ending", "closing"),
    [("DMC_ENDING_TARGET", 0), ("DMC_ENDING_OUT", -1), ("DMC_ENDING_OUT", 5)],
)
def test_the_core_refuses_other_endings(ending: str, closing: int) -> None:
    """Only a round that is out or blocked is settled, and only five closings are known."""
    out = ffi.new("dmc_result *")
    code = lib.dmc_result_settle(
        Rules()._native, getattr(lib, ending), 0, 0, closing, ffi.new("dmc_set[8]"), out
    )
    assert code == lib.DMC_ERR_MOVE
    assert lib.DMC_CLOSING_BLOCKED == 4


def test_hands_may_hold_the_whole_set() -> None:
    """Nothing has to lie on the table: two hands of all 28 tiles are settled by their pips."""
    tiles = sorted(Rules().tiles, key=lambda tile: tile.pips)
    outcome = Rules().settle("blocked", 0, [tiles[:14], tiles[14:]])
    light, heavy = sum(t.pips for t in tiles[:14]), sum(t.pips for t in tiles[14:])
    assert light + heavy == 168
    assert (outcome.side, outcome.points) == (0, (heavy - light, 0))


@pytest.mark.parametrize(("held", "refused"), [("6-5", True), ("", False)])
def test_a_side_goes_out_as_a_whole_where_the_rules_say_so(held: str, refused: bool) -> None:
    """Under `out="side"` a partner that still holds a tile has not gone out; opponents may."""
    rules = Rules(seats=4, sides=(0, 1, 0, 1), out="side")
    hands = ["", "6-6", held, "5-5"]
    if refused:
        with pytest.raises(RulesError, match="seat 2 has not gone out: it holds"):
            rules.settle("out", 0, hands)
    else:
        assert rules.settle("out", 0, hands).points == (22, 0)
