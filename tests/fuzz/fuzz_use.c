/* SPDX-License-Identifier: MIT */
/* What takes a table or a state: readers of the table, counts, random rounds, the solver, lanes,
 * and the round itself, step by step to its end. */
#include "fuzz_parts.h"

#include <stdlib.h>
#include <string.h>

#include "cffi/shims.h"

enum {
    MOST_PLIES = 3000, /* more than any round has */
    TABLE_BITS = 6
};

/* ---- tables ---- */

/* A word that is no code of a move, or one of a tile that nobody may place. */
static uint16_t any_code(source *in, const dmc_rules *rules)
{
    const uint16_t move = word16(in);
    if (!(move & 1))
        return move;
    const unsigned tile = below(in, (unsigned)rules->n_tiles), arm = below(in, DMC_ARM_SLOTS + 2);
    const uint16_t bits = move & (DMC_MOVE_LOW_JOINS | DMC_MOVE_CLAIMED);
    return (uint16_t)(tile | (arm < DMC_ARM_SLOTS ? arm : arm + 21) << 8 | bits);
}

void use_table(source *in, const dmc_rules *rules, const dmc_table *t)
{
    (void)dmc_table_is_dead(rules, t);
    (void)dmc_table_ends_sum(rules, t);
    (void)dmc_table_play_points(rules, t);
    const uint16_t move = any_code(in, rules);
    (void)dmc_table_points_for(rules, t, move);
    (void)dmc_table_arm_class(rules, t, (int)byte(in) - 1);
    demand(dmc_action_of(rules, t, move) < dmc_action_count(rules), "an id is below their number");
    dmc_set hands[DMC_MAX_SEATS] = {{{0, 0, 0}}};
    dmc_result result;
    const int ending = (int)below(in, 4), seat = (int)below(in, 10) - 1;
    const int closing = (int)below(in, 7) - 1;
    take(in, &hands[below(in, DMC_MAX_SEATS)], sizeof *hands);
    (void)dmc_result_settle(rules, ending, seat, t->leader, closing, hands, &result);
    (void)dmc_result_settle(rules, ending, seat, closing, closing, hands, &result);
}

/* ---- the calls of Python ---- */

/* A round under a deal, as Python plays it: any number may be a move, any number a seat. */
void use_rounds(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    dmc_round round = {rules, *deal}, other;
    dmc_state a = *state, b;
    dmc_view view;
    for (unsigned n = 1 + below(in, 8); n > 0 && a.table.phase != DMC_PHASE_OVER; n--) {
        const int pick = (int)byte(in), move = pick < 240 && a.n_moves && a.n_moves != DMC_NONE
                                                   ? a.moves[pick % a.n_moves]
                                                   : word32(in);
        b = a;
        if (dmc_round_play(&round, (char *)&b, move) < 0)
            demand(!memcmp(&a, &b, sizeof a), "what is refused changes nothing");
        a = b;
        demand_sound(rules, deal, &a);
    }
    const int seat = (int)byte(in) - 1;
    if (dmc_round_view(&round, (const char *)&a, seat, (char *)&view) >= 0)
        demand(dmc_view_check(rules, &view) == DMC_OK, "a view of a round is not sound");
    int32_t scores[DMC_MAX_SEATS];
    take(in, scores, sizeof scores);
    const int number = word32(in), lead = (int)byte(in) - 2;
    if (!may_redeal(&rules->spec) &&
        dmc_round_deal(&other, rules, (const char *)fuzz_key, number, lead, byte(in) & 1 ? scores : NULL,
                       (char *)&a) >= 0)
        demand_sound(rules, &other.deal, &a);
}

