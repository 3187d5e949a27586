/* SPDX-License-Identifier: MIT */
/* Turn any bytes into rules, a deal, a state and a view, some of them spoilt, and put what passes
 * the checks of the core through every function that takes it.
 *
 * What the checks let through may not lead to undefined behaviour (a sanitizer sees that), to a
 * round without end, or to a state or view that the checks refuse: then the program aborts. */
#include "fuzz_core.h"

#include "dmc_internal.h"
#include "dominocore_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_PLIES = 3000,  /* more than any round has */
    MEMORY = 1 << 15,   /* words of a sampler */
    TABLE_BITS = 6,
    NODES = 24,
    WORLDS = 3
};

static const uint8_t key[32] = {7};
static dmc_solve_entry table[1 << TABLE_BITS];
static dmc_tree_node nodes[NODES];
static uint64_t memory[MEMORY];
static uint64_t passed[FUZZ_COUNTERS];

const uint64_t *fuzz_counters(void)
{
    return passed;
}

static void demand(bool is_so, const char *what)
{
    if (is_so)
        return;
    fprintf(stderr, "fault: %s\n", what);
    abort();
}

/* ---- the bytes ---- */

typedef struct source {
    const uint8_t *at;
    size_t left;
} source;

static void take(source *in, void *out, size_t size)
{
    const size_t n = size < in->left ? size : in->left;
    memset(out, 0, size);
    if (n)
        memcpy(out, in->at, n);
    in->at += n;
    in->left -= n;
}

static unsigned byte(source *in)
{
    uint8_t b;
    take(in, &b, 1);
    return b;
}

static unsigned below(source *in, unsigned bound)
{
    return byte(in) % bound;
}

/* How many changes to make: none in half of all cases, so that random bytes come far too. */
static unsigned some(source *in, unsigned most)
{
    const unsigned n = byte(in);
    return n & 1 ? 1 + (n >> 1) % most : 0;
}

static uint16_t word16(source *in)
{
    uint16_t w;
    take(in, &w, sizeof w);
    return w;
}

static int32_t word32(source *in)
{
    int32_t w;
    take(in, &w, sizeof w);
    return w;
}

/* Overwrite some bytes somewhere. */
static void spoil(source *in, void *what, size_t size)
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
static int make_rules(source *in, dmc_rules *out)
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
        value = small == 255 ? word32(in) : (int32_t)(small < 192 ? small % 5 : small);
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
        spec.n_criteria = (int32_t)(at % 3) + 1;
    }
    return dmc_rules_init(&spec, out);
}

/* ---- deals and states ---- */

/* Rules may have ten thousand deals in a row dealt again: those take their time. */
static bool may_redeal(const dmc_spec *s)
{
    bool may = s->redeal_doubles || s->redeal_same;
    for (int i = 0; i < s->n_criteria; i++)
        may = may || s->criteria[i].kind == DMC_OPEN_REDEAL;
    return may;
}

static int make_deal(source *in, const dmc_rules *rules, dmc_deal *out)
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
        return dmc_deal_random(rules, key, order[0], lead, scores, out);
    }
    take(in, order, sizeof order);
    take(in, sizes, sizeof sizes);
    return dmc_deal_order(rules, order, sizes, (int)below(in, 200), 1, lead, scores, out);
}

static int make_setup(source *in, const dmc_rules *rules, dmc_deal *deal, dmc_state *out)
{
    uint16_t layout[16];
    const int n = (int)below(in, 17);
    take(in, layout, sizeof layout);
    deal->turn = (uint8_t)byte(in);
    deal->set_up = 1;
    const int code = dmc_state_setup(rules, deal, layout, n, (int)below(in, 9) - 1, out);
    if (code == DMC_OK && out->table.phase == DMC_PHASE_OVER)
        deal->turn = 0;
    return code;
}

/* The core's own states pass its own checks. */
static void demand_sound(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    demand(dmc_state_check(rules, deal, state) == DMC_OK, "a state of the core is not sound");
}

/* Play some moves, as numbers in the list of legal ones or as codes. */
static void play_some(source *in, const dmc_rules *rules, const dmc_deal *deal, dmc_state *io)
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

