# SPDX-License-Identifier: MIT
"""Records as text and as JSON: spellings, faults and their places, the schema, golden files."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import dominocore as dc
from dominocore.record_json import read_json
from dominocore.record_text import read_records
from games import VARIANTS, random_match

GOLDEN = Path(__file__).parent / "golden" / "records"
HEAD = '[Variant "block"]\n[Seat0 "Ana"]\n\n'
DEAL = "#1 block d6 - 6-6.5-4/6-5.4-4 - 0 0 0:0\n"
GOOD = HEAD + DEAL + "0:*6-6 1:>6-5 0:>5-4\n= out 0 8:0\n*\n"


def test_a_record_by_hand() -> None:
    """The parts of the text are those of the record."""
    record = dc.Record.parse(GOOD)
    assert record.variant == "block" and record.players == ("Ana", "") and record.seed is None
    (kept,) = record.rounds
    assert [f"{seat}:{move}" for seat, move in kept.moves] == ["0:*6-6", "1:>6-5", "0:>5-4"]
    assert (
        kept.end is not None
        and kept.scores == (8, 0)
        and kept.deal.hands[1].tiles == dc.Hand("6-5 4-4")
    )
    record.check()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("6-6.5-4", "4-5.[6|6]"),
        ("1:>6-5", "1:>5-6"),
        ("0:*6-6 ", "0:6-6\n\n; a remark\n"),
        ("0:>5-4", "0:>5:4"),
        ("\n", "\r\n"),
        ("*\n", ""),
        ("out 0 8:0", " out  0  8:0 "),
        (HEAD, '[Seat0 "Ana"]\n'),
        ("0:*6-6 1", "0:*6-6\t1"),
    ],
)
def test_how_people_write_it(old: str, new: str) -> None:
    """Spellings are read as what they mean, and written in the one way there is."""
    text = GOOD.replace(old, new)
    assert text != GOOD
    record = dc.Record.parse(text)
    assert str(record) == str(dc.Record.parse(GOOD))


def test_arms_that_are_left_out() -> None:
    """Where one arm fits it is meant; halves are turned only where they join when equal."""
    text = HEAD + DEAL.replace("6-6.5-4", "6-3.5-4")
    moves = dc.Record.parse(text + "0:6-3 1:6-5 0:4-5").rounds[0].moves
    assert [str(move) for _, move in moves] == ["*6-3", ">6-5", ">5-4"]
    with pytest.raises(dc.NotationError, match="line 5, column 10: 6-5 fits > and <: say which"):
        dc.Record.parse(HEAD + DEAL + "0:*6-6 1:6-5")
    other = text.replace("block", "matador")
    assert str(dc.Record.parse(other + "0:*6-3 1:>5-6").rounds[0].moves[1][1]) == ">5-6"
    unknown = text.replace("block", "hearts")
    assert str(dc.Record.parse(unknown + "0:*6-3 1:>5-6").rounds[0].moves[1][1]) == ">5-6"
    with pytest.raises(dc.NotationError, match="fits no arm that is known"):
        dc.Record.parse(unknown + "0:*6-3 1:6-5")


def test_a_text_that_breaks_off() -> None:
    """Every beginning of a round's text is read as far as it goes, or has no round at all yet."""
    text = HEAD + DEAL + "0:*6-6 1:>6-5 0:>5-4 1:--\n= out 0 8:0\n"
    start, stop = text.index("0:*6-6"), text.index("= out")
    whole = dc.Record.parse(text).rounds[0].moves
    for cut in range(start, stop):
        record = dc.Record.parse(text[:cut])
        assert not record.is_over and not record.rounds[0].is_over
        read = record.rounds[0].moves
        assert read == whole[: len(read)]
        assert len(read) >= text[start:cut].count(" ") - 1
        assert dc.Record.parse(str(record)) == record
    for cut in range(stop, stop + len("= out 0")):
        assert not dc.Record.parse(text[:cut]).rounds[0].is_over


