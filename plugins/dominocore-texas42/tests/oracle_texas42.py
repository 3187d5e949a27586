# SPDX-License-Identifier: MIT
"""Texas 42 a second time, slowly and from the texts: nothing here is shared with the plugin.

Tiles are texts like `64`, suits are lists written from the highest tile down, as Glynn Hill's page
and the rules at cs.utah.edu list them, and who may do what is told from them.
"""

from __future__ import annotations

from functools import cache
from typing import Any

SUITS = {
    "6": ["66", "65", "64", "63", "62", "61", "60"],
    "5": ["55", "65", "54", "53", "52", "51", "50"],
    "4": ["44", "64", "54", "43", "42", "41", "40"],
    "3": ["33", "63", "53", "43", "32", "31", "30"],
    "2": ["22", "62", "52", "42", "32", "21", "20"],
    "1": ["11", "61", "51", "41", "31", "21", "10"],
    "0": ["00", "60", "50", "40", "30", "20", "10"],
}
DOUBLES = ["66", "55", "44", "33", "22", "11", "00"]
COUNT = {"55": 10, "64": 10, "50": 5, "41": 5, "32": 5}
CALLS = [f"trump-{n}" for n in "0123456"] + ["trump-doubles", "trump-none"]
POINT_BIDS = {f"bid-{n}": n for n in range(30, 43)}


@cache
def suits_under(call: str) -> dict[str, list[str]]:
    """Give the suits as they stand after a call, without the tiles that the call takes away."""
    if call in ("trump-none", "nello-high"):
        return SUITS
    name = call.split("-")[1]
    own = DOUBLES if name == "doubles" else SUITS[name]
    rest = {suit: [t for t in tiles if t not in own] for suit, tiles in SUITS.items()}
    return {**rest, name: own}


@cache
def led_suit(call: str, tile: str) -> str:
    """Give the suit that a tile leads: its only one, else that of its larger number."""
    homes = [suit for suit, tiles in suits_under(call).items() if tile in tiles]
    return homes[0] if len(homes) == 1 else max(homes)


def taker(call: str, tiles: list[str]) -> int:
    """Give the place of the tile that takes a trick: the first listed that lies there."""
    suits = suits_under(call)
    order = suits[led_suit(call, tiles[0])]
    if call.startswith("trump-") and call != "trump-none":
        order = suits[call.split("-")[1]] + order
    return min((order.index(t), i) for i, t in enumerate(tiles) if t in order)[1]


class Told:
    """A hand as its moves tell it: who is on turn, what may be played, how it ended."""

    def __init__(self, options: dict[str, Any], hands: list[list[str]], leader: int) -> None:
        self.options, self.leader = options, leader
        self.hands = [list(hand) for hand in hands]
        self.words: list[str] = []
        self.high, self.bidder, self.plunge = 0, None, False  # type: int, int | None, bool
        self.call: str | None = None
        self.table: list[tuple[int, str]] = []
        self.points, self.trick_count = [0, 0], 0
        self.takers: list[int] = []
        self.turn: int | None = leader
        self.legal: list[str] = []
        self.score: tuple[int, int] | None = None
        self.winner: int | None = None
        self._bidding()

    def play(self, word: str) -> None:
        """Go on with one more move, which has to be legal."""
        self.words.append(word)
        if len(self.words) <= 4:
            self._bidding()
            return
        if len(self.words) == 5:
            self.call = word
        else:
            assert self.turn is not None
            tile = word.replace("-", "")
            self.hands[self.turn].remove(tile)
            self.table.append((self.turn, tile))
            self._go_on()
        if self.turn is not None:
            self.legal = self._plays()

    # ---- bids ----

    def _bidding(self) -> None:
        place = len(self.words) - 1
        if place >= 0 and self.words[place] != "--":
            word, seat = self.words[place], (self.leader + place) % 4
            if word == "plunge":
                self.high = 168 if self.high < 168 else self.high + 42
            else:
                self.high = int(word[4:])
            self.bidder, self.plunge = seat, word == "plunge"
        if len(self.words) < 4:
            self.turn = (self.leader + len(self.words)) % 4
            self.legal = self._bids(last=len(self.words) == 3)
        elif self.bidder is None:
            self.turn, self.legal, self.score = None, [], (0, 0)
        else:
            self.turn = (self.bidder + 2) % 4 if self.plunge else self.bidder
            self.legal = list(CALLS)
            if self.high >= 42 and not self.plunge:
                kind = self.options["nello"]
                self.legal += [
                    f"nello-{k}" for k in ("doubles", "high") if kind in (k, "both")
                ]  # fmt: skip

    def _bids(self, last: bool) -> list[str]:
        words = [] if last and not self.high and self.options["all_pass"] == "bid" else ["--"]
        words += [word for word, n in POINT_BIDS.items() if n > self.high]
        words.append("bid-84" if self.high < 84 else f"bid-{self.high + 42}")
        hand = self.hands[self.turn or 0]
        if self.options["plunge"] and len([t for t in hand if t in DOUBLES]) >= 4:
            words.append("plunge")
        return words

    # ---- tricks ----

    def _go_on(self) -> None:
        assert self.bidder is not None and self.call is not None and self.turn is not None
        low = self.call.startswith("nello")
        if len(self.table) < (3 if low else 4):
            self.turn = (self.turn + 1) % 4
            if low and self.turn == (self.bidder + 2) % 4:
                self.turn = (self.turn + 1) % 4
            return
        seat = self.table[taker(self.call, [tile for _, tile in self.table])][0]
        self.points[seat % 2] += 1 + sum(COUNT.get(tile, 0) for _, tile in self.table)
        self.takers.append(seat)
        self.table, self.turn = [], seat
        self.trick_count += 1
        self._judge(low)

    def _judge(self, low: bool) -> None:
        assert self.bidder is not None
        us = self.bidder % 2
        theirs = [seat for seat in self.takers if seat % 2 != us]
        if low:
            made, lost = self.trick_count == 7, self.bidder in self.takers
            made = made and not lost
        elif self.high >= 42:
            made, lost = self.trick_count == 7 and not theirs, bool(theirs)
        else:
            made = self.points[us] >= self.high
            lost = self.points[us] + 42 - sum(self.points) < self.high
        if not (made or lost):
            return
        counts_points = self.options["scoring"] == "points"
        if self.trick_count < 7 and (counts_points or self.options["play_out"]):
            return
        self.turn, self.legal = None, []
        self.winner = us if made else 1 - us
        score = [0, 0]
        if not counts_points:
            score[self.winner] = 1 if self.high < 84 else self.high // 42
        elif made:
            score = list(self.points)
            score[us] = max(score[us], self.high)
        else:
            score[1 - us] = self.high + self.points[1 - us]
        self.score = (score[0], score[1])

    def _plays(self) -> list[str]:
        assert self.turn is not None and self.call is not None
        hand = self.hands[self.turn]
        follow = hand
        if self.table:
            suit = suits_under(self.call)[led_suit(self.call, self.table[0][1])]
            follow = [tile for tile in hand if tile in suit] or hand
        return [f"{tile[0]}-{tile[1]}" for tile in follow]
