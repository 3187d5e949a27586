/* SPDX-License-Identifier: MIT */
/* dominocore: domino games as pure functions over plain structs.
 *
 * Conventions
 *   - Names are dmc_<noun>_<verb>(rules, deal, self, ..., out); outputs come last.
 *   - A function that can fail returns an int: 0 or more is a result, a negative value is a
 *     dmc_error, and then *out is untouched. A predicate that cannot fail returns bool.
 *   - The caller owns every byte. Nothing here allocates, prints, keeps state or reads a clock.
 *   - Threads: every function may be called from any thread; two calls may share rules, deal and
 *     self; out must be the caller's own.
 *   - Structs carry no hidden padding, so equal values are equal bytes.
 *
 * The order of use: fill a dmc_spec, dmc_rules_init, dmc_deal_random (or dmc_deal_order),
 * dmc_state_start, then dmc_state_play until table.phase is DMC_PHASE_OVER.
 */
#ifndef DOMINOCORE_H
#define DOMINOCORE_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* cffi: begin */
/** Highest pip a set may have. */
#define DMC_MAX_PIP 18
/** Number of tiles of the largest set, double-18. */
#define DMC_MAX_TILES 190
/** Highest number of seats. */
#define DMC_MAX_SEATS 8
/** Number of arm slots: 0 right, 1 left, then pairs of cross arms, 2+2k up and 3+2k down. With one
 *  spinner, pair 0 is its own and pairs 1 and 2 are the extra arms of six- and eight-armed
 *  spinners; where every double is a spinner, pair d belongs to double d. */
#define DMC_ARM_SLOTS 40
/** "No tile", "no seat", "no arm", "no pip" in a byte. */
#define DMC_NONE 255
/** Legal moves that a state lists inside itself. */
#define DMC_STATE_MOVES 60
/** Criteria that an opening may list. */
#define DMC_MAX_CRITERIA 12
/** Divisors that points in play may have. */
#define DMC_MAX_DIVISORS 4
/** Tiles that may carry a bonus for going out with them. */
#define DMC_MAX_BONUS_TILES 4

/** Outcomes of a call: 0 or a negative code. dmc_strerror explains each. */
enum dmc_error {
    DMC_OK = 0,
    DMC_ERR_SET = -101,
    DMC_ERR_SEATS = -102,
    DMC_ERR_SIDES = -103,
    DMC_ERR_HANDS = -104,
    DMC_ERR_OPENING = -105,
    DMC_ERR_JOINS = -106,
    DMC_ERR_SPINNER = -107,
    DMC_ERR_DRAW = -108,
    DMC_ERR_BLOCKED = -109,
    DMC_ERR_SCORE = -110,
    DMC_ERR_ENDS = -111,
    DMC_ERR_MATCH = -112,
    DMC_ERR_DEAL = -201,
    DMC_ERR_NO_LEAD = -202,
    DMC_ERR_REDEAL = -203,
    DMC_ERR_OVER = -301,
    DMC_ERR_MOVE = -302,
    DMC_ERR_NOT_HELD = -303,
    DMC_ERR_ARM = -304,
    DMC_ERR_FIT = -305,
    DMC_ERR_ONLY = -306,
    DMC_ERR_CLAIM = -307,
    DMC_ERR_CAN_PLAY = -308,
    DMC_ERR_NO_DRAW = -309,
    DMC_ERR_CAN_DRAW = -310,
    DMC_ERR_FILL = -311,
    DMC_ERR_BAD_STATE = -401,
    DMC_ERR_BAD_LAYOUT = -402,
    DMC_ERR_BAD_SEAT = -403,
    DMC_ERR_BAD_CASE = -404,
    DMC_ERR_ROOM = -405,
    DMC_ERR_NO_WORLD = -406
};

/** A set of tiles: bit i is tile i. */
typedef struct dmc_set {
    uint64_t word[3];
} dmc_set;

/** What names the leader of a round that opens by criteria. */
enum dmc_opening {
    DMC_OPEN_TILES = 0,
    DMC_OPEN_HIGHEST = 1,
    DMC_OPEN_HIGHEST_LEX = 2,
    DMC_OPEN_LOWEST = 3,
    DMC_OPEN_HEAVIEST_HAND = 4,
    DMC_OPEN_LOTS = 5,
    DMC_OPEN_LOT = 6,
    DMC_OPEN_REDEAL = 7
};

