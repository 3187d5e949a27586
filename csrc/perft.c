/* SPDX-License-Identifier: MIT */
/* Count move sequences: the check that a move generator is right. */
#include "dmc_internal.h"

typedef struct counter {
    const dmc_rules *rules;
    const dmc_deal *deal;
    unsigned options;
    bool plain;
} counter;

static uint64_t count(const counter *c, const dmc_state *self, int depth);

/* Drop the placements that another one equals up to interchangeable arms. */
static int keep_distinct(const counter *c, const dmc_state *self, uint16_t *moves, int n)
{
    int kept = 0;
    int classes[DMC_ARM_SLOTS];
    for (int a = 0; a < DMC_ARM_SLOTS; a++)
        classes[a] = dmc_table_arm_class(c->rules, &self->table, a);
    for (int i = 0; i < n; i++) {
        const int arm = move_arm(moves[i]);
        bool twin = false;
        for (int k = 0; k < kept && arm < DMC_ARM_SLOTS; k++) {
            const int other = move_arm(moves[k]);
            twin = twin || (other < DMC_ARM_SLOTS && classes[other] == classes[arm] &&
                            (moves[k] & 0xc0ff) == (moves[i] & 0xc0ff));
        }
        if (!twin)
            moves[kept++] = moves[i];
    }
    return kept;
}

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

static uint64_t count_many(const counter *c, const dmc_state *self, int depth)
{
    uint16_t moves[DMC_MANY_MOVES];
    int n = dmc_state_moves(c->rules, self, moves, DMC_MANY_MOVES);
    if (c->options & DMC_PERFT_DISTINCT)
        n = keep_distinct(c, self, moves, n);
    return count_listed(c, self, moves, n, depth);
}

static uint64_t count_distinct(const counter *c, const dmc_state *self, int depth)
{
    uint16_t moves[DMC_STATE_MOVES];
    for (int i = 0; i < self->n_moves; i++)
        moves[i] = self->moves[i];
    return count_listed(c, self, moves, keep_distinct(c, self, moves, self->n_moves), depth);
}

/* ---- plain chain games: masks of one word, made and unmade ---- */

typedef struct line {
    const counter *c;
    uint64_t hands[DMC_MAX_SEATS];
    uint64_t fits[DMC_MAX_PIP + 1];
    const uint8_t *boneyard;
    int reserve;
    bool draws, drain, distinct;
} line;

/* What changes from node to node; the hands are made and unmade in the line. */
typedef struct node {
    uint64_t held;
    uint64_t played;
    uint64_t only;
    int seat, right, left_end, drawn, left;
} node;

static uint64_t count_line(line *g, node at, int depth);

static uint64_t count_forced(line *g, node at, bool stock, int depth)
{
    const unsigned options = g->c->options;
    const int cost = !(options & (stock ? DMC_PERFT_SKIP_DRAWS : DMC_PERFT_SKIP_PASSES));
    if (depth == cost)
        return 1;
    if (!stock) {
        at.seat = next_seat(g->c->rules, at.seat);
        at.only = 0;
        return count_line(g, at, depth - cost);
    }
    const uint64_t tile = UINT64_C(1) << g->boneyard[at.drawn];
    const int seat = at.seat;
    at.only = tile;
    at.held |= tile;
    at.drawn++;
    at.left--;
    g->hands[seat] |= tile;
    const uint64_t total = count_line(g, at, depth - cost);
    g->hands[seat] &= ~tile;
    return total;
}

/* Lay each tile on one arm and count on. */
static uint64_t count_arm(line *g, const node *at, uint64_t tiles, bool right, int depth)
{
    const dmc_rules *rules = g->c->rules;
    uint64_t total = 0;
    for (; tiles; tiles &= tiles - 1) {
        const int t = dmc_lowest_bit(tiles), sum = rules->high[t] + rules->low[t];
        const uint64_t tile = UINT64_C(1) << t;
        if (g->hands[at->seat] == tile)
            continue; /* goes out: nothing follows */
        node next = *at;
        next.held &= ~tile;
        next.played |= tile;
        next.only = 0;
        next.seat = next_seat(rules, at->seat);
        if (right)
            next.right = sum - at->right;
        else
            next.left_end = sum - at->left_end;
        g->hands[at->seat] &= ~tile;
        total += count_line(g, next, depth - 1);
        g->hands[at->seat] |= tile;
    }
    return total;
}

static uint64_t count_line(line *g, node at, int depth)
{
    const uint64_t to_right = g->fits[at.right], to_left = g->fits[at.left_end];
    const uint64_t takes = to_right | to_left;
    const bool stock = g->draws && at.left > g->reserve;
    if ((!stock && !(takes & at.held)) || (!g->drain && !(takes & ~at.played)))
        return 0; /* blocked */
    const uint64_t hand = at.only & takes ? at.only : g->hands[at.seat];
    const uint64_t on_right = hand & to_right;
    const uint64_t on_left = g->distinct && at.right == at.left_end ? 0 : hand & to_left;
    if (!(on_right | on_left))
        return count_forced(g, at, stock, depth);
    if (depth == 1)
        return (uint64_t)(dmc_popcount(on_right) + dmc_popcount(on_left));
    return count_arm(g, &at, on_right, true, depth) + count_arm(g, &at, on_left, false, depth);
}

static uint64_t count_plain(const counter *c, const dmc_state *self, int depth)
{
    const dmc_table *t = &self->table;
    const dmc_spec *s = &c->rules->spec;
    line g = {c, {0}, {0}, c->deal->order, s->reserve, s->draw_limit > 0, s->drain != 0,
              (c->options & DMC_PERFT_DISTINCT) != 0};
    node at = {0, t->played.word[0], 0, t->turn, t->arms[DMC_ARM_RIGHT] & DMC_ARM_PIP,
               t->arms[DMC_ARM_LEFT] & DMC_ARM_PIP, c->deal->n_boneyard - t->left, t->left};
    for (int p = 0; p < s->seats; p++) {
        g.hands[p] = self->hands[p].word[0];
        g.boneyard += c->deal->hand_sizes[p];
        at.held |= g.hands[p];
    }
    for (int v = 0; v <= s->max_pip; v++)
        g.fits[v] = c->rules->fits[v].word[0];
    if (t->draws && self->only != DMC_NONE)
        at.only = UINT64_C(1) << self->only;
    return count_line(&g, at, depth);
}

static uint64_t count(const counter *c, const dmc_state *self, int depth)
{
    if (depth == 0)
        return 1;
    if (c->plain && self->table.phase == DMC_PHASE_PLAY)
        return count_plain(c, self, depth);
    if (self->n_moves == DMC_NONE)
        return count_many(c, self, depth);
    if (c->options & DMC_PERFT_DISTINCT)
        return count_distinct(c, self, depth);
    return count_listed(c, self, self->moves, self->n_moves, depth);
}

int dmc_perft(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int depth,
              unsigned options, uint64_t *out)
{
    if (depth < 0)
        return DMC_ERR_MOVE;
    const counter c = {rules, deal, options, dmc_rules_are_plain(rules)};
    *out = count(&c, self, depth);
    return DMC_OK;
}
