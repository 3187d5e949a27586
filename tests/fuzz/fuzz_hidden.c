/* SPDX-License-Identifier: MIT */
/* What goes over worlds: cases, good ones and spoilt ones, samplers, search trees and clues. */
#include "fuzz_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    CASES = 3,
    WORLDS = 3,
    NODES = 24,
    CLUES = 4
};

/* ---- a sampler ---- */

/* Whether worlds are drawn at once: one that passes the checks of a case may be sought a million
 * times. */
static bool pass_at_once(const dmc_rules *rules, const dmc_case *cases, int n)
{
    for (int i = 0; i < n; i++)
        if (cases[i].checks && (cases[i].checks != DMC_CASE_REDEALS || may_redeal(&rules->spec)))
            return false;
    return true;
}

/* Whatever case is taken, the worlds that are drawn from it are states. */
static void draw_worlds(const dmc_rules *rules, const dmc_sampler *sampler)
{
    dmc_state states[WORLDS];
    dmc_deal deals[WORLDS];
    dmc_rng rng;
    dmc_rng_init(fuzz_key, DMC_FOR_SAMPLE, 0, 0, &rng);
    if (dmc_sampler_draw(sampler, &rng, WORLDS, states, deals) < 0)
        return;
    for (int i = 0; i < WORLDS; i++)
        demand_sound(rules, &deals[i], &states[i]);
    demand(dmc_sampler_draw(sampler, &rng, 1, states, NULL) == DMC_OK, "deals are not needed");
}

static void draw_hands(const dmc_rules *rules, const dmc_sampler *sampler)
{
    dmc_set hands[WORLDS * DMC_MAX_SEATS];
    dmc_rng rng;
    dmc_rng_init(fuzz_key, DMC_FOR_SAMPLE, 0, 1, &rng);
    if (dmc_sampler_hands(sampler, &rng, WORLDS, hands) < 0)
        return;
    for (int i = 0; i < WORLDS * DMC_MAX_SEATS; i++) {
        const dmc_set foreign = set_minus(&hands[i], &rules->all);
        demand(set_is_empty(&foreign), "a hand is of the set");
    }
}

static void tell_chances(const dmc_sampler *sampler)
{
    enum { ROW = DMC_MAX_SEATS + 1 };
    static double out[DMC_MAX_TILES * ROW];
    double *scratch = exactly(sampler->n_states * sizeof *scratch);
    if (dmc_sampler_chances(sampler, scratch, out) == DMC_OK)
        for (int i = 0; i < DMC_MAX_TILES * ROW; i++)
            demand(out[i] > -1e-9 && out[i] < 1 + 1e-9, "a chance is from 0 to 1");
    free(scratch);
}

static int use_sampler(source *in, const dmc_rules *rules, const dmc_case *cases, int n)
{
    static const uint32_t sizes[] = {1 << 15, 1 << 12, 700, 100};
    const uint32_t words = sizes[below(in, 16) % 4];
    uint64_t *memory = exactly(words * sizeof *memory);
    dmc_sampler sampler;
    const int code = dmc_sampler_init(rules, cases, n, memory, words, &sampler);
    if (code == DMC_OK) {
        count_passed(FUZZ_SAMPLERS);
        if (pass_at_once(rules, cases, n))
            draw_worlds(rules, &sampler);
        draw_hands(rules, &sampler);
        tell_chances(&sampler);
    }
    free(memory);
    return code;
}

/* ---- cases ---- */

/* What a seat knows before the lead: its hand, and a forced lead. */
static void make_case(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *first, int seat,
                      dmc_case *out)
{
    dmc_set hidden = rules->all;
    memset(out, 0, sizeof *out);
    out->table = first->table;
    out->hand = first->hands[seat];
    out->deal = *deal;
    out->seat = (uint8_t)seat;
    out->only = first->only;
    out->only_slot = DMC_NONE;
    int at = 0, leaders = 0;
    for (int p = 0; p <= rules->spec.seats; p++) {
        const bool nobody = p == rules->spec.seats;
        const uint8_t size = nobody ? deal->n_boneyard : deal->hand_sizes[p];
        leaders = p == first->table.turn ? out->n_slots : leaders;
        if (p != seat)
            out->slots[out->n_slots++] =
                (dmc_slot){(uint8_t)(nobody ? DMC_NONE : p), size, (uint8_t)at, size};
        at += size;
    }
    const uint64_t any = (UINT64_C(1) << out->n_slots) - 1;
    hidden = set_minus(&hidden, &out->hand);
    while (!set_is_empty(&hidden)) {
        const int tile = set_pop(&hidden);
        out->allowed[out->n_tiles].word[0] = tile == out->only ? UINT64_C(1) << leaders : any;
        out->tiles[out->n_tiles++] = (uint8_t)tile;
    }
}

