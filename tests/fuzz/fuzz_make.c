/* SPDX-License-Identifier: MIT */
/* Rules, deals and states out of any bytes, sound ones and spoilt ones. */
#include "fuzz_parts.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const uint8_t fuzz_key[32] = {7};

void demand(bool is_so, const char *what)
{
    if (is_so)
        return;
    fprintf(stderr, "fault: %s\n", what);
    abort();
}

void demand_sound(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    demand(dmc_state_check(rules, deal, state) == DMC_OK, "a state of the core is not sound");
}

void *exactly(size_t size)
{
    void *room = malloc(size);
    demand(room || !size, "there is memory");
    return room;
}

/* ---- the bytes ---- */

void take(source *in, void *out, size_t size)
{
    const size_t n = size < in->left ? size : in->left;
    memset(out, 0, size);
    if (n)
        memcpy(out, in->at, n);
    in->at += n;
    in->left -= n;
}

unsigned byte(source *in)
{
    uint8_t b;
    take(in, &b, 1);
    return b;
}

unsigned below(source *in, unsigned bound)
{
    return byte(in) % bound;
}

unsigned some(source *in, unsigned most)
{
    const unsigned n = byte(in);
    return n & 1 ? 1 + (n >> 1) % most : 0;
}

uint16_t word16(source *in)
{
    uint16_t w;
    take(in, &w, sizeof w);
    return w;
}

int32_t word32(source *in)
{
    int32_t w;
    take(in, &w, sizeof w);
    return w;
}

void spoil(source *in, void *what, size_t size)
{
    uint8_t *bytes = what;
    const size_t at = word16(in) % size;
    const size_t most = size - at, n = 1 + below(in, 4);
    take(in, bytes + at, n < most ? n : most);
}

/* ---- rules ---- */

static void plain_spec(unsigned kind, dmc_spec *s)
{
    static const int32_t pips[] = {6, 6, 3, 9, 2, 18, 6, 12};
    memset(s, 0, sizeof *s);
    s->max_pip = pips[kind & 7];
    s->seats = kind & 8 ? 4 : 2;
    s->hand_size = s->max_pip > 6 ? 9 : s->max_pip == 6 ? 5 : 1;
    for (int p = 0; p < 8; p++)
        s->sides[p] = kind & 16 ? p % 2 : p % s->seats;
    s->later = s->after_block = DMC_LATER_NEXT;
    s->n_criteria = 1;
    s->criteria[0].kind = DMC_OPEN_HIGHEST;
    s->spinner_arms = 4;
    s->rounding_unit = 1;
    s->minus_own = 1;
    s->target = 100;
    s->draw_limit = kind & 32 ? DMC_DRAW_UNTIL_PLAYABLE : 0;
    s->spinner = (int32_t)(kind >> 6);
    if (kind & 64) {
        s->n_divisors = 1;
        s->divisors[0] = 5;
    }
    for (int high = 0, tile = 0; high <= DMC_MAX_PIP; high++)
        for (int low = 0; low <= high; low++)
            s->values[tile++] = high + low;
}

/* Numbers before the values of tiles, one by one; then bytes anywhere. */
int make_rules(source *in, dmc_rules *out)
{
    dmc_spec spec;
    const unsigned kind = byte(in);
    if (kind == 255) {
        take(in, &spec, sizeof spec);
        return dmc_rules_init(&spec, out);
    }
    plain_spec(kind, &spec);
    for (unsigned n = some(in, 8); n > 0; n--) {
        int32_t value;
        const size_t numbers = offsetof(dmc_spec, values) / sizeof value;
        const size_t at = below(in, (unsigned)numbers) * sizeof value;
        const unsigned small = byte(in);
        value = small == 255 ? word32(in) : (int32_t)(small < 192 ? small % 5 : small - 190);
        memcpy((uint8_t *)&spec + at, &value, sizeof value);
    }
    for (unsigned n = below(in, 8) ? 0 : below(in, 4); n > 0; n--)
        spoil(in, &spec, sizeof spec);
    for (unsigned n = some(in, 3); n > 0; n--) {
        const unsigned at = below(in, DMC_MAX_CRITERIA);
        dmc_criterion *c = &spec.criteria[at % 3];
        take(in, c, 4);
        c->kind %= DMC_OPEN_REDEAL + 2;
        c->free &= 1;
        c->n_tiles %= 3;
        if (c->kind == DMC_OPEN_LOTS)
            spec.lot_tile = c->tiles[0] % 3;
        spec.n_criteria = (int32_t)(at % 3) + 1;
    }
    return dmc_rules_init(&spec, out);
}

/* ---- deals and states ---- */

bool may_redeal(const dmc_spec *s)
{
    bool may = s->redeal_doubles || s->redeal_same;
    for (int i = 0; i < s->n_criteria; i++)
        may = may || s->criteria[i].kind == DMC_OPEN_REDEAL;
    return may;
}

int make_deal(source *in, const dmc_rules *rules, dmc_deal *out)
{
    uint8_t order[DMC_MAX_TILES], sizes[DMC_MAX_SEATS];
    int32_t scores[DMC_MAX_SEATS] = {0};
    const unsigned kind = byte(in);
    const int lead = kind & 8 ? (int)(kind & 7) - 1 : (int)(kind & 1);
    if ((kind & 48) == 16)
        take(in, scores, sizeof scores);
    if (may_redeal(&rules->spec) && below(in, 32))
        return DMC_ERR_REDEAL;
    if ((kind >> 6) != 3) {
        take(in, order, 4);
        return dmc_deal_random(rules, fuzz_key, order[0], lead, scores, out);
    }
    take(in, order, sizeof order);
    take(in, sizes, sizeof sizes);
    return dmc_deal_order(rules, order, sizes, (int)below(in, 200), 1, lead, scores, out);
}

