/* SPDX-License-Identifier: MIT */
/* How can the worlds of a small case be looked up instead of worked out?
 *
 * A case is small if it has few slots and its tiles fit into one word. Its largest group is a pile
 * that is shuffled at the end; a step places a few of the other tiles. All ways to do so stand in a
 * list of what each slot gets, those with the same split over the slots together. A state says how
 * many places are free in each slot; it has an edge for each split that it has room for, with the
 * worlds that each way of it leads to, so that one number below their sum tells all steps: what an
 * edge leaves of it, divided by those worlds, is the way, and the rest the number of the next step.
 */
#include "dmc_sample.h"

enum {
    MOST_WAYS = 64, /* of a step */
    MOST_STATES = 64, /* before a step, or the pile */
    MOST_STEPS = 16,
    TOO_LARGE = 1,
    NEEDS = 56 /* the byte of a key that says whether a tile that fits still has to be held */
};

#define NO_KEY UINT64_MAX

/* Free places by slot, a byte each, before each step and before the pile. */
typedef struct small {
    const sample_groups *g;
    sample_room *room;
    int n_slots;
    int n_pile;
    int n_steps;
    uint8_t order[64]; /* the pile last; places in the groups' order */
    uint8_t from[MOST_STEPS + 1];
    uint8_t n_keys[MOST_STEPS + 1];
    uint64_t keys[MOST_STEPS + 1][MOST_STATES];
} small;

/* The ways of a step, by what they take of each slot. */
typedef struct splits {
    int n;
    uint64_t split[MOST_WAYS]; /* tiles by slot, and whether one that fits is held */
    uint32_t n_ways[MOST_WAYS];
    uint32_t first[MOST_WAYS]; /* where their lists begin */
} splits;

/* ---- keys ---- */

static uint64_t allowed_slots(const small *self, int at)
{
    return self->g->allowed[self->order[at]].word[0];
}

/* What is left of a state; NO_KEY: it has too little room. */
static uint64_t key_after(uint64_t key, uint64_t split)
{
    const uint64_t tops = UINT64_C(0x0080808080808080), met = split >> NEEDS;
    const uint64_t left = (key | tops) - (split & ((UINT64_C(1) << NEEDS) - 1));
    if ((left & tops) != tops)
        return NO_KEY;
    return (left ^ tops) & ~(met << NEEDS);
}

static int find_key(const small *self, int step, uint64_t key)
{
    int i = 0;
    while (i < self->n_keys[step] && self->keys[step][i] != key)
        i++;
    return i;
}

/* ---- the ways of a step ---- */

static bool next_way(const small *self, int step, uint8_t *slots)
{
    for (int i = self->from[step]; i < self->from[step + 1]; i++) {
        const uint64_t higher = allowed_slots(self, i) >> slots[i] >> 1;
        if (higher) {
            slots[i] = (uint8_t)(slots[i] + 1 + dmc_lowest_bit(higher));
            return true;
        }
        slots[i] = (uint8_t)dmc_lowest_bit(allowed_slots(self, i));
    }
    return false;
}

static void first_way(const small *self, int step, uint8_t *slots)
{
    for (int i = self->from[step]; i < self->from[step + 1]; i++)
        slots[i] = (uint8_t)dmc_lowest_bit(allowed_slots(self, i));
}

static int find_split(const small *self, int step, const uint8_t *slots, const splits *all,
                      uint64_t *split)
{
    *split = 0;
    for (int i = self->from[step]; i < self->from[step + 1]; i++) {
        *split += UINT64_C(1) << 8 * slots[i];
        if (self->g->fits[self->order[i]] && slot_is_held(&self->g->c->slots[slots[i]]))
            *split |= UINT64_C(1) << NEEDS;
    }
    int k = 0;
    while (k < all->n && all->split[k] != *split)
        k++;
    return k;
}

