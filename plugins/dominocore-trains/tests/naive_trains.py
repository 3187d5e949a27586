# SPDX-License-Identifier: MIT
"""Both games once more, as a referee would call them: naive, with lists that change.

Each round is a generator that follows the rules as a text tells them, turn by turn. It yields the
seat and the words that it may say, is sent one of them, and returns how the round ended: `out` and
the seat, or `blocked` and the seat that laid the last tile. Tiles are pairs, the larger half first.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

Pair = tuple[int, int]
Call = Generator[tuple[int, set[str]], str, Any]


class _Over(Exception):
    """The round is over; carries how."""


class _Referee:
    """What both games share: the engine, the hand, the boneyard, passing."""

    def __init__(
        self, hands: list[list[Pair]], yard: list[Pair], first: int, pip: int, options: Any
    ) -> None:
        self.hands = hands
        self.yard = yard
        self.seat = first
        self.pip = pip
        self.options = options
        self.lying: list[Pair] = []
        self.laid_last: int | None = None
        self.quiet: set[int] = set()

    def play_round(self) -> Call:
        try:
            yield from self.find_engine()
            while True:
                yield from self.turn()
                self.seat = (self.seat + 1) % len(self.hands)
        except _Over as over:
            return over.args

    def find_engine(self) -> Call:
        engine = (self.pip, self.pip)
        if self.options.engine == "set":
            self.lying.append(engine)
            return
        while engine not in self.hands[self.seat]:
            yield self.seat, {"+"}
            self.hands[self.seat].append(self.yard.pop(0))
            if engine not in self.hands[self.seat]:
                self.seat = (self.seat + 1) % len(self.hands)
        yield self.seat, {f"*{self.pip}-{self.pip}"}
        self.put_down(engine)
        if not self.hands[self.seat]:
            raise _Over("out", self.seat)

    def put_down(self, tile: Pair) -> None:
        self.hands[self.seat].remove(tile)
        self.lying.append(tile)
        self.laid_last = self.seat
        self.quiet.clear()

    def none_left(self, pip: int) -> bool:
        return sum(pip in tile for tile in self.lying) == self.options.max_pip + 1

    def choose(self, places: dict[str, int], may_stop: bool = False) -> Call:
        """Ask for a tile on one of the places; draw if need be; None is a pass."""
        tries = 0
        while True:
            words = {
                f"{place}.{pip}-{a + b - pip}": (place, (a, b))
                for place, pip in places.items()
                for a, b in self.hands[self.seat]
                if pip in (a, b)
            }
            if words or may_stop:
                said = yield self.seat, set(words) | ({"--"} if may_stop else set())
                return words.get(said)
            if self.yard and (tries == 0 or self.options.draw == "until_playable"):
                yield self.seat, {"+"}
                self.hands[self.seat].append(self.yard.pop(0))
                self.quiet.clear()
                tries += 1
                continue
            yield self.seat, {"--"}
            return None

    def passed(self) -> None:
        """Note a pass; when all have seen the table as it is and nothing is left, it is over."""
        if self.yard:
            self.quiet.clear()
            return
        self.quiet.add(self.seat)
        if len(self.quiet) == len(self.hands):
            raise _Over("blocked", self.laid_last)

    def dead(self, pip: int) -> None:
        if self.options.dead_double == "ends" and self.none_left(pip):
            raise _Over("blocked", self.laid_last)

    def turn(self) -> Call:
        raise NotImplementedError


class NaiveMexicanTrain(_Referee):
    """Mexican Train."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.trains: dict[str, list[int]] = {f"t{i}": [] for i in range(len(self.hands))}
        self.trains["m"] = []
        self.markers: set[str] = set()
        self.open_doubles: list[str] = []

    def end(self, train: str) -> int:
        return self.trains[train][-1] if self.trains[train] else self.pip

    def not_begun(self, train: str) -> bool:
        return train != "m" and not self.trains[train] and train not in self.markers

    def lay(self, train: str, tile: Pair) -> None:
        self.put_down(tile)
        self.trains[train].append(sum(tile) - self.end(train))
        if train in self.open_doubles:
            self.open_doubles.remove(train)
        if train == f"t{self.seat}":
            self.markers.discard(train)
        if tile[0] == tile[1]:
            self.open_doubles.append(train)
        if self.options.dead_double == "frees":
            self.open_doubles = [t for t in self.open_doubles if not self.none_left(self.end(t))]

    def fail(self) -> None:
        own = f"t{self.seat}"
        if own not in self.markers:
            self.markers.add(own)
            self.quiet.clear()
        self.passed()

    def turn(self) -> Call:
        own = f"t{self.seat}"
        if self.options.first_turn == "train":
            if self.not_begun(own):
                yield from self.first_train(own)
                return
            waiting = any(map(self.not_begun, self.trains))
        else:
            waiting = False
        just_doubled = ""
        while True:
            must = self.open_doubles[0] if self.open_doubles and not waiting else ""
            if just_doubled and self.options.doubles == "several":
                must = ""
            if must:
                self.dead(self.end(must))
                trains = [must]
            elif self.options.first_turn == "own" and self.not_begun(own):
                trains = [own]
            else:
                trains = [t for t in self.trains if t in (own, "m") or t in self.markers]
            chosen = yield from self.choose({train: self.end(train) for train in trains})
            if chosen is None:
                self.fail()
                return
            train, tile = chosen
            self.lay(train, tile)
            doubled = tile[0] == tile[1]
            plays_on = doubled and (self.options.doubles == "several" or train in self.open_doubles)
            if not self.hands[self.seat]:
                may_draw_for_it = plays_on and not self.options.out_on_double and self.yard
                if not may_draw_for_it:
                    raise _Over("out", self.seat)
            if not plays_on:
                return
            just_doubled = train

    def first_train(self, own: str) -> Call:
        length = 0
        while True:
            chosen = yield from self.choose({own: self.end(own)}, may_stop=length > 0)
            if chosen is None:
                if length == 0:
                    self.fail()
                return
            self.lay(*chosen)
            length += 1
            if not self.hands[self.seat]:
                raise _Over("out", self.seat)


class NaiveChickenfoot(_Referee):
    """Chickenfoot."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.open_ends: dict[str, int] = {}
        self.unfilled: list[str] = []

    def find_engine(self) -> Call:
        yield from super().find_engine()
        self.unfilled = [f"{self.pip}{x}" for x in "abcdef"[: self.options.first_toes]]
        if self.options.engine == "hands":
            self.seat = (self.seat + 1) % len(self.hands)

    def turn(self) -> Call:
        if self.unfilled:
            name = self.unfilled[0]
            pip = int(name[:-1])
            self.dead(pip)
            places = {name: pip}
        else:
            places = self.open_ends
        chosen = yield from self.choose(places)
        if chosen is None:
            self.passed()
            return
        name, tile = chosen
        self.put_down(tile)
        if self.unfilled:
            self.open_ends[name] = sum(tile) - int(name[:-1])
            self.unfilled.pop(0)
        elif tile[0] == tile[1]:
            del self.open_ends[name]
            self.unfilled = [f"{tile[0]}{x}" for x in "abc"]
        else:
            self.open_ends[name] = sum(tile) - self.open_ends[name]
        frees = self.options.dead_double == "frees" and self.unfilled
        if frees and self.none_left(int(self.unfilled[0][:-1])):
            self.unfilled = []
        if not self.hands[self.seat]:
            raise _Over("out", self.seat)
