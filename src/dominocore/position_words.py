# SPDX-License-Identifier: MIT
"""The fields of a position's line: how each is written and read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from dominocore.moves import Move, arm_text
from dominocore.notation import (
    ARM,
    MOST_SEATS,
    Event,
    expected,
    fail,
    pieces,
    read_event,
    read_halves,
    read_int,
    read_move,
    read_tile,
)
from dominocore.tiles import MAX_PIP, Hand, Tile

_VARIANT = re.compile(
    r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:;[a-z_][a-z0-9_]*=(?:[A-Za-z0-9_.,:+-]|%[0-9A-F]{2})*)*",
    re.ASCII,
)
_LONGEST_VARIANT = 4000
_MOST_TILES = (MAX_PIP + 1) * (MAX_PIP + 2) // 2
_MOST_POINTS = 1_000_000_000
_FIELDS = ("variant", "set", "table", "hands", "boneyard", "turn", "passes", "scores")
#: What may follow the fields, and what a position calls it.
_KEYS = {
    "lead": "leader",
    "last": "last",
    "brought": "brought",
    "round": "round",
    "opened": "opened_by",
    "shown": "lots",
    "drew": "drew",
    "setup": "set_up",
    "seat": "seat",
    "ended": "ended",
    "laid": "base",
    "moves": "moves",
}
_COUNTS = {
    "round": ("the number of a round", 0, _MOST_POINTS),
    "opened": ("the place of a criterion", 0, 254),
    "drew": ("a count", 1, _MOST_TILES),
}


@dataclass(frozen=True, slots=True)
class HandText:
    """A hand as a position tells of it.

    Attributes:
        tiles: the tiles that are known.
        hidden: how many more it holds.
        voids: the pips that its seat has shown it lacks.
    """

    tiles: Hand = Hand()  # noqa: RUF009  (a value that nothing can change)
    hidden: int = 0
    voids: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.tiles) + self.hidden

    def __str__(self) -> str:
        words = [str(tile) for tile in reversed(tuple(self.tiles))]
        words += [f"?{self.hidden}"] if self.hidden else []
        voids = "!" + ",".join(map(str, self.voids)) if self.voids else ""
        return (".".join(words) or "-") + voids


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a round ended, as the position of a finished one tells it; see `Outcome`.

    Attributes:
        ending: the word of what ended the round, a value of `Ending`.
        seat: who went out, reached the target or won the blocked round; None where nobody did.
        side: the side that won, or None.
        blocker: who placed the last tile of a blocked round, else None.
    """

    ending: str
    seat: int | None
    side: int | None
    blocker: int | None

    def __str__(self) -> str:
        parts = (self.seat, self.side, self.blocker)
        return ":".join([self.ending, *map(write_seat, parts)])


def quote(variant: str) -> str:
    """Write a variant without spaces and marks of the position text: `%20` for a space."""
    return "".join(
        c
        if c.isascii() and (c.isalnum() or c in "_.,:+-;=")
        else "".join(f"%{byte:02X}" for byte in c.encode())
        for c in variant
    )


def _unquote(text: str) -> str:
    parts = text.split("%")
    raw = parts[0].encode() + b"".join(
        bytes([int(part[:2], 16)]) + part[2:].encode() for part in parts[1:]
    )
    return raw.decode()


def write_hand(tiles: Hand) -> str:
    """Write a hand, from the highest tile down."""
    return str(HandText(tiles))


def write_seat(seat: int | None) -> str:
    """Write a seat, or that there is none."""
    return "-" if seat is None else str(seat)


# ---- the table ----


def chains(layout: Iterable[Move]) -> tuple[Move | None, dict[int, list[Move]]]:
    """Give the lead and the tiles of each arm, from the inside outwards."""
    lead, arms = None, dict[int, list[Move]]()
    for move in layout:
        if move.is_lead:
            lead = move
        else:
            arms.setdefault(move.arm, []).append(move)
    return lead, dict(sorted(arms.items()))


def in_text_order(layout: Iterable[Move]) -> tuple[Move, ...]:
    """Give placements in the order in which a table is written: the lead, then arm by arm."""
    lead, arms = chains(layout)
    first = () if lead is None else (lead,)
    return (*first, *(move for chain in arms.values() for move in chain))


def write_table(layout: Iterable[Move]) -> str:
    """Write the tiles on the table: the lead as it lies, then each arm outwards."""
    lead, arms = chains(layout)
    if lead is None or lead.tile is None:
        return "-"
    return f"{lead.tile.low}-{lead.tile.high}" + "".join(
        arm_text(arm) + ".".join(f"{move.joins}-{move.shows}" for move in chain)
        for arm, chain in arms.items()
    )


