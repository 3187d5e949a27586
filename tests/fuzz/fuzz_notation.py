# SPDX-License-Identifier: MIT
"""Feed hostile texts to every reader until a number of them, or an interrupt, ends it.

    python tests/fuzz/fuzz_notation.py --texts 1000000 --seed 7

A text that is not refused as it should be is printed and ends it with 1; the same seed finds it
again.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hostile import read_all, texts


def main() -> int:
    """Run and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=int, help="how many; without end where it is left out")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    started = time.monotonic()
    count = 0
    try:
        for text in itertools.islice(texts(options.seed), options.texts):
            try:
                read_all(text)
            except Exception:
                print(f"text {count} of seed {options.seed}: {text!r}", file=sys.stderr)
                raise
            count += 1
    except KeyboardInterrupt:
        pass
    print(f"{count} texts in {time.monotonic() - started:.0f} s, no fault")
    return 0


if __name__ == "__main__":
    sys.exit(main())
