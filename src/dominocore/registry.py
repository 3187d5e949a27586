# SPDX-License-Identifier: MIT
"""Variants and players by name: the built-in ones and those of plugins.

A `Registry` loads the entry points of the group `dominocore` when it is first asked for something
that is not built in.
A plugin that cannot be loaded, breaks the contract of a hook, or gives a name that is taken is left
out whole, with a `PluginWarning`; the others are not touched by it. The environment variable
`DOMINOCORE_PLUGINS` names the entry points to load, with commas between; empty, it loads none.
"""

from __future__ import annotations

import threading
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any, Generic, TypeVar

import pluggy

from dominocore import hookspecs
from dominocore._version import __version__
from dominocore.arguments import shorten
from dominocore.errors import NotationError, PluginError, PluginWarning, RulesError
from dominocore.player_type import (
    FAULTS,
    OptionValue,
    Player,
    PlayerSpec,
    explain,
    parse_spec,
    suggest,
    text_of,
)
from dominocore.plugin_info import GROUP, SWITCH, PluginInfo, installed, load, wanted
from dominocore.variant_type import Variant

_PREFIX = "dominocore_"
_HOOKS = tuple(sorted(name for name in vars(hookspecs) if name.startswith(_PREFIX)))
_Named = TypeVar("_Named")
_Kind = TypeVar("_Kind", Variant, PlayerSpec)


class UnknownVariantError(RulesError, KeyError):
    """A variant that no plugin gives; names the one most like it."""

    __str__ = Exception.__str__


class UnknownPlayerError(PluginError, KeyError):
    """A player that no plugin gives; names the one most like it."""

    __str__ = Exception.__str__


@dataclass(slots=True)
class _Contents:
    """All that a registry has loaded; made anew if loading is broken off."""

    manager: pluggy.PluginManager
    variants: dict[str, Variant] = field(default_factory=dict)
    players: dict[str, PlayerSpec] = field(default_factory=dict)
    givers: dict[tuple[str, str], PluginInfo] = field(default_factory=dict)
    plugins: list[PluginInfo] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)


class Names(Mapping[str, _Named], Generic[_Named]):
    """What a registry knows of one kind, by name; it loads what it is read for, or everything."""

    def __init__(
        self, kind: str, contents: Callable[..., dict[str, _Named]], error: type[KeyError]
    ) -> None:
        self._kind = kind
        self._contents = contents
        self._error = error

    def __getitem__(self, name: str) -> _Named:
        known = self._contents(name)
        if name not in known:
            hint = suggest(name, known) or f"; there are {', '.join(sorted(known)) or 'none'}"
            raise self._error(f"there is no {self._kind} {shorten(name)}{hint}")
        return known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._contents()))

    def __len__(self) -> int:
        return len(self._contents())

    def __repr__(self) -> str:
        return f"<{self._kind}s: {', '.join(self) or 'none'}>"


