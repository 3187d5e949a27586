/* SPDX-License-Identifier: MIT */
/* The tiles on the table: arms, spinners, which arms take a tile, and what the ends count.
 *
 * An arm's byte is the pip it shows, with DMC_ARM_DOUBLE while a double is its tip and
 * DMC_ARM_SIDE while it is the free cross side of a spinner. Both line arms of a lone lead double
 * show that double. */
#include "dmc_internal.h"

static bool tip_is_double(uint8_t arm, int pip)
{
    return arm == (pip | DMC_ARM_DOUBLE);
}

static bool is_started(uint8_t arm)
{
    return arm != DMC_NONE && !(arm & DMC_ARM_SIDE);
}

static bool is_spinner(const dmc_rules *rules, const dmc_table *self, int pip)
{
    return rules->spec.spinner == DMC_SPINNER_EVERY_DOUBLE || self->spinner == pip;
}

/* First cross slot of a spinner, and one past its last. */
static int cross_from(const dmc_rules *rules, int pip)
{
    return rules->spec.spinner == DMC_SPINNER_EVERY_DOUBLE ? 2 + 2 * pip : 2;
}

static int cross_to(const dmc_rules *rules, int pip)
{
    return cross_from(rules, pip) + rules->spec.spinner_arms - 2;
}

int dmc_rules_slots(const dmc_rules *rules)
{
    switch (rules->spec.spinner) {
    case DMC_SPINNER_NONE: return 2;
    case DMC_SPINNER_EVERY_DOUBLE: return 4 + 2 * rules->spec.max_pip;
    default: return rules->spec.spinner_arms;
    }
}

/* Line sides of a double that have a neighbour: both, the inner one, or none of a lone lead. */
static int covered_sides(const dmc_rules *rules, const dmc_table *self, int pip)
{
    if (self->lead_tile == double_tile(pip))
        return 2 - tip_is_double(self->arms[DMC_ARM_RIGHT], pip) -
               tip_is_double(self->arms[DMC_ARM_LEFT], pip);
    for (int a = 0; a < dmc_rules_slots(rules); a++)
        if (tip_is_double(self->arms[a], pip))
            return 1;
    return 2;
}

int dmc_table_neighbours(const dmc_rules *rules, const dmc_table *self, int pip)
{
    int n = covered_sides(rules, self, pip);
    if (is_spinner(rules, self, pip))
        for (int a = cross_from(rules, pip); a < cross_to(rules, pip); a++)
            n += is_started(self->arms[a]);
    return n;
}

/* Arms on which a tile may be joined to this double itself. */
static uint64_t arms_at_double(const dmc_rules *rules, const dmc_table *self, int pip)
{
    uint64_t arms = 0;
    for (int a = 0; a < dmc_rules_slots(rules); a++)
        if (tip_is_double(self->arms[a], pip))
            arms |= UINT64_C(1) << a;
    if (is_spinner(rules, self, pip))
        for (int a = cross_from(rules, pip); a < cross_to(rules, pip); a++)
            if (self->arms[a] != DMC_NONE && self->arms[a] & DMC_ARM_SIDE)
                arms |= UINT64_C(1) << a;
    return arms;
}

/* Arms of the double that has to be filled before anything else, or 0. */
static uint64_t arms_to_fill(const dmc_rules *rules, const dmc_table *self)
{
    const int opening = self->lead_tile;
    if (rules->spec.fill_first && opening != DMC_NONE && is_double(rules, opening) &&
        is_spinner(rules, self, rules->high[opening]) &&
        dmc_table_neighbours(rules, self, rules->high[opening]) < rules->spec.fill_first)
        return arms_at_double(rules, self, rules->high[opening]);
    if (rules->spec.fill_doubles && self->fill != DMC_NONE)
        return arms_at_double(rules, self, self->fill);
    return 0;
}

uint64_t dmc_table_live_arms(const dmc_rules *rules, const dmc_table *self)
{
    if (rules->is_line)
        return 3;
    const uint64_t fill = arms_to_fill(rules, self);
    if (fill)
        return fill;
    uint64_t arms = 0;
    for (int a = 0; a < dmc_rules_slots(rules); a++)
        if (self->arms[a] != DMC_NONE && (a < 2 || !rules->spec.arm_cap || !is_started(self->arms[a])))
            arms |= UINT64_C(1) << a;
    return arms;
}

dmc_set dmc_table_takes(const dmc_rules *rules, const dmc_table *self)
{
    if (rules->is_line)
        return set_or(&rules->fits[self->arms[DMC_ARM_RIGHT] & DMC_ARM_PIP],
                      &rules->fits[self->arms[DMC_ARM_LEFT] & DMC_ARM_PIP]);
    dmc_set takes = {{0, 0, 0}};
    for (uint64_t arms = dmc_table_live_arms(rules, self); arms; arms &= arms - 1)
        takes = set_or(&takes,
                       &rules->fits[self->arms[dmc_lowest_bit(arms)] & DMC_ARM_PIP]);
    return takes;
}