/* A view with a record of any bytes. */
void use_look(source *in, const dmc_rules *rules, const dmc_view *view)
{
    const int n = (int)below(in, 64), count = dmc_action_count(rules);
    const size_t floats = (size_t)dmc_plane_count(rules) * sizeof(float);
    char *mask = exactly((size_t)count), *events = exactly((size_t)(2 * n));
    char *packed = exactly(sizeof(dmc_observation));
    float *planes = exactly(floats);
    const char *bytes = (const char *)view;
    take(in, events, (size_t)(2 * n));
    int legal = dmc_look_mask(rules, bytes, mask);
    for (int i = 0; i < count; i++)
        legal -= mask[i];
    demand(legal == 0, "so many ids are legal");
    const int step = view->n_moves == DMC_NONE ? 97 : 1; /* long lists are made for each id anew */
    for (int i = 0; i < count; i += step) {
        const int move = dmc_look_move(rules, bytes, i);
        demand((move >= 0) == (mask[i] == 1), "an id that has a move is legal");
        demand(move < 0 || dmc_action_of(rules, &view->table, (uint16_t)move) == i, "its move has it");
    }
    demand(dmc_look_move(rules, bytes, -1 - (int)below(in, 3)) < 0, "no id is below 0");
    demand(dmc_look_move(rules, bytes, count + (int)byte(in)) < 0, "no id is past their number");
    (void)dmc_look_move(rules, bytes, word32(in));
    demand(dmc_look_pack(rules, bytes, events, n, packed) == DMC_OK, "a view is packed");
    demand(dmc_look_planes(rules, bytes, events, n, planes) == DMC_OK, "a view is spread");
    for (size_t i = 0; i < floats / sizeof *planes; i++)
        demand(planes[i] >= 0 && planes[i] <= 1, "planes are from 0 to 1");
    free(mask);
    free(events);
    free(packed);
    free(planes);
}

/* ---- views ---- */

/* Spread an observation into so many floats as it takes. */
static void spread(const dmc_rules *rules, const dmc_observation *packed)
{
    float *planes = exactly((size_t)dmc_plane_count(rules) * sizeof *planes);
    dmc_observation_planes(rules, 1, packed, planes);
    free(planes);
}

static void use_view(source *in, const dmc_rules *rules, const dmc_view *view)
{
    dmc_observation packed;
    count_passed(FUZZ_VIEWS);
    const int n = dmc_view_moves(rules, view, NULL, 0), cap = (int)below(in, 64);
    demand(n == (view->n_moves == DMC_NONE ? n : view->n_moves), "a view lists its moves");
    uint16_t *moves = exactly((size_t)cap * sizeof *moves);
    demand(dmc_view_moves(rules, view, moves, cap) == n, "as many, however few it writes");
    free(moves);
    uint8_t *mask = exactly((size_t)dmc_action_count(rules));
    demand(dmc_view_mask(rules, view, mask) <= n, "no more ids than moves");
    free(mask);
    (void)dmc_view_action_move(rules, view, word32(in));
    demand(dmc_view_pack(rules, view, view->shown, &packed) == DMC_OK, "a view is packed");
    spread(rules, &packed);
}

/* Any packed observation can be spread: it holds numbers alone. */
void use_any_observation(source *in, const dmc_rules *rules)
{
    dmc_observation any;
    take(in, &any, sizeof any);
    spread(rules, &any);
}

void use_views(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    dmc_view view;
    for (int seat = -1; seat <= rules->spec.seats; seat++) {
        if (dmc_view_make(rules, deal, state, seat, &view) < 0)
            continue;
        demand(dmc_view_check(rules, &view) == DMC_OK, "a view of the core is not sound");
        use_view(in, rules, &view);
        const unsigned spoilt = byte(in);
        for (unsigned n = spoilt & 1 ? below(in, 4) : 0; n > 0; n--)
            spoil(in, &view, sizeof view);
        if (dmc_view_check(rules, &view) != DMC_OK)
            continue;
        use_view(in, rules, &view);
        use_table(in, rules, &view.table);
        if (spoilt & 2)
            use_look(in, rules, &view);
    }
}

/* ---- states ---- */

