# SPDX-License-Identifier: MIT
"""How cost grows with the set, the seats and the depth: measure it, and draw it.

`python benches/growth.py measure docs/_static/growth.json` measures, with the CPU time of the
thread, the median of rounds that go through all rows in turn. `python benches/growth.py draw
docs/_static/growth.json` draws the figures next to the file as SVG, which needs matplotlib, and
prints them as the tables of the page on performance.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import median
from typing import Any

from dominocore import Rules, State, perft, playouts
from dominocore.builtin_variants import block, draw

ROUNDS = 7
PIPS = (6, 7, 8, 9, 10, 12, 14, 15, 16, 18)
SEATS = range(2, 9)
DEPTHS = range(2, 15, 2)
#: Tiles for each seat, so that a third of the set is in the hands of four.
HAND = {pips: (pips + 1) * (pips + 2) // 24 for pips in PIPS}

Row = tuple[Callable[[], int], int]


def rounds_of(rules: Rules, n: int) -> Row:
    """Play random rounds on from a deal; give the work and its number of rounds."""
    state = State.deal(rules, seed=2, leader=0)
    return lambda: round(n * playouts(state, n, seed=3).mean_length), n


def counts_of(rules: Rules, depth: int) -> Row:
    """Count sequences; give the work and its number of positions."""
    states = [State.deal(rules, seed=seed, leader=0) for seed in range(3)]
    nodes = sum(perft(state, d) for state in states for d in range(1, depth + 1))

    def run() -> int:
        return sum(perft(state, depth) for state in states)

    return run, nodes


def rows() -> dict[str, dict[int, Row]]:
    """Give the work of each curve by what grows along it."""
    found: dict[str, dict[int, Row]] = {}
    for name, game in (("block", block), ("draw", draw)):
        found[f"set, {name}"] = {
            pips: rounds_of(game(4, max_pip=pips, hand_size=HAND[pips]), 10_000) for pips in PIPS
        }
        found[f"seats, {name}"] = {
            seats: rounds_of(game(seats, max_pip=9, hand_size=5), 20_000) for seats in SEATS
        }
    for seats in (2, 4):
        found[f"depth, block, {seats} seats"] = {
            depth: counts_of(block(seats), depth) for depth in DEPTHS if depth < 13 or seats == 2
        }
    return found


def measure() -> dict[str, dict[int, dict[str, float]]]:
    """Time every row; give microseconds a round or a call, moves a round, positions a call."""
    work = rows()
    times: dict[tuple[str, int], list[float]] = {}
    moves: dict[tuple[str, int], int] = {}
    for _ in range(ROUNDS):
        for curve, points in work.items():
            for at, (run, _) in points.items():
                start = time.thread_time()
                moves[curve, at] = run()
                times.setdefault((curve, at), []).append(time.thread_time() - start)
    return {
        curve: {
            at: figures(curve, median(times[curve, at]), moves[curve, at], units)
            for at, (_, units) in points.items()
        }
        for curve, points in work.items()
    }


def figures(curve: str, seconds: float, done: int, units: int) -> dict[str, float]:
    """Turn a time into the figures of a row; three calls are one row of a count."""
    if curve.startswith("depth"):
        return {
            "us": 1e6 * seconds / 3, "positions": units / 3, "ns_each": 1e9 * seconds / units
        }  # fmt: skip
    return {"us": 1e6 * seconds / units, "moves": done / units, "ns_each": 1e9 * seconds / done}


def draw_figures(data: Mapping[str, Any], out: Path) -> None:
    """Draw time a round, or a count, over what grows."""
    import matplotlib as mpl  # noqa: PLC0415  (only drawing needs it)

    mpl.use("svg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    plt.rcParams.update({"svg.hashsalt": "dominocore", "font.size": 9, "svg.fonttype": "none"})
    figure, axes = plt.subplots(1, 3, figsize=(10, 3.4), layout="constrained")
    labels = {
        "set": ("highest pip of the set, 4 seats", "µs a random round"),
        "seats": ("seats, double-nine, 5 tiles each", "µs a random round"),
        "depth": ("depth of perft", "µs a count"),
    }
    for axis, (kind, (along, up)) in zip(axes, labels.items(), strict=True):
        for curve, points in data.items():
            if curve.startswith(kind):
                axis.plot(
                    [int(at) for at in points], [row["us"] for row in points.values()],
                    marker="o", markersize=3, label=curve.partition(", ")[2],
                )  # fmt: skip
        axis.set(xlabel=along, ylabel=up)
        if kind == "depth":
            axis.set_yscale("log")
        else:
            axis.set_ylim(bottom=0)
        axis.grid(alpha=0.3)
        axis.legend(frameon=False)
    figure.savefig(out, metadata={"Date": None})


def print_tables(data: Mapping[str, Any]) -> None:
    """Print the figures as tables of Markdown."""
    for curve, points in data.items():
        first = next(iter(points.values()))
        amount = "positions" if "positions" in first else "moves"
        print(f"\n| {curve} | µs | {amount} | ns each |\n|---|---|---|---|")
        for at, row in points.items():
            print(f"| {at} | {row['us']:,.2f} | {row[amount]:,.0f} | {row['ns_each']:.1f} |")


def main() -> None:
    """Measure into a file, or draw what a file holds."""
    what, path = sys.argv[1], Path(sys.argv[2])
    if what == "measure":
        path.write_text(json.dumps(measure(), indent=1) + "\n", encoding="utf-8")
        return
    data = json.loads(path.read_text(encoding="utf-8"))
    draw_figures(data, path.with_suffix(".svg"))
    print_tables(data)


if __name__ == "__main__":
    main()
