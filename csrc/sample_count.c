/* SPDX-License-Identifier: MIT */
/* How many ways are there to fill the slots of a case, and how likely does that put a tile where?
 *
 * Forth, level by level, the states that can be reached and all splits between them; then back, how
 * many ways lead on from each to the end. Numbers have as many words as the count takes: nothing is
 * rounded. */
#include "dmc_sample.h"

enum { MAX_STATES = 1 << 28 };

/* ---- numbers of several words ---- */

bool dmc_number_multiply(uint64_t *a, uint32_t words, uint32_t factor)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < words; i++) {
        const uint64_t low = (a[i] & UINT32_MAX) * factor + carry;
        const uint64_t high = (a[i] >> 32) * factor + (low >> 32);
        a[i] = high << 32 | (low & UINT32_MAX);
        carry = high >> 32;
    }
    return carry != 0;
}

bool dmc_number_add(uint64_t *a, const uint64_t *b, uint32_t words)
{
    uint64_t carry = 0;
    for (uint32_t i = 0; i < words; i++) {
        const uint64_t sum = a[i] + b[i];
        const uint64_t over = sum < a[i];
        a[i] = sum + carry;
        carry = over | (a[i] < sum);
    }
    return carry != 0;
}

/* a /= divisor, which leaves no rest. */
static void divide(uint64_t *a, uint32_t words, uint32_t divisor)
{
    uint64_t rest = 0;
    for (uint32_t i = words; i-- > 0;) {
        const uint64_t high = rest << 32 | a[i] >> 32;
        const uint64_t low = high % divisor << 32 | (a[i] & UINT32_MAX);
        a[i] = high / divisor << 32 | low / divisor;
        rest = low % divisor;
    }
}

/* a *= the number of ways to choose k of n. Each step is a whole number: a times k - i + 1 of it. */
static bool multiply_by_choices(uint64_t *a, uint32_t words, uint32_t n, uint32_t k)
{
    if (k > n - k)
        k = n - k;
    for (uint32_t i = 1; i <= k; i++) {
        if (dmc_number_multiply(a, words, n - k + i))
            return true;
        if (i > 1)
            divide(a, words, i);
    }
    return false;
}

/* ---- forth: states and splits ---- */

typedef struct forth {
    sample_room *room;
    sample_level now, next;
    sample_parts parts;
    const uint8_t *key; /* free places by block, then whether a tile that fits has to be held */
    uint32_t states_at; /* where the states of the next level are put for now */
    uint8_t split[DMC_MAX_SLOTS];
    uint8_t least[DMC_MAX_SLOTS + 1]; /* tiles that this and the later open blocks take */
    uint8_t most[DMC_MAX_SLOTS + 1];
    uint64_t *buckets; /* a table of the states, at the end of the memory */
    uint32_t n_buckets;
    uint32_t limit; /* where it begins */
} forth;

