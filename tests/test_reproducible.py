# SPDX-License-Identifier: MIT
"""The same seed gives the same deal, rounds and tournament, on every machine and in each release.

Where an order is a plain shuffle it is made again from the definition of the generator. The rest is
pinned: what is written here was right by the other tests when it was written, and a change of it
is a change that users see, which belongs in the changelog.
"""

from __future__ import annotations

import random
import struct
from array import array
from collections.abc import Iterator
from hashlib import sha256

import pytest

import dominocore as dc
from dominocore import vector
from dominocore._native import lib
from dominocore.game import shuffled
from test_native import chacha

SEED = 20_250_317


def digest(data: bytes | str) -> str:
    """Shorten bytes to what tells them from all others."""
    return sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:16]


def spelled(tiles: tuple[dc.Tile, ...]) -> str:
    """Write tiles on a line."""
    return " ".join(map(str, tiles))


# ---- by the definition ----


def stream(seed: int, numbers: tuple[int, int, int]) -> Iterator[int]:
    """Give the words of a stream, block after block."""
    counter = 0
    while True:
        yield from chacha(seed.to_bytes(32, "little"), counter, numbers)
        counter += 1


def below(words: Iterator[int], bound: int) -> int:
    """Draw a number as D. Lemire's "Fast random integer generation in an interval" does."""
    while True:
        product = next(words) * bound
        if product % 2**32 >= 2**32 % bound:
            return product >> 32


@pytest.mark.parametrize("seed", [0, 1, SEED, (1 << 256) - 1])
@pytest.mark.parametrize("pips", [6, 9, 18])
def test_a_deal_is_the_shuffle_that_the_generator_defines(seed: int, pips: int) -> None:
    """A deal is the set in order, each tile from the last exchanged with one drawn at or below it:
    hands from the first tile on, then the boneyard, whose tiles stand as they are drawn."""
    rules = dc.Rules(max_pip=pips, seats=3, hand_size=7)
    for number in (1, 2, 1000):
        order, words = list(rules.tiles), stream(seed, (lib.DMC_FOR_DEAL, number, 0))
        for last in range(len(order) - 1, 0, -1):
            place = below(words, last + 1)
            order[last], order[place] = order[place], order[last]
        state = dc.State.deal(rules, seed=seed, round=number, leader=0)
        assert [set(hand) for hand in state.hands] == [set(order[i : i + 7]) for i in (0, 7, 14)]
        assert list(state.boneyard) == order[21:]


@pytest.mark.parametrize("seed", [0, SEED, (1 << 256) - 1])
def test_tiles_are_shuffled_as_the_generator_defines(seed: int) -> None:
    """Each place is drawn by 256 bits of a stream of its own, the last place first."""
    tiles = tuple(dc.Rules(max_pip=9).tiles)
    order = list(tiles)
    for last in range(len(order) - 1, 0, -1):
        words = chacha(seed.to_bytes(32, "little"), 0, (lib.DMC_FOR_DEAL, 5, last))
        place = int.from_bytes(struct.pack("<8I", *words[:8]), "little") % (last + 1)
        order[last], order[place] = order[place], order[last]
    assert shuffled(tiles, seed, 5) == tuple(order)


# ---- as it was ----


def test_deals() -> None:
    """Hands, boneyard and leader of a seed."""
    state = dc.variant("draw").deal(seed=SEED)
    assert [spelled(tiles) for tiles in (*state.hands, state.boneyard)] == [
        "1-0 1-1 2-2 3-2 4-0 5-1 6-2",
        "4-3 5-0 5-2 5-3 5-4 6-4 6-5",
        "3-1 3-3 3-0 6-1 4-4 6-3 2-1 2-0 0-0 4-1 4-2 6-6 5-5 6-0",
    ]
    assert state.leader == 0


