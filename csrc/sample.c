/* SPDX-License-Identifier: MIT */
/* Make a sampler: group the tiles of each, and tell the slots apart only as far as
 * the groups do. */
#include "dmc_sample.h"

/* ---- the levels of a case ---- */

static int compare_slots(const dmc_slots *a, const dmc_slots *b)
{
    const int more = count_slots(a) - count_slots(b);
    for (int w = 3; w >= 0 && !more; w--)
        if (a->word[w] != b->word[w])
            return a->word[w] < b->word[w] ? -1 : 1;
    return more;
}

static bool is_after(const sample_groups *self, int place, const dmc_slots *allowed, bool fits)
{
    const int more = compare_slots(&self->allowed[place], allowed);
    return more > 0 || (more == 0 && self->fits[place] && !fits);
}

static void group_tiles(const dmc_case *c, sample_groups *out)
{
    dmc_slots used = {{0, 0, 0, 0}};
    for (int s = 0; s < c->n_slots; s++)
        if (c->slots[s].size)
            used.word[s >> 6] |= UINT64_C(1) << (s & 63);
    out->c = c;
    out->n_tiles = c->n_tiles;
    for (int i = 0; i < c->n_tiles; i++) {
        dmc_slots allowed;
        for (int w = 0; w < 4; w++)
            allowed.word[w] = c->allowed[i].word[w] & used.word[w];
        const bool fits = c->needs && set_has(&c->fits, c->tiles[i]);
        int at = i;
        for (; at > 0 && is_after(out, at - 1, &allowed, fits); at--) {
            out->allowed[at] = out->allowed[at - 1];
            out->tiles[at] = out->tiles[at - 1];
            out->fits[at] = out->fits[at - 1];
        }
        out->allowed[at] = allowed;
        out->tiles[at] = c->tiles[i];
        out->fits[at] = fits;
    }
}

bool dmc_groups_are_same(const sample_groups *self, int a, int b)
{
    return self->fits[a] == self->fits[b] && !compare_slots(&self->allowed[a], &self->allowed[b]);
}

/* Blocks of one level, found from those of the next one. */
typedef struct blocks {
    int n, n_open;
    uint8_t of[DMC_MAX_SLOTS];
    uint8_t first[DMC_MAX_SLOTS]; /* a slot of each block */
} blocks;

/* Refine the blocks by what a group may enter, and by who holds the slots where that matters. */
static void refine(const dmc_case *c, const dmc_slots *open, bool by_holder, const blocks *next,
                   blocks *out)
{
    out->n = out->n_open = 0;
    memset(out->of, DMC_NONE, sizeof out->of);
    for (int round = 1; round >= 0; round--) {
        for (int s = 0; s < c->n_slots; s++) {
            if (slots_have(open, s) != (round == 1) || (round == 0 && next->of[s] == DMC_NONE))
                continue;
            int b = out->n_open;
            for (; b < out->n; b++) {
                const int other = out->first[b];
                if (next->of[other] == next->of[s] &&
                    (!by_holder || slot_is_held(&c->slots[other]) == slot_is_held(&c->slots[s])))
                    break;
            }
            if (b == out->n)
                out->first[out->n++] = (uint8_t)s;
            out->of[s] = (uint8_t)b;
        }
        if (round == 1)
            out->n_open = out->n;
    }
}

/* Write what a level is made of. */
static int write_parts(const sample_groups *g, int from, int to, const blocks *now,
                       const blocks *next, sample_room *room, sample_level *out)
{
    uint8_t bytes[DMC_MAX_TILES + 5 * DMC_MAX_SLOTS + 1];
    int n = 0;
    for (int i = from; i < to; i++)
        bytes[n++] = g->tiles[i];
    for (int b = 0; b < now->n; b++)
        bytes[n++] = next->of[now->first[b]];
    for (int b = 0; b < now->n_open; b++)
        bytes[n++] = slot_is_held(&g->c->slots[now->first[b]]);
    const int ends = n;
    n += now->n_open + 1;
    const int slots = n;
    bytes[ends] = 0;
    for (int b = 0; b < now->n_open; b++) {
        for (int s = 0; s < g->c->n_slots; s++)
            if (now->of[s] == b)
                bytes[n++] = (uint8_t)s;
        bytes[ends + b + 1] = (uint8_t)(n - slots);
    }
    memcpy(bytes + n, now->of, g->c->n_slots);
    n += g->c->n_slots;
    const uint32_t words = (uint32_t)(n + 7) / 8;
    if (words > room->words - room->used)
        return DMC_ERR_ROOM;
    memcpy(room->memory + room->used, bytes, (size_t)n);
    out->parts = room->used;
    out->n_tiles = (uint8_t)(to - from);
    out->n_blocks = (uint8_t)now->n;
    out->n_open = (uint8_t)now->n_open;
    out->fits = to > from && g->fits[from];
    out->state_words = SAMPLE_KEY + (uint32_t)(now->n + 8) / 8 + room->width;
    out->edge_words = room->width + (uint32_t)(now->n_open + 4 + 7) / 8;
    room->used += words;
    return DMC_OK;
}

