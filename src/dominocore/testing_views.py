# SPDX-License-Identifier: MIT
"""The part of the conformance kit that watches over what a seat may see.

The tiles that a seat cannot see are exchanged, the round is dealt again with them and the same
moves are played. Where all of them are legal, what the seat sees has to be the same, byte for byte.
"""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from dominocore.errors import IllegalMoveError, RoundOverError, RulesError
from dominocore.protocol import GameRules, GameState, GameView
from dominocore.tiles import Tile

WORLDS = 6
"""How often the hidden tiles are exchanged at one point of a round."""
MOVES = 80
"""How many moves of the game, legal or not, are tried in one position."""


class Where:
    """Where in the run we are, for the messages."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seed = 0
        self.round = 0
        self.ply = -1
        self.every: tuple[Any, ...] = ()
        """All moves of the game, and `known` has them as a set."""
        self.known: frozenset[Any] = frozenset()
        self.encoder: Any = None
        """What the game gives its moves and views numbers by."""

    def fail(self, what: str, cause: BaseException | None = None) -> NoReturn:
        at = f"{self.name}, seed {self.seed}, round {self.round}"
        ply = "" if self.ply < 0 else f", ply {self.ply}"
        raise AssertionError(f"{at}{ply}: {what}") from cause

    def claim(self, fact: bool, what: str | Callable[[], str]) -> None:
        if not fact:
            self.fail(what if isinstance(what, str) else what())


def unlisted(where: Where, state: GameState, rng: random.Random) -> Iterator[Any]:
    """Give moves of the game that are not legal here."""
    listed = set(state.moves)
    for move in rng.sample(where.every, min(MOVES, len(where.every))):
        if move not in listed:
            yield move


def check_boundary(where: Where, start: GameState, state: GameState, rng: random.Random) -> None:
    """Check that no observation changes when what its seat cannot see is exchanged."""
    base, by_criteria = _rebuild(start)
    here = _replay(base, state)
    if here is None:
        where.fail("the moves of the round do not play again from the same hands")
    seats = range(len(state.hands))
    for seat in seats:
        _check_view(where, here, here.observe(seat))
    for seat in {rng.choice(seats), rng.choice(seats) if here.turn is None else here.turn}:
        view = here.observe(seat)
        hidden = _hidden(here, seat)
        for attempt in range(WORLDS):
            swap = _exchange(hidden, rng, whole=attempt % 2 == 0)
            other = _exchanged(base, swap, by_criteria)
            there = None if other is None else _replay(other, here)
            if there is None or not _same_record(here, there):
                continue
            _compare(where, seat, view, there.observe(seat))
            if seat == here.turn:
                _compare_errors(where, here, there, rng)


def _check_view(where: Where, state: GameState, view: GameView) -> None:
    """Check an observation against the state."""
    seat = view.seat
    where.claim(view.hand == state.hands[seat], f"seat {seat} sees another hand than its own")
    moves = tuple(state.moves) if state.turn == seat else ()
    where.claim(
        tuple(view.moves) == moves, f"seat {seat} sees the moves {view.moves}, and has {moves}"
    )
    for mover, move in view.events:
        where.claim(
            not move.is_draw or mover == seat or move.tile is None,
            f"seat {seat} sees what seat {mover} drew: {move}",
        )


def _rebuild(start: GameState) -> tuple[GameState, bool]:
    """Deal a round again by its hands; by the opening criteria where those say the same."""
    try:
        state: GameState = start.rules.deal(
            hands=start.hands, boneyard=start.boneyard, scores=start.scores, round=start.round
        )
        if state.leader == start.leader and state.moves == start.moves and not _lots(state):
            return state, True
    except RulesError:
        pass
    return _deal(start, start.hands, start.boneyard, by_criteria=False), False


def _lots(state: GameState) -> bool:
    return bool(state.observe(0).lots)


def _deal(
    like: GameState, hands: Iterable[Iterable[Tile]], boneyard: Iterable[Tile], *, by_criteria: bool
) -> GameState:
    rules: GameRules = like.rules
    return rules.deal(
        hands=[list(hand) for hand in hands],
        boneyard=list(boneyard),
        leader=None if by_criteria else like.leader,
        scores=like.scores,
        round=like.round,
    )


def _replay(start: GameState, state: GameState) -> GameState | None:
    """Play the placements, draws and passes of a round again; None where they are not legal."""
    for seat, move in state.history:
        if start.turn != seat:
            return None
        try:
            start = start.play(move.public)
        except (IllegalMoveError, RoundOverError):
            return None
    return start


def _hidden(state: GameState, seat: int) -> list[Tile]:
    """Give the tiles whose place the seat does not know."""
    if state.is_over:
        return list(state.boneyard)
    others = [tile for p, hand in enumerate(state.hands) if p != seat for tile in hand]
    return [*others, *state.boneyard]


def _exchange(hidden: list[Tile], rng: random.Random, *, whole: bool) -> dict[Tile, Tile]:
    """Give what each hidden tile becomes: all shuffled, or just two exchanged."""
    if len(hidden) < 2:
        return {}
    if whole:
        return dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    a, b = rng.sample(hidden, 2)
    return {a: b, b: a}


def _exchanged(base: GameState, swap: dict[Tile, Tile], by_criteria: bool) -> GameState | None:
    """Deal the round with tiles exchanged; None where it would have opened otherwise."""
    hands = [[swap.get(tile, tile) for tile in hand] for hand in base.hands]
    boneyard = [swap.get(tile, tile) for tile in base.boneyard]
    try:
        other = _deal(base, hands, boneyard, by_criteria=by_criteria)
    except RulesError:
        return None
    same = other.leader == base.leader and other.opened_by == base.opened_by
    return other if same and not _lots(other) else None


def _same_record(here: GameState, there: GameState) -> bool:
    """Tell whether two worlds have shown the same to everybody."""
    return (
        here.turn == there.turn
        and here.is_over == there.is_over
        and here.outcome == there.outcome
        and here.points == there.points
    )


def _compare(where: Where, seat: int, view: GameView, other: GameView) -> None:
    for what, a, b in (
        ("the observation", view, other),
        ("its hash", hash(view), hash(other)),
        ("its repr", repr(view), repr(other)),
        ("its events", view.events, other.events),
        ("its pickle", pickle.dumps(view), pickle.dumps(other)),
        ("its mask", where.encoder.mask(view), where.encoder.mask(other)),
        ("its planes", where.encoder.planes(view), where.encoder.planes(other)),
        ("its history", where.encoder.history(view), where.encoder.history(other)),
    ):
        where.claim(
            a == b,
            f"{what} of seat {seat} depends on tiles that the seat cannot see: {a!r}, {b!r}",
        )


def _compare_errors(where: Where, here: GameState, there: GameState, rng: random.Random) -> None:
    for move in list(unlisted(where, here, rng))[:20]:
        texts = []
        for state in (here, there):
            try:
                state.play(move)
            except IllegalMoveError as error:
                texts.append(str(error))
        where.claim(len(texts) == 2, f"{move} plays and is not listed")
        where.claim(
            texts[0] == texts[1],
            f"the error of {move} depends on tiles that the seat cannot see: {texts}",
        )
