# SPDX-License-Identifier: MIT
"""The hooks that a plugin can fill, and the two markers.

A plugin is a module with one or more of the functions below, each marked with `hookimpl`, and one
entry point of the group `dominocore` that names the module:

    [project.entry-points.dominocore]
    cuban = "dominocore_cuban"

Plugins load when a variant or a player is first looked up, never when dominocore is imported. Each
is asked alone: what one plugin gives or breaks does not touch the others. No hook is called per
move, none receives the state of a round, and in none does the first answer win.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pluggy

if TYPE_CHECKING:
    from dominocore.player_type import PlayerSpec
    from dominocore.record import Record
    from dominocore.variant_type import Variant

PROJECT = "dominocore"
"""The name of the project for pluggy, and of the group of entry points."""

hookspec = pluggy.HookspecMarker(PROJECT)
"""Marks the specification of a hook."""
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks a function of a plugin that fills a hook; the function bears the hook's name."""


@hookspec
def dominocore_variants() -> Iterable[Variant]:  # type: ignore[empty-body]
    """Yield the variants that the plugin adds.

    Asked once for each plugin, when it loads. A variant is a name and `Rules`, or a function that
    makes `Rules` from options; a game that is no chain brings rules of its own kind, see
    `dominocore.protocol`. This module is a whole plugin; with it installed,
    `dominocore.variant("cuban").deal(seed=7)` deals its rounds:

        import dominocore as dc

        CUBAN = dc.Rules(
            max_pip=9, seats=4, hand_size=10, sides=(0, 1, 0, 1), minus_own=False,
            later="winner_side", target=150,
        )

        @dc.hookimpl
        def dominocore_variants():
            yield dc.Variant("cuban", CUBAN, summary="Double-nine, ten tiles each, partners.")

    Returns:
        Variants, in any iterable. A name that dominocore or an earlier plugin has given already
        leaves the whole plugin out.
    """


@hookspec
def dominocore_players() -> Iterable[PlayerSpec]:  # type: ignore[empty-body]
    """Yield the players that the plugin adds.

    Asked once for each plugin, when it loads. A player is any object with a method
    `choose(view)`: it is given what its seat may know, an `Observation`, and answers one of
    `view.moves`. The spec names it and says how to make one from a seed. This module is a whole
    plugin:

        import dominocore as dc

        class Heaviest:
            def choose(self, view):
                return max(view.moves, key=lambda move: move.pips)

        @dc.hookimpl
        def dominocore_players():
            yield dc.PlayerSpec("heaviest", lambda seed: Heaviest(), summary="Heaviest tile first.")

    A function that takes more than the seed gives the player options: with
    `def make(seed, depth=3)` the text `mine:depth=5` makes the player with `depth=5`.

    Returns:
        Player specs, in any iterable. A name that dominocore or an earlier plugin has given
        already leaves the whole plugin out.
    """


@hookspec
def dominocore_commands(group: Any) -> None:
    """Add commands to the command line.

    Called for each plugin when the command `dominocore` starts. This module is a whole plugin;
    with it installed, `dominocore count 9` prints 55:

        import click
        import dominocore as dc

        @dc.hookimpl
        def dominocore_commands(group):
            @group.command()
            @click.argument("max_pip", type=int)
            def count(max_pip):
                "Say how many tiles the set up to MAX_PIP has."
                click.echo(len(dc.TileSet.double(max_pip)))

    Args:
        group: the `click.Group` that the command line is.
    """


@hookspec
def dominocore_round_over(record: Record) -> None:
    """Take note of a round that has ended.

    Called for each plugin after each round that a `Table` has played, with the record of all that
    are over; the round is the last one in it. The plugin can only look: a record cannot be changed,
    and what the hook returns is ignored. This module is a whole plugin, one that keeps the matches
    that are played:

        from pathlib import Path

        import dominocore as dc

        @dc.hookimpl
        def dominocore_round_over(record):
            if record.is_over:
                with Path("matches.dgr").open("a", encoding="utf-8") as file:
                    file.write(str(record))

    Args:
        record: the `dominocore.Record` of the match; it has no seed before the match is over.
    """
