# SPDX-License-Identifier: MIT
"""A picture of ratings with their intervals; needs the extra `plot`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dominocore.ratings import Rating


def draw(ratings: Sequence[Rating], title: str, path: Path) -> None:
    """Draw a line for each player, the best on top, into a file of the kind that its name says.

    Raises:
        ImportError: matplotlib is not installed; says what to install.
        ValueError: the file's name says no kind of picture.
        OSError: the file cannot be written.
    """
    try:
        from matplotlib import rc_context  # noqa: PLC0415  (an extra, and slow)
        from matplotlib.figure import Figure  # noqa: PLC0415
    except ImportError as error:
        raise ImportError(f"{error}: pip install 'dominocore[plot]'") from error
    ordered = sorted(ratings, key=lambda one: one.value)
    values = [one.value for one in ordered]
    below = [one.value - one.low for one in ordered]
    above = [one.high - one.value for one in ordered]
    # The same ratings give the same bytes: no date, and names from a fixed salt.
    with rc_context({"svg.hashsalt": "dominocore", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7, 1.2 + 0.4 * len(ordered)), layout="constrained")
        axes = figure.add_subplot()
        rows = range(len(ordered))
        axes.errorbar(values, rows, xerr=(below, above), fmt="o", capsize=4, color="black")
        axes.set_yticks(rows, [one.player for one in ordered])
        axes.margins(y=0.3)
        axes.grid(axis="x", alpha=0.3)
        axes.set_title(title)
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
