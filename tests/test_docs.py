# SPDX-License-Identifier: MIT
"""The documentation speaks of everything that is public, and what it shows is true."""

from __future__ import annotations

import dataclasses
import doctest
import inspect
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import dominocore
from dominocore import errors, hookspecs, registry, rule_fields
from dominocore.protocol import GameRules
from dominocore.rules import FIELDS

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
INCLUDE = ROOT / "csrc" / "include"
HEADERS = "\n".join(path.read_text(encoding="utf-8") for path in sorted(INCLUDE.glob("*.h")))

HOOKS = sorted(name for name in vars(hookspecs) if name.startswith("dominocore_"))
ERRORS = sorted(name for name in vars(errors) if name.endswith(("Error", "Warning")))
PROTOTYPES = re.findall(r"^(?:const )?\w+ \*?(dmc_\w+)\(", HEADERS, re.MULTILINE)
VARIANTS = sorted(dominocore.Registry(entry_points=False).variants)
#: Fields that rule texts fill differently.
DISPUTED = (
    "opening",
    "lot_tile",
    "redeal_if",
    "later",
    "after_block",
    "draw",
    "drawn_tile",
    "spinner",
    "arms_open",
    "spinner_count",
    "opening_counts",
    "claim",
    "dead_layout",
    "blocked_winner",
    "blocked_tie",
    "points_from",
    "minus_own",
    "rounding",
    "rounding_per_hand",
    "tile_values",
    "target",
    "match_end",
    "match_tie",
    "wins",
)
CRITERIA = (
    "tile 6-6",
    "doubles 0 6 5 4 3 2 1",
    "highest_double",
    "lowest_double",
    "highest_tile",
    "highest_tile_lex",
    "lowest_tile",
    "heaviest_hand",
    "lots",
    "lot",
    "redeal",
)

pytestmark = pytest.mark.skipif(not DOCS.is_dir(), reason="the sources of the docs are not here")


def read(*parts: str) -> str:
    """Give the text of a page."""
    return DOCS.joinpath(*parts).read_text(encoding="utf-8")


def pages(folder: Path) -> list[Path]:
    """Give the pages in a folder, without what a build has left there."""
    found = sorted(folder.rglob("*.md"))
    return [page for page in found if not page.relative_to(DOCS).parts[0].startswith("_")]


