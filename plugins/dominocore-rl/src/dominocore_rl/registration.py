# SPDX-License-Identifier: MIT
"""Every registered variant as a Gymnasium environment: `fives` is `dominocore/Fives-v0`."""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

import dominocore as dc


def name_of(variant: str) -> str:
    """Give a variant's name as Gymnasium writes names: `FivesAndThrees`."""
    return "".join(word.capitalize() for word in variant.split("-"))


def register_all() -> None:
    """Register the environments; importing `dominocore_rl` does.

    Call it again after variants have been registered by hand: those that are there stay.
    """
    for variant in dc.variants:
        name = f"dominocore/{name_of(variant)}-v0"
        if name in registry:
            continue
        register(
            id=name,
            entry_point="dominocore_rl.single:SingleRound",
            vector_entry_point="dominocore_rl.batch:BatchRounds",
            kwargs={"variant": variant},
        )
