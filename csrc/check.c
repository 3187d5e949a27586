/* SPDX-License-Identifier: MIT */
/* Bytes that come from outside: are they a state, or a view, that these rules can have? */
#include "dmc_internal.h"

#include <string.h>

static bool same_set(const dmc_set *a, const dmc_set *b)
{
    return !memcmp(a, b, sizeof *a);
}

static bool seat_or_none(const dmc_rules *rules, int seat)
{
    return seat == DMC_NONE || seat < rules->spec.seats;
}

bool dmc_scores_are_sound(const dmc_rules *rules, const int32_t *scores)
{
    for (int side = 0; side < rules->n_sides; side++)
        if (scores[side] < -DMC_MOST_SCORE || scores[side] > DMC_MOST_SCORE)
            return false;
    return true;
}

bool dmc_deal_is_sound(const dmc_rules *rules, const dmc_deal *deal)
{
    dmc_deal copy;
    uint8_t order[DMC_MAX_TILES];
    memcpy(order, deal->order, sizeof order);
    if (deal->leader >= rules->spec.seats || deal->turn >= rules->spec.seats ||
        (deal->forced != DMC_NONE && deal->forced >= rules->n_tiles) ||
        (deal->opened_by != DMC_NONE && deal->opened_by >= rules->spec.n_criteria))
        return false;
    const bool lots = deal->lots[0] != DMC_NONE;
    for (int p = 0; p < rules->spec.seats; p++)
        if ((deal->lots[p] != DMC_NONE) != lots || (lots && deal->lots[p] >= rules->n_tiles))
            return false;
    if (deal->set_up > 1 || dmc_deal_order(rules, order, deal->hand_sizes, deal->n_boneyard,
                                           deal->round, deal->leader, deal->scores, &copy) < 0)
        return false;
    copy.turn = deal->turn;
    copy.opened_by = deal->opened_by;
    copy.forced = deal->forced;
    copy.set_up = deal->set_up;
    memcpy(copy.lots, deal->lots, (size_t)rules->spec.seats);
    return memcmp(&copy, deal, sizeof copy) == 0; /* no byte that means nothing is set */
}

/* Who won and who blocked: nobody while the round goes on; a side has one of its seats. */
static bool outcome_is_sound(const dmc_rules *rules, const dmc_table *t)
{
    if (t->blocker != (t->ending == DMC_ENDING_BLOCKED ? t->last : DMC_NONE))
        return false;
    if (t->seat == DMC_NONE)
        return t->side == DMC_NONE &&
               (t->ending == DMC_ENDING_NONE || t->ending == DMC_ENDING_BLOCKED);
    return t->ending != DMC_ENDING_NONE && t->seat < rules->spec.seats &&
           t->side == rules->side_of[t->seat];
}

static bool is_played(const dmc_rules *rules, const dmc_table *t, int tile)
{
    return tile < rules->n_tiles && set_has(&t->played, tile);
}

bool dmc_table_is_sound(const dmc_rules *rules, const dmc_table *t)
{
    if (t->phase > DMC_PHASE_OVER || (t->phase == DMC_PHASE_OVER) != (t->turn == DMC_NONE) ||
        !seat_or_none(rules, t->turn) || t->leader >= rules->spec.seats ||
        !seat_or_none(rules, t->last) || t->ending > DMC_ENDING_TARGET ||
        (t->ending != 0) != (t->phase == DMC_PHASE_OVER) || !outcome_is_sound(rules, t))
        return false;
    if ((t->placed == 0) != (t->lead_tile == DMC_NONE) || (t->placed == 0) != (t->last == DMC_NONE) ||
        (t->placed == 0) != (t->last_tile == DMC_NONE) || set_count(&t->played) != t->placed ||
        (t->placed > 0) != (t->phase != DMC_PHASE_LEAD))
        return false;
    /* who has drawn holds what it drew: so the count stays below that of tiles */
    if (t->phase != DMC_PHASE_OVER &&
        t->draws > (t->phase == DMC_PHASE_LEAD ? 0 : t->hand_sizes[t->turn]))
        return false;
    const dmc_set foreign = set_minus(&t->played, &rules->all);
    if (!set_is_empty(&foreign) ||
        (t->placed && (!is_played(rules, t, t->lead_tile) || !is_played(rules, t, t->last_tile))))
        return false;
    for (int a = 0; a < DMC_ARM_SLOTS; a++) {
        const uint8_t arm = t->arms[a];
        if ((a < 2 && t->placed ? arm == DMC_NONE : false) || (arm != DMC_NONE && t->placed == 0) ||
            (arm != DMC_NONE && ((arm & DMC_ARM_PIP) > rules->spec.max_pip || arm > 0x5f)))
            return false;
    }
    if ((t->spinner != DMC_NONE && t->spinner > rules->spec.max_pip) ||
        (t->fill != DMC_NONE && t->fill > rules->spec.max_pip))
        return false;
    const int most = t->phase == DMC_PHASE_OVER ? INT32_MAX / 2 : DMC_MOST_POINTS;
    for (int p = 0; p < DMC_MAX_SEATS; p++)
        if (t->voids[p] >> (rules->spec.max_pip + 1) || (p >= rules->spec.seats && t->voids[p]) ||
            t->points[p] < -most || t->points[p] > most ||
            (p >= rules->n_sides && t->points[p]))
            return false;
    return true;
}

