/* SPDX-License-Identifier: MIT */
/* What the files of the exact solver share.
 *
 * Values are side 0's points minus side 1's at the end of the round, turned around where low
 * scores win, so that side 0 always wants more; or -1, 0, 1 by who wins. */
#ifndef DMC_SOLVE_H
#define DMC_SOLVE_H

#include "dmc_chain.h"
#include "dominocore_search.h"

/* Larger than any value: no bound yet. */
#define DMC_NO_BOUND (1 << 30)
/* Moves of one state, interchangeable arms counted once, that the solver takes on. */
#define DMC_SOLVE_WIDE 1024

struct solve_walk;

/* One question to one table, and what it may cost. */
typedef struct solver {
    const dmc_rules *rules;
    const dmc_deal *deal;
    dmc_solve_entry *table;
    uint64_t mask;
    uint64_t nodes;
    uint64_t max_nodes;
    const volatile int32_t *stop;
    struct solve_walk *walk; /* NULL where the rules are no chains */
    bool win;
    bool race;
    bool halted;
} solver;

/* The search on a chain. likes says by pip how each seat likes it that the pip is open, in 16 bits
 * a seat, more than SOLVE_LIKES_NOTHING or less; each tile that a seat holds adds its weights at
 * both halves. */
enum { SOLVE_LIKES_NOTHING = 0x4000 };

typedef struct solve_walk {
    solver *s;
    dmc_chain chain;
    int pips[DMC_MAX_SEATS];
    int side_pips[2];
    int to_target[2];
    uint64_t likes[DMC_MAX_PIP + 1][2];
    uint64_t weights[DMC_MAX_SEATS][2];
    int32_t bonus[64];
    int32_t stock_pips[65];
    int so_far;
    int words;
    uint8_t side_of[DMC_MAX_SEATS];
    bool points_all;
    bool scoring;
    bool bounded;
} solve_walk;

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

/* The two places that a key may be in, or NULL without a table. */
static inline dmc_solve_entry *solve_places(const solver *s, uint64_t key, uint32_t check)
{
    return s->table ? &s->table[2 * (solve_mix(key, check) & s->mask)] : 0;
}

static inline bool solve_is(const dmc_solve_entry *e, uint64_t key, uint32_t check)
{
    return e->key == key && e->check == check;
}

/* The place of a key among its two, or NULL. */
static inline dmc_solve_entry *solve_found(dmc_solve_entry *places, uint64_t key, uint32_t check)
{
    if (!places)
        return 0;
    return solve_is(places, key, check)       ? places
           : solve_is(places + 1, key, check) ? places + 1
                                              : 0;
}

/* How much a search took, on a scale that fits an entry. */
static inline uint16_t solve_work(uint64_t nodes)
{
    return (uint16_t)(nodes < UINT16_MAX ? nodes : UINT16_MAX);
}

/* Remember what a search of so many nodes found: of the two places one keeps what took more, the
 * other one what came last. */
static inline void solve_store(dmc_solve_entry *places, uint64_t key, uint32_t check, uint16_t move,
                               int value, int beta, uint64_t nodes)
{
    dmc_solve_entry *e = solve_found(places, key, check);
    const uint16_t work = solve_work(nodes);
    if (!e) {
        e = places;
        if (work < e->work)
            e++;
        else
            places[1] = places[0];
        *e = (dmc_solve_entry){key, check, -DMC_NO_BOUND, DMC_NO_BOUND, 0, 0};
    }
    e->move = move;
    e->work = work > e->work ? work : e->work;
    if (value >= beta)
        e->low = value;
    else
        e->high = value;
}

static inline int solve_signed(const dmc_rules *rules, int difference)
{
    return rules->spec.wins_low ? -difference : difference;
}

/* Whether a move of a list is listed again with a claim: who sees the points claims them. */
static inline bool solve_unclaimed(const uint16_t *moves, int n, int i)
{
    return i + 1 < n && moves[i + 1] == (moves[i] | DMC_MOVE_CLAIMED) && moves[i + 1] != moves[i];
}

static inline int solve_won(int side)
{
    return side == 0 ? 1 : side == 1 ? -1 : 0;
}

/* A bound of the value of a state: at least beta and not above the value, or below beta and not
 * below the value. Nothing once the search is halted. */
int dmc_solve_state(solver *s, const dmc_state *self, int beta);
/* Make ready to search on chains. */
void dmc_solve_chain_init(solver *s, solve_walk *walk);
/* Take down a state that is not over; false as dmc_chain_load says. */
bool dmc_solve_chain_load(solver *s, const dmc_state *self);
/* As dmc_solve_state, and dmc_solve_hint, for the state that was taken down. */
int dmc_solve_chain(solver *s, int beta);
int dmc_solve_chain_hint(solver *s);
/* The move that the table remembers for a state, or -1; it may not be one of the state. */
int dmc_solve_hint(solver *s, const dmc_state *self);
/* Bring a move to the front, if it is there. */
void dmc_solve_to_front(uint16_t *moves, int n, int move);
/* The legal moves, one of each that differ only by interchangeable arms, the likely best first;
 * -1 when they are more than cap. */
int dmc_solve_moves(const solver *s, const dmc_state *self, uint16_t *out, int32_t *order, int cap);

#endif
