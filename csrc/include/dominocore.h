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
 *   - Rules come from dmc_rules_init, deals from dmc_deal_random or dmc_deal_order, states and views
 *     from the functions below. Bytes from anywhere else go through dmc_state_check or
 *     dmc_view_check first: what these accept may be handed to any function. dmc_state_start and
 *     dmc_state_setup check a deal, dmc_sampler_init cases; any code may be asked for as a move.
 *
 * dominocore_search.h has what goes over many moves, rounds or worlds.
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
    DMC_ERR_NO_WORLD = -406,
    DMC_ERR_STOPPED = -407
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
    uint32_t zero;
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
    uint8_t only;
    uint8_t n_moves;
    uint16_t moves[60];
    uint8_t zero[6];
    dmc_set hands[8];
} dmc_state;

/** One round as a seat sees it; it holds no byte that depends on what the seat cannot see. */
typedef struct dmc_view {
    dmc_table table;
    uint8_t only;
    uint8_t n_moves;
    uint16_t moves[60];
    uint8_t zero[6];
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

/** Shuffle and deal a round; lead is a seat or DMC_LEAD_BY_CRITERIA; scores, which may be NULL, are
 *  what each side brings in, a billion at most either way. */
int dmc_deal_random(const dmc_rules *rules, const uint8_t key[32], uint32_t round, int lead,
                    const int32_t *scores, dmc_deal *out);
/** Deal the tiles of order: hands in seat order, then n_boneyard tiles, the first drawn first. */
int dmc_deal_order(const dmc_rules *rules, const uint8_t *order, const uint8_t *hand_sizes,
                   int n_boneyard, uint32_t round, int lead, const int32_t *scores, dmc_deal *out);

/** Who leads the round after one that was dealt and ended so: a seat, or DMC_LEAD_BY_CRITERIA. */
int dmc_deal_next_lead(const dmc_rules *rules, const dmc_deal *self, const dmc_table *ended);

/** The state before the lead; the deal is checked. */
int dmc_state_start(const dmc_rules *rules, const dmc_deal *deal, dmc_state *out);
/** A state with tiles already on the table. The deal, which is checked, holds the hands and boneyard
 *  of now, the seat on turn, and set_up, which is 1; layout is the placements in order, the lead
 *  first; last is who placed the last one. */
int dmc_state_setup(const dmc_rules *rules, const dmc_deal *deal, const uint16_t *layout,
                    int n_layout, int last, dmc_state *out);
/** Check that a state is one that these rules and this deal can have; any bytes will do. */
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
/** Check that a view is one that these rules can have; any bytes will do. */
int dmc_view_check(const dmc_rules *rules, const dmc_view *self);
/** List the legal moves of the view's seat: none unless it is on turn. */
int dmc_view_moves(const dmc_rules *rules, const dmc_view *self, uint16_t *out, int cap);
/* cffi: end */

#ifdef __cplusplus
}
#endif
#endif
