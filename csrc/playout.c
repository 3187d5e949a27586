/* SPDX-License-Identifier: MIT */
/* Random rounds to the end. Every legal move is equally likely, a tile at each of two ends being
 * two moves; where points in play have to be claimed, they are.
 *
 * Rounds of the plain chain games, which are most, run on masks of one word; all others run on
 * the public step functions. Both give the same distribution, not the same rounds. */
#include "dmc_internal.h"

#include <string.h>

/* A fast generator for what is no secret: wyrand, seeded from the caller's stream. */
typedef struct fast_rng {
    uint64_t state;
} fast_rng;

static uint64_t mix(uint64_t a, uint64_t b)
{
    const uint64_t high_a = a >> 32, low_a = (uint32_t)a, high_b = b >> 32, low_b = (uint32_t)b;
    const uint64_t high = high_a * high_b, low = low_a * low_b;
    const uint64_t middle = high_a * low_b + (low >> 32), rest = low_a * high_b + (uint32_t)middle;
    return (high + (middle >> 32) + (rest >> 32)) ^ (rest << 32 | (uint32_t)low);
}

/* A number below a small bound; the bias is under bound / 2^32. */
static inline int fast_below(fast_rng *rng, int bound)
{
    rng->state += UINT64_C(0xa0761d6478bd642f);
    const uint64_t x = mix(rng->state, rng->state ^ UINT64_C(0xe7037ed1a0b428db));
    return (int)((x >> 32) * (uint64_t)bound >> 32);
}

/* ---- any rules: the public step functions ---- */

static uint16_t choose_of(const dmc_rules *rules, const uint16_t *moves, int n, fast_rng *rng)
{
    if (!rules->spec.claim_required)
        return moves[fast_below(rng, n)];
    int choices = 0; /* a placement that scores is listed twice, the claimed one second */
    for (int i = 0; i < n; i++)
        choices += i + 1 == n || moves[i + 1] != (moves[i] | DMC_MOVE_CLAIMED);
    int pick = fast_below(rng, choices);
    for (int i = 0;; i++) {
        const bool doubled = i + 1 < n && moves[i + 1] == (moves[i] | DMC_MOVE_CLAIMED);
        if (!doubled && pick-- == 0)
            return moves[i];
    }
}

static uint16_t choose_of_many(const dmc_rules *rules, const dmc_state *state, fast_rng *rng)
{
    uint16_t moves[DMC_MANY_MOVES];
    return choose_of(rules, moves, dmc_state_moves(rules, state, moves, DMC_MANY_MOVES), rng);
}

static int play_any(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *from,
                    fast_rng *rng, dmc_state *end)
{
    dmc_state a = *from, b;
    int plies = 0;
    for (; a.table.phase != DMC_PHASE_OVER; plies++) {
        const uint16_t move = a.n_moves == DMC_NONE ? choose_of_many(rules, &a, rng)
                                                    : choose_of(rules, a.moves, a.n_moves, rng);
        if (dmc_state_play(rules, deal, &a, move, &b) < 0)
            break;
        a = b;
    }
    *end = a;
    return plies;
}

/* ---- plain chain games: two ends, one word of tiles ---- */

bool dmc_rules_are_plain(const dmc_rules *rules)
{
    const dmc_spec *s = &rules->spec;
    return rules->is_line && rules->n_words == 1 && !s->join_sum && set_is_empty(&s->wild) &&
           !s->n_divisors && !s->out_side && !s->bonus_first_pass && !s->bonus_round_pass &&
           !s->bonus_capicua && !s->n_bonus_tiles && s->score != DMC_SCORE_CLOSING &&
           !s->draw_when_able && s->drawn_tile == DMC_DRAWN_MUST_PLAY &&
           (s->draw_limit == 0 || s->draw_limit == DMC_DRAW_UNTIL_PLAYABLE);
}

/* The other half of each tile by the half that joins. */
static inline int other_half(const dmc_rules *rules, int tile, int pip)
{
    return rules->high[tile] + rules->low[tile] - pip;
}

static inline int nth_tile(uint64_t tiles, int n)
{
    while (n--)
        tiles &= tiles - 1;
    return dmc_lowest_bit(tiles);
}

