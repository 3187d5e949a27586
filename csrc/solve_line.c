/* SPDX-License-Identifier: MIT */
/* The exact solver on plain chains: two ends, masks of one word, tiles laid and taken back. */
#include "dmc_solve.h"

#include <string.h>

enum { MOST_MOVES = 128, ON_LEFT = 0x80, LIKES_NOTHING = 0x4000 };

/* What stays the same; hands, pips and likes are made and unmade. likes says by pip how each seat
 * likes it that the pip is open, in 16 bits a seat, more than LIKES_NOTHING or less; each tile that
 * a seat holds adds its weights at both halves. */
typedef struct line {
    solver *s;
    uint64_t hands[DMC_MAX_SEATS];
    int pips[DMC_MAX_SEATS];
    uint64_t fits[DMC_MAX_PIP + 1];
    uint64_t likes[DMC_MAX_PIP + 1][2];
    uint64_t weights[DMC_MAX_SEATS][2];
    int side_pips[2];
    int32_t bonus[64];
    uint8_t sums[64];
    const uint8_t *boneyard;
    int reserve, seats, words, leader;
    bool draws, drain, bounded;
} line;

/* What changes from node to node. */
typedef struct spot {
    uint64_t held;
    uint64_t played;
    uint64_t only;
    int seat, last, right, left_end, drawn, left;
} spot;

static int search(line *g, spot at, int beta);

bool dmc_solve_is_line(const dmc_rules *rules)
{
    const dmc_spec *s = &rules->spec;
    return dmc_rules_are_plain(rules) && !(s->immediate && s->target && !s->wins_low);
}

static int settled(const line *g, int ending, int last)
{
    dmc_result r;
    dmc_result_from_pips(g->s->rules, ending, last, g->leader,
                         ending == DMC_ENDING_BLOCKED ? DMC_CLOSING_BLOCKED : DMC_CLOSING_SIMPLE,
                         g->pips, &r);
    return g->s->win ? solve_won(r.side) : solve_signed(g->s->rules, r.points[0] - r.points[1]);
}

/* ---- the order of moves ---- */

/* How much a seat likes it that a pip is open. */
static int liking(const line *g, int seat, int pip)
{
    return (int)(g->likes[pip][seat >> 2] >> 16 * (seat & 3) & 0xffff) - LIKES_NOTHING;
}

/* What every seat feels about a tile that one seat holds: few replies of the next opponent above
 * all. */
static void set_weights(line *g)
{
    const dmc_rules *rules = g->s->rules;
    for (int seat = 0; seat < g->seats; seat++) {
        bool met = false;
        for (int i = 0, p = seat; i < g->seats; i++, p = next_seat(rules, p)) {
            const bool own = rules->side_of[p] == rules->side_of[seat];
            const int weight = p == seat ? 2 : own ? 4 : met ? -3 : -14;
            g->weights[p][seat >> 2] += (uint64_t)(int64_t)weight << 16 * (seat & 3);
            met = met || !own;
        }
    }
    for (int pip = 0; pip <= rules->spec.max_pip; pip++)
        for (int i = 0; i < 2; i++)
            g->likes[pip][i] = LIKES_NOTHING * UINT64_C(0x0001000100010001);
}

/* Tile and arm in the low byte, the score above it, so that they sort together. */
static int list_arm(const line *g, const spot *at, uint64_t tiles, bool right, int hint,
                    int32_t *out, int n)
{
    const int pip = right ? at->right : at->left_end, other = right ? at->left_end : at->right;
    const int stays = liking(g, at->seat, other);
    for (; tiles; tiles &= tiles - 1) {
        const int t = dmc_lowest_bit(tiles), end = g->sums[t] - pip;
        const int code = right ? t : t | ON_LEFT;
        int score = g->bonus[t] + stays;
        if (end != other)
            score += liking(g, at->seat, end);
        out[n++] = (code == hint ? 1 << 29 : score * 256) + code;
    }
    return n;
}

/* Bring the best of the moves from i on to place i. */
static int pick(int32_t *moves, int i, int n)
{
    int best = i;
    for (int k = i + 1; k < n; k++)
        if (moves[k] > moves[best])
            best = k;
    const int32_t move = moves[best];
    moves[best] = moves[i];
    moves[i] = move;
    return move & 0xff;
}

/* ---- the search ---- */

static void give(line *g, int seat, int tile)
{
    const dmc_rules *rules = g->s->rules;
    const int high = rules->high[tile], low = rules->low[tile], pips = rules->spec.values[tile];
    g->hands[seat] |= UINT64_C(1) << tile;
    g->pips[seat] += pips;
    g->side_pips[rules->side_of[seat]] += pips;
    for (int i = 0; i < g->words; i++) {
        g->likes[high][i] += g->weights[seat][i];
        g->likes[low][i] += g->weights[seat][i];
    }
}

