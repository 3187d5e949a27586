# SPDX-License-Identifier: MIT
"""What the commands of the command line share: exit codes, options, and how to say things."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Sequence
from typing import TextIO

import click

from dominocore import registry
from dominocore.protocol import GameTable
from dominocore.text import FORMS, form_for
from dominocore.variant_type import Variant

OK, NEGATIVE, USAGE, BAD_INPUT, PLAYER_FAILED, FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 70, 130
"""The exit codes."""
UNWRITTEN = 4
"""The exit code where the result could not be written; like a player's, a failure from outside."""

_SEED_DIGITS = 78
_INDENT = "  "


def _read_seed(ctx: click.Context, param: click.Parameter, text: str | None) -> int | None:
    """Read a whole number of up to 256 bits; a range would put its 78 digits into each help."""
    if text is None:
        return None
    digits = text.isascii() and text.isdecimal() and len(text) <= _SEED_DIGITS
    if not digits or int(text) >= 1 << 256:
        raise click.BadParameter(f"{text!r} is no whole number of up to 256 bits", ctx, param)
    return int(text)


SEED = click.option(
    "--seed",
    callback=_read_seed,
    metavar="N",
    help="Deal from this number, of up to 256 bits; the same number deals the same.",
)
SEATS = click.option("--seats", type=int, metavar="N", help="How many seats play.")
SET = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Set an option of the variant or a field of the rules; can be repeated.",
)
TILES = click.option(
    "--tiles",
    type=click.Choice(FORMS),
    default="ascii",
    show_default=True,
    help="How to draw the table; what the terminal cannot show is drawn in ASCII.",
)
JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


def say(text: str) -> None:
    """Say something that is no result, on standard error; where nobody can hear it, nothing."""
    say_raw(text + "\n")


def say_raw(text: str) -> None:
    """Say a text that ends no line, on standard error."""
    try:
        click.echo(text, err=True, nl=False, color=_color())
    except (OSError, ValueError):
        discard(sys.stderr)


FRAME = 4
"""The columns that a frame takes."""


def say_framed(title: str, text: str) -> None:
    """Say some lines after an empty one, on a terminal in a frame where rich is installed."""
    say("")
    if sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
        try:
            from rich import box, console, panel  # noqa: PLC0415  (not needed where nobody looks)
            from rich.text import Text  # noqa: PLC0415
        except ImportError:
            pass
        else:
            lines = "\n".join(line.removeprefix(_INDENT) for line in text.split("\n"))
            framed = panel.Panel(
                Text(lines), title=Text(title), title_align="left", box=box.ROUNDED
            )
            console.Console(stderr=True, highlight=False).print(framed)
            return
    say(text)


def discard(stream: object) -> None:
    """Let a stream that cannot be written lead nowhere, so that the exit's flush is quiet."""
    with contextlib.suppress(AttributeError, OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]


def show(text: str = "") -> None:
    """Print a line of the result, at once, for somebody may be waiting for it."""
    click.echo(text, color=_color())


def harmless(text: str) -> str:
    """Give a text of somebody else without what would steer a terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Print rows with their columns under each other."""
    if not rows:
        return
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        click.echo("  ".join([*cells, row[-1]]).rstrip())


def show_table(table: GameTable, form: str) -> None:
    """Show what lies on the table, folded where a terminal shows it."""
    show(picture(table, form, sys.stdout))


def picture(table: GameTable, form: str, stream: TextIO | None, frame: int = 0) -> str:
    """Draw what lies on the table as a stream can show it, indented by two.

    On a terminal lines are folded; a frame takes some of its columns.
    """
    is_terminal = stream is not None and stream.isatty()
    taken = max(frame, len(_INDENT))
    columns = shutil.get_terminal_size().columns - taken if is_terminal else None
    drawn = table.picture(form_for(form, stream), columns)
    return "\n".join(f"{_INDENT}{line}".rstrip() for line in drawn.split("\n"))


def strong(text: str) -> str:
    """Give a text in bold type; where the terminal cannot, printing takes that out again."""
    return click.style(text, bold=True)


def _color() -> bool | None:
    """Tell click to leave styles out where that is asked for, or to find out for itself."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return False if plain else None


def choose_seed(seed: int | None) -> int:
    """Give the seed, or choose one that is short enough to be copied by hand."""
    return int.from_bytes(os.urandom(8), "little") if seed is None else seed


def configured(name: str, settings: Sequence[str], seats: int | None = None) -> Variant:
    """Give a variant by name with the options of the command line.

    Raises:
        RulesError: there is no such variant or option, or a value is not possible.
        NotationError: the name cannot be read.
        click.UsageError: an option is not written NAME=VALUE, or is there twice.
    """
    variant = registry.default().variant(name)
    options: dict[str, object] = {} if seats is None else {"seats": seats}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals or not key:
            raise click.UsageError(f"--set {setting}: write it like --set target=150")
        if key in options:
            raise click.UsageError(f"--set {setting}: {key} is set already")
        options[key] = variant.parse_option(key, value)
    return variant.configure(**options)
