# SPDX-License-Identifier: MIT
"""How the fields of `Rules` are written, checked and handed to the core.

A field that chooses one of several values lists them here in the order of the C constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from dominocore import _native
from dominocore.errors import NotationError, RulesError
from dominocore.field_text import wrong
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

_PIPS = tuple(tile.pips for tile in TileSet.double(MAX_PIP))
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
"""How the criteria are written, as messages show it."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """Give " (did you mean …?)" for a misspelt word, or nothing."""
    import difflib  # noqa: PLC0415  (only a mistake needs it)

    near = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


# ---- reading single values ----


def _whole(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise wrong(name, value, f"a whole number from {low} to {high}")
    return int(value)


def whole_field(name: str, value: Any) -> int:
    """Read a field that is a whole number within bounds, such as `seats`.

    Raises:
        RulesError: it is none.
    """
    return _whole(name, value, *_RANGES[name])


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
    out = {}
    for tile, points in _pairs(name, value, "('0-0', 10)"):
        key = str(_tile(name, tile))
        if key in out:
            raise wrong(name, value, f"each tile once; {key} is there twice")
        out[key] = _whole(name, points, low, high)
    return tuple(out.items())


def _pairs(name: str, value: Any, example: str) -> list[tuple[Any, Any]]:
    """Read a mapping or a list of pairs."""
    items = value.items() if isinstance(value, Mapping) else value
    try:
        return [(key, number) for key, number in items]
    except (TypeError, ValueError):
        raise wrong(name, value, f"pairs such as {example}") from None


def _hand_size(value: Any) -> int | tuple[tuple[int, int], ...]:
    if isinstance(value, int):
        return _whole("hand_size", value, 1, 95)
    sizes = {}
    for key, number in _pairs("hand_size", value, "(2, 7), or a whole number"):
        # JSON and TOML know no keys but texts.
        given = int(key) if isinstance(key, str) and is_number(key) else key
        seats = _whole("hand_size", given, 2, 8)
        if seats in sizes:
            raise wrong("hand_size", value, f"one size for {seats} seats")
        sizes[seats] = _whole("hand_size", number, 1, 95)
    if not sizes:
        raise wrong("hand_size", value, "one pair (seats, tiles) or more")
    return tuple(sorted(sizes.items()))


def _sides(value: Any, seats: int) -> tuple[int, ...] | None:
    if value is None:
        return None
    try:
        sides = tuple(value)
    except TypeError:
        raise wrong("sides", value, "None or one side a seat, such as (0, 1, 0, 1)") from None
    if len(sides) != seats or not all(type(side) is int for side in sides):
        raise wrong("sides", value, f"one side for each of {seats} seats")
    if sorted(set(sides)) != list(range(len(set(sides)))):
        raise wrong("sides", value, "sides numbered 0, 1, ... without a gap")
    if len(set(sides)) == 1:
        raise wrong("sides", value, "two sides or more")
    return None if sides == tuple(range(seats)) else sides


def is_number(text: str) -> bool:
    """Tell whether a text is a whole number in plain digits, short enough to be meant."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


def _number_after(name: str, value: Any, word: str, low: int, high: int) -> int | None:
    """Read the number of a text like `sum 7`; None when the text starts with another word."""
    parts = str(value).split()
    if len(parts) != 2 or parts[0] != word or not is_number(parts[1]):
        return None
    return _whole(name, int(parts[1]), low, high)


def _redeal(value: Any) -> tuple[str, ...]:
    words = tuple(" ".join(word.split()) for word in _words("redeal_if", value))
    for word in words:
        if not any(_number_after("redeal_if", word, k, 1, 95) for k in ("doubles", "same")):
            raise wrong("redeal_if", word, "'doubles 5' or 'same 6', with a number of tiles")
    if len({word.split()[0] for word in words}) != len(words):
        raise wrong("redeal_if", value, "at most one 'doubles k' and one 'same k'")
    return words


