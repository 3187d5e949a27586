# SPDX-License-Identifier: MIT
"""Exact solutions against published values and against plain minimax."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from dominocore import (
    Move,
    NotNativeError,
    RoundOverError,
    Rules,
    RulesError,
    State,
    Tile,
    _native,
    _native_search,
)
from dominocore import builtin_variants as games
from dominocore.solver import Solution, solve, solve_many

ROWS = json.loads((Path(__file__).parent / "data" / "perft_oracle.json").read_text("utf-8"))[
    "solve"
]
PAIRS = (0, 1, 0, 1)
SLOW = "DOMINOCORE_SLOW_TESTS" in os.environ


def published_deal(row: dict[str, Any]) -> State:
    """The deal of a row of `perft_oracle.json`, under the rules of its payoff."""
    seats = row["players"]
    hands = [[Tile(*tile) for tile in hand] for hand in row["hands"]]
    boneyard = [Tile(*tile) for tile in row["boneyard"]]
    fields: dict[str, Any] = {"blocked_winner": "lowest_side", "target": None}
    if row["layout"] == "fives":
        fields |= {"claim": "auto", "rounding": "nearest 5", "minus_own": True}
    elif row["payoff"] == "all":
        fields |= {"points_from": "all", "minus_own": False}
    else:
        fields |= {"points_from": "opponents", "minus_own": True}
    rules = (games.fives if row["layout"] == "fives" else games.draw)(seats, **fields)
    rules = rules.replace(
        sides=PAIRS if seats == 4 else None,
        hand_size=len(hands[0]),
        draw="until_playable" if boneyard else "none",
    )
    used = {*boneyard, *(tile for hand in hands for tile in hand)}
    others = [tile for tile in map(Tile.from_index, range(28)) if tile not in used]
    return State.deal(
        rules, hands=hands, boneyard=boneyard, leader=row["first"], first=False, exclude=others
    )


def payoff_of(row: dict[str, Any]) -> Any:
    return "win" if row["payoff"] == "sign" else "points"


def generic(state: State, payoff: str = "points", table_bits: int = 14) -> Any:
    """The C solution without the fast search."""
    lib = _native.lib
    options = lib.DMC_SOLVE_GENERIC | (lib.DMC_SOLVE_WIN if payoff == "win" else 0)
    table = _native_search.solve_table(table_bits)
    flag = _native_search.stop_flag()
    round_ = state._round.c
    deal, at = _native.ffi.addressof(round_, "deal"), _native_search.states_at(state._bytes)
    return _native_search.solve(round_.rules, deal, at, options, table, table_bits, 0, flag)


def check(state: State, solution: Solution, payoff: str) -> None:
    """The parts of a solution agree with each other and with the rules."""
    value = solution.value
    assert solution.exact
    assert solution.bounds == (value, value)
    assert state.turn is not None
    side = state.rules.side_of(state.turn)
    assert list(solution.moves) == choices(state)
    assert value == (max if side == 0 else min)(solution.moves.values())
    assert solution.best is not None
    assert solution.moves[solution.best] == value
    assert solution.line[0] == solution.best
    end = state
    for move in solution.line:
        end = end.play(move)
    assert end.is_over
    assert worth(end, payoff) == value


def worth(end: State, payoff: str) -> int:
    """What the end of a round counts for side 0."""
    assert end.outcome is not None
    if payoff == "win":
        return {0: 1, 1: -1, None: 0}[end.outcome.side]
    difference = end.points[0] - end.points[1]
    return -difference if end.rules.wins == "low" else difference


def choices(state: State) -> list[Move]:
    """The moves of players who claim what they may."""
    claimed = {move.with_claim(False) for move in state.moves if move.claimed}
    return [move for move in state.moves if move not in claimed]


def minimax(state: State, payoff: str) -> int:
    """The value by plain search: every line to its end."""
    if state.is_over:
        return worth(state, payoff)
    values = [minimax(state.play(move), payoff) for move in choices(state)]
    assert state.turn is not None
    return max(values) if state.rules.side_of(state.turn) == 0 else min(values)


def small_deals(rules: Rules, hand: int, boneyard: int, n: int) -> Iterator[State]:
    """Deals of few tiles: `hand` a seat and `boneyard` to draw, the rest put aside."""
    rng = random.Random(f"{rules}{hand}{boneyard}")
    rules = rules.replace(hand_size=hand)
    tiles = [tile for tile in rules.tiles]
    for _ in range(n):
        rng.shuffle(tiles)
        cuts = [hand * seat for seat in range(rules.seats + 1)]
        yield State.deal(
            rules,
            hands=[tiles[a:b] for a, b in pairwise(cuts)],
            boneyard=tiles[cuts[-1] : cuts[-1] + boneyard],
            exclude=tiles[cuts[-1] + boneyard :],
            leader=rng.randrange(rules.seats),
            scores=[rng.randrange(60) for _ in range(2)],
        )


def check_deal(state: State, payoff: Any) -> None:
    """A deal solved every way has the value of plain minimax, and so has each of its moves."""
    solution = solve(state, payoff=payoff)
    check(state, solution, payoff)
    assert solution.moves == {move: minimax(state.play(move), payoff) for move in choices(state)}
    for bits in (0, 1, 14):
        found = generic(state, payoff, bits)
        assert (found.low, found.high) == solution.bounds
        assert solve(state, payoff=payoff, table_bits=bits, detail=False).value == solution.value


# ---- published values ----


@pytest.mark.parametrize("row", ROWS, ids=[str(i) for i in range(len(ROWS))])
def test_published_values(row: dict[str, Any]) -> None:
    """Deals of two seats or two pairs, on a line and with a spinner, with four payoffs."""
    state = published_deal(row)
    payoff = payoff_of(row)
    solution = solve(state, payoff=payoff)
    assert solution.value == row["value"]
    check(state, solution, payoff)


def test_all_published_values_are_there() -> None:
    """All 145 published values are in the file, so that none is skipped unseen."""
    assert len(ROWS) == 145


# ---- plain minimax ----

#: Games of two sides: rules, tiles a hand, tiles in the boneyard.
SMALL: dict[str, tuple[Rules, int, int]] = {
    "block": (games.block(), 5, 3),
    "block pairs": (games.block(4, sides=PAIRS), 3, 2),
    "block neighbours": (games.block(4, sides=(0, 0, 1, 1)), 3, 2),
    "block of one against three": (games.block(4, sides=(0, 1, 1, 1)), 3, 0),
    "block of three": (games.block(3, sides=(0, 1, 1)), 3, 4),
    "aberto": (games.aberto(), 2, 3),
    "latin": (games.latin(2), 5, 3),
    "latin pairs": (games.latin(pairs=True), 3, 0),
    "bode": (games.bode(2), 4, 3),
    "fives": (games.fives(), 4, 3),
    "draw": (games.draw(), 4, 4),
    "all_fives": (games.all_fives(), 3, 3),
    "all_fives pairs": (games.all_fives(4, pairs=True), 2, 2),
    "all_threes": (games.all_threes(), 3, 3),
    "five_up": (games.five_up(), 3, 2),
    "sniff": (games.sniff(), 3, 3),
    "muggins": (games.muggins(), 3, 3),
    "fives_and_threes": (games.fives_and_threes(), 4, 3),
    "matador": (games.matador(), 3, 3),
    "cross": (games.cross(), 3, 3),
    "sebastopol": (games.sebastopol(sides=PAIRS), 3, 2),
    "cyprus": (games.cyprus(2, hand_size=3), 3, 3),
    "partnership": (games.partnership(), 3, 0),
    "latin_american": (games.latin_american(), 3, 0),
    # single fields
    "reserve": (games.draw(reserve=2), 4, 5),
    "end now": (games.draw(dead_layout="end_now"), 4, 4),
    "draw one": (games.draw(draw="one"), 4, 3),
    "drawn may play": (games.draw(drawn_tile="may_play"), 3, 3),
    "drawn ends turn": (games.draw(drawn_tile="turn_ends"), 3, 3),
    "draw when able": (games.draw(draw_when_able=True), 3, 2),
    "capicua": (games.latin_american(bonus_capicua=30), 3, 0),
    "passes": (games.block(4, sides=PAIRS, bonus_first_pass=20, bonus_round_pass=30), 3, 2),
    "passes of two": (games.block(bonus_first_pass=20, bonus_round_pass=30), 4, 2),
    "bonus tile": (games.block(bonus_last_tile=(("6-6", 40), ("0-0", 25))), 4, 2),
    "out side": (games.block(4, sides=PAIRS, out="side"), 2, 2),
    "wild": (games.block(wild=("6-6", "2-1")), 3, 2),
    "join": (games.block(joins="sum 6"), 4, 2),
    "blocker or next": (games.block(blocked_winner="blocker_or_next"), 5, 2),
    "low": (games.block(wins="low", score="penalties"), 4, 2),
    "rounding": (games.block(4, sides=PAIRS, rounding="nearest 5", minus_own=True), 3, 2),
    "all, own off": (games.block(4, sides=PAIRS, points_from="all", minus_own=True), 3, 2),
    "unit": (games.block(score="unit"), 5, 2),
    "large set": (games.block(max_pip=12), 4, 4),
    "large set that draws": (games.draw(max_pip=18), 3, 4),
    "large set with a spinner": (games.fives(max_pip=12, draw="until_playable"), 3, 3),
    "spinner that draws": (games.fives(claim="auto", draw="until_playable", target=None), 3, 4),
    "spinner that leads": (games.fives(spinner="opening_double", target=None), 4, 2),
    "three arms": (games.fives(spinner_arms=3, claim="auto"), 4, 2),
    "doubles count once": (games.fives(double_tip="single"), 4, 2),
    "spinner of no points": (games.block(spinner="first_double"), 4, 3),
    "points in play on a line": (games.block(ends_divisors=(3, 5), ends_points="quotient"), 4, 2),
    "a race of pairs": (games.fives(4, sides=PAIRS, target=61), 2, 2),
    "at once": (games.block(target=61, match_end="immediate"), 4, 2),
}


@pytest.mark.parametrize("payoff", ["points", "win"])
@pytest.mark.parametrize("game", SMALL)
def test_plain_minimax(game: str, payoff: str) -> None:
    """The value, the value of each move and the line are those of a search without shortcuts."""
    rules, hand, boneyard = SMALL[game]
    for state in small_deals(rules, hand, boneyard, 120 if SLOW else 12):
        check_deal(state, payoff)


@pytest.mark.parametrize("game", ["block", "latin pairs", "fives", "draw", "all_fives", "bode"])
def test_states_inside_a_round(game: str) -> None:
    """States on the way, in the middle of a draw among them; points made so far count."""
    rules, hand, boneyard = SMALL[game]
    rng = random.Random(game)
    for start in small_deals(rules, hand, boneyard, 4):
        state = start
        while not state.is_over:
            solution = solve(state)
            check(state, solution, "points")
            assert solution.value == minimax(state, "points")
            state = state.play(rng.choice(state.moves))


@pytest.mark.parametrize("payoff", ["points", "win"])
def test_fast_and_generic_search_agree(payoff: Any) -> None:
    """Whole deals of plain chains have one value by either search."""
    rules = [games.block(), games.latin(pairs=True), games.draw(hand_size=5), games.bode(2)]
    for each in rules:
        for seed in range(3):
            state = State.deal(each, seed=seed, leader=seed % each.seats)
            found = generic(state, payoff)
            assert found.exact
            assert solve(state, payoff=payoff).value == found.low


# ---- symmetry ----


@pytest.mark.parametrize("payoff", ["points", "win"])
@pytest.mark.parametrize("game", ["block", "block pairs", "latin pairs", "fives", "draw"])
def test_a_turn_of_the_table_turns_the_value(game: str, payoff: Any) -> None:
    """Each hand moved on by a seat, and the lead with it: the sides change places."""
    rules, hand, boneyard = SMALL[game]
    for state in small_deals(rules, hand + 1, boneyard, 8):
        assert state.turn is not None
        hands = [list(each) for each in state.hands]
        turned = State.deal(
            state.rules,
            hands=hands[-1:] + hands[:-1],
            boneyard=list(state.boneyard),
            exclude=outside(state),
            leader=(state.leader + 1) % state.rules.seats,
            scores=state.scores[::-1],
        )
        value = solve(state, payoff=payoff).value
        assert value is not None
        assert solve(turned, payoff=payoff).value == -value


def outside(state: State) -> list[Tile]:
    """The tiles of the set that are in no hand and not in the boneyard."""
    used = {*state.boneyard, *(tile for hand in state.hands for tile in hand)}
    return [tile for tile in state.rules.tiles if tile not in used]


def test_names_of_pips_do_not_matter_without_pips_to_count() -> None:
    """Where a block wins nothing, pips may change their names."""
    rules = games.block(4, sides=PAIRS, blocked_winner="none", score="unit")
    names = (3, 5, 0, 6, 1, 2, 4)

    def renamed(tiles: Any) -> list[Tile]:
        return [Tile(names[tile.high], names[tile.low]) for tile in tiles]

    for state in small_deals(rules, 4, 2, 10):
        other = State.deal(
            state.rules,
            hands=[renamed(hand) for hand in state.hands],
            boneyard=renamed(state.boneyard),
            exclude=renamed(outside(state)),
            leader=state.leader,
            scores=state.scores,
        )
        for payoff in ("points", "win"):
            assert solve(state, payoff=payoff).value == solve(other, payoff=payoff).value


# ---- limits and threads ----


@pytest.mark.parametrize("game", ["block", "latin pairs", "fives", "draw"])
def test_limits_leave_bounds_that_hold(game: str) -> None:
    """Whatever the limit, the value lies inside the bounds, and what is given is true."""
    rules, hand, boneyard = SMALL[game]
    for state in small_deals(rules, hand, boneyard, 3):
        full = solve(state)
        seen = set()
        for limit in (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 10**6):
            part = solve(state, max_nodes=limit)
            low, high = part.bounds
            assert full.value is not None
            assert low <= full.value <= high
            assert part.nodes <= limit
            assert part.moves.items() <= full.moves.items()
            assert part.value == (full.value if part.exact else None)
            if part.best is not None:
                assert full.moves[part.best] == full.value
            seen.add(part.exact)
        assert seen == {False, True}


def hard_deal() -> State:
    """A deal that takes long: fives in two pairs, with all tiles dealt."""
    rules = games.all_fives(4, pairs=True).replace(hand_size=7, draw="none")
    return State.deal(rules, seed=5, leader=0)


def test_time_limit() -> None:
    """A time limit ends a search far too long for it, and the bounds it leaves are in order."""
    start = time.monotonic()
    solution = solve(hard_deal(), time_limit=0.02, table_bits=4)
    assert time.monotonic() - start < 30
    low, high = solution.bounds
    assert low <= high


def test_stop() -> None:
    """An event that is set ends the search; one that never is does not matter."""
    stop = Event()
    state = State.deal(games.block(), seed=1, leader=0)
    assert solve(state, stop=stop) == solve(state)
    assert solve(state, time_limit=float("inf")) == solve(state)
    stop.set()
    solution = solve(hard_deal(), stop=stop)
    assert not solution.exact
    assert (solution.value, solution.best, solution.line) == (None, None, ())
    assert solution.nodes == 0


def test_threads_give_the_same() -> None:
    """Solving many rounds in four threads gives what solving them one by one gives."""
    for rules in (games.latin(pairs=True), games.fives()):
        states = [State.deal(rules, seed=seed, leader=0) for seed in range(9)]
        alone = [solve(state) for state in states]
        assert solve_many(states) == alone
        with ThreadPoolExecutor(4) as pool:
            assert solve_many(states, executor=pool) == alone
        assert solve_many(states[:2], payoff="win", detail=False)[0].moves == {}


def test_states_of_one_call_are_checked() -> None:
    """No state, states of different rules, and a round that is over are refused by name."""
    state = State.deal(games.block(), seed=1, leader=0)
    with pytest.raises(ValueError, match="expected one state or more, got none"):
        solve_many([])
    with pytest.raises(ValueError, match="state 1 differ from those of state 0"):
        solve_many([state, State.deal(games.block(target=7), seed=1, leader=0)])
    with pytest.raises(TypeError, match="state 1 is a State, got 5"):
        solve_many([state, 5])  # type: ignore[list-item]
    over = state
    while not over.is_over:
        over = over.play(over.moves[0])
    with pytest.raises(RoundOverError, match="the round of state 1 is over"):
        solve_many([state, over])


def test_long_rounds_have_their_whole_line() -> None:
    """A round of more moves than a line in C holds: a lead, then nothing but draws."""
    rules = games.draw(max_pip=12, hand_size=2)
    without = [tile for tile in rules.tiles if tile.low > 0]
    state = State.deal(
        rules,
        hands=["0-0 1-1", without[1:3]],
        boneyard=without[3:],
        exclude=[tile for tile in rules.tiles if tile.low == 0 and tile.high > 0],
        leader=0,
    )
    state = state.play("*0-0")
    solution = solve(state)
    assert len(solution.line) == len(state.boneyard) > _native.lib.DMC_SOLVE_LINE_LENGTH
    check(state, solution, "points")
    short = solve(state, max_nodes=1)
    assert len(short.line) <= len(solution.line)


# ---- refusals ----


def test_what_cannot_be_solved() -> None:
    """Impossible options, other than two sides, a Python score and a finished round are refused."""
    state = State.deal(games.block(), seed=1, leader=0)
    for wrong in (
        {"payoff": "pips"},
        {"table_bits": -1},
        {"table_bits": 40},
        {"max_nodes": 0},
        {"time_limit": 0},
    ):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            solve(state, **wrong)
    for wrong in (
        {"table_bits": 1.5},
        {"max_nodes": True},
        {"time_limit": "1"},
        {"stop": 1},
    ):
        with pytest.raises(TypeError, match=next(iter(wrong))):
            solve(state, **wrong)
    with pytest.raises(RulesError, match="two sides"):
        solve(State.deal(games.block(3), seed=1, leader=0))
    with pytest.raises(NotNativeError, match="score_round"):
        solve(State.deal(games.block(score_round=no_points), seed=1, leader=0))
    while not state.is_over:
        state = state.play(state.moves[0])
    with pytest.raises(RoundOverError):
        solve(state)


def no_points(end: Any) -> tuple[int, int]:
    """Score nothing."""
    return (0, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent in another way there")
@pytest.mark.parametrize(
    "work",
    ["solve(state)", "solve(state, time_limit=100)", "perft(state, 40)", "divide(state, 40)"],
)
def test_ctrl_c_ends_a_search(work: str) -> None:
    """Also where the search is one long call into C."""
    code = f"""
        import dominocore as dc
        rules = dc.Rules(max_pip=18, hand_size=90)
        state = dc.State.deal(rules, seed=3, leader=0)
        print("begins", flush=True)
        dc.{work}
    """
    command = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == b"begins\n"
        time.sleep(1)
        run.send_signal(signal.SIGINT)
        _, error = run.communicate(timeout=30)
    assert error.rstrip().endswith(b"KeyboardInterrupt")
