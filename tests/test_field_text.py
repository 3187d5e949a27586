# SPDX-License-Identifier: MIT
"""Fields of rules as short texts."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dominocore import field_text
from dominocore.errors import RulesError
from dominocore.rules import DEFAULTS, FIELDS, Rules
from test_rules import OTHERS, other

TEXT_FIELDS = [name for name in FIELDS if name != "score_round"]


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("max_pip", "9", 9),
        ("target", "none", None),
        ("target", " 150 ", 150),
        ("sides", "0,1,0,1", (0, 1, 0, 1)),
        ("sides", "(0, 1, 0, 1)", (0, 1, 0, 1)),
        ("sides", "None", None),
        ("hand_size", "5", 5),
        ("hand_size", "2:7,3:5", ((2, 7), (3, 5))),
        ("hand_size", "{2: 7, 3: 5}", ((2, 7), (3, 5))),
        ("opening", "highest_double, tile 4-6 free", ("highest_double", "tile 6-4 free")),
        ("opening", "('highest_double', 'lot')", ("highest_double", "lot")),
        ("opening", "doubles 9 0", ("doubles 9 0",)),
        ("after_block", "none", None),
        ("after_block", "opening", "opening"),
        ("redeal_if", "doubles 5,same 6", ("doubles 5", "same 6")),
        ("exclude", "none", ()),
        ("exclude", "0-0", ("0-0",)),
        ("wild", "0-0,3-4", ("0-0", "4-3")),
        ("joins", "sum 13", "sum 13"),
        ("draw", "up_to 2", "up_to 2"),
        ("draw", "none", "none"),
        ("draw_when_able", "true", True),
        ("minus_own", "No", False),
        ("blocked_winner", "lowest_seat", "lowest_seat"),
        ("score", "none", "none"),
        ("tile_values", "0-0:50,6-6:0", (("0-0", 50), ("6-6", 0))),
        ("closing_points", "simple:1,blocked:2", (("simple", 1), ("blocked", 2))),
        ("ends_divisors", "3,5", (3, 5)),
        ("ends_divisors", "5", (5,)),
        ("ends_divisors", "", ()),
        ("score_round", "none", None),
    ],
)
def test_a_text_gives_the_value(name: str, text: str, value: object) -> None:
    """What is typed for a field is read as Python would write it, in its stored form."""
    assert value == Rules.parse_field(name, text)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("target", "many", "a whole number"),
        ("target", "1e3", "a whole number"),
        ("target", "9" * 5000, "a whole number"),
        ("target", "-5", "a whole number from 1"),
        ("max_pip", "19", "a whole number from 1 to 18"),
        ("seats", "four", "a whole number"),
        ("minus_own", "1", "true or false"),
        ("sides", "0,x", "a whole number"),
        ("sides", "0,2", "without a gap"),
        ("sides", "0", "one side for each of 2 seats"),
        ("sides", "0,1,2,3,4,5,6,7,8", "one side for each of 8 seats"),
        ("hand_size", "2:7,3", "7 or 2:7,3:5"),
        ("hand_size", "two:7", "a whole number from 2 to 8"),
        ("hand_size", "(", "a list, such as 7 or 2:7,3:5"),
        ("tile_values", "0-0", "0-0:50"),
        ("tile_values", "0-0:x", "a whole number, as in 0-0:50"),
        ("opening", "best", "one of"),
        ("opening", "[[", "a list, such as highest_double,lot"),
        ("later", "winer", "did you mean winner"),
        ("rounding", "5", "'down k'"),
        ("score_round", "os:system", "only from Python or a plugin"),
    ],
)
def test_a_text_that_is_no_value_is_refused(name: str, text: str, expected: str) -> None:
    """The message names the field and what is expected."""
    with pytest.raises(RulesError) as caught:
        Rules.parse_field(name, text)
    assert str(caught.value).startswith(f"{name}=")
    assert expected in str(caught.value)


@pytest.mark.parametrize("name", TEXT_FIELDS)
def test_what_is_written_reads_back(name: str) -> None:
    """For each field, the default and another value: parse of write is the value."""
    for value in (DEFAULTS[name], getattr(other(name), name)):
        text = field_text.write(name, value)
        assert ";" not in text
        assert value == Rules.parse_field(name, text)


def test_a_function_is_written_by_its_name() -> None:
    """It shows where the function is, though a text does not bring it back."""
    function = OTHERS["score_round"][0]
    assert "test_rules:one_each" == field_text.write("score_round", function)


@given(st.sampled_from(TEXT_FIELDS), st.text(max_size=20))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    """No text makes anything but a value or a RulesError."""
    try:
        value: Any = Rules.parse_field(name, text)
    except RulesError:
        return
    assert value == Rules.parse_field(name, field_text.write(name, value))
