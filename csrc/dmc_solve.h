/* SPDX-License-Identifier: MIT */
/* What the files of the exact solver share.
 *
 * Values are side 0's points minus side 1's at the end of the round, turned around where low
 * scores win, so that side 0 always wants more; or -1, 0, 1 by who wins. */
#ifndef DMC_SOLVE_H
#define DMC_SOLVE_H

#include "dmc_internal.h"

/* Larger than any value: no bound yet. */
#define DMC_NO_BOUND (1 << 30)
/* Moves of one state, interchangeable arms counted once, that the solver takes on. */
#define DMC_SOLVE_WIDE 1024

/* One question to one table, and what it may cost. */
typedef struct solver {
    const dmc_rules *rules;
    const dmc_deal *deal;
    dmc_solve_entry *table;
    uint64_t mask;
    uint64_t nodes;
    uint64_t max_nodes;
    const volatile int32_t *stop;
    bool win;
    bool line;
    bool race;
    bool halted;
} solver;

/* Count a node; whether the search has to end here, with no result. */
static inline bool solve_halts(solver *s)
{
    if (s->halted || s->nodes >= s->max_nodes || (!(s->nodes & 1023) && s->stop && *s->stop)) {
        s->halted = true;
        return true;
    }
    s->nodes++;
    return false;
}

static inline uint64_t solve_mix(uint64_t h, uint64_t word)
{
    h = (h ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    h ^= h >> 29;
    h *= UINT64_C(0xbf58476d1ce4e5b9);
    return h ^ h >> 32;
}

/* The entry that a key may be in, or NULL without a table. */
static inline dmc_solve_entry *solve_entry(const solver *s, uint64_t key, uint32_t check)
{
    return s->table ? &s->table[solve_mix(key, check) & s->mask] : 0;
}

static inline void solve_store(dmc_solve_entry *e, uint64_t key, uint32_t check, uint16_t move,
                               int value, int beta)
{
    if (e->key != key || e->check != check) {
        e->key = key;
        e->check = check;
        e->low = -DMC_NO_BOUND;
        e->high = DMC_NO_BOUND;
    }
    e->move = move;
    if (value >= beta)
        e->low = value;
    else
        e->high = value;
}

static inline int solve_signed(const dmc_rules *rules, int difference)
{
    return rules->spec.wins_low ? -difference : difference;
}

static inline int solve_won(int side)
{
    return side == 0 ? 1 : side == 1 ? -1 : 0;
}

/* Whether rounds run on the masks of the line search. */
bool dmc_solve_is_line(const dmc_rules *rules);
/* A bound of the value of a state: at least beta and not above the value, or below beta and not
 * below the value. Nothing once the search is halted. */
int dmc_solve_state(solver *s, const dmc_state *self, int beta);
/* The same in the middle of a round on the masks of the line search. */
int dmc_solve_line(solver *s, const dmc_state *self, int beta);
/* The move that its table remembers for such a state, or -1; it may not be one of the state. */
int dmc_solve_line_hint(solver *s, const dmc_state *self);
/* The same for any state. */
int dmc_solve_hint(solver *s, const dmc_state *self);
/* Bring a move to the front, if it is there. */
void dmc_solve_to_front(uint16_t *moves, int n, int move);
/* The legal moves, one of each that differ only by interchangeable arms, the likely best first;
 * -1 when they are more than cap. */
int dmc_solve_moves(const solver *s, const dmc_state *self, uint16_t *out, int32_t *order, int cap);

#endif
