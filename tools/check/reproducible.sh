#!/usr/bin/env bash
# The same seed gives the same bytes: from the core by each compiler that is here, optimised or not,
# with the products and sums of newer processors, and for 32 bits; and from one wheel on each
# Python from 3.11 on. PYTHONS names more interpreters than the PATH has.
set -euo pipefail
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1 PYTHONDONTWRITEBYTECODE=1

echo 'int main(void) { return 0; }' >"$work/empty.c"
builds=
try() { # a compiler with its options, where it is here and what it makes runs
    if "$@" "$work/empty.c" -o "$work/empty" 2>/dev/null && "$work/empty"; then
        builds="$builds${builds:+;}$*"
    else
        echo "not here: $*"
    fi
}
for cc in gcc clang; do
    for level in -O0 -O2 -O3; do try "$cc" "$level"; done
    try "$cc" -O3 -flto
    if grep -qs '\<fma\>' /proc/cpuinfo; then try "$cc" -O3 -march=native -ffp-contract=off; fi
    # The x87 registers of i386 would round later than memory does.
    if [ "$(uname -m)" = x86_64 ]; then try "$cc" -m32 -O2 -msse2 -mfpmath=sse; fi
done

"$python" -m venv "$work/own"
"$work/own/bin/python" -m pip wheel --no-deps -w "$work/wheel" .
mkdir "$work/tree"
cp -r tests csrc pyproject.toml "$work/tree" # the package itself comes from the wheel alone
seen=
for name in "$python" python3.11 python3.12 python3.13 python3.14 pypy3.11 ${PYTHONS:-}; do
    command -v "$name" >/dev/null || continue
    version=$("$name" -c 'import platform, sys
if sys.version_info < (3, 11): sys.exit(1)
print(platform.python_implementation(), platform.python_version(), sep="-")') || continue
    case "$seen" in *"$version"*) continue ;; esac
    seen="$seen $version"
    echo "== $version"
    "$name" -m venv "$work/$version"
    case "$version" in PyPy*) package=. ;; *) package=$(echo "$work"/wheel/*.whl) ;; esac
    "$work/$version/bin/python" -m pip install "$package" pytest pytest-benchmark hypothesis
    (cd "$work/tree" && "$work/$version/bin/python" -m pytest -q -p no:cacheprovider \
        tests/test_reproducible.py)
    if [ "$builds" ]; then
        (cd "$work/tree" && DOMINOCORE_BUILDS=$builds "$work/$version/bin/python" -m pytest -q -s \
            -p no:cacheprovider tests/test_optimising.py)
        builds=
    fi
done
