# SPDX-License-Identifier: MIT
"""A position as one line of text, read and written without rules."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dominocore.arguments import whole
from dominocore.moves import Move
from dominocore.notation import Event, event_text, fail
from dominocore.position_words import (
    Ended,
    HandText,
    PositionReader,
    chains,
    in_text_order,
    quote,
    write_boneyard,
    write_scores,
    write_seat,
    write_table,
)
from dominocore.tiles import Hand, Tile

if TYPE_CHECKING:
    from dominocore.protocol import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position of a round, all of it or what one seat sees, as text tells it.

    It is read and written without rules, and nothing says that it can come about: that is for
    `State.parse` and `Observation.parse`.

    >>> position = Position.parse("block d6 6-6>6-0.0-5<6-2 5-3.6-4/?5!3 ?10 0 0 35:0 last=1")
    >>> print(position)
    block d6 6-6>6-0.0-5<6-2 6-4.5-3/?5!3 ?10 0 0 35:0
    >>> print(position.view(1))
    block d6 6-6>6-0.0-5<6-2 ?2/?5!3 ?10 0 0 35:0
    """

    variant: str
    """The variant with its options, as `dominocore.variant` reads it."""
    max_pip: int = 6
    """The highest pip of the set."""
    layout: tuple[Move, ...] = ()
    """The placements, in the order in which they were made."""
    hands: tuple[HandText, ...]
    """What each seat holds now."""
    boneyard: tuple[Tile, ...] | int = ()
    """The tiles left to draw, the next one first, or how many there are."""
    turn: int | None = 0
    """The seat to move; None when the round is over."""
    passes: int = 0
    """How many passes in a row were the last moves."""
    scores: tuple[int, ...] = ()
    """The totals of the sides, what they have made in this round included."""
    leader: int = 0
    """The seat that led or has to lead."""
    last: int | None = None
    """The seat that placed the last tile; None before the lead."""
    brought: tuple[int, ...] = ()
    """The totals that the sides brought into the round."""
    round: int = 1
    """The number of the round in its match."""
    opened_by: int = -1
    """The place in the opening of the criterion that named the leader; -1 for none."""
    lots: tuple[Tile, ...] = ()
    """The tiles shown for the lead, by seat."""
    drew: int = 0
    """How many tiles the seat on turn has drawn in this turn."""
    set_up: bool = False
    """Whether the position was set up and not dealt; so with tiles on the table that no move
    has placed."""
    seat: int | None = None
    """The seat whose view it is; None where it is nobody's."""
    moves: tuple[Event, ...] = ()
    """The moves made since the deal, or since the position was set up."""
    ended: Ended | None = None
    """How the round ended."""

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read a position.

        Raises:
            NotationError: the text is none; says the column, what was expected and what is there.
        """
        found, places = PositionReader(text).fields()
        base = found.pop("base", None)
        table, moves = found["layout"], found.get("moves", ())
        laid = tuple(move.with_claim(False) for _, move in moves if move.is_placement)
        by_moves = frozenset(laid)
        order = [m for m in in_text_order(table) if m not in by_moves] if base is None else base
        found["layout"] = (*order, *laid)
        for key in ("laid", "moves"):
            if key in places and chains(found["layout"]) != chains(table):
                fail(f"{key}= does not lead to the tiles of the table", text, places[key])
        found.setdefault("brought", found["scores"])
        position = cls(**found)
        _check_tiles(position, text, places)
        usual: dict[str, object] = {}
        if "leader" not in found:
            usual["leader"] = _usual_leader(position)
        if "last" not in found:
            usual["last"] = _usual_last(position)
        return replace(position, set_up=position.set_up or bool(order), **usual)  # type: ignore[arg-type]

    @property
    def base(self) -> tuple[Move, ...]:
        """The placements that none of the moves has made."""
        laid = sum(move.is_placement for _, move in self.moves)
        return self.layout[: len(self.layout) - laid]

    @property
    def boneyard_size(self) -> int:
        """How many tiles are left in the boneyard."""
        return self.boneyard if isinstance(self.boneyard, int) else len(self.boneyard)

    @property
    def is_complete(self) -> bool:
        """Whether nothing of it is hidden."""
        hidden = any(hand.hidden for hand in self.hands)
        return not (hidden or (isinstance(self.boneyard, int) and self.boneyard))

    def view(self, seat: int) -> Position:
        """Give what a seat sees of it: other hands as counts until the round is over.

        Raises:
            IndexError: there is no such seat.
        """
        whole("seat", seat, 0, len(self.hands) - 1, IndexError)
        hands = tuple(
            hand if self.turn is None or p == seat else HandText(hidden=len(hand), voids=hand.voids)
            for p, hand in enumerate(self.hands)
        )
        moves = tuple(hide(seat, event) for event in self.moves)
        return replace(self, hands=hands, boneyard=self.boneyard_size or (), moves=moves)

    def __str__(self) -> str:
        base = self.base
        words = [
            quote(self.variant),
            f"d{self.max_pip}",
            write_table(self.layout),
            "/".join(map(str, self.hands)),
            write_boneyard(self.boneyard),
            write_seat(self.turn),
            str(self.passes),
            write_scores(self.scores),
        ]
        keys = {
            "lead": "" if self.leader == _usual_leader(self) else str(self.leader),
            "last": "" if self.last == _usual_last(self) else write_seat(self.last),
            "brought": "" if self.brought == self.scores else write_scores(self.brought),
            "round": "" if self.round == 1 else str(self.round),
            "opened": "" if self.opened_by < 0 else str(self.opened_by),
            "shown": ".".join(map(str, self.lots)),
            "drew": str(self.drew) if self.drew else "",
            "setup": "1" if self.set_up and not base else "",
            "seat": "" if self.seat is None else str(self.seat),
            "ended": "" if self.ended is None else str(self.ended),
            "laid": "" if base == in_text_order(base) else ",".join(map(str, base)),
            "moves": ",".join(map(event_text, self.moves)),
        }
        return " ".join(words + [f"{key}={value}" for key, value in keys.items() if value])


def hide(viewer: int, event: Event) -> Event:
    """Give a move as a seat sees it: what others draw is hidden."""
    seat, move = event
    return event if seat == viewer else (seat, move.public)


def dealt_position(state: GameState, variant: str | None = None) -> Position:
    """Give the deal of a round by what its seats hold now and what has been done since.

    What was placed goes back to the hand that it came from, and what was drawn to the boneyard.
    """
    hands = [set(hand) for hand in state.hands]
    boneyard = list(state.boneyard)
    for seat, move in reversed(state.history):
        if move.tile is None:
            continue
        if move.is_draw:
            hands[seat].remove(move.tile)
            boneyard.insert(0, move.tile)
        else:
            hands[seat].add(move.tile)
    return Position(
        variant=state.rules.variant_text() if variant is None else variant,
        max_pip=state.rules.max_pip,
        hands=tuple(HandText(Hand(hand)) for hand in hands),
        boneyard=tuple(boneyard),
        turn=state.leader,
        scores=state.scores,
        leader=state.leader,
        brought=state.scores,
        round=state.round,
        opened_by=state.opened_by,
    )


def _usual_leader(position: Position) -> int:
    """Give the leader that goes without saying: who led, made the first move, or is on turn."""
    return position.moves[0][0] if position.moves else position.turn or 0


def _usual_last(position: Position) -> int | None:
    """Give who placed the last tile where nothing is said: the seat before the one on turn."""
    if not position.layout:
        return None
    for seat, move in reversed(position.moves):
        if move.is_placement:
            return seat
    return ((position.turn or 0) - 1) % len(position.hands)


def _check_tiles(position: Position, text: str, places: dict[str, int]) -> None:
    """Refuse tiles that are there twice or not in the set."""
    stock = () if isinstance(position.boneyard, int) else position.boneyard
    parts = [
        ("table", tuple(move.tile for move in position.layout)),
        *(("hands", tuple(hand.tiles)) for hand in position.hands),
        ("boneyard", stock),
    ]
    seen = set[Tile]()
    for part, tiles in parts:
        for tile in tiles:
            assert tile is not None
            if tile in seen:
                fail(f"{tile} is there twice", text, places[part])
            if tile.high > position.max_pip:
                fail(f"{tile} is not in the set up to {position.max_pip}", text, places[part])
            seen.add(tile)
