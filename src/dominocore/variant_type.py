# SPDX-License-Identifier: MIT
"""A variant: rules with a name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dominocore.errors import RulesError
from dominocore.rule_fields import suggestion
from dominocore.rules import DEFAULTS, FIELDS, Rules
from dominocore.state import State

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz")
_DEAL_ARGUMENTS = frozenset(
    ("seed", "order", "hands", "boneyard", "leader", "first", "scores", "exclude", "round")
)


def check_name(name: str, what: str) -> None:
    """Refuse a name that is not lower-case words of letters and digits, joined by hyphens.

    Raises:
        RulesError: it is none.
    """
    words = name.split("-") if isinstance(name, str) else [""]
    good = name[:1] in _LETTERS and all(
        word and all(c in _LETTERS or c in "0123456789" for c in word) for word in words
    )
    if not good:
        raise RulesError(f"{name!r} is no name of a {what}; write it like all-fives")


@dataclass(frozen=True, slots=True)
class Variant:
    """Rules under a name that can be registered, chosen by options, and played.

    >>> import dominocore as dc
    >>> pairs = dc.variant("latin", seats=4, pairs=True, target=150)
    >>> pairs.rules.sides, pairs.rules.target
    ((0, 1, 0, 1), 150)
    >>> print(pairs)
    latin;pairs=true;seats=4;target=150

    Attributes:
        name: lower-case words joined by hyphens.
        source: the rules, or a function of options that returns them; its parameters, all with
            defaults, are the variant's own options, such as `seats` and `pairs`.
        summary: one line that says what sets the game apart.
        version: moves only when the results of a seeded game move.
        options: what was chosen; a name is an option of the function or a field of `Rules`.

    Raises:
        RulesError: the name is none.
    """

    name: str
    source: Rules | Callable[..., Rules]
    summary: str = ""
    version: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_name(self.name, "variant")
        object.__setattr__(self, "options", dict(sorted(self.options.items())))

    @property
    def parameters(self) -> dict[str, Any]:
        """The variant's own options and their defaults."""
        if isinstance(self.source, Rules):
            return {}
        return {
            name: parameter.default
            for name, parameter in inspect.signature(self.source).parameters.items()
        }

    @property
    def rules(self) -> Rules:
        """The rules with the options chosen.

        Raises:
            RulesError: an option is not possible.
        """
        own = self.parameters
        chosen = {name: value for name, value in self.options.items() if name in own}
        rules = self.source if isinstance(self.source, Rules) else self.source(**chosen)
        changed = {name: value for name, value in self.options.items() if name not in own}
        return rules.replace(**changed) if changed else rules

    def configure(self, **options: Any) -> Variant:
        """Give the variant with these options on top of those chosen before.

        Raises:
            RulesError: an option is neither one of the variant's own nor a field of `Rules`, or
                a value is not possible.
        """
        if not options:
            return self
        own = self.parameters
        for name in options:
            if name not in own and name not in DEFAULTS:
                known = ", ".join(own) or "none"
                raise RulesError(
                    f"{self.name} has no option {name!r}{suggestion(name, [*own, *FIELDS])}; "
                    f"its own are {known}, and every field of Rules is one"
                )
        variant = replace(self, options={**self.options, **options})
        _ = variant.rules  # options that are not possible are refused here, not at the table
        return variant

    def parse_option(self, name: str, text: str) -> Any:
        """Read an option's value from a text, as `--set name=value` does.

        Raises:
            RulesError: there is no such option, or the text is no value of it.
        """
        default = self.parameters.get(name)
        if isinstance(default, bool):
            if text.lower() not in ("true", "false"):
                raise RulesError(f"{name}={text!r}: expected true or false")
            return text.lower() == "true"
        if isinstance(default, int) and text.isdecimal():
            return int(text)
        return Rules.parse_field(name, text) if name in DEFAULTS else text

    def deal(self, **arguments: Any) -> State:
        """Deal a round: arguments of `State.deal` go there, all others are options.

        Raises:
            RulesError: an option or the deal is not possible.
        """
        options = {k: v for k, v in arguments.items() if k not in _DEAL_ARGUMENTS}
        for_deal = {k: v for k, v in arguments.items() if k in _DEAL_ARGUMENTS}
        return State.deal(self.configure(**options).rules, **for_deal)

    def __hash__(self) -> int:
        return hash((self.name, self.version, str(self)))

    def __str__(self) -> str:
        shown = (f"{name}={_text(value)}" for name, value in self.options.items())
        return ";".join([self.name, *shown])


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