bool dmc_table_is_dead(const dmc_rules *rules, const dmc_table *self)
{
    if (self->phase == DMC_PHASE_LEAD)
        return false;
    const dmc_set takes = dmc_table_takes(rules, self);
    const dmc_set outside = set_minus(&takes, &self->played);
    return set_is_empty(&outside);
}

/* Open the cross sides of a spinner once its rule allows it. */
static void open_cross(const dmc_rules *rules, dmc_table *self, int pip)
{
    static const int needed[] = {2, 1, 0}; /* by dmc_arms_open */
    if (covered_sides(rules, self, pip) < needed[rules->spec.arms_open])
        return;
    for (int a = cross_from(rules, pip); a < cross_to(rules, pip); a++)
        if (self->arms[a] == DMC_NONE)
            self->arms[a] = (uint8_t)(pip | DMC_ARM_SIDE);
}

/* A double has come down: it may be a spinner. */
static void meet_double(const dmc_rules *rules, dmc_table *self, int pip, bool lead)
{
    const int kind = rules->spec.spinner;
    if (self->spinner == DMC_NONE && (kind == DMC_SPINNER_FIRST_DOUBLE ||
                                      (kind == DMC_SPINNER_OPENING_DOUBLE && lead)))
        self->spinner = (uint8_t)pip;
    if (is_spinner(rules, self, pip))
        open_cross(rules, self, pip);
    if (rules->spec.fill_doubles)
        self->fill = (uint8_t)pip;
}

/* Forget the double to fill once it has its neighbours; the tile it joined does not count. */
static void check_fill(const dmc_rules *rules, dmc_table *self)
{
    if (self->fill == DMC_NONE)
        return;
    const int inner = self->lead_tile != double_tile(self->fill);
    if (dmc_table_neighbours(rules, self, self->fill) - inner >= rules->spec.fill_doubles ||
        !arms_at_double(rules, self, self->fill))
        self->fill = DMC_NONE;
}

void dmc_table_lay(const dmc_rules *rules, dmc_table *self, uint16_t move)
{
    const int tile = move_tile(move), arm = move_arm(move);
    const int high = rules->high[tile], low = rules->low[tile];
    const uint8_t mark = high == low ? DMC_ARM_DOUBLE : 0;
    set_add(&self->played, tile);
    self->placed++;
    self->last_tile = (uint8_t)tile;
    if (arm == DMC_ARM_LEAD) {
        self->phase = DMC_PHASE_PLAY;
        self->lead_tile = (uint8_t)tile;
        self->arms[DMC_ARM_RIGHT] = (uint8_t)(high | mark);
        self->arms[DMC_ARM_LEFT] = (uint8_t)(low | mark);
        if (mark)
            meet_double(rules, self, high, true);
    } else {
        const uint8_t tip = self->arms[arm];
        self->arms[arm] = (uint8_t)((move & DMC_MOVE_LOW_JOINS ? high : low) | mark);
        if (tip & DMC_ARM_DOUBLE && is_spinner(rules, self, tip & DMC_ARM_PIP))
            open_cross(rules, self, tip & DMC_ARM_PIP);
        if (mark)
            meet_double(rules, self, high, false);
    }
    if (rules->spec.fill_doubles)
        check_fill(rules, self);
}

/* What a spinner counts by its number of neighbours. */
static int spinner_count(const dmc_rules *rules, int pip, int neighbours)
{
    if (neighbours <= 1)
        return rules->spec.double_single ? pip : 2 * pip;
    if (!rules->spec.exposed_halves || neighbours >= 4)
        return 0;
    return (neighbours == 2 ? 2 : 1) * pip;
}

/* Spinners that are no arm's tip count only by their exposed halves. */
static int covered_spinners_count(const dmc_rules *rules, const dmc_table *self)
{
    int sum = 0;
    for (int pip = 0; pip <= rules->spec.max_pip; pip++)
        if (set_has(&self->played, double_tile(pip)) && is_spinner(rules, self, pip) &&
            covered_sides(rules, self, pip) == 2)
            sum += spinner_count(rules, pip, dmc_table_neighbours(rules, self, pip));
    return sum;
}

