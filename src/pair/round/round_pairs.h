/* Pairs of spheres and capsules: every verb from the closest points of their axes. */
#ifndef CAROM_PAIR_ROUND_ROUND_PAIRS_H
#define CAROM_PAIR_ROUND_ROUND_PAIRS_H

#include "simd/simd_set.h"
#include "carom/contact.h"
#include "pair/pose/round_frame.h"

/* Two capsules, or a capsule and a sphere, in any order. */
bool carom_round_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_round_closest(const carom_shape *a, const carom_shape *b);
carom_penetration carom_round_penetration(const carom_shape *a, const carom_shape *b);

/* Sweeps of two posed capsules that are POSED_ROUND. Undecided where they are nearly in contact at
 * the start, graze or slide, or meet at the end of the motion. */
sweep_answer carom_round_sweep_native(const carom_posed_shape *a, const carom_posed_shape *b,
                                      const carom_sweep_options *options, carom_sweep_hit *out);
sweep_answer carom_round_sweep_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                                    const carom_sweep_options *options, carom_sweep_hit *out);

/* The same for two posed capsules that are POSED_ROUND, in lanes. */
bool carom_round_overlap_native(const carom_posed_shape *a, const carom_posed_shape *b);
carom_closest_any carom_round_closest_native(const carom_posed_shape *a,
                                             const carom_posed_shape *b);
carom_penetration carom_round_penetration_native(const carom_posed_shape *a,
                                                 const carom_posed_shape *b);

bool carom_round_overlap_avx2(const carom_posed_shape *a, const carom_posed_shape *b);
carom_closest_any carom_round_closest_avx2(const carom_posed_shape *a, const carom_posed_shape *b);
carom_penetration carom_round_penetration_avx2(const carom_posed_shape *a,
                                               const carom_posed_shape *b);

#define ROUND_KERNEL(name) (SIMD_RUNS_AVX2 ? SIMD_X86_NAME(name, avx2) : name##_native)

#endif
