# SPDX-License-Identifier: MIT
"""The plugins that are installed, and what became of each."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dominocore import hookspecs
from dominocore._version import __version__
from dominocore.errors import PluginError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = hookspecs.PROJECT
"""The group of entry points that plugins are found in."""
SWITCH = "DOMINOCORE_PLUGINS"
"""The environment variable that names the entry points to load."""

_AT_LEAST = re.compile(r"dominocore(?![\w.-])[^;]*?(?:>=|~=|==)\s*(\d+(?:\.\d+)*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """What became of one plugin."""

    name: str
    """The name of its entry point, or the one that it was registered by."""
    distribution: str
    """The distribution that it was installed with; empty where the program registered it."""
    version: str
    """The version of the distribution."""
    variants: tuple[str, ...] = ()
    """The names of the variants that it gives."""
    players: tuple[str, ...] = ()
    """The names of the players that it gives."""
    status: str = "loaded"
    """`"loaded"`, `"skipped"` where it was at fault, `"off"` where it was switched off."""
    reason: str = ""
    """Why it is not loaded."""
    seconds: float = field(default=0.0, compare=False)
    """How long it took to load, its import included."""

    @property
    def origin(self) -> str:
        """The plugin with its distribution and version, as messages name it."""
        if not self.distribution:
            return f"{self.name!r} (registered by the program)"
        return f"{self.name!r} (of {self.distribution} {self.version})"


def installed() -> list[tuple[PluginInfo, EntryPoint]]:
    """Find the entry points, in an order that is the same on each machine."""
    import importlib.metadata  # noqa: PLC0415  (slow to import, and needed only here)

    found = []
    for entry_point in importlib.metadata.entry_points(group=GROUP):
        distribution = entry_point.dist
        name = distribution.name if distribution else "an unknown distribution"
        version = distribution.version if distribution else ""
        found.append((PluginInfo(entry_point.name, name, version), entry_point))
    return sorted(found, key=lambda pair: (pair[0].distribution, pair[0].name))


def wanted() -> tuple[str, ...] | None:
    """Give the entry points that the environment names, or None where it says nothing."""
    text = os.environ.get(SWITCH)
    if text is None:
        return None
    return tuple(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))


def load(entry_point: EntryPoint) -> object:
    """Import what an entry point names.

    A plugin that asks for a later dominocore than this one is not imported: it would fail by a
    name that is not there, and say so less well.

    Raises:
        PluginError: its distribution requires a later version of dominocore.
    """
    for requirement in (entry_point.dist.requires or ()) if entry_point.dist else ():
        least = _AT_LEAST.match(requirement)
        if least and _release(least[1]) > _release(__version__):
            raise PluginError(f"it requires dominocore {least[1]}, and this is {__version__}")
    plugin: object = entry_point.load()
    return plugin


def _release(version: str) -> tuple[int, ...]:
    """Read the numbers that a version begins with; zeros at the end do not count."""
    numbers = re.match(r"\d+(?:\.\d+)*", version)
    text = re.sub(r"(\.0+)+$", "", numbers[0]) if numbers else "0"
    return tuple(int(part) for part in text.split("."))
