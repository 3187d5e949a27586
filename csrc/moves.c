/* SPDX-License-Identifier: MIT */
/* Legal moves: placements by arm and tile, then a draw, then a pass. */
#include "dmc_internal.h"

/* A caller's array that may be shorter than the list. */
typedef struct list {
    uint16_t *out;
    int cap;
    int n;
} list;

static void list_add(list *l, uint16_t move)
{
    if (l->n < l->cap)
        l->out[l->n] = move;
    l->n++;
}

bool dmc_table_has_stock(const dmc_rules *rules, const dmc_table *self)
{
    return rules->spec.draw_limit > 0 && self->left > rules->spec.reserve;
}

/* A placement, and its claimed twin where it scores and has to be claimed. */
static void add_placement(const dmc_rules *rules, const dmc_table *self, uint16_t move, list *l)
{
    list_add(l, move);
    if (rules->spec.claim_required && dmc_table_points_for(rules, self, move) > 0)
        list_add(l, (uint16_t)(move | DMC_MOVE_CLAIMED));
}

static void add_leads(const dmc_rules *rules, const dmc_table *self, const dmc_set *hand, list *l)
{
    for (int w = 0; w < rules->n_words; w++)
        for (uint64_t rest = hand->word[w]; rest; rest &= rest - 1)
            add_placement(rules, self,
                          move_make(64 * w + dmc_lowest_bit(rest), DMC_ARM_LEAD, false), l);
}

/* A tile on an arm: one way round, or both for a wild one. */
static void add_join(const dmc_rules *rules, const dmc_table *self, int tile, int arm, int joins, list *l)
{
    const bool twin = is_double(rules, tile);
    if (!twin && set_has(&rules->spec.wild, tile)) {
        add_placement(rules, self, move_make(tile, arm, false), l);
        add_placement(rules, self, move_make(tile, arm, true), l);
    } else
        add_placement(rules, self, move_make(tile, arm, !twin && rules->high[tile] != joins), l);
}

static void add_joins(const dmc_rules *rules, const dmc_table *self, const dmc_set *hand, list *l)
{
    for (uint64_t arms = dmc_table_live_arms(rules, self); arms; arms &= arms - 1) {
        const int arm = dmc_lowest_bit(arms), pip = self->arms[arm] & DMC_ARM_PIP;
        for (int w = 0; w < rules->n_words; w++)
            for (uint64_t rest = hand->word[w] & rules->fits[pip].word[w]; rest; rest &= rest - 1)
                add_join(rules, self, 64 * w + dmc_lowest_bit(rest), arm, rules->join[pip], l);
    }
}

int dmc_table_moves(const dmc_rules *rules, const dmc_table *self, const dmc_set *hand, int only,
                    uint16_t *out, int cap)
{
    list l = {out, cap, 0};
    if (self->phase == DMC_PHASE_OVER)
        return 0;
    if (self->phase == DMC_PHASE_LEAD) {
        dmc_set lead = *hand;
        if (only != DMC_NONE) {
            lead = (dmc_set){{0, 0, 0}};
            set_add(&lead, only);
        }
        add_leads(rules, self, &lead, &l);
        return l.n;
    }
    const dmc_spec *s = &rules->spec;
    bool drawn_fits = false;
    dmc_set playable = *hand;
    if (self->draws && only != DMC_NONE) {
        const dmc_set takes = dmc_table_takes(rules, self);
        drawn_fits = set_has(&takes, only);
        if (drawn_fits && s->drawn_tile == DMC_DRAWN_MUST_PLAY) {
            playable = (dmc_set){{0, 0, 0}};
            set_add(&playable, only);
        }
    }
    add_joins(rules, self, &playable, &l);
    const bool may_draw =
        dmc_table_has_stock(rules, self) && !set_is_empty(hand) && !drawn_fits &&
        (s->draw_limit == DMC_DRAW_UNTIL_PLAYABLE || self->draws < s->draw_limit) &&
        (l.n == 0 || s->draw_when_able);
    const bool may_pass =
        (l.n == 0 && !may_draw) || (drawn_fits && s->drawn_tile == DMC_DRAWN_MAY_PLAY);
    if (may_draw)
        list_add(&l, DMC_DRAW);
    if (may_pass)
        list_add(&l, DMC_PASS);
    return l.n;
}

int dmc_state_moves(const dmc_rules *rules, const dmc_state *self, uint16_t *out, int cap)
{
    if (self->table.phase == DMC_PHASE_OVER)
        return 0;
    return dmc_table_moves(rules, &self->table, &self->hands[self->table.turn], self->only, out, cap);
}

int dmc_view_moves(const dmc_rules *rules, const dmc_view *self, uint16_t *out, int cap)
{
    if (self->table.phase == DMC_PHASE_OVER || self->table.turn != self->seat)
        return 0;
    return dmc_table_moves(rules, &self->table, &self->hand, self->only, out, cap);
}

void dmc_state_list(const dmc_rules *rules, dmc_state *self)
{
    const int before = self->n_moves == DMC_NONE ? DMC_STATE_MOVES : self->n_moves;
    const int n = dmc_state_moves(rules, self, self->moves, DMC_STATE_MOVES);
    self->n_moves = (uint8_t)(n > DMC_STATE_MOVES ? DMC_NONE : n);
    for (int i = n; i < before; i++) /* what lies past the list is zero, so bytes compare */
        self->moves[i] = 0;
}

bool dmc_state_is_legal(const dmc_rules *rules, const dmc_state *self, uint16_t move)
{
    if (self->n_moves != DMC_NONE) {
        for (int i = 0; i < self->n_moves; i++)
            if (self->moves[i] == move)
                return true;
        return false;
    }
    uint16_t moves[DMC_MANY_MOVES];
    const int n = dmc_state_moves(rules, self, moves, DMC_MANY_MOVES);
    for (int i = 0; i < n; i++)
        if (moves[i] == move)
            return true;
    return false;
}
