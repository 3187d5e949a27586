/* SPDX-License-Identifier: MIT */
/* Tiles are numbered high*(high+1)/2 + low, so a smaller set is a prefix of a larger one. */
#include "dmc_internal.h"

int dmc_tile_index(int a, int b)
{
    const int high = a > b ? a : b, low = a > b ? b : a;
    if (low < 0 || high > DMC_MAX_PIP)
        return DMC_ERR_SET;
    return high * (high + 1) / 2 + low;
}

int dmc_set_count(const dmc_set *self)
{
    return set_count(self);
}

int dmc_set_value(const dmc_rules *rules, const dmc_set *self)
{
    int value = 0;
    for (dmc_set rest = *self; !set_is_empty(&rest);)
        value += rules->spec.values[set_pop(&rest)];
    return value;
}

bool dmc_tile_beats(const dmc_rules *rules, int a, int b)
{
    const int sum_a = rules->high[a] + rules->low[a], sum_b = rules->high[b] + rules->low[b];
    return sum_a != sum_b ? sum_a > sum_b : rules->high[a] > rules->high[b];
}
