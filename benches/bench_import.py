# SPDX-License-Identifier: MIT
"""How long `import dominocore` takes, against an interpreter that imports nothing.

Each run is a fresh process. The bare interpreter's time is the floor; the difference is ours.
"""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import dominocore

PROGRAMS = {
    "bare interpreter": "print('ready')",
    "import dominocore": "import dominocore; print('ready')",
    "import and deal": "import dominocore as dc; dc.State.deal(dc.Rules(), seed=7); print('ready')",
    "a variant by name": "import dominocore as dc; dc.variant('draw').deal(seed=7); print('ready')",
}


@pytest.mark.benchmark(group="import", min_rounds=10)
@pytest.mark.parametrize("name", PROGRAMS)
def test_import(benchmark: Any, name: str) -> None:
    """A process that runs this program and ends."""
    command = [sys.executable, "-I", "-c", PROGRAMS[name]]

    def run() -> str:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    assert benchmark(run) == "ready\n"


def test_the_version_is_that_of_this_process(benchmark: Any) -> None:
    """The process that is measured imports the package that is installed here."""
    program = "import dominocore; print(dominocore.__version__)"
    command = [sys.executable, "-I", "-c", program]
    run = benchmark.pedantic(subprocess.check_output, args=(command,), rounds=1)
    assert run.decode().strip() == dominocore.__version__