static void spoil_state(source *in, const dmc_rules *rules, dmc_deal *deal, dmc_state *io)
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

/* ---- what takes a table, a view, a state ---- */

static void use_table(source *in, const dmc_rules *rules, const dmc_table *t)
{
    (void)dmc_table_is_dead(rules, t);
    (void)dmc_table_ends_sum(rules, t);
    (void)dmc_table_play_points(rules, t);
    const uint16_t move = word16(in);
    (void)dmc_table_points_for(rules, t, move);
    (void)dmc_table_arm_class(rules, t, (int)byte(in) - 1);
    (void)dmc_action_of(rules, t, move);
    dmc_set hands[DMC_MAX_SEATS] = {{{0, 0, 0}}};
    dmc_result result;
    const int ending = (int)below(in, 4), seat = (int)below(in, 10) - 1;
    const int closing = (int)below(in, 7) - 1;
    take(in, &hands[below(in, DMC_MAX_SEATS)], sizeof *hands);
    (void)dmc_result_settle(rules, ending, seat, t->leader, closing, hands, &result);
}

static void use_view(const dmc_rules *rules, const dmc_view *view)
{
    static uint8_t mask[2 * DMC_ARM_SLOTS * DMC_MAX_TILES + 2];
    static float planes[10 * DMC_MAX_TILES + 40 * 32 + 8 * 32 + 64];
    dmc_observation packed;
    passed[FUZZ_VIEWS]++;
    const int n = dmc_view_moves(rules, view, NULL, 0);
    demand(n == (view->n_moves == DMC_NONE ? n : view->n_moves), "a view lists its moves");
    const int count = dmc_action_count(rules);
    demand(count <= (int)sizeof mask, "there are so many ids of actions at most");
    demand(dmc_view_mask(rules, view, mask) <= n, "no more ids than moves");
    demand(dmc_view_pack(rules, view, view->shown, &packed) == DMC_OK, "a view is packed");
    demand(dmc_plane_count(rules) <= (int)(sizeof planes / sizeof *planes), "so many floats");
    dmc_observation_planes(rules, 1, &packed, planes);
}

/* Any packed observation can be spread: it holds numbers alone. */
static void use_any_observation(source *in, const dmc_rules *rules)
{
    static float planes[10 * DMC_MAX_TILES + 40 * 32 + 8 * 32 + 64];
    dmc_observation any;
    take(in, &any, sizeof any);
    dmc_observation_planes(rules, 1, &any, planes);
}

static void use_views(source *in, const dmc_rules *rules, const dmc_deal *deal,
                      const dmc_state *state)
{
    dmc_view view;
    for (int seat = -1; seat <= rules->spec.seats; seat++) {
        if (dmc_view_make(rules, deal, state, seat, &view) < 0)
            continue;
        demand(dmc_view_check(rules, &view) == DMC_OK, "a view of the core is not sound");
        use_view(rules, &view);
        const bool spoilt = below(in, 2);
        for (unsigned n = spoilt ? below(in, 4) : 0; n > 0; n--)
            spoil(in, &view, sizeof view);
        if (dmc_view_check(rules, &view) == DMC_OK) {
            use_view(rules, &view);
            use_table(in, rules, &view.table);
        }
    }
}

/* Play on to the end by the public step alone. */
static void play_to_the_end(source *in, const dmc_rules *rules, const dmc_deal *deal,
                            const dmc_state *from)
{
    dmc_state a = *from, b;
    static uint16_t moves[DMC_MANY_MOVES];
    int plies = 0;
    for (; a.table.phase != DMC_PHASE_OVER; plies++) {
        demand(plies < MOST_PLIES, "a round does not end");
        const int n = dmc_state_moves(rules, &a, moves, DMC_MANY_MOVES);
        demand(n > 0 && n <= DMC_MANY_MOVES, "a seat on turn has a move");
        demand(dmc_state_play(rules, deal, &a, moves[byte(in) % (unsigned)n], &b) == DMC_OK, "it is legal");
        a = b;
        if (plies % 8 == 0 || a.table.phase == DMC_PHASE_OVER)
            demand_sound(rules, deal, &a);
    }
    passed[FUZZ_ROUNDS]++;
    const int lead = dmc_deal_next_lead(rules, deal, &a.table);
    demand(lead >= DMC_LEAD_BY_CRITERIA && lead < rules->spec.seats, "a seat leads the next round");
}

