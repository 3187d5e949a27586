/* SPDX-License-Identifier: MIT */
/* Fill the slots of a case, each world equally likely: level by level choose how a group splits
 * over the blocks, with the chance that its share of the count says, then which tile goes to which
 * place; or by the steps that were laid out. */
#include "dmc_sample.h"

/* ---- numbers ---- */

/* Draw a number below a bound of several words; one of 32 bits takes one random word. */
static void draw_number(dmc_rng *rng, const uint64_t *bound, uint32_t words, uint64_t *out)
{
    while (words > 1 && !bound[words - 1])
        out[--words] = 0;
    if (words == 1 && bound[0] <= UINT32_MAX) {
        out[0] = dmc_rng_below(rng, (uint32_t)bound[0]);
        return;
    }
    uint64_t mask = bound[words - 1];
    for (int shift = 1; shift < 64; shift *= 2)
        mask |= mask >> shift;
    do {
        for (uint32_t i = 0; i < words; i++) {
            out[i] = dmc_rng_next(rng);
            out[i] |= (uint64_t)dmc_rng_next(rng) << 32;
        }
        out[words - 1] &= mask;
    } while (!number_is_less(out, bound, words));
}

/* Draw one of n ranges by the numbers that they end before, stride words apart. */
static uint32_t draw_range(dmc_rng *rng, const uint64_t *ends, uint32_t stride, uint32_t n,
                           uint32_t words)
{
    uint64_t number[DMC_WAYS_WORDS];
    if (n == 1)
        return 0;
    draw_number(rng, ends + (size_t)(n - 1) * stride, words, number);
    uint32_t low = 0, high = n - 1;
    if (words == 1 && n < 8) { /* without a branch that cannot be foreseen */
        for (uint32_t i = 0; i < high; i++)
            low += number[0] >= ends[(size_t)i * stride];
        return low;
    }
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const uint64_t *end = ends + (size_t)middle * stride;
        if (words == 1 ? number[0] < end[0] : number_is_less(number, end, words))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* ---- tiles into slots ---- */

/* Copy bytes out of a sampler's memory to an array; a few more, which cost nothing, are copied
 * with them: states follow in the memory. */
static inline void copy_bytes(uint8_t *to, const uint8_t *from, int bytes)
{
    enum { FEW = 24 };
    memcpy(to, from, FEW);
    if (bytes > FEW)
        memcpy(to + FEW, from + FEW, (size_t)bytes - FEW);
}

static inline int places_left(const sample_world *r, int slot)
{
    return r->start[slot] + r->c->slots[slot].size - r->next[slot];
}

/* Put tiles into a slot, as take says. */
static inline void put(sample_world *r, int slot, sample_pile *io, const uint8_t *places, int n)
{
    sample_take(io, places, n, r->tiles + r->next[slot]);
    r->next[slot] = (uint8_t)(r->next[slot] + n);
}

/* Put all of a pile into a slot; the order does not matter. */
static inline void put_all(sample_world *r, int slot, sample_pile *io)
{
    const int n = io->n;
    uint8_t *to = r->tiles + r->next[slot];
    for (int i = 0; i < n; i++)
        to[i] = io->tiles[i];
    r->next[slot] = (uint8_t)(r->next[slot] + n);
    io->n = 0;
}

/* Put a tile into a free place of a block of slots. */
static inline void put_one(sample_world *r, const uint8_t *slots, int place, uint8_t tile)
{
    for (int left; place >= (left = places_left(r, *slots)); slots++)
        place -= left;
    r->tiles[r->next[*slots]++] = tile;
}

/* Put n random tiles of a pile into a slot. */
static void fill_slot(dmc_rng *rng, sample_world *r, int slot, int n, sample_pile *io)
{
    if (n == io->n) {
        put_all(r, slot, io);
        return;
    }
    uint8_t places[DMC_MAX_TILES];
    dmc_rng_places(rng, (uint32_t)io->n, n, places);
    put(r, slot, io, places, n);
}

/* Put n random tiles of a pile into a block of slots that has so many free places: each slot takes
 * what it has room for; or each tile goes to a random place. */
static void fill_block(dmc_rng *rng, sample_world *r, const uint8_t *slots, int n_slots, int free,
                       int n, sample_pile *io)
{
    uint8_t places[DMC_MAX_TILES], tiles[DMC_MAX_TILES];
    if (n == free) {
        /* the last slot takes what is left of a pile */
        const int last = slots[n_slots - 1], rest = n == io->n ? places_left(r, last) : 0;
        dmc_rng_places(rng, (uint32_t)io->n, n - rest, places);
        for (int s = 0, at = 0; at < n - rest; s++) {
            const int k = places_left(r, slots[s]);
            put(r, slots[s], io, places + at, k);
            at += k;
        }
        if (rest)
            put_all(r, last, io);
        return;
    }
    dmc_rng_places(rng, (uint32_t)io->n, n, places);
    sample_take(io, places, n, tiles);
    dmc_rng_places(rng, (uint32_t)free, n, places);
    for (int i = 0; i < n; i++)
        put_one(r, slots, places[i], tiles[i]);
}

static void fill_by_levels(const dmc_sampler *self, dmc_rng *rng, sample_world *out)
{
    const uint64_t *memory = self->memory, *plan = out->plan;
    const uint32_t width = self->width;
    const uint32_t levels = (uint32_t)plan[SAMPLE_HEAD], n = (uint32_t)(plan[SAMPLE_HEAD] >> 32);
    out->start = (const uint8_t *)(plan + SAMPLE_START);
    copy_bytes(out->next, (const uint8_t *)(plan + SAMPLE_NEXT), out->c->n_slots);
    copy_bytes(out->tiles, (const uint8_t *)(plan + SAMPLE_ROW), out->c->n_tiles);
    uint32_t at = 0;
    for (uint32_t i = (uint32_t)plan[SAMPLE_FIRST]; i < n; i++) {
        const sample_level level = sample_level_at(memory, levels, i);
        const sample_parts parts = sample_parts_of(memory, &level);
        const uint64_t *state = sample_state_at(memory, &level, at);
        const uint8_t *key = (const uint8_t *)(state + SAMPLE_KEY);
        const uint64_t *edges = sample_edges(memory, &level, state);
        const uint64_t *edge = edges + (size_t)level.edge_words *
                                           draw_range(rng, edges, level.edge_words,
                                                      (uint32_t)(state[0] >> 32), width);
        const uint8_t *split = sample_split(edge, width);
        if (level.n_tiles == 1) {
            int b = 0;
            while (!split[b])
                b++;
            const bool one = parts.from[b + 1] - parts.from[b] == 1;
            const uint32_t place = one ? 0 : dmc_rng_below(rng, key[b]);
            put_one(out, parts.slots + parts.from[b], (int)place, parts.tiles[0]);
            at = sample_target(edge, width);
            continue;
        }
        sample_pile group;
        copy_bytes(group.tiles, parts.tiles, level.n_tiles);
        group.n = level.n_tiles;
        for (int b = 0; group.n; b++)
            if (parts.from[b + 1] - parts.from[b] == 1)
                fill_slot(rng, out, parts.slots[parts.from[b]], split[b], &group);
            else if (split[b])
                fill_block(rng, out, parts.slots + parts.from[b], parts.from[b + 1] - parts.from[b],
                           key[b], split[b], &group);
        at = sample_target(edge, width);
    }
}

/* ---- by steps ---- */

/* Find the edge that a number falls to: the last one that begins at it or before. */
static inline const uint64_t *find_edge(const uint64_t *edges, uint32_t n, uint32_t number)
{
    while (n > 1) { /* without a branch that cannot be foreseen */
        const uint32_t half = n / 2;
        const uint64_t *middle = edges + (size_t)half * SAMPLE_STEP_EDGE;
        edges = (uint32_t)*middle <= number ? middle : edges;
        n -= half;
    }
    return edges;
}

/* Shuffle the pile, and give each slot as many tiles as it has free places. */
static inline void share_pile(dmc_rng *rng, const sample_steps *steps, const uint8_t *pile,
                              uint64_t key, uint64_t *sets)
{
    uint8_t tiles[64], places[64];
    uint64_t first[64]; /* the first tiles, as sets */
    copy_bytes(tiles, pile, steps->n_pile);
    dmc_rng_places(rng, steps->n_pile, steps->n_drawn, places);
    first[0] = 0;
    for (int i = 0, left = steps->n_pile; i < steps->n_drawn; i++) {
        const int place = places[i];
        first[i + 1] = first[i] | UINT64_C(1) << tiles[place];
        tiles[place] = tiles[--left];
    }
    int at = 0;
    for (int s = 0; s < steps->n_slots; s++)
        if (s != steps->last) {
            const int end = at + sample_free(key, s);
            sets[s] |= first[end] ^ first[at];
            at = end;
        }
    sets[steps->last] |= steps->pile ^ first[at];
}

static void fill_by_steps(const uint64_t *memory, uint32_t place, dmc_rng *rng, sample_world *out)
{
    sample_steps steps;
    memcpy(&steps, memory + place, sizeof steps);
    memcpy(out->sets, memory + place + SAMPLE_STEPS_SETS, sizeof out->sets);
    const uint64_t *state = memory + steps.start;
    uint32_t number = steps.n_steps ? dmc_rng_below(rng, steps.worlds) : 0;
    for (int step = 0; step < steps.n_steps; step++) {
        const uint64_t *edge = find_edge(state + 1, (uint32_t)state[0], number);
        const uint32_t rest = number - (uint32_t)edge[0], worlds = (uint32_t)(edge[0] >> 32);
        const uint64_t *way = memory + (uint32_t)edge[1] + (size_t)(rest / worlds) * steps.n_slots;
        number = rest % worlds;
        for (int s = 0; s < steps.n_slots; s++)
            out->sets[s] |= way[s];
        state = memory + (edge[1] >> 32);
    }
    share_pile(rng, &steps, (const uint8_t *)(memory + place + SAMPLE_STEPS_TILES), *state,
               out->sets);
}

uint32_t dmc_sampler_case(const dmc_sampler *self, dmc_rng *rng)
{
    return draw_range(rng, self->memory + SAMPLE_ENDS, SAMPLE_PLAN_WORDS, self->n_cases,
                      DMC_WAYS_WORDS);
}

void dmc_sampler_fill(const dmc_sampler *self, uint32_t number, dmc_rng *rng, sample_world *out)
{
    out->c = &self->cases[number];
    out->plan = self->memory + number * SAMPLE_PLAN_WORDS;
    const uint32_t steps = (uint32_t)out->plan[SAMPLE_STEPS];
    if (steps)
        fill_by_steps(self->memory, steps, rng, out);
    else
        fill_by_levels(self, rng, out);
}