@pytest.mark.parametrize("seat", [None, 1])
def test_a_match_that_breaks_off_keeps_its_rounds(seat: int | None) -> None:
    """Wherever the text ends after its first round, the rounds before are read as they were."""
    record = dc.Record.of(random_match(dc.variant("fives", target=60), 5))
    noted = replace(record.rounds[1], notes={2: "a {fine} \\ move"})
    record = replace(record, rounds=(record.rounds[0], noted, *record.rounds[2:]))
    record = record if seat is None else record.for_seat(seat)
    text = str(record)
    for cut in range(text.index("#2") + 1, len(text)):
        found = dc.Record.parse(text[:cut])
        n = text[:cut].count("\n=")
        done = n if text[:cut].rpartition("\n")[2][:1] != "=" else n - 1
        assert done <= len(found.rounds) <= done + 1
        assert found.rounds[:done] == record.rounds[:done]
        assert not found.is_over or found == record


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "said"),
    [
        ("1:>6-5", "1:>-5", 5, 11, "expected a tile after '>', got '-5'"),
        ("1:>6-5", "1:>6-7", 5, 8, "7-6 is not in the set up to 6"),
        ("1:>6-5", "1:>6-6", 5, 8, "6-6 is on the table already"),
        ("1:>6-5", "4:>6-5", 5, 8, "there is no seat 4"),
        ("1:>6-5", "1>6-5", 5, 8, "expected a move with its seat"),
        ("1:>6-5", "1:+?", 5, 8, "expected the tile that is drawn, such as +6-5, got '1:+?'"),
        ("1:>6-5", "1:+6-5!", 5, 14, "a draw claims nothing"),
        ("1:>6-5", "1:#6-5", 5, 10, "expected a move, such as"),
        ("1:>6-5", "{open", 5, 8, "expected a note that ends in its line"),
        ("0:*6-6", "{well} 0:*6-6", 5, 1, "a note follows a move"),
        ("= out 0 8:0", "= won 0 8:0", 6, 1, "expected an end, such as = out 0 35:0"),
        ("= out 0 8:0", "= out 2 8:0", 6, 1, "there is no side 2"),
        ("= out 0 8:0", "= out 0 8", 6, 1, "expected the points of 2 sides, got 1"),
        ("= out 0 8:0", "= out 0 8:0 -/?1", 6, 15, "expected the tiles of a hand"),
        ("= out 0 8:0", "= out 0 8:0 -/4-4", 6, 1, "expected no hands"),
        ("= out 0 8:0\n*", "0,1", 6, 1, "round 1 has no end, so nobody has won"),
        ("\n*", "\n1,0", 7, 1, "expected the sides that won, in order, of 2"),
        ("\n*", "\n3", 7, 1, "expected the sides that won, in order, of 2"),
        ("\n*", "\n#3 block d6 - 6-6/5-5 - 0 0 8:0", 7, 1, "expected round 2, got 3"),
        ("\n*", "\n#2 block d6 - 6-6/5-5 - 0 0 0:0", 7, 1, "expected the totals 8:0, got 0:0"),
        ("\n*", "\n#2 draw d6 - 6-6/5-5 - 0 0 8:0", 7, 1, "expected the variant block, got draw"),
        ("\n*", "\n#2 block d6 - 6-6/5-5 - 3 0 8:0", 7, 25, "a number from 0 to 1, got '3'"),
        ("#1 block", "#1 block;x", 4, 4, "expected a variant, such as block"),
        ("#1", "#x", 4, 2, "expected the number of a round"),
        (DEAL, "", 4, 1, "expected a tag, a round such as #1, or a result"),
        ("6-6.5-4", "?2", 4, 1, "hidden tiles need the view"),
        ("0 0 0:0", "0 1 0:0", 4, 1, "a deal has no passes"),
        ("0 0 0:0", "0 0 0:0 last=1", 4, 1, "a deal has no passes"),
        ("0 0 0:0", "0 0 0:5 brought=0:0", 4, 1, "a deal has no passes"),
        ("0 0 0:0", "0 0 0:0 lead=1", 4, 1, "a deal has no passes"),
        ("6-6.5-4/", "6-6.5-4!1/", 4, 1, "a deal has no passes"),
        ("0 0 0:0", "0 0 0:0 ended=out:0:0:-", 4, 1, "a round begins with a position before"),
        ('[Seat0 "Ana"]', '[Seat2 "Ana"]', 4, 1, "expected 3 hands, one a player, got 2"),
        ('[Seat0 "Ana"]', '[Seat0 "Ana]', 2, 1, "expected a tag, such as"),
        ('[Seat0 "Ana"]', '[Variant "draw"]', 2, 2, "the tag Variant is there twice"),
        ('[Seat0 "Ana"]', '[View "9"]', 2, 8, "a seat, a number from 0 to 7"),
        ('[Seat0 "Ana"]', '[View "1"]', 4, 1, "seat 1 cannot see all that is shown"),
        ('[Seat0 "Ana"]', '[Seed "x"]', 2, 8, "expected a seed"),
    ],
)
def test_a_fault_has_its_line_and_column(
    old: str, new: str, line: int, column: int, said: str
) -> None:
    """The error says where, what was expected and what is there."""
    assert old in GOOD
    text = GOOD.replace(old, new, 1)
    with pytest.raises(dc.NotationError) as caught:
        dc.Record.parse(text)
    error = caught.value
    assert said in str(error)
    assert (error.text, error.line, error.column) == (text, line, column)
    assert str(error).startswith(f"line {line}, column {column}: ")


