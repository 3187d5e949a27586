#!/usr/bin/env bash
# Fuzz the core for a number of seconds: with libFuzzer where clang is here, else with AFL++ where
# that is here, else on random bytes. DIR keeps what was found; FUZZER says which one, if not the first.
#
#     FUZZER=libfuzzer|afl|random tools/check/fuzz.sh SECONDS [DIR]
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=$1
dir=${2:-$(mktemp -d)}
mkdir -p "$dir/corpus"
sources=(-std=c11 -O2 -g -Icsrc/include -Icsrc csrc/*.c tests/fuzz/fuzz_{core,make,use,hidden}.c)
clang=$(command -v clang || command -v clang-14 || true)
if [ -n "$clang" ] && [ "${FUZZER:-libfuzzer}" = libfuzzer ]; then
    "$clang" -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined "${sources[@]}" \
        -o "$dir/fuzz"
    "$dir/fuzz" "$dir/corpus" tests/fuzz/inputs -max_len=700 -timeout=20 \
        -max_total_time="$seconds" -artifact_prefix="$dir/" -print_final_stats=1
elif command -v afl-clang-fast >/dev/null && [ "${FUZZER:-afl}" = afl ]; then
    AFL_USE_ASAN=1 AFL_USE_UBSAN=1 afl-clang-fast -fsanitize=fuzzer "${sources[@]}" -o "$dir/fuzz"
    AFL_AUTORESUME=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 \
        afl-fuzz -i tests/fuzz/inputs -o "$dir/afl" -G 700 -V "$seconds" -t 20000 -- "$dir/fuzz"
    found=$(find "$dir"/afl/default/{crashes,hangs} -name 'id:*')
    echo "${found:-no crash, no hang}"
    test -z "$found"
else
    "${CC:-cc}" -fsanitize=address,undefined -fno-sanitize-recover=undefined "${sources[@]}" \
        tests/fuzz/fuzz_main.c -o "$dir/fuzz"
    for ((seed = 0; SECONDS < seconds; seed += 100000)); do
        "$dir/fuzz" -n 100000 "$seed"
    done
fi
