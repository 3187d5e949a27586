/* SPDX-License-Identifier: MIT */
/* Random rounds on plain lines of small sets once nothing is left to draw: a hand is a square of
 * bits in one word, so that the row of an end holds the other halves of the tiles that fit it. No
 * choice is a branch: which end, and which tile, could not be foreseen. */
#include "dmc_playout.h"

#include <string.h>

enum { SIDE = 8, ROWS = 1 << SIDE };

bool dmc_square_init(const dmc_rules *rules, dmc_square *out)
{
    const dmc_spec *s = &rules->spec;
    if (s->max_pip >= SIDE || !dmc_rules_are_rows(rules))
        return false;
    for (int row = 0; row < ROWS; row++) {
        int n = 0;
        for (uint64_t rest = (uint64_t)row; rest; rest &= rest - 1)
            out->nth[row][n++] = (uint8_t)dmc_lowest_bit(rest);
        out->count[row] = (uint8_t)n;
    }
    for (int a = 0; a <= s->max_pip; a++)
        for (int b = 0; b <= s->max_pip; b++) {
            out->values[a][b] = s->values[dmc_tile_index(a, b)];
            out->bits[a][b] = UINT64_C(1) << (SIDE * a + b) | UINT64_C(1) << (SIDE * b + a);
        }
    out->seats = s->seats;
    return true;
}

bool dmc_square_load(const dmc_chain *chain, dmc_square *io)
{
    if (chain->n_stock || (chain->led && chain->only >= 0))
        return false;
    for (int p = 0; p < io->seats; p++) {
        io->hands[p] = 0;
        io->pips[p] = 0;
        for (uint64_t rest = chain->hands[p]; rest; rest &= rest - 1) {
            const int tile = dmc_lowest_bit(rest), high = chain->high[tile];
            io->hands[p] |= io->bits[high][chain->sums[tile] - high];
            io->pips[p] += chain->values[tile];
        }
    }
    return true;
}

/* Choose what leads: a tile of the hand, or the one that is forced. */
static int choose_lead(const dmc_chain *chain, fast_rng *rng)
{
    uint64_t hand = chain->only < 0 ? chain->hands[chain->seat] : UINT64_C(1) << chain->only;
    for (int n = fast_below(rng, dmc_popcount(hand)); n; n--)
        hand &= hand - 1;
    return dmc_lowest_bit(hand);
}

DMC_INLINE unsigned row_of(uint64_t hand, unsigned pip)
{
    return (unsigned)(hand >> SIDE * pip) & (ROWS - 1);
}

/* What changes from ply to ply. */
typedef struct game {
    uint64_t hands[DMC_MAX_SEATS];
    unsigned right, left;
    int seat;
} game;

static bool can_anybody(int seats, const uint64_t *hands, unsigned right, unsigned left)
{
    uint64_t all = 0;
    for (int p = 0; p < seats; p++)
        all |= hands[p];
    return row_of(all, right) | row_of(all, left);
}

/* Lead a tile; whether that ends the round. */
static bool lead(const dmc_square *self, const dmc_chain *chain, game *g, fast_rng *rng,
                 playout *out)
{
    const int tile = choose_lead(chain, rng);
    g->right = chain->high[tile];
    g->left = chain->sums[tile] - g->right;
    g->hands[g->seat] &= ~self->bits[g->right][g->left];
    out->pips[g->seat] -= chain->values[tile];
    out->last = g->seat;
    out->plies = 1;
    g->seat = chain->next[g->seat];
    return !g->hands[out->last];
}

static int play_on(const dmc_square *self, const dmc_chain *chain, game *g, fast_rng *rng,
                   playout *out)
{
    unsigned right = g->right, left = g->left;
    for (int seat = g->seat;; seat = chain->next[seat]) {
        const uint64_t hand = g->hands[seat];
        const unsigned to_right = row_of(hand, right), to_left = row_of(hand, left);
        if (!(to_right | to_left)) {
            if (!can_anybody(self->seats, g->hands, right, left))
                return DMC_ENDING_BLOCKED;
            out->plies++;
            continue;
        }
        const unsigned on_right = self->count[to_right];
        const unsigned pick = (unsigned)fast_below(rng, (int)on_right + self->count[to_left]);
        const unsigned on_left = 0u - (pick >= on_right); /* all ones or none */
        const unsigned joins = right ^ ((right ^ left) & on_left);
        const unsigned row = to_right ^ ((to_right ^ to_left) & on_left);
        const unsigned end = self->nth[row][pick - (on_right & on_left)];
        left ^= (left ^ end) & on_left;
        right ^= (right ^ end) & ~on_left;
        g->hands[seat] = hand & ~self->bits[joins][end];
        out->pips[seat] -= self->values[joins][end];
        out->last = seat;
        out->plies++;
        if (!g->hands[seat])
            return DMC_ENDING_OUT;
    }
}

void dmc_playout_square(const dmc_square *self, const dmc_chain *chain, fast_rng *rng,
                        playout *out)
{
    game g;
    memset(out, 0, sizeof *out);
    memcpy(out->pips, self->pips, sizeof out->pips);
    memcpy(g.hands, self->hands, sizeof g.hands);
    g.right = chain->arms & 0xff;
    g.left = chain->arms >> 8 & 0xff;
    g.seat = chain->seat;
    out->last = chain->last;
    if (!chain->led && lead(self, chain, &g, rng, out))
        out->ending = DMC_ENDING_OUT;
    else
        out->ending = play_on(self, chain, &g, rng, out);
}