static void count_and_play(source *in, const dmc_rules *rules, const dmc_deal *deal,
                           const dmc_state *state)
{
    uint64_t n = 0;
    const int depth = state->n_moves == DMC_NONE ? 1 : 1 + (int)below(in, 2);
    (void)dmc_perft(rules, deal, state, depth, below(in, 8), &n);
    dmc_tally tally;
    int32_t points[3 * DMC_MAX_SEATS];
    const int code = dmc_playouts(rules, deal, state, 1, key, 0, byte(in), 3, &tally, points);
    demand(code == (state->table.phase == DMC_PHASE_OVER ? DMC_ERR_OVER : DMC_OK), "playouts");
    if (!may_redeal(&rules->spec))
        (void)dmc_deal_and_play(rules, key, byte(in), 2, &tally, points);
}

static void solve(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    dmc_solution solution;
    const int options = (int)below(in, 16), bits = (int)below(in, TABLE_BITS + 1);
    const int code = dmc_solve(rules, deal, state, options, table, bits, 60, NULL, &solution);
    if (code == DMC_OK) {
        passed[FUZZ_SOLVED]++;
        demand(solution.low <= solution.high, "bounds of a value");
    }
}

static void grow(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state)
{
    dmc_tree tree;
    const unsigned kind = byte(in), seat = state->table.turn;
    if (seat == DMC_NONE)
        return;
    demand(dmc_tree_init(rules, (int)seat, key, nodes, 1 + kind % NODES, &tree) == DMC_OK, "a tree");
    tree.reward = (uint8_t)(kind >> 4 & 1 ? DMC_REWARD_MATCH : kind >> 5 & 1);
    tree.flat = kind >> 6 & 1;
    tree.redet = (uint8_t)(kind >> 7);
    const dmc_deal deals[2] = {*deal, *deal};
    const dmc_state worlds[2] = {*state, *state};
    const uint32_t picks[6] = {0, 1, 1, 0, 1, 0};
    (void)dmc_tree_grow(rules, &tree, deals, worlds, picks, state->n_moves == DMC_NONE ? 1 : 6,
                        NULL);
}

static void use_clues(source *in, const dmc_rules *rules, const dmc_deal *deal,
                      const dmc_state *state)
{
    dmc_clue clues[4];
    double appeal[DMC_MAX_TILES], weights[2];
    uint32_t picks[2];
    take(in, clues, sizeof clues);
    for (int t = 0; t < DMC_MAX_TILES; t++)
        appeal[t] = 1 + t % 7;
    const dmc_deal deals[2] = {*deal, *deal};
    const dmc_state worlds[2] = {*state, *state};
    (void)dmc_clues_pick(rules, clues, 4, appeal, deals, worlds, 2, weights, picks);
}

/* ---- samplers ---- */

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

static void use_sampler(const dmc_rules *rules, const dmc_case *known, bool spoilt)
{
    static dmc_state states[WORLDS];
    static dmc_deal deals[WORLDS];
    static dmc_set hands[WORLDS * DMC_MAX_SEATS];
    static double out[DMC_MAX_TILES * 9], scratch[MEMORY];
    dmc_sampler sampler;
    dmc_rng rng;
    if (dmc_sampler_init(rules, known, 1, memory, MEMORY, &sampler) < 0)
        return;
    passed[FUZZ_SAMPLERS]++;
    dmc_rng_init(key, DMC_FOR_SAMPLE, 0, 0, &rng);
    if (known->checks == 0 && dmc_sampler_draw(&sampler, &rng, WORLDS, states, deals) == DMC_OK)
        for (int i = 0; i < WORLDS && !spoilt; i++)
            demand_sound(rules, &deals[i], &states[i]);
    (void)dmc_sampler_hands(&sampler, &rng, WORLDS, hands);
    if (sampler.n_states <= MEMORY)
        (void)dmc_sampler_chances(&sampler, scratch, out);
}

