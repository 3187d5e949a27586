/* SPDX-License-Identifier: MIT */
/* Turn any bytes into rules, a deal, a state and a view, some of them spoilt, and put what passes
 * the checks of the core through every function that takes it.
 *
 * What the checks let through may not lead to undefined behaviour (a sanitizer sees that), to a
 * round without end, or to a state or view that the checks refuse: then the program aborts. */
#include "fuzz_parts.h"

static uint64_t passed[FUZZ_COUNTERS];

const uint64_t *fuzz_counters(void)
{
    return passed;
}

void count_passed(enum fuzz_counter what)
{
    passed[what]++;
}

/* What takes no state. */
static void use_numbers(source *in)
{
    dmc_rng rng;
    uint8_t key[32];
    const int a = word32(in), b = word32(in);
    demand(*dmc_strerror(a), "an error has a text");
    demand(dmc_tile_index(a, b) < DMC_MAX_TILES, "a number of a tile");
    take(in, key, sizeof key);
    dmc_rng_init(key, (uint32_t)a, (uint32_t)b, 0, &rng);
    const uint32_t bound = (uint32_t)word32(in) | 1;
    for (int i = 0; i < 20; i++) {
        demand(dmc_rng_below(&rng, bound) < bound, "a number is below its bound");
        (void)dmc_rng_next(&rng);
    }
}

/* A deal of any bytes, for what takes one alone. */
static void use_any_deal(source *in, const dmc_rules *rules, const dmc_deal *deal,
                         const dmc_table *table)
{
    dmc_deal any = *deal;
    dmc_state state;
    for (unsigned n = below(in, 4); n > 0; n--)
        spoil(in, &any, sizeof any);
    const int lead = dmc_deal_next_lead(rules, &any, table);
    demand(lead >= DMC_LEAD_BY_CRITERIA && lead < rules->spec.seats, "a seat leads the next round");
    if (dmc_state_start(rules, &any, &state) == DMC_OK)
        demand_sound(rules, &any, &state);
    if (make_setup(in, rules, &any, &state) == DMC_OK)
        demand_sound(rules, &any, &state);
}

static void use_state(source *in, unsigned how, const dmc_rules *rules, const dmc_deal *deal,
                      const dmc_state *state)
{
    count_passed(FUZZ_STATES);
    demand(dmc_set_count(&state->table.played) == state->table.placed, "so many tiles are placed");
    switch (how % 13) {
    case 0: count_and_play(in, rules, deal, state); break;
    case 1: solve(in, rules, deal, state); break;
    case 2: grow(in, rules, deal, state); break;
    case 3: sample_start(in, rules, deal); break;
    case 4: use_clues(in, rules, deal, state); break;
    case 5: step_lanes(in, rules); break;
    case 6: use_any_observation(in, rules); break;
    case 7: (void)dmc_action_move(rules, state, word32(in)); break;
    case 8: use_rounds(in, rules, deal, state); break;
    case 9: use_numbers(in); break;
    case 10: use_any_deal(in, rules, deal, &state->table); break;
    default: sample_now(in, rules, deal, state);
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
    count_passed(FUZZ_INPUTS);
    if (make_rules(&in, &rules) < 0)
        return 0;
    count_passed(FUZZ_RULES);
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