static uint32_t hash(const uint64_t *key, uint32_t words)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < words; i++)
        h = (h ^ key[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 29;
    return (uint32_t)(h >> 32);
}

/* Find a state of the next level, or add it; give its number. */
static int reach(forth *f, const uint64_t *key, uint32_t *number)
{
    const uint32_t stride = f->next.state_words, words = stride - SAMPLE_KEY - f->room->width;
    uint64_t *states = f->room->memory + f->states_at;
    uint64_t *bucket = &f->buckets[hash(key, words) & (f->n_buckets - 1)];
    for (uint32_t i = (uint32_t)*bucket; i; i = (uint32_t)states[(size_t)(i - 1) * stride + 1])
        if (!memcmp(states + (size_t)(i - 1) * stride + SAMPLE_KEY, key, words * sizeof *key)) {
            *number = i - 1;
            return DMC_OK;
        }
    if (f->next.n_states == MAX_STATES ||
        (uint64_t)(f->next.n_states + 1) * stride > f->limit - f->states_at)
        return DMC_ERR_ROOM;
    uint64_t *state = states + (size_t)f->next.n_states * stride;
    state[0] = 0;
    state[1] = *bucket;
    memcpy(state + SAMPLE_KEY, key, words * sizeof *key);
    *number = f->next.n_states++;
    *bucket = f->next.n_states;
    return DMC_OK;
}

/* Add the split that is at hand as an edge. */
static int add_edge(forth *f)
{
    uint64_t words[DMC_MAX_SLOTS / 8 + 1] = {0};
    uint8_t *key = (uint8_t *)words;
    bool met = false;
    for (int b = 0; b < f->now.n_blocks; b++) {
        const int taken = b < f->now.n_open ? f->split[b] : 0;
        if (f->parts.into[b] != DMC_NONE)
            key[f->parts.into[b]] = (uint8_t)(key[f->parts.into[b]] + f->key[b] - taken);
        met = met || (taken && f->parts.held[b]);
    }
    key[f->next.n_blocks] = f->key[f->now.n_blocks] && !(met && f->now.fits);
    uint32_t number = 0;
    const int code = reach(f, words, &number);
    if (code < 0)
        return code;
    sample_room *room = f->room;
    if (f->now.edge_words > f->states_at - room->used)
        return DMC_ERR_ROOM;
    uint64_t *edge = room->memory + room->used;
    memset(edge, 0, f->now.edge_words * sizeof *edge);
    memcpy(edge + room->width, &number, sizeof number);
    memcpy((uint8_t *)(edge + room->width) + sizeof number, f->split, f->now.n_open);
    room->used += f->now.edge_words;
    return DMC_OK;
}

/* Add every way to split so many tiles over the open blocks from this one on. A block that no later
 * group enters has to be filled. */
static int add_splits(forth *f, int block, int left)
{
    if (block == f->now.n_open)
        return add_edge(f);
    const int free = f->key[block];
    int low = left - f->most[block + 1], high = left - f->least[block + 1];
    const int floor = f->parts.into[block] == DMC_NONE ? free : 0;
    low = low < floor ? floor : low;
    high = high > free ? free : high;
    for (int k = low; k <= high; k++) {
        f->split[block] = (uint8_t)k;
        const int code = add_splits(f, block + 1, left - k);
        if (code < 0)
            return code;
    }
    return DMC_OK;
}

static int leave_state(forth *f, uint64_t *state)
{
    f->key = (const uint8_t *)(state + SAMPLE_KEY);
    const int n = f->now.n_open;
    f->least[n] = f->most[n] = 0;
    for (int b = n - 1; b >= 0; b--) {
        const int least = f->parts.into[b] == DMC_NONE ? f->key[b] : 0;
        f->least[b] = (uint8_t)(f->least[b + 1] + least);
        f->most[b] = (uint8_t)(f->most[b + 1] + f->key[b]);
    }
    const uint64_t first = f->room->used - f->now.edges;
    const int tiles = f->now.n_tiles;
    const int code = tiles < f->least[0] || tiles > f->most[0] ? 0 : add_splits(f, 0, tiles);
    state[0] = first / f->now.edge_words |
               (f->room->used - f->now.edges - first) / f->now.edge_words << 32;
    return code;
}

/* Go through the states of a level; those of the next one are put right behind the edges. */
static int leave_level(forth *f)
{
    sample_room *room = f->room;
    f->parts = sample_parts_of(room->memory, &f->now);
    f->now.edges = room->used;
    const uint32_t left = room->words - room->used;
    for (f->n_buckets = 32; f->n_buckets < left / 64;)
        f->n_buckets *= 2;
    if (left < f->n_buckets)
        return DMC_ERR_ROOM;
    f->limit = room->words - f->n_buckets;
    f->states_at = room->used + (f->limit - room->used) / 2;
    f->buckets = room->memory + f->limit;
    memset(f->buckets, 0, f->n_buckets * sizeof *f->buckets);
    for (uint32_t i = 0; i < f->now.n_states; i++) {
        const int code =
            leave_state(f, room->memory + f->now.states + (size_t)i * f->now.state_words);
        if (code < 0)
            return code;
    }
    const size_t words = (size_t)f->next.n_states * f->next.state_words;
    memmove(room->memory + room->used, room->memory + f->states_at, words * sizeof(uint64_t));
    f->next.states = room->used;
    f->next.before = f->now.before + f->now.n_states;
    room->used += (uint32_t)words;
    return DMC_OK;
}

static void save_level(uint64_t *memory, uint32_t levels, uint32_t number, const sample_level *level)
{
    memcpy(memory + levels + number * SAMPLE_LEVEL_WORDS, level, sizeof *level);
}

static int go_forth(const dmc_case *c, uint32_t levels, uint32_t n, sample_room *room)
{
    forth f;
    f.room = room;
    f.next = sample_level_at(room->memory, levels, 0);
    f.next.states = room->used;
    if (f.next.state_words > room->words - room->used)
        return DMC_ERR_ROOM;
    uint64_t *start = room->memory + room->used;
    memset(start, 0, f.next.state_words * sizeof *start);
    uint8_t *key = (uint8_t *)(start + SAMPLE_KEY);
    f.parts = sample_parts_of(room->memory, &f.next);
    for (int s = 0; s < c->n_slots; s++)
        if (f.parts.block[s] != DMC_NONE)
            key[f.parts.block[s]] = (uint8_t)(key[f.parts.block[s]] + c->slots[s].size);
    key[f.next.n_blocks] = c->needs;
    f.next.n_states = 1;
    room->used += f.next.state_words;
    for (uint32_t i = 0; i < n; i++) {
        f.now = f.next;
        f.next = sample_level_at(room->memory, levels, i + 1);
        const int code = leave_level(&f);
        if (code < 0)
            return code;
        save_level(room->memory, levels, i, &f.now);
    }
    save_level(room->memory, levels, n, &f.next);
    return DMC_OK;
}

/* ---- back: how many ways ---- */

/* Number the ways on from a state, edge by edge; edges that lead nowhere go. */
static int sum_state(uint64_t *memory, uint32_t width, const sample_level *now,
                     const sample_level *next, uint64_t *state)
{
    const uint8_t *key = (const uint8_t *)(state + SAMPLE_KEY);
    const uint32_t n = (uint32_t)(state[0] >> 32);
    uint64_t sum[DMC_WAYS_WORDS] = {0};
    uint32_t kept = 0;
    uint64_t *edges = memory + now->edges + (size_t)(uint32_t)state[0] * now->edge_words;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t *edge = edges + (size_t)i * now->edge_words;
        const uint8_t *split = sample_split(edge, width);
        uint64_t ways[DMC_WAYS_WORDS];
        const uint64_t *on = sample_state_at(memory, next, sample_target(edge, width));
        memcpy(ways, sample_total(next, on, width), width * sizeof *ways);
        uint64_t any = 0;
        for (uint32_t w = 0; w < width; w++)
            any |= ways[w];
        if (!any)
            continue;
        for (int b = 0; b < now->n_open; b++)
            if (multiply_by_choices(ways, width, key[b], split[b]))
                return SAMPLE_WIDER;
        if (dmc_number_add(sum, ways, width))
            return SAMPLE_WIDER;
        uint64_t *to = edges + (size_t)kept++ * now->edge_words;
        memmove(to, edge, now->edge_words * sizeof *to);
        memcpy(to, sum, width * sizeof *to);
    }
    state[0] = (uint32_t)state[0] | (uint64_t)kept << 32;
    memcpy(state + now->state_words - width, sum, width * sizeof *sum);
    return DMC_OK;
}