/* Take the boneyard out of a deal, and lay some of its tiles by the rules; how many were laid. */
static int lay_boneyard(source *in, const dmc_rules *rules, dmc_deal *deal, int most, uint16_t *out)
{
    static uint16_t moves[DMC_MANY_MOVES];
    dmc_set rest = {{0, 0, 0}};
    dmc_table table;
    int dealt = 0, n = 0;
    memset(&table, 0, sizeof table);
    memset(table.arms, DMC_NONE, sizeof table.arms);
    table.last = table.last_tile = table.lead_tile = table.spinner = table.fill = DMC_NONE;
    for (int p = 0; p < rules->spec.seats; p++)
        dealt += deal->hand_sizes[p];
    for (; deal->n_boneyard; deal->n_boneyard--) {
        uint8_t *last = &deal->order[dealt + deal->n_boneyard - 1];
        set_add(&rest, *last);
        *last = DMC_NONE;
    }
    for (int left; n < most && !set_is_empty(&rest); n++) {
        left = dmc_table_moves(rules, &table, &rest, DMC_NONE, moves, DMC_MANY_MOVES);
        const uint16_t move = moves[byte(in) % (unsigned)left];
        if (move_arm(move) > DMC_ARM_LEAD)
            break;
        out[n] = move;
        dmc_table_lay(rules, &table, move);
        set_remove(&rest, move_tile(move));
    }
    return n;
}

int make_setup(source *in, const dmc_rules *rules, dmc_deal *deal, dmc_state *out)
{
    uint16_t layout[16];
    const unsigned kind = byte(in);
    int n = (int)(kind % 17);
    if (kind & 128 && dmc_deal_is_sound(rules, deal))
        n = lay_boneyard(in, rules, deal, n, layout);
    else
        take(in, layout, sizeof layout);
    deal->turn = (uint8_t)byte(in);
    deal->set_up = n < 16; /* else the deal does not say so, and nothing is set up */
    const int code = dmc_state_setup(rules, deal, layout, n, (int)below(in, 9) - 1, out);
    demand(code < 0 || n < 16, "a deal says that it was set up");
    if (code == DMC_OK && out->table.phase == DMC_PHASE_OVER)
        deal->turn = 0;
    return code;
}

void play_some(source *in, const dmc_rules *rules, const dmc_deal *deal, dmc_state *io)
{
    for (unsigned n = below(in, 64); n > 0 && io->table.phase != DMC_PHASE_OVER; n--) {
        dmc_state next;
        const unsigned pick = byte(in);
        const uint16_t move = pick == 255 || !io->n_moves || io->n_moves == DMC_NONE
                                  ? word16(in)
                                  : io->moves[pick % io->n_moves];
        const int code = dmc_state_play(rules, deal, io, move, &next);
        demand((code == DMC_OK) == dmc_state_is_legal(rules, io, move), "legal is what is played");
        if (code == DMC_OK)
            *io = next;
    }
}

/* ---- spoilt states ---- */

/* Take a tile from where it lies to somewhere else, and keep the counts. */
static void move_tile_over(source *in, dmc_state *io)
{
    const unsigned from = below(in, 9), to = below(in, 10), tile = below(in, 192);
    dmc_set *a = from < 8 ? &io->hands[from] : &io->table.played;
    dmc_set *b = to < 8 ? &io->hands[to] : &io->table.played;
    if (!set_has(a, (int)tile) && from != to)
        return;
    set_remove(a, (int)tile);
    if (to < 9)
        set_add(b, (int)tile);
    for (int p = 0; p < DMC_MAX_SEATS; p++)
        io->table.hand_sizes[p] = (uint8_t)set_count(&io->hands[p]);
    io->table.placed = (uint8_t)set_count(&io->table.played);
}

/* Write the moves that the state should list, as somebody would who knows how. */
static void list_again(const dmc_rules *rules, dmc_state *io)
{
    const dmc_table *t = &io->table;
    if (!dmc_table_is_sound(rules, t) || (io->only != DMC_NONE && io->only >= rules->n_tiles))
        return;
    memset(io->moves, 0, sizeof io->moves);
    io->n_moves = 0;
    if (t->turn != DMC_NONE)
        dmc_state_list(rules, io);
}

void spoil_state(source *in, const dmc_rules *rules, dmc_deal *deal, dmc_state *io)
{
    for (unsigned n = some(in, 6); n > 0; n--)
        switch (below(in, 8)) {
        case 0: spoil(in, io, sizeof *io); break;
        case 1: spoil(in, deal, sizeof *deal); break;
        case 2: ((uint8_t *)&io->table.turn)[below(in, 16)] = (uint8_t)byte(in); break;
        case 3: io->table.arms[below(in, DMC_ARM_SLOTS)] = (uint8_t)byte(in); break;
        case 4: io->table.points[below(in, 8)] = word32(in); break;
        case 5: deal->scores[below(in, 8)] = word32(in); break;
        case 6: deal->set_up = 1; break;
        default: move_tile_over(in, io);
        }
    if (below(in, 4))
        list_again(rules, io);
}
