# SPDX-License-Identifier: MIT
"""What the core's sampler does with input that does not add up: an error, and nothing written."""

from __future__ import annotations

import random
from typing import Any

import pytest

import dominocore as dc
from dominocore import Observation, Rules, RulesError, State, Tile, _native
from dominocore.world_case import Sampler
from dominocore.world_opening import Pattern
from dominocore.world_record import Record
from dominocore.worlds import known

ffi, lib = _native.ffi, _native.lib
NONE = _native.NONE


def stream() -> Any:
    """Give a random stream of the core."""
    return _native._stream(bytes(32), lib.DMC_FOR_SAMPLE, 0, 0)


def sound_case() -> tuple[Any, Any, Observation]:
    """Give rules, a case in the middle of a round of draws, and what it was made from."""
    rules = dc.variant("draw").rules
    for seed in range(100):
        rng = random.Random(seed)
        state = State.deal(rules, seed=seed, leader=0)
        while not state.is_over and len(state.history) < 20:
            state = state.play(rng.choice(state.moves))
        if not state.is_over and sum(move.is_draw for _, move in state.history) > 5:
            view = state.observe(state.turn or 0)
            case = ffi.new("dmc_case *")
            ffi.memmove(case, known(view).sampler._cases, ffi.sizeof("dmc_case"))
            return rules._native, case, view
    raise AssertionError("no round had so many draws")


def init(rules: Any, case: Any, words: int = 65536) -> tuple[int, Any, Any]:
    """Make a sampler in memory of so many words; give the code, the sampler and the memory."""
    memory = ffi.new("uint64_t[]", words)
    sampler = ffi.new("dmc_sampler *")
    return lib.dmc_sampler_init(rules, case, 1, memory, words, sampler), sampler, memory


