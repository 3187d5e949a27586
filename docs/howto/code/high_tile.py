"""High tile: each seat plays a tile, the heaviest takes the trick, and all draw one again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import dominocore as dc
from dominocore.game import BaseMove, BaseRules, BaseState, BaseView, brought, shuffled


@dataclass(frozen=True)
class HighMove(BaseMove):
    """A tile that is played, `6-4`, or a draw, `+` or `+6-4`."""

    tile: dc.Tile | None = None
    is_draw: bool = False

    @property
    def public(self) -> HighMove:
        return HighMove(is_draw=True) if self.is_draw else self

    def __str__(self) -> str:
        return ("+" if self.is_draw else "") + ("" if self.tile is None else str(self.tile))


DRAW = HighMove(is_draw=True)


@dataclass(frozen=True)
class HighRules(BaseRules):
    seats: int = 2
    hand_size: int = 3
    target: int | None = 30
    max_pip: int = 6

    def __post_init__(self) -> None:
        if not (2 <= self.seats <= 8 and 0 < self.seats * self.hand_size <= 28):
            raise dc.RulesError(f"28 tiles cannot be {self.hand_size} each for {self.seats} seats")
        if self.max_pip != 6:
            raise dc.RulesError(f"max_pip={self.max_pip}: expected 6")

    def deal(
        self,
        *,
        seed: int | None = None,
        hands: Sequence[Iterable[dc.Tile]] | None = None,
        boneyard: Iterable[dc.Tile] | None = None,
        leader: int | None = None,
        first: bool = True,
        scores: Sequence[int] | None = None,
        round: int = 1,
    ) -> HighState:
        totals = brought(self, leader=leader, scores=scores, round=round)
        everything = dc.TileSet.double(self.max_pip)
        if hands is None:
            order, size = shuffled(everything, seed, round), self.hand_size
            hands = [order[p * size : (p + 1) * size] for p in range(self.seats)]
            boneyard = order[self.seats * size :]
        held, rest = tuple(dc.Hand(hand) for hand in hands), tuple(boneyard or ())
        dealt = [tile for hand in held for tile in hand] + list(rest)
        if len(held) != self.seats or len(dealt) != 28 or dc.TileSet(dealt) != everything:
            raise dc.RulesError(f"the set is dealt to {self.seats} hands and the boneyard, once")
        start = leader or 0
        return HighState(self, held, rest, start, start, totals, round)

    def all_moves(self) -> tuple[HighMove, ...]:
        return (*(HighMove(tile) for tile in dc.TileSet.double(self.max_pip)), DRAW)

    def read_move(self, text: str) -> HighMove:
        drawn = text.startswith("+")
        word = text[1:] if drawn else text
        return DRAW if drawn and not word else HighMove(dc.Tile.parse(word), drawn)

    def describe(self) -> str:
        return f"{self.seats} seats hold {self.hand_size} tiles; the heaviest tile takes the trick."


@dataclass(frozen=True)
class HighState(BaseState):
    rules: HighRules
    hands: tuple[dc.Hand, ...]
    boneyard: tuple[dc.Tile, ...]
    leader: int
    turn: int | None
    scores: tuple[int, ...]
    round: int
    points: tuple[int, ...] = ()
    trick: tuple[tuple[int, dc.Tile], ...] = ()
    drawing: int = 0
    history: tuple[tuple[int, HighMove], ...] = ()

    def __post_init__(self) -> None:
        if not self.points:
            object.__setattr__(self, "points", (0,) * self.rules.seats)

    @property
    def played(self) -> dc.TileSet:
        return dc.TileSet(m.tile for _, m in self.history if m.tile and not m.is_draw)

    @property
    def moves(self) -> tuple[HighMove, ...]:
        if self.turn is None:
            return ()
        return (DRAW,) if self.drawing else tuple(map(HighMove, self.hands[self.turn]))

    @property
    def outcome(self) -> dc.Outcome | None:
        if self.turn is not None:
            return None
        best = self.rules.leaders(self.points)
        side = best[0] if len(best) == 1 else None
        return dc.Outcome(dc.Ending.OUT, side, side, self.points)

    def play(self, move: HighMove | str) -> HighState:
        move = self.rules.read_move(move) if isinstance(move, str) else move
        if self.turn is None:
            raise dc.RoundOverError(f"cannot play {move}: the round is over")
        if move not in self.moves:
            raise dc.IllegalMoveError(f"cannot play {move}")
        seat, hands = self.turn, list(self.hands)
        following = (seat + 1) % self.rules.seats
        if move.tile is None:  # a draw
            tile, *rest = self.boneyard
            hands[seat] = dc.Hand([*hands[seat], tile])
            done = (*self.history, (seat, HighMove(tile, True)))
            return replace(
                self,
                hands=tuple(hands),
                boneyard=tuple(rest),
                turn=following,
                drawing=self.drawing - 1,
                history=done,
            )
        hands[seat] = dc.Hand(tile for tile in hands[seat] if tile != move.tile)
        trick = (*self.trick, (seat, move.tile))
        after = replace(
            self,
            hands=tuple(hands),
            turn=following,
            trick=trick,
            history=(*self.history, (seat, move)),
        )
        return after._taken() if len(trick) == self.rules.seats else after

    def _taken(self) -> HighState:
        winner, _ = max(self.trick, key=lambda each: (each[1].pips, each[1].high))
        points = tuple(p + (seat == winner) for seat, p in enumerate(self.points))
        drawing = self.rules.seats if len(self.boneyard) >= self.rules.seats else 0
        turn = winner if drawing or any(self.hands) else None
        return replace(self, turn=turn, trick=(), points=points, drawing=drawing)

    def observe(self, seat: int) -> HighView:
        self.rules.side_of(seat)  # refuses what is no seat
        events = tuple((p, m if p == seat else m.public) for p, m in self.history)
        return HighView(
            self.rules, seat, self.turn, self.leader, self.round, self.scores,
            self.points, self.hands[seat], self.hand_sizes, self.boneyard_size, events,
            self.moves if seat == self.turn else (), self.outcome,
            self.hands if self.is_over else None,
        )  # fmt: skip

    def picture(self, form: str = "ascii", width: int | None = None) -> str:
        return " ".join(f"{seat}:{tile}" for seat, tile in self.trick) or "an empty table"


@dataclass(frozen=True)
class HighView(BaseView):
    rules: HighRules
    seat: int
    turn: int | None
    leader: int
    round: int
    scores: tuple[int, ...]
    points: tuple[int, ...]
    hand: dc.Hand
    hand_sizes: tuple[int, ...]
    boneyard_size: int
    events: tuple[tuple[int, HighMove], ...]
    moves: tuple[HighMove, ...]
    outcome: dc.Outcome | None
    shown_hands: tuple[dc.Hand, ...] | None

    def picture(self, form: str = "ascii", width: int | None = None) -> str:
        return " ".join(f"{seat}:{move}" for seat, move in self.events) or "an empty table"


class HeaviestPlayer:
    def choose(self, view: HighView) -> HighMove:
        return max(view.moves, key=lambda move: move.tile.pips if move.tile else 0)


@dc.hookimpl
def dominocore_variants() -> Iterator[dc.Variant]:
    yield dc.Variant("high-tile", HighRules, summary="The heaviest tile takes the trick.")


@dc.hookimpl
def dominocore_players() -> Iterator[dc.PlayerSpec]:
    yield dc.PlayerSpec("high-heaviest", lambda seed: HeaviestPlayer(), games=(HighRules,))
