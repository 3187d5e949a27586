/* SPDX-License-Identifier: MIT */
/* Fixed work in the core, for count_instructions.py.
 *
 * Without arguments it names the cases; `count_instructions CASE` does the work of one and prints
 * what that came to; `count_instructions CASE units` prints how many units the work has. */
#include <dominocore_search.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct work {
    const char *name;
    int max_pip, seats, hand_size;
    bool pairs, draws, spinner;
    int depth;       /* of perft */
    uint32_t rounds; /* or playouts */
} work;

static const work cases[] = {
    {"perft, block, 2 seats", 6, 2, 7, false, false, false, 11, 0},
    {"perft, block, 4 seats in pairs", 6, 4, 7, true, false, false, 10, 0},
    {"perft, draw, 2 seats", 6, 2, 7, false, true, false, 16, 0},
    {"perft, spinner, 2 seats", 6, 2, 7, false, false, true, 9, 0},
    {"playouts, block, 2 seats", 6, 2, 7, false, false, false, 0, 2000},
    {"playouts, block, 4 seats in pairs", 6, 4, 7, true, false, false, 0, 2000},
    {"playouts, draw, 2 seats", 6, 2, 7, false, true, false, 0, 2000},
    {"playouts, spinner, 2 seats", 6, 2, 7, false, false, true, 0, 2000},
    {"playouts, double-eighteen draw, 4 seats", 18, 4, 12, false, true, false, 0, 200},
};

static void fill_spec(const work *w, dmc_spec *spec)
{
    memset(spec, 0, sizeof *spec);
    spec->max_pip = w->max_pip;
    spec->seats = w->seats;
    spec->hand_size = w->hand_size;
    for (int seat = 0; seat < w->seats; seat++)
        spec->sides[seat] = w->pairs ? seat % 2 : seat;
    spec->draw_limit = w->draws ? DMC_DRAW_UNTIL_PLAYABLE : 0;
    spec->drain = w->draws;
    spec->spinner = w->spinner ? DMC_SPINNER_FIRST_DOUBLE : DMC_SPINNER_NONE;
    spec->later = spec->after_block = DMC_LATER_NEXT;
    spec->n_criteria = 1;
    spec->criteria[0].kind = DMC_OPEN_HIGHEST;
    spec->minus_own = 1;
    spec->spinner_arms = 4;
    spec->rounding_unit = 1;
    if (w->spinner) {
        spec->n_divisors = 1;
        spec->divisors[0] = 5;
    }
    for (int high = 0, tile = 0; high <= DMC_MAX_PIP; high++)
        for (int low = 0; low <= high; low++)
            spec->values[tile++] = high + low;
}

/* The units of perft are all positions that it meets. */
static int print_nodes(const work *w, const dmc_rules *rules, const dmc_deal *deal,
                       const dmc_state *state)
{
    uint64_t nodes = 0, leaves = 0;
    int code = DMC_OK;
    for (int depth = 1; depth <= w->depth && code == DMC_OK; depth++) {
        code = dmc_perft(rules, deal, state, depth, 0, 0, NULL, &leaves);
        nodes += leaves;
    }
    printf("%" PRIu64 "\n", w->depth ? nodes : w->rounds);
    return code;
}

static int do_work(const work *w, const dmc_rules *rules, const dmc_deal *deal,
                   const dmc_state *state)
{
    static const uint8_t key[32] = {3};
    uint64_t leaves = 0;
    dmc_tally tally = {0};
    const int code =
        w->depth ? dmc_perft(rules, deal, state, w->depth, 0, 0, NULL, &leaves)
                 : dmc_playouts(rules, deal, state, 1, key, 0, 0, w->rounds, &tally, NULL);
    printf("%" PRIu64 "\n", w->depth ? leaves : tally.plies);
    return code;
}

static int run(const work *w, bool units)
{
    static dmc_spec spec;
    static dmc_rules rules;
    static const uint8_t key[32] = {7};
    dmc_deal deal;
    dmc_state state;
    fill_spec(w, &spec);
    int code = dmc_rules_init(&spec, &rules);
    if (code == DMC_OK)
        code = dmc_deal_random(&rules, key, 1, 0, NULL, &deal);
    if (code == DMC_OK)
        code = dmc_state_start(&rules, &deal, &state);
    if (code < 0)
        return code;
    return (units ? print_nodes : do_work)(w, &rules, &deal, &state);
}

int main(int argc, char **argv)
{
    const int n = sizeof cases / sizeof *cases;
    if (argc < 2) {
        for (int i = 0; i < n; i++)
            puts(cases[i].name);
        return 0;
    }
    const int chosen = atoi(argv[1]);
    if (chosen < 0 || chosen >= n)
        return 2;
    const int code = run(&cases[chosen], argc > 2);
    if (code < 0)
        fprintf(stderr, "%s\n", dmc_strerror(code));
    return code < 0;
}
