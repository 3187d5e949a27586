# SPDX-License-Identifier: MIT
"""The replay page in a real browser: it steps, slides, plays and hides, and never asks for more.

It needs the extra `browser` and a Chromium: the one that `DOMINOCORE_BROWSER` names, or the one on
the path. With `DOMINOCORE_SCREENSHOTS` naming a folder the pictures taken are kept there.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore.replay_html import page as make_page

sync_api = pytest.importorskip("playwright.sync_api", reason="the extra browser is not installed")

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = os.environ.get("DOMINOCORE_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
WIDTHS = (390, 768, 1280)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


def record_of(rounds: int = 3) -> dc.Record:
    """Play some rounds of the four-handed game in pairs."""
    match = dc.Match("latin", seed=11, pairs=True, target=1000)
    while len(match.rounds) < rounds:
        match = match.play(match.state.moves[-1])
    return dc.Record.of(match, players=["Ana", "Rui", "Eva", "Leo"])


RECORD = record_of()
MOVES = len(RECORD.rounds[0].moves)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Run a Chromium without a window."""
    with sync_api.sync_playwright() as playwright:
        # Without its sandbox, which containers do not allow; it only loads our own page.
        found = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


class Viewer:
    """A page opened from the disk, with all that went wrong and all that was asked for."""

    def __init__(self, browser: Any, folder: Path) -> None:
        self._browser, self._folder = browser, folder
        self.faults: list[str] = []
        self.requests: list[str] = []
        self.page: Any = None

    def open(self, record: dc.Record = RECORD, hash: str = "", **options: Any) -> Any:
        """Write the page and open it."""
        path = self._folder / "replay.html"
        path.write_text(make_page(record), encoding="utf-8")
        options.setdefault("viewport", {"width": 1280, "height": 900})
        self.page = self._browser.new_page(**options)
        self.page.on("console", lambda message: self.faults.append(message.text))
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri() + hash)
        return self.page

    @property
    def status(self) -> str:
        """The line that screen readers hear."""
        return str(self.page.inner_text("#status"))

    @property
    def tiles(self) -> int:
        """How many tiles lie on the table."""
        return int(self.page.locator("#board > g:not(.end):visible").count())


@pytest.fixture
def viewer(browser: Any, tmp_path: Path) -> Iterator[Viewer]:
    """Open pages; afterwards nothing was on the console and nothing but the file was loaded."""
    made = Viewer(browser, tmp_path)
    yield made
    assert made.faults == []
    assert [url for url in made.requests if not url.startswith(("file:", "data:"))] == []
    assert len([url for url in made.requests if url.startswith("file:")]) <= 1
    made.page.close()


def test_it_begins_with_the_deal(viewer: Viewer) -> None:
    """Nothing lies on the table, all hands are there, and the leader is named."""
    page = viewer.open()
    assert viewer.status.startswith("Round 1 · Deal · ") and "leads" in viewer.status
    assert viewer.tiles == 0
    assert page.locator("#hands .hand svg").count() == 28


def test_keys(viewer: Viewer) -> None:
    """Arrows step, Home and End go to the ends of the round, P and N change it, Space plays."""
    page = viewer.open()
    page.keyboard.press("ArrowRight")
    assert "Move 1 of" in viewer.status and viewer.tiles == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert "Move 1 of" in viewer.status
    page.keyboard.press("End")
    assert f"Move {MOVES} of {MOVES}" in viewer.status and "Points" in viewer.status
    page.keyboard.press("ArrowRight")
    assert viewer.status.startswith("Round 2 · Deal")
    page.keyboard.press("ArrowLeft")
    assert f"Round 1 · Move {MOVES} of {MOVES}" in viewer.status
    page.keyboard.press("n")
    assert viewer.status.startswith("Round 2 · Deal")
    page.keyboard.press("p")
    page.keyboard.press("Home")
    assert viewer.status.startswith("Round 1 · Deal")
    page.keyboard.press("Space")
    sync_api.expect(page.locator("#status")).to_contain_text("Move 2 of")
    assert page.get_attribute("#play", "aria-label") == "Pause"
    page.keyboard.press("Space")
    assert page.get_attribute("#play", "aria-label") == "Play"