/* Play on to the end by the public step alone. */
void play_to_the_end(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *from)
{
    dmc_state a = *from, b;
    static uint16_t moves[DMC_MANY_MOVES];
    int plies = 0;
    for (; a.table.phase != DMC_PHASE_OVER; plies++) {
        demand(plies < MOST_PLIES, "a round does not end");
        const int n = dmc_state_moves(rules, &a, moves, DMC_MANY_MOVES);
        demand(n > 0 && n <= DMC_MANY_MOVES, "a seat on turn has a move");
        const uint16_t move = moves[byte(in) % (unsigned)n];
        demand(dmc_state_play(rules, deal, &a, move, &b) == DMC_OK, "it is legal");
        a = b;
        if (plies % 8 == 0 || a.table.phase == DMC_PHASE_OVER)
            demand_sound(rules, deal, &a);
    }
    count_passed(FUZZ_ROUNDS);
    const int lead = dmc_deal_next_lead(rules, deal, &a.table);
    demand(lead >= DMC_LEAD_BY_CRITERIA && lead < rules->spec.seats, "a seat leads the next round");
}

void count_and_play(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    uint64_t n = 0;
    const int depth = state->n_moves == DMC_NONE ? 1 : 1 + (int)below(in, 2);
    (void)dmc_perft(rules, deal, state, depth, below(in, 8), 0, NULL, &n);
    demand(dmc_perft(rules, deal, state, -1, 0, 0, NULL, &n) < 0, "no sequence has a move less than none");
    const int32_t stop = 1;
    demand(dmc_perft(rules, deal, state, depth, 0, 0, &stop, &n) == DMC_ERR_STOPPED, "a count stops");
    dmc_tally tally;
    int32_t *points = exactly((size_t)(3 * rules->n_sides) * sizeof *points);
    const int code = dmc_playouts(rules, deal, state, 1, fuzz_key, 0, byte(in), 3, &tally, points);
    demand(code == (state->table.phase == DMC_PHASE_OVER ? DMC_ERR_OVER : DMC_OK), "playouts");
    if (!may_redeal(&rules->spec))
        (void)dmc_deal_and_play(rules, fuzz_key, byte(in), 3, &tally, points);
    free(points);
}

void solve(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    dmc_solution solution;
    const int options = (int)below(in, 16), bits = (int)below(in, TABLE_BITS + 1);
    dmc_solve_entry *table = exactly(sizeof *table << bits);
    const int code = dmc_solve(rules, deal, state, options, table, bits, 60, NULL, &solution);
    free(table);
    if (code != DMC_OK)
        return;
    count_passed(FUZZ_SOLVED);
    demand(solution.low <= solution.high, "bounds of a value");
    dmc_state a = *state, b;
    for (int i = 0; i < solution.n_line; i++, a = b)
        demand(dmc_state_play(rules, deal, &a, solution.line[i], &b) == DMC_OK, "a line is legal");
}

/* ---- lanes ---- */

void step_lanes(source *in, const dmc_rules *rules)
{
    enum { N = 2 };
    static dmc_lane lanes[N];
    const int count = dmc_action_count(rules);
    uint8_t *masks = exactly((size_t)(N * count));
    dmc_observation observations[N];
    uint8_t turns[N], done[N];
    int32_t points[N * DMC_MAX_SEATS], actions[N];
    const unsigned options = below(in, 4);
    /* a caller that wants nothing but masks */
    const dmc_lanes_out out = options & 2
                                  ? (dmc_lanes_out){masks, NULL, NULL, NULL, NULL}
                                  : (dmc_lanes_out){masks, observations, turns, points, done};
    if (dmc_lanes_start(rules, fuzz_key, options & 1, N, lanes, &out) == DMC_OK) {
        for (unsigned n = below(in, 16); n > 0; n--) {
            for (int i = 0; i < N; i++) {
                const int first = (int)byte(in);
                actions[i] = first == 255 ? word32(in) : first == 254 ? DMC_LANE_SKIP : 0;
                for (int k = 0; k < count && first < 254; k++)
                    if (masks[i * count + (k + first * 37) % count]) {
                        actions[i] = (k + first * 37) % count;
                        break;
                    }
            }
            if (dmc_lanes_step(rules, fuzz_key, options & 1, N, lanes, actions, &out) == DMC_OK)
                for (int i = 0; i < N; i++)
                    demand_sound(rules, &lanes[i].deal, &lanes[i].state);
        }
        dmc_lanes_show(rules, N, lanes, &out);
    }
    free(masks);
}