/* What the tip of an arm counts while points in play are reckoned. */
static int tip_count(const dmc_rules *rules, const dmc_table *self, uint8_t arm)
{
    const int pip = arm & DMC_ARM_PIP;
    if (!(arm & (DMC_ARM_DOUBLE | DMC_ARM_SIDE)))
        return pip;
    if (is_spinner(rules, self, pip))
        return spinner_count(rules, pip, dmc_table_neighbours(rules, self, pip));
    return rules->spec.double_single ? pip : 2 * pip;
}

/* Whether a tile on this arm changes what its spinner opens or counts. */
static bool changes_spinner(const dmc_rules *rules, const dmc_table *self, uint8_t arm)
{
    const int pip = arm & DMC_ARM_PIP;
    if (!(arm & (DMC_ARM_DOUBLE | DMC_ARM_SIDE)) || !is_spinner(rules, self, pip))
        return false;
    for (int a = cross_from(rules, pip); a < cross_to(rules, pip); a++)
        if (self->arms[a] == DMC_NONE)
            return true;
    return dmc_table_neighbours(rules, self, pip) <= 1 ||
           (rules->spec.n_divisors && rules->spec.exposed_halves);
}

int dmc_table_arm_class(const dmc_rules *rules, const dmc_table *self, int arm)
{
    if (arm < 0 || arm >= DMC_ARM_SLOTS || self->arms[arm] == DMC_NONE)
        return DMC_ERR_ARM;
    const uint8_t byte = self->arms[arm];
    const int pip = byte & DMC_ARM_PIP;
    const int count = rules->spec.n_divisors ? tip_count(rules, self, byte) : 0;
    const int spinner = changes_spinner(rules, self, byte) ? pip + 1 : 0;
    const int cross = arm > 1 && (rules->spec.arm_cap || rules->spec.bonus_capicua);
    return pip | count << 8 | spinner << 16 | cross << 24;
}

int dmc_table_distinct(const dmc_rules *rules, const dmc_table *self, uint16_t *moves, int n)
{
    int classes[DMC_ARM_SLOTS];
    int kept = 0;
    for (int a = 0; a < DMC_ARM_SLOTS; a++)
        classes[a] = dmc_table_arm_class(rules, self, a);
    for (int i = 0; i < n; i++) {
        const int arm = move_arm(moves[i]);
        bool twin = false;
        for (int k = 0; k < kept && arm < DMC_ARM_SLOTS && !twin; k++) {
            const int other = move_arm(moves[k]);
            twin = other < DMC_ARM_SLOTS && classes[other] == classes[arm] &&
                   (moves[k] & 0xc0ff) == (moves[i] & 0xc0ff);
        }
        if (!twin)
            moves[kept++] = moves[i];
    }
    return kept;
}

int dmc_table_ends_sum(const dmc_rules *rules, const dmc_table *self)
{
    if (self->placed == 1 && rules->spec.opening_counts == DMC_OPENING_SINGLE &&
        is_double(rules, self->lead_tile))
        return rules->high[self->lead_tile];
    int sum = 0;
    uint32_t counted = 0; /* a lone lead double is the tip of two arms */
    for (int a = 0; a < dmc_rules_slots(rules); a++) {
        const uint8_t arm = self->arms[a];
        if (!is_started(arm))
            continue;
        const int pip = arm & DMC_ARM_PIP;
        if (arm & DMC_ARM_DOUBLE && counted >> pip & 1)
            continue;
        if (arm & DMC_ARM_DOUBLE)
            counted |= 1u << pip;
        sum += tip_count(rules, self, arm);
    }
    if (rules->spec.exposed_halves)
        sum += covered_spinners_count(rules, self);
    return sum;
}

int dmc_points_of_sum(const dmc_spec *s, int sum)
{
    int points = 0;
    for (int i = 0; i < s->n_divisors && sum > 0; i++)
        if (sum % s->divisors[i] == 0) {
            if (!s->quotient)
                return sum;
            points += sum / s->divisors[i];
        }
    return points;
}

int dmc_table_play_points(const dmc_rules *rules, const dmc_table *self)
{
    const dmc_spec *s = &rules->spec;
    if (!s->n_divisors)
        return 0;
    if (self->placed == 1 && s->opening_counts == DMC_OPENING_NONE)
        return 0;
    return dmc_points_of_sum(s, dmc_table_ends_sum(rules, self));
}

int dmc_table_points_for(const dmc_rules *rules, const dmc_table *self, uint16_t move)
{
    const int arm = move_arm(move);
    if (!rules->spec.n_divisors || move_tile(move) >= rules->n_tiles ||
        (self->phase == DMC_PHASE_LEAD ? arm != DMC_ARM_LEAD
                                       : arm >= DMC_ARM_SLOTS || self->arms[arm] == DMC_NONE))
        return 0;
    dmc_table laid = *self;
    dmc_table_lay(rules, &laid, move);
    return dmc_table_play_points(rules, &laid);
}
