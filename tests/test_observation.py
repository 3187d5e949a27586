# SPDX-License-Identifier: MIT
"""Observations: what a seat sees, and that it can see no more."""

from __future__ import annotations

import copy
import gc
import pickle
import random
from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest

from dominocore import (
    DRAW,
    PASS,
    Hand,
    IllegalMoveError,
    Move,
    Observation,
    Rules,
    State,
    Tile,
    TileSet,
)
from dominocore.builtin_variants import aberto, block, bode, draw, fives, latin
from test_against_oracle import random_rules

GAMES = {
    "aberto": aberto(),
    "latin-2": latin(2),
    "latin-pairs": latin(4, pairs=True),
    "bode": bode(),
    "fives-2": fives(),
    "fives-4": fives(4),
    "draw-2": draw(2),
    "draw-4": draw(4),
    "block-2": block(2),
    "block-3": block(3),
}
DRAWING = Rules(draw="until_playable", target=None)


def table(rules: Rules, layout: str, *hands: str, boneyard: str = "-", **more: Any) -> State:
    return State.setup(rules, layout=layout, hands=hands, boneyard=boneyard, partial=True, **more)


# ---- what a view holds ----


def test_a_view_holds_what_its_seat_sees() -> None:
    """The own hand, the table, counts, scores, the record and who opened; moves when on turn."""
    rules = Rules(seats=4, sides=(0, 1, 0, 1), hand_size=2, opening=("highest_double",))
    state = State.deal(
        rules,
        hands=["6-5 4-3", "6-6 2-1", "6-1 5-5", "3-3 0-0"],
        scores=[30, 7],
        round=4,
    )
    state = state.play("*6-6")
    for seat in range(4):
        view = state.observe(seat)
        assert (view.seat, view.side) == (seat, seat % 2)
        assert view.hand == state.hand(seat) and type(view.hand) is Hand
        assert view.hand_sizes == (2, 1, 2, 2) and view.boneyard_size == 20
        assert view.played == TileSet(["6-6"]) and view.ends == (6, 6) == state.ends
        assert (view.scores, view.points, view.round) == ((30, 7), (0, 0), 4)
        assert (view.turn, view.leader, view.last, view.phase) == (2, 1, 1, "play")
        assert view.opened_by == 0 and view.lots == () and view.shown_hands is None
        assert view.events == ((1, Move("*6-6")),) and view.last_move is Move("*6-6")
        assert view.outcome is None and not view.is_over and view.drawn is None
        assert view.rules is rules
        assert tuple(view.moves) == ((Move(">6-1"), Move("<6-1")) if seat == 2 else ())


def test_a_view_says_the_same_of_the_table_as_the_state() -> None:
    """All that a State and an Observation share is equal at every ply."""
    rng = random.Random(1)
    shared = ("turn phase is_over leader last arms ends spinner ends_sum is_dead played hand_sizes "
              "boneyard_size passes points voids outcome scores round opened_by rules")  # fmt: skip
    for state in some_states(rng, 60):
        for seat in range(state.rules.seats):
            view = state.observe(seat)
            for name in shared.split():
                assert getattr(view, name) == getattr(state, name)
            assert view.moves == (state.moves if state.turn == seat else ())
            for move in view.moves:
                if move.is_placement:
                    assert view.points_for(move) == state.points_for(move)


@pytest.mark.parametrize("seat", [-1, 2, 100])
def test_only_seats_see(seat: int) -> None:
    """There is no view for a seat that is not there."""
    with pytest.raises(IndexError, match=str(seat)):
        State.deal(Rules(), seed=1).observe(seat)


