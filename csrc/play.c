/* SPDX-License-Identifier: MIT */
/* Start a round, set one up, play a move, and notice the end. */
#include "dmc_internal.h"

#include <string.h>

/* ---- the end of a round ---- */

static void finish(dmc_state *self, int ending, int seat, int side, int blocker)
{
    dmc_table *t = &self->table;
    t->phase = DMC_PHASE_OVER;
    t->turn = DMC_NONE;
    t->ending = (uint8_t)ending;
    t->seat = (uint8_t)seat;
    t->side = (uint8_t)side;
    t->blocker = (uint8_t)blocker;
    self->only = DMC_NONE;
}

static void settle(const dmc_rules *rules, dmc_state *self, int ending, int closing)
{
    dmc_table *t = &self->table;
    dmc_result result;
    /* cannot fail: the seats are the state's own */
    (void)dmc_result_settle(rules, ending, t->last, t->leader, closing, self->hands, &result);
    for (int s = 0; s < rules->n_sides; s++)
        t->points[s] += result.points[s];
    finish(self, ending, result.seat, result.side,
           ending == DMC_ENDING_BLOCKED ? t->last : DMC_NONE);
}

static bool side_is_out(const dmc_rules *rules, const dmc_state *self, int seat)
{
    if (!rules->spec.out_side)
        return self->table.hand_sizes[seat] == 0;
    for (int p = 0; p < rules->spec.seats; p++)
        if (rules->side_of[p] == rules->side_of[seat] && self->table.hand_sizes[p])
            return false;
    return true;
}

/* Some position that was set up has no tile in any hand. */
static bool nobody_holds(const dmc_table *self)
{
    uint64_t sizes;
    memcpy(&sizes, self->hand_sizes, sizeof sizes);
    return !sizes;
}

/* Nobody holds a tile that fits and nobody may draw: the referee knows the hands. */
static bool is_stuck(const dmc_rules *rules, const dmc_state *self, const dmc_set *takes)
{
    if (dmc_table_has_stock(rules, &self->table) && !nobody_holds(&self->table))
        return false;
    for (int p = 0; p < rules->spec.seats; p++)
        if (set_meets(takes, &self->hands[p]))
            return false;
    return true;
}

bool dmc_state_is_blocked(const dmc_rules *rules, const dmc_state *self)
{
    const dmc_set takes = dmc_table_takes(rules, &self->table);
    if (is_stuck(rules, self, &takes))
        return true;
    const dmc_set outside = set_minus(&takes, &self->table.played);
    return !rules->spec.drain && set_is_empty(&outside);
}

/* A side that was past the target before, in a match that goes on to break a tie, has to score
 * again to end it. */
static bool target_reached(const dmc_rules *rules, const dmc_deal *deal, const dmc_table *table,
                           int side)
{
    return rules->spec.immediate && rules->spec.target && !rules->spec.wins_low &&
           table->points[side] > 0 &&
           deal->scores[side] + table->points[side] >= rules->spec.target;
}

static void add_out_bonuses(const dmc_rules *rules, dmc_state *self, int tile, int closing)
{
    const dmc_spec *s = &rules->spec;
    int bonus = closing == DMC_CLOSING_BOTH_ENDS ? s->bonus_capicua : 0;
    for (int i = 0; i < s->n_bonus_tiles; i++)
        if (s->bonus_tiles[i] == tile)
            bonus += s->bonus_points[i];
    self->table.points[rules->side_of[self->table.last]] += bonus;
}

/* Kind of an OUT by the table before the last tile came down. */
static int closing_kind(const dmc_rules *rules, const dmc_table *before, int tile)
{
    const uint8_t right = before->arms[DMC_ARM_RIGHT], left = before->arms[DMC_ARM_LEFT];
    const bool both = before->phase == DMC_PHASE_PLAY && (dmc_table_live_arms(rules, before) & 3) == 3 &&
                      set_has(&rules->fits[right & DMC_ARM_PIP], tile) &&
                      set_has(&rules->fits[left & DMC_ARM_PIP], tile);
    const bool twin = is_double(rules, tile);
    if (both)
        return twin ? DMC_CLOSING_DOUBLE_BOTH_ENDS : DMC_CLOSING_BOTH_ENDS;
    return twin ? DMC_CLOSING_DOUBLE : DMC_CLOSING_SIMPLE;
}

