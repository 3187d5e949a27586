/* SPDX-License-Identifier: MIT */
/* A round of a chain game as the fast walks (perft, playouts, the solver) see it: the tiles in play
 * in one word, at most one spinner, and the ends as one small code an arm.
 *
 * The public step functions say what the rules are; a walk on a chain gives the same. */
#ifndef DMC_CHAIN_H
#define DMC_CHAIN_H

#include "dmc_internal.h"

/* Code of an arm: the pip, and in bits 4-5 what shows it where that matters. Arms with equal codes
 * are interchangeable. On plain lines the code is the pip alone. */
enum {
    CHAIN_PIP = 0x0f,
    CHAIN_DOUBLE = 0x10, /* a double that counts twice */
    CHAIN_TIP = 0x20,    /* the spinner, not yet covered on both line sides */
    CHAIN_SIDE = 0x30,   /* a free cross side, which counts nothing */
    CHAIN_SHUT = 0x3e,   /* an arm that is not open */
    CHAIN_NEVER = 0x3f,  /* the same, and no double has become the spinner yet */
    CHAIN_CODES = 0x40
};

/* Sets of higher pips have no room in the four bits a pip of suits. */
enum { CHAIN_MOST_SUITS = 14 };

/* The four arms of a layout, a code a byte: right, left, up, down. */
typedef uint32_t chain_arms;

/* What a round keeps, and the hands, which a walk makes and unmakes. Tiles have numbers of their
 * own below 64; tiles[] tells the set's. */
typedef struct dmc_chain {
    const dmc_rules *rules;
    uint64_t hands[DMC_MAX_SEATS];
    uint64_t fits[CHAIN_CODES];
    uint64_t doubles;
    uint64_t suits[DMC_MAX_SEATS]; /* how many tiles a seat holds of each pip, four bits a pip */
    uint64_t halves[64];           /* what each tile adds to that */
    uint64_t rest[65];  /* tiles of the boneyard from a place in it on */
    uint64_t outside;   /* codes that a tile fits which nobody holds and nobody can draw */
    int32_t n_arms;     /* 2 where only a line is laid and only its pips matter */
    int32_t n_stock;    /* boneyard tiles that may be drawn */
    int32_t seat;       /* on turn */
    int32_t last;       /* who placed the last tile */
    int32_t leader;
    int32_t only;       /* the tile just drawn, or the lead that is forced; -1 for none */
    bool led, drain;
    bool identity; /* tiles have the set's numbers */
    bool claims; /* points in play have to be claimed */
    bool race;   /* points in play may end the round */
    int16_t counts[CHAIN_CODES]; /* what an arm counts among the ends */
    int16_t points[160];         /* points in play by the sum of the ends */
    uint8_t next[DMC_MAX_SEATS];
    uint8_t single[19], twin[19], side[19]; /* codes by pip */
    uint8_t sums[64], high[64];
    int32_t values[64];
    uint8_t stock[64];
    uint8_t tiles[64];
    uint8_t numbers[DMC_MAX_TILES]; /* by the set's number; DMC_NONE for a tile without one */
    chain_arms cross; /* times a code, that code on the cross sides that a spinner has */
    chain_arms shut;  /* and those that it does not have */
    chain_arms arms;
} dmc_chain;

/* Whether rounds under these rules are chains, as long as not more than 64 tiles are in play. */
bool dmc_rules_are_chain(const dmc_rules *rules);
/* Take down what all rounds under rules that are chains have in common. */
void dmc_chain_init(const dmc_rules *rules, dmc_chain *out);
/* Whether the walks know the round of a state. They do not where a position was set up in which a
 * seat holds no tile, so that it never draws, or where points that a side was given end the round
 * though nothing is scored, or are below zero on the way to the target. */
bool dmc_chain_knows(const dmc_rules *rules, const dmc_deal *deal, const dmc_table *table);
/* Take down the round of a state that is not over; false when the walks do not know it, or more
 * than 64 tiles are in play. */
bool dmc_chain_load(const dmc_deal *deal, const dmc_state *state, dmc_chain *io);
/* The move of the public interface that lays a tile on an arm. */
uint16_t dmc_chain_move(const dmc_chain *self, chain_arms arms, int tile, int arm);

DMC_INLINE int chain_code(chain_arms arms, int arm)
{
    return arms >> 8 * arm & 0xff;
}

DMC_INLINE chain_arms chain_with(chain_arms arms, int arm, int code)
{
    return (arms & ~((chain_arms)0xff << 8 * arm)) | (chain_arms)code << 8 * arm;
}

