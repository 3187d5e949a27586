/* SPDX-License-Identifier: MIT */
/* The exact solver under any rules: a null-window search over whole states. */
#include "dmc_solve.h"

#include <string.h>

/* ---- what a position depends on ---- */

static void sort_two(uint8_t *a, uint8_t *b)
{
    if (*a > *b) {
        const uint8_t c = *a;
        *a = *b;
        *b = c;
    }
}

/* The arms without what never matters again, interchangeable slots in order. */
static void canonical_arms(const dmc_rules *rules, const dmc_table *t, uint8_t *arms)
{
    const dmc_spec *s = &rules->spec;
    memcpy(arms, t->arms, DMC_ARM_SLOTS);
    if (rules->is_line && !s->n_divisors && t->placed)
        for (int a = 0; a < 2; a++)
            arms[a] &= DMC_ARM_PIP;
    sort_two(&arms[0], &arms[1]);
    if (s->spinner == DMC_SPINNER_EVERY_DOUBLE) {
        for (int a = 2; a + 1 < DMC_ARM_SLOTS; a += 2)
            sort_two(&arms[a], &arms[a + 1]);
        return;
    }
    for (int a = 3; a < s->spinner_arms; a++)
        for (int b = a; b > 2 && arms[b - 1] > arms[b]; b--)
            sort_two(&arms[b - 1], &arms[b]);
}

/* The lead as far as the layout still remembers it. */
static uint8_t canonical_lead(const dmc_rules *rules, const dmc_table *t)
{
    if (t->lead_tile == DMC_NONE || !is_double(rules, t->lead_tile) || rules->is_line)
        return DMC_NONE;
    return t->lead_tile;
}

static uint64_t pack(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word = word << 8 | bytes[i];
    return word;
}

static uint64_t key_of(const solver *s, const dmc_state *self, uint32_t *check)
{
    const dmc_rules *rules = s->rules;
    const dmc_spec *spec = &rules->spec;
    const dmc_table *t = &self->table;
    const bool pays_passes = spec->bonus_first_pass || spec->bonus_round_pass;
    uint8_t arms[DMC_ARM_SLOTS];
    canonical_arms(rules, t, arms);
    uint64_t a = UINT64_C(0x243f6a8885a308d3), b = UINT64_C(0x13198a2e03707344);
    for (int p = 0; p < spec->seats; p++)
        for (int w = 0; w < rules->n_words; w++) {
            a = solve_mix(a, self->hands[p].word[w]);
            b = solve_mix(b, self->hands[p].word[w] ^ a);
        }
    const int n_arms = spec->spinner == DMC_SPINNER_EVERY_DOUBLE ? DMC_ARM_SLOTS : 8;
    for (int i = 0; i < n_arms; i += 8)
        a = solve_mix(a, pack(arms + i));
    const uint8_t rest[16] = {t->turn, t->phase, t->left, t->draws, self->only, t->spinner, t->fill,
                              canonical_lead(rules, t), t->last, pays_passes ? t->passes : 0,
                              t->placed == 1, 0, 0, 0, 0, 0};
    a = solve_mix(solve_mix(a, pack(rest)), pack(rest + 8));
    if (s->race)
        for (int side = 0; side < 2; side++)
            a = solve_mix(a, (uint32_t)t->points[side]);
    *check = (uint32_t)solve_mix(b, a) | 0x80000001u;
    return a;
}

/* ---- the order of moves ---- */

/* How good a placement looks to its seat: few replies of the next opponent above all. */
static int32_t appeal(const solver *s, const dmc_state *self, uint16_t move)
{
    const dmc_rules *rules = s->rules;
    if (move_arm(move) == DMC_ARM_DRAW || move_arm(move) == DMC_ARM_PASS)
        return -(1 << 20);
    const int seat = self->table.turn, tile = move_tile(move);
    dmc_table laid = self->table;
    dmc_table_lay(rules, &laid, move);
    const dmc_set takes = dmc_table_takes(rules, &laid);
    int32_t score = 2 * rules->spec.values[tile] + (is_double(rules, tile) ? 4 : 0);
    bool met = false;
    for (int p = next_seat(rules, seat); p != seat; p = next_seat(rules, p)) {
        const dmc_set replies = set_and(&takes, &self->hands[p]);
        const bool own = rules->side_of[p] == rules->side_of[seat];
        const int weight = own ? 4 : met ? -3 : -14;
        score += weight * set_count(&replies);
        met = met || !own;
    }
    const dmc_set again = set_and(&takes, &self->hands[seat]);
    score += 2 * (set_count(&again) - set_has(&takes, tile));
    if (rules->spec.n_divisors && (!rules->spec.claim_required || move & DMC_MOVE_CLAIMED))
        score += 12 * dmc_table_play_points(rules, &laid);
    return score;
}

/* Drop the placements that another one equals up to interchangeable arms, and those that could be
 * claimed but are not. */