/** One opening criterion; tiles in order of preference belong to DMC_OPEN_TILES. */
typedef struct dmc_criterion {
    uint8_t kind;
    uint8_t free;
    uint8_t n_tiles;
    uint8_t tiles[19];
} dmc_criterion;

/** Who leads a later round. */
enum dmc_later {
    DMC_LATER_OPENING = 0,
    DMC_LATER_NEXT = 1,
    DMC_LATER_WINNER = 2,
    DMC_LATER_NEXT_AFTER_WINNER = 3,
    DMC_LATER_WINNER_OR_BLOCKER = 4,
    DMC_LATER_WINNER_SIDE = 5
};

/** What becomes of the tiles that were shown for lots. */
enum dmc_lot_tile { DMC_LOT_RETURNED = 0, DMC_LOT_KEPT = 1, DMC_LOT_LEADS = 2 };

/** Which doubles are spinners. */
enum dmc_spinner {
    DMC_SPINNER_NONE = 0,
    DMC_SPINNER_FIRST_DOUBLE = 1,
    DMC_SPINNER_OPENING_DOUBLE = 2,
    DMC_SPINNER_EVERY_DOUBLE = 3
};

/** When the cross sides of a spinner open. */
enum dmc_arms_open {
    DMC_ARMS_BOTH_SIDES = 0,
    DMC_ARMS_ONE_SIDE = 1,
    DMC_ARMS_AT_ONCE = 2
};

/** What must be done with a drawn tile that fits. */
enum dmc_drawn_tile {
    DMC_DRAWN_MUST_PLAY = 0,
    DMC_DRAWN_MAY_PLAY = 1,
    DMC_DRAWN_TURN_ENDS = 2
};

/** Who wins a blocked round. */
enum dmc_blocked_winner {
    DMC_BLOCKED_LOWEST_SIDE = 0,
    DMC_BLOCKED_LOWEST_SEAT = 1,
    DMC_BLOCKED_BLOCKER_OR_NEXT = 2,
    DMC_BLOCKED_NONE = 3
};

/** Who wins a blocked round that ties. */
enum dmc_blocked_tie {
    DMC_TIE_NONE = 0,
    DMC_TIE_BLOCKER_LOSES = 1,
    DMC_TIE_BLOCKER_WINS = 2,
    DMC_TIE_NEAREST_LEAD = 3,
    DMC_TIE_REPLAY = 4
};

/** Who gets points at the end of a round. */
enum dmc_score {
    DMC_SCORE_WINNER_GAINS = 0,
    DMC_SCORE_PENALTIES = 1,
    DMC_SCORE_UNIT = 2,
    DMC_SCORE_NONE = 3,
    DMC_SCORE_CLOSING = 4
};

/** How a round closed, as points by closing kind tell it. "Both ends": the last tile had a
 *  placement at the right and at the left end. */
enum dmc_closing {
    DMC_CLOSING_SIMPLE = 0,
    DMC_CLOSING_DOUBLE = 1,
    DMC_CLOSING_BOTH_ENDS = 2,
    DMC_CLOSING_DOUBLE_BOTH_ENDS = 3,
    DMC_CLOSING_BLOCKED = 4
};

/** How points of a round are rounded to a multiple of rounding_unit. */
enum dmc_rounding {
    DMC_ROUND_NONE = 0,
    DMC_ROUND_DOWN = 1,
    DMC_ROUND_NEAREST = 2,
    DMC_ROUND_UP = 3
};

/** Whether the lead scores points in play; single: a lone double counts one half. */
enum dmc_opening_counts {
    DMC_OPENING_FULL = 0,
    DMC_OPENING_NONE = 1,
    DMC_OPENING_SINGLE = 2
};

/** Value of draw_limit for "until a tile fits". */
#define DMC_DRAW_UNTIL_PLAYABLE 255

