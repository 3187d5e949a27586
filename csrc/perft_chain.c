/* SPDX-License-Identifier: MIT */
/* Count move sequences on a chain: placements made and unmade, the last ply counted whole. */
#include "dmc_chain.h"
#include "dominocore_search.h"

/* Whether points in play make a difference: a claimed placement is another move than the same one
 * unclaimed, and in a race the points may end the round. */
enum scoring { SILENT, CLAIMED, RACE };

/* Depth up to which the limit is not looked at: that much takes less than a millisecond. */
enum { UNWATCHED = 4 };

typedef struct walk {
    dmc_chain chain;
    int to_target[DMC_MAX_SEATS];  /* points that each side still needs */
    bool distinct;
    bool free_draws;
    bool free_passes;
    perft_limit *limit;
} walk;

/* Where the counting stands; the hands are in the walk. */
typedef struct spot {
    chain_arms arms;
    int seat;
    int drawn;
} spot;

typedef uint64_t (*counter)(walk *g, spot at, uint64_t tiles, int depth);

/* Whether an arm is like one before it. */
DMC_INLINE bool is_twin(chain_arms arms, int arm)
{
    const int code = chain_code(arms, arm);
    for (int a = 0; a < arm; a++)
        if (chain_code(arms, a) == code)
            return true;
    return false;
}

/* How many placements a seat has. */
DMC_INLINE uint64_t width(const walk *g, uint64_t suits, chain_arms arms)
{
    uint64_t n = 0;
    for (int a = 0; a < 4; a++)
        if (!(g->distinct && a && is_twin(arms, a)))
            n += (uint64_t)chain_suit(suits, chain_code(arms, a));
    return n;
}

/* The seat draws, as it must. */
DMC_INLINE uint64_t count_draw(walk *g, spot at, uint64_t takes, int depth, counter count)
{
    dmc_chain *c = &g->chain;
    const int number = c->stock[at.drawn++];
    const uint64_t tile = UINT64_C(1) << number, hand = c->hands[at.seat];
    depth -= !g->free_draws;
    if (!depth)
        return 1;
    c->hands[at.seat] = hand | tile;
    c->suits[at.seat] += c->halves[number];
    const uint64_t total = count(g, at, tile & takes ? tile : hand | tile, depth);
    c->suits[at.seat] -= c->halves[number];
    c->hands[at.seat] = hand;
    return total;
}

/* Count on after a placement that scores, claimed. */
DMC_INLINE uint64_t count_scored(walk *g, spot at, int side, int points, int depth, counter count)
{
    uint64_t total = 0;
    g->to_target[side] -= points;
    if (g->to_target[side] > 0)
        total = count(g, at, g->chain.hands[at.seat], depth);
    g->to_target[side] += points;
    return total;
}

/* Sequences of depth moves, two or more, whose first was this placement, made already. */
DMC_INLINE uint64_t count_below(walk *g, spot after, int side, int points, int depth, int scoring,
                                counter count)
{
    dmc_chain *c = &g->chain;
    const uint64_t reply = c->hands[after.seat];
    const bool twice = scoring && c->claims && points;
    uint64_t total = 0;
    if (scoring == RACE && points) {
        total = count_scored(g, after, side, points, depth - 1, count);
        return twice ? total + count(g, after, reply, depth - 1) : total;
    }
    if (depth == 2 && !(scoring && c->claims))
        total = width(g, c->suits[after.seat], after.arms);
    if (!total)
        total = count(g, after, reply, depth - 1);
    return twice ? 2 * total : total;
}