/* ---- the moves ---- */

static void pass_turn(const dmc_rules *rules, dmc_state *self)
{
    self->table.turn = (uint8_t)next_seat(rules, self->table.turn);
    self->table.draws = 0;
    self->only = DMC_NONE;
}

static void place(const dmc_rules *rules, const dmc_deal *deal, const dmc_table *before,
                  uint16_t move, dmc_state *io)
{
    dmc_table *t = &io->table;
    const int seat = t->turn, tile = move_tile(move), side = rules->side_of[seat];
    set_remove(&io->hands[seat], tile);
    t->hand_sizes[seat]--;
    t->last = (uint8_t)seat;
    t->passes = 0;
    dmc_table_lay(rules, t, move);
    if (!rules->spec.claim_required || move & DMC_MOVE_CLAIMED)
        t->points[side] += dmc_table_play_points(rules, t);
    if (target_reached(rules, deal, t, side)) {
        finish(io, DMC_ENDING_TARGET, seat, side, DMC_NONE);
    } else if (side_is_out(rules, io, seat)) {
        const int closing = closing_kind(rules, before, tile);
        add_out_bonuses(rules, io, tile, closing);
        settle(rules, io, DMC_ENDING_OUT, closing);
    } else if (dmc_state_is_blocked(rules, io)) {
        settle(rules, io, DMC_ENDING_BLOCKED, DMC_CLOSING_BLOCKED);
    } else {
        pass_turn(rules, io);
    }
}

/* Pips that would fit an arm that takes tiles now. */
static uint32_t touching(const dmc_rules *rules, const dmc_table *self)
{
    uint32_t pips = 0;
    for (uint64_t arms = dmc_table_live_arms(rules, self); arms; arms &= arms - 1)
        pips |= rules->touch[self->arms[dmc_lowest_bit(arms)] & DMC_ARM_PIP];
    return pips;
}

/* A draw or a pass shows which pips the seat lacks, and a tile that it drew before and kept
 * clears what earlier turns had shown, but for the pips that would fit now. */
static void show_voids(const dmc_rules *rules, dmc_table *self, bool draw)
{
    const dmc_spec *s = &rules->spec;
    uint32_t *lacks = &self->voids[self->turn];
    if (self->hand_sizes[self->turn] == 0)
        return;
    if (draw && (s->draw_when_able || s->drawn_tile != DMC_DRAWN_MUST_PLAY))
        *lacks = 0;
    else if (self->draws == 0)
        *lacks |= touching(rules, self);
    else if (s->drawn_tile == DMC_DRAWN_MUST_PLAY)
        *lacks = touching(rules, self);
}

static void draw(const dmc_rules *rules, const dmc_deal *deal, dmc_state *io)
{
    dmc_table *t = &io->table;
    const dmc_spec *s = &rules->spec;
    int front = deal->n_boneyard - t->left;
    for (int p = 0; p < s->seats; p++)
        front += deal->hand_sizes[p];
    const int tile = deal->order[front];
    show_voids(rules, t, true);
    set_add(&io->hands[t->turn], tile);
    t->hand_sizes[t->turn]++;
    t->left--;
    t->draws++;
    io->only = (uint8_t)tile;
    const dmc_set takes = dmc_table_takes(rules, t);
    if (is_stuck(rules, io, &takes)) {
        t->voids[t->turn] &= touching(rules, t); /* the tile drawn may have any other pip */
        settle(rules, io, DMC_ENDING_BLOCKED, DMC_CLOSING_BLOCKED);
        return;
    }
    if (s->drawn_tile == DMC_DRAWN_TURN_ENDS) {
        const bool again = !set_has(&takes, tile) && dmc_table_has_stock(rules, t) &&
                           (s->draw_limit == DMC_DRAW_UNTIL_PLAYABLE || t->draws < s->draw_limit);
        if (!again)
            pass_turn(rules, io);
    }
}

static void pass(const dmc_rules *rules, const dmc_deal *deal, dmc_state *io)
{
    dmc_table *t = &io->table;
    const dmc_spec *s = &rules->spec;
    show_voids(rules, t, false);
    t->passes++;
    if (t->placed == 1 && t->passes == 1 && t->turn == next_seat(rules, t->leader))
        t->points[rules->side_of[t->leader]] += s->bonus_first_pass;
    if (t->passes == s->seats - 1)
        t->points[rules->side_of[t->last]] += s->bonus_round_pass;
    const int side = rules->side_of[t->last]; /* who placed last earns what a pass earns */
    if ((s->bonus_first_pass || s->bonus_round_pass) && target_reached(rules, deal, t, side))
        finish(io, DMC_ENDING_TARGET, t->last, side, DMC_NONE);
    else
        pass_turn(rules, io);
}