def _opening(value: Any, max_pip: int) -> tuple[str, ...]:
    """Read the criteria and give each in its one spelling."""
    texts = []
    for text in _words("opening", value):
        criterion(text, max_pip)
        words = text.split()
        if words[0] == "tile":
            words[1] = str(Tile.parse(words[1]))
        texts.append(" ".join(words))
    if not texts:
        raise wrong("opening", value, "one criterion or more")
    if len(texts) > _lib.DMC_MAX_CRITERIA:
        raise wrong("opening", value, f"at most {_lib.DMC_MAX_CRITERIA} criteria")
    return tuple(texts)


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
        tile = _tile("opening", rest[0])
        if tile.high > max_pip:
            raise wrong("opening", text, f"a tile of the double-{max_pip} set")
        return _lib.DMC_OPEN_TILES, free, (tile.index,)
    if head == "doubles" and rest and all(map(is_number, rest)):
        pips = [int(word) for word in rest]
    elif head == "highest_double" and not rest:
        pips = list(range(max_pip, -1, -1))
    elif head == "lowest_double" and not rest:
        pips = list(range(max_pip + 1))
    if not pips or max(pips) > max_pip or len(pips) != len(set(pips)):
        known = ("tile", "doubles", "highest_double", "lowest_double", *_RANKED)
        expected = f"one of {', '.join(map(repr, _CRITERIA))}" + suggestion(head, known)
        if pips:
            expected = f"doubles of the double-{max_pip} set, each once"
        raise wrong("opening", text, expected)
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
    for name in _RANGES:
        out[name] = whole_field(name, values[name])
    for name in _FLAGS:
        if not isinstance(values[name], bool):
            raise wrong(name, values[name], "True or False")
    for name, words in CHOICES.items():
        if values[name] not in words:
            expected = "one of " + ", ".join(words)
            raise wrong(name, values[name], expected + suggestion(str(values[name]), words))
    out["draw"], out["joins"], out["rounding"] = (
        " ".join(str(values[name]).split()) for name in ("draw", "joins", "rounding")
    )
    draw_limit(out["draw"])
    join_sum(out["joins"], out["max_pip"])
    rounding(out["rounding"])
    after = values["after_block"]
    if after is not None and after not in CHOICES["later"]:
        raise wrong("after_block", after, "None or one of " + ", ".join(CHOICES["later"]))
    for name in ("exclude", "wild"):
        out[name] = _tiles(name, values[name])
    out["hand_size"] = _hand_size(values["hand_size"])
    out["sides"] = _sides(values["sides"], out["seats"])
    out["opening"] = _opening(values["opening"], out["max_pip"])
    out["redeal_if"] = _redeal(values["redeal_if"])
    out["tile_values"] = _tile_points("tile_values", values["tile_values"], 0, 10000)
    out["bonus_last_tile"] = _tile_points("bonus_last_tile", values["bonus_last_tile"], 0, 10000)
    out["closing_points"] = _closing_points(values["closing_points"])
    out["ends_divisors"] = _divisors(values["ends_divisors"])
    if values["target"] is not None:
        out["target"] = _whole("target", values["target"], 1, 100_000_000)
    score = values["score_round"]
    if score is not None and not callable(score):
        raise wrong("score_round", score, "None or a function of a RoundEnd")
    return out


def _closing_points(value: Any) -> tuple[tuple[str, int], ...]:
    points = {}
    for kind, number in _pairs("closing_points", value, "('simple', 1)"):
        if kind not in CLOSINGS or kind in points:
            raise wrong("closing_points", value, "each at most once of " + ", ".join(CLOSINGS))
        points[kind] = _whole("closing_points", number, 0, 10000)
    return tuple(points.items())


