# SPDX-License-Identifier: MIT
"""Moves: a tile laid on an arm, a draw, a pass."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from dominocore import NotationError, Tile
from dominocore.game import BaseMove

LEAD = "*"
"""The arm of the move that lays the engine."""

_TEXT = re.compile(r"([a-z0-9]{1,3})\.(0|[1-9][0-9]?)-(0|[1-9][0-9]?)")
_TURNED = re.compile(r"((?:[a-z0-9]{1,3}\.)?)([0-9]{1,2})-([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class ArmMove(BaseMove):
    """One move of a game in which tiles are laid on arms with names.

    It prints the arm, a full stop, and the tile with the half that joins first; `*` lays the
    engine, `+` draws, `--` passes.

    >>> print(ArmMove("t2", Tile(9, 4), 9), ArmMove("t2", Tile(9, 4), 4), ArmMove.draw(), PASS)
    t2.9-4 t2.4-9 + --
    >>> ArmMove.parse("m.9-4") == ArmMove("m", Tile(9, 4), 9)
    True
    """

    arm: str = ""
    """The arm that the tile is laid on; `*` for the engine, empty for a draw and a pass."""
    tile: Tile | None = None
    """The tile laid, or drawn where that is known."""
    joins: int | None = field(default=None, compare=False)
    """The half that touches what lies there; None for a draw and a pass.

    It follows from the table, so moves that differ in it alone are equal: they are told apart by
    arm and tile.
    """
    is_draw: bool = False
    """Whether it brings a tile from the boneyard to the seat's hand."""

    @classmethod
    def engine(cls, tile: Tile) -> ArmMove:
        """Give the move that lays the engine."""
        return cls(LEAD, tile, tile.high)

    @classmethod
    def draw(cls, tile: Tile | None = None) -> ArmMove:
        """Give the move that draws a tile, with the tile where the reader may know it."""
        return cls(tile=tile, is_draw=True)

    @classmethod
    def parse(cls, text: str) -> ArmMove:
        """Read what a move prints.

        Raises:
            NotationError: the text is no move.
        """
        if not isinstance(text, str):
            raise TypeError(f"a move is read from a text, got {text!r}")
        if text == "--":
            return PASS
        if text in ("+", "+?"):
            return DRAW
        if text.startswith("+"):
            return cls.draw(Tile.parse(text[1:]))
        if text.startswith(LEAD):
            return cls.engine(Tile.parse(text[1:]))
        match = _TEXT.fullmatch(text) if len(text) <= 12 else None
        if match is None:
            raise NotationError(
                f"{text[:60]!r} is no move, such as *9-9, t0.9-4, m.4-2, + or --", text
            )
        joins = int(match[2])
        return cls(match[1], Tile.parse(f"{match[2]}-{match[3]}"), joins)

    @property
    def is_pass(self) -> bool:  # type: ignore[override]  # the base names what is only read
        """Whether it does nothing but end the turn."""
        return not self.arm and not self.is_draw

    @property
    def pips(self) -> int:
        """The pips of the tile laid; 0 for a draw and a pass."""
        return self.tile.pips if self.arm and self.tile is not None else 0

    @property
    def shows(self) -> int | None:
        """The half that is open afterwards; None for a draw and a pass."""
        return None if self.tile is None or self.joins is None else self.tile.other(self.joins)

    @property
    def public(self) -> ArmMove:
        """The move as the other seats see it: a draw without its tile."""
        return DRAW if self.is_draw else self

    def __str__(self) -> str:
        if self.is_draw:
            return "+" if self.tile is None else f"+{self.tile}"
        if self.arm == LEAD:
            return f"{LEAD}{self.tile}"
        return f"{self.arm}.{self.joins}-{self.shows}" if self.arm else "--"

    def __repr__(self) -> str:
        return f"ArmMove({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return ArmMove, (self.arm, self.tile, self.joins, self.is_draw)


DRAW = ArmMove.draw()
"""A draw whose tile is hidden."""
PASS = ArmMove()
"""A pass."""


def spellings(word: str) -> set[str]:
    """Give what a typed word may stand for: `|` or `:` for the hyphen, halves either way round."""
    word = word.strip().lower().replace("[", "").replace("]", "").replace("|", "-")
    word = {"pass": "--", "draw": "+", "+?": "+"}.get(word, word.replace(":", "-"))
    match = _TURNED.fullmatch(word)
    return {word} if match is None else {word, f"{match[1]}{match[3]}-{match[2]}"}
