# SPDX-License-Identifier: MIT
"""The players that search: `flat`, `ismcts`, `pimc` and `oracle`."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from math import comb
from typing import Any

import pytest

import dominocore as dc
from dominocore import _native, player_search
from dominocore.builtin_players import dominocore_players
from dominocore.observation import Observation

SPECS = {spec.name: spec for spec in dominocore_players()}
SMALL = {"flat": {"playouts": 60}, "ismcts": {"iters": 60}, "pimc": {"worlds": 4, "playouts": 40}}
VARIANTS = sorted(dc.Registry(entry_points=False).variants)
PAIRS = dc.Rules(seats=4, sides=(0, 1, 0, 1), points_from="all", minus_own=False)


def position(rules: dc.Rules, seed: int, tiles: int) -> dc.State:
    """Play random moves until few tiles are held and there is a choice."""
    rng = random.Random(seed)
    while True:
        state = dc.State.deal(rules, seed=rng.getrandbits(32), leader=0)
        while not state.is_over and (len(state.moves) < 2 or sum(state.hand_sizes) > tiles):
            state = state.play(rng.choice(state.moves))
        if not state.is_over:
            return state


def view_of(state: dc.State) -> Observation:
    """Give what the seat on turn sees."""
    assert state.turn is not None
    return state.observe(state.turn)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("variant", VARIANTS)
def test_search_players_play_every_variant(variant: str, name: str) -> None:
    """Each chooses listed moves to the end of a round of every built-in variant."""
    table = dc.Table(variant, [SPECS[name].create(1, **SMALL[name])], seed=3)

    assert len(table.play_round().rounds) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_oracle_plays_with_any_number_of_sides(seats: int) -> None:
    """With more than two sides it searches where it cannot solve."""
    table = dc.Table("block", ["oracle:iters=50", *["first"] * (seats - 1)], seats=seats, seed=1,
                     allow_cheats=True)  # fmt: skip

    assert len(table.play_round().rounds) == 1


def test_the_oracle_is_refused_unless_asked_for() -> None:
    """It sees every hand, so a table wants to be asked."""
    with pytest.raises(dc.PlayerError, match="oracle in seat 0 asks to see every hand"):
        dc.Table("block", ["oracle", "first"], seed=1)


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("variant", ["block", "draw", "fives"])
def test_the_same_seed_gives_the_same_analysis(variant: str, name: str) -> None:
    """With a number of iterations, a new player says the same; another seed says other numbers."""
    view = view_of(position(dc.variant(variant).rules, 5, 14))
    spec, options = SPECS[name], {**SMALL[name], "reward": "win"}
    if name == "pimc":
        options["exact_from"] = 0

    found = spec.create(1, **options).analyse(view)

    assert spec.create(1, **options).analyse(view) == found
    assert spec.create(1, **options).choose(view) == found[0].move
    assert spec.create(2, **options).analyse(view) != found


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("rules", [PAIRS, dc.Rules(draw="until_playable"), dc.Rules(seats=3)])
def test_what_a_seat_cannot_see_changes_nothing(rules: dc.Rules, name: str) -> None:
    """In another world that fits the same view, the analysis is the same, number by number."""
    for seed in range(3):
        view = view_of(position(rules, seed, 12))
        player = SPECS[name].create(4, **SMALL[name])
        for world in view.sample(seed=seed, n=3):
            assert player.analyse(view_of(world)) == player.analyse(view)


def test_a_claim_is_the_only_choice_where_a_placement_scores() -> None:
    """Of a placement and its claimed twin, searches look at the claimed one alone."""
    rules = dc.variant("fives").rules
    seen = 0
    for seed in range(12):
        view = view_of(position(rules, seed, 10))
        claimed = {move for move in view.moves if move.claimed}
        for name, options in SMALL.items():
            found = {info.move for info in SPECS[name].create(1, **options).analyse(view)}
            assert not found & {move.with_claim(False) for move in claimed}
        seen += len(claimed)

    assert seen


def test_the_oracle_has_the_value_of_the_solver() -> None:
    """Its values are those of `solve`, from the side of the seat on turn."""
    for seed in range(5):
        state = position(dc.Rules(), seed, 9)
        sign = 1 if state.turn == 0 else -1
        found = SPECS["oracle"].create(0).analyse(state)  # type: ignore[attr-defined]
        assert found[0].value == sign * (dc.solve(state).value or 0)


def test_where_one_world_fits_exact_search_is_exact() -> None:
    """With every tile known, pimc values moves as the solver does, without error."""
    state = dc.State.deal(
        dc.Rules(hand_size=3, max_pip=2), hands=["0-0 1-0 2-1", "1-1 2-0 2-2"], leader=0
    )
    found = SPECS["pimc"].create(0, worlds=3).analyse(view_of(state))  # type: ignore[attr-defined]

    assert view_of(state).count_worlds() == 1
    assert {info.move: info.value for info in found} == dc.solve(state).moves
    assert all(info.error == 0 for info in found)


def test_ismcts_finds_the_winning_move() -> None:
    """Where one world fits, the search comes to the solver's value of the best move."""
    state = dc.State.deal(
        dc.Rules(hand_size=3, max_pip=2), hands=["0-0 1-0 2-1", "1-1 2-0 2-2"], leader=0
    )
    solution = dc.solve(state)
    best = dc.player("ismcts:iters=3000:reward=points").choose(view_of(state))

    assert solution.moves[best] == solution.value


