/* SPDX-License-Identifier: MIT */
/* Random rounds to the end. Every legal move is equally likely, a tile at each of two ends being
 * two moves; where points in play have to be claimed, they are.
 *
 * Rounds on chains, squares and rows, which are most, take their own walks; all others run on the
 * public step functions. All give the same distribution, not the same rounds. */
#include "dmc_playout.h"

#include <string.h>

/* ---- any rules: the public step functions ---- */

static uint16_t choose_of(const dmc_rules *rules, const uint16_t *moves, int n, fast_rng *rng)
{
    if (!rules->spec.claim_required)
        return moves[fast_below(rng, n)];
    int choices = 0; /* a placement that scores is listed twice, the claimed one second */
    for (int i = 0; i < n; i++)
        choices += i + 1 == n || moves[i + 1] != (moves[i] | DMC_MOVE_CLAIMED);
    int pick = fast_below(rng, choices);
    for (int i = 0;; i++) {
        const bool doubled = i + 1 < n && moves[i + 1] == (moves[i] | DMC_MOVE_CLAIMED);
        if (!doubled && pick-- == 0)
            return moves[i];
    }
}

static uint16_t choose_of_many(const dmc_rules *rules, const dmc_state *state, fast_rng *rng)
{
    uint16_t moves[DMC_MANY_MOVES];
    return choose_of(rules, moves, dmc_state_moves(rules, state, moves, DMC_MANY_MOVES), rng);
}

static int play_any(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *from,
                    fast_rng *rng, dmc_state *end)
{
    dmc_state a = *from, b;
    int plies = 0;
    for (; a.table.phase != DMC_PHASE_OVER; plies++) {
        const uint16_t move = a.n_moves == DMC_NONE ? choose_of_many(rules, &a, rng)
                                                    : choose_of(rules, a.moves, a.n_moves, rng);
        if (dmc_state_play(rules, deal, &a, move, &b) < 0)
            break;
        a = b;
    }
    *end = a;
    return plies;
}

/* ---- adding up ---- */

static void add(const dmc_rules *rules, const dmc_round_end *end, dmc_tally *io, int32_t *kept)
{
    io->rounds++;
    io->plies += (uint64_t)end->plies;
    io->endings[end->ending]++;
    io->wins[end->side == DMC_NONE ? DMC_MAX_SEATS : end->side]++;
    for (int s = 0; s < rules->n_sides; s++) {
        io->sum[s] += end->points[s];
        io->squares[s] += (int64_t)end->points[s] * end->points[s];
        if (kept)
            kept[s] = end->points[s];
    }
}

void dmc_player_init(const dmc_rules *rules, dmc_player *out)
{
    out->rules = rules;
    out->ways = DMC_BY_STATES;
    if (rules->spec.max_pip <= CHAIN_MOST_SUITS && dmc_rules_are_chain(rules)) {
        out->ways = dmc_square_init(rules, &out->square) ? DMC_ON_SQUARE : DMC_ON_CHAIN;
        dmc_chain_init(rules, &out->chain);
    }
    if (rules->n_words > 1 && dmc_rules_are_rows(rules))
        out->ways = DMC_ON_ROWS;
}

void dmc_player_load(const dmc_deal *deal, const dmc_state *from, dmc_player *io)
{
    io->way = io->ways;
    if ((io->way == DMC_ON_ROWS && !dmc_rows_load(io->rules, deal, from, &io->rows)) ||
        ((io->way == DMC_ON_CHAIN || io->way == DMC_ON_SQUARE) &&
         !dmc_chain_load(deal, from, &io->chain)))
        io->way = DMC_BY_STATES;
    if (io->way == DMC_ON_SQUARE && !dmc_square_load(&io->chain, &io->square))
        io->way = DMC_ON_CHAIN;
    for (int side = 0; side < io->rules->n_sides; side++)
        io->to_target[side] = io->rules->spec.target - deal->scores[side] - from->table.points[side];
}

