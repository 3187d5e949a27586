# SPDX-License-Identifier: MIT
"""How the fields of `Rules` are written, checked and handed to the core.

A field that chooses one of several values lists them here in the order of the C constants.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from dominocore import _native
from dominocore.errors import NotationError, RulesError
from dominocore.tiles import MAX_PIP, Tile, TileSet

_lib = _native.lib

CHOICES: Mapping[str, tuple[str, ...]] = {
    "later": (
        "opening",
        "next",
        "winner",
        "next_after_winner",
        "winner_or_blocker",
        "winner_side",
    ),
    "lot_tile": ("returned", "kept", "leads"),
    "spinner": ("none", "first_double", "opening_double", "every_double"),
    "arms_open": ("both_sides", "one_side", "at_once"),
    "drawn_tile": ("must_play", "may_play", "turn_ends"),
    "out": ("first", "side"),
    "dead_layout": ("end_now", "drain"),
    "blocked_winner": ("lowest_side", "lowest_seat", "blocker_or_next", "none"),
    "blocked_tie": ("none", "blocker_loses", "blocker_wins", "nearest_lead", "replay"),
    "score": ("winner_gains", "penalties", "unit", "none", "closing"),
    "points_from": ("opponents", "all"),
    "ends_points": ("sum", "quotient"),
    "double_tip": ("full", "single"),
    "spinner_count": ("until_two_sides", "exposed_halves"),
    "opening_counts": ("full", "none", "single"),
    "claim": ("auto", "required"),
    "match_end": ("round", "immediate"),
    "wins": ("high", "low"),
    "match_tie": ("shared", "extra_round"),
}
"""The fields that choose a word, and the words; the first is the default but for `later`."""

CLOSINGS = ("simple", "double", "both_ends", "double_both_ends", "blocked")
"""The kinds of closing that `closing_points` may name."""

_ROUNDINGS = ("none", "down", "nearest", "up")
_RANGES: Mapping[str, tuple[int, int]] = {
    "max_pip": (1, MAX_PIP),
    "seats": (2, 8),
    "spinner_arms": (2, 8),
    "fill_first": (0, 8),
    "fill_doubles": (0, 3),
    "arm_cap": (0, 1),
    "reserve": (0, 190),
    "bonus_capicua": (0, 10000),
    "bonus_first_pass": (0, 10000),
    "bonus_round_pass": (0, 10000),
}
_FLAGS = ("draw_when_able", "minus_own", "rounding_per_hand", "blocker_exempt")
_RANKED = {
    "highest_tile": _lib.DMC_OPEN_HIGHEST,
    "highest_tile_lex": _lib.DMC_OPEN_HIGHEST_LEX,
    "lowest_tile": _lib.DMC_OPEN_LOWEST,
    "heaviest_hand": _lib.DMC_OPEN_HEAVIEST_HAND,
    "lots": _lib.DMC_OPEN_LOTS,
    "lot": _lib.DMC_OPEN_LOT,
    "redeal": _lib.DMC_OPEN_REDEAL,
}
_CRITERIA = ("tile 6-6", "doubles 0 6 5", "highest_double", "lowest_double", *_RANKED)


def wrong(name: str, value: object, expected: str) -> RulesError:
    """Make the error for a field: its name, what was got and what was expected."""
    return RulesError(f"{name}={value!r}: expected {expected}")


def suggestion(word: str, known: Iterable[str]) -> str:
    """Give " (did you mean …?)" for a misspelt word, or nothing."""
    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


# ---- reading single values ----


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise wrong(name, value, f"a whole number from {low} to {high}")
    return int(value)


def _words(name: str, value: Any) -> tuple[str, ...]:
    """Read a list of texts; a lone text counts as a list of one."""
    items = (value,) if isinstance(value, (str, Tile)) else value
    try:
        return tuple(str(item) for item in items)
    except TypeError:
        raise wrong(name, value, "a list of texts") from None


def _tile(name: str, value: object) -> Tile:
    try:
        return value if isinstance(value, Tile) else Tile.parse(str(value))
    except NotationError as error:
        raise wrong(name, value, "a tile such as '6-6'") from error


def _tiles(name: str, value: Any) -> tuple[str, ...]:
    """Read a list of tiles and keep it as texts, in order of their numbers."""
    return tuple(str(t) for t in TileSet(_tile(name, item) for item in _words(name, value)))


def _tile_points(name: str, value: Any, low: int, high: int) -> tuple[tuple[str, int], ...]:
    pairs = value.items() if isinstance(value, Mapping) else value
    try:
        return tuple(
            (str(_tile(name, tile)), _whole(name, points, low, high)) for tile, points in pairs
        )
    except (TypeError, ValueError) as error:
        if isinstance(error, RulesError):
            raise
        raise wrong(name, value, "pairs such as ('0-0', 10)") from None


def _hand_size(value: Any) -> int | tuple[tuple[int, int], ...]:
    if isinstance(value, int):
        return _whole("hand_size", value, 1, 95)
    pairs = value.items() if isinstance(value, Mapping) else value
    try:
        sizes = {_whole("hand_size", k, 2, 8): _whole("hand_size", v, 1, 95) for k, v in pairs}
    except (TypeError, ValueError) as error:
        if isinstance(error, RulesError):
            raise
        raise wrong("hand_size", value, "a whole number or {seats: number, ...}") from None
    return tuple(sorted(sizes.items()))


def _sides(value: Any, seats: int) -> tuple[int, ...] | None:
    if value is None:
        return None
    try:
        sides = tuple(value)
    except TypeError:
        raise wrong("sides", value, "None or one side a seat, such as (0, 1, 0, 1)") from None
    if len(sides) != seats or not all(isinstance(s, int) for s in sides):
        raise wrong("sides", value, f"one side for each of {seats} seats")
    if sorted(set(sides)) != list(range(len(set(sides)))):
        raise wrong("sides", value, "sides numbered 0, 1, ... without a gap")
    if len(set(sides)) == 1:
        raise wrong("sides", value, "two sides or more")
    return None if sides == tuple(range(seats)) else sides


def _number_after(name: str, value: Any, word: str, low: int, high: int) -> int | None:
    """Read the number of a text like `sum 7`; None when the text starts with another word."""
    parts = str(value).split()
    if len(parts) != 2 or parts[0] != word or not parts[1].isdecimal():
        return None
    return _whole(name, int(parts[1]), low, high)


def _redeal(value: Any) -> tuple[str, ...]:
    words = _words("redeal_if", value)
    for word in words:
        if not any(_number_after("redeal_if", word, k, 1, 95) for k in ("doubles", "same")):
            raise wrong("redeal_if", word, "'doubles 5' or 'same 6', with a number of tiles")
    return words


def criterion(text: str, max_pip: int) -> tuple[int, bool, tuple[int, ...]]:
    """Read one opening criterion: its kind, whether any tile may be led, the tiles it lists.

    Raises:
        RulesError: it is none of the criteria.
    """
    words = text.split()
    free = words[-1:] == ["free"]
    head, rest = (words[0] if words else ""), (words[1:-1] if free else words[1:])
    if head in _RANKED and not rest:
        return _RANKED[head], free, ()
    pips: list[int] = []
    if head == "tile" and len(rest) == 1:
        return _lib.DMC_OPEN_TILES, free, (_tile("opening", rest[0]).index,)
    if head == "doubles" and rest and all(word.isdecimal() for word in rest):
        pips = [int(word) for word in rest]
    elif head == "highest_double" and not rest:
        pips = list(range(max_pip, -1, -1))
    elif head == "lowest_double" and not rest:
        pips = list(range(max_pip + 1))
    if not pips or max(pips) > max_pip or len(pips) != len(set(pips)):
        expected = f"a criterion such as {', '.join(map(repr, _CRITERIA))}"
        raise wrong("opening", text, expected + suggestion(head, _RANKED))
    return _lib.DMC_OPEN_TILES, free, tuple(Tile(pip, pip).index for pip in pips)


def draw_limit(value: str) -> int:
    """Read how many tiles a turn may draw, as the core counts it."""
    fixed = {"none": 0, "one": 1, "until_playable": _lib.DMC_DRAW_UNTIL_PLAYABLE}
    limit = fixed.get(value)
    if limit is None:
        limit = _number_after("draw", value, "up_to", 1, 190)
    if limit is None:
        raise wrong("draw", value, "'none', 'one', 'until_playable' or 'up_to k'")
    return limit


def join_sum(value: str, max_pip: int) -> int:
    """Read how halves join: 0 for equal halves, else the sum they make."""
    if value == "equal":
        return 0
    total = _number_after("joins", value, "sum", 1, 2 * max_pip)
    if total is None:
        raise wrong("joins", value, "'equal' or 'sum k'")
    return total


def rounding(value: str) -> tuple[int, int]:
    """Read a rounding: how, and to multiples of what."""
    if value == "none":
        return 0, 1
    for kind, word in enumerate(_ROUNDINGS[1:], 1):
        unit = _number_after("rounding", value, word, 1, 1000)
        if unit is not None:
            return kind, unit
    raise wrong("rounding", value, "'none', 'down k', 'nearest k' or 'up k'")


# ---- all fields ----


def normalise(values: Mapping[str, Any]) -> dict[str, Any]:
    """Check every field on its own and give it in its one stored form.

    Raises:
        RulesError: a value is not possible; names the field, the value and what is expected.
    """
    out = dict(values)
    for name, (low, high) in _RANGES.items():
        out[name] = _whole(name, values[name], low, high)
    for name in _FLAGS:
        if not isinstance(values[name], bool):
            raise wrong(name, values[name], "True or False")
    for name, words in CHOICES.items():
        if values[name] not in words:
            raise wrong(name, values[name], "one of " + ", ".join(words))
    after = values["after_block"]
    if after is not None and after not in CHOICES["later"]:
        raise wrong("after_block", after, "None or one of " + ", ".join(CHOICES["later"]))
    for name in ("exclude", "wild"):
        out[name] = _tiles(name, values[name])
    out["hand_size"] = _hand_size(values["hand_size"])
    out["sides"] = _sides(values["sides"], out["seats"])
    out["opening"] = _words("opening", values["opening"])
    out["redeal_if"] = _redeal(values["redeal_if"])
    out["tile_values"] = _tile_points("tile_values", values["tile_values"], 0, 10000)
    out["bonus_last_tile"] = _tile_points("bonus_last_tile", values["bonus_last_tile"], 0, 10000)
    out["closing_points"] = _closing_points(values["closing_points"])
    divisors = values["ends_divisors"]
    try:
        out["ends_divisors"] = tuple(_whole("ends_divisors", d, 1, 1000) for d in divisors)
    except TypeError:
        raise wrong("ends_divisors", divisors, "numbers such as (5,)") from None
    if values["target"] is not None:
        out["target"] = _whole("target", values["target"], 1, 100_000_000)
    score = values["score_round"]
    if score is not None and not callable(score):
        raise wrong("score_round", score, "None or a function of a RoundEnd")
    return out


def _closing_points(value: Any) -> tuple[tuple[str, int], ...]:
    pairs = value.items() if isinstance(value, Mapping) else value
    points = []
    for pair in pairs:
        kind, number = pair if len(pair) == 2 else (pair, None)
        if kind not in CLOSINGS:
            raise wrong("closing_points", kind, "one of " + ", ".join(CLOSINGS))
        points.append((kind, _whole("closing_points", number, 0, 10000)))
    return tuple(points)


def check_together(rules: Any) -> None:
    """Refuse combinations of fields that say nothing or cannot be.

    Raises:
        RulesError: names the fields, the values and the numbers.
    """
    tiles = len(rules.tiles)
    needed = rules.seats * rules.hand_tiles
    if needed > tiles:
        raise RulesError(
            f"{rules.seats} seats x {rules.hand_tiles} tiles = {needed}, but the set has {tiles}"
        )
    whole = TileSet.double(rules.max_pip)
    for name in ("exclude", "wild", "tile_values", "bonus_last_tile"):
        for item in getattr(rules, name):
            tile = Tile.parse(item if isinstance(item, str) else item[0])
            if tile not in whole:
                raise wrong(name, str(tile), f"tiles of the double-{rules.max_pip} set")
    if rules.fill_first and rules.arms_open != "at_once":
        raise wrong("fill_first", rules.fill_first, "arms_open='at_once' beside it")
    if rules.fill_first > rules.spinner_arms:
        raise wrong("fill_first", rules.fill_first, f"at most spinner_arms={rules.spinner_arms}")
    if rules.fill_first and rules.spinner == "none":
        raise wrong("fill_first", rules.fill_first, "a spinner beside it")
    if rules.spinner == "every_double" and rules.spinner_arms > 4:
        raise wrong("spinner_arms", rules.spinner_arms, "at most 4 where every double is a spinner")
    if rules.fill_doubles and rules.arm_cap:
        raise wrong("fill_doubles", rules.fill_doubles, "arm_cap=0 beside it")
    if rules.spinner_arms in (5, 7):
        raise wrong("spinner_arms", rules.spinner_arms, "2, 3, 4, 6 or 8")
    if rules.claim == "required" and not rules.ends_divisors:
        raise wrong("claim", rules.claim, "ends_divisors beside it")
    if rules.match_end == "immediate" and rules.wins == "low":
        raise wrong("match_end", rules.match_end, "wins='high' beside it")
    if rules.score == "closing" and not rules.closing_points:
        raise wrong("score", rules.score, "closing_points beside it")
    if len(rules.ends_divisors) > _lib.DMC_MAX_DIVISORS:
        raise wrong(
            "ends_divisors", rules.ends_divisors, f"at most {_lib.DMC_MAX_DIVISORS} numbers"
        )
    if len(rules.bonus_last_tile) > _lib.DMC_MAX_BONUS_TILES:
        expected = f"at most {_lib.DMC_MAX_BONUS_TILES} tiles"
        raise wrong("bonus_last_tile", rules.bonus_last_tile, expected)
    if not rules.opening:
        raise wrong("opening", rules.opening, "one criterion or more")


def spec(rules: Any) -> dict[str, Any]:
    """Give the rules as the fields of the core's `dmc_spec`."""
    chosen = {name: words.index(getattr(rules, name)) for name, words in CHOICES.items()}
    redeal = {word.split()[0]: int(word.split()[1]) for word in rules.redeal_if}
    how, unit = rounding(rules.rounding)
    values = [tile.pips for tile in TileSet.double(MAX_PIP)]
    for text, points in rules.tile_values:
        values[Tile.parse(text).index] = points
    closing = dict(rules.closing_points)
    after = rules.after_block
    bonus = rules.bonus_last_tile
    return {
        "max_pip": rules.max_pip,
        "seats": rules.seats,
        "hand_size": rules.hand_tiles,
        "sides": [rules.side_of(seat) for seat in range(rules.seats)],
        "join_sum": join_sum(rules.joins, rules.max_pip),
        "exclude": TileSet(rules.exclude).mask,
        "wild": TileSet(rules.wild).mask,
        "later": chosen["later"],
        "after_block": chosen["later"] if after is None else CHOICES["later"].index(after),
        "redeal_doubles": redeal.get("doubles", 0),
        "redeal_same": redeal.get("same", 0),
        "lot_tile": chosen["lot_tile"],
        "spinner": chosen["spinner"],
        "spinner_arms": rules.spinner_arms,
        "arms_open": chosen["arms_open"],
        "fill_first": rules.fill_first,
        "fill_doubles": rules.fill_doubles,
        "arm_cap": rules.arm_cap,
        "draw_limit": draw_limit(rules.draw),
        "draw_when_able": int(rules.draw_when_able),
        "drawn_tile": chosen["drawn_tile"],
        "reserve": rules.reserve,
        "out_side": chosen["out"],
        "drain": chosen["dead_layout"],
        "blocked_winner": chosen["blocked_winner"],
        "blocked_tie": chosen["blocked_tie"],
        "score": _lib.DMC_SCORE_NONE if rules.score_round else chosen["score"],
        "points_all": chosen["points_from"],
        "minus_own": int(rules.minus_own),
        "rounding": how,
        "rounding_unit": unit,
        "rounding_per_hand": int(rules.rounding_per_hand),
        "blocker_exempt": int(rules.blocker_exempt),
        "closing": [closing.get(kind, 0) for kind in CLOSINGS],
        "n_divisors": len(rules.ends_divisors),
        "divisors": list(rules.ends_divisors),
        "quotient": chosen["ends_points"],
        "double_single": chosen["double_tip"],
        "exposed_halves": chosen["spinner_count"],
        "opening_counts": chosen["opening_counts"],
        "claim_required": chosen["claim"],
        "bonus_capicua": rules.bonus_capicua,
        "bonus_first_pass": rules.bonus_first_pass,
        "bonus_round_pass": rules.bonus_round_pass,
        "n_bonus_tiles": len(bonus),
        "bonus_tiles": [Tile.parse(text).index for text, _ in bonus],
        "bonus_points": [points for _, points in bonus],
        "target": rules.target or 0,
        "immediate": chosen["match_end"],
        "wins_low": chosen["wins"],
        "values": values,
        "criteria": [criterion(text, rules.max_pip) for text in rules.opening],
    }


def parse_value(name: str, default: object, text: str) -> Any:
    """Read a field's value from a command line: `100`, `true`, `none`, `(5,)`, `lowest_side`.

    Lists of words may be written with commas: `highest_double,highest_tile`.
    """
    word = text.strip()
    if name in CHOICES or name in ("draw", "joins", "rounding"):
        return word
    if word.lower() in ("true", "yes", "on", "false", "no", "off"):
        return word.lower() in ("true", "yes", "on")
    if word.lower() in ("none", "null") and name in ("target", "after_block", "sides"):
        return None
    if name == "after_block":
        return word
    if name in ("opening", "redeal_if", "exclude", "wild"):
        return tuple(part.strip() for part in word.split(",") if part.strip())
    if name == "ends_divisors" and "(" not in word:
        word = f"({word},)" if word else "()"
    try:
        return ast.literal_eval(word)
    except (ValueError, SyntaxError):
        raise wrong(name, text, f"a value like {default!r}") from None
