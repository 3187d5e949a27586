/* SPDX-License-Identifier: MIT */
/* Settle a round from the hands that are left. */
#include "dmc_internal.h"

#include <string.h>

/* Pips left, by seat and by side. */
typedef struct tally {
    const int *seat;
    int side[DMC_MAX_SEATS];
} tally;

/* The multiple of k that is not above x, below zero too. */
static int floor_to(int x, int k)
{
    return (x < 0 ? (x - k + 1) / k : x / k) * k;
}

static int rounded(const dmc_spec *s, int x)
{
    const int k = s->rounding_unit;
    switch (s->rounding) {
    case DMC_ROUND_DOWN: return floor_to(x, k);
    case DMC_ROUND_NEAREST: return floor_to(x + k / 2, k);
    case DMC_ROUND_UP: return floor_to(x + k - 1, k);
    default: return x;
    }
}

/* Seats that tie for the win of a blocked round, as a mask; lowest_side: every seat of the sides. */
static uint32_t blocked_best(const dmc_rules *rules, const tally *t, int blocker)
{
    const int kind = rules->spec.blocked_winner;
    uint32_t candidates = (1u << rules->spec.seats) - 1, best = 0;
    if (kind == DMC_BLOCKED_NONE)
        return 0;
    if (kind == DMC_BLOCKED_BLOCKER_OR_NEXT)
        candidates = 1u << blocker | 1u << next_seat(rules, blocker);
    int least = -1;
    for (int p = 0; p < rules->spec.seats; p++) {
        if (!(candidates >> p & 1))
            continue;
        const int pips =
            kind == DMC_BLOCKED_LOWEST_SIDE ? t->side[rules->side_of[p]] : t->seat[p];
        if (least < 0 || pips < least) {
            least = pips;
            best = 0;
        }
        if (pips == least)
            best |= 1u << p;
    }
    return best;
}

static uint32_t sides_of(const dmc_rules *rules, uint32_t seats)
{
    uint32_t sides = 0;
    for (int p = 0; p < rules->spec.seats; p++)
        if (seats >> p & 1)
            sides |= 1u << rules->side_of[p];
    return sides;
}

static int only_one(uint32_t sides)
{
    return sides && !(sides & (sides - 1)) ? dmc_lowest_bit(sides) : DMC_NONE;
}

static int nearest(const dmc_rules *rules, uint32_t seats, int leader)
{
    int p = leader;
    while (!(seats >> p & 1))
        p = next_seat(rules, p);
    return p;
}

static int blocked_side(const dmc_rules *rules, const tally *t, int blocker, int leader)
{
    const uint32_t best = blocked_best(rules, t, blocker), sides = sides_of(rules, best);
    const uint32_t own = 1u << rules->side_of[blocker];
    if (!(sides & (sides - 1)))
        return only_one(sides);
    switch (rules->spec.blocked_tie) {
    case DMC_TIE_BLOCKER_LOSES: return only_one(sides & ~own);
    case DMC_TIE_BLOCKER_WINS: return only_one(sides & own);
    case DMC_TIE_NEAREST_LEAD: return rules->side_of[nearest(rules, best, leader)];
    default: return DMC_NONE;
    }
}

/* The winning side's seat with the fewest pips, nearest to the lead among equals. */
static int best_seat(const dmc_rules *rules, const int *pips, int side, int leader)
{
    int best = DMC_NONE;
    for (int i = 0, p = leader; i < rules->spec.seats; i++, p = next_seat(rules, p))
        if (rules->side_of[p] == side && (best == DMC_NONE || pips[p] < pips[best]))
            best = p;
    return best;
}

/* Who goes out may have a partner with more pips than the opponents: then the gain is negative.
 * Who wins a block never loses by it. */
static int winner_gain(const dmc_rules *rules, const tally *t, int side, bool blocked)
{
    const dmc_spec *s = &rules->spec;
    int gain = 0;
    for (int p = 0; p < s->seats; p++) {
        const int pips = s->rounding_per_hand ? rounded(s, t->seat[p]) : t->seat[p];
        if (s->points_all || rules->side_of[p] != side)
            gain += pips;
        if (s->minus_own && rules->side_of[p] == side)
            gain -= pips;
    }
    if (gain < 0 && blocked)
        return 0;
    return s->rounding_per_hand ? gain : rounded(s, gain);
}

static void add_penalties(const dmc_rules *rules, const tally *t, int exempt, int32_t *points)
{
    const dmc_spec *s = &rules->spec;
    for (int p = 0; p < s->seats; p++)
        if (p != exempt)
            points[rules->side_of[p]] += s->rounding_per_hand ? rounded(s, t->seat[p]) : t->seat[p];
    for (int side = 0; side < rules->n_sides && !s->rounding_per_hand; side++)
        points[side] = rounded(s, points[side]);
}

int dmc_points_from_pips(const dmc_rules *rules, int ending, int seat, int leader, int closing,
                         const int *pips, int32_t *points)
{
    const dmc_spec *s = &rules->spec;
    const bool blocked = ending == DMC_ENDING_BLOCKED;
    tally t;
    t.seat = pips;
    for (int i = 0; i < rules->n_sides; i++)
        t.side[i] = points[i] = 0;
    for (int p = 0; p < s->seats; p++)
        t.side[rules->side_of[p]] += pips[p];
    const int side = blocked ? blocked_side(rules, &t, seat, leader) : rules->side_of[seat];
    if (s->score == DMC_SCORE_PENALTIES)
        add_penalties(rules, &t, blocked && s->blocker_exempt ? seat : DMC_NONE, points);
    else if (side != DMC_NONE && s->score == DMC_SCORE_WINNER_GAINS)
        points[side] = winner_gain(rules, &t, side, blocked);
    else if (side != DMC_NONE && s->score == DMC_SCORE_UNIT)
        points[side] = 1;
    else if (side != DMC_NONE && s->score == DMC_SCORE_CLOSING)
        points[side] = s->closing[blocked ? DMC_CLOSING_BLOCKED : closing];
    return side;
}

int dmc_result_settle(const dmc_rules *rules, int ending, int seat, int leader, int closing,
                      const dmc_set *hands, dmc_result *out)
{
    const dmc_spec *s = &rules->spec;
    int pips[DMC_MAX_SEATS];
    if (seat < 0 || seat >= s->seats || leader < 0 || leader >= s->seats)
        return DMC_ERR_BAD_SEAT;
    if (!(ending == DMC_ENDING_BLOCKED || ending == DMC_ENDING_OUT) || closing < 0 ||
        closing > DMC_CLOSING_BLOCKED)
        return DMC_ERR_MOVE;
    for (int p = 0; p < s->seats; p++) {
        const dmc_set foreign = set_minus(&hands[p], &rules->all);
        if (!set_is_empty(&foreign))
            return DMC_ERR_DEAL;
        pips[p] = dmc_set_value(rules, &hands[p]);
    }
    dmc_result r;
    memset(&r, 0, sizeof r);
    const int side = dmc_points_from_pips(rules, ending, seat, leader, closing, pips, r.points);
    r.side = (uint8_t)side;
    if (ending != DMC_ENDING_BLOCKED)
        r.seat = (uint8_t)seat;
    else
        r.seat = (uint8_t)(side == DMC_NONE ? DMC_NONE : best_seat(rules, pips, side, leader));
    *out = r;
    return DMC_OK;
}
