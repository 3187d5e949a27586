#!/usr/bin/env bash
# Every warning an error, and the C tests, with each compiler that is here.
set -euo pipefail
cd "$(dirname "$0")/../.."
strict='-Wconversion -Wshadow'
tried=0
for cc in gcc clang clang-14; do
    command -v "$cc" >/dev/null || continue
    for level in -O0 -O3; do
        echo "== $cc $level"
        CC=$cc CFLAGS="$strict $level" INPUTS=${INPUTS:-20000} tools/check/c_tests.sh
    done
    tried=$((tried + 1))
done
test "$tried" -gt 0
