# SPDX-License-Identifier: MIT
"""Records as JSON: `dominocore-record/1`, whose schema is `record.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from dominocore.arguments import shorten
from dominocore.errors import NotationError
from dominocore.json_object import JsonObject, at_place, is_text, once, refuse
from dominocore.notation import MOST_SEATS, pieces, read_move
from dominocore.position import Position
from dominocore.position_words import HandText, quote
from dominocore.record import End, Record, RoundRecord
from dominocore.record_builder import RecordBuilder
from dominocore.tiles import MAX_PIP, Hand, Tile

FORMAT = "dominocore-record/1"
_HIDDEN = "?"


# ---- writing ----


def to_dict(record: Record) -> dict[str, Any]:
    """Give a match as JSON can hold it."""
    name, *options = record.variant.split(";")
    variant: dict[str, Any] = {"id": name}
    if options:
        variant["options"] = dict(option.split("=", 1) for option in options)
    found: dict[str, Any] = {"format": FORMAT, "variant": variant}
    found["seats"] = [{"name": name} for name in record.players]
    if record.tags:
        found["tags"] = dict(record.tags)
    found["view"] = record.seat
    found["seed"] = None if record.seed is None else str(record.seed)
    found["rounds"] = [_round(played) for played in record.rounds]
    found["result"] = None
    if record.winners is not None:
        found["result"] = {"winners": list(record.winners), "scores": list(record.scores)}
    return found


def _round(played: RoundRecord) -> dict[str, Any]:
    found: dict[str, Any] = {"number": played.number, "deal": _deal(played.deal)}
    found["events"] = [
        {
            "seat": seat,
            **move.to_dict(),
            **({"note": played.notes[ply]} if ply in played.notes else {}),
        }
        for ply, (seat, move) in enumerate(played.moves)
    ]
    end = played.end
    found["end"] = None
    if end is not None:
        found["end"] = {"reason": end.ending, "winner": end.side, "points": list(end.points)}
        if end.hands:
            found["end"]["hands"] = [_tiles(hand) for hand in end.hands]
    return found


def _deal(deal: Position) -> dict[str, Any]:
    stock = deal.boneyard
    found: dict[str, Any] = {
        "max_pip": deal.max_pip,
        "hands": [_tiles(hand.tiles) + [_HIDDEN] * hand.hidden for hand in deal.hands],
        "boneyard": [_HIDDEN] * stock if isinstance(stock, int) else list(map(str, stock)),
        "starter": deal.leader,
        "scores": list(deal.brought),
    }
    if deal.opened_by >= 0:
        found["opened_by"] = deal.opened_by
    if deal.lots:
        found["lots"] = list(map(str, deal.lots))
    if deal.set_up:
        found["setup"] = {
            "layout": list(map(str, deal.layout)),
            "turn": deal.turn,
            "last": deal.last,
            "passes": deal.passes,
            "voids": [list(hand.voids) for hand in deal.hands],
            "points": [a - b for a, b in zip(deal.scores, deal.brought, strict=True)],
        }
    return found


def _tiles(hand: Hand) -> list[str]:
    return [str(tile) for tile in reversed(tuple(hand))]


# ---- reading ----


def read_json(text: str) -> Iterator[Record]:
    """Read one match of a JSON text, or of each line where it has several (JSON lines).

    Raises:
        NotationError: a text is no JSON, or no record; says the line and the place in it.
    """
    if not isinstance(text, str):
        raise TypeError(f"records are read from a text, got {type(text).__name__}")
    many = _has_lines(text)
    number = 0
    for at, end in pieces(text, 0, len(text), "\n") if many else [(0, len(text))]:
        number += 1
        part = text[at:end]
        if many and not part.strip():
            continue
        try:
            yield from_dict(_load(part))
        except NotationError as error:
            line = number + error.line - 1
            place = f"line {line}, column {error.column}"
            raise NotationError(f"{place}: {error}", text, line, error.column) from error


def _has_lines(text: str) -> bool:
    """Tell whether a text is JSON lines: its first line is an object by itself."""
    first = text.lstrip().partition("\n")[0].rstrip()
    return first.endswith("}") and len(first) > 1


def _load(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=once)
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        message = f"this is no JSON: {error.msg}"
        raise NotationError(message, text, error.lineno, error.colno) from error
    except (RecursionError, ValueError) as error:
        message = "this is no JSON that can be read: it is too deep, or a number is too long"
        raise NotationError(message, text) from error


def from_dict(data: object) -> Record:
    """Read a match from what `to_dict` gives.

    Raises:
        NotationError: the data is no record; says the place, such as `rounds[0].events[3].tile`.
    """
    top = JsonObject(data, "the record")
    if top.take("format", str) != FORMAT:
        raise NotationError(f"format: expected {FORMAT}, got {shorten(top.data['format'])}")
    match = RecordBuilder()
    match.variant = _variant(top.object("variant"))
    for seat, item in enumerate(top.items("seats", [])):
        entry = JsonObject(item, f"seats[{seat}]")
        if seat >= MOST_SEATS:
            raise NotationError(f"seats: there are at most {MOST_SEATS}")
        match.players[seat] = entry.take("name", str)
        entry.close()
    match.tags = _tags(top.object("tags", {}))
    match.seat = top.number("view", 0, MOST_SEATS - 1, None)
    match.seed = _seed(top)
    for number, item in enumerate(top.items("rounds")):
        _read_round(JsonObject(item, f"rounds[{number}]"), match, number + 1)
    result = top.object("result", None)
    top.close()
    return _finish(match, result)


def _finish(match: RecordBuilder, result: JsonObject | None) -> Record:
    if result is None:
        return match.finish()
    winners = result.numbers("winners", 0, MOST_SEATS - 1)
    scores = tuple(result.numbers("scores", -_MOST, _MOST))
    result.close()
    with at_place("result"):
        record = match.finish(winners)
        if record.scores != scores:
            raise NotationError(f"expected the scores {list(record.scores)}, got {list(scores)}")
    return record


_MOST = 1_000_000_000


def _variant(data: JsonObject) -> str:
    text = str(data.take("id", str))
    options = data.object("options", {})
    for name in options.data:
        text += f";{name}={options.take(name, str)}"
    data.close()
    with at_place("variant"):
        Position.parse(f"{quote(text)} d6 - - - 0 0 -")
    return text


def _tags(data: JsonObject) -> dict[str, str]:
    for name in data.data:
        if not is_text(name):
            raise NotationError("tags: expected texts, got half of a surrogate pair in a name")
    return {name: data.take(name, str) for name in data.data}


def _seed(top: JsonObject) -> int | None:
    text = top.take("seed", str, None)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 78):
        raise NotationError(f"seed: expected digits, at most 78, got {shorten(text)}")
    return int(text)


def _read_round(data: JsonObject, match: RecordBuilder, number: int) -> None:
    place = data.place
    number = data.number("number", 0, _MOST, number)
    deal = _read_deal(data.object("deal"), match)
    with at_place(f"{place}.deal"):
        match.begin(deal, number)
    for i, item in enumerate(data.items("events")):
        event = JsonObject(item, f"{place}.events[{i}]")
        word = _event_word(event)
        note = event.take("note", str, None)
        event.close()
        try:
            match.read_move(word, 0, len(word))
        except NotationError as error:
            refuse(event.place, error)
        if note is not None:
            match.note(note)
    end = data.object("end", None)
    data.close()
    if end is not None:
        found = _read_end(end)
        with at_place(f"{place}.end"):
            match.end(found)


def _event_word(event: JsonObject) -> str:
    """Give an event as a record's text has it, for the one reader of moves."""
    seat = event.number("seat", 0, MOST_SEATS - 1)
    do = event.take("do", str)
    if do == "pass":
        return f"{seat}:--"
    if do == "move":
        return f"{seat}:{event.take('move', str)}"
    if do not in ("play", "draw"):
        expected = "expected play, draw, pass or move"
        raise NotationError(f"{event.place}.do: {expected}, got {shorten(do)}")
    word = event.take("tile", str)
    if do == "draw":
        return f"{seat}:+{word}"
    tile = _tile(word, f"{event.place}.tile")
    arm = event.take("arm", str)
    mark = "!" if event.take("claim", bool, False) else ""
    if arm == "*":
        return f"{seat}:*{tile}{mark}"
    joins = event.number("join", 0, MAX_PIP)
    if joins not in tile:
        raise NotationError(f"{event.place}.join: {tile} has no half with {joins} pips")
    return f"{seat}:{arm}{':' if len(arm) > 1 else ''}{joins}-{tile.other(joins)}{mark}"