/* ---- refusals: why a move that is not listed is not legal ---- */

static int refuse_placement(const dmc_rules *rules, const dmc_state *self, uint16_t move)
{
    const dmc_table *t = &self->table;
    const int tile = move_tile(move), arm = move_arm(move);
    if (tile >= DMC_MAX_TILES || !set_has(&self->hands[t->turn], tile))
        return DMC_ERR_NOT_HELD;
    if (t->phase == DMC_PHASE_LEAD) {
        if (arm != DMC_ARM_LEAD)
            return DMC_ERR_ARM;
        if (self->only != DMC_NONE && self->only != tile)
            return DMC_ERR_ONLY;
        return move & DMC_MOVE_LOW_JOINS ? DMC_ERR_MOVE : DMC_ERR_CLAIM;
    }
    if (arm >= DMC_ARM_SLOTS || t->arms[arm] == DMC_NONE)
        return DMC_ERR_ARM;
    if (!set_has(&rules->fits[t->arms[arm] & DMC_ARM_PIP], tile))
        return DMC_ERR_FIT;
    if (!(dmc_table_live_arms(rules, t) >> arm & 1))
        return DMC_ERR_FILL;
    if (t->draws && self->only != tile && rules->spec.drawn_tile == DMC_DRAWN_MUST_PLAY) {
        const dmc_set takes = dmc_table_takes(rules, t);
        if (set_has(&takes, self->only))
            return DMC_ERR_ONLY;
    }
    return move & DMC_MOVE_CLAIMED ? DMC_ERR_CLAIM : DMC_ERR_FIT;
}

static int refuse(const dmc_rules *rules, const dmc_state *self, uint16_t move)
{
    const int arm = move_arm(move);
    if (arm == DMC_ARM_DRAW || arm == DMC_ARM_PASS) {
        if (move != DMC_DRAW && move != DMC_PASS)
            return DMC_ERR_MOVE;
        bool can_play = false, can_draw = false;
        const int n = self->n_moves == DMC_NONE ? 1 : self->n_moves;
        for (int i = 0; i < n; i++) {
            can_draw = can_draw || self->moves[i] == DMC_DRAW;
            can_play = can_play || (self->moves[i] != DMC_DRAW && self->moves[i] != DMC_PASS);
        }
        if (can_play)
            return DMC_ERR_CAN_PLAY;
        return arm == DMC_ARM_DRAW ? DMC_ERR_NO_DRAW : DMC_ERR_CAN_DRAW;
    }
    return refuse_placement(rules, self, move);
}

/* Make a legal move in place; before: the table as it was. */
static void advance(const dmc_rules *rules, const dmc_deal *deal, const dmc_table *before,
                    uint16_t move, dmc_state *io)
{
    if (move == DMC_DRAW)
        draw(rules, deal, io);
    else if (move == DMC_PASS)
        pass(rules, deal, io);
    else
        place(rules, deal, before, move, io);
    dmc_state_list(rules, io);
}

void dmc_state_advance(const dmc_rules *rules, const dmc_deal *deal, uint16_t move, dmc_state *io)
{
    const dmc_table before = io->table;
    advance(rules, deal, &before, move, io);
}

int dmc_state_play(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self,
                   uint16_t move, dmc_state *out)
{
    if (self->table.phase == DMC_PHASE_OVER)
        return DMC_ERR_OVER;
    if (!dmc_state_is_legal(rules, self, move))
        return refuse(rules, self, move);
    *out = *self;
    advance(rules, deal, &self->table, move, out);
    return DMC_OK;
}

/* ---- the first state ---- */

