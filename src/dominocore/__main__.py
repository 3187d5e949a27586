# SPDX-License-Identifier: MIT
"""`python -m dominocore` and the command `dominocore`."""

from __future__ import annotations

import sys

USAGE = 2
"""The exit code of a command line that cannot be run as it is."""


def main() -> None:
    """Run the command line; without click, say what to install."""
    try:
        import click  # noqa: F401, PLC0415  (an extra, which may be missing)
    except ImportError:
        print(
            "dominocore: the command line needs click: pip install 'dominocore[cli]'",
            file=sys.stderr,
        )
        sys.exit(USAGE)
    from dominocore.cli import run  # noqa: PLC0415  (it imports click)

    sys.exit(run())


if __name__ == "__main__":
    main()
