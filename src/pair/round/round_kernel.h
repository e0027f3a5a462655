/* Capsules that are posed, of each set of instructions. */
#ifndef CAROM_PAIR_ROUND_ROUND_KERNEL_H
#define CAROM_PAIR_ROUND_ROUND_KERNEL_H

#include "simd/simd_set.h"
#include "carom/contact.h"
#include "pair/pose/round_frame.h"

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

/** As carom_round_contact. */
bool carom_round_contact_native(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_contact_manifold *manifold);
bool carom_round_contact_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifold);

#define ROUND_KERNEL(name) (SIMD_RUNS_AVX2 ? SIMD_X86_NAME(name, avx2) : name##_native)

#endif
