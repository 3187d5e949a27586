/* SPDX-License-Identifier: MIT */
/* Random rounds to the end. Every legal move is equally likely, a tile at each of two ends being
 * two moves; where points in play have to be claimed, they are.
 *
 * Rounds on chains and on rows, which are most, take their own walks; all others run on the public
 * step functions. All give the same distribution, not the same rounds. */
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

static void add(const dmc_rules *rules, const int32_t *points, int side, int ending, int plies,
                dmc_tally *io, int32_t *kept)
{
    io->rounds++;
    io->plies += (uint64_t)plies;
    io->endings[ending]++;
    io->wins[side == DMC_NONE ? DMC_MAX_SEATS : side]++;
    for (int s = 0; s < rules->n_sides; s++) {
        io->sum[s] += points[s];
        io->squares[s] += (int64_t)points[s] * points[s];
        if (kept)
            kept[s] = points[s];
    }
}

/* The ways to play a round, and the round taken down for them. */
typedef struct player {
    const dmc_rules *rules;
    enum { BY_STATES, ON_CHAIN, ON_ROWS } way, ways;
    dmc_chain chain;
    dmc_rows rows;
    int to_target[DMC_MAX_SEATS];
} player;

static void player_init(const dmc_rules *rules, player *out)
{
    out->rules = rules;
    out->ways = BY_STATES;
    if (rules->spec.max_pip <= CHAIN_MOST_SUITS && dmc_rules_are_chain(rules)) {
        out->ways = ON_CHAIN;
        dmc_chain_init(rules, &out->chain);
    }
    if (rules->n_words > 1 && dmc_rules_are_rows(rules))
        out->ways = ON_ROWS;
}

static void player_load(const dmc_deal *deal, const dmc_state *from, player *io)
{
    io->way = io->ways;
    if ((io->way == ON_ROWS && !dmc_rows_load(io->rules, deal, from, &io->rows)) ||
        (io->way == ON_CHAIN && !dmc_chain_load(deal, from, &io->chain)))
        io->way = BY_STATES;
    for (int side = 0; side < io->rules->n_sides; side++)
        io->to_target[side] = io->rules->spec.target - deal->scores[side] - from->table.points[side];
}

/* Play a round whose state is loaded, and add it up; points may be NULL. */
static void one_playout(const player *by, const dmc_deal *deal, const dmc_state *from,
                        fast_rng *rng, dmc_tally *io, int32_t *points)
{
    const dmc_rules *rules = by->rules;
    dmc_result result;
    playout end;
    if (by->way == BY_STATES) {
        dmc_state last;
        const int plies = play_any(rules, deal, from, rng, &last);
        add(rules, last.table.points, last.table.side, last.table.ending, plies, io, points);
        return;
    }
    if (by->way == ON_CHAIN)
        dmc_playout_chain(&by->chain, by->to_target, rng, &end);
    else
        dmc_playout_rows(&by->rows, rng, &end);
    if (end.ending == DMC_ENDING_TARGET) {
        memset(&result, 0, sizeof result);
        result.side = rules->side_of[end.last];
    } else {
        dmc_result_from_pips(rules, end.ending, end.last, from->table.leader, DMC_CLOSING_SIMPLE,
                             end.pips, &result);
    }
    for (int s = 0; s < rules->n_sides; s++)
        result.points[s] += from->table.points[s] + end.points[s];
    add(rules, result.points, result.side, end.ending, end.plies, io, points);
}

static uint64_t seed_of(const uint8_t key[32], uint32_t stream)
{
    dmc_rng rng;
    dmc_rng_init(key, DMC_FOR_PLAYOUT, stream, 0, &rng);
    const uint64_t high = dmc_rng_next(&rng);
    return high << 32 | dmc_rng_next(&rng);
}

/* The generator of one round of a stream. */
static fast_rng rng_of(uint64_t seed, uint32_t number)
{
    const uint64_t word = seed ^ (number + UINT64_C(0x9e3779b97f4a7c15));
    return (fast_rng){fast_mix(word, UINT64_C(0xd6e8feb86659fd93))};
}

int dmc_playouts(const dmc_rules *rules, const dmc_deal *deals, const dmc_state *states,
                 uint32_t count, const uint8_t key[32], uint32_t stream, uint32_t first,
                 uint32_t n, dmc_tally *out, int32_t *points)
{
    player by;
    for (uint32_t k = 0; k < count; k++)
        if (states[k].table.phase == DMC_PHASE_OVER)
            return DMC_ERR_OVER;
    player_init(rules, &by);
    for (uint32_t k = 0; k < count; k++) {
        const uint64_t seed = seed_of(key, stream + k);
        dmc_tally tally;
        player_load(&deals[k], &states[k], &by);
        memset(&tally, 0, sizeof tally);
        for (uint32_t i = 0; i < n; i++) {
            fast_rng rng = rng_of(seed, first + i);
            one_playout(&by, &deals[k], &states[k], &rng, &tally, points);
            points = points ? points + rules->n_sides : points;
        }
        out[k] = tally;
    }
    return DMC_OK;
}

int dmc_deal_and_play(const dmc_rules *rules, const uint8_t key[32], uint32_t first, uint32_t n,
                      dmc_tally *out, int32_t *points)
{
    player by;
    dmc_tally tally;
    player_init(rules, &by);
    memset(&tally, 0, sizeof tally);
    for (uint32_t i = 0; i < n; i++) {
        dmc_deal deal;
        dmc_state state;
        int code = dmc_deal_random(rules, key, first + i, DMC_LEAD_BY_CRITERIA, NULL, &deal);
        if (code == DMC_OK)
            code = dmc_state_start(rules, &deal, &state);
        if (code < 0)
            return code;
        fast_rng rng = {seed_of(key, first + i)};
        player_load(&deal, &state, &by);
        one_playout(&by, &deal, &state, &rng, &tally,
                    points ? points + (uint64_t)i * (uint32_t)rules->n_sides : points);
    }
    *out = tally;
    return DMC_OK;
}
