# SPDX-License-Identifier: MIT
"""How long `import dominocore` takes, against an interpreter that imports nothing.

Run it as `python benches/bench_import.py [turns]` for a table of CPU milliseconds, user and system
together: each program is a fresh process, all take turns, and the bare interpreter is taken off.
The least of many turns is the steadiest figure. Beside our own programs stand the parts of cffi and
pluggy, and what the standard library's part of a first round costs alone.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
from typing import Any

import pytest

import dominocore

BARE = "bare interpreter"
PROGRAMS = {
    BARE: "print('ready')",
    "cffi": "import _cffi_backend; print('ready')",
    "pluggy and cffi": "import pluggy, _cffi_backend; print('ready')",
    "dataclasses and typing": "import dataclasses, typing; print('ready')",
    "import dominocore": "import dominocore; print('ready')",
    "import and deal": "import dominocore as dc; dc.State.deal(dc.Rules(), seed=7); print('ready')",
    "a variant by name": "import dominocore as dc; dc.variant('draw').deal(seed=7); print('ready')",
}


def command(program: str) -> list[str]:
    """Give the command line of a process that runs a program."""
    return [sys.executable, "-I", "-c", program]


@pytest.mark.benchmark(group="import", min_rounds=10)
@pytest.mark.parametrize("name", PROGRAMS)
def test_import(benchmark: Any, name: str) -> None:
    """A process that runs this program and ends."""

    def run() -> str:
        return subprocess.run(
            command(PROGRAMS[name]), check=True, capture_output=True, text=True
        ).stdout

    assert benchmark(run) == "ready\n"


def test_the_version_is_that_of_this_process(benchmark: Any) -> None:
    """The process that is measured imports the package that is installed here."""
    program = command("import dominocore; print(dominocore.__version__)")
    run = benchmark.pedantic(subprocess.check_output, args=(program,), rounds=1)
    assert run.decode().strip() == dominocore.__version__


def cpu_milliseconds(program: str) -> float:
    """Run a program in a process of its own; give the CPU time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command(program), check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    """Print the table."""
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    found = [
        {name: cpu_milliseconds(text) for name, text in PROGRAMS.items()} for _ in range(turns)
    ]
    floor = min(turn[BARE] for turn in found)
    print(f"CPU ms, {turns} turns          least  median")
    print(f"{BARE:28}{floor:6.1f}{statistics.median(turn[BARE] for turn in found):8.1f}")
    print("more than that:")
    for name in [name for name in PROGRAMS if name != BARE]:
        least = min(turn[name] for turn in found) - floor
        median = statistics.median(turn[name] - turn[BARE] for turn in found)
        print(f"{name:28}{least:6.1f}{median:8.1f}")


if __name__ == "__main__":
    main()