def _read_deal(data: JsonObject, match: RecordBuilder) -> Position:
    hands = [_hand(hand, f"{data.place}.hands[{p}]") for p, hand in enumerate(data.items("hands"))]
    if not 1 < len(hands) <= MOST_SEATS:
        raise NotationError(f"{data.place}.hands: expected 2 to {MOST_SEATS}, got {len(hands)}")
    stock = _hand_items(data.items("boneyard"), f"{data.place}.boneyard")
    if stock.count(None) not in (0, len(stock)):
        raise NotationError(f"{data.place}.boneyard: expected all tiles to be hidden, or none")
    hidden = bool(stock) and stock[0] is None
    leader = data.number("starter", 0, len(hands) - 1)
    scores = tuple(data.numbers("scores", -_MOST, _MOST))
    lots = tuple(_tile(t, f"{data.place}.lots") for t in data.items("lots", []))
    found = Position(
        variant=match.variant or "",
        max_pip=data.number("max_pip", 1, MAX_PIP),
        hands=tuple(hands),
        boneyard=len(stock) if hidden else tuple(tile for tile in stock if tile is not None),
        turn=leader,
        scores=scores,
        brought=scores,
        leader=leader,
        opened_by=data.number("opened_by", 0, 254, -1),
        lots=lots,
    )
    setup = data.object("setup", None)
    data.close()
    if setup is not None:
        found = _read_setup(setup, found)
    with at_place(data.place):
        return Position.parse(str(found))  # one reader checks what both formats hold


