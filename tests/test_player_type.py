# SPDX-License-Identifier: MIT
"""Players by name: specs, their options, and the texts that name them."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from dominocore.arguments import shorten
from dominocore.errors import NotationError, PluginError
from dominocore.moves import Move
from dominocore.observation import Observation
from dominocore.player_type import Player, PlayerSpec, explain, kind_of, parse_spec


class Last:
    """A player that chooses the last move listed."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.seed = seed
        self.options = options

    def choose(self, view: Observation) -> Move:
        return view.moves[-1]


def make_plain(seed: int) -> Last:
    return Last(seed)


def make_deep(seed: int, depth: int = 3, *, prune: bool = True) -> Last:
    return Last(seed, depth=depth, prune=prune)


def make_needy(seed: int, path: str) -> Last:
    return Last(seed, path=path)


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("random", "random", {}),
        ("two-step", "two-step", {}),
        ("ismcts:iters=1000:redet=true", "ismcts", {"iters": 1000, "redet": True}),
        ("a:b=-3:c=+4", "a", {"b": -3, "c": 4}),
        ("a:b=0.5:c=1e3:d=.5:e=2.", "a", {"b": 0.5, "c": 1000.0, "d": 0.5, "e": 2.0}),
        ("a:b=false:c=False", "a", {"b": False, "c": "False"}),
        ("a:b=slow:c=1_000:d=nan:e=x=y", "a", {"b": "slow", "c": "1_000", "d": "nan", "e": "x=y"}),
    ],
)
def test_a_spec_reads_to_a_name_and_options(
    text: str, name: str, options: dict[str, object]
) -> None:
    """Numbers, true and false become values; everything else stays a text."""
    read, values = parse_spec(text)

    assert (name, options) == (read, values)
    assert [type(v) for v in options.values()] == [type(v) for v in values.values()]


def make_choosy(
    seed: int,
    depth: int = 3,
    prune: bool = False,
    rate: float = 0.5,
    file: str = "",
    goal: str = "points",
    iters: int | None = None,
    other: object = None,
) -> Last:
    """Take options of every kind."""
    return Last(seed, depth=depth)


CHOOSY = PlayerSpec(
    "choosy", make_choosy, choices={"goal": ("points", "win"), "iters": range(1, 100)}
)


@pytest.mark.parametrize(
    "text", ["", "Random", "two--step", "-a", "a-", "1st", "a b", "é", "a_b", "random ", "a,b"]
)
def test_names_are_small_letters_digits_and_hyphens(text: str) -> None:
    """A name of another form is refused, by the parser and the spec, with what a name is."""
    with pytest.raises(NotationError, match="small letters and digits"):
        parse_spec(text)
    with pytest.raises(PluginError, match="small letters and digits"):
        PlayerSpec(text, Last)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("a:iters", 3, "write it like a:iters=1000"),
        ("a:iters=1:", 11, "is no option"),
        ("a:iters=", 3, "is no option"),
        ("a:=3", 3, "is no option"),
        ("a:b=1:2c=1", 7, "is no option"),
        ("a:b=1:b=2", 7, "the option b is there twice"),
        ("a:seed=3", 3, "the seed is no option"),
    ],
)
def test_a_wrong_option_is_refused_with_its_column(text: str, column: int, message: str) -> None:
    """What is not key=value, is there twice, or is the seed is named with the place it stands."""
    with pytest.raises(NotationError, match=message) as caught:
        parse_spec(text)

    assert (text, column) == (caught.value.text, caught.value.column)


def test_a_number_that_is_too_long_is_refused() -> None:
    """Python reads no number of thousands of digits: an option has at most 300."""
    assert parse_spec("a:b=" + "9" * 300)[1] == {"b": int("9" * 300)}
    for text in ("9" * 301, "-" + "9" * 5000):
        with pytest.raises(NotationError, match="more than 300 digits") as caught:
            parse_spec(f"a:b={text}")
        assert len(str(caught.value)) < 200


def test_what_others_give_is_shown_briefly() -> None:
    """Values and errors whose texts raise or have no end are shown by their type, or cut."""

    class Text(str):
        __slots__ = ()
        split = strip = None

    class Bad(Exception):
        def __str__(self) -> str:
            raise SystemExit

        __repr__ = __str__

    class Odd(Exception):
        def __str__(self) -> str:
            return Text("a\n b")

    assert (shorten("x"), shorten(Bad())) == ("'x'", "a value of type Bad")
    assert len(shorten(list(range(10**5)))) == 60
    assert shorten(10**5000).startswith("a value of type int")
    assert (explain(Bad()), explain(Odd()), explain(KeyError())) == ("Bad", "Odd: a b", "KeyError")
    assert len(explain(ValueError("x" * 10**6))) < 500


def test_a_spec_text_is_a_text() -> None:
    """A spec that is no text is a TypeError."""
    with pytest.raises(TypeError, match="named by a text"):
        parse_spec(3)  # type: ignore[arg-type]


