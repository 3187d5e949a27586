/* SPDX-License-Identifier: MIT */
/* Moves as fixed numbers, and which of them are legal, as learners want them. */
#include "dmc_internal.h"
#include "dominocore_search.h"

#include <string.h>

static int ids_of_an_arm(const dmc_rules *rules)
{
    return set_is_empty(&rules->spec.wild) ? rules->n_tiles : 2 * rules->n_tiles;
}

static int first_draw(const dmc_rules *rules)
{
    return dmc_rules_slots(rules) * ids_of_an_arm(rules);
}

int dmc_action_count(const dmc_rules *rules)
{
    return first_draw(rules) + 2;
}

/* The lowest arm that takes tiles and is interchangeable with this one. */
static int lowest_twin(const dmc_rules *rules, const dmc_table *self, int arm)
{
    if (arm == DMC_ARM_LEAD || arm == 0)
        return 0;
    const int kind = dmc_table_arm_class(rules, self, arm);
    uint64_t arms = dmc_table_live_arms(rules, self) & ((UINT64_C(1) << arm) - 1);
    for (; arms; arms &= arms - 1)
        if (dmc_table_arm_class(rules, self, dmc_lowest_bit(arms)) == kind)
            return dmc_lowest_bit(arms);
    return arm;
}

/* Ids of many moves of one table: they come by arm, so twins are looked for once an arm. */
typedef struct ids {
    const dmc_rules *rules;
    const dmc_table *table;
    int per_arm;
    int arm;
    int base;
} ids;

static ids ids_on(const dmc_rules *rules, const dmc_table *table)
{
    return (ids){rules, table, ids_of_an_arm(rules), DMC_ARM_PASS, 0};
}

static int ids_next(ids *io, uint16_t move)
{
    const int arm = move_arm(move);
    if (arm == DMC_ARM_DRAW || arm == DMC_ARM_PASS)
        return first_draw(io->rules) + (arm == DMC_ARM_PASS);
    if (arm != io->arm) {
        io->arm = arm;
        io->base = lowest_twin(io->rules, io->table, arm) * io->per_arm;
    }
    const bool flip = io->per_arm > io->rules->n_tiles && move & DMC_MOVE_LOW_JOINS;
    return io->base + (flip ? io->rules->n_tiles : 0) + move_tile(move);
}

int dmc_action_of(const dmc_rules *rules, const dmc_table *self, uint16_t move)
{
    const int arm = move_arm(move);
    if (arm < DMC_ARM_LEAD && (arm >= dmc_rules_slots(rules) || self->arms[arm] == DMC_NONE))
        return DMC_ERR_ARM;
    if (arm <= DMC_ARM_LEAD && move_tile(move) >= rules->n_tiles)
        return DMC_ERR_MOVE;
    ids on = ids_on(rules, self);
    return ids_next(&on, move);
}

static int find(ids *on, const uint16_t *moves, int n, int action)
{
    for (int i = 0; i < n; i++)
        if (ids_next(on, moves[i]) == action) {
            const bool scores = i + 1 < n && moves[i + 1] == (moves[i] | DMC_MOVE_CLAIMED);
            return scores ? moves[i + 1] : moves[i];
        }
    return DMC_ERR_MOVE;
}

int dmc_action_move(const dmc_rules *rules, const dmc_state *self, int action)
{
    ids on = ids_on(rules, &self->table);
    if (self->n_moves != DMC_NONE)
        return find(&on, self->moves, self->n_moves, action);
    uint16_t moves[DMC_MANY_MOVES];
    return find(&on, moves, dmc_state_moves(rules, self, moves, DMC_MANY_MOVES), action);
}

int dmc_view_action_move(const dmc_rules *rules, const dmc_view *self, int action)
{
    ids on = ids_on(rules, &self->table);
    if (self->n_moves != DMC_NONE)
        return find(&on, self->moves, self->n_moves, action);
    uint16_t moves[DMC_MANY_MOVES];
    return find(&on, moves, dmc_view_moves(rules, self, moves, DMC_MANY_MOVES), action);
}

static int mark(ids *on, const uint16_t *moves, int n, uint8_t *out)
{
    int legal = 0;
    for (int i = 0; i < n; i++) {
        uint8_t *byte = out + ids_next(on, moves[i]);
        legal += !*byte;
        *byte = 1;
    }
    return legal;
}

int dmc_view_mask(const dmc_rules *rules, const dmc_view *self, uint8_t *out)
{
    ids on = ids_on(rules, &self->table);
    memset(out, 0, (size_t)dmc_action_count(rules));
    if (self->n_moves != DMC_NONE)
        return mark(&on, self->moves, self->n_moves, out);
    uint16_t moves[DMC_MANY_MOVES];
    return mark(&on, moves, dmc_view_moves(rules, self, moves, DMC_MANY_MOVES), out);
}