void sample_start(source *in, const dmc_rules *rules, const dmc_deal *deal)
{
    static dmc_case known;
    dmc_state first;
    const int seat = (int)below(in, (unsigned)rules->spec.seats);
    if (dmc_state_start(rules, deal, &first) < 0)
        return;
    make_case(rules, deal, &first, seat, &known);
    if (below(in, 4) == 0) { /* at times somebody has a tile of one pip */
        known.needs = 1;
        known.fits = rules->fits[below(in, (unsigned)rules->spec.max_pip + 1)];
    }
    for (unsigned n = some(in, 4); n > 0; n--)
        known.allowed[byte(in) % DMC_MAX_TILES].word[0] &= byte(in);
    for (unsigned n = some(in, 3); n > 0; n--)
        spoil(in, &known, offsetof(dmc_case, slots) + 16 * sizeof(dmc_slot));
    (void)use_sampler(in, rules, &known, 1);
}

/* The slots of a seat, or all of them where it is -1. */
static dmc_slots slots_of(const dmc_case *c, int seat)
{
    dmc_slots found = {{0, 0, 0, 0}};
    for (int s = 0; s < c->n_slots && s < DMC_MAX_SLOTS; s++)
        if (seat < 0 || c->slots[s].seat == seat)
            found.word[s >> 6] |= UINT64_C(1) << (s & 63);
    return found;
}

static int holder_of(const dmc_rules *rules, const dmc_state *state, int tile)
{
    for (int p = 0; p < rules->spec.seats; p++)
        if (set_has(&state->hands[p], tile))
            return p;
    return DMC_NONE;
}

/* Whether each tile in a hand was dealt to it, or drawn: a spoilt state may have it otherwise. */
static bool hands_are_dealt(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    dmc_set had[DMC_MAX_SEATS] = {{{0, 0, 0}}}, stock = {{0, 0, 0}};
    int at = 0;
    for (int p = 0; p < rules->spec.seats; p++)
        for (int i = 0; i < deal->hand_sizes[p]; i++)
            set_add(&had[p], deal->order[at++]);
    for (int i = 0; i < deal->n_boneyard; i++)
        set_add(&stock, deal->order[at + i]);
    for (int p = 0; p < rules->spec.seats; p++) {
        dmc_set rest = set_minus(&state->hands[p], &had[p]);
        rest = set_minus(&rest, &stock);
        if (!set_is_empty(&rest))
            return false;
    }
    return true;
}

/* Where the tiles lie that a seat does not see: dealt hands, single draws, and the boneyard. Draws
 * that are on the table stay where they are in the deal. */
static void make_slots(const dmc_rules *rules, const dmc_state *state, dmc_case *io)
{
    const dmc_deal *deal = &io->deal;
    int at = 0;
    for (int p = 0; p < rules->spec.seats; at += deal->hand_sizes[p++])
        if (p != io->seat && deal->hand_sizes[p])
            io->slots[io->n_slots++] =
                (dmc_slot){(uint8_t)p, deal->hand_sizes[p], (uint8_t)at, deal->hand_sizes[p]};
    for (const int end = at + deal->n_boneyard - state->table.left; at < end; at++) {
        const int p = holder_of(rules, state, deal->order[at]);
        if (p == DMC_NONE || p == io->seat)
            continue;
        if (deal->order[at] == state->only)
            io->only_slot = io->n_slots;
        io->slots[io->n_slots++] = (dmc_slot){(uint8_t)p, 1, (uint8_t)at, 1};
    }
    io->slots[io->n_slots++] =
        (dmc_slot){DMC_NONE, state->table.left, (uint8_t)at, state->table.left};
}

/* What a seat knows now, but for what others have shown to lack. */
static void make_case_now(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state,
                          int seat, dmc_case *out)
{
    const dmc_table *t = &state->table;
    memset(out, 0, sizeof *out);
    out->table = *t;
    out->hand = state->hands[seat];
    out->deal = *deal;
    out->seat = (uint8_t)seat;
    out->only = t->turn == seat || t->phase == DMC_PHASE_LEAD ? state->only : DMC_NONE;
    out->only_slot = DMC_NONE;
    make_slots(rules, state, out);
    if (t->phase != DMC_PHASE_PLAY)
        out->only_slot = DMC_NONE;
    const dmc_slots any = slots_of(out, -1);
    for (int s = 0; s < out->n_slots; s++)
        for (int i = 0; i < out->slots[s].size; i++) {
            const int tile = deal->order[out->slots[s].at + i];
            const bool played = set_has(&t->played, tile), fixed = played || tile == out->only;
            dmc_slots *allowed = &out->allowed[out->n_tiles];
            *allowed = fixed ? slots_of(out, out->slots[s].seat) : any;
            if (played && out->only_slot != DMC_NONE) /* what was drawn last is in hand */
                allowed->word[out->only_slot >> 6] &= ~(UINT64_C(1) << (out->only_slot & 63));
            out->tiles[out->n_tiles++] = (uint8_t)tile;
        }
    if (t->phase == DMC_PHASE_PLAY && !dmc_table_has_stock(rules, t)) {
        const dmc_set takes = dmc_table_takes(rules, t);
        out->needs = !set_meets(&takes, &out->hand);
        out->fits = set_minus(&takes, &t->played);
    }
}