static void sample(source *in, const dmc_rules *rules, const dmc_deal *deal)
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
    const unsigned spoilt = some(in, 3);
    for (unsigned n = spoilt; n > 0; n--)
        spoil(in, &known, offsetof(dmc_case, slots) + 16 * sizeof(dmc_slot));
    use_sampler(rules, &known, spoilt > 0);
}

/* ---- lanes ---- */

static void step_lanes(source *in, const dmc_rules *rules)
{
    enum { N = 2 };
    static uint8_t masks[N * (2 * DMC_ARM_SLOTS * DMC_MAX_TILES + 2)];
    static dmc_lane lanes[N];
    dmc_observation observations[N];
    uint8_t turns[N], done[N];
    int32_t points[N * DMC_MAX_SEATS], actions[N];
    const dmc_lanes_out out = {masks, observations, turns, points, done};
    const unsigned options = below(in, 2);
    if (dmc_lanes_start(rules, key, options, N, lanes, &out) < 0)
        return;
    for (unsigned n = below(in, 16); n > 0; n--) {
        for (int i = 0; i < N; i++) {
            const int count = dmc_action_count(rules), first = (int)byte(in);
            actions[i] = first == 255 ? word32(in) : first == 254 ? DMC_LANE_SKIP : 0;
            for (int k = 0; k < count && first < 254; k++)
                if (masks[i * count + (k + first * 37) % count]) {
                    actions[i] = (k + first * 37) % count;
                    break;
                }
        }
        if (dmc_lanes_step(rules, key, options, N, lanes, actions, &out) == DMC_OK)
            for (int i = 0; i < N; i++)
                demand_sound(rules, &lanes[i].deal, &lanes[i].state);
    }
    dmc_lanes_show(rules, N, lanes, &out);
}

static void use_state(source *in, unsigned how, const dmc_rules *rules, const dmc_deal *deal,
                      const dmc_state *state)
{
    passed[FUZZ_STATES]++;
    demand(dmc_set_count(&state->table.played) == state->table.placed, "so many tiles are placed");
    demand(*dmc_strerror((int)how - 256), "an error has a text");
    demand(dmc_tile_index((int)how - 2, 3) < DMC_MAX_TILES, "a number of a tile");
    switch (how % 8) {
    case 0: count_and_play(in, rules, deal, state); break;
    case 1: solve(in, rules, deal, state); break;
    case 2: grow(in, rules, deal, state); break;
    case 3: sample(in, rules, deal); break;
    case 4: use_clues(in, rules, deal, state); break;
    case 5: step_lanes(in, rules); break;
    case 6: use_any_observation(in, rules); break;
    default: (void)dmc_action_move(rules, state, word32(in));
    }
    use_table(in, rules, &state->table);
    use_views(in, rules, deal, state);
    play_to_the_end(in, rules, deal, state);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static dmc_rules rules;
    dmc_deal deal;
    dmc_state state;
    source in = {data, size};
    passed[FUZZ_INPUTS]++;
    if (make_rules(&in, &rules) < 0)
        return 0;
    passed[FUZZ_RULES]++;
    if (make_deal(&in, &rules, &deal) < 0)
        return 0;
    const unsigned kind = byte(&in), how = byte(&in);
    const int code = kind < 32 ? make_setup(&in, &rules, &deal, &state)
                               : dmc_state_start(&rules, &deal, &state);
    if (code < 0)
        return 0;
    if (kind == 255)
        take(&in, &state, sizeof state);
    else {
        demand_sound(&rules, &deal, &state);
        play_some(&in, &rules, &deal, &state);
        demand_sound(&rules, &deal, &state);
    }
    if (kind & 1)
        spoil_state(&in, &rules, &deal, &state);
    if (dmc_state_check(&rules, &deal, &state) == DMC_OK)
        use_state(&in, how, &rules, &deal, &state);
    return 0;
}
