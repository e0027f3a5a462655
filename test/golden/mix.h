/* What the hashes share: numbers by chance that are the same everywhere, and how answers are mixed
 * in. */
#ifndef CAROM_TEST_GOLDEN_MIX_H
#define CAROM_TEST_GOLDEN_MIX_H

#include <stddef.h>
#include <stdint.h>

#include "carom/carom.h"

#define HASH_START 0xcbf29ce484222325u

static uint64_t state;

static inline carom_real next_real(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    if (z % 4 == 0) return (carom_real)((int)(z >> 8 & 7) - 3); /* a lattice, for ties */
    return (carom_real)((double)(z >> 11) * 0x1p-52 - 1.0) * 3;
}
static inline carom_vec3 next_vec(void) {
    carom_real x = next_real(), y = next_real();
    return (carom_vec3){x, y, next_real()};
}
static inline carom_real next_size(void) {
    carom_real x = next_real();
    return x < 0 ? -x : x;
}

static inline void mix(uint64_t *hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u;
}
static inline void mix_real(uint64_t *hash, carom_real x) {
    if (x == 0) x = 0; /* both zeros count as one */
    mix(hash, &x, sizeof x);
}
static inline void mix_vec(uint64_t *hash, carom_vec3 v) {
    mix_real(hash, v.x);
    mix_real(hash, v.y);
    mix_real(hash, v.z);
}
static inline void mix_int(uint64_t *hash, int x) {
    unsigned char byte = (unsigned char)x;
    mix(hash, &byte, 1);
}
static inline void mix_sweep(uint64_t *hash, carom_sweep_hit h) {
    mix_int(hash, h.hit * 2 + h.initial_overlap);
    mix_real(hash, h.fraction);
    mix_real(hash, h.fraction_exit);
    mix_vec(hash, h.point);
    mix_vec(hash, h.normal);
}

#endif
