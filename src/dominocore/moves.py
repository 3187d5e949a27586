# SPDX-License-Identifier: MIT
"""Moves: what a seat can do in its turn, and how that is written.

A move is one 16-bit number everywhere, in C, in histories and in records: bits 0-7 the tile (255
for none), 8-13 the arm, 14 "the low half joins", 15 "claimed". The arms are 0 right, 1 left, then
pairs of cross arms, 2 + 2k up and 3 + 2k down; 61 is a lead, 62 a draw, 63 a pass.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dominocore.arguments import instance, shorten, whole
from dominocore.errors import NotationError
from dominocore.tiles import Tile

RIGHT, LEFT, UP, DOWN = 0, 1, 2, 3
LEAD_ARM, DRAW_ARM, PASS_ARM = 61, 62, 63
ARM_SLOTS = 40
_NO_TILE = 255
_LOW_JOINS = 0x4000
_CLAIMED = 0x8000
_PLAIN_ARMS = "><^v"


class Move:
    """One move: a lead, a placement on an arm, a draw or a pass.

    It prints the way people write moves, the joining half first, and reads what it prints:

    >>> Move(">6-5").tile, Move(">6-5").joins, Move(">6-5").shows
    (Tile(6, 5), 6, 5)
    >>> print(Move.place(Tile(6, 5), LEFT, joins=5))
    <5-6

    `*` leads, `>` `<` `^` `v` join the right, left, up and down arm, `@5^:` and `@5v:` the arms
    of pair 5 (those of the double 5-5 where every double is a spinner), `+` draws, `--` passes,
    and a final `!` claims the points. Each move exists once, so equal moves are identical.

    Raises:
        NotationError: the text is no move.
    """

    __slots__ = ("_packed", "arm", "code", "tile")

    code: int
    """The move as its 16-bit number."""
    arm: int
    """The arm's number; see the module."""
    tile: Tile | None
    """The tile placed, or drawn where that is known; None for a pass and a hidden draw."""
    _packed: bytes

    def __new__(cls, text: str) -> Move:
        return cls.parse(text)

    @classmethod
    def from_code(cls, code: int) -> Move:
        """Give the move with this number.

        Raises:
            ValueError: no move has that number.
        """
        move = KNOWN_MOVES.get(code)
        return _make(code) if move is None else move

    @classmethod
    def lead(cls, tile: Tile, claimed: bool = False) -> Move:
        """Give the move that leads a tile."""
        instance("tile", tile, Tile)
        return cls.from_code(tile.index | LEAD_ARM << 8 | (_CLAIMED if claimed else 0))

    @classmethod
    def place(cls, tile: Tile, arm: int, joins: int, claimed: bool = False) -> Move:
        """Give the move that joins a tile to an arm with the half that has `joins` pips.

        Raises:
            ValueError: the tile has no such half, or there is no such arm.
        """
        instance("tile", tile, Tile)
        whole("an arm", arm, 0, ARM_SLOTS - 1)
        tile.other(joins)
        flags = (_LOW_JOINS if joins != tile.high else 0) | (_CLAIMED if claimed else 0)
        return cls.from_code(tile.index | arm << 8 | flags)

    @classmethod
    def draw(cls, tile: Tile | None = None) -> Move:
        """Give the move that draws a tile, with the tile where the reader may know it."""
        return cls.from_code((_NO_TILE if tile is None else tile.index) | DRAW_ARM << 8)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read what a move prints.

        Raises:
            NotationError: the text is no move; says where it goes wrong.
        """
        move = _BY_TEXT.get(text) if isinstance(text, str) else None
        if move is None:
            move = _read(text)
            if len(_BY_TEXT) < _TEXTS_KEPT:
                _BY_TEXT[text] = move
        return move

    @classmethod
    def read(cls, text: str, moves: Iterable[Move]) -> Move:
        """Read a move as people type it, against the legal ones.

        Besides what moves print: a tile alone where only one move plays it, halves in either
        order, `6|5`, `6:5` or `[6|5]` for `6-5`, `pass`, `draw`. A claim that is not listed is
        dropped: it has no effect.

        Raises:
            NotationError: the text is no move, or fits none or several of the legal moves.
        """
        legal = list(moves)
        word = text.strip().lower()
        claimed = word.endswith("!")
        word = word.rstrip("!").strip().replace("[", "").replace("]", "")
        word = word.replace("|", "-") if "@" in word else word.replace("|", "-").replace(":", "-")
        exactly = [move for move in legal if str(move.with_claim(False)) == word]
        wanted = exactly or [move for move in legal if _matches(move, word)]
        for claim in (claimed, False):
            found = [move for move in wanted if move.claimed == claim]
            if found:
                wanted = found
                break
        if len(wanted) == 1:
            return wanted[0]
        listed = " ".join(map(str, wanted or legal))
        if wanted:
            raise NotationError(f"{shorten(text)} can be {listed}: say which", text)
        raise NotationError(f"{shorten(text)} is none of the legal moves: {listed}", text)

    @property
    def is_lead(self) -> bool:
        """Whether it leads the round."""
        return self.arm == LEAD_ARM

    @property
    def is_draw(self) -> bool:
        """Whether it draws a tile from the boneyard."""
        return self.arm == DRAW_ARM

    @property
    def is_pass(self) -> bool:
        """Whether it passes."""
        return self.arm == PASS_ARM

    @property
    def is_placement(self) -> bool:
        """Whether it puts a tile on the table, as a lead or on an arm."""
        return self.arm <= LEAD_ARM

    @property
    def claimed(self) -> bool:
        """Whether it claims the points in play of the placement."""
        return self.code >= _CLAIMED

    @property
    def pips(self) -> int:
        """The pips of the tile placed; 0 for a draw and a pass."""
        return self.tile.pips if self.tile is not None and self.is_placement else 0

    @property
    def joins(self) -> int | None:
        """The half that joins the arm; None for a lead, a draw and a pass."""
        if self.tile is None or self.arm >= LEAD_ARM:
            return None
        return self.tile.low if self.code & _LOW_JOINS else self.tile.high

    @property
    def shows(self) -> int | None:
        """The half that the arm shows afterwards; None for a lead, a draw and a pass."""
        if self.tile is None or self.arm >= LEAD_ARM:
            return None
        return self.tile.high if self.code & _LOW_JOINS else self.tile.low

    @property
    def public(self) -> Move:
        """The move as the other seats see it: a draw without its tile."""
        return DRAW if self.is_draw else self

    def to_dict(self) -> dict[str, Any]:
        """Give the move as a record in JSON holds it, the seat aside."""
        if self.is_pass:
            return {"do": "pass"}
        tile = "?" if self.tile is None else str(self.tile)
        if self.is_draw:
            return {"do": "draw", "tile": tile}
        arm = "*" if self.is_lead else arm_text(self.arm).removesuffix(":")
        found: dict[str, Any] = {"do": "play", "tile": tile, "arm": arm}
        if not self.is_lead:
            found["join"] = self.joins
        if self.claimed:
            found["claim"] = True
        return found

    def with_claim(self, claimed: bool = True) -> Move:
        """Give the same placement with or without the claim.

        Raises:
            ValueError: a draw or a pass claims nothing.
        """
        if claimed and not self.is_placement:
            raise ValueError(f"{self} claims nothing")
        return Move.from_code(self.code & ~_CLAIMED | (_CLAIMED if claimed else 0))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move cannot be changed; tried to set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a move cannot be changed; tried to delete {name}")

    # Equality and hash are those of the object: each move exists once.

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: Any) -> Move:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.code,)

    def __str__(self) -> str:
        if self.is_pass:
            return "--"
        if self.is_draw:
            return "+" if self.tile is None else f"+{self.tile}"
        mark = "!" if self.claimed else ""
        if self.is_lead:
            return f"*{self.tile}{mark}"
        return f"{arm_text(self.arm)}{self.joins}-{self.shows}{mark}"

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


def arm_text(arm: int) -> str:
    """Write an arm the way a move does: `>`, `<`, `^`, `v`, `@5^:`."""
    if arm < len(_PLAIN_ARMS):
        return _PLAIN_ARMS[arm]
    return f"@{arm // 2 - 1}{_PLAIN_ARMS[2 + arm % 2]}:"


KNOWN_MOVES: dict[int, Move] = {}
LISTED_MOVES: list[Move | None] = [None] * (1 << 16)
"""The same by their numbers, for the core; None where nobody has met a move yet."""
_BY_TEXT: dict[str, Move] = {}
_TEXTS_KEPT = 4096
_ARMS_BY_TEXT = {arm_text(arm): arm for arm in range(ARM_SLOTS)} | {"@0^:": UP, "@0v:": DOWN}


def _make(code: int) -> Move:
    """Make the one object of a move, once its number is known to be good."""
    whole("a move's number", code, 0, (1 << 16) - 1)
    index, arm = code & 0xFF, code >> 8 & 0x3F
    tile = None if index == _NO_TILE else Tile.from_index(index)
    good = 0 <= code < 1 << 16 and (
        (arm == PASS_ARM and code == PASS_ARM << 8 | _NO_TILE)
        or (arm == DRAW_ARM and not code & (_LOW_JOINS | _CLAIMED))
        or (arm == LEAD_ARM and tile is not None and not code & _LOW_JOINS)
        or (arm < ARM_SLOTS and tile is not None and not (code & _LOW_JOINS and tile.is_double))
    )
    if not good:
        raise ValueError(f"no move has the number {code}")
    move = object.__new__(Move)
    for name, value in (
        ("code", code),
        ("arm", arm),
        ("tile", tile),
        ("_packed", code.to_bytes(2, "little")),
    ):
        object.__setattr__(move, name, value)
    LISTED_MOVES[code] = kept = KNOWN_MOVES.setdefault(code, move)
    return kept


def every_move(tiles: Iterable[Tile], arms: int, *, draws: bool, claims: bool) -> tuple[Move, ...]:
    """Give every move of some tiles: leads, then placements by arm, then a draw and a pass."""
    held = tuple(tiles)
    placed = [Move.lead(tile) for tile in held]
    placed += [
        Move.place(tile, arm, joins)
        for arm in range(arms)
        for tile in held
        for joins in sorted({tile.high, tile.low}, reverse=True)
    ]
    claimed = [move.with_claim() for move in placed] if claims else []
    return (*placed, *claimed, *([DRAW] if draws else []), PASS)


def _unpickle(code: int) -> Move:
    return Move.from_code(code)


def _halves(text: str, whole: str, column: int) -> tuple[int, int]:
    """Read the two numbers of a tile in the order they are written."""
    tile = Tile.parse(text) if len(text) <= len("18-18") else None
    if tile is None:
        raise NotationError(f"{shorten(whole)} is no move", whole, 1, column)
    first = int(text.partition("-")[0])
    return first, tile.other(first)


def _read(text: str) -> Move:
    if not isinstance(text, str):
        raise TypeError(f"a move is read from a text, got {text!r}")
    if text == "--":
        return PASS
    if text in ("+", "+?"):
        return DRAW
    word, claimed = (text[:-1], True) if text.endswith("!") else (text, False)
    if word.startswith("@"):
        cut = word.find(":") + 1
        symbol, rest = word[:cut], word[cut:]
    else:
        symbol, rest = word[:1], word[1:]
    try:
        first, second = _halves(rest, text, len(symbol) + 1)
    except NotationError:
        message = f"{shorten(text)} is no move; write it like *6-6, >6-5, <5-1, + or --"
        raise NotationError(message, text, 1, len(symbol) + 1) from None
    tile = Tile(first, second)
    if symbol == "*":
        return Move.lead(tile, claimed)
    if symbol == "+" and not claimed:
        return Move.draw(tile)
    arm = _ARMS_BY_TEXT.get(symbol)
    if arm is None:
        raise NotationError(f"{shorten(text)} names no arm; write it like >6-5 or <5-1", text)
    return Move.place(tile, arm, first, claimed)


def _matches(move: Move, word: str) -> bool:
    """Tell whether what a person typed can mean this move; claims are settled by the caller."""
    if move.is_pass:
        return word in ("--", "pass", "p")
    if move.is_draw:
        return word in ("+", "+?", "draw", "d")
    symbol = "*" if move.is_lead else arm_text(move.arm)
    halves = word.removeprefix(symbol)
    turned = "-".join(reversed(halves.split("-")))
    return str(move.tile) in (halves, turned)


PASS = Move.from_code(PASS_ARM << 8 | _NO_TILE)
"""The move that passes."""
DRAW = Move.from_code(DRAW_ARM << 8 | _NO_TILE)
"""The move that draws, with the tile unseen."""
