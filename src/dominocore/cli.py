# SPDX-License-Identifier: MIT
"""The command `dominocore`: results on standard output, talk on standard error.

Exit codes: 0 done, 1 a check or a test with a negative answer, 2 a command line that cannot be run,
3 a file that cannot be read as what it should be, 4 a player failed or the result could not be
written, 70 a fault of dominocore itself, 130 interrupted.
"""

from __future__ import annotations

import errno
import json
import platform
import shutil
import sys
import textwrap
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import click

from dominocore import registry
from dominocore._version import __version__
from dominocore.cli_analyze import analyze
from dominocore.cli_play import play
from dominocore.cli_record import convert, replay, validate
from dominocore.cli_simulate import simulate
from dominocore.cli_talk import (
    FAULT,
    INTERRUPTED,
    JSON,
    OK,
    PLAYER_FAILED,
    SEATS,
    SEED,
    SET,
    UNWRITTEN,
    USAGE,
    choose_seed,
    configured,
    discard,
    print_table,
    say,
)
from dominocore.cli_tournament import tournament
from dominocore.errors import DominoError, PlayerError
from dominocore.player_type import explain, kind_of
from dominocore.search import divide as count_below
from dominocore.search import perft as count
from dominocore.state import one_chain

_WIDEST = 100
_DEEPEST = 10_000
_SLOW = 0.5  # seconds that a plugin may take to load before the list of plugins says so
_UNWRITABLE = {errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, getattr(errno, "EDQUOT", -1)}
"""What the system answers a write to a stream that is full, closed or broken."""


class WrongUsage(click.ClickException):
    """An error of dominocore that another command line would not make, shown as one line."""

    exit_code = USAGE


class PlayerFailed(click.ClickException):
    """A player's fault, shown as one line."""

    exit_code = PLAYER_FAILED


class Commands(click.Group):
    """The built-in commands, and those of plugins, which load only when they are looked for."""

    _plugins: click.Group | None = None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names of all commands."""
        return sorted({*super().list_commands(ctx), *self._added().commands})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Give a command by name; a plugin cannot replace a built-in one."""
        return super().get_command(ctx, cmd_name) or self._added().commands.get(cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; errors that a user can mend become one line and an exit code."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # Who reads our output has seen enough: leave without a word, at the exit's flush too.
            discard(sys.stdout)
            raise click.exceptions.Exit(OK) from None
        except PlayerError as error:
            raise PlayerFailed(_with_cause(error)) from error
        except DominoError as error:
            raise WrongUsage(str(error)) from error
        return result

    def _added(self) -> click.Group:
        if self._plugins is None:
            self._plugins = click.Group()
            registry.default().add_commands(self._plugins)
            for name in sorted(set(self._plugins.commands) & set(self.commands)):
                say(f"warning: the command {name} of a plugin has the name of a built-in one")
        return self._plugins


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    __version__,
    message=f"dominocore {__version__}, {platform.python_implementation()} "
    f"{platform.python_version()}",
)
def main() -> None:
    """Play domino games and look at their rules.

    \b
    dominocore play latin --players greedy,random,greedy,random --seed 7
    dominocore play draw --human 0
    dominocore variants fives
    dominocore replay match.dgr
    """


for _command in (play, simulate, tournament, analyze, replay, convert, validate):
    main.add_command(_command)


@main.command()
@click.argument("name", required=False)
@SET
@JSON
def variants(name: str | None, settings: Sequence[str], as_json: bool) -> None:
    """List the variants, or say the rules of one.

    \b
    dominocore variants
    dominocore variants latin --set pairs=true
    dominocore variants "latin;pairs=true" --json
    """
    if name is None:
        if settings:
            raise click.UsageError("--set needs the name of a variant")
        found = registry.default().variants
        if as_json:
            _print_json({"variants": [_variant_facts(found[each]) for each in found]})
            return
        print_table([(each, found[each].summary) for each in found])
        return
    variant = configured(name, settings)
    if as_json:
        _print_json({**_variant_facts(variant), "rules": variant.rules.to_dict()})
        return
    click.echo(f"{variant}: {variant.summary}" if variant.summary else str(variant))
    own = ", ".join(f"{key}={_short(value)}" for key, value in variant.parameters.items())
    if own:
        click.echo(f"Options: {own}")
    click.echo()
    for line in variant.rules.describe().splitlines():
        click.echo(_folded(line))


@main.command()
@click.argument("name", required=False)
@JSON
def players(name: str | None, as_json: bool) -> None:
    """List the players, or say what one does.

    \b
    dominocore players
    dominocore players greedy --json
    """
    known = registry.default().players
    found = [known[name]] if name is not None else list(known.values())
    if as_json:
        facts = [
            {
                "name": spec.name,
                "summary": spec.summary,
                "version": spec.version,
                "options": {key: _plain(value) for key, value in spec.options.items()},
                "sees_all": spec.sees_all,
            }
            for spec in found
        ]
        _print_json(facts[0] if name is not None else {"players": facts})
        return
    rows = []
    for spec in found:
        options = "".join(
            f":{key}={_short(value)}" for key, value in spec.options.items() if value is not None
        )
        rows.append((spec.name + options, spec.summary + (" Sees all." if spec.sees_all else "")))
    print_table(rows)


