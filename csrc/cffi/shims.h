/* SPDX-License-Identifier: MIT */
/* The calls that Python makes once a ply or once a deal, over plain bytes: cffi hands a bytes
 * object to a char pointer without making a pointer object first. A round holds its rules and its
 * deal, so that a call has one argument less to convert. */
typedef struct dmc_round {
    const dmc_rules *rules;
    dmc_deal deal;
} dmc_round;

static int dmc_round_deal(dmc_round *out, const dmc_rules *rules, const char *key, int number,
                          int lead, const int32_t *scores, char *state)
{
    const int code = dmc_deal_random(rules, (const uint8_t *)key, (uint32_t)number, lead, scores,
                                     &out->deal);
    out->rules = rules;
    return code < 0 ? code : dmc_state_start(rules, &out->deal, (dmc_state *)(void *)state);
}

/* 0, an error, or 1 when the round is over or a draw has ended the turn: what is rare in one test.
 * The state is a fresh copy, played in place. */
static int dmc_round_play(const dmc_round *round, char *state, int move)
{
    dmc_state *after = (dmc_state *)(void *)state;
    const dmc_state before = *after;
    const int code = dmc_state_play(round->rules, &round->deal, &before, (uint16_t)move, after);
    if (code < 0)
        return code;
    return after->table.phase == DMC_PHASE_OVER ||
           (move == DMC_DRAW && after->table.turn != before.table.turn);
}

static int dmc_round_view(const dmc_round *round, const char *state, int seat, char *out)
{
    return dmc_view_make(round->rules, &round->deal, (const dmc_state *)(const void *)state, seat,
                         (dmc_view *)(void *)out);
}

/* ---- what a seat sees, in numbers ----
 * `events` is the packed record of an Observation: two bytes a move, low byte first. A draw leaves
 * the turn where it is unless bit 14 marks it as the last move of the turn. */

static int dmc_look_mask(const dmc_rules *rules, const char *view, char *out)
{
    return dmc_view_mask(rules, (const dmc_view *)(const void *)view, (uint8_t *)out);
}

static int dmc_look_move(const dmc_rules *rules, const char *view, int action)
{
    return dmc_view_action_move(rules, (const dmc_view *)(const void *)view, action);
}

static int dmc_look_pack(const dmc_rules *rules, const char *view, const char *events, int n,
                         char *out)
{
    const dmc_view *self = (const dmc_view *)(const void *)view;
    dmc_set laid[8] = {0};
    for (int i = 0, seat = self->first_turn; i < n; i++) {
        const int tile = (uint8_t)events[2 * i], high = (uint8_t)events[2 * i + 1];
        const int arm = high & 63;
        if (arm <= DMC_ARM_LEAD && tile < rules->n_tiles)
            laid[seat & 7].word[tile / 64] |= UINT64_C(1) << tile % 64;
        if (arm != DMC_ARM_DRAW || high & 64)
            seat = seat + 1 == rules->spec.seats ? 0 : seat + 1;
    }
    return dmc_view_pack(rules, self, laid, (dmc_observation *)(void *)out);
}

static int dmc_look_planes(const dmc_rules *rules, const char *view, const char *events, int n,
                           float *out)
{
    dmc_observation packed;
    const int code = dmc_look_pack(rules, view, events, n, (char *)&packed);
    if (code >= 0)
        dmc_observation_planes(rules, 1, &packed, out);
    return code;
}