class Registry:
    """The variants and players of dominocore and of its plugins.

    Programs use the one behind `dominocore.variant` and `dominocore.player`; tests make their own.

    Args:
        strict: raise a `PluginError` where a plugin would be left out.
        builtins: whether to hold what comes with dominocore.
        entry_points: whether to load the plugins that are installed.
    """

    def __init__(
        self, *, strict: bool = False, builtins: bool = True, entry_points: bool = True
    ) -> None:
        self._strict = strict
        self._builtins = builtins
        self._entry_points = entry_points
        self._lock = threading.RLock()
        self._loaded = False
        self._loading = False
        self._contents = _Contents(_new_manager())
        self._variants: Names[Variant] = Names(
            "variant", lambda *name: self._load("variants", *name).variants, UnknownVariantError
        )
        self._players: Names[PlayerSpec] = Names(
            "player", lambda *name: self._load("players", *name).players, UnknownPlayerError
        )

    # ---- what it knows ----

    @property
    def variants(self) -> Mapping[str, Variant]:
        """The variants by name, in the order of the alphabet."""
        return self._variants

    @property
    def players(self) -> Mapping[str, PlayerSpec]:
        """The players by name, in the order of the alphabet."""
        return self._players

    def plugins(self) -> tuple[PluginInfo, ...]:
        """Give what became of each plugin, the built-in ones first, in the order of loading."""
        return tuple(self._load().plugins)

    def variant(self, text: str, **options: Any) -> Variant:
        """Give a variant by name, with options: `variant("latin", seats=4)`.

        The options can stand in the text, too, as a variant prints them: `"latin;seats=4"`; one
        that is given both ways is taken from the call.

        Raises:
            UnknownVariantError: no plugin gives the variant; a `RulesError` and a `KeyError`.
            RulesError: the variant has no such option, or the rules are not possible.
            NotationError: an option in the text is not written `name=value`.
        """
        name, written = _read_variant(text)
        found = self.variants[name]
        read = {key: found.parse_option(key, value) for key, value in written.items()}
        return found.configure(**{**read, **options})

    def player(self, text: str) -> tuple[PlayerSpec, dict[str, OptionValue]]:
        """Give a player's spec and the options of a text such as `"ismcts:iters=1000"`.

        Raises:
            UnknownPlayerError: no plugin gives the player; a `PluginError` and a `KeyError`.
            PluginError: the player has no such option, or needs one that is not there.
            NotationError: the text is not written `name:key=value:key=value`.
        """
        name, options = parse_spec(text)
        spec = self.players[name]
        spec.check(options)
        return spec, options

    # ---- what it tells plugins ----

    @property
    def has_observers(self) -> bool:
        """Whether any plugin takes note of rounds that have ended."""
        return bool(self._load().manager.hook.dominocore_round_over.get_hookimpls())

    def add_commands(self, group: Any) -> None:
        """Let each plugin add its commands to the command line; one that raises is warned of."""
        self._tell("dominocore_commands", group=group)

    def round_over(self, record: Any) -> None:
        """Tell each plugin of a round that has ended; one that raises is warned of."""
        self._tell("dominocore_round_over", record=record)

    def _tell(self, hook: str, **arguments: Any) -> None:
        contents = self._load()
        fillers = getattr(contents.manager.hook, hook).get_hookimpls()
        if not fillers:
            return
        infos = {info.name: info for info in contents.plugins if info.status == "loaded"}
        for filler in fillers:
            info = infos[filler.plugin_name]
            try:
                _ask(contents.manager, filler.plugin, hook, **arguments)
            except FAULTS as error:
                message = f"the plugin {info.origin} failed in {hook}: {_explain(error)}"
                if self._strict:
                    raise PluginError(message) from error
                warnings.warn(message + _advice(info), PluginWarning, stacklevel=3)

    # ---- loading ----

    def register(self, plugin: object, name: str) -> PluginInfo:
        """Add a plugin that is at hand: a module, or any object that has the hooks.

        The installed plugins are loaded first, so theirs are the names that are taken.

        Returns:
            What became of it.

        Raises:
            PluginError: the registry is strict and the plugin is at fault.
        """
        with self._lock:
            contents = self._load()
            info = self._add(contents, PluginInfo(name, "", ""), lambda: plugin)
            if not self._loading:
                self._warn(contents)
            return info

    def _load(self, kind: str = "", name: str | None = None) -> _Contents:
        """Load everything, or until there is a name of a kind: what is built in comes first."""
        if self._loaded or self._has(kind, name):
            return self._contents
        with self._lock:
            # A plugin may look a variant up while it is loaded: it finds those before it.
            if self._loaded or self._loading or self._has(kind, name):
                return self._contents
            self._loading = True
            try:
                for _ in self._load_builtins(self._contents):
                    if self._has(kind, name):
                        return self._contents
                self._load_entry_points(self._contents)
                self._loaded = True
            except BaseException:
                self._contents = _Contents(_new_manager())
                raise
            finally:
                self._loading = False
            self._warn(self._contents)
            return self._contents

    def _has(self, kind: str, name: str | None) -> bool:
        return name is not None and name in getattr(self._contents, kind)

    def _load_builtins(self, contents: _Contents) -> Iterator[None]:
        """Add what comes with dominocore, as far as it is not there."""
        for module in islice(_builtins(), len(contents.plugins), None) if self._builtins else ():
            name = module.__name__.rpartition(".")[2]
            contents.plugins.append(_admit(contents, PluginInfo(name, GROUP, __version__), module))
            yield

    def _load_entry_points(self, contents: _Contents) -> None:
        if not self._entry_points:
            return
        found = installed()
        named = wanted()
        for info, entry_point in found:
            if named is not None and info.name not in named:
                contents.plugins.append(_gone(info, "off", f"{SWITCH} does not name it"))
            else:
                self._add(contents, info, partial(load, entry_point))
        known = [info.name for info, _ in found]
        for name in named or ():
            if name not in known:
                hint = suggest(name, known)
                contents.troubles.append(
                    f"{SWITCH} names the plugin {name!r}, which is not installed{hint}"
                )

    def _add(self, contents: _Contents, info: PluginInfo, body: Callable[[], object]) -> PluginInfo:
        """Load one plugin, whole or not at all."""
        start = time.monotonic()
        try:
            full = _admit(contents, info, body())
        except FAULTS as error:
            reason = _explain(error)
            message = f"the plugin {info.origin} was left out: {reason}"
            if self._strict:
                raise PluginError(message) from error
            contents.troubles.append(message + _advice(info))
            gone = _gone(info, "skipped", reason)
            contents.plugins.append(gone)
            return gone
        full = replace(full, seconds=time.monotonic() - start)
        contents.plugins.append(full)
        return full

    def _warn(self, contents: _Contents) -> None:
        """Warn of what went wrong, once the registry is whole: a warning may be an error."""
        troubles, contents.troubles = contents.troubles, []
        for message in troubles:
            warnings.warn(message, PluginWarning, stacklevel=4)


