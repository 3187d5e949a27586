/* SPDX-License-Identifier: MIT */
/* What the files of the fuzz target share: bytes to take things from, what is made of them, and
 * what takes what was made. */
#ifndef FUZZ_PARTS_H
#define FUZZ_PARTS_H

#include "dmc_internal.h"
#include "dominocore_search.h"
#include "fuzz_core.h"

/* ---- the bytes ---- */

/* Bytes from the fuzzer; past their end all are 0. */
typedef struct source {
    const uint8_t *at;
    size_t left;
} source;

void take(source *in, void *out, size_t size);
unsigned byte(source *in);
unsigned below(source *in, unsigned bound);
/* How many changes to make: none in half of all cases, so that random bytes come far too. */
unsigned some(source *in, unsigned most);
uint16_t word16(source *in);
int32_t word32(source *in);
/* Overwrite some bytes somewhere. */
void spoil(source *in, void *what, size_t size);

/* ---- what is so ---- */

/* Abort unless something is so. */
void demand(bool is_so, const char *what);
/* The core's own states pass its own checks. */
void demand_sound(const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state);
/* Count that an input came so far. */
void count_passed(enum fuzz_counter what);
/* Memory of this very size, such that a sanitizer sees the first byte past it; free gives it back. */
void *exactly(size_t size);

/* ---- what is made ---- */

/* The key of all streams. */
extern const uint8_t fuzz_key[32];

int make_rules(source *in, dmc_rules *out);
int make_deal(source *in, const dmc_rules *rules, dmc_deal *out);
/* Set up a state, with a layout of any codes. */
int make_setup(source *in, const dmc_rules *rules, dmc_deal *deal, dmc_state *out);
/* Rules may have ten thousand deals in a row dealt again: those take their time. */
bool may_redeal(const dmc_spec *spec);
/* Play some moves, as numbers in the list of legal ones or as codes. */
void play_some(source *in, const dmc_rules *rules, const dmc_deal *deal, dmc_state *io);
void spoil_state(source *in, const dmc_rules *rules, dmc_deal *deal, dmc_state *io);

/* ---- what takes it ---- */

void use_table(source *in, const dmc_rules *rules, const dmc_table *table);
void use_views(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state);
void use_rounds(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state);
void use_look(source *in, const dmc_rules *rules, const dmc_view *view);
void count_and_play(source *in, const dmc_rules *rules, const dmc_deal *deal,
                    const dmc_state *state);
void solve(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state);
void play_to_the_end(source *in, const dmc_rules *rules, const dmc_deal *deal,
                     const dmc_state *from);
void step_lanes(source *in, const dmc_rules *rules);
void use_any_observation(source *in, const dmc_rules *rules);

/* Worlds from a good case of the start, from good and spoilt cases of now; trees and clues. */
void sample_start(source *in, const dmc_rules *rules, const dmc_deal *deal);
void sample_now(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state);
void grow(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state);
void use_clues(source *in, const dmc_rules *rules, const dmc_deal *deal, const dmc_state *state);

#endif
