"""The oracle against worked cases of the rules, never against its own output.

Published counts are in ``test_oracle_counts.py``, single mechanisms in ``test_oracle_moves.py``.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oracle import DEFAULTS, Round, match_winners, next_lead, settle, setup
from oracle_games import GAMES, PAIRS
from oracle_layout import hands_of, tile, tile_index, tiles, whole_set

VECTORS = json.loads((Path(__file__).parent / "data" / "vectors.json").read_text())

BY_NUMBER = {
    "000": GAMES["aberto"],
    "001": GAMES["latin"],
    "002": GAMES["bode"],
    "003": GAMES["fives"],
    "004": GAMES["draw"],
}
SPINNER = {"spinner": "first_double", "ends_divisors": (5,)}


def rules_of(vector: dict) -> dict:
    """The game of a vector, for as many seats as it has hands."""
    make, seats = BY_NUMBER[vector["seed"]], len(vector["hands"])
    if vector["seed"] == "000":
        return make()
    return make(seats, pairs=True) if vector.get("teams") else make(seats)


def vectors(kind: str) -> list:
    return [pytest.param(v, id=v["id"]) for v in VECTORS if v["type"] == kind]


def on_table(fields: dict, words: list[str], hand: str = "", rest=((9, 9),)) -> Round:
    """A layout of words like ``6-2@L`` as a position; the half that joins is looked for.

    The second seat holds ``rest``: a tile of no set, so that nothing but the layout speaks.
    """
    lead, *others = words
    texts = [lead]
    for word in others:
        name, _, arm = word.partition("@")
        a, b = name.split("-")
        symbol = dict(zip("RLUD", "><^v", strict=True))[arm]
        for text in (f"{symbol}{a}-{b}", f"{symbol}{b}-{a}"):
            try:
                setup(fields, [*texts, text], [[], []], turn=0)
            except ValueError:
                continue
            texts.append(text)
            break
        else:
            raise AssertionError(f"{word} does not join")
    return setup(fields, texts, [tiles(hand), list(rest)], turn=0)


def word_of(text: str) -> str:
    """A move in the words of the vectors: high half first, then ``@`` and the arm."""
    high, low = tile(text[1:])
    arms = dict(zip("*><^v", "*RLUD", strict=True))
    return f"{high}-{low}@{arms[text[0]]}"


# Fields and tiles


def test_defaults_are_the_block_game():
    """The block game changes no field but the seats it is asked for."""
    assert len(DEFAULTS) == 49
    assert GAMES["block"](2).items() <= DEFAULTS.items()


def test_an_unknown_field_is_an_error():
    """A rule nobody knows is refused."""
    with pytest.raises(ValueError, match="unknown"):
        Round({"spiner": "none"}, [[], []], leader=0)


@pytest.mark.parametrize(
    ("top", "count", "pips"), [(6, 28, 168), (9, 55, 495), (12, 91, 1092), (15, 136, 2040)]
)
def test_sets(top, count, pips):
    """A double-n set has (n+1)(n+2)/2 tiles and n(n+1)(n+2)/2 pips."""
    tiles_of_set = whole_set(DEFAULTS | {"max_pip": top})
    assert count == len(set(tiles_of_set))
    assert pips == sum(map(sum, tiles_of_set))
    assert list(range(count)) == sorted(map(tile_index, tiles_of_set))


def test_tile_numbers():
    """In the order high * (high + 1) / 2 + low, 10-9 is 64, 7-6 is 34, 12-12 is 90."""
    assert [64, 34, 90] == [tile_index(tile(t)) for t in ("10-9", "6-7", "12-12")]


# The worked vectors


@pytest.mark.parametrize("vector", vectors("opening"))
def test_opening(vector):
    """The opening criteria name the leader and the tiles he may lead."""
    hands = [tiles(hand) for hand in vector["hands"]]
    round = Round(rules_of(vector), hands, tiles(vector.get("stock", "")))
    assert vector["expect"]["player"] == round.turn
    leads = {move.removesuffix("!") for move in round.moves()}
    assert set(vector["expect"]["legal"]) == {word_of(move) for move in leads}


@pytest.mark.parametrize("vector", vectors("legal"))
def test_legal(vector):
    """The placements of a hand on a layout."""
    fields = {"spinner": {"none": "none", "first": "first_double"}[vector["spinner"]]}
    round = on_table(fields, vector["layout"].split(), vector["hand"])
    assert sorted(vector["expect"]) == sorted(map(word_of, round.moves()))


@pytest.mark.parametrize("vector", vectors("counts"))
def test_counts(vector):
    """The sum of the open ends after each tile."""
    count = {"standard": "until_two_sides", "sniff": "exposed_halves"}[vector["count"]]
    fields = SPINNER | {"spinner_count": count}
    words = vector["plays"].split()
    sums = [on_table(fields, words[: n + 1]).ends_sum() for n in range(len(words))]
    assert vector["expect"] == sums


@pytest.mark.parametrize("vector", vectors("settle"))
def test_settle(vector):
    """The points of a round that is out or blocked."""
    hands = [tiles(hand) for hand in vector["hands"]]
    lead = vector.get("lead", 0)
    points, _, _ = settle(rules_of(vector), vector["event"], vector["who"], hands, lead)
    expect = vector["expect"]
    assert (list(expect.values()) if isinstance(expect, dict) else expect) == points


@pytest.mark.parametrize("vector", vectors("draw"))
def test_draw(vector):
    """A seat that cannot play draws until a tile fits and must play that tile."""
    hands = [tiles(vector["hand"]), *hands_of("6-6", "5-5", "4-4")]
    round = setup(
        GAMES["aberto"](), [vector["layout"]], hands, turn=0, boneyard=tiles(vector["stock"])
    )
    draws = 0
    while round.moves() == ["+"]:
        round.play("+")
        draws += 1
    expect = vector["expect"]
    assert expect["draws"] == draws
    assert expect["then_legal"] == [word_of(move) for move in round.moves()]
    round.play(round.moves()[0])
    assert expect["hand_after_play"] == len(round.hands[0])
    assert expect["stock_left"] == len(round.boneyard)


def test_heaviest_hand_totals():
    """The hands of the heaviest-hand vector weigh 27, 33 and 29."""
    vector = next(v for v in VECTORS if v.get("id") == "E2")
    assert vector["expect"]["totals"] == [sum(map(sum, tiles(h))) for h in vector["hands"]]


# Worked cases of the five games


# A line that the last 3 closes: when 5-3 joins on the left, both ends show 3 and no 3 is left.
THREES = ["3-0", "<0-2", "<2-3", "<3-3", "<3-1", "<1-6", "<6-3", "<3-4", "<4-5"]


def kill(fields: dict, *hands: str, stock: str = "") -> Round:
    """P0 plays 5-3 and kills the layout; then all draw and pass as they must."""
    first, *others = hands_of(*hands)
    round = setup(fields, THREES, [[*first, (5, 3)], *others], turn=0, boneyard=tiles(stock))
    round.play("<5-3")
    assert round.dead()
    while not round.over:
        round.play(round.moves()[0])
    return round


@pytest.mark.parametrize(("dead_layout", "points"), [("end_now", [9, 0]), ("drain", [30, 0])])
def test_aberto_dead_with_stock(dead_layout, points):
    """Pairs hold 5 and 9: at once that is 9 points; drained, P1 takes 21 and it is 30."""
    fields = GAMES["aberto"]() | {"dead_layout": dead_layout}
    round = kill(fields, "2-2", "2-1", "1-0", "4-2", stock="6-5 6-4")
    assert ("blocked", 0, points) == (round.ending, round.winner_side, round.points)


@pytest.mark.parametrize(("dead_layout", "points"), [("end_now", [0, 5, 4]), ("drain", [0, 26, 4])])
def test_bode_fish_with_market(dead_layout, points):
    """P0 sets the fish and counts nothing; drained, P1 takes the 21 of the market."""
    fields = GAMES["bode"](3) | {"dead_layout": dead_layout}
    round = kill(fields, "4-4 1-0", "5-0", "4-0", stock="6-5 6-4")
    assert ("blocked", 0, points) == (round.ending, round.blocker, round.points)


def test_aberto_next_lead():
    """P1 led and P0 went out: P2 leads the next round, any of his five tiles."""
    fields = GAMES["aberto"]()
    first = Round(fields, hands_of("6-5", "6-6 1-0", "2-1", "3-1"))
    for move in ("*6-6", "--", "--", ">6-5"):
        first.play(move)
    assert ("out", 0, 1) == (first.ending, first.winner_seat, first.leader)
    hands = hands_of("6-6 6-5 6-4 6-3 6-2", "5-5 5-4 5-3 5-2 5-1", "4-4 4-3 4-2 4-1 4-0", "3-3 3-2")
    second = Round(fields, hands, first=False, previous=first)
    assert (2, 5, -1) == (second.turn, len(second.moves()), second.opened_by)


def test_later_round_needs_its_past():
    """Without a leader and the round before, ``later`` cannot speak."""
    with pytest.raises(ValueError, match="previous"):
        Round(GAMES["aberto"](), [[], [], [], []], first=False)


def test_latin_fecho_tie():
    """P0 and P3 tie; from the leader P2 the order is P3, P0: P3 takes the 43 of the others."""
    hands = hands_of("5-4", "6-6 1-1", "6-5 6-3", "4-3 2-0")
    assert ([0, 0, 0, 43], 3, 3) == settle(GAMES["latin"](4), "blocked", 0, hands, leader=2)


@pytest.mark.parametrize(
    ("totals", "winners"), [([102, 60, 72], (1,)), ([101, 50, 50], (1, 2)), ([100, 60, 72], None)]
)
def test_bode_match(totals, winners):
    """Over from 101 on, the least total wins, equal ones share."""
    assert winners == match_winners(GAMES["bode"](3), totals)


def test_fives_claim():
    """The worked example: 6-3 up makes 2 + 0 + 3 = 5, for whoever claims it."""
    round = Round(GAMES["fives"](), hands_of("6-6 6-0 1-1", "6-2 6-3 5-5"))
    for move in ("*6-6", "<6-2", ">6-0"):
        round.play(move)
    assert {"^6-3", "^6-3!"} < set(round.moves())
    claimed = round.copy()
    round.play("^6-3")
    claimed.play("^6-3!")
    assert ([0, 0], [0, 5]) == (round.points, claimed.points)
    assert (0, 2, 3, 6) == round.ends


def test_fives_false_claim():
    """A claim that scores nothing is not a move: the lead of 6-6 counts 12."""
    round = Round(GAMES["fives"](), hands_of("6-6 6-0", "6-2 6-3"))
    with pytest.raises(ValueError, match=r"6-6!"):
        round.play("*6-6!")


def test_fives_target_at_once():
    """90 and a play of 10: the match is over and the last tile earns no bonus."""
    round = Round(GAMES["fives"](), hands_of("6-4", "5-5 3-3"), leader=0, scores=[90, 0])
    round.play("*6-4!")
    assert ("target", 0, [10, 0]) == (round.ending, round.winner_side, round.points)


def test_fives_last_tile_scores_and_ends():
    """Below the target the last tile earns its points and the bonus, 16 rounded down to 15."""
    round = Round(GAMES["fives"](), hands_of("6-4", "5-5 3-3"), leader=0, scores=[80, 0])
    round.play("*6-4!")
    assert ("out", 0, [25, 0]) == (round.ending, round.winner_seat, round.points)


def test_fives_lots():
    """Without a double, lots of 6-2 and 5-3: P0 leads any of seven tiles, nothing moves."""
    hands = hands_of("6-0 5-2 4-3 6-1 5-1 3-2 4-0", "6-5 6-4 6-3 5-4 5-0 4-2 4-1")
    stock = tiles("6-2 5-3 0-0 1-1 2-2 3-3 4-4 5-5 6-6 3-1 3-0 2-1 2-0 1-0")
    round = Round(GAMES["fives"](), hands, stock)
    assert (0, stock, [7, 7]) == (round.turn, round.boneyard, [len(h) for h in round.hands])
    assert 7 == len({move.removesuffix("!") for move in round.moves()})


def test_fives_after_a_block():
    """P1 won the first round, the second is blocked: the third opens like the first."""
    fields = GAMES["fives"]()
    won = Round(fields, hands_of("6-6 3-3", "6-1"))
    for move in ("*6-6", ">6-1"):
        won.play(move)
    assert ("seat", 1) == next_lead(fields, won, won.leader)
    hands = hands_of("4-4 3-2", "6-6 5-5")
    second = Round(fields, hands, first=False, previous=won)
    assert (1, ["*5-5", "*5-5!", "*6-6"]) == (second.turn, second.moves())
    second.play("*6-6")
    assert ("blocked", [0, 0]) == (second.ending, second.points)
    assert ("criteria", None) == next_lead(fields, second, second.leader)
    third = Round(fields, hands, first=False, previous=second)
    assert (1, ["*6-6"]) == (third.turn, third.moves())


def test_draw_opens_by_the_highest_double_again():
    """Whoever won, the next round opens by the criteria."""
    fields = GAMES["draw"]()
    first = Round(fields, hands_of("6-6", "5-5 1-0"))
    first.play("*6-6")
    second = Round(fields, hands_of("4-4 3-2", "5-5 6-4"), first=False, previous=first)
    assert (1, ["*5-5"]) == (second.turn, second.moves())


# Faults seen elsewhere


def test_tile_fits_both_ends():
    """Ends 2 and 5 take 5-2 in two ways, to 5 5 and to 2 2."""
    round = setup({}, ["4-2", ">4-5"], hands_of("5-2 6-6", "6-5"), turn=0)
    assert [">5-2", "<2-5"] == round.moves()
    ends = []
    for move in round.moves():
        after = round.copy()
        after.play(move)
        ends.append(after.ends)
    assert [(2, 2), (5, 5)] == ends


def test_orientation():
    """3-4, then 4-6 on the right, then 3-5 on the left: ends 3 6, then 5 6."""
    fields, words = {}, ["4-3", "4-6@R", "3-5@L"]
    assert [(6, 3), (6, 5)] == [on_table(fields, words[:n]).ends for n in (2, 3)]


def test_tile_lies_once():
    """A tile on the table cannot be placed again."""
    with pytest.raises(ValueError, match="join"):
        setup({}, ["4-3", ">4-3"], [[], []], turn=0)


@pytest.mark.parametrize(
    ("hand", "stock", "moves"),
    [
        ("5-1 0-0", "3-3 2-2 1-1", ["<5-1"]),
        ("0-0", "3-3 2-2 1-1", ["+"]),
        ("0-0", "3-3 2-2", ["--"]),
    ],
)
def test_pass_and_draw(hand, stock, moves):
    """Who can play neither draws nor passes; at the reserve (two tiles) one passes."""
    fields = {"draw": "until_playable", "reserve": 2}
    round = setup(fields, ["5-6"], hands_of(hand, "6-4"), turn=0, boneyard=tiles(stock))
    assert moves == round.moves()


def test_reserve_reached_is_not_the_end():
    """P0 passes at the reserve and P1 plays on."""
    fields = {"draw": "until_playable", "reserve": 2}
    hands = hands_of("0-0", "6-4 1-1")
    round = setup(fields, ["6-5"], hands, turn=0, boneyard=tiles("3-3 2-2"))
    round.play("--")
    assert (False, 1, [">6-4"]) == (round.over, round.turn, round.moves())


def test_last_draw_unplayable():
    """P0 draws the last tile and nobody can play: the round is over, nobody is left waiting."""
    fields = {"draw": "until_playable"}
    hands = hands_of("0-0", "1-1")
    round = setup(fields, ["6-5"], hands, turn=0, boneyard=tiles("3-3"), last=1)
    assert ["+"] == round.moves()
    round.play("+")
    assert ("blocked", 1, [], None) == (round.ending, round.blocker, round.moves(), round.turn)


def test_explicit_leader():
    """A given leader leads any of his tiles and nothing is drawn."""
    hands = hands_of("6-6 5-5", "4-4 4-3 4-2 4-1 4-0 3-3 3-2")
    round = Round(GAMES["draw"](), hands, tiles("0-0"), leader=1)
    assert (1, 7, 1, -1) == (round.turn, len(round.moves()), len(round.boneyard), round.opened_by)


def test_dead_number():
    """All seven 3s lie: blocked at once with stock; drained, the same, nobody can play."""
    rules = {"draw": "until_playable"}
    at_once = kill(rules, "2-2", "1-1", stock="6-6 5-5")
    drained = kill(rules | {"dead_layout": "drain"}, "2-2", "1-1", stock="6-6 5-5")
    assert ("blocked", 2) == (at_once.ending, len(at_once.boneyard))
    assert ("blocked", 0) == (drained.ending, len(drained.boneyard))


def test_open_empty_and_blocked_positions():
    """Dead is False on an open layout and on an empty one, True on a blocked one."""
    empty = Round({}, hands_of("6-6", "5-5"), leader=0)
    opened = setup({}, ["6-5"], hands_of("6-6", "5-5"), turn=0)
    blocked = kill({}, "2-2", "1-1")
    assert [False, False, True] == [r.dead() for r in (empty, opened, blocked)]


def test_pass_counter():
    """Three passes, a play, a pass: the counter shows 1 and the round goes on."""
    hands = hands_of("6-6 6-1 6-2", "4-4 5-5", "3-3 5-4", "5-3 4-3")
    round = Round({"seats": 4}, hands, leader=0)
    for move in ("*6-6", "--", "--", "--", ">6-1", "--"):
        round.play(move)
    assert (1, False) == (round.passes, round.over)


@pytest.mark.parametrize(
    ("fields", "points"),
    [
        ({"blocked_winner": "lowest_seat", "minus_own": False}, [11, 0]),
        ({"minus_own": False}, [0, 22]),
        ({"minus_own": False, "points_from": "all"}, [0, 33]),
        ({"minus_own": True}, [0, 11]),
    ],
)
def test_which_pair_wins_a_block(fields, points):
    """Pips 2, 5, 20, 6: P0 is lowest alone, the other pair together."""
    hands = hands_of("2-0", "5-0", "6-6 6-2", "6-0")
    assert points == settle({"sides": PAIRS} | fields, "blocked", 0, hands)[0]


@pytest.mark.parametrize(
    ("fields", "points"),
    [({"minus_own": False}, 20), ({}, 6), ({"minus_own": False, "points_from": "all"}, 34)],
)
def test_blocked_20_to_14(fields, points):
    """The loser's pips, the difference, or all: 14 wins in each."""
    hands = hands_of("6-6 4-4", "6-5 2-1")
    assert ([0, points], 1, 1) == settle(fields, "blocked", 0, hands)


