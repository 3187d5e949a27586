# SPDX-License-Identifier: MIT
"""Deals by seed, by order and by hands, and deals that are refused."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominocore import NotationError, Rules, RulesError, State, Tile, TileSet
from dominocore.builtin_variants import aberto, block, bode, draw, fives, latin

BLOCK = Rules()
TILES = tuple(BLOCK.tiles)
ALL = [aberto(), latin(2), latin(3), latin(4, pairs=True), bode(), fives(), draw(4), block(2)]


def everywhere(state: State) -> list[Tile]:
    """All tiles of a deal, hands first."""
    return [*(tile for hand in state.hands for tile in hand), *state.boneyard]


# ---- by seed ----


@given(st.integers(0, (1 << 256) - 1), st.sampled_from(ALL), st.integers(1, 1000))
def test_a_seeded_deal_is_whole(seed: int, rules: Rules, number: int) -> None:
    """Every tile is dealt once, hands have the size of the rules, and the deal repeats."""
    state = State.deal(rules, seed=seed, round=number, leader=0)
    assert sorted(everywhere(state)) == list(rules.tiles)
    assert state.hand_sizes == (rules.hand_tiles,) * rules.seats
    assert state.boneyard_size == len(state.boneyard)
    assert state == State.deal(rules, seed=seed, round=number, leader=0)
    assert state.round == number and state.leader == state.turn == 0 and state.opened_by == -1
    assert state.phase == "lead" and state.ends == () and state.outcome is None
    assert state.history == () and state.last is None and state.last_move is None


def test_seeds_and_rounds_deal_differently() -> None:
    """A thousand deals from seeds of one bit, of many bits, and of a match's rounds all differ."""
    deals = {everywhere_key(State.deal(BLOCK, seed=1 << bit)) for bit in range(256)}
    deals |= {everywhere_key(State.deal(BLOCK, seed=seed)) for seed in (0, 3, (1 << 256) - 1)}
    deals |= {everywhere_key(State.deal(BLOCK, seed=9, round=n)) for n in range(741)}
    assert len(deals) == 1000


def everywhere_key(state: State) -> tuple[Tile, ...]:
    return tuple(everywhere(state))


def test_no_seed_means_another_deal_each_time() -> None:
    """Without a seed the operating system's entropy deals."""
    assert len({everywhere_key(State.deal(BLOCK)) for _ in range(50)}) == 50


def test_a_shuffle_favours_no_place() -> None:
    """Over 2800 seeds each tile leads the boneyard about 100 times (chi-square, 27 degrees)."""
    counts = Counter(State.deal(BLOCK, seed=seed).boneyard[0] for seed in range(2800))
    assert set(counts) == set(BLOCK.tiles)
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 55.5  # p = 0.001


def test_a_lot_favours_no_seat() -> None:
    """The criterion `lot` names each of four seats about equally often, by seed."""
    counts = Counter(State.deal(block(4), seed=seed).leader for seed in range(2000))
    assert sorted(counts) == [0, 1, 2, 3]
    assert sum((n - 500) ** 2 / 500 for n in counts.values()) < 16.3  # p = 0.001


@pytest.mark.parametrize("seed", [-1, 1 << 256])
def test_seeds_have_256_bits(seed: int) -> None:
    """A negative or longer seed is refused and shown."""
    with pytest.raises(ValueError, match=str(seed)):
        State.deal(BLOCK, seed=seed)


@pytest.mark.parametrize("seed", ["7", 7.0, True, b"7", [7]])
def test_seeds_are_ints(seed: object) -> None:
    """A seed of another type is a TypeError that shows it."""
    with pytest.raises(TypeError, match="a seed is an int"):
        State.deal(BLOCK, seed=seed)


# ---- by order and by hands ----


@given(st.permutations(TILES))
def test_a_deal_by_order(tiles: list[Tile]) -> None:
    """Seat p takes the p-th run of hand_size tiles; the rest is drawn from its front."""
    state = State.deal(BLOCK, order=tiles)
    assert state.hands == (TileSet(tiles[:7]), TileSet(tiles[7:14]))
    assert state.boneyard == tuple(tiles[14:])
    again = State.deal(BLOCK, hands=[tiles[:7], tiles[7:14]], boneyard=tiles[14:])
    assert again.hands == state.hands and again.boneyard == state.boneyard
    assert again.leader == state.leader == 0  # "lot" of an explicit deal


