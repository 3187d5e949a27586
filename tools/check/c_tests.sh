#!/usr/bin/env bash
# Build and run the test programs of the C core: the example, the threads, the fuzz target on the
# inputs that were kept of fuzzing and on random ones.
#
#     CC=clang CFLAGS=-fsanitize=thread RUN=valgrind INPUTS=1000 tools/check/c_tests.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=${CC:-cc}
read -ra flags <<<"-std=c11 -O1 -g -Wall -Wextra -Wpedantic -Werror ${CFLAGS:-}"
read -ra run <<<"${RUN:-}"

core=()
for file in csrc/*.c; do
    core+=("$work/$(basename "$file" .c).o")
done
printf '%s\0' csrc/*.c | xargs -0 -P "$(nproc)" -I{} sh -c \
    'out=$1/$(basename "$2" .c).o; shift 2; exec "$@" -o "$out"' _ "$work" {} \
    "$cc" "${flags[@]}" -Icsrc/include -Icsrc -c {}

build() { "$cc" "${flags[@]}" -Icsrc/include -Icsrc "${core[@]}" "${@:2}" -pthread -o "$work/$1"; }
build round csrc/examples/round.c
build threads tests/threads.c
build fuzz tests/fuzz/fuzz_{core,make,use,hidden}.c tests/fuzz/fuzz_main.c

set -x
"${run[@]}" "$work/round" >/dev/null
"${run[@]}" "$work/threads"
"${run[@]}" "$work/fuzz" tests/fuzz/inputs/*
"${run[@]}" "$work/fuzz" -n "${INPUTS:-100000}"
