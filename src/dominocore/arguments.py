# SPDX-License-Identifier: MIT
"""Checks of arguments that many calls share; each says what was got and what was expected."""

from __future__ import annotations


def shorten(value: object) -> str:
    """Quote a value for an error message, cut where it is long; it may have no repr at all."""
    try:
        shown = repr(value)
    except (Exception, SystemExit, GeneratorExit):  # an object of somebody else's
        return f"a value of type {type(value).__name__}"
    return shown if len(shown) <= 60 else shown[:57] + "..."


def whole(
    name: str, value: object, low: int, high: int, error: type[Exception] = ValueError
) -> int:
    """Check a whole number and give it.

    Raises:
        TypeError: it is no int; True and False are none.
        ValueError: it is out of range (or the error asked for).
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"{name} is a whole number, got {shorten(value)}")
    if not low <= value <= high:
        most = f" to {high}" if high < 1 << 62 else " up"
        raise error(f"{name} is a number from {low}{most}, got {shorten(value)}")
    return value


def instance(name: str, value: object, kind: type, hint: str = "") -> None:
    """Check the type of an argument.

    Raises:
        TypeError: it has another type.
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} is a {kind.__name__}, got {shorten(value)}{hint}")


def every(name: str, values: object, kind: type) -> None:
    """Check a tuple of things of one type; True and False are no numbers.

    Raises:
        TypeError: it is no tuple, or holds something else.
    """
    instance(name, values, tuple)
    assert isinstance(values, tuple)
    for value in values:
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise TypeError(f"{name} holds a {kind.__name__} each, got {shorten(value)}")


def able(name: str, value: object, kind: str, *methods: str) -> None:
    """Check that an argument can do what is asked of its kind, whatever its type.

    Raises:
        TypeError: it lacks a method, or is a class, whose methods are not its own.
    """
    can = all(callable(getattr(value, method, None)) for method in methods)
    if not can or isinstance(value, type):
        raise TypeError(f"{name} is {kind}, got {shorten(value)}")


def number(name: str, value: object) -> None:
    """Check a number, whole or not; True and False are none.

    Raises:
        TypeError: it is none.
    """
    from numbers import Real  # noqa: PLC0415  (for the few calls that take any number)

    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"{name} is a number, got {shorten(value)}")


MANY = 1 << 62
"""An upper bound for numbers that need none."""