/* Make the levels, the last one first: what later groups tell apart decides. */
static int make_levels(const sample_groups *g, uint32_t plan, sample_room *room)
{
    uint8_t from[DMC_MAX_TILES + 1];
    uint32_t n = 0;
    for (int i = 0; i < g->n_tiles; i++)
        if (i == 0 || !dmc_groups_are_same(g, i - 1, i))
            from[n++] = (uint8_t)i;
    from[n] = (uint8_t)g->n_tiles;
    const uint32_t levels = room->used, words = (n + 1) * SAMPLE_LEVEL_WORDS;
    if (words > room->words - room->used)
        return DMC_ERR_ROOM;
    room->used += words;
    room->memory[plan + SAMPLE_HEAD] = levels | (uint64_t)n << 32;
    blocks next, now;
    memset(&next, 0, sizeof next);
    memset(next.of, DMC_NONE, sizeof next.of);
    now = next;
    bool by_holder = false;
    for (uint32_t i = n + 1; i-- > 0;) {
        sample_level level;
        memset(&level, 0, sizeof level);
        const int end = i < n ? from[i + 1] : g->n_tiles;
        if (i < n) {
            by_holder = by_holder || g->fits[from[i]];
            refine(g->c, &g->allowed[from[i]], by_holder, &next, &now);
        }
        const int code = write_parts(g, from[i], end, &now, &next, room, &level);
        if (code < 0)
            return code;
        memcpy(room->memory + levels + i * SAMPLE_LEVEL_WORDS, &level, sizeof level);
        next = now;
    }
    return DMC_OK;
}

/* ---- a sampler ---- */

/* Whether the worlds of each case are states, by one of them. */
static bool makes_states(const dmc_sampler *self)
{
    static const uint8_t key[32];
    static const uint64_t none[DMC_WAYS_WORDS];
    const uint64_t *before = none;
    for (uint32_t i = 0; i < self->n_cases; i++) {
        const uint64_t *ends = self->memory + (size_t)i * SAMPLE_PLAN_WORDS + SAMPLE_ENDS;
        if (memcmp(ends, before, sizeof none)) {
            dmc_rng rng;
            dmc_state state;
            dmc_deal deal;
            dmc_rng_init(key, DMC_FOR_SAMPLE, 0, 0, &rng);
            dmc_sampler_draw_of(self, i, &rng, &state, &deal);
            if (dmc_state_check(self->rules, &deal, &state) != DMC_OK)
                return false;
        }
        before = ends;
    }
    return true;
}

/* Place the tiles that may go to one slot only; their groups come first. */
static void place_fixed(const dmc_case *c, uint64_t *memory, uint32_t plan)
{
    const uint32_t levels = (uint32_t)memory[plan], n = (uint32_t)(memory[plan] >> 32);
    uint8_t next[DMC_MAX_SLOTS] = {0}, tiles[DMC_MAX_TILES] = {0};
    const uint8_t *start = (const uint8_t *)(memory + plan + SAMPLE_START);
    memcpy(next, start, c->n_slots);
    dmc_set hands[DMC_MAX_SEATS] = {{{0, 0, 0}}};
    hands[c->seat] = c->hand;
    uint32_t i = 0;
    for (; i < n; i++) {
        const sample_level level = sample_level_at(memory, levels, i);
        const sample_parts parts = sample_parts_of(memory, &level);
        if (level.n_open != 1 || parts.from[1] != 1 ||
            !sample_level_at(memory, levels, i + 1).n_states)
            break;
        const int slot = parts.slots[0];
        for (int t = 0; t < level.n_tiles; t++) {
            const int tile = parts.tiles[t];
            tiles[next[slot]++] = (uint8_t)tile;
            if (slot_is_held(&c->slots[slot]) && !set_has(&c->table.played, tile))
                set_add(&hands[c->slots[slot].seat], tile);
        }
    }
    memory[plan + SAMPLE_FIRST] = i;
    memcpy(memory + plan + SAMPLE_NEXT, next, sizeof next);
    memcpy(memory + plan + SAMPLE_ROW, tiles, sizeof tiles);
    memcpy(memory + plan + SAMPLE_HANDS, hands, sizeof hands);
}

