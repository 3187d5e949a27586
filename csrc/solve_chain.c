/* SPDX-License-Identifier: MIT */
/* The exact solver on chains: tiles laid and taken back. */
#include "dmc_solve.h"

#include <string.h>

enum { MOST_MOVES = 256, NO_MOVE = -1, TILE = 0x3f, ARM = 6 };

/* What changes from node to node; hands, pips, likes and points are made and unmade in the walk. */
typedef struct spot {
    uint64_t held;
    chain_arms arms;
    uint8_t seat;
    uint8_t last;
    uint8_t drawn; /* tiles of the stock that were drawn */
} spot;

typedef solve_walk walk;
typedef int (*searcher)(walk *g, spot at, int beta);

/* ---- hands ---- */

/* Count a tile that comes to a seat, or goes from it: sign is 1 or -1. */
DMC_INLINE void count_tile(walk *g, int seat, int tile, int sign)
{
    const dmc_chain *c = &g->chain;
    const int high = c->high[tile], low = c->sums[tile] - high, pips = sign * c->values[tile];
    g->pips[seat] += pips;
    g->side_pips[g->side_of[seat]] += pips;
    for (int i = 0; i < 2; i++) {
        if (i && g->words == 1)
            break;
        const uint64_t weight = sign > 0 ? g->weights[seat][i] : 0 - g->weights[seat][i];
        g->likes[high][i] += weight;
        g->likes[low][i] += weight;
    }
}

static void give(walk *g, int seat, int tile)
{
    g->chain.hands[seat] |= UINT64_C(1) << tile;
    count_tile(g, seat, tile, 1);
}

static void take(walk *g, int seat, int tile)
{
    g->chain.hands[seat] &= ~(UINT64_C(1) << tile);
    count_tile(g, seat, tile, -1);
}

static int settled(const walk *g, int ending, int last)
{
    int32_t points[DMC_MAX_SEATS];
    const int side = dmc_points_from_pips(g->s->rules, ending, last, g->chain.leader,
                                          DMC_CLOSING_SIMPLE, g->pips, points);
    return g->s->win ? solve_won(side) : solve_signed(g->s->rules, points[0] - points[1]);
}

/* ---- the order of moves ---- */

/* The weights below were tuned on deals apart from those that are timed. */
enum { OWN = 1, MET = -4, NEXT_OPPONENT = -18, DOUBLE = 4, STARVED = -20, DRAWN = -12 };

/* What every seat feels about a tile that another seat holds: few replies of the next opponent
 * above all. */
static void set_weights(walk *g)
{
    const dmc_rules *rules = g->s->rules;
    memset(g->weights, 0, sizeof g->weights);
    for (int seat = 0; seat < rules->spec.seats; seat++) {
        bool met = false;
        for (int i = 0, p = seat; i < rules->spec.seats; i++, p = next_seat(rules, p)) {
            const bool own = rules->side_of[p] == rules->side_of[seat];
            const int weight = p == seat ? 0 : own ? OWN : met ? MET : NEXT_OPPONENT;
            g->weights[p][seat >> 2] += (uint64_t)(int64_t)weight << 16 * (seat & 3);
            met = met || !own;
        }
    }
}

/* How much a seat likes it that a pip is open. */
DMC_INLINE int liking(const walk *g, int seat, int pip)
{
    return (int)(g->likes[pip][seat >> 2] >> 16 * (seat & 3) & 0xffff) - SOLVE_LIKES_NOTHING;
}

/* How much a seat dislikes it that the next one has to draw, by what is drawn: many tiles in hand
 * make the search that follows a long one. */
DMC_INLINE int starving(const walk *g, const spot *at, uint64_t takes)
{
    const dmc_chain *c = &g->chain;
    int drawn = at->drawn, score = STARVED;
    if (drawn == c->n_stock || c->hands[c->next[at->seat]] & takes)
        return 0;
    do
        score += DRAWN;
    while (!(takes >> c->stock[drawn++] & 1) && drawn < c->n_stock);
    return score;
}

