# SPDX-License-Identifier: MIT
"""A game in numbers, for agents that learn: moves as actions, and what a seat sees as floats.

`rules.encoder()` gives it. That of a chain is `dominocore.vector.ChainEncoder`, which works in C;
`MoveEncoder` does for every other game. A game that says more than what every view has derives from
it, or brings an `Encoder` of its own.

An encoder reads views alone, so nothing in its numbers depends on what a seat cannot see.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, Protocol

from dominocore.errors import IllegalMoveError
from dominocore.tiles import TileSet

if TYPE_CHECKING:
    from dominocore.protocol import GameRules


class Encoder(Protocol):
    """What adapters for learning ask of a game."""

    @property
    def n_actions(self) -> int:
        """How many actions there are; they are numbered from 0."""
        ...

    @property
    def n_planes(self) -> int:
        """How many floats a view spreads into."""
        ...

    @property
    def n_events(self) -> int:
        """How many numbers of events there are, 0 among them, which is none."""
        ...

    @property
    def longest(self) -> int:
        """A number of moves that no round passes."""
        ...

    @property
    def most_points(self) -> int:
        """A number of points that no side passes in a round."""
        ...

    def mask(self, view: Any) -> bytes:
        """Give a byte an action, 1 for a legal one: none unless the view's seat is on turn."""
        ...

    def move(self, view: Any, action: int) -> Any:
        """Give the legal move that an action means.

        Raises:
            IllegalMoveError: the action is not legal now.
        """
        ...

    def action(self, view: Any, move: Any) -> int:
        """Give the number of a move.

        Raises:
            IllegalMoveError: no action stands for the move.
        """
        ...

    def fill(self, view: Any, out: Any) -> None:
        """Write what a seat sees as floats from 0 to 1, its own seat and side first.

        Args:
            view: the view.
            out: a writable buffer of `n_planes` 32-bit floats.

        Raises:
            ValueError: the buffer has another size.
        """
        ...

    def planes(self, view: Any) -> array[float]:
        """Give what `fill` writes."""
        ...

    def event(self, view: Any, seat: int, move: Any) -> int:
        """Give the number of a move that a seat has made, from 1.

        Seats count from the observer on: `1 + seat * n_actions + action`. What the observer itself
        drew, where the move tells it, is `1 + seats * n_actions + tile.index`.
        """
        ...

    def history(self, view: Any) -> tuple[int, ...]:
        """Give the numbers of all events of a view, oldest first.

        With the hand they are perfect recall: no two views that differ in what was seen, and when,
        have the same.
        """
        ...


class BaseEncoder:
    """What the encoders of all games share. They bring `mask`, `move`, `action`, `number`, `fill`.

    Args:
        rules: the rules.
        n_actions: how many actions there are.
        n_planes: how many floats a view spreads into.
    """

    def __init__(self, rules: Any, n_actions: int, n_planes: int) -> None:
        self.rules = rules
        self.n_actions = n_actions
        self.n_planes = n_planes
        self.n_tiles = (rules.max_pip + 1) * (rules.max_pip + 2) // 2
        self.n_events = 1 + rules.seats * n_actions + self.n_tiles

    @property
    def longest(self) -> int:
        """A number of moves that no round passes.

        Each tile is drawn and played once at most, and in between the other seats do something else
        once each; as much again as one turn of all is for bids and the like.
        """
        return int(2 * self.rules.seats * (self.n_tiles + 1))

    @property
    def most_points(self) -> int:
        """A number of points that no side passes in a round: all tiles and the target."""
        worth = sum(abs(self.rules.worth(tile)) for tile in TileSet.double(self.rules.max_pip))
        return int(worth + (self.rules.target or 0))

    def number(self, move: Any) -> int:
        """Give the number of a move that is known to everybody, whatever lies on the table."""
        raise NotImplementedError

    def fill(self, view: Any, out: Any) -> None:
        """Write what a seat sees as floats from 0 to 1."""
        raise NotImplementedError

    def planes(self, view: Any) -> array[float]:
        """Give what `fill` writes."""
        out = array("f", bytes(4 * self.n_planes))
        self.fill(view, out)
        return out

    def event(self, view: Any, seat: int, move: Any) -> int:
        """Give the number of a move that a seat has made, from 1."""
        if move.is_draw and move.tile is not None and seat == view.seat:
            return int(1 + self.rules.seats * self.n_actions + move.tile.index)
        return int(1 + (seat - view.seat) % self.rules.seats * self.n_actions + self.number(move))

    def history(self, view: Any) -> tuple[int, ...]:
        """Give the numbers of all events of a view, oldest first."""
        return tuple(self.event(view, seat, move) for seat, move in view.events)


