/* SPDX-License-Identifier: MIT */
/* Read rounds from the standard input, and write all that the core finds about each as bytes. */
#include "dominocore_search.h"

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 200, WORLDS = 20, BITS = 12, DEPTH = 4 };

typedef struct question {
    dmc_spec spec;
    dmc_state state;
    dmc_case known;
    dmc_deal deal;
    uint32_t has_case;
} question;

static question q;
static dmc_solve_entry table[1 << BITS];
static uint64_t memory[DMC_SAMPLER_WORDS];

static void put(int code, const void *bytes, size_t size)
{
    fwrite(&code, sizeof code, 1, stdout);
    fwrite(bytes, size, 1, stdout);
}

static void count(const dmc_rules *rules)
{
    for (unsigned options = 0; options < 8; options++)
        for (int depth = 0; depth <= DEPTH; depth++) {
            uint64_t n = 0;
            const int code = dmc_perft(rules, &q.deal, &q.state, depth, options, &n);
            put(code, &n, sizeof n);
        }
}

static void play(const dmc_rules *rules, const uint8_t key[32])
{
    dmc_tally tally;
    int32_t points[ROUNDS * DMC_MAX_SEATS];
    memset(&tally, 0, sizeof tally);
    memset(points, 0, sizeof points);
    int code = dmc_playouts(rules, &q.deal, &q.state, 1, key, 0, 0, ROUNDS, &tally, points);
    put(code, &tally, sizeof tally);
    put(code, points, sizeof points);
    code = dmc_deal_and_play(rules, key, 0, ROUNDS, &tally, points);
    put(code, &tally, sizeof tally);
    put(code, points, sizeof points);
}

static void solve(const dmc_rules *rules)
{
    for (int win = 0; win < 2; win++)
        for (int generic = 0; generic < 2; generic++) {
            dmc_solution solution;
            const int options = win * DMC_SOLVE_WIN | generic * DMC_SOLVE_GENERIC |
                                DMC_SOLVE_MOVES | DMC_SOLVE_LINE;
            memset(&solution, 0, sizeof solution);
            const int code = dmc_solve(rules, &q.deal, &q.state, options, table, BITS, 20000, NULL,
                                       &solution);
            put(code, &solution, sizeof solution);
        }
}

static void sample(const dmc_rules *rules, const uint8_t key[32])
{
    dmc_sampler sampler;
    dmc_rng rng;
    static dmc_state states[WORLDS];
    static dmc_deal deals[WORLDS];
    static dmc_set hands[WORLDS * DMC_MAX_SEATS];
    int code = dmc_sampler_init(rules, &q.known, 1, memory, DMC_SAMPLER_WORDS, &sampler);
    put(code, sampler.ways, sizeof sampler.ways);
    dmc_rng_init(key, DMC_FOR_SAMPLE, 0, 0, &rng);
    code = dmc_sampler_draw(&sampler, &rng, WORLDS, states, deals);
    put(code, states, sizeof states);
    put(code, deals, sizeof deals);
    code = dmc_sampler_hands(&sampler, &rng, WORLDS, hands);
    put(code, hands, sizeof hands);
}

int main(void)
{
    uint8_t key[32] = {7};
    while (fread(&q, sizeof q, 1, stdin) == 1) {
        dmc_rules rules;
        if (dmc_rules_init(&q.spec, &rules) < 0)
            return 1;
        count(&rules);
        play(&rules, key);
        solve(&rules);
        if (q.has_case)
            sample(&rules, key);
    }
    return 0;
}
