# SPDX-License-Identifier: MIT
"""The formats of records: which one a text has, and which one a file is to have."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from dominocore.arguments import able, every, instance, shorten
from dominocore.errors import NotationError
from dominocore.json_object import is_text
from dominocore.record import Record
from dominocore.record_json import read_json
from dominocore.record_text import read_records as read_text
from dominocore.record_text import write_record

FORMS = ("dgr", "json", "jsonl")
"""The formats, which are also how names of files end."""


def read_records(text: str) -> Iterator[Record]:
    """Read all matches of a text, whatever format it has, one after the other.

    >>> import dominocore as dc
    >>> match = dc.Match("draw", seed=7)
    >>> records = [dc.Record.of(match), dc.Record.of(match.play(match.state.moves[0]))]
    >>> list(dc.read_records(dc.write_records(records, "jsonl"))) == records
    True

    Raises:
        NotationError: the text has no such format; says the line and the column.
    """
    instance("text", text, str)
    text = text.removeprefix("\ufeff")
    if not is_text(text):
        raise NotationError("half of a surrogate pair is in it, which is no text", text)
    return read_json(text) if text.lstrip()[:1] == "{" else read_text(text)


def write_records(records: Iterable[Record], form: str = "dgr") -> str:
    """Write matches in a format: `dgr` is for people, `json` one object, `jsonl` one a line.

    Raises:
        NotationError: `json` holds one match, and there are none or several.
        TypeError: something is no record.
        ValueError: there is no such format.
    """
    if form not in FORMS:
        raise ValueError(f"form={shorten(form)}: expected {', '.join(FORMS)}")
    able("records", records, "a list of records", "__iter__")
    found = tuple(records)
    every("records", found, Record)
    if form == "dgr":
        return "\n".join(map(write_record, found))
    if form == "jsonl":
        return "".join(
            json.dumps(record.to_dict(), separators=(",", ":")) + "\n" for record in found
        )
    if len(found) != 1:
        raise NotationError(f"json holds one match, got {len(found)}; jsonl holds any number")
    return json.dumps(found[0].to_dict(), indent=1) + "\n"
