# SPDX-License-Identifier: MIT
"""A program that keeps matches and plays them again."""

from pathlib import Path
from typing import Any, assert_type

import dominocore as dc

table = dc.Table("draw", ["greedy", "random"], seed=7)
table.play_match()
record = table.record
assert_type(record, dc.Record)
assert_type(dc.Record.parse(str(record)), dc.Record)
assert_type(record.to_dict(), dict[str, Any])
assert_type(dc.Record.from_dict(record.to_dict()), dc.Record)
record.check()
for each in dc.read_records(dc.write_records([record], "jsonl")):
    assert_type(each, dc.Record)
    assert_type(each.for_seat(1), dc.Record)
    for finished in each.rounds:
        assert_type(finished.outcome(), dc.Outcome | None)
Path("matches.dgr").write_text(dc.write_records([record]), encoding="utf-8")

position = dc.Position.parse(str(dc.variant("draw").deal(seed=7)))
assert_type(position, dc.Position)
assert_type(dc.State.parse(str(position)), dc.State)
