/* SPDX-License-Identifier: MIT */
/* What others have placed says what they hold: who prefers some tiles and placed others is likely
 * to lack the first. Worlds are weighed by that and drawn again by their weight. */
#include "dmc_internal.h"
#include "dominocore_search.h"

#include <string.h>

/* How likely the placements are in a world, each as the part that its tile has in the appeal of all
 * that the seat could have placed. Goes back from the hands of now. */
static double chance_of(const dmc_clue *clues, int n_clues, const double *appeal,
                        const dmc_deal *deal, const dmc_state *world)
{
    dmc_set hands[DMC_MAX_SEATS];
    memcpy(hands, world->hands, sizeof hands);
    double chance = 1;
    for (int i = n_clues - 1; i >= 0; i--) {
        const dmc_clue *clue = &clues[i];
        dmc_set *hand = &hands[clue->seat];
        if (clue->tile == DMC_NONE) {
            if (deal->order[clue->at] != DMC_NONE) /* else nothing was dealt there */
                set_remove(hand, deal->order[clue->at]);
            continue;
        }
        set_add(hand, clue->tile);
        double all = 0;
        for (dmc_set could = set_and(hand, &clue->takes); !set_is_empty(&could);)
            all += appeal[set_pop(&could)];
        if (all > 0)
            chance *= appeal[clue->tile] / all;
    }
    return chance;
}

int dmc_clues_pick(const dmc_rules *rules, const dmc_clue *clues, int n_clues, const double *appeal,
                   const dmc_deal *deals, const dmc_state *worlds, uint32_t n, double *weights,
                   uint32_t *picks)
{
    double sum = 0, reached = 0;
    for (int i = 0; i < n_clues; i++)
        if (clues[i].seat >= rules->spec.seats ||
            (clues[i].tile != DMC_NONE && clues[i].tile >= rules->n_tiles) ||
            (clues[i].tile == DMC_NONE && clues[i].at >= DMC_MAX_TILES))
            return DMC_ERR_MOVE;
    for (uint32_t i = 0; i < n; i++)
        sum += weights[i] = chance_of(clues, n_clues, appeal, &deals[i], &worlds[i]);
    uint32_t picked = 0;
    for (uint32_t i = 0; i < n; i++) {
        reached += weights[i];
        while (picked < n && (picked + 0.5) * sum < reached * n)
            picks[picked++] = i;
    }
    for (; picked < n; picked++)
        picks[picked] = picked;
    return DMC_OK;
}
