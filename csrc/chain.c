/* SPDX-License-Identifier: MIT */
/* Take down a round as the fast walks see it. */
#include "dmc_chain.h"

#include <string.h>

/* Pips above this have no room in a code beside what shows them. */
enum { MOST_PIP_WITH_KINDS = 13 };

static bool matters_what_shows(const dmc_spec *s)
{
    return s->spinner != DMC_SPINNER_NONE || s->n_divisors;
}

bool dmc_rules_are_chain(const dmc_rules *rules)
{
    const dmc_spec *s = &rules->spec;
    const bool one_spinner = s->spinner == DMC_SPINNER_NONE ||
                             (s->spinner != DMC_SPINNER_EVERY_DOUBLE && s->spinner_arms <= 4 &&
                              s->arms_open == DMC_ARMS_BOTH_SIDES && !s->fill_first && !s->arm_cap);
    return one_spinner && !s->fill_doubles && !s->exposed_halves && !s->join_sum &&
           set_is_empty(&s->wild) && !s->out_side && !s->bonus_first_pass && !s->bonus_round_pass &&
           !s->bonus_capicua && !s->n_bonus_tiles && s->score != DMC_SCORE_CLOSING &&
           !s->draw_when_able && s->drawn_tile == DMC_DRAWN_MUST_PLAY &&
           (s->draw_limit == 0 || s->draw_limit == DMC_DRAW_UNTIL_PLAYABLE) &&
           (!matters_what_shows(s) || s->max_pip <= MOST_PIP_WITH_KINDS);
}

static void set_codes(const dmc_spec *s, dmc_chain *out)
{
    const bool kinds = matters_what_shows(s);
    for (int pip = 0; pip <= s->max_pip; pip++) {
        const bool counts = s->n_divisors && pip > 0;
        out->single[pip] = (uint8_t)pip;
        out->twin[pip] = (uint8_t)(pip | (counts && !s->double_single ? CHAIN_DOUBLE : 0));
        out->side[pip] = (uint8_t)(pip | (counts ? CHAIN_SIDE : 0));
        out->counts[pip] = (int16_t)pip;
        if (kinds) {
            out->counts[pip | CHAIN_DOUBLE] = (int16_t)(2 * pip);
            out->counts[pip | CHAIN_TIP] = (int16_t)(s->double_single ? pip : 2 * pip);
        }
    }
    const chain_arms up = s->spinner_arms > 2, down = s->spinner_arms > 3;
    out->cross = up << 16 | down << 24;
    out->shut = (!up * (chain_arms)CHAIN_SHUT) << 16 | (!down * (chain_arms)CHAIN_SHUT) << 24;
    for (int sum = 0; sum < (int)(sizeof out->points / sizeof *out->points); sum++)
        out->points[sum] = (int16_t)dmc_points_of_sum(s, sum);
}

/* Give a tile of the set a number. */
static void name_tile(const dmc_rules *rules, int tile, int number, dmc_chain *io)
{
    const int high = rules->high[tile], low = rules->low[tile];
    const uint64_t bit = UINT64_C(1) << number;
    io->tiles[number] = (uint8_t)tile;
    io->numbers[tile] = (uint8_t)number;
    io->sums[number] = (uint8_t)(high + low);
    io->high[number] = (uint8_t)high;
    io->values[number] = rules->spec.values[tile];
    io->halves[number] = UINT64_C(1) << 4 * (high & CHAIN_PIP);
    if (high == low)
        io->doubles |= bit;
    else
        io->halves[number] += UINT64_C(1) << 4 * (low & CHAIN_PIP);
    const int kinds = matters_what_shows(&rules->spec) ? CHAIN_CODES : CHAIN_DOUBLE;
    for (int kind = 0; kind < kinds; kind += CHAIN_DOUBLE) {
        io->fits[high + kind] |= bit;
        io->fits[low + kind] |= bit;
    }
}

void dmc_chain_init(const dmc_rules *rules, dmc_chain *out)
{
    memset(out, 0, sizeof *out);
    memset(out->numbers, DMC_NONE, sizeof out->numbers);
    out->rules = rules;
    out->n_arms = matters_what_shows(&rules->spec) ? 4 : 2;
    out->drain = rules->spec.drain;
    out->claims = rules->spec.n_divisors && rules->spec.claim_required;
    out->race = rules->spec.n_divisors && rules->spec.immediate && rules->spec.target &&
                !rules->spec.wins_low;
    out->identity = rules->n_words == 1;
    for (int p = 0; p < rules->spec.seats; p++)
        out->next[p] = (uint8_t)next_seat(rules, p);
    set_codes(&rules->spec, out);
    for (int i = 0; out->identity && i < rules->n_tiles; i++)
        name_tile(rules, i, i, out);
}

/* ---- tiles of a round ---- */

/* Number the tiles in play one after the other, unless they have numbers; false when they are more
 * than 64. */
