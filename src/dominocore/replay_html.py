# SPDX-License-Identifier: MIT
"""A match as one HTML file to step through, which loads nothing and sends nothing.

It has no request, keeps to a policy that forbids any, and works from a disk. What the page shows,
and all that its text holds, is what the record has: of `Record.for_seat` no hidden tile.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from string import Template
from typing import Any

from dominocore.arguments import instance
from dominocore.record import Record
from dominocore.replay_data import match_data
from dominocore.rules import Rules
from dominocore.svg_parts import NUMERALS_FROM, escaped, pip_path, pip_width


def page(record: Record, *, title: str | None = None, rules: Rules | None = None) -> str:
    """Give the page for a match, or for a round.

    >>> import dominocore as dc
    >>> from dominocore.replay_html import page
    >>> match = dc.Match("draw", seed=7)
    >>> text = page(dc.Record.of(match.play(match.state.moves[0])))
    >>> text.partition("\\n")[0]
    '<!DOCTYPE html>'

    Args:
        record: the match, or what a seat sees of it.
        title: the heading; left out, the variant and the players.
        rules: the rules that it was played by; left out, those of the variant.

    Raises:
        ReplayError: a move is not legal.
        NotationError: a deal cannot be.
    """
    instance("record", record, Record)
    data = match_data(record, rules)
    style, script = _read("page.css"), _read("page.js")
    heading = title if title is not None else _title(record, data)
    return Template(_read("page.html")).substitute(
        policy=_policy(style, script),
        title=escaped(heading),
        about=escaped(_about(record, data)),
        style=style,
        script=script,
        symbols=_symbols(),
        record=escaped(str(record)),
        data=_json(data),
    )


def _read(name: str) -> str:
    return files("dominocore").joinpath("replay_page", name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Allow the page's own style and script, named by their digests, and nothing else at all."""

    def digest(text: str) -> str:
        return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()

    return (
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _json(data: Any) -> str:
    """Write data so that no text in it can end the element that it stands in."""
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _title(record: Record, data: dict[str, Any]) -> str:
    """Name the sides by their players, or the match by its variant."""
    if not any(record.players):
        return f"A match of {record.variant}"
    sides: dict[int, list[str]] = {}
    for side, name in zip(data["sides"], data["players"], strict=True):
        sides.setdefault(side, []).append(name)
    return " – ".join(" & ".join(names) for _, names in sorted(sides.items()))


def _about(record: Record, data: dict[str, Any]) -> str:
    n = len(record.rounds)
    words = [record.variant] if any(record.players) else []
    words.append(f"{n} {'round' if n == 1 else 'rounds'}")
    if record.scores:
        words.append("totals " + " : ".join(map(str, record.scores)))
    if record.seat is not None:
        words.append(f"as {data['players'][record.seat]} sees it")
    return " · ".join(words)


def _symbols() -> str:
    """Draw the pips of each number once; the page uses them by name."""
    return "".join(
        f'<path id="p{pip}" class="pips" stroke-width="{pip_width(pip)}" '
        f'd="{pip_path(pip, 0, 0)}"/>'
        for pip in range(NUMERALS_FROM)
    )
