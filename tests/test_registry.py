# SPDX-License-Identifier: MIT
"""The registry: names, plugins that work, plugins that do not, and the switch."""

from __future__ import annotations

import importlib.metadata
import threading
import time
import warnings
from collections import ChainMap
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from dominocore import registry as registry_module
from dominocore.errors import NotationError, PluginError, PluginWarning, RulesError
from dominocore.hookspecs import hookimpl
from dominocore.moves import Move
from dominocore.observation import Observation
from dominocore.player_type import PlayerSpec
from dominocore.registry import PluginInfo, Registry
from dominocore.rules import Rules
from dominocore.variant_type import Variant


class Last:
    """A player that chooses the last move listed."""

    def __init__(self, seed: int, depth: int = 3) -> None:
        self.seed = seed
        self.depth = depth

    def choose(self, view: Observation) -> Move:
        return view.moves[-1]


def module(**functions: Callable[..., Any]) -> ModuleType:
    """Make a plugin: a module with these functions, marked as hooks where they are not yet."""
    made = ModuleType("in_memory")
    for name, function in functions.items():
        marked = hasattr(function, "dominocore_impl")
        setattr(made, name, function if marked else hookimpl(function))
    return made


def variants(*names: str) -> ModuleType:
    """Make a plugin that gives variants of these names."""
    return module(dominocore_variants=lambda: [Variant(name, Rules()) for name in names])


def players(*names: str) -> ModuleType:
    """Make a plugin that gives players of these names."""
    return module(dominocore_players=lambda: [PlayerSpec(name, Last) for name in names])


def observer(told: list[object]) -> ModuleType:
    """Make a plugin that keeps the records of rounds."""

    def dominocore_round_over(record: object) -> None:
        told.append(record)

    return module(dominocore_round_over=dominocore_round_over)


def raising(error: BaseException) -> Callable[..., Any]:
    """Make a function that raises."""

    def function() -> Any:
        raise error

    return function


class FakeEntryPoint:
    """An entry point as importlib.metadata gives it."""

    def __init__(self, name: str, load: Any, distribution: str = "") -> None:
        self.name = name
        self.dist = SimpleNamespace(
            name=distribution or f"dist-{name}", version="1.2", requires=None
        )
        self.load = load if callable(load) else lambda: load


@pytest.fixture(autouse=True)
def _no_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DOMINOCORE_PLUGINS", raising=False)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Give a function that makes these the installed entry points."""

    def install(*entry_points: FakeEntryPoint) -> None:
        def find(*, group: str) -> list[FakeEntryPoint]:
            assert group == "dominocore"
            return list(entry_points)

        monkeypatch.setattr(importlib.metadata, "entry_points", find)

    return install


Install = Callable[..., None]


