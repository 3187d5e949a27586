# SPDX-License-Identifier: MIT
"""Members of JSON objects, taken one by one and checked, with their place in what goes wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from dominocore.arguments import shorten
from dominocore.errors import NotationError

_MISSING: Any = object()


_NAMES = {str: "a text", int: "a whole number", list: "a list", bool: "true or false"}


def is_text(value: str) -> bool:
    """Tell whether a text can be written: it has no half of a surrogate pair."""
    return value.isascii() or not any("\ud800" <= c <= "\udfff" for c in value)


def once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """Give an object of its members, for `json.loads`.

    Raises:
        NotationError: a name is there twice.
    """
    found = dict(members)
    if len(found) < len(members):
        seen: set[str] = set()
        for name, _ in members:
            if name in seen:
                raise NotationError(f"an object has {shorten(name)} twice")
            seen.add(name)
    return found


class JsonObject:
    """A JSON object, each of whose members is taken once and none is left."""

    def __init__(self, data: object, place: str) -> None:
        if not isinstance(data, Mapping):
            raise NotationError(f"{place}: expected an object, got {shorten(data)}")
        self.data = data
        self.place = place
        self._prefix = "" if place == "the record" else f"{place}."
        self._left = set(data)

    def take(self, name: str, kind: type, default: Any = _MISSING) -> Any:
        """Give a member of a type."""
        self._left.discard(name)
        value = self.data.get(name, default)
        if type(value) is kind or value is default:
            if value is _MISSING:
                raise NotationError(f"{self.place}: {name} is missing")
            if isinstance(value, str) and value is not default and not is_text(value):
                what = "expected a text, got half of a surrogate pair in it"
                raise NotationError(f"{self._prefix}{name}: {what}")
            return value
        if not isinstance(value, kind) or isinstance(value, bool):
            what = f"expected {_NAMES.get(kind, 'an object')}, got {shorten(value)}"
            raise NotationError(f"{self._prefix}{name}: {what}")
        return value

    def number(self, name: str, low: int, high: int, default: Any = _MISSING) -> Any:
        """Give a whole number within limits."""
        value = self.take(name, int, default)
        if name in self.data and value is not None and not low <= value <= high:
            expected = f"a number from {low} to {high}"
            raise NotationError(f"{self._prefix}{name}: expected {expected}, got {shorten(value)}")
        return value

    def items(self, name: str, default: Any = _MISSING) -> list[Any]:
        """Give a list."""
        found: list[Any] = self.take(name, list, default)
        return found

    def numbers(self, name: str, low: int, high: int, default: Any = _MISSING) -> list[int]:
        """Give a list of whole numbers within limits."""
        found = self.items(name, default)
        for i, value in enumerate(found):
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not whole or not low <= value <= high:
                raise NotationError(
                    f"{self._prefix}{name}[{i}]: expected a number from {low} to {high}, "
                    f"got {shorten(value)}"
                )
        return found

    def object(self, name: str, default: Any = _MISSING) -> Any:
        """Give an object."""
        value = self.take(name, Mapping, default)
        return None if value is None else JsonObject(value, f"{self._prefix}{name}")

    def close(self) -> None:
        """Refuse members that nobody has taken."""
        for name in sorted(self._left, key=str):
            raise NotationError(f"{self.place}: there is no {shorten(name)} in a record")


def refuse(place: str, error: NotationError) -> NoReturn:
    """Say the place where something is wrong.

    Raises:
        NotationError: always.
    """
    message = str(error).removeprefix(f"column {error.column}: ")
    raise NotationError(f"{place}: {message}") from error


@contextmanager
def at_place(place: str) -> Iterator[None]:
    """Say the place where something is wrong."""
    try:
        yield
    except NotationError as error:
        refuse(place, error)
