# SPDX-License-Identifier: MIT
"""The exceptions of dominocore: one base that is never raised itself, and precise leaves."""

from __future__ import annotations


class DominoError(Exception):
    """Base of every error that dominocore raises on purpose."""


class RulesError(DominoError, ValueError):
    """Rules, a deal or an option that is not possible; names the field, the value, the numbers."""


class IllegalMoveError(DominoError, ValueError):
    """A move that is not legal now; names the tile, the open ends and the reason."""


class RoundOverError(DominoError, ValueError):
    """A move after the end of the round or the match."""


class NotationError(DominoError, ValueError):
    """A text that is no tile, move, position or record.

    Attributes:
        text: what was read.
        line: the line of the fault, from 1.
        column: the column of the fault, from 1.
    """

    def __init__(self, message: str, text: str = "", line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.text = text
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.text, self.line, self.column)


class ReplayError(DominoError, ValueError):
    """A record that cannot have been played so; names the round, the move and the reason.

    Attributes:
        round: the number of the round.
        ply: how many moves of the round went before, draws and passes among them.
        states: the states of the round up to that move.
    """

    def __init__(
        self, message: str, round: int = 1, ply: int = 0, states: tuple[object, ...] = ()
    ) -> None:
        super().__init__(message)
        self.round = round
        self.ply = ply
        self.states = states

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.round, self.ply, self.states)


class NotNativeError(DominoError, TypeError):
    """Something that runs in C was asked of rules that need a Python function."""


class PluginError(DominoError):
    """A plugin that breaks the contract of the hooks."""


class PluginWarning(UserWarning):
    """A plugin that was left out, and why."""


class PlayerError(DominoError):
    """A player that raised, was too slow, or answered no legal move.

    Attributes:
        seat: the seat it played for.
        player: the player's name.
    """

    def __init__(self, message: str, seat: int = -1, player: str = "") -> None:
        super().__init__(message)
        self.seat = seat
        self.player = player

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.seat, self.player)
