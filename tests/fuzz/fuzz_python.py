# SPDX-License-Identifier: MIT
"""Feed hostile texts, or values, to everything that reads them, until a number of them is done.

    python tests/fuzz/fuzz_python.py texts --number 1000000 --seed 7

One that is not refused as it should be is printed and ends it with 1; the same seed finds it again.
Without a number it goes on until it is interrupted.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile import read_all, texts
from hostile_values import tries


def read_texts(seed: int) -> Iterator[str]:
    """Read hostile texts without end."""
    for number, text in enumerate(texts(seed)):
        try:
            read_all(text)
        except Exception:
            print(f"text {number} of seed {seed}: {text!r}", file=sys.stderr)
            raise
        yield "read"


def main() -> int:
    """Run and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=("texts", "values"))
    parser.add_argument("--number", type=int, help="how many; without end where it is left out")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    run = read_texts if options.kind == "texts" else tries
    started = time.monotonic()
    count = 0
    try:
        for _ in itertools.islice(run(options.seed), options.number):
            count += 1
    except KeyboardInterrupt:
        pass
    print(f"{count} {options.kind} in {time.monotonic() - started:.0f} s, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
