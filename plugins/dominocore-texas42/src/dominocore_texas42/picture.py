# SPDX-License-Identifier: MIT
"""A hand in lines of text: bids, trumps, what is taken, and the last tricks."""

from __future__ import annotations

from collections.abc import Iterator

from dominocore import Tile, text
from dominocore_texas42.hand import SEATS, PublicHand
from dominocore_texas42.tricks import Trick

_SHOWN = 2
"""How many tricks are drawn: the last one taken, and the one that is being played."""
_INDENT = "    "


def draw(public: PublicHand, form: str, width: int | None) -> str:
    """Draw a hand; `form` says how tiles are drawn, and `width` where lines are folded.

    Raises:
        ValueError: there is no such form.
    """
    text.hand((), form=form)  # refuses what is no form, before any tile lies
    lines: list[str] = []
    for words in _words(public):
        lines += _folded([[word] for word in words], width)
    tricks = [*public.tricks, public.trick] if public.trick.plays else list(public.tricks)
    for number, trick in list(enumerate(tricks, 1))[-_SHOWN:]:
        lines += _folded(_blocks(number, trick, form), width)
    return "\n".join(lines)


def _words(public: PublicHand) -> Iterator[list[str]]:
    """Give the lines about the hand, as what must not be broken."""
    bids = [f"{seat}:{move}" for seat, move in public.events[:SEATS]]
    yield ["Bids:", *(bids or ["none yet"])]
    if public.trumps is not None:
        yield ["Trumps:", str(public.trumps), f"(called by seat {public.caller})"]
        ours, theirs = public.taken
        yield ["Taken:", f"seats 0 and 2 {ours},", f"seats 1 and 3 {theirs}", "of 42"]


def _blocks(number: int, trick: Trick, form: str) -> list[list[str]]:
    """Give a trick as blocks of equally many rows: its name, then each seat and its tile."""
    tiles = [_tile(tile, form) for _, tile in trick.plays]
    middle = len(tiles[0]) // 2
    names = [f"Trick {number}:", *(f"{seat}:" for seat, _ in trick.plays)]
    blocks = [[name if row == middle else " " * len(name) for row in range(len(tiles[0]))]
              for name in names]  # fmt: skip
    seats = [[a + b for a, b in zip(block, tile, strict=True)]
             for block, tile in zip(blocks[1:], tiles, strict=True)]  # fmt: skip
    return [blocks[0], *seats]


def _tile(tile: Tile, form: str) -> list[str]:
    return text.hand([tile], form=form).split("\n")


def _folded(blocks: list[list[str]], width: int | None) -> list[str]:
    """Put blocks side by side, a space between, and go on below where the width is reached."""
    lines: list[str] = []
    rows = blocks[0]
    for block in blocks[1:]:
        if width is not None and len(rows[0]) + 1 + len(block[0]) > width:
            lines += rows
            rows = [_INDENT + row for row in block]
        else:
            rows = [f"{a} {b}" for a, b in zip(rows, block, strict=True)]
    return [line.rstrip() for line in [*lines, *rows]]
