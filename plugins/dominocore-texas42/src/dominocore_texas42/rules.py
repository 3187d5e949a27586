# SPDX-License-Identifier: MIT
"""The rules of Texas 42 and what can be chosen in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dominocore import Outcome, Tile, TileSet
from dominocore.errors import NotationError, RulesError
from dominocore.game import BaseRules, brought, shuffled
from dominocore_texas42.hand import SEATS, TRICKS, PublicHand
from dominocore_texas42.moves import MARK, MOST_MARKS, MOVES, SPOKEN, Texas42Move
from dominocore_texas42.state import Texas42State
from dominocore_texas42.suits import TILES
from dominocore_texas42.tricks import count

_NELLO = {
    "none": (),
    "doubles": ("nello-doubles",),
    "high": ("nello-high",),
    "both": ("nello-doubles", "nello-high"),
}
_VALUES: dict[str, Iterable[str]] = {
    "scoring": ("marks", "points"),
    "all_pass": ("bid", "redeal"),
    "nello": _NELLO,
}
_DRAW_FOR_SHAKE = 0
"""The number of the shuffle that the first dealer is drawn from; rounds begin at 1."""


@dataclass(frozen=True)
class Texas42Rules(BaseRules):
    """The rules of Texas 42: four seats, two sides, bids, trumps, tricks.

    >>> rules = Texas42Rules(all_pass="redeal")
    >>> rules.deal(seed=7).hand_sizes
    (7, 7, 7, 7)

    Raises:
        RulesError: a value is not possible; says what is.
    """

    target: int | None = 7
    """The marks, or points, that win a match; None for a match without an end."""
    scoring: str = "marks"
    """`marks`: a hand is worth the marks that were bid. `points`: what the sides take counts."""
    all_pass: str = "bid"
    """What follows on three passes: the dealer has to `bid`, or may pass too for a `redeal`."""
    play_out: bool = False
    """Whether all seven tricks are played although the bid is made or set; for marks alone."""
    nello: str = "none"
    """Whether a bid of 42 or more may be played to lose every trick, the partner sitting out:
    `none`, or with the doubles as a suit of their own, `doubles`, or `high` in their suits, or
    `both` as the bidder says."""
    plunge: bool = False
    """Whether a seat with four doubles may bid four marks, trumps and lead for its partner."""

    def __post_init__(self) -> None:
        for name, allowed in _VALUES.items():
            value = getattr(self, name)
            if not isinstance(value, str) or value not in allowed:
                raise RulesError(f"{name}={value!r}: expected one of {', '.join(allowed)}")
        for name in ("play_out", "plunge"):
            value = getattr(self, name)
            if not isinstance(value, bool):
                raise RulesError(f"{name}={value!r}: expected True or False")
        target = self.target
        whole = isinstance(target, int) and not isinstance(target, bool)
        if target is not None and not (whole and target > 0):
            raise RulesError(f"target={target!r}: expected a number from 1 up, or None")
        if self.scoring == "points" and (self.nello != "none" or self.plunge):
            raise RulesError("scoring='points': nel-o and plunge are bids of marks")

    @property
    def seats(self) -> int:
        """Four."""
        return SEATS

    @property
    def max_pip(self) -> int:
        """Six."""
        return 6

    @property
    def sides(self) -> tuple[int, ...]:  # type: ignore[override]
        """Partners sit opposite."""
        return (0, 1, 0, 1)

    @property
    def nello_calls(self) -> tuple[str, ...]:
        """The calls of nel-o that there are."""
        return _NELLO[self.nello]

    @property
    def stops_when_decided(self) -> bool:
        """Whether a hand is over as soon as the bid is made or set."""
        return self.scoring == "marks" and not self.play_out

    def worth(self, tile: Tile) -> int:
        """Give what a tile counts in the trick that it falls in: 10, 5 or nothing."""
        return count(tile)

    def deal(
        self,
        *,
        seed: int | None = None,
        hands: Any = None,
        boneyard: Any = None,
        leader: int | None = None,
        first: bool = True,
        scores: Any = None,
        round: int = 1,
    ) -> Texas42State:
        """Deal seven tiles each; the leader is who bids first, left of the dealer.

        The first dealer is who draws the highest tile, as austin42.org has it; ties draw again.
        With explicit hands it is the last seat, so that seat 0 bids first.

        Raises:
            RulesError: the hands are not four of seven different tiles; there is a boneyard; a
                later round has no leader; another argument is not possible.
        """
        if boneyard:
            raise RulesError("Texas 42 has no boneyard: all 28 tiles are dealt")
        if leader is None and not first:
            raise RulesError("leader=None: only the first round of a match draws for the deal")
        if leader is None:
            leader = 0 if hands is not None else self._draw_for_shake(seed)
        totals = brought(self, leader=leader, scores=scores, round=round)
        if hands is None:
            order = shuffled(TILES, seed, round)
            hands = [order[TRICKS * seat : TRICKS * (seat + 1)] for seat in range(SEATS)]
        public = PublicHand(self, leader, round, totals, (), leader)
        return Texas42State.of(public, _checked(hands))

    def _draw_for_shake(self, seed: int | None) -> int:
        """Give the seat left of the one that draws the tile with most pips."""
        drawn = shuffled(TILES, seed, _DRAW_FOR_SHAKE)
        for start in range(0, len(drawn), SEATS):
            pips = [tile.pips for tile in drawn[start : start + SEATS]]
            if pips.count(max(pips)) == 1:
                break
        return (pips.index(max(pips)) + 1) % SEATS

    def winners(
        self, totals: Sequence[int], rounds: int, last: Outcome | None
    ) -> tuple[int, ...] | None:
        """Give the side that wins the match.

        Where both sides reach the target, which only points can do, the bidder's side wins
        whatever the totals: its bid was made, or the others alone would have scored.
        """
        best = super().winners(totals, rounds, last)
        both = self.target is not None and min(totals) >= self.target
        return (last.side,) if both and last is not None and last.side is not None else best

    # ---- moves ----

    def all_moves(self) -> tuple[Texas42Move, ...]:
        """Give every move: the pass, bids from the lowest, the calls, the tiles by number."""
        return tuple(move for move in MOVES.values() if self._can_be(move))

    def _can_be(self, move: Texas42Move) -> bool:
        if move.call is not None and move.call.low:
            return move.word in self.nello_calls
        return self.plunge or not (move.is_plunge or move.bid > MOST_MARKS * MARK)

    def read_move(self, text: str) -> Texas42Move:
        """Read a move as it is printed.

        Raises:
            NotationError: the text is no move.
        """
        return Texas42Move.of(text)

    def find_move(self, text: str, moves: Iterable[Texas42Move]) -> Texas42Move:
        """Give the legal move that a text means: `30`, `2 marks`, `pass`, `fours`, `4-6` as well.

        Raises:
            NotationError: it means none of them.
        """
        if not isinstance(text, str):
            raise TypeError(f"a move is read from a text, got {text!r}")
        legal = list(moves)
        word = "-".join(text.lower().replace("|", "-").strip("[] ").split())
        number, _, unit = word.partition("-")
        if unit in ("mark", "marks"):
            word = f"marks-{number}"
        found = MOVES.get(SPOKEN.get(word, word))
        if found is not None and found in legal:
            return found
        listed = " ".join(map(str, legal))
        raise NotationError(f"{word[:60]!r} is none of the legal moves: {listed}", text)

    def describe(self) -> str:
        """Say the rules in words, one line for each."""
        end = "no end" if self.target is None else f"to {self.target} {self.scoring}"
        lines = [
            f"Four seats in two pairs, double-six, seven tiles each; {end}.",
            "Each bids once or passes: 30 to 42, 84, then 42 more; the highest bid calls trumps.",
            "Tricks: 1 point each, 10 for 5-5 and 6-4, 5 for 5-0, 4-1 and 3-2; 42 in all.",
            "If all pass, the dealer has to bid."
            if self.all_pass == "bid"
            else "If all pass, the next dealer deals.",
        ]
        if self.scoring == "marks":
            lines.append("A bid made or set is worth one mark, from 84 on one for each 42.")
        else:
            lines.append("Each side scores what it takes; a bid that is set goes to the others.")
        if self.stops_when_decided:
            lines.append("A hand is over when its bid is made or set.")
        if self.nello != "none":
            lines.append(f"Nel-o may be called on 42 or more; doubles: {self.nello}.")
        if self.plunge:
            lines.append("Four doubles may plunge for four marks; the partner calls and leads.")
        return "\n".join(lines)


def _checked(hands: Iterable[Iterable[Tile | str]]) -> tuple[TileSet, ...]:
    """Check four hands of seven different tiles of the double-six set."""
    try:
        held = tuple(TileSet(hand) for hand in hands)
    except (NotationError, TypeError) as error:
        raise RulesError(f"hands: {error}") from error
    sizes = [len(hand) for hand in held]
    dealt = {tile for hand in held for tile in hand}
    if sizes != [TRICKS] * SEATS or dealt != set(TILES):
        raise RulesError(f"hands: expected the 28 tiles, seven in each of four, got sizes {sizes}")
    return held
