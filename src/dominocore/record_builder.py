# SPDX-License-Identifier: MIT
"""What every reader of records does with what it has read: checks it and puts a match together.

A fault is raised without a place: the reader knows where it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dominocore.errors import NotationError
from dominocore.notation import MOST_SEATS, Event, MoveReader, expected
from dominocore.position import Position
from dominocore.position_words import write_scores
from dominocore.record import End, Record, RoundRecord
from dominocore.rules_name import find_rules
from dominocore.spelling import Speller


class RecordBuilder:
    """A match that is being read, round by round."""

    def __init__(self) -> None:
        self.variant: str | None = None
        self.players: dict[int, str] = {}
        self.seat: int | None = None
        self.seed: int | None = None
        self.tags: dict[str, str] = {}
        self._rounds: list[RoundRecord] = []
        self._deal: Position | None = None
        self._moves: list[Event] = []
        self._notes: dict[int, list[str]] = {}
        self._reader: MoveReader | None = None

    @property
    def is_in_round(self) -> bool:
        """Whether a round has begun and not ended."""
        return self._deal is not None

    @property
    def has_rounds(self) -> bool:
        """Whether a round has begun."""
        return bool(self._rounds) or self._deal is not None

    def begin(self, deal: Position, number: int) -> None:
        """Begin a round.

        Raises:
            NotationError: the deal does not belong to the match and the rounds before it.
        """
        if self._deal is not None:
            raise NotationError(f"round {self._deal.round} has no end, so none can follow it")
        if self._rounds and number != self._rounds[-1].number + 1:
            raise NotationError(f"expected round {self._rounds[-1].number + 1}, got {number}")
        self._check_deal(deal, number)
        self.variant = deal.variant
        self._deal = replace(deal, round=number, seat=self.seat)
        if self._reader is None:
            self._reader = _reader(deal.variant)
        self._reader.begin(self._deal)

    def _check_deal(self, deal: Position, number: int) -> None:
        if self.variant not in (None, deal.variant):
            raise NotationError(f"expected the variant {self.variant}, got {deal.variant}")
        if deal.moves or deal.turn is None or deal.drew or deal.ended:
            raise NotationError("a round begins with a position before its first move")
        if not deal.set_up and _has_been_played(deal):
            raise NotationError(
                "a deal has no passes, lacking pips, points or last tile, and its leader is on "
                "turn; setup=1 marks a position that was set up"
            )
        if deal.round not in (1, number):
            raise NotationError(f"expected round={number}, got {deal.round}")
        seats = len(deal.hands)
        if self.seat is None and (deal.seat is not None or not deal.is_complete):
            raise NotationError("hidden tiles need the view of the match, which says whose it is")
        if self.seat is not None and (self.seat >= seats or deal.seat not in (None, self.seat)):
            raise NotationError(f"this is no view of seat {self.seat}")
        if self.seat is not None and deal.view(self.seat) != deal:
            raise NotationError(f"seat {self.seat} cannot see all that is shown")
        if any(seat >= seats for seat in self.players):
            raise NotationError(
                f"expected {max(self.players) + 1} hands, one a player, got {seats}"
            )
        if self._rounds:
            totals = self._rounds[-1].scores
            if deal.brought != totals:
                got = write_scores(deal.brought)
                raise NotationError(f"expected the totals {write_scores(totals)}, got {got}")
            if len(self._rounds[-1].deal.hands) != seats:
                raise NotationError("the number of hands changes in the match")

    def read_move(self, text: str, at: int, end: int) -> None:
        """Read a move with its seat and add it to the round.

        Raises:
            NotationError: it is none, or cannot be made whatever the rules are.
        """
        assert self._deal is not None and self._reader is not None, "a move follows its deal"
        seat, move = self._reader.read(text, at, end)
        if move.is_draw and (move.tile is not None) != (self.seat in (None, seat)):
            what = (
                "the tile that is drawn, such as +6-5"
                if move.tile is None
                else f"+?: seat {self.seat} cannot see what seat {seat} draws"
            )
            expected(what, text, at, end)
        self._moves.append((seat, move))

    def note(self, note: str) -> None:
        """Add a remark to the last move.

        Raises:
            NotationError: there is none.
        """
        if not self._moves:
            raise NotationError("a note follows a move")
        self._notes.setdefault(len(self._moves) - 1, []).append(note)

    def end(self, end: End) -> None:
        """End a round.

        Raises:
            NotationError: there is none, or what ends it has other sides or seats.
        """
        if self._deal is None:
            raise NotationError("an end needs a round before it")
        sides, seats = len(self._deal.scores), len(self._deal.hands)
        if len(end.points) != sides:
            raise NotationError(f"expected the points of {sides} sides, got {len(end.points)}")
        if end.side is not None and end.side >= sides:
            raise NotationError(f"there is no side {end.side}")
        if len(end.hands) != (0 if self.seat is None else seats):
            raise NotationError(
                f"expected the hands of {seats} seats, which are laid open to seat {self.seat}"
                if self.seat is not None
                else "expected no hands: those that are left follow from the moves"
            )
        self._close(end)

    def _close(self, end: End | None) -> None:
        if self._deal is not None:
            self._rounds.append(
                RoundRecord(
                    deal=self._deal,
                    moves=tuple(self._moves),
                    end=end,
                    notes={ply: " ".join(notes) for ply, notes in self._notes.items()},
                )
            )
        self._deal, self._moves, self._notes = None, [], {}

    def finish(self, winners: Sequence[int] | None = None, all_win: bool = False) -> Record:
        """Give the match.

        Raises:
            NotationError: it has winners that it cannot have.
        """
        over = winners is not None or all_win
        if over and self._deal is not None:
            raise NotationError(f"round {self._deal.round} has no end, so nobody has won")
        self._close(None)
        sides = len(self._rounds[-1].scores) if self._rounds else 0
        won = tuple(range(sides)) if all_win else None if winners is None else tuple(winners)
        if won is not None and (not won or won[-1] >= sides or sorted(set(won)) != list(won)):
            raise NotationError(f"expected the sides that won, in order, of {sides}")
        return Record(
            variant=self.variant or "",
            players=self._names(),
            rounds=tuple(self._rounds),
            winners=won,
            seed=self.seed,
            seat=self.seat,
            tags=self.tags,
        )

    def _names(self) -> tuple[str, ...]:
        if not self.players:
            return ()
        seats = len(self._rounds[0].deal.hands) if self._rounds else max(self.players) + 1
        return tuple(self.players.get(seat, "") for seat in range(min(seats, MOST_SEATS)))


def _reader(variant: str) -> MoveReader:
    """Give the reader of a game's moves; of one that is not known, that of a chain's."""
    try:
        return find_rules(variant).speller()
    except NotationError:
        return Speller()


def _has_been_played(deal: Position) -> bool:
    """Tell whether a position with an empty table has what only moves can bring."""
    return (
        deal.passes > 0
        or deal.last is not None
        or deal.turn != deal.leader
        or deal.scores != deal.brought
        or any(hand.voids for hand in deal.hands)
    )