/** The rules of a game as plain numbers: what dmc_rules_init checks and derives from. */
typedef struct dmc_spec {
    int32_t max_pip;
    int32_t seats;
    int32_t hand_size;
    int32_t sides[8];
    int32_t join_sum;
    dmc_set exclude;
    dmc_set wild;
    int32_t later;
    int32_t after_block;
    int32_t redeal_doubles;
    int32_t redeal_same;
    int32_t lot_tile;
    int32_t spinner;
    int32_t spinner_arms;
    int32_t arms_open;
    int32_t fill_first;
    int32_t fill_doubles;
    int32_t arm_cap;
    int32_t draw_limit;
    int32_t draw_when_able;
    int32_t drawn_tile;
    int32_t reserve;
    int32_t out_side;
    int32_t drain;
    int32_t blocked_winner;
    int32_t blocked_tie;
    int32_t score;
    int32_t points_all;
    int32_t minus_own;
    int32_t rounding;
    int32_t rounding_unit;
    int32_t rounding_per_hand;
    int32_t blocker_exempt;
    int32_t closing[5];
    int32_t n_divisors;
    int32_t divisors[4];
    int32_t quotient;
    int32_t double_single;
    int32_t exposed_halves;
    int32_t opening_counts;
    int32_t claim_required;
    int32_t bonus_capicua;
    int32_t bonus_first_pass;
    int32_t bonus_round_pass;
    int32_t n_bonus_tiles;
    int32_t bonus_tiles[4];
    int32_t bonus_points[4];
    int32_t target;
    int32_t immediate;
    int32_t wins_low;
    int32_t values[190];
    int32_t n_criteria;
    dmc_criterion criteria[12];
} dmc_spec;

/** Checked rules and what is derived from them; read-only once made. */
typedef struct dmc_rules {
    dmc_spec spec;
    int32_t n_tiles;
    int32_t n_dealt;
    int32_t n_sides;
    int32_t n_words;
    int32_t is_line;
    int32_t zero3;
    uint8_t side_of[8];
    uint8_t high[190];
    uint8_t low[190];
    uint8_t join[19];
    uint8_t zero[1];
    uint32_t touch[19];
    uint32_t zero2[1];
    dmc_set all;
    dmc_set doubles;
    dmc_set fits[19];
} dmc_rules;

/** Streams of the generator, so that no two uses of a seed share numbers. */
enum dmc_purpose {
    DMC_FOR_DEAL = 1,
    DMC_FOR_LOT = 2,
    DMC_FOR_SAMPLE = 3,
    DMC_FOR_PLAYOUT = 4,
    DMC_FOR_PLAYER = 5,
    DMC_FOR_TOURNAMENT = 6
};

/** A random stream, owned by the caller: ChaCha with 8 rounds. */
typedef struct dmc_rng {
    uint32_t input[16];
    uint32_t block[16];
    uint32_t used;
} dmc_rng;

/** What is fixed when a round is dealt; all states of the round share it. */
typedef struct dmc_deal {
    int32_t scores[8];
    uint32_t round;
    uint8_t order[190];
    uint8_t hand_sizes[8];
    uint8_t n_boneyard;
    uint8_t leader;
    uint8_t turn;
    uint8_t opened_by;
    uint8_t forced;
    uint8_t lots[8];
    uint8_t set_up;
    uint8_t zero[4];
} dmc_deal;

/** Phase of a round. */
enum dmc_phase { DMC_PHASE_LEAD = 0, DMC_PHASE_PLAY = 1, DMC_PHASE_OVER = 2 };

/** How a round ended. */
enum dmc_ending {
    DMC_ENDING_NONE = 0,
    DMC_ENDING_OUT = 1,
    DMC_ENDING_BLOCKED = 2,
    DMC_ENDING_TARGET = 3
};

/** Fields of a move: bits 0-7 the tile, 8-13 the arm, 14 the low half joins, 15 claimed. */
enum dmc_move {
    DMC_MOVE_LOW_JOINS = 0x4000,
    DMC_MOVE_CLAIMED = 0x8000,
    DMC_ARM_RIGHT = 0,
    DMC_ARM_LEFT = 1,
    DMC_ARM_LEAD = 61,
    DMC_ARM_DRAW = 62,
    DMC_ARM_PASS = 63,
    DMC_DRAW = 0x3eff,
    DMC_PASS = 0x3fff
};