def write_boneyard(boneyard: tuple[Tile, ...] | int) -> str:
    """Write the boneyard in drawing order, or how many tiles it has."""
    if isinstance(boneyard, int):
        return f"?{boneyard}" if boneyard else "-"
    return ".".join(map(str, boneyard)) or "-"


def write_scores(scores: tuple[int, ...]) -> str:
    """Write totals by side."""
    return ":".join(map(str, scores)) or "-"


# ---- reading ----


def read_hand(text: str, at: int, end: int) -> HandText:
    """Read a hand: tiles, a count of hidden ones, and the pips that its seat lacks."""
    cut = text.find("!", at, end)
    stop = end if cut < 0 else cut
    voids = []
    if cut >= 0:
        for pip_at, pip_end in pieces(text, cut + 1, end, ","):
            voids.append(read_int(text, pip_at, pip_end, "a pip", 0, MAX_PIP))
    tiles, hidden = list[Tile](), 0
    if text[at:stop] != "-":
        for item_at, item_end in pieces(text, at, stop, "."):
            if text[item_at : item_at + 1] == "?":
                if hidden:
                    fail("a hand has one count of hidden tiles", text, item_at)
                hidden = read_int(text, item_at + 1, item_end, "a count", 1, _MOST_TILES)
            else:
                tiles.append(read_tile(text, item_at, item_end))
    if len(set(tiles)) < len(tiles):
        twice = next(tile for tile in tiles if tiles.count(tile) > 1)
        fail(f"{twice} is in the hand twice", text, at)
    return HandText(Hand(tiles), hidden, tuple(sorted(set(voids))))


def read_hands(text: str, at: int, end: int) -> tuple[Hand, ...]:
    """Read hands that hide nothing."""
    found: list[Hand] = []
    for hand_at, hand_end in pieces(text, at, end, "/"):
        hand = read_hand(text, hand_at, hand_end)
        if hand.hidden or hand.voids or len(found) == MOST_SEATS:
            expected("the tiles of a hand", text, hand_at, hand_end)
        found.append(hand.tiles)
    return tuple(found)


def read_scores(text: str, at: int, end: int) -> tuple[int, ...]:
    """Read totals by side."""
    if text[at:end] == "-":
        return ()
    spans = list(pieces(text, at, end, ":"))
    if len(spans) > MOST_SEATS:
        fail(f"there are at most {MOST_SEATS} scores", text, at)
    return tuple(read_int(text, *span, "a score", -_MOST_POINTS, _MOST_POINTS) for span in spans)


