/* SPDX-License-Identifier: MIT */
/* Many rounds stepped by one call. A lane holds a round; when it ends, the next one is dealt. */
#include "dmc_internal.h"
#include "dominocore_search.h"

#include <string.h>

static int deal_lane(const dmc_rules *rules, const uint8_t key[32], uint32_t number, dmc_lane *out)
{
    const int code = dmc_deal_random(rules, key, number, DMC_LEAD_BY_CRITERIA, NULL, &out->deal);
    if (code < 0)
        return code;
    memset(out->laid, 0, sizeof out->laid);
    dmc_state_begin(rules, &out->deal, &out->state);
    return DMC_OK;
}

static void play(const dmc_rules *rules, uint16_t move, dmc_lane *io)
{
    if (move_arm(move) <= DMC_ARM_LEAD)
        set_add(&io->laid[io->state.table.turn], move_tile(move));
    dmc_state_advance(rules, &io->deal, move, &io->state);
}

/* The only thing to do, or an error where there is a choice. */
static int forced(const dmc_rules *rules, const dmc_state *self)
{
    const int n = self->n_moves;
    if (n == 0 || n > 2 * DMC_ARM_SLOTS)
        return DMC_ERR_MOVE;
    const int action = dmc_action_of(rules, &self->table, self->moves[0]);
    for (int i = 1; i < n; i++)
        if (dmc_action_of(rules, &self->table, self->moves[i]) != action)
            return DMC_ERR_MOVE;
    return dmc_action_move(rules, self, action);
}

/* Play on to a choice or to the end of the round. */
static void play_forced(const dmc_rules *rules, unsigned options, dmc_lane *io)
{
    int move;
    while (options & DMC_LANES_FORCED && io->state.table.phase != DMC_PHASE_OVER &&
           (move = forced(rules, &io->state)) >= 0)
        play(rules, (uint16_t)move, io);
}

/* Deal a round that has a leader and something to choose. */
static int begin(const dmc_rules *rules, const uint8_t key[32], unsigned options, uint32_t n,
                 uint32_t number, dmc_lane *out)
{
    enum { ATTEMPTS = 1000 };
    int code = DMC_OK;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++, number += n) {
        code = deal_lane(rules, key, number, out);
        if (code == DMC_ERR_NO_LEAD)
            continue;
        if (code < 0)
            return code;
        play_forced(rules, options, out);
        if (out->state.table.phase != DMC_PHASE_OVER)
            return DMC_OK;
        code = DMC_ERR_OVER;
    }
    return code;
}

static void write(const dmc_rules *rules, const dmc_lane *lane, uint32_t at,
                  const dmc_lanes_out *out)
{
    const int turn = lane->state.table.turn;
    const size_t actions = (size_t)dmc_action_count(rules);
    uint8_t *mask = out->masks ? out->masks + (size_t)at * actions : NULL;
    dmc_observation *observation = out->observations ? out->observations + at : NULL;
    if (out->turns)
        out->turns[at] = (uint8_t)turn;
    if (turn == DMC_NONE) { /* no next round could be dealt */
        if (mask)
            memset(mask, 0, actions);
        if (observation)
            memset(observation, 0, sizeof *observation);
        return;
    }
    if (!mask && !observation)
        return;
    dmc_view view;
    (void)dmc_view_make(rules, &lane->deal, &lane->state, turn, &view);
    if (mask)
        (void)dmc_view_mask(rules, &view, mask);
    if (observation)
        (void)dmc_view_pack(rules, &view, lane->laid, observation);
}

static void write_end(const dmc_rules *rules, const dmc_lane *lane, uint32_t at, bool over,
                      const dmc_lanes_out *out)
{
    if (out->done)
        out->done[at] = over;
    for (int s = 0; out->points && s < rules->n_sides; s++)
        out->points[(size_t)at * (size_t)rules->n_sides + (size_t)s] =
            over ? lane->state.table.points[s] : 0;
}

int dmc_lanes_start(const dmc_rules *rules, const uint8_t key[32], unsigned options, uint32_t n,
                    dmc_lane *lanes, const dmc_lanes_out *out)
{
    for (uint32_t i = 0; i < n; i++) {
        memset(&lanes[i], 0, sizeof lanes[i]);
        const int code = begin(rules, key, options, n, i + 1, &lanes[i]);
        if (code < 0)
            return code;
    }
    dmc_lanes_show(rules, n, lanes, out);
    return DMC_OK;
}

void dmc_lanes_show(const dmc_rules *rules, uint32_t n, const dmc_lane *lanes,
                    const dmc_lanes_out *out)
{
    for (uint32_t i = 0; i < n; i++) {
        write_end(rules, &lanes[i], i, false, out);
        write(rules, &lanes[i], i, out);
    }
}

int dmc_lanes_step(const dmc_rules *rules, const uint8_t key[32], unsigned options, uint32_t n,
                   dmc_lane *lanes, const int32_t *actions, const dmc_lanes_out *out)
{
    for (uint32_t i = 0; i < n; i++) {
        if (actions[i] == DMC_LANE_SKIP)
            continue;
        const int move = dmc_action_move(rules, &lanes[i].state, actions[i]);
        if (move < 0)
            return move;
        lanes[i].move = (uint16_t)move;
    }
    for (uint32_t i = 0; i < n; i++) {
        dmc_lane *lane = &lanes[i];
        if (actions[i] == DMC_LANE_SKIP) {
            write_end(rules, lane, i, false, out);
            continue;
        }
        play(rules, lane->move, lane);
        play_forced(rules, options, lane);
        const bool over = lane->state.table.phase == DMC_PHASE_OVER;
        write_end(rules, lane, i, over, out);
        const int code = over ? begin(rules, key, options, n, lane->deal.round + n, lane) : DMC_OK;
        if (code < 0)
            return code;
        write(rules, lane, i, out);
    }
    return DMC_OK;
}