/* Every tile of the deal lies in one place: a hand, the rest of the boneyard, or the table. */
static bool tiles_are_sound(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self)
{
    const dmc_table *t = &self->table;
    if (t->left > deal->n_boneyard)
        return false;
    dmc_set dealt = {{0, 0, 0}}, left = {{0, 0, 0}}, held = {{0, 0, 0}};
    int n = 0;
    for (int p = 0; p < DMC_MAX_SEATS; p++) {
        if (p >= rules->spec.seats && (!set_is_empty(&self->hands[p]) || t->hand_sizes[p]))
            return false;
        if (set_count(&self->hands[p]) != t->hand_sizes[p] || set_meets(&held, &self->hands[p]))
            return false;
        held = set_or(&held, &self->hands[p]);
        n += p < rules->spec.seats ? deal->hand_sizes[p] : 0;
    }
    for (int i = 0; i < n + deal->n_boneyard; i++)
        set_add(i >= n + deal->n_boneyard - t->left ? &left : &dealt, deal->order[i]);
    if (set_meets(&held, &left) || set_meets(&held, &t->played) || set_meets(&left, &t->played))
        return false;
    const dmc_set out_of_stock = set_or(&held, &t->played);
    const dmc_set foreign = set_minus(&out_of_stock, &rules->all);
    if (!set_is_empty(&foreign))
        return false;
    if (deal->set_up) {
        const dmc_set kept = set_and(&out_of_stock, &dealt);
        return same_set(&kept, &dealt);
    }
    return same_set(&out_of_stock, &dealt);
}

/* The tile that must be played: the forced lead, or what the seat has drawn in this turn. */
static bool only_is_sound(const dmc_rules *rules, const dmc_table *t, const dmc_set *hand, int only)
{
    if (t->phase != DMC_PHASE_LEAD && (only != DMC_NONE) != (t->draws && t->phase == DMC_PHASE_PLAY))
        return false;
    return only == DMC_NONE || (only < rules->n_tiles && set_has(hand, only));
}

int dmc_state_check(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self)
{
    const dmc_table *t = &self->table;
    if (!dmc_deal_is_sound(rules, deal) || !dmc_table_is_sound(rules, &self->table) ||
        !tiles_are_sound(rules, deal, self))
        return DMC_ERR_BAD_STATE;
    if (!only_is_sound(rules, t, &self->hands[t->turn == DMC_NONE ? 0 : t->turn], self->only) ||
        (t->phase == DMC_PHASE_LEAD && self->only != deal->forced) ||
        (t->phase == DMC_PHASE_PLAY && dmc_state_is_blocked(rules, self)))
        return DMC_ERR_BAD_STATE;
    dmc_state listed = *self; /* the moves it should list */
    listed.n_moves = 0;
    memset(listed.moves, 0, sizeof listed.moves);
    dmc_state_list(rules, &listed);
    const bool can_move = t->phase == DMC_PHASE_OVER || listed.n_moves;
    return can_move && !memcmp(&listed, self, sizeof listed) ? DMC_OK : DMC_ERR_BAD_STATE;
}

int dmc_view_check(const dmc_rules *rules, const dmc_view *self)
{
    const dmc_table *t = &self->table;
    const bool on_turn = t->turn == self->seat && t->phase != DMC_PHASE_OVER;
    if (!dmc_table_is_sound(rules, t) || self->seat >= rules->spec.seats ||
        self->first_turn >= rules->spec.seats || t->left > self->n_boneyard ||
        (self->opened_by != DMC_NONE && self->opened_by >= rules->spec.n_criteria) ||
        set_count(&self->hand) != t->hand_sizes[self->seat] ||
        set_meets(&self->hand, &t->played) || !dmc_scores_are_sound(rules, self->scores))
        return DMC_ERR_BAD_STATE;
    const dmc_set foreign = set_minus(&self->hand, &rules->all);
    const bool lots = self->lots[0] != DMC_NONE;
    for (int p = 0; p < rules->spec.seats; p++)
        if ((self->lots[p] != DMC_NONE) != lots || (lots && self->lots[p] >= rules->n_tiles))
            return DMC_ERR_BAD_STATE;
    if (!set_is_empty(&foreign) ||
        !(on_turn ? only_is_sound(rules, t, &self->hand, self->only) : self->only == DMC_NONE))
        return DMC_ERR_BAD_STATE;
    for (int p = 0; p < DMC_MAX_SEATS; p++) {
        const dmc_set outside = set_minus(&self->shown[p], &rules->all);
        if (!set_is_empty(&outside))
            return DMC_ERR_BAD_STATE;
    }
    uint16_t moves[DMC_STATE_MOVES] = {0};
    const int n = dmc_view_moves(rules, self, moves, DMC_STATE_MOVES);
    const bool same = self->n_moves == (n > DMC_STATE_MOVES ? DMC_NONE : n) &&
                      !memcmp(moves, self->moves, sizeof moves);
    return same ? DMC_OK : DMC_ERR_BAD_STATE;
}
