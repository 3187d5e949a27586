/* SPDX-License-Identifier: MIT */
/* The exact value of a round with all tiles face up: null-window searches from a guess (MTD(f)),
 * then the value of each move and a line of best play. */
#include "dmc_solve.h"

#include <string.h>

typedef struct range {
    int low;
    int high;
} range;

/* A state made ready to be searched, on a chain where it is one. */
typedef struct question {
    const dmc_state *state;
    bool chain;
} question;

static question ask(solver *s, const dmc_state *state)
{
    return (question){state, s->walk && state->table.phase != DMC_PHASE_OVER &&
                                 dmc_solve_chain_load(s, state)};
}

static int bound(solver *s, question q, int beta)
{
    return q.chain ? dmc_solve_chain(s, beta) : dmc_solve_state(s, q.state, beta);
}

/* Narrow what is known of a value until it is one number, or the search is halted. */
static range narrow(solver *s, const dmc_state *self, range r, int guess)
{
    const question q = ask(s, self);
    while (r.low < r.high) {
        guess = guess < r.low ? r.low : guess > r.high ? r.high : guess;
        const int beta = guess == r.low ? guess + 1 : guess;
        const int value = bound(s, q, beta);
        if (s->halted)
            break;
        if (value >= beta)
            r.low = value < r.high ? value : r.high;
        else
            r.high = value > r.low ? value : r.low;
        guess = value;
    }
    return r;
}

/* ---- what no value exceeds ---- */

static int hands_and_stock(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self,
                           int *tiles)
{
    int value = 0, n = 0;
    for (int p = 0; p < rules->spec.seats; p++) {
        value += dmc_set_value(rules, &self->hands[p]);
        *tiles += self->table.hand_sizes[p];
        n += deal->hand_sizes[p];
    }
    for (int i = 0; i < self->table.left; i++, ++*tiles)
        value += rules->spec.values[deal->order[n + deal->n_boneyard - 1 - i]];
    return value;
}

/* The most that all bonuses and points in play of the tiles to come add up to. */
static int most_in_play(const dmc_spec *s, int tiles)
{
    int most = s->bonus_capicua + s->bonus_first_pass + tiles * s->bonus_round_pass;
    for (int i = 0; i < s->n_bonus_tiles; i++)
        most += s->bonus_points[i];
    const int sum = 2 * s->max_pip * (DMC_ARM_SLOTS + s->max_pip + 1);
    for (int i = 0; i < s->n_divisors; i++)
        most += tiles * sum;
    return most;
}

static range widest(const solver *s, const dmc_state *self)
{
    if (s->win)
        return (range){-1, 1};
    const dmc_spec *spec = &s->rules->spec;
    int tiles = 0;
    int most = hands_and_stock(s->rules, s->deal, self, &tiles) + 1;
    if (spec->rounding)
        most += spec->seats * spec->rounding_unit;
    if (spec->score == DMC_SCORE_CLOSING)
        for (int i = 0; i < 5; i++)
            most += spec->closing[i];
    /* also after the last tile, passes may pay */
    most += most_in_play(spec, tiles + 1);
    const int so_far = solve_signed(s->rules, self->table.points[0] - self->table.points[1]);
    return (range){so_far - most, so_far + most};
}

/* ---- moves and line ---- */

/* The move valued before that differs from this one by interchangeable arms only, or -1. */
static int class_twin(const dmc_rules *rules, const dmc_table *t, uint16_t move,
                      const dmc_solution *valued)
{
    const int arm = move_arm(move);
    for (int k = 0; k < valued->n_moves && arm < DMC_ARM_SLOTS; k++) {
        const int other = move_arm(valued->moves[k]);
        if ((valued->moves[k] & 0xc0ff) == (move & 0xc0ff) && other < DMC_ARM_SLOTS &&
            dmc_table_arm_class(rules, t, other) == dmc_table_arm_class(rules, t, arm))
            return k;
    }
    return -1;
}

/* The value of each move of a state whose value is known: no move is better than that. */
static void value_moves(solver *s, const dmc_state *self, range all, dmc_solution *out)
{
    const bool more = s->rules->side_of[self->table.turn] == 0;
    int last = out->low;
    const range within = {more ? all.low : out->low, more ? out->high : all.high};
    for (int i = 0; i < self->n_moves; i++) {
        if (solve_unclaimed(self->moves, self->n_moves, i))
            continue;
        const int twin = class_twin(s->rules, &self->table, self->moves[i], out);
        int value = 0;
        if (twin >= 0) {
            value = out->values[twin];
        } else {
            dmc_state next;
            (void)dmc_state_play(s->rules, s->deal, self, self->moves[i], &next);
            const range r = narrow(s, &next, within, last);
            if (r.low < r.high)
                return;
            value = r.low;
        }
        last = value;
        out->moves[out->n_moves] = self->moves[i];
        out->values[out->n_moves++] = value;
        if (value == out->low && !out->has_best) {
            out->has_best = true;
            out->best = self->moves[i];
        }
    }
}

