# SPDX-License-Identifier: MIT
"""Rounds as learning programs want them: actions as numbers, observations as plain buffers.

>>> import dominocore as dc
>>> from dominocore import vector
>>> rules = dc.variant("block").rules
>>> vector.action_count(rules), vector.plane_count(rules)
(58, 120)

`Rounds` steps many rounds by one call, in C, into buffers of the caller: NumPy arrays or anything
else that gives a writable buffer. The functions do the same for one `Observation`.

**Actions.** A placement's id is `arm * T + tile.index` for a set of `T` tiles; arms are 0 right, 1
left, then the further arms of spinners; a lead is on arm 0. Then come the draw and the pass, the
last id. Where the rules have wild tiles an arm has `2 * T` ids, the second `T` for placements by
the low half. Of interchangeable arms only the lowest is legal, and points that have to be claimed
are.

**Observations** are of the seat on turn and hold nothing that it cannot see. Seats count from the
observer on, and sides from its own on.
"""

from __future__ import annotations

from array import array
from operator import index
from typing import Any

from dominocore import _native, _native_search
from dominocore.arguments import instance, shorten, whole
from dominocore.encoder import BaseEncoder
from dominocore.errors import IllegalMoveError, NotNativeError, RulesError
from dominocore.moves import Move
from dominocore.observation import Observation
from dominocore.protocol import are_rules
from dominocore.rules import Rules
from dominocore.state import one_chain

__all__ = [
    "OBSERVATION",
    "SKIP",
    "ChainEncoder",
    "Rounds",
    "action_count",
    "action_id",
    "action_mask",
    "action_move",
    "pack",
    "plane_count",
    "planes",
]

SKIP: int = _native.lib.DMC_LANE_SKIP
"""The action that leaves a round as it is."""

_SIGNED = ("scores",)
_FIELDS = [field for field in _native_search.layout_of("dmc_observation") if field[0] != "zero"]
_PACKED: int = _native.ffi.sizeof("dmc_observation")

OBSERVATION: dict[str, Any] = {
    "names": [name for name, *_ in _FIELDS],
    "formats": [(f"{'i' if n in _SIGNED else 'u'}{size}", shape) for n, _, size, shape in _FIELDS],
    "offsets": [at for _, at, *_ in _FIELDS],
    "itemsize": _PACKED,
}
"""The packed observation, as `numpy.dtype(OBSERVATION)` reads it; the C API tells the fields."""


def _rules_of(rules: Any) -> Rules:
    rules = getattr(rules, "rules", rules)
    if not are_rules(rules):
        hint = "; dc.variant(name) gives a variant by its name"
        raise TypeError(f"rules are the rules of a game, got {shorten(rules)}{hint}")
    return one_chain(rules, "dominocore.vector")


def action_count(rules: Rules | Any) -> int:
    """Give the number of action ids under these rules, or those of a variant."""
    return _native_search.action_count(_rules_of(rules)._native)


def plane_count(rules: Rules | Any) -> int:
    """Give the number of floats that an observation spreads into."""
    return _native_search.plane_count(_rules_of(rules)._native)


def action_id(view: Observation, move: Move) -> int:
    """Give the id of a move on the table that a seat sees.

    Raises:
        IllegalMoveError: no action stands for the move on this table.
    """
    instance("view", view, Observation)
    instance("move", move, Move)
    action = _native_search.action_of(view.rules._native, view._bytes, move.code)
    if action < 0:
        raise IllegalMoveError(f"no action stands for {move}: {_native.explain(action)}")
    return action


def action_move(view: Observation, action: int) -> Move:
    """Give the move that an action means for the view's seat, claimed where it scores.

    Raises:
        IllegalMoveError: the action is not legal now.
    """
    instance("view", view, Observation)
    return _move_of(view.rules._native, view, action)


def _move_of(c_rules: Any, view: Observation, action: int) -> Move:
    number = index(action)
    code = _native_search.look_move(c_rules, view._bytes, number) if 0 <= number < 1 << 31 else -1
    if code < 0:
        raise IllegalMoveError(f"action {action} is not legal now; action_mask tells which are")
    return Move.from_code(code)


def action_mask(view: Observation) -> bytes:
    """Give a byte an action id, 1 for a legal one: none unless the view's seat is on turn.

    >>> import dominocore as dc
    >>> from dominocore.vector import action_mask, action_move
    >>> view = dc.variant("block").deal(seed=7, leader=0).observe(0)
    >>> mask = action_mask(view)
    >>> len(mask), sum(mask), [action_move(view, i).tile in view.hand for i in range(58) if mask[i]]
    (58, 7, [True, True, True, True, True, True, True])
    """
    instance("view", view, Observation)
    out = bytearray(action_count(view.rules))
    written = _native_search.buffer(out, writable=True)
    _native_search.look_mask(view.rules._native, view._bytes, written)
    return bytes(out)


def pack(view: Observation) -> bytes:
    """Give an observation as one packed record, of any seat; `OBSERVATION` is its layout.

    Tiles that lay on the table when the round was set up were played by nobody.
    """
    instance("view", view, Observation)
    return _native_search.look_pack(view.rules._native, view._bytes, view._events)