def load(registry: Registry, *messages: str) -> dict[str, PluginInfo]:
    """Load a registry, see that it warns of exactly this, and give its plugins by name."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        plugins = registry.plugins()
    assert len(messages) == len(caught), [str(w.message) for w in caught]
    for message, warning in zip(messages, caught, strict=True):
        assert warning.category is PluginWarning
        assert message in str(warning.message)
    return {info.name: info for info in plugins}


# ---- names ----


def test_the_built_in_names_come_through_the_hooks() -> None:
    """Without plugins there are the built-in variants and players, as plugins of dominocore."""
    registry = Registry(entry_points=False)
    infos = load(registry)

    assert list(infos) == ["builtin_variants", "builtin_players"]
    assert {"dominocore"} == {info.distribution for info in infos.values()}
    assert "block" in infos["builtin_variants"].variants
    assert {"first", "greedy", "random"} <= set(infos["builtin_players"].players)
    assert registry.variants["block"].name == "block"


def test_a_registry_can_be_empty() -> None:
    """Without built-ins and entry points a registry knows nothing, and says so."""
    registry = Registry(builtins=False, entry_points=False)

    assert not registry.variants
    assert registry.plugins() == ()
    assert repr(registry.players) == "<players: none>"
    with pytest.raises(RulesError, match="there is no variant 'block'; there are none"):
        registry.variants["block"]


def test_names_are_mappings_in_the_order_of_the_alphabet() -> None:
    """Variants and players are read like a dict, and a ChainMap can hold them."""
    registry = Registry(builtins=False, entry_points=False)
    registry.register(players("b", "a"), "mine")

    assert list(registry.players) == ["a", "b"]
    assert "a" in registry.players
    assert "c" not in registry.players
    assert registry.players.get("c") is None
    assert len(registry.players) == 2
    assert repr(registry.players) == "<players: a, b>"
    assert ChainMap({}, dict(registry.players))["a"].name == "a"


def test_an_unknown_name_is_told_what_is_like_it() -> None:
    """A wrong name is a RulesError or PluginError, also a KeyError, with a suggestion."""
    registry = Registry(entry_points=False)

    with pytest.raises(RulesError, match="no variant 'blok'; did you mean 'block'") as variant:
        registry.variant("blok")
    with pytest.raises(PluginError, match="no player 'gredy'; did you mean 'greedy'") as player:
        registry.player("gredy")
    with pytest.raises(PluginError, match="no player 'zzz'; there are accompanied, expert, "):
        registry.player("zzz")

    assert isinstance(variant.value, KeyError)
    assert isinstance(player.value, KeyError)


def test_a_variant_takes_options_in_the_call_and_in_the_text() -> None:
    """Options after semicolons and by keyword configure the variant; the call wins."""
    registry = Registry(entry_points=False)

    assert registry.variant("block", target=50).rules.target == 50
    assert registry.variant("block;target=50").rules.target == 50
    assert registry.variant("block;target=50", target=70).rules.target == 70
    assert registry.variant("block") is registry.variants["block"]
    printed = str(registry.variant("block", seats=4, sides=(0, 1, 0, 1)))
    assert registry.variant(printed).rules.sides == (0, 1, 0, 1)


def test_an_option_that_is_not_possible_is_refused() -> None:
    """A variant says which option it lacks, or which value it cannot have."""
    registry = Registry(entry_points=False)

    with pytest.raises(RulesError, match="targt"):
        registry.variant("block;targt=50")
    with pytest.raises(RulesError, match="target"):
        registry.variant("block;target=far")


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("block;target", 7, "write it like block;seats=4"),
        ("block;target=50;=3", 17, "is no option"),
        ("block;target=50;target=60", 17, "the option target is there twice"),
        ("block; target=50", 7, "is no option"),
    ],
)
def test_a_wrong_option_of_a_variant_is_refused_with_its_column(
    text: str, column: int, message: str
) -> None:
    """What is not name=value, or is there twice, is named with the place it stands."""
    with pytest.raises(NotationError, match=message) as caught:
        Registry(entry_points=False).variant(text)

    assert column == caught.value.column


def test_a_player_text_gives_the_spec_and_checked_options() -> None:
    """The text names a player and its options, and an option it lacks is refused."""
    registry = Registry(entry_points=False)
    registry.register(players("last"), "mine")

    assert (registry.players["last"], {"depth": 5}) == registry.player("last:depth=5")
    with pytest.raises(PluginError, match="player last has no option 'width'"):
        registry.player("last:width=5")


def test_names_are_texts() -> None:
    """A name that is no text is a TypeError, as it is for no plugin to give."""
    with pytest.raises(TypeError, match="named by a text"):
        Registry(entry_points=False).variant(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="named by a text"):
        Registry(entry_points=False).player(3)  # type: ignore[arg-type]


def test_the_functions_of_the_package_use_the_default_registry(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There is one default registry, and `variant` and `player` ask it."""
    monkeypatch.setenv("DOMINOCORE_PLUGINS", "")
    default = registry_module.default()

    assert default is registry_module.default()
    assert registry_module.variant("block") is default.variants["block"]
    assert type(registry_module.player("random", seed=3)).__name__ == "RandomPlayer"


# ---- plugins that work ----


