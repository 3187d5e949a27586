"""Tiles and the layout on the table, as plainly as the rules say it.

The layout is an explicit graph: every tile on the table knows its neighbours and which of its
halves are still open. Everything else (open arms, counts, dead layouts) is read off the graph.
This module is the layout half of ``oracle.py``; it never touches the library it judges.
"""

from __future__ import annotations

Tile = tuple[int, int]
RIGHT, LEFT, EXTRA = 0, 1, 40
SIDES_BEFORE_CROSS = {"at_once": 0, "one_side": 1, "both_sides": 2}


def tile(value) -> Tile:
    """A tile as (high, low), from ``"4-6"`` or any pair of pips."""
    a, b = (int(pip) for pip in (value.split("-") if isinstance(value, str) else value))
    return (max(a, b), min(a, b))


def tiles(text: str) -> list[Tile]:
    """Tiles from words: ``"6-4 5-5"``."""
    return [tile(word) for word in text.split()]


def hands_of(*texts: str) -> list[list[Tile]]:
    """One list of tiles a text."""
    return [tiles(text) for text in texts]


def tile_text(value: Tile) -> str:
    """The high half first: ``6-4``."""
    return f"{value[0]}-{value[1]}"


def tile_index(value: Tile) -> int:
    """The order of tiles: high * (high + 1) / 2 + low."""
    high, low = value
    return high * (high + 1) // 2 + low


def is_double(value: Tile) -> bool:
    """Both halves show the same pip."""
    return value[0] == value[1]


def whole_set(fields: dict) -> list[Tile]:
    """Every tile of the double-``max_pip`` set but the excluded ones."""
    excluded = {tile(t) for t in fields["exclude"]}
    pips = range(fields["max_pip"] + 1)
    tiles = [(high, low) for high in pips for low in range(high + 1)]
    return [value for value in tiles if value not in excluded]


def joining_halves(fields: dict, value: Tile, pip: int) -> list[int]:
    """The halves of a tile that may touch an end showing ``pip``, the high half first.

    ``equal``: the half shows the pip. ``sum k``: half and pip add up to k. A wild tile joins any
    end with either half.
    """
    halves = [value[0]] if is_double(value) else [value[0], value[1]]
    if value in {tile(t) for t in fields["wild"]}:
        return halves
    return [half for half in halves if half in touching_pips(fields, pip)]


def touching_pips(fields: dict, pip: int) -> set[int]:
    """The pips that may touch an end showing ``pip``."""
    if fields["joins"] == "equal":
        return {pip}
    total = int(fields["joins"].split()[1])
    return {half for half in range(fields["max_pip"] + 1) if half + pip == total}


class Arm:
    """A row of tiles that grows outwards from ``root``.

    The right and the left arm start from the lead, a cross arm from a spinner. ``pip`` is what
    the outer end shows.
    """

    def __init__(self, slot: int, root: Tile, pip: int, tiles=()):
        self.slot, self.root, self.pip, self.tiles = slot, root, pip, list(tiles)

    @property
    def is_cross(self) -> bool:
        return self.slot not in (RIGHT, LEFT)

    @property
    def tip(self) -> Tile:
        """The outermost tile, the root while the arm is not started."""
        return self.tiles[-1] if self.tiles else self.root

    def copy(self) -> Arm:
        return Arm(self.slot, self.root, self.pip, self.tiles)


