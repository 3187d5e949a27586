/* SPDX-License-Identifier: MIT */
/* Deal a round and find who leads it. */
#include "dmc_internal.h"
#include "dominocore_search.h"

#include <string.h>

static dmc_set dealt_hand(const dmc_deal *self, int seat)
{
    int from = 0;
    for (int p = 0; p < seat; p++)
        from += self->hand_sizes[p];
    dmc_set hand = {{0, 0, 0}};
    for (int i = 0; i < self->hand_sizes[seat]; i++)
        set_add(&hand, self->order[from + i]);
    return hand;
}

static int dealt_tiles(const dmc_rules *rules, const dmc_deal *self)
{
    int n = 0;
    for (int p = 0; p < rules->spec.seats; p++)
        n += self->hand_sizes[p];
    return n;
}

/* So many doubles, or so many tiles of one pip, that the rules deal again. */
static bool hand_is_redealt(const dmc_rules *rules, const dmc_set *hand)
{
    const dmc_spec *s = &rules->spec;
    const dmc_set doubles = set_and(hand, &rules->doubles);
    if (s->redeal_doubles && set_count(&doubles) >= s->redeal_doubles)
        return true;
    for (int v = 0; s->redeal_same && v <= s->max_pip; v++) {
        int same = 0;
        for (dmc_set rest = *hand; !set_is_empty(&rest);) {
            const int t = set_pop(&rest);
            same += rules->high[t] == v || rules->low[t] == v;
        }
        if (same >= s->redeal_same)
            return true;
    }
    return false;
}

static bool must_redeal(const dmc_rules *rules, const dmc_deal *self)
{
    if (!rules->spec.redeal_doubles && !rules->spec.redeal_same)
        return false;
    for (int p = 0; p < rules->spec.seats; p++) {
        const dmc_set hand = dealt_hand(self, p);
        if (hand_is_redealt(rules, &hand))
            return true;
    }
    return false;
}

static bool tile_ranks_above(const dmc_rules *rules, int kind, int a, int b)
{
    switch (kind) {
    case DMC_OPEN_HIGHEST_LEX: return a > b;
    case DMC_OPEN_LOWEST: return dmc_tile_beats(rules, b, a);
    default: return dmc_tile_beats(rules, a, b);
    }
}

static int best_tile(const dmc_rules *rules, int kind, dmc_set hand)
{
    int best = DMC_NONE;
    while (!set_is_empty(&hand)) {
        const int t = set_pop(&hand);
        if (best == DMC_NONE || tile_ranks_above(rules, kind, t, best))
            best = t;
    }
    return best;
}

/* Each of the openings below sets leader and forced and tells whether it found a leader. */

static bool open_by_listed(const dmc_rules *rules, const dmc_criterion *c, dmc_deal *io)
{
    for (int k = 0; k < c->n_tiles; k++)
        for (int p = 0; p < rules->spec.seats; p++) {
            const dmc_set hand = dealt_hand(io, p);
            if (set_has(&hand, c->tiles[k])) {
                io->leader = (uint8_t)p;
                io->forced = c->tiles[k];
                return true;
            }
        }
    return false;
}

static bool open_by_rank(const dmc_rules *rules, int kind, dmc_deal *io)
{
    int best = DMC_NONE;
    for (int p = 0; p < rules->spec.seats; p++) {
        const int t = best_tile(rules, kind, dealt_hand(io, p));
        if (t != DMC_NONE && (best == DMC_NONE || tile_ranks_above(rules, kind, t, best))) {
            best = t;
            io->leader = (uint8_t)p;
        }
    }
    io->forced = (uint8_t)best;
    return best != DMC_NONE;
}

static bool open_by_heaviest_hand(const dmc_rules *rules, dmc_deal *io)
{
    int most = -1, best = DMC_NONE;
    for (int p = 0; p < rules->spec.seats; p++) {
        const dmc_set hand = dealt_hand(io, p);
        const int value = dmc_set_value(rules, &hand);
        const int t = best_tile(rules, DMC_OPEN_HIGHEST, hand);
        if (value > most || (value == most && dmc_tile_beats(rules, t, best))) {
            most = value;
            best = t;
            io->leader = (uint8_t)p;
        }
    }
    io->forced = DMC_NONE;
    return true;
}

bool dmc_deal_passes(const dmc_rules *rules, const dmc_deal *self, int checks, int seat)
{
    const bool kept = rules->spec.lot_tile != DMC_LOT_RETURNED && self->lots[0] != DMC_NONE;
    for (int p = 0; checks & DMC_CASE_REDEALS && p < rules->spec.seats; p++) {
        dmc_set hand = dealt_hand(self, p);
        if (kept) /* it came to the hand later */
            set_remove(&hand, self->lots[p]);
        if (p != seat && hand_is_redealt(rules, &hand))
            return false;
    }
    dmc_deal again = *self;
    return !(checks & DMC_CASE_HEAVIEST) ||
           (open_by_heaviest_hand(rules, &again) && again.leader == self->leader);
}