def _read_setup(data: JsonObject, deal: Position) -> Position:
    seats = len(deal.hands)
    layout = []
    for i, word in enumerate(data.items("layout")):
        with at_place(f"{data.place}.layout[{i}]"):
            if not isinstance(word, str):
                raise NotationError(f"expected a placement, got {shorten(word)}")
            move = read_move(word, 0, len(word))
            if not move.is_placement or move.claimed:
                raise NotationError(f"expected a placement, got {shorten(word)}")
            layout.append(move)
    voids = data.items("voids")
    points = data.numbers("points", -_MOST, _MOST)
    if len(voids) != seats or len(points) != len(deal.scores):
        raise NotationError(f"{data.place}: expected voids for each seat and points for each side")
    hands = []
    for p, hand in enumerate(deal.hands):
        pips = JsonObject({f"voids[{p}]": voids[p]}, data.place).numbers(f"voids[{p}]", 0, MAX_PIP)
        hands.append(HandText(hand.tiles, hand.hidden, tuple(sorted(set(pips)))))
    found = replace(
        deal,
        layout=tuple(layout),
        hands=tuple(hands),
        turn=data.number("turn", 0, seats - 1),
        last=data.number("last", 0, seats - 1, None),
        passes=data.number("passes", 0, 255, 0),
        scores=tuple(a + b for a, b in zip(deal.brought, points, strict=True)),
        set_up=True,
    )
    data.close()
    return found


def _read_end(data: JsonObject) -> End:
    reason = data.take("reason", str)
    if reason not in ("out", "blocked", "target"):
        expected = "out, blocked or target"
        raise NotationError(f"{data.place}.reason: expected {expected}, got {shorten(reason)}")
    side = data.number("winner", 0, MOST_SEATS - 1, None)
    points = tuple(data.numbers("points", -_MOST, _MOST))
    hands = []
    for p, item in enumerate(data.items("hands", [])):
        hand = _hand(item, f"{data.place}.hands[{p}]")
        if hand.hidden:
            raise NotationError(f"{data.place}.hands[{p}]: hands lie open at the end")
        hands.append(hand.tiles)
    data.close()
    return End(reason, side, points, tuple(hands))


def _hand(items: object, place: str) -> HandText:
    if not isinstance(items, list):
        raise NotationError(f"{place}: expected a list of tiles, got {shorten(items)}")
    found = _hand_items(items, place)
    tiles = [tile for tile in found if tile is not None]
    if len(set(tiles)) < len(tiles):
        raise NotationError(f"{place}: a tile is there twice")
    return HandText(Hand(tiles), len(found) - len(tiles))


def _hand_items(items: list[Any], place: str) -> list[Tile | None]:
    return [None if item == _HIDDEN else _tile(item, f"{place}[{i}]")
            for i, item in enumerate(items)]  # fmt: skip


def _tile(text: object, place: str) -> Tile:
    if not isinstance(text, str):
        raise NotationError(f"{place}: expected a tile, got {shorten(text)}")
    try:
        return Tile.parse(text)
    except NotationError as error:
        raise NotationError(f"{place}: expected a tile, got {shorten(text)}") from error
