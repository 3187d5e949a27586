# SPDX-License-Identifier: MIT
"""A variant: rules with a name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from dominocore import field_text
from dominocore.arguments import MANY, instance, whole
from dominocore.errors import RulesError
from dominocore.protocol import GameRules, are_rules
from dominocore.rule_fields import suggestion

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_DEAL_ARGUMENTS = frozenset(
    ("seed", "order", "hands", "boneyard", "leader", "first", "scores", "exclude", "round")
)

if TYPE_CHECKING:
    from dominocore.rules import Rules
    from dominocore.state import State


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Variant:
    """Rules under a name that can be registered, chosen by options, and played.

    >>> import dominocore as dc
    >>> def kings(seats: int = 2, short: bool = False) -> dc.Rules:
    ...     return dc.Rules(seats=seats, hand_size=5 if short else 7)
    >>> variant = Variant("kings", kings, summary="The block game, or a short one.")
    >>> print(variant.configure(short=True, target=150))
    kings;short=true;target=150
    >>> variant.configure(short=True, target=150).rules
    Rules(hand_size=5, target=150)

    Args:
        name: lower-case words of letters and digits, joined by hyphens: `all-fives`.
        rules: the rules, or a function of options that returns them. Its parameters, all with
            defaults, are the variant's own options; if it takes further ones (`**fields`) it is
            handed the fields of `Rules` that are set by name, otherwise these are replaced in
            the rules that it returns.
        summary: one line that says what sets the game apart.
        version: moves only when the results of a seeded game move.
        options: options that are chosen already: the variant's own, or fields of `Rules`.

    Raises:
        RulesError: the name is none, the function has a parameter without a default, or an
            option is not known or not possible.
        TypeError: `rules` is neither rules nor a function that returns them.
    """

    name: str
    """What it is registered and looked up by."""
    rules: Rules
    """The rules, with the options chosen; those of a game that is no chain are of its own kind,
    a `dominocore.protocol.GameRules`."""
    summary: str
    """One line that says what sets the game apart."""
    version: int
    """Moves only when the results of a seeded game move."""
    options: Mapping[str, Any] = field(hash=False)
    """What was chosen, in the order of the alphabet; all else has its default."""
    _source: GameRules | Callable[..., GameRules]

    def __init__(
        self,
        name: str,
        rules: GameRules | Callable[..., GameRules],
        summary: str = "",
        version: int = 1,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        _check_name(name)
        instance("summary", summary, str)
        whole("version", version, 0, MANY)
        if options is not None:
            instance("options", options, Mapping)
        chosen = dict(sorted((options or {}).items()))
        own = _parameters(name, rules)
        for option, default in own.items():
            if isinstance(default, bool) and not isinstance(chosen.get(option, default), bool):
                raise RulesError(f"{name}: {option}={chosen[option]!r}: expected True or False")
            if isinstance(chosen.get(option), list):
                chosen[option] = tuple(chosen[option])
        resolved = _resolve(name, rules, own, chosen)
        for option in chosen:
            if option not in own:
                chosen[option] = getattr(resolved, option)
        put = object.__setattr__
        put(self, "name", name)
        put(self, "rules", resolved)
        put(self, "summary", summary)
        put(self, "version", version)
        put(self, "options", MappingProxyType(chosen))
        put(self, "_source", rules)

    @property
    def parameters(self) -> dict[str, Any]:
        """The variant's own options and their defaults."""
        return _parameters(self.name, self._source)

    def configure(self, **options: Any) -> Variant:
        """Give the variant with these options on top of those chosen before.

        Raises:
            RulesError: an option is neither one of the variant's own nor a field of `Rules`, or
                a value is not possible.
        """
        if not options:
            return self
        chosen = {**self.options, **options}
        return Variant(self.name, self._source, self.summary, self.version, chosen)

    def parse_option(self, name: str, text: str) -> Any:
        """Read an option's value from a text, as `--set name=value` does.

        Raises:
            RulesError: there is no such option, or the text is no value of it.
        """
        own = self.parameters
        _check_known(self.name, own, self.rules, (name,))
        if name not in own or name in self.rules.options():
            return self.rules.parse_field(name, text)
        return field_text.read_like(name, text, own[name])

    def deal(self, **arguments: Any) -> State:
        """Deal a round: arguments of `State.deal` go there, all others are options.

        Raises:
            RulesError: an option or the deal is not possible.
        """
        options = {k: v for k, v in arguments.items() if k not in _DEAL_ARGUMENTS}
        for_deal = {k: v for k, v in arguments.items() if k in _DEAL_ARGUMENTS}
        return self.configure(**options).rules.deal(**for_deal)

    def __reduce__(self) -> tuple[Any, ...]:
        parts = (self.name, self._source, self.summary, self.version, dict(self.options))
        return Variant, parts

    def __copy__(self) -> Variant:
        return self

    def __deepcopy__(self, memo: Any) -> Variant:
        return self

    def __str__(self) -> str:
        shown = (f"{name}={self._write(name, value)}" for name, value in self.options.items())
        return ";".join([self.name, *shown])

    def _write(self, name: str, value: object) -> str:
        if name in self.rules.options():
            return self.rules.write_field(name, value)
        return field_text.write_like(value)

    def __repr__(self) -> str:
        return f"<Variant {self}>"


