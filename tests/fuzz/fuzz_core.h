/* SPDX-License-Identifier: MIT */
/* The fuzz target of the core: by the name that libFuzzer and AFL++ call, and how far inputs got. */
#ifndef FUZZ_CORE_H
#define FUZZ_CORE_H

#include <stddef.h>
#include <stdint.h>

enum fuzz_counter {
    FUZZ_INPUTS,
    FUZZ_RULES,
    FUZZ_STATES,
    FUZZ_VIEWS,
    FUZZ_ROUNDS,
    FUZZ_SOLVED,
    FUZZ_SAMPLERS,
    FUZZ_COUNTERS
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* How many inputs, rules, states, ... there were. */
const uint64_t *fuzz_counters(void);

#endif
