/* SPDX-License-Identifier: MIT */
/* Random rounds on a chain. */
#include "dmc_playout.h"

#include <string.h>

/* What changes from ply to ply. */
typedef struct game {
    uint64_t hands[DMC_MAX_SEATS];
    uint64_t suits[DMC_MAX_SEATS];
    chain_arms arms;
    int seat;
    int drawn;
} game;

DMC_INLINE int nth_tile(uint64_t tiles, int n)
{
    while (n--)
        tiles &= tiles - 1;
    return dmc_lowest_bit(tiles);
}

/* Take a tile out of a hand and lay it; whether that ends the round. */
DMC_INLINE bool lay(const dmc_chain *c, game *g, int tile, int arm, int n_arms, int *to_target,
                    playout *out)
{
    const int seat = g->seat;
    const bool lead = arm < 0;
    g->arms = lead ? chain_lead(c, tile) : chain_lay(c, g->arms, tile, arm, n_arms);
    g->hands[seat] &= ~(UINT64_C(1) << tile);
    g->suits[seat] -= c->halves[tile];
    out->last = seat;
    out->plies++;
    if (n_arms > 2) {
        const int side = c->rules->side_of[seat];
        const int points = lead ? chain_lead_points(c, tile) : chain_points(c, g->arms);
        out->points[side] += points;
        to_target[side] -= points;
        if (c->race && points && to_target[side] <= 0) {
            out->ending = DMC_ENDING_TARGET;
            return true;
        }
    }
    if (!g->hands[seat]) {
        out->ending = DMC_ENDING_OUT;
        return true;
    }
    g->seat = c->next[seat];
    return false;
}

/* The seat cannot place a tile: it draws until it can, or passes. The tile that it has to lay
 * now, or none; or -1 when the round is blocked. */
DMC_INLINE int forced(const dmc_chain *c, game *g, uint64_t takes, int n_arms, playout *out,
                      uint64_t *tile)
{
    *tile = 0;
    if (chain_is_blocked(c, g->hands, g->arms, takes, g->drawn, n_arms)) {
        out->ending = DMC_ENDING_BLOCKED;
        return -1;
    }
    const int seat = g->seat;
    const bool draws = g->drawn < c->n_stock;
    while (g->drawn < c->n_stock) {
        const int number = c->stock[g->drawn++];
        const uint64_t drawn = UINT64_C(1) << number;
        g->hands[seat] |= drawn;
        g->suits[seat] += c->halves[number];
        out->plies++;
        if (drawn & takes) {
            *tile = drawn;
            return 0;
        }
    }
    /* it may have drawn the last tiles, and nobody can play */
    if (draws && chain_is_blocked(c, g->hands, g->arms, takes, g->drawn, n_arms)) {
        out->ending = DMC_ENDING_BLOCKED;
        return -1;
    }
    out->plies++;
    g->seat = c->next[seat];
    return 0;
}

DMC_INLINE void play(const dmc_chain *c, game *g, uint64_t only, int *to_target, fast_rng *rng,
                     int n_arms, playout *out)
{
    for (;;) {
        uint64_t fit[4], takes = 0;
        for (int a = 0; a < n_arms; a++) {
            fit[a] = c->fits[chain_code(g->arms, a)];
            takes |= fit[a];
        }
        uint64_t hand = g->hands[g->seat], suits = g->suits[g->seat];
        if (!(hand & takes)) {
            if (forced(c, g, takes, n_arms, out, &only) < 0)
                return;
            if (!only)
                continue;
        }
        if (only & takes) {
            hand = only;
            suits = c->halves[dmc_lowest_bit(only)];
        }
        only = 0;
        int upto[4], n = 0;
        for (int a = 0; a < n_arms; a++)
            upto[a] = n += chain_suit(suits, chain_code(g->arms, a));
        const int pick = fast_below(rng, n);
        int arm = 0;
        for (int a = 0; a + 1 < n_arms; a++)
            arm += pick >= upto[a];
        const int tile = nth_tile(hand & fit[arm], arm ? pick - upto[arm - 1] : pick);
        if (lay(c, g, tile, arm, n_arms, to_target, out))
            return;
    }
}

/* The same on a plain line, with the two ends apart. */
static void play_line(const dmc_chain *c, game *g, uint64_t only, fast_rng *rng, playout *out)
{
    unsigned right = (unsigned)chain_code(g->arms, 0), left = (unsigned)chain_code(g->arms, 1);
    int seat = g->seat;
    int plies = out->plies;
    for (;;) {
        const uint64_t to_right = c->fits[right], to_left = c->fits[left];
        const uint64_t takes = to_right | to_left;
        uint64_t hand = g->hands[seat], suits = g->suits[seat];
        if (!(hand & takes)) {
            g->arms = (chain_arms)right | (chain_arms)left << 8;
            g->seat = seat;
            out->plies = plies;
            if (forced(c, g, takes, 2, out, &only) < 0)
                return;
            plies = out->plies;
            seat = g->seat;
            if (!only)
                continue;
        }
        if (only & takes) {
            hand = only;
            suits = c->halves[dmc_lowest_bit(only)];
        }
        only = 0;
        const int on_right = (int)(suits >> 4 * right & 15);
        const int pick = fast_below(rng, on_right + (int)(suits >> 4 * left & 15));
        int tile;
        if (pick < on_right) {
            tile = nth_tile(hand & to_right, pick);
            right = c->sums[tile] - right;
        } else {
            tile = nth_tile(hand & to_left, pick - on_right);
            left = c->sums[tile] - left;
        }
        plies++;
        g->hands[seat] &= ~(UINT64_C(1) << tile);
        g->suits[seat] -= c->halves[tile];
        out->last = seat;
        if (!g->hands[seat]) {
            out->ending = DMC_ENDING_OUT;
            out->plies = plies;
            return;
        }
        seat = c->next[seat];
    }
}

static void play_cross(const dmc_chain *c, game *g, uint64_t only, int *to_target, fast_rng *rng,
                       playout *out)
{
    play(c, g, only, to_target, rng, 4, out);
}

/* Play a round on from where it stands. */
static void play_on(const dmc_chain *self, game *g, const int *to_target, fast_rng *rng,
                    playout *out)
{
    uint64_t only = self->only < 0 ? 0 : UINT64_C(1) << self->only;
    int left[DMC_MAX_SEATS];
    memcpy(left, to_target, sizeof left);
    if (!self->led) {
        const uint64_t hand = only ? only : g->hands[g->seat];
        const int tile = nth_tile(hand, fast_below(rng, dmc_popcount(hand)));
        if (lay(self, g, tile, -1, self->n_arms, left, out))
            return;
        only = 0;
    }
    if (self->n_arms == 2)
        play_line(self, g, only, rng, out);
    else
        play_cross(self, g, only, left, rng, out);
}

void dmc_playout_chain(const dmc_chain *self, const int *to_target, fast_rng *rng, playout *out)
{
    game g;
    memcpy(g.hands, self->hands, sizeof g.hands);
    memcpy(g.suits, self->suits, sizeof g.suits);
    g.arms = self->arms;
    g.seat = self->seat;
    g.drawn = 0;
    memset(out, 0, sizeof *out);
    out->last = self->last;
    play_on(self, &g, to_target, rng, out);
    for (int p = 0; p < self->rules->spec.seats; p++)
        for (uint64_t rest = g.hands[p]; rest; rest &= rest - 1)
            out->pips[p] += self->values[dmc_lowest_bit(rest)];
}
