#!/usr/bin/env bash
# ThreadSanitizer over the C tests: perft, random rounds, the solver and trees in threads that share
# rules, deal and state.
set -euo pipefail
cd "$(dirname "$0")/../.."
CFLAGS=-fsanitize=thread INPUTS=${INPUTS:-1000} tools/check/c_tests.sh