/* Tiles that fit any arm. */
DMC_INLINE uint64_t chain_takes(const dmc_chain *g, chain_arms arms, int n_arms)
{
    uint64_t takes = 0;
    for (int a = 0; a < n_arms; a++)
        takes |= g->fits[chain_code(arms, a)];
    return takes;
}

/* The arms after the lead. */
DMC_INLINE chain_arms chain_lead(const dmc_chain *g, int tile)
{
    const int high = g->high[tile], low = g->sums[tile] - high;
    const int kind = g->rules->spec.spinner;
    if (high != low || kind == DMC_SPINNER_NONE) {
        const bool twin = high == low;
        const int right = twin ? g->twin[high] : g->single[high];
        const int left = twin ? g->twin[low] : g->single[low];
        const chain_arms shut = kind == DMC_SPINNER_FIRST_DOUBLE ? CHAIN_NEVER : CHAIN_SHUT;
        return (chain_arms)right | (chain_arms)left << 8 | shut << 16 | shut << 24;
    }
    const chain_arms tip = (chain_arms)(high | CHAIN_TIP), shut = CHAIN_SHUT;
    return tip | tip << 8 | shut << 16 | shut << 24;
}

/* The arms after a tile is laid on one of them. */
DMC_INLINE chain_arms chain_lay(const dmc_chain *g, chain_arms arms, int tile, int arm, int n_arms)
{
    const int code = chain_code(arms, arm);
    if (n_arms == 2)
        return chain_with(arms, arm, g->sums[tile] - code);
    const int pip = code & CHAIN_PIP, end = g->sums[tile] - pip;
    if (g->doubles >> tile & 1) {
        if (arms >> 24 == CHAIN_NEVER)
            return chain_with((arms & 0xffff) | (chain_arms)CHAIN_SHUT << 16 | (chain_arms)CHAIN_SHUT << 24,
                              arm, end | CHAIN_TIP);
        return chain_with(arms, arm, g->twin[end]);
    }
    if ((code & 0x30) == CHAIN_TIP && chain_code(arms, 0) != chain_code(arms, 1)) {
        const chain_arms side = g->side[pip];
        arms = (arms & 0xffff) | side * g->cross | g->shut;
    }
    return chain_with(arms, arm, g->single[end]);
}

/* Points in play of a layout of two tiles or more. */
DMC_INLINE int chain_points(const dmc_chain *g, chain_arms arms)
{
    return g->points[g->counts[chain_code(arms, 0)] + g->counts[chain_code(arms, 1)] +
                     g->counts[chain_code(arms, 2)] + g->counts[chain_code(arms, 3)]];
}

/* Points in play of a lead. */
DMC_INLINE int chain_lead_points(const dmc_chain *g, int tile)
{
    const int high = g->high[tile], kind = g->rules->spec.opening_counts;
    const bool twin = g->doubles >> tile & 1;
    if (kind == DMC_OPENING_NONE)
        return 0;
    if (!twin)
        return g->points[g->sums[tile]];
    return g->points[kind == DMC_OPENING_SINGLE ? high : g->counts[high | CHAIN_TIP]];
}

/* How many tiles of a pip suits tell of. */
DMC_INLINE int chain_suit(uint64_t suits, int code)
{
    return (int)(suits >> 4 * (code & CHAIN_PIP) & 15);
}

/* Whether a round in which the seat on turn cannot place a tile is blocked. */
DMC_INLINE bool chain_is_blocked(const dmc_chain *g, const uint64_t *hands, chain_arms arms,
                                 uint64_t takes, int drawn, int n_arms)
{
    uint64_t held = 0;
    for (int p = 0; p < g->rules->spec.seats; p++)
        held |= hands[p];
    if (takes & held)
        return false;
    if (drawn >= g->n_stock)
        return true;
    if (g->drain || takes & g->rest[drawn])
        return false;
    for (int a = 0; a < n_arms; a++)
        if (g->outside >> chain_code(arms, a) & 1)
            return false;
    return true;
}

/* When to stop counting, looked at every 256 positions; what is counted after that is of no use. */
typedef struct perft_limit {
    uint64_t left; /* positions that may still be looked at, in whole 256 at first */
    const volatile int32_t *stop;
    bool halted;
} perft_limit;

/* Whether to stop now and from now on. */
bool dmc_perft_halt(perft_limit *limit);

DMC_INLINE bool dmc_perft_is_halted(perft_limit *limit)
{
    return !(--limit->left & 255) && dmc_perft_halt(limit);
}

/* What dmc_perft gives, for the middle of a round on a chain; false when it does not fit one. */
bool dmc_perft_chain(const dmc_chain *common, const dmc_deal *deal, const dmc_state *self,
                     int depth, unsigned options, perft_limit *limit, uint64_t *out);

#endif
