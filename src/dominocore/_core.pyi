# SPDX-License-Identifier: MIT
# Generated from csrc/include/*.h by csrc/cffi/gen_stub.py; do not edit.
from typing import Any

ffi: Any

class _Lib:
    DMC_MAX_PIP: int
    DMC_MAX_TILES: int
    DMC_MAX_SEATS: int
    DMC_ARM_SLOTS: int
    DMC_NONE: int
    DMC_STATE_MOVES: int
    DMC_MAX_CRITERIA: int
    DMC_MAX_DIVISORS: int
    DMC_MAX_BONUS_TILES: int
    DMC_DRAW_UNTIL_PLAYABLE: int
    DMC_SOLVE_LINE_LENGTH: int
    DMC_MAX_SLOTS: int
    DMC_WAYS_WORDS: int
    DMC_SAMPLER_WORDS: int
    DMC_OK: int
    DMC_ERR_SET: int
    DMC_ERR_SEATS: int
    DMC_ERR_SIDES: int
    DMC_ERR_HANDS: int
    DMC_ERR_OPENING: int
    DMC_ERR_JOINS: int
    DMC_ERR_SPINNER: int
    DMC_ERR_DRAW: int
    DMC_ERR_BLOCKED: int
    DMC_ERR_SCORE: int
    DMC_ERR_ENDS: int
    DMC_ERR_MATCH: int
    DMC_ERR_DEAL: int
    DMC_ERR_NO_LEAD: int
    DMC_ERR_REDEAL: int
    DMC_ERR_OVER: int
    DMC_ERR_MOVE: int
    DMC_ERR_NOT_HELD: int
    DMC_ERR_ARM: int
    DMC_ERR_FIT: int
    DMC_ERR_ONLY: int
    DMC_ERR_CLAIM: int
    DMC_ERR_CAN_PLAY: int
    DMC_ERR_NO_DRAW: int
    DMC_ERR_CAN_DRAW: int
    DMC_ERR_FILL: int
    DMC_ERR_BAD_STATE: int
    DMC_ERR_BAD_LAYOUT: int
    DMC_ERR_BAD_SEAT: int
    DMC_ERR_BAD_CASE: int
    DMC_ERR_ROOM: int
    DMC_ERR_NO_WORLD: int
    DMC_ERR_STOPPED: int
    DMC_OPEN_TILES: int
    DMC_OPEN_HIGHEST: int
    DMC_OPEN_HIGHEST_LEX: int
    DMC_OPEN_LOWEST: int
    DMC_OPEN_HEAVIEST_HAND: int
    DMC_OPEN_LOTS: int
    DMC_OPEN_LOT: int
    DMC_OPEN_REDEAL: int
    DMC_LATER_OPENING: int
    DMC_LATER_NEXT: int
    DMC_LATER_WINNER: int
    DMC_LATER_NEXT_AFTER_WINNER: int
    DMC_LATER_WINNER_OR_BLOCKER: int
    DMC_LATER_WINNER_SIDE: int
    DMC_LOT_RETURNED: int
    DMC_LOT_KEPT: int
    DMC_LOT_LEADS: int
    DMC_SPINNER_NONE: int
    DMC_SPINNER_FIRST_DOUBLE: int
    DMC_SPINNER_OPENING_DOUBLE: int
    DMC_SPINNER_EVERY_DOUBLE: int
    DMC_ARMS_BOTH_SIDES: int
    DMC_ARMS_ONE_SIDE: int
    DMC_ARMS_AT_ONCE: int
    DMC_DRAWN_MUST_PLAY: int
    DMC_DRAWN_MAY_PLAY: int
    DMC_DRAWN_TURN_ENDS: int
    DMC_BLOCKED_LOWEST_SIDE: int
    DMC_BLOCKED_LOWEST_SEAT: int
    DMC_BLOCKED_BLOCKER_OR_NEXT: int
    DMC_BLOCKED_NONE: int
    DMC_TIE_NONE: int
    DMC_TIE_BLOCKER_LOSES: int
    DMC_TIE_BLOCKER_WINS: int
    DMC_TIE_NEAREST_LEAD: int
    DMC_TIE_REPLAY: int
    DMC_SCORE_WINNER_GAINS: int
    DMC_SCORE_PENALTIES: int
    DMC_SCORE_UNIT: int
    DMC_SCORE_NONE: int
    DMC_SCORE_CLOSING: int
    DMC_CLOSING_SIMPLE: int
    DMC_CLOSING_DOUBLE: int
    DMC_CLOSING_BOTH_ENDS: int
    DMC_CLOSING_DOUBLE_BOTH_ENDS: int
    DMC_CLOSING_BLOCKED: int
    DMC_ROUND_NONE: int
    DMC_ROUND_DOWN: int
    DMC_ROUND_NEAREST: int
    DMC_ROUND_UP: int
    DMC_OPENING_FULL: int
    DMC_OPENING_NONE: int
    DMC_OPENING_SINGLE: int
    DMC_FOR_DEAL: int
    DMC_FOR_LOT: int
    DMC_FOR_SAMPLE: int
    DMC_FOR_PLAYOUT: int
    DMC_FOR_PLAYER: int
    DMC_FOR_TOURNAMENT: int
    DMC_PHASE_LEAD: int
    DMC_PHASE_PLAY: int
    DMC_PHASE_OVER: int
    DMC_ENDING_NONE: int
    DMC_ENDING_OUT: int
    DMC_ENDING_BLOCKED: int
    DMC_ENDING_TARGET: int
    DMC_MOVE_LOW_JOINS: int
    DMC_MOVE_CLAIMED: int
    DMC_ARM_RIGHT: int
    DMC_ARM_LEFT: int
    DMC_ARM_LEAD: int
    DMC_ARM_DRAW: int
    DMC_ARM_PASS: int
    DMC_DRAW: int
    DMC_PASS: int
    DMC_ARM_PIP: int
    DMC_ARM_DOUBLE: int
    DMC_ARM_SIDE: int
    DMC_LEAD_BY_CRITERIA: int
    DMC_PERFT_DISTINCT: int
    DMC_PERFT_SKIP_DRAWS: int
    DMC_PERFT_SKIP_PASSES: int
    DMC_SOLVE_POINTS: int
    DMC_SOLVE_WIN: int
    DMC_SOLVE_MOVES: int
    DMC_SOLVE_LINE: int
    DMC_SOLVE_GENERIC: int
    DMC_CASE_REDEALS: int
    DMC_CASE_HEAVIEST: int
    DMC_REWARD_POINTS: int
    DMC_REWARD_WIN: int
    DMC_REWARD_MATCH: int
    DMC_LANE_SKIP: int
    DMC_LANES_FORCED: int
    @staticmethod
    def dmc_strerror(code: Any, /) -> Any: ...
    @staticmethod
    def dmc_tile_index(a: Any, b: Any, /) -> int: ...
    @staticmethod
    def dmc_set_count(self: Any, /) -> int: ...
    @staticmethod
    def dmc_rules_init(spec: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_rng_init(key: Any, purpose: Any, round: Any, number: Any, out: Any, /) -> None: ...
    @staticmethod
    def dmc_rng_below(self: Any, bound: Any, /) -> int: ...
    @staticmethod
    def dmc_rng_next(self: Any, /) -> int: ...
    @staticmethod
    def dmc_deal_random(rules: Any, key: Any, round: Any, lead: Any, scores: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_deal_order(rules: Any, order: Any, hand_sizes: Any, n_boneyard: Any, round: Any, lead: Any, scores: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_deal_next_lead(rules: Any, self: Any, ended: Any, /) -> int: ...
    @staticmethod
    def dmc_state_start(rules: Any, deal: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_state_setup(rules: Any, deal: Any, layout: Any, n_layout: Any, last: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_state_check(rules: Any, deal: Any, self: Any, /) -> int: ...
    @staticmethod
    def dmc_state_moves(rules: Any, self: Any, out: Any, cap: Any, /) -> int: ...
    @staticmethod
    def dmc_state_is_legal(rules: Any, self: Any, move: Any, /) -> bool: ...
    @staticmethod
    def dmc_state_play(rules: Any, deal: Any, self: Any, move: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_table_is_dead(rules: Any, self: Any, /) -> bool: ...
    @staticmethod
    def dmc_table_ends_sum(rules: Any, self: Any, /) -> int: ...
    @staticmethod
    def dmc_table_play_points(rules: Any, self: Any, /) -> int: ...
    @staticmethod
    def dmc_table_points_for(rules: Any, self: Any, move: Any, /) -> int: ...
    @staticmethod
    def dmc_table_arm_class(rules: Any, self: Any, arm: Any, /) -> int: ...
    @staticmethod
    def dmc_result_settle(rules: Any, ending: Any, seat: Any, leader: Any, closing: Any, hands: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_view_make(rules: Any, deal: Any, state: Any, seat: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_view_check(rules: Any, self: Any, /) -> int: ...
    @staticmethod
    def dmc_view_moves(rules: Any, self: Any, out: Any, cap: Any, /) -> int: ...
    @staticmethod
    def dmc_perft(rules: Any, deal: Any, self: Any, depth: Any, options: Any, max_nodes: Any, stop: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_playouts(rules: Any, deals: Any, states: Any, count: Any, key: Any, stream: Any, first: Any, n: Any, out: Any, points: Any, /) -> int: ...
    @staticmethod
    def dmc_deal_and_play(rules: Any, key: Any, first: Any, n: Any, out: Any, points: Any, /) -> int: ...
    @staticmethod
    def dmc_solve(rules: Any, deal: Any, self: Any, options: Any, table: Any, table_bits: Any, max_nodes: Any, stop: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_sampler_init(rules: Any, cases: Any, n_cases: Any, memory: Any, words: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_sampler_draw(self: Any, rng: Any, n: Any, states: Any, deals: Any, /) -> int: ...
    @staticmethod
    def dmc_sampler_hands(self: Any, rng: Any, n: Any, hands: Any, /) -> int: ...
    @staticmethod
    def dmc_sampler_chances(self: Any, scratch: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_tree_init(rules: Any, seat: Any, key: Any, nodes: Any, n_nodes: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_tree_grow(rules: Any, self: Any, deals: Any, worlds: Any, picks: Any, n: Any, stop: Any, /) -> int: ...
    @staticmethod
    def dmc_clues_pick(rules: Any, clues: Any, n_clues: Any, appeal: Any, deals: Any, worlds: Any, n: Any, weights: Any, picks: Any, /) -> int: ...
    @staticmethod
    def dmc_action_count(rules: Any, /) -> int: ...
    @staticmethod
    def dmc_action_of(rules: Any, self: Any, move: Any, /) -> int: ...
    @staticmethod
    def dmc_action_move(rules: Any, self: Any, action: Any, /) -> int: ...
    @staticmethod
    def dmc_view_action_move(rules: Any, self: Any, action: Any, /) -> int: ...
    @staticmethod
    def dmc_view_mask(rules: Any, self: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_view_pack(rules: Any, self: Any, laid: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_plane_count(rules: Any, /) -> int: ...
    @staticmethod
    def dmc_observation_planes(rules: Any, n: Any, self: Any, out: Any, /) -> None: ...
    @staticmethod
    def dmc_lanes_start(rules: Any, key: Any, options: Any, n: Any, lanes: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_lanes_show(rules: Any, n: Any, lanes: Any, out: Any, /) -> None: ...
    @staticmethod
    def dmc_lanes_step(rules: Any, key: Any, options: Any, n: Any, lanes: Any, actions: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_round_deal(out: Any, rules: Any, key: Any, number: Any, lead: Any, scores: Any, state: Any, /) -> int: ...
    @staticmethod
    def dmc_round_play(round: Any, state: Any, move: Any, /) -> int: ...
    @staticmethod
    def dmc_round_view(round: Any, state: Any, seat: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_look_mask(rules: Any, view: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_look_move(rules: Any, view: Any, action: Any, /) -> int: ...
    @staticmethod
    def dmc_look_pack(rules: Any, view: Any, events: Any, n: Any, out: Any, /) -> int: ...
    @staticmethod
    def dmc_look_planes(rules: Any, view: Any, events: Any, n: Any, out: Any, /) -> int: ...

lib: _Lib

def list_moves(known: list[Any], data: bytes, /) -> tuple[Any, ...] | None: ...
def play_move(address: int, data: bytes, packed: bytes, /) -> bytes | None: ...
def bare(kind: type, /) -> Any: ...