static void count_ways(const small *self, int step, splits *out)
{
    uint8_t slots[64];
    out->n = 0;
    first_way(self, step, slots);
    do {
        uint64_t split;
        const int k = find_split(self, step, slots, out, &split);
        if (k == out->n) {
            out->split[out->n] = split;
            out->n_ways[out->n++] = 0;
        }
        out->n_ways[k]++;
    } while (next_way(self, step, slots));
}

/* List what each way puts into each slot. */
static int list_ways(small *self, int step, splits *io)
{
    sample_room *room = self->room;
    uint32_t words = 0, at[MOST_WAYS];
    for (int k = 0; k < io->n; k++) {
        at[k] = io->first[k] = room->used + words;
        words += io->n_ways[k] * (uint32_t)self->n_slots;
    }
    if (words > room->words - room->used)
        return DMC_ERR_ROOM;
    memset(room->memory + room->used, 0, words * sizeof(uint64_t));
    room->used += words;
    uint8_t slots[64];
    first_way(self, step, slots);
    do {
        uint64_t split;
        const int k = find_split(self, step, slots, io, &split);
        for (int i = self->from[step]; i < self->from[step + 1]; i++)
            room->memory[at[k] + slots[i]] |= UINT64_C(1) << self->g->tiles[self->order[i]];
        at[k] += (uint32_t)self->n_slots;
    } while (next_way(self, step, slots));
    return DMC_OK;
}

/* ---- which tiles when ---- */

/* Put the largest group last that has no tile that fits, and cut the tiles before it into steps.
 * Whether there is such a group, and the steps are not too many. */
static bool order_tiles(small *self)
{
    const sample_groups *g = self->g;
    int best = 0, most = 0;
    for (int i = 0, n = 0; i < g->n_tiles; i++) {
        n = i > 0 && dmc_groups_are_same(g, i - 1, i) ? n + 1 : 1;
        if (n >= most && !g->fits[i] && count_slots(&g->allowed[i]) > 1) {
            most = n;
            best = i + 1 - n;
        }
    }
    self->n_pile = most;
    int n = 0, ways = MOST_WAYS;
    self->n_steps = 0;
    for (int i = 0; i < g->n_tiles; i++) {
        const int choices = count_slots(&g->allowed[i]);
        if (choices < 2 || (i >= best && i < best + most))
            continue;
        if (ways * choices > MOST_WAYS) {
            if (self->n_steps == MOST_STEPS)
                return false;
            self->from[self->n_steps++] = (uint8_t)n;
            ways = 1;
        }
        ways *= choices;
        self->order[n++] = (uint8_t)i;
    }
    self->from[self->n_steps] = (uint8_t)n;
    for (int i = best; i < best + most; i++)
        self->order[n++] = (uint8_t)i;
    return most > 0;
}

/* Place the tiles that have one slot only: the key that is left. */
static uint64_t place_fixed(const sample_groups *g, uint64_t *slots)
{
    uint64_t key = (uint64_t)g->c->needs << NEEDS;
    for (int s = 0; s < g->c->n_slots; s++)
        key |= (uint64_t)g->c->slots[s].size << 8 * s;
    for (int i = 0; i < g->n_tiles && count_slots(&g->allowed[i]) == 1; i++) {
        const int s = dmc_lowest_bit(g->allowed[i].word[0]);
        slots[s] |= UINT64_C(1) << g->tiles[i];
        if (g->fits[i] && slot_is_held(&g->c->slots[s]))
            key &= ~(UINT64_C(1) << NEEDS);
        key -= UINT64_C(1) << 8 * s;
    }
    return key;
}

/* Find the states before each step and before the pile: whether they are few. */
static bool find_states(small *self, uint64_t start)
{
    memset(self->n_keys, 0, sizeof self->n_keys);
    self->keys[0][0] = start;
    self->n_keys[0] = 1;
    for (int step = 0; step < self->n_steps; step++) {
        splits all;
        count_ways(self, step, &all);
        for (int i = 0; i < self->n_keys[step]; i++)
            for (int k = 0; k < all.n; k++) {
                const uint64_t key = key_after(self->keys[step][i], all.split[k]);
                const int at = key == NO_KEY ? -1 : find_key(self, step + 1, key);
                if (at == MOST_STATES)
                    return false;
                if (at == self->n_keys[step + 1])
                    self->keys[step + 1][self->n_keys[step + 1]++] = key;
            }
    }
    return true;
}

