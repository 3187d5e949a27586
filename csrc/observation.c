/* SPDX-License-Identifier: MIT */
/* A view packed for learning, and spread into floats. Both read what the seat sees and no more. */
#include "dmc_internal.h"
#include "dominocore_search.h"

#include <string.h>

static int seats_on(const dmc_rules *rules, int seat, int from)
{
    if (seat == DMC_NONE)
        return DMC_NONE;
    return seat >= from ? seat - from : seat - from + rules->spec.seats;
}

int dmc_view_pack(const dmc_rules *rules, const dmc_view *self, const dmc_set *laid,
                  dmc_observation *out)
{
    const dmc_table *t = &self->table;
    const int seats = rules->spec.seats, sides = rules->n_sides, me = self->seat;
    if (me >= seats)
        return DMC_ERR_BAD_SEAT;
    memset(out, 0, sizeof *out);
    out->hand = self->hand;
    for (int i = 0, p = me; i < seats; i++, p = next_seat(rules, p)) {
        out->laid[i] = laid[p];
        out->voids[i] = t->voids[p];
        out->hand_sizes[i] = t->hand_sizes[p];
    }
    for (int i = 0, s = rules->side_of[me]; i < sides; i++, s = s + 1 == sides ? 0 : s + 1)
        out->scores[i] = self->scores[s] + t->points[s];
    memcpy(out->arms, t->arms, sizeof out->arms);
    out->seat = (uint8_t)me;
    out->turn = (uint8_t)seats_on(rules, t->turn, me);
    out->leader = (uint8_t)seats_on(rules, t->leader, me);
    out->last = (uint8_t)seats_on(rules, t->last, me);
    out->phase = t->phase;
    out->passes = t->passes;
    out->draws = t->draws;
    out->left = t->left;
    out->only = self->only;
    return DMC_OK;
}

/* ---- floats ---- */

/* Whether it counts, or steers play, what shows the pip of an end. */
static bool matters_what_shows(const dmc_rules *rules)
{
    return rules->spec.spinner != DMC_SPINNER_NONE || rules->spec.n_divisors;
}

int dmc_plane_count(const dmc_rules *rules)
{
    const int seats = rules->spec.seats, pips = rules->spec.max_pip + 1;
    const int arms = dmc_rules_slots(rules), kinds = matters_what_shows(rules) ? 2 : 0;
    return (1 + seats) * rules->n_tiles + arms * (pips + 1 + kinds) + seats * (pips + 1) + 1 +
           rules->n_sides + 1;
}

static float *put_set(const dmc_set *set, int n, float *out)
{
    for (int t = 0; t < n; t++)
        *out++ = set_has(set, t);
    return out;
}

static float part(int value, int of)
{
    return value <= 0 ? 0.0f : value >= of ? 1.0f : (float)value / (float)of;
}

static float *put_arms(const dmc_rules *rules, const dmc_observation *self, float *out)
{
    const int none = rules->spec.max_pip + 1;
    for (int a = 0; a < dmc_rules_slots(rules); a++) {
        const int pip = self->arms[a] == DMC_NONE ? none : self->arms[a] & DMC_ARM_PIP;
        for (int v = 0; v <= none; v++)
            *out++ = v == pip;
    }
    return out;
}

static float *put_kinds(const dmc_rules *rules, const dmc_observation *self, int kind, float *out)
{
    for (int a = 0; a < dmc_rules_slots(rules); a++)
        *out++ = self->arms[a] != DMC_NONE && self->arms[a] & kind;
    return out;
}

static float *put_all(const dmc_rules *rules, const dmc_observation *self, float *out)
{
    const dmc_spec *s = &rules->spec;
    const int most = s->draw_limit ? rules->n_dealt : s->hand_size;
    const int target = s->target ? s->target : 100;
    out = put_set(&self->hand, rules->n_tiles, out);
    for (int p = 0; p < s->seats; p++)
        out = put_set(&self->laid[p], rules->n_tiles, out);
    out = put_arms(rules, self, out);
    for (int p = 0; p < s->seats; p++)
        *out++ = part(self->hand_sizes[p], most);
    for (int p = 0; p < s->seats; p++)
        for (int v = 0; v <= s->max_pip; v++)
            *out++ = (self->voids[p] >> v & 1) != 0;
    *out++ = part(self->left, rules->n_tiles);
    for (int side = 0; side < rules->n_sides; side++)
        *out++ = part(self->scores[side], target);
    *out++ = part(self->passes, s->seats);
    if (matters_what_shows(rules)) {
        out = put_kinds(rules, self, DMC_ARM_DOUBLE, out);
        out = put_kinds(rules, self, DMC_ARM_SIDE, out);
    }
    return out;
}

void dmc_observation_planes(const dmc_rules *rules, uint32_t n, const dmc_observation *self,
                            float *out)
{
    for (uint32_t i = 0; i < n; i++)
        out = put_all(rules, &self[i], out);
}
