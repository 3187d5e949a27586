#!/usr/bin/env bash
# Valgrind's memcheck over the C tests: no invalid access, no value read before it is written, no
# byte lost.
set -euo pipefail
cd "$(dirname "$0")/../.."
RUN='valgrind --quiet --error-exitcode=1 --leak-check=full --show-leak-kinds=all --errors-for-leak-kinds=all' \
    INPUTS=${INPUTS:-10000} tools/check/c_tests.sh
