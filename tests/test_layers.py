"""Imports point down, the package imports little, and each thing has one name."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dominocore

PACKAGE = Path(dominocore.__file__).resolve().parent
ROOT = "dominocore"

# A module imports from the rows above its own and from nowhere else. Planned modules may be listed.
LAYERS = (
    ("_core", "_version", "arguments", "errors", "interruption"),
    ("_native", "field_text", "hookspecs", "json_object", "paired", "schedule", "world_count"),
    ("_native_search", "errands", "tiles", "world_core"),
    ("encoder", "moves", "outcome", "rule_fields"),
    ("chain", "layout_text", "notation", "placing", "rule_text"),
    ("layout_snake", "layout_tree", "position_words", "settling"),
    ("rules",),
    ("dealing", "position", "public"),
    ("observation", "position_core", "refusal", "world_opening"),
    ("game", "protocol", "state"),
    ("batch", "state_pickle"),
    (
        "analysis",
        "layout",
        "player_type",
        "plugin_info",
        "random_rounds",
        "search",
        "solver",
        "svg_parts",
        "variant_type",
        "vector",
        "world_record",
    ),
    ("world_case",),
    ("builtin_variants", "player_features", "svg", "text", "worlds"),
    ("player_search",),
    ("builtin_players",),
    ("registry",),
    ("match", "rules_name"),
    ("position_state", "spelling"),
    ("record",),
    ("record_builder", "record_check", "replay_data"),
    ("record_json", "record_text", "replay_html"),
    ("record_file",),
    ("table",),
    ("games", "ratings"),
    ("game_process", "game_server", "rating_plot", "tournament_file"),
    ("tournament_result",),
    ("tournaments",),
    ("__init__",),
    ("cli_progress", "cli_talk", "testing_views"),
    ("cli_play", "cli_record", "cli_standings", "testing_encoder"),
    ("cli_analyze", "cli_simulate", "cli_tournament", "testing"),
    ("cli",),
    ("__main__",),
)
LAYER = {name: number for number, row in enumerate(LAYERS) for name in row}

# Imports inside functions may look down, for speed; those that look up are these.
LATE = {
    ("observation", "position_state"),
    ("observation", "worlds"),
    ("game", "rules_name"),
    ("public", "svg"),
    ("public", "text"),
    ("record", "record_check"),
    ("record", "record_json"),
    ("record", "record_text"),
    ("record", "replay_data"),
    ("rules", "position_state"),
    ("rules", "rules_name"),
    ("rules", "spelling"),
    ("rules", "state"),
    ("rules", "vector"),
    ("state", "position_state"),
    ("state", "state_pickle"),
    ("tiles", "svg"),
}

HEAVY = (
    "click",
    "hashlib",
    "importlib.metadata",
    "numpy",
    "pluggy",
    "random",
    "rich",
    "secrets",
    "unittest",
)


def modules() -> list[str]:
    """Give the first part of each module's name under the package, `_core` aside."""
    names = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in sources()}
    return sorted(names)


def sources() -> list[Path]:
    """Give the files of the package's own modules."""
    return sorted(PACKAGE.rglob("*.py"))