/* Play a move, and tell whether it keeps the value. */
static bool keeps(solver *s, const dmc_state *self, uint16_t move, int value, dmc_state *next)
{
    (void)dmc_state_play(s->rules, s->deal, self, move, next);
    const question q = ask(s, next);
    if (s->rules->side_of[self->table.turn] == 0)
        return bound(s, q, value) >= value && !s->halted;
    return bound(s, q, value + 1) <= value && !s->halted;
}

/* The first move found that keeps the value; false when the search is halted. */
static bool find_best(solver *s, const dmc_state *self, int value, uint16_t *best, dmc_state *next)
{
    uint16_t moves[DMC_SOLVE_WIDE];
    int32_t order[DMC_SOLVE_WIDE];
    const int n = dmc_solve_moves(s, self, moves, order, DMC_SOLVE_WIDE);
    if (n > 1) {
        const question q = ask(s, self);
        dmc_solve_to_front(moves, n, q.chain ? dmc_solve_chain_hint(s) : dmc_solve_hint(s, self));
    }
    for (int i = 0; i < n; i++) {
        *best = moves[i];
        if (n == 1) {
            (void)dmc_state_play(s->rules, s->deal, self, moves[i], next);
            return true;
        }
        if (keeps(s, self, moves[i], value, next))
            return true;
        if (s->halted)
            return false;
    }
    return false;
}

static void follow(solver *s, const dmc_state *self, dmc_solution *out)
{
    dmc_state at, next;
    if (dmc_state_play(s->rules, s->deal, self, out->best, &at) < 0)
        return;
    out->line[out->n_line++] = out->best;
    while (at.table.phase != DMC_PHASE_OVER && out->n_line < DMC_SOLVE_LINE_LENGTH) {
        uint16_t best;
        if (!find_best(s, &at, out->low, &best, &next))
            return;
        out->line[out->n_line++] = best;
        at = next;
    }
}

/* Small games use a part of the table: to clear it would cost more than the search. */
static int useful_bits(const dmc_rules *rules, const dmc_state *self, int bits)
{
    int tiles = rules->spec.draw_limit ? self->table.left : 0;
    for (int p = 0; p < rules->spec.seats; p++)
        tiles += self->table.hand_sizes[p];
    const int enough = tiles <= 8 ? 8 : tiles <= 12 ? 10 : tiles <= 16 ? 11 : bits;
    return bits < enough ? bits : enough;
}

int dmc_solve(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int options,
              dmc_solve_entry *table, int table_bits, uint64_t max_nodes,
              const volatile int32_t *stop, dmc_solution *out)
{
    const dmc_spec *spec = &rules->spec;
    if (rules->n_sides != 2)
        return DMC_ERR_SIDES;
    if (self->table.phase == DMC_PHASE_OVER)
        return DMC_ERR_OVER;
    solver s = {rules, deal, 0, 0, 0, max_nodes ? max_nodes : UINT64_MAX, stop, 0,
                (options & DMC_SOLVE_WIN) != 0, spec->immediate && spec->target, false};
    solve_walk walk;
    if (!(options & DMC_SOLVE_GENERIC) && dmc_rules_are_chain(rules))
        dmc_solve_chain_init(&s, &walk);
    if (table && table_bits > 0) {
        s.table = table;
        s.mask = (UINT64_C(1) << (useful_bits(rules, self, table_bits) - 1)) - 1;
        memset(table, 0, 2 * (size_t)(s.mask + 1) * sizeof *table);
    }
    memset(out, 0, sizeof *out);
    const range all = widest(&s, self);
    const range r = narrow(&s, self, all, (all.low + all.high) / 2);
    out->low = r.low;
    out->high = r.high;
    out->exact = r.low == r.high;
    if (out->exact) {
        dmc_state next;
        uint16_t best = DMC_PASS;
        if (options & DMC_SOLVE_MOVES && self->n_moves != DMC_NONE)
            value_moves(&s, self, all, out);
        if (!out->has_best && find_best(&s, self, r.low, &best, &next)) {
            out->best = best;
            out->has_best = true;
        }
        if (options & DMC_SOLVE_LINE && out->has_best)
            follow(&s, self, out);
    }
    out->nodes = s.nodes;
    return DMC_OK;
}
