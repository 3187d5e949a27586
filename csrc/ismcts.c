/* SPDX-License-Identifier: MIT */
/* Search with hidden tiles: one tree over what the searching seat can tell apart, grown by one
 * random world an iteration ("Information Set Monte Carlo Tree Search", P. I. Cowling, E. J. Powley
 * and D. Whitehouse, 2012). A move is tried by how well it did and by how seldom it was tried when
 * it could have been; the scale of that is the spread of the rewards, so it fits any unit. */
#include "dmc_playout.h"

#include <string.h>

/* Longest path down the tree; a longer round is played out at random from there. */
#define PATH 512

/* ---- arithmetic, the same on every machine ---- */

/* The bits of a number above 0 are close to its logarithm: half of them, turned, begin a root. */
static double root(double x)
{
    if (x <= 0)
        return 0;
    uint64_t bits;
    double r;
    memcpy(&bits, &x, sizeof bits);
    bits = UINT64_C(0x5fe6eb50c7b537a9) - (bits >> 1);
    memcpy(&r, &bits, sizeof r);
    for (int i = 0; i < 3; i++)
        r *= 1.5 - 0.5 * x * r * r;
    return x * r;
}

/* The natural logarithm of a number of 1 or more, right to 0.0001: exponent and area series. */
static double logarithm(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int e = (int)(bits >> 52) - 1023;
    bits = (bits & UINT64_C(0xfffffffffffff)) | UINT64_C(0x3ff0000000000000);
    memcpy(&x, &bits, sizeof x);
    const double y = (x - 1) / (x + 1), y2 = y * y;
    return 0.6931471805599453 * e + 2 * y * (1 + y2 * (1 / 3.0 + y2 * (0.2 + y2 / 7)));
}

/* ---- what the end of a round is worth ---- */

/* How likely a side that needs n_a steps gets there before one that needs n_b, when each step is as
 * likely either's: the problem of points, as the normal curve has it. The error function is that of
 * Abramowitz and Stegun, "Handbook of Mathematical Functions", 7.1.27, right to 0.0005. */
static double race(double n_a, double n_b)
{
    const double n = n_a + n_b, d = n_b - n_a, x2 = n > 0 ? d * d / (2 * n) : 0, x = root(x2);
    double tail = 1 + 0.278393 * x + 0.230389 * x2 + 0.000972 * x2 * x + 0.078108 * x2 * x2;
    tail *= tail;
    tail = 0.5 / (tail * tail);
    return d > 0 ? 1 - tail : tail;
}

/* How likely each side is to win the match once the points of the round are added. Where low
 * scores win, the race is to get to the target last. */
static void match_reward(const dmc_rules *rules, const dmc_deal *deal, double pace,
                         const int32_t *points, double *out)
{
    const double target = rules->spec.target;
    const bool low = rules->spec.wins_low;
    double need[DMC_MAX_SEATS], least = 0, most = 0, sum = 0;
    for (int s = 0; s < rules->n_sides; s++) {
        need[s] = (target - deal->scores[s] - points[s]) / pace;
        least = s == 0 || need[s] < least ? need[s] : least;
        most = s == 0 || need[s] > most ? need[s] : most;
    }
    for (int s = 0; s < rules->n_sides; s++) {
        out[s] = least > 0 || need[s] == (low ? most : least);
        for (int o = 0; o < rules->n_sides && least > 0; o++)
            if (o != s)
                out[s] *= low ? race(need[o], need[s]) : race(need[s], need[o]);
        sum += out[s];
    }
    for (int s = 0; s < rules->n_sides; s++)
        out[s] = sum > 0 ? out[s] / sum : 1.0 / rules->n_sides;
}

/* What a finished round is worth to each side. */
static void rewards(const dmc_rules *rules, const dmc_deal *deal, const dmc_tree *tree,
                    const int32_t *points, int side, double *out)
{
    const int n = rules->n_sides;
    double sum = 0;
    if (tree->reward == DMC_REWARD_MATCH) {
        match_reward(rules, deal, tree->pace, points, out);
        return;
    }
    for (int s = 0; s < n; s++)
        sum += points[s];
    for (int s = 0; s < n; s++) {
        if (tree->reward == DMC_REWARD_WIN)
            out[s] = side == DMC_NONE ? 1.0 / n : s == side;
        else {
            const double ahead = n > 1 ? points[s] - (sum - points[s]) / (n - 1) : points[s];
            out[s] = rules->spec.wins_low ? -ahead : ahead;
        }
    }
}

