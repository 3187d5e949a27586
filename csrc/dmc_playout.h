/* SPDX-License-Identifier: MIT */
/* What the files of the random rounds share. */
#ifndef DMC_PLAYOUT_H
#define DMC_PLAYOUT_H

#include "dmc_chain.h"
#include "dominocore_search.h"

/* A fast generator for what is no secret: wyrand, seeded from the caller's stream. */
typedef struct fast_rng {
    uint64_t state;
} fast_rng;

/* Both halves of the product of two words, added bit by bit. */
static inline uint64_t fast_mix(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 wide;
    const wide product = (wide)a * b;
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
#else
    const uint64_t high_a = a >> 32, low_a = (uint32_t)a, high_b = b >> 32, low_b = (uint32_t)b;
    const uint64_t high = high_a * high_b, low = low_a * low_b;
    const uint64_t middle = high_a * low_b + (low >> 32), rest = low_a * high_b + (uint32_t)middle;
    return (high + (middle >> 32) + (rest >> 32)) ^ (rest << 32 | (uint32_t)low);
#endif
}

/* A number below a small bound; the bias is under bound / 2^32. */
static inline int fast_below(fast_rng *rng, int bound)
{
    rng->state += UINT64_C(0xa0761d6478bd642f);
    const uint64_t x = fast_mix(rng->state, rng->state ^ UINT64_C(0xe7037ed1a0b428db));
    return (int)((x >> 32) * (uint64_t)bound >> 32);
}

/* How a round went on from a state to its end; points are those made in play. */
typedef struct playout {
    int pips[DMC_MAX_SEATS];
    int points[DMC_MAX_SEATS];
    int ending;
    int last;
    int plies;
} playout;

/* A round of a big set as rows: bit b of row a is the tile a-b. */
typedef struct dmc_rows {
    const dmc_rules *rules;
    uint32_t hands[DMC_MAX_SEATS][DMC_MAX_PIP + 1];
    uint8_t suits[DMC_MAX_SEATS][DMC_MAX_PIP + 1];
    uint32_t unplayed[DMC_MAX_PIP + 1];
    int pips[DMC_MAX_SEATS];
    int sizes[DMC_MAX_SEATS];
    uint8_t stock[190];
    int n_stock;
    int seat, last, only;
    int right, left; /* the ends; -1 before the lead */
} dmc_rows;

/* A round on a plain line of a small set with nothing left to draw, beside its chain: bit 8a + b of
 * a hand is the tile a-b. */
typedef struct dmc_square {
    uint64_t hands[DMC_MAX_SEATS];
    int pips[DMC_MAX_SEATS];
    int seats;
    int values[8][8];
    uint64_t bits[8][8];
    uint8_t count[256];  /* the bits of a row */
    uint8_t nth[256][8]; /* and where each of them is */
} dmc_square;

/* Play a round on at random: on a chain of pips up to CHAIN_MOST_SUITS, to_target the points that
 * each side still needs where they may end the round; */
void dmc_playout_chain(const dmc_chain *self, const int *to_target, fast_rng *rng, playout *out);
/* on rows, for plain lines of any set. */
bool dmc_rules_are_rows(const dmc_rules *rules);
/* Take down the round of a state; false when the walks do not know it. */
bool dmc_rows_load(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state,
                   dmc_rows *out);
void dmc_playout_rows(const dmc_rows *self, fast_rng *rng, playout *out);
/* On squares: make ready; false under other rules. Take down the round of a chain; false where
 * tiles may be drawn. */
bool dmc_square_init(const dmc_rules *rules, dmc_square *out);
bool dmc_square_load(const dmc_chain *chain, dmc_square *io);
void dmc_playout_square(const dmc_square *self, const dmc_chain *chain, fast_rng *rng,
                        playout *out);

/* How a round ended: the points that each side made in it, who won it or DMC_NONE, and in how many
 * moves from where it was played on. */
typedef struct dmc_round_end {
    int32_t points[DMC_MAX_SEATS];
    int side;
    int ending;
    int plies;
} dmc_round_end;

/* The ways to play a round, and a round taken down for one of them. */
typedef struct dmc_player {
    const dmc_rules *rules;
    enum { DMC_BY_STATES, DMC_ON_CHAIN, DMC_ON_ROWS, DMC_ON_SQUARE } way, ways;
    dmc_chain chain;
    dmc_square square;
    dmc_rows rows;
    int to_target[DMC_MAX_SEATS];
} dmc_player;

/* Make ready for rounds under some rules, take down a state, and play on from it at random. */
void dmc_player_init(const dmc_rules *rules, dmc_player *out);
void dmc_player_load(const dmc_deal *deal, const dmc_state *from, dmc_player *io);
void dmc_player_play(const dmc_player *self, const dmc_deal *deal, const dmc_state *from,
                     fast_rng *rng, dmc_round_end *out);

/* The seed of a stream, and the generator of one of its rounds. */
uint64_t dmc_playout_seed(const uint8_t key[32], uint32_t stream);

static inline fast_rng fast_rng_of(uint64_t seed, uint32_t number)
{
    const uint64_t word = seed ^ (number + UINT64_C(0x9e3779b97f4a7c15));
    return (fast_rng){fast_mix(word, UINT64_C(0xd6e8feb86659fd93))};
}

#endif