@main.command()
@JSON
def plugins(as_json: bool) -> None:
    """List the plugins, what each adds, and why one is left out."""
    found = registry.default().plugins()
    if as_json:
        fields = ("name", "distribution", "version", "status", "reason", "variants", "players")
        _print_json({"plugins": [{key: getattr(info, key) for key in fields} for info in found]})
        return
    rows = []
    for info in found:
        given = [f"variant {name}" for name in info.variants]
        given += [f"player {name}" for name in info.players]
        what = info.reason or ", ".join(given) or "no names"
        if info.seconds >= _SLOW:
            what += f"; took {info.seconds:.1f} s to load"
        origin = f"{info.distribution} {info.version}".strip() or "-"
        rows.append((info.name, origin, info.status, what))
    print_table(rows)


@main.command()
@click.argument("variant", default="draw")
@click.option("--depth", type=click.IntRange(0, _DEEPEST), required=True, help="How many moves.")
@click.option("--divide", is_flag=True, help="Count under each first move, at full depth.")
@click.option("--distinct", is_flag=True, help="Count moves on interchangeable arms once.")
@click.option("--skip-draws", is_flag=True, help="A draw counts as no move.")
@click.option("--skip-passes", is_flag=True, help="A pass counts as no move.")
@SEED
@SEATS
@SET
@JSON
def perft(
    variant: str,
    depth: int,
    divide: bool,
    seed: int | None,
    seats: int | None,
    settings: Sequence[str],
    as_json: bool,
    **how: bool,
) -> None:
    """Count the sequences of moves from a deal of VARIANT, for each number of moves.

    \b
    dominocore perft draw --seed 7 --depth 8
    dominocore perft fives --seed 7 --depth 6 --divide
    """
    chosen = configured(variant, settings, seats)
    known = choose_seed(seed)
    state = one_chain(chosen.rules, "perft").deal(seed=known)
    facts: dict[str, Any] = {"variant": str(chosen), "seed": known, "depth": depth}
    if divide:
        if depth < 1:
            raise click.UsageError("--divide needs a depth of 1 or more")
        below = {str(move): n for move, n in count_below(state, depth, **how).items()}
        facts["moves"] = below
        rows = [*below.items(), ("total", sum(below.values()))]
    else:
        facts["counts"] = [count(state, d, **how) for d in range(depth + 1)]
        rows = [(str(d), n) for d, n in enumerate(facts["counts"])]
    if as_json:
        _print_json(facts)
    else:
        width = max(len(str(n)) for _, n in rows)
        print_table([(name, f"{n:>{width}}") for name, n in rows])
    if seed is None:
        say(f"seed {known}")


# ---- printing ----


def _variant_facts(variant: Any) -> dict[str, Any]:
    return {
        "name": variant.name,
        "text": str(variant),
        "summary": variant.summary,
        "version": variant.version,
        "options": {key: _plain(value) for key, value in variant.parameters.items()},
    }


def _plain(value: object) -> object:
    """Give a value that JSON can hold."""
    good = value is None or isinstance(value, (str, int, float, bool))
    return value if good else str(value)


def _short(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _folded(line: str) -> str:
    """Fold a line where a terminal shows it, and leave it whole for other programs."""
    if not sys.stdout.isatty():
        return line
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    return textwrap.fill(line, width, subsequent_indent="  ")


def _print_json(value: object) -> None:
    click.echo(json.dumps(value, indent=2))


# ---- running ----


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit code.

    Args:
        arguments: the words after the command's name; None takes those of the process.
    """
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        return _run(lambda: main.main(arguments, prog_name="dominocore", standalone_mode=False))


def _run(command: Callable[[], Any]) -> int:
    if sys.stdout is None:
        say("Error: standard output is closed: there is nowhere to print the result")
        return UNWRITTEN
    try:
        code = command()
        sys.stdout.flush()
    except click.ClickException as error:
        _show_error(error)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        discard(sys.stdout)
        return OK
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _UNWRITABLE and error.filename is None:
            discard(sys.stdout)
            say(f"Error: the result could not be written: {error.strerror}")
            return UNWRITTEN
        say(traceback.format_exc().rstrip())
        say("This is a fault of dominocore or of a plugin; please report it with the lines above.")
        return FAULT
    return code if isinstance(code, int) else OK


def _show_error(error: click.ClickException) -> None:
    """Show an error the way click does, where standard error can be written."""
    try:
        error.show()
    except (OSError, ValueError):
        discard(sys.stderr)


def _with_cause(error: PlayerError) -> str:
    """Say a player's fault with the text of what it raised: the match is over, and it may help."""
    cause, text = error.__cause__, str(error)
    if cause is None or not text.endswith(f"raised {kind_of(cause)}"):
        return text
    return text.removesuffix(kind_of(cause)) + explain(cause)


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    say(f"warning: {message}")
