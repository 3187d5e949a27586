# SPDX-License-Identifier: MIT
"""Rules as the text of a variant, and back."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from dominocore.arguments import shorten
from dominocore.builtin_variants import dominocore_variants
from dominocore.errors import DominoError, NotationError, RulesError
from dominocore.protocol import GameRules
from dominocore.rules import Rules
from dominocore.state import one_chain
from dominocore.variant_type import Variant


def find_rules(variant: str) -> GameRules:
    """Give the rules that a record names.

    Raises:
        NotationError: there is no such variant or option, or a value is not possible.
    """
    from dominocore.registry import variant as find  # noqa: PLC0415  (it loads the plugins)

    try:
        return find(variant).rules
    except DominoError as error:
        raise NotationError(str(error), variant) from error


def find_chain(variant: str, what: str) -> Rules:
    """Give the rules of one chain that a position names.

    Raises:
        NotationError: there is no such variant or option, or a value is not possible.
        NotNativeError: the game is no chain; says what needs one.
    """
    return one_chain(find_rules(variant), what)


def name_game(rules: GameRules) -> str:
    """Give the text of a registered variant with options that means these rules.

    Raises:
        RulesError: no registered variant has such rules.
    """
    from dominocore.registry import default  # noqa: PLC0415  (it loads the plugins)

    given = rules.to_dict()
    for variant in default().variants.values():
        if type(variant.rules) is not type(rules):
            continue
        usual = variant.rules.to_dict()
        changes = {name: value for name, value in given.items() if usual.get(name) != value}
        try:
            found = variant.configure(**changes)
        except RulesError:
            continue
        if found.rules == rules:
            return str(found)
    raise RulesError(f"no registered variant has the rules {shorten(rules)}")


@lru_cache(maxsize=64)
def name_rules(rules: Rules) -> str:
    """Give the shortest text of a built-in variant with options that means these rules.

    A function that scores rounds is written and cannot be read back: a text names no code.
    """
    best: tuple[int, str] | None = None
    for variant in dominocore_variants():
        for options in _own_options(variant, rules):
            try:
                text = _configured(variant, rules, options)
            except RulesError:
                continue
            if best is None or (text.count(";"), text) < best:
                best = text.count(";"), text
    assert best is not None, "the block game can be given every field"
    return best[1]


def _own_options(variant: Variant, rules: Rules) -> Iterable[dict[str, Any]]:
    """Give the choices of a variant's own options that may lead to these rules."""
    own = variant.parameters
    sizes = {name: getattr(rules, name) for name in own if name in ("seats", "max_pip")}
    chosen = {name: value for name, value in sizes.items() if value != own[name]}
    yield chosen
    if "pairs" in own:
        yield {**chosen, "pairs": True}


def _configured(variant: Variant, rules: Rules, options: dict[str, Any]) -> str:
    like = variant.configure(**options)
    given, wanted = like.rules.to_dict(), rules.to_dict()
    changes = {name: getattr(rules, name) for name, value in wanted.items() if given[name] != value}
    found = like.configure(**changes)
    if found.rules != rules:
        raise RulesError(f"{variant.name} cannot be given the values of these rules")
    return str(found)