BROKEN = {
    "slots": ("n_slots", 201),
    "more tiles than there are": ("n_tiles", 191),
    "fewer tiles than places": ("n_tiles", 3),
    "the seat": ("seat", 2),
    "a yes or no": ("needs", 2),
    "an unknown check": ("checks", 4),
    "no such slot": ("only_slot", 200),
    "no such tile to play": ("only", 200),
    "a hand of no tiles": ("hand", {"word": [0, 0, 1 << 63]}),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_case_that_does_not_add_up(name: str) -> None:
    """A number out of bounds makes a case an error, and nothing is written."""
    rules, case, _ = sound_case()
    field, value = BROKEN[name]
    setattr(case, field, value)
    code, sampler, _ = init(rules, case)
    assert code == lib.DMC_ERR_BAD_CASE
    assert bytes(ffi.buffer(sampler)) == bytes(ffi.sizeof("dmc_sampler"))


def test_tiles_and_slots_that_do_not_add_up() -> None:
    """A tile twice, a tile of no set, a slot of no seat, places outside the deal are errors."""
    rules, sound, view = sound_case()
    own = min(view.hand).index

    def code_of(change: Any) -> int:
        case = ffi.new("dmc_case *", sound[0])
        change(case)
        return init(rules, case)[0]

    assert code_of(lambda case: None) == lib.DMC_OK
    changes: list[Any] = [
        lambda case: case.tiles.__setitem__(0, case.tiles[1]),
        lambda case: case.tiles.__setitem__(0, own),
        lambda case: case.tiles.__setitem__(0, 28),
        lambda case: case.tiles.__setitem__(0, 255),
        lambda case: setattr(case.slots[0], "seat", 2),
        lambda case: setattr(case.slots[0], "seat", case.seat),
        lambda case: setattr(case.slots[0], "size", case.slots[0].size + 1),
        lambda case: setattr(case.slots[0], "kept", case.slots[0].size + 1),
        lambda case: setattr(case.slots[0], "at", 188),
        lambda case: setattr(case.slots[0], "at", case.slots[0].at + 1),
        lambda case: setattr(case.allowed[0], "word", [1 << case.n_slots, 0, 0, 0]),
        lambda case: setattr(case.allowed[0], "word", [1, 0, 0, 1 << 63]),
        lambda case: setattr(case.table, "turn", 77),
        lambda case: setattr(case.table, "left", case.table.left + 1),
        lambda case: setattr(case.deal, "n_boneyard", 200),
        lambda case: setattr(case.deal, "leader", 8),
        lambda case: setattr(case, "hand", {"word": [0, 0, 0]}),
    ]
    for number, change in enumerate(changes):
        assert code_of(change) == lib.DMC_ERR_BAD_CASE, number
    with pytest.raises(RulesError, match="do not add up"):
        _native._check(lib.DMC_ERR_BAD_CASE)


def test_a_negative_number_of_cases() -> None:
    """Fewer cases than none are an error; none at all have no world."""
    rules, case, _ = sound_case()
    memory, sampler = ffi.new("uint64_t[8]"), ffi.new("dmc_sampler *")
    assert lib.dmc_sampler_init(rules, case, -1, memory, 8, sampler) == lib.DMC_ERR_BAD_CASE
    assert lib.dmc_sampler_init(rules, ffi.NULL, 0, memory, 8, sampler) == lib.DMC_OK
    assert_has_no_world(sampler)


def assert_has_no_world(sampler: Any) -> None:
    """Check that nothing can be had from a sampler, and that nothing is written."""
    assert list(sampler.ways) == [0] * 20
    state, hands = ffi.new("dmc_state *"), ffi.new("dmc_set[8]")
    scratch, rows = ffi.new("double[]", 1000), ffi.new("double[]", 190 * 9)
    rng = stream()
    assert lib.dmc_sampler_draw(sampler, rng, 1, state, ffi.NULL) == lib.DMC_ERR_NO_WORLD
    assert lib.dmc_sampler_hands(sampler, rng, 1, hands) == lib.DMC_ERR_NO_WORLD
    assert lib.dmc_sampler_chances(sampler, scratch, rows) == lib.DMC_ERR_NO_WORLD
    for data in (state, hands, rows):
        assert not any(bytes(ffi.buffer(data)))


def test_a_case_without_a_world() -> None:
    """Tiles that have nowhere to go make no world, and that is no error of the case."""
    rules, case, _ = sound_case()
    for i in range(case.n_tiles):
        case.allowed[i].word = [0, 0, 0, 0]
        code, sampler, _memory = init(rules, case)
        assert code == lib.DMC_OK
        assert_has_no_world(sampler)


def test_too_many_tiles_for_one_slot() -> None:
    """More tiles that may go to one slot alone than it holds make no world."""
    rules, case, _ = sound_case()
    for i in range(case.n_tiles):
        case.allowed[i].word = [1, 0, 0, 0]
    code, sampler, _memory = init(rules, case)
    assert code == lib.DMC_OK
    assert_has_no_world(sampler)


def test_memory_of_any_size() -> None:
    """A sampler is made in as much memory as it takes, or says that there is too little."""
    rules, case, _ = sound_case()
    code, sampler, _memory = init(rules, case)
    assert code == lib.DMC_OK
    codes = [init(rules, case, words)[0] for words in range(4 * sampler.used)]
    assert set(codes[: sampler.used]) == {lib.DMC_ERR_ROOM}
    assert codes == sorted(codes)
    assert codes[-1] == lib.DMC_OK


def test_any_bytes_as_a_case() -> None:
    """Bytes that were changed are an error, or make states that the rules can have."""
    rules, sound, _ = sound_case()
    rng = random.Random(5)
    made = 0
    for _ in range(3000):
        data = bytearray(ffi.buffer(sound))
        for _ in range(rng.randrange(1, 4)):
            data[rng.choice((rng.randrange(1464), rng.randrange(len(data))))] = rng.randrange(256)
        case = ffi.from_buffer("dmc_case *", data)
        code, sampler, _memory = init(rules, case, 4096)
        assert code in (lib.DMC_OK, lib.DMC_ERR_BAD_CASE, lib.DMC_ERR_ROOM)
        states, deals = ffi.new("dmc_state[5]"), ffi.new("dmc_deal[5]")
        if code == lib.DMC_OK and not lib.dmc_sampler_draw(sampler, stream(), 5, states, deals):
            made += 1
            for i in range(5):
                assert lib.dmc_state_check(rules, deals + i, states + i) == lib.DMC_OK
    assert made > 100


def test_checks_that_no_world_passes() -> None:
    """Where all worlds would be dealt again, drawing gives up."""
    rules = Rules(max_pip=3, hand_size=3, redeal_if=("doubles 1",), target=None)
    hands = ["3-2 3-1 3-0", "0-0 1-1 2-2"]
    state = State.deal(rules, hands=hands, boneyard="3-3", leader=0, exclude="2-1 2-0 1-0")
    record = Record(state.observe(0))
    allowed = {t: 0b11 for t in range(10) if record.hidden >> t & 1}
    for text in hands[1].split():
        allowed[Tile.parse(text).index] = 0b01
    sampler = Sampler(record, [Pattern(NONE, allowed)], None)
    out = ffi.new("dmc_state *")
    with pytest.raises(RulesError, match="no world fits"):
        sampler.draw(stream(), 1, out, ffi.NULL)
    assert not any(bytes(ffi.buffer(out)))
