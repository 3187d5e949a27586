# SPDX-License-Identifier: MIT
"""How far it goes: memory that stays flat, long matches, the largest game, numbers at their limits.

With DOMINOCORE_FULL=1 in the environment the counts are ten times as high: a million states, a
record of ten thousand rounds.
"""

from __future__ import annotations

import gc
import os
import pickle
import random
import subprocess
import sys
import textwrap
import threading
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore import Rules, RulesError, State, _native, vector
from dominocore.rule_fields import _RANGES
from dominocore.solver import solve

ffi, lib = _native.ffi, _native.lib
TIMES = 10 if os.environ.get("DOMINOCORE_FULL") else 1
STATM = Path("/proc/self/statm")

# ---- memory ----


def resident() -> int:
    """Give the bytes of memory that the process has in use."""
    gc.collect()
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def play_states(n: int) -> None:
    """Make n states and drop them."""
    rng = random.Random(1)
    rules = dc.variant("draw").rules
    made = 0
    while made < n:
        state = State.deal(rules, seed=made, leader=0)
        while not state.is_over:
            state = state.play(rng.choice(state.moves))
            made += 1


def look_on(n: int) -> None:
    """Make observations, their samplers and worlds."""
    state = State.deal(dc.variant("draw").rules, seed=1, leader=0)
    for _ in range(4):
        state = state.play(state.moves[0])
    for k in range(n // 200):
        view = state.observe(k % 2)
        view.sample(n=3, seed=k)
        view.marginals()


def search(n: int) -> None:
    """Solve, count and play rounds out, in memory of the core."""
    state = State.deal(dc.variant("fives").rules, seed=1, leader=0)
    for k in range(n // 500):
        solve(state, max_nodes=50, table_bits=12)
        dc.perft(state, 1)
        dc.playouts(state, 5, seed=k, keep=True)


def fail(n: int) -> None:
    """Have moves, texts, rules and pickles refused."""
    state = State.deal(dc.variant("block").rules, seed=1, leader=0)
    restore, (form, *parts) = state.__reduce__()
    for _ in range(n // 50):
        for call in (
            lambda: state.play(dc.PASS),
            lambda: State.parse("block d6 - 6-6/5-5 0 9 0 0:0"),
            lambda: Rules(max_pip=99),
            lambda: restore(form, *parts[:2], bytes(_native.STATE_SIZE), *parts[3:]),
        ):
            with pytest.raises(ValueError):
                call()


def write(n: int) -> None:
    """Write and read records, positions and pickles."""
    state = State.deal(dc.variant("five-up").rules, seed=1, leader=0)
    while not state.is_over:
        state = state.play(state.moves[0])
    record = dc.Record.of(state)
    for _ in range(n // 1000):
        assert dc.Record.parse(str(record)) == record
        assert pickle.loads(pickle.dumps(state)) == state


@pytest.mark.skipif(not STATM.exists(), reason="the system does not say how much memory is in use")
@pytest.mark.unsanitized
@pytest.mark.parametrize("work", [play_states, look_on, search, fail, write])
def test_memory_stays_flat(work: Callable[[int], None]) -> None:
    """What is made and dropped leaves nothing behind: after a tenth of the work, the rest takes
    less than 3 MB more, which is 30 bytes a state of a hundred thousand."""
    n = 100_000 * TIMES
    work(n // 10)
    before = resident()
    work(n)
    assert resident() - before < 3_000_000


# ---- long matches ----


def test_a_record_of_many_rounds() -> None:
    """A match of thousands of rounds is recorded, written, read, checked and pickled, in memory
    and text that grow as it does."""
    rounds = 1000 * TIMES
    rules = Rules(max_pip=2, hand_size=1, target=None, score="unit")
    match = dc.Match(rules, seed=1)
    while len(match.rounds) < rounds:
        match = match.play(match.state.moves[0])
    record = dc.Record.of(match)
    text = str(record)
    assert len(text) < 250 * rounds
    assert dc.Record.parse(text) == record
    record.check()
    packed = pickle.dumps(match)
    assert len(packed) < 1500 * rounds
    assert pickle.loads(packed) == match


# ---- the largest game ----

LARGEST = {
    "a line": Rules(max_pip=18, seats=8, hand_size=23, draw="until_playable"),
    "two sides": Rules(
        max_pip=18, seats=8, sides=(0, 1) * 4, hand_size=23, draw="until_playable", out="side"
    ),
    "every double": Rules(
        max_pip=18, seats=8, sides=(0, 1) * 4, hand_size=20, spinner="every_double",
        arms_open="at_once", ends_divisors=(5, 3), claim="required", draw="one",
    ),
    "all wild": Rules(
        max_pip=18, seats=8, hand_size=23, wild=tuple(map(str, dc.TileSet.double(18))),
        spinner="first_double", spinner_arms=8, ends_divisors=(5,),
    ),
}  # fmt: skip


def in_the_middle(rules: Rules) -> State:
    """Give a state after forty random moves."""
    rng = random.Random(2)
    state = State.deal(rules, seed=5, leader=3)
    for _ in range(40):
        if not state.is_over:
            state = state.play(rng.choice(state.moves))
    assert not state.is_over
    return state


def everything(state: State) -> list[Any]:
    """Ask everything about a state."""
    rules, seat = state.rules, state.turn or 0
    view = state.observe(seat)
    mask = vector.action_mask(view)
    planes = array("f", bytes(4 * vector.plane_count(rules)))
    vector.planes(rules, vector.pack(view), planes)
    tallied = dc.playouts(state, 10, seed=1)
    found: list[Any] = [
        dc.perft(state, 1) == len(state.moves),
        sum(mask) > 0,
        all(0 <= plane <= 1 for plane in planes),
        tallied.rounds == 10,
        State.parse(str(state), rules) == state,
        pickle.loads(pickle.dumps(state)) == state,
        pickle.loads(pickle.dumps(view)) == view,
        dc.player("ismcts:iters=8", seed=1).choose(view) in state.moves,
        dc.player("greedy", seed=1).choose(view) in state.moves,
        len(view.sample(n=2, seed=1)) == 2,
        len(view._repr_svg_()) > 1000,
        len(rules.describe()) > 100,
    ]
    if rules.n_sides == 2:
        low, high = solve(state, max_nodes=3000).bounds
        found.append(low <= high)
    return found


@pytest.mark.parametrize("name", LARGEST)
def test_eight_seats_of_double_eighteen(name: str) -> None:
    """The largest game that there is goes through everything, in a thread with a stack of 1 MB."""
    state, found = in_the_middle(LARGEST[name]), []
    before = threading.stack_size(1 << 20)
    try:
        thread = threading.Thread(target=lambda: found.extend(everything(state)))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert len(found) > 10
    assert all(found), found


@pytest.mark.parametrize("name", LARGEST)
def test_a_match_of_the_largest_game(name: str) -> None:
    """A round of it is played to its end, recorded and read."""
    rng = random.Random(3)
    match = dc.Match(LARGEST[name], seed=1)
    while not match.rounds:
        match = match.play(rng.choice(match.state.moves))
    record = dc.Record.of(match)
    assert dc.Record.parse(str(record)) == record
    assert record.for_seat(7).seat == 7


@pytest.mark.parametrize("name", LARGEST)
def test_lanes_of_the_largest_game(name: str) -> None:
    """Rounds of it are stepped together to the ends of some."""
    lanes = 3
    rounds = vector.Rounds(LARGEST[name], lanes, seed=1)
    n = rounds.n_actions
    masks, done = bytearray(lanes * n), bytearray(lanes)
    rounds.attach(masks=masks, done=done)
    ended = steps = 0
    while not ended:
        rounds.step(array("i", [masks.index(1, k * n, (k + 1) * n) - k * n for k in range(lanes)]))
        ended += sum(done)
        steps += 1
    assert 100 < steps < 3000


def unlucky() -> tuple[vector.Rounds, bytearray]:
    """Give a round that has ended, after which no hand without a double came in 10,000 deals."""
    rules = Rules(hand_size=10, redeal_if=("doubles 1",))
    masks = bytearray(vector.action_count(rules))
    for seed in range(200):
        try:
            rounds = vector.Rounds(rules, 1, seed=seed)
        except RulesError:
            continue
        rounds.attach(masks=masks)
        try:
            while True:
                rounds.step(array("i", [masks.index(1)]))
        except RulesError as error:
            assert "no round can be dealt" in str(error)
            return rounds, masks
    raise AssertionError("every round could be dealt")


def test_a_lane_that_cannot_go_on_shows_nobody_on_turn() -> None:
    """When no next round can be dealt the lane stays over: no action is legal."""
    rounds, masks = unlucky()
    turns = bytearray(1)
    observations = bytearray(len(vector.pack(State.deal(Rules(), seed=1).observe(0))))
    rounds.attach(masks=masks, turns=turns, observations=observations)
    assert not any(masks)
    assert turns == bytes([_native.NONE])
    assert not any(observations)
    with pytest.raises(dc.IllegalMoveError):
        rounds.step(array("i", [0]))


# ---- numbers at their limits ----


@pytest.mark.parametrize("name", _RANGES)
def test_a_number_of_the_rules_has_two_limits(name: str) -> None:
    """One past either limit is refused by name, and says what the limits are."""
    low, high = _RANGES[name]
    for value in (low - 1, high + 1, -(2**31), 2**31 - 1, 2**31, 2**63, 2**64, -(2**64)):
        with pytest.raises(RulesError, match=f"{name}=.*from {low} to {high}"):
            Rules(**{name: value})


WITHIN: dict[str, list[tuple[Any, Any]]] = {
    "target": [(1, 0), (100_000_000, 100_000_001)],
    "hand_size": [(1, 0), (14, 96)],
    "tile_values": [([("6-6", 0)], [("6-6", -1)]), ([("6-6", 10000)], [("6-6", 10001)])],
    "bonus_last_tile": [([("6-6", 0)], [("6-6", -1)]), ([("6-6", 10000)], [("6-6", 10001)])],
    "closing_points": [
        ([("simple", 0)], [("simple", -1)]),
        ([("simple", 10000)], [("simple", 10001)]),
    ],
    "ends_divisors": [((1,), (0,)), ((1000,), (1001,)), ((1, 2, 3, 4), (1, 2, 3, 4, 5))],
    "rounding": [("up 1", "up 0"), ("down 1000", "down 1001")],
    "draw": [("up_to 1", "up_to 0"), ("up_to 190", "up_to 191")],
    "joins": [("sum 1", "sum -1"), ("sum 12", "sum 13")],
    "redeal_if": [("doubles 1", "doubles 0"), ("same 7", "same 999")],
}


ALONG: dict[str, dict[str, Any]] = {"closing_points": {"score": "closing"}}


@pytest.mark.parametrize("name", WITHIN)
def test_other_numbers_have_limits_too(name: str) -> None:
    """Numbers inside texts and pairs have limits: what lies past them is refused by name."""
    for good, bad in WITHIN[name]:
        Rules(**{name: good}, **ALONG.get(name, {}))
        with pytest.raises(RulesError, match=name):
            Rules(**{name: bad})


def test_points_at_all_limits_add_up() -> None:
    """With the most of everything that scores, sums stay what they are: no number wraps."""
    rules = Rules(
        max_pip=6, hand_size=7, draw="until_playable", ends_divisors=(1, 2, 3, 4),
        ends_points="quotient", bonus_capicua=10000, bonus_first_pass=10000,
        bonus_round_pass=10000, bonus_last_tile=[("6-6", 10000), ("5-5", 10000)],
        tile_values=[(str(tile), 10000) for tile in dc.TileSet.double(6)], points_from="all",
        minus_own=False, rounding="up 1000", target=100_000_000,
    )  # fmt: skip
    rng = random.Random(4)
    for seed in range(20):
        state = State.deal(rules, seed=seed, leader=0, scores=(10**9, -(10**9)))
        while not state.is_over:
            state = state.play(rng.choice(state.moves))
        held = 10000 * sum(map(len, state.hands))
        assert state.outcome is not None
        side = state.outcome.side
        gained = 0 if side is None else held
        bonuses = 10000 * (3 + sum(move.is_pass for _, move in state.history))
        in_play = 28 * 4 * 24
        assert gained <= max(state.points) <= gained + bonuses + in_play
        assert min(state.points) >= 0
    tally = dc.playouts(State.deal(rules, seed=1), 10_000, seed=1)
    assert max(tally.squares) > 10_000 * 10**9
    assert solve(State.deal(rules, seed=1), max_nodes=500).bounds[0] < 0


INTEGERS = [-(2**31), -1, 0, 1, 2, 3, 4, 8, 18, 19, 190, 255, 1000, 10001, 2**31 - 1]


def test_every_number_of_a_spec_at_its_extremes() -> None:
    """Each number that the core is given, from one end of 32 bits to the other, is refused with
    an error of its own or plays."""
    rules = State.deal(dc.variant("five-up").rules, seed=1).rules._native
    spec, out = ffi.new("dmc_spec *"), ffi.new("dmc_rules *")
    numbers = ffi.cast("int32_t *", spec)
    tally = ffi.new("dmc_tally *")
    played = 0
    for at in range(ffi.offsetof("dmc_spec", "criteria") // 4):
        for value in INTEGERS:
            spec[0] = rules.spec
            numbers[at] = value
            code = lib.dmc_rules_init(spec, out)
            assert code == 0 or -200 < code < -100
            if code == 0 and at < 100:
                code = lib.dmc_deal_and_play(out, bytes(32), 0, 3, tally, ffi.NULL)
                assert code in (0, lib.DMC_ERR_NO_LEAD, lib.DMC_ERR_REDEAL)
                played += code == 0
    assert played > 300


# ---- no memory left ----

SHORT = """
    import resource
    import dominocore as dc
    from dominocore.solver import solve
    state = dc.State.deal(dc.Rules(), seed=3, leader=0)
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 32_000_000,) * 2)
    failed = False
    try:
        {call}
    except MemoryError:
        failed = True  # no more than that: until the error is gone, it holds what was made
    print("no memory" if failed else "enough memory")
    print(solve(state, max_nodes=100).nodes)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not limit memory this way")
@pytest.mark.unsanitized
@pytest.mark.parametrize(
    "call",
    [
        "solve(state, table_bits=26)",
        "dc.playouts(state, 10**8, seed=1, keep=True)",
        "state.observe(0).sample(n=10**7, seed=1)",
    ],
)
def test_out_of_memory_is_an_error(call: str) -> None:
    """A table, points or worlds for which there is no room raise MemoryError, and what
    needs less works on."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SHORT).format(call=call)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["no", "memory", "100"]
