# SPDX-License-Identifier: MIT
"""Rules in plain English, from the data alone: no game has a text of its own."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from typing import TYPE_CHECKING

from dominocore.rule_fields import draw_limit, join_sum, rounding

if TYPE_CHECKING:
    from dominocore.rules import Rules

_SETS = {6: "six", 9: "nine", 12: "twelve", 15: "fifteen", 18: "eighteen"}
_OPENINGS = {
    "highest_double": "the holder of the highest double",
    "lowest_double": "the holder of the lowest double",
    "highest_tile": "the holder of the tile with the most pips (of equals, the one with the "
    "highest half)",
    "highest_tile_lex": "the holder of the tile with the highest half (of equals, the one with the "
    "higher other half)",
    "lowest_tile": "the holder of the tile with the fewest pips (of equals, the one without the "
    "highest half)",
    "heaviest_hand": "the seat with the most points in hand (of equals, the one with the best "
    "tile)",
    "lot": "a seat chosen by lot",
}
_LOT_TILES = {
    "returned": "the tiles go back",
    "kept": "each seat keeps its tile",
    "leads": "each seat keeps its tile, and the best one is led",
}
_LATER = {
    "next": "the seat after the one that led before leads any tile",
    "winner": "the seat that won leads any tile",
    "next_after_winner": "the seat after the one that won leads any tile",
    "winner_or_blocker": "the seat that went out, or the one that blocked, leads any tile",
    "winner_side": "the winning side's first seat after the one that led before leads any tile",
}
_SPINNERS = {
    "first_double": "the first double of a round is a spinner",
    "opening_double": "a double that is led is a spinner",
    "every_double": "every double is a spinner",
}
_ARMS_OPEN = {
    "both_sides": "once both its sides in the line are covered",
    "one_side": "once one of its sides in the line is covered",
    "at_once": "from the start",
}
_DRAWN = {
    "must_play": "a drawn tile that fits must be played",
    "may_play": "a drawn tile that fits may be played or kept",
    "turn_ends": "a drawn tile that fits is kept, and the turn ends",
}
_BLOCKED = {
    "lowest_side": "the side with the fewest pips in its hands wins",
    "lowest_seat": "the side of the seat with the fewest pips wins",
    "blocker_or_next": "of the seat that played last and the one after it, the one with fewer "
    "pips wins for its side",
}
_TIES = {
    "none": "of equals nobody wins",
    "blocker_loses": "of equals the side that played last loses",
    "blocker_wins": "of equals the side that played last wins",
    "nearest_lead": "of equals the one nearest in play to the lead wins, the leader first",
    "replay": "of equals nobody wins, and the next round opens as this one did",
}
_CLOSINGS = {
    "simple": "a tile that is no double and fits one end",
    "double": "a double",
    "both_ends": "a tile that fits both ends",
    "double_both_ends": "a double that fits both ends",
}
_ROUNDINGS = ("", "rounded down", "rounded to the nearest multiple", "rounded up")


def describe(rules: Rules) -> str:
    """Say rules in plain English, one line a topic; topics that a game lacks are left out."""
    lines = {
        "Set": _set(rules),
        "Seats": _seats(rules),
        "Deal": _deal(rules),
        "Opening": _opening(rules),
        "Later rounds": _later(rules),
        "Tiles join": _joining(rules),
        "Spinner": _spinner(rules),
        "Drawing": _drawing(rules),
        "Round ends": _end(rules),
        "Blocked": _blocked(rules),
        "Scoring": _scoring(rules),
        "Points in play": _in_play(rules),
        "Bonuses": _bonuses(rules),
        "Match": _match(rules),
    }
    return "\n".join(f"{topic}: {text}" for topic, text in lines.items() if text)


def _sentences(parts: Iterable[str]) -> str:
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in parts if part)


def _and(items: Iterable[object], word: str = "and") -> str:
    texts = [str(item) for item in items]
    return f" {word} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def _times(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _set(rules: Rules) -> str:
    without = f" without {_and(rules.exclude)}" if rules.exclude else ""
    return f"Double-{_SETS.get(rules.max_pip, rules.max_pip)}{without}, {len(rules.tiles)} tiles."


def _deal(rules: Rules) -> str:
    deal = _times(rules.hand_tiles, "tile") + " to each seat"
    sizes = rules.hand_size
    if isinstance(sizes, tuple) and len(sizes) > 1:
        deal += " (" + ", ".join(f"{size} with {n} seats" for n, size in sizes) + ")"
    rest = len(rules.tiles) - rules.seats * rules.hand_tiles
    left = f"{_times(rest, 'tile')} left for the boneyard" if rest else "none left over"
    redeals = []
    for text in rules.redeal_if:
        word, number = text.split()
        kind = "doubles" if word == "doubles" else "tiles that share a number"
        redeals.append(f"{number} or more {kind}")
    again = f"all is dealt again when a hand has {_and(redeals, 'or')}" if redeals else ""
    return _sentences([f"{deal}, {left}", again])


def _seats(rules: Rules) -> str:
    if rules.sides is None:
        return f"{rules.seats}, each for itself."
    sides = [
        _and(seat for seat in range(rules.seats) if rules.side_of(seat) == side)
        for side in range(rules.n_sides)
    ]
    return f"{rules.seats}, numbered from 0; {' against '.join(sides)}, each side with one total."


def _opening(rules: Rules) -> str:
    return _sentences(["; failing that, ".join(_criterion(rules, text) for text in rules.opening)])


def _criterion(rules: Rules, text: str) -> str:
    head, *rest = text.split()
    free = rest[-1:] == ["free"] or head in ("heaviest_hand", "lot")
    if head == "redeal":
        return "the tiles are dealt again"
    if head == "lots":
        leads = "" if rules.lot_tile == "leads" else ", with any tile"
        return (
            "each seat turns up a tile of the boneyard, and the seat with the most pips leads"
            f"{leads} ({_LOT_TILES[rules.lot_tile]})"
        )
    if head == "tile":
        who = f"the holder of {rest[0]}"
    elif head == "doubles":
        listed = [f"{pip}-{pip}" for pip in rest if pip != "free"]
        who = f"the holder of the first of {', '.join(listed)} that was dealt"
    else:
        who = _OPENINGS[head]
    return f"{who} leads {'any tile' if free else 'it'}"


def _later(rules: Rules) -> str:
    again = "the opening decides again"
    after = rules.later if rules.after_block is None else rules.after_block
    texts = [_LATER.get(rules.later, again)]
    if after != rules.later:
        texts.append(f"after a blocked round, {_LATER.get(after, again)}")
    if {rules.later, after} - {"opening", "next", "winner_or_blocker"}:
        texts.append(f"where nobody won, {again}")
    return _sentences(texts)


def _joining(rules: Rules) -> str:
    total = join_sum(rules.joins, rules.max_pip)
    wild = ""
    if rules.wild:
        joins = "joins" if len(rules.wild) == 1 else "join"
        wild = f"{_and(rules.wild)} {joins} anything, either way round"
    return _sentences([f"halves join that make {total}" if total else "equal halves join", wild])


def _spinner(rules: Rules) -> str:
    texts = []
    if rules.spinner == "none":
        pass
    elif rules.spinner_arms == 2:
        texts.append(f"{_SPINNERS[rules.spinner]}, with no more than its two sides in the line")
    else:
        texts.append(
            f"{_SPINNERS[rules.spinner]}: it takes tiles on {rules.spinner_arms} sides, those "
            f"across the line {_ARMS_OPEN[rules.arms_open]}"
        )
        if rules.arm_cap:
            texts.append("an arm across the line holds one tile")
    if rules.fill_first:
        sides = _times(rules.fill_first, "side")
        texts.append(f"until {sides} of a double that is led are covered, nothing else is played")
    if rules.fill_doubles:
        tiles = _times(rules.fill_doubles, "more tile")
        texts.append(f"until a double has got {tiles}, nothing else is played")
    return _sentences(texts)


def _drawing(rules: Rules) -> str:
    limit = draw_limit(rules.draw)
    if not limit:
        return "None; a seat that cannot play passes."
    how = {"one": "draws a tile", "until_playable": "draws until a tile fits"}
    draws = how.get(rules.draw, f"draws until a tile fits, at most {limit}")
    texts = [f"a seat that cannot play {draws}"]
    if rules.draw_when_able:
        texts[0] += ", and one that can may do so too"
    texts.append(_DRAWN[rules.drawn_tile])
    if rules.reserve == 1:
        texts.append("the last tile is never drawn")
    elif rules.reserve:
        texts.append(f"the last {rules.reserve} tiles are never drawn")
    texts.append("a seat that can neither play nor draw passes")
    return _sentences(texts)


def _end(rules: Rules) -> str:
    whole = rules.out == "side" and rules.sides is not None
    texts = [f"when a {'whole side' if whole else 'seat'} has played its last tile, which wins"]
    blocked = "it is blocked when nobody can play"
    if draw_limit(rules.draw):
        blocked += " or draw"
        if rules.dead_layout == "end_now":
            blocked += ", and at once when no tile that is not on the table fits an end"
    texts.append(blocked)
    return _sentences(texts)


def _blocked(rules: Rules) -> str:
    if rules.blocked_winner == "none":
        return "Nobody wins."
    return _sentences([_BLOCKED[rules.blocked_winner], _TIES[rules.blocked_tie]])


def _scoring(rules: Rules) -> str:
    values = [f"{tile} counts {_times(points, 'point')}" for tile, points in rules.tile_values]
    return _sentences([_gain(rules), _function(rules), *values])


def _function(rules: Rules) -> str:
    """Give what the function that scores says of itself: the first line of its docstring."""
    text = inspect.getdoc(rules.score_round) if rules.score_round is not None else None
    return text.splitlines()[0].rstrip(".") if text else ""


def _gain(rules: Rules) -> str:
    if rules.score_round is not None:
        return f"by a function of its own, {rules.score_round.__qualname__}"
    if rules.score == "none":
        return "a round gives no points at its end"
    if rules.score == "unit":
        return "the side that wins gets 1 point"
    if rules.score == "closing":
        kinds = dict(rules.closing_points)
        blocked = f"{kinds.pop('blocked')} when blocked" if "blocked" in kinds else ""
        shown = [f"{kinds[kind]} with {text}" for kind, text in _CLOSINGS.items() if kind in kinds]
        return "the side that wins gets " + _and([*shown, blocked] if blocked else shown)
    how, unit = rounding(rules.rounding)
    rounded = f"{_ROUNDINGS[how]}{' of' if how == 2 else ' to a multiple of'} {unit}" if how else ""
    per_hand = bool(how) and rules.rounding_per_hand
    if rules.score == "penalties":
        text = "each side gets the pips left in its own hands as penalties"
        exempt = "the seat that blocked gets none" if rules.blocker_exempt else ""
    else:
        pips = "in all hands" if rules.points_from == "all" else "in its opponents' hands"
        less = ", less its own" if rules.minus_own else ""
        text, exempt = f"the side that wins gains the pips {pips}{less}", ""
    if rounded:
        text += f", {'each hand' if per_hand else 'in all'} {rounded}"
    return f"{text}; {exempt}" if exempt else text


def _in_play(rules: Rules) -> str:
    if not rules.ends_divisors:
        return ""
    multiple = f"a multiple of {_and(rules.ends_divisors, 'or')}"
    worth = "the sum"
    if rules.ends_points == "quotient":
        worth = f"the sum divided by {_and(rules.ends_divisors, 'or')}"
        if len(rules.ends_divisors) > 1:
            worth += ", both added where both divide it"
    texts = [
        f"when the open ends sum to {multiple}, the side of the seat that played gains {worth}",
        "a double at an end counts "
        + ("both its halves" if rules.double_tip == "full" else "one of its halves"),
    ]
    if rules.spinner != "none":
        texts.append(
            "a spinner counts so until two of its sides are covered"
            if rules.spinner_count == "until_two_sides"
            else "a spinner counts its halves that are exposed"
        )
    texts.append(
        {
            "full": "the lead counts too",
            "none": "the lead does not count",
            "single": "the lead counts too, a double one half only",
        }[rules.opening_counts]
    )
    if rules.claim == "required":
        texts.append("points that are not claimed with the move are lost")
    return _sentences(texts)


def _bonuses(rules: Rules) -> str:
    texts = [f"{points} for going out with {tile}" for tile, points in rules.bonus_last_tile]
    for points, what in (
        (rules.bonus_capicua, "going out with a tile, no double, that fits both ends of the line"),
        (rules.bonus_first_pass, "the leader when the second seat cannot play at its first turn"),
        (rules.bonus_round_pass, "a tile after which all other seats pass"),
    ):
        if points:
            texts.append(f"{points} for {what}")
    return _sentences(texts)


def _match(rules: Rules) -> str:
    if rules.target is None:
        return "Without end."
    when = (
        "at once when a side reaches it"
        if rules.match_end == "immediate"
        else "with the round in which a side reaches it"
    )
    tie = {"shared": "equal totals share the win", "extra_round": "equal totals play on"}
    texts = [f"to {rules.target} points; it ends {when}", f"the {rules.wins}est total wins"]
    return _sentences([*texts, tie[rules.match_tie]])
