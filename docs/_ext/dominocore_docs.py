# SPDX-License-Identifier: MIT
"""What the pages take from the code when they are built, so that neither can fall behind.

- ``rules-fields``: a table of the named fields of `Rules`.
- ``built-in-variants``: a table of the built-in variants; ``built-in-variant``: the page of one.
- ``built-in-players``: tables of the built-in players and their options.
- ``command-help``: the help of a command of the command line.
- ``c-entries``: what the headers say of the named functions, types and constants.

Handlers go with them: Python blocks that begin with ``>>>`` are doctests, an indented block after a
colon in a docstring is code, and values that only the library makes show no way to call them.
"""

from __future__ import annotations

import contextlib
import inspect
import re
import textwrap
from pathlib import Path
from typing import Any

import click
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.ext.napoleon import GoogleDocstring
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective

import dominocore
from dominocore import builtin_variants as builtin_variants_module
from dominocore import cli, rule_fields
from dominocore.rules import DEFAULTS

ROOT = Path(__file__).resolve().parents[2]
HEADERS = sorted((ROOT / "csrc" / "include").glob("*.h"))
SOURCES = ROOT / "docs" / "explanation" / "sources"
#: What options mean that are no fields.
OPTIONS = {"pairs": "Whether four seats play as two pairs, with partners opposite each other."}


def builtin_variants() -> dict[str, dominocore.Variant]:
    """Give the variants that come with the library, whatever plugins are installed."""
    return dict(dominocore.Registry(entry_points=False).variants)


