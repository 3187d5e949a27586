# SPDX-License-Identifier: MIT
"""Variants: rules with a name and options."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from dominocore.errors import RulesError
from dominocore.rules import Rules
from dominocore.tiles import Tile, TileSet
from dominocore.variant_type import Variant

BLOCK = Rules()


def game(seats: int = 2, pairs: bool = False, ratio: float = 1.0, kind: str = "a") -> Rules:
    """Give rules by options of several kinds."""
    sides = (0, 1, 0, 1) if pairs else None
    return Rules(seats=seats, sides=sides, target=int(100 * ratio), reserve=len(kind))


def open_game(seats: int = 2, **fields: Any) -> Rules:
    """Give rules by options and by any field."""
    return Rules(**{"seats": seats, "hand_size": {2: 7, 3: 5}, **fields})


def test_a_variant_of_rules() -> None:
    """Bare rules are a variant without options of its own."""
    variant = Variant("plain", BLOCK, summary="Plain.", version=2)
    assert ("plain", BLOCK, "Plain.", 2) == (
        variant.name,
        variant.rules,
        variant.summary,
        variant.version,
    )
    assert {} == variant.parameters
    assert {} == dict(variant.options)
    assert "plain" == str(variant)


def test_the_rules_are_those_of_the_options() -> None:
    """The function's own options make the rules; other fields are replaced in them."""
    variant = Variant("game", rules=game).configure(seats=4, pairs=True, target=150)
    assert (4, (0, 1, 0, 1), 150) == (
        variant.rules.seats,
        variant.rules.sides,
        variant.rules.target,
    )
    assert {"seats": 2, "pairs": False, "ratio": 1.0, "kind": "a"} == variant.parameters
    assert "game;pairs=true;seats=4;target=150" == str(variant)
    assert "<Variant game;pairs=true;seats=4;target=150>" == repr(variant)


def test_options_add_up() -> None:
    """configure keeps what was chosen before and leaves the first variant alone."""
    first = Variant("game", game)
    second = first.configure(seats=3)
    third = second.configure(target=50, seats=2)
    assert (2, 3, 2) == (first.rules.seats, second.rules.seats, third.rules.seats)
    assert {"seats": 2, "target": 50} == dict(third.options)
    assert first is first.configure()


def test_a_function_may_take_fields_itself() -> None:
    """Fields go to a function that takes them, so that seats it has no hand for can be played."""
    variant = Variant("open", open_game)
    assert {"seats": 2} == variant.parameters
    assert 5 == variant.configure(seats=5, hand_size=5).rules.seats
    with pytest.raises(RulesError, match="a number for 5 seats"):
        variant.configure(seats=5)


def test_fields_are_kept_in_their_stored_form() -> None:
    """Options that are fields print and compare as Rules stores them."""
    variant = Variant("open", open_game)
    loose = variant.configure(hand_size={3: 6, 2: 5}, opening=["tile 4-6", "lot"])
    strict = variant.configure(hand_size=((2, 5), (3, 6)), opening=("tile 6-4", "lot"))
    assert loose == strict
    assert hash(loose) == hash(strict)
    assert "open;hand_size=2:5,3:6;opening=tile 6-4,lot" == str(loose)


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("pair", r"game has no option 'pair' \(did you mean pairs\?\); its own are seats, pairs"),
        ("targt", r"no option 'targt' \(did you mean target\?\)"),
        ("qqq", "no option 'qqq'; its own are seats, pairs, ratio, kind, and every field"),
    ],
)
def test_unknown_options_are_named(option: str, expected: str) -> None:
    """Neither an option nor a field: both kinds are named, and the nearest."""
    with pytest.raises(RulesError, match=expected):
        Variant("game", game).configure(**{option: 1})
    with pytest.raises(RulesError, match="no option"):
        Variant("game", game, options={option: 1})
    with pytest.raises(RulesError, match="no option"):
        Variant("game", game).parse_option(option, "1")


def test_impossible_options_are_refused_at_once() -> None:
    """Not at the table, but where they are chosen."""
    with pytest.raises(RulesError, match="target=0"):
        Variant("game", game).configure(target=0)
    with pytest.raises(RulesError, match="35, but the set has 28"):
        Variant("game", game).configure(seats=5)