/* Change a case as somebody would who knows how it is made, or anywhere. */
static void spoil_case(source *in, dmc_case *io)
{
    const unsigned at = byte(in);
    const unsigned n_slots = io->n_slots && io->n_slots <= DMC_MAX_SLOTS ? io->n_slots : 1;
    const unsigned n_tiles = io->n_tiles && io->n_tiles <= DMC_MAX_TILES ? io->n_tiles : 1;
    dmc_slot *slot = &io->slots[at % n_slots];
    dmc_slots *allowed = &io->allowed[at % n_tiles];
    switch (below(in, 12)) {
    case 0: spoil(in, io, offsetof(dmc_case, slots)); break;
    case 1: ((uint8_t *)slot)[below(in, 4)] = (uint8_t)byte(in); break;
    case 2: allowed->word[at >> 6] = word16(in); break;
    case 3: *allowed = slots_of(io, at & 1 ? -1 : (int)below(in, DMC_MAX_SEATS)); break;
    case 4: io->tiles[at % DMC_MAX_TILES] = (uint8_t)byte(in); break;
    case 5: spoil(in, &io->deal, sizeof io->deal); break;
    case 6: spoil(in, &io->table, sizeof io->table); break;
    case 7: (&io->seat)[at % 5] = (uint8_t)byte(in); break;
    case 8: take(in, &io->fits, sizeof io->fits); break;
    case 9: io->needs ^= 1; break;
    case 10: io->checks = at & 3; break;
    default: io->slots[(at + 1) % n_slots].at = slot->at;
    }
}

/* One case that is good, or several that share what a seat knows, with changes to each. */
void sample_now(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    static dmc_case cases[CASES];
    const int seat = (int)below(in, (unsigned)rules->spec.seats);
    if (!hands_are_dealt(rules, deal, state))
        return;
    make_case_now(rules, deal, state, seat, &cases[0]);
    const int code = use_sampler(in, rules, cases, 1);
    demand(code == DMC_OK || code == DMC_ERR_ROOM, "a good case is taken");
    const int n = 1 + (int)below(in, CASES);
    for (int i = n - 1; i >= 0; i--) {
        cases[i] = cases[0];
        for (unsigned k = below(in, 4); k > 0; k--)
            spoil_case(in, &cases[i]);
    }
    (void)use_sampler(in, rules, cases, n);
}

/* ---- trees ---- */

void grow(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    dmc_tree tree;
    const unsigned kind = byte(in), seat = state->table.turn, n_nodes = 1 + kind % NODES;
    if (seat == DMC_NONE)
        return;
    dmc_tree_node *nodes = exactly(n_nodes * sizeof *nodes);
    demand(dmc_tree_init(rules, (int)seat, fuzz_key, nodes, n_nodes, &tree) == DMC_OK, "a tree");
    tree.reward = (uint8_t)(kind >> 4 & 1 ? DMC_REWARD_MATCH : kind >> 5 & 1);
    tree.flat = kind >> 6 & 1;
    tree.redet = (uint8_t)(kind >> 7);
    if (byte(in) == 255) { /* what the caller may set may be anything */
        take(in, &tree.explore, sizeof tree.explore);
        take(in, &tree.pace, sizeof tree.pace);
        tree.reward = (uint8_t)byte(in);
        tree.seat = (uint8_t)below(in, (unsigned)rules->spec.seats);
    }
    const dmc_deal deals[2] = {*deal, *deal};
    const dmc_state worlds[2] = {*state, *state};
    const uint32_t picks[6] = {0, 1, 1, 0, 1, 0}, n = state->n_moves == DMC_NONE ? 1 : 6;
    (void)dmc_tree_grow(rules, &tree, deals, worlds, picks, n, NULL);
    demand(tree.used <= n_nodes, "a tree stays in its pool");
    free(nodes);
}

/* ---- clues ---- */

void use_clues(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    dmc_clue clues[CLUES];
    double appeal[DMC_MAX_TILES], weights[2];
    uint32_t picks[2];
    const unsigned kind = byte(in);
    take(in, clues, sizeof clues);
    for (int i = 0; i < CLUES && kind & 1; i++) { /* so that they are taken */
        clues[i].seat = (uint8_t)(clues[i].seat % rules->spec.seats);
        clues[i].at %= DMC_MAX_TILES;
        if (clues[i].tile != DMC_NONE)
            clues[i].tile = (uint8_t)(clues[i].tile % rules->n_tiles);
    }
    for (int t = 0; t < DMC_MAX_TILES; t++)
        appeal[t] = 1 + t % 7;
    for (unsigned n = kind & 2 ? below(in, 4) : 0; n > 0; n--)
        take(in, &appeal[byte(in) % DMC_MAX_TILES], sizeof *appeal);
    const dmc_deal deals[2] = {*deal, *deal};
    const dmc_state worlds[2] = {*state, *state};
    if (dmc_clues_pick(rules, clues, CLUES, appeal, deals, worlds, 2, weights, picks) == DMC_OK)
        demand(picks[0] < 2 && picks[1] < 2, "what is picked is a world");
}
