# SPDX-License-Identifier: MIT
"""The fields of `Rules` as short texts: in options, in a variant's name and in messages."""

from __future__ import annotations

import ast
from typing import Any

from dominocore.arguments import instance, shorten
from dominocore.errors import RulesError

_WORD_LISTS = ("opening", "redeal_if", "exclude", "wild")
_NUMBER_LISTS = ("sides", "ends_divisors")
_PAIR_LISTS = ("hand_size", "tile_values", "bonus_last_tile", "closing_points")
_NO_VALUE = ("sides", "after_block", "target", "score_round")
_TRUE = ("true", "yes", "on")
_FALSE = ("false", "no", "off")


def wrong(name: str, value: object, expected: str) -> RulesError:
    """Make the error for a field: its name, what was got and what was expected."""
    return RulesError(f"{name}={shorten(value)}: expected {expected}")


def parse(name: str, text: str, default: object) -> Any:
    """Read the value of a field, whose default tells what kind of value it has.

    Words stand as they are, `lowest_side`; numbers as `100`; switches as `true` and `false`;
    lists with commas, `highest_double,lot` and `0,1,0,1`; pairs with colons, `2:7,3:5` and
    `0-0:50`; `none` is an empty list, no target, no sides. A Python literal does as well.

    Raises:
        RulesError: the text is no value of that kind; names the field and what is expected.
    """
    instance("the text of a field", text, str)
    text = text.strip()
    word = text.lower()
    if name in _NO_VALUE and word in ("none", "null"):
        return None
    if name == "score_round":
        raise wrong(name, text, "none; a function comes only from Python or a plugin")
    if isinstance(default, bool):
        if word not in (*_TRUE, *_FALSE):
            raise wrong(name, text, "true or false")
        return word in _TRUE
    if name in (*_WORD_LISTS, *_NUMBER_LISTS, *_PAIR_LISTS):
        return _read_list(name, text)
    return _number(name, text) if isinstance(default, int) else text


def read_like(name: str, text: str, default: object) -> Any:
    """Read the value of an option by the kind of its default: a switch, a number or a text.

    `none` is read as None where the default is None or a number.

    Raises:
        RulesError: the text is no such value.
    """
    word = text.strip().lower()
    if word == "none" and (default is None or type(default) in (int, float)):
        return None
    if isinstance(default, bool):
        if word not in ("true", "false"):
            raise wrong(name, text, "true or false")
        return word == "true"
    if isinstance(default, int | float):
        try:
            return type(default)(text)
        except ValueError:
            raise wrong(name, text, f"a number like {default}") from None
    return text.strip()


def write_like(value: object) -> str:
    """Write the value of an option as `read_like` reads it."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def write(name: str, value: Any) -> str:
    """Write the value of a field so that `parse` reads it back; a function as `module:name`."""
    if name == "score_round" and value is not None:
        return f"{value.__module__}:{value.__qualname__}"
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(
            f"{item[0]}:{item[1]}" if isinstance(item, tuple) else str(item) for item in value
        )
    return str(value)


def _read_list(name: str, text: str) -> Any:
    if text.startswith(("(", "[", "{")):
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise wrong(name, text, "a list, such as " + _example(name)) from None
    if text.lower() in ("", "none", "-"):
        return ()
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if name in _WORD_LISTS:
        return tuple(parts)
    if name in _NUMBER_LISTS:
        return tuple(_number(name, part) for part in parts)
    if name == "hand_size" and ":" not in text:
        return _number(name, text)
    pairs = [part.split(":") for part in parts]
    if any(len(pair) != 2 for pair in pairs):
        raise wrong(name, text, _example(name))
    return tuple((key.strip(), _number(name, number.strip())) for key, number in pairs)


def _example(name: str) -> str:
    return {
        "hand_size": "7 or 2:7,3:5",
        "closing_points": "simple:1,double:2",
        "opening": "highest_double,lot",
        "redeal_if": "doubles 5,same 6",
        "sides": "0,1,0,1",
        "ends_divisors": "3,5",
    }.get(name, "0-0,6-6" if name in _WORD_LISTS else "0-0:50")


def _number(name: str, text: str) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        expected = "a whole number" + (f", as in {_example(name)}" if name in _PAIR_LISTS else "")
        raise wrong(name, text, expected)
    return int(text)