def test_installed_plugins_load_in_the_order_of_their_distributions(install: Install) -> None:
    """Entry points are loaded sorted, whatever order they are found in, each with its version."""
    install(
        FakeEntryPoint("z", players("zed"), "beta"),
        FakeEntryPoint("y", variants("why"), "alpha"),
    )
    infos = load(registry := Registry())

    assert [name for name in infos if not name.startswith("builtin")] == ["y", "z"]
    assert PluginInfo("y", "alpha", "1.2", ("why",), ()) == infos["y"]
    assert PluginInfo("z", "beta", "1.2", (), ("zed",)) == infos["z"]
    assert {"why", "block"} <= set(registry.variants)


def test_entry_points_are_found_at_the_first_question_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Making a registry and taking its mappings loads nothing; all later questions load once."""
    asked = []
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: asked.append(group) or [])
    registry = Registry()
    names = registry.variants

    assert asked == []
    assert "block" in names
    assert registry.players
    assert registry.plugins()
    assert asked == ["dominocore"]


def test_each_plugin_is_asked_once() -> None:
    """However often names are looked up, a hook is called one time."""
    calls = []
    registry = Registry(entry_points=False)
    registry.register(module(dominocore_players=lambda: calls.append(1) or []), "mine")

    assert registry.players
    assert registry.plugins()
    assert calls == [1]


def test_objects_can_be_plugins() -> None:
    """A plugin may be an object whose methods are hooks, under a name of the program."""

    class Plugin:
        @hookimpl
        def dominocore_players(self) -> list[PlayerSpec]:
            return [PlayerSpec("mine", Last)]

    registry = Registry(entry_points=False)
    info = registry.register(Plugin(), "object")

    assert PluginInfo("object", "", "", (), ("mine",)) == info
    assert info == registry.plugins()[-1]
    assert "mine" in registry.players


def test_registries_are_apart() -> None:
    """What is registered with one registry is not known to another."""
    registry = Registry(entry_points=False)
    registry.register(players("mine"), "mine")

    assert "mine" not in Registry(entry_points=False).players


def test_a_plugin_may_look_up_what_was_loaded_before_it(install: Install) -> None:
    """While it loads, a plugin can start from a built-in variant."""
    registry = Registry()

    def body() -> ModuleType:
        rules = registry.variant("block").rules.replace(target=31)
        return module(dominocore_variants=lambda: [Variant("short-block", rules)])

    install(FakeEntryPoint("short", body))

    assert registry.variant("short-block").rules.target == 31


def test_threads_that_ask_first_together_load_once(install: Install) -> None:
    """A second thread waits for the first load and sees the whole of it."""
    loads = []

    def body() -> ModuleType:
        loads.append(1)
        time.sleep(0.05)
        return players("slow")

    install(FakeEntryPoint("slow", body))
    registry = Registry()
    found: list[bool] = []
    threads = [
        threading.Thread(target=lambda: found.append("slow" in registry.players)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert loads == [1]
    assert found == [True] * 8


# ---- plugins that do not ----


def _yields_then_raises() -> Any:
    yield Variant("half", Rules())
    raise OSError("no file")


def _wraps() -> Any:
    return (yield)


BROKEN = {
    "import": (raising(ModuleNotFoundError("No module named 'gone'")), "ModuleNotFoundError: No"),
    "exit": (raising(SystemExit(3)), "SystemExit: 3"),
    "hook raises": (module(dominocore_variants=raising(OSError("no file"))), "OSError: no file"),
    "generator raises": (module(dominocore_variants=_yields_then_raises), "OSError: no file"),
    "wrong type": (
        module(dominocore_variants=lambda: [Variant("half", Rules()), Rules()]),
        "dominocore_variants yields Variants, but gave Rules(",
    ),
    "wrong kind": (
        module(dominocore_players=lambda: [Variant("half", Rules())]),
        "dominocore_players yields PlayerSpecs, but gave ",
    ),
    "no iterable": (module(dominocore_players=lambda: 3), "yields PlayerSpecs, but gave 3"),
    "name twice": (variants("half", "half"), "dominocore_variants gives 'half' twice"),
    "second hook": (
        module(
            dominocore_variants=lambda: [Variant("half", Rules())],
            dominocore_players=raising(OSError("no file")),
        ),
        "OSError: no file",
    ),
    "wrong argument": (
        module(dominocore_variants=lambda state: []),
        "PluginValidationError: Plugin 'broken'",
    ),
    "unknown hook": (
        module(dominocore_variant=lambda: []),
        "there is no hook dominocore_variant: the hooks are dominocore_commands, "
        "dominocore_players, dominocore_round_over, dominocore_variants; "
        "did you mean 'dominocore_variants'?",
    ),
    "unknown specname": (
        module(anything=hookimpl(specname="dominocore_move")(lambda: [])),
        "there is no hook dominocore_move",
    ),
    "wrapper": (
        module(dominocore_variants=hookimpl(wrapper=True)(_wraps)),
        "its dominocore_variants is a wrapper",
    ),
    "no hook": (ModuleType("empty"), "has no hook: the hooks are"),
    "nothing": (None, "None has no hook"),
}


@pytest.mark.parametrize(("plugin", "reason"), BROKEN.values(), ids=list(BROKEN))
def test_a_broken_plugin_is_left_out_whole_and_alone(
    plugin: Any, reason: str, install: Install
) -> None:
    """One warning names plugin, distribution, fault and switch; the next plugin still loads."""
    install(FakeEntryPoint("broken", plugin, "a-broken"), FakeEntryPoint("fine", players("fine")))
    registry = Registry()
    infos = load(registry, reason)

    assert infos["broken"].status == "skipped"
    assert reason in infos["broken"].reason
    assert (infos["broken"].variants, infos["broken"].players) == ((), ())
    assert "half" not in registry.variants
    assert infos["fine"].status == "loaded"
    assert "fine" in registry.players


def test_the_warning_names_all_that_one_needs(install: Install) -> None:
    """The text has the plugin, its distribution and version, the error and the switch."""
    install(FakeEntryPoint("broken", raising(OSError("no\nfile")), "dominocore-broken"))

    with pytest.warns(PluginWarning) as caught:
        assert Registry().variants

    assert str(caught[0].message) == (
        "the plugin 'broken' (of dominocore-broken 1.2) was left out: OSError: no file. Repair or "
        "uninstall it, or name the plugins to load in DOMINOCORE_PLUGINS (empty for none)."
    )


def test_a_hook_that_is_not_marked_is_told_so() -> None:
    """A function with a hook's name and no mark would never be called, so it is refused."""
    plugin = players("fine")
    plugin.dominocore_variants = lambda: []

    with pytest.warns(PluginWarning, match="dominocore_variants is not marked with @hookimpl"):
        info = Registry(entry_points=False).register(plugin, "mine")

    assert info.status == "skipped"


