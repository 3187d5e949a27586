# SPDX-License-Identifier: MIT
"""Rounds stepped together are the rounds of `State.play`, and show a seat what it may see."""

from __future__ import annotations

import pickle
import random
import struct
from array import array
from typing import Any

import pytest

import dominocore as dc
from dominocore import _native, vector
from games import VARIANTS, random_round

SIZE = vector.OBSERVATION["itemsize"]
WILD = dc.Rules(wild=("0-0", "6-1"), draw="one")
TOTAL = dc.Rules(spinner="every_double", max_pip=4, hand_size=4, joins="sum 4")
GAMES = [*VARIANTS, WILD, TOTAL, dc.Rules(max_pip=9, seats=4, sides=(0, 1, 0, 1))]


def rules_of(game: Any) -> dc.Rules:
    """Give the rules of a variant, or rules as they are."""
    return getattr(game, "rules", game)


class Bench:
    """Rounds with all their buffers, made of plain Python objects."""

    def __init__(self, rules: Any, n: int, seed: int = 7, **how: Any) -> None:
        self.rounds = vector.Rounds(rules, n, seed=seed, **how)
        self.masks = bytearray(n * self.rounds.n_actions)
        self.observations = bytearray(n * SIZE)
        self.turns = bytearray(n)
        self.points = array("i", bytes(4 * n * self.rounds.rules.n_sides))
        self.done = bytearray(n)
        names = ("masks", "observations", "turns", "points", "done")
        self.rounds.attach(**{name: getattr(self, name) for name in names})

    def mask(self, i: int) -> bytes:
        """Give the mask of a round."""
        return bytes(self.masks[i * self.rounds.n_actions : (i + 1) * self.rounds.n_actions])

    def legal(self, i: int) -> list[int]:
        """Give the legal actions of a round."""
        return [action for action, byte in enumerate(self.mask(i)) if byte]

    def observation(self, i: int) -> bytes:
        """Give the packed observation of a round."""
        return bytes(self.observations[i * SIZE : (i + 1) * SIZE])

    def score(self, i: int) -> tuple[int, ...]:
        """Give the points of a round."""
        sides = self.rounds.rules.n_sides
        return tuple(self.points[i * sides : (i + 1) * sides])

    def everything(self) -> tuple[bytes, ...]:
        """Give the bytes of all buffers."""
        buffers = (self.masks, self.observations, self.turns, self.points, self.done)
        return tuple(map(bytes, buffers))


def id_of(rules: dc.Rules, move: dc.Move) -> int:
    """Say the id of a move by the definition, for the lowest of interchangeable arms."""
    tiles = (rules.max_pip + 1) * (rules.max_pip + 2) // 2
    per_arm = 2 * tiles if rules.wild else tiles
    arms = {"none": 2, "every_double": 4 + 2 * rules.max_pip}.get(rules.spinner, rules.spinner_arms)
    if move.is_draw or move.is_pass:
        return arms * per_arm + move.is_pass
    low = bool(move.code & 0x4000 and rules.wild)
    arm = 0 if move.code >> 8 & 63 == 61 else move.code >> 8 & 63
    return arm * per_arm + low * tiles + move.tile.index


def number(tiles: Any) -> bytes:
    """Pack a set of tiles into three words."""
    return sum(1 << tile.index for tile in tiles).to_bytes(24, "little")


