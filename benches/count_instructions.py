# SPDX-License-Identifier: MIT
"""Count the machine instructions of perft and of random rounds, which no load of a machine changes.

Run it as `python benches/count_instructions.py [--update]`. It compiles the core and the fixed work
of `count_instructions.c` with one set of flags, runs each case under callgrind and compares the
instructions a node, or a round, with those in `count_instructions.json`, which are listed by
compiler. More than 3 % apart ends it with exit code 1; a compiler that is not listed only prints.
`--update` writes what was found. Without valgrind or a C compiler it says so and ends.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
CSRC = HERE.parent / "csrc"
EXPECTED = HERE / "count_instructions.json"
#: No LTO, so that callgrind can tell the calls apart; no flag for one processor.
FLAGS = ["-std=c11", "-O3", "-DNDEBUG"]
TOLERANCE = 0.03
MEASURED = ("dmc_perft", "dmc_playouts")


def run(*command: str) -> str:
    """Run a command; give all that it printed."""
    done = subprocess.run(
        command, check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    return done.stdout


def compiler() -> tuple[str, str]:
    """Give the C compiler, and its name with version and processor."""
    command = os.environ.get("CC", "cc")
    family = "clang" if "clang" in run(command, "--version") else "gcc"
    version = run(command, "-dumpfullversion", "-dumpversion").strip()
    return command, f"{family} {version}, {platform.machine()}"


def compile_work(command: str, folder: Path) -> str:
    """Compile the core with the work; give the program."""
    program = str(folder / "work")
    sources = [str(path) for path in sorted(CSRC.glob("*.c"))]
    run(command, *FLAGS, f"-I{CSRC / 'include'}", f"-I{CSRC}",
        str(HERE / "count_instructions.c"), *sources, "-o", program, "-lm")  # fmt: skip
    return program


def instructions(program: str, case: int) -> float:
    """Count the instructions a unit of a case, inside the measured calls alone."""
    units = int(run(program, str(case), "units"))
    toggles = [f"--toggle-collect={name}" for name in MEASURED]
    report = run(
        "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *toggles,
        program, str(case),
    )  # fmt: skip
    collected = re.search(r"Collected : (\d+)", report)
    assert collected, report
    return int(collected[1]) / units


def main() -> int:
    """Count, print, and compare; give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--update", action="store_true", help="write what was found")
    asked = parser.parse_args()
    for tool in ("valgrind", os.environ.get("CC", "cc")):
        if shutil.which(tool) is None:
            print(f"skipped: {tool} is not installed")
            return 0
    command, name = compiler()
    expected = json.loads(EXPECTED.read_text("utf-8")) if EXPECTED.exists() else {}
    known = expected.get(name, {})
    found = {}
    apart = False
    print(f"{name}, {' '.join(FLAGS)}: instructions a node or a round")
    with tempfile.TemporaryDirectory() as folder:
        program = compile_work(command, Path(folder))
        for case, title in enumerate(run(program).splitlines()):
            found[title] = round(instructions(program, case), 1)
            change = found[title] / known[title] - 1 if title in known else None
            apart = apart or (change is not None and abs(change) > TOLERANCE)
            beside = "not listed" if change is None else f"{change:+.1%} of {known[title]}"
            print(f"  {title:42} {found[title]:10,.1f}   {beside}", flush=True)
    if asked.update:
        expected[name] = found
        EXPECTED.write_text(json.dumps(expected, indent=2) + "\n", encoding="utf-8")
    elif apart:
        print(f"more than {TOLERANCE:.0%} apart: see what changed, or write it down with --update")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