class MoveEncoder(BaseEncoder):
    """The encoder of a game by what every view has.

    The place of a move in `rules.all_moves()` is its action. The floats are, in order: the hand by
    tile (T); which moves each seat has made (n × actions); the pips that can be joined to (m + 1);
    the sizes of the hands, out of the set (n); the pips that each seat has shown to lack
    (n × (m + 1)); the boneyard, out of the set; what each side has with the points of the round,
    out of the target or of 100; and whose turn it is (n). Seats count from the observer on, sides
    from its own on.

    >>> import dominocore as dc
    >>> from dominocore.encoder import MoveEncoder
    >>> rules = dc.variant("block").rules
    >>> encoder, view = MoveEncoder(rules), rules.deal(seed=7, leader=1).observe(1)
    >>> sum(encoder.planes(view)[:28]), sum(encoder.mask(view))
    (7.0, 7)
    >>> encoder.move(view, encoder.mask(view).index(1)) == view.moves[0]
    True

    Args:
        rules: the rules.
    """

    def __init__(self, rules: GameRules) -> None:
        self._numbers = {move: number for number, move in enumerate(rules.all_moves())}
        pips, seats, n_actions = rules.max_pip + 1, rules.seats, len(self._numbers)
        n_tiles = pips * (pips + 1) // 2
        n_planes = n_tiles + seats * (n_actions + 1 + pips + 1) + pips + 1 + rules.n_sides
        super().__init__(rules, n_actions, n_planes)

    def number(self, move: Any) -> int:
        """Give the place of a move in `rules.all_moves()`; what a draw brought is no part of it.

        Raises:
            IllegalMoveError: it is not there.
        """
        try:
            return self._numbers[move.public]
        except KeyError:
            raise IllegalMoveError(f"no action stands for {move}") from None

    def action(self, view: Any, move: Any) -> int:
        """Give the number of a move."""
        return self.number(move)

    def mask(self, view: Any) -> bytes:
        """Give a byte an action, 1 for a legal one: none unless the view's seat is on turn."""
        out = bytearray(self.n_actions)
        for move in view.moves:
            out[self.number(move)] = 1
        return bytes(out)

    def move(self, view: Any, action: int) -> Any:
        """Give the legal move that an action means.

        Raises:
            IllegalMoveError: the action is not legal now.
        """
        for move in view.moves:
            if self.number(move) == action:
                return move
        raise IllegalMoveError(f"action {action} is not legal now; the mask tells which are")

    def fill(self, view: Any, out: Any) -> None:
        """Write what a seat sees as floats from 0 to 1, its own seat and side first.

        Args:
            view: the view.
            out: a writable buffer of `n_planes` 32-bit floats.

        Raises:
            ValueError: the buffer has another size.
        """
        with memoryview(out) as seen:
            if seen.nbytes != 4 * self.n_planes or not seen.c_contiguous:
                raise ValueError(f"out is {4 * self.n_planes} bytes in C order, got {seen.nbytes}")
            seen.cast("B")[:] = memoryview(self._spread(view)).cast("B")

    def _spread(self, view: Any) -> array[float]:
        rules, seat = self.rules, view.seat
        seats, pips = rules.seats, rules.max_pip + 1
        around = [(seat + i) % seats for i in range(seats)]
        floats = array("f", bytes(4 * self.n_planes))
        for tile in view.hand:
            floats[tile.index] = 1.0
        at = self.n_tiles
        for mover, move in view.events:
            floats[at + (mover - seat) % seats * self.n_actions + self.number(move)] = 1.0
        at += seats * self.n_actions
        for pip in view.ends:
            floats[at + pip] = 1.0
        at += pips
        for i, other in enumerate(around):
            floats[at + i] = view.hand_sizes[other] / self.n_tiles
        at += seats
        for i, other in enumerate(around):
            for pip in view.voids[other] if view.voids else ():
                floats[at + i * pips + pip] = 1.0
        at += seats * pips
        floats[at] = view.boneyard_size / self.n_tiles
        own, target = rules.side_of(seat), rules.target or 100
        for i in range(rules.n_sides):
            side = (own + i) % rules.n_sides
            total = (view.scores[side] + view.points[side]) / target
            floats[at + 1 + i] = min(1.0, max(0.0, total))
        if view.turn is not None:
            floats[at + 1 + rules.n_sides + (view.turn - seat) % seats] = 1.0
        return floats
