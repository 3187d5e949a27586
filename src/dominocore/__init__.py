# SPDX-License-Identifier: MIT
"""Domino games as immutable values, with a C core and a plugin API.

>>> import dominocore as dc
>>> state = dc.variant("draw").deal(seed=7)
>>> after = state.play(state.moves[0])
>>> state.phase, after.phase
('lead', 'play')

Importing the package loads no module of it, and no plugin: each is imported when a name of it is
first used.
"""

from __future__ import annotations

from importlib import import_module

from dominocore._version import __version__

# The `typing` module would take longer to import than all that is imported here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from dominocore.analysis import Limit, MoveInfo
    from dominocore.errors import (
        DominoError,
        IllegalMoveError,
        NotationError,
        NotNativeError,
        PlayerError,
        PluginError,
        PluginWarning,
        ReplayError,
        RoundOverError,
        RulesError,
    )
    from dominocore.hookspecs import hookimpl
    from dominocore.match import Match
    from dominocore.moves import DRAW, PASS, Move
    from dominocore.observation import Observation
    from dominocore.outcome import Ending, Outcome, RoundEnd
    from dominocore.paired import EloDiff, PairStats, Sprt
    from dominocore.player_type import Player, PlayerSpec
    from dominocore.position import Position
    from dominocore.random_rounds import Playouts, deal_and_play, playouts
    from dominocore.record import Record
    from dominocore.record_file import read_records, write_records
    from dominocore.registry import Registry, player, variant
    from dominocore.rules import Rules
    from dominocore.search import divide, perft
    from dominocore.solver import Solution, solve, solve_many
    from dominocore.state import State
    from dominocore.table import Table
    from dominocore.tiles import Hand, Tile, TileSet
    from dominocore.tournament_result import TournamentResult
    from dominocore.tournaments import tournament
    from dominocore.variant_type import Variant

    variants: Mapping[str, Variant]
    """The registered variants by name."""
    players: Mapping[str, PlayerSpec]
    """The registered players by name."""

__all__ = [
    "DRAW",
    "PASS",
    "DominoError",
    "EloDiff",
    "Ending",
    "Hand",
    "IllegalMoveError",
    "Limit",
    "Match",
    "Move",
    "MoveInfo",
    "NotNativeError",
    "NotationError",
    "Observation",
    "Outcome",
    "PairStats",
    "Player",
    "PlayerError",
    "PlayerSpec",
    "Playouts",
    "PluginError",
    "PluginWarning",
    "Position",
    "Record",
    "Registry",
    "ReplayError",
    "RoundEnd",
    "RoundOverError",
    "Rules",
    "RulesError",
    "Solution",
    "Sprt",
    "State",
    "Table",
    "Tile",
    "TileSet",
    "TournamentResult",
    "Variant",
    "__version__",
    "deal_and_play",
    "divide",
    "hookimpl",
    "perft",
    "player",
    "players",
    "playouts",
    "read_records",
    "solve",
    "solve_many",
    "tournament",
    "variant",
    "variants",
    "write_records",
]

_HOMES = {
    "DRAW": "moves",
    "DominoError": "errors",
    "EloDiff": "paired",
    "Ending": "outcome",
    "Hand": "tiles",
    "IllegalMoveError": "errors",
    "Limit": "analysis",
    "Match": "match",
    "Move": "moves",
    "MoveInfo": "analysis",
    "NotNativeError": "errors",
    "NotationError": "errors",
    "Observation": "observation",
    "Outcome": "outcome",
    "PASS": "moves",
    "PairStats": "paired",
    "Player": "player_type",
    "PlayerError": "errors",
    "PlayerSpec": "player_type",
    "Playouts": "random_rounds",
    "PluginError": "errors",
    "PluginWarning": "errors",
    "Position": "position",
    "Record": "record",
    "Registry": "registry",
    "ReplayError": "errors",
    "RoundEnd": "outcome",
    "RoundOverError": "errors",
    "Rules": "rules",
    "RulesError": "errors",
    "Solution": "solver",
    "Sprt": "paired",
    "State": "state",
    "Table": "table",
    "Tile": "tiles",
    "TileSet": "tiles",
    "TournamentResult": "tournament_result",
    "Variant": "variant_type",
    "deal_and_play": "random_rounds",
    "divide": "search",
    "hookimpl": "hookspecs",
    "perft": "search",
    "player": "registry",
    "playouts": "random_rounds",
    "read_records": "record_file",
    "solve": "solver",
    "solve_many": "solver",
    "tournament": "tournaments",
    "variant": "registry",
    "write_records": "record_file",
}
_REGISTERED = ("players", "variants")


if not TYPE_CHECKING:  # with it, type checkers would pass a name that does not exist

    def __getattr__(name: str) -> object:
        if name in _REGISTERED:
            value = getattr(import_module(f"{__name__}.registry").default(), name)
        elif name in _HOMES:
            value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
