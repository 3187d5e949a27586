# SPDX-License-Identifier: MIT
"""What `Rules.describe` says: every field, in plain English, without knowing any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import dominocore as dc
from dominocore import RoundEnd, Rules
from dominocore.rule_fields import CHOICES
from dominocore.rules import FIELDS

TOPICS = [
    "Set",
    "Seats",
    "Deal",
    "Opening",
    "Later rounds",
    "Tiles join",
    "Spinner",
    "Drawing",
    "Round ends",
    "Blocked",
    "Scoring",
    "Points in play",
    "Bonuses",
    "Match",
]


def twice_the_tiles(end: RoundEnd) -> Sequence[int]:
    """Give each side two points a tile left."""
    return [2 * len(hand) for hand in end.hands]


SPINNER = {"spinner": "first_double", "arms_open": "at_once"}
DRAWING = {"draw": "until_playable"}
IN_PLAY = {"ends_divisors": (5,)}
PENALTIES = {"score": "penalties"}
PAIRS = {"seats": 4, "sides": (0, 1, 0, 1)}

#: For each field: rules in which it says something, and other values of it.
OTHERS: Mapping[str, tuple[Mapping[str, Any], tuple[Any, ...]]] = {
    "max_pip": ({}, (9, 7)),
    "exclude": ({}, (("0-0",), ("0-0", "1-1"))),
    "seats": ({}, (3, 4)),
    "sides": ({"seats": 4}, ((0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 2, 0))),
    "hand_size": ({}, (6, 14, {2: 7, 3: 5})),
    "opening": (
        {},
        (
            ("tile 6-6",),
            ("tile 5-5",),
            ("doubles 0 6 5",),
            ("doubles 6 5",),
            ("highest_double",),
            ("highest_double free",),
            ("lowest_double",),
            ("highest_tile",),
            ("highest_tile_lex",),
            ("lowest_tile",),
            ("heaviest_hand",),
            ("lots",),
            ("highest_double", "lot"),
            ("highest_double", "redeal"),
        ),
    ),
    "later": (
        {},
        ("opening", "winner", "next_after_winner", "winner_or_blocker", "winner_side"),
    ),
    "after_block": ({}, ("opening", "winner", "winner_or_blocker")),
    "redeal_if": ({}, (("doubles 5",), ("same 6",), ("doubles 5", "same 6"))),
    "lot_tile": ({"opening": ("lots",)}, ("kept", "leads")),
    "joins": ({}, ("sum 7", "sum 6")),
    "wild": ({}, (("0-0",), ("0-0", "6-1"))),
    "spinner": ({}, ("first_double", "opening_double", "every_double")),
    "spinner_arms": (SPINNER, (2, 3, 6, 8)),
    "arms_open": ({"spinner": "first_double"}, ("one_side", "at_once")),
    "fill_first": (SPINNER, (2, 4)),
    "fill_doubles": ({"spinner": "every_double"}, (1, 3)),
    "arm_cap": (SPINNER, (1,)),
    "draw": ({}, ("one", "until_playable", "up_to 2", "up_to 3")),
    "draw_when_able": (DRAWING, (True,)),
    "drawn_tile": (DRAWING, ("may_play", "turn_ends")),
    "reserve": (DRAWING, (1, 2)),
    "out": (PAIRS, ("side",)),
    "dead_layout": (DRAWING, ("drain",)),
    "blocked_winner": ({}, ("lowest_seat", "blocker_or_next", "none")),
    "blocked_tie": ({}, ("blocker_loses", "blocker_wins", "nearest_lead", "replay")),
    "score": ({}, ("penalties", "unit", "none", "closing")),
    "points_from": ({}, ("all",)),
    "minus_own": ({}, (False,)),
    "rounding": ({}, ("down 5", "nearest 5", "up 5", "down 10")),
    "rounding_per_hand": ({"rounding": "down 5"}, (True,)),
    "blocker_exempt": (PENALTIES, (True,)),
    "tile_values": ({}, ({"0-0": 50}, {"0-0": 10}, {"6-6": 50})),
    "closing_points": (
        {"score": "closing", "closing_points": {"simple": 1}},
        ({"simple": 2}, {"double": 1}, {"both_ends": 1}, {"double_both_ends": 1}, {"blocked": 1}),
    ),
    "ends_divisors": ({}, ((5,), (3,), (3, 5))),
    "ends_points": (IN_PLAY, ("quotient",)),
    "double_tip": (IN_PLAY, ("single",)),
    "spinner_count": ({**IN_PLAY, **SPINNER}, ("exposed_halves",)),
    "opening_counts": (IN_PLAY, ("none", "single")),
    "claim": (IN_PLAY, ("required",)),
    "bonus_capicua": ({}, (25, 50)),
    "bonus_last_tile": ({}, ({"0-0": 100}, {"0-0": 50}, {"1-1": 100})),
    "bonus_first_pass": ({}, (30,)),
    "bonus_round_pass": ({}, (40,)),
    "target": ({}, (50, None)),
    "match_end": ({}, ("immediate",)),
    "wins": ({}, ("low",)),
    "match_tie": ({}, ("extra_round",)),
    "score_round": ({}, (twice_the_tiles,)),
}


def rules_with(name: str, value: object) -> Rules:
    """Give rules in which the field has the value and says something."""
    base = dict(OTHERS[name][0])
    if value == "closing":
        base["closing_points"] = {"simple": 1}
    return Rules(**{**base, name: value})


def lines(rules: Rules) -> dict[str, str]:
    """Give the text of each topic."""
    return dict(line.split(": ", 1) for line in rules.describe().splitlines())


def test_every_field_has_other_values() -> None:
    """The table leaves no field out."""
    assert list(OTHERS) == list(FIELDS)


@pytest.mark.parametrize("name", FIELDS)
def test_another_value_is_another_text(name: str) -> None:
    """No two values of a field, its default among them, are described alike."""
    base, values = OTHERS[name]
    texts = [Rules(**base).describe(), *(rules_with(name, v).describe() for v in values)]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", CHOICES)
def test_the_table_has_every_word(name: str) -> None:
    """Where a field takes one of several words, the table has all of them."""
    base, values = OTHERS[name]
    assert {getattr(Rules(**base), name), *values} == set(CHOICES[name])


@pytest.mark.parametrize("name", FIELDS)
def test_topics_come_in_one_order(name: str) -> None:
    """Each line is a topic and sentences, and the topics come in a fixed order."""
    for value in OTHERS[name][1]:
        text = rules_with(name, value).describe()
        topics = [line.split(": ")[0] for line in text.splitlines()]
        assert topics == [topic for topic in TOPICS if topic in topics]
        assert all(line.endswith(".") and "  " not in line for line in text.splitlines())


def test_the_defaults() -> None:
    """The defaults are the block game; it has no spinner, points in play or bonuses."""
    assert Rules().describe() == (
        "Set: Double-six, 28 tiles.\n"
        "Seats: 2, each for itself.\n"
        "Deal: 7 tiles to each seat, 14 tiles left for the boneyard.\n"
        "Opening: A seat chosen by lot leads any tile.\n"
        "Later rounds: The seat after the one that led before leads any tile.\n"
        "Tiles join: Equal halves join.\n"
        "Drawing: None; a seat that cannot play passes.\n"
        "Round ends: When a seat has played its last tile, which wins. "
        "It is blocked when nobody can play.\n"
        "Blocked: The side with the fewest pips in its hands wins. Of equals nobody wins.\n"
        "Scoring: The side that wins gains the pips in its opponents' hands, less its own.\n"
        "Match: To 100 points; it ends with the round in which a side reaches it. "
        "The highest total wins. Equal totals share the win."
    )


@pytest.mark.parametrize(
    ("game", "topic", "text"),
    [
        (
            "aberto",
            "Seats",
            "4, numbered from 0; 0 and 2 against 1 and 3, each side with one total.",
        ),
        ("aberto", "Deal", "5 tiles to each seat, 8 tiles left for the boneyard."),
        (
            "aberto",
            "Round ends",
            "When a seat has played its last tile, which wins. It is blocked when nobody can play "
            "or draw, and at once when no tile that is not on the table fits an end.",
        ),
        (
            "aberto",
            "Blocked",
            "The side with the fewest pips in its hands wins. "
            "Of equals the side that played last loses.",
        ),
        (
            "latin",
            "Opening",
            "The holder of the highest double leads it; failing that, the holder of the tile with "
            "the most pips (of equals, the one with the highest half) leads it.",
        ),
        ("latin", "Later rounds", "The seat after the one that led before leads any tile."),
        (
            "bode",
            "Opening",
            "The holder of the first of 0-0, 6-6, 5-5, 4-4, 3-3, 2-2, 1-1 that was dealt leads it; "
            "failing that, the holder of the tile with the most pips (of equals, the one with the "
            "highest half) leads it.",
        ),
        (
            "bode",
            "Scoring",
            "Each side gets the pips left in its own hands as penalties; "
            "the seat that blocked gets none.",
        ),
        (
            "bode",
            "Match",
            "To 101 points; it ends with the round in which a side reaches it. "
            "The lowest total wins. Equal totals share the win.",
        ),
        (
            "fives",
            "Spinner",
            "The first double of a round is a spinner: it takes tiles on 4 sides, those across "
            "the line once both its sides in the line are covered.",
        ),
        (
            "fives",
            "Points in play",
            "When the open ends sum to a multiple of 5, the side of the seat that played gains the "
            "sum. A double at an end counts both its halves. A spinner counts so until two of its "
            "sides are covered. The lead counts too. Points that are not claimed with the move are "
            "lost.",
        ),
        (
            "draw",
            "Drawing",
            "A seat that cannot play draws until a tile fits. A drawn tile that fits must be "
            "played. A seat that can neither play nor draw passes.",
        ),
        (
            "draw",
            "Deal",
            "7 tiles to each seat (7 with 2 seats, 5 with 3 seats, 5 with 4 seats), "
            "14 tiles left for the boneyard.",
        ),
    ],
)
def test_the_five_games(game: str, topic: str, text: str) -> None:
    """The five games in words."""
    assert lines(dc.variant(game).rules)[topic] == text


@pytest.mark.parametrize("name", dc.variants)
def test_no_game_is_known(name: str) -> None:
    """The text is made from the fields alone: equal rules are described alike."""
    rules = dc.variant(name).rules
    assert Rules.from_dict(rules.to_dict()).describe() == rules.describe()
    assert len(lines(rules)) >= 10


def test_nothing_is_not_said() -> None:
    """A topic that a game lacks has no line."""
    assert {"Spinner", "Points in play", "Bonuses"}.isdisjoint(lines(Rules()))


def test_a_function_that_scores_speaks_for_itself() -> None:
    """The first line of its docstring stands beside its name; without one there is the name."""

    def silent(end: RoundEnd) -> Sequence[int]:
        return [0, 0]

    assert lines(Rules(score_round=twice_the_tiles))["Scoring"] == (
        "By a function of its own, twice_the_tiles. Give each side two points a tile left."
    )
    assert lines(Rules(score_round=silent))["Scoring"].endswith("silent.")