def test_the_boneyard_is_drawn_from_its_front() -> None:
    """A seat without a fitting tile draws the boneyard's tiles one by one, in order."""
    state = State.deal(draw(), hands=["6-6 5-5", "1-1 2-2"], boneyard="4-4 6-1 3-3", exclude=rest(
        "6-6 5-5 1-1 2-2 4-4 6-1 3-3"))  # fmt: skip
    state = state.play("*6-6").play("+")
    assert state.hand(1) == TileSet(["1-1", "2-2", "4-4"])
    assert state.boneyard == (Tile(6, 1), Tile(3, 3))
    state = state.play("+")
    assert list(map(str, state.moves)) == [">6-1", "<6-1"]


def rest(text: str) -> TileSet:
    """The tiles of double-six that are not in the text."""
    return BLOCK.tiles - TileSet.parse(text)


def test_hands_are_given_in_several_ways() -> None:
    """Texts with spaces or commas, tiles and lists of texts all deal the same."""
    hands = ["6-6, 5-4", (Tile(4, 4), "3-1")]
    state = State.deal(BLOCK, hands=hands)
    assert state == State.deal(BLOCK, hands=[["6-6", Tile(4, 5)], "4-4 1-3"])
    assert state.boneyard == tuple(rest("6-6 5-4 4-4 3-1"))  # left out: ascending


def test_hands_may_be_uneven() -> None:
    """Explicit hands need not have the size of the rules."""
    state = State.deal(BLOCK, hands=[TILES[:27], TILES[27:]])
    assert state.hand_sizes == (27, 1) and state.boneyard == ()


def test_excluded_tiles_are_nowhere() -> None:
    """Tiles out of play are in no hand and not in the boneyard, and nobody sees where."""
    state = State.deal(BLOCK, hands=["6-6", "5-5"], exclude=["4-4", Tile(3, 3)])
    assert set(BLOCK.tiles) - set(everywhere(state)) == {Tile(4, 4), Tile(3, 3)}
    assert state.boneyard_size == 24


def test_the_set_of_the_rules_is_dealt() -> None:
    """Rules without 0-0 deal 27 tiles to three hands."""
    rules = Rules(seats=3, hand_size=9, exclude=("0-0",))
    state = State.deal(rules, seed=1)
    assert sorted(everywhere(state)) == list(TILES[1:])


# ---- who leads ----


def test_a_given_leader_leads_any_tile() -> None:
    """An explicit starter has seven leads, whatever the opening rule would force; no draw."""
    for rules in ALL:
        state = State.deal(rules, seed=3, leader=rules.seats - 1)
        assert state.turn == rules.seats - 1
        leads = {move.tile for move in state.moves}
        assert leads == set(state.hand(rules.seats - 1))
        assert all(move.is_lead for move in state.moves)


def test_a_forced_first_tile() -> None:
    """Where 6-6 leads, its holder moves first and has one legal move."""
    rules = Rules(seats=4, opening=("tile 6-6",))
    for seed in range(20):
        state = State.deal(rules, seed=seed)
        assert Tile(6, 6) in state.hand(state.turn)
        assert list(map(str, state.moves)) == ["*6-6"]
        assert state.opened_by == 0
        for lead in state.hand(state.turn) - TileSet(["6-6"]):
            with pytest.raises(ValueError, match=rf"\*{lead}.*6-6 must be played"):
                state.play(f"*{lead}")


def test_a_free_criterion_names_the_seat_only() -> None:
    """`highest_double free` names the holder, who leads any tile."""
    rules = Rules(opening=("highest_double free",))
    state = State.deal(rules, hands=["6-5 4-4", "6-6 1-0"])
    assert state.turn == 1
    assert list(map(str, state.moves)) == ["*1-0", "*6-6"]


@pytest.mark.parametrize(
    ("criterion", "leader", "leads"),
    [
        ("tile 4-0", 1, "*4-0"),
        ("doubles 0 3 2", 0, "*3-3"),
        ("highest_double", 1, "*5-5"),
        ("lowest_double", 2, "*1-1"),
        ("highest_tile", 1, "*5-5"),
        ("highest_tile_lex", 0, "*6-3"),
        ("lowest_tile", 2, "*1-1"),
    ],
)
def test_criteria_that_name_a_tile(criterion: str, leader: int, leads: str) -> None:
    """Each names the seat that holds its tile, and forces that tile."""
    rules = Rules(seats=3, opening=(criterion,))
    state = State.deal(rules, hands=["6-3 3-3", "5-5 4-0", "1-1 6-2"])
    assert (state.turn, list(map(str, state.moves))) == (leader, [leads])