static void take(line *g, int seat, int tile)
{
    const dmc_rules *rules = g->s->rules;
    const int high = rules->high[tile], low = rules->low[tile], pips = rules->spec.values[tile];
    g->hands[seat] &= ~(UINT64_C(1) << tile);
    g->pips[seat] -= pips;
    g->side_pips[rules->side_of[seat]] -= pips;
    for (int i = 0; i < g->words; i++) {
        g->likes[high][i] -= g->weights[seat][i];
        g->likes[low][i] -= g->weights[seat][i];
    }
}

static int lay(line *g, const spot *at, int code, int beta)
{
    const dmc_rules *rules = g->s->rules;
    const int t = code & 0x3f, seat = at->seat, sum = g->sums[t];
    const uint64_t tile = UINT64_C(1) << t;
    take(g, seat, t);
    int value;
    if (!g->hands[seat]) {
        value = settled(g, DMC_ENDING_OUT, seat);
    } else {
        spot next = *at;
        next.held &= ~tile;
        next.played |= tile;
        next.only = 0;
        next.last = seat;
        next.seat = next_seat(rules, seat);
        if (code & ON_LEFT)
            next.left_end = sum - at->left_end;
        else
            next.right = sum - at->right;
        value = search(g, next, beta);
    }
    give(g, seat, t);
    return value;
}

/* Search the placements of some tiles of the hand. */
static int expand(line *g, const spot *at, uint64_t tiles, int *move, int beta)
{
    int32_t moves[MOST_MOVES];
    const uint64_t on_left = at->right == at->left_end ? 0 : tiles & g->fits[at->left_end];
    int n = list_arm(g, at, tiles & g->fits[at->right], true, *move, moves, 0);
    n = list_arm(g, at, on_left, false, *move, moves, n);
    const bool more = g->s->rules->side_of[at->seat] == 0;
    int best = more ? -DMC_NO_BOUND : DMC_NO_BOUND;
    for (int i = 0; i < n && !g->s->halted; i++) {
        const int code = pick(moves, i, n), value = lay(g, at, code, beta);
        if (more ? value > best : value < best) {
            best = value;
            *move = code;
        }
        if (more ? best >= beta : best < beta)
            break;
    }
    return best;
}

/* Draw until a tile fits or the stock is at its end, then go on. */
static int draw(line *g, spot at, uint64_t takes, int *move, int beta)
{
    const int seat = at.seat, first = at.drawn;
    uint64_t tile = 0;
    while (at.left > g->reserve && !(tile & takes)) {
        const int t = g->boneyard[at.drawn++];
        tile = UINT64_C(1) << t;
        at.left--;
        at.held |= tile;
        give(g, seat, t);
    }
    int value;
    if (tile & takes) {
        value = expand(g, &at, tile, move, beta);
    } else {
        at.seat = next_seat(g->s->rules, seat);
        value = search(g, at, beta);
    }
    while (at.drawn > first)
        take(g, seat, g->boneyard[--at.drawn]);
    return value;
}

/* Where nobody draws, who holds a tile never changes: the tiles held, the ends and the seat say
 * all, bit by bit. */
static uint64_t key_of(const line *g, const spot *at, uint32_t *check)
{
    const bool swap = at->right < at->left_end;
    const int high = swap ? at->left_end : at->right, low = swap ? at->right : at->left_end;
    const uint32_t rest = (uint32_t)(high | low << 5 | at->seat << 10);
    *check = rest << 1 | 1;
    if (!g->draws)
        return at->held;
    uint64_t key = UINT64_C(0x243f6a8885a308d3);
    uint64_t more = UINT64_C(0x13198a2e03707344);
    for (int p = 0; p < g->seats; p++) {
        key = solve_mix(key, g->hands[p]);
        more = solve_mix(more, g->hands[p] + key);
    }
    const uint32_t stock = (uint32_t)(at->left | at->last << 8);
    key = solve_mix(key, (uint64_t)stock << 32 | rest);
    *check |= (uint32_t)(more & 0x1ffff) << 14;
    return key;
}

/* Bounds from the pips alone: who wins gains no more than the others hold now, and who wins
 * against pips of the own side loses no more than those. */
static bool beyond(const line *g, int beta, int *bound)
{
    const int *pips = g->side_pips;
    const int own = g->s->rules->spec.points_all ? pips[0] + pips[1] : 0;
    const int high = own ? own : pips[1], low = own ? -own : -pips[0];
    *bound = low >= beta ? low : high;
    return low >= beta || high < beta;
}