class Generated(SphinxDirective):
    """A directive whose content becomes text in the markup of the pages."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        return self.parse_text_to_nodes("\n".join(self.lines()), allow_section_headings=True)

    def lines(self) -> list[str]:
        raise NotImplementedError

    def words(self) -> list[str]:
        return " ".join(self.content).split()


# ---- rules ----


def shown(value: object) -> str:
    return f"`{value!r}`"


def values_of(name: str) -> str:
    """Say which values a field takes, where its kind says it."""
    if name in rule_fields.CHOICES:
        return " ".join(f'`"{word}"`' for word in rule_fields.CHOICES[name])
    if isinstance(DEFAULTS[name], bool):
        return "`True` `False`"
    low_high = rule_fields._RANGES.get(name)
    return f"{low_high[0]} to {low_high[1]}" if low_high else ""


def setters(name: str) -> str:
    """Name the built-in variants that set a field, with the value where it is short."""
    found = []
    for variant in builtin_variants().values():
        value = getattr(variant.rules, name)
        if value != DEFAULTS[name]:
            text = repr(value)
            found.append(f"{variant.name}\u00a0`{text}`" if len(text) <= 20 else variant.name)
    return ", ".join(found) or "–"


class RulesFields(Generated):
    """Tabulate the fields named in the content."""

    def lines(self) -> list[str]:
        docs = ModuleAnalyzer.for_module("dominocore.rules").find_attr_docs()
        out = [
            "::::{list-table}",
            ":header-rows: 1",
            ":widths: 18 14 44 24",
            "",
            "* - Field",
            "  - Default",
            "  - Meaning and values",
            "  - Set by",
        ]
        for name in self.words():
            if name not in DEFAULTS:
                raise self.error(f"Rules has no field {name!r}")
            meaning = " ".join(" ".join(docs["Rules", name]).split())
            values = values_of(name)
            if values:
                meaning += f" Values: {values}."
            out += [
                f"* - `{name}`",
                f"  - {shown(DEFAULTS[name])}",
                f"  - {meaning}",
                f"  - {setters(name)}",
            ]
        return [*out, "::::"]


# ---- variants ----


class BuiltinVariants(Generated):
    """Tabulate the built-in variants: the name, which leads to its page, and the summary."""

    def lines(self) -> list[str]:
        out = ["| Variant | What sets it apart |", "|---|---|"]
        for name, variant in builtin_variants().items():
            out.append(f"| [{name}](variants/{name}.md) | {variant.summary} |")
        return out


class BuiltinVariant(Generated):
    """Show all that the library says of the built-in variant named in the content."""

    def lines(self) -> list[str]:
        (name,) = self.words()
        if name not in builtin_variants():
            raise self.error(f"there is no built-in variant {name!r}")
        self.env.note_dependency(builtin_variants_module.__file__)
        variant = builtin_variants()[name]
        return [  # all of it below headings: what stands before the first would come last
            *("## In short", "", variant.summary, "", *how_to_play(variant), ""),
            *("## Where the rules come from", "", *origin(variant), ""),
            *("## Options of its own", "", *own_options(variant), ""),
            *("## Fields that differ from the block game", "", *changed_fields(variant), ""),
            *("## The rules in words", "", "```text", variant.rules.describe().rstrip(), "```", ""),
            *("## Other sets", "", *larger_sets(variant), ""),
        ]


def how_to_play(variant: dominocore.Variant) -> list[str]:
    """Say how to play a variant, from a shell and from Python."""
    name = variant.name
    pairs = [f"$ dominocore play {name} --seats 4 --set pairs=true"]
    return [
        "```console",
        f"$ dominocore play {name} --human 0",
        *(pairs if "pairs" in variant.parameters else []),
        f"$ dominocore variants {name}",
        "```",
        "",
        f'In Python it is `dc.variant("{name}")`, and `dc.Match("{name}")` begins a match. Its'
        f" version is {variant.version}: the number moves when the results of a seeded game do.",
    ]


def origin(variant: dominocore.Variant) -> list[str]:
    """Give what the function of a variant says of its rules, and the functions it is made from."""
    source: Any = variant._source
    out = [str(inspect.getdoc(source))]
    for used in source.__code__.co_names:
        function = getattr(builtin_variants_module, used, None)
        other = used.replace("_", "-")
        if other in builtin_variants():
            out += ["", f"All else is as in [{other}]({other}.md)."]
        elif inspect.isfunction(function) and "\n\n" in (function.__doc__ or ""):
            shared = str(inspect.getdoc(function)).replace("Give what", "What", 1)
            out += ["", "Where the fields below say nothing else:", ""]
            out += [f"> {line}" for line in shared.splitlines()]
    if (SOURCES / f"{variant.name}.md").exists():
        page = f"../../explanation/sources/{variant.name}.md"
        out += ["", f"[The text, clause by clause]({page}), says which field carries what."]
    return out


def own_options(variant: dominocore.Variant) -> list[str]:
    """Tabulate the options of a variant that are no mere fields of `Rules`."""
    out = ["| Option | Default | Meaning |", "|---|---|---|"]
    docs = ModuleAnalyzer.for_module("dominocore.rules").find_attr_docs()
    for option, default in variant.parameters.items():
        text = OPTIONS.get(option) or " ".join(" ".join(docs["Rules", option]).split())
        out.append(f"| `{option}` | {shown(default)} | {text} |")
    fields = "Every field of [Rules](../api/rules.md) is an option as well"
    return [*out, "", f"{fields}."] if variant.parameters else [f"None. {fields}."]


def changed_fields(variant: dominocore.Variant) -> list[str]:
    """Tabulate the fields that a variant sets to something else than `Rules` does."""
    out = ["| Field | Value | Default |", "|---|---|---|"]
    for name, default in DEFAULTS.items():
        value = getattr(variant.rules, name)
        if value != default:
            out.append(f"| `{name}` | {shown(value)} | {shown(default)} |")
    return out if len(out) > 2 else ["None: it is the block game."]


def larger_sets(variant: dominocore.Variant) -> list[str]:
    """Say what changes with the set: a table where the game has an option for it."""
    if "max_pip" not in variant.parameters:
        named = any(character.isdigit() for character in "".join(variant.rules.opening))
        return [
            "The rules above are those of the double-six set. `--set max_pip=9`, 12, 15 or 18 plays"
            " with a larger one; the hands stay as `hand_size` says."
            + (" The opening names tiles, so set `opening` as well." if named else "")
        ]
    out = [
        f"| `max_pip` | Tiles | A hand of {variant.rules.seats} seats | Left over | What changes |",
        "|---|---|---|---|---|",
    ]
    rules_of = {}
    for pips in (6, 9, 12, 15, 18):
        with contextlib.suppress(dominocore.RulesError):  # too few tiles for the hands
            rules_of[pips] = variant.configure(max_pip=pips).rules
    for pips, rules in rules_of.items():
        changes = ", ".join(
            f"`{name}={getattr(rules, name)!r}`"
            for name in DEFAULTS
            if name != "max_pip" and len({getattr(each, name) for each in rules_of.values()}) > 1
        )
        left = len(rules.tiles) - rules.seats * rules.hand_tiles
        out.append(f"| {pips} | {len(rules.tiles)} | {rules.hand_tiles} | {left} | {changes} |")
    return out


# ---- players ----


class BuiltinPlayers(Generated):
    """Tabulate the built-in players and, below, the options of each."""

    def lines(self) -> list[str]:
        players = dominocore.Registry(entry_points=False).players
        out = ["| Player | What it does |", "|---|---|"]
        for spec in players.values():
            seen = " It sees every hand." if spec.sees_all else ""
            out.append(f"| `{spec.name}` | {spec.summary}{seen} |")
        out += ["", "| Player | Option | Default | Values |", "|---|---|---|---|"]
        for spec in players.values():
            for name, default in spec.options.items():
                value = "–" if default is None else f"`{str(default).lower()}`"
                out.append(f"| `{spec.name}` | `{name}` | {value} | {player_values(spec, name)} |")
        return out


def player_values(spec: dominocore.PlayerSpec, name: str) -> str:
    """Say what the value of a player's option can be."""
    allowed = spec.choices.get(name)
    if isinstance(allowed, range):
        return f"{allowed[0]:,} to {allowed[-1]:,}"
    if allowed is not None:
        return ", ".join(f"`{value}`" for value in allowed)
    kinds = {bool: "`true`, `false`", int: "a whole number", float: "a number", str: "a text"}
    return kinds[type(spec.options[name])]


