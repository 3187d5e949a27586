# SPDX-License-Identifier: MIT
"""Counts of move sequences against published tables, each table a file in `perft/`."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from dominocore import Ending, Rules, State, Tile, TileSet, _native
from dominocore import builtin_variants as games
from dominocore.search import perft

HERE = Path(__file__).parent

#: The deal of the published tables: tile 11i + 5 mod 28 in the order 0-0, 0-1, ..., 1-1, ..., 6-6.
_LEXICOGRAPHIC = [Tile(low, high) for low in range(7) for high in range(low, 7)]
ORDER = [_LEXICOGRAPHIC[(11 * i + 5) % 28] for i in range(28)]


def table(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((HERE / "perft" / f"{name}.json").read_text("utf-8"))
    return data


def rows(*names: str, key: str) -> list[Any]:
    """The rows of these tables that say something of `key`."""
    return [
        pytest.param(name, row, id=f"{name}-{row['seats']}x{row['hand_size']}-{i}")
        for name in names
        for i, row in enumerate(table(name)["rows"])
        if key in row
    ]


def published_deal(name: str, row: dict[str, Any]) -> State:
    """The deal of a row under the rules of its game: seat p holds the p-th run of the order."""
    options = {} if name == "aberto" else {"seats": row["seats"]}
    rules: Rules = getattr(games, name)(**options).replace(**row.get("fields", {}))
    size = row["hand_size"]
    assert (rules.seats, rules.hand_tiles) == (row["seats"], size)
    return State.deal(rules, order=ORDER)


GAMES = ("aberto", "latin", "bode", "fives", "draw")


def test_the_published_deal() -> None:
    """Seat 0 leads 6-6 in every table, as the order of the tiles says."""
    assert TileSet(ORDER[:7]) == TileSet.parse("5-0 5-2 6-6 4-1 6-3 4-0 4-2")
    assert TileSet(ORDER[20:]) == TileSet.parse("1-0 6-1 5-4 6-0 6-2 0-0 5-1 4-4")
    for name in GAMES:
        for row in table(name)["rows"]:
            state = published_deal(name, row)
            assert state.turn == 0
            assert {move.tile for move in state.moves} == {Tile(6, 6)}


@pytest.mark.parametrize(("name", "row"), rows(*GAMES, key="counts"))
def test_published_counts(name: str, row: dict[str, Any]) -> None:
    """Sequences of exactly 1, 2, 3, ... moves."""
    state = published_deal(name, row)
    found = [perft(state, depth) for depth in range(1, len(row["counts"]) + 1)]
    assert found == row["counts"]


_HANDS, _ONLY = _native.offset("dmc_state", "hands"), _native.offset("dmc_state", "only")


def position(state: State) -> tuple[Any, ...]:
    """What the rest of a round on one line depends on; the two ends may change places."""
    hands_and_only = state._struct[_HANDS:], state._bytes[_ONLY]
    right, left = state.ends or (-1, -1)
    ends = (right, left) if right < left else (left, right)
    return hands_and_only, ends, state.turn, state.boneyard_size


def endings(state: State, known: dict[Any, Counter[Any]]) -> Counter[Any]:
    """How many sequences of moves end a round how, as (ending, winning seat)."""
    if state.outcome is not None:
        return Counter([(state.outcome.ending, state.outcome.seat)])
    key = state if state.rules.spinner != "none" else position(state)
    found = known.get(key)
    if found is None:
        found = Counter()
        for move in state.moves:
            found.update(endings(state.play(move), known))
        known[key] = found
    return found


def check_endings(found: Counter[Any], row: dict[str, Any]) -> None:
    """A count of endings is that of a row: all, out by seat, blocked, blocked by lightest hand."""
    seats = range(len(row["out"]))
    assert sum(found.values()) == row["rounds"]
    assert [found[Ending.OUT, seat] for seat in seats] == row["out"]
    blocked = [found[Ending.BLOCKED, seat] for seat in (*seats, None)]
    assert sum(blocked) == row["blocked"]
    assert "lightest" not in row or blocked == row["lightest"]


SLOW = "DOMINOCORE_SLOW_TESTS" in os.environ


@pytest.mark.parametrize(("name", "row"), rows(*GAMES, key="rounds"))
def test_complete_rounds(name: str, row: dict[str, Any]) -> None:
    """All rounds from the published deal: who goes out, how many block, who holds fewest pips."""
    if (name, row["seats"]) == ("latin", 4) and not SLOW:
        pytest.skip("half a minute; runs where DOMINOCORE_SLOW_TESTS is set")
    check_endings(endings(published_deal(name, row), {}), row)


# ---- all deals of a small set ----


def renamed(hand: tuple[Tile, ...], max_pip: int) -> tuple[Tile, ...]:
    """The least of the hands that renaming the pips makes of this one."""
    names = permutations(range(max_pip + 1))
    return min(tuple(sorted(Tile(n[t.high], n[t.low]) for t in hand)) for n in names)


def deals_of(row: dict[str, Any], alike: bool) -> Iterator[tuple[State, int]]:
    """All deals of a set to two hands; with `alike`, one for all its renamings, with their number.

    Renaming the pips changes no move, only who holds fewer of them when a round is blocked.
    """
    rules = Rules(max_pip=row["max_pip"], hand_size=row["hand_size"], target=None)
    hands = list(combinations(rules.tiles, row["hand_size"]))
    assert len(hands) == row["deals"]
    counts = Counter(renamed(h, row["max_pip"]) for h in hands) if alike else Counter(hands)
    for hand, n in counts.items():
        yield State.deal(rules, hands=[hand, rules.tiles - TileSet(hand)], leader=0), n


def blocks_by_length(state: State) -> Iterator[int]:
    if state.outcome is None:
        for move in state.moves:
            yield from blocks_by_length(state.play(move))
    elif state.outcome.ending is Ending.BLOCKED:
        yield len(state.played)


def test_all_rounds_of_double_2() -> None:
    """20 deals of two hands of three: 768 rounds, 108 blocked, none before the fourth tile."""
    row = table("toys")["rows"][0]
    total: Counter[Any] = Counter()
    blocks: Counter[int] = Counter()
    for start, _ in deals_of(row, alike=False):
        total.update(endings(start, {}))
        blocks.update(blocks_by_length(start))
    check_endings(total, row)
    assert min(blocks) == row["shortest_block"] and sum(blocks.values()) == row["blocked"]


def test_all_rounds_of_double_3() -> None:
    """252 deals of two hands of five: 411528 rounds, 223560 blocked."""
    row = table("toys")["rows"][1]
    total: Counter[Any] = Counter()
    for start, times in deals_of(row, alike=not SLOW):
        for ending, n in endings(start, {}).items():
            total[ending] += n * times
    if not SLOW:
        del row["lightest"]
    check_endings(total, row)


# ---- chains ----


def lone_player(max_pip: int) -> State:
    """A round in which one seat holds a whole set, and the other a tile that never fits."""
    top = max_pip + 1
    rules = Rules(max_pip=top, hand_size=1, target=None,
                  exclude=tuple(f"{top}-{low}" for low in range(top)))  # fmt: skip
    return State.deal(rules, hands=[TileSet.double(max_pip), [Tile(top, top)]], leader=0)


def chains(max_pip: int) -> Iterator[int]:
    """How many directed chains of 1, 2, 3, ... tiles can be laid.

    A chain read from left to right is laid by placing at the right alone. A lead shows its high
    half at the right, so a chain whose first tile lies the other way round is laid at the left,
    from its mirror image; a chain that starts with a double is laid both ways and counted once.
    """
    level: Counter[tuple[State, int]] = Counter()
    start = lone_player(max_pip)
    for lead in start.moves:
        assert lead.tile is not None
        for arm in (0,) if lead.tile.is_double else (0, 1):
            level[start.play(lead), arm] += 1
    while level:
        yield sum(level.values())
        longer: Counter[Any] = Counter()
        for (state, arm), n in level.items():
            if state.is_over:
                continue
            state = state.play("--")  # noqa: PLW2901
            for move in state.moves:
                if move.arm == arm:
                    longer[state.play(move), arm] += n
        level = merged(longer)


def merged(level: Counter[Any]) -> Counter[Any]:
    """Chains with the same tiles left and the same end have the same future."""
    futures: dict[Any, tuple[State, int]] = {}
    counts: Counter[Any] = Counter()
    for (state, arm), n in level.items():
        key = state.hand(0).mask, state.arms[arm], arm, state.is_over
        counts[futures.setdefault(key, (state, arm))] += n
    return counts


@pytest.mark.parametrize("row", table("chains")["rows"], ids=lambda row: f"double-{row['max_pip']}")
def test_chains(row: dict[str, Any]) -> None:
    """Directed chains of k tiles; whole sets make 2, 12 and 126720, and double-3 none."""
    expected = row["chains"]
    found = [n for n, _ in zip(chains(row["max_pip"]), expected, strict=False)]
    found += [0] * (len(expected) - len(found))
    known = [(k, n) for k, n in enumerate(expected, 1) if n is not None]
    assert [(k, found[k - 1]) for k, _ in known] == known


def complete_lines(max_pip: int) -> int:
    """How many lines of a whole set there are, read from left to right, for an even highest pip.

    Without its doubles such a line is a closed trail over all pairs of pips. Perft counts the
    trails that begin 0-1, 1-2: a lead whose other half nothing fits leaves one end to lay at, and
    passes are free. All first two steps are alike. A trail meets each pip half as often as there
    are other pips, and its first pip once more: there the doubles go in.
    """
    pips = max_pip + 1
    start, never = pips, pips + 1  # two pips more: one begins the line, one never fits
    used = {Tile(b, a) for a in range(pips) for b in range(a)} | {Tile(start, 0)}
    rules = Rules(
        max_pip=never,
        hand_size=1,
        target=None,
        exclude=[t for t in TileSet.double(never) if t not in used and t != Tile(never, never)],
    )
    state = State.deal(rules, hands=[list(used), [Tile(never, never)]], leader=0)
    for move in (f"*{start}-0", "--", "<0-1", "--", "<1-2", "--"):
        state = state.play(move)
    trails = perft(state, len(used) - 3, skip_passes=True) * pips * max_pip * (max_pip - 1)
    return trails * (max_pip // 2 + 1) * (max_pip // 2) ** max_pip


def test_complete_lines() -> None:
    """The whole double-2, double-4 and double-6 set make 12, 126720 and 7,959,229,931,520 lines:
    the last number is that of M. Reiss (Annali di Matematica, 1871), as W. W. Rouse Ball gives it
    in Mathematical Recreations."""
    assert complete_lines(2) == 12
    assert complete_lines(4) == 126720
    assert complete_lines(6) == 7_959_229_931_520


def test_perft_counts_each_line_in_every_order() -> None:
    """With the other seat's passes free, perft counts a line once for each order of laying it.

    A line of six tiles whose first tile down is the i-th of them, from 0, is laid in C(5, i)
    orders. A line and its mirror image can both be laid from a double, one of them from another
    tile. There are 12 lines of the whole double-2 set, read from left to right.
    """
    lines = [line for line in permutations(TileSet.double(2)) if is_line(line)]
    assert len(lines) == 12
    twice = sum(
        (2 if tile.is_double else 1) * comb(5, i) for line in lines for i, tile in enumerate(line)
    )
    assert 2 * perft(lone_player(2), 6, skip_passes=True) == twice


def is_line(tiles: tuple[Tile, ...]) -> bool:
    """Whether the tiles join in this order, with the first one either way round."""

    def joins(pip: int) -> bool:
        for tile in tiles:
            if pip not in tile:
                return False
            pip = tile.other(pip)
        return True

    return any(map(joins, set(tiles[0])))


# ---- counts where drawing is free ----


def handed(case: dict[str, Any]) -> State:
    """The deal of a row of `perft_oracle.json`: seat 0 leads any tile of the hands given."""
    rules = Rules(
        max_pip=case.get("max_pip", 6),
        seats=case["players"],
        hand_size=1,
        draw="until_playable" if case["boneyard"] else "none",
        dead_layout="drain",
        target=None,
    )
    if case["layout"] == "fives":
        rules = rules.replace(spinner="first_double", ends_divisors=(5,), rounding="nearest 5")
    hands = [[Tile(*pair) for pair in hand] for hand in case["hands"]]
    boneyard = [Tile(*pair) for pair in case["boneyard"] or case["set_aside"]]
    named = TileSet([*(tile for hand in hands for tile in hand), *boneyard])
    return State.deal(
        rules,
        hands=hands,
        boneyard=boneyard,
        exclude=rules.tiles - named,
        leader=case["first"],
        first=False,
    )


HANDED = json.loads((HERE / "data" / "perft_oracle.json").read_text("utf-8"))["perft"]


@pytest.mark.parametrize("case", HANDED, ids=lambda case: case["name"])
def test_handed_counts(case: dict[str, Any]) -> None:
    """Sequences of placements where a draw is free: with passes free or not, equal arms once."""
    state = handed(case)
    for counted in case["counts"]:
        for depth, count, *_ in counted["rows"]:
            options = {"distinct": counted["dedupe"], "skip_passes": counted["autopass"]}
            assert perft(state, depth, skip_draws=True, **options) == count, (options, depth)


@pytest.mark.parametrize(
    "case", [case for case in HANDED if case["layout"] == "fives"], ids=lambda case: case["name"]
)
def test_handed_points(case: dict[str, Any]) -> None:
    """The points in play of each side, added up over all sequences of a length."""
    counted = next(c for c in case["counts"] if c["dedupe"] and not c["autopass"])
    expected = [row for row in counted["rows"] if 0 < row[1] <= 3000]
    level = {handed(case): 1}
    for depth, count, *points in expected:
        level = placed(level)
        assert sum(level.values()) == count, depth
        made = [(n, points_in_play(state)) for state, n in level.items()]
        assert [sum(n * p[side] for n, p in made) for side in range(len(points))] == points, depth


def placed(level: dict[State, int]) -> dict[State, int]:
    """The states one move further on, where a draw is no move."""
    out: Counter[State] = Counter()
    for start, n in level.items():
        for move in start.distinct_moves:
            after = start.play(move)
            if move.is_draw:
                out.update(placed({after: n}))
            else:
                out[after] += n
    return out


def points_in_play(state: State) -> tuple[int, ...]:
    """The points of a state without those of the settlement."""
    if state.outcome is None:
        return state.points
    seat = state.last if state.outcome.blocker is None else state.outcome.blocker
    assert seat is not None
    settled = state.rules.settle(state.outcome.ending, seat, state.hands, state.leader)
    return tuple(a - b for a, b in zip(state.points, settled.points, strict=True))
