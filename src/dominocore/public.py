# SPDX-License-Identifier: MIT
"""What everybody at the table sees: the part that a State and an Observation share.

Both keep the bytes of a C struct that begins with a `dmc_table`; the properties here read it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from dominocore import _native
from dominocore.arguments import shorten
from dominocore.moves import LISTED_MOVES, Move, arm_text
from dominocore.outcome import Ending, Outcome
from dominocore.tiles import Tile, TileSet

if TYPE_CHECKING:
    from dominocore.rules import Rules

_lib = _native.lib
_NONE = _native.NONE

TURN = _native.offset("dmc_table", "turn")
PHASE = _native.offset("dmc_table", "phase")
DRAWS = _native.offset("dmc_table", "draws")
_LEADER = _native.offset("dmc_table", "leader")
_LAST = _native.offset("dmc_table", "last")
_ARMS = _native.offset("dmc_table", "arms")
_SPINNER = _native.offset("dmc_table", "spinner")
_PASSES = _native.offset("dmc_table", "passes")
_LEFT = _native.offset("dmc_table", "left")
_ENDING = _native.offset("dmc_table", "ending")
_SEAT = _native.offset("dmc_table", "seat")
_SIDE = _native.offset("dmc_table", "side")
_BLOCKER = _native.offset("dmc_table", "blocker")
_SIZES = _native.offset("dmc_table", "hand_sizes")
_PLAYED = _native.offset("dmc_table", "played")
_POINTS = _native.offset("dmc_table", "points")
_VOIDS = _native.offset("dmc_table", "voids")

OVER: int = _lib.DMC_PHASE_OVER
_PIP: int = _lib.DMC_ARM_PIP
_SLOTS: int = _lib.DMC_ARM_SLOTS
_PHASES = ("lead", "play", "over")
_ENDINGS = (None, Ending.OUT, Ending.BLOCKED, Ending.TARGET)
_WORDS = _native.WORDS
_list_moves = _native.list_moves


def number(data: bytes, at: int, size: int = 4) -> int:
    """Read a signed number of the C struct."""
    return int.from_bytes(data[at : at + size], _native.BYTE_ORDER, signed=True)


def mask(data: bytes, at: int) -> int:
    """Read a set of tiles of the C struct."""
    return sum(
        int.from_bytes(data[at + 8 * w : at + 8 * w + 8], _native.BYTE_ORDER) << 64 * w
        for w in range(_WORDS)
    )


class PublicTable:
    """Everything about a round that no seat is kept from seeing.

    Seats are numbered 0, 1, … in order of play, sides as the rules number them.
    """

    __slots__ = ("_bytes",)

    _bytes: bytes

    @property
    def rules(self) -> Rules:
        """The rules that the round is played by."""
        raise NotImplementedError

    @property
    def layout(self) -> tuple[Move, ...]:
        """The placements that put the tiles on the table, oldest first."""
        raise NotImplementedError

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves of the seat on turn: placements by arm and tile, a draw, a pass.

        Both arms are listed where a tile fits both. A state lists one or more unless the round is
        over; an observation none unless its seat is on turn.
        """
        moves = _list_moves(LISTED_MOVES, self._bytes)
        if moves is None:  # one that nobody has met yet, or more than the struct has room for
            moves = tuple(map(Move.from_code, self._all_moves()))
        return moves

    def _all_moves(self) -> list[int]:
        raise NotImplementedError

    @property
    def turn(self) -> int | None:
        """The seat to move, or None when the round is over."""
        seat = self._bytes[TURN]
        return None if seat == _NONE else seat

    @property
    def phase(self) -> str:
        """`"lead"` before the first tile, then `"play"`, then `"over"`."""
        return _PHASES[self._bytes[PHASE]]

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self._bytes[PHASE] == OVER

    @property
    def leader(self) -> int:
        """The seat that led, or has to lead, this round."""
        return self._bytes[_LEADER]

    @property
    def last(self) -> int | None:
        """The seat that placed the last tile, or None before the lead."""
        return self._seat(_LAST)

    @property
    def arms(self) -> dict[int, int]:
        """The pip that each open arm shows, by arm number: 0 right, 1 left, 2 up, 3 down, …"""
        data = self._bytes
        return {a: data[_ARMS + a] & _PIP for a in range(_SLOTS) if data[_ARMS + a] != _NONE}

    @property
    def ends(self) -> tuple[int, ...]:
        """The pips of the open arms, right, left, then up and down; empty before the lead."""
        return tuple(self.arms.values())

    def ends_text(self) -> str:
        """Say the open ends, each with its arm: `>5 <1`."""
        return " ".join(f"{arm_text(arm)}{pip}" for arm, pip in self.arms.items())

    @property
    def spinner(self) -> Tile | None:
        """The double that is the round's only spinner, or None."""
        pip = self._bytes[_SPINNER]
        return None if pip == _NONE else Tile(pip, pip)

    @property
    def ends_sum(self) -> int:
        """The sum of the open ends, as points in play count it."""
        return _native.ends_sum(self.rules._native, self._bytes)

    def points_for(self, move: Move) -> int:
        """Give the points in play that a placement would score, claimed where that is asked for."""
        return _native.points_for(self.rules._native, self._bytes, move.code)

    @property
    def is_dead(self) -> bool:
        """Whether no tile outside the table fits any open end.

        It reads the table alone, never a hand.
        """
        return _native.is_dead(self.rules._native, self._bytes)

    @property
    def played(self) -> TileSet:
        """The tiles on the table."""
        return TileSet.from_mask(mask(self._bytes, _PLAYED))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return tuple(self._bytes[_SIZES : _SIZES + self.rules.seats])

    @property
    def boneyard_size(self) -> int:
        """How many tiles lie in the boneyard, a reserve included."""
        return self._bytes[_LEFT]

    @property
    def passes(self) -> int:
        """How many passes in a row were the last moves, draws aside."""
        return self._bytes[_PASSES]

    @property
    def points(self) -> tuple[int, ...]:
        """The points that each side has made in this round so far."""
        data = self._bytes
        return tuple(number(data, _POINTS + 4 * s) for s in range(self.rules.n_sides))

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """The pips that each seat has shown it lacks, by passing or drawing.

        What is listed is sure; not all that could be inferred is listed. A seat in the middle of
        a turn, with a tile just drawn, has shown nothing yet.
        """
        data = self._bytes
        drawing = data[TURN] if data[DRAWS] else _NONE
        return tuple(
            frozenset()
            if seat == drawing
            else frozenset(pip for pip in range(19) if number(data, _VOIDS + 4 * seat) >> pip & 1)
            for seat in range(self.rules.seats)
        )

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended and who won it, or None while it runs."""
        ending = _ENDINGS[self._bytes[_ENDING]]
        if ending is None:
            return None
        return Outcome(
            ending=ending,
            seat=self._seat(_SEAT),
            side=self._seat(_SIDE),
            points=self.points,
            blocker=self._seat(_BLOCKER),
        )

    def lies_there(self, layout: Sequence[Move]) -> bool:
        """Tell whether these placements are the tiles on the table."""
        tiles = TileSet(move.tile for move in layout if move.tile is not None)
        return len(layout) == len(tiles) and tiles == self.played

    def picture(self, form: str = "ascii", width: int | None = None) -> str:
        """Draw the tiles on the table in lines of text, as `dominocore.text.table` does."""
        from dominocore import text  # noqa: PLC0415  (it draws all there is)

        # A state or an observation: there is no other table.
        return text.table(self, form=form, width=width)  # type: ignore[arg-type]

    def _repr_svg_(self) -> str:
        from dominocore import svg  # noqa: PLC0415  (it draws all there is)

        # A state or an observation: there is no other table.
        return svg.table(self)  # type: ignore[arg-type]

    def _seat(self, at: int) -> int | None:
        seat = self._bytes[at]
        return None if seat == _NONE else seat


def placements(base: bytes, moves: Iterable[tuple[int, Move]]) -> tuple[Move, ...]:
    """Give the tiles that were set up, packed, and those that moves have put down, unclaimed."""
    return (*unpack(base), *(move.with_claim(False) for _, move in moves if move.is_placement))


def unpack(base: bytes) -> list[Move]:
    """Give packed placements, two bytes a move, little-endian."""
    return [Move.from_code(base[i] | base[i + 1] << 8) for i in range(0, len(base), 2)]


def check_base(base: object) -> bytes:
    """Check the placements of a position that was set up, where they come from a pickle.

    Raises:
        ValueError: they are none.
    """
    good = isinstance(base, bytes) and len(base) % 2 == 0
    if good and all(move.is_placement for move in unpack(base)):  # type: ignore[arg-type]
        return base  # type: ignore[return-value]
    raise ValueError(f"what was set up is packed in two bytes a placement, got {shorten(base)}")


def read_history(codes: bytes, first: int, seats: int) -> Iterator[tuple[int, int]]:
    """Give (seat, move code) of a packed history, two bytes a move, little-endian.

    A draw leaves the turn where it is unless it is marked as the last move of the turn.
    """
    seat = first
    for at in range(0, len(codes), 2):
        code = codes[at] | codes[at + 1] << 8
        arm = code >> 8 & 0x3F
        ends_turn = arm != _lib.DMC_ARM_DRAW or code & TURN_ENDS
        yield seat, code & ~TURN_ENDS if arm == _lib.DMC_ARM_DRAW else code
        if ends_turn:
            seat = (seat + 1) % seats


#: Marks a draw of the history that was the last move of its turn.
TURN_ENDS = 0x4000
