/* SPDX-License-Identifier: MIT */
/* Read rounds from the standard input, and write all that the core finds about each as bytes. */
#include "dominocore_search.h"

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 200, WORLDS = 20, BITS = 12, DEPTH = 4, NODES = 400, TIMES = 20, LANES = 5, STEPS = 60 };

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

static void deal(const dmc_rules *rules, const uint8_t key[32])
{
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        dmc_deal dealt;
        memset(&dealt, 0, sizeof dealt);
        const int code = dmc_deal_random(rules, key, round, DMC_LEAD_BY_CRITERIA, NULL, &dealt);
        put(code, &dealt, sizeof dealt);
    }
}

static void count(const dmc_rules *rules)
{
    for (unsigned options = 0; options < 8; options++)
        for (int depth = 0; depth <= DEPTH; depth++) {
            uint64_t n = 0;
            const int code = dmc_perft(rules, &q.deal, &q.state, depth, options, 0, NULL, &n);
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

static void search(const dmc_rules *rules, const uint8_t key[32], const dmc_deal *deals,
                   const dmc_state *states)
{
    static dmc_tree_node nodes[NODES];
    for (int reward = 0; reward < 2; reward++) {
        dmc_tree tree;
        memset(nodes, 0, sizeof nodes);
        int code = dmc_tree_init(rules, states->table.turn, key, nodes, NODES, &tree);
        if (code < 0)
            return;
        tree.reward = (uint8_t)reward;
        tree.explore = 0.7;
        tree.pace = 20;
        for (int time = 0; time < TIMES && code >= 0; time++)
            code = dmc_tree_grow(rules, &tree, deals, states, NULL, WORLDS, NULL);
        put(code, nodes, sizeof nodes);
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
    if (code >= 0)
        search(rules, key, deals, states);
    code = dmc_sampler_hands(&sampler, &rng, WORLDS, hands);
    put(code, hands, sizeof hands);
}

/* Rounds side by side, each seat an action of its mask, and what a learner would see of them. */
static void step(const dmc_rules *rules, const uint8_t key[32])
{
    static dmc_lane lanes[LANES];
    static uint8_t masks[LANES * 16384], turns[LANES], done[LANES];
    static dmc_observation seen[LANES];
    static float planes[LANES * 16384];
    int32_t points[LANES * DMC_MAX_SEATS] = {0}, actions[LANES];
    const dmc_lanes_out out = {masks, seen, turns, points, done};
    const size_t wide = (size_t)dmc_action_count(rules), floats = (size_t)dmc_plane_count(rules);
    if (wide > 16384 || floats > 16384)
        return;
    memset(lanes, 0, sizeof lanes);
    int code = dmc_lanes_start(rules, key, 0, LANES, lanes, &out);
    for (size_t turn = 0; code >= 0 && turn < STEPS; turn++) {
        put(code, masks, LANES * wide);
        put(code, seen, sizeof seen);
        put(code, points, sizeof points);
        put(code, done, sizeof done);
        dmc_observation_planes(rules, LANES, seen, planes);
        put(code, planes, LANES * floats * sizeof *planes);
        for (size_t i = 0; i < LANES; i++) {
            size_t action = turn % wide;
            while (!masks[i * wide + action])
                action = (action + 1) % wide;
            actions[i] = (int32_t)action;
        }
        code = dmc_lanes_step(rules, key, 0, LANES, lanes, actions, &out);
    }
}

int main(void)
{
    uint8_t key[32] = {7};
    while (fread(&q, sizeof q, 1, stdin) == 1) {
        dmc_rules rules;
        if (dmc_rules_init(&q.spec, &rules) < 0)
            return 1;
        deal(&rules, key);
        count(&rules);
        step(&rules, key);
        play(&rules, key);
        solve(&rules);
        if (q.has_case)
            sample(&rules, key);
    }
    return 0;
}
