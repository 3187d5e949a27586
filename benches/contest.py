# SPDX-License-Identifier: MIT
"""What `compare.py` runs: the same work by dominocore and by other packages, side by side.

A group is one piece of work; its sides do it. Moves are picked by `moves[int(random() * n)]`
everywhere, the cheapest way there is. Each side tells a mean of what it did, which is alike on all
sides of a group: work that differs would show.
"""

from __future__ import annotations

import copy
import importlib
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from types import ModuleType
from typing import Any

from dominocore import Rules, State, Tile, deal_and_play
from dominocore.moves import LEFT, PASS
from dominocore.solver import solve

#: The game that `dominoes` and OpenSpiel's team dominoes play, and OpenSpiel's for two.
PAIRS = Rules(seats=4, sides=(0, 1, 0, 1), points_from="all", minus_own=False, target=None)
TWO = Rules(minus_own=False, target=None)
STEP, BATCH = "dominocore, step by step", "dominocore, deal_and_play"


@dataclass(frozen=True)
class Side:
    """One way to do a group's work.

    Attributes:
        name: what does it.
        run: does so many pieces of work, and gives what `mean` needs.
        mean: gives a mean of what was done.
        pieces: how many units a piece has.
    """

    name: str
    run: Callable[[int], Any]
    mean: Callable[[Any], float]
    pieces: int = 1


@dataclass(frozen=True)
class Goal:
    """How many times as fast a side has to be as another one."""

    ours: str
    peer: str
    least: float | None = None


@dataclass(frozen=True)
class Group:
    """One piece of work, done by several sides; skipped says which could not, and why."""

    name: str
    unit: str
    mean_of: str
    sides: list[Side]
    ratios: list[Goal] = field(default_factory=list)
    skipped: dict[str, str] = field(default_factory=dict)


def load(name: str) -> tuple[ModuleType | None, str]:
    """Import a package; or say why that is not possible."""
    try:
        return importlib.import_module(name), ""
    except ImportError as error:
        return None, str(error)


dominoes, no_dominoes = load("dominoes")
pyspiel, no_pyspiel = load("pyspiel")
if pyspiel is not None:
    _, no_pyspiel = load("open_spiel.python.games")  # registers the games written in Python


# ---- random rounds ----


def step(rules: Rules, n: int) -> list[State]:
    """Deal and play rounds ply by ply through the public interface."""
    uniform = random.Random(1).random
    ends = []
    for seed in range(n):
        state = State.deal(rules, seed=seed, leader=0)
        while not state.is_over:
            moves = state.moves
            state = state.play(moves[int(uniform() * len(moves))])
        ends.append(state)
    return ends


def blocked(states: Iterable[State]) -> float:
    """Give the share of rounds that nobody went out of."""
    return fmean(all(state.hand_sizes) for state in states)


def batch(rules: Rules, n: int) -> Any:
    """Deal and play rounds in one call."""
    return deal_and_play(rules, n, seed=1)


def step_dominoes(n: int) -> list[Any]:
    """Do the same in `dominoes`, which passes by itself."""
    assert dominoes is not None
    random.seed(1)  # it shuffles by the global generator
    uniform = random.Random(1).random
    games = []
    for _ in range(n):
        game = dominoes.Game.new(starting_player=0)
        while game.result is None:
            moves = game.valid_moves
            game.make_move(*moves[int(uniform() * len(moves))])
        games.append(game)
    return games


def step_spiel(name: str, n: int) -> list[Any]:
    """Play rounds of a game of OpenSpiel ply by ply from Python, the deal by its chance nodes."""
    assert pyspiel is not None
    uniform = random.Random(1).random
    game = pyspiel.load_game(name)
    ends = []
    for _ in range(n):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(uniform() * len(actions))])
        ends.append(state)
    return ends


def roll_spiel(name: str, n: int) -> list[Any]:
    """Let OpenSpiel play rounds from the deal to the end in C++."""
    assert pyspiel is not None
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    ends = []
    for seed in range(n):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        ends.append(state)
    return ends


def rounds(name: str, rules: Rules, spiel: str, goal: float) -> Group:
    """Give the group of a block game that is dealt and played at random."""
    ours = [
        Side(STEP, partial(step, rules), blocked),
        Side(BATCH, partial(batch, rules), lambda result: result.blocked / result.rounds),
    ]
    group = Group(f"{name}, dealt and played at random", "rounds", "share blocked", ours)
    if dominoes is None:
        group.skipped["dominoes"] = no_dominoes
    elif rules is PAIRS:
        group.sides.append(
            Side("dominoes", step_dominoes, lambda games: fmean(not g.result.won for g in games))
        )
        group.ratios.extend([Goal(STEP, "dominoes", 4), Goal(BATCH, "dominoes", 200)])
    if no_pyspiel:
        group.skipped[spiel] = no_pyspiel
    else:
        peer = f"OpenSpiel, {spiel}"
        group.sides.append(
            Side(peer, partial(step_spiel, spiel), lambda ends: fmean(all(s.hands) for s in ends))
        )
        group.ratios.extend([Goal(STEP, peer, goal), Goal(BATCH, peer)])
    return group