/** Byte of an arm: the pip in bits 0-4, and what shows it; DMC_NONE where no arm is open. */
enum dmc_arm {
    DMC_ARM_PIP = 0x1f,
    DMC_ARM_DOUBLE = 0x20,
    DMC_ARM_SIDE = 0x40
};

/** What everybody at the table may see. */
typedef struct dmc_table {
    dmc_set played;
    uint32_t voids[8];
    int32_t points[8];
    uint8_t hand_sizes[8];
    uint8_t arms[40];
    uint8_t turn;
    uint8_t phase;
    uint8_t leader;
    uint8_t last;
    uint8_t last_tile;
    uint8_t lead_tile;
    uint8_t spinner;
    uint8_t fill;
    uint8_t placed;
    uint8_t passes;
    uint8_t draws;
    uint8_t left;
    uint8_t ending;
    uint8_t seat;
    uint8_t side;
    uint8_t blocker;
    uint8_t zero[8];
} dmc_table;

/** One round, the whole truth: the table, the hands, and the legal moves of the seat to move.
 *  only: the tile that must be played (a forced lead), or the tile drawn this turn.
 *  n_moves: DMC_NONE when there are more than DMC_STATE_MOVES (then dmc_state_moves lists them). */
typedef struct dmc_state {
    dmc_table table;
    dmc_set hands[8];
    uint8_t only;
    uint8_t n_moves;
    uint16_t moves[60];
    uint8_t zero[6];
} dmc_state;

/** One round as a seat sees it; it holds no byte that depends on what the seat cannot see. */
typedef struct dmc_view {
    dmc_table table;
    dmc_set hand;
    dmc_set shown[8];
    int32_t scores[8];
    uint32_t round;
    uint8_t seat;
    uint8_t opened_by;
    uint8_t first_turn;
    uint8_t n_boneyard;
    uint8_t dealt[8];
    uint8_t lots[8];
    uint8_t only;
    uint8_t n_moves;
    uint16_t moves[60];
    uint8_t zero[6];
} dmc_view;

/** What a round's end gives: the winner, or DMC_NONE, and the points of each side. */
typedef struct dmc_result {
    int32_t points[8];
    uint8_t seat;
    uint8_t side;
    uint8_t zero[2];
} dmc_result;

/** Lead argument of the deal functions: the opening criteria name the leader. */
enum dmc_lead { DMC_LEAD_BY_CRITERIA = -1 };

/** Explain an error code; never NULL. */
const char *dmc_strerror(int code);

/** Number of the tile with these halves, in either order: high*(high+1)/2 + low. */
int dmc_tile_index(int a, int b);
/** Number of tiles in a set of tiles. */
int dmc_set_count(const dmc_set *self);

/** Check a spec and derive the rules from it. */
int dmc_rules_init(const dmc_spec *spec, dmc_rules *out);
/** Start a stream: the same key and numbers give the same stream on every machine. */
void dmc_rng_init(const uint8_t key[32], uint32_t purpose, uint32_t round, uint32_t number,
                  dmc_rng *out);
/** Draw an unbiased number below bound (1 or more). */
uint32_t dmc_rng_below(dmc_rng *self, uint32_t bound);
/** Draw 32 random bits. */
uint32_t dmc_rng_next(dmc_rng *self);

/** Shuffle and deal a round; lead is a seat or DMC_LEAD_BY_CRITERIA; scores may be NULL. */
int dmc_deal_random(const dmc_rules *rules, const uint8_t key[32], uint32_t round, int lead,
                    const int32_t *scores, dmc_deal *out);
/** Deal the tiles of order: hands in seat order, then n_boneyard tiles, the first drawn first. */
int dmc_deal_order(const dmc_rules *rules, const uint8_t *order, const uint8_t *hand_sizes,
                   int n_boneyard, uint32_t round, int lead, const int32_t *scores, dmc_deal *out);

/** Who leads the round after one that was dealt and ended so: a seat, or DMC_LEAD_BY_CRITERIA. */
int dmc_deal_next_lead(const dmc_rules *rules, const dmc_deal *self, const dmc_table *ended);

/** The state before the lead. */
int dmc_state_start(const dmc_rules *rules, const dmc_deal *deal, dmc_state *out);
/** A state with tiles already on the table. The deal holds the hands and boneyard of now;
 *  layout is the placements in order, the lead first; last is who placed the last one. */