static void deal_hands(const dmc_rules *rules, const dmc_deal *deal, dmc_state *out)
{
    dmc_table *t = &out->table;
    memset(out, 0, sizeof *out);
    memset(t->arms, DMC_NONE, sizeof t->arms);
    int n = 0;
    for (int p = 0; p < rules->spec.seats; p++) {
        t->hand_sizes[p] = deal->hand_sizes[p];
        for (int i = 0; i < deal->hand_sizes[p]; i++)
            set_add(&out->hands[p], deal->order[n++]);
    }
    t->turn = deal->turn;
    t->leader = deal->leader;
    t->left = deal->n_boneyard;
    t->last = t->last_tile = t->lead_tile = t->spinner = t->fill = DMC_NONE;
    t->seat = t->side = t->blocker = DMC_NONE;
    out->only = deal->forced;
}

void dmc_state_begin(const dmc_rules *rules, const dmc_deal *deal, dmc_state *out)
{
    deal_hands(rules, deal, out);
    dmc_state_list(rules, out);
}

/* Whether the seat on turn has something to lead: the tile that it must lead, if there is one. */
static bool can_lead(const dmc_state *self)
{
    const dmc_set *hand = &self->hands[self->table.turn];
    return self->only == DMC_NONE ? !set_is_empty(hand) : set_has(hand, self->only);
}

int dmc_state_start(const dmc_rules *rules, const dmc_deal *deal, dmc_state *out)
{
    if (!dmc_deal_is_sound(rules, deal))
        return DMC_ERR_DEAL;
    for (int p = 0; p < rules->spec.seats; p++)
        if (deal->hand_sizes[p] == 0)
            return DMC_ERR_DEAL;
    dmc_state state;
    deal_hands(rules, deal, &state);
    if (!can_lead(&state))
        return DMC_ERR_DEAL;
    dmc_state_list(rules, &state);
    *out = state;
    return DMC_OK;
}

/* Whether a tile may be joined to an arm, by the arm and the halves alone. */
static bool can_lay(const dmc_rules *rules, const dmc_table *self, uint16_t move)
{
    const int tile = move_tile(move), arm = move_arm(move);
    if (tile >= rules->n_tiles || set_has(&self->played, tile) || !set_has(&rules->all, tile))
        return false;
    if (self->phase == DMC_PHASE_LEAD)
        return arm == DMC_ARM_LEAD && !(move & DMC_MOVE_LOW_JOINS);
    if (arm >= DMC_ARM_SLOTS || !(dmc_table_live_arms(rules, self) >> arm & 1))
        return false;
    const int pip = self->arms[arm] & DMC_ARM_PIP;
    const int half = move & DMC_MOVE_LOW_JOINS ? rules->low[tile] : rules->high[tile];
    if (is_double(rules, tile) && move & DMC_MOVE_LOW_JOINS)
        return false;
    return rules->join[pip] == half || set_has(&rules->spec.wild, tile);
}

int dmc_state_setup(const dmc_rules *rules, const dmc_deal *deal, const uint16_t *layout,
                    int n_layout, int last, dmc_state *out)
{
    if (last < 0 || last >= rules->spec.seats || deal->turn >= rules->spec.seats ||
        deal->leader >= rules->spec.seats)
        return DMC_ERR_BAD_SEAT;
    if (n_layout < 0)
        return DMC_ERR_BAD_LAYOUT;
    if (!dmc_deal_is_sound(rules, deal) || (n_layout && !deal->set_up))
        return DMC_ERR_DEAL;
    dmc_state state;
    deal_hands(rules, deal, &state);
    dmc_set outside = state.hands[0];
    for (int p = 1; p < rules->spec.seats; p++)
        outside = set_or(&outside, &state.hands[p]);
    for (int i = 0, n = set_count(&outside); i < deal->n_boneyard; i++)
        set_add(&outside, deal->order[n + i]);
    for (int i = 0; i < n_layout; i++) {
        if (!can_lay(rules, &state.table, layout[i]))
            return DMC_ERR_BAD_LAYOUT;
        if (set_has(&outside, move_tile(layout[i])))
            return DMC_ERR_DEAL;
        dmc_table_lay(rules, &state.table, layout[i] & (uint16_t)~DMC_MOVE_CLAIMED);
    }
    if (n_layout) {
        state.only = DMC_NONE; /* no lead is forced any more */
        state.table.last = (uint8_t)last;
        if (dmc_state_is_blocked(rules, &state))
            settle(rules, &state, DMC_ENDING_BLOCKED, DMC_CLOSING_BLOCKED);
    } else if (!can_lead(&state)) {
        return DMC_ERR_DEAL;
    }
    dmc_state_list(rules, &state);
    *out = state;
    return DMC_OK;
}