def scale() -> Group:
    """Give the group of card games in C++, which are other games: only the order of size counts."""

    def moves(ends: Sequence[Any]) -> float:
        return fmean(state.move_number() for state in ends)

    group = Group(
        "other games, in C++, as a scale", "rounds", "moves a round",
        [
            Side(STEP, partial(step, PAIRS), lambda ends: fmean(len(s.history) for s in ends)),
            Side(BATCH, partial(batch, PAIRS), lambda result: result.mean_length),
        ],
    )  # fmt: skip
    for name in ("euchre", "crazy_eights"):
        if no_pyspiel:
            group.skipped[name] = no_pyspiel
            continue
        group.sides.extend(
            [
                Side(f"OpenSpiel, {name} from Python", partial(step_spiel, name), moves),
                Side(f"OpenSpiel, {name} in C++", partial(roll_spiel, name), moves),
            ]
        )
    return group


# ---- positions ----


def positions(fits: Callable[[State], bool], n: int) -> list[State]:
    """Give the first n rounds, each at the first position that fits."""
    found: list[State] = []
    seed = 0
    while len(found) < n:
        rng = random.Random(seed)
        state = State.deal(PAIRS, seed=seed, leader=0)
        seed += 1
        while not state.is_over and not fits(state):
            state = state.play(rng.choice(state.moves))
        if not state.is_over:
            found.append(state)
    return found


def game_of(state: State) -> Any:
    """Play the moves of a state again in `dominoes`."""
    assert dominoes is not None

    def domino(tile: Tile) -> Any:
        return dominoes.Domino(tile.low, tile.high)

    hands = [list(hand) for hand in state.hands]
    for seat, move in state.history:
        if move.tile is not None:
            hands[seat].append(move.tile)
    game = dominoes.Game.new(starting_player=state.leader)
    game.hands = [dominoes.Hand(map(domino, hand)) for hand in hands]
    for _, move in state.history:
        if move.tile is not None:
            game.make_move(domino(move.tile), move.arm == LEFT or move.is_lead)
    game.skinny_board()
    return game


def solving(tiles: int, n: int) -> Group:
    """Give the group of exact values of positions in which no hand has more tiles."""
    states = positions(
        lambda s: max(s.hand_sizes) == tiles and len(s.moves) > 1 and s.moves[0] is not PASS, n
    )

    def ours(times: int) -> list[int | None]:
        return [solve(state, detail=False).value for _ in range(times) for state in states]

    group = Group(
        f"exact values, four seats in pairs, {tiles} tiles in a hand", "positions", "mean value",
        [Side("dominocore, solve", ours, fmean, n)],
    )  # fmt: skip
    if dominoes is None:
        group.skipped["dominoes"] = no_dominoes
        return group
    games = [game_of(state) for state in states]
    search = dominoes.search.alphabeta

    def theirs(times: int) -> list[int]:
        return [search(copy.deepcopy(game))[1] for _ in range(times) for game in games]

    group.sides.append(Side("dominoes, search.alphabeta", theirs, fmean, n))
    group.ratios.append(Goal("dominocore, solve", "dominoes, search.alphabeta"))
    return group


def passes(state: State) -> int:
    """Count the passes so far."""
    return sum(move is PASS for _, move in state.history)


def drawing(least: int) -> Group:
    """Give the group of hidden hands drawn at random, after so many passes."""
    state = positions(lambda s: passes(s) >= least, 1)[0]
    view, seat = state.observe(state.turn or 0), ((state.turn or 0) + 1) % 4
    group = Group(
        f"hidden hands at random, four seats, after {passes(state)} passes",
        "draws", "mean pips of the next hand",
        [Side("dominocore, sample", lambda n: view.sample(1, n=n),
              lambda worlds: fmean(world.hand(seat).pips for world in worlds))],
    )  # fmt: skip
    if dominoes is None:
        group.skipped["dominoes"] = no_dominoes
        return group
    game = game_of(state)

    def theirs(n: int) -> list[Any]:
        random.seed(1)
        return [game.random_possible_hands() for _ in range(n)]

    def pips(drawn: list[Any]) -> float:
        return fmean(sum(d.first + d.second for d in hands[seat]) for hands in drawn)

    group.sides.append(Side("dominoes, random_possible_hands", theirs, pips))
    group.ratios.append(Goal("dominocore, sample", "dominoes, random_possible_hands"))
    return group


def groups() -> list[Group]:
    """Give all there is to compare."""
    return [
        rounds("four seats in pairs", PAIRS, "python_team_dominoes", 20),
        rounds("two seats", TWO, "python_block_dominoes", 20),
        scale(),
        solving(3, 20),
        solving(4, 20),
        drawing(0),
        drawing(3),
    ]