def planes(rules: Rules | Any, observations: Any, out: Any) -> None:
    """Spread packed observations into floats from 0 to 1, `plane_count(rules)` for each.

    In order: the hand by tile (T); the tiles that each seat has played (n × T); the pip of each arm
    as one of m + 2, the last for an arm that is not open; hand sizes (n); the pips that each seat
    has shown to lack (n × (m + 1)); the boneyard; the scores by side, out of the target or of 100;
    the passes in a row; and, where there are spinners or points in play, which arms end in a double
    and which are free sides of a spinner. Seats and sides are as in the observation.

    Args:
        rules: the rules, or a variant.
        observations: a buffer of packed observations.
        out: a writable buffer of as many rows of 32-bit floats.

    Raises:
        ValueError: a buffer has the wrong size.
    """
    c_rules = _rules_of(rules)._native
    packed = _native_search.buffer(observations, writable=False)
    n, rest = divmod(len(packed), _PACKED)
    if rest:
        raise ValueError(f"observations are {_PACKED} bytes each, got {len(packed)} bytes")
    floats = _fitting("out", out, 4 * n * _native_search.plane_count(c_rules), 4, writable=True)
    _native_search.planes(c_rules, n, packed, floats)


def _fitting(name: str, value: Any, size: int, item: int, writable: bool) -> Any:
    """Check a buffer of the caller, and give C's view of it."""
    try:
        with memoryview(value) as seen:
            got, each, plain = seen.nbytes, seen.itemsize, seen.c_contiguous
            fixed = seen.readonly and writable
    except TypeError:
        raise TypeError(f"{name} is a buffer, such as a NumPy array; got {value!r:.60}") from None
    if got != size or each not in (item, 1) or not plain:
        raise ValueError(
            f"{name} is {size} bytes in C order, {item} an item; got {got} bytes, {each} an item"
            + ("" if plain else ", not in C order")
        )
    if fixed:
        raise ValueError(f"{name} is written to, got a read-only buffer")
    buffer = _native_search.buffer(value, writable=writable)
    if not _native_search.is_aligned(buffer, item):
        raise ValueError(f"{name} does not lie at a multiple of {min(item, 8)} bytes")
    return buffer


class ChainEncoder(BaseEncoder):
    """The functions of this module as `rules.encoder()` gives them: see `dominocore.encoder`.

    >>> import dominocore as dc
    >>> rules = dc.variant("block").rules
    >>> encoder, view = rules.encoder(), rules.deal(seed=7, leader=0).observe(0)
    >>> encoder.n_actions, encoder.n_planes, sum(encoder.mask(view))
    (58, 120, 7)
    """

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, action_count(rules), plane_count(rules))
        self._per_arm = 2 * self.n_tiles if rules.wild else self.n_tiles
        self._c = rules._native
        self._fresh_mask = memoryview(bytes(self.n_actions)).tobytes
        self._no_planes = array("f", bytes(4 * self.n_planes))

    def __reduce__(self) -> tuple[Any, ...]:
        return ChainEncoder, (self.rules,)

    @property
    def longest(self) -> int:
        """A number of moves that no round passes: each tile is drawn and then played once."""
        return int((self.rules.seats + 1) * len(self.rules.tiles))

    @property
    def most_points(self) -> int:
        """A number of points that no side passes in a round."""
        rules = self.rules
        spec = rules._native.spec
        ends = 2 * rules.max_pip * max(2, rules.spinner_arms) if rules.ends_divisors else 0
        if rules.spinner == "every_double":
            ends *= rules.max_pip + 1
        each = ends * max(1, len(rules.ends_divisors)) + spec.bonus_round_pass
        once = sum(spec.values) + spec.bonus_capicua + spec.bonus_first_pass + max(spec.closing)
        more = sum(spec.bonus_points) + 10 * rules.seats + 1
        return int(len(rules.tiles) * each + once + more)

    def number(self, move: Move) -> int:
        """Give the id of a move by its own arm, though a lower one may be interchangeable."""
        if not move.is_placement:
            return self.n_actions - 1 if move.is_pass else self.n_actions - 2
        arm = move.code >> 8 & 63
        low = self._per_arm > self.n_tiles and move.code & _native.lib.DMC_MOVE_LOW_JOINS
        first = 0 if arm == _native.lib.DMC_ARM_LEAD else arm * self._per_arm
        return int(first + (self.n_tiles if low else 0) + (move.code & 0xFF))

    def _check(self, view: Observation) -> None:
        """Refuse what is no view of these rules: the sizes of what C writes are theirs."""
        if getattr(view, "_rules", None) is not self.rules:
            instance("view", view, Observation)
            if view.rules != self.rules:
                raise ValueError("the view is of other rules than the encoder")

    def mask(self, view: Observation) -> bytes:
        """Give a byte an action, 1 for a legal one; `action_mask`."""
        self._check(view)
        out = self._fresh_mask()  # nobody else has it yet, so C may write to it
        _native_search.look_mask(self._c, view._bytes, out)
        return out

    def move(self, view: Observation, action: int) -> Move:
        """Give the move that an action means; `action_move`."""
        self._check(view)
        return _move_of(self._c, view, action)

    def action(self, view: Observation, move: Move) -> int:
        """Give the id of a move; `action_id`."""
        return action_id(view, move)

    def fill(self, view: Observation, out: Any) -> None:
        """Write what a seat sees as floats from 0 to 1; `planes`."""
        self._check(view)
        planes(self.rules, pack(view), out)

    def planes(self, view: Observation) -> array[float]:
        """Give what `fill` writes."""
        self._check(view)
        out = self._no_planes[:]
        _native_search.look_planes(self._c, view._bytes, view._events, out)
        return out


