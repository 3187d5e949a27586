"""The rules of the built-in games as plain fields, written down from their texts.

Only what differs from the block game is named. Each entry is a function of the options of the
game, so the number of seats (and pairs) can be asked for.
"""

from __future__ import annotations

PAIRS = (0, 1, 0, 1)


def aberto() -> dict:
    """Four seats in two pairs, five tiles each, drawing, 50 points."""
    return {
        "seats": 4,
        "sides": PAIRS,
        "hand_size": 5,
        "opening": ("highest_double", "highest_tile"),
        "later": "next",
        "draw": "until_playable",
        "dead_layout": "end_now",
        "blocked_winner": "lowest_side",
        "blocked_tie": "blocker_loses",
        "points_from": "opponents",
        "minus_own": False,
        "target": 50,
    }


def latin(seats: int = 2, pairs: bool = False, target: int | None = 100) -> dict:
    """Two to four alone, or four in pairs; a pair takes the pips of all hands."""
    return {
        "seats": seats,
        "sides": PAIRS if pairs else None,
        "opening": ("highest_double", "highest_tile"),
        "later": "next",
        "draw": "until_playable",
        "dead_layout": "end_now",
        "blocked_winner": "lowest_side",
        "blocked_tie": "nearest_lead",
        "points_from": "all" if pairs else "opponents",
        "minus_own": False,
        "target": target,
    }


def bode(seats: int = 2) -> dict:
    """Penalties; who blocks counts nothing; the lowest total wins at 101."""
    return {
        "seats": seats,
        "opening": ("doubles 0 6 5 4 3 2 1", "highest_tile"),
        "later": "opening",
        "draw": "until_playable",
        "dead_layout": "drain",
        "score": "penalties",
        "blocker_exempt": True,
        "target": 101,
        "wins": "low",
    }


def fives(seats: int = 2) -> dict:
    """Multiples of five on the open ends, the first double is the spinner, 100 at once."""
    return {
        "seats": seats,
        "opening": ("highest_double", "lots"),
        "later": "winner",
        "after_block": "opening",
        "spinner": "first_double",
        "arms_open": "both_sides",
        "dead_layout": "drain",
        "blocked_winner": "none",
        "minus_own": False,
        "rounding": "down 5",
        "ends_divisors": (5,),
        "claim": "required",
        "target": 100,
        "match_end": "immediate",
    }


def draw(seats: int = 2, target: int | None = 100) -> dict:
    """Basic draw dominoes: the winner gains what the others hold, less his own."""
    return {
        "seats": seats,
        "hand_size": {2: 7, 3: 5, 4: 5},
        "opening": ("highest_double", "heaviest_hand"),
        "later": "opening",
        "draw": "until_playable",
        "dead_layout": "drain",
        "blocked_winner": "lowest_side",
        "blocked_tie": "none",
        "minus_own": True,
        "target": target,
    }


def block(seats: int = 2) -> dict:
    """The block game: every field at its default."""
    return {"seats": seats}


GAMES = {
    "aberto": aberto,
    "latin": latin,
    "bode": bode,
    "fives": fives,
    "draw": draw,
    "block": block,
}