/* Tile and arm in the low byte, the score above it, so that they sort together. */
DMC_INLINE int32_t listed(int code, int score, int hint)
{
    return (code == hint ? 1 << 29 : score * 256) + code;
}

DMC_INLINE int list_line(const walk *g, const spot *at, uint64_t tiles, int arm, int hint,
                         int32_t *out, int n)
{
    const dmc_chain *c = &g->chain;
    const int pip = chain_code(at->arms, arm), other = chain_code(at->arms, !arm);
    const int stays = liking(g, at->seat, other);
    for (uint64_t rest = tiles & c->fits[pip]; rest; rest &= rest - 1) {
        const int tile = dmc_lowest_bit(rest), end = c->sums[tile] - pip;
        const int score = g->bonus[tile] + stays + (end == other ? 0 : liking(g, at->seat, end)) +
                          starving(g, at, c->fits[other] | c->fits[end]);
        out[n++] = listed(tile | arm << ARM, score, hint);
    }
    return n;
}

DMC_INLINE int list_cross(const walk *g, const spot *at, uint64_t tiles, int arm, int hint,
                          int32_t *out, int n)
{
    const dmc_chain *c = &g->chain;
    const int code = chain_code(at->arms, arm), pip = code & CHAIN_PIP;
    uint64_t rest = tiles & c->fits[code];
    uint32_t open = 0; /* pips of the other arms */
    int stays = 0;
    if (!rest)
        return n;
    for (int a = 0; a < 4; a++) {
        const int there = chain_code(at->arms, a);
        if (there == code && a < arm)
            return n; /* interchangeable with an arm before it */
        if (a == arm || there >= CHAIN_SHUT || open >> (there & CHAIN_PIP) & 1)
            continue;
        open |= 1u << (there & CHAIN_PIP);
        stays += liking(g, at->seat, there & CHAIN_PIP);
    }
    for (; rest; rest &= rest - 1) {
        const int tile = dmc_lowest_bit(rest), end = c->sums[tile] - pip;
        int score = g->bonus[tile] + stays;
        if (!(open >> end & 1))
            score += liking(g, at->seat, end);
        const chain_arms arms = chain_lay(c, at->arms, tile, arm, 4);
        score += starving(g, at, chain_takes(c, arms, 4));
        if (g->scoring)
            score += 2 * chain_points(c, arms);
        out[n++] = listed(tile | arm << ARM, score, hint);
    }
    return n;
}

/* Bring the best of the moves from i on to place i. */
DMC_INLINE int pick(int32_t *moves, int i, int n)
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

/* Points in play for a side's last placement, as side 0 sees them; whether they end the round. */
static bool count_points(walk *g, int side, int points, int *gain)
{
    g->to_target[side] -= points;
    *gain = g->s->win ? 0 : solve_signed(g->s->rules, side == 0 ? points : -points);
    if (!g->chain.race || !points || g->to_target[side] > 0)
        return false;
    if (g->s->win)
        *gain = solve_won(side);
    return true;
}

/* Lay a tile, with the arms that come of it, search on, and take it back. */
DMC_INLINE int lay(walk *g, const spot *at, int tile, chain_arms arms, int points, int beta,
                   searcher search)
{
    const dmc_chain *c = &g->chain;
    const int seat = at->seat, side = g->side_of[seat];
    int gain = 0, value = 0;
    bool over = false;
    take(g, seat, tile);
    if (g->scoring)
        over = count_points(g, side, points, &gain);
    if (!over && !c->hands[seat]) {
        value = settled(g, DMC_ENDING_OUT, seat);
    } else if (!over) {
        const spot next = {at->held & ~(UINT64_C(1) << tile), arms, c->next[seat], at->seat,
                           at->drawn};
        value = search(g, next, beta - gain);
    }
    if (g->scoring)
        g->to_target[side] += points;
    give(g, seat, tile);
    return gain + value;
}

