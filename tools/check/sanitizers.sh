#!/usr/bin/env bash
# The C tests and the Python tests against a core with AddressSanitizer and UBSan. Arguments go to
# pytest; without any the whole suite runs. PYTHON names an interpreter that has the extra `test`.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1 PYTHONDONTWRITEBYTECODE=1
python=${PYTHON:-python3}
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1

CFLAGS='-fsanitize=address,undefined -fno-sanitize-recover=undefined' tools/check/c_tests.sh

# An environment that holds the sanitized build and borrows everything else.
"$python" -m venv "$work/venv"
borrowed=$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
own=$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "$borrowed" >"$own/borrowed.pth"
# The sanitizer reserves all addresses: under a limit, as processes of games have it, none would be left.
echo 'import resource; resource.setrlimit = lambda kind, limits: None' >"$own/no_limits.pth"
"$work/venv/bin/python" -m pip install --no-deps . -Cbuild-dir="$work/build" \
    -Cinstall.strip=false -Ccmake.build-type=Debug -Ccmake.define.DMC_SANITIZE=address,undefined
# With it the library of C++, or an exception in somebody else's extension ends the process.
export LD_PRELOAD
LD_PRELOAD="$("${CC:-cc}" -print-file-name=libasan.so) $("${CC:-cc}" -print-file-name=libstdc++.so)"
# Python's own allocator would hide a read past an object; a captured report would be lost.
export PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0
"$work/venv/bin/python" -m pytest -q -p no:cacheprovider --capture=sys "$@"