def _builtins() -> Iterator[ModuleType]:
    """Import the plugins that come with dominocore one by one: a variant needs no player."""
    from dominocore import builtin_variants  # noqa: PLC0415

    yield builtin_variants
    from dominocore import builtin_players  # noqa: PLC0415

    yield builtin_players


def _new_manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    return manager


def _admit(contents: _Contents, info: PluginInfo, plugin: object) -> PluginInfo:
    """Check a plugin, ask it for what it gives, and add that.

    Raises:
        PluginError: it breaks the contract of the hooks, or gives a name that is taken.
    """
    taken = next((other for other in contents.plugins if _same_name(other, info)), None)
    if taken is not None:
        raise PluginError(f"its name is taken by the plugin {taken.origin}")
    _check_hooks(contents.manager, plugin)
    contents.manager.register(plugin, info.name)
    try:
        variants = _collect(contents, plugin, "dominocore_variants", Variant)
        players = _collect(contents, plugin, "dominocore_players", PlayerSpec)
    except BaseException:
        contents.manager.unregister(plugin)
        raise
    full = PluginInfo(info.name, info.distribution, info.version, tuple(variants), tuple(players))
    contents.variants.update(variants)
    contents.players.update(players)
    for kind, names in (("Variant", variants), ("PlayerSpec", players)):
        contents.givers.update({(kind, name): full for name in names})
    return full


def _same_name(other: PluginInfo, info: PluginInfo) -> bool:
    return other.name == info.name and other.status == "loaded"