static int go_back(uint32_t levels, uint32_t n, sample_room *room)
{
    sample_level next = sample_level_at(room->memory, levels, n);
    for (uint32_t i = 0; i < next.n_states; i++) {
        uint64_t *state = room->memory + next.states + (size_t)i * next.state_words;
        uint64_t *total = state + next.state_words - room->width;
        memset(total, 0, room->width * sizeof *total);
        total[0] = !*(const uint8_t *)(state + SAMPLE_KEY); /* nothing has to be held any more */
    }
    for (uint32_t i = n; i-- > 0;) {
        const sample_level now = sample_level_at(room->memory, levels, i);
        for (uint32_t k = 0; k < now.n_states; k++) {
            uint64_t *state = room->memory + now.states + (size_t)k * now.state_words;
            const int code = sum_state(room->memory, room->width, &now, &next, state);
            if (code != DMC_OK)
                return code;
        }
        next = now;
    }
    return DMC_OK;
}

int dmc_plan_count(const dmc_case *c, uint32_t plan, sample_room *room, uint32_t *n_states)
{
    const uint32_t levels = (uint32_t)room->memory[plan], n = (uint32_t)(room->memory[plan] >> 32);
    const int code = go_forth(c, levels, n, room);
    if (code < 0)
        return code;
    const sample_level last = sample_level_at(room->memory, levels, n);
    if (last.before + last.n_states > *n_states)
        *n_states = last.before + last.n_states;
    return go_back(levels, n, room);
}

