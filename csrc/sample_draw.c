/* SPDX-License-Identifier: MIT */
/* Draw worlds, each equally likely: level by level choose how a group splits over the blocks, with
 * the chance that its share of the count says, then which tile goes to which place. */
#include "dmc_sample.h"

#include <stddef.h>

/* Draws of one world before one that passes the checks of its case is given up on. */
enum { ATTEMPTS = 1000000 };

/* ---- numbers ---- */

/* Draw n numbers, the first below bound and each of the others below one less than the one before,
 * several from one random word: its product with a bound has the number in the high half, and in
 * the low one what is left for the next. As with a single number, few low products would favour
 * some results and are drawn again (Brackett-Rozinsky and Lemire, "Batched ranged random integer
 * generation", 2024). */
static void draw_places(dmc_rng *rng, uint32_t bound, int n, uint8_t *out)
{
    while (n > 0) {
        uint32_t word = dmc_rng_next(rng), product = 1;
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

/* Slots in a row, filled from their beginnings. */
typedef struct row {
    const dmc_case *c;
    const uint64_t *plan;
    const uint8_t *start;
    uint8_t next[DMC_MAX_SLOTS];
    uint8_t tiles[DMC_MAX_TILES];
} row;

/* The tiles of a group that are still to be placed. */
typedef struct pile {
    int n;
    uint8_t tiles[DMC_MAX_TILES];
} pile;

/* Copy bytes out of a sampler's memory to an array; a few more, which cost nothing, are copied
 * with them: states follow in the memory. */
static inline void copy_bytes(uint8_t *to, const uint8_t *from, int bytes)
{
    enum { FEW = 24 };
    memcpy(to, from, FEW);
    if (bytes > FEW)
        memcpy(to + FEW, from + FEW, (size_t)bytes - FEW);
}

static inline int places_left(const row *r, int slot)
{
    return r->start[slot] + r->c->slots[slot].size - r->next[slot];
}

/* Take tiles off a pile: each by its place among those that are left. */
static inline void take(pile *io, const uint8_t *places, int n, uint8_t *out)
{
    int left = io->n;
    for (int i = 0; i < n; i++) {
        const int place = places[i];
        out[i] = io->tiles[place];
        io->tiles[place] = io->tiles[--left];
    }
    io->n = left;
}

/* Put tiles into a slot, as take says. */
static inline void put(row *r, int slot, pile *io, const uint8_t *places, int n)
{
    take(io, places, n, r->tiles + r->next[slot]);
    r->next[slot] = (uint8_t)(r->next[slot] + n);
}

/* Put all of a pile into a slot; the order does not matter. */
static inline void put_all(row *r, int slot, pile *io)
{
    const int n = io->n;
    uint8_t *to = r->tiles + r->next[slot];
    for (int i = 0; i < n; i++)
        to[i] = io->tiles[i];
    r->next[slot] = (uint8_t)(r->next[slot] + n);
    io->n = 0;
}

/* Put a tile into a free place of a block of slots. */
static inline void put_one(row *r, const uint8_t *slots, int place, uint8_t tile)
{
    for (int left; place >= (left = places_left(r, *slots)); slots++)
        place -= left;
    r->tiles[r->next[*slots]++] = tile;
}

/* Put n random tiles of a pile into a slot. */
static void fill_slot(dmc_rng *rng, row *r, int slot, int n, pile *io)
{
    if (n == io->n) {
        put_all(r, slot, io);
        return;
    }
    uint8_t places[DMC_MAX_TILES];
    draw_places(rng, (uint32_t)io->n, n, places);
    put(r, slot, io, places, n);
}

/* Put n random tiles of a pile into a block of slots that has so many free places: each slot takes
 * what it has room for; or each tile goes to a random place. */
static void fill_block(dmc_rng *rng, row *r, const uint8_t *slots, int n_slots, int free, int n,
                       pile *io)
{
    uint8_t places[DMC_MAX_TILES], tiles[DMC_MAX_TILES];
    if (n == free) {
        /* the last slot takes what is left of a pile */
        const int last = slots[n_slots - 1], rest = n == io->n ? places_left(r, last) : 0;
        draw_places(rng, (uint32_t)io->n, n - rest, places);
        for (int s = 0, at = 0; at < n - rest; s++) {
            const int k = places_left(r, slots[s]);
            put(r, slots[s], io, places + at, k);
            at += k;
        }
        if (rest)
            put_all(r, last, io);
        return;
    }
    draw_places(rng, (uint32_t)io->n, n, places);
    take(io, places, n, tiles);
    draw_places(rng, (uint32_t)free, n, places);
    for (int i = 0; i < n; i++)
        put_one(r, slots, places[i], tiles[i]);
}

/* Fill the slots of one world. */
static void fill(const dmc_sampler *self, dmc_rng *rng, row *out)
{
    const uint64_t *memory = self->memory;
    const uint32_t width = self->width;
    const uint32_t number = draw_range(rng, memory + SAMPLE_ENDS, SAMPLE_PLAN_WORDS, self->n_cases,
                                       DMC_WAYS_WORDS);
    const uint64_t *plan = memory + number * SAMPLE_PLAN_WORDS;
    const uint32_t levels = (uint32_t)plan[SAMPLE_HEAD], n = (uint32_t)(plan[SAMPLE_HEAD] >> 32);
    out->c = &self->cases[number];
    out->plan = plan;
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
        pile group;
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

/* ---- worlds ---- */

/* One word of a set of tiles; words tells how many words matter. */
static inline uint64_t set_word(const uint8_t *tiles, int n, int word, int words)
{
    uint64_t bits = 0;
    for (int i = 0; i < n; i++)
        if (words == 1 || tiles[i] >> 6 == word)
            bits |= UINT64_C(1) << (tiles[i] & 63);
    return bits;
}

/* Fill the hands up from what they are before the first choice. */
static void fill_hands(const row *r, int words, dmc_set *hands)
{
    const dmc_case *c = r->c;
    const uint8_t *from = (const uint8_t *)(r->plan + SAMPLE_NEXT);
    memcpy(hands, r->plan + SAMPLE_HANDS, DMC_MAX_SEATS * sizeof *hands);
    for (int s = 0; s < c->n_slots; s++) {
        const int n = r->next[s] - from[s];
        for (int w = 0; w < words && n && slot_is_held(&c->slots[s]); w++)
            hands[c->slots[s].seat].word[w] |=
                set_word(r->tiles + from[s], n, w, words) & ~c->table.played.word[w];
    }
}

/* Tiles that were dealt stand in ascending order, those that nobody holds in random order. */
static void fill_order(const row *r, dmc_rng *rng, int words, uint8_t *order)
{
    for (int s = 0; s < r->c->n_slots; s++) {
        const dmc_slot *slot = &r->c->slots[s];
        uint8_t *to = order + slot->at;
        if (slot_is_held(slot)) {
            dmc_set tiles = {{0, 0, 0}};
            for (int w = 0; w < words; w++)
                tiles.word[w] = set_word(r->tiles + r->start[s], slot->size, w, words);
            for (int i = 0; i < slot->kept; i++)
                to[i] = (uint8_t)set_pop(&tiles);
        } else if (slot->kept) {
            pile rest;
            rest.n = slot->size;
            memcpy(rest.tiles, r->tiles + r->start[s], slot->size);
            uint8_t places[DMC_MAX_TILES];
            draw_places(rng, slot->size, slot->kept, places);
            take(&rest, places, slot->kept, to);
        }
    }
}

static void write_world(const dmc_rules *rules, dmc_rng *rng, const row *r, dmc_state *state,
                        dmc_deal *deal)
{
    const int slot = r->c->only_slot;
    state->table = r->c->table;
    fill_hands(r, rules->n_words, state->hands);
    memset(&state->only, 0, offsetof(dmc_state, hands) - offsetof(dmc_state, only));
    state->only = slot == DMC_NONE ? r->c->only : r->tiles[r->start[slot]];
    dmc_state_list(rules, state);
    if (deal) {
        *deal = r->c->deal;
        fill_order(r, rng, rules->n_words, deal->order);
    }
}

static bool passes(const dmc_rules *rules, dmc_rng *rng, const row *r)
{
    dmc_deal deal = r->c->deal;
    fill_order(r, rng, rules->n_words, deal.order);
    return dmc_deal_passes(rules, &deal, r->c->checks, r->c->seat);
}

void dmc_sampler_draw_any(const dmc_sampler *self, dmc_rng *rng, dmc_state *state, dmc_deal *deal)
{
    row r;
    fill(self, rng, &r);
    write_world(self->rules, rng, &r, state, deal);
}

int dmc_sampler_draw(const dmc_sampler *self, dmc_rng *rng, uint32_t n, dmc_state *states,
                     dmc_deal *deals)
{
    if (!dmc_sampler_has_ways(self))
        return DMC_ERR_NO_WORLD;
    for (uint32_t i = 0; i < n; i++) {
        row r;
        int attempt = 0;
        do {
            if (attempt++ == ATTEMPTS)
                return DMC_ERR_NO_WORLD;
            fill(self, rng, &r);
        } while (r.c->checks && !passes(self->rules, rng, &r));
        write_world(self->rules, rng, &r, &states[i], deals ? &deals[i] : NULL);
    }
    return DMC_OK;
}

int dmc_sampler_hands(const dmc_sampler *self, dmc_rng *rng, uint32_t n, dmc_set *hands)
{
    if (!dmc_sampler_has_ways(self))
        return DMC_ERR_NO_WORLD;
    for (uint32_t i = 0; i < n; i++) {
        row r;
        fill(self, rng, &r);
        fill_hands(&r, self->rules->n_words, hands + (size_t)i * DMC_MAX_SEATS);
    }
    return DMC_OK;
}