def test_criteria_in_order() -> None:
    """The first criterion that names a seat counts; its place is remembered."""
    rules = Rules(opening=("tile 6-6", "highest_double", "highest_tile"))
    found = [State.deal(rules, hands=hands) for hands in (["5-4", "6-3"], ["5-4 1-1", "6-3"])]
    assert [(s.leader, s.opened_by) for s in found] == [(1, 2), (0, 1)]


def test_the_heaviest_hand_leads_any_tile() -> None:
    """Most pips lead; among equals the best tile by sum, then by the higher half."""
    rules = Rules(seats=3, opening=("heaviest_hand",))
    state = State.deal(rules, hands=["6-1 5-3", "6-5 1-0", "6-4 3-2"])  # 15, 12, 15
    assert state.leader == 2 and len(state.moves) == 2


def test_lots_are_shown_and_put_back() -> None:
    """Each seat turns up a tile of the boneyard, the best one leads; nothing changes place."""
    rules = Rules(opening=("lots",))
    state = State.deal(rules, hands=["6-6", "5-5"], boneyard="5-3 6-2 1-0", exclude=rest(
        "6-6 5-5 5-3 6-2 1-0"))  # fmt: skip
    assert state.leader == 1  # equal sums: the higher half
    assert state.observe(0).lots == (Tile(5, 3), Tile(6, 2))
    assert state.hand_sizes == (1, 1)
    assert state.boneyard == (Tile(5, 3), Tile(6, 2), Tile(1, 0))


@pytest.mark.parametrize(("lot_tile", "leads"), [("kept", "*5-5 *6-2"), ("leads", "*6-2")])
def test_lots_may_be_kept(lot_tile: str, leads: str) -> None:
    """Kept lots join the hands; where they lead, the best of them must be led."""
    rules = Rules(opening=("lots",), lot_tile=lot_tile)
    state = State.deal(rules, hands=["6-6", "5-5"], boneyard="5-3 6-2 1-0", exclude=rest(
        "6-6 5-5 5-3 6-2 1-0"))  # fmt: skip
    assert state.hands == (TileSet(["6-6", "5-3"]), TileSet(["5-5", "6-2"]))
    assert state.boneyard == (Tile(1, 0),)
    assert list(map(str, sorted(state.moves, key=str))) == leads.split()


def test_hands_that_are_dealt_again() -> None:
    """`doubles 5` and `same 6` hands are never dealt from a seed."""
    rules = Rules(seats=4, redeal_if=("doubles 3", "same 5"))
    for seed in range(200):
        for hand in State.deal(rules, seed=seed).hands:
            assert len(hand.doubles) < 3
            assert all(len(hand.with_pip(pip)) < 5 for pip in range(7))


# ---- refused ----


def test_a_set_too_small() -> None:
    """Six by five of 28 and eight by seven of 55 are refused with both numbers; 7 by 7 is dealt."""
    with pytest.raises(RulesError, match=r"30.*28"):
        Rules(seats=6, hand_size=5)
    with pytest.raises(RulesError, match=r"56.*55"):
        Rules(max_pip=9, seats=8, hand_size=7)
    assert State.deal(Rules(max_pip=9, seats=7, hand_size=7), seed=1).boneyard_size == 6