static int search(line *g, spot at, int beta)
{
    if (solve_halts(g->s))
        return 0;
    const uint64_t takes = g->fits[at.right] | g->fits[at.left_end];
    const bool stock = g->draws && at.left > g->reserve;
    if ((!stock && !(takes & at.held)) || (!g->drain && !(takes & ~at.played)))
        return settled(g, DMC_ENDING_BLOCKED, at.last);
    int bound;
    if (g->bounded && beyond(g, beta, &bound))
        return bound;
    while (!stock && !(g->hands[at.seat] & takes))
        at.seat = next_seat(g->s->rules, at.seat);
    int move = -1;
    if (at.only & takes)
        return expand(g, &at, at.only, &move, beta);
    const uint64_t tiles = g->hands[at.seat] & takes;
    if (tiles && !(tiles & (tiles - 1))) {
        const bool fits_left = (tiles & g->fits[at.left_end]) && at.right != at.left_end;
        if (fits_left != ((tiles & g->fits[at.right]) != 0))
            return lay(g, &at, dmc_lowest_bit(tiles) | (fits_left ? ON_LEFT : 0), beta);
    }
    uint32_t check;
    const uint64_t key = key_of(g, &at, &check);
    dmc_solve_entry *e = solve_entry(g->s, key, check);
    if (e && e->key == key && e->check == check) {
        if (e->low >= beta)
            return e->low;
        if (e->high < beta)
            return e->high;
        move = e->move;
    }
    const int value = tiles ? expand(g, &at, tiles, &move, beta) : draw(g, at, takes, &move, beta);
    if (e && !g->s->halted)
        solve_store(e, key, check, (uint16_t)move, value, beta);
    return value;
}

static spot set_up(solver *s, const dmc_state *self, line *g)
{
    const dmc_rules *rules = s->rules;
    const dmc_spec *spec = &rules->spec;
    const dmc_table *t = &self->table;
    memset(g, 0, sizeof *g);
    g->s = s;
    g->boneyard = s->deal->order;
    g->reserve = spec->reserve;
    g->seats = spec->seats;
    g->words = spec->seats > 4 ? 2 : 1;
    g->leader = t->leader;
    g->draws = spec->draw_limit > 0;
    g->drain = spec->drain;
    set_weights(g);
    spot at = {0, t->played.word[0], 0, t->turn, t->last, t->arms[DMC_ARM_RIGHT] & DMC_ARM_PIP,
               t->arms[DMC_ARM_LEFT] & DMC_ARM_PIP, s->deal->n_boneyard - t->left, t->left};
    g->bounded = !s->win && !g->draws && spec->score == DMC_SCORE_WINNER_GAINS && !spec->rounding &&
                !spec->wins_low;
    for (int p = 0; p < spec->seats; p++) {
        for (uint64_t rest = self->hands[p].word[0]; rest; rest &= rest - 1)
            give(g, p, dmc_lowest_bit(rest));
        g->boneyard += s->deal->hand_sizes[p];
        at.held |= g->hands[p];
    }
    for (int v = 0; v <= spec->max_pip; v++)
        g->fits[v] = rules->fits[v].word[0];
    for (int i = 0; i < rules->n_tiles; i++) {
        const bool twin = is_double(rules, i);
        g->sums[i] = (uint8_t)(rules->high[i] + rules->low[i]);
        g->bonus[i] = 2 * spec->values[i] + (twin ? 4 : 0);
    }
    if (t->draws && self->only != DMC_NONE)
        at.only = UINT64_C(1) << self->only;
    return at;
}

int dmc_solve_line(solver *s, const dmc_state *self, int beta)
{
    line g;
    const spot at = set_up(s, self, &g);
    const dmc_table *t = &self->table;
    const int so_far = s->win ? 0 : solve_signed(s->rules, t->points[0] - t->points[1]);
    return so_far + search(&g, at, beta - so_far);
}

int dmc_solve_line_hint(solver *s, const dmc_state *self)
{
    line g;
    const spot at = set_up(s, self, &g);
    uint32_t check;
    const uint64_t key = key_of(&g, &at, &check);
    const dmc_solve_entry *e = solve_entry(s, key, check);
    if (!e || e->key != key || e->check != check || (e->move & 0x3f) >= s->rules->n_tiles)
        return -1;
    const int t = e->move & 0x3f, left = (e->move & ON_LEFT) != 0;
    const int pip = left ? at.left_end : at.right;
    return move_make(t, left ? DMC_ARM_LEFT : DMC_ARM_RIGHT, s->rules->high[t] != pip);
}