/* ---- how many worlds ---- */

/* Worlds that the states before the pile lead to, all divided by what they have in common. A state
 * with n tiles for a slot stands for a share of 1 / n! of the orders of the pile. Whether some lead
 * to a world, and the numbers are small enough. */
static bool weigh_piles(const small *self, uint32_t *worlds)
{
    enum { FACTOR = 64 };
    const uint64_t *keys = self->keys[self->n_steps];
    const int n = self->n_keys[self->n_steps];
    const uint64_t open = allowed_slots(self, self->from[self->n_steps]);
    uint64_t product[MOST_STATES], common = 0;
    uint8_t most[SAMPLE_SLOTS] = {0};
    bool ends[MOST_STATES];
    for (int i = 0; i < n; i++) {
        ends[i] = !(keys[i] >> NEEDS);
        for (int s = 0; s < self->n_slots; s++)
            ends[i] = ends[i] && ((open >> s & 1) || !sample_free(keys[i], s));
        for (int s = 0; s < self->n_slots && ends[i]; s++)
            if (sample_free(keys[i], s) > most[s])
                most[s] = sample_free(keys[i], s);
    }
    for (int i = 0; i < n; i++) {
        product[i] = ends[i];
        for (int s = 0; s < self->n_slots && ends[i]; s++)
            for (uint64_t k = sample_free(keys[i], s) + 1u; k <= most[s]; k++) {
                if (product[i] > UINT64_MAX / FACTOR)
                    return false;
                product[i] *= k;
            }
        for (uint64_t rest = product[i]; rest;) { /* Euclid */
            const uint64_t next = common % rest;
            common = rest;
            rest = next;
        }
    }
    for (int i = 0; i < n; i++) {
        if (!common || product[i] / common > UINT32_MAX)
            return false;
        worlds[i] = (uint32_t)(product[i] / common);
    }
    return true;
}

/* ---- writing it down ---- */

/* The states of a step: where each lies and how many worlds it leads to. */
typedef struct written {
    uint32_t place[MOST_STATES];
    uint32_t worlds[MOST_STATES];
} written;

static int write_piles(small *self, written *out)
{
    sample_room *room = self->room;
    const uint32_t n = self->n_keys[self->n_steps];
    if (n > room->words - room->used)
        return DMC_ERR_ROOM;
    memcpy(room->memory + room->used, self->keys[self->n_steps], n * sizeof(uint64_t));
    for (uint32_t i = 0; i < n; i++)
        out->place[i] = room->used++;
    return DMC_OK;
}

/* Write a state and its edges to states that lead to a world. TOO_LARGE: the numbers are. */
static int write_state(small *self, int step, int number, const splits *all, const written *next,
                       written *out)
{
    sample_room *room = self->room;
    const uint32_t place = room->used;
    uint64_t worlds = 0, *memory = room->memory;
    if (1 + (uint32_t)all->n * SAMPLE_STEP_EDGE > room->words - place)
        return DMC_ERR_ROOM;
    room->used++;
    for (int k = 0; k < all->n; k++) {
        const uint64_t key = key_after(self->keys[step][number], all->split[k]);
        const int at = key == NO_KEY ? -1 : find_key(self, step + 1, key);
        if (at < 0 || !next->worlds[at])
            continue;
        memory[room->used] = worlds | (uint64_t)next->worlds[at] << 32;
        memory[room->used + 1] = all->first[k] | (uint64_t)next->place[at] << 32;
        room->used += SAMPLE_STEP_EDGE;
        worlds += (uint64_t)all->n_ways[k] * next->worlds[at];
        if (worlds > UINT32_MAX)
            return TOO_LARGE;
    }
    memory[place] = (room->used - place) / SAMPLE_STEP_EDGE;
    out->place[number] = place;
    out->worlds[number] = (uint32_t)worlds;
    return DMC_OK;
}

