/* SPDX-License-Identifier: MIT */
/* A random stream: ChaCha with 8 rounds (D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008).
 * The key is the seed; the last three input words number the stream, so streams of one seed for
 * different purposes, rounds or seats share nothing, and none can be run backwards. */
#include "dmc_internal.h"

#include <string.h>

static inline uint32_t rotate(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static inline void quarter(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = rotate(x[b] ^ x[c], 7);
}

static void refill(dmc_rng *self)
{
    uint32_t x[16];
    memcpy(x, self->input, sizeof x);
    for (int round = 0; round < 8; round += 2) {
        for (int i = 0; i < 4; i++)
            quarter(x, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < 16; i++)
        self->block[i] = x[i] + self->input[i];
    self->input[12]++;
    self->used = 0;
}

void dmc_rng_init(const uint8_t key[32], uint32_t purpose, uint32_t round, uint32_t number,
                  dmc_rng *out)
{
    static const uint32_t constants[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < 4; i++)
        out->input[i] = constants[i];
    for (int i = 0; i < 8; i++) /* little-endian on every machine */
        out->input[4 + i] = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 |
                            (uint32_t)key[4 * i + 2] << 16 | (uint32_t)key[4 * i + 3] << 24;
    out->input[12] = 0;
    out->input[13] = purpose;
    out->input[14] = round;
    out->input[15] = number;
    memset(out->block, 0, sizeof out->block);
    out->used = 16;
}

uint32_t dmc_rng_next(dmc_rng *self)
{
    if (self->used == 16)
        refill(self);
    return self->block[self->used++];
}

/* Lemire's bounded draw: multiply, and reject the few low products that would favour some
 * results ("Fast random integer generation in an interval", 2019). */
uint32_t dmc_rng_below(dmc_rng *self, uint32_t bound)
{
    uint64_t product = (uint64_t)dmc_rng_next(self) * bound;
    if ((uint32_t)product < bound) {
        const uint32_t threshold = (0u - bound) % bound;
        while ((uint32_t)product < threshold)
            product = (uint64_t)dmc_rng_next(self) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* Several numbers from one random word: its product with a bound has the number in the high half,
 * and in the low one what is left for the next. As with a single number, few low products would
 * favour some results and are drawn again (Brackett-Rozinsky and Lemire, "Batched ranged random
 * integer generation", 2024). */
void dmc_rng_places(dmc_rng *self, uint32_t bound, int n, uint8_t *out)
{
    while (n > 0) {
        uint32_t word = dmc_rng_next(self), product = 1;
        int i = 0;
        do {
            const uint64_t wide = (uint64_t)word * (bound - (uint32_t)i);
            product *= bound - (uint32_t)i;
            out[i++] = (uint8_t)(wide >> 32);
            word = (uint32_t)wide;
        } while (i < n && (uint64_t)product * (bound - (uint32_t)i) < 1u << 30);
        if (word < product && word < (0u - product) % product)
            continue;
        bound -= (uint32_t)i;
        n -= i;
        out += i;
    }
}
