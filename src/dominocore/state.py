# SPDX-License-Identifier: MIT
"""One round, the whole truth, as an immutable value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from dominocore import _native
from dominocore.errors import IllegalMoveError, RoundOverError, RulesError
from dominocore.moves import DRAW, PASS, Move
from dominocore.observation import Observation
from dominocore.outcome import RoundEnd
from dominocore.public import (
    OVER,
    PHASE,
    TURN,
    TURN_ENDS,
    MoveList,
    PublicTable,
    mask,
    read_history,
)
from dominocore.rules import Rules
from dominocore.tiles import Hand, Tile, TileSet

TileLike = Tile | str
HandLike = str | Iterable[TileLike]

_lib = _native.lib
_NONE = _native.NONE
_HANDS = _native.offset("dmc_state", "hands")
_MOVES = _native.offset("dmc_state", "n_moves")
_LEFT = _native.offset("dmc_table", "left")
_DRAW_ARM: int = _lib.DMC_ARM_DRAW
_FORMAT = 1

_play = _native.play_bytes
_fresh = _native.fresh_state


def _tiles(tiles: HandLike) -> tuple[Tile, ...]:
    """Read tiles given as a text of tiles, or as tiles and texts one by one."""
    if isinstance(tiles, str):
        tiles = [] if tiles.strip() in ("", "-") else tiles.replace(",", " ").split()
    return tuple(t if isinstance(t, Tile) else Tile.parse(t) for t in tiles)


class State(PublicTable):
    """A round as the referee knows it: hands, boneyard and all. Nothing can change it.

    `State.deal` makes the first state of a round and `play` the next one. Two states are equal
    when their rules, their deals and all that they hold are equal; how they came about does not
    matter. Give players and clients what `observe` returns, never a state.

    >>> import dominocore as dc
    >>> state = dc.State.deal(dc.Rules(), seed=7, leader=0)
    >>> state.play(state.moves[0]).turn
    1
    """

    __slots__ = ("_c", "_deal", "_history")

    def __init__(self, rules: Rules, deal: Any, data: bytes, history: bytes = b"") -> None:
        self.rules = rules
        self._c = rules._native
        self._deal = deal
        self._bytes = data
        self._history = history

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
        lead = cls._lead(rules, leader, first)
        brought = cls._brought(rules, scores)
        sources = {"seed": seed, "order": order, "hands": hands}
        given = [name for name, source in sources.items() if source is not None]
        if len(given) > 1:
            raise RulesError(
                f"a deal takes one of seed, order and hands, got {' and '.join(given)}"
            )
        if hands is None and (boneyard is not None or tuple(exclude)):
            raise RulesError("boneyard and exclude go with hands")
        c_rules = rules._native
        if order is None and hands is None:
            key = _native.seed_bytes(seed)
            deal = _native.deal_random(c_rules, key, round, lead, brought)
        else:
            if hands is None:
                assert order is not None
                dealt, rest = cls._from_order(rules, order)
            else:
                dealt, rest = cls._from_hands(rules, hands, boneyard, exclude)
            tiles = [t.index for hand in dealt for t in hand] + [t.index for t in rest]
            sizes = [len(hand) for hand in dealt]
            deal = _native.deal_order(c_rules, bytes(tiles), sizes, len(rest), round, lead, brought)
        return cls(rules, deal, _native.start(c_rules, deal))

    @staticmethod
    def _lead(rules: Rules, leader: int | None, first: bool) -> int:
        if leader is not None:
            if not 0 <= leader < rules.seats:
                raise RulesError(f"leader is a seat from 0 to {rules.seats - 1}, got {leader}")
            return leader
        if not first and rules.later != "opening":
            raise RulesError(
                f"a later round needs its leader: later={rules.later!r} depends on the round before"
            )
        return _native.BY_CRITERIA

    @staticmethod
    def _brought(rules: Rules, scores: Sequence[int] | None) -> Sequence[int] | None:
        if scores is not None and len(scores) != rules.n_sides:
            raise RulesError(f"scores has one number a side ({rules.n_sides}), got {len(scores)}")
        return scores

    @staticmethod
    def _from_order(
        rules: Rules, order: Iterable[TileLike]
    ) -> tuple[list[tuple[Tile, ...]], tuple[Tile, ...]]:
        tiles = tuple(t if isinstance(t, Tile) else Tile.parse(t) for t in order)
        _check_tiles(rules, tiles, ())
        h = rules.hand_tiles
        cut = rules.seats * h
        return [tiles[p * h : (p + 1) * h] for p in range(rules.seats)], tiles[cut:]

    @staticmethod
    def _from_hands(
        rules: Rules, hands: Sequence[HandLike], boneyard: HandLike | None, exclude: HandLike
    ) -> tuple[list[tuple[Tile, ...]], tuple[Tile, ...]]:
        dealt = [_tiles(hand) for hand in hands]
        if len(dealt) != rules.seats:
            raise RulesError(f"{rules.seats} seats need {rules.seats} hands, got {len(dealt)}")
        out = _tiles(exclude)
        held = [t for hand in dealt for t in hand]
        rest = (
            tuple(rules.tiles - TileSet(held) - TileSet(out))
            if boneyard is None
            else _tiles(boneyard)
        )
        _check_tiles(rules, [*held, *rest], out)
        for seat, hand in enumerate(dealt):
            if not hand:
                raise RulesError(f"seat {seat} has no tile; a round starts with one or more each")
        return dealt, rest

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
            partial: whether tiles may be nowhere at all.
            round: the number of the round.

        The round is over at once when the position is blocked.

        Raises:
            RulesError: the layout does not join, or tiles are missing, doubled or not in the set.
        """
        words = layout.split() if isinstance(layout, str) else list(layout)
        moves = [cls._layout_move(word, i) for i, word in enumerate(words)]
        dealt = [_tiles(hand) for hand in hands]
        if len(dealt) != rules.seats:
            raise RulesError(f"{rules.seats} seats need {rules.seats} hands, got {len(dealt)}")
        laid = [move.tile for move in moves if move.tile is not None]
        held = [t for hand in dealt for t in hand]
        rest: tuple[Tile, ...]
        if boneyard is not None:
            rest = _tiles(boneyard)
        else:
            rest = () if partial else tuple(rules.tiles - TileSet(held) - TileSet(laid))
        everywhere = [*laid, *held, *rest]
        missing = rules.tiles - TileSet(everywhere)
        _check_tiles(rules, everywhere, tuple(missing) if partial else ())
        for name, seat in (("turn", turn), ("leader", leader), ("last", last or 0)):
            if not 0 <= seat < rules.seats:
                raise RulesError(f"{name} is a seat from 0 to {rules.seats - 1}, got {seat}")
        tiles = bytes(t.index for t in [*held, *rest])
        deal = _native.deal_order(
            rules._native,
            tiles,
            [len(hand) for hand in dealt],
            len(rest),
            round,
            leader,
            cls._brought(rules, scores),
        )
        placer = (turn - 1) % rules.seats if last is None else last
        codes = [move.code for move in moves]
        data = _native.setup(rules._native, deal, codes, turn, leader, placer)
        return cls(rules, deal, data)

    @staticmethod
    def _layout_move(word: Move | str, index: int) -> Move:
        if isinstance(word, Move):
            return word
        return Move("*" + word if index == 0 and not word.startswith("*") else word)

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
        if not 0 <= seat < self.rules.seats:
            raise IndexError(f"seats are 0 to {self.rules.seats - 1}, got {seat}")
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
    def last_move(self) -> Move | None:
        """The last move made, or None before the first."""
        history = self.history
        return history[-1][1] if history else None

    # ---- moves ----

    @property
    def moves(self) -> MoveList:
        """The legal moves: never empty unless the round is over.

        Both arms are listed where a tile fits both. When nothing can be placed the list holds
        `DRAW` or `PASS`.
        """
        data = self._bytes
        if data[_MOVES] == _NONE:
            return MoveList(data, _MOVES, _native.all_moves(self._c, data, view=False))
        return MoveList(data, _MOVES)

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
        return _native.arm_class(self._c, self._bytes, arm)

    def play(self, move: Move | str) -> State:
        """Play a move of the seat on turn and give the state after it.

        Args:
            move: a move or its text, such as `">6-5"`.

        Raises:
            IllegalMoveError: the move is not legal; says the tile, the open ends and the reason.
            RoundOverError: the round is over.
            NotationError: the text is no move.
        """
        if isinstance(move, str):
            move = Move(move)
        data = self._bytes
        out = _fresh()
        code = _play(self._c, self._deal, data, move.code, out)
        if code:
            return self._refuse(move, code)
        state = object.__new__(State)
        state.rules = self.rules
        state._c = self._c
        state._deal = self._deal
        state._bytes = out
        if move is DRAW and out[TURN] != data[TURN]:
            state._history = self._history + _DRAW_AND_OUT
        else:
            state._history = self._history + move._packed
        if out[PHASE] == OVER and self.rules.score_round is not None:
            return state._scored(self, move)
        return state

    def _refuse(self, move: Move, code: int) -> State:
        if code == _lib.DMC_ERR_OVER:
            raise RoundOverError(f"cannot play {move}: the round is over")
        raise IllegalMoveError(f"cannot play {move}{self._reason(move, code)}")

    def _reason(self, move: Move, code: int) -> str:
        """Say why, from what the seat on turn may know."""
        ends = self.ends
        shown = " and ".join(map(str, ends)) if len(ends) < 3 else ", ".join(map(str, ends))
        where = f"the open ends are {shown}" if ends else "nothing lies on the table yet"
        if code == _lib.DMC_ERR_NOT_HELD:
            return f": seat {self.turn} does not hold {move.tile}; {where}"
        if code == _lib.DMC_ERR_ARM:
            if not ends:
                return f": the first move of a round is a lead, such as *{move.tile}"
            lead = "the round has been led" if move.is_lead else "that arm is not open"
            return f": {lead}; {where}"
        if code == _lib.DMC_ERR_FIT:
            return f" on {self.arms[move.arm]}: {where}{self._turned(move)}"
        if code == _lib.DMC_ERR_ONLY:
            must = sorted({str(m.tile) for m in self.moves})
            return f": {' or '.join(must)} must be played; {where}"
        if code == _lib.DMC_ERR_CLAIM:
            return f": that placement scores nothing to claim; {where}"
        if code == _lib.DMC_ERR_FILL:
            return f": another double has to be filled first; {where}"
        if code == _lib.DMC_ERR_CAN_PLAY:
            what = "draw" if move is DRAW else "pass"
            return f": a seat that can play may not {what}; {where}"
        if code == _lib.DMC_ERR_NO_DRAW:
            return f": no tile may be drawn; {self.boneyard_size} in the boneyard, {where}"
        if code == _lib.DMC_ERR_CAN_DRAW:
            return f": a seat that may draw may not pass; {where}"
        return f": it is no move that can be made here; {where}"

    def _turned(self, move: Move) -> str:
        """Suggest the move with its halves the other way round, where that one is legal."""
        turned = Move.from_code(move.code ^ _lib.DMC_MOVE_LOW_JOINS)
        return f"; did you mean {turned}?" if turned in self.moves else ""

    def _scored(self, before: State, move: Move) -> State:
        """Add the points of a rule that is a Python function; once a round."""
        outcome = self.outcome
        score = self.rules.score_round
        assert outcome is not None and score is not None and before.turn is not None
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
        added = tuple(score(end))
        if len(added) != self.rules.n_sides or not all(isinstance(x, int) for x in added):
            raise RulesError(
                f"score_round gives one int a side ({self.rules.n_sides}), got {added!r}"
            )
        points = [a + b for a, b in zip(self.points, added, strict=True)]
        return State(
            self.rules, self._deal, _native.with_points(self._bytes, points), self._history
        )

    # ---- views ----

    def observe(self, seat: int) -> Observation:
        """Give all that a seat may know: hand this to its player or its client.

        Raises:
            IndexError: there is no such seat.
        """
        if not 0 <= seat < self.rules.seats:
            raise IndexError(f"seats are 0 to {self.rules.seats - 1}, got {seat}")
        out = _native.fresh_view()
        _native.view_bytes(self._c, self._deal, self._bytes, seat, out)
        return Observation(self.rules, out, self._seen_by(seat))

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
        lead = _native.next_lead(self._c, self._deal, self._bytes)
        return None if lead == _native.BY_CRITERIA else lead

    # ---- a value ----

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self._bytes != other._bytes or self.rules != other.rules:
            return False
        return self._deal is other._deal or _native.deal_bytes(self._deal) == _native.deal_bytes(
            other._deal
        )

    def __hash__(self) -> int:
        return hash(self._bytes)

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: Any) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        deal = _native.deal_bytes(self._deal)
        return _restore, (_FORMAT, self.rules, deal, self._bytes, self._history)

    def __repr__(self) -> str:
        turn = "over" if self.is_over else f"turn={self.turn}"
        hands = " / ".join(map(str, self.hands))
        return f"<State ends={self.ends} hands='{hands}' boneyard={self.boneyard_size} {turn}>"


