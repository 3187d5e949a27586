/* SPDX-License-Identifier: MIT */
/* Random rounds on plain lines of big sets: the tiles as rows by pip, one word a pip. */
#include "dmc_playout.h"

#include <string.h>

bool dmc_rules_are_rows(const dmc_rules *rules)
{
    return rules->is_line && !rules->spec.n_divisors && dmc_rules_are_chain(rules);
}

static void add_tile(uint32_t *rows, int a, int b)
{
    rows[a] |= 1u << b;
    rows[b] |= 1u << a;
}

static void drop_tile(uint32_t *rows, int a, int b)
{
    rows[a] &= ~(1u << b);
    rows[b] &= ~(1u << a);
}

static void give(dmc_rows *io, int seat, int tile)
{
    const int high = io->rules->high[tile], low = io->rules->low[tile];
    add_tile(io->hands[seat], high, low);
    io->suits[seat][high]++;
    io->suits[seat][low] = (uint8_t)(io->suits[seat][low] + (high != low));
    io->pips[seat] += io->rules->spec.values[tile];
    io->sizes[seat]++;
}

static void take(dmc_rows *io, int seat, int a, int b)
{
    drop_tile(io->hands[seat], a, b);
    drop_tile(io->unplayed, a, b);
    io->suits[seat][a]--;
    io->suits[seat][b] = (uint8_t)(io->suits[seat][b] - (a != b));
    io->pips[seat] -= io->rules->spec.values[dmc_tile_index(a, b)];
    io->sizes[seat]--;
}

bool dmc_rows_load(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state,
                   dmc_rows *out)
{
    const dmc_table *t = &state->table;
    const uint8_t *stock = deal->order + deal->n_boneyard - t->left;
    if (!dmc_chain_knows(rules, deal, t))
        return false;
    memset(out, 0, sizeof *out);
    out->rules = rules;
    for (int p = 0; p < rules->spec.seats; p++) {
        stock += deal->hand_sizes[p];
        for (dmc_set rest = state->hands[p]; !set_is_empty(&rest);)
            give(out, p, set_pop(&rest));
    }
    for (dmc_set rest = set_minus(&rules->all, &t->played); !set_is_empty(&rest);) {
        const int tile = set_pop(&rest);
        add_tile(out->unplayed, rules->high[tile], rules->low[tile]);
    }
    memcpy(out->stock, stock, t->left);
    if (rules->spec.draw_limit && t->left > rules->spec.reserve)
        out->n_stock = t->left - rules->spec.reserve;
    const bool led = t->phase == DMC_PHASE_PLAY;
    out->seat = t->turn;
    out->last = t->last;
    out->only = state->only == DMC_NONE || (led && !t->draws) ? -1 : state->only;
    out->right = led ? t->arms[DMC_ARM_RIGHT] & DMC_ARM_PIP : -1;
    out->left = led ? t->arms[DMC_ARM_LEFT] & DMC_ARM_PIP : -1;
    return true;
}

DMC_INLINE int nth_bit(uint32_t row, int n)
{
    while (n--)
        row &= row - 1;
    return dmc_lowest_bit(row);
}

static bool is_blocked(const dmc_rows *g, int drawn)
{
    for (int p = 0; p < g->rules->spec.seats; p++)
        if (g->hands[p][g->right] | g->hands[p][g->left])
            return false;
    return drawn >= g->n_stock ||
           (!g->rules->spec.drain && !(g->unplayed[g->right] | g->unplayed[g->left]));
}

/* Lead a tile of the hand, or the one that is forced. */
static void lead(dmc_rows *g, fast_rng *rng)
{
    int tile = g->only;
    if (tile < 0) {
        int n = fast_below(rng, g->sizes[g->seat]);
        int high = 0;
        /* the tiles of a pip with one not above it */
        for (;; high++) {
            const int here = dmc_popcount(g->hands[g->seat][high] & ((2u << high) - 1));
            if (n < here)
                break;
            n -= here;
        }
        tile = dmc_tile_index(high, nth_bit(g->hands[g->seat][high], n));
    }
    g->right = g->rules->high[tile];
    g->left = g->rules->low[tile];
    g->only = -1;
}

/* Choose a placement: the end is changed, and what joined it is given. */
DMC_INLINE int place(dmc_rows *g, fast_rng *rng)
{
    const uint32_t *hand = g->hands[g->seat];
    const int on_right = g->suits[g->seat][g->right];
    const int pick = fast_below(rng, on_right + g->suits[g->seat][g->left]);
    int *end = pick < on_right ? &g->right : &g->left;
    const int joins = *end;
    *end = nth_bit(hand[joins], pick < on_right ? pick : pick - on_right);
    take(g, g->seat, joins, *end);
    return joins;
}

/* Lay the tile that was just drawn, where it fits at a random end. */
static void place_drawn(dmc_rows *g, int tile, fast_rng *rng)
{
    const int high = g->rules->high[tile], low = g->rules->low[tile];
    const int ways_right = g->right == high || g->right == low;
    const int ways_left = g->left == high || g->left == low;
    const bool right = fast_below(rng, ways_right + ways_left) < ways_right;
    int *end = right ? &g->right : &g->left;
    *end = high + low - *end;
    take(g, g->seat, high, low);
}

/* Draw until a tile fits; that tile, or -1. */
static int draw(dmc_rows *g, int *drawn, int *plies)
{
    while (*drawn < g->n_stock) {
        const int tile = g->stock[(*drawn)++];
        const int high = g->rules->high[tile], low = g->rules->low[tile];
        give(g, g->seat, tile);
        ++*plies;
        if (g->right == high || g->right == low || g->left == high || g->left == low)
            return tile;
    }
    return -1;
}

static int play_on(dmc_rows *g, int drawn, fast_rng *rng, int *plies)
{
    for (;;) {
        const int seat = g->seat;
        int tile = g->only;
        g->only = -1;
        if (tile >= 0 && !((g->rules->fits[g->right].word[tile >> 6] |
                            g->rules->fits[g->left].word[tile >> 6]) >> (tile & 63) & 1))
            tile = -1;
        const bool can = g->hands[seat][g->right] | g->hands[seat][g->left];
        if (!can) {
            if (is_blocked(g, drawn))
                return DMC_ENDING_BLOCKED;
            tile = draw(g, &drawn, plies);
            if (tile < 0 && is_blocked(g, drawn))
                return DMC_ENDING_BLOCKED;
        }
        ++*plies;
        if (tile >= 0)
            place_drawn(g, tile, rng);
        else if (can)
            (void)place(g, rng);
        if (tile >= 0 || can) {
            g->last = seat;
            if (!g->sizes[seat])
                return DMC_ENDING_OUT;
        }
        g->seat = next_seat(g->rules, seat);
    }
}

void dmc_playout_rows(const dmc_rows *self, fast_rng *rng, playout *out)
{
    dmc_rows g = *self;
    memset(out, 0, sizeof *out);
    if (g.right < 0) {
        lead(&g, rng);
        take(&g, g.seat, g.right, g.left);
        g.last = g.seat;
        out->plies = 1;
        out->ending = g.sizes[g.seat] ? DMC_ENDING_NONE : DMC_ENDING_OUT;
        g.seat = next_seat(g.rules, g.seat);
    }
    if (!out->ending)
        out->ending = play_on(&g, 0, rng, &out->plies);
    out->last = g.last;
    for (int p = 0; p < g.rules->spec.seats; p++)
        out->pips[p] = g.pips[p];
}