def test_redeterminised_search_counts_half_of_its_iterations() -> None:
    """The other half goes into the choices of seats that do not know the hand."""
    view = view_of(position(PAIRS, 2, 24))
    found = SPECS["ismcts"].create(1, iters=400, redet=True).analyse(view)  # type: ignore[attr-defined]

    assert sum(info.visits for info in found) == 200


def test_a_limit_in_time_is_kept() -> None:
    """A search of a billion iterations ends by its time, by its event and by cancel()."""
    view = view_of(position(PAIRS, 1, 28))
    player = SPECS["ismcts"].create(1, iters=10**8)
    assert player.analyse(view, dc.Limit(ms=20))  # type: ignore[attr-defined]

    event = threading.Event()
    threading.Timer(0.05, event.set).start()
    assert player.analyse(view, dc.Limit(stop=event))  # type: ignore[attr-defined]

    threading.Timer(0.05, player.cancel).start()  # type: ignore[attr-defined]
    assert player.choose(view) in view.moves


def test_cancel_ends_all_decisions_that_are_being_made() -> None:
    """One player may decide on several threads; a decision that begins later is not ended."""
    view = view_of(position(PAIRS, 1, 28))
    player: Any = SPECS["ismcts"].create(1, ms=3_600_000)
    with ThreadPoolExecutor(2) as pool:
        made = [pool.submit(player.choose, view) for _ in range(2)]
        while len(player._flags) < 2:
            time.sleep(0.001)
        player.cancel()
        assert all(one.result(60) in view.moves for one in made)
    assert not player._flags
    player.cancel()
    assert len(player.analyse(view, dc.Limit(iters=50))) > 1


def test_time_ends_the_solving_of_worlds() -> None:
    """More worlds than any memory holds are drawn as they are solved, until the time is up."""
    view = dc.variant("block").deal(seed=1, leader=0).observe(0)
    player = SPECS["pimc"].create(1, worlds=10**8, exact_from=40)
    found = player.analyse(view, dc.Limit(ms=20))  # type: ignore[attr-defined]
    assert found and all(info.move in view.moves for info in found)
    assert player.analyse(view, dc.Limit(iters=3))[0].worlds == 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("trust", [-1e300, -5, 700, 1e300])
def test_any_trust_is_taken(trust: float) -> None:
    """However strong the likings are taken to be, a move is found."""
    view = view_of(position(PAIRS, 2, 24))
    assert SPECS["ismcts"].create(1, iters=40, trust=trust).choose(view) in view.moves


def test_a_limit_is_a_whole_number() -> None:
    """Other limits are refused by name."""
    for wrong in ({"iters": 0}, {"ms": 0.5}, {"ms": True}):
        with pytest.raises(ValueError, match="expected 1 or more"):
            dc.Limit(**wrong)  # type: ignore[arg-type]


def test_a_match_needs_a_target() -> None:
    """Rules without a target have no match to play for."""
    view = view_of(position(dc.Rules(target=None), 1, 14))
    with pytest.raises(dc.RulesError, match="reward=match: these rules have no target"):
        SPECS["ismcts"].create(1, reward="match").analyse(view)  # type: ignore[attr-defined]


def test_rules_that_python_scores_are_refused() -> None:
    """A search cannot score by a Python function, and says so."""
    rules = dc.Rules(score_round=score_nothing)
    with pytest.raises(dc.NotNativeError, match="ismcts cannot play rules"):
        SPECS["ismcts"].create(1).choose(view_of(position(rules, 1, 14)))


def score_nothing(end: dc.RoundEnd) -> tuple[int, ...]:
    """Give no points."""
    return (0,) * len(end.hands)


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (1, 2), (2, 3), (3, 6), (5, 2), (6, 1)])
def test_the_match_reward_is_the_problem_of_points(mine: int, theirs: int) -> None:
    """Pascal's solution, with steps that are each as likely either side's, to within 0.05."""
    n = mine + theirs - 1
    exact = sum(comb(n, k) for k in range(mine, n + 1)) / 2**n
    rules = dc.Rules(target=100, hand_size=1, max_pip=1, score="none")
    value = reward_of(rules, [100 - mine, 100 - theirs])

    assert value == pytest.approx(exact, abs=0.05)