def test_a_function_that_is_no_hook_and_not_marked_is_told_so() -> None:
    """The prefix is kept for hooks: a misspelt hook is found with or without the mark."""
    plugin = players("fine")
    plugin.dominocore_player = lambda: []

    with pytest.warns(PluginWarning, match="no hook dominocore_player: .* 'dominocore_players'"):
        Registry(entry_points=False).register(plugin, "mine")


def test_only_functions_can_be_taken_for_hooks() -> None:
    """A module or value whose name starts like a hook does not matter, nor an optional hook."""
    plugin = players("fine")
    plugin.dominocore_helpers = ModuleType("dominocore_helpers")
    plugin.dominocore_later = hookimpl(optionalhook=True)(lambda: [])

    assert Registry(entry_points=False, strict=True).register(plugin, "mine").status == "loaded"


def test_a_name_that_is_taken_leaves_the_later_plugin_out(install: Install) -> None:
    """The earlier plugin keeps the name, nothing of the later is kept, and both are named."""
    install(
        FakeEntryPoint("one", variants("shared"), "a-dist"),
        FakeEntryPoint("two", variants("other", "shared"), "b-dist"),
    )
    registry = Registry()
    infos = load(registry, "'shared', which the plugin 'one' (of a-dist 1.2) has given")

    assert (infos["one"].status, infos["two"].status) == ("loaded", "skipped")
    assert "other" not in registry.variants


