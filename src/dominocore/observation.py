# SPDX-License-Identifier: MIT
"""One round as one seat sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, overload

from dominocore import _native
from dominocore.arguments import instance, shorten
from dominocore.dealing import check_round
from dominocore.moves import Move
from dominocore.public import (
    DRAWS,
    TURN,
    PublicTable,
    check_base,
    mask,
    number,
    placements,
    read_history,
)
from dominocore.rules import Rules
from dominocore.tiles import Hand, Tile

if TYPE_CHECKING:
    from dominocore.state import State
    from dominocore.worlds import WorldCount, Worlds

_NONE = _native.NONE
_FORMAT = 3
_SEAT = _native.offset("dmc_view", "seat")
_OPENED_BY = _native.offset("dmc_view", "opened_by")
_FIRST_TURN = _native.offset("dmc_view", "first_turn")
_HAND = _native.offset("dmc_view", "hand")
_SHOWN = _native.offset("dmc_view", "shown")
_SCORES = _native.offset("dmc_view", "scores")
_ROUND = _native.offset("dmc_view", "round")
_LOTS = _native.offset("dmc_view", "lots")
_DRAW_ARM: int = _native.lib.DMC_ARM_DRAW


class Observation(PublicTable):
    """All that a seat may know of a round, and nothing that leads back to the state.

    `State.observe(seat)` makes it. It holds the seat's hand, what lies on the table, counts, the
    voids that others have shown, the public record so far, and the seat's legal moves when it is
    on turn. Two observations are equal when the rules, all of that, and the record are equal.
    """

    __slots__ = ("_base", "_events", "_rules")

    def __init__(self, rules: Rules, data: bytes, events: bytes, base: bytes = b"") -> None:
        self._rules = rules
        self._bytes = data
        self._events = events
        self._base = base

    @property
    def rules(self) -> Rules:
        """The rules that the round is played by."""
        return self._rules

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

    def _all_moves(self) -> list[int]:
        return _native.all_moves(self.rules._native, self._bytes, view=True)

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
    def layout(self) -> tuple[Move, ...]:
        """The placements that put the tiles on the table, oldest first."""
        return placements(self._base, self.events)

    @property
    def last_move(self) -> Move | None:
        """The last move of the record, or None before the first."""
        events = self.events
        return events[-1][1] if events else None

    @property
    def drawn(self) -> Tile | None:
        """The tile that the seat has drawn in the turn it is in, or None."""
        data = self._bytes
        own = [move.tile for seat, move in self.events if seat == self.seat and move.is_draw]
        drawing = data[TURN] == data[_SEAT] and data[DRAWS]
        return own[-1] if own and drawing else None

    # ---- what may be true ----

    @overload
    def sample(self, seed: int | None = None) -> State: ...
    @overload
    def sample(self, seed: int | None = None, *, n: int) -> Worlds: ...
    def sample(self, seed: int | None = None, *, n: int | None = None) -> State | Worlds:
        """Draw a world that fits all that the seat knows, each one equally likely.

        A world is a state that the seat would see as this very observation. The public record is
        used in full: who passed or drew on what and what it held then, how the leader was found,
        and that the round is not over. The order of the boneyard is random.

        Nothing is drawn and thrown away, but where the heaviest hand named the leader, where the
        rules deal some hands again, or where a record is too long to be counted.

        Args:
            seed: an int of up to 256 bits; None takes one from the operating system.
            n: how many worlds, as a sequence that keeps them packed; None gives one alone, the
                first of the sequence.

        Raises:
            RulesError: no world fits.
        """
        from dominocore import worlds  # noqa: PLC0415  (it makes states)

        found = worlds.sample(self, seed, 1 if n is None else n)
        return found[0] if n is None else found

    def count_worlds(self) -> WorldCount:
        """Count the worlds that fit all that the seat knows.

        Worlds differ by what was dealt to the other seats and by the tiles that they drew; the
        order of the boneyard does not count. The result is an int with one more attribute:
        `is_exact` is False where it is an upper bound, as for an opening by the heaviest hand.
        """
        from dominocore import worlds  # noqa: PLC0415

        return worlds.count(self)

    def marginals(self) -> dict[Tile, tuple[float, ...]]:
        """Give how likely it is that each tile the seat cannot see is in each hand.

        One number a seat, and last the chance that nobody holds it: that it lies in the boneyard.
        Where `count_worlds` is an upper bound, the numbers are estimates from 2,000 samples.
        """
        from dominocore import worlds  # noqa: PLC0415

        return worlds.marginals(self)

    # ---- a value ----

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> Observation:
        """Read an observation from the line that it prints, or from a position that a seat sees.

        Args:
            text: the position; `seat=0` says whose view it is, or one hand alone is shown.
            rules: the rules to read it by; left out, those of the variant that it names.

        Raises:
            NotationError: the text is no position, or cannot be under the rules.
        """
        from dominocore.position import Position  # noqa: PLC0415  (text is seldom asked for)
        from dominocore.position_state import read_view  # noqa: PLC0415

        return read_view(Position.parse(text), rules, text)

    def __str__(self) -> str:
        from dominocore.position_state import position_of  # noqa: PLC0415

        return str(position_of(self))

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
        return _restore, (_FORMAT, self.rules, self._bytes, self._events, self._base)

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"turn={self.turn}"
        return (
            f"<Observation seat={self.seat} hand='{self.hand}' ends={self.ends} "
            f"sizes={self.hand_sizes} boneyard={self.boneyard_size} {turn}>"
        )


def _restore(form: int, rules: Rules, data: bytes, events: bytes, base: bytes) -> Observation:
    """Make an observation again from a pickle, checked by the core.

    Raises:
        ValueError: the pickle is of another format, or no observation under these rules.
    """
    if form != _FORMAT:
        raise ValueError(
            f"an observation of format {shorten(form)}; this version reads format {_FORMAT}"
        )
    instance("rules", rules, Rules)
    _native.check_view(rules._native, data)
    if not isinstance(events, bytes) or len(events) % 2:
        raise ValueError("the record of an observation is packed in two bytes a move")
    view = Observation(rules, data, events, check_base(base))
    check_round(view.round)
    if not view.lies_there(view.layout):  # reads every event
        raise ValueError("the record of an observation does not lead to its table")
    return view