def _divisors(value: Any) -> tuple[int, ...]:
    try:
        divisors = tuple(_whole("ends_divisors", number, 1, 1000) for number in value)
    except TypeError:
        raise wrong("ends_divisors", value, "numbers such as (5,)") from None
    if len(set(divisors)) != len(divisors) or len(divisors) > _lib.DMC_MAX_DIVISORS:
        expected = f"at most {_lib.DMC_MAX_DIVISORS} different numbers"
        raise wrong("ends_divisors", value, expected)
    return divisors


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
    for text in rules.opening:
        words = text.split()
        if words[0] == "tile" and words[1] in rules.exclude:
            raise wrong("opening", text, f"a tile that exclude={rules.exclude} leaves in the set")
    if len(rules.bonus_last_tile) > _lib.DMC_MAX_BONUS_TILES:
        expected = f"at most {_lib.DMC_MAX_BONUS_TILES} tiles"
        raise wrong("bonus_last_tile", rules.bonus_last_tile, expected)
    _check_layout(rules)
    _check_points(rules)


def _check_layout(rules: Any) -> None:
    """Refuse cross sides without a spinner, and numbers of sides that a double does not have."""
    if rules.spinner == "none":
        for name, default in (("spinner_arms", 4), ("arms_open", "both_sides"), ("arm_cap", 0)):
            if getattr(rules, name) != default:
                raise wrong(name, getattr(rules, name), f"{default!r}, or a spinner beside it")
    if rules.spinner_arms in (5, 7):
        raise wrong("spinner_arms", rules.spinner_arms, "2, 3, 4, 6 or 8")
    if rules.spinner == "every_double" and rules.spinner_arms > 4:
        raise wrong("spinner_arms", rules.spinner_arms, "at most 4 where every double is a spinner")
    if rules.fill_first and rules.spinner == "none":
        raise wrong("fill_first", rules.fill_first, "a spinner beside it")
    if rules.fill_first and rules.arms_open != "at_once":
        raise wrong("fill_first", rules.fill_first, "arms_open='at_once' beside it")
    if rules.fill_first > rules.spinner_arms:
        raise wrong("fill_first", rules.fill_first, f"at most spinner_arms={rules.spinner_arms}")
    if rules.blocked_winner == "none" and rules.blocked_tie != "none":
        raise wrong("blocked_tie", rules.blocked_tie, "'none' where nobody wins a block")
    if rules.spinner_count == "exposed_halves" and rules.double_tip == "single":
        raise wrong("double_tip", rules.double_tip, "'full' beside spinner_count='exposed_halves'")
    if rules.fill_doubles and rules.arm_cap:
        raise wrong("fill_doubles", rules.fill_doubles, "arm_cap=0 beside it")
    toes = 1 if rules.spinner == "none" else rules.spinner_arms - 1
    if rules.fill_doubles > toes:
        expected = f"at most {toes}, the sides that spinner={rules.spinner!r} leaves to a double"
        raise wrong("fill_doubles", rules.fill_doubles, expected)


def _check_points(rules: Any) -> None:
    """Refuse ways of scoring that lack what they count."""
    if rules.claim == "required" and not rules.ends_divisors:
        raise wrong("claim", rules.claim, "ends_divisors beside it")
    if rules.match_end == "immediate" and rules.wins == "low":
        raise wrong("match_end", rules.match_end, "wins='high' beside it")
    if rules.blocker_exempt and rules.score != "penalties" and rules.score_round is None:
        raise wrong("blocker_exempt", rules.blocker_exempt, "score='penalties' beside it")
    if (rules.score == "closing") != bool(rules.closing_points):
        if rules.closing_points:
            raise wrong("closing_points", rules.closing_points, "score='closing' beside it")
        raise wrong("score", rules.score, "closing_points beside it")


def spec(rules: Any) -> dict[str, Any]:
    """Give the rules as the fields of the core's `dmc_spec`."""
    chosen = {name: words.index(getattr(rules, name)) for name, words in CHOICES.items()}
    redeal = {word.split()[0]: int(word.split()[1]) for word in rules.redeal_if}
    how, unit = rounding(rules.rounding)
    values = list(_PIPS)
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