def is_typing_only(node: ast.AST) -> bool:
    """Tell whether a statement is an `if TYPE_CHECKING` block, which never runs."""
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def imports(node: ast.AST, late: bool = False) -> Iterator[tuple[str, bool]]:
    """Give (module, inside a function?) of what the code under a node imports of the package."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from ((alias.name, late) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, "imports name the package"
            if child.module == ROOT:
                yield from ((f"{ROOT}.{alias.name}", late) for alias in child.names)
            else:
                yield str(child.module), late
        elif is_typing_only(child):
            assert isinstance(child, ast.If)
            for other in child.orelse:
                yield from imports(other, late)
        else:
            is_function = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from imports(child, late or is_function)


def edges() -> list[tuple[str, str, bool]]:
    """Give (importing module, imported module, inside a function?) within the package."""
    found = []
    for path in sources():
        name = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        for target, late in imports(ast.parse(path.read_text(encoding="utf-8"))):
            root, _, rest = target.partition(".")
            if root == ROOT:
                part = rest.split(".")[0]
                found.append((name, part if part in LAYER else "__init__", late))
    return [(a, b, late) for a, b, late in found if a in LAYER and a != b]


def test_every_module_has_a_layer() -> None:
    """No module stands outside the table."""
    assert [name for name in modules() if name not in LAYER] == []


def test_imports_point_down() -> None:
    """Each module imports only modules of the layers under its own."""
    wrong = [(a, b) for a, b, late in edges() if not late and LAYER[b] >= LAYER[a]]
    assert wrong == []


def test_late_imports_that_point_up_are_listed() -> None:
    """What a function imports from its own layer or one above it is listed, and nothing else is."""
    assert {(a, b) for a, b, late in edges() if late and LAYER[b] >= LAYER[a]} == LATE


def test_one_door_to_the_core() -> None:
    """Only `_native` imports the compiled module."""
    assert {a for a, b, _ in edges() if b == "_core"} == {"_native"}


def test_a_state_and_a_player_meet_at_the_table() -> None:
    """Nothing under the table imports both what a state is and what a player is."""
    of: dict[str, set[str]] = {}
    for a, b, _ in edges():
        of.setdefault(a, set()).add(b)
    both = {a for a, targets in of.items() if {"state", "player_type"} <= targets}
    assert {a for a in both if LAYER[a] < LAYER["table"]} == set()


def test_no_module_bears_a_public_name() -> None:
    """Importing a submodule rebinds no public name of the package."""
    assert set(modules()) & set(dominocore.__all__) == set()


def test_public_names_are_sorted_and_there() -> None:
    """`__all__` has constants, classes and functions, each sorted, and each can be had."""
    names = list(dominocore.__all__)
    kind = {name: (not name.isupper(), not name[0].isupper()) for name in names}
    assert names == sorted(set(names), key=lambda name: (kind[name], name))
    assert [name for name in names if not hasattr(dominocore, name)] == []
    assert set(names) <= set(dir(dominocore))


def test_a_name_that_is_not_there() -> None:
    """The package says, like any module, that it has no such attribute."""
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = dominocore.no_such_name


def uncounted() -> dict[str, str]:
    """Give this environment without what has coverage count in each process, which loads a lot."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


def loaded_by(use: str) -> set[str]:
    """Give the modules that an interpreter loads which imports the package and runs a line."""
    code = f"import sys, dominocore; {use}; print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-I", "-c", code],
        env=uncounted(),
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    return set(run.stdout.split())


def test_import_is_light() -> None:
    """Importing the package, and listing its names, loads none of its modules and not cffi."""
    loaded = loaded_by("dir(dominocore)")
    assert {name for name in loaded if name.startswith(ROOT)} == {ROOT, f"{ROOT}._version"}
    assert loaded & {"_cffi_backend", "dataclasses", "typing", *HEAVY} == set()


def test_a_round_is_light() -> None:
    """Dealing a round loads no plugin machinery, no calculations and nothing heavy."""
    loaded = loaded_by("dominocore.State.deal(dominocore.Rules(), seed=1).observe(0)")
    assert "dominocore.state" in loaded
    assert loaded & set(HEAVY) == set()
    others = ("_native_search", "hookspecs", "registry", "solver", "table")
    assert loaded & {f"{ROOT}.{name}" for name in others} == set()


def test_a_variant_by_its_name_is_light() -> None:
    """A built-in game is found without a search for plugins, and without the players."""
    loaded = loaded_by("dominocore.variants['draw']; dominocore.variant('latin').deal(seed=1)")
    assert "dominocore.registry" in loaded
    assert loaded & {*HEAVY, f"{ROOT}.builtin_players"} == {"pluggy"}
