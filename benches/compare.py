# SPDX-License-Identifier: MIT
"""Measure dominocore and other packages at the same work, in one run.

Run it as `python benches/compare.py [--rounds 31] [--seconds 0.1] [--only TEXT] [--out FILE.json]`.
Every side of a group works for about so many seconds, then the next one, round after round, so
that whatever else the machine does falls on all alike. What counts is the CPU time of the thread.
A ratio is the median of the ratios within each round. A package that is not installed is skipped
and named.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

import contest

PACKAGES = ("dominocore", "dominoes", "open-spiel", "cffi")


def cpu_seconds(side: contest.Side, n: int) -> tuple[float, Any]:
    """Time a side at `n` pieces of work; give what it found too."""
    start = time.thread_time()
    found = side.run(n)
    return time.thread_time() - start, found


def enough(side: contest.Side, seconds: float) -> int:
    """Find how many pieces of work take so long, about."""
    side.run(1)  # what is imported and made once is no part of the work
    n = 1
    while True:
        spent, _ = cpu_seconds(side, n)
        if spent >= seconds / 4:
            return max(1, round(n * seconds / spent))
        n = max(2 * n, round(n * seconds / 2 / max(spent, 1e-4)))


def measure(group: contest.Group, rounds: int, seconds: float) -> dict[str, Any]:
    """Time all sides of a group in turn; give rates, means and ratios."""
    sizes = [enough(side, seconds) for side in group.sides]
    rates: dict[str, list[float]] = {side.name: [] for side in group.sides}
    means = {}
    for i in range(rounds):
        order = range(len(group.sides))
        for k in order if i % 2 == 0 else reversed(order):
            side, n = group.sides[k], sizes[k]
            spent, found = cpu_seconds(side, n)
            rates[side.name].append(n * side.pieces / spent)
            means[side.name] = side.mean(found)
    return {
        "group": group.name,
        "unit": group.unit,
        "mean_of": group.mean_of,
        "sides": [
            {"side": name, **spread(values), "mean": means[name]} for name, values in rates.items()
        ],
        "ratios": [
            {
                "ours": goal.ours,
                "peer": goal.peer,
                "goal": goal.least,
                **spread([a / b for a, b in zip(rates[goal.ours], rates[goal.peer], strict=True)]),
            }
            for goal in group.ratios
        ],
        "skipped": group.skipped,
    }


def spread(values: list[float]) -> dict[str, float]:
    """Give the median of some values, the least and the most."""
    return {"median": median(values), "least": min(values), "most": max(values)}


def machine() -> dict[str, Any]:
    """Say what was measured on what; no name of a machine or a user."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = None
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.system(),
        "processor": platform.machine(),
        "cpus": os.cpu_count(),
        "packages": found,
    }


def figure(value: float) -> str:
    """Write a rate or a ratio with three digits, or all of a large one."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def show(result: dict[str, Any]) -> None:
    """Print the table of a group."""
    print(f"\n{result['group']}: {result['unit']} per CPU-second")
    print(f"  {'':34} {'median':>11} {'least':>11} {'most':>11}   {result['mean_of']}")
    for side in result["sides"]:
        rate = " ".join(f"{figure(side[key]):>11}" for key in ("median", "least", "most"))
        print(f"  {side['side']:34} {rate}   {side['mean']:.3f}")
    for ratio in result["ratios"]:
        goal = f", goal {ratio['goal']}" if ratio["goal"] else ""
        print(
            f"  {figure(ratio['median'])} times ({figure(ratio['least'])} to "
            f"{figure(ratio['most'])}{goal}): {ratio['ours']} / {ratio['peer']}"
        )
    for name, reason in result["skipped"].items():
        print(f"  skipped {name}: {reason}")


def main() -> None:
    """Measure, print the tables, and write them as JSON where that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=31, help="how often each side is timed")
    parser.add_argument("--seconds", type=float, default=0.1, help="CPU time of one timing, about")
    parser.add_argument("--only", default="", help="only groups with this text in their name")
    parser.add_argument("--out", type=Path, help="write the figures to this file, as JSON")
    asked = parser.parse_args()
    results = []
    for group in contest.groups():
        if asked.only in group.name:
            results.append(measure(group, asked.rounds, asked.seconds))
            show(results[-1])
    if asked.out:
        data = {"machine": machine(), "rounds": asked.rounds, "groups": results}
        asked.out.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
