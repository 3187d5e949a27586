/* SPDX-License-Identifier: MIT */
#include "dominocore.h"

const char *dmc_strerror(int code)
{
    switch (code) {
    case DMC_OK: return "no error";
    case DMC_ERR_SET: return "the set of tiles is not possible (DMC_ERR_SET)";
    case DMC_ERR_SEATS: return "the number of seats is not possible (DMC_ERR_SEATS)";
    case DMC_ERR_SIDES: return "sides must be numbered 0, 1, ... without a gap (DMC_ERR_SIDES)";
    case DMC_ERR_HANDS: return "the hands do not fit the set of tiles (DMC_ERR_HANDS)";
    case DMC_ERR_OPENING: return "an opening rule is not possible (DMC_ERR_OPENING)";
    case DMC_ERR_JOINS: return "the way tiles join is not possible (DMC_ERR_JOINS)";
    case DMC_ERR_SPINNER: return "the spinner rules are not possible (DMC_ERR_SPINNER)";
    case DMC_ERR_DRAW: return "the drawing rules are not possible (DMC_ERR_DRAW)";
    case DMC_ERR_BLOCKED: return "the rules for a blocked round are not possible (DMC_ERR_BLOCKED)";
    case DMC_ERR_SCORE: return "the scoring rules are not possible (DMC_ERR_SCORE)";
    case DMC_ERR_ENDS: return "the rules for points in play are not possible (DMC_ERR_ENDS)";
    case DMC_ERR_MATCH: return "the match rules are not possible (DMC_ERR_MATCH)";
    case DMC_ERR_DEAL: return "the deal is not one of these rules (DMC_ERR_DEAL)";
    case DMC_ERR_NO_LEAD: return "no opening criterion names a leader (DMC_ERR_NO_LEAD)";
    case DMC_ERR_REDEAL: return "these hands have to be dealt again (DMC_ERR_REDEAL)";
    case DMC_ERR_OVER: return "the round is over (DMC_ERR_OVER)";
    case DMC_ERR_MOVE: return "not a move (DMC_ERR_MOVE)";
    case DMC_ERR_NOT_HELD: return "the seat does not hold the tile (DMC_ERR_NOT_HELD)";
    case DMC_ERR_ARM: return "the arm is not open (DMC_ERR_ARM)";
    case DMC_ERR_FIT: return "the tile does not fit the arm (DMC_ERR_FIT)";
    case DMC_ERR_ONLY: return "another tile must be played (DMC_ERR_ONLY)";
    case DMC_ERR_CLAIM: return "the placement scores nothing to claim (DMC_ERR_CLAIM)";
    case DMC_ERR_CAN_PLAY: return "the seat can play a tile (DMC_ERR_CAN_PLAY)";
    case DMC_ERR_NO_DRAW: return "no tile may be drawn (DMC_ERR_NO_DRAW)";
    case DMC_ERR_CAN_DRAW: return "the seat must draw a tile (DMC_ERR_CAN_DRAW)";
    case DMC_ERR_FILL: return "another double must be filled first (DMC_ERR_FILL)";
    case DMC_ERR_BAD_STATE: return "not a state of these rules and this deal (DMC_ERR_BAD_STATE)";
    case DMC_ERR_BAD_LAYOUT: return "the layout cannot be laid (DMC_ERR_BAD_LAYOUT)";
    case DMC_ERR_BAD_SEAT: return "no such seat (DMC_ERR_BAD_SEAT)";
    case DMC_ERR_BAD_CASE: return "the hidden tiles do not add up (DMC_ERR_BAD_CASE)";
    case DMC_ERR_ROOM: return "the memory given is too small (DMC_ERR_ROOM)";
    case DMC_ERR_NO_WORLD: return "no world fits what is known (DMC_ERR_NO_WORLD)";
    case DMC_ERR_STOPPED: return "the count was stopped (DMC_ERR_STOPPED)";
    default: return "unknown error code";
    }
}