static int write_steps(small *self, written *io)
{
    for (int step = self->n_steps; step-- > 0;) {
        splits all;
        written next = *io;
        count_ways(self, step, &all);
        int code = list_ways(self, step, &all);
        for (int i = 0; i < self->n_keys[step] && code == DMC_OK; i++)
            code = write_state(self, step, i, &all, &next, io);
        if (code != DMC_OK)
            return code;
    }
    return DMC_OK;
}

/* Say which slot takes the rest of the pile: the one that leaves the fewest tiles to be drawn. */
static void choose_last(const small *self, const written *piles, sample_steps *out)
{
    const uint64_t *keys = self->keys[self->n_steps];
    out->n_drawn = DMC_NONE;
    for (int s = 0; s < self->n_slots; s++) {
        int drawn = 0;
        for (int i = 0; i < self->n_keys[self->n_steps]; i++)
            if (piles->worlds[i] && self->n_pile - sample_free(keys[i], s) > drawn)
                drawn = self->n_pile - sample_free(keys[i], s);
        if (drawn <= out->n_drawn) {
            out->n_drawn = (uint8_t)drawn;
            out->last = (uint8_t)s;
        }
    }
}

/* Write the head of the steps, its tiles as well, to its place. */
static void write_head(const small *self, const sample_steps *head, uint64_t *to)
{
    uint8_t *tiles = (uint8_t *)(to + SAMPLE_STEPS_TILES);
    memcpy(to, head, sizeof *head);
    memset(tiles, 0, 64);
    for (int i = 0; i < self->n_pile; i++)
        tiles[i] = self->g->tiles[self->order[self->from[self->n_steps] + i]];
}

static int write_all(small *self, uint32_t place)
{
    written states;
    sample_steps head;
    memset(&states, 0, sizeof states);
    memset(&head, 0, sizeof head);
    if (!weigh_piles(self, states.worlds))
        return TOO_LARGE;
    choose_last(self, &states, &head);
    int code = write_piles(self, &states);
    if (code == DMC_OK)
        code = write_steps(self, &states);
    if (code != DMC_OK)
        return code;
    head.start = states.place[0];
    head.worlds = states.worlds[0];
    head.n_steps = (uint8_t)self->n_steps;
    head.n_slots = (uint8_t)self->n_slots;
    head.n_pile = (uint8_t)self->n_pile;
    for (int i = 0; i < self->n_pile; i++)
        head.pile |= UINT64_C(1) << self->g->tiles[self->order[self->from[self->n_steps] + i]];
    write_head(self, &head, self->room->memory + place);
    return DMC_OK;
}

int dmc_plan_lay_steps(const sample_groups *g, uint32_t plan, sample_room *room)
{
    const uint32_t place = room->used;
    small self;
    self.g = g;
    self.room = room;
    self.n_slots = g->c->n_slots;
    room->memory[plan + SAMPLE_STEPS] = 0;
    if (g->c->n_slots > SAMPLE_SLOTS || !order_tiles(&self))
        return DMC_OK;
    if (SAMPLE_STEPS_WORDS > room->words - place)
        return DMC_ERR_ROOM;
    uint64_t *sets = room->memory + place + SAMPLE_STEPS_SETS;
    memset(sets, 0, SAMPLE_SLOTS * sizeof *sets);
    if (!find_states(&self, place_fixed(g, sets)))
        return DMC_OK;
    room->used += SAMPLE_STEPS_WORDS;
    const int code = write_all(&self, place);
    if (code == DMC_OK)
        room->memory[plan + SAMPLE_STEPS] = place;
    else if (code == TOO_LARGE)
        room->used = place;
    return code < 0 ? code : DMC_OK;
}
