# SPDX-License-Identifier: MIT
"""The players play well, and keep the contract."""

from __future__ import annotations

import random

import pytest
from random_play import GAMES

import dominocore as dc
from dominocore.testing import check_player
from dominocore_trains.players import longest_train


@pytest.mark.parametrize(("player", "game"), [("conductor", GAMES[0]), ("farmer", GAMES[1])])
def test_players_keep_the_contract(player: str, game: str) -> None:
    """They answer legal moves, and the same ones for the same view."""
    check_player(player, variants=[game], rounds=2)


@pytest.mark.parametrize(("player", "game"), [("conductor", GAMES[0]), ("farmer", GAMES[1])])
def test_players_beat_chance(player: str, game: str) -> None:
    """Both seats of each deal in turn: less than two thirds of the penalties of random play."""
    penalties = {player: 0, "random": 0}
    for seed in range(12):
        for names in ([player, "random"], ["random", player]):
            result = dc.Table(game, names, seed=seed, engine="set", seats=2).play_round()
            for name, points in zip(names, result.rounds[0].outcome.points, strict=True):
                penalties[name] += points

    assert 3 * penalties[player] < 2 * penalties["random"]


def test_longest_train_is_the_longest() -> None:
    """Against all orders of five tiles, tried one by one."""
    rng = random.Random(2)
    everything = list(dc.TileSet.double(6))

    def longest(tiles: frozenset[dc.Tile], end: int) -> int:
        fits = [tile for tile in tiles if end in tile]
        return max((1 + longest(tiles - {t}, t.other(end)) for t in fits), default=0)

    for _ in range(200):
        tiles = rng.sample(everything, 6)
        train = longest_train(dc.TileSet(tiles), 4)
        end = 4
        for tile in train:
            end = tile.other(end)
        assert len(set(train)) == len(train) == longest(frozenset(tiles), 4)
