/* SPDX-License-Identifier: MIT */
/* Check a spec, then derive what the hot functions read: values, joins and masks per pip. */
#include "dmc_internal.h"

#include <string.h>

static bool within(int32_t value, int32_t low, int32_t high)
{
    return low <= value && value <= high;
}

static bool flag(int32_t value)
{
    return within(value, 0, 1);
}

/* Points stay far inside 32 bits whatever is added up. */
#define DMC_MAX_VALUE 10000
#define DMC_MAX_TARGET 100000000

static int check_set(const dmc_spec *s)
{
    if (!within(s->max_pip, 1, DMC_MAX_PIP))
        return DMC_ERR_SET;
    const int n_tiles = (s->max_pip + 1) * (s->max_pip + 2) / 2;
    for (int t = n_tiles; t < 64 * DMC_WORDS; t++)
        if (set_has(&s->exclude, t) || set_has(&s->wild, t))
            return DMC_ERR_SET;
    if (!within(s->seats, 2, DMC_MAX_SEATS))
        return DMC_ERR_SEATS;
    if (!within(s->hand_size, 1, n_tiles) ||
        s->hand_size * s->seats > n_tiles - set_count(&s->exclude))
        return DMC_ERR_HANDS;
    uint32_t seen = 0;
    for (int p = 0; p < s->seats; p++) {
        if (!within(s->sides[p], 0, s->seats - 1))
            return DMC_ERR_SIDES;
        seen |= 1u << s->sides[p];
    }
    return seen & (seen + 1) ? DMC_ERR_SIDES : DMC_OK;
}

static int check_opening(const dmc_spec *s)
{
    if (!within(s->n_criteria, 1, DMC_MAX_CRITERIA) || !within(s->later, 0, DMC_LATER_WINNER_SIDE) ||
        !within(s->after_block, 0, DMC_LATER_WINNER_SIDE) ||
        !within(s->lot_tile, 0, DMC_LOT_LEADS) ||
        !within(s->redeal_doubles, 0, DMC_MAX_TILES) || !within(s->redeal_same, 0, DMC_MAX_TILES))
        return DMC_ERR_OPENING;
    const int n_tiles = (s->max_pip + 1) * (s->max_pip + 2) / 2;
    for (int i = 0; i < s->n_criteria; i++) {
        const dmc_criterion *c = &s->criteria[i];
        if (c->kind > DMC_OPEN_REDEAL || c->free > 1 || c->n_tiles > 19 ||
            (c->kind == DMC_OPEN_TILES && c->n_tiles == 0))
            return DMC_ERR_OPENING;
        for (int k = 0; k < c->n_tiles; k++)
            if (c->tiles[k] >= n_tiles)
                return DMC_ERR_OPENING;
    }
    return DMC_OK;
}

static int check_layout(const dmc_spec *s)
{
    if (!within(s->join_sum, 0, 2 * s->max_pip))
        return DMC_ERR_JOINS;
    if (!within(s->spinner, 0, DMC_SPINNER_EVERY_DOUBLE) || !within(s->spinner_arms, 2, 8) ||
        s->spinner_arms == 5 || s->spinner_arms == 7 ||
        (s->spinner == DMC_SPINNER_EVERY_DOUBLE && s->spinner_arms > 4) ||
        !within(s->arms_open, 0, DMC_ARMS_AT_ONCE) || !within(s->fill_first, 0, s->spinner_arms) ||
        !within(s->fill_doubles, 0, 3) || !flag(s->arm_cap) ||
        (s->fill_doubles && s->arm_cap))
        return DMC_ERR_SPINNER;
    return DMC_OK;
}

static int check_turn(const dmc_spec *s)
{
    if (!within(s->draw_limit, 0, DMC_DRAW_UNTIL_PLAYABLE) || !flag(s->draw_when_able) ||
        !within(s->drawn_tile, 0, DMC_DRAWN_TURN_ENDS) || !within(s->reserve, 0, DMC_MAX_TILES))
        return DMC_ERR_DRAW;
    if (!flag(s->out_side) || !flag(s->drain) ||
        !within(s->blocked_winner, 0, DMC_BLOCKED_NONE) ||
        !within(s->blocked_tie, 0, DMC_TIE_REPLAY))
        return DMC_ERR_BLOCKED;
    return DMC_OK;
}