class PositionReader:
    """Reads the line of one position."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a position is read from a text, got {type(text).__name__}")
        self.text = text
        self.seats = 0

    def fields(self) -> tuple[dict[str, Any], dict[str, int]]:
        """Give what is written, by the names of a `Position`, and where each part begins."""
        spans = [span for span in pieces(self.text, 0, len(self.text), " ") if span[0] < span[1]]
        if len(spans) < len(_FIELDS):
            missing = _FIELDS[len(spans)]
            fail(f"expected the {missing} of the position, got the end", self.text, len(self.text))
        at = dict(zip(_FIELDS, spans, strict=False))
        found: dict[str, Any] = {
            "variant": self._variant(*at["variant"]),
            "max_pip": self._set(*at["set"]),
            "layout": self._table(*at["table"]),
            "hands": self._hands(*at["hands"]),
        }
        self.seats = len(found["hands"])
        found["boneyard"] = self._boneyard(*at["boneyard"])
        found["turn"] = self._seat_or_none(*at["turn"])
        found["passes"] = read_int(self.text, *at["passes"], "the passes in a row", 0, 255)
        found["scores"] = self._scores(*at["scores"])
        places = {name: span[0] for name, span in at.items()}
        self._keys(spans[len(_FIELDS) :], found, places)
        return found, places

    def _variant(self, at: int, end: int) -> str:
        match = _VARIANT.match(self.text, at, end)
        stop = match.end() if match else at
        if stop != end or end - at > _LONGEST_VARIANT:
            expected("a variant, such as block or latin;pairs=true", self.text, min(stop, at), end)
        try:
            return _unquote(self.text[at:end])
        except ValueError:
            return expected("a variant in UTF-8", self.text, at, end)

    def _set(self, at: int, end: int) -> int:
        if self.text[at] != "d":
            expected("the set, such as d6 for double-six", self.text, at, end)
        return read_int(self.text, at + 1, end, "the highest pip of the set", 1, MAX_PIP)

    def _table(self, at: int, end: int) -> tuple[Move, ...]:
        text = self.text
        if text[at:end] == "-":
            return ()
        marks = list(ARM.finditer(text, at, end))
        stops = [match.start() for match in marks] + [end]
        moves = [Move.lead(Tile(*read_halves(text, at, stops[0])))]
        seen = set[int]()
        for match, stop in zip(marks, stops[1:], strict=True):
            arm = Move(f"{match[0]}0-0").arm
            if arm in seen:
                fail(f"the arm {match[0]} is there twice", text, match.start())
            seen.add(arm)
            for tile_at, tile_end in pieces(text, match.end(), stop, "."):
                after = f" after {text[tile_at - 1]!r}"
                joins, shows = read_halves(text, tile_at, tile_end, after)
                moves.append(Move.place(Tile(joins, shows), arm, joins))
        return tuple(moves)

    def _hands(self, at: int, end: int) -> tuple[HandText, ...]:
        found: list[HandText] = []
        for hand_at, hand_end in pieces(self.text, at, end, "/"):
            if len(found) == MOST_SEATS:
                fail(f"there are at most {MOST_SEATS} hands", self.text, hand_at)
            found.append(read_hand(self.text, hand_at, hand_end))
        return tuple(found)

    def _boneyard(self, at: int, end: int) -> tuple[Tile, ...] | int:
        text = self.text
        if text[at:end] == "-":
            return ()
        if text[at] == "?":
            return read_int(text, at + 1, end, "a count", 1, _MOST_TILES)
        return tuple(read_tile(text, *span) for span in pieces(text, at, end, "."))

    def _seat(self, at: int, end: int) -> int:
        return read_int(self.text, at, end, "a seat", 0, self.seats - 1)

    def _seat_or_none(self, at: int, end: int) -> int | None:
        return None if self.text[at:end] == "-" else self._seat(at, end)

    def _scores(self, at: int, end: int) -> tuple[int, ...]:
        return read_scores(self.text, at, end)

    # ---- keys ----

    def _keys(
        self, spans: list[tuple[int, int]], found: dict[str, Any], places: dict[str, int]
    ) -> None:
        """Read what follows the fields."""
        for at, end in spans:
            cut = self.text.find("=", at, min(end, at + 12))
            key = self.text[at:cut] if cut > at else ""
            if key not in _KEYS:
                expected("one of " + " ".join(f"{name}=" for name in _KEYS), self.text, at, end)
            if key in places:
                fail(f"{key}= is there twice", self.text, at)
            places[key] = at
            found[_KEYS[key]] = self._value(key, cut + 1, end)

    def _value(self, key: str, at: int, end: int) -> Any:
        """Read the value of a key."""
        if key in ("lead", "last", "seat"):
            return self._seat(at, end)
        if key in _COUNTS:
            what, low, high = _COUNTS[key]
            return read_int(self.text, at, end, what, low, high)
        if key == "setup":
            return bool(read_int(self.text, at, end, "a mark", 1, 1))
        readers: dict[str, Callable[[int, int], Any]] = {
            "brought": self._scores,
            "shown": self._lots,
            "ended": self._ended,
            "laid": self._laid,
            "moves": self._moves,
        }
        return readers[key](at, end)

    def _lots(self, at: int, end: int) -> tuple[Tile, ...]:
        spans = list(pieces(self.text, at, end, "."))
        if len(spans) != self.seats:
            expected(f"{self.seats} tiles, one a seat", self.text, at, end)
        return tuple(read_tile(self.text, *span) for span in spans)

    def _ended(self, at: int, end: int) -> Ended:
        spans = list(pieces(self.text, at, end, ":"))[:5]
        word = self.text[slice(*spans[0])]
        if len(spans) != 4 or word not in ("out", "blocked", "target"):
            expected("how the round ended, such as out:0:0:-", self.text, at, end)
        seat, side, blocker = (self._seat_or_none(*span) for span in spans[1:])
        return Ended(ending=word, seat=seat, side=side, blocker=blocker)

    def _laid(self, at: int, end: int) -> tuple[Move, ...]:
        return tuple(self._placement(*span) for span in pieces(self.text, at, end, ","))

    def _placement(self, at: int, end: int) -> Move:
        move = read_move(self.text, at, end)
        if not move.is_placement or move.claimed:
            expected("a placement, such as *6-6 or >6-5", self.text, at, end)
        return move

    def _moves(self, at: int, end: int) -> tuple[Event, ...]:
        found = []
        for move_at, move_end in pieces(self.text, at, end, ","):
            seat, move = read_event(self.text, move_at, move_end)
            if seat >= self.seats:
                expected(f"a seat below {self.seats}", self.text, move_at, move_end)
            found.append((seat, move))
        return tuple(found)
