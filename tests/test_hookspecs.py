# SPDX-License-Identifier: MIT
"""The hooks: what they are called, and that the plugins in their docstrings work."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys
import textwrap
from itertools import takewhile
from types import ModuleType
from typing import Any

import pluggy
import pytest

import dominocore as dc
from dominocore import hookspecs
from dominocore.registry import Registry

HOOKS = {
    "dominocore_variants": (),
    "dominocore_players": (),
    "dominocore_commands": ("group",),
    "dominocore_round_over": ("record",),
}


def example(hook: str) -> ModuleType:
    """Make a module of the plugin in a hook's docstring."""
    doc = inspect.getdoc(getattr(hookspecs, hook))
    assert doc is not None
    lines = doc.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(("    import ", "    from ")))
    indented = takewhile(lambda line: not line or line.startswith("    "), lines[start:])
    module = ModuleType(f"example_of_{hook}")
    exec(textwrap.dedent("\n".join(indented)), vars(module))
    return module


def register(hook: str) -> Registry:
    registry = Registry(entry_points=False, strict=True)
    assert registry.register(example(hook), "example").status == "loaded"
    return registry


def test_the_hooks_and_their_arguments() -> None:
    """There are four hooks; none takes a state, in none does the first answer win."""
    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    callers = {name: getattr(manager.hook, name) for name in HOOKS}

    assert sorted(HOOKS) == [name for name in dir(manager.hook) if name.startswith("dominocore_")]
    assert {name: caller.spec.argnames for name, caller in callers.items()} == HOOKS
    assert not any(caller.spec.opts["firstresult"] for caller in callers.values())


def test_the_example_of_a_variant_plugin_works() -> None:
    """The plugin that the docstring shows gives the variant that it names."""
    registry = register("dominocore_variants")

    assert len(registry.variant("cuban").rules.tiles) == 55


def test_the_example_of_a_player_plugin_works() -> None:
    """The plugin that the docstring shows gives the player that it names."""
    registry = register("dominocore_players")
    state = registry.variant("block").deal(seed=1)

    move = registry.players["heaviest"].create(1).choose(state.observe(state.turn))

    assert max(tile.pips for tile in state.hand(state.turn)) == move.pips


def test_the_example_of_a_command_plugin_works() -> None:
    """The plugin that the docstring shows adds a command that runs."""
    click = pytest.importorskip("click")
    testing = importlib.import_module("click.testing")
    group = click.Group()

    register("dominocore_commands").add_commands(group)

    assert testing.CliRunner().invoke(group, ["count", "9"]).output == "55\n"


def play(seed: int) -> dc.Match:
    """Play a match to its end."""
    match = dc.Match("block", seed=seed)
    while not match.is_over:
        match = match.play(match.state.moves[0])
    return match


def test_the_example_of_an_observer_works(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plugin that the docstring shows keeps the record of each match that is over."""
    monkeypatch.chdir(tmp_path)
    registry = register("dominocore_round_over")

    records = [dc.Record.of(match) for match in (play(5), dc.Match("block", seed=5), play(6))]

    for record in records:
        registry.round_over(record)

    kept = dc.read_records((tmp_path / "matches.dgr").read_text("utf-8"))
    assert list(kept) == [record for record in records if record.is_over]


def test_importing_dominocore_loads_no_plugin_machinery() -> None:
    """Neither pluggy nor importlib.metadata is imported with the package."""
    code = (
        "import sys, dominocore;"
        "print([m for m in ('pluggy', 'importlib.metadata') if m in sys.modules])"
    )

    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert run.stdout == "[]\n"