def test_the_lot_of_a_deal() -> None:
    """Who leads by lot, from round to round."""
    rules = dc.Rules(seats=4, hand_size=5, opening=("lot",))
    leaders = [dc.State.deal(rules, seed=SEED, round=n).leader for n in range(1, 25)]
    assert leaders == [1, 3, 1, 3, 3, 3, 0, 2, 0, 1, 3, 1, 2, 1, 0, 1, 0, 1, 0, 3, 1, 2, 1, 1]


def test_shuffles() -> None:
    """The order of a set of 28 tiles."""
    assert spelled(shuffled(dc.Rules().tiles, SEED)) == (
        "4-1 1-1 3-1 5-4 5-5 5-2 0-0 3-2 5-0 5-3 6-5 3-0 6-2 4-4 6-3 6-4 6-1 4-3 2-0 4-0 2-2 3-3 "
        "6-6 1-0 2-1 4-2 5-1 6-0"
    )


@pytest.mark.parametrize(("name", "totals", "wins", "plies"), [
    ("block", (15474, 1265), (870, 130), 11870),
    ("fives", (15605, 8580), (457, 383), 13577),
    ("partnership", (6613, 10593), (315, 671), 26780),
    ("cross", (38534, 233), (932, 68), 27353),
])  # fmt: skip
def test_random_rounds(
    name: str, totals: tuple[int, ...], wins: tuple[int, ...], plies: int
) -> None:
    """What a thousand rounds from one deal came to, from each of the core's ways to play them."""
    played = dc.playouts(dc.variant(name).deal(seed=SEED), 1000, seed=SEED)
    assert (played.totals, played.wins, played.plies) == (totals, wins, plies)


def test_sampled_worlds() -> None:
    """The hidden hands that a seed draws for a seat that knows of a pass."""
    state = dc.variant("draw").deal(seed=SEED)
    while not state.moves[0].is_pass:
        state = state.play(state.moves[0])
    state = state.play(state.moves[0])
    view = state.observe(state.turn)
    worlds = view.sample(SEED, n=100)
    assert spelled(worlds[0].hands[1 - state.turn]) == "4-4 5-4 6-4 6-5"
    assert digest("\n".join(spelled(w.hands[1 - state.turn]) for w in worlds)) == "6ec0142b6c9410ec"


def test_rounds_stepped_together() -> None:
    """What learners see of rounds in which the lowest action is taken."""
    rounds = vector.Rounds(dc.variant("fives").rules, 8, seed=SEED)
    masks, seen = bytearray(8 * rounds.n_actions), bytearray(8 * vector.OBSERVATION["itemsize"])
    rounds.attach(masks=masks, observations=seen)
    told = []
    for _ in range(100):
        told.append(bytes(masks))
        rows = (masks[i * rounds.n_actions : (i + 1) * rounds.n_actions] for i in range(8))
        rounds.step(array("i", [row.index(1) for row in rows]))
    assert digest(b"".join(told)) == "468abb1a88ec2348"


PLAYERS = ["greedy", "random", "ismcts:iters=40", "pimc:worlds=4"]


def test_a_tournament() -> None:
    """The points of players that draw, that search a tree and that solve worlds."""
    result = dc.tournament(
        "partnership", PLAYERS, deals=2, seed=SEED, isolate=False, time_limit=None
    )
    assert not result.faults
    games = [(game.sides, game.points) for group in result.groups for game in group.games]
    assert digest(repr(games)) == "f27b9859d9a9e409"


def test_a_match() -> None:
    """The totals of a match, round by round, between players that draw their moves."""
    played = dc.Table("fives", ["random", "random"], seed=SEED).play_match()
    assert [result.scores for result in played.rounds] == [
        (30, 5),
        (30, 15),
        (30, 15),
        (50, 15),
        (70, 25),
        (75, 25),
        (80, 35),
        (80, 45),
        (80, 50),
        (100, 65),
    ]


def test_python_draws_as_it_did() -> None:
    """The standard library's generator, which tests and examples draw from, is the same on every
    release of Python."""
    rng = random.Random(SEED)
    assert [rng.randrange(28) for _ in range(8)] == [10, 14, 15, 4, 6, 13, 1, 15]
