/* SPDX-License-Identifier: MIT */
/* How a sampler lies in its memory.
 *
 * Tiles that may go to the same slots form a group. A level places one group; its states say how
 * many places are free in each block of slots that this and the later groups do not tell apart, and
 * whether a tile that fits still has to be held. An edge is a split of the group over the open
 * blocks, the first ones of the level, and leads to a state of the next level. Places are told
 * apart while it counts: a state's total is the number of ways to give the places that are free to
 * the groups that are left, each edge ends where its share of the total ends. Levels are copied in
 * and out, words and bytes are read in place.
 *
 *   memory: plans, then plan by plan: levels, what each level is made of, states and edges; steps
 *   plan:   see SAMPLE_HEAD and so on
 *   state:  first edge and number of edges; chain; the key's bytes; total
 *   edge:   end; the bytes of the next state's number and of the split
 */
#ifndef DMC_SAMPLE_H
#define DMC_SAMPLE_H

#include "dmc_internal.h"
#include "dominocore_search.h"

#include <string.h>

enum {
    SAMPLE_HEAD = 0,  /* the levels' place and number */
    SAMPLE_FIRST = 1, /* the first level that leaves a choice */
    SAMPLE_START = 2, /* where each slot begins when the slots lie in a row */
    SAMPLE_NEXT = SAMPLE_START + DMC_MAX_SLOTS / 8, /* where it goes on at that level */
    SAMPLE_ROW = SAMPLE_NEXT + DMC_MAX_SLOTS / 8,   /* the row at that level */
    SAMPLE_HANDS = SAMPLE_ROW + (DMC_MAX_TILES + 7) / 8, /* the hands at that level, as sets */
    SAMPLE_ENDS = SAMPLE_HANDS + DMC_MAX_SEATS * DMC_WORDS, /* the ways of the cases up to this one */
    SAMPLE_STEPS = SAMPLE_ENDS + DMC_WAYS_WORDS,            /* the place of its steps, or 0 */
    SAMPLE_PLAN_WORDS = SAMPLE_STEPS + 1,
    SAMPLE_LEVEL_WORDS = 5,
    SAMPLE_KEY = 2, /* where a state's key begins */
    SAMPLE_SLOTS = 7, /* of a case that is drawn by steps, at most */
    SAMPLE_STEPS_SETS = 3, /* behind a sample_steps */
    SAMPLE_STEPS_TILES = SAMPLE_STEPS_SETS + SAMPLE_SLOTS,
    SAMPLE_STEPS_WORDS = SAMPLE_STEPS_TILES + 64 / 8,
    SAMPLE_STEP_EDGE = 2 /* words of an edge of a step */
};

typedef struct sample_level {
    uint32_t states;   /* the place of the first one */
    uint32_t n_states;
    uint32_t before;   /* states of the levels before */
    uint32_t edges;
    uint32_t parts;    /* the place of the bytes below */
    uint32_t state_words;
    uint32_t edge_words;
    uint8_t n_tiles;
    uint8_t n_blocks;
    uint8_t n_open;
    uint8_t fits;      /* whether a tile of the group, held, is one that fits */
    uint8_t zero[8];
} sample_level;

/* What a level is made of. */
typedef struct sample_parts {
    const uint8_t *tiles;
    const uint8_t *into;  /* the block of the next level that a block is part of; DMC_NONE: none */
    const uint8_t *held;  /* by open block, whether a seat holds what goes there */
    const uint8_t *from;  /* by open block, where its slots begin; one more for the end */
    const uint8_t *slots;
    const uint8_t *block; /* by slot */
} sample_parts;

/* A case that is drawn by steps, see sample_steps.c; behind it in memory are by slot the tiles that
 * may go nowhere else, as sets, and the tiles of the pile. Of a state the first word is the number
 * of its edges; an edge has the worlds of the edges before it and those of each of its ways in one
 * word, the places of its ways and of the next state in the other. The state before the pile is a
 * key: free places by slot, a byte each. */
typedef struct sample_steps {
    uint32_t start;  /* the place of the first state */
    uint32_t worlds; /* that it leads to, but for a factor that all have in common */
    uint64_t pile;
    uint8_t n_steps;
    uint8_t n_slots;
    uint8_t n_pile;
    uint8_t n_drawn; /* tiles of the pile for all slots but the last one */
    uint8_t last;
    uint8_t zero[3];
} sample_steps;

/* The tiles of a case in the order of their groups: those with the fewest slots first. */
typedef struct sample_groups {
    const dmc_case *c;
    int n_tiles;
    dmc_slots allowed[DMC_MAX_TILES]; /* by place in the order, like what follows */
    uint8_t tiles[DMC_MAX_TILES];
    bool fits[DMC_MAX_TILES];
} sample_groups;

/* Memory while it is filled, and the number of words in a number. */
typedef struct sample_room {
    uint64_t *memory;
    uint32_t words;
    uint32_t used;
    uint32_t width;
} sample_room;

