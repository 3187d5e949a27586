# SPDX-License-Identifier: MIT
"""Hands that the tests play, and how they play them."""

from __future__ import annotations

from typing import Any

from dominocore_texas42 import Texas42Rules, Texas42State

RULES = Texas42Rules()

# The hand of texas42.net/dennis-scenario.html: Ella, Steve, Will and Nancy, who has shuffled.
AUSTIN = (
    "6-5 5-3 5-1 5-0 2-2 2-0 2-1",
    "5-5 5-4 4-4 4-2 4-0 3-1 0-0",
    "6-6 6-3 6-2 5-2 3-3 3-0 1-0",
    "6-4 6-0 4-3 3-2 1-1 6-1 4-1",
)
# Seat 0 holds all doubles, seat 1 five sixes, seat 2 the rest of the sixes.
DOUBLES = (
    "6-6 5-5 4-4 3-3 2-2 1-1 0-0",
    "6-5 6-4 6-3 6-2 6-1 5-4 5-3",
    "6-0 5-2 5-1 5-0 4-3 4-2 4-1",
    "4-0 3-2 3-1 3-0 2-1 2-0 1-0",
)


LOW = (  # seat 0 holds low tiles
    "1-0 2-0 2-1 3-0 3-1 4-0 0-0",
    "6-6 5-5 4-4 3-3 2-2 1-1 5-4",
    "6-5 6-4 6-3 6-2 6-1 6-0 4-3",
    "5-3 5-2 5-1 5-0 4-2 4-1 3-2",
)
POINTS = {"scoring": "points", "target": 250}


def deal(hands: tuple[str, ...] = AUSTIN, **options: Any) -> Texas42State:
    return Texas42Rules(**options).deal(hands=hands, leader=0)


def play(state: Texas42State, words: str) -> Texas42State:
    for word in words.split():
        state = state.play(word)
    return state


def legal(state: Texas42State) -> str:
    return " ".join(map(str, state.moves))


def first_legal(state: Texas42State) -> Texas42State:
    """Play the first legal tile until the hand is over."""
    while not state.is_over:
        state = state.play(state.moves[0])
    return state