def _restore(form: int, rules: Rules, deal: bytes, data: bytes, history: bytes) -> State:
    """Make a state again from a pickle, checked by the core.

    Raises:
        ValueError: the pickle is of another format, or no state of these rules.
    """
    if form != _FORMAT:
        raise ValueError(f"a state of format {form}; this version reads format {_FORMAT}")
    if not isinstance(history, bytes) or len(history) % 2:
        raise ValueError("the history of a state is packed in two bytes a move")
    c_deal = _native.restore(rules._native, deal, data)
    if not c_deal.set_up and _replay(rules, c_deal, history)._bytes != data:
        raise ValueError("the history of a state does not lead to it")
    return State(rules, c_deal, data, history)


def _replay(rules: Rules, deal: Any, history: bytes) -> State:
    state = State(rules, deal, _native.start(rules._native, deal))
    for _, code in read_history(history, deal.turn, rules.seats):
        state = state.play(Move.from_code(code))
    return state


def _check_tiles(rules: Rules, tiles: Sequence[Tile], exclude: Sequence[Tile]) -> None:
    """Refuse tiles that are missing, doubled or not in the set."""
    seen: set[Tile] = set()
    for t in [*tiles, *exclude]:
        if t not in rules.tiles:
            raise RulesError(f"{t} is not in the set of these rules")
        if t in seen:
            raise RulesError(f"{t} is there twice")
        seen.add(t)
    missing = rules.tiles - TileSet(seen)
    if missing:
        raise RulesError(
            f"{len(missing)} tiles are missing: {missing}; exclude lists those that are out of play"
        )


#: A draw that was the last move of its turn, as the history packs it.
_DRAW_AND_OUT = (DRAW.code | TURN_ENDS).to_bytes(2, "little")

__all__ = ["DRAW", "PASS", "State"]
