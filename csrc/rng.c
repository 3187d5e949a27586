/* SPDX-License-Identifier: MIT */
/* A random stream: ChaCha with 8 rounds (D. J. Bernstein, "ChaCha, a variant of Salsa20", 2008).
 * The key is the seed; the last three input words number the stream, so streams of one seed for
 * different purposes, rounds or seats share nothing, and none can be run backwards. */
#include "dmc_internal.h"

#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
/* A row of the state in one register: four quarter rounds run side by side. */
typedef uint32_t chacha_row __attribute__((vector_size(16)));

static inline void add_and_turn(chacha_row *a, const chacha_row *b, chacha_row *d, int n)
{
    *a += *b;
    const chacha_row x = *d ^ *a;
    *d = x << n | x >> (32 - n);
}

static inline void quarters(chacha_row *x)
{
    add_and_turn(&x[0], &x[1], &x[3], 16);
    add_and_turn(&x[2], &x[3], &x[1], 12);
    add_and_turn(&x[0], &x[1], &x[3], 8);
    add_and_turn(&x[2], &x[3], &x[1], 7);
}

static inline void shift(chacha_row *x, int by)
{
    const chacha_row old = *x;
    *x = (chacha_row){old[by & 3], old[(by + 1) & 3], old[(by + 2) & 3], old[(by + 3) & 3]};
}

static void mix(uint32_t *io)
{
    chacha_row x[4];
    memcpy(x, io, sizeof x);
    for (int round = 0; round < 8; round += 2) {
        quarters(x);
        shift(&x[1], 1), shift(&x[2], 2), shift(&x[3], 3); /* diagonals become columns */
        quarters(x);
        shift(&x[1], 3), shift(&x[2], 2), shift(&x[3], 1);
    }
    memcpy(io, x, sizeof x);
}
#else
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

static void mix(uint32_t *io)
{
    for (int round = 0; round < 8; round += 2) {
        for (int i = 0; i < 4; i++)
            quarter(io, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            quarter(io, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
}
#endif

/* Apart from the draw, which seldom comes here. */
static DMC_APART void refill(dmc_rng *self)
{
    uint32_t x[16];
    memcpy(x, self->input, sizeof x);
    mix(x);
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