/* ---- random numbers ---- */

/* SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014); the order of trial is no secret. */
static uint32_t random_below(dmc_tree *tree, uint32_t bound)
{
    uint64_t x = tree->random += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x >> 32) * bound >> 32);
}

/* ---- moves ---- */

/* Drop the unclaimed twins of claimed placements, and placements on an arm that another equals. */
static int keep_choices(const dmc_rules *rules, const dmc_table *t, uint16_t *moves, int n)
{
    const bool twin_ends = t->phase == DMC_PHASE_PLAY && rules->is_line && !rules->spec.bonus_capicua &&
                           (t->arms[DMC_ARM_RIGHT] & DMC_ARM_PIP) == (t->arms[DMC_ARM_LEFT] & DMC_ARM_PIP) &&
                           (!rules->spec.n_divisors || t->arms[DMC_ARM_RIGHT] == t->arms[DMC_ARM_LEFT]);
    int kept = 0;
    for (int i = 0; i < n; i++) {
        const bool claimed_next = i + 1 < n && moves[i + 1] == (moves[i] | DMC_MOVE_CLAIMED);
        if (!claimed_next && !(twin_ends && move_arm(moves[i]) == DMC_ARM_LEFT))
            moves[kept++] = moves[i];
    }
    return kept;
}

static int list_choices(const dmc_rules *rules, const dmc_state *s, uint16_t *out, int cap)
{
    int n = s->n_moves;
    if (n == DMC_NONE) {
        n = dmc_state_moves(rules, s, out, cap);
        n = n < cap ? n : cap;
    } else {
        memcpy(out, s->moves, (size_t)n * sizeof *out);
    }
    return n > 1 ? keep_choices(rules, &s->table, out, n) : n;
}

/* ---- the tree ---- */

static uint32_t find_child(const dmc_tree *tree, uint32_t node, uint16_t move)
{
    uint32_t child = tree->nodes[node].child;
    while (child && tree->nodes[child].move != move)
        child = tree->nodes[child].next;
    return child;
}

/* A new child, or 0 when the pool is used up. */
static uint32_t add_child(dmc_tree *tree, uint32_t node, uint16_t move, int seat)
{
    if (tree->used == tree->n_nodes)
        return 0;
    const uint32_t child = tree->used++;
    dmc_tree_node *c = &tree->nodes[child];
    memset(c, 0, sizeof *c);
    c->move = move;
    c->seat = (uint8_t)seat;
    c->next = tree->nodes[node].child;
    tree->nodes[node].child = child;
    return child;
}

/* The standard deviation of the rewards so far; 1 before there are two that differ. */
static double spread(const dmc_tree *tree)
{
    const double n = tree->nodes[0].visits;
    if (n < 2)
        return 1;
    const double mean = tree->nodes[0].sum / n;
    const double variance = tree->nodes[0].squares / n - mean * mean;
    return variance > 1e-12 ? root(variance) : 1;
}

/* The child to try: the best upper bound, or one of those never tried, each as likely. *fresh: it
 * was never tried before. Returns 0 where the pool is used up. */
static uint32_t select_child(dmc_tree *tree, uint32_t node, const uint16_t *moves, int n, int seat,
                             double scale, uint16_t *move, bool *fresh)
{
    uint32_t best = 0, n_fresh = 0;
    double best_bound = 0;
    *fresh = false;
    for (int i = 0; i < n; i++) {
        const uint32_t child = find_child(tree, node, moves[i]);
        dmc_tree_node *c = &tree->nodes[child];
        if (child)
            c->seen++;
        if (!child || !c->visits) {
            if (random_below(tree, ++n_fresh) == 0) {
                *move = moves[i];
                best = child;
            }
            *fresh = true;
        } else if (!*fresh) {
            const double bound = c->sum / c->visits + scale * root(logarithm(c->seen) / c->visits);
            if (!best || bound > best_bound) {
                best_bound = bound;
                best = child;
                *move = moves[i];
            }
        }
    }
    if (*fresh && !best) {
        best = add_child(tree, node, *move, seat);
        if (best)
            tree->nodes[best].seen = 1;
    }
    return best;
}

/* ---- an iteration ---- */

/* What plays rounds to their end at random, all on numbers of one stream. */
typedef struct rollout {
    dmc_player player;
    uint64_t seed;
} rollout;

