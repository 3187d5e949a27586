# SPDX-License-Identifier: MIT
"""No value does harm: it is taken and can be used, or refused with an error that callers know."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

import dominocore as dc
from dominocore import Rules
from dominocore.record import End, RoundRecord
from hostile_values import originals, reduced, tries, use


def test_good_values_come_back() -> None:
    """What the hostile values are made from has no fault itself, and survives its own pickle."""
    for value in originals():
        use(value)
        function, arguments = reduced(value)
        assert function(*arguments) == value


def test_hostile_values_are_taken_or_refused() -> None:
    """Six thousand pickles, dicts, texts and tournament files with something wrong inside raise
    nothing but the errors of the library, ValueError and TypeError, and what is taken is whole."""
    became = list(itertools.islice(tries(0), 6000))
    assert 200 < became.count("taken") < 2000
    assert became.count("taken") + became.count("refused") == 6000


@pytest.mark.parametrize("value", ["1.5", "x", "true", "1e3", "-1", "9" * 30])
@pytest.mark.parametrize("option", ["ismcts:iters", "pimc:worlds"])
def test_a_number_out_of_a_range_is_refused_at_once(option: str, value: str) -> None:
    """An option that is a number up to a billion does not look through a billion numbers."""
    with pytest.raises(dc.PluginError, match="expected"):
        dc.player(f"{option}={value}")


@pytest.mark.parametrize("value", [0, 0.0, 2.5, -1, "2", None, True, [], {}, 2**256, float("nan")])
@pytest.mark.parametrize(("name", "option"), [("block", "seats"), ("matador", "max_pip")])
def test_what_a_game_reckons_with_is_a_number(name: str, option: str, value: Any) -> None:
    """An option that other fields are worked out from is refused like any other, and at once."""
    with pytest.raises(dc.RulesError, match=f"{option}=.*: expected a whole number"):
        dc.variant(name, **{option: value})


@pytest.mark.parametrize("text", [None, 5, b"5", ["5"], dc.DRAW])
def test_a_field_is_read_from_text_alone(text: Any) -> None:
    """What is no text is refused by name."""
    with pytest.raises(TypeError, match="the text of a field is a str"):
        Rules.parse_field("target", text)


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"variant": 5}, "variant is a str"),
        ({"players": ("Ana", 5)}, "players holds a str each, got 5"),
        ({"players": ["Ana"]}, "players is a tuple"),
        ({"rounds": (5,)}, "rounds holds a RoundRecord each"),
        ({"winners": (True,)}, "winners holds a int each, got True"),
        ({"seat": "0"}, "seat is a whole number"),
        ({"tags": {"Date": 5}}, "tags holds a str each"),
        ({"tags": 5}, "tags is a Mapping"),
    ],
)
def test_a_record_is_made_of_what_records_hold(facts: dict[str, Any], message: str) -> None:
    """A record that could not be written is not made."""
    with pytest.raises(TypeError, match=message):
        dc.Record(**{"variant": "draw", **facts})


def test_a_round_of_a_record_is_made_of_what_rounds_hold() -> None:
    """Deals are positions, moves are pairs, ends are ends, notes are texts."""
    good = RoundRecord(deal=dc.Position.parse("draw d6 - 6-6/5-5 0-0 0 0 0:0"))
    wrong: dict[str, Any] = {"moves": ((0, "6-6"),), "end": "out", "notes": {0: 5}, "deal": 5}
    for name, value in wrong.items():
        with pytest.raises(TypeError, match=name):
            RoundRecord(**{"deal": good.deal, name: value})
    for facts in ((5, None, ()), ("out", "0", ()), ("out", 0, [1])):
        with pytest.raises(TypeError):
            End(*facts)  # type: ignore[arg-type]