def test_specs_are_values() -> None:
    """A spec cannot be changed, and equal fields make equal specs."""
    spec = PlayerSpec("last", Last)

    assert PlayerSpec("last", Last) == spec
    assert (spec.summary, spec.version, spec.sees_all) == ("", 1, False)
    with pytest.raises(dataclasses.FrozenInstanceError):
        spec.name = "first"  # type: ignore[misc]


@pytest.mark.parametrize(
    "fields",
    [
        {"make": 3},
        {"version": 0},
        {"version": True},
        {"version": 1.5},
        {"summary": None},
        {"summary": 3},
        {"summary": b"x"},
        {"sees_all": None},
        {"sees_all": 1},
        {"sees_all": "no"},
        {"choices": 3},
        {"choices": {"depth": range(3)}},
    ],
)
def test_a_spec_says_what_is_wrong_with_it(fields: dict[str, Any]) -> None:
    """A field that cannot be is refused by the player's name, the field's and what was given."""
    field = next(iter(fields))
    with pytest.raises(PluginError, match=f"player last: {field} is .*, got "):
        PlayerSpec(**{"name": "last", "make": Last, **fields})


def test_options_are_the_parameters_after_the_seed() -> None:
    """The maker's parameters are the player's options, with their defaults."""
    assert PlayerSpec("deep", make_deep).options == {"depth": 3, "prune": True}
    assert PlayerSpec("last", make_plain).options == {}
    assert PlayerSpec("last", Last).options == {}


def test_create_makes_a_player_from_seed_and_options() -> None:
    """The maker is given the seed and the options, and what it gives is a Player."""
    made = PlayerSpec("deep", make_deep).create(7, depth=5)

    assert isinstance(made, Player)
    assert isinstance(made, Last)
    assert (made.seed, made.options) == (7, {"depth": 5, "prune": True})


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    """The message names the player, its options, and the one that was likely meant."""
    with pytest.raises(PluginError, match="no option 'dept': its options are depth, prune; did"):
        PlayerSpec("deep", make_deep).create(1, dept=4)
    with pytest.raises(PluginError, match="it takes no options"):
        PlayerSpec("last", make_plain).create(1, depth=4)


def test_a_needed_option_that_is_missing_is_named() -> None:
    """A parameter without a default has to be given, and the message shows how."""
    with pytest.raises(PluginError, match="needs the option 'path': needy:path="):
        PlayerSpec("needy", make_needy).create(1)


def test_a_maker_of_any_options_takes_any() -> None:
    """A maker with **options is not checked."""
    made = PlayerSpec("last", Last).create(1, anything=2)

    assert isinstance(made, Last)
    assert made.options == {"anything": 2}


def test_what_cannot_choose_is_no_player() -> None:
    """A maker that gives something without choose breaks the contract."""
    with pytest.raises(PluginError, match=r"no method choose\(view\)"):
        PlayerSpec("broken", lambda seed: object()).create(1)  # type: ignore[arg-type, return-value]
    assert not isinstance(object(), Player)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"depth": 1.5}, "depth=1.5: expected a whole number"),
        ({"depth": True}, "depth=true: expected a whole number"),
        ({"prune": "no"}, "prune='no': expected true or false"),
        ({"prune": 2}, "prune=2: expected true or false"),
        ({"rate": "high"}, "rate='high': expected a number"),
        ({"rate": float("inf")}, "rate=inf: expected a number"),
        ({"file": 3}, "file=3: expected a text"),
        ({"goal": "pts"}, "goal='pts': expected points, win"),
        ({"iters": 0}, "iters=0: expected 1 to 99"),
        ({"iters": "many"}, "iters='many': expected 1 to 99"),
        ({"iters": True}, "iters=true: expected 1 to 99"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused(
    options: dict[str, Any], message: str
) -> None:
    """By the type of its default or by its choices; the message says what can be given."""
    with pytest.raises(PluginError) as caught:
        CHOOSY.create(1, **options)

    assert str(caught.value) == f"player choosy: {message}"


def test_values_that_options_can_have_are_taken() -> None:
    """A whole number is a number, 0 and 1 are false and true, a default is always possible."""
    CHOOSY.check({"depth": 9, "prune": 1, "rate": 2, "file": "x", "goal": "win", "iters": None})
    CHOOSY.check({"iters": 99, "prune": False, "other": [3]})


def test_a_type_without_a_name_is_an_object() -> None:
    """Naming what a player answered may fail, and that is no fault of who asks."""

    class Nameless(type):
        @property
        def __name__(cls) -> str:  # type: ignore[override]
            raise RuntimeError

    assert kind_of(Nameless("Answer", (), {})()) == "object"


def test_makers_that_hide_their_options_take_any() -> None:
    """Of a maker whose parameters cannot be known, or that takes what it is given, none is
    refused; the maker itself has the last word.
    """

    class Hidden:
        __signature__ = "none"

        def __call__(self, seed: int, **options: Any) -> Last:
            return Last(seed, **options)

    def takes_all(*seed: int, **options: Any) -> Last:
        return Last(*seed, **options)

    for make in (Hidden(), takes_all):
        spec = PlayerSpec("mine", make)
        spec.check({"depth": 3})
        made = spec.create(5, depth=3)
        assert isinstance(made, Last) and (made.seed, made.options) == (5, {"depth": 3})
