# SPDX-License-Identifier: MIT
"""The replay page: one small file, without requests, that says what the record says, no more."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import unescape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dominocore as dc
from dominocore.replay_data import match_data
from dominocore.replay_html import page

NAMES = ("Ana", "Rui", "Eva", "Leo")


def play(variant: str, seed: int, rounds: int = 1, moves: int | None = None, **options: Any) -> Any:
    """Play some rounds, or some moves, always the move that the seed picks."""
    match = dc.Match(variant, seed=seed, **options)
    done = 0
    while not match.is_over and len(match.rounds) < rounds and done != moves:
        match = match.play(match.state.moves[(seed + done * 7) % len(match.state.moves)])
        done += 1
    return dc.Record.of(match, players=NAMES[: match.rules.seats])


def data_of(text: str) -> dict[str, Any]:
    """Give the data that the page's script reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert found is not None
    return json.loads(found[1])  # type: ignore[no-any-return]


def element(text: str, name: str) -> str:
    """Give what stands in the one element of that name."""
    (found,) = re.findall(rf"<{name}>(.*?)</{name}>", text, re.S)
    return str(found)


@pytest.mark.parametrize(
    ("variant", "options"),
    [
        ("latin", {"pairs": True, "target": 10_000}),
        ("fives", {"target": 10_000}),
        ("draw", {"max_pip": 12, "seats": 4, "target": 100_000}),
        ("cyprus", {"max_pip": 12, "target": 100_000}),
    ],
)
def test_ten_rounds_are_small(variant: str, options: dict[str, Any]) -> None:
    """A match of ten rounds takes less than 120 KB."""
    record = play(variant, 3, rounds=10, **options)
    assert len(record.rounds) >= 10
    assert len(page(record).encode()) < 120_000


def test_it_loads_nothing() -> None:
    """No address of anything outside, and a policy that allows the page's own texts by digest."""
    text = page(play("draw", 7))
    addresses = set(re.findall(r"""(?:https?:)?//[^\s"'`)]+""", element(text, "style")))
    assert addresses == set()
    assert set(re.findall(r"https?://[^\s\"'`)]+", text)) == {"http://www.w3.org/2000/svg"}
    assert set(re.findall(r'\b(?:src|href)="([^"]*)"', text)) == {"data:,"}
    assert not re.search(r"\b(?:fetch|XMLHttpRequest|WebSocket|import)\b", element(text, "script"))
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    for kind in ("style", "script"):
        digest = b64encode(sha256(element(text, kind).encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    assert not re.search(r'<[^>]+\s(?:style|on\w+)="', text)


@settings(max_examples=20, deadline=None)
@given(
    st.integers(0, 10**6),
    st.sampled_from(["draw", "latin", "fives", "five-up", "cyprus", "matador", "sebastopol"]),
    st.integers(0, 40),
)
def test_what_a_seat_sees_has_no_hidden_tile(seed: int, variant: str, moves: int) -> None:
    """No text of the page names a tile that the seat has not seen, neither in words nor in data."""
    match = dc.Match(variant, seed=seed)
    for i in range(moves):
        if match.is_over or len(match.rounds) == 1:
            break
        match = match.play(match.state.moves[(seed >> i % 20) % len(match.state.moves)])
    record = dc.Record.of(match)
    text = page(record.for_seat(1))
    states = match.states
    seen = {str(tile) for state in states for tile in _seen(state, 1)}
    tiles = {str(tile) for tile in match.rules.tiles}
    for hidden in tiles - seen:
        high, low = hidden.split("-")
        for written in (f"{high}-{low}", f"{low}-{high}", f"{high}|{low}", f"{low}|{high}"):
            for part in _texts(text):
                assert not re.search(rf"(?<!\d){re.escape(written)}(?!\d)", part), (written, hidden)
    for game in data_of(text)["rounds"]:
        numbers = game["tiles"]
        for inner, outer in zip(numbers[3::5], numbers[4::5], strict=True):
            assert str(dc.Tile(inner, outer)) in seen


def _seen(state: dc.State, seat: int) -> list[dc.Tile]:
    view = state.observe(seat)
    own = [move.tile for _, move in view.events if move.tile is not None]
    shown = [tile for hand in view.shown_hands or () for tile in hand]
    return [*view.hand, *view.played, *own, *shown, *view.lots]


def _texts(text: str) -> list[str]:
    """Give the parts of the page that are not the same for every match."""
    rest = text.replace(element(text, "style"), "").replace(element(text, "script"), "")
    return [unescape(re.sub(r"<svg.*?</svg>", "", rest, flags=re.S))]


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["draw", "fives", "five-up", "cyprus", "cross"]))
def test_the_data_are_those_of_the_states(seed: int, variant: str) -> None:
    """Ends, points and tiles after each move are those that playing the record again gives."""
    record = play(variant, seed)
    for game, played in zip(match_data(record)["rounds"], record.rounds, strict=True):
        states = played.states()
        assert [ends[2::3] for ends in game["ends"]] == [list(state.ends) for state in states]
        before = [0] * len(states[0].points)
        points = game.get("points", [before] * len(states))
        assert points[:-1] == [list(state.points) for state in states[:-1]]
        laid = [move.tile for _, move in played.moves if move.is_placement]
        numbers = game["tiles"]
        pairs = zip(numbers[3::5], numbers[4::5], strict=True)
        assert laid == [dc.Tile(inner, outer) for inner, outer in pairs]