DMC_INLINE int lay_on(walk *g, const spot *at, int code, int beta, int n_arms, searcher search)
{
    const int tile = code & TILE, arm = code >> ARM;
    const chain_arms arms = chain_lay(&g->chain, at->arms, tile, arm, n_arms);
    return lay(g, at, tile, arms, n_arms > 2 ? chain_points(&g->chain, arms) : 0, beta, search);
}

/* Search the placements of some tiles of the hand; *move takes the best, and has a hint first. */
DMC_INLINE int expand(walk *g, const spot *at, uint64_t tiles, int *move, int beta, int n_arms,
                      searcher search)
{
    int32_t moves[MOST_MOVES];
    int n = 0;
    for (int a = 0; a < n_arms; a++) {
        if (n_arms == 4)
            n = list_cross(g, at, tiles, a, *move, moves, n);
        else if (!a || chain_code(at->arms, 0) != chain_code(at->arms, 1))
            n = list_line(g, at, tiles, a, *move, moves, n);
    }
    const bool more = g->side_of[at->seat] == 0;
    int best = more ? -DMC_NO_BOUND : DMC_NO_BOUND;
    for (int i = 0; i < n && !g->s->halted; i++) {
        const int code = pick(moves, i, n), value = lay_on(g, at, code, beta, n_arms, search);
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
DMC_INLINE int draw(walk *g, spot at, uint64_t takes, int *move, int beta, int n_arms,
                    searcher search)
{
    const dmc_chain *c = &g->chain;
    const int seat = at.seat, first = at.drawn;
    uint64_t tile = 0;
    int value;
    while (at.drawn < c->n_stock && !(tile & takes)) {
        const int number = c->stock[at.drawn++];
        tile = UINT64_C(1) << number;
        at.held |= tile;
        give(g, seat, number);
    }
    if (tile & takes) {
        value = expand(g, &at, tile, move, beta, n_arms, search);
    } else {
        at.seat = c->next[seat];
        value = search(g, at, beta);
    }
    while (at.drawn > first)
        take(g, seat, c->stock[--at.drawn]);
    return value;
}

DMC_INLINE void sort_two(int *a, int *b)
{
    const int low = *a < *b ? *a : *b;
    *b = *a < *b ? *b : *a;
    *a = low;
}

/* The codes of the arms in order: which arm is which does not matter. */
DMC_INLINE uint32_t sorted_arms(chain_arms arms, int n_arms)
{
    int a = chain_code(arms, 0), b = chain_code(arms, 1);
    sort_two(&a, &b);
    if (n_arms == 2)
        return (uint32_t)(a | b << 6);
    int c = chain_code(arms, 2), d = chain_code(arms, 3);
    sort_two(&c, &d);
    sort_two(&a, &c);
    sort_two(&b, &d);
    sort_two(&b, &c);
    return (uint32_t)(a | b << 6 | c << 12 | d << 18);
}

/* Where nobody draws, who holds a tile never changes: the tiles held, the arms and the seat say
 * all, bit by bit; in a race the points too. */
DMC_INLINE uint64_t key_of(const walk *g, const spot *at, uint32_t *check, int n_arms)
{
    const dmc_chain *c = &g->chain;
    const uint32_t rest = sorted_arms(at->arms, n_arms) | (uint32_t)at->seat << 24;
    uint64_t key = at->held;
    *check = rest << 1 | 1;
    if (c->n_stock) {
        uint64_t more = UINT64_C(0x13198a2e03707344);
        key = UINT64_C(0x243f6a8885a308d3);
        for (int p = 0; p < c->rules->spec.seats; p++) {
            key = solve_mix(key, c->hands[p]);
            more = solve_mix(more, c->hands[p] + key);
        }
        key = solve_mix(key, (uint64_t)(uint32_t)((c->n_stock - at->drawn) | at->last << 8) << 32 | rest);
        *check = (uint32_t)solve_mix(more, rest) | 1;
    }
    if (c->race)
        key = solve_mix(key, (uint64_t)(uint32_t)g->to_target[0] << 32 | (uint32_t)g->to_target[1]);
    return key;
}

/* Bounds from the pips alone: who wins gains no more than the others hold now, and who wins
 * against pips of the own side loses no more than those. */
static bool beyond(const walk *g, int to_draw, int beta, int *bound)
{
    const int *pips = g->side_pips;
    const int own = g->points_all ? pips[0] + pips[1] : 0;
    const int high = (own ? own : pips[1]) + to_draw, low = (own ? -own : -pips[0]) - to_draw;
    *bound = low >= beta ? low : high;
    return low >= beta || high < beta;
}

DMC_INLINE int search_with(walk *g, spot at, int beta, int n_arms, searcher search)
{
    const dmc_chain *c = &g->chain;
    if (solve_halts(g->s))
        return 0;
    const uint64_t takes = chain_takes(c, at.arms, n_arms);
    const bool stock = at.drawn < c->n_stock;
    if (!(c->hands[at.seat] & takes) &&
        chain_is_blocked(c, c->hands, at.arms, takes, at.drawn, n_arms))
        return settled(g, DMC_ENDING_BLOCKED, at.last);
    int bound;
    if (g->bounded && beyond(g, g->stock_pips[at.drawn], beta, &bound))
        return bound;
    while (!stock && !(c->hands[at.seat] & takes))
        at.seat = c->next[at.seat];
    int move = NO_MOVE;
    const uint64_t tiles = c->hands[at.seat] & takes;
    if (n_arms == 2 && tiles && !(tiles & (tiles - 1))) {
        const int right = chain_code(at.arms, 0), left = chain_code(at.arms, 1);
        const bool fits_left = (tiles & c->fits[left]) && right != left;
        if (fits_left != ((tiles & c->fits[right]) != 0))
            return lay_on(g, &at, dmc_lowest_bit(tiles) | fits_left << ARM, beta, n_arms, search);
    }
    uint32_t check;
    const uint64_t key = key_of(g, &at, &check, n_arms);
    dmc_solve_entry *places = solve_places(g->s, key, check);
    const dmc_solve_entry *e = solve_found(places, key, check);
    if (e) {
        if (e->low >= beta)
            return e->low;
        if (e->high < beta)
            return e->high;
        move = e->move;
    }
    const uint64_t nodes = g->s->nodes;
    const int value = tiles ? expand(g, &at, tiles, &move, beta, n_arms, search)
                            : draw(g, at, takes, &move, beta, n_arms, search);
    if (places && !g->s->halted)
        solve_store(places, key, check, (uint16_t)move, value, beta, g->s->nodes - nodes);
    return value;
}

static int search_line(walk *g, spot at, int beta)
{
    return search_with(g, at, beta, 2, search_line);
}

static int search_cross(walk *g, spot at, int beta)
{
    return search_with(g, at, beta, 4, search_cross);
}

/* ---- the root ---- */

static spot root(const walk *g)
{
    const dmc_chain *c = &g->chain;
    spot at = {0, c->arms, (uint8_t)c->seat, (uint8_t)c->last, 0};
    for (int p = 0; p < c->rules->spec.seats; p++)
        at.held |= c->hands[p];
    return at;
}

static int search_lead(walk *g, const spot *at, int beta)
{
    const dmc_chain *c = &g->chain;
    const searcher search = c->n_arms == 2 ? search_line : search_cross;
    const bool more = g->side_of[at->seat] == 0;
    int32_t moves[64];
    int best = more ? -DMC_NO_BOUND : DMC_NO_BOUND, n = 0;
    if (solve_halts(g->s))
        return 0;
    for (uint64_t rest = c->only < 0 ? c->hands[at->seat] : UINT64_C(1) << c->only; rest;
         rest &= rest - 1) {
        const int tile = dmc_lowest_bit(rest), high = c->high[tile];
        const int low = c->sums[tile] - high;
        const int score = g->bonus[tile] + liking(g, at->seat, high) +
                          (high == low ? 0 : liking(g, at->seat, low));
        moves[n++] = listed(tile, score, NO_MOVE);
    }
    for (int i = 0; i < n && !g->s->halted; i++) {
        const int tile = pick(moves, i, n);
        const int points = g->scoring ? chain_lead_points(c, tile) : 0;
        const int value = lay(g, at, tile, chain_lead(c, tile), points, beta, search);
        if (more ? value > best : value < best)
            best = value;
        if (more ? best >= beta : best < beta)
            break;
    }
    return best;
}

/* The tile that was just drawn is laid, if it fits. */
static int search_drawn(walk *g, const spot *at, int beta)
{
    const dmc_chain *c = &g->chain;
    const uint64_t tile = UINT64_C(1) << c->only;
    int move = NO_MOVE;
    if (!(chain_takes(c, at->arms, c->n_arms) & tile))
        return c->n_arms == 2 ? search_line(g, *at, beta) : search_cross(g, *at, beta);
    if (solve_halts(g->s))
        return 0;
    return c->n_arms == 2 ? expand(g, at, tile, &move, beta, 2, search_line)
                          : expand(g, at, tile, &move, beta, 4, search_cross);
}

bool dmc_solve_chain_load(solver *s, const dmc_state *self)
{
    walk *g = s->walk;
    const dmc_rules *rules = s->rules;
    const dmc_spec *spec = &rules->spec;
    if (!dmc_chain_load(s->deal, self, &g->chain))
        return false;
    const dmc_chain *c = &g->chain;
    g->so_far = s->win ? 0 : solve_signed(rules, self->table.points[0] - self->table.points[1]);
    for (int side = 0; side < 2; side++) {
        g->to_target[side] = spec->target - s->deal->scores[side] - self->table.points[side];
        g->side_pips[side] = 0;
    }
    for (int pip = 0; pip <= spec->max_pip; pip++)
        for (int i = 0; i < 2; i++)
            g->likes[pip][i] = SOLVE_LIKES_NOTHING * UINT64_C(0x0001000100010001);
    for (int p = 0; p < spec->seats; p++) {
        g->pips[p] = 0;
        for (uint64_t rest = c->hands[p]; rest; rest &= rest - 1)
            give(g, p, dmc_lowest_bit(rest));
    }
    g->stock_pips[c->n_stock] = 0;
    for (int i = c->n_stock; i-- > 0;)
        g->stock_pips[i] = g->stock_pips[i + 1] + c->values[c->stock[i]];
    for (int i = 0; i < 64; i++)
        g->bonus[i] = c->values[i] + (c->doubles >> i & 1 ? DOUBLE : 0);
    return true;
}

void dmc_solve_chain_init(solver *s, walk *out)
{
    const dmc_spec *spec = &s->rules->spec;
    s->walk = out;
    out->s = s;
    out->words = spec->seats > 4 ? 2 : 1;
    out->scoring = spec->n_divisors > 0;
    out->points_all = spec->points_all;
    for (int p = 0; p < spec->seats; p++)
        out->side_of[p] = s->rules->side_of[p];
    out->bounded = !s->win && spec->score == DMC_SCORE_WINNER_GAINS &&
                   !spec->rounding && !spec->wins_low && !out->scoring;
    dmc_chain_init(s->rules, &out->chain);
    set_weights(out);
}

int dmc_solve_chain(solver *s, int beta)
{
    walk *g = s->walk;
    const spot at = root(g);
    beta -= g->so_far;
    if (!g->chain.led)
        return g->so_far + search_lead(g, &at, beta);
    if (g->chain.only >= 0)
        return g->so_far + search_drawn(g, &at, beta);
    return g->so_far + (g->chain.n_arms == 2 ? search_line : search_cross)(g, at, beta);
}

int dmc_solve_chain_hint(solver *s)
{
    const walk *g = s->walk;
    const dmc_chain *c = &g->chain;
    const spot at = root(g);
    uint32_t check;
    if (!c->led)
        return -1;
    const uint64_t key = key_of(g, &at, &check, c->n_arms);
    const dmc_solve_entry *e = solve_found(solve_places(s, key, check), key, check);
    if (!e || e->move > 0xff)
        return -1;
    const int tile = e->move & TILE;
    return dmc_chain_move(c, at.arms, tile, e->move >> ARM);
}
