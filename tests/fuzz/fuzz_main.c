/* SPDX-License-Identifier: MIT */
/* Run the fuzz target without a fuzzer: on files, or on random bytes.
 *
 *     fuzz_core FILE...           replay inputs
 *     fuzz_core -n RUNS [SEED]    random inputs, each from a number of its own, SEED and on; the
 *                                 one at fault is told, and -n 1 with it finds the fault again */
#include "fuzz_core.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 };

static uint8_t input[LONGEST];
static uint64_t current;

/* Sanitizers end the program so too, and that is heard below. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "abort_on_error=1";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "abort_on_error=1:print_stacktrace=1";
}

static void tell(int number)
{
    fprintf(stderr, "the input was number %" PRIu64 "\n", current);
    signal(number, SIG_DFL);
    raise(number);
}

static int replay(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (!file) {
        perror(name);
        return 1;
    }
    const size_t size = fread(input, 1, sizeof input, file);
    fclose(file);
    return LLVMFuzzerTestOneInput(input, size);
}

/* SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014). */
static uint64_t next(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

static void run_random(uint64_t run)
{
    uint64_t state = run;
    const size_t size = next(&state) % 512;
    for (size_t i = 0; i < size; i += 8) {
        const uint64_t word = next(&state);
        memcpy(input + i, &word, sizeof word);
    }
    (void)LLVMFuzzerTestOneInput(input, size);
}

int main(int argc, char **argv)
{
    static const char *const names[FUZZ_COUNTERS] = {"inputs", "rules",  "states",  "views",
                                                     "rounds", "solved", "samplers"};
    if (argc >= 3 && !strcmp(argv[1], "-n")) {
        const uint64_t runs = strtoull(argv[2], NULL, 10);
        const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
        signal(SIGABRT, tell);
        for (current = seed; current - seed < runs; current++)
            run_random(current);
    } else {
        for (int i = 1; i < argc; i++)
            if (replay(argv[i]))
                return 1;
    }
    for (int i = 0; i < FUZZ_COUNTERS; i++)
        printf("%s %" PRIu64 "\n", names[i], fuzz_counters()[i]);
    return 0;
}