static bool name_tiles(const dmc_set *in_play, dmc_chain *io)
{
    bool named = true;
    for (dmc_set rest = *in_play; named && !set_is_empty(&rest);)
        named = io->numbers[set_pop(&rest)] != DMC_NONE;
    if (named)
        return true;
    if (set_count(in_play) > 64)
        return false;
    memset(io->fits, 0, sizeof io->fits);
    memset(io->numbers, DMC_NONE, sizeof io->numbers);
    io->doubles = 0;
    dmc_set rest = *in_play;
    for (int i = 0; !set_is_empty(&rest); i++)
        name_tile(io->rules, set_pop(&rest), i, io);
    return true;
}

static uint64_t renumber(const dmc_chain *self, const dmc_set *tiles)
{
    if (self->identity)
        return tiles->word[0];
    uint64_t mask = 0;
    for (dmc_set rest = *tiles; !set_is_empty(&rest);)
        mask |= UINT64_C(1) << self->numbers[set_pop(&rest)];
    return mask;
}

/* Codes that a tile fits which is neither on the table nor in play. */
static uint64_t codes_of(const dmc_chain *self, const dmc_set *tiles)
{
    const dmc_rules *rules = self->rules;
    uint64_t codes = 0;
    for (int pip = 0; pip <= rules->spec.max_pip; pip++)
        if (set_meets(&rules->fits[pip], tiles))
            codes |= (self->n_arms == 2 ? 1 : UINT64_C(0x0001000100010001)) << pip;
    return codes;
}

static int code_of(const dmc_chain *self, const dmc_table *t, int arm)
{
    const dmc_spec *s = &self->rules->spec;
    const uint8_t byte = t->arms[arm];
    const int pip = byte & DMC_ARM_PIP;
    if (byte == DMC_NONE)
        return s->spinner == DMC_SPINNER_FIRST_DOUBLE && t->spinner == DMC_NONE ? CHAIN_NEVER
                                                                                : CHAIN_SHUT;
    if (byte & DMC_ARM_SIDE)
        return self->side[pip];
    if (!(byte & DMC_ARM_DOUBLE))
        return self->single[pip];
    return t->spinner == pip ? pip | CHAIN_TIP : self->twin[pip];
}

bool dmc_chain_knows(const dmc_rules *rules, const dmc_deal *deal, const dmc_table *table)
{
    const dmc_spec *s = &rules->spec;
    for (int p = 0; p < s->seats; p++)
        if (!table->hand_sizes[p])
            return false;
    for (int side = 0; s->immediate && s->target && side < rules->n_sides; side++) {
        const int points = table->points[side];
        if (points < 0 || (points > 0 && deal->scores[side] + points >= s->target))
            return false;
    }
    return true;
}

bool dmc_chain_load(const dmc_deal *deal, const dmc_state *state, dmc_chain *io)
{
    const dmc_rules *rules = io->rules;
    const dmc_table *t = &state->table;
    const int place = deal->n_boneyard - t->left;
    const uint8_t *stock = deal->order;
    dmc_set in_play = {{0, 0, 0}};
    if (!dmc_chain_knows(rules, deal, t))
        return false;
    for (int p = 0; p < rules->spec.seats; p++) {
        stock += deal->hand_sizes[p];
        in_play = set_or(&in_play, &state->hands[p]);
    }
    for (int i = place; i < deal->n_boneyard; i++)
        set_add(&in_play, stock[i]);
    if (!io->identity && !name_tiles(&in_play, io))
        return false;
    for (int p = 0; p < rules->spec.seats; p++) {
        io->hands[p] = renumber(io, &state->hands[p]);
        io->suits[p] = 0;
        for (uint64_t rest = io->hands[p]; rest; rest &= rest - 1)
            io->suits[p] += io->halves[dmc_lowest_bit(rest)];
    }
    if (t->left > 64)
        return false;
    io->rest[t->left] = 0;
    for (int i = t->left; i-- > 0;) {
        const int tile = stock[place + i];
        io->stock[i] = io->numbers[tile];
        io->rest[i] = io->rest[i + 1] | UINT64_C(1) << io->stock[i];
    }
    const dmc_set known = set_or(&in_play, &t->played);
    const dmc_set aside = set_minus(&rules->all, &known);
    io->n_stock = rules->spec.draw_limit && t->left > rules->spec.reserve
                      ? t->left - rules->spec.reserve
                      : 0;
    io->outside = io->drain || !io->n_stock ? 0 : codes_of(io, &aside);
    io->seat = t->turn;
    io->last = t->last;
    io->leader = t->leader;
    io->led = t->phase == DMC_PHASE_PLAY;
    io->only = state->only == DMC_NONE || (io->led && !t->draws) ? -1 : io->numbers[state->only];
    io->arms = 0;
    for (int a = 0; io->led && a < io->n_arms; a++)
        io->arms |= (chain_arms)code_of(io, t, a) << 8 * a;
    return true;
}

uint16_t dmc_chain_move(const dmc_chain *self, chain_arms arms, int tile, int arm)
{
    const int number = self->tiles[tile];
    const int pip = self->n_arms == 2 ? chain_code(arms, arm) : chain_code(arms, arm) & CHAIN_PIP;
    return move_make(number, arm, self->rules->high[number] != pip);
}