def test_a_built_in_name_is_taken(install: Install) -> None:
    """A plugin cannot put its own variant or player in the place of a built-in one."""
    install(FakeEntryPoint("mine", players("greedy")), FakeEntryPoint("yours", variants("block")))

    load(
        registry := Registry(),
        "gives 'greedy', which the plugin 'builtin_players' (of dominocore ",
        "gives 'block', which the plugin 'builtin_variants' (of dominocore ",
    )

    assert registry.players["greedy"].make is not Last


def test_variants_and_players_do_not_take_each_others_names() -> None:
    """A variant and a player may have the same name."""
    registry = Registry(entry_points=False, strict=True)
    registry.register(players("block"), "mine")

    assert "block" in registry.players


def test_a_plugin_name_is_taken_once(install: Install) -> None:
    """Of two entry points with one name the later is left out, and both distributions are named."""
    install(
        FakeEntryPoint("same", players("a"), "a-dist"),
        FakeEntryPoint("same", players("b"), "b-dist"),
    )
    registry = Registry()

    load(registry, "'same' (of b-dist 1.2) was left out: its name is taken by the plugin 'same' (")

    assert "a" in registry.players
    assert "b" not in registry.players


def test_one_module_is_no_two_plugins() -> None:
    """The same object under a second name is left out."""
    registry = Registry(entry_points=False)
    plugin = players("a")
    registry.register(plugin, "one")

    with pytest.warns(PluginWarning, match="already registered"):
        assert registry.register(plugin, "two").status == "skipped"
    assert "a" in registry.players


def test_what_was_left_out_can_be_registered_again() -> None:
    """A plugin that failed leaves nothing behind that is in the way of the repaired one."""
    registry = Registry(entry_points=False)
    broken = module(dominocore_players=raising(OSError("no file")))
    with pytest.warns(PluginWarning):
        registry.register(broken, "mine")

    assert registry.register(players("mine"), "mine").status == "loaded"
    broken.dominocore_players = players("repaired").dominocore_players
    assert registry.register(broken, "repaired").status == "loaded"


def test_a_strict_registry_raises(install: Install) -> None:
    """Where others warn, a strict registry raises, from the error of the plugin, each time."""
    install(FakeEntryPoint("broken", raising(OSError("no file"))))
    registry = Registry(strict=True)

    for _ in range(2):
        with pytest.raises(
            PluginError, match=r"'broken' \(of dist-broken 1\.2\) was left out"
        ) as error:
            registry.plugins()
        assert isinstance(error.value.__cause__, OSError)


def test_a_strict_registry_is_whole_after_a_plugin_was_refused() -> None:
    """A plugin that is refused when it is registered leaves the registry as it was."""
    registry = Registry(strict=True, entry_points=False)
    with pytest.raises(PluginError, match="has given"):
        registry.register(variants("block"), "mine")

    assert "block" in registry.variants
    assert [info.name for info in registry.plugins()] == ["builtin_variants", "builtin_players"]


def test_warnings_that_are_errors_leave_the_registry_whole(install: Install) -> None:
    """Where a warning raises, it does so once, and the plugins that are well are there."""
    install(
        FakeEntryPoint("broken", raising(OSError("no file")), "a"),
        FakeEntryPoint("fine", players("fine")),
    )
    registry = Registry()

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(PluginWarning):
            registry.plugins()
        assert "fine" in registry.players