class Layout:
    """The tiles on the table."""

    def __init__(self, fields: dict):
        self.fields = fields
        self.order: list[Tile] = []  # as they were placed
        self.neighbours: dict[Tile, list[Tile]] = {}
        self.joined_to: dict[Tile, Tile] = {}  # the tile that was there first
        self.open_halves: dict[Tile, list[int]] = {}
        self.arms: dict[int, Arm] = {}

    def copy(self) -> Layout:
        """A layout that can go its own way."""
        new = Layout(self.fields)
        new.order = list(self.order)
        new.neighbours = {t: list(others) for t, others in self.neighbours.items()}
        new.joined_to = dict(self.joined_to)
        new.open_halves = {t: list(halves) for t, halves in self.open_halves.items()}
        new.arms = {slot: arm.copy() for slot, arm in self.arms.items()}
        return new

    # Placing tiles

    def lead(self, value: Tile) -> None:
        """The first tile: the left arm shows the low half, the right arm the high half."""
        self._lay(value)
        self.arms[RIGHT] = Arm(RIGHT, value, value[0])
        self.arms[LEFT] = Arm(LEFT, value, value[1])
        self._add_cross_arms(value)

    def place(self, value: Tile, slot: int, half: int) -> None:
        """Join ``half`` of a tile to the end of an arm; the other half is the new end."""
        arm = self.arms[slot]
        inner = arm.tip
        self._lay(value)
        self.joined_to[value] = inner
        self.neighbours[inner].append(value)
        self.neighbours[value].append(inner)
        if arm.pip in self.open_halves[inner]:
            self.open_halves[inner].remove(arm.pip)
        self.open_halves[value].remove(half)
        arm.tiles.append(value)
        arm.pip = self.open_halves[value][0]
        self._add_cross_arms(value)

    def _lay(self, value: Tile) -> None:
        self.order.append(value)
        self.neighbours[value] = []
        self.open_halves[value] = list(value)

    def _add_cross_arms(self, value: Tile) -> None:
        if self.is_spinner(value):
            for slot in self._cross_slots(value[0]):
                self.arms[slot] = Arm(slot, value, value[0])

    def _cross_slots(self, pip: int) -> list[int]:
        """Up, down, then the extra arms of a spinner with six or eight."""
        slots = [2 + 2 * pip, 3 + 2 * pip, *range(EXTRA, EXTRA + 4)]
        return slots[: self.fields["spinner_arms"] - 2]

    # Spinners

    def is_spinner(self, value: Tile) -> bool:
        """Whether a double on the table may get cross arms (field ``spinner``)."""
        if not is_double(value):
            return False
        doubles = [t for t in self.order if is_double(t)]
        return {
            "none": False,
            "first_double": value == doubles[0],
            "opening_double": value == self.order[0],
            "every_double": True,
        }[self.fields["spinner"]]

    def line_sides_covered(self, double: Tile) -> int:
        """How many of the two line sides of a double have a neighbour.

        Every neighbour sits on a line side but the first tiles of its cross arms.
        """
        crossing = [a for a in self.arms.values() if a.is_cross and a.root == double and a.tiles]
        return len(self.neighbours[double]) - len(crossing)

    def exists(self, arm: Arm) -> bool:
        """Right and left always do; a cross arm once its spinner's line sides are covered."""
        if not arm.is_cross or arm.tiles:
            return True
        needed = SIDES_BEFORE_CROSS[self.fields["arms_open"]]
        return self.line_sides_covered(arm.root) >= needed

    # Which arms take tiles

    def unfilled_double(self) -> Tile | None:
        """The double that must be filled before any other end takes a tile.

        ``fill_first``: the opening spinner until it has that many neighbours. ``fill_doubles``:
        the double placed last until it has that many neighbours besides the one it joined.
        """
        if not self.order:
            return None
        opening = self.order[0]
        fill_first = self.fields["fill_first"]
        if self.is_spinner(opening) and len(self.neighbours[opening]) < fill_first:
            return opening
        doubles = [t for t in self.order if is_double(t)]
        if doubles:
            last = doubles[-1]
            outer = [t for t in self.neighbours[last] if t != self.joined_to.get(last)]
            if len(outer) < self.fields["fill_doubles"]:
                return last
        return None

    def open_arms(self) -> list[Arm]:
        """The arms that take a tile now, by slot."""
        unfilled = self.unfilled_double()
        return [
            arm
            for _, arm in sorted(self.arms.items())
            if self.exists(arm) and not self._is_full(arm) and unfilled in (None, arm.tip)
        ]

    def _is_full(self, arm: Arm) -> bool:
        """``arm_cap``: a cross arm holds at most that many tiles."""
        cap = self.fields["arm_cap"]
        return cap > 0 and arm.is_cross and len(arm.tiles) >= cap

    def ends(self) -> tuple[int, ...]:
        """The pips at the ends of the arms that exist, right, left, up, down."""
        return tuple(arm.pip for _, arm in sorted(self.arms.items()) if self.exists(arm))

    # Counting and dead layouts

    def count(self) -> int:
        """The sum of the open ends, for points in play."""
        lone_double = len(self.order) == 1 and is_double(self.order[0])
        if lone_double and self.fields["opening_counts"] == "single":
            return self.order[0][0]
        return sum(self.exposed(t) for t in self.order)

    def exposed(self, value: Tile) -> int:
        """What one tile adds to the count: its open half, and a double by its neighbours.

        A double with at most one neighbour counts both halves (one with ``double_tip="single"``),
        a double with more counts nothing; with ``exposed_halves`` a spinner with two or three
        neighbours counts the halves that still show, at most two.
        """
        if not is_double(value):
            return sum(self.open_halves[value])
        pip, neighbours = value[0], len(self.neighbours[value])
        if neighbours <= 1:
            return pip if self.fields["double_tip"] == "single" else 2 * pip
        if self.is_spinner(value) and self.fields["spinner_count"] == "exposed_halves":
            return pip * max(0, min(2, 4 - neighbours))
        return 0

    def fits_any(self, some: list[Tile]) -> bool:
        """Whether any of these tiles joins any open arm."""
        pips = {arm.pip for arm in self.open_arms()}
        return any(joining_halves(self.fields, value, pip) for pip in pips for value in some)

    def is_dead(self) -> bool:
        """No tile of the set outside the table fits any open arm (the table alone decides)."""
        outside = [t for t in whole_set(self.fields) if t not in self.neighbours]
        return bool(self.order) and not self.fits_any(outside)

    def fitting_pips(self) -> set[int]:
        """The pips that would fit an open arm: what a seat that passes shows it lacks."""
        return set().union(*(touching_pips(self.fields, arm.pip) for arm in self.open_arms()))

    # Words

    def symbol(self, slot: int) -> str:
        """The arm in the notation: ``>`` ``<``, then cross arms in pairs, ``^`` ``v`` and ``@k^:``.

        With one spinner pair 0 is its own and the extra arms are pairs 1 and 2; where every
        double is a spinner, pair k belongs to double k.
        """
        if slot in (RIGHT, LEFT):
            return "><"[slot]
        sign = "^v"[slot % 2]
        if slot >= EXTRA:
            return f"@{(slot - EXTRA) // 2 + 1}{sign}:"
        pair = slot // 2 - 1
        if self.fields["spinner"] == "every_double" and pair > 0:
            return f"@{pair}{sign}:"
        return sign

    def likeness(self, arm: Arm) -> tuple:
        """Two arms with equal likeness are interchangeable.

        Equal pip, equal contribution to the count, equal effect on a spinner. Where a rule tells
        cross arms from right and left (``arm_cap``, ``bonus_capicua``), so do we.
        """
        contribution = self.exposed(arm.tip) if is_double(arm.tip) else arm.pip
        return (
            arm.pip,
            contribution if self.fields["ends_divisors"] else None,
            arm.tip if self._changes_spinner(arm) else None,
            arm.is_cross and (self.fields["arm_cap"] > 0 or self.fields["bonus_capicua"] > 0),
        )

    def _changes_spinner(self, arm: Arm) -> bool:
        """Whether a tile on this arm changes what a spinner opens or counts.

        The side of a spinner with at most one neighbour always does; later only while cross arms
        are closed or the halves that show are counted.
        """
        double = arm.tip
        if not self.is_spinner(double):
            return False
        crossing = [a for a in self.arms.values() if a.is_cross and a.root == double]
        halves_count = self.fields["ends_divisors"] and (
            self.fields["spinner_count"] == "exposed_halves"
        )
        return (
            len(self.neighbours[double]) <= 1
            or not all(self.exists(a) for a in crossing)
            or bool(halves_count)
        )
