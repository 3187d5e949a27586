# SPDX-License-Identifier: MIT
"""A case of hidden tiles is refused unless all of its worlds are states, not just the one tried.

What is drawn is played on: a world that is no state led to a round without end, or past the end of
a hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import dominocore as dc
from dominocore import State, _native
from dominocore.worlds import Known
from games import random_round

ffi, lib = _native.ffi, _native.lib
NONE = _native.NONE
WORDS = 1 << 16

Change = Callable[[Any], None]


def code_of(rules: Any, cases: Any) -> int:
    """Give what a sampler says to cases."""
    memory, sampler = ffi.new("uint64_t[]", WORDS), ffi.new("dmc_sampler *")
    return int(lib.dmc_sampler_init(rules, cases, len(cases), memory, WORDS, sampler))


def cases_of(state: State, seat: int) -> tuple[Any, Any]:
    """Give the rules, and the one case of what a seat knows, twice."""
    sampler = Known(state.observe(seat)).sampler
    assert sampler.c.n_cases == 1
    cases = ffi.new("dmc_case[2]")
    cases[0] = cases[1] = sampler._cases[0]
    return state.rules._native, cases


def drawing() -> tuple[Any, Any]:
    """Give the case of a seat that sees another one go on after a draw."""
    rules, cases = cases_of(random_round(dc.variant("draw").rules, 0)[11], 1)
    assert cases[0].only_slot == 1 and cases[0].slots[1].seat == cases[0].table.turn
    return rules, cases


def nearly_blocked() -> tuple[Any, Any]:
    """Give the case of a seat that holds no tile that fits, so that the other one does."""
    rules, cases = cases_of(random_round(dc.variant("block").rules, 2)[8], 0)
    assert cases[0].needs
    return rules, cases


def leading() -> tuple[Any, Any]:
    """Give the case of a seat that sees another one about to lead the double six."""
    rules, cases = cases_of(random_round(dc.variant("latin").rules, 0)[0], 0)
    assert cases[0].only == cases[0].deal.forced == dc.Tile(6, 6).index
    assert cases[0].table.turn == 3
    return rules, cases


def place_of(case: Any, tile: int) -> int:
    """Give the place of a hidden tile in its case."""
    return list(case.tiles[0 : case.n_tiles]).index(tile)


def known_place(case: Any) -> int:
    """Give a place of the deal's order that is known."""
    return next(at for at, tile in enumerate(case.deal.order) if tile != NONE)


def shared_places(case: Any) -> None:
    """Two slots at one place of the deal: the tiles of one of them would be lost."""
    case.slots[1].at = case.slots[0].at


def half_a_hand(case: Any) -> None:
    """A slot of the first tiles of a hand, which is sorted in some worlds alone."""
    slot, rest = case.slots[0], case.slots[case.n_slots]
    rest.seat, rest.size, rest.kept, rest.at = slot.seat, 2, 2, slot.at + slot.size - 2
    slot.size = slot.kept = slot.size - 2
    case.n_slots += 1
    for i in range(case.n_tiles):
        if case.allowed[i].word[0] & 1:
            case.allowed[i].word[0] |= 1 << case.n_slots - 1


def held_but_not_dealt(case: Any) -> None:
    """A tile in a hand for which the deal has no place, but for the lowest tiles."""
    case.slots[0].kept -= 1


def dealt_twice(case: Any) -> None:
    """A hidden tile that the deal has at a place that is known."""
    case.deal.order[known_place(case)] = case.tiles[0]


def no_tile_dealt(case: Any) -> None:
    """A number that no tile has, at a place of the deal that is known."""
    case.deal.order[known_place(case)] = 200


def drawn_and_placed(case: Any) -> None:
    """A tile on the table that may be the one drawn last, which is in hand."""
    for i in range(case.n_tiles):
        if case.table.played.word[0] >> case.tiles[i] & 1:
            case.allowed[i].word[0] |= 1 << case.only_slot


def drawn_by_nobody(case: Any) -> None:
    """The tile drawn last, in the boneyard."""
    case.only_slot = case.n_slots - 1


def maybe_blocked(case: Any) -> None:
    """A round in which nobody may be able to go on, and everybody would pass for ever."""
    case.needs = 0


def held_on_the_table(case: Any) -> None:
    """The same: it is enough that a tile that fits is held, and that may be one on the table."""
    case.fits = case.table.played


def lead_of_anybody(case: Any) -> None:
    """The tile that must be led, in any hand."""
    case.allowed[place_of(case, case.only)].word[0] = (1 << case.n_slots) - 1


def hands_past_the_deal(case: Any) -> None:
    """Hands of more tiles than there are."""
    case.deal.hand_sizes = [255] * 8


def another_table(case: Any) -> None:
    """A hand as large as no world has it."""
    case.table.hand_sizes[1 - case.seat] += 1


CHANGES: list[tuple[Callable[[], tuple[Any, Any]], Change]] = [
    (drawing, shared_places),
    (drawing, half_a_hand),
    (drawing, held_but_not_dealt),
    (drawing, dealt_twice),
    (drawing, no_tile_dealt),
    (drawing, drawn_and_placed),
    (drawing, drawn_by_nobody),
    (drawing, hands_past_the_deal),
    (drawing, another_table),
    (nearly_blocked, maybe_blocked),
    (nearly_blocked, held_on_the_table),
    (leading, lead_of_anybody),
]


@pytest.mark.parametrize(("make", "change"), CHANGES, ids=[f[1].__name__ for f in CHANGES])
def test_a_changed_case_is_refused(make: Callable[[], tuple[Any, Any]], change: Change) -> None:
    """A case of what a seat knows is taken; with one change it is not, alone or beside another."""
    rules, cases = make()
    one = ffi.new("dmc_case[1]", [cases[0]])
    assert code_of(rules, one) == lib.DMC_OK
    change(one[0])
    assert code_of(rules, one) == lib.DMC_ERR_BAD_CASE
    change(cases[1])
    assert code_of(rules, cases) == lib.DMC_ERR_BAD_CASE