/* Play on from a state in the middle of a round; fills in the hands, who ended it, and how. */
static int play_plain(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *from,
                      fast_rng *rng, dmc_state *end)
{
    const dmc_table *t = &from->table;
    const int seats = rules->spec.seats;
    const bool draws = rules->spec.draw_limit > 0, drain = rules->spec.drain;
    uint64_t hands[DMC_MAX_SEATS], held = 0, played = t->played.word[0];
    int seat = t->turn, last = t->last, plies = 0, left = t->left, front = deal->n_boneyard - left;
    for (int p = 0; p < seats; p++) {
        hands[p] = from->hands[p].word[0];
        held |= hands[p];
        front += deal->hand_sizes[p];
    }
    int right, leftward;
    if (t->phase == DMC_PHASE_LEAD) {
        const int tile = from->only != DMC_NONE
                             ? from->only
                             : nth_tile(hands[seat], fast_below(rng, dmc_popcount(hands[seat])));
        right = rules->high[tile];
        leftward = rules->low[tile];
        hands[seat] &= ~(UINT64_C(1) << tile);
        held &= ~(UINT64_C(1) << tile);
        played |= UINT64_C(1) << tile;
        last = seat;
        plies = 1;
        seat = next_seat(rules, seat);
    } else {
        right = t->arms[DMC_ARM_RIGHT] & DMC_ARM_PIP;
        leftward = t->arms[DMC_ARM_LEFT] & DMC_ARM_PIP;
    }
    int ending = hands[last] ? DMC_ENDING_NONE : DMC_ENDING_OUT;
    uint64_t only = t->draws && from->only != DMC_NONE ? UINT64_C(1) << from->only : 0;
    while (!ending) {
        const uint64_t to_right = rules->fits[right].word[0], to_left = rules->fits[leftward].word[0];
        const uint64_t takes = to_right | to_left;
        const bool stock = draws && left > rules->spec.reserve;
        if ((!stock && !(takes & held)) || (!drain && !(takes & ~played))) {
            ending = DMC_ENDING_BLOCKED;
            break;
        }
        uint64_t hand = hands[seat];
        plies++;
        if (only & takes)
            hand = only;
        else if (!(hand & takes) && stock) {
            const uint64_t tile = UINT64_C(1) << deal->order[front++];
            hands[seat] |= tile;
            held |= tile;
            left--;
            only = tile;
            continue;
        }
        only = 0;
        const int n_right = dmc_popcount(hand & to_right);
        const int n = n_right + dmc_popcount(hand & to_left);
        if (n) {
            const int pick = n == 1 ? 0 : fast_below(rng, n);
            int tile;
            if (pick < n_right) {
                tile = nth_tile(hand & to_right, pick);
                right = other_half(rules, tile, right);
            } else {
                tile = nth_tile(hand & to_left, pick - n_right);
                leftward = other_half(rules, tile, leftward);
            }
            hands[seat] &= ~(UINT64_C(1) << tile);
            held &= ~(UINT64_C(1) << tile);
            played |= UINT64_C(1) << tile;
            last = seat;
            if (!hands[seat])
                ending = DMC_ENDING_OUT;
        }
        seat = next_seat(rules, seat);
    }
    for (int p = 0; p < seats; p++)
        end->hands[p].word[0] = hands[p];
    end->table.ending = (uint8_t)ending;
    end->table.last = (uint8_t)last;
    return plies;
}

/* ---- adding up ---- */

static void add(const dmc_rules *rules, const int32_t *points, int side, int ending, int plies,
                dmc_tally *io)
{
    io->rounds++;
    io->plies += (uint64_t)plies;
    io->endings[ending]++;
    io->wins[side == DMC_NONE ? DMC_MAX_SEATS : side]++;
    for (int s = 0; s < rules->n_sides; s++) {
        io->sum[s] += points[s];
        io->squares[s] += (int64_t)points[s] * points[s];
    }
}

static int one_playout(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *from,
                       bool plain, fast_rng *rng, dmc_tally *io, int32_t *points)
{
    dmc_state end;
    int32_t made[DMC_MAX_SEATS];
    int plies, side, ending;
    if (plain) {
        memset(end.hands, 0, sizeof end.hands);
        plies = play_plain(rules, deal, from, rng, &end);
        dmc_result result;
        const int code = dmc_result_settle(rules, end.table.ending, end.table.last, from->table.leader,
                                           DMC_CLOSING_SIMPLE, end.hands, &result);
        if (code < 0)
            return code;
        for (int s = 0; s < rules->n_sides; s++)
            made[s] = from->table.points[s] + result.points[s];
        side = result.side;
        ending = end.table.ending;
    } else {
        plies = play_any(rules, deal, from, rng, &end);
        memcpy(made, end.table.points, sizeof made);
        side = end.table.side;
        ending = end.table.ending;
    }
    add(rules, made, side, ending, plies, io);
    for (int s = 0; points && s < rules->n_sides; s++)
        points[s] = made[s];
    return DMC_OK;
}

static uint64_t seed_of(const uint8_t key[32], uint32_t stream)
{
    dmc_rng rng;
    dmc_rng_init(key, DMC_FOR_PLAYOUT, stream, 0, &rng);
    const uint64_t high = dmc_rng_next(&rng);
    return high << 32 | dmc_rng_next(&rng);
}

int dmc_playouts(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self,
                 const uint8_t key[32], uint32_t stream, uint32_t first, uint32_t n,
                 dmc_tally *out, int32_t *points)
{
    const bool plain = dmc_rules_are_plain(rules);
    const uint64_t seed = seed_of(key, stream);
    if (self->table.phase == DMC_PHASE_OVER)
        return DMC_ERR_OVER;
    dmc_tally tally;
    memset(&tally, 0, sizeof tally);
    for (uint32_t i = 0; i < n; i++) {
        fast_rng rng = {mix(seed ^ (first + i + UINT64_C(0x9e3779b97f4a7c15)), UINT64_C(0xd6e8feb86659fd93))};
        const int code = one_playout(rules, deal, self, plain, &rng, &tally,
                                     points ? points + (uint64_t)i * (uint32_t)rules->n_sides : points);
        if (code < 0)
            return code;
    }
    *out = tally;
    return DMC_OK;
}

int dmc_deal_and_play(const dmc_rules *rules, const uint8_t key[32], uint32_t first, uint32_t n,
                      dmc_tally *out, int32_t *points)
{
    const bool plain = dmc_rules_are_plain(rules);
    dmc_tally tally;
    memset(&tally, 0, sizeof tally);
    for (uint32_t i = 0; i < n; i++) {
        dmc_deal deal;
        dmc_state state;
        int code = dmc_deal_random(rules, key, first + i, DMC_LEAD_BY_CRITERIA, NULL, &deal);
        if (code == DMC_OK)
            code = dmc_state_start(rules, &deal, &state);
        if (code < 0)
            return code;
        fast_rng rng = {seed_of(key, first + i)};
        code = one_playout(rules, &deal, &state, plain, &rng, &tally,
                           points ? points + (uint64_t)i * (uint32_t)rules->n_sides : points);
        if (code < 0)
            return code;
    }
    *out = tally;
    return DMC_OK;
}