/* Every seat keeps the tile at its place of the boneyard. */
static void keep_lots(const dmc_rules *rules, const int *places, dmc_deal *io)
{
    uint8_t order[DMC_MAX_TILES];
    const int seats = rules->spec.seats, n = dealt_tiles(rules, io);
    int to = 0, from = 0;
    for (int p = 0; p < seats; p++) {
        for (int i = 0; i < io->hand_sizes[p]; i++)
            order[to++] = io->order[from++];
        order[to++] = io->lots[p];
    }
    for (int i = 0; i < io->n_boneyard; i++) {
        bool kept = false;
        for (int p = 0; p < seats; p++)
            kept = kept || places[p] == i;
        if (!kept)
            order[to++] = io->order[n + i];
    }
    memcpy(io->order, order, (size_t)to);
    for (int p = 0; p < seats; p++)
        io->hand_sizes[p]++;
    io->n_boneyard = (uint8_t)(io->n_boneyard - seats);
}

/* Every seat turns up a tile of the boneyard; the best one leads. */
static bool open_by_lots(const dmc_rules *rules, dmc_rng *rng, dmc_deal *io)
{
    const int seats = rules->spec.seats, n = dealt_tiles(rules, io);
    if (io->n_boneyard < seats)
        return false;
    int places[DMC_MAX_TILES];
    for (int i = 0; i < io->n_boneyard; i++)
        places[i] = i;
    for (int p = 0; p < seats; p++) {
        if (rng) {
            const int other = p + (int)dmc_rng_below(rng, (uint32_t)(io->n_boneyard - p));
            const int swap = places[p];
            places[p] = places[other];
            places[other] = swap;
        }
        io->lots[p] = io->order[n + places[p]];
        if (p == 0 || dmc_tile_beats(rules, io->lots[p], io->lots[io->leader]))
            io->leader = (uint8_t)p;
    }
    io->forced = rules->spec.lot_tile == DMC_LOT_LEADS ? io->lots[io->leader] : DMC_NONE;
    if (rules->spec.lot_tile != DMC_LOT_RETURNED)
        keep_lots(rules, places, io);
    return true;
}

static int open_round(const dmc_rules *rules, dmc_rng *lot_rng, dmc_deal *io)
{
    for (int i = 0; i < rules->spec.n_criteria; i++) {
        const dmc_criterion *c = &rules->spec.criteria[i];
        bool found = true;
        switch (c->kind) {
        case DMC_OPEN_TILES: found = open_by_listed(rules, c, io); break;
        case DMC_OPEN_HEAVIEST_HAND: found = open_by_heaviest_hand(rules, io); break;
        case DMC_OPEN_LOTS: found = open_by_lots(rules, lot_rng, io); break;
        case DMC_OPEN_LOT:
            io->leader = lot_rng ? (uint8_t)dmc_rng_below(lot_rng, (uint32_t)rules->spec.seats) : 0;
            io->forced = DMC_NONE;
            break;
        case DMC_OPEN_REDEAL: return DMC_ERR_REDEAL;
        default: found = open_by_rank(rules, c->kind, io);
        }
        if (found) {
            io->opened_by = (uint8_t)i;
            if (c->free)
                io->forced = DMC_NONE;
            io->turn = io->leader;
            return DMC_OK;
        }
    }
    return DMC_ERR_NO_LEAD;
}

static int lead_round(const dmc_rules *rules, int lead, dmc_rng *lot_rng, dmc_deal *io)
{
    if (lead == DMC_LEAD_BY_CRITERIA)
        return open_round(rules, lot_rng, io);
    io->leader = io->turn = (uint8_t)lead;
    io->opened_by = io->forced = DMC_NONE;
    return DMC_OK;
}

/* A hand is a set: the order in which its tiles were dealt is forgotten, so that equal deals are
 * equal bytes. */
static void sort_hands(const dmc_rules *rules, dmc_deal *io)
{
    int n = 0;
    for (int p = 0; p < rules->spec.seats; p++)
        for (dmc_set rest = dealt_hand(io, p); !set_is_empty(&rest);)
            io->order[n++] = (uint8_t)set_pop(&rest);
}

static void begin(const dmc_rules *rules, uint32_t round, const int32_t *scores, dmc_deal *out)
{
    memset(out, 0, sizeof *out);
    memset(out->order, DMC_NONE, sizeof out->order);
    memset(out->lots, DMC_NONE, sizeof out->lots);
    for (int s = 0; scores && s < rules->n_sides; s++)
        out->scores[s] = scores[s];
    out->round = round;
}

