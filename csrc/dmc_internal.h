/* SPDX-License-Identifier: MIT */
/* What the C files share and no caller sees. */
#ifndef DMC_INTERNAL_H
#define DMC_INTERNAL_H

#include "dominocore.h"

#define DMC_WORDS 3
/* Room for any list of moves: 171 wild tiles of two halves, each both ways round on 40 arms,
 * claimed or not; a draw and a pass. */
#define DMC_MANY_MOVES (171 * 2 * DMC_ARM_SLOTS * 2 + 2)

#if defined(__GNUC__) || defined(__clang__)
#define DMC_INLINE static inline __attribute__((always_inline))
#define DMC_APART __attribute__((noinline))
#define dmc_popcount(x) __builtin_popcountll(x)
#define dmc_lowest_bit(x) __builtin_ctzll(x)
#else
#define DMC_INLINE static inline
#define DMC_APART
static inline int dmc_popcount(uint64_t x)
{
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

static inline int dmc_lowest_bit(uint64_t x)
{
    int n = 0;
    for (; !(x & 1); x >>= 1)
        n++;
    return n;
}
#endif

/* ---- sets of tiles ---- */

static inline bool set_has(const dmc_set *s, int tile)
{
    return s->word[tile >> 6] >> (tile & 63) & 1;
}

static inline void set_add(dmc_set *s, int tile)
{
    s->word[tile >> 6] |= UINT64_C(1) << (tile & 63);
}

static inline void set_remove(dmc_set *s, int tile)
{
    s->word[tile >> 6] &= ~(UINT64_C(1) << (tile & 63));
}

static inline bool set_is_empty(const dmc_set *s)
{
    return !(s->word[0] | s->word[1] | s->word[2]);
}

static inline bool set_meets(const dmc_set *a, const dmc_set *b)
{
    return (a->word[0] & b->word[0]) || (a->word[1] & b->word[1]) || (a->word[2] & b->word[2]);
}

static inline dmc_set set_and(const dmc_set *a, const dmc_set *b)
{
    dmc_set r;
    for (int w = 0; w < DMC_WORDS; w++)
        r.word[w] = a->word[w] & b->word[w];
    return r;
}

static inline dmc_set set_or(const dmc_set *a, const dmc_set *b)
{
    dmc_set r;
    for (int w = 0; w < DMC_WORDS; w++)
        r.word[w] = a->word[w] | b->word[w];
    return r;
}

static inline dmc_set set_minus(const dmc_set *a, const dmc_set *b)
{
    dmc_set r;
    for (int w = 0; w < DMC_WORDS; w++)
        r.word[w] = a->word[w] & ~b->word[w];
    return r;
}

static inline int set_count(const dmc_set *s)
{
    return dmc_popcount(s->word[0]) + dmc_popcount(s->word[1]) + dmc_popcount(s->word[2]);
}

/* Take the lowest tile out of a set that is not empty. */
static inline int set_pop(dmc_set *s)
{
    for (int w = 0; w < DMC_WORDS - 1; w++)
        if (s->word[w]) {
            const int tile = w * 64 + dmc_lowest_bit(s->word[w]);
            s->word[w] &= s->word[w] - 1;
            return tile;
        }
    const int tile = (DMC_WORDS - 1) * 64 + dmc_lowest_bit(s->word[DMC_WORDS - 1]);
    s->word[DMC_WORDS - 1] &= s->word[DMC_WORDS - 1] - 1;
    return tile;
}

/* Draw n numbers, the first below bound and each of the others below one less than the one before. */
void dmc_rng_places(dmc_rng *self, uint32_t bound, int n, uint8_t *out);

/* Sum of the values that the rules give to the tiles of a set. */
int dmc_set_value(const dmc_rules *rules, const dmc_set *self);
/* Whether tile a is the better one: by the sum of its pips, then by its higher half. */
bool dmc_tile_beats(const dmc_rules *rules, int a, int b);

/* ---- moves ---- */

static inline int move_tile(uint16_t move)
{
    return move & 0xff;
}

static inline int move_arm(uint16_t move)
{
    return move >> 8 & 0x3f;
}

static inline uint16_t move_make(int tile, int arm, bool low_joins)
{
    return (uint16_t)(tile | arm << 8 | (low_joins ? DMC_MOVE_LOW_JOINS : 0));
}

static inline bool is_double(const dmc_rules *rules, int tile)
{
    return rules->high[tile] == rules->low[tile];
}

static inline int double_tile(int pip)
{
    return pip * (pip + 1) / 2 + pip;
}

static inline int next_seat(const dmc_rules *rules, int seat)
{
    return seat + 1 == rules->spec.seats ? 0 : seat + 1;
}

/* One past the last arm slot that a tile may ever use. */
int dmc_rules_slots(const dmc_rules *rules);
/* Arm slots that take a tile now, as a mask: open, within arm_cap, allowed by fill rules. */
uint64_t dmc_table_live_arms(const dmc_rules *rules, const dmc_table *self);
/* Tiles that fit any of those arms. */
dmc_set dmc_table_takes(const dmc_rules *rules, const dmc_table *self);
/* Number of tiles joined to a double on the table. */
int dmc_table_neighbours(const dmc_rules *rules, const dmc_table *self, int pip);
/* Drop the placements that one before them equals up to interchangeable arms; how many are left. */
int dmc_table_distinct(const dmc_rules *rules, const dmc_table *self, uint16_t *moves, int n);
/* Points in play that a sum of the ends brings. */
int dmc_points_of_sum(const dmc_spec *s, int sum);
/* Lay a tile: arms, spinner and the set of played tiles, nothing else. */
void dmc_table_lay(const dmc_rules *rules, dmc_table *self, uint16_t move);
/* Whether a boneyard tile may be drawn by anybody. */
bool dmc_table_has_stock(const dmc_rules *rules, const dmc_table *self);
/* Moves of a seat that holds hand; returns how many, writes the first cap. */
int dmc_table_moves(const dmc_rules *rules, const dmc_table *self, const dmc_set *hand, int only,
                    uint16_t *out, int cap);
/* The state before the lead of a deal that is sound and leaves no hand empty. */
void dmc_state_begin(const dmc_rules *rules, const dmc_deal *deal, dmc_state *out);
/* Make a legal move in place. */
void dmc_state_advance(const dmc_rules *rules, const dmc_deal *deal, uint16_t move, dmc_state *io);
/* Write the moves of the seat on turn into the state. */
void dmc_state_list(const dmc_rules *rules, dmc_state *self);

/* Settle from the pips that each seat holds; the arguments of dmc_result_settle, checked. Gives the
 * side that wins, or DMC_NONE. */
int dmc_points_from_pips(const dmc_rules *rules, int ending, int seat, int leader, int closing,
                         const int *pips, int32_t *points);

/* What a side may bring into a round, and more than it makes in play, such that neither sums nor the
 * squares of the points of many rounds overflow. */
enum { DMC_MOST_SCORE = 1000000000, DMC_MOST_POINTS = 10000000 };

/* Whether what each side brings into a round is within bounds. */
bool dmc_scores_are_sound(const dmc_rules *rules, const int32_t *scores);
/* Whether a round in play is over: no tile may ever come down again, or nobody can go on. */
bool dmc_state_is_blocked(const dmc_rules *rules, const dmc_state *self);
/* Whether a deal that came from outside is one that these rules can have. */
bool dmc_deal_is_sound(const dmc_rules *rules, const dmc_deal *self);
/* Whether a table that came from outside is one that these rules can have. */
bool dmc_table_is_sound(const dmc_rules *rules, const dmc_table *self);
/* Whether a deal passes these checks of a dmc_case; the hand of seat is not dealt again. */
bool dmc_deal_passes(const dmc_rules *rules, const dmc_deal *self, int checks, int seat);

#endif
