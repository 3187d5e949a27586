# SPDX-License-Identifier: MIT
"""What a player is, how one is made, and how that is written in one line of text."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Protocol, runtime_checkable

from dominocore.arguments import shorten
from dominocore.errors import NotationError, PluginError
from dominocore.rules import Rules

OptionValue = int | float | bool | str
"""What the value of a player's option can be in a text."""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_KEY = re.compile(r"[a-z][a-z0-9_]*")
_INT = re.compile(r"[+-]?[0-9]+")
_FLOAT = re.compile(r"[+-]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))([eE][+-]?[0-9]+)?")
_DIGITS = 300
"""A whole number of more digits is no option; Python itself reads no more than some thousands."""
_NAMES_ARE = "a name is small letters and digits, with single hyphens inside, like two-step"


# ---- what the code of others raises and gives ----

FAULTS = (Exception, SystemExit, GeneratorExit)
"""What the code of a player or a plugin may raise to be at fault: all but an interrupt."""

_SHOWN = 60
_TOLD = 400


def kind_of(value: object) -> str:
    """Give the name of a value's type."""
    try:
        return _cut(type(value).__name__, _SHOWN)
    except FAULTS:
        return "object"


def explain(error: BaseException) -> str:
    """Say an error in one line, with its type; one whose text cannot be had, by its type alone."""
    text = text_of(error)
    return f"{kind_of(error)}: {text}" if text else kind_of(error)


def text_of(error: BaseException) -> str:
    """Give the text of an error in one line, cut where it is long; empty where it has none."""
    try:
        return _cut(" ".join(_cut(str(error), 4 * _TOLD).split()), _TOLD)
    except FAULTS:
        return ""


def _cut(text: str, most: int) -> str:
    """Cut a text where it is long; the slice is a plain str whatever subclass it is cut from."""
    plain = str.__getitem__(text, slice(most + 1))
    return plain if len(plain) <= most else plain[: most - 3] + "..."


# ---- players ----


