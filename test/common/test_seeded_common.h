/* Numbers by chance from a state that the test keeps: the same on every machine and compiler. */
#ifndef CAROM_TEST_SEEDED_COMMON_H
#define CAROM_TEST_SEEDED_COMMON_H

#include "carom/carom.h"

/* From -1 to 1. */
static inline double seeded(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return 2.0 * ((double)((z ^ (z >> 31)) >> 11) * 0x1p-53) - 1.0;
}

static inline carom_vec3 seeded3(uint64_t *state, double reach) {
    carom_vec3 v;
    v.x = (carom_real)(reach * seeded(state));
    v.y = (carom_real)(reach * seeded(state));
    v.z = (carom_real)(reach * seeded(state));
    return v;
}

#endif
