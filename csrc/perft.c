/* SPDX-License-Identifier: MIT */
/* Count move sequences: the check that a move generator is right. */
#include "dmc_chain.h"
#include "dominocore_search.h"

#include <string.h>

/* Moves of a long list that are taken at a time: rounds are deep, so that frames are small. */
enum { SOME_MOVES = 256 };

typedef struct counter {
    const dmc_rules *rules;
    const dmc_deal *deal;
    unsigned options;
    const dmc_chain *chain; /* NULL where the rules are no chains */
    perft_limit *limit;
} counter;

static uint64_t count(const counter *c, const dmc_state *self, int depth);

static bool is_free(const counter *c, uint16_t move)
{
    return (move == DMC_DRAW && c->options & DMC_PERFT_SKIP_DRAWS) ||
           (move == DMC_PASS && c->options & DMC_PERFT_SKIP_PASSES);
}

static uint64_t count_listed(const counter *c, const dmc_state *self, const uint16_t *moves, int n,
                             int depth)
{
    /* draws and passes come last in a list */
    if (depth == 1 && (n == 0 || !(is_free(c, moves[n - 1]) || (n > 1 && is_free(c, moves[n - 2])))))
        return (uint64_t)n;
    uint64_t total = 0;
    for (int i = 0; i < n; i++) {
        dmc_state next;
        if (dmc_state_play(c->rules, c->deal, self, moves[i], &next) == DMC_OK)
            total += count(c, &next, depth - !is_free(c, moves[i]));
    }
    return total;
}

/* Write some moves of a list that does not fit a state, from one on; apart, for its large array. */
static int list_some(const counter *c, const dmc_state *self, int first, uint16_t *out)
{
    uint16_t moves[DMC_MANY_MOVES];
    int n = dmc_state_moves(c->rules, self, moves, DMC_MANY_MOVES);
    if (c->options & DMC_PERFT_DISTINCT)
        n = dmc_table_distinct(c->rules, &self->table, moves, n);
    n = n - first < SOME_MOVES ? n - first : SOME_MOVES;
    memcpy(out, moves + first, (size_t)n * sizeof *out);
    return n;
}

static uint64_t count_many(const counter *c, const dmc_state *self, int depth)
{
    uint16_t moves[SOME_MOVES];
    uint64_t total = 0;
    for (int first = 0, n = SOME_MOVES; n == SOME_MOVES; first += n) {
        n = list_some(c, self, first, moves);
        total += count_listed(c, self, moves, n, depth);
    }
    return total;
}

static uint64_t count_distinct(const counter *c, const dmc_state *self, int depth)
{
    uint16_t moves[DMC_STATE_MOVES];
    for (int i = 0; i < self->n_moves; i++)
        moves[i] = self->moves[i];
    const int n = dmc_table_distinct(c->rules, &self->table, moves, self->n_moves);
    return count_listed(c, self, moves, n, depth);
}

static uint64_t count(const counter *c, const dmc_state *self, int depth)
{
    if (depth == 0)
        return 1;
    if (dmc_perft_is_halted(c->limit))
        return 0;
    uint64_t total;
    if (c->chain && self->table.phase == DMC_PHASE_PLAY &&
        dmc_perft_chain(c->chain, c->deal, self, depth, c->options, c->limit, &total))
        return total;
    if (self->n_moves == DMC_NONE)
        return count_many(c, self, depth);
    if (c->options & DMC_PERFT_DISTINCT)
        return count_distinct(c, self, depth);
    return count_listed(c, self, self->moves, self->n_moves, depth);
}

bool dmc_perft_halt(perft_limit *limit)
{
    limit->halted = limit->halted || !limit->left || *limit->stop;
    if (limit->halted)
        limit->left = 1; /* the next position asks again */
    return limit->halted;
}

int dmc_perft(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int depth,
              unsigned options, uint64_t max_nodes, const volatile int32_t *stop, uint64_t *out)
{
    if (depth < 0)
        return DMC_ERR_MOVE;
    dmc_chain chain;
    const bool fast = dmc_rules_are_chain(rules);
    if (fast)
        dmc_chain_init(rules, &chain);
    const int32_t never = 0;
    perft_limit limit = {(max_nodes + 255) & ~UINT64_C(255), stop ? stop : &never, false};
    if (*limit.stop)
        return DMC_ERR_STOPPED;
    const counter c = {rules, deal, options, fast ? &chain : 0, &limit};
    const uint64_t total = count(&c, self, depth);
    if (limit.halted)
        return DMC_ERR_STOPPED;
    *out = total;
    return DMC_OK;
}