CUT = "6-6 5-5 4-4"
REFUSED = {
    "order and seed": ({"seed": 1, "order": TILES}, "seed and order"),
    "seed and hands": ({"seed": 1, "hands": ["6-6", "5-5"]}, "seed and hands"),
    "boneyard alone": ({"seed": 1, "boneyard": "6-6"}, "boneyard"),
    "exclude alone": ({"order": TILES, "exclude": "6-6"}, "exclude"),
    "short order": ({"order": TILES[:-1]}, "6-6"),
    "empty order": ({"order": []}, "28"),
    "tile twice in order": ({"order": [*TILES[:-1], "0-0"]}, "0-0"),
    "long order": ({"order": [*TILES, "3-1"]}, "3-1"),
    "foreign tile in order": ({"order": [*TILES[:-1], "7-0"]}, "7-0"),
    "one hand": ({"hands": ["6-6"]}, "2 hands, got 1"),
    "three hands": ({"hands": CUT.split()}, "2 hands, got 3"),
    "no hands": ({"hands": []}, "2 hands, got 0"),
    "an empty hand": ({"hands": ["6-6", "-"]}, "seat 1"),
    "tile in two hands": ({"hands": ["6-6 5-5", "5-5"]}, "5-5"),
    "tile twice in a hand": ({"hands": ["6-6 6-6", "5-5"]}, "6-6"),
    "tile in hand and boneyard": ({"hands": ["6-6", "5-5"], "boneyard": "5-5"}, "5-5"),
    "tile twice in the boneyard": ({"hands": ["6-6", "5-5"], "boneyard": "4-4 4-4"}, "4-4"),
    "tile in hand and excluded": ({"hands": ["6-6", "5-5"], "exclude": "6-6"}, "6-6"),
    "foreign tile in a hand": ({"hands": ["7-7", "5-5"]}, "7-7"),
    "foreign tile excluded": ({"hands": ["6-6", "5-5"], "exclude": "9-9"}, "9-9"),
    "tiles missing": ({"hands": ["6-6", "5-5"], "boneyard": "4-4"}, "25 tiles are missing"),
    "leader past the seats": ({"seed": 1, "leader": 2}, "got 2"),
    "negative leader": ({"seed": 1, "leader": -1}, "got -1"),
    "too few scores": ({"seed": 1, "scores": [1]}, "got 1"),
    "too many scores": ({"seed": 1, "scores": [1, 2, 3]}, "got 3"),
    "huge scores": ({"seed": 1, "scores": [1 << 40, 0]}, str(1 << 40)),
    "negative round": ({"seed": 1, "round": -1}, "-1"),
    "huge round": ({"seed": 1, "round": 1 << 32}, str(1 << 32)),
    "later round without leader": ({"seed": 1, "first": False}, "'next'"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_deals(case: str) -> None:
    """A deal that cannot be is a RulesError that names what was got."""
    arguments, named = REFUSED[case]
    with pytest.raises(RulesError) as caught:
        State.deal(BLOCK, **arguments)
    assert named in str(caught.value)


def test_texts_that_are_no_tiles() -> None:
    """A word that is no tile is a NotationError that shows it, wherever it stands."""
    for arguments in (
        {"order": [*TILES[:-1], "x"]},
        {"hands": ["6-6", "x"]},
        {"hands": ["6-6", "5-5"], "boneyard": "4-4 x"},
        {"hands": ["6-6", "5-5"], "exclude": ["x"]},
    ):
        with pytest.raises(NotationError, match="'x'"):
            State.deal(BLOCK, **arguments)


def test_no_criterion_applies() -> None:
    """Where nobody holds the tile that leads, the deal is refused; so are hands dealt again."""
    for opening in (("tile 6-6",), ("tile 6-6", "redeal"), ("highest_double",)):
        with pytest.raises(RulesError):
            State.deal(BLOCK.replace(opening=opening), hands=["6-5", "5-4"])
    with pytest.raises(RulesError):
        State.deal(BLOCK.replace(opening=("redeal",)), seed=1)


def test_redeal_goes_on_until_somebody_leads() -> None:
    """With `tile 6-6, redeal` a seeded deal always has 6-6 in a hand."""
    rules = BLOCK.replace(opening=("tile 6-6", "redeal"))
    for seed in range(100):
        state = State.deal(rules, seed=seed)
        assert Tile(6, 6) in state.hand(state.turn)


def test_a_later_round_opens_by_the_criteria_or_is_told() -> None:
    """Rules whose later rounds open like the first need no leader; others are told one."""
    assert State.deal(bode(), seed=1, first=False).opened_by >= 0
    assert State.deal(BLOCK, seed=1, first=False, leader=1).turn == 1


def test_scores_that_a_round_starts_with() -> None:
    """Points brought in are kept apart from those made in the round."""
    state = State.deal(BLOCK, seed=1, scores=[40, -5])
    assert state.scores == (40, -5) and state.points == (0, 0)
    pairs = State.deal(aberto(), seed=1, scores=(1, 2))
    assert pairs.scores == (1, 2) and pairs.observe(3).scores == (1, 2)