/* Count one case; its ways are those of the groups times the orders within each group. */
static int add_case(dmc_sampler *self, const dmc_case *c, uint32_t plan, sample_room *room)
{
    sample_groups g;
    uint8_t *start = (uint8_t *)(room->memory + plan + SAMPLE_START);
    for (int s = 0, n = 0; s < c->n_slots; s++) {
        start[s] = (uint8_t)n;
        n += c->slots[s].size;
    }
    group_tiles(c, &g);
    int code = make_levels(&g, plan, room);
    if (code == DMC_OK)
        code = dmc_plan_count(c, plan, room, &self->n_states);
    if (code != DMC_OK)
        return code;
    const uint32_t levels = (uint32_t)room->memory[plan], n = (uint32_t)(room->memory[plan] >> 32);
    const sample_level first = sample_level_at(room->memory, levels, 0);
    uint64_t ways[DMC_WAYS_WORDS] = {0};
    const uint64_t *total =
        sample_total(&first, sample_state_at(room->memory, &first, 0), room->width);
    memcpy(ways, total, room->width * sizeof *ways);
    for (uint32_t i = 0; i < n; i++) {
        const sample_level level = sample_level_at(room->memory, levels, i);
        for (uint32_t k = 2; k <= level.n_tiles; k++)
            (void)dmc_number_multiply(ways, DMC_WAYS_WORDS, k);
    }
    (void)dmc_number_add(self->ways, ways, DMC_WAYS_WORDS);
    place_fixed(c, room->memory, plan);
    memcpy(room->memory + plan + SAMPLE_ENDS, self->ways, sizeof self->ways);
    room->memory[plan + SAMPLE_STEPS] = 0;
    const bool small = self->rules->n_words == 1 && room->width == 1 && *total;
    return small ? dmc_plan_lay_steps(&g, plan, room) : DMC_OK;
}

static int try_width(const dmc_rules *rules, const dmc_case *cases, int n_cases, sample_room *room,
                     dmc_sampler *out)
{
    memset(out, 0, sizeof *out);
    out->rules = rules;
    out->cases = cases;
    out->memory = room->memory;
    out->n_cases = (uint32_t)n_cases;
    out->width = room->width;
    if ((uint64_t)n_cases * SAMPLE_PLAN_WORDS > room->words)
        return DMC_ERR_ROOM;
    room->used = (uint32_t)n_cases * SAMPLE_PLAN_WORDS;
    for (int i = 0; i < n_cases; i++) {
        const int code = add_case(out, &cases[i], (uint32_t)i * SAMPLE_PLAN_WORDS, room);
        if (code != DMC_OK)
            return code;
    }
    out->used = room->used;
    return DMC_OK;
}

bool dmc_sampler_has_ways(const dmc_sampler *self)
{
    for (int i = 0; i < DMC_WAYS_WORDS; i++)
        if (self->ways[i])
            return true;
    return false;
}

int dmc_sampler_init(const dmc_rules *rules, const dmc_case *cases, int n_cases, uint64_t *memory,
                     uint32_t words, dmc_sampler *out)
{
    if (n_cases < 0)
        return DMC_ERR_BAD_CASE;
    for (int i = 0; i < n_cases; i++)
        if (!dmc_case_is_sound(rules, &cases[i]))
            return DMC_ERR_BAD_CASE;
    /* 190! has 1169 bits: twenty words hold it, and 64 bits most counts that come up */
    dmc_sampler made;
    sample_room room = {memory, words, 0, 1};
    int code = SAMPLE_WIDER;
    for (; code == SAMPLE_WIDER; room.width = room.width < 2 ? 2 : room.width < 5 ? 5 : 20)
        code = try_width(rules, cases, n_cases, &room, &made);
    if (code < 0)
        return code;
    if (!makes_states(&made))
        return DMC_ERR_BAD_CASE;
    *out = made;
    return DMC_OK;
}
