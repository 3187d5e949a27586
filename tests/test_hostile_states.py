# SPDX-License-Identifier: MIT
"""Bytes that no state has are refused, however plausible the rest is.

Each change below once led to undefined behaviour or to a round without end.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore import State, _native

ffi, lib = _native.ffi, _native.lib
NONE = _native.NONE
ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "tools/check/c_tests.sh"

Change = Callable[[Any, Any], None]


def in_play() -> State:
    """Give a position in which each seat can go on."""
    return State.setup(
        dc.variant("draw").rules,
        layout="6-1 <1-2",
        hands=["6-5 0-0", "5-0 4-3"],
        boneyard="5-5 4-4 3-3",
        turn=0,
        partial=True,
    )


def over() -> State:
    """Give a position that is blocked, in favour of a side."""
    state = State.setup(
        dc.variant("block").rules, layout="6-6", hands=["5-4", "4-2"], boneyard="", partial=True
    )
    assert state.is_over
    return state


def changed(state: State, change: Change) -> tuple[bytes, bytes]:
    """Give the bytes of a deal and a state after a change."""
    deal, data = ffi.new("dmc_deal *"), ffi.new("dmc_state *")
    ffi.memmove(deal, _native.deal_bytes(state._round.c), ffi.sizeof("dmc_deal"))
    ffi.memmove(data, state._bytes, _native.STATE_SIZE)
    change(deal, data)
    return bytes(ffi.buffer(deal)), bytes(ffi.buffer(data))


def pass_only(data: Any) -> None:
    """Let a state list a pass and nothing else."""
    data.n_moves = 1
    data.moves = [lib.DMC_PASS] + [0] * 59


def foreign_tile(_deal: Any, data: Any) -> None:
    """A tile of a larger set in place of one of the hand."""
    data.hands[1].word[0] &= ~(1 << dc.Tile(4, 3).index)
    data.hands[1].word[1] |= 1 << 12


def drawn_nothing(_deal: Any, data: Any) -> None:
    """A turn in which a tile was drawn, but none is named."""
    data.table.draws = 1


def drawn_too_often(_deal: Any, data: Any) -> None:
    """More draws in a turn than the seat has tiles: the count would begin again at 0."""
    data.table.draws = 255
    data.only = dc.Tile(6, 5).index


def kept_only(_deal: Any, data: Any) -> None:
    """A tile that must be played, though none was drawn."""
    data.only = dc.Tile(6, 5).index


def lead_of_no_tile(_deal: Any, data: Any) -> None:
    """A lead numbered past every set, where the bit of that number lies in what follows the set of
    tiles played."""
    data.table.lead_tile = 192
    data.table.voids[0] = 1


def score_beyond(deal: Any, _data: Any) -> None:
    """More points brought in than can be added up."""
    deal.scores[0] = 2**31 - 1


def winner_in_play(_deal: Any, data: Any) -> None:
    """A winner while the round goes on."""
    data.table.seat = data.table.side = 0


def goes_on(_deal: Any, data: Any) -> None:
    """A blocked layout with a seat on turn, who passes for ever."""
    t = data.table
    t.phase, t.turn, t.ending = lib.DMC_PHASE_PLAY, 0, lib.DMC_ENDING_NONE
    t.seat = t.side = t.blocker = NONE
    t.points = [0] * 8
    pass_only(data)


def seat_without_side(_deal: Any, data: Any) -> None:
    """A winner who plays for nobody."""
    data.table.side = NONE


def wrong_side(_deal: Any, data: Any) -> None:
    """A winner on another side than its own."""
    data.table.side = 1 - data.table.side


def no_blocker(_deal: Any, data: Any) -> None:
    """A blocked round that nobody blocked."""
    data.table.blocker = NONE


def out_without_winner(_deal: Any, data: Any) -> None:
    """A round that somebody went out of, and nobody won."""
    t = data.table
    t.ending, t.blocker = lib.DMC_ENDING_OUT, NONE
    t.seat = t.side = NONE


CASES: dict[str, tuple[Callable[[], State], Change]] = {
    change.__name__: (make, change)
    for make, change in (
        (in_play, foreign_tile),
        (in_play, drawn_nothing),
        (in_play, drawn_too_often),
        (in_play, kept_only),
        (in_play, lead_of_no_tile),
        (in_play, score_beyond),
        (in_play, winner_in_play),
        (over, goes_on),
        (over, seat_without_side),
        (over, wrong_side),
        (over, no_blocker),
        (over, out_without_winner),
    )
}


@pytest.mark.parametrize("name", CASES)
def test_a_changed_state_is_refused(name: str) -> None:
    """The bytes of a position are a state; with one change they are none."""
    make, change = CASES[name]
    state = make()
    deal, data = changed(state, lambda _deal, _data: None)
    _native.restore(state.rules._native, deal, data)
    with pytest.raises(ValueError, match="not a state of these rules"):
        _native.restore(state.rules._native, *changed(state, change))


def deal_of(state: State) -> Any:
    """Give a copy of the deal of a position."""
    deal = ffi.new("dmc_deal *")
    ffi.memmove(deal, _native.deal_bytes(state._round.c), ffi.sizeof("dmc_deal"))
    return deal


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hand_sizes", [255, 255, 0, 0, 0, 0, 0, 0]),
        ("n_boneyard", 255),
        ("order", [255] * 190),
        ("order", [3] * 190),
        ("leader", 2),
        ("turn", 255),
        ("forced", 200),
        ("forced", 27),
        ("scores", [2**31 - 1] * 8),
    ],
)
def test_a_changed_deal_is_not_begun(field: str, value: Any) -> None:
    """A round begins with a deal of its rules alone, whose forced lead its seat holds."""
    state = State.deal(dc.variant("draw").rules, seed=3, leader=0)
    assert dc.Tile(6, 6) not in state.hands[0]  # number 27
    rules, deal = state.rules._native, deal_of(state)
    out = ffi.new("dmc_state *")
    assert lib.dmc_state_start(rules, deal, out) == lib.DMC_OK
    setattr(deal, field, value)
    refused = (lib.DMC_ERR_DEAL, lib.DMC_ERR_BAD_SEAT)
    assert lib.dmc_state_start(rules, deal, out) in refused
    assert lib.dmc_state_setup(rules, deal, ffi.NULL, 0, 0, out) in refused


def test_only_a_deal_that_says_so_is_set_up() -> None:
    """A layout is laid for a deal that is marked as set up, and has no fewer tiles than none."""
    state = State.deal(dc.variant("draw").rules, seed=3, leader=0)
    rules, deal = state.rules._native, deal_of(state)
    out = ffi.new("dmc_state *")
    deal.n_boneyard = 0
    free = next(tile for tile in range(28) if tile not in list(deal.order)[0:14])
    deal.order[14:190] = [NONE] * 176
    lead = [free | lib.DMC_ARM_LEAD << 8]
    assert lib.dmc_state_setup(rules, deal, lead, 1, 0, out) == lib.DMC_ERR_DEAL
    deal.set_up = 1
    assert lib.dmc_state_setup(rules, deal, lead, 1, 0, out) == lib.DMC_OK
    assert lib.dmc_state_check(rules, deal, out) == lib.DMC_OK
    assert lib.dmc_state_setup(rules, deal, lead, -1, 0, out) == lib.DMC_ERR_BAD_LAYOUT


def test_a_clue_of_a_draw_that_was_none_tells_nothing() -> None:
    """A place of the deal where no tile lies is no tile that a seat drew."""
    state = State.deal(dc.variant("block").rules, seed=3, leader=0)
    deal, world = ffi.new("dmc_deal *"), ffi.new("dmc_state *")
    ffi.memmove(world, state._bytes, _native.STATE_SIZE)
    deal[0] = deal_of(state)[0]
    deal.order[100] = NONE
    clues = ffi.new("dmc_clue[1]", [{"seat": 1, "tile": NONE, "at": 100}])
    weights, picks = ffi.new("double[1]"), ffi.new("uint32_t[1]")
    appeal = ffi.new("double[190]", [1.0] * 190)
    rules = state.rules._native
    assert lib.dmc_clues_pick(rules, clues, 1, appeal, deal, world, 1, weights, picks) == lib.DMC_OK
    assert weights[0] == 1


@pytest.mark.parametrize("score", [10**9 + 1, -(10**9) - 1, 2**31 - 1, -(2**31)])
def test_scores_beyond_bounds_are_not_dealt(score: int) -> None:
    """A round is not dealt to sides whose points could overflow; the most that they may have is."""
    rules = dc.variant("block").rules._native
    key = bytes(32)
    _native.deal_random(rules, key, 1, 0, [10**9, -(10**9)])
    with pytest.raises(dc.RulesError):
        _native.deal_random(rules, key, 1, 0, [0, score])
    with pytest.raises(dc.RulesError):
        _native.deal_order(rules, bytes(range(14)), [7, 7], 0, 1, 0, [score, 0])


@pytest.mark.parametrize("score", [10**9 + 1, -(2**31)])
def test_a_view_of_scores_beyond_bounds_is_refused(score: int) -> None:
    """A view that is packed adds up what was brought in and made."""
    state = in_play()
    view = ffi.new("dmc_view *")
    ffi.memmove(view, state.observe(0)._bytes, _native.VIEW_SIZE)
    _native.check_view(state.rules._native, bytes(ffi.buffer(view)))
    view.scores[1] = score
    with pytest.raises(ValueError, match="not a state"):
        _native.check_view(state.rules._native, bytes(ffi.buffer(view)))


@pytest.mark.parametrize("tile", [28, 100, 190, 191])
def test_a_view_of_foreign_tiles_is_refused(tile: int) -> None:
    """No tile that the set lacks is on the table that a seat sees."""
    state = in_play()
    view = ffi.new("dmc_view *")
    ffi.memmove(view, state.observe(0)._bytes, _native.VIEW_SIZE)
    view.table.played.word[tile // 64] |= 1 << tile % 64
    view.table.placed += 1
    with pytest.raises(ValueError, match="not a state"):
        _native.check_view(state.rules._native, bytes(ffi.buffer(view)))


@pytest.mark.parametrize("tile", [28, 100, 190, 191])
def test_hands_of_no_tiles_are_not_settled(tile: int) -> None:
    """The value of a tile that the set lacks is not looked up."""
    rules = dc.variant("block").rules._native
    hands = [1, 2, 0, 0, 0, 0, 0, 0]
    assert _native.settle(rules, lib.DMC_ENDING_OUT, 0, 0, hands)[0] == 0
    hands[1] = 1 << tile
    with pytest.raises(dc.RulesError):
        _native.settle(rules, lib.DMC_ENDING_OUT, 0, 0, hands)


@pytest.mark.unsanitized
@pytest.mark.skipif(
    not SCRIPT.exists() or shutil.which("cc") is None or shutil.which("bash") is None,
    reason="the C sources, a compiler or bash are not here",
)
def test_the_c_programs_succeed() -> None:
    """The example, the threads and the fuzz target do what they should: known inputs and 20,000
    random ones reach states, views, rounds, solutions and samplers, and no fault is met."""
    done = subprocess.run(
        ["bash", str(SCRIPT)],
        env={**os.environ, "INPUTS": "20000"},
        check=False,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    assert "4 threads agree" in done.stdout
    counts = dict(re.findall(r"^(\w+) (\d+)$", done.stdout, re.M))
    assert int(counts["inputs"]) == 20_000
    assert all(int(counts[name]) > 20 for name in ("rules", "states", "views", "samplers"))