def test_all_sides_may_have_won() -> None:
    """A half means that the match is shared, as when all sides are named."""
    shared = dc.Record.parse(GOOD.replace("\n*", "\n1/2"))
    assert shared.winners == (0, 1)
    assert shared == dc.Record.parse(GOOD.replace("\n*", "\n0,1"))


def test_tags_and_notes_keep_every_character() -> None:
    """Quotes, braces, backslashes and ends of lines are escaped."""
    odd = 'a "b" \\ {c} [d]\n\r\té\u2028;'
    kept = replace(dc.Record.parse(GOOD).rounds[0], notes={2: odd})
    odd_record = dc.Record(
        variant="block", players=(odd, "B"), rounds=(kept,), tags={"Event": odd, "Date": ""}
    )
    for form in ("dgr", "json", "jsonl"):
        (again,) = dc.read_records(dc.write_records([odd_record], form))
        assert again == odd_record and again.rounds[0].notes == {2: odd}
    with pytest.raises(dc.NotationError, match="a tag cannot be called 'Seat0'"):
        str(dc.Record(variant="block", tags={"Seat0": "x"}))


def test_many_matches_in_a_file() -> None:
    """They follow each other with or without a result between them."""
    records = [dc.Record.of(random_match(variant, 1, 1)) for variant in VARIANTS[:5]]
    for form in ("dgr", "jsonl"):
        assert list(dc.read_records(dc.write_records(records, form))) == records
    text = dc.write_records(records).replace("\n*\n", "\n")
    assert list(dc.read_records(text)) == records
    assert list(dc.read_records("")) == [] == list(dc.read_records("; nothing\n\n"))
    with pytest.raises(dc.NotationError, match="json holds one match, got 5"):
        dc.write_records(records, "json")
    with pytest.raises(dc.NotationError, match="expected the record of one match, got 5"):
        dc.Record.parse(text)
    with pytest.raises(ValueError, match="form='xml': expected dgr, json, jsonl"):
        dc.write_records(records, "xml")


# ---- JSON ----


def schema() -> Any:
    """Give a validator of the schema that comes with the package."""
    jsonschema = pytest.importorskip("jsonschema")
    text = files("dominocore").joinpath("record.schema.json").read_text(encoding="utf-8")
    validator = jsonschema.Draft202012Validator
    validator.check_schema(json.loads(text))
    return validator(json.loads(text))


