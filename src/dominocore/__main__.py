# SPDX-License-Identifier: MIT
"""`python -m dominocore` and the command `dominocore`."""

from __future__ import annotations

import sys

USAGE = 2
"""The exit code of a command line that cannot be run as it is."""
INTERRUPTED = 130
"""The exit code after ctrl-C."""


def main() -> None:
    """Run the command line; without click, say what to install."""
    try:
        sys.exit(_run())
    except KeyboardInterrupt:  # while modules are imported; later the command line sees to it
        print("interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)


def _run() -> int:
    try:
        import click  # noqa: F401, PLC0415  (an extra, which may be missing)
    except ImportError:
        print(
            "dominocore: the command line needs click: pip install 'dominocore[cli]'",
            file=sys.stderr,
        )
        return USAGE
    from dominocore.cli import run  # noqa: PLC0415  (it imports click)

    return run()


if __name__ == "__main__":
    main()
