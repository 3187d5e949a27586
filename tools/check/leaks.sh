#!/usr/bin/env bash
# LeakSanitizer over the C tests, and Python loops in which memory must stay flat.
set -euo pipefail
cd "$(dirname "$0")/../.."
CFLAGS=-fsanitize=address tools/check/c_tests.sh
DOMINOCORE_FULL=1 "${PYTHON:-python3}" -m pytest -q -p no:cacheprovider tests/test_limits.py -k flat