void dmc_player_play(const dmc_player *self, const dmc_deal *deal, const dmc_state *from,
                     fast_rng *rng, dmc_round_end *out)
{
    const dmc_rules *rules = self->rules;
    playout end;
    if (self->way == DMC_BY_STATES) {
        dmc_state last;
        out->plies = play_any(rules, deal, from, rng, &last);
        memcpy(out->points, last.table.points, sizeof out->points);
        out->side = last.table.side;
        out->ending = last.table.ending;
        return;
    }
    if (self->way == DMC_ON_CHAIN)
        dmc_playout_chain(&self->chain, self->to_target, rng, &end);
    else if (self->way == DMC_ON_SQUARE)
        dmc_playout_square(&self->square, &self->chain, rng, &end);
    else
        dmc_playout_rows(&self->rows, rng, &end);
    if (end.ending == DMC_ENDING_TARGET) {
        memset(out->points, 0, sizeof out->points);
        out->side = rules->side_of[end.last];
    } else {
        out->side = dmc_points_from_pips(rules, end.ending, end.last, from->table.leader,
                                         DMC_CLOSING_SIMPLE, end.pips, out->points);
    }
    for (int s = 0; s < rules->n_sides; s++)
        out->points[s] += from->table.points[s] + end.points[s];
    out->ending = end.ending;
    out->plies = end.plies;
}

uint64_t dmc_playout_seed(const uint8_t key[32], uint32_t stream)
{
    dmc_rng rng;
    dmc_rng_init(key, DMC_FOR_PLAYOUT, stream, 0, &rng);
    const uint64_t high = dmc_rng_next(&rng);
    return high << 32 | dmc_rng_next(&rng);
}

int dmc_playouts(const dmc_rules *rules, const dmc_deal *deals, const dmc_state *states,
                 uint32_t count, const uint8_t key[32], uint32_t stream, uint32_t first,
                 uint32_t n, dmc_tally *out, int32_t *points)
{
    dmc_player by;
    for (uint32_t k = 0; k < count; k++)
        if (states[k].table.phase == DMC_PHASE_OVER)
            return DMC_ERR_OVER;
    dmc_player_init(rules, &by);
    for (uint32_t k = 0; k < count; k++) {
        const uint64_t seed = dmc_playout_seed(key, stream + k);
        dmc_tally tally;
        dmc_player_load(&deals[k], &states[k], &by);
        memset(&tally, 0, sizeof tally);
        for (uint32_t i = 0; i < n; i++) {
            fast_rng rng = fast_rng_of(seed, first + i);
            dmc_round_end end;
            dmc_player_play(&by, &deals[k], &states[k], &rng, &end);
            add(rules, &end, &tally, points);
            points = points ? points + rules->n_sides : points;
        }
        out[k] = tally;
    }
    return DMC_OK;
}

int dmc_deal_and_play(const dmc_rules *rules, const uint8_t key[32], uint32_t first, uint32_t n,
                      dmc_tally *out, int32_t *points)
{
    dmc_player by;
    dmc_tally tally;
    dmc_player_init(rules, &by);
    memset(&tally, 0, sizeof tally);
    for (uint32_t i = 0; i < n; i++) {
        dmc_deal deal;
        dmc_state state;
        const int code = dmc_deal_random(rules, key, first + i, DMC_LEAD_BY_CRITERIA, NULL, &deal);
        if (code < 0)
            return code;
        dmc_state_begin(rules, &deal, &state);
        fast_rng rng = {dmc_playout_seed(key, first + i)};
        dmc_player_load(&deal, &state, &by);
        dmc_round_end end;
        dmc_player_play(&by, &deal, &state, &rng, &end);
        add(rules, &end, &tally, points);
        points = points ? points + rules->n_sides : points;
    }
    *out = tally;
    return DMC_OK;
}