def test_a_drawn_tile_is_private() -> None:
    """Others see that a tile was drawn, by count and record, never which; its seat sees it."""
    state = table(DRAWING, "6-1", "0-0", "6-4 2-1", boneyard="3-3 6-3 4-4")
    state = state.play(DRAW)
    own, other = state.observe(0), state.observe(1)
    assert own.drawn is Tile(3, 3) and own.events == ((0, Move("+3-3")),)
    assert Tile(3, 3) in own.hand and own.hand_sizes == other.hand_sizes == (2, 2)
    assert other.drawn is None and other.events == ((0, DRAW),) and other.last_move is DRAW
    assert other.boneyard_size == 2
    assert "3-3" not in repr(other) and "3-3" not in repr(other.events)
    state = state.play(DRAW)
    assert state.observe(0).drawn is Tile(6, 3)
    assert state.observe(1).events == ((0, DRAW), (0, DRAW)) and state.observe(1).moves == ()
    state = state.play(">6-3")
    assert state.observe(0).drawn is None  # another turn
    assert [str(move) for _, move in state.observe(0).events] == ["+3-3", "+6-3", ">6-3"]
    assert [str(move) for _, move in state.observe(1).events] == ["+", "+", ">6-3"]


def test_whether_a_drawn_tile_fits_is_private() -> None:
    """With the drawing seat still on turn, others cannot tell a tile that fits from one that
    does not."""
    fits = table(DRAWING, "6-1", "0-0", "6-4 2-1", boneyard="6-3 3-3 4-4").play(DRAW)
    misses = table(DRAWING, "6-1", "0-0", "6-4 2-1", boneyard="3-3 6-3 4-4").play(DRAW)
    assert fits.turn == misses.turn == 0 and fits.moves != misses.moves
    assert fits.observe(1) == misses.observe(1)
    assert fits.observe(0) != misses.observe(0)


def test_hands_are_shown_at_the_end() -> None:
    """When the round is over every view shows every hand, and still no boneyard."""
    state = table(Rules(), "6-1", "6-6", "2-2 3-3", boneyard="5-5 4-4").play(">6-6")
    for seat in (0, 1):
        view = state.observe(seat)
        assert view.shown_hands == (Hand(), Hand(["2-2", "3-3"])) == state.hands
        assert view.is_over and view.outcome == state.outcome and view.moves == ()
        assert not hasattr(view, "boneyard") and not hasattr(view, "hands")


def test_lots_are_public() -> None:
    """Every seat sees the tiles that all showed."""
    rules = Rules(opening=("lots",))
    tiles = TileSet.parse("6-6 5-5 5-3 6-2 1-0")
    state = State.deal(rules, hands=["6-6", "5-5"], boneyard="5-3 6-2 1-0",
                       exclude=rules.tiles - tiles)  # fmt: skip
    assert state.observe(0).lots == state.observe(1).lots == (Tile(5, 3), Tile(6, 2))


# ---- voids ----


def test_a_pass_shows_what_a_seat_lacks() -> None:
    """Who passes on 6 and 1 has neither; who plays shows nothing."""
    state = table(Rules(seats=3, hand_size=2), "6-1", "0-0", "6-4 2-1", "3-3 4-4", boneyard="5-5")
    state = state.play(PASS)
    assert state.voids == (frozenset({6, 1}), frozenset(), frozenset())
    state = state.play(">6-4").play(">4-4")
    assert state.observe(1).voids == (frozenset({6, 1}), frozenset(), frozenset())


def test_a_draw_shows_what_a_seat_lacked() -> None:
    """While a seat draws it has shown nothing for sure; when it plays, only what still holds."""
    state = table(DRAWING, "6-1", "0-0", "6-4 2-1", boneyard="3-3 6-2 4-4")
    state = state.play(DRAW)
    assert state.voids == (frozenset(), frozenset())
    state = state.play(DRAW)
    assert state.voids == (frozenset(), frozenset())
    # what it drew last is on the table, what it drew before fitted neither 6 nor 1
    assert state.play(">6-2").voids == (frozenset({6, 1}), frozenset())