static void play_out(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state,
                     rollout *by, dmc_tree *tree, double *out)
{
    dmc_round_end end;
    if (state->table.phase == DMC_PHASE_OVER) {
        rewards(rules, deal, tree, state->table.points, state->table.side, out);
        return;
    }
    fast_rng rng = fast_rng_of(by->seed, tree->playouts++);
    dmc_player_load(deal, state, &by->player);
    dmc_player_play(&by->player, deal, state, &rng, &end);
    rewards(rules, deal, tree, end.points, end.side, out);
}

static void note(dmc_tree_node *node, double value)
{
    node->visits++;
    node->sum += value;
    node->squares += value * value;
}

/* What a move looks like to the searching seat: it sees the tile that it draws itself. */
static uint16_t edge_of(const dmc_tree *tree, int seat, uint16_t move, const dmc_state *after)
{
    return move == DMC_DRAW && seat == tree->seat && after->only != DMC_NONE
               ? move_make(after->only, DMC_ARM_DRAW, false)
               : move;
}

/* Whose iteration it is: whose view of the hidden tiles it plays in, and whose choices it counts.
 * Everybody's, unless the tree is re-determinised: then the searching seat's and, in turn, those of
 * the others, who do not know its hand. */
static int whose(const dmc_rules *rules, const dmc_tree *tree)
{
    const uint32_t n = tree->iterations;
    if (!tree->redet)
        return DMC_NONE;
    if (!(n & 1))
        return tree->seat;
    return (tree->seat + 1 + (int)(n / 2 % (uint32_t)(rules->spec.seats - 1))) % rules->spec.seats;
}

static bool may_hold(const dmc_rules *rules, const dmc_table *t, int seat, int tile)
{
    return !(t->voids[seat] >> rules->high[tile] & 1) && !(t->voids[seat] >> rules->low[tile] & 1);
}

/* Let one seat's hand be what another seat may think it is: each tile is exchanged with a random
 * one that is in no hand of theirs, where what both holders have shown allows it. */
static void deal_again(const dmc_rules *rules, dmc_tree *tree, int other, dmc_deal *deal,
                       dmc_state *io)
{
    const int seats = rules->spec.seats, me = tree->seat;
    dmc_table *t = &io->table;
    int front = deal->n_boneyard - t->left, n_hidden = t->left;
    for (int p = 0; p < seats; p++) {
        front += deal->hand_sizes[p];
        n_hidden += p == me || p == other ? 0 : t->hand_sizes[p];
    }
    dmc_set rest = io->hands[me];
    for (int n = set_count(&rest); n > 0 && n_hidden > 0; n--) {
        const int tile = set_pop(&rest);
        int pick = (int)random_below(tree, (uint32_t)n_hidden), seat = DMC_NONE, theirs;
        if (pick < t->left) {
            theirs = deal->order[front + pick];
        } else {
            pick -= t->left;
            for (seat = 0; seat == me || seat == other || pick >= t->hand_sizes[seat]; seat++)
                pick -= seat == me || seat == other ? 0 : t->hand_sizes[seat];
            dmc_set hand = io->hands[seat];
            for (theirs = set_pop(&hand); pick > 0; pick--)
                theirs = set_pop(&hand);
        }
        if (!may_hold(rules, t, me, theirs) || (seat != DMC_NONE && !may_hold(rules, t, seat, tile)))
            continue;
        set_remove(&io->hands[me], tile);
        set_add(&io->hands[me], theirs);
        if (seat == DMC_NONE) {
            deal->order[front + pick] = (uint8_t)tile;
        } else {
            set_remove(&io->hands[seat], theirs);
            set_add(&io->hands[seat], tile);
        }
    }
    dmc_state_list(rules, io);
}

/* Whether somebody can still move; dealt again, a layout may be stuck that was not. */
static bool can_go_on(const dmc_rules *rules, const dmc_state *s)
{
    const dmc_set takes = dmc_table_takes(rules, &s->table);
    bool can = dmc_table_has_stock(rules, &s->table);
    for (int p = 0; p < rules->spec.seats; p++)
        can = can || set_meets(&takes, &s->hands[p]);
    return can;
}

