# SPDX-License-Identifier: MIT
"""The OpenSpiel game passes OpenSpiel's own tests, and its tensors hide what they should."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

import dominocore as dc

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402

from dominocore_rl import spiel  # noqa: E402

OTHERS = sorted(name for name, v in dc.variants.items() if not isinstance(v.rules, dc.Rules))
SMALL = ["block", "draw", "fives", "latin;seats:4;pairs:true", "bode"]


def load(variant: str, chance: str = "sampled") -> spiel.DominoGame:
    """Load a game with a fixed seed."""
    return pyspiel.load_game("python_dominocore", {"variant": variant, "chance": chance, "seed": 7})


@pytest.mark.parametrize("variant", sorted(dc.variants))
def test_random_simulation(variant: str) -> None:
    """OpenSpiel's simulation test finds nothing wrong with any registered variant."""
    pyspiel.random_sim_test(load(variant), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", SMALL)
def test_random_simulation_with_an_explicit_deal(variant: str) -> None:
    """Nor with a deal of one chance node a tile, where the rules allow one."""
    try:
        game = load(variant, "explicit")
    except ValueError as error:
        assert "need chance=sampled" in str(error)
    else:
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("variant", OTHERS)
def test_other_games_say_what_they_have_not(variant: str) -> None:
    """A tile a chance node needs a chain, and resampling a view that can be sampled."""
    with pytest.raises(dc.NotNativeError, match="chance=explicit needs a game of one chain"):
        load(variant, "explicit")
    state = play(load(variant), 1)[2]
    player = state.current_player()
    if callable(getattr(state.round.observe(player), "sample", None)):
        assert spiel.resampler(state, player).legal_actions() == state.legal_actions()
        return
    with pytest.raises(dc.NotNativeError, match=r"needs views with `sample.seed.`"):
        spiel.resampler(state, player)


@pytest.mark.parametrize("variant", ["draw", *OTHERS])
def test_information_states_tell_all_that_was_seen(variant: str) -> None:
    """Information states of a player are equal only where its views are: perfect recall."""
    game = load(variant)
    strings, tensors = {}, {}
    for seed in range(4):
        for state in play(game, seed)[:-1]:
            for player in range(game.num_players()):
                view = state.round.observe(player)
                key = (player, view.hand, view.events)
                text = state.information_state_string(player)
                floats = bytes(np.array(state.information_state_tensor(player), np.float32))
                assert strings.setdefault(text, key) == key
                assert tensors.setdefault(floats, key) == key


def play(game: spiel.DominoGame, seed: int) -> list[spiel.DominoState]:
    """Give copies of the states of a random round, from the first with a choice."""
    rng, state, found = random.Random(seed), game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1)
            state.apply_action(rng.choice(outcomes)[0])
            continue
        found.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return [*found, state]


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("variant", ["block", "draw", "matador"])
def test_resampled_states_look_the_same(variant: str, chance: str) -> None:
    """To the player every resampled state looks like the true one, in each string and tensor."""
    game = load(variant, chance)
    for state in play(game, 3)[:-1]:
        player = state.current_player()
        other = spiel.resampler(state, player)
        assert other.round.observe(player) == state.round.observe(player)
        for name in ("information_state_string", "observation_string"):
            assert getattr(other, name)(player) == getattr(state, name)(player)
        for name in ("information_state_tensor", "observation_tensor"):
            assert np.array_equal(getattr(other, name)(player), getattr(state, name)(player))
        assert other.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("variant", ["block", "draw"])
def test_public_observers_hide_every_hand(variant: str) -> None:
    """Without private information nothing depends on any hand, the player's own included."""
    game = load(variant)
    kind = pyspiel.IIGObservationType(
        perfect_recall=True, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = game.make_py_observer(kind)
    for state in play(game, 5)[:-1]:
        seen = set()
        turn = state.current_player()
        for world in (state.round, *state.round.observe(turn).sample(1, n=2)):
            other = state.clone()
            other.round = world
            for player in range(2):
                observer.set_from(other, player)
                seen.add((player, observer.tensor.tobytes(), observer.string_from(other, player)))
        assert len(seen) == 2


@pytest.mark.parametrize("variant", [*SMALL, *OTHERS])
def test_returns_are_the_margin(variant: str) -> None:
    """Returns add up to 0 and are the margin of points."""
    for seed in range(5):
        end = play(load(variant), seed)[-1]
        points, rules = end.round.points, end.setting.rules
        assert sum(end.returns()) == pytest.approx(0, abs=1e-4)
        if rules.n_sides == 2:
            margin = points[0] - points[1]
            assert end.returns()[0] == pytest.approx(-margin if rules.wins == "low" else margin)


def test_copies_share_the_round() -> None:
    """A clone costs no copy of the round, and a pickle gives an equal state."""
    state = play(load("draw"), 1)[4]
    assert state.clone().round is state.round
    again = pickle.loads(pickle.dumps(state))
    assert again.round == state.round and str(again) == str(state)


def test_ismcts_plays() -> None:
    """OpenSpiel's Python ISMCTS bot plays a round with the resampler."""
    game = load("draw")
    bot = ismcts.ISMCTSBot(
        game=game, uct_c=2.0, max_simulations=20,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(1),
    )  # fmt: skip
    bot.set_resampler(spiel.resampler)
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(1)
        else:
            state.apply_action(bot.step(state))
            steps += 1
    assert steps > 6


@pytest.mark.parametrize("variant", ["block", "draw", "latin;seats:4;pairs:true", *OTHERS])
def test_open_spiels_own_simulation(variant: str) -> None:
    """OpenSpiel's `sim_game` finds nothing: copies, pickles, its own format, ends and returns."""
    games_sim_test = pytest.importorskip("open_spiel.python.tests.games_sim_test")
    games_sim_test.GamesSimTest().sim_game(load(variant))


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
def test_a_playthrough_plays_again(chance: str) -> None:
    """OpenSpiel writes down a game with all tensors, and the same actions give the same text."""
    name = f"python_dominocore(variant=block,chance={chance},seed=7)"
    written = generate_playthrough.playthrough_lines(name, seed=5)
    actions = [int(line.split(": ")[1]) for line in written if line.startswith("action: ")]
    assert len(actions) > 10
    again = generate_playthrough.playthrough_lines(name, action_sequence=actions, seed=5)
    assert again == written
