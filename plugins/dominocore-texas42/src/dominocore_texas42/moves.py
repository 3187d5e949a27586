# SPDX-License-Identifier: MIT
"""The moves of Texas 42: bids, passes, calls of trumps, and tiles."""

from __future__ import annotations

from dataclasses import dataclass, field

from dominocore import Tile
from dominocore.errors import NotationError
from dominocore.game import BaseMove
from dominocore_texas42.suits import DOUBLES, TILES, TRUMPS, Trumps, suit_name

LOWEST = 30
"""The lowest bid."""
MARK = 42
"""The points of a hand, which are one mark; higher bids are multiples of it."""
MOST_MARKS = 5
"""The highest bid without a plunge: two marks by the first seat, and one more by each other."""
PLUNGE_MARKS = 4
"""What a plunge is worth, or one more than a bid of as much."""


@dataclass(frozen=True)
class Texas42Move(BaseMove):
    """A move: a bid, a pass, a call of trumps, or a tile.

    >>> Texas42Move.of("bid-84").bid, Texas42Move.of("6-4").tile
    (84, Tile(6, 4))
    """

    word: str
    """How the move is written: `bid-30`, `--`, `plunge`, `trump-5`, `nello-high`, `6-4`."""
    bid: int = field(default=0, compare=False)
    """The points bid, 84 for two marks; 0 where the move bids no number."""
    call: Trumps | None = field(default=None, compare=False)
    """The trumps that the move calls."""
    tile: Tile | None = field(default=None, compare=False)
    """The tile that the move plays."""

    @classmethod
    def of(cls, word: str) -> Texas42Move:
        """Give the move with this text.

        Raises:
            NotationError: no move has it.
        """
        if not isinstance(word, str):
            raise TypeError(f"a move is read from a text, got {word!r}")
        move = MOVES.get(word)
        if move is None:
            raise NotationError(
                f"{word[:60]!r} is no move of Texas 42, such as bid-30, --, trump-5 or 6-4", word
            )
        return move

    @property
    def is_pass(self) -> bool:  # type: ignore[override]  # it is only read
        """Whether it bids nothing."""
        return self.word == "--"

    @property
    def is_plunge(self) -> bool:
        """Whether it bids four marks and leaves the trumps and the lead to the partner."""
        return self.word == "plunge"

    def __str__(self) -> str:
        return self.word

    def __repr__(self) -> str:
        return f"Texas42Move.of({self.word!r})"


def marks(bid: int) -> int:
    """Give the marks that a bid is worth: 1 up to 42, then one for each 42.

    >>> marks(30), marks(42), marks(84)
    (1, 1, 2)
    """
    return max(1, bid // MARK)


PASS = Texas42Move("--")
PLUNGE = Texas42Move("plunge")
BIDS = tuple(
    Texas42Move(f"bid-{bid}", bid=bid)
    for bid in [*range(LOWEST, MARK + 1), *(MARK * n for n in range(2, PLUNGE_MARKS + 4))]
)
"""All bids from 30 up; those of more than five marks can only come after a plunge."""
CALLS = tuple(Texas42Move(name, call=trumps) for name, trumps in TRUMPS.items())
PLAYS = tuple(Texas42Move(str(tile), tile=tile) for tile in TILES)
MOVES = {move.word: move for move in (PASS, *BIDS, PLUNGE, *CALLS, *PLAYS)}
"""Every move of any rules by its text, in the order of `Texas42Rules.all_moves`."""


def _also() -> dict[str, str]:
    """Give what else people call the moves."""
    words = {"pass": "--", "p": "--", "none": "trump-none", "follow-me": "trump-none"}
    for suit in range(DOUBLES + 1):
        words[suit_name(suit)] = f"trump-{'doubles' if suit == DOUBLES else suit}"
    words |= {"ones": "trump-1", "twos": "trump-2", "threes": "trump-3"}
    words |= {str(move.bid): move.word for move in BIDS}
    words |= {f"marks-{move.bid // MARK}": move.word for move in BIDS if move.bid % MARK == 0}
    return words | {f"{tile.low}-{tile.high}": str(tile) for tile in TILES if not tile.is_double}


SPOKEN = _also()
"""Other words for moves: `30`, `marks-2`, `pass`, `fours`, `follow-me`, `4-6`."""