def test_a_load_that_is_broken_off_starts_anew(install: Install) -> None:
    """After Ctrl-C while a plugin loads, the next question loads all of them."""
    errors: list[BaseException] = [KeyboardInterrupt()]

    def body() -> ModuleType:
        if errors:
            raise errors.pop()
        return players("late")

    install(FakeEntryPoint("late", body))
    registry = Registry()
    with pytest.raises(KeyboardInterrupt):
        registry.plugins()

    assert "late" in registry.players


# ---- the switch ----


@pytest.mark.parametrize(
    ("switch", "loaded"),
    [(None, {"a", "b"}), ("", set()), (" ", set()), ("b", {"b"}), (" a , b,a", {"a", "b"})],
)
def test_the_switch_names_the_plugins_to_load(
    switch: str | None, loaded: set[str], install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unset it loads all, empty none, and what it does not name is never imported."""
    imported = []

    def body(name: str) -> Callable[[], ModuleType]:
        return lambda: imported.append(name) or players(name)  # type: ignore[func-returns-value]

    install(FakeEntryPoint("a", body("a")), FakeEntryPoint("b", body("b")))
    if switch is not None:
        monkeypatch.setenv("DOMINOCORE_PLUGINS", switch)
    infos = load(registry := Registry())

    assert loaded == set(imported) == {"a", "b"} & set(registry.players)
    for name in {"a", "b"} - loaded:
        assert infos[name].status == "off"
        assert infos[name].reason == "DOMINOCORE_PLUGINS does not name it"
    assert "greedy" in registry.players


def test_the_switch_names_a_plugin_that_is_not_there(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name in the switch that no entry point has is warned of, with the one most like it."""
    install(FakeEntryPoint("cuban", variants("cuban")))
    monkeypatch.setenv("DOMINOCORE_PLUGINS", "cubn")

    load(Registry(), "names the plugin 'cubn', which is not installed; did you mean 'cuban'?")


# ---- commands and observers ----


def test_observers_are_told_of_rounds_each_on_its_own() -> None:
    """Each observer gets the record; one that raises is warned of and stops none."""
    told: list[object] = []
    registry = Registry(entry_points=False)
    assert not registry.has_observers
    registry.round_over("nobody")
    registry.register(observer(told), "one")
    registry.register(module(dominocore_round_over=raising(OSError("full"))), "two")
    registry.register(observer(told), "three")

    with pytest.warns(
        PluginWarning, match="'two' .* failed in dominocore_round_over: OSError: ful"
    ):
        registry.round_over("record")

    assert registry.has_observers
    assert told == ["record", "record"]


def test_commands_are_added_by_each_plugin() -> None:
    """Each plugin is given the group of the command line."""
    group: list[str] = []
    registry = Registry(entry_points=False)
    registry.register(module(dominocore_commands=lambda group: group.append("one")), "one")

    registry.add_commands(group)

    assert group == ["one"]


class NoText(Exception):
    """An error whose text cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


@pytest.mark.parametrize("error", [NoText(), SystemExit(3), GeneratorExit(), OSError("x" * 10**6)])
def test_no_error_of_a_plugin_stops_the_others(error: BaseException) -> None:
    """While it loads, and when it is told of a round, each error becomes one short warning."""
    told: list[object] = []
    registry = Registry(entry_points=False)
    with pytest.warns(PluginWarning, match=type(error).__name__) as loading:
        registry.register(module(dominocore_variants=raising(error)), "one")
    registry.register(module(dominocore_round_over=raising(error)), "two")
    registry.register(observer(told), "three")
    with pytest.warns(PluginWarning, match=type(error).__name__) as telling:
        registry.round_over("record")
    assert told == ["record"]
    assert all(len(str(warning.message)) < 600 for warning in [*loading, *telling])


def test_a_strict_registry_raises_what_an_observer_raises() -> None:
    """An observer that fails is a PluginError, from its own error, where the registry is strict."""
    registry = Registry(entry_points=False, strict=True)
    registry.register(module(dominocore_round_over=raising(OSError("full"))), "two")

    with pytest.raises(PluginError, match="failed in dominocore_round_over") as error:
        registry.round_over("record")

    assert isinstance(error.value.__cause__, OSError)
