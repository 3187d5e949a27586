/* SPDX-License-Identifier: MIT */
/* What one seat may see. A view is built field by field from what is allowed, never by blanking a
 * copy of the state. */
#include "dmc_internal.h"

#include <string.h>

int dmc_view_make(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state, int seat,
                  dmc_view *out)
{
    if (seat < 0 || seat >= rules->spec.seats)
        return DMC_ERR_BAD_SEAT;
    memset(out, 0, sizeof *out);
    out->table = state->table;
    /* in the middle of a turn the tile just drawn may be anything */
    if (state->table.turn != DMC_NONE && state->table.draws)
        out->table.voids[state->table.turn] = 0;
    out->hand = state->hands[seat];
    if (state->table.phase == DMC_PHASE_OVER)
        for (int p = 0; p < rules->spec.seats; p++)
            out->shown[p] = state->hands[p];
    memcpy(out->scores, deal->scores, sizeof out->scores);
    out->round = deal->round;
    out->seat = (uint8_t)seat;
    out->opened_by = deal->opened_by;
    out->first_turn = deal->turn;
    out->n_boneyard = deal->n_boneyard;
    memcpy(out->dealt, deal->hand_sizes, sizeof out->dealt);
    memcpy(out->lots, deal->lots, sizeof out->lots);
    out->only = DMC_NONE;
    if (state->table.turn == seat) {
        out->only = state->only;
        out->n_moves = state->n_moves;
        memcpy(out->moves, state->moves, sizeof out->moves);
    }
    return DMC_OK;
}