/* Sequences of depth moves, one or more, that begin with one of these tiles of the hand. */
DMC_INLINE uint64_t count_with(walk *g, spot at, uint64_t tiles, int depth, int scoring,
                               counter count)
{
    dmc_chain *c = &g->chain;
    if (depth > UNWATCHED && dmc_perft_is_halted(g->limit))
        return 0;
    const uint64_t takes = chain_takes(c, at.arms, 4);
    while (!(tiles & takes)) {
        if (chain_is_blocked(c, c->hands, at.arms, takes, at.drawn, 4))
            return 0;
        if (at.drawn < c->n_stock)
            return count_draw(g, at, takes, depth, count);
        depth -= !g->free_passes;
        if (!depth)
            return 1;
        at.seat = c->next[at.seat];
        tiles = c->hands[at.seat];
    }
    const int seat = at.seat, side = c->rules->side_of[seat];
    const uint64_t hand = c->hands[seat], suits = c->suits[seat];
    uint64_t total = 0;
    if (depth == 1 && !(scoring && c->claims))
        return width(g, tiles == hand ? suits : c->halves[dmc_lowest_bit(tiles)], at.arms);
    if (depth > 1 && !(hand & (hand - 1)))
        return 0; /* goes out: nothing follows */
    for (int a = 0; a < 4; a++) {
        if (g->distinct && a && is_twin(at.arms, a))
            continue;
        for (uint64_t rest = tiles & c->fits[chain_code(at.arms, a)]; rest; rest &= rest - 1) {
            const int tile = dmc_lowest_bit(rest);
            const spot after = {chain_lay(c, at.arms, tile, a, 4), c->next[seat], at.drawn};
            const int points = scoring ? chain_points(c, after.arms) : 0;
            if (depth == 1) {
                total += points ? 2 : 1; /* claimed, and not */
                continue;
            }
            c->hands[seat] = hand & ~(rest & -rest);
            c->suits[seat] = suits - c->halves[tile];
            total += count_below(g, after, side, points, depth, scoring, count);
        }
    }
    c->hands[seat] = hand;
    c->suits[seat] = suits;
    return total;
}

/* ---- plain lines: the same, with the two ends apart ---- */

static uint64_t count_ends(walk *g, int seat, int one, int other, int drawn, int depth);

/* Placements of a hand on two ends. */
DMC_INLINE uint64_t line_width(const walk *g, uint64_t suits, int one, int other)
{
    const uint64_t n = suits >> 4 * one & 15;
    return g->distinct && one == other ? n : n + (suits >> 4 * other & 15);
}

/* Lay the tile that was just drawn, as it must be. */
static uint64_t count_drawn(walk *g, int seat, int tile, int one, int other, int drawn, int depth)
{
    const dmc_chain *c = &g->chain;
    const int next = c->next[seat], halves = c->sums[tile];
    const bool on_one = c->fits[one] >> tile & 1;
    const bool on_other = c->fits[other] >> tile & 1 && !(g->distinct && one == other);
    if (depth == 1)
        return (uint64_t)on_one + on_other;
    uint64_t total = 0;
    if (on_one)
        total += count_ends(g, next, halves - one, other, drawn, depth - 1);
    if (on_other)
        total += count_ends(g, next, one, halves - other, drawn, depth - 1);
    return total;
}

/* No tile fits: the seat draws until one does, or passes, or the round is blocked. */
static uint64_t count_stuck(walk *g, int seat, int one, int other, int drawn, int depth)
{
    dmc_chain *c = &g->chain;
    const uint64_t takes = c->fits[one] | c->fits[other], hand = c->hands[seat];
    const uint64_t suits = c->suits[seat];
    const chain_arms arms = (chain_arms)one | (chain_arms)other << 8;
    uint64_t total = 0;
    for (;;) {
        if (chain_is_blocked(c, c->hands, arms, takes, drawn, 2))
            break;
        if (drawn >= c->n_stock) {
            depth -= !g->free_passes;
            total = depth ? count_ends(g, c->next[seat], one, other, drawn, depth) : 1;
            break;
        }
        const int tile = c->stock[drawn++];
        depth -= !g->free_draws;
        if (!depth) {
            total = 1;
            break;
        }
        if (takes >> tile & 1) {
            total = count_drawn(g, seat, tile, one, other, drawn, depth);
            break;
        }
        c->hands[seat] |= UINT64_C(1) << tile;
        c->suits[seat] += c->halves[tile];
    }
    c->hands[seat] = hand;
    c->suits[seat] = suits;
    return total;
}

