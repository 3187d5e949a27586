# SPDX-License-Identifier: MIT
"""Many states in one call: packed one after the other, as the core reads them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dominocore import _native
from dominocore.arguments import instance, shorten
from dominocore.errors import RoundOverError
from dominocore.public import OVER, PHASE
from dominocore.rules import Rules
from dominocore.state import State


class Packed:
    """States of the same rules, one after the other in memory.

    A sequence of states that is packed already derives from this class, has the three attributes
    and gives its states one by one; calls that take many states read the attributes, and make no
    State.
    """

    __slots__ = ()

    _rules: Rules
    _states: Any
    """The bytes of a `dmc_state` each."""
    _deals: Any
    """The bytes of the `dmc_deal` of each."""

    def __len__(self) -> int:
        return len(self._states) // _native.STATE_SIZE

    def __iter__(self) -> Iterator[State]:
        raise NotImplementedError


class _Joined(Packed):
    __slots__ = ("_deals", "_listed", "_rules", "_states")

    def __init__(self, states: Iterable[State]) -> None:
        try:
            listed = list(states)
        except TypeError as error:
            raise TypeError(f"states is many states, got {shorten(states)}") from error
        for number, state in enumerate(listed):
            instance(f"state {number}", state, State)
            if state.rules != listed[0].rules:
                raise ValueError(
                    f"the states of one call share their rules; those of state {number} differ "
                    "from those of state 0"
                )
        self._listed = listed
        self._states = b"".join(state._struct for state in listed)
        self._deals = b"".join(_native.deal_bytes(state._round.c) for state in listed)
        if listed:
            self._rules = listed[0].rules

    def __iter__(self) -> Iterator[State]:
        return iter(self._listed)


def pack(states: Iterable[State] | Packed) -> Packed:
    """Put states one after the other, unless they are.

    Raises:
        RoundOverError: a round is over.
        TypeError: something is no State.
        ValueError: there is no state, or their rules differ.
    """
    packed = states if isinstance(states, Packed) else _Joined(states)
    if not len(packed):
        raise ValueError("expected one state or more, got none")
    over = bytes(packed._states[PHASE :: _native.STATE_SIZE]).find(OVER)
    if over >= 0:
        which = f"the round of state {over}" if len(packed) > 1 else "the round"
        raise RoundOverError(f"{which} is over: nothing is left to play")
    return packed
