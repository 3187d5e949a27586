/* SPDX-License-Identifier: MIT */
/* Are all worlds of a case states? A sampler tries one of them; here is what that one cannot tell,
 * as worlds differ in it: where each hidden tile lies. */
#include "dmc_sample.h"

static bool has_slot(int slot, const dmc_case *c)
{
    return slot == DMC_NONE || slot < c->n_slots;
}

static bool set_within(const dmc_set *self, const dmc_set *whole)
{
    const dmc_set outside = set_minus(self, whole);
    return set_is_empty(&outside);
}

/* Whether the numbers of a case are within bounds. */
static bool numbers_are_sound(const dmc_rules *rules, const dmc_case *c)
{
    return c->n_slots <= DMC_MAX_SLOTS && c->n_tiles <= DMC_MAX_TILES &&
           has_slot(c->only_slot, c) && c->seat < rules->spec.seats && c->needs <= 1 &&
           set_within(&c->hand, &rules->all) && (c->only == DMC_NONE || c->only < rules->n_tiles) &&
           c->checks <= (DMC_CASE_REDEALS | DMC_CASE_HEAVIEST) &&
           dmc_table_is_sound(rules, &c->table);
}

/* Whether a slot's places in the deal's order are a whole hand, whose tiles are then sorted, or all
 * behind the hands. */
static bool is_whole(const dmc_rules *rules, const dmc_deal *deal, const dmc_slot *slot)
{
    int start = 0;
    for (int p = 0; p < rules->spec.seats; start += deal->hand_sizes[p++])
        if (slot->at == start && slot->kept == deal->hand_sizes[p])
            return true;
    return slot->at >= start;
}

/* Whether each slot has places of its own in the deal, and what is held was dealt there. */
static bool slots_are_sound(const dmc_rules *rules, const dmc_case *c, dmc_set *places)
{
    int size = 0;
    for (int s = 0; s < c->n_slots; size += c->slots[s++].size) {
        const dmc_slot *slot = &c->slots[s];
        if ((slot_is_held(slot) && (slot->seat >= rules->spec.seats || slot->seat == c->seat ||
                                    slot->kept != slot->size)) ||
            slot->kept > slot->size || slot->at + slot->kept > DMC_MAX_TILES ||
            (slot->kept && !is_whole(rules, &c->deal, slot)))
            return false;
        for (int at = slot->at; at < slot->at + slot->kept; at++) {
            if (set_has(places, at))
                return false;
            set_add(places, at);
        }
    }
    return size == c->n_tiles;
}

/* Whether a tile may go to slots that there are; if it is on the table, to slots of one seat alone,
 * so that the others have as many tiles in hand in each world, and not to that of the tile drawn
 * last, which is in hand. */
static bool slots_of_tile_are_sound(const dmc_case *c, int i)
{
    const bool played = set_has(&c->table.played, c->tiles[i]);
    int seat = DMC_NONE;
    for (int s = 0; s < 4 * 64; s++) {
        if (!slots_have(&c->allowed[i], s))
            continue;
        if (s >= c->n_slots)
            return false;
        const int holder = c->slots[s].seat;
        if (played && (holder == DMC_NONE || (seat != DMC_NONE && seat != holder) || s == c->only_slot))
            return false;
        if (c->tiles[i] == c->only && c->only_slot == DMC_NONE && holder != c->table.turn)
            return false;
        seat = holder;
    }
    return true;
}

/* Whether the hidden tiles are different ones of the set, which the deal has nowhere else. */
static bool tiles_are_sound(const dmc_rules *rules, const dmc_case *c, const dmc_set *places)
{
    dmc_set seen = c->hand;
    for (int i = 0; i < c->n_tiles; i++) {
        const int tile = c->tiles[i];
        if (tile >= rules->n_tiles || !set_has(&rules->all, tile) || set_has(&seen, tile) ||
            !slots_of_tile_are_sound(c, i))
            return false;
        set_add(&seen, tile);
    }
    const dmc_set hidden = set_minus(&seen, &c->hand);
    for (int at = 0; at < DMC_MAX_TILES; at++) {
        const int tile = c->deal.order[at];
        if (tile != DMC_NONE && !set_has(places, at) &&
            (tile >= rules->n_tiles || set_has(&hidden, tile)))
            return false;
    }
    return true;
}

/* Whether the tile that was drawn last, where it is hidden, is one that the seat on turn holds. */
static bool only_is_sound(const dmc_case *c)
{
    if (c->only_slot == DMC_NONE)
        return true;
    const dmc_slot *slot = &c->slots[c->only_slot];
    return c->table.phase == DMC_PHASE_PLAY && slot->size && slot->seat == c->table.turn;
}

/* Whether somebody can go on in each world of a round in play: by drawing, by the hand that is
 * known, or as a tile that fits has to be held. */
static bool goes_on(const dmc_rules *rules, const dmc_case *c)
{
    if (c->table.phase != DMC_PHASE_PLAY || dmc_table_has_stock(rules, &c->table))
        return true;
    dmc_set takes = dmc_table_takes(rules, &c->table);
    takes = set_minus(&takes, &c->table.played);
    return set_meets(&takes, &c->hand) || (c->needs && set_within(&c->fits, &takes));
}

bool dmc_case_is_sound(const dmc_rules *rules, const dmc_case *self)
{
    dmc_set places = {{0, 0, 0}};
    return numbers_are_sound(rules, self) && slots_are_sound(rules, self, &places) &&
           tiles_are_sound(rules, self, &places) && only_is_sound(self) && goes_on(rules, self);
}