@pytest.mark.parametrize("variant", VARIANTS[::3], ids=str)
def test_what_is_written_fits_the_schema(variant: dc.Variant) -> None:
    """Whole matches, views and notes do, by an independent validator."""
    valid = schema()
    record = dc.Record.of(random_match(variant, 2, 2), tags={"Date": "2026"})
    for kept in (record, record.for_seat(0), dc.Record.of(random_match(variant, 2, 0))):
        valid.validate(json.loads(json.dumps(kept.to_dict())))
    hands = ["6-6 3-1", "5-5 2-0"]
    state = dc.State.setup(dc.Rules(), layout="6-1 >6-3 <1-2", hands=hands, turn=1)
    valid.validate(dc.Record.of(state.play("<2-0")).to_dict())


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("format",), "x", "format: expected dominocore-record/1, got 'x'"),
        (("format",), None, "format: expected a text, got None"),
        (("colour",), 1, "the record: there is no 'colour' in a record"),
        (("variant",), "draw", "variant: expected an object, got 'draw'"),
        (("variant", "id"), "Draw", "variant: expected a variant"),
        (("variant", "options"), {"a": 1}, "variant.options.a: expected a text, got 1"),
        (("seats", 0), "Ana", "seats[0]: expected an object"),
        (("seats",), [{"name": "A"}] * 9, "seats: there are at most 8"),
        (("seats", 0, "name"), 3, "seats[0].name: expected a text, got 3"),
        (("view",), 9, "view: expected a number from 0 to 7, got 9"),
        (("view",), True, "view: expected a whole number, got True"),
        (("seed",), 7, "seed: expected a text, got 7"),
        (("seed",), "x", "seed: expected digits"),
        (("rounds",), {}, "rounds: expected a list, got {}"),
        (("rounds", 0, "deal", "max_pip"), 19, "rounds[0].deal.max_pip: expected a number"),
        (("rounds", 0, "deal", "hands"), [["6-6"]], "deal.hands: expected 2 to 8, got 1"),
        (("rounds", 0, "deal", "hands"), [[]] * 9, "deal.hands: expected 2 to 8, got 9"),
        (("rounds", 0, "deal", "hands", 1), "6-5", "deal.hands[1]: expected a list of tiles, got"),
        (("rounds", 0, "deal", "hands", 0, 1), "7-9x", "deal.hands[0][1]: expected a tile"),
        (("rounds", 0, "deal", "hands", 0, 1), "6-6", "hands[0]: a tile is there twice"),
        (("rounds", 0, "deal", "hands", 0, 1), "?", "rounds[0].deal: hidden tiles need the view"),
        (("rounds", 0, "deal", "boneyard"), ["1-0", "?"], "all tiles to be hidden, or none"),
        (("rounds", 0, "deal", "scores"), [0], "rounds[0].end: expected the points of 1 sides"),
        (("rounds", 0, "events", 1, "seat"), 8, "events[1].seat: expected a number from 0 to 7"),
        (
            ("rounds", 0, "events", 1, "do"),
            "knock",
            "events[1].do: expected play, draw, pass or move",
        ),
        (("rounds", 0, "events", 1, "tile"), "?", "events[1].tile: expected a tile, got '?'"),
        (("rounds", 0, "events", 1, "tile"), "6-6", "events[1].join: 6-6 has no half with 5"),
        (("rounds", 0, "events", 1, "join"), 4, "events[1].join: 6-5 has no half with 4 pips"),
        (("rounds", 0, "events", 1, "arm"), "?", "rounds[0].events[1]: expected a move"),
        (("rounds", 0, "events", 1, "claim"), 1, "claim: expected true or false, got 1"),
        (("rounds", 0, "end", "reason"), "won", "end.reason: expected out, blocked or target"),
        (("rounds", 0, "end", "winner"), 2, "rounds[0].end: there is no side 2"),
        (("rounds", 0, "end", "hands"), [[], ["?"]], "end.hands[1]: hands lie open at the end"),
        (("rounds", 0, "end", "points", 0), "8", "end.points[0]: expected a number"),
        (("result",), {"winners": [0], "scores": [1, 0]}, "expected the scores [8, 0], got [1, 0]"),
        (("result",), {"winners": [], "scores": [8, 0]}, "result: expected the sides that won"),
    ],
)
def test_a_fault_in_an_object_has_its_place(path: tuple[Any, ...], value: Any, said: str) -> None:
    """The error names the member, what was expected and what is there."""
    data = dc.Record.parse(GOOD).to_dict()
    if path[:1] == ("rounds",) and path[-1:] == ("tile",) and value == "6-6":
        data["rounds"][0]["events"][1]["join"] = 5
    at: Any = data
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    with pytest.raises(dc.NotationError) as caught:
        dc.Record.from_dict(data)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("member", "value", "said"),
    [
        ("layout", ["*6-1", 3], "setup.layout[1]: expected a placement, got 3"),
        ("layout", ["*6-1", "--"], "setup.layout[1]: expected a placement, got '--'"),
        ("layout", ["*6-1", ">6-3!"], "setup.layout[1]: expected a placement, got '>6-3!'"),
        ("voids", [[]], "setup: expected voids for each seat and points for each side"),
        ("voids", [[], [7.5]], "setup.voids[1][0]: expected a number from 0 to 18, got 7.5"),
        ("points", [0], "setup: expected voids for each seat and points for each side"),
        ("turn", 2, "setup.turn: expected a number from 0 to 1, got 2"),
        ("colour", 1, "setup: there is no 'colour' in a record"),
    ],
)
def test_a_fault_in_a_position_set_up_has_its_place(member: str, value: Any, said: str) -> None:
    """So has one in what a deal is set up with."""
    hands = ["6-6 3-1", "5-5 2-0"]
    state = dc.State.setup(dc.Rules(), layout="6-1 >6-3 <1-2", hands=hands, turn=1)
    data = dc.Record.of(state).to_dict()
    assert dc.Record.from_dict(data) == dc.Record.of(state)
    data["rounds"][0]["deal"]["setup"][member] = value
    with pytest.raises(dc.NotationError) as caught:
        dc.Record.from_dict(data)
    assert said in str(caught.value)