def test_a_last_draw_that_ends_the_round_takes_back_what_it_may_change() -> None:
    """The tile drawn last fits neither end and may have any other pip, also one lacked before.

    Seat 0 lacks 6 and 1, draws and plays 6-5; later it lacks 4 and 1 and draws the last tile. That
    one could be 6-3 as well as 3-3, so only 4 and 1 are sure when nobody can go on.
    """
    state = table(DRAWING, "6-1", "0-0", "5-4 2-2", boneyard="6-5 3-3").play(DRAW).play(">6-5")
    assert state.voids[0] == {6, 1}
    state = state.play(">5-4")
    assert state.ends == (4, 1)
    state = state.play(DRAW)
    assert state.is_over and state.voids[0] == state.observe(1).voids[0] == {4, 1}


def test_a_draw_by_choice_shows_nothing() -> None:
    """Where a seat that can play may draw, a draw shows nothing of its hand."""
    state = table(DRAWING.replace(draw_when_able=True), "6-1", "6-5", "6-4 2-1", boneyard="3-3 4-4")
    assert state.play(DRAW).play(">6-5").voids == (frozenset(), frozenset())


def test_voids_are_sound() -> None:
    """At no state of any round does a seat hold a pip that its voids deny it."""
    rng = random.Random(21)
    shown = 0
    for state in some_states(rng, 400):
        for hand, void in zip(state.hands, state.voids, strict=True):
            shown += len(void)
            assert not any(hand.with_pip(pip) for pip in void)
    assert shown > 300


# ---- a value ----


def test_views_are_values() -> None:
    """A view compares by rules, bytes and events; copies are itself, pickles are equal."""
    rng = random.Random(2)
    for state in some_states(rng, 25):
        for seat in range(state.rules.seats):
            view = state.observe(seat)
            assert view == state.observe(seat) and hash(view) == hash(state.observe(seat))
            assert copy.copy(view) is view and copy.deepcopy(view) is view
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                again = pickle.loads(pickle.dumps(view, protocol))
                assert again == view and hash(again) == hash(view) and again.moves == view.moves
        views = {state.observe(seat) for seat in range(state.rules.seats)}
        assert len(views) == state.rules.seats


def test_equality_includes_the_record() -> None:
    """Two ways to the same table are two views, though the states are equal."""
    hands = ["6-6 5-2 4-3 1-0", "6-5 6-4 2-1 0-0"]
    states = []
    for way in ("*6-6 >6-5 >5-2 <6-4 <4-3 >2-1", "*6-6 <6-4 <4-3 >6-5 >5-2 >2-1"):
        state = State.deal(Rules(target=None), hands=hands, leader=0)
        for move in way.split():
            state = state.play(move)
        states.append(state)
    assert states[0] == states[1]
    assert states[0].observe(0) != states[1].observe(0)


@pytest.mark.parametrize("other", [None, 0, "view", b"", ()])
def test_a_view_equals_nothing_else(other: object) -> None:
    """A view is no other kind of thing."""
    assert State.deal(Rules(), seed=1).observe(0) != other


# ---- no way from a view to the truth ----


def test_a_view_holds_rules_and_bytes_only() -> None:
    """An observation refers to its rules, strings of bytes and its type, and has no dict."""
    state = State.deal(draw(), seed=3)
    state = state.play(state.moves[0])
    view = state.observe(1)
    assert not hasattr(view, "__dict__")
    held = [item for item in gc.get_referents(view) if item is not Observation]
    assert sorted(type(item).__name__ for item in held) == ["Rules", "bytes", "bytes", "bytes"]


def test_no_object_path_leads_from_a_view_to_a_state() -> None:
    """Walking every reference from a view and its moves meets no state and no deal."""
    state = State.deal(draw(), seed=3)
    state = state.play(state.moves[0])
    view = state.observe(1)
    todo: list[object] = [view, view.moves, view.hand, view.events, iter(view.moves)]
    seen: dict[int, object] = {}
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, (type, ModuleType)) or callable(item):
            continue
        seen[id(item)] = item
        assert not isinstance(item, State) and item is not state._deal
        if isinstance(item, bytes):
            assert item is not state._bytes
        if not (isinstance(item, dict) and "__name__" in item):  # the names of a module
            todo.extend(gc.get_referents(item))
    assert len(seen) > 5