def test_buttons_slider_and_list(viewer: Viewer) -> None:
    """All three lead to a move, and the list marks where that is."""
    page = viewer.open()
    page.click("#next")
    page.click("#next")
    assert "Move 2 of" in viewer.status
    page.click("#back")
    assert "Move 1 of" in viewer.status
    page.click("#last")
    assert viewer.status.startswith(f"Round {len(RECORD.rounds)} · ")
    page.click("#first")
    assert viewer.status.startswith("Round 1 · Deal")
    page.locator("#slide").fill("7")
    assert "Move 7 of" in viewer.status
    page.focus("#slide")
    page.keyboard.press("ArrowRight")
    assert "Move 8 of" in viewer.status
    page.locator("#moves button").nth(5).click()
    assert "Move 5 of" in viewer.status
    current = page.locator("#moves [aria-current=step]")
    assert current.count() == 1 and current.inner_text().startswith("5")
    page.locator("#rounds button").nth(1).click()
    assert viewer.status.startswith("Round 2 · Deal")


def test_deep_links(viewer: Viewer) -> None:
    """The address names the round and the move, and follows where one goes."""
    page = viewer.open(hash="#2.9")
    assert viewer.status.startswith("Round 2 · Move 9 of ")
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#2.10")
    page.evaluate("location.hash = '#3'")
    sync_api.expect(page.locator("#status")).to_contain_text("Move 3 of")
    assert viewer.status.startswith("Round 1 · Move 3 of ")


def test_view_as_a_seat(viewer: Viewer) -> None:
    """The other hands lie face down, until the round is over."""
    page = viewer.open(hash="#1.4")
    assert page.locator("#hands [aria-label='a tile face down']").count() == 0
    page.select_option("#view", label="Rui")
    open_hands = page.locator("#hands .hand:has(g[aria-label*='-'])")
    assert open_hands.count() == 1
    assert open_hands.inner_text().startswith("Rui")
    page.keyboard.press("Escape")
    page.locator("body").click(position={"x": 2, "y": 2})
    page.keyboard.press("End")
    assert page.locator("#hands [aria-label='a tile face down']").count() == 0
    page.select_option("#view", label="the table only")
    page.locator("#slide").fill("0")
    assert page.locator("#hands [aria-label='a tile face down']").count() == 28


def test_hidden_tiles_are_nowhere_in_the_page(viewer: Viewer) -> None:
    """Of the record of what a seat sees, no part of the document names a tile of another hand."""
    match = dc.Match("latin", seed=5)
    for _ in range(6):
        match = match.play(match.state.moves[0])
    page = viewer.open(dc.Record.of(match).for_seat(2), hash="#1.6")
    assert page.is_disabled("#view")
    state = match.state
    hidden = [tile for seat, hand in enumerate(state.hands) if seat != 2 for tile in hand]
    assert hidden
    labels = page.eval_on_selector_all("[aria-label]", "all => all.map(e => e.ariaLabel)")
    words = " ".join([page.inner_text("body"), page.text_content("pre"), *labels])
    data = page.text_content("#data")
    for tile in hidden:
        for written in (f"{tile.high}-{tile.low}", f"{tile.low}-{tile.high}"):
            assert not re.search(rf"(?<!\d){written}(?!\d)", words), written
            assert f'"{written}' not in data and f" {written}" not in data


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_the_screen(viewer: Viewer, width: int, scheme: str) -> None:
    """No width needs scrolling to the side, and the table is drawn in it."""
    page = viewer.open(
        hash=f"#1.{MOVES}",
        viewport={"width": width, "height": 844},
        color_scheme=scheme,
        reduced_motion="reduce",
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#board").bounding_box()
    assert box["width"] > 0.6 * min(width, 700) and box["height"] > 200
    assert viewer.tiles == sum(move.is_placement for _, move in RECORD.rounds[0].moves)
    picture = page.screenshot(full_page=True)
    assert picture.startswith(b"\x89PNG") and len(picture) > 20_000
    if kept := os.environ.get("DOMINOCORE_SCREENSHOTS"):
        Path(kept, f"replay-{width}-{scheme}.png").write_bytes(picture)


def test_without_scripts(viewer: Viewer) -> None:
    """The page says so, and has the match as text."""
    page = viewer.open(java_script_enabled=False)
    assert page.locator("noscript").count() == 1
    assert "#1" in page.locator("pre").text_content()


def test_a_round_in_a_frame(viewer: Viewer) -> None:
    """The page works inside a frame that has no address, as notebooks show it."""
    page = viewer.open()
    text = make_page(RECORD)
    page.set_content("<iframe width='900' height='900' id='frame'></iframe>")
    page.evaluate("text => { document.getElementById('frame').srcdoc = text; }", text)
    frame = page.frame_locator("#frame")
    frame.locator("#next").click()
    assert "Move 1 of" in frame.locator("#status").inner_text()