int dmc_state_setup(const dmc_rules *rules, const dmc_deal *deal, const uint16_t *layout,
                    int n_layout, int last, dmc_state *out);
/** Check that a state is one that these rules and this deal can have. */
int dmc_state_check(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self);
/** List the legal moves; returns how many there are and writes the first cap of them. */
int dmc_state_moves(const dmc_rules *rules, const dmc_state *self, uint16_t *out, int cap);
/** Whether a move is legal now. */
bool dmc_state_is_legal(const dmc_rules *rules, const dmc_state *self, uint16_t move);
/** Play a legal move; an illegal one returns the reason and leaves *out alone. */
int dmc_state_play(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self,
                   uint16_t move, dmc_state *out);
/** Whether no tile outside the table fits any open end. */
bool dmc_table_is_dead(const dmc_rules *rules, const dmc_table *self);
/** Sum of the open ends, as points in play count them. */
int dmc_table_ends_sum(const dmc_rules *rules, const dmc_table *self);
/** Points in play for the last tile placed. */
int dmc_table_play_points(const dmc_rules *rules, const dmc_table *self);

/** Points in play that this placement would score, claimed where that is asked for. */
int dmc_table_points_for(const dmc_rules *rules, const dmc_table *self, uint16_t move);
/** A number that two arms share when they are interchangeable: they show the same pip, count the
 *  same, and act the same on a spinner. */
int dmc_table_arm_class(const dmc_rules *rules, const dmc_table *self, int arm);

/** Settle a round that ended OUT by seat, or BLOCKED by seat, with these hands; closing is the
 *  dmc_closing kind of an OUT (points by closing kind read it). */
int dmc_result_settle(const dmc_rules *rules, int ending, int seat, int leader, int closing,
                      const dmc_set *hands, dmc_result *out);

/** What a seat may see of a state. */
int dmc_view_make(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state, int seat,
                  dmc_view *out);
/** Check that a view is one that these rules can have. */
int dmc_view_check(const dmc_rules *rules, const dmc_view *self);
/** List the legal moves of the view's seat: none unless it is on turn. */
int dmc_view_moves(const dmc_rules *rules, const dmc_view *self, uint16_t *out, int cap);

/** What dmc_perft counts: interchangeable arms once; a draw, or a pass, as no move. */
enum dmc_perft_option {
    DMC_PERFT_DISTINCT = 1,
    DMC_PERFT_SKIP_DRAWS = 2,
    DMC_PERFT_SKIP_PASSES = 4
};

/** Count the sequences of exactly depth moves. */
int dmc_perft(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *self, int depth,
              unsigned options, uint64_t *out);
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
    uint16_t zero;
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
 *  seat holds them, stand in the deal's order from at on. */
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
 *  the tile that must be played or was drawn; its place is only_slot, if not DMC_NONE. */
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
 *  does not add up. That no world fits is no error here: ways is 0. */
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
 *  for none. Node 0 is the root; its sums are those of the searching seat. A draw that the searching
 *  seat would make carries the tile. */
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
 *  seldom tried moves are preferred, in standard deviations of the reward; pace; flat, to play every
 *  move once in each world and grow nothing below; redet, to let the other seats choose as they
 *  would without sight of the searching seat's hand: half of the iterations deal it again as one of
 *  them may think it is, and count the choices of that one alone. */
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
 *  deal: the one whose place is in picks, or all in order where it is NULL. It may be called again and again. A stop that turns non-zero, by another thread, ends it
 *  early; iterations tells how far it came. */
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
/** The move that an action id means now, claimed where it scores; DMC_ERR_MOVE if it is not legal. */
int dmc_action_move(const dmc_rules *rules, const dmc_state *self, int action);
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
 *  its number n higher; deals without a leader or without a choice are passed over. An action that is not legal is refused before any lane has changed. */
int dmc_lanes_step(const dmc_rules *rules, const uint8_t key[32], unsigned options, uint32_t n,
                   dmc_lane *lanes, const int32_t *actions, const dmc_lanes_out *out);
/* cffi: end */

#ifdef __cplusplus
}
#endif
#endif