# ---- the leak property ----


@dataclass(frozen=True)
class World:
    """A deal: hands, boneyard and the tiles that are nowhere, as given to `State.deal`."""

    rules: Rules
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    nowhere: tuple[Tile, ...]
    leader: int | None
    scores: tuple[int, ...]

    def deal(self) -> State:
        return State.deal(
            self.rules,
            hands=self.hands,
            boneyard=self.boneyard,
            exclude=self.nowhere,
            leader=self.leader,
            scores=self.scores,
        )

    def replay(self, moves: list[Move]) -> list[State] | None:
        """All states of a round with these moves; None where one cannot be made."""
        try:
            states = [self.deal()]
            for move in moves:
                states.append(states[-1].play(move))
        except ValueError:
            return None
        return states


def random_world(rules: Rules, rng: random.Random) -> World:
    tiles = list(rules.tiles)
    rng.shuffle(tiles)
    h = rules.hand_tiles
    cut = rules.seats * h
    out = rng.choice((0, 0, 0, 1, 3)) if len(tiles) - cut > 3 else 0
    return World(
        rules,
        tuple(tuple(tiles[p * h : (p + 1) * h]) for p in range(rules.seats)),
        tuple(tiles[cut : len(tiles) - out]),
        tuple(tiles[len(tiles) - out :]),
        rng.choice((None, None, 0)),
        tuple(rng.choice((0, 20)) for _ in range(rules.n_sides)),
    )


def random_round(world: World, rng: random.Random) -> tuple[list[Move], list[State]] | None:
    """The moves and states of a random round up to some ply; None where nobody leads."""
    try:
        states = [world.deal()]
    except ValueError:
        return None
    moves = []
    while not states[-1].is_over:
        moves.append(rng.choice(states[-1].moves))
        states.append(states[-1].play(moves[-1]))
    return moves, states


def some_states(rng: random.Random, rounds: int) -> Iterator[State]:
    """One random state of each of many rounds, under built-in games and rules drawn at random."""
    games = list(GAMES.values())
    for i in range(rounds):
        rules = games[i % len(games)] if i % 2 else random_rules(rng)
        played = random_round(random_world(rules, rng), rng)
        if played is not None:
            yield rng.choice(played[1])


def exchanged(world: World, seat: int, moves: list[Move], states: list[State], rng: random.Random,
              unplayed: bool) -> World:  # fmt: skip
    """Another deal that differs in what the seat cannot see: a permutation of some places.

    With `unplayed` the tiles that nobody has played yet change places freely; else any two or
    three tiles that the seat never held do, those played later among them.
    """
    flat = [*(t for hand in world.hands for t in hand), *world.boneyard, *world.nowhere]
    own = states[-1].hand(seat) | TileSet(
        m.tile for s, m in states[-1].history if s == seat and m.tile is not None
    )
    known = own | states[-1].played if unplayed else own
    hidden = [i for i, tile in enumerate(flat) if tile not in known]
    if not unplayed:
        hidden = rng.sample(hidden, min(len(hidden), rng.choice((2, 2, 3))))
    tiles = [flat[i] for i in hidden]
    rng.shuffle(tiles)
    for i, tile in zip(hidden, tiles, strict=True):
        flat[i] = tile
    h = world.rules.hand_tiles
    cut = world.rules.seats * h
    end = cut + len(world.boneyard)
    return World(
        world.rules,
        tuple(tuple(flat[p * h : (p + 1) * h]) for p in range(world.rules.seats)),
        tuple(flat[cut:end]),
        tuple(flat[end:]),
        world.leader,
        world.scores,
    )


def public_record(states: list[State]) -> list[object]:
    """What everybody at the table has seen, apart from the moves: the opening, and who moved."""
    start = states[0]
    return [start.leader, start.opened_by, start.observe(0).lots, *(s.turn for s in states)]