class Rounds:
    """Many rounds that are stepped together, in C, without the interpreter lock.

    Each is a first round. When one ends, the next is dealt in its place by the same call, and what
    is written is of the new one. The same seed, number and actions give the same rounds.

    >>> import dominocore as dc
    >>> from dominocore.vector import Rounds
    >>> rules = dc.variant("block").rules
    >>> rounds = Rounds(rules, 2, seed=7)
    >>> masks, done = bytearray(2 * rounds.n_actions), bytearray(2)
    >>> rounds.attach(masks=masks, done=done)
    >>> from array import array
    >>> n = 0
    >>> while not any(done):
    ...     rounds.step(array("i", [masks.index(1) % 58, masks.index(1, 58) % 58]))
    ...     n += 1
    >>> n > 7
    True

    Args:
        rules: the rules, or a variant.
        n: how many rounds, 1 or more.
        seed: an int of up to 256 bits; None takes one from the operating system.
        skip_forced: whether a step plays on, for any seat, to the next move with a choice.

    Raises:
        NotNativeError: a Python function scores the rules.
        RulesError: a deal is not possible, or no round has a choice.
    """

    def __init__(
        self,
        rules: Rules | Any,
        n: int,
        *,
        seed: int | None = None,
        skip_forced: bool = False,
    ) -> None:
        self.rules = _rules_of(rules)
        if not self.rules.is_native:
            raise NotNativeError("rules that a Python function scores cannot be stepped in C")
        self.n = whole("n", n, 1, 1 << 24)
        self.n_actions = action_count(self.rules)
        self.n_planes = plane_count(self.rules)
        self._lanes = _native_search.Lanes(self.rules._native, n, skip_forced)
        self.reset(seed)

    def attach(
        self,
        *,
        masks: Any = None,
        observations: Any = None,
        turns: Any = None,
        points: Any = None,
        done: Any = None,
    ) -> None:
        """Name the buffers that `reset` and `step` write to; what is not named is not written.

        They are filled at once, and kept until others are named in their place. Each is in C order.

        Args:
            masks: `n × n_actions` bytes: 1 for a legal action of the seat on turn.
            observations: `n` packed observations of the seat on turn; `numpy.dtype(OBSERVATION)`.
            turns: `n` bytes: the seat on turn.
            points: `n × n_sides` 32-bit ints: what each side made in the round that has just
                ended, else 0.
            done: `n` bytes: 1 where the round has just ended.

        Raises:
            ValueError: a buffer has the wrong size, or is read-only.
        """
        sizes = {
            "masks": (masks, self.n_actions, 1),
            "observations": (observations, _PACKED, _PACKED),
            "turns": (turns, 1, 1),
            "points": (points, 4 * self.rules.n_sides, 4),
            "done": (done, 1, 1),
        }
        ready = {
            name: _fitting(name, value, self.n * each, item, writable=True)
            for name, (value, each, item) in sizes.items()
            if value is not None
        }
        for name, buffer in ready.items():
            self._lanes.attach(name, buffer)
        self._lanes.show()

    def reset(self, seed: int | None = None) -> None:
        """Deal all rounds anew."""
        self._check(self._lanes.start(_native.seed_bytes(seed)))

    def step(self, actions: Any) -> None:
        """Play one action in each round and write what it leads to.

        Args:
            actions: `n` 32-bit ints, `SKIP` (-1) for a round that stays as it is.

        Raises:
            IllegalMoveError: an action is not legal; no round has changed.
            ValueError: the buffer has the wrong size.
        """
        numbers = _fitting("actions", actions, 4 * self.n, 4, writable=False)
        code = self._lanes.step(numbers)
        if code == _native.lib.DMC_ERR_MOVE:
            wanted = _native_search.ints(numbers, self.n)
            lane = next(i for i, a in enumerate(wanted) if not self._lanes.is_legal(i, a))
            raise IllegalMoveError(
                f"action {wanted[lane]} of round {lane} is not legal now; the masks tell which are"
            )
        self._check(code)

    def number(self, index: int) -> int:
        """Give the number of a round: `State.deal(rules, seed=seed, round=number)` deals it too.

        Raises:
            IndexError: there is no such round.
        """
        return self._lanes.number(whole("index", index, 0, self.n - 1, IndexError))

    @staticmethod
    def _check(code: int) -> None:
        if code < 0:
            raise RulesError(f"no round can be dealt: {_native.explain(code)}")
