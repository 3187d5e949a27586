/* SPDX-License-Identifier: MIT */
/* dominocore: what is worked out over many moves, rounds or worlds: counting, random rounds, exact
 * solutions, hidden worlds, search trees, and packed observations and lanes for learning.
 *
 * The conventions are those of dominocore.h.
 */
#ifndef DOMINOCORE_SEARCH_H
#define DOMINOCORE_SEARCH_H

#include "dominocore.h"

#ifdef __cplusplus
extern "C" {
#endif

/* cffi: begin */
/** What dmc_perft counts: interchangeable arms once; a draw, or a pass, as no move. */
enum dmc_perft_option {
    DMC_PERFT_DISTINCT = 1,
    DMC_PERFT_SKIP_DRAWS = 2,
    DMC_PERFT_SKIP_PASSES = 4
};

/** Count the sequences of exactly depth moves. DMC_ERR_STOPPED ends it after some max_nodes
 *  positions, those near the end of sequences aside (0 means no limit), and when a stop turns
 *  non-zero, by another thread; it may be NULL. */
int dmc_perft(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int depth,
              unsigned options, uint64_t max_nodes, const volatile int32_t *stop, uint64_t *out);
/** What random rounds came to. wins[8] counts the rounds that nobody won; endings is by
 *  dmc_ending; sums and squares are of the points that each side made. */
typedef struct dmc_tally {
    uint64_t rounds;
    uint64_t plies;
    uint64_t endings[4];
    uint64_t wins[9];
    int64_t sum[8];
    int64_t squares[8];
} dmc_tally;

/** Play n random rounds on from each of count states, and add up each state's. State i plays the
 *  rounds first to first + n - 1 of the stream stream + i: the same numbers give the same rounds
 *  however they are cut. points may be NULL, or takes the points of each side, round by round,
 *  state by state. */
int dmc_playouts(const dmc_rules *rules, const dmc_deal *deals, const dmc_state *states,
                 uint32_t count, const uint8_t key[32], uint32_t stream, uint32_t first,
                 uint32_t n, dmc_tally *out, int32_t *points);
/** Deal and play n random rounds, each from a deal of its own. */
int dmc_deal_and_play(const dmc_rules *rules, const uint8_t key[32], uint32_t first, uint32_t n,
                      dmc_tally *out, int32_t *points);
/** What dmc_solve is asked: the payoff is points unless it is the win; moves: the value of every
 *  move too; line: a line of best play too; generic: search whole states where masks would do,
 *  for tests. */
enum dmc_solve_option {
    DMC_SOLVE_POINTS = 0,
    DMC_SOLVE_WIN = 1,
    DMC_SOLVE_MOVES = 2,
    DMC_SOLVE_LINE = 4,
    DMC_SOLVE_GENERIC = 8
};

/** Moves that the line of a solution holds at most. */
#define DMC_SOLVE_LINE_LENGTH 64

/** A place of the solver's table; the caller owns it, dmc_solve clears it. */
typedef struct dmc_solve_entry {
    uint64_t key;
    uint32_t check;
    int32_t low;
    int32_t high;
    uint16_t move;
    uint16_t work;
} dmc_solve_entry;

/** What best play comes to: side 0's points less side 1's when the round ends, the other way
 *  round where low scores win; or -1, 0 or 1 by who wins. The value lies from low to high, both
 *  proven; exact when they are equal. best and line are there when n_line or has_best says so;
 *  moves and values are the legal moves in order, as far as they were valued. */
typedef struct dmc_solution {
    int32_t low;
    int32_t high;
    uint64_t nodes;
    uint8_t exact;
    uint8_t has_best;
    uint8_t n_moves;
    uint8_t n_line;
    uint16_t best;
    uint16_t zero;
    uint16_t line[64];
    uint16_t moves[60];
    int32_t values[60];
} dmc_solution;

/** Solve a state of two sides with all tiles face up, whatever the seats could know. table holds
 *  1 << table_bits entries, or is NULL; max_nodes 0 means no limit; a stop that turns non-zero, by
 *  another thread, ends the search early. A search cut short leaves low and high proven. */
int dmc_solve(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int options,
              dmc_solve_entry *table, int table_bits, uint64_t max_nodes,
              const volatile int32_t *stop, dmc_solution *out);
/** Slots of hidden tiles that a case has at most. */
#define DMC_MAX_SLOTS 200
/** Words of the number of ways to fill a case, which may have hundreds of digits. */
#define DMC_WAYS_WORDS 20
/** Words of memory that a sampler of most positions with 28 tiles needs; others may need more. */
#define DMC_SAMPLER_WORDS 65536

/** A place of hidden tiles: what a seat was dealt, one tile that it drew, the rest of the
 *  boneyard, or tiles out of play. seat holds the tiles now, unless they are on the table;
 *  DMC_NONE: nobody does. size tiles lie in it; the first kept of them, in random order where no
 *  seat holds them, stand in the deal's order from at on, at places of no other slot. Where a seat
 *  holds them all are kept, as a whole hand that was dealt or behind the hands. */
typedef struct dmc_slot {
    uint8_t seat;
    uint8_t size;
    uint8_t at;
    uint8_t kept;
} dmc_slot;

/** A set of slots: bit i is slot i. */
typedef struct dmc_slots {
    uint64_t word[4];
} dmc_slots;

/** What a sampler must find out of each world that it draws, as that is not in the counts: that no
 *  hand of another seat is dealt again; that the leader was dealt the heaviest hand. */
enum dmc_case_check { DMC_CASE_REDEALS = 1, DMC_CASE_HEAVIEST = 2 };

/** What a seat knows of a round, so far as it says where the hidden tiles may lie. Each world is a
 *  way to put tiles[0] to tiles[n_tiles - 1] into the slots, each into one that allowed[i] has,
 *  such that the slots are full; and, if needs is 1, that a seat holds a tile of fits. What all
 *  worlds share: the table, the seat's hand, the deal but for the places of the slots, and only,
 *  the tile that must be played or was drawn; its place is only_slot, if not DMC_NONE. As each
 *  world has to be a state, a tile on the table may lie in slots of one seat alone, and the tile of
 *  only in slots of the seat on turn; and where nobody may draw and the hand has no tile that fits,
 *  needs is 1 and fits are tiles off the table that do. */
typedef struct dmc_case {
    dmc_table table;
    dmc_set hand;
    dmc_set fits;
    dmc_deal deal;
    uint8_t zero[4];
    uint8_t seat;
    uint8_t only;
    uint8_t only_slot;
    uint8_t needs;
    uint8_t checks;
    uint8_t n_slots;
    uint8_t n_tiles;
    uint8_t tiles[190];
    uint8_t zero2[3];
    dmc_slot slots[200];
    dmc_slots allowed[190];
} dmc_case;

/** Draws worlds of which each is equally likely. Read-only once made: threads may share it. It
 *  refers to the rules, the cases and the memory that it was made with, which must stay. ways
 *  counts the worlds of all cases, times the factorial of the size of each slot. */
typedef struct dmc_sampler {
    const dmc_rules *rules;
    const dmc_case *cases;
    uint64_t *memory;
    uint32_t n_cases;
    uint32_t used;
    uint32_t width;
    uint32_t n_states;
    uint64_t ways[20];
} dmc_sampler;

/** Make a sampler of cases that share no world. It keeps what it counts in memory, which has words
 *  words; used tells how many it took. DMC_ERR_ROOM: more are needed. DMC_ERR_BAD_CASE: a case
 *  does not add up, or some of its worlds are no states. That no world fits is no error here: ways
 *  is 0. */
int dmc_sampler_init(const dmc_rules *rules, const dmc_case *cases, int n_cases, uint64_t *memory,
                     uint32_t words, dmc_sampler *out);
/** Draw n worlds as states, and their deals, which may be NULL. Nothing is drawn and thrown away,
 *  but where a case has checks. DMC_ERR_NO_WORLD: none fits, or in a million draws no other one
 *  than those written passed the checks. */
int dmc_sampler_draw(const dmc_sampler *self, dmc_rng *rng, uint32_t n, dmc_state *states,
                     dmc_deal *deals);
/** Draw the hands of n worlds alone, 8 sets a world, in less time. Checks are left out. */
int dmc_sampler_hands(const dmc_sampler *self, dmc_rng *rng, uint32_t n, dmc_set *hands);
/** How likely each hidden tile is to be in each hand now: out has a row of 9 numbers for each of
 *  DMC_MAX_TILES tiles, the last for "nobody holds it"; rows of other tiles are 0. Checks are left
 *  out. scratch has room for n_states numbers. */
int dmc_sampler_chances(const dmc_sampler *self, double *scratch, double *out);

/** What the end of a round is worth to a side: its points less the mean of the other sides', turned
 *  where low scores win; 1 for the winner of the round, shared where nobody wins; how likely it is
 *  to win the match, as the problem of points has it: a step is pace points, each as likely
 *  any side's. */
enum dmc_reward { DMC_REWARD_POINTS = 0, DMC_REWARD_WIN = 1, DMC_REWARD_MATCH = 2 };

/** A move in a search tree, and how it did: visits tries, their rewards for the side of the seat
 *  that made it, and how often it could have been tried. child and next are places in the pool, 0
 *  for none. Node 0 is the root; its sums are those of the searching seat. A draw that the
 *  searching seat would make carries the tile. */
typedef struct dmc_tree_node {
    double sum;
    double squares;
    uint32_t visits;
    uint32_t seen;
    uint32_t child;
    uint32_t next;
    uint16_t move;
    uint8_t seat;
    uint8_t zero[5];
} dmc_tree_node;

/** A search tree in a pool of nodes that the caller owns; when the pool is used up the tree stays
 *  as it is and goes on counting. The caller may set, before it grows: reward; explore, how much
 *  seldom tried moves are preferred, in standard deviations of the reward; pace; flat, to play
 *  every move once in each world and grow nothing below; redet, to let the other seats choose as
 *  they would without sight of the searching seat's hand: half of the iterations deal it again as
 *  one of them may think it is, and count the choices of that one alone. */
typedef struct dmc_tree {
    dmc_tree_node *nodes;
    uint32_t n_nodes;
    uint32_t used;
    uint32_t iterations;
    uint32_t playouts;
    double explore;
    double pace;
    uint64_t random;
    uint8_t key[32];
    uint8_t seat;
    uint8_t reward;
    uint8_t flat;
    uint8_t redet;
    uint8_t zero[4];
} dmc_tree;

/** Begin a tree for the seat on turn, with the root alone. */
int dmc_tree_init(const dmc_rules *rules, int seat, const uint8_t key[32], dmc_tree_node *nodes,
                  uint32_t n_nodes, dmc_tree *out);
/** Grow a tree by n iterations, each in a world, a state that fits what the seat knows, with its
 *  deal: the one whose place is in picks, or all in order where it is NULL. It may be called again
 *  and again. A stop that turns non-zero, by another thread, ends it early; iterations tells how
 *  far it came. */
int dmc_tree_grow(const dmc_rules *rules, dmc_tree *self, const dmc_deal *deals,
                  const dmc_state *worlds, const uint32_t *picks, uint32_t n,
                  const volatile int32_t *stop);

/** Something that another seat did: it placed tile, where the layout took the tiles of takes; or,
 *  where tile is DMC_NONE, it drew what stands at a place of the deal's order. */
typedef struct dmc_clue {
    dmc_set takes;
    uint8_t seat;
    uint8_t tile;
    uint8_t at;
    uint8_t zero[5];
} dmc_clue;

/** Pick n of n worlds, some more than once, each as often as the clues, in order, are likely in it.
 *  A seat is taken to place each tile in proportion to its appeal. weights takes that likelihood of
 *  each world. */
int dmc_clues_pick(const dmc_rules *rules, const dmc_clue *clues, int n_clues, const double *appeal,
                   const dmc_deal *deals, const dmc_state *worlds, uint32_t n, double *weights,
                   uint32_t *picks);
/** Number of action ids: a placement's is arm * T + tile for a set of T tiles, a lead's arm is 0;
 *  then come the draw and the pass. Where tiles are wild an arm has 2 * T ids, the second T for
 *  placements by the low half. */
int dmc_action_count(const dmc_rules *rules);
/** Id of a move on this table. Interchangeable arms share the lowest one's ids, a placement and its
 *  claimed twin have the same. */
int dmc_action_of(const dmc_rules *rules, const dmc_table *self, uint16_t move);
/** The move that an action id means now, claimed where it scores; DMC_ERR_MOVE if it is not
 *  legal. */
int dmc_action_move(const dmc_rules *rules, const dmc_state *self, int action);
/** The same for the moves of a view: none are legal unless its seat is on turn. */
int dmc_view_action_move(const dmc_rules *rules, const dmc_view *self, int action);
/** Write a byte an action id, 1 for a legal one, and return how many are: none unless the view's
 *  seat is on turn. */
int dmc_view_mask(const dmc_rules *rules, const dmc_view *self, uint8_t *out);

/** A view packed for learning: seats count from the observer on, sides from its own on. laid: the
 *  tiles that each seat has played; scores: brought in and made; only: the tile that must be
 *  played; turn, leader, last: seats from the observer on, or DMC_NONE; seat: the observer's own
 *  number. */
typedef struct dmc_observation {
    dmc_set hand;
    dmc_set laid[8];
    uint32_t voids[8];
    int32_t scores[8];
    uint8_t hand_sizes[8];
    uint8_t arms[40];
    uint8_t seat;
    uint8_t turn;
    uint8_t leader;
    uint8_t last;
    uint8_t phase;
    uint8_t passes;
    uint8_t draws;
    uint8_t left;
    uint8_t only;
    uint8_t zero[7];
} dmc_observation;

/** Pack a view; laid has the tiles that each seat has played, seat 0 first. */
int dmc_view_pack(const dmc_rules *rules, const dmc_view *self, const dmc_set *laid,
                  dmc_observation *out);
/** Number of floats that dmc_observation_planes writes for one observation. */
int dmc_plane_count(const dmc_rules *rules);
/** Spread n observations into floats from 0 to 1. In order: the hand by tile; the tiles that each
 *  seat has played; the pip of each arm, the last place for none; hand sizes; the pips that each
 *  seat has shown to lack; the boneyard; the scores by side; the passes in a row; and, where it
 *  matters what shows an end, which arms end in a double and which are free sides of a spinner. */
void dmc_observation_planes(const dmc_rules *rules, uint32_t n, const dmc_observation *self,
                            float *out);

/** Action of a lane that stays as it is, and the option to play moves without a choice. */
enum dmc_lane_option { DMC_LANE_SKIP = -1, DMC_LANES_FORCED = 1 };

/** One of many rounds that are stepped together; the tiles played are by seat. The deal is
 *  dmc_deal_random's, by the number in deal.round. */
typedef struct dmc_lane {
    dmc_state state;
    dmc_set laid[8];
    dmc_deal deal;
    uint16_t move;
    uint16_t zero;
} dmc_lane;

/** Where lanes write, a row each; NULL where nothing is wanted. masks: a byte an action id; turns:
 *  the seat on turn; points: of each side, when a round has ended, else 0; done: whether it has. */
typedef struct dmc_lanes_out {
    uint8_t *masks;
    dmc_observation *observations;
    uint8_t *turns;
    int32_t *points;
    uint8_t *done;
} dmc_lanes_out;

/** Deal n first rounds, numbers 1 to n; what they write is of the seat on turn. */
int dmc_lanes_start(const dmc_rules *rules, const uint8_t key[32], unsigned options, uint32_t n,
                    dmc_lane *lanes, const dmc_lanes_out *out);
/** Write what lanes are at now, as if no round had just ended. */
void dmc_lanes_show(const dmc_rules *rules, uint32_t n, const dmc_lane *lanes,
                    const dmc_lanes_out *out);
/** Play an action in each lane, or DMC_LANE_SKIP. Where a round ends the next one is dealt at once,
 *  its number n higher; deals without a leader or without a choice are passed over. An action that
 *  is not legal is refused before any lane has changed. */
int dmc_lanes_step(const dmc_rules *rules, const uint8_t key[32], unsigned options, uint32_t n,
                   dmc_lane *lanes, const int32_t *actions, const dmc_lanes_out *out);
/* cffi: end */

#ifdef __cplusplus
}
#endif
#endif