def directives(folder: Path, name: str) -> list[str]:
    """Give the words in the bodies of a directive on the pages of a folder."""
    bodies = []
    for page in pages(folder):
        text = page.read_text(encoding="utf-8")
        bodies += re.findall(rf"^```{{{name}}}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return " ".join(bodies).split()


def autodoc() -> set[str]:
    """Give the names that the reference documents one by one."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in pages(DOCS / "reference"))
    kinds = r"(?:auto(?:class|function|exception|data)|py:data)"
    return {
        name.rpartition(".")[2] for name in re.findall(rf"^\.\. {kinds}:: ([\w.]+)", text, re.M)
    }


def entries(kinds: str) -> list[str]:
    """Give the full names that the reference documents with these kinds of directives."""
    found = []
    for page in pages(DOCS / "reference"):
        module = ""
        for kind, name in re.findall(
            r"^ *\.\. ([\w:]+):: ([\w.]+)", page.read_text(encoding="utf-8"), re.M
        ):
            if kind == "currentmodule":
                module = name
            elif re.fullmatch(kinds, kind):
                full = name.startswith("dominocore.")
                found.append(name if full else f"{module}.{name}")
    return found


def open_modules() -> dict[str, bool]:
    """Give the modules that the reference speaks of, and whether it lists all their members."""
    found = {}
    for page in pages(DOCS / "reference"):
        for name, options in re.findall(
            r"^\.\. automodule:: ([\w.]+)\n((?:   :.*\n)*)", page.read_text(encoding="utf-8"), re.M
        ):
            found[name] = ":no-members:" not in options
    return found


def public_names(module: str) -> dict[str, object]:
    """Give what a module defines and does not mark as its own by an underscore."""
    held = import_module(module)
    return {
        name: value
        for name, value in vars(held).items()
        if name in getattr(held, "__all__", ())
        or (not name.startswith("_") and getattr(value, "__module__", None) == module)
    }


def sh_blocks(path: Path) -> list[str]:
    """Give the shell blocks of a page."""
    return re.findall(r"^```sh\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S)


def test_each_public_name_is_documented() -> None:
    """The reference has an entry for every name in `dominocore.__all__`."""
    assert set() == set(dominocore.__all__) - autodoc()


@pytest.mark.parametrize("module", open_modules())
def test_each_name_of_an_open_module_is_documented(module: str) -> None:
    """The reference has an entry for all that a module it speaks of defines, or lists them all."""
    listed = open_modules()[module]
    known = set(entries(r"auto(?:class|function|data)"))

    names = public_names(module)

    assert names
    assert [] == [
        name
        for name, value in names.items()
        if not (inspect.getdoc(value) if listed else f"{module}.{name}" in known)
    ]


def test_each_module_that_a_page_imports_from_is_open() -> None:
    """What the pages and the README let a reader import stands in the reference."""
    known = set(entries(r"auto(?:class|function|data|exception)")) | {
        f"dominocore.{name}" for name in dominocore.__all__
    }
    for module in open_modules():
        known |= {module} | {f"{module}.{name}" for name in public_names(module)}
    text = "\n".join(page.read_text(encoding="utf-8") for page in [README, *pages(DOCS)])
    asked = {
        f"{module}.{name.split(' as ')[0].strip()}"
        for module, names in re.findall(
            r"^(?:>>> )?from (dominocore[\w.]*) import \(?([\w, ]+)", text, re.M
        )
        for name in names.split(",")
    }

    assert len(asked) > 5
    assert set() == asked - known


def test_modules_for_users_are_open() -> None:
    """The reference speaks of each module that users import beside the package itself."""
    named = ("svg", "text", "vector", "testing", "protocol", "game", "encoder", "replay_html")

    assert {f"dominocore.{name}" for name in named} <= set(open_modules())


def test_each_field_of_a_value_is_described() -> None:
    """A dataclass with an entry says what each field is, in its docstring or beside it."""
    silent = []
    for entry in entries("autoclass"):
        module, _, name = entry.rpartition(".")
        held = getattr(import_module(module), name)
        if held is dominocore.Rules or not dataclasses.is_dataclass(held):
            continue  # the tables of the rules page describe the fields of rules
        text = inspect.getdoc(held) or ""
        source = inspect.getsource(held)
        for field in dataclasses.fields(held):
            said = re.search(rf"^ *{field.name}( \(.*\))?: ", text, re.M)
            beside = re.search(rf'^    {field.name}: .*\n    """', source, re.M)
            if not (field.name.startswith("_") or said or beside):
                silent.append(f"{entry}.{field.name}")

    assert [] == silent


def test_each_method_of_the_rules_is_documented() -> None:
    """Those that rules have beside what the contract of all games asks of them."""
    contract = {name for name in dir(GameRules) if not name.startswith("_")}
    fields = {field.name for field in dataclasses.fields(dominocore.Rules)}
    own = {name for name in dir(dominocore.Rules) if not name.startswith("_")} - contract - fields
    listed = entries("auto(?:method|property)")

    assert len(own) > 3
    assert [] == [name for name in sorted(own) if f"dominocore.Rules.{name}" not in listed]


def test_each_command_is_documented() -> None:
    """The page of the command line has a section for every command that the library brings."""
    cli = pytest.importorskip("dominocore.cli")
    text = read("reference", "cli.md")

    assert sorted(cli.main.commands) == sorted(re.findall(r"^```{command-help} (\w+)$", text, re.M))


def test_each_extra_is_documented() -> None:
    """The page of the reference names every extra of the distribution."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = read("reference", "index.md")

    assert [] == [name for name in project["optional-dependencies"] if f"`{name}`" not in text]


def test_each_word_is_there_in_four_languages() -> None:
    """Every row of the glossary has an English, a Portuguese, a Spanish and a Russian cell."""
    rows = re.findall(r"^\| (.+) \|$", read("reference", "glossary.md"), re.M)[2:]

    assert len(rows) > 25
    assert [] == [row for row in rows if len([x for x in row.split(" | ") if x.strip()]) != 4]


def test_each_rules_field_is_in_a_table_once() -> None:
    """The tables of the rules page hold every field of `Rules` once, and nothing else."""
    assert sorted(FIELDS) == sorted(directives(DOCS / "reference", "rules-fields"))


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_has_a_page(name: str) -> None:
    """The reference has a page for the variant, made by the directive that shows all of it."""
    assert read("reference", "variants", f"{name}.md") == (
        f"# {name}\n\n```{{built-in-variant}}\n{name}\n```\n"
    )


def test_each_page_of_a_variant_is_of_one() -> None:
    """The reference has no page for a variant that is not registered."""
    assert set(VARIANTS) == {page.stem for page in pages(DOCS / "reference" / "variants")}


def test_each_variant_names_its_rules() -> None:
    """Every variant is a function with a docstring: its page shows it."""
    for name in VARIANTS:
        source = dominocore.Registry(entry_points=False).variants[name]._source
        assert not isinstance(source, dominocore.Rules) and source.__doc__, name


@pytest.mark.parametrize("name", DISPUTED)
def test_each_disputed_field_has_its_values_in_the_guide(name: str) -> None:
    """The guide on switching rules has a row for the field and names every value of one word."""
    text = read("howto", "switch-rules.md")
    _, found, rows = text.partition(f"| `{name}` | ")
    assert found
    rows = re.split(r"\n(?!\| \|)", rows, maxsplit=1)[0]
    if name == "after_block":  # the other values are those of `later`
        return

    words = {
        "opening": CRITERIA,
        "draw": ("none", "one", "until_playable", "up_to 2"),
        "rounding": ("none", "down 5", "nearest 5", "up 5"),
        **rule_fields.CHOICES,
    }
    for value in words.get(name, ()):
        assert f"`{value}`" in rows, value


@pytest.mark.parametrize("name", HOOKS)
def test_each_hook_is_documented(name: str) -> None:
    """The page of the hooks has an entry for the hook."""
    assert f".. autofunction:: {name}\n" in read("reference", "api", "hooks.md")


@pytest.mark.parametrize("name", ERRORS)
def test_each_error_is_documented(name: str) -> None:
    """The page of the errors has an entry for the exception and a line in its table."""
    text = read("reference", "api", "errors.md")

    assert f".. autoexception:: {name}\n" in text
    assert f"| `{name}` |" in text


def test_each_prototype_of_the_headers_is_documented() -> None:
    """The page of the C API names every function, type and constant of the headers."""
    types = re.findall(r"^(?:typedef )?(?:struct|enum) (dmc_\w+) \{", HEADERS, re.M)
    constants = re.findall(r"^#define (DMC_\w+)", HEADERS, re.M)

    assert len(PROTOTYPES) > 20
    assert sorted({*PROTOTYPES, *types, *constants}) == sorted(
        directives(DOCS / "reference", "c-entries")
    )


def test_readme_example_is_true() -> None:
    """The README's Python is a doctest that passes."""
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")

    assert (0, True) == (failed, tried > 10)


def test_readme_sets_up_in_two_commands() -> None:
    """The first shell block of the README holds two commands, one a line."""
    assert 2 == len(sh_blocks(README)[0].splitlines())


def test_every_page_is_reachable() -> None:
    """Each page is named by a table of contents, or matched by a pattern of one."""
    listed = {DOCS / "index.md"}
    for page in pages(DOCS):
        for body in re.findall(
            r"^```{toctree}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
        ):
            for line in body.splitlines():
                if line and not line.startswith(":"):
                    listed.update(page.parent.glob(f"{line}.md"))

    assert [] == [str(page.relative_to(DOCS)) for page in pages(DOCS) if page not in listed]


@pytest.mark.parametrize("page", pages(DOCS), ids=lambda page: str(page.relative_to(DOCS)))
def test_python_on_a_page_is_true(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The Python blocks of the page that begin with a prompt are doctests that pass."""
    monkeypatch.setattr(registry, "_DEFAULT", dominocore.Registry())  # a page may add to it
    monkeypatch.syspath_prepend(DOCS / "howto" / "code")
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(>>> .*?)^```", text, re.M | re.S)
    test = doctest.DocTestParser().get_doctest(
        "\n".join(blocks), {"dc": dominocore}, page.name, str(page), 0
    )
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)

    runner.run(test)

    assert 0 == runner.failures