def reward_of(rules: dc.Rules, scores: list[int]) -> float:
    """Let a tree value a round that changes no score."""
    ffi, lib = _native.ffi, _native.lib
    state = dc.State.deal(rules, hands=["1-0", "0-0"], leader=0, scores=scores)
    nodes = ffi.new("dmc_tree_node[]", 8)
    tree = ffi.new("dmc_tree *")
    assert lib.dmc_tree_init(rules._native, 0, bytes(32), nodes, 8, tree) == 0
    tree.reward = lib.DMC_REWARD_MATCH
    deal = ffi.addressof(state._round.c, "deal")
    c_state = ffi.from_buffer("dmc_state *", state._bytes)
    assert lib.dmc_tree_grow(rules._native, tree, deal, c_state, ffi.NULL, 1, ffi.NULL) == 0
    return float(nodes[0].sum)


def test_the_pace_is_what_a_round_makes() -> None:
    """With one tile each the first to play is out, and wins the other's tile: in a set up to 6 a
    tile has 6 pips on the average, and squares of 42 + 6/4 less that, to within 4.5 standard errors
    of the 500 rounds. Rules that give no points have the least pace.
    """
    n = [a + b for a in range(7) for b in range(a + 1)]
    assert sum(n) == 6 * len(n) == 168
    deviation = (sum((x - 6) ** 2 for x in n) / len(n)) ** 0.5
    rules = dc.Rules(hand_size=1, opening=("lot",), target=100)
    assert player_search.pace(rules) == pytest.approx(6, abs=4.5 * deviation / 500**0.5)
    assert player_search.pace(rules.replace(score="none")) == 1.0


def test_a_move_that_wins_the_match_in_every_world_is_worth_all() -> None:
    """A side that needs one point goes out, and the other holds 1-0 or 1-1: the match is won."""
    rules = dc.Rules(max_pip=1, hand_size=1, target=10)
    state = dc.State.deal(rules, hands=["0-0", "1-1"], leader=0, scores=[9, 9])
    player = SPECS["ismcts"].create(1, iters=20, reward="match")
    (only,) = player.analyse(view_of(state))  # type: ignore[attr-defined]
    assert (only.move, only.value) == (dc.Move("*0-0"), 1.0)


@pytest.mark.parametrize("name", ["expert", *SMALL])
def test_who_is_not_on_turn_has_nothing_to_analyse(name: str) -> None:
    """A seat that waits has no moves, and asking for their values is a mistake of the caller's."""
    view = dc.variant("block").deal(seed=1, leader=0).observe(1)
    with pytest.raises(ValueError, match="seat 1 has no move to choose: it is not on turn"):
        SPECS[name].create(1).analyse(view)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["pimc", "oracle"])
def test_what_cannot_be_solved_in_time_is_searched(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A solver that gives up after one node leaves the values to the search."""
    state = position(dc.Rules(), 3, 10)
    seen = state if name == "oracle" else view_of(state)
    options = {"exact_from": 40, "playouts": 60} if name == "pimc" else {"iters": 60}
    player = SPECS[name].create(1, **options)
    exact = player.analyse(seen)  # type: ignore[attr-defined]
    assert {info.visits for info in exact} == {info.worlds for info in exact}
    monkeypatch.setattr(player_search, "_NODES_OF_A_WORLD", 1)
    searched = player.analyse(seen)  # type: ignore[attr-defined]
    assert {info.move for info in searched} <= set(state.moves)
    assert sum(info.visits for info in searched) >= 2 * len(searched)


def test_one_world_says_nothing_of_the_error() -> None:
    """The standard error of one value alone is not known, and so unlimited."""
    state = position(dc.Rules(), 3, 8)
    found = SPECS["pimc"].create(1, worlds=1, exact_from=40).analyse(view_of(state))  # type: ignore[attr-defined]
    assert {(info.worlds, info.error) for info in found} == {(1, float("inf"))}


@pytest.mark.parametrize("name", ["flat", "ismcts", "pimc", "oracle"])
def test_a_round_that_is_over_is_refused(name: str) -> None:
    """No player that searches has a move to choose there, the one that sees the state neither."""
    state = dc.Match("draw", seed=1).state
    while not state.is_over:
        state = state.play(state.moves[0])
    seen: Any = state if name == "oracle" else state.observe(0)
    player: Any = SPECS[name].create(0)
    for ask in (player.choose, player.analyse):
        with pytest.raises(ValueError, match="there is no move to choose: the round is over"):
            ask(seen)
