/* SPDX-License-Identifier: MIT */
/* Plays one round of the block game, each seat its first legal move, and prints it.
 *
 *     cc -I csrc/include csrc/examples/round.c csrc/[a-z]*.c -o round && ./round
 */
#include <dominocore.h>
#include <stdio.h>
#include <string.h>

static void fill_spec(dmc_spec *spec)
{
    memset(spec, 0, sizeof *spec);
    spec->max_pip = 6;
    spec->seats = 2;
    spec->hand_size = 7;
    spec->sides[1] = 1; /* each seat alone */
    spec->later = spec->after_block = DMC_LATER_NEXT;
    spec->n_criteria = 1;
    spec->criteria[0].kind = DMC_OPEN_HIGHEST; /* the heaviest tile leads */
    spec->spinner_arms = 4;
    spec->rounding_unit = 1;
    spec->minus_own = 1;
    spec->target = 100;
    for (int high = 0, tile = 0; high <= DMC_MAX_PIP; high++)
        for (int low = 0; low <= high; low++)
            spec->values[tile++] = high + low;
}

static void print_move(const dmc_rules *rules, int seat, uint16_t move)
{
    static const char arms[] = "><^v";
    const int tile = move & 0xff, arm = move >> 8 & 0x3f;
    if (move == DMC_PASS) {
        printf("%d: --\n", seat);
        return;
    }
    const int high = rules->high[tile], low = rules->low[tile];
    const bool low_joins = move & DMC_MOVE_LOW_JOINS;
    printf("%d: %c%d-%d\n", seat, arm == DMC_ARM_LEAD ? '*' : arms[arm], low_joins ? low : high,
           low_joins ? high : low);
}

static int fail(int code)
{
    fprintf(stderr, "%s\n", dmc_strerror(code));
    return 1;
}

int main(void)
{
    static dmc_spec spec;
    static dmc_rules rules;
    static const uint8_t seed[32] = {7};
    dmc_deal deal;
    dmc_state state, next;
    int code;

    fill_spec(&spec);
    if ((code = dmc_rules_init(&spec, &rules)) < 0 ||
        (code = dmc_deal_random(&rules, seed, 1, DMC_LEAD_BY_CRITERIA, NULL, &deal)) < 0 ||
        (code = dmc_state_start(&rules, &deal, &state)) < 0)
        return fail(code);
    while (state.table.phase != DMC_PHASE_OVER) {
        print_move(&rules, state.table.turn, state.moves[0]);
        if ((code = dmc_state_play(&rules, &deal, &state, state.moves[0], &next)) < 0)
            return fail(code);
        state = next;
    }
    printf("%s: ", state.table.ending == DMC_ENDING_OUT ? "out" : "blocked");
    if (state.table.side == DMC_NONE)
        printf("nobody wins\n");
    else
        printf("side %d scores %d\n", state.table.side, state.table.points[state.table.side]);
    return 0;
}
