/* SPDX-License-Identifier: MIT */
/* Many threads ask the core about the same rules, deal and state, each with room of its own: all
 * get the same answers, which are those of the main thread alone. */
#include "dominocore_search.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 300, BITS = 10, NODES = 256, TURNS = 3 };

typedef struct answers {
    uint64_t counted;
    dmc_tally played;
    dmc_solution solved;
    uint32_t visits;
    uint32_t zero;
    double sum;
} answers;

/* What the threads share; nobody writes to it once it is made. */
static dmc_rules rules;
static dmc_deal deal;
static dmc_state state;
static int32_t stop;

typedef struct worker {
    pthread_t thread;
    dmc_solve_entry table[1 << BITS];
    dmc_tree_node nodes[NODES];
    dmc_view view;
    uint8_t mask[64 * 200];
    answers found;
    int code;
} worker;

static worker workers[THREADS + 1];

static int ask(worker *w)
{
    static const uint8_t key[32] = {3};
    dmc_tree tree;
    answers *a = &w->found;
    int code = 0;
    memset(a, 0, sizeof *a);
    for (int turn = 0; turn < TURNS && code >= 0; turn++) {
        if ((code = dmc_perft(&rules, &deal, &state, 4, 0, 0, NULL, &a->counted)) < 0 ||
            (code = dmc_playouts(&rules, &deal, &state, 1, key, 0, 0, ROUNDS, &a->played, NULL)) < 0 ||
            (code = dmc_solve(&rules, &deal, &state, DMC_SOLVE_MOVES | DMC_SOLVE_LINE, w->table, BITS,
                              20000, &stop, &a->solved)) < 0 ||
            (code = dmc_view_make(&rules, &deal, &state, 0, &w->view)) < 0 ||
            (code = dmc_view_mask(&rules, &w->view, w->mask)) < 0 ||
            (code = dmc_tree_init(&rules, state.table.turn, key, w->nodes, NODES, &tree)) < 0)
            return code;
        for (int i = 0; i < 50 && code >= 0; i++)
            code = dmc_tree_grow(&rules, &tree, &deal, &state, NULL, 1, &stop);
        a->visits = tree.nodes[0].visits;
        a->sum = tree.nodes[0].sum;
    }
    return code;
}

static void *run(void *argument)
{
    worker *w = argument;
    w->code = ask(w);
    return NULL;
}

static void fill_spec(int spinner, dmc_spec *spec)
{
    memset(spec, 0, sizeof *spec);
    spec->max_pip = 6;
    spec->seats = 2;
    spec->hand_size = 7;
    spec->sides[1] = 1;
    spec->later = spec->after_block = DMC_LATER_NEXT;
    spec->n_criteria = 1;
    spec->criteria[0].kind = DMC_OPEN_HIGHEST;
    spec->spinner = spinner;
    spec->spinner_arms = 4;
    spec->rounding_unit = 1;
    spec->minus_own = 1;
    spec->target = 100;
    spec->draw_limit = spinner ? DMC_DRAW_UNTIL_PLAYABLE : 0;
    for (int high = 0, tile = 0; high <= DMC_MAX_PIP; high++)
        for (int low = 0; low <= high; low++)
            spec->values[tile++] = high + low;
}

static int compare(int spinner)
{
    static const uint8_t seed[32] = {9};
    dmc_spec spec;
    fill_spec(spinner, &spec);
    if (dmc_rules_init(&spec, &rules) < 0 ||
        dmc_deal_random(&rules, seed, 1, DMC_LEAD_BY_CRITERIA, NULL, &deal) < 0 ||
        dmc_state_start(&rules, &deal, &state) < 0)
        return 1;
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&workers[i].thread, NULL, run, &workers[i]))
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    run(&workers[THREADS]);
    for (int i = 0; i < THREADS; i++)
        if (workers[i].code < 0 ||
            memcmp(&workers[i].found, &workers[THREADS].found, sizeof(answers)))
            return 1;
    return 0;
}

int main(void)
{
    for (int spinner = DMC_SPINNER_NONE; spinner <= DMC_SPINNER_EVERY_DOUBLE; spinner++)
        if (compare(spinner)) {
            printf("threads differ, spinner %d\n", spinner);
            return 1;
        }
    printf("%d threads agree\n", THREADS);
    return 0;
}