int dmc_deal_random(const dmc_rules *rules, const uint8_t key[32], uint32_t round, int lead,
                    const int32_t *scores, dmc_deal *out)
{
    enum { ATTEMPTS = 10000 };
    if (lead < DMC_LEAD_BY_CRITERIA || lead >= rules->spec.seats)
        return DMC_ERR_BAD_SEAT;
    if (scores && !dmc_scores_are_sound(rules, scores))
        return DMC_ERR_DEAL;
    dmc_rng rng, lot_rng;
    dmc_rng_init(key, DMC_FOR_DEAL, round, 0, &rng);
    dmc_rng_init(key, DMC_FOR_LOT, round, 0, &lot_rng);
    dmc_deal deal;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        begin(rules, round, scores, &deal);
        int n = 0;
        for (dmc_set rest = rules->all; !set_is_empty(&rest);)
            deal.order[n++] = (uint8_t)set_pop(&rest);
        for (int i = n - 1; i > 0; i--) {
            const int other = (int)dmc_rng_below(&rng, (uint32_t)i + 1);
            const uint8_t swap = deal.order[i];
            deal.order[i] = deal.order[other];
            deal.order[other] = swap;
        }
        for (int p = 0; p < rules->spec.seats; p++)
            deal.hand_sizes[p] = (uint8_t)rules->spec.hand_size;
        deal.n_boneyard = (uint8_t)(n - rules->spec.hand_size * rules->spec.seats);
        if (must_redeal(rules, &deal))
            continue;
        const int code = lead_round(rules, lead, &lot_rng, &deal);
        if (code == DMC_ERR_REDEAL)
            continue;
        if (code < 0)
            return code;
        sort_hands(rules, &deal);
        *out = deal;
        return DMC_OK;
    }
    return DMC_ERR_REDEAL;
}

int dmc_deal_order(const dmc_rules *rules, const uint8_t *order, const uint8_t *hand_sizes,
                   int n_boneyard, uint32_t round, int lead, const int32_t *scores, dmc_deal *out)
{
    if (lead < DMC_LEAD_BY_CRITERIA || lead >= rules->spec.seats)
        return DMC_ERR_BAD_SEAT;
    dmc_deal deal;
    int n = n_boneyard;
    if (n_boneyard < 0 || n_boneyard > rules->n_dealt ||
        (scores && !dmc_scores_are_sound(rules, scores)))
        return DMC_ERR_DEAL;
    begin(rules, round, scores, &deal);
    for (int p = 0; p < rules->spec.seats; p++) {
        if (hand_sizes[p] == 0 && lead == DMC_LEAD_BY_CRITERIA)
            return DMC_ERR_DEAL;
        deal.hand_sizes[p] = hand_sizes[p];
        n += hand_sizes[p];
    }
    if (n > rules->n_dealt)
        return DMC_ERR_DEAL;
    dmc_set seen = {{0, 0, 0}};
    for (int i = 0; i < n; i++) {
        if (order[i] >= rules->n_tiles || !set_has(&rules->all, order[i]) ||
            set_has(&seen, order[i]))
            return DMC_ERR_DEAL;
        set_add(&seen, order[i]);
        deal.order[i] = order[i];
    }
    deal.n_boneyard = (uint8_t)n_boneyard;
    const int code = lead_round(rules, lead, NULL, &deal);
    if (code < 0)
        return code;
    sort_hands(rules, &deal);
    *out = deal;
    return DMC_OK;
}

static int seat_of_side_after(const dmc_rules *rules, int side, int seat)
{
    do
        seat = next_seat(rules, seat);
    while (rules->side_of[seat] != side);
    return seat;
}

int dmc_deal_next_lead(const dmc_rules *rules, const dmc_deal *self, const dmc_table *ended)
{
    const bool blocked = ended->ending == DMC_ENDING_BLOCKED;
    if (blocked && ended->side == DMC_NONE && rules->spec.blocked_tie == DMC_TIE_REPLAY &&
        rules->spec.blocked_winner != DMC_BLOCKED_NONE)
        return self->opened_by == DMC_NONE ? ended->leader : DMC_LEAD_BY_CRITERIA;
    const int later = blocked ? rules->spec.after_block : rules->spec.later;
    if (later == DMC_LATER_NEXT)
        return next_seat(rules, ended->leader);
    if (later == DMC_LATER_WINNER_OR_BLOCKER && blocked)
        return ended->blocker;
    if (later == DMC_LATER_OPENING || ended->seat == DMC_NONE)
        return DMC_LEAD_BY_CRITERIA;
    if (later == DMC_LATER_NEXT_AFTER_WINNER)
        return next_seat(rules, ended->seat);
    if (later == DMC_LATER_WINNER_SIDE)
        return seat_of_side_after(rules, ended->side, ended->leader);
    return ended->seat;
}
