# SPDX-License-Identifier: MIT
"""One round as one seat sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dominocore import _native
from dominocore.moves import Move
from dominocore.public import DRAWS, TURN, MoveList, PublicTable, mask, number, read_history
from dominocore.tiles import Hand, Tile

if TYPE_CHECKING:
    from dominocore.rules import Rules

_NONE = _native.NONE
_SEAT = _native.offset("dmc_view", "seat")
_OPENED_BY = _native.offset("dmc_view", "opened_by")
_FIRST_TURN = _native.offset("dmc_view", "first_turn")
_HAND = _native.offset("dmc_view", "hand")
_SHOWN = _native.offset("dmc_view", "shown")
_SCORES = _native.offset("dmc_view", "scores")
_ROUND = _native.offset("dmc_view", "round")
_LOTS = _native.offset("dmc_view", "lots")
_MOVES = _native.offset("dmc_view", "n_moves")
_DRAW_ARM: int = _native.lib.DMC_ARM_DRAW


class Observation(PublicTable):
    """All that a seat may know of a round, and nothing that leads back to the state.

    `State.observe(seat)` makes it. It holds the seat's hand, what lies on the table, counts, the
    voids that others have shown, the public record so far, and the seat's legal moves when it is
    on turn. Two observations are equal when the rules, all of that, and the record are equal.
    """

    __slots__ = ("_events",)

    def __init__(self, rules: Rules, data: bytes, events: bytes) -> None:
        self.rules = rules
        self._bytes = data
        self._events = events

    @property
    def seat(self) -> int:
        """The seat that sees this."""
        return self._bytes[_SEAT]

    @property
    def side(self) -> int:
        """The side that the seat plays for."""
        return self.rules.side_of(self.seat)

    @property
    def hand(self) -> Hand:
        """The tiles that the seat holds."""
        return Hand.from_mask(mask(self._bytes, _HAND))

    @property
    def moves(self) -> MoveList:
        """The legal moves of the seat: none unless it is on turn."""
        data = self._bytes
        if data[_MOVES] == _NONE:
            return MoveList(data, _MOVES, _native.all_moves(self.rules._native, data, view=True))
        return MoveList(data, _MOVES)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points that each side brought into the round."""
        return tuple(number(self._bytes, _SCORES + 4 * s) for s in range(self.rules.n_sides))

    @property
    def round(self) -> int:
        """The number of the round in its match, from 1."""
        return number(self._bytes, _ROUND)

    @property
    def opened_by(self) -> int:
        """The place in `rules.opening` of the criterion that named the leader; -1 if none did."""
        criterion = self._bytes[_OPENED_BY]
        return -1 if criterion == _NONE else criterion

    @property
    def lots(self) -> tuple[Tile, ...]:
        """The tiles that the seats showed to draw lots for the lead, in seat order, or ()."""
        shown = self._bytes[_LOTS : _LOTS + self.rules.seats]
        return () if shown[0] == _NONE else tuple(Tile.from_index(i) for i in shown)

    @property
    def shown_hands(self) -> tuple[Hand, ...] | None:
        """Every hand, laid open at the end of the round; None while it runs."""
        if not self.is_over:
            return None
        return tuple(
            Hand.from_mask(mask(self._bytes, _SHOWN + 24 * p)) for p in range(self.rules.seats)
        )

    @property
    def events(self) -> tuple[tuple[int, Move], ...]:
        """The public record: (seat, move), oldest first; a draw shows its tile to its seat only."""
        return tuple(
            (seat, Move.from_code(code))
            for seat, code in read_history(self._events, self._bytes[_FIRST_TURN], self.rules.seats)
        )

    @property
    def last_move(self) -> Move | None:
        """The last move of the record, or None before the first."""
        events = self.events
        return events[-1][1] if events else None

    @property
    def drawn(self) -> Tile | None:
        """The tile that the seat has drawn in the turn it is in, or None."""
        data = self._bytes
        if data[TURN] != data[_SEAT] or not data[DRAWS]:
            return None
        return [move.tile for seat, move in self.events if seat == self.seat and move.is_draw][-1]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Observation):
            return NotImplemented
        return (
            self._bytes == other._bytes
            and self._events == other._events
            and self.rules == other.rules
        )

    def __hash__(self) -> int:
        return hash((self._bytes, self._events))

    def __copy__(self) -> Observation:
        return self

    def __deepcopy__(self, memo: Any) -> Observation:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Observation, (self.rules, self._bytes, self._events)

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"turn={self.turn}"
        return (
            f"<Observation seat={self.seat} hand='{self.hand}' ends={self.ends} "
            f"sizes={self.hand_sizes} boneyard={self.boneyard_size} {turn}>"
        )