# ---- command line ----


class CommandHelp(Generated):
    """Show what a command says of itself; no name is the whole command line."""

    def lines(self) -> list[str]:
        context = click.Context(cli.main, info_name="dominocore", terminal_width=84)
        command: Any = cli.main
        for word in self.words():
            command = cli.main.get_command(context, word)
            if command is None:
                raise self.error(f"there is no command {word!r}")
            context = click.Context(command, info_name=word, parent=context, terminal_width=84)
        return ["```text", command.get_help(context).rstrip(), "```"]


# ---- C ----


def c_items(text: str) -> dict[str, tuple[str, str, str]]:
    """Read a header: name -> (kind, declaration, comment)."""
    items: dict[str, tuple[str, str, str]] = {}
    comment, at = "", 0
    pattern = re.compile(
        r"/\*\*(?P<comment>.*?)\*/"
        r"|^#define (?P<macro>DMC_\w+) \S+"
        r"|^(?:typedef )?(?P<kind>struct|enum) (?P<type>dmc_\w+) \{.*?\}[^;]*;"
        r"|^(?:const )?\w+ \*?(?P<function>dmc_\w+)\([^;{]*\);",
        re.DOTALL | re.MULTILINE,
    )
    for match in pattern.finditer(text):
        if match["comment"] is not None:
            comment = re.sub(r"^\s*\* ?", "", match["comment"], flags=re.MULTILINE).strip()
            comment, at = " ".join(comment.split()), match.end()
            continue
        gap = text[at : match.start()].strip()
        own = comment if gap == "" else ""
        name = match["macro"] or match["type"] or match["function"]
        kind = "macro" if match["macro"] else match["kind"] or "function"
        items[name] = (kind, match.group(), own)
        comment, at = "", match.end()
        if kind == "function":  # functions that stand together share a comment
            at = match.end()
    return items


