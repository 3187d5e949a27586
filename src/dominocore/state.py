# SPDX-License-Identifier: MIT
"""One round, the whole truth, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from dominocore import _native, dealing
from dominocore.arguments import instance, whole
from dominocore.dealing import HandLike, TileLike
from dominocore.errors import IllegalMoveError, NotNativeError, RoundOverError, RulesError
from dominocore.moves import DRAW, Move
from dominocore.observation import Observation
from dominocore.outcome import Ending, RoundEnd
from dominocore.public import (
    TURN_ENDS,
    PublicTable,
    mask,
    placements,
    read_history,
)
from dominocore.refusal import reason
from dominocore.rules import Rules
from dominocore.tiles import Hand, Tile

if TYPE_CHECKING:
    from dominocore.notation import Event
    from dominocore.position import Position

_lib = _native.lib
_NONE = _native.NONE
_HANDS = _native.offset("dmc_state", "hands")
_LEFT = _native.offset("dmc_table", "left")
_DRAW_ARM: int = _lib.DMC_ARM_DRAW

_SIZE = _native.STATE_SIZE
_play_move = _native.play_move
_bare = _native.bare


class _Round:
    """What all states of a round share: its rules, its deal and the tiles that were set up."""

    __slots__ = ("address", "base", "c", "rules")

    def __init__(self, rules: Rules, c: Any, base: bytes = b"") -> None:
        self.rules = rules  # keeps the C rules alive that c points to
        self.c = c
        self.address = _native.address(c)
        self.base = base


class State(PublicTable):
    """A round as the referee knows it: hands, boneyard and all. Nothing can change it.

    `State.deal` makes the first state of a round and `play` the next one. Two states are equal
    when their rules, their deals and all that they hold are equal; how they came about does not
    matter, but for the last tile placed. Give players and clients what `observe` returns, never
    a state.

    >>> import dominocore as dc
    >>> state = dc.State.deal(dc.Rules(), seed=7, leader=0)
    >>> state.play(state.moves[0]).turn
    1
    """

    __slots__ = ("_round",)

    def __init__(self, round: _Round, data: bytes, history: bytes = b"") -> None:
        self._round = round
        self._bytes = data + history  # the C struct, and behind it two bytes a move

    @property
    def _struct(self) -> bytes:
        return self._bytes[:_SIZE]

    @property
    def _history(self) -> bytes:
        return self._bytes[_SIZE:]

    @property
    def rules(self) -> Rules:
        """The rules that the round is played by."""
        return self._round.rules

    @property
    def _deal(self) -> Any:
        return self._round.c.deal

    # ---- making one ----

    @classmethod
    def deal(
        cls,
        rules: Rules,
        *,
        seed: int | None = None,
        order: Iterable[TileLike] | None = None,
        hands: Sequence[HandLike] | None = None,
        boneyard: HandLike | None = None,
        leader: int | None = None,
        first: bool = True,
        scores: Sequence[int] | None = None,
        exclude: HandLike = (),
        round: int = 1,
    ) -> State:
        """Deal a round.

        Args:
            rules: the rules to play by.
            seed: an int of up to 256 bits; the same seed deals the same on every machine. None
                deals from the operating system's entropy.
            order: the shuffled tiles instead of a seed: seat p takes
                `order[p * hand_size : (p + 1) * hand_size]`, the rest is the boneyard, drawn from
                its front.
            hands: the hands instead, one a seat, as tiles or as a text like `"6-6 5-4"`.
            boneyard: with hands: the boneyard in drawing order; left out, all other tiles in
                ascending order.
            leader: the seat that leads, with any tile, instead of what the opening says.
            first: False for a later round of a match, which needs the leader unless later rounds
                open like the first.
            scores: the points that each side brings into the round.
            exclude: with hands: tiles that are in no hand and not in the boneyard.
            round: the number of the round; with a seed, each number has a deal of its own.

        Raises:
            RulesError: tiles are missing, doubled or not in the set, a leader is needed, or no
                opening criterion names one.
        """
        instance("rules", rules, Rules, "; dc.variant(name).deal() deals a variant by its name")
        c_round, data = dealing.deal(
            rules, seed, order, hands, boneyard, leader, first, scores, exclude, round
        )
        return cls(_Round(rules, c_round), data)

    @classmethod
    def setup(
        cls,
        rules: Rules,
        *,
        layout: str | Iterable[Move | str] = (),
        hands: Sequence[HandLike],
        turn: int = 0,
        boneyard: HandLike | None = None,
        leader: int = 0,
        last: int | None = None,
        scores: Sequence[int] | None = None,
        partial: bool = False,
        round: int = 1,
    ) -> State:
        """Set a round up with tiles already on the table.

        Args:
            rules: the rules to play by.
            layout: the tiles in the order they came down, as moves: `"6-1 <1-2 <2-6"`. The first
                is the lead and may leave out its `*`.
            hands: what each seat holds now.
            turn: the seat to move.
            boneyard: what is left to draw, in drawing order; left out, all other tiles.
            leader: the seat that led.
            last: the seat that placed the last tile; left out, the seat before `turn`.
            scores: the points that each side brings into the round.
            partial: whether tiles may be nowhere at all; then hands may be empty, but for that of
                a seat that has to lead.
            round: the number of the round.

        The round is over at once when the position is blocked.

        Raises:
            NotNativeError: the round is over, and the rules score it by a Python function.
            RulesError: the layout does not join, or tiles are missing, doubled or not in the set.
        """
        instance("rules", rules, Rules)
        c_round, data, base = dealing.set_up(
            rules, layout, hands, turn, boneyard, leader, last, scores, partial, round
        )
        state = cls(_Round(rules, c_round, base), data)
        if state.is_over and not rules.is_native:
            raise NotNativeError("a position that is over has no last move for score_round")
        return state

    # ---- what only the referee knows ----

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The tiles that each seat holds."""
        return tuple(self.hand(seat) for seat in range(self.rules.seats))

    def hand(self, seat: int) -> Hand:
        """Give the tiles that a seat holds.

        Raises:
            IndexError: there is no such seat.
        """
        whole("seat", seat, 0, self.rules.seats - 1, IndexError)
        return Hand.from_mask(mask(self._bytes, _HANDS + 24 * seat))

    @property
    def boneyard(self) -> tuple[Tile, ...]:
        """The tiles that are left in the boneyard, the next one drawn first."""
        order = self._boneyard_order()
        left = self._bytes[_LEFT]
        return tuple(Tile.from_index(i) for i in order[len(order) - left :])

    def _boneyard_order(self) -> bytes:
        deal = self._deal
        dealt = sum(deal.hand_sizes[0 : self.rules.seats])
        return bytes(deal.order[dealt : dealt + deal.n_boneyard])

    @property
    def scores(self) -> tuple[int, ...]:
        """The points that each side brought into the round."""
        return tuple(self._deal.scores[0 : self.rules.n_sides])

    @property
    def round(self) -> int:
        """The number of the round in its match, from 1."""
        return int(self._deal.round)

    @property
    def opened_by(self) -> int:
        """The place in `rules.opening` of the criterion that named the leader; -1 if none did."""
        criterion = self._deal.opened_by
        return -1 if criterion == _NONE else int(criterion)

    @property
    def lots(self) -> tuple[Tile, ...]:
        """The tiles that the seats showed to draw lots for the lead, in seat order, or ()."""
        shown = self._deal.lots[0 : self.rules.seats]
        return () if shown[0] == _NONE else tuple(Tile.from_index(i) for i in shown)

    @property
    def history(self) -> tuple[tuple[int, Move], ...]:
        """The moves so far as (seat, move), oldest first; a draw carries the tile drawn."""
        return tuple((seat, Move.from_code(code)) for seat, code in self._full_history())

    def _full_history(self) -> Iterator[tuple[int, int]]:
        drawn = iter(self._boneyard_order())
        for seat, code in read_history(self._history, self._deal.turn, self.rules.seats):
            if code >> 8 & 0x3F == _DRAW_ARM:
                yield seat, _DRAW_ARM << 8 | next(drawn)
            else:
                yield seat, code

    @property
    def layout(self) -> tuple[Move, ...]:
        """The placements that put the tiles on the table, oldest first."""
        return placements(self._round.base, self.history)

    @property
    def last_move(self) -> Move | None:
        """The last move made, or None before the first."""
        history = self.history
        return history[-1][1] if history else None

    # ---- moves ----

    def _all_moves(self) -> list[int]:
        return _native.all_moves(self.rules._native, self._bytes, view=False)

    @property
    def distinct_moves(self) -> tuple[Move, ...]:
        """The legal moves, one of each that lead to equal layouts.

        Two arms are interchangeable when they show the same pip, count the same and act the same
        on the spinner: then only the first is listed.
        """
        seen = set()
        distinct = []
        for move in self.moves:
            key = (self._arm_class(move.arm), move.code & 0xC0FF)
            if key not in seen:
                seen.add(key)
                distinct.append(move)
        return tuple(distinct)

    def _arm_class(self, arm: int) -> int:
        if arm >= _lib.DMC_ARM_SLOTS:
            return -arm
        return _native.arm_class(self.rules._native, self._bytes, arm)

    def play(self, move: Move | str) -> State:
        """Play a move of the seat on turn and give the state after it.

        Args:
            move: a move or its text, such as `">6-5"`.

        Raises:
            IllegalMoveError: the move is not legal; says the tile, the open ends and the reason.
            RoundOverError: the round is over.
            NotationError: the text is no move.
        """
        round = self._round
        try:
            data = _play_move(round.address, self._bytes, move._packed)  # type: ignore[union-attr]
        except AttributeError:
            return self.play(Move(move))  # type: ignore[arg-type]  # no Move: read it as a text
        if data is None:
            return self._play_rarely(move)  # type: ignore[arg-type]
        state: State = _bare(State)
        state._round = round
        state._bytes = data
        return state

    def _play_rarely(self, move: Move) -> State:
        """Play what may be refused, end the round, or end a turn by a draw."""
        # One move longer, and so a private copy, which nobody else has seen when C plays on it.
        data = self._bytes + move._packed
        code = _native.play_bytes(self._round.c, data, move.code)
        if code < 0:
            self._refuse(move, code)
        return State(self._round, data)._after(self, move)

    def _after(self, before: State, move: Move) -> State:
        """Finish the end of a round, and a draw that ends the turn."""
        if move is DRAW and self.turn is not None:
            self._bytes = self._bytes[:-2] + _DRAW_AND_OUT
        if self.rules.score_round is None:
            return self
        ended = self.outcome
        return self._scored(before, move) if ended and ended.ending != Ending.TARGET else self

    def _refuse(self, move: Move, code: int) -> NoReturn:
        if code == _lib.DMC_ERR_OVER:
            raise RoundOverError(f"cannot play {move}: the round is over")
        raise IllegalMoveError(f"cannot play {move}{reason(self, self.moves, move, code)}")

    def _scored(self, before: State, move: Move) -> State:
        """Add the points of a rule that is a Python function; once a round."""
        outcome = self.outcome
        assert outcome is not None and before.turn is not None
        end = RoundEnd(
            rules=self.rules,
            ending=outcome.ending,
            seat=before.turn if outcome.blocker is None else outcome.blocker,
            leader=self.leader,
            hands=self.hands,
            last_move=move,
            ends_before=before.ends,
            ends_after=self.ends,
            passes=self.passes,
            round_number=self.round,
            scores=self.scores,
        )
        points = [a + b for a, b in zip(self.points, self.rules.points_of(end), strict=True)]
        return State(self._round, _native.with_points(self._struct, points), self._history)

    # ---- views ----

    def observe(self, seat: int) -> Observation:
        """Give all that a seat may know: hand this to its player or its client.

        Raises:
            IndexError: there is no such seat.
        """
        whole("seat", seat, 0, self.rules.seats - 1, IndexError)
        out = _native.fresh_view()
        _native.view_bytes(self._round.c, self._bytes, seat, out)
        return Observation(self.rules, out, self._seen_by(seat), self._round.base)

    def _seen_by(self, seat: int) -> bytes:
        """Give the packed history with the tiles that this seat drew."""
        if _DRAW_ARM not in self._history[1::2] and _DRAW_ARM | 0x40 not in self._history[1::2]:
            return self._history
        codes = bytearray(self._history)
        for i, (mover, code) in enumerate(self._full_history()):
            if mover == seat and code >> 8 & 0x3F == _DRAW_ARM:
                codes[2 * i] = code & 0xFF
        return bytes(codes)

    def next_lead(self) -> int | None:
        """Give the seat that leads the next round; None when the opening criteria name it.

        Raises:
            RulesError: the round is not over.
        """
        if not self.is_over:
            raise RulesError("the next lead is known when the round is over")
        lead = _native.next_lead(self._round.c, self._bytes)
        return None if lead == _native.BY_CRITERIA else lead

    def recorded(self, variant: str | None = None) -> tuple[Position, tuple[Event, ...]]:
        """Give the deal and the moves since, as a record keeps them.

        Of a position that was set up the deal is the earliest state that can be told.

        Args:
            variant: the text of the variant, where it is known.
        """
        from dominocore.position_state import dealt  # noqa: PLC0415  (only for records)

        return dealt(self, variant)

    # ---- a value ----

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> State:
        """Read a state from the line that it prints, or from a position that hides nothing.

        Args:
            text: the position.
            rules: the rules to read it by; left out, those of the variant that it names.

        Raises:
            NotationError: the text is no position, hides something, or cannot be under the rules.
        """
        from dominocore.position import Position  # noqa: PLC0415  (text is seldom asked for)
        from dominocore.position_state import read_state  # noqa: PLC0415

        return read_state(Position.parse(text), rules, text)

    def __str__(self) -> str:
        from dominocore.position_state import position_of  # noqa: PLC0415

        return str(position_of(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self._struct != other._struct or self.rules != other.rules:
            return False
        mine, theirs = self._round.c, other._round.c
        return mine is theirs or _native.deal_bytes(mine) == _native.deal_bytes(theirs)

    def __hash__(self) -> int:
        return hash(self._struct)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: Any) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from dominocore.state_pickle import FORMAT, restore  # noqa: PLC0415  (only for pickles)

        deal = _native.deal_bytes(self._round.c)
        return restore, (FORMAT, self.rules, deal, self._struct, self._history, self._round.base)

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"turn={self.turn}"
        hands = " / ".join(map(str, self.hands))
        return f"<State ends={self.ends} hands='{hands}' boneyard={self.boneyard_size} {turn}>"


def one_chain(rules: object, what: str) -> Rules:
    """Give rules whose tiles are joined to one chain, for what needs that.

    Raises:
        NotNativeError: the game is of another kind; says what needs a chain.
    """
    if isinstance(rules, Rules):
        return rules
    raise NotNativeError(f"{what} needs a game of one chain, got {type(rules).__name__}")


#: A draw that was the last move of its turn, as the history packs it.
_DRAW_AND_OUT = (DRAW.code | TURN_ENDS).to_bytes(2, "little")