static int check_score(const dmc_spec *s)
{
    if (!within(s->score, 0, DMC_SCORE_CLOSING) || !flag(s->points_all) || !flag(s->minus_own) ||
        !within(s->rounding, 0, DMC_ROUND_UP) || !within(s->rounding_unit, 1, 1000) ||
        !flag(s->rounding_per_hand) || !flag(s->blocker_exempt) ||
        !within(s->bonus_capicua, 0, DMC_MAX_VALUE) ||
        !within(s->bonus_first_pass, 0, DMC_MAX_VALUE) ||
        !within(s->bonus_round_pass, 0, DMC_MAX_VALUE) ||
        !within(s->n_bonus_tiles, 0, DMC_MAX_BONUS_TILES))
        return DMC_ERR_SCORE;
    for (int i = 0; i < 5; i++)
        if (!within(s->closing[i], 0, DMC_MAX_VALUE))
            return DMC_ERR_SCORE;
    for (int i = 0; i < s->n_bonus_tiles; i++)
        if (!within(s->bonus_tiles[i], 0, DMC_MAX_TILES - 1) ||
            !within(s->bonus_points[i], 0, DMC_MAX_VALUE))
            return DMC_ERR_SCORE;
    for (int t = 0; t < DMC_MAX_TILES; t++)
        if (!within(s->values[t], 0, DMC_MAX_VALUE))
            return DMC_ERR_SCORE;
    if (!within(s->n_divisors, 0, DMC_MAX_DIVISORS) || !flag(s->quotient) ||
        !flag(s->double_single) || !flag(s->exposed_halves) ||
        !within(s->opening_counts, 0, DMC_OPENING_SINGLE) || !flag(s->claim_required))
        return DMC_ERR_ENDS;
    for (int i = 0; i < s->n_divisors; i++)
        if (!within(s->divisors[i], 1, 1000))
            return DMC_ERR_ENDS;
    if (!within(s->target, 0, DMC_MAX_TARGET) || !flag(s->immediate) || !flag(s->wins_low))
        return DMC_ERR_MATCH;
    return DMC_OK;
}

static void derive(dmc_rules *r)
{
    const dmc_spec *s = &r->spec;
    r->n_tiles = (s->max_pip + 1) * (s->max_pip + 2) / 2;
    r->n_words = (r->n_tiles + 63) / 64;
    r->is_line = s->spinner == DMC_SPINNER_NONE && !s->fill_doubles;
    for (int p = 0; p < s->seats; p++) {
        r->side_of[p] = (uint8_t)s->sides[p];
        if (s->sides[p] >= r->n_sides)
            r->n_sides = s->sides[p] + 1;
    }
    for (int v = 0; v <= DMC_MAX_PIP; v++) {
        const int half = s->join_sum ? s->join_sum - v : v;
        const bool joins = v <= s->max_pip && within(half, 0, s->max_pip);
        r->join[v] = joins ? (uint8_t)half : DMC_NONE;
        r->touch[v] = joins ? 1u << half : 0;
    }
    for (int high = 0, t = 0; high <= s->max_pip; high++)
        for (int low = 0; low <= high; low++, t++) {
            r->high[t] = (uint8_t)high;
            r->low[t] = (uint8_t)low;
            if (set_has(&s->exclude, t))
                continue;
            r->n_dealt++;
            set_add(&r->all, t);
            if (high == low)
                set_add(&r->doubles, t);
            for (int v = 0; v <= s->max_pip; v++)
                if (r->join[v] == high || r->join[v] == low || set_has(&s->wild, t))
                    set_add(&r->fits[v], t);
        }
}

int dmc_rules_init(const dmc_spec *spec, dmc_rules *out)
{
    static int (*const checks[])(const dmc_spec *) = {check_set, check_opening, check_layout,
                                                      check_turn, check_score};
    for (unsigned i = 0; i < sizeof checks / sizeof *checks; i++) {
        const int code = checks[i](spec);
        if (code < 0)
            return code;
    }
    memset(out, 0, sizeof *out);
    out->spec = *spec;
    derive(out);
    return DMC_OK;
}
