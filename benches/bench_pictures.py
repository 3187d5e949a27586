# SPDX-License-Identifier: MIT
"""How long pictures take: where the tiles lie, the drawing, and the page of a whole match."""

from __future__ import annotations

from typing import Any

import pytest

import dominocore as dc
from dominocore import svg, text
from dominocore.chain import Chain
from dominocore.layout import Layout
from dominocore.replay_html import page


def finished(name: str, **options: Any) -> dc.State:
    """Deal the first round, of some, that lays most tiles when first moves are played."""
    rounds = []
    for seed in range(10):
        state = dc.variant(name, **options).deal(seed=seed)
        while not state.is_over:
            state = state.play(state.moves[0])
        rounds.append(state)
    return max(rounds, key=lambda state: len(state.played))


STATES = {
    "line": finished("latin"),
    "line, double-twelve": finished("draw", max_pip=12, seats=4),
    "pinwheel": finished("sebastopol"),
    "tree": finished("five-up", max_pip=9, seats=4),
    "star": finished("cyprus"),
}


@pytest.mark.benchmark(group="layout")
@pytest.mark.parametrize("name", STATES)
def test_layout(benchmark: Any, name: str) -> None:
    """Lay the chain of a finished round in its best frame."""
    state = STATES[name]
    every = state.rules.spinner == "every_double"
    chain = Chain.read(state.layout, every)
    layout = benchmark(lambda: Layout.of(chain, every_double=every, arms=state.rules.spinner_arms))
    benchmark.extra_info["tiles"] = len(layout.tiles)
    assert len(layout.tiles) == len(state.played)


@pytest.mark.benchmark(group="svg")
@pytest.mark.parametrize("name", STATES)
def test_svg(benchmark: Any, name: str) -> None:
    """Draw the table and the hands, the layout included."""
    picture = benchmark(lambda: svg.table(STATES[name]))
    benchmark.extra_info["bytes"] = len(picture)
    assert picture.endswith("</svg>")


@pytest.mark.benchmark(group="text")
@pytest.mark.parametrize("form", text.FORMS)
def test_text(benchmark: Any, form: str) -> None:
    """Write the table of a finished round."""
    assert benchmark(lambda: text.table(STATES["line"], form=form, width=80))


@pytest.mark.benchmark(group="page")
def test_page(benchmark: Any) -> None:
    """Make the replay page of ten rounds with four seats."""
    match = dc.Match("latin", seed=7, pairs=True, target=10_000)
    while len(match.rounds) < 10:
        match = match.play(match.state.moves[0])
    record = dc.Record.of(match)
    made = benchmark(lambda: page(record))
    benchmark.extra_info["bytes"] = len(made)
    assert len(made) < 120_000
