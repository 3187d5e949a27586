#!/usr/bin/env bash
# Lines and branches that the tests reach, of Python and of the C core, in one run of the suite.
# Arguments go to pytest. build/coverage keeps the environment and both reports as HTML pages.
#
#     tools/check/coverage.sh
#     PART=python tools/check/coverage.sh
#     PART=c tools/check/coverage.sh tests/test_solver.py
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$PWD/build/coverage
part=${PART:-both}
failed=0
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_QUIET=1

test -x "$work/venv/bin/python" || "${PYTHON:-python3}" -m venv "$work/venv"
python=$work/venv/bin/python
counted=OFF
if [ "$part" != python ]; then counted=ON; fi
"$python" -m pip install -e '.[coverage]' -Cbuild-dir="$work/object" -Cinstall.strip=false \
    -Ccmake.build-type=Debug -Ccmake.define.DMC_COVERAGE=$counted
find "$work" -maxdepth 1 -name '.coverage*' -delete
find "$work/object" -name '*.gcda' -delete

export COVERAGE_FILE=$work/.coverage
if [ "$part" = c ]; then
    "$python" -m pytest -q -p no:cacheprovider "$@" || failed=1
else
    "$python" -m coverage run -m pytest -q -p no:cacheprovider "$@" || failed=1
    "$python" -m coverage combine -q
    "$python" -m coverage html -q -d "$work/python" --fail-under=0
    "$python" -m coverage report || failed=1
fi
if [ "$part" != python ]; then
    mkdir -p "$work/c"
    "$work/venv/bin/gcovr" --root . --filter csrc/ --exclude csrc/cffi/ \
        --txt "$work/c/report.txt" --html-details "$work/c/index.html" --txt-summary \
        --fail-under-line 95 "$work/object" || failed=1
fi
exit $failed
