/* SPDX-License-Identifier: MIT */
/* The calls that Python makes once a ply, over plain bytes: cffi hands a bytes object to a char
 * pointer without making a pointer object first. */
static int dmc_bytes_play(const dmc_rules *rules, const dmc_deal *deal, const char *self, int move,
                          char *out)
{
    return dmc_state_play(rules, deal, (const dmc_state *)(const void *)self, (uint16_t)move,
                          (dmc_state *)(void *)out);
}

static int dmc_bytes_view(const dmc_rules *rules, const dmc_deal *deal, const char *state, int seat,
                          char *out)
{
    return dmc_view_make(rules, deal, (const dmc_state *)(const void *)state, seat,
                         (dmc_view *)(void *)out);
}
