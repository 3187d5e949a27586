# SPDX-License-Identifier: MIT
"""Write the pictures that `test_pictures.py` compares with: look at them before keeping them.

python tests/pictures/regenerate.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from dominocore import Rules, State, Tile, TileSet, svg, text

FOLDER = Path(__file__).parent
LINE = State.setup(
    Rules(),
    layout="6-1 <1-2 >6-6 >6-4 <2-2 <2-5 >4-3 >3-3 <5-0 >3-0",
    hands=["5-5 4-4", "1-1 5-4 3-1"],
    partial=True,
)
PINWHEEL = State.setup(
    Rules(spinner="first_double", max_pip=9),
    layout="9-7 >9-9 >9-3 <7-7 ^9-0 v9-1 ^0-0 v1-4 ^0-8",
    hands=["5-5", "6-6"],
    partial=True,
)
TREE = State.setup(
    Rules(spinner="every_double", arms_open="at_once"),
    layout="3-3 >3-5 <3-0 @3^:3-6 >5-5 >5-1 <0-0 @5v:5-2 <0-4 @3^:6-6 @5v:2-2 @6^:6-1 @3v:3-4",
    hands=["1-1", "4-4"],
    partial=True,
)


def _texts() -> str:
    parts = []
    for state in (LINE, PINWHEEL, TREE):
        parts += [text.table(state, form=form, width=60) for form in text.FORMS]
    parts += [text.hand(TileSet.double(3), form=form, width=40) for form in text.FORMS]
    return "\n\n".join(parts) + "\n"


PICTURES: dict[str, Callable[[], str]] = {
    "line.svg": lambda: svg.table(LINE) + "\n",
    "pinwheel.svg": lambda: svg.table(PINWHEEL.observe(0), theme="dark", colors="hue") + "\n",
    "tree.svg": lambda: svg.table(TREE, theme="light", hands=False, size=500) + "\n",
    "tile.svg": lambda: svg.tile(Tile(15, 12), flat=True) + "\n",
    "text.txt": _texts,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / name).write_text(draw(), encoding="utf-8", newline="\n")
