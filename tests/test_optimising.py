# SPDX-License-Identifier: MIT
"""What the core finds does not depend on how it was compiled."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

import dominocore as dc
from dominocore import _native
from dominocore.world_case import TooMuch
from dominocore.worlds import known
from test_against_oracle import random_rules

ffi = _native.ffi
TESTS = Path(__file__).resolve().parent
CSRC = TESTS.parent / "csrc"
CC = os.environ.get("CC", "cc")
WAYS = os.environ.get("DOMINOCORE_BUILDS", f"{CC} -O0; {CC} -O3").split(";")
"""Compilers with their options; `tools/check/reproducible.sh` names all that a machine has."""

pytestmark = pytest.mark.skipif(
    shutil.which(CC) is None or not CSRC.is_dir(), reason="there is no C compiler, or no C source"
)


def in_a_round(rules: dc.Rules, rng: random.Random) -> dc.State | None:
    """A state some moves into a random round."""
    state = dc.State.deal(rules, seed=rng.getrandbits(64), leader=0, first=False)
    for _ in range(rng.randrange(20)):
        after = state.play(rng.choice(state.moves))
        if after.is_over:
            break
        state = after
    return None if state.is_over else state


def question(state: dc.State) -> bytes:
    """The bytes that the C program reads of a state."""
    case, has_case = bytes(ffi.sizeof("dmc_case")), 0
    try:
        sampler = known(state.observe(0)).sampler
    except TooMuch:
        sampler = None
    if sampler is not None and sampler.count:
        case = bytes(ffi.buffer(sampler._cases, ffi.sizeof("dmc_case")))
        has_case = 1
    spec = bytes(ffi.buffer(ffi.addressof(state._round.c.rules, "spec")))
    deal = _native.deal_bytes(state._round.c)
    return spec + state._struct + case + deal + has_case.to_bytes(4, _native.BYTE_ORDER)


def questions() -> bytes:
    """States of the built-in games and of random rules."""
    rng = random.Random(11)
    games = [dc.variant(name).rules for name in ("block", "draw", "fives", "partnership", "cross")]
    games += [rules.replace(max_pip=12, hand_size=9) for rules in games[:2]]
    games += [random_rules(rng) for _ in range(60)]
    states = [in_a_round(rules, rng) for rules in games if rules.is_native]
    return b"".join(question(state) for state in states if state is not None)


def test_answers_do_not_depend_on_the_compiler(tmp_path: Path) -> None:
    """Deals, counts, random rounds, solutions, sampled worlds, search trees and what learners see
    are the same bytes, whatever compiler builds the core and however it rearranges it."""
    asked = questions()
    sources = [str(TESTS / "walks.c"), *map(str, sorted(CSRC.glob("*.c")))]
    digests = {}
    for number, way in enumerate(WAYS):
        program = str(tmp_path / f"walks{number}")
        subprocess.run(
            [*way.split(), "-std=c11", f"-I{CSRC / 'include'}", *sources, "-o", program], check=True
        )
        done = subprocess.run([program], input=asked, capture_output=True, check=True, timeout=300)
        assert len(done.stdout) > 10_000_000
        digests[way.strip()] = sha256(done.stdout).hexdigest()
        print(digests[way.strip()][:16], way.strip())
    assert len(set(digests.values())) == 1, digests