/* A case with its slots filled: their tiles as sets, if its plan has steps; or in a row. */
typedef struct sample_world {
    const dmc_case *c;
    const uint64_t *plan;
    uint64_t sets[SAMPLE_SLOTS];
    const uint8_t *start;        /* where each slot begins in the row */
    uint8_t next[DMC_MAX_SLOTS]; /* and where it ends */
    uint8_t tiles[DMC_MAX_TILES];
} sample_world;

/* Tiles that are still to be placed. */
typedef struct sample_pile {
    int n;
    uint8_t tiles[DMC_MAX_TILES];
} sample_pile;

/* A count needs wider numbers: no error, the caller begins again. */
enum { SAMPLE_WIDER = 1 };

static inline sample_level sample_level_at(const uint64_t *memory, uint32_t levels, uint32_t number)
{
    sample_level level;
    memcpy(&level, memory + levels + number * SAMPLE_LEVEL_WORDS, sizeof level);
    return level;
}

static inline sample_parts sample_parts_of(const uint64_t *memory, const sample_level *level)
{
    sample_parts parts;
    parts.tiles = (const uint8_t *)(memory + level->parts);
    parts.into = parts.tiles + level->n_tiles;
    parts.held = parts.into + level->n_blocks;
    parts.from = parts.held + level->n_open;
    parts.slots = parts.from + level->n_open + 1;
    parts.block = parts.slots + parts.from[level->n_open];
    return parts;
}

static inline const uint64_t *sample_state_at(const uint64_t *memory, const sample_level *level,
                                              uint32_t number)
{
    return memory + level->states + (size_t)number * level->state_words;
}

static inline const uint64_t *sample_edges(const uint64_t *memory, const sample_level *level,
                                           const uint64_t *state)
{
    return memory + level->edges + (size_t)(uint32_t)state[0] * level->edge_words;
}

static inline const uint64_t *sample_total(const sample_level *level, const uint64_t *state,
                                           uint32_t width)
{
    return state + level->state_words - width;
}

static inline uint32_t sample_target(const uint64_t *edge, uint32_t width)
{
    uint32_t target;
    memcpy(&target, edge + width, sizeof target);
    return target;
}

static inline const uint8_t *sample_split(const uint64_t *edge, uint32_t width)
{
    return (const uint8_t *)(edge + width) + sizeof(uint32_t);
}

static inline bool slots_have(const dmc_slots *self, int slot)
{
    return self->word[slot >> 6] >> (slot & 63) & 1;
}

static inline int count_slots(const dmc_slots *self)
{
    int n = 0;
    for (int w = 0; w < 4; w++)
        n += dmc_popcount(self->word[w]);
    return n;
}

/* Places of a slot that a state of a step has free. */
static inline uint8_t sample_free(uint64_t key, int slot)
{
    return (uint8_t)(key >> 8 * slot);
}

/* Take tiles off a pile: each by its place among those that are left. */
static inline void sample_take(sample_pile *io, const uint8_t *places, int n, uint8_t *out)
{
    int left = io->n;
    for (int i = 0; i < n; i++) {
        const int place = places[i];
        out[i] = io->tiles[place];
        io->tiles[place] = io->tiles[--left];
    }
    io->n = left;
}

static inline bool slot_is_held(const dmc_slot *self)
{
    return self->seat != DMC_NONE;
}

/* Whether a is the smaller one of two numbers of as many words. */
static inline bool number_is_less(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t i = words; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i];
    return false;
}

/* a *= factor, a += b: whether it did not fit. */
bool dmc_number_multiply(uint64_t *a, uint32_t words, uint32_t factor);
bool dmc_number_add(uint64_t *a, const uint64_t *b, uint32_t words);

/* Count the ways of a plan whose levels are made, its last one empty. The first level's only state
 * has them all. SAMPLE_WIDER, or DMC_ERR_ROOM. */
int dmc_plan_count(const dmc_case *c, uint32_t plan, sample_room *room, uint32_t *n_states);
/* Whether the tiles at two places of the order are of one group. */
bool dmc_groups_are_same(const sample_groups *self, int a, int b);
/* Lay out the steps of a case that has a world and whose tiles fit into a word, if it is small;
 * DMC_ERR_ROOM. */
int dmc_plan_lay_steps(const sample_groups *g, uint32_t plan, sample_room *room);
/* Whether any world fits. */
bool dmc_sampler_has_ways(const dmc_sampler *self);
/* Draw a case, each as often as it has worlds, and fill the slots of one. */
uint32_t dmc_sampler_case(const dmc_sampler *self, dmc_rng *rng);
void dmc_sampler_fill(const dmc_sampler *self, uint32_t number, dmc_rng *rng, sample_world *out);
/* Draw one world of a case that has any, whatever the case has to check. */
void dmc_sampler_draw_of(const dmc_sampler *self, uint32_t number, dmc_rng *rng, dmc_state *state,
                         dmc_deal *deal);
/* Whether all worlds of a case are states if one of them is. */
bool dmc_case_is_sound(const dmc_rules *rules, const dmc_case *self);

#endif
