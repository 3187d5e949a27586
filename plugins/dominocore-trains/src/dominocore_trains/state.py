# SPDX-License-Identifier: MIT
"""States and views of a round: the public table, and who holds what."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NoReturn

from dominocore import (
    Ending,
    Hand,
    IllegalMoveError,
    Outcome,
    RoundOverError,
    Tile,
    TileSet,
)
from dominocore.game import BaseState, BaseView
from dominocore_trains.move import LEAD, ArmMove
from dominocore_trains.picture import picture
from dominocore_trains.table import EngineTable

Event = tuple[int, ArmMove]
"""A move with the seat that made it."""


class Seen:
    """What a state and a view have in common: all that the public table tells."""

    __slots__ = ()

    table: EngineTable

    @property
    def rules(self) -> Any:
        """The rules, an `EngineRules`."""
        return self.table.rules

    @property
    def turn(self) -> int | None:
        """The seat on turn; None when the round is over."""
        return self.table.turn

    @property
    def leader(self) -> int:
        """The seat that begins: it lays the engine, or is the first to draw for it."""
        return self.table.leader

    @property
    def opened_by(self) -> int:
        """0 where the leader held the engine, 1 where a lot named it, -1 where it was given."""
        return self.table.opened_by

    @property
    def round(self) -> int:
        """The number of the round in its match, from 1."""
        return self.table.round

    @property
    def scores(self) -> tuple[int, ...]:
        """The points that each side brought into the round."""
        return self.table.scores

    @property
    def points(self) -> tuple[int, ...]:
        """The penalties of the round, which come at its end."""
        outcome = self.table.outcome
        return (0,) * len(self.table.scores) if outcome is None else outcome.points

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat holds."""
        return self.table.hand_sizes

    @property
    def boneyard_size(self) -> int:
        """How many tiles are left to draw."""
        return self.table.boneyard_size

    @property
    def ends(self) -> tuple[int, ...]:
        """The pips that the seat on turn can join a tile to, one for each arm open to it."""
        return self.table.ends

    def ends_text(self) -> str:
        """Say which arms are open to the seat on turn, and what they end in."""
        if self.table.turn is None or not self.table.down:
            return ""
        return ", ".join(f"{arm} {pip}" for arm, pip in self.table.open)

    @property
    def voids(self) -> tuple[frozenset[int], ...]:
        """The pips that each seat has shown it lacks."""
        return self.table.voids

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended and who won it, or None while it runs."""
        return self.table.outcome

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.table.turn is None

    def picture(self, form: str = "ascii", width: int | None = None) -> str:
        """Draw the engine and the arms, one a row.

        Raises:
            ValueError: there is no such form.
        """
        return picture(self.table, form, width)


@dataclass(frozen=True, slots=True)
class EngineView(Seen, BaseView):  # type: ignore[override]  # the base names what is only read
    """A round as one seat sees it."""

    table: EngineTable
    """What everybody knows."""
    seat: int
    """The seat that sees this."""
    hand: Hand
    """The tiles that the seat holds."""
    events: tuple[Event, ...]
    """The public record, oldest first; a draw shows its tile to its seat only."""
    shown_hands: tuple[Hand, ...] | None = None
    """Every hand, laid open at the end of the round; None while it runs."""

    @property
    def moves(self) -> tuple[ArmMove, ...]:
        """The legal moves of the seat: none unless it is on turn."""
        return self.table.moves(self.hand) if self.table.turn == self.seat else ()


@dataclass(frozen=True, slots=True)
class EngineState(Seen, BaseState):  # type: ignore[override]  # as above
    """A round as the referee knows it."""

    table: EngineTable
    """What everybody knows."""
    hands: tuple[Hand, ...]
    """The tiles that each seat holds."""
    boneyard: tuple[Tile, ...]
    """What is left to draw, the next tile first."""
    history: tuple[Event, ...] = ()
    """The moves so far, oldest first; a draw carries the tile drawn."""

    @property
    def played(self) -> TileSet:
        """The tiles that are in no hand and not in the boneyard."""
        left = TileSet.double(self.rules.max_pip) - TileSet(self.boneyard)
        for hand in self.hands:
            left -= hand
        return left

    @property
    def moves(self) -> tuple[ArmMove, ...]:
        """The legal moves of the seat on turn: none when the round is over."""
        turn = self.table.turn
        return () if turn is None else self.table.moves(self.hands[turn])

    def next_lead(self) -> int | None:
        """Give the seat that begins the next round; None where its deal names it."""
        return None if self.rules.engine == "hands" else (self.leader + 1) % self.rules.seats

    def observe(self, seat: int) -> EngineView:
        """Give all that a seat may know.

        Raises:
            IndexError: there is no such seat.
        """
        self.rules.side_of(seat)  # refuses what is no seat
        events = tuple((s, m if s == seat else m.public) for s, m in self.history)
        shown = self.hands if self.is_over else None
        return EngineView(self.table, seat, self.hands[seat], events, shown)

    def play(self, move: ArmMove | str) -> EngineState:
        """Play a move, or its text, and give the state after it.

        Raises:
            IllegalMoveError: the move is not legal.
            RoundOverError: the round is over.
            NotationError: the text is no move.
        """
        if isinstance(move, str):
            read: ArmMove = self.rules.read_move(move)
            return self.play(read)
        seat = self.table.turn
        if seat is None:
            raise RoundOverError(f"cannot play {move}: the round is over")
        hand = self.hands[seat]
        legal = next(
            (m for m in self.table.moves(hand) if m == getattr(move, "public", move)), None
        )
        if legal is None or (legal.is_draw and move.tile not in (None, self.boneyard[0])):
            self._refuse(move)
        if legal.is_draw:
            return self._draw(seat)
        if legal.is_pass:
            state = replace(self, table=self.table.after_pass(), history=self._told(legal))
            return state._settled()
        return self._place(seat, legal)

    def _told(self, move: ArmMove) -> tuple[Event, ...]:
        assert self.table.turn is not None
        return (*self.history, (self.table.turn, move))

    def _with(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        return (*self.hands[:seat], hand, *self.hands[seat + 1 :])

    def _draw(self, seat: int) -> EngineState:
        tile = self.boneyard[0]
        return EngineState(
            self.table.after_draw(tile),
            self._with(seat, self.hands[seat] | TileSet([tile])),
            self.boneyard[1:],
            self._told(ArmMove.draw(tile)),
        )

    def _place(self, seat: int, move: ArmMove) -> EngineState:
        assert move.tile is not None
        hands = self._with(seat, self.hands[seat] - TileSet([move.tile]))
        table = self.table.after_placement(move)
        state = EngineState(table, hands, self.boneyard, self._told(move))
        if not hands[seat] and table.goes_out():
            return state._ended(Ending.OUT, seat)
        return state._settled()

    def _settled(self) -> EngineState:
        """End the round where it is blocked."""
        dead = self.rules.dead_double == "ends" and self.table.is_dead()
        stuck = self.table.passes == self.rules.seats
        return self._ended(Ending.BLOCKED) if dead or stuck else self

    def _ended(self, ending: Ending, seat: int | None = None) -> EngineState:
        """End the round: who is out wins it, else the lowest hand where it is alone."""
        points = self.rules.penalties(self.hands)
        blocker = None
        if ending is Ending.BLOCKED:
            best = min(points)
            seat = points.index(best) if points.count(best) == 1 else None
            blocker = self.table.last
        outcome = Outcome(ending, seat, seat, points, blocker)
        return replace(self, table=self.table.ended(outcome))

    def _refuse(self, move: object) -> NoReturn:
        raise IllegalMoveError(f"cannot play {move}: {self._fault(move)}")

    def _fault(self, move: object) -> str:
        """Say why a move is not legal, from what its seat may know."""
        assert self.turn is not None
        instead = self.moves[0]
        if not isinstance(move, ArmMove) or (move.arm == LEAD and self.table.down):
            return "it is no move that can be made here"
        if move.is_pass and instead.is_draw:
            return "a seat that may draw may not pass"
        if move.is_draw and instead.is_draw:
            return "that is not the next tile"
        if move.is_draw and instead.is_pass:
            return "no tile may be drawn"
        if not move.arm:
            return f"a seat that can play may not {'draw' if move.is_draw else 'pass'}"
        if move.tile not in self.hands[self.turn]:
            return f"seat {self.turn} does not hold {move.tile}"
        if not self.table.down:
            return f"the engine {self.table.engine} comes first"
        return "the open arms are " + ", ".join(f"{arm} ({pip})" for arm, pip in self.table.open)
