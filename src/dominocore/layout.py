# SPDX-License-Identifier: MIT
"""Where the laid tiles lie.

A chain without tiles on cross arms is a *line*: both arms snake, the right one downwards from the
first row, the left one upwards. One spinner with up to four arms makes a *pinwheel* about the
spinner: each arm snakes in a quadrant of its own. Anything else is a *tree*. Each tile is placed
when it comes and never moves: in a given frame the places of the first n tiles of a kind of chain
are those of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from dominocore.chain import Chain, Link
from dominocore.layout_snake import Snake
from dominocore.layout_tree import Tree
from dominocore.moves import DOWN, LEFT, RIGHT, UP
from dominocore.placing import Box, Placed, Port

_NARROWEST = {"line": 16, "pinwheel": 24, "tree": 0}
_WIDEST = 90
_STEP = 4
_END = 3
"""The room at the end of rows: a column of tiles, and a double across it."""
_QUADRANT = 6
"""How far the rows of a pinwheel keep from the middle."""
_ARM_OF = {0: RIGHT, 1: DOWN, 2: LEFT, 3: UP}


class Layout:
    """A chain on the table.

    >>> from dominocore import Move
    >>> from dominocore.chain import Chain
    >>> from dominocore.layout import Layout
    >>> chain = Chain.read(map(Move, ["*3-3", ">3-5", "<3-0"]))
    >>> layout = Layout.of(chain)
    >>> [tile.box for tile in layout.tiles]
    [(-1, -2, 1, 2), (1, -1, 5, 1), (-5, -1, -1, 1)]

    Attributes:
        kind: `"line"`, `"pinwheel"` or `"tree"`.
        tiles: the tiles in their places, in the order of the chain.
        apart: the tiles that found no room where they join, by their place in the chain: the port
            that they belong to. Their branch goes on from where they lie.
    """

    def __init__(
        self,
        chain: Chain,
        *,
        every_double: bool = False,
        arms: int = 4,
        half_width: int = 32,
        half_height: int = 24,
    ) -> None:
        self.kind = kind_of(chain, every_double, arms)
        least = _NARROWEST[self.kind]
        if half_width < least or (self.kind == "pinwheel" and half_height < least):
            got = f"{half_width} by {half_height}"
            raise ValueError(f"half a frame of a {self.kind} has {least} units or more, got {got}")
        self._chain, self._every_double, self._arms = chain, every_double, arms
        self._half = half_width, half_height
        self.turns = 0
        self.apart: dict[int, Port] = {}
        self._ports: dict[int, Port] = {}
        self.tiles: tuple[Placed, ...] = ()
        if chain:
            self.tiles = tuple(self._tree() if self.kind == "tree" else self._snakes())

    @classmethod
    def of(
        cls, chain: Chain, *, every_double: bool = False, arms: int = 4, aspect: float = 1.6
    ) -> Layout:
        """Lay a chain in the smallest frame of a given shape that it fits, corners counted as well.

        Args:
            chain: the chain.
            every_double: whether each double is a spinner; otherwise the first one laid is.
            arms: how many arms a spinner has, the line's two among them.
            aspect: the width of the frame by its height.
        """
        kind = kind_of(chain, every_double, arms)
        if kind == "tree":
            return cls(chain, every_double=every_double, arms=arms)
        best: tuple[float, Layout] | None = None
        for half_width, half_height in _frames(kind, len(chain)):
            layout = cls(
                chain,
                every_double=every_double,
                arms=arms,
                half_width=half_width,
                half_height=half_height,
            )
            left, top, right, bottom = layout.box
            wide = max(right - left, (bottom - top) * aspect)
            cost = wide * (1 + 0.03 * layout.turns)
            if best is None or cost < best[0]:
                best = cost, layout
        assert best is not None
        return best[1]

    @property
    def box(self) -> Box:
        """The edges of all tiles; a point where there is none."""
        boxes = [placed.box for placed in self.tiles] or [(0, 0, 0, 0)]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)

    def port(self, arm: int) -> Port:
        """Give the place where the next tile of an open arm goes.

        Raises:
            ValueError: no tile of the chain has that arm.
        """
        if arm in self._ports:
            return self._ports[arm]
        spinner = self._chain.root_of(arm, self._every_double)
        first = 2 + 2 * self._chain[spinner].tile.high if self._every_double else UP
        return self.tiles[spinner].side(arm - first)

    # ---- line and pinwheel ----

    def _snakes(self) -> Iterator[Placed]:
        """Place the tiles by arms, each an independent snake, and give them in order."""
        chain = self._chain
        root = chain.root_of(UP) if self.kind == "pinwheel" else 0
        link = chain[root]
        places = {root: _first(link)}
        for quarters, steps in _snake_arms(chain, root).items():
            if self.kind == "line" and quarters % 2:
                continue
            snake = self._snake(quarters, link.tile.is_double)
            for at, inner, outer in steps:
                places[at] = snake.add(inner, outer)
            self.turns += snake.turns
            self._ports[_ARM_OF[quarters]] = snake.port
        return (places[at] for at in range(len(chain)))

    def _snake(self, quarters: int, double: bool) -> Snake:
        reach = self._half[quarters % 2] - _END
        start = (2 if quarters % 2 else 1) if double else 2
        low = _QUADRANT if self.kind == "pinwheel" else -reach
        # Where each double has arms across the line, rows keep clear of their marks.
        return Snake(quarters, start, low, reach, drop=1 + self._every_double)

    # ---- tree ----

    def _tree(self) -> Iterator[Placed]:
        tree = Tree()
        places: list[Placed] = []
        for at, link in enumerate(self._chain):
            cross = list(self._cross_arms(link))
            if link.parent is None:
                placed = _first(link)
                tree.root(placed)
                self._ports[LEFT] = _behind(placed)
                self._ports[RIGHT] = placed.out
            else:
                port = self._ports[link.arm]
                placed = tree.add(port, link.inner, link.outer, branches=bool(cross))
                if placed.entry != port:
                    self.apart[at] = port
                self._ports[link.arm] = placed.out
            for arm, number in cross:
                self._ports[arm] = placed.side(number)
            places.append(placed)
            tree.keep_open(self._ports.values())
        return iter(places)

    def _cross_arms(self, link: Link) -> Iterator[tuple[int, int]]:
        """Give the number of each cross arm that a tile may get, and its place at the tile."""
        is_spinner = link.tile.is_double and (
            self._every_double or self._chain.root_of(UP) == self._chain.index(link)
        )
        first = 2 + 2 * link.tile.high if self._every_double else UP
        return ((first + i, i) for i in range(self._arms - 2 if is_spinner else 0))


def kind_of(chain: Chain, every_double: bool = False, arms: int = 4) -> str:
    """Tell how a chain is laid: as a line, a pinwheel or a tree."""
    if not chain.has_cross:
        return "line"
    return "tree" if every_double or arms > len(_ARM_OF) else "pinwheel"


def _first(link: Link) -> Placed:
    """Place the first tile: its low half to the left, or a double upright."""
    return Placed(0, 0, int(link.tile.is_double), link.tile.low, link.tile.high)


def _behind(first: Placed) -> Port:
    """Give the port of the left arm before it has a tile."""
    return first.out.turned(2)


def _frames(kind: str, tiles: int) -> Iterator[tuple[int, int]]:
    """Give the halves of the frames that are tried."""
    least = _NARROWEST[kind]
    most = least + 4 * tiles + _STEP
    if kind == "line":
        yield from ((half, half) for half in range(least, min(most, _WIDEST), _STEP))
        return
    halves = range(least, min(most, _WIDEST), 2 * _STEP)
    yield from ((wide, high) for wide in halves for high in halves if high <= wide)


def _snake_arms(chain: Chain, root: int) -> dict[int, list[tuple[int, int, int]]]:
    """Give each arm, by its quarter, as (place in the chain, inner, outer) from the root outwards.

    A root that came down later splits its arm: what lies between it and the lead belongs, seen
    from the root, to the other arm of the line.
    """
    by_arm: dict[int, list[tuple[int, int, int]]] = {arm: [] for arm in _ARM_OF.values()}
    for at, link in enumerate(chain):
        if link.parent is not None:
            by_arm[link.arm].append((at, link.inner, link.outer))
    if root:
        own = chain[root].arm
        other = LEFT if own == RIGHT else RIGHT
        cut = [at for at, _, _ in by_arm[own]].index(root)
        back = [(at, outer, inner) for at, inner, outer in reversed(by_arm[own][:cut])]
        low, high = chain[0].inner, chain[0].outer
        back.append((0, high, low) if own == RIGHT else (0, low, high))
        by_arm[own], by_arm[other] = by_arm[own][cut + 1 :], back + by_arm[other]
    return {quarters: by_arm[arm] for quarters, arm in _ARM_OF.items()}