def packed(view: dc.Observation) -> bytes:
    """Pack an observation by what its public attributes say, and nothing else."""
    rules = view.rules
    seats, me = rules.seats, view.seat
    around = [(me + i) % seats for i in range(seats)]
    laid: list[set[dc.Tile]] = [set() for _ in range(seats)]
    for seat, move in view.events:
        if move.is_placement:
            laid[seat].add(move.tile)
    sides = [(view.side + i) % rules.n_sides for i in range(rules.n_sides)]

    def from_me(seat: int | None) -> int:
        return 255 if seat is None else (seat - me) % seats

    def filled(values: list[Any]) -> list[Any]:
        return values + [0] * (8 - len(values))

    voids = [sum(1 << pip for pip in view.voids[seat]) for seat in around]
    table = view._bytes
    out = number(view.hand) + b"".join(number(laid[seat]) for seat in around)
    out += bytes(24 * (8 - seats))
    out += struct.pack("8I", *filled(voids))
    out += struct.pack("8i", *filled([view.scores[s] + view.points[s] for s in sides]))
    out += bytes(filled([view.hand_sizes[seat] for seat in around]))
    at = _native.offset("dmc_table", "arms")
    out += table[at : at + 40]
    draws = table[_native.offset("dmc_table", "draws")]
    only = table[_native.offset("dmc_view", "only")]
    last = table[_native.offset("dmc_table", "last")]
    out += bytes(
        [me, from_me(view.turn), from_me(view.leader), from_me(None if last == 255 else last)]
    )
    phase = ("lead", "play", "over").index(view.phase)
    out += bytes([phase, view.passes, draws, view.boneyard_size, only])
    return out + bytes(7)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_steps_are_those_of_play(game: Any) -> None:
    """Masks, turns, observations, points and ends of all steps are what `State` says they are.

    The expected observation is made from the seat's `Observation` alone, which holds nothing that
    the seat cannot see: so neither does the packed one.
    """
    n, rules = 2, rules_of(game)
    bench, rng = Bench(game, n), random.Random(1)
    states = [dc.State.deal(rules, seed=7, round=bench.rounds.number(i)) for i in range(n)]
    for _ in range(45):
        for i, state in enumerate(states):
            assert state.turn == bench.turns[i]
            assert sorted({id_of(rules, move) for move in state.distinct_moves}) == bench.legal(i)
            assert packed(state.observe(state.turn)) == bench.observation(i)
        actions = [rng.choice(bench.legal(i)) for i in range(n)]
        bench.rounds.step(array("i", actions))
        for i, action in enumerate(actions):
            found = [m for m in states[i].distinct_moves if id_of(rules, m) == action]
            states[i] = states[i].play(found[-1])  # the claimed one comes second
            over = states[i].is_over
            assert bench.done[i] == over
            assert bench.score(i) == (states[i].points if over else (0,) * rules.n_sides)
            if over:
                states[i] = dc.State.deal(rules, seed=7, round=bench.rounds.number(i))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_one_observation_gives_the_same(game: Any) -> None:
    """Mask, packed observation, ids and moves of one view are those that the definition gives."""
    rules = rules_of(game)
    for state in random_round(rules, 3):
        for seat in range(rules.seats):
            view = state.observe(seat)
            mask = vector.action_mask(view)
            mine = state.distinct_moves if state.turn == seat else ()
            assert {id_of(rules, m) for m in mine} == {i for i, byte in enumerate(mask) if byte}
            assert packed(view) == vector.pack(view)
            for move in mine:
                assert id_of(rules, move) == vector.action_id(view, move)
                played = vector.action_move(view, vector.action_id(view, move))
                assert move in (played, played.with_claim(False))