/* Go down the tree in one world, add a node, play to the end and go back up. */
static int iterate(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *world,
                   rollout *by, dmc_tree *tree, uint16_t *moves)
{
    dmc_state a = *world, b;
    dmc_deal dealt;
    const int viewer = whose(rules, tree);
    uint32_t path[PATH], node = 0;
    const double scale = tree->explore * spread(tree);
    double value[DMC_MAX_SEATS];
    int depth = 0;
    for (bool fresh = false; a.table.phase != DMC_PHASE_OVER && depth < PATH && !fresh; depth++) {
        const int seat = a.table.turn, n = list_choices(rules, &a, moves, DMC_MANY_MOVES);
        uint16_t move = moves[0];
        uint32_t child = 0;
        if (n > 1)
            child = select_child(tree, node, moves, n, seat, scale, &move, &fresh);
        const int code = dmc_state_play(rules, deal, &a, move, &b);
        if (code < 0)
            return code;
        if (n == 1) { /* nothing to choose: go on below */
            const uint16_t edge = edge_of(tree, seat, move, &b);
            child = find_child(tree, node, edge);
            child = child ? child : add_child(tree, node, edge, seat);
            if (child)
                tree->nodes[child].seen++;
        }
        a = b;
        if (!child)
            break;
        path[depth] = node = child;
        if (depth == 0 && viewer != DMC_NONE && viewer != tree->seat &&
            a.table.phase == DMC_PHASE_PLAY && a.table.turn != tree->seat) {
            dealt = *deal;
            deal_again(rules, tree, viewer, &dealt, &b);
            if (can_go_on(rules, &b)) {
                a = b;
                deal = &dealt;
            }
        }
    }
    play_out(rules, deal, &a, by, tree, value);
    if (viewer == DMC_NONE || viewer == tree->seat)
        note(&tree->nodes[0], value[rules->side_of[tree->seat]]);
    for (int i = 0; i < depth; i++) {
        dmc_tree_node *at = &tree->nodes[path[i]];
        if (viewer == DMC_NONE || viewer == at->seat)
            note(at, value[rules->side_of[at->seat]]);
    }
    return DMC_OK;
}

/* Play each move once in one world, and to the end at random: no tree below the moves. */
static int try_all(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *world,
                   rollout *by, dmc_tree *tree, uint16_t *moves)
{
    const int seat = world->table.turn, n = list_choices(rules, world, moves, DMC_MANY_MOVES);
    for (int i = 0; i < n; i++) {
        dmc_state after;
        double value[DMC_MAX_SEATS];
        uint32_t child = find_child(tree, 0, moves[i]);
        child = child ? child : add_child(tree, 0, moves[i], seat);
        if (!child)
            return DMC_ERR_ROOM;
        const int code = dmc_state_play(rules, deal, world, moves[i], &after);
        if (code < 0)
            return code;
        play_out(rules, deal, &after, by, tree, value);
        tree->nodes[child].seen++;
        note(&tree->nodes[child], value[rules->side_of[seat]]);
        note(&tree->nodes[0], value[rules->side_of[seat]]);
    }
    return DMC_OK;
}

int dmc_tree_init(const dmc_rules *rules, int seat, const uint8_t key[32], dmc_tree_node *nodes,
                  uint32_t n_nodes, dmc_tree *out)
{
    if (seat < 0 || seat >= rules->spec.seats)
        return DMC_ERR_BAD_SEAT;
    if (n_nodes < 1)
        return DMC_ERR_ROOM;
    dmc_tree tree;
    memset(&tree, 0, sizeof tree);
    tree.nodes = nodes;
    tree.n_nodes = n_nodes;
    tree.used = 1;
    tree.seat = (uint8_t)seat;
    tree.explore = 1.5;
    tree.pace = 1;
    memcpy(tree.key, key, sizeof tree.key);
    memcpy(&tree.random, key, sizeof tree.random);
    memset(nodes, 0, sizeof *nodes);
    *out = tree;
    return DMC_OK;
}

int dmc_tree_grow(const dmc_rules *rules, dmc_tree *self, const dmc_deal *deals,
                  const dmc_state *worlds, const uint32_t *picks, uint32_t n,
                  const volatile int32_t *stop)
{
    uint16_t moves[DMC_MANY_MOVES];
    rollout by;
    dmc_player_init(rules, &by.player);
    by.seed = dmc_playout_seed(self->key, 0);
    for (uint32_t k = 0; k < n && !(stop && *stop); k++) {
        const uint32_t i = picks ? picks[k] : k;
        if (worlds[i].table.turn != self->seat)
            return DMC_ERR_BAD_SEAT;
        const int code = self->flat ? try_all(rules, &deals[i], &worlds[i], &by, self, moves)
                                    : iterate(rules, &deals[i], &worlds[i], &by, self, moves);
        if (code < 0)
            return code;
        self->iterations++;
    }
    return DMC_OK;
}
