/* SPDX-License-Identifier: MIT */
/* Count move sequences: the check that a move generator is right. */
#include "dmc_internal.h"

enum { MANY = 16384 }; /* 40 arms, every tile wild, each claimed or not */

static uint64_t count(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int depth);

static uint64_t count_listed(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self,
                             const uint16_t *moves, int n, int depth)
{
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        dmc_state next;
        if (dmc_state_play(rules, deal, self, moves[i], &next) == DMC_OK)
            total += count(rules, deal, &next, depth - 1);
    }
    return total;
}

static uint64_t count_many(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self,
                           int depth)
{
    uint16_t moves[MANY];
    const int n = dmc_state_moves(rules, self, moves, MANY);
    return depth == 1 ? (uint64_t)n : count_listed(rules, deal, self, moves, n, depth);
}

static uint64_t count(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int depth)
{
    if (self->n_moves == DMC_NONE)
        return count_many(rules, deal, self, depth);
    return depth == 1 ? self->n_moves
                      : count_listed(rules, deal, self, self->moves, self->n_moves, depth);
}

int dmc_perft(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int depth,
              uint64_t *out)
{
    if (depth < 0)
        return DMC_ERR_MOVE;
    *out = depth ? count(rules, deal, self, depth) : 1;
    return DMC_OK;
}