def same_own_draws(states: list[State], other: list[State], seat: int) -> bool:
    """Whether the seat drew the same tiles in both rounds."""
    pairs = zip(states[-1].history, other[-1].history, strict=True)
    return all(a == b for a, b in pairs if a[0] == seat) and (
        states[0].hand(seat) == other[0].hand(seat)
    )


def refusals(state: State, rng: random.Random) -> list[str]:
    """What the seat on turn is told when it tries moves that are not legal."""
    tries = [DRAW, PASS, *(Move.lead(tile) for tile in rng.sample(list(state.rules.tiles), 3))]
    for tile in rng.sample(list(state.rules.tiles), 5):
        for arm in (0, 1, 2):
            tries.append(Move.place(tile, arm, rng.choice((tile.high, tile.low))))
    told = []
    for move in tries:
        try:
            state.play(move)
        except IllegalMoveError as error:
            told.append(str(error))
        else:
            told.append("legal")
    return told


def check_alike(state: State, other: State, seat: int, rng: random.Random) -> None:
    """Everything that a seat can ask is answered alike in both worlds."""
    view, twin = state.observe(seat), other.observe(seat)
    assert view._bytes == twin._bytes
    assert view._events == twin._events
    assert view == twin and hash(view) == hash(twin) and repr(view) == repr(twin)
    assert view.events == twin.events and view.moves == twin.moves and view.drawn == twin.drawn
    assert pickle.dumps(view) == pickle.dumps(twin)
    if state.turn == seat:
        assert state.distinct_moves == other.distinct_moves
        number = rng.getrandbits(32)
        assert refusals(state, random.Random(number)) == refusals(other, random.Random(number))


def leak_check(rules: Rules, rng: random.Random) -> int:
    """Compare a random state with other worlds for every seat; give how many differed."""
    world = random_world(rules, rng)
    played = random_round(world, rng)
    if played is None:
        return 0
    all_moves, all_states = played
    different = 0
    for cut in {rng.randrange(len(all_states)) for _ in range(3)}:
        moves, states = all_moves[:cut], all_states[: cut + 1]
        if states[-1].is_over:
            continue
        record = public_record(states)
        for seat in range(rules.seats):
            for attempt in range(6):
                second = exchanged(world, seat, moves, states, rng, unplayed=attempt % 2 == 0)
                others = second.replay(moves)
                if (
                    others is None
                    or public_record(others) != record
                    or not same_own_draws(states, others, seat)
                ):
                    continue
                check_alike(states[-1], others[-1], seat, rng)
                different += states[-1] != others[-1]
    return different


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_a_seat_cannot_tell_apart(game: str) -> None:
    """Whatever a seat cannot see changes nothing of its view, its moves or its error texts."""
    rng = random.Random(game)
    assert sum(leak_check(GAMES[game], rng) for _ in range(12)) > 40


@pytest.mark.parametrize("block", range(4))
def test_worlds_under_any_rules(block: int) -> None:
    """The same holds under rules drawn at random."""
    rng = random.Random(1000 + block)
    assert sum(leak_check(random_rules(rng), rng) for _ in range(40)) > 60


def test_the_boneyard_stays_hidden_at_the_end() -> None:
    """When a round is over the order of what was never drawn changes nothing that anybody sees."""
    rng = random.Random(77)
    different = 0
    for number in range(200):
        rules = list(GAMES.values())[number % len(GAMES)] if number % 2 else random_rules(rng)
        world = random_world(rules, rng)
        played = random_round(world, rng)
        if played is None:
            continue
        moves, states = played
        left = states[-1].boneyard_size
        given = list(world.boneyard)
        undrawn = given[len(given) - left :] if left else []
        if states[0].observe(0).lots:  # those were seen
            continue
        rng.shuffle(undrawn)
        boneyard = (*given[: len(given) - left], *undrawn)
        second = World(rules, world.hands, boneyard, world.nowhere, world.leader, world.scores)
        others = second.replay(moves)
        assert others is not None
        for seat in range(rules.seats):
            check_alike(states[-1], others[-1], seat, rng)
        different += states[-1] != others[-1]
    assert different > 50