@pytest.mark.parametrize("game", VARIANTS, ids=str)
def test_hidden_tiles_do_not_show(game: Any) -> None:
    """Every world that fits what a seat knows gives the same bytes."""
    rules = rules_of(game)
    states = random_round(rules, 5)[:-1]
    for state in states[:: max(1, len(states) // 4)]:
        view = state.observe(state.turn)
        for world in view.sample(1, n=4):
            again = world.observe(world.turn)
            assert vector.pack(view) == vector.pack(again)
            assert vector.action_mask(view) == vector.action_mask(again)


def test_numbers_of_actions_and_planes() -> None:
    """The sizes for lines and spinners are those of the definition."""
    line = dc.variant("block").rules
    sizes = {6: 58, 9: 112, 12: 184, 15: 274, 18: 382}
    assert sizes == {m: vector.action_count(line.replace(max_pip=m)) for m in sizes}
    assert 114 == vector.action_count(dc.variant("fives"))
    assert 120 == vector.plane_count(line)
    assert 192 == vector.plane_count(line.replace(seats=4, sides=(0, 1, 0, 1)))
    assert 2 * 2 * 28 + 2 == vector.action_count(WILD)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_planes_say_the_same_in_floats(game: Any) -> None:
    """The floats are the observation spread out in the order that is documented."""
    rules = rules_of(game)
    tiles = (rules.max_pip + 1) * (rules.max_pip + 2) // 2
    arms = {"none": 2, "every_double": 4 + 2 * rules.max_pip}.get(rules.spinner, rules.spinner_arms)
    states = random_round(rules, 11)
    dealt = rules._native.spec.hand_size
    for state in states[::2]:
        view = state.observe((state.turn or 0) % rules.seats)
        around = [(view.seat + i) % rules.seats for i in range(rules.seats)]
        laid = [{m.tile for s, m in view.events if s == seat and m.is_placement} for seat in around]
        held = set(view.hand)
        expected = [float(dc.Tile.from_index(i) in held) for i in range(tiles)]
        for played in laid:
            expected += [float(dc.Tile.from_index(i) in played) for i in range(tiles)]
        at = _native.offset("dmc_table", "arms")
        shown = view._bytes[at : at + arms]
        for arm in shown:
            pip = rules.max_pip + 1 if arm == 255 else arm & 31
            expected += [float(v == pip) for v in range(rules.max_pip + 2)]
        most = len(rules.tiles) if rules.draw != "none" else dealt
        sizes = [view.hand_sizes[seat] for seat in around]
        expected += [min(1.0, size / most) for size in sizes]
        for seat in around:
            expected += [float(v in view.voids[seat]) for v in range(rules.max_pip + 1)]
        expected.append(view.boneyard_size / tiles)
        for i in range(rules.n_sides):
            side = (view.side + i) % rules.n_sides
            total = view.scores[side] + view.points[side]
            expected.append(min(1.0, max(0.0, total / (rules.target or 100))))
        expected.append(min(1.0, view.passes / rules.seats))
        if rules.spinner != "none" or rules.ends_divisors:
            for bit in (32, 64):
                expected += [float(arm != 255 and bool(arm & bit)) for arm in shown]

        out = array("f", bytes(4 * vector.plane_count(rules)))
        vector.planes(rules, vector.pack(view), out)

        assert expected == pytest.approx(list(out))


def test_planes_of_many_observations() -> None:
    """Rows are spread one after the other."""
    bench = Bench(dc.variant("draw"), 5)
    width = bench.rounds.n_planes
    many, one = array("f", bytes(20 * width)), array("f", bytes(4 * width))
    vector.planes(bench.rounds.rules, bench.observations, many)
    for i in range(5):
        vector.planes(bench.rounds.rules, bench.observation(i), one)
        assert many[i * width : (i + 1) * width] == one


def random_steps(bench: Bench, steps: int) -> list[tuple[bytes, ...]]:
    """Play random actions; give all that was written."""
    rng, found = random.Random(2), []
    for _ in range(steps):
        actions = [rng.choice(bench.legal(i)) for i in range(bench.rounds.n)]
        bench.rounds.step(array("i", actions))
        found.append(bench.everything())
    return found


def test_same_seed_same_rounds() -> None:
    """A seed and the actions settle every byte; another seed gives other rounds."""
    one, two, other = (Bench(dc.variant("fives"), 8, seed) for seed in (1, 1, 2))
    assert random_steps(one, 60) == random_steps(two, 60) != random_steps(other, 60)
    one.rounds.reset(2)
    fresh = Bench(dc.variant("fives"), 8, 2)
    assert one.everything() == fresh.everything()


def test_rounds_do_not_come_twice() -> None:
    """Each round has a number of its own, so that each is dealt once."""
    bench = Bench(dc.variant("block"), 4)
    seen = [bench.rounds.number(i) for i in range(4)]
    for _ in range(100):
        bench.rounds.step(array("i", [bench.legal(i)[0] for i in range(4)]))
        seen += [bench.rounds.number(i) for i in range(4) if bench.done[i]]
    assert len(seen) > 20 and len(set(seen)) == len(seen)


def test_a_skipped_round_stays() -> None:
    """SKIP leaves a round and what was written of it, while others go on."""
    bench = Bench(dc.variant("draw"), 2)
    before = bench.observation(0), bench.mask(0), bench.turns[0]
    for _ in range(40):
        bench.rounds.step(array("i", [vector.SKIP, bench.legal(1)[0]]))
        assert (bench.observation(0), bench.mask(0), bench.turns[0]) == before
        assert not bench.done[0] and bench.score(0) == (0, 0)


@pytest.mark.parametrize("name", ["block", "draw", "fives", "latin"])
def test_forced_moves_can_be_skipped(name: str) -> None:
    """With `skip_forced` every mask has a choice; what lies between is what had to be played."""
    n, rules = 4, dc.variant(name).rules
    bench, rng = Bench(rules, n, skip_forced=True), random.Random(1)

    def on(state: dc.State) -> dc.State:
        while not state.is_over and len({id_of(rules, m) for m in state.distinct_moves}) == 1:
            state = state.play(state.distinct_moves[-1])
        return state

    states = [on(dc.State.deal(rules, seed=7, round=bench.rounds.number(i))) for i in range(n)]
    for _ in range(60):
        for i, state in enumerate(states):
            assert len(bench.legal(i)) > 1
            assert packed(state.observe(state.turn)) == bench.observation(i)
        actions = [rng.choice(bench.legal(i)) for i in range(n)]
        bench.rounds.step(array("i", actions))
        for i, action in enumerate(actions):
            found = [m for m in states[i].distinct_moves if id_of(rules, m) == action]
            states[i] = on(states[i].play(found[-1]))
            assert bench.done[i] == states[i].is_over
            if states[i].is_over:
                assert bench.score(i) == states[i].points
                number = bench.rounds.number(i)
                states[i] = on(dc.State.deal(rules, seed=7, round=number))


def test_deals_without_a_leader_are_passed_over() -> None:
    """Where the opening may name nobody, the next deal that has a leader is played."""
    rules = dc.Rules(opening=("tile 6-6",))
    bench = Bench(rules, 16)
    for i in range(16):
        assert dc.State.deal(rules, seed=7, round=bench.rounds.number(i)).opened_by == 0
    assert any(bench.rounds.number(i) != i + 1 for i in range(16))


# ---- what is refused ----


def test_an_illegal_action_changes_nothing() -> None:
    """The message names the round and the action, and every round is as it was."""
    bench = Bench(dc.variant("block"), 3)
    before = bench.everything()
    good = [bench.legal(i)[0] for i in range(3)]
    for bad in (57, 58, -2, 1 << 30):
        with pytest.raises(dc.IllegalMoveError, match=f"action {bad} of round 2 is not legal"):
            bench.rounds.step(array("i", [*good[:2], bad]))
        bench.rounds.attach(masks=bench.masks)  # writes all again
        assert bench.everything() == before


def test_interchangeable_arms_have_one_action() -> None:
    """When both ends show the same pip, the action of the left arm is refused."""
    state = dc.State.setup(dc.Rules(), layout="6-6", hands=["6-1", "6-2"], turn=0, partial=True)
    view = state.observe(0)
    tile = dc.Tile(6, 1).index
    assert [tile] == [i for i, byte in enumerate(vector.action_mask(view)) if byte]
    assert dc.Move(">6-1") == vector.action_move(view, tile)
    assert tile == vector.action_id(view, dc.Move("<6-1"))
    with pytest.raises(dc.IllegalMoveError, match="action 50 is not legal now"):
        vector.action_move(view, 28 + tile)


def test_a_move_that_no_action_stands_for() -> None:
    """An arm that is not open has no action."""
    view = dc.variant("block").deal(seed=7, leader=0).observe(0)
    with pytest.raises(dc.IllegalMoveError, match="no action stands for >6-1"):
        vector.action_id(view, dc.Move(">6-1"))


@pytest.mark.parametrize(
    ("name", "buffer", "error", "says"),
    [
        ("masks", bytearray(3), ValueError, "masks is 116 bytes in C order"),
        ("masks", bytes(116), ValueError, "masks is written to, got a read-only buffer"),
        ("masks", [0] * 116, TypeError, "masks is a buffer, such as a NumPy array"),
        ("points", array("q", [0, 0]), ValueError, "4 an item; got 16 bytes, 8 an item"),
        ("points", memoryview(bytearray(17))[1:], ValueError, "at a multiple of 4 bytes"),
        ("turns", memoryview(bytearray(4))[::2], ValueError, "not in C order"),
    ],
)
def test_buffers_that_do_not_fit(name: str, buffer: Any, error: type[Exception], says: str) -> None:
    """A buffer of another size, or one that cannot be written, is named and nothing is attached."""
    rounds = vector.Rounds(dc.variant("block"), 2, seed=1)
    with pytest.raises(error, match=says):
        rounds.attach(**{name: buffer})


def test_arguments_that_are_refused() -> None:
    """Rules, numbers and buffers that cannot be are told apart."""
    rules = dc.Rules()
    with pytest.raises(TypeError, match="rules are the rules of a game"):
        vector.Rounds("block", 2)
    with pytest.raises(ValueError, match="n is a number from 1"):
        vector.Rounds(rules, 0)
    with pytest.raises(dc.NotNativeError):
        vector.Rounds(rules.replace(score_round=max), 1)
    with pytest.raises(ValueError, match="actions is 8 bytes"):
        vector.Rounds(rules, 2).step(array("i", [0]))
    with pytest.raises(ValueError, match=f"observations are {SIZE} bytes each, got 3 bytes"):
        vector.planes(rules, bytes(3), bytearray(480))
    with pytest.raises(IndexError):
        vector.Rounds(rules, 2).number(2)
    with pytest.raises(dc.RulesError, match="no round can be dealt"):
        vector.Rounds(rules.replace(max_pip=1, hand_size=1, exclude=("1-1",)), 1, skip_forced=True)


def test_an_encoder_takes_views_of_its_rules_alone() -> None:
    """A view of equal rules is as good, one of others and what is no view are refused; the floats
    are those of `planes`.
    """
    rules, equal = dc.Rules(), dc.Rules()
    assert rules is not equal
    encoder = rules.encoder()
    view = equal.deal(seed=7, leader=0).observe(0)
    out = array("f", bytes(4 * encoder.n_planes))
    encoder.fill(view, out)
    assert out == encoder.planes(view) == pickle.loads(pickle.dumps(encoder)).planes(view)
    assert encoder.mask(view).count(1) == len(view.moves) == 7
    with pytest.raises(ValueError, match="the view is of other rules than the encoder"):
        encoder.mask(dc.Rules(target=50).deal(seed=7, leader=0).observe(0))
    with pytest.raises(TypeError, match=r"view is an? Observation, got 7"):
        encoder.mask(7)