def _check_name(name: str) -> None:
    words = name.split("-") if isinstance(name, str) else [""]
    good = words[0][:1] in _LETTERS and all(
        word and all(c in _LETTERS or c in "0123456789" for c in word) for word in words
    )
    if not good:
        raise RulesError(f"{name!r} is no name of a variant; write it like all-fives")


def _parameters(name: str, source: GameRules | Callable[..., GameRules]) -> dict[str, Any]:
    """Give the options that a function of rules takes by name, and their defaults."""
    if are_rules(source):
        return {}
    if not callable(source):
        raise TypeError(f"{name} needs Rules or a function that returns them, got {source!r}")
    found = {}
    for parameter in inspect.signature(source).parameters.values():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.default is parameter.empty or parameter.kind is parameter.POSITIONAL_ONLY:
            raise RulesError(f"{name}: its option {parameter.name!r} needs a name and a default")
        found[parameter.name] = parameter.default
    return found


def _check_known(
    variant: str, own: Mapping[str, Any], rules: GameRules, names: Iterable[str]
) -> None:
    fields = rules.options()
    for name in names:
        if name not in own and name not in fields:
            known = ", ".join(own) or "none"
            raise RulesError(
                f"{variant} has no option {name!r}{suggestion(name, [*own, *fields])}; "
                f"its own are {known}, and every field of {type(rules).__name__} is one"
            )


def _call(name: str, source: Callable[..., GameRules], arguments: Mapping[str, Any]) -> GameRules:
    rules = source(**arguments)
    if not are_rules(rules):
        raise TypeError(f"{name} needs a function that returns Rules, got {rules!r}")
    return rules


def _resolve(
    name: str,
    source: GameRules | Callable[..., GameRules],
    own: Mapping[str, Any],
    chosen: Mapping[str, Any],
) -> Any:
    """Give the rules that the options mean; those that are no parameters are fields of them."""
    if are_rules(source):
        _check_known(name, own, source, chosen)
        return source.replace(**chosen) if chosen else source
    assert callable(source)
    if _takes_fields(source):
        if chosen:
            _check_known(name, own, _call(name, source, {}), chosen)
        return _call(name, source, chosen)
    base = _call(name, source, {k: v for k, v in chosen.items() if k in own})
    _check_known(name, own, base, chosen)
    changed = {option: value for option, value in chosen.items() if option not in own}
    return base.replace(**changed) if changed else base


def _takes_fields(source: Any) -> bool:
    kinds = [parameter.kind for parameter in inspect.signature(source).parameters.values()]
    return inspect.Parameter.VAR_KEYWORD in kinds