@runtime_checkable
class Player(Protocol):
    """Anything that chooses a move from what its seat may know.

    A table makes one player for each seat in each round, and asks it only where there is more than
    one legal move.
    """

    def choose(self, view: Any) -> Any:
        """Give one of `view.moves`; the view is an `Observation`, or that of a game's own kind."""
        ...


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player by name, and how to make one.

    >>> from dominocore import PlayerSpec
    >>> class Last:
    ...     def choose(self, view):
    ...         return view.moves[-1]
    >>> PlayerSpec("last", lambda seed: Last(), summary="The last move listed.").name
    'last'

    Raises:
        PluginError: the name, the maker or another field is none; says what it should be.
    """

    name: str
    """Small letters and digits, with single hyphens inside."""
    make: Callable[..., Player]
    """A function of a seed, and of options by keyword, that gives a new player.

    With the same seed and options it has to give a player that chooses the same.
    """
    summary: str = ""
    """What the player does, in one sentence."""
    version: int = 1
    """Raised when the player starts to choose differently."""
    sees_all: bool = False
    """Whether `choose` is handed the whole `State`; a table refuses such players unless asked."""
    games: tuple[type, ...] | None = (Rules,)
    """The kinds of rules that the player can play, such as `(Rules,)`, every game of one chain;
    None for every game there is."""
    choices: Mapping[str, Collection[object]] = field(default_factory=dict, hash=False)
    """What the value of an option can be, by its name: a `range`, or the values one by one.

    An option that is not there takes any value of the type of its default.
    """

    def __post_init__(self) -> None:
        if not is_name(self.name):
            raise PluginError(f"{shorten(self.name)} cannot name a player: {_NAMES_ARE}")
        if not callable(self.make):
            raise PluginError(
                f"player {self.name}: make is a function of a seed that gives a player, "
                f"got {shorten(self.make)}"
            )
        if not isinstance(self.summary, str):
            raise PluginError(f"player {self.name}: summary is a text, got {shorten(self.summary)}")
        if not isinstance(self.version, int) or isinstance(self.version, bool) or self.version < 1:
            raise PluginError(
                f"player {self.name}: version is 1 or more, got {shorten(self.version)}"
            )
        if not isinstance(self.sees_all, bool):
            raise PluginError(
                f"player {self.name}: sees_all is True or False, got {shorten(self.sees_all)}"
            )
        if self.games is not None and not (
            isinstance(self.games, tuple) and all(isinstance(kind, type) for kind in self.games)
        ):
            raise PluginError(
                f"player {self.name}: games is a tuple of the kinds of rules that it plays, or "
                f"None for all, got {shorten(self.games)}"
            )
        if not isinstance(self.choices, Mapping) or not set(self.choices) <= set(self.options):
            raise PluginError(
                f"player {self.name}: choices is a mapping from options of make to their values, "
                f"got {shorten(self.choices)}"
            )

    @property
    def options(self) -> dict[str, Any]:
        """The options that `make` takes, with their defaults, in order."""
        return {
            name: None if parameter.default is parameter.empty else parameter.default
            for name, parameter in _parameters(self.make).items()
            if parameter.kind in _BY_KEYWORD
        }

    def plays(self, rules: object) -> bool:
        """Tell whether the player can play a game by these rules."""
        return self.games is None or isinstance(rules, self.games)

    def create(self, seed: int, **options: Any) -> Player:
        """Make a player, with the options checked.

        Raises:
            PluginError: the player has no such option, or not with this value; it lacks one that
                it needs; or what `make` gives cannot choose.
        """
        self.check(options)
        player = self.make(seed, **options)
        if not callable(getattr(player, "choose", None)):
            raise PluginError(
                f"player {self.name}: make gave {shorten(player)}, which has no method choose(view)"
            )
        return player

    def check(self, options: Mapping[str, Any]) -> None:
        """Tell whether `make` takes these options.

        Raises:
            PluginError: there is no such option, it cannot have this value, or one is missing;
                says what there is.
        """
        parameters = _parameters(self.make)
        if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
            return
        known = list(self.options)
        listed = f"its options are {', '.join(known)}" if known else "it takes no options"
        for name in options:
            if name not in known:
                raise PluginError(
                    f"player {self.name} has no option {name!r}: {listed}{suggest(name, known)}"
                )
            self._check_value(name, options[name], parameters[name].default)
        for name in known:
            if name not in options and parameters[name].default is inspect.Parameter.empty:
                raise PluginError(
                    f"player {self.name} needs the option {name!r}: {self.name}:{name}=…"
                )

    def _check_value(self, name: str, value: object, default: object) -> None:
        if name in self.choices:
            allowed = self.choices[name]
            good = value is default or _is_among(value, allowed)
            expected = _listed(allowed)
        elif type(default) in _KINDS:
            kinds, expected = _KINDS[type(default)]
            good = type(value) in kinds and (type(default) is not bool or value in (0, 1))
            good = good and not (isinstance(value, float) and not isfinite(value))
        else:
            return
        if not good:
            text = str(value).lower() if isinstance(value, bool) else shorten(value)
            raise PluginError(f"player {self.name}: {name}={text}: expected {expected}")


_KINDS: dict[type, tuple[tuple[type, ...], str]] = {
    bool: ((bool, int), "true or false"),
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    str: ((str,), "a text"),
}
"""What the value of an option can be by the type of its default."""


def _is_among(value: object, allowed: Collection[object]) -> bool:
    """Tell whether a value is allowed; a range is only ever asked for a number that it can hold:
    for any other value it would try its items one by one."""
    if isinstance(allowed, range):
        return type(value) is int and value in allowed
    return not isinstance(value, bool) and value in allowed


def _listed(allowed: Collection[object]) -> str:
    """Say what the values of an option are."""
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}"
    return ", ".join(map(str, allowed))


_BY_KEYWORD = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def _parameters(make: Callable[..., Player]) -> dict[str, inspect.Parameter]:
    """Give the parameters of a maker after the first, the seed; any where it cannot be known."""
    try:
        parameters = list(inspect.signature(make).parameters.values())
    except Exception:
        return {"options": inspect.Parameter("options", inspect.Parameter.VAR_KEYWORD)}
    by_place = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    if parameters and parameters[0].kind in by_place:
        del parameters[0]
    return {parameter.name: parameter for parameter in parameters}


def is_name(text: object) -> bool:
    """Tell whether a text can name a player."""
    return isinstance(text, str) and _NAME.fullmatch(text) is not None


def suggest(name: str, known: Mapping[str, Any] | list[str]) -> str:
    """Give `"; did you mean 'x'?"` for the known name most like this one, or nothing."""
    import difflib  # noqa: PLC0415  (only a mistake needs it)

    close = difflib.get_close_matches(str(name), list(known), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


def parse_spec(text: str) -> tuple[str, dict[str, OptionValue]]:
    """Read a player and its options, `name:key=value:key=value`.

    Whole numbers, decimal numbers, `true` and `false` are what they look like; any other value is
    a text.

    >>> parse_spec("ismcts:iters=1000:redet=true")
    ('ismcts', {'iters': 1000, 'redet': True})

    Raises:
        NotationError: the text is something else; gives the column.
    """
    if not isinstance(text, str):
        raise TypeError(f"a player is named by a text, got {shorten(text)}")
    name, *parts = text.split(":")
    if not is_name(name):
        raise NotationError(f"{shorten(name)} cannot name a player: {_NAMES_ARE}", text)
    options: dict[str, OptionValue] = {}
    column = len(name) + 2
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or not value or not _KEY.fullmatch(key):
            message = f"{shorten(part)} is no option; write it like {name}:iters=1000"
            raise NotationError(message, text, 1, column)
        if key == "seed":
            raise NotationError("the seed is no option of a player", text, 1, column)
        if key in options:
            raise NotationError(f"the option {key} is there twice", text, 1, column)
        if _INT.fullmatch(value) and len(value) > _DIGITS:
            message = f"{shorten(part)} has a number of more than {_DIGITS} digits"
            raise NotationError(message, text, 1, column)
        options[key] = _value(value)
        column += len(part) + 1
    return name, options


def _value(text: str) -> OptionValue:
    if text in ("true", "false"):
        return text == "true"
    if _INT.fullmatch(text):
        return int(text)
    return float(text) if _FLOAT.fullmatch(text) else text
