# SPDX-License-Identifier: MIT
"""The command `dominocore analyze`: what a seat can know, and what a player thinks of it."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

import click

from dominocore import registry
from dominocore.analysis import Limit, MoveInfo
from dominocore.cli_record import BadInput
from dominocore.cli_talk import JSON, SEED, choose_seed, print_table, say, show
from dominocore.errors import NotationError
from dominocore.observation import Observation
from dominocore.position import Position
from dominocore.rules_name import find_chain
from dominocore.state import State
from dominocore.tiles import Tile
from dominocore.worlds import WorldCount

_MOST = 1 << 30
_LINE = 6
"""How many moves of a line are shown."""


@click.command()
@click.argument("position", default="-")
@click.option("--player", default="ismcts", show_default=True, help="Who values the moves.")
@click.option("--seat", type=int, metavar="SEAT", help="Whose view it is; else who is on turn.")
@click.option("--iters", type=click.IntRange(1, _MOST), help="How many iterations.")
@click.option("--ms", type=click.IntRange(1, _MOST), help="How many milliseconds.")
@SEED
@JSON
def analyze(
    position: str,
    player: str,
    seat: int | None,
    iters: int | None,
    ms: int | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Say what a seat can know of POSITION: each move's value, and who may hold which tile.

    POSITION is position text; - reads it from standard input. Of a position that shows every hand,
    only what the seat sees is used.

    \b
    dominocore analyze "block d6 4-6 ?6/6-5.6-2.4-4.4-2.4-0.3-1.1-0 ?14 1 0 0:0 seat=1 moves=0:*6-4"
    dominocore analyze - --player expert < position.txt
    """
    view = _read(sys.stdin.read().strip() if position == "-" else position, seat)
    spec, options = registry.default().player(player)
    known = choose_seed(seed)
    judge = spec.create(known, **options)
    analyse = getattr(judge, "analyse", None)
    if spec.sees_all or analyse is None:
        raise click.UsageError(f"--player {player}: it does not say what it thinks of each move")
    infos: Sequence[MoveInfo] = analyse(view, Limit(iters, ms)) if len(view.moves) else ()
    worlds = view.count_worlds()
    chances = view.marginals()
    if as_json:
        click.echo(json.dumps(_facts(view, player, known, infos, worlds, chances), indent=2))
    else:
        exactly = "" if worlds.is_exact else "at most "
        show(f"seat {view.seat} holds {view.hand}")
        show(f"worlds that fit  {exactly}{worlds:,}")
        show()
        _show_moves(infos)
        show()
        _show_chances(view, chances)
    if seed is None:
        say(f"seed {known}")


def _read(text: str, seat: int | None) -> Observation:
    """Read a position as a seat sees it; of one that shows every hand, take what the seat sees.

    Raises:
        BadInput: it is no position.
        NotNativeError: it is of a game that is no chain.
        click.UsageError: the seat is not that of the view, or there is nobody to see.
    """
    with contextlib.suppress(NotationError):  # before moves of another game are read
        find_chain(text.strip().partition(" ")[0], "a position")
    try:
        position = Position.parse(text)
        if position.seat is not None or not position.is_complete:
            view = Observation.parse(text)
            if seat not in (None, view.seat):
                raise click.UsageError(f"--seat {seat}: the position is what seat {view.seat} sees")
            return view
        state = State.parse(text)
    except NotationError as error:
        raise BadInput(str(error)) from error
    chosen = state.turn if seat is None else seat
    if chosen is None:
        raise click.UsageError("the round is over and nobody is on turn: --seat says whose view")
    if not 0 <= chosen < state.rules.seats:
        raise click.UsageError(f"--seat {seat}: seats are 0 to {state.rules.seats - 1}")
    return state.observe(chosen)


def _show_moves(infos: Sequence[MoveInfo]) -> None:
    if not infos:
        show("the seat is not on turn")
        return
    rows = [("move", "value", "error", "tried", "line")]
    for info in infos:
        line = info.reason or " ".join(str(move) for move in info.line[1:_LINE])
        tried = f"{info.visits}" if info.visits else "-"
        rows.append((str(info.move), f"{info.value:.3f}", f"{info.error:.3f}", tried, line))
    print_table(rows)


def _show_chances(view: Observation, chances: Mapping[Tile, Sequence[float]]) -> None:
    """Show how likely each hidden tile is to be in each hand, in percent."""
    others = [seat for seat in range(view.rules.seats) if seat != view.seat]
    rows: list[tuple[str, ...]] = [("tile", *(f"seat {seat}" for seat in others), "nobody")]
    for tile, row in sorted(chances.items(), reverse=True):
        shares = [row[seat] for seat in others] + [row[-1]]
        rows.append((str(tile), *(f"{share:6.1%}" for share in shares)))
    print_table(rows)


def _facts(
    view: Observation,
    player: str,
    seed: int,
    infos: Sequence[MoveInfo],
    worlds: WorldCount,
    chances: Mapping[Tile, Sequence[float]],
) -> dict[str, Any]:
    return {
        "position": str(view),
        "seat": view.seat,
        "player": player,
        "seed": seed,
        "worlds": int(worlds),
        "exact": worlds.is_exact,
        "moves": [
            {
                "move": str(info.move),
                "value": info.value,
                "error": info.error if isfinite(info.error) else None,
                "visits": info.visits,
                "worlds": info.worlds,
                "line": [str(move) for move in info.line],
                "reason": info.reason,
            }
            for info in infos
        ],
        "tiles": {str(tile): list(row) for tile, row in sorted(chances.items())},
    }
