# SPDX-License-Identifier: MIT
"""The plugin against a naive telling of the same game, move by move over random hands."""

from __future__ import annotations

import random
from itertools import product

import pytest
from oracle_texas42 import CALLS, Told, led_suit, taker

from dominocore import Tile
from dominocore_texas42 import Texas42Rules, Texas42State, Trumps
from dominocore_texas42.suits import TILES, TRUMPS

OPTIONS = {
    "marks": Texas42Rules(),
    "redeal": Texas42Rules(all_pass="redeal"),
    "points": Texas42Rules(scoring="points", target=250),
    "played out": Texas42Rules(play_out=True),
    "nello and plunge": Texas42Rules(nello="both", plunge=True),
    "nello played out": Texas42Rules(nello="doubles", play_out=True),
}
HANDS = 500


def short(tile: Tile) -> str:
    return f"{tile.high}{tile.low}"


def told(start: Texas42State) -> Told:
    hands = [[short(tile) for tile in hand] for hand in start.hands]
    rules = start.rules
    options = {name: getattr(rules, name) for name in rules.options()}
    return Told(options, hands, start.leader)


def choose(state: Texas42State, rng: random.Random) -> str:
    """Choose a move, bids seldom high, so that all calls and long hands come about."""
    words = [str(move) for move in state.moves]
    if words[-1] == "plunge" and rng.random() < 0.5:
        return "plunge"
    nello = [word for word in words if word.startswith("nello")]
    if nello and rng.random() < 0.5:
        return rng.choice(nello)
    if words[0] == "--" and rng.random() < 0.6:
        return "--"
    return rng.choice(words[:4] if rng.random() < 0.5 else words)


@pytest.mark.parametrize("name", OPTIONS)
def test_random_hands_go_the_same_way(name: str) -> None:
    """Turn, legal moves, points taken, hands and result are the same after each move."""
    rules = OPTIONS[name]
    rng = random.Random(name)
    for seed in range(HANDS):
        state = rules.deal(seed=seed, leader=seed % 4)
        naive = told(state)
        while True:
            assert state.turn == naive.turn
            assert sorted(map(str, state.moves)) == sorted(naive.legal)
            assert state.taken == tuple(naive.points)
            assert [set(map(short, hand)) for hand in state.hands] == list(map(set, naive.hands))
            if state.turn is None:
                break
            assert naive.score is None
            word = choose(state, rng)
            state = state.play(word)
            naive.play(word)
        assert state.outcome is not None
        assert state.outcome.points == naive.score
        assert state.outcome.side == naive.winner


@pytest.mark.parametrize("call", TRUMPS)
def test_tricks_of_four_are_taken_by_the_same_tile(call: str) -> None:
    """Random tricks under each call are led and taken as in the lists of the suits."""
    rng = random.Random(call)
    for _ in range(2000):
        tiles = rng.sample(TILES, 4)
        texts = [short(tile) for tile in tiles]
        suit = led_suit(call, texts[0])
        assert Trumps.of(call).led_by(tiles[0]) == (7 if suit == "doubles" else int(suit))
        assert Trumps.of(call).winner(tiles) == taker(call, texts)


def second_takes(call: str, first: Tile, second: Tile) -> bool:
    """Say by cases whether the second tile takes a trick that the first one led."""
    kind = call.split("-")[1]
    if kind.isdigit():
        trump = int(kind)
        if trump in first and trump in second:
            return second.is_double or (
                not first.is_double and second.other(trump) > first.other(trump)
            )
        if trump in second:
            return True
        if trump in first:
            return False
    if kind == "doubles":
        if first.is_double and second.is_double:
            return second.high > first.high
        if first.is_double:
            return False
        if second.is_double:
            return call == "trump-doubles"
        return first.high in second and second.other(first.high) > first.low
    if first.is_double or first.high not in second:
        return False
    return second.is_double or second.other(first.high) > first.low


TAKES = {
    # A call of a number: 7 trumps over 21 others, 7 * 6 / 2 pairs of trumps, and for the six
    # numbers left, led by the higher half: 25 + 16 + 9 + 4 + 1.
    **{f"trump-{pip}": 147 + 21 + 55 for pip in range(7)},
    # Doubles over 21 others, pairs of doubles, and suits without doubles: 30 + 20 + 12 + 6 + 2.
    "trump-doubles": 147 + 21 + 70,
    # No trumps: for each lower half the tiles above it, 36 + 25 + 16 + 9 + 4 + 1.
    "trump-none": 91,
    "nello-doubles": 21 + 70,
    "nello-high": 91,
}


@pytest.mark.parametrize("call", TRUMPS)
def test_who_takes_each_pair_of_tiles(call: str) -> None:
    """All pairs of different tiles under all calls, and how often the second one takes."""
    trumps = Trumps.of(call)
    wins = 0
    for first, second in product(TILES, TILES):
        if first is second:
            continue
        won = second_takes(call, first, second)
        assert trumps.winner([first, second]) == won, (call, first, second)
        assert taker(call, [short(first), short(second)]) == won
        wins += won
    assert wins == TAKES[call]


def test_the_naive_telling_knows_all_calls() -> None:
    """No call is left out of the comparison."""
    assert set(TRUMPS) == {*CALLS, "nello-doubles", "nello-high"}