def test_tiles_shown_for_lots_stand_in_json() -> None:
    """A round opened by lots says which tile each seat has shown, and so does its record."""
    state = dc.State.deal(dc.Rules(opening=("lots",)), seed=4)
    record = dc.Record.of(state)
    shown = record.to_dict()["rounds"][0]["deal"]["lots"]
    assert shown == list(map(str, state.observe(0).lots)) and len(shown) == 2
    assert dc.Record.from_dict(json.loads(json.dumps(record.to_dict()))) == record


def test_records_are_read_from_a_text() -> None:
    """Bytes, as a file opened for bytes gives them, are refused by name, in each format."""
    for read in (read_json, read_records):
        with pytest.raises(TypeError, match="records are read from a text, got bytes"):
            list(read(GOOD.encode()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace("\n*\n", "\n#2 block d6 - 6-6/5-5/4-4 - 0 0 8:0\n"),
         "the number of hands changes"),
        (HEAD + DEAL + "0:*6-6\n#2 block d6 - 6-6/5-5 - 0 0 0:0\n", "round 1 has no end, so none"),
        (HEAD + DEAL.replace("0:0", "0:0 round=3"), "expected round=1, got 3"),
        (HEAD + '[View "5"]\n' + DEAL, "this is no view of seat 5"),
        ("*\n", "a result needs a match before it"),
    ],
)  # fmt: skip
def test_parts_that_do_not_follow_each_other(text: str, said: str) -> None:
    """Rounds, moves and results stand where the parts before them let them be."""
    with pytest.raises(dc.NotationError, match=said):
        dc.Record.parse(text)


def test_a_fault_in_json_text_has_its_line() -> None:
    """What is no JSON has the place in the text; a record that is none, its line."""
    good = dc.write_records([dc.Record.parse(GOOD)], "jsonl")
    with pytest.raises(dc.NotationError, match=r"^line 2, column 2: this is no JSON") as caught:
        list(dc.read_records(good + "{x}\n"))
    assert (caught.value.line, caught.value.column) == (2, 2)
    with pytest.raises(dc.NotationError, match=r"^line 3, column 1: the record: format is missing"):
        list(dc.read_records(good + "\n{}\n"))


# ---- golden files ----


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*")), ids=lambda path: path.name)
def test_files_of_before_are_read_and_written_the_same(path: Path) -> None:
    """A file of each format, as it was written once, is read, passes every check, and stays so."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".txt":
        for line in text.splitlines():
            read = dc.Observation.parse if " seat=" in line else dc.State.parse
            assert str(read(line)) == line
        return
    records = list(dc.read_records(text))
    assert dc.write_records(records, path.suffix.removeprefix(".")) == text
    for record in records:
        if record.seat is None:
            record.check()


def test_there_is_a_golden_file_of_each_format() -> None:
    """None is left out."""
    assert {path.suffix for path in GOLDEN.glob("*")} == {".dgr", ".json", ".jsonl", ".txt"}


def test_half_of_a_surrogate_pair_is_refused() -> None:
    """It cannot be written to a file, so no record has one: not in a name, a tag or a note."""
    written = json.loads(dc.write_records([dc.Record.of(dc.Match("draw", seed=7))], "json"))
    for member, value in (("seats", [{"name": "\ud800x"}]), ("tags", {"Event": "a\udfff"})):
        with pytest.raises(dc.NotationError, match="half of a surrogate pair"):
            next(dc.read_records(json.dumps({**written, member: value})))
    with pytest.raises(dc.NotationError, match="half of a surrogate pair"):
        next(dc.read_records(json.dumps({**written, "tags": {"\udc00": "x"}})))
    with pytest.raises(dc.NotationError, match="half of a surrogate pair"):
        list(dc.read_records('[Variant "draw"]\n[Event "\ud800"]\n'))


def test_a_member_that_is_there_twice_is_refused() -> None:
    """Which of the two is meant nobody can tell."""
    text = dc.write_records([dc.Record.of(dc.Match("draw", seed=7))], "json")
    with pytest.raises(dc.NotationError, match=r"an object has 'rounds' twice"):
        list(dc.read_records(text.replace('"rounds"', '"rounds": [], "rounds"', 1)))


def test_a_mark_of_byte_order_is_passed_over() -> None:
    """Editors put one before a text; it belongs to none of the formats."""
    record = dc.Record.of(dc.Match("draw", seed=7))
    for form in ("dgr", "json", "jsonl"):
        assert list(dc.read_records("\ufeff" + dc.write_records([record], form))) == [record]