static uint64_t count_ends(walk *g, int seat, int one, int other, int drawn, int depth)
{
    dmc_chain *c = &g->chain;
    const uint64_t on_one = c->fits[one], on_other = c->fits[other], hand = c->hands[seat];
    if (!(hand & (on_one | on_other)))
        return count_stuck(g, seat, one, other, drawn, depth);
    const uint64_t suits = c->suits[seat];
    if (depth == 1)
        return line_width(g, suits, one, other);
    if (!(hand & (hand - 1)))
        return 0; /* goes out: nothing follows */
    if (depth > UNWATCHED && dmc_perft_is_halted(g->limit))
        return 0;
    const int next = c->next[seat];
    const uint64_t reply = c->suits[next];
    const bool once = g->distinct && one == other;
    uint64_t total = 0;
    for (int i = once ? 1 : 0; i < 2; i++) {
        const int stays = i ? one : other, goes = i ? other : one;
        for (uint64_t rest = hand & (i ? on_other : on_one); rest; rest &= rest - 1) {
            const int tile = dmc_lowest_bit(rest), end = c->sums[tile] - goes;
            if (depth == 2) {
                const uint64_t n = line_width(g, reply, end, stays);
                if (n) {
                    total += n;
                    continue;
                }
            }
            c->hands[seat] = hand ^ (rest & -rest);
            c->suits[seat] = suits - c->halves[tile];
            total += count_ends(g, next, end, stays, drawn, depth - 1);
        }
    }
    c->hands[seat] = hand;
    c->suits[seat] = suits;
    return total;
}

static uint64_t count_line(walk *g, spot at, uint64_t tiles, int depth)
{
    const int one = chain_code(at.arms, 0), other = chain_code(at.arms, 1);
    dmc_chain *c = &g->chain;
    if (tiles == c->hands[at.seat])
        return count_ends(g, at.seat, one, other, at.drawn, depth);
    const int tile = dmc_lowest_bit(tiles);
    c->hands[at.seat] &= ~tiles;
    c->suits[at.seat] -= c->halves[tile];
    return count_drawn(g, at.seat, tile, one, other, at.drawn, depth);
}

static uint64_t count_cross(walk *g, spot at, uint64_t tiles, int depth)
{
    return count_with(g, at, tiles, depth, SILENT, count_cross);
}

static uint64_t count_claims(walk *g, spot at, uint64_t tiles, int depth)
{
    return count_with(g, at, tiles, depth, CLAIMED, count_claims);
}

static uint64_t count_race(walk *g, spot at, uint64_t tiles, int depth)
{
    return count_with(g, at, tiles, depth, RACE, count_race);
}

bool dmc_perft_chain(const dmc_chain *common, const dmc_deal *deal, const dmc_state *self,
                     int depth, unsigned options, perft_limit *limit, uint64_t *out)
{
    walk g = {*common, {0}, (options & DMC_PERFT_DISTINCT) != 0,
              (options & DMC_PERFT_SKIP_DRAWS) != 0, (options & DMC_PERFT_SKIP_PASSES) != 0,
              limit};
    if (common->rules->spec.max_pip > CHAIN_MOST_SUITS || !dmc_chain_load(deal, self, &g.chain))
        return false;
    const dmc_chain *c = &g.chain;
    const dmc_spec *s = &c->rules->spec;
    const spot at = {c->arms, c->seat, 0};
    const uint64_t only = c->only < 0 ? 0 : UINT64_C(1) << c->only;
    const uint64_t tiles = only & chain_takes(c, c->arms, c->n_arms) ? only : c->hands[c->seat];
    for (int side = 0; side < c->rules->n_sides; side++)
        g.to_target[side] = s->target - deal->scores[side] - self->table.points[side];
    const counter count = c->n_arms == 2 ? count_line
                          : c->race      ? count_race
                          : c->claims    ? count_claims
                                         : count_cross;
    *out = count(&g, at, tiles, depth);
    return true;
}