def _check_hooks(manager: pluggy.PluginManager, plugin: object) -> None:
    """Refuse functions that look like hooks and would never be called.

    Raises:
        PluginError: there is such a function, or no hook at all.
    """
    known = f"the hooks are {', '.join(_HOOKS)}"
    found = False
    for attribute in dir(plugin):
        options = manager.parse_hookimpl_opts(plugin, attribute)
        if options is None:
            if not attribute.startswith(_PREFIX) or not _is_function(getattr(plugin, attribute)):
                continue
            if attribute in _HOOKS:
                raise PluginError(f"its function {attribute} is not marked with @hookimpl")
            raise PluginError(_no_hook(attribute, known))
        name = options.get("specname") or attribute
        if name in _HOOKS:
            found = True
            if options.get("wrapper") or options.get("hookwrapper"):
                raise PluginError(f"its {name} is a wrapper; each plugin is asked alone")
        elif not options.get("optionalhook"):
            raise PluginError(_no_hook(name, known))
    if not found:
        raise PluginError(f"{shorten(plugin)} has no hook: {known}")


def _is_function(value: object) -> bool:
    return isinstance(getattr(value, "__func__", value), FunctionType)


def _no_hook(name: str, known: str) -> str:
    return f"there is no hook {name}: {known}{suggest(name, list(_HOOKS))}"


def _ask(manager: pluggy.PluginManager, plugin: object, hook: str, **arguments: Any) -> list[Any]:
    """Call a hook of one plugin alone."""
    others = [other for other in manager.get_plugins() if other is not plugin]
    answers: list[Any] = manager.subset_hook_caller(hook, others)(**arguments)
    return answers


def _collect(contents: _Contents, plugin: object, hook: str, kind: type[_Kind]) -> dict[str, _Kind]:
    """Ask one plugin for the values of a hook, and check each."""
    given: dict[str, _Kind] = {}
    for answer in _ask(contents.manager, plugin, hook):
        if not isinstance(answer, Iterable):
            raise PluginError(f"{hook} yields {kind.__name__}s, but gave {shorten(answer)}")
        for value in answer:
            if not isinstance(value, kind):
                raise PluginError(f"{hook} yields {kind.__name__}s, but gave {shorten(value)}")
            if value.name in given:
                raise PluginError(f"{hook} gives {value.name!r} twice")
            giver = contents.givers.get((kind.__name__, value.name))
            if giver is not None:
                raise PluginError(
                    f"{hook} gives {value.name!r}, which the plugin {giver.origin} has given"
                )
            given[value.name] = value
    return given


def _gone(info: PluginInfo, status: str, reason: str) -> PluginInfo:
    return PluginInfo(info.name, info.distribution, info.version, (), (), status, reason)


def _explain(error: BaseException) -> str:
    """Say an error in one line, with its type unless it is one of ours."""
    return (text_of(error) if isinstance(error, PluginError) else "") or explain(error)


def _advice(info: PluginInfo) -> str:
    if not info.distribution:
        return ""
    return f". Repair or uninstall it, or name the plugins to load in {SWITCH} (empty for none)."


def _read_variant(text: str) -> tuple[str, dict[str, str]]:
    """Read `name;option=value;option=value`."""
    if not isinstance(text, str):
        raise TypeError(f"a variant is named by a text, got {shorten(text)}")
    name, *parts = text.split(";")
    options: dict[str, str] = {}
    column = len(name) + 2
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals or not key.isidentifier():
            message = f"{shorten(part)} is no option; write it like {name};seats=4"
            raise NotationError(message, text, 1, column)
        if key in options:
            raise NotationError(f"the option {key} is there twice", text, 1, column)
        options[key] = value
        column += len(part) + 1
    return name, options


_DEFAULT = Registry()


def default() -> Registry:
    """Give the registry that the functions of the package use."""
    return _DEFAULT


def variant(name: str, **options: Any) -> Variant:
    """Give a variant of the default registry; see `Registry.variant`."""
    return _DEFAULT.variant(name, **options)


def player(text: str, seed: int = 0) -> Player:
    """Make a player of the default registry: `player("ismcts:iters=1000", seed=7)`.

    Raises:
        PluginError: there is no such player or option.
        NotationError: the text is not written `name:key=value:key=value`.
    """
    spec, options = _DEFAULT.player(text)
    return spec.create(seed, **options)
