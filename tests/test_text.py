# SPDX-License-Identifier: MIT
"""Pictures in text: tiles in a line, in boxes and as characters, folded to a width."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dominocore as dc
from dominocore import text
from dominocore.layout_text import layout_line

MOVES = [dc.Move(word) for word in ["*3-3", "<3-4", ">3-6", "^3-0", "--", "^0-5"]]


def test_a_line() -> None:
    """The line between its ends, then the cross arms outwards, each with the pip it shows."""
    assert "4 <[4|3][3|3][3|6]> 6  ^[3|0][0|5]> 5" == text.laid(MOVES) == layout_line(MOVES)


def test_boxes() -> None:
    """Doubles stand, other tiles lie in the middle of them; a cross arm has its mark."""
    assert """\
     ╭─╮
╭─┬─╮│3│╭─┬─╮
│4│3│├─┤│3│6│
╰─┴─╯│3│╰─┴─╯
     ╰─╯
  ╭─┬─╮╭─┬─╮
^ │3│0││0│5│
  ╰─┴─╯╰─┴─╯""" == text.laid(MOVES, form="box")


def test_characters() -> None:
    """The names of the characters are those of the tiles, as Unicode has them."""
    assert "6 <\N{DOMINO TILE HORIZONTAL-06-01} \N{DOMINO TILE VERTICAL-01-01} > 1" == text.laid(
        [dc.Move("*1-1"), dc.Move("<1-6")], form="unicode"
    )


def test_past_double_six_there_are_no_characters() -> None:
    """A tile without a character is written in ASCII."""
    assert "[9|7]" in text.hand([dc.Tile(9, 7)], form="unicode")


def test_a_hand_lies() -> None:
    """The highest tile first, doubles lying like the others."""
    assert "[6|6][6|4]" == text.hand([dc.Tile(6, 4), dc.Tile(6, 6)])
    assert "╭─┬─╮╭─┬─╮\n│6│6││6│4│\n╰─┴─╯╰─┴─╯" == text.hand(
        [dc.Tile(6, 4), dc.Tile(6, 6)], form="box"
    )
    assert "" == text.hand([])


def test_nothing_on_the_table() -> None:
    """Before the lead there is nothing to draw."""
    state = dc.variant("draw").deal(seed=1)
    assert ["", "", ""] == [text.table(state, form=form) for form in text.FORMS]


@given(st.integers(0, 10**6), st.integers(12, 90), st.sampled_from(text.FORMS))
def test_lines_are_folded(seed: int, width: int, form: str) -> None:
    """No line is longer than asked, and the tiles are those of the whole line, in order."""
    state = dc.variant("five-up", max_pip=9).deal(seed=seed)
    while not state.is_over:
        state = state.play(state.moves[seed % len(state.moves)])
    folded = text.table(state, form=form, width=width)
    longest = max(len(line) for line in folded.split("\n"))
    assert longest <= max(width, 4 + len("@9v:[9|9] > 9"))
    if form != "box":
        whole = text.table(state, form=form)
        assert "".join(folded.split()) == "".join(whole.split())


def test_a_wrong_form_is_refused() -> None:
    """It says which there are."""
    for draw in (text.laid, text.hand):
        with pytest.raises(ValueError, match="form is one of ascii, box, unicode, got 'html'"):
            draw([], form="html")
    with pytest.raises(ValueError, match="form is one of"):
        text.form_for("html", None)


def stream(encoding: str) -> io.TextIOWrapper:
    """Give a stream with an encoding."""
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


@pytest.mark.parametrize(
    ("form", "encoding", "terminal", "got"),
    [
        ("box", "utf-8", "xterm", "box"),
        ("unicode", "utf-8", "xterm", "unicode"),
        ("box", "ascii", "xterm", "ascii"),
        ("box", "latin-1", "xterm", "ascii"),
        ("box", "cp437", "xterm", "ascii"),
        ("unicode", "latin-1", "xterm", "ascii"),
        ("box", "utf-8", "dumb", "ascii"),
        ("ascii", "latin-1", "xterm", "ascii"),
    ],
)
def test_a_form_that_a_stream_can_show(
    monkeypatch: pytest.MonkeyPatch, form: str, encoding: str, terminal: str, got: str
) -> None:
    """What the encoding lacks, or a dumb terminal is asked for, becomes ASCII."""
    monkeypatch.setenv("TERM", terminal)
    with stream(encoding) as out:
        assert got == text.form_for(form, out)


def test_there_is_no_colour() -> None:
    """No picture has an escape sequence, so NO_COLOR has nothing to take away."""
    assert not any("\x1b" in text.laid(MOVES, form=form) for form in text.FORMS)