@pytest.mark.parametrize("name", ["a", "all-fives", "x2", "double-9"])
def test_names_are_words_joined_by_hyphens(name: str) -> None:
    """Lower-case letters and digits, a letter first."""
    assert name == Variant(name, BLOCK).name


@pytest.mark.parametrize(
    "name", ["", "-", "a-", "-a", "a--b", "A", "9a", "a b", "a;b", "a_b", "é", "a\n", "٣", None]
)
def test_other_names_are_refused(name: Any) -> None:
    """Anything else is no name of a variant."""
    with pytest.raises(RulesError, match="is no name of a variant"):
        Variant(name, BLOCK)


def test_what_is_no_source_of_rules_is_refused() -> None:
    """Rules, or a function with named options and defaults that returns them."""
    with pytest.raises(TypeError, match="needs Rules or a function"):
        Variant("bad", "rules")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a function that returns Rules, got None"):
        Variant("bad", lambda: None)  # type: ignore[arg-type,return-value]
    with pytest.raises(RulesError, match="its option 'seats' needs a name and a default"):
        Variant("bad", lambda seats: Rules(seats=seats))
    with pytest.raises(RulesError, match="its option 'seats' needs a name and a default"):
        Variant("bad", lambda seats=2, /: Rules(seats=seats))


def test_a_variant_is_a_value() -> None:
    """It cannot be changed, copies to itself, and pickles."""
    variant = Variant("game", game).configure(seats=3)
    with pytest.raises(AttributeError):
        variant.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        variant.options["seats"] = 2  # type: ignore[index]
    assert variant is copy.copy(variant) is copy.deepcopy(variant)
    assert variant == pickle.loads(pickle.dumps(variant))
    assert variant != Variant("game", game)
    assert variant != Variant("other", game).configure(seats=3)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("seats", "4", 4),
        ("pairs", "True", True),
        ("ratio", "0.5", 0.5),
        ("kind", "abc", "abc"),
        ("target", "none", None),
        ("opening", "highest_double,lot", ("highest_double", "lot")),
    ],
)
def test_options_are_read_from_text(name: str, text: str, value: object) -> None:
    """By the kind of their default, fields as fields."""
    assert value == Variant("game", game).parse_option(name, text)


@pytest.mark.parametrize(("name", "text"), [("pairs", "1"), ("ratio", "x"), ("seats", "x")])
def test_texts_of_another_kind_are_refused(name: str, text: str) -> None:
    """The message names the option and the text."""
    with pytest.raises(RulesError, match=f"{name}='{text}'"):
        Variant("game", game).parse_option(name, text)


def test_dealing_takes_options_and_arguments_of_a_deal() -> None:
    """What State.deal knows goes there, all else configures the variant first."""
    variant = Variant("game", game)
    state = variant.deal(seats=3, seed=7, leader=2, scores=(1, 2, 3))
    assert (3, 2, (1, 2, 3)) == (state.rules.seats, state.turn, state.scores)
    assert state == variant.configure(seats=3).deal(seed=7, leader=2, scores=(1, 2, 3))
    tiles = {"hands": ["6-6 1-0", "5-5 2-0"], "boneyard": "4-4"}
    out = TileSet.double(6) - TileSet(["6-6", "1-0", "5-5", "2-0", "4-4"])
    explicit = variant.deal(**tiles, exclude=out, reserve=0)
    assert (Tile(6, 6) in explicit.hand(0), explicit.rules.reserve) == (True, 0)
    with pytest.raises(RulesError, match="no option 'sed'"):
        variant.deal(sed=7)


def test_values_of_options_are_of_their_kind() -> None:
    """What is on or off is no number, and a list, as JSON gives one, is the tuple that it means."""
    with pytest.raises(RulesError, match="mine: pairs=1: expected True or False"):
        Variant("mine", game, options={"pairs": 1})

    def opened(opening: tuple[str, ...] = ("lot",)) -> Rules:
        return Rules(opening=opening)

    listed = Variant("mine", opened, options={"opening": ["lots"]})
    assert listed == Variant("mine", opened, options={"opening": ("lots",)})
    assert listed.rules.opening == ("lots",)