def test_the_same_points_for_a_seat() -> None:
    """What everybody saw is told from what a seat saw just as from the whole record."""
    record = play("fives", 5, rounds=3)
    whole, part = match_data(record), match_data(record.for_seat(0))
    for a, b in zip(whole["rounds"], part["rounds"], strict=True):
        assert {key: a.get(key) for key in ("tiles", "ends", "points", "box")} == {
            key: b.get(key) for key in ("tiles", "ends", "points", "box")
        }


def test_a_round_alone_and_a_match_without_rounds() -> None:
    """A state's record is a page, and so is a match that nobody has played."""
    state = dc.variant("block").deal(seed=1)
    assert "<!DOCTYPE html>" in page(dc.Record.of(state))
    assert [] == data_of(page(dc.Record(variant="block")))["rounds"]


def test_a_position_that_was_set_up() -> None:
    """The tiles that lay there before the first move are on the table at the deal."""
    state = dc.State.setup(
        dc.Rules(), layout="6-1 <1-2 >6-6", hands=["6-5 5-5", "6-4 4-4"], partial=True
    )
    after = state.play(">6-5").play("--")
    (game,) = match_data(dc.Record.of(after))["rounds"]
    assert (3, 4) == (game["base"], len(game["tiles"]) // 5)
    assert [6, 2] == game["ends"][0][2::3]
    assert [5, 2] == game["ends"][-1][2::3]


def test_names_cannot_break_out() -> None:
    """A player's name, a note and a title stand in the page as text, never as markup."""
    evil = '</script><script>alert("&amp;")</script>'
    match = dc.Match("block", seed=1)
    record = dc.Record.of(match.play(match.state.moves[0]), players=[evil, "$title ${data}"])
    text = page(record, title=evil)
    assert text.count("<script") == 2
    assert [evil, "$title ${data}"] == data_of(text)["players"]


def test_the_text_of_the_match_is_in_the_page() -> None:
    """Without scripts the match can be read, and copied into a file."""
    record = play("draw", 7)
    (text,) = re.findall(r"<pre>(.*?)</pre>", page(record), re.S)
    assert record == dc.Record.parse(unescape(text))


def test_moves_that_are_not_legal_are_refused() -> None:
    """No page is made of a record that breaks the rules."""
    record = play("block", 3)
    text = str(record).replace("0:", "1:", 1)
    with pytest.raises(dc.DominoError):
        page(dc.Record.parse(text))


def test_equal_records_make_equal_pages() -> None:
    """Nothing of the page depends on when or where it is made."""
    assert page(play("latin", 7, pairs=True)) == page(play("latin", 7, pairs=True))


def test_notes_stand_with_their_moves() -> None:
    """A note is kept by the number of its move."""
    record = play("block", 4)
    noted = replace(record.rounds[0], notes={2: "well played"})
    (kept,) = match_data(replace(record, rounds=(noted,)))["rounds"]
    assert kept["notes"] == {"2": "well played"}
    assert "notes" not in match_data(record)["rounds"][0]