static int keep_distinct(const solver *s, const dmc_table *t, uint16_t *moves, int n)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!solve_unclaimed(moves, n, i))
            moves[kept++] = moves[i];
    return dmc_table_distinct(s->rules, t, moves, kept);
}

/* A list that does not fit a state; apart, for its large array. */
static int list_many(const solver *s, const dmc_state *self, uint16_t *out, int cap)
{
    uint16_t moves[DMC_MANY_MOVES];
    const int n = dmc_state_moves(s->rules, self, moves, DMC_MANY_MOVES);
    const int kept = keep_distinct(s, &self->table, moves, n);
    if (kept > cap)
        return -1;
    memcpy(out, moves, (size_t)kept * sizeof *moves);
    return kept;
}

int dmc_solve_moves(const solver *s, const dmc_state *self, uint16_t *out, int32_t *order, int cap)
{
    int n = self->n_moves;
    if (n == DMC_NONE) {
        n = list_many(s, self, out, cap);
    } else {
        memcpy(out, self->moves, (size_t)n * sizeof *out);
        n = n > 1 ? keep_distinct(s, &self->table, out, n) : n;
    }
    for (int i = 0; i < n && n > 1; i++) {
        const int32_t score = appeal(s, self, out[i]);
        const uint16_t move = out[i];
        int k = i;
        for (; k > 0 && order[k - 1] < score; k--) {
            order[k] = order[k - 1];
            out[k] = out[k - 1];
        }
        order[k] = score;
        out[k] = move;
    }
    return n;
}

/* ---- the search ---- */

static int over(const solver *s, const dmc_table *t)
{
    return s->win ? solve_won(t->side) : solve_signed(s->rules, t->points[0] - t->points[1]);
}

static bool wants_more(const solver *s, const dmc_table *t)
{
    return s->rules->side_of[t->turn] == 0;
}

static int best_of(solver *s, const dmc_state *self, const uint16_t *moves, int n, int beta,
                   uint16_t *best_move)
{
    const bool more = wants_more(s, &self->table);
    int best = more ? -DMC_NO_BOUND : DMC_NO_BOUND;
    for (int i = 0; i < n && !s->halted; i++) {
        dmc_state next;
        /* cannot fail: the move is listed */
        (void)dmc_state_play(s->rules, s->deal, self, moves[i], &next);
        const int value = dmc_solve_state(s, &next, beta);
        if (more ? value > best : value < best) {
            best = value;
            *best_move = moves[i];
        }
        if (more ? best >= beta : best < beta)
            break;
    }
    return best;
}

void dmc_solve_to_front(uint16_t *moves, int n, int move)
{
    for (int i = 1; i < n; i++)
        if (moves[i] == move) {
            memmove(moves + 1, moves, (size_t)i * sizeof *moves);
            moves[0] = (uint16_t)move;
            return;
        }
}

static int search(solver *s, const dmc_state *self, uint16_t *moves, int32_t *order, int cap,
                  int beta)
{
    uint16_t best_move = 0;
    if (self->n_moves == 1)
        return best_of(s, self, self->moves, 1, beta, &best_move);
    /* entries hold what is still to come */
    const int so_far = s->win ? 0 : over(s, &self->table);
    uint32_t check;
    const uint64_t key = key_of(s, self, &check);
    dmc_solve_entry *places = solve_places(s, key, check);
    const dmc_solve_entry *e = solve_found(places, key, check);
    const int hint = e ? e->move : -1;
    if (e && so_far + e->low >= beta)
        return so_far + e->low;
    if (e && so_far + e->high < beta)
        return so_far + e->high;
    const int n = dmc_solve_moves(s, self, moves, order, cap);
    if (n < 0) {
        s->halted = true;
        return 0;
    }
    dmc_solve_to_front(moves, n, hint);
    const uint64_t nodes = s->nodes;
    const int best = best_of(s, self, moves, n, beta, &best_move);
    if (places && !s->halted)
        solve_store(places, key, check, best_move, best - so_far, beta - so_far, s->nodes - nodes);
    return best;
}

static int search_wide(solver *s, const dmc_state *self, int beta)
{
    uint16_t moves[DMC_SOLVE_WIDE];
    int32_t order[DMC_SOLVE_WIDE];
    return search(s, self, moves, order, DMC_SOLVE_WIDE, beta);
}

int dmc_solve_state(solver *s, const dmc_state *self, int beta)
{
    if (self->table.phase == DMC_PHASE_OVER)
        return over(s, &self->table);
    if (solve_halts(s))
        return 0;
    if (self->n_moves == DMC_NONE)
        return search_wide(s, self, beta);
    uint16_t moves[DMC_STATE_MOVES];
    int32_t order[DMC_STATE_MOVES];
    return search(s, self, moves, order, DMC_STATE_MOVES, beta);
}

int dmc_solve_hint(solver *s, const dmc_state *self)
{
    uint32_t check;
    const uint64_t key = key_of(s, self, &check);
    const dmc_solve_entry *e = solve_found(solve_places(s, key, check), key, check);
    return e ? e->move : -1;
}
