#!/usr/bin/env bash
# The tests of limits at their full size: a million states, ten thousand rounds.
set -euo pipefail
cd "$(dirname "$0")/../.."
DOMINOCORE_FULL=1 "${PYTHON:-python3}" -m pytest -q -p no:cacheprovider tests/test_limits.py "$@"