@pytest.mark.parametrize(
    ("fields", "left", "points"),
    [({}, "0-0", 0), ({}, "0-0 2-1", 3), ({"tile_values": (("0-0", 10),)}, "0-0", 10)],
)
def test_blank_double(fields, left, points):
    """Going out beats a lone 0-0; it counts 0, or what the rules make of it."""
    assert ([points, 0], 0, 0) == settle(fields, "out", 0, hands_of("", left))


@pytest.mark.parametrize(
    ("words", "total"),
    [
        ("5-5 3-5@L 2-5@R", 5),
        ("6-6 5-6@L 1-6@R 4-6@U 2-4@U 2-6@U 3-6@D", 15),
        ("6-3 3-3@L 3-1@L", 7),
        ("6-3 3-3@L 3-1@L 4-3@U", 11),
        ("3-3 3-6@R 6-6@R 3-4@L 4-4@L 2-3@U 2-5@U 5-5@U 3-5@D", 35),
    ],
)
def test_open_ends_sums(words, total):
    """Sums of the open ends on four arms; the highest there is counts 35."""
    round = on_table(SPINNER, words.split())
    assert total == round.ends_sum()


@pytest.mark.parametrize(("opening_counts", "points"), [("full", 10), ("single", 5), ("none", 0)])
def test_lone_double_five(opening_counts, points):
    """A lone 5-5 counts 10, or 5, or the lead never scores."""
    fields = SPINNER | {"opening_counts": opening_counts}
    round = Round(fields, hands_of("5-5 6-6", "6-5 6-1"), leader=0)
    round.play("*5-5")
    assert [points, 0] == round.points


def test_later_spinner_opens_both_ways():
    """On 6-3, 3-3, 3-1 the 3-3 is the spinner and 4-3 goes up and down."""
    round = on_table(SPINNER, ["6-3", "3-3@L", "3-1@L"], "4-3")
    assert ["^3-4", "v3-4"] == round.moves()
