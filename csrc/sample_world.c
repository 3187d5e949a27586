/* SPDX-License-Identifier: MIT */
/* Draw worlds: the slots of a case that are filled become states with their deals, or hands. */
#include "dmc_sample.h"

#include <stddef.h>

/* Draws of one world before one that passes the checks of its case is given up on. */
enum { ATTEMPTS = 1000000 };

/* One word of a set of tiles; words tells how many words matter. */
static inline uint64_t set_word(const uint8_t *tiles, int n, int word, int words)
{
    uint64_t bits = 0;
    for (int i = 0; i < n; i++)
        if (words == 1 || tiles[i] >> 6 == word)
            bits |= UINT64_C(1) << (tiles[i] & 63);
    return bits;
}

static inline bool is_in_sets(const sample_world *self)
{
    return self->plan[SAMPLE_STEPS];
}

/* Fill the hands up from what they are before the first choice. */
static inline void fill_hands(const sample_world *self, int words, dmc_set *hands)
{
    const dmc_case *c = self->c;
    const uint8_t *from = (const uint8_t *)(self->plan + SAMPLE_NEXT);
    const bool in_sets = is_in_sets(self);
    memcpy(hands, self->plan + SAMPLE_HANDS, DMC_MAX_SEATS * sizeof *hands);
    for (int s = 0; s < c->n_slots; s++) {
        if (!slot_is_held(&c->slots[s]))
            continue;
        uint64_t *hand = hands[c->slots[s].seat].word;
        if (in_sets) {
            hand[0] |= self->sets[s] & ~c->table.played.word[0];
            continue;
        }
        const int n = self->next[s] - from[s];
        for (int w = 0; w < words && n; w++)
            hand[w] |= set_word(self->tiles + from[s], n, w, words) & ~c->table.played.word[w];
    }
}

static inline dmc_set tiles_of(const sample_world *self, int words, int slot)
{
    dmc_set tiles = {{0, 0, 0}};
    if (is_in_sets(self))
        tiles.word[0] = self->sets[slot];
    else
        for (int w = 0; w < words; w++)
            tiles.word[w] =
                set_word(self->tiles + self->start[slot], self->c->slots[slot].size, w, words);
    return tiles;
}

/* List the lowest n tiles of a set. */
static inline void list_tiles(const dmc_set *tiles, int words, int n, uint8_t *out)
{
    for (int w = 0; w < words; w++)
        for (uint64_t bits = tiles->word[w]; bits && n; bits &= bits - 1, n--)
            *out++ = (uint8_t)(w * 64 + dmc_lowest_bit(bits));
}

/* Put tiles that nobody holds in random order. */
static void fill_stock(const sample_world *self, dmc_rng *rng, int slot, uint8_t *out)
{
    const int kept = self->c->slots[slot].kept;
    uint8_t places[DMC_MAX_TILES];
    sample_pile rest;
    rest.n = self->c->slots[slot].size;
    if (is_in_sets(self)) {
        const dmc_set tiles = tiles_of(self, 1, slot);
        list_tiles(&tiles, 1, rest.n, rest.tiles);
    } else {
        memcpy(rest.tiles, self->tiles + self->start[slot], (size_t)rest.n);
    }
    dmc_rng_places(rng, (uint32_t)rest.n, kept, places);
    sample_take(&rest, places, kept, out);
}

/* Tiles that were dealt stand in ascending order. */
static void fill_order(const sample_world *self, dmc_rng *rng, int words, uint8_t *order)
{
    for (int s = 0; s < self->c->n_slots; s++) {
        const dmc_slot *slot = &self->c->slots[s];
        if (slot_is_held(slot)) {
            const dmc_set tiles = tiles_of(self, words, s);
            list_tiles(&tiles, words, slot->kept, order + slot->at);
        } else if (slot->kept) {
            fill_stock(self, rng, s, order + slot->at);
        }
    }
}

static void write_world(const dmc_rules *rules, dmc_rng *rng, const sample_world *self,
                        dmc_state *state, dmc_deal *deal)
{
    const int slot = self->c->only_slot;
    state->table = self->c->table;
    fill_hands(self, rules->n_words, state->hands);
    memset(&state->only, 0, offsetof(dmc_state, hands) - offsetof(dmc_state, only));
    state->only = self->c->only;
    if (slot != DMC_NONE) {
        dmc_set only = tiles_of(self, rules->n_words, slot);
        state->only = (uint8_t)set_pop(&only);
    }
    dmc_state_list(rules, state);
    if (deal) {
        *deal = self->c->deal;
        fill_order(self, rng, rules->n_words, deal->order);
    }
}

static bool passes(const dmc_rules *rules, dmc_rng *rng, const sample_world *self)
{
    dmc_deal deal = self->c->deal;
    fill_order(self, rng, rules->n_words, deal.order);
    return dmc_deal_passes(rules, &deal, self->c->checks, self->c->seat);
}

void dmc_sampler_draw_of(const dmc_sampler *self, uint32_t number, dmc_rng *rng, dmc_state *state,
                         dmc_deal *deal)
{
    sample_world w;
    dmc_sampler_fill(self, number, rng, &w);
    write_world(self->rules, rng, &w, state, deal);
}

int dmc_sampler_draw(const dmc_sampler *self, dmc_rng *rng, uint32_t n, dmc_state *states,
                     dmc_deal *deals)
{
    if (!dmc_sampler_has_ways(self))
        return DMC_ERR_NO_WORLD;
    for (uint32_t i = 0; i < n; i++) {
        sample_world w;
        int attempt = 0;
        do {
            if (attempt++ == ATTEMPTS)
                return DMC_ERR_NO_WORLD;
            dmc_sampler_fill(self, dmc_sampler_case(self, rng), rng, &w);
        } while (w.c->checks && !passes(self->rules, rng, &w));
        write_world(self->rules, rng, &w, &states[i], deals ? &deals[i] : NULL);
    }
    return DMC_OK;
}

int dmc_sampler_hands(const dmc_sampler *self, dmc_rng *rng, uint32_t n, dmc_set *hands)
{
    if (!dmc_sampler_has_ways(self))
        return DMC_ERR_NO_WORLD;
    for (uint32_t i = 0; i < n; i++) {
        sample_world w;
        dmc_sampler_fill(self, dmc_sampler_case(self, rng), rng, &w);
        fill_hands(&w, self->rules->n_words, hands + (size_t)i * DMC_MAX_SEATS);
    }
    return DMC_OK;
}