/* ---- chances ---- */

/* The share that the numbers from one end to the next one have of a total that is not 0; before is
 * NULL for the first. Three words are more than a double holds, and do not overflow it. */
static double share_of(const uint64_t *end, const uint64_t *before, const uint64_t *total,
                       uint32_t width)
{
    uint64_t ways[DMC_WAYS_WORDS];
    uint64_t borrow = 0;
    double part = 0, all = 0;
    for (uint32_t w = 0; w < width; w++) {
        const uint64_t less = before ? before[w] : 0;
        ways[w] = end[w] - less - borrow;
        borrow = end[w] < less || (end[w] == less && borrow);
    }
    while (width > 1 && !total[width - 1])
        width--;
    for (uint32_t i = 1; i <= width && i <= 3; i++) {
        part = part * 18446744073709551616.0 + (double)ways[width - i];
        all = all * 18446744073709551616.0 + (double)total[width - i];
    }
    return part / all;
}

/* Follow the places of one slot that stay free from level to level: mass is how many are expected
 * in each state, times the chance of the state; taken, how many each group takes. */
static void follow(const dmc_sampler *self, uint32_t levels, uint32_t n, int slot, double start,
                   double *mass, double *taken)
{
    const uint32_t width = self->width;
    sample_level now = sample_level_at(self->memory, levels, 0);
    mass[0] = start;
    for (uint32_t i = 0; i < n; i++) {
        const sample_level next = sample_level_at(self->memory, levels, i + 1);
        const int block = sample_parts_of(self->memory, &now).block[slot];
        taken[i] = 0;
        for (uint32_t k = 0; k < next.n_states; k++)
            mass[next.before + k] = 0;
        for (uint32_t k = 0; k < now.n_states; k++) {
            const uint64_t *state = sample_state_at(self->memory, &now, k);
            const uint8_t *key = (const uint8_t *)(state + SAMPLE_KEY);
            const uint64_t *before = NULL, *edge = sample_edges(self->memory, &now, state);
            const uint32_t edges = mass[now.before + k] > 0 ? (uint32_t)(state[0] >> 32) : 0;
            const uint64_t *total = sample_total(&now, state, width);
            for (uint32_t e = 0; e < edges; before = edge, edge += now.edge_words, e++) {
                const double part = mass[now.before + k] * share_of(edge, before, total, width);
                double goes = 0;
                if (block < now.n_open && key[block])
                    goes = part * sample_split(edge, width)[block] / key[block];
                taken[i] += goes;
                mass[next.before + sample_target(edge, width)] += part - goes;
            }
        }
        now = next;
    }
}

int dmc_sampler_chances(const dmc_sampler *self, double *scratch, double *out)
{
    enum { ROW = DMC_MAX_SEATS + 1 };
    double taken[DMC_MAX_TILES];
    if (!dmc_sampler_has_ways(self))
        return DMC_ERR_NO_WORLD;
    memset(out, 0, sizeof *out * DMC_MAX_TILES * ROW);
    const uint64_t *before = NULL;
    for (uint32_t number = 0; number < self->n_cases; number++) {
        const dmc_case *c = &self->cases[number];
        const uint64_t *plan = self->memory + number * SAMPLE_PLAN_WORDS;
        const uint32_t levels = (uint32_t)plan[SAMPLE_HEAD];
        const uint32_t n = (uint32_t)(plan[SAMPLE_HEAD] >> 32);
        const double share = share_of(plan + SAMPLE_ENDS, before, self->ways, DMC_WAYS_WORDS);
        before = plan + SAMPLE_ENDS;
        for (int s = 0; s < c->n_slots && share > 0; s++) {
            const dmc_slot *slot = &c->slots[s];
            const int column = slot_is_held(slot) ? slot->seat : DMC_MAX_SEATS;
            follow(self, levels, n, s, share * slot->size, scratch, taken);
            for (uint32_t i = 0; i < n; i++) {
                const sample_level level = sample_level_at(self->memory, levels, i);
                const uint8_t *tiles = sample_parts_of(self->memory, &level).tiles;
                for (int t = 0; t < level.n_tiles; t++)
                    out[tiles[t] * ROW + column] += taken[i] / level.n_tiles;
            }
        }
    }
    return DMC_OK;
}
