# SPDX-License-Identifier: MIT
"""Rules as values: defaults, checks, the one stored form, dicts, pickles and settling."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominocore import _native, rule_fields
from dominocore.errors import DominoError, NotationError, NotNativeError, RulesError
from dominocore.outcome import Ending, RoundEnd
from dominocore.rules import DEFAULTS, FIELDS, Rules
from dominocore.tiles import Tile, TileSet

PAIRS = (0, 1, 0, 1)


def one_each(end: RoundEnd) -> tuple[int, ...]:
    """Give every side a point; a score_round function that can be imported."""
    return (1,) * end.rules.n_sides


#: For every field a value that is not its default, in several forms where it takes several, with
#: what has to stand beside it.
OTHERS: dict[str, tuple[Any, dict[str, Any]]] = {
    "max_pip": (9, {}),
    "exclude": (("0-0",), {}),
    "seats": (3, {}),
    "sides": (PAIRS, {"seats": 4}),
    "hand_size": (((2, 7), (3, 5)), {}),
    "opening": (("highest_double", "lots", "lot"), {}),
    "later": ("winner", {}),
    "after_block": ("opening", {}),
    "redeal_if": (("doubles 5", "same 6"), {}),
    "lot_tile": ("kept", {"opening": ("lots", "lot")}),
    "joins": ("sum 7", {}),
    "wild": (("0-0", "4-3"), {}),
    "spinner": ("first_double", {}),
    "spinner_arms": (3, {"spinner": "first_double"}),
    "arms_open": ("one_side", {"spinner": "first_double"}),
    "fill_first": (4, {"spinner": "opening_double", "arms_open": "at_once"}),
    "fill_doubles": (1, {}),
    "arm_cap": (1, {"spinner": "first_double"}),
    "draw": ("up_to 2", {}),
    "draw_when_able": (True, {"draw": "one"}),
    "drawn_tile": ("may_play", {"draw": "one"}),
    "reserve": (2, {"draw": "one"}),
    "out": ("side", {"seats": 4, "sides": PAIRS}),
    "dead_layout": ("drain", {"draw": "one"}),
    "blocked_winner": ("lowest_seat", {}),
    "blocked_tie": ("replay", {}),
    "score": ("unit", {}),
    "points_from": ("all", {}),
    "minus_own": (False, {}),
    "rounding": ("down 5", {}),
    "rounding_per_hand": (True, {"rounding": "up 5"}),
    "blocker_exempt": (True, {"score": "penalties"}),
    "tile_values": ((("0-0", 50),), {}),
    "closing_points": ((("simple", 1), ("blocked", 2)), {"score": "closing"}),
    "ends_divisors": ((3, 5), {}),
    "ends_points": ("quotient", {"ends_divisors": (5,)}),
    "double_tip": ("single", {"ends_divisors": (5,)}),
    "spinner_count": ("exposed_halves", {"ends_divisors": (5,), "spinner": "first_double"}),
    "opening_counts": ("single", {"ends_divisors": (5,)}),
    "claim": ("required", {"ends_divisors": (5,)}),
    "bonus_capicua": (25, {}),
    "bonus_last_tile": ((("0-0", 100),), {}),
    "bonus_first_pass": (30, {}),
    "bonus_round_pass": (40, {}),
    "target": (None, {}),
    "match_end": ("immediate", {}),
    "wins": ("low", {}),
    "match_tie": ("extra_round", {}),
    "score_round": (one_each, {}),
}


def other(name: str) -> Rules:
    """Give rules whose field `name` is not the default."""
    value, beside = OTHERS[name]
    return Rules(**{**beside, name: value})


def refused(**fields: Any) -> str:
    """Give the message that rules are refused with."""
    with pytest.raises(RulesError) as caught:
        Rules(**fields)
    return str(caught.value)


# ---- the fields ----


def test_the_defaults_are_the_block_game() -> None:
    """Two lone seats, seven tiles of double-six, one line, no drawing, to 100."""
    rules = Rules()
    assert (6, 2, None, 7) == (rules.max_pip, rules.seats, rules.sides, rules.hand_size)
    assert ("none", "none", "equal") == (rules.spinner, rules.draw, rules.joins)
    assert ("winner_gains", "opponents", True) == (
        rules.score,
        rules.points_from,
        rules.minus_own,
    )
    assert ("lowest_side", "none", 100) == (rules.blocked_winner, rules.blocked_tie, rules.target)
    assert "Rules()" == repr(rules)


def test_the_examples_above_cover_every_field() -> None:
    """Each field has a value here that differs from its default."""
    assert set(FIELDS) == set(OTHERS)
    for name in FIELDS:
        assert OTHERS[name][0] != DEFAULTS[name]


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_is_part_of_the_value(name: str) -> None:
    """Rules that differ in one field are unequal, and repr, dict and pickle carry it."""
    rules = other(name)
    beside = {} if name == "closing_points" else OTHERS[name][1]
    assert rules != Rules(**beside)
    assert OTHERS[name][0] == getattr(rules, name)
    assert f"{name}=" in repr(rules)
    assert rules == Rules.from_dict(rules.to_dict())
    assert rules == pickle.loads(pickle.dumps(rules))
    assert hash(rules) == hash(pickle.loads(pickle.dumps(rules)))


@pytest.mark.parametrize("name", FIELDS)
def test_dicts_survive_json(name: str) -> None:
    """A dict of rules holds all fields and is read back from JSON as it was."""
    rules = other(name)
    data = json.loads(json.dumps(rules.to_dict()))
    assert list(FIELDS) == list(data)
    assert rules == Rules.from_dict(data)


def test_rules_cannot_be_changed() -> None:
    """Rules are frozen, and copying gives the same object."""
    rules = Rules()
    with pytest.raises(AttributeError):
        rules.target = 50  # type: ignore[misc]
    assert rules is copy.copy(rules) is copy.deepcopy(rules)


def test_fields_are_stored_in_one_form() -> None:
    """Lists, dicts, tiles and loose spelling give rules equal to the canonical ones."""
    loose = Rules(
        max_pip=9,
        seats=4,
        sides=[0, 1, 0, 1],  # type: ignore[arg-type]
        hand_size={4: 9, 2: 7},
        exclude=[Tile(0, 0)],  # type: ignore[arg-type]
        wild=("3-4",),
        opening=["tile  4-6 free", "doubles 0  6"],  # type: ignore[arg-type]
        redeal_if="doubles  5",  # type: ignore[arg-type]
        joins=" sum  7",
        tile_values={"0-0": 50},  # type: ignore[arg-type]
    )
    strict = Rules(
        max_pip=9,
        seats=4,
        sides=PAIRS,
        hand_size=((2, 7), (4, 9)),
        exclude=("0-0",),
        wild=("4-3",),
        opening=("tile 6-4 free", "doubles 0 6"),
        redeal_if=("doubles 5",),
        joins="sum 7",
        tile_values=(("0-0", 50),),
    )
    assert strict == loose
    assert hash(strict) == hash(loose)
    assert repr(strict) == repr(loose)


def test_sides_of_lone_seats_are_none() -> None:
    """Naming each seat its own side says the same as None."""
    assert Rules(seats=3) == Rules(seats=3, sides=(0, 1, 2))
    assert 3 == Rules(seats=3).n_sides
    assert 2 == Rules(seats=4, sides=PAIRS).n_sides
    assert [0, 1, 0, 1] == [Rules(seats=4, sides=PAIRS).side_of(seat) for seat in range(4)]


def test_one_number_of_seats_has_one_hand_size() -> None:
    """Which of two is meant nobody can tell."""
    with pytest.raises(RulesError, match="one size for 2 seats"):
        Rules(hand_size=((2, 7), (2, 8)))


def test_hand_sizes_can_depend_on_the_seats() -> None:
    """A map gives the size for the seats there are, and names the seats it does not have."""
    sizes = {2: 7, 3: 5}
    assert 7 == Rules(hand_size=sizes).hand_tiles
    assert 5 == Rules(hand_size=sizes, seats=3).hand_tiles
    assert "a number for 4 seats" in refused(hand_size=sizes, seats=4)


def test_hand_sizes_for_other_seats_have_limits_too() -> None:
    """Half of 190 tiles is the most that a seat is dealt, for any number of seats."""
    assert Rules(hand_size=((2, 7), (3, 95))).hand_tiles == 7
    with pytest.raises(RulesError, match="a whole number from 1 to 95"):
        Rules(hand_size=((2, 7), (3, 96)))


def test_bonus_tiles_have_a_limit() -> None:
    """The core keeps a fixed number of them: so many are taken, one more is refused."""
    most = _native.lib.DMC_MAX_BONUS_TILES
    tiles = [(str(tile), 10) for tile in TileSet.double(6)]
    assert len(Rules(bonus_last_tile=tiles[:most]).bonus_last_tile) == most
    with pytest.raises(RulesError, match=f"at most {most} tiles"):
        Rules(bonus_last_tile=tiles[: most + 1])


def test_hand_sizes_may_have_text_keys() -> None:
    """TOML and JSON know only text keys; they count as numbers."""
    assert Rules(hand_size={2: 7, 3: 5}) == Rules.from_dict({"hand_size": {"2": 7, "3": 5}})


def test_the_set_is_what_is_not_excluded() -> None:
    """Double-six without the double blank has 27 tiles."""
    assert TileSet.double(6) - TileSet(["0-0"]) == Rules(exclude=("0-0",)).tiles
    assert 190 == len(Rules(max_pip=18).tiles)


# ---- what is refused ----


@pytest.mark.parametrize(
    ("fields", "numbers"),
    [
        ({"seats": 6, "hand_size": 5}, ("6 seats x 5 tiles = 30", "28")),
        ({"max_pip": 9, "seats": 8}, ("8 seats x 7 tiles = 56", "55")),
        ({"seats": 4, "exclude": ("0-0",)}, ("4 seats x 7 tiles = 28", "27")),
    ],
)
def test_hands_that_do_not_fit_the_set_name_both_numbers(
    fields: dict[str, Any], numbers: tuple[str, str]
) -> None:
    """More tiles dealt than there are: the message has the product and the size of the set."""
    message = refused(**fields)
    assert all(number in message for number in numbers)


def test_hands_that_just_fit_are_dealt() -> None:
    """Seven seats with seven tiles leave six of double-nine; four seats take all of double-six."""
    rules = Rules(max_pip=9, seats=7)
    assert 6 == len(rules.tiles) - rules.seats * rules.hand_tiles
    assert 28 == 4 * Rules(seats=4).hand_tiles


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"max_pip": 19}, "a whole number from 1 to 18"),
        ({"max_pip": True}, "a whole number from 1 to 18"),
        ({"max_pip": "6"}, "a whole number from 1 to 18"),
        ({"seats": 1}, "a whole number from 2 to 8"),
        ({"seats": 9}, "a whole number from 2 to 8"),
        ({"sides": (0, 1), "seats": 4}, "one side for each of 4 seats"),
        ({"sides": 3}, "None or one side a seat"),
        ({"sides": (0, 2, 0, 2), "seats": 4}, "without a gap"),
        ({"sides": (0, 0)}, "two sides or more"),
        ({"sides": (0, True)}, "one side for each of 2 seats"),
        ({"hand_size": 0}, "a whole number from 1"),
        ({"hand_size": "many"}, "pairs such as (2, 7)"),
        ({"hand_size": {}}, "one pair"),
        ({"hand_size": {"two": 7}}, "a whole number from 2 to 8"),
        ({"exclude": ("6-7",)}, "tiles of the double-6 set"),
        ({"exclude": ("6",)}, "a tile such as '6-6'"),
        ({"exclude": 5}, "a list of texts"),
        ({"wild": ("9-0",)}, "tiles of the double-6 set"),
        ({"opening": ()}, "one criterion or more"),
        ({"opening": ("lot",) * 13}, "at most 12 criteria"),
        ({"opening": ("highest_duble",)}, "did you mean highest_double?"),
        ({"opening": ("tile 7-7",)}, "a tile of the double-6 set"),
        ({"opening": ("tile",)}, "'tile 6-6'"),
        ({"opening": ("tile x",)}, "a tile such as '6-6'"),
        ({"opening": ("tile 0-0", "lot"), "exclude": ("0-0",)}, "leaves in the set"),
        ({"opening": ("doubles 7",)}, "doubles of the double-6 set, each once"),
        ({"opening": ("doubles 6 6",)}, "doubles of the double-6 set, each once"),
        ({"opening": ("doubles",)}, "'doubles 0 6 5'"),
        ({"opening": ("lot now",)}, "'lot'"),
        ({"opening": ("",)}, "'lot'"),
        ({"later": "winer"}, "did you mean winner?"),
        ({"after_block": "same"}, "None or one of opening, next"),
        ({"redeal_if": ("doubles",)}, "'doubles 5' or 'same 6'"),
        ({"redeal_if": ("doubles 0",)}, "a whole number from 1"),
        ({"redeal_if": ("doubles 5", "doubles 4")}, "at most one"),
        ({"joins": "sum"}, "'equal' or 'sum k'"),
        ({"joins": "sum 13"}, "a whole number from 1 to 12"),
        ({"spinner": "first"}, "none, first_double, opening_double, every_double"),
        ({"spinner_arms": 3}, "a spinner beside it"),
        ({"spinner_arms": 5, "spinner": "first_double"}, "2, 3, 4, 6 or 8"),
        ({"spinner_arms": 6, "spinner": "every_double"}, "at most 4"),
        ({"arms_open": "at_once"}, "a spinner beside it"),
        ({"arm_cap": 1}, "a spinner beside it"),
        ({"fill_first": 4}, "a spinner beside it"),
        ({"fill_first": 4, "spinner": "opening_double"}, "arms_open='at_once' beside it"),
        (
            {"fill_first": 5, "spinner": "opening_double", "arms_open": "at_once"},
            "at most spinner_arms=4",
        ),
        ({"fill_doubles": 2}, "at most 1, the sides that spinner='none' leaves"),
        ({"fill_doubles": 3, "spinner": "every_double", "spinner_arms": 3}, "at most 2"),
        ({"fill_doubles": 1, "spinner": "first_double", "arm_cap": 1}, "arm_cap=0 beside it"),
        ({"draw": "two"}, "'up_to k'"),
        ({"draw": "up_to 0"}, "a whole number from 1"),
        ({"draw_when_able": 1}, "True or False"),
        ({"reserve": -1}, "a whole number from 0"),
        ({"score": "winner-gains"}, "did you mean winner_gains?"),
        ({"score": "closing"}, "closing_points beside it"),
        ({"closing_points": (("simple", 1),)}, "score='closing' beside it"),
        ({"closing_points": (("odd", 1),), "score": "closing"}, "simple, double, both_ends"),
        ({"closing_points": ("simple",), "score": "closing"}, "pairs such as ('simple', 1)"),
        ({"rounding": "down"}, "'down k'"),
        ({"rounding": "down 0"}, "a whole number from 1"),
        ({"blocker_exempt": True}, "score='penalties' beside it"),
        ({"tile_values": (("0-0", -1),)}, "a whole number from 0"),
        ({"tile_values": (("6-0", 1), ("0-6", 2))}, "6-0 is there twice"),
        ({"tile_values": 5}, "pairs such as"),
        ({"bonus_last_tile": (("7-7", 1),)}, "tiles of the double-6 set"),
        ({"bonus_last_tile": tuple((f"{n}-0", 1) for n in range(5))}, "at most 4 tiles"),
        ({"ends_divisors": 5}, "numbers such as (5,)"),
        ({"ends_divisors": (0,)}, "a whole number from 1"),
        ({"ends_divisors": (5, 5)}, "different numbers"),
        ({"ends_divisors": (2, 3, 4, 5, 6)}, "at most 4"),
        ({"claim": "required"}, "ends_divisors beside it"),
        ({"target": 0}, "a whole number from 1"),
        ({"match_end": "immediate", "wins": "low"}, "wins='high' beside it"),
        ({"score_round": 5}, "a function of a RoundEnd"),
    ],
    ids=str,
)
def test_what_is_not_possible_is_named(fields: dict[str, Any], expected: str) -> None:
    """A wrong value: the message has the field, the value and what was expected."""
    message = refused(**fields)
    assert expected in message
    assert any(message.startswith(f"{name}=") for name in fields)


def test_errors_are_value_errors() -> None:
    """Code that knows only ValueError catches them too."""
    assert issubclass(RulesError, ValueError)
    assert issubclass(RulesError, DominoError)


@pytest.mark.parametrize("misspelt", ["seat", "Target", "opening_count"])
def test_unknown_fields_suggest_the_nearest(misspelt: str) -> None:
    """replace, from_dict and parse_field name the unknown field and a near one."""
    for call in (
        lambda: Rules().replace(**{misspelt: 1}),
        lambda: Rules.from_dict({misspelt: 1}),
        lambda: Rules.parse_field(misspelt, "1"),
    ):
        with pytest.raises(RulesError, match=f"no field '{misspelt}' \\(did you mean "):
            call()


def test_a_field_that_is_like_none_gets_no_suggestion() -> None:
    """Nothing near: the message only names the field."""
    with pytest.raises(RulesError, match=r"no field 'qqq'$"):
        Rules.from_dict({"qqq": 1})


@given(
    st.sampled_from([name for name in FIELDS if name != "score_round"]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=2),
        max_leaves=5,
    ),
)
def test_any_value_is_taken_or_refused_with_a_rules_error(name: str, value: object) -> None:
    """Whatever a field is given, it is stored in a form that reads back, or a RulesError."""
    try:
        rules = Rules(**{name: value})  # type: ignore[arg-type]
    except RulesError:
        return
    except NotationError:
        pytest.fail("a field is refused as a field, not as notation")
    assert rules == Rules.from_dict(json.loads(json.dumps(rules.to_dict())))


# ---- score_round ----


def test_rules_that_score_by_a_function_are_not_native() -> None:
    """Their dict names the function, and the core is told to give no points at the end."""
    rules = Rules(score_round=one_each)
    assert not rules.is_native
    assert Rules().is_native
    assert f"{__name__}:one_each" == rules.to_dict()["score_round"]
    assert _native.lib.DMC_SCORE_NONE == rule_fields.spec(rules)["score"]
    assert _native.lib.DMC_SCORE_NONE != rule_fields.spec(Rules())["score"]
    with pytest.raises(NotNativeError, match="only played rounds"):
        rules.settle("out", 0, ["-", "6-6"])


def test_a_function_that_cannot_be_imported_cannot_be_stored() -> None:
    """A lambda plays, but has no dict and no pickle."""
    rules = Rules(score_round=lambda end: (0, 0))
    with pytest.raises(RulesError, match="score_round="):
        rules.to_dict()
    with pytest.raises(RulesError, match="score_round="):
        pickle.dumps(rules)


@pytest.mark.parametrize("name", ["", "nowhere:f", "json:nothing", "json", ".json:dumps", "a b:c"])
def test_a_stored_function_that_is_not_there_is_refused(name: str) -> None:
    """A dict that names no function gives a RulesError with the name."""
    with pytest.raises(RulesError, match="expected an importable function"):
        Rules.from_dict({"score_round": name})


# ---- what the core is told ----


def test_the_spec_has_each_field_of_the_core_once() -> None:
    """The spec's keys are those of dmc_spec, which has zeros at its end; the core counts the
    criteria itself."""
    names = {name for name, _ in _native.ffi.typeof("dmc_spec").fields}
    assert names == set(rule_fields.spec(Rules())) | {"n_criteria", "zero"}


def test_words_stand_in_the_order_of_the_constants() -> None:
    """The place of each word is the value of its constant in the core."""
    prefixes = {
        "later": "LATER",
        "lot_tile": "LOT",
        "spinner": "SPINNER",
        "arms_open": "ARMS",
        "drawn_tile": "DRAWN",
        "blocked_winner": "BLOCKED",
        "blocked_tie": "TIE",
        "score": "SCORE",
        "opening_counts": "OPENING",
    }
    for name, prefix in prefixes.items():
        for number, word in enumerate(rule_fields.CHOICES[name]):
            assert number == getattr(_native.lib, f"DMC_{prefix}_{word.upper()}")
    for number, kind in enumerate(rule_fields.CLOSINGS):
        assert number == getattr(_native.lib, f"DMC_CLOSING_{kind.upper()}")


def test_doubles_are_criteria_by_tiles() -> None:
    """The highest double is the list of doubles from the highest down, the lowest from 0-0 up."""
    spec = rule_fields.spec(Rules(max_pip=2, hand_size=2, opening=("highest_double", "lot")))
    assert (_native.lib.DMC_OPEN_TILES, False, (5, 2, 0)) == spec["criteria"][0]
    spec = rule_fields.spec(Rules(max_pip=2, hand_size=2, opening=("lowest_double free", "lot")))
    assert (_native.lib.DMC_OPEN_TILES, True, (0, 2, 5)) == spec["criteria"][0]


@pytest.mark.parametrize(
    ("fields", "arms"),
    [
        ({}, {0, 1}),
        ({"spinner": "first_double"}, {0, 1, 2, 3}),
        ({"spinner": "opening_double", "spinner_arms": 2}, {0, 1}),
        ({"spinner": "first_double", "spinner_arms": 3}, {0, 1, 2}),
        ({"spinner": "opening_double", "spinner_arms": 8}, set(range(8))),
        (
            {"spinner": "every_double"},
            {0, 1, *range(2, 10)},
        ),
    ],
)
def test_moves_are_for_the_arms_that_there_can_be(fields: dict[str, Any], arms: set[int]) -> None:
    """The line has two arms, a spinner as many as it says; where every double is one, each has two
    of its own: up and down from d are 2 + 2d and 3 + 2d. A double goes on an arm one way round.
    """
    rules = Rules(max_pip=3, hand_size=3, **fields)
    moves = rules.all_moves()
    assert {move.arm for move in moves if move.is_placement and not move.is_lead} == arms
    tiles, doubles = 10, 4
    assert len(moves) == len(set(moves)) == tiles + len(arms) * (2 * tiles - doubles) + 1


# ---- whole numbers in texts ----


@pytest.mark.parametrize(
    ("text", "good"),
    [("0", True), ("000000012", True), ("999999999", True), ("0000000012", False), ("", False),
     ("1000000000", False), ("-1", False), ("1.0", False), ("\u0663", False), ("\u00b2", False)],
)  # fmt: skip
def test_numbers_in_texts_are_short_and_plain(text: str, good: bool) -> None:
    """Up to nine of the ten plain digits are a number, digits of other scripts are none."""
    assert rule_fields.is_number(text) is good
    if good and int(text) == 12:
        assert Rules(draw=f"up_to {text}").draw == f"up_to {text}"


# ---- settling ----


def test_settling_gives_an_outcome() -> None:
    """Out with 11 and 4 pips against: 15, and no blocker."""
    outcome = Rules(seats=3, minus_own=False).settle("out", 1, ["6-5", "-", [Tile(3, 1)]])
    assert (Ending.OUT, 1, 1, (0, 15, 0), None) == (
        outcome.ending,
        outcome.seat,
        outcome.side,
        outcome.points,
        outcome.blocker,
    )


def test_settling_a_block_without_a_winner() -> None:
    """A tie: no seat, no side, no points, but a blocker."""
    outcome = Rules().settle(Ending.BLOCKED, 1, ["2-1", "3-0"])
    assert (None, None, (0, 0), 1) == (
        outcome.seat,
        outcome.side,
        outcome.points,
        outcome.blocker,
    )


def test_seat_0_leads_where_nobody_is_named() -> None:
    """A tied block goes to the first of the tied in order from the leader, seat 0 by default."""
    rules = Rules(seats=3, blocked_tie="nearest_lead")
    hands = ["2-1", "3-0", "6-6"]
    assert rules.settle("blocked", 2, hands).seat == 0
    assert [rules.settle("blocked", 2, hands, leader).seat for leader in range(3)] == [0, 1, 0]


def test_points_by_closing_kind() -> None:
    """With closing points the winner gets what the kind of closing is worth."""
    kinds = {"simple": 1, "double": 2, "both_ends": 3, "double_both_ends": 4, "blocked": 1}
    rules = Rules(score="closing", closing_points=tuple(kinds.items()))
    for kind, points in kinds.items():
        if kind != "blocked":
            assert (points, 0) == rules.settle("out", 0, ["-", "6-6"], closing=kind).points
    assert (0, 1) == rules.settle("blocked", 0, ["6-6", "0-0"]).points


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("over", 0, ["-", "6-6"]), "out or blocked"),
        (("target", 0, ["-", "6-6"]), "out or blocked"),
        (("out", 0, ["-"]), "2 seats need 2 hands, got 1"),
        (("out", 0, ["6-6", "6-6"]), "6-6 is in two hands"),
        (("out", 0, ["-", "7-7"]), "7-7 is in two hands, or not in the set"),
        (("out", 2, ["-", "6-6"]), "seat"),
    ],
)
def test_what_cannot_be_settled_is_refused(arguments: tuple[Any, ...], expected: str) -> None:
    """A wrong ending, seat or hand is a RulesError that says so."""
    with pytest.raises(RulesError, match=expected):
        Rules().settle(*arguments)


def test_a_function_that_cannot_be_found_again_is_not_stored() -> None:
    """A stored form names the function: one that is made on the spot has no name to be found by."""
    rules = Rules(score_round=lambda end: (0, 0))
    with pytest.raises(RulesError, match="expected an importable function"):
        rules.to_dict()

    def other(end: RoundEnd) -> tuple[int, ...]:
        return (2,) * end.rules.n_sides

    other.__qualname__ = "one_each"
    with pytest.raises(RulesError, match="expected a function that can be imported"):
        Rules(score_round=other).to_dict()


def test_rules_that_the_core_scores_ask_no_function() -> None:
    """Without `score_round` there is nobody to ask for the points."""
    with pytest.raises(RulesError, match="rules without score_round score in the core"):
        Rules().points_of(None)  # type: ignore[arg-type]
