# SPDX-License-Identifier: MIT
"""Values that are nearly right, for whatever reads values: pickles, dicts, options, files.

A pickle that somebody else wrote can run any code, so what is tried here is not the pickle itself
but what dominocore does with the parts that one hands to it.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dominocore as dc
from dominocore import tournament_file
from dominocore.registry import variant
from games import VARIANTS, random_match, random_round

#: What may be raised at a value that cannot be: nothing else.
ALLOWED = (dc.DominoError, ValueError, TypeError)

_ATOMS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 255, 256, 2**31 - 1, -(2**31), 2**63, 2**64, 2**256),
    *(
        0.0,
        1.5,
        float("nan"),
        float("inf"),
        "",
        "a",
        "none",
        "6-6",
        "\0",
        "9" * 40,
        b"",
        b"\xff\xff",
    ),
    *((), (0,), ("a", 1), [], [1], {}, {"a": 1}, dc.Tile(6, 6), dc.DRAW, set(), object),
)


def change(value: Any, rng: random.Random) -> Any:
    """Give a value in which one thing is different, somewhere inside."""
    if rng.random() < 0.15:
        return rng.choice(_ATOMS)
    if isinstance(value, bytes):
        return _change_bytes(value, rng)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((value + 1, value - 1, -value, value * 2, value ^ 1 << rng.randrange(40)))
    if isinstance(value, str):
        at = rng.randrange(len(value) + 1)
        return rng.choice((value[:at], value[at:], value[:at] + rng.choice("0-;=:é ") + value[at:]))
    if isinstance(value, (tuple, list)) and type(value) in (tuple, list):
        return _change_items(value, rng)
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        changed = {k: change(v, rng) if k == key else v for k, v in value.items()}
        if rng.random() < 0.2:
            changed.pop(key)
        if rng.random() < 0.1:
            changed[rng.choice(_HASHABLE)] = rng.choice(_ATOMS)
        return changed
    return rng.choice(_ATOMS)


_HASHABLE = [atom for atom in _ATOMS if not isinstance(atom, (list, dict, set))]


def _change_bytes(value: bytes, rng: random.Random) -> bytes:
    data = bytearray(value)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        kind = rng.randrange(4) if data else 3
        at = rng.randrange(len(data)) if data else 0
        if kind == 0:
            data[at] = rng.randrange(256)
        elif kind == 1:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del data[at : at + rng.choice((1, 2))]
        else:
            data[at:at] = rng.randbytes(rng.choice((1, 2)))
    return bytes(data)


def _change_items(value: Any, rng: random.Random) -> Any:
    items = list(value)
    kind = rng.randrange(8)
    if items and kind < 6:
        at = rng.randrange(len(items))
        items[at] = change(items[at], rng)
    elif items and kind == 6:
        items.pop(rng.randrange(len(items)))
    else:
        items.insert(rng.randrange(len(items) + 1), rng.choice([*items, *_ATOMS]))
    return type(value)(items)


# ---- what reads values ----


def originals() -> list[Any]:
    """Give good values of every type that can be pickled."""
    rng = random.Random(5)
    found: list[Any] = [dc.Tile(6, 4), dc.DRAW, dc.Move(">6-5"), dc.Hand("6-6 5-4")]
    found.append(dc.TileSet("6-6 5-4 0-0"))
    for one in VARIANTS[::5]:
        states = random_round(one.rules, rng.randrange(100))
        state = rng.choice(states)
        found += [one, one.rules, state, states[0], states[-1]]
        found += [state.observe(seat) for seat in range(one.rules.seats)]
    for name in ("draw", "fives", "partnership"):
        match = random_match(variant(name), 2, 2)
        record = dc.Record.of(match)
        found += [match, record, record.for_seat(0), *record.rounds]
    found.append(
        dc.State.setup(
            dc.variant("draw").rules,
            layout="6-1 <1-2",
            hands=["6-5 0-0", "5-0 4-3"],
            boneyard="5-5 4-4 3-3",
            partial=True,
        )
    )
    return found


def reduced(value: Any) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """Give the function and the arguments that a pickle of a value holds."""
    function, arguments = value.__reduce_ex__(4)[:2]
    return function, tuple(arguments)


def use(value: Any) -> None:
    """Ask a value for what a program would, as if nothing were wrong with it."""
    assert isinstance(repr(value), str)
    assert value == value  # noqa: PLR0124  (a value that is not itself is broken)
    hash(value)
    if isinstance(value, dc.State):
        str(value)
        assert list(value.moves) or value.is_over
        for seat in range(value.rules.seats):
            str(value.observe(seat))
        if not value.is_over:
            value.play(value.moves[0])
            if value.rules.is_native:
                dc.playouts(value, 2, seed=1)
    elif isinstance(value, (dc.Observation, dc.Record)):
        str(value)
    elif isinstance(value, dc.Match):
        assert value.is_over or value.play(value.state.moves[0]) is not None
    elif isinstance(value, dc.Rules):
        value.describe()
        assert dc.Rules.from_dict(value.to_dict()) == value
    elif isinstance(value, dc.Variant):
        use(value.rules)


def _restore(rng: random.Random, good: list[Any]) -> str:
    function, arguments = reduced(rng.choice(good))
    for _ in range(rng.choice((1, 1, 2))):
        arguments = _change_items(arguments, rng)
    return _try(lambda: function(*arguments), (function, arguments))


def _rules(rng: random.Random, _good: list[Any]) -> str:
    data = rng.choice(VARIANTS).rules.to_dict()
    for _ in range(rng.choice((1, 1, 2, 3))):
        data = change(data, rng)
    return _try(lambda: dc.Rules.from_dict(data), ("Rules.from_dict", data))


def _record(rng: random.Random, good: list[Any]) -> str:
    record = rng.choice([value for value in good if isinstance(value, dc.Record)])
    data = record.to_dict()
    for _ in range(rng.choice((1, 1, 2, 3))):
        data = change(data, rng)
    return _try(lambda: dc.Record.from_dict(data), ("Record.from_dict", data))


def _text(rng: random.Random, _good: list[Any]) -> str:
    text = rng.choice([*map(str, VARIANTS), "draw;seats=3;target=none", "latin;opening=tile 6-6"])
    text += ";" + rng.choice(list(dc.Rules().to_dict())) + "=" + str(rng.choice(_ATOMS))
    for _ in range(rng.choice((0, 1, 2))):
        text = change(text, rng)
    return _try(lambda: variant(text), ("variant", text))


def _player(rng: random.Random, _good: list[Any]) -> str:
    text = rng.choice(("ismcts:iters=1000:redet=true", "random", "greedy", "pimc:worlds=3"))
    for _ in range(rng.choice((1, 2, 3))):
        text = change(text, rng)
    return _try(lambda: dc.player(text), ("player", text))


def _field(rng: random.Random, _good: list[Any]) -> str:
    name = rng.choice([*dc.Rules().to_dict(), "x"])
    text: Any = rng.choice(("none", "1", "2:7,3:5", "5,3", "tile 6-6 free", "6-6", "up_to 2"))
    for _ in range(rng.choice((0, 1, 2))):
        text = change(text, rng)
    return _try(lambda: dc.Rules.parse_field(name, text), ("parse_field", name, text))


_FACTS = {"variant": "block", "players": ["random", "greedy"], "seed": 7}


def _tournament(rng: random.Random, _good: list[Any]) -> str:
    header = {"dominocore": "tournament", "format": 1, **_FACTS}
    group = {"deal": 0, "lineup": [0, 1], "games": [{"sides": [0, 1], "ranks": [1, 2]}] * 2}
    lines: list[Any] = [header, group, {**group, "deal": 1}]
    at = rng.randrange(3)
    lines[at] = change(lines[at], rng)
    try:
        texts = [json.dumps(line).encode() + b"\n" for line in lines]
    except (TypeError, ValueError):
        return "refused"
    if rng.random() < 0.4:
        texts[at] = _change_bytes(texts[at], rng)

    def seats(deal: int, lineup: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [(0, 1), (0, 1)] if 0 <= deal < 9 and lineup == (0, 1) else []

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.jsonl"
        path.write_bytes(b"".join(texts))

        def read() -> object:
            tournament_file.seed_of(path)
            book = tournament_file.resume(path, _FACTS, lambda n: (n, (0, 1)), seats)
            book.close()
            return tuple(group.line() for group in book.found.values())

        return _try(read, ("tournament", texts))


def _try(make: Callable[[], Any], what: object) -> str:
    try:
        value = make()
    except ALLOWED as error:
        assert str(error)
        assert len(str(error)) < 3000, what
        return "refused"
    except Exception as error:
        raise AssertionError(f"{what} raised {error!r}") from error
    try:
        use(value)
    except Exception as error:
        raise AssertionError(f"{what} was taken, and then raised {error!r}") from error
    return "taken"


READERS = (_restore, _restore, _restore, _rules, _record, _text, _player, _field, _tournament)


def tries(seed: int) -> Iterator[str]:
    """Try hostile values without end; give what became of each.

    Raises:
        AssertionError: something else was raised than what a caller looks for.
    """
    good = originals()
    number = seed
    while True:
        rng = random.Random(number)
        yield rng.choice(READERS)(rng, good)
        number += 1