class CEntries(Generated):
    """Show what the headers declare under the names in the content, with its comments.

    Hawkmoth would leave out all members without a comment of their own, and the values of macros.
    """

    def lines(self) -> list[str]:
        items: dict[str, tuple[str, str, str]] = {}
        for header in HEADERS:
            self.env.note_dependency(str(header))
            items |= c_items(header.read_text(encoding="utf-8"))
        out = []
        for name in self.words():
            if name not in items:
                raise self.error(f"no header declares {name}")
            kind, declaration, comment = items[name]
            prototype = " ".join(declaration.rstrip(";").split())
            signature = prototype if kind == "function" else name
            out += [f"::::{{c:{kind}}} {signature}", comment, ""]
            if kind in ("struct", "enum", "macro"):
                out += ["```c", textwrap.dedent(declaration), "```"]
            out += ["::::", ""]
        return out


# ---- handlers ----


def mark_doctests(app: Sphinx, doctree: nodes.document) -> None:
    """Let the doctest builder run the Python blocks that begin with a prompt."""
    for node in doctree.findall(nodes.literal_block):
        if node.get("language") == "python" and node.astext().startswith(">>>"):
            node["testnodetype"] = "doctest"
            node["groups"] = ["default"]
            node["options"] = {}


def tidy_docstring(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Make an indented block after a colon code, and read the sections of all docstrings alike."""
    for i, line in enumerate(lines[:-2]):
        follows = next((later for later in lines[i + 1 :] if later.strip()), "")
        ends = line.rstrip().endswith(":") and not line.rstrip().endswith("::")
        if ends and not lines[i + 1].strip() and follows.startswith("    "):
            lines[i] = line.rstrip() + ":"
    # Napoleon takes what stands before a colon in the docstring of data for a type, and reads no
    # sections there; read like a method's, it is text with sections.
    kind = "method" if what in ("attribute", "data", "property") else what
    lines[:] = GoogleDocstring(lines, app.config, app, kind, name, obj, options).lines()


MADE_BY_THE_LIBRARY = ("State", "Observation", "Player")


def hide_signature(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, signature: str, returns: str
) -> tuple[str, None] | None:
    """Leave out the signature of classes that nobody else calls."""
    found = what == "class" and name.rpartition(".")[2] in MADE_BY_THE_LIBRARY
    return ("", None) if found else None


def mend_back_links(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object
) -> None:
    """Lead each piece of shown code back to its own entry in the reference.

    viewcode links as if all names of a module were documented under one module; here some are
    documented as names of the package, some as those of their module.
    """
    if not pagename.startswith("_modules/dominocore"):
        return
    entries = app.env.domains.python_domain.objects

    def link(match: re.Match[str]) -> str:
        names = [f"{module}.{match['name']}" for module in ("dominocore", context["title"])]
        entry = next(entries[name] for name in names if name in entries)
        return f"{match['before']}#{entry.node_id}"

    context["body"] = re.sub(
        r'(?P<before>id="(?P<name>[\w.]+)">\n<a class="viewcode-back" href="[^"#]*)#[\w.]+',
        link,
        context["body"],
    )


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("rules-fields", RulesFields)
    app.add_directive("built-in-variants", BuiltinVariants)
    app.add_directive("built-in-variant", BuiltinVariant)
    app.add_directive("built-in-players", BuiltinPlayers)
    app.add_directive("command-help", CommandHelp)
    app.add_directive("c-entries", CEntries)
    app.connect("doctree-read", mark_doctests)
    app.connect("autodoc-process-docstring", tidy_docstring)
    app.connect("autodoc-process-signature", hide_signature)
    app.connect("html-page-context", mend_back_links)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
