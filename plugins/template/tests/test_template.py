# SPDX-License-Identifier: MIT
"""The plugin keeps the contract of dominocore, and is found by its entry point."""

from __future__ import annotations

import dominocore as dc
from dominocore.testing import check_player, check_variant


def test_variant_keeps_the_contract() -> None:
    """Rounds of the variant end, conserve the tiles and keep hands hidden."""
    check_variant(dc.variant("cuban"), rounds=50, seed=1)


def test_player_keeps_the_contract() -> None:
    """The player answers legal moves, and the same ones for the same seed."""
    check_player(dc.players["heaviest"], rounds=3)


def test_cuban_deals_forty_of_fifty_five_tiles() -> None:
    """Four seats get ten tiles each, and fifteen are left over."""
    state = dc.variant("cuban").deal(seed=7)

    assert state.hand_sizes == (10, 10, 10, 10)
    assert len(state.boneyard) == 15


def test_heaviest_plays_the_heaviest_tile() -> None:
    """The chosen lead has as many pips as any tile of the hand."""
    state = dc.variant("cuban").deal(seed=7)
    view = state.observe(state.turn)

    move = dc.player("heaviest").choose(view)

    assert max(tile.pips for tile in view.hand) == move.pips
