/* SPDX-License-Identifier: MIT */
/* Draw worlds, each equally likely: level by level choose how a group splits over the blocks, with
 * the chance that its share of the count says, then which tile goes to which place. */
#include "dmc_sample.h"

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
        uint32_t product = bound;
        int batch = 1;
        while (batch < n && (uint64_t)product * (bound - (uint32_t)batch) < 1u << 30)
            product *= bound - (uint32_t)batch++;
        uint32_t word, threshold = 0;
        do {
            word = dmc_rng_next(rng);
            for (int i = 0; i < batch; i++) {
                const uint64_t wide = (uint64_t)word * (bound - (uint32_t)i);
                out[i] = (uint8_t)(wide >> 32);
                word = (uint32_t)wide;
            }
            if (word < product && !threshold)
                threshold = (0u - product) % product;
        } while (word < threshold);
        bound -= (uint32_t)batch;
        n -= batch;
        out += batch;
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
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (number_is_less(number, ends + (size_t)middle * stride, words))
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
    const uint8_t *start;
    uint8_t next[DMC_MAX_SLOTS];
    uint8_t tiles[DMC_MAX_TILES];
} row;

/* The tiles of a group that are still to be placed. */
typedef struct pile {
    uint8_t tiles[DMC_MAX_TILES];
    int n;
} pile;

/* Bring n random tiles to the end of a pile, in random order. */
static void shuffle(dmc_rng *rng, pile *io, int n)
{
    uint8_t places[DMC_MAX_TILES];
    draw_places(rng, (uint32_t)io->n, n, places);
    for (int i = 0; i < n; i++) {
        uint8_t *last = &io->tiles[io->n - 1 - i], *chosen = &io->tiles[places[i]];
        const uint8_t tile = *chosen;
        *chosen = *last;
        *last = tile;
    }
}

/* Take n random tiles off a pile, in whatever order; give the first of them. */
static const uint8_t *take(dmc_rng *rng, pile *io, int n)
{
    if (n < io->n)
        shuffle(rng, io, n);
    io->n -= n;
    return io->tiles + io->n;
}

static int places_left(const row *r, int slot)
{
    return r->start[slot] + r->c->slots[slot].size - r->next[slot];
}

static void put(row *r, int slot, const uint8_t *tiles, int n)
{
    memcpy(r->tiles + r->next[slot], tiles, (size_t)n);
    r->next[slot] = (uint8_t)(r->next[slot] + n);
}

/* Put n tiles of a pile into a block of slots that has so many free places. */
static void fill_block(dmc_rng *rng, row *r, const uint8_t *slots, int n_slots, int free, int n,
                       pile *io)
{
    if (n_slots == 1) {
        put(r, slots[0], take(rng, io, n), n);
    } else if (n == free) {
        for (int i = 0; i < n_slots; i++) {
            const int k = places_left(r, slots[i]);
            put(r, slots[i], take(rng, io, k), k);
        }
    } else {
        uint8_t places[DMC_MAX_TILES];
        const uint8_t *tiles = take(rng, io, n);
        draw_places(rng, (uint32_t)free, n, places);
        for (int i = 0; i < n; i++) {
            int place = places[i], s = 0;
            for (int left; place >= (left = places_left(r, slots[s])); s++)
                place -= left;
            put(r, slots[s], &tiles[i], 1);
        }
    }
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
    out->start = (const uint8_t *)(plan + SAMPLE_START);
    memcpy(out->next, out->start, out->c->n_slots);
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        const sample_level level = sample_level_at(memory, levels, i);
        const sample_parts parts = sample_parts_of(memory, &level);
        const uint64_t *state = sample_state_at(memory, &level, at);
        const uint8_t *key = (const uint8_t *)(state + SAMPLE_KEY);
        const uint64_t *edges = sample_edges(memory, &level, state);
        const uint64_t *edge = edges + (size_t)level.edge_words *
                                           draw_range(rng, edges, level.edge_words,
                                                      (uint32_t)(state[0] >> 32), width);
        const uint8_t *split = sample_split(edge, width);
        pile group;
        memcpy(group.tiles, parts.tiles, level.n_tiles);
        group.n = level.n_tiles;
        for (int b = 0; group.n; b++)
            if (split[b])
                fill_block(rng, out, parts.slots + parts.from[b], parts.from[b + 1] - parts.from[b],
                           key[b], split[b], &group);
        at = sample_target(edge, width);
    }
}

/* ---- worlds ---- */

static void fill_hands(const row *r, dmc_set *hands)
{
    const dmc_case *c = r->c;
    memset(hands, 0, DMC_MAX_SEATS * sizeof *hands);
    hands[c->seat] = c->hand;
    for (int s = 0; s < c->n_slots; s++)
        for (int i = r->start[s]; i < r->next[s] && slot_is_held(&c->slots[s]); i++)
            set_add(&hands[c->slots[s].seat], r->tiles[i]);
    for (int p = 0; p < DMC_MAX_SEATS; p++)
        hands[p] = set_minus(&hands[p], &c->table.played);
}

/* Tiles that were dealt stand in ascending order, those that nobody holds in random order. */
static void fill_order(const row *r, dmc_rng *rng, uint8_t *order)
{
    for (int s = 0; s < r->c->n_slots; s++) {
        const dmc_slot *slot = &r->c->slots[s];
        uint8_t *to = order + slot->at;
        if (slot->kept > 1 && slot_is_held(slot)) {
            dmc_set tiles = {{0, 0, 0}};
            for (int i = r->start[s]; i < r->next[s]; i++)
                set_add(&tiles, r->tiles[i]);
            for (int i = 0; i < slot->kept; i++)
                to[i] = (uint8_t)set_pop(&tiles);
        } else if (slot->kept) {
            pile rest;
            rest.n = slot->size;
            memcpy(rest.tiles, r->tiles + r->start[s], slot->size);
            shuffle(rng, &rest, slot->kept);
            memcpy(to, rest.tiles + slot->size - slot->kept, slot->kept);
        }
    }
}

const dmc_case *dmc_sampler_draw_one(const dmc_sampler *self, dmc_rng *rng, dmc_state *state,
                                     dmc_deal *deal)
{
    row r;
    fill(self, rng, &r);
    memset(state, 0, sizeof *state);
    state->table = r.c->table;
    fill_hands(&r, state->hands);
    const int slot = r.c->only_slot;
    state->only = slot == DMC_NONE ? r.c->only : r.tiles[r.start[slot]];
    dmc_state_list(self->rules, state);
    if (deal) {
        *deal = r.c->deal;
        fill_order(&r, rng, deal->order);
    }
    return r.c;
}

int dmc_sampler_draw(const dmc_sampler *self, dmc_rng *rng, uint32_t n, dmc_state *states,
                     dmc_deal *deals)
{
    if (!dmc_sampler_has_ways(self))
        return DMC_ERR_NO_WORLD;
    for (uint32_t i = 0; i < n; i++) {
        dmc_deal deal;
        dmc_state state;
        const dmc_case *c;
        int attempt = 0;
        do {
            if (attempt++ == ATTEMPTS)
                return DMC_ERR_NO_WORLD;
            c = dmc_sampler_draw_one(self, rng, &state, &deal);
        } while (c->checks && !dmc_deal_passes(self->rules, &deal, c->checks, c->seat));
        states[i] = state;
        if (deals)
            deals[i] = deal;
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
        fill_hands(&r, hands + (size_t)i * DMC_MAX_SEATS);
    }
    return DMC_OK;
}
