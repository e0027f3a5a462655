/* Contacts and sweeps of two boxes that are framed, of each set of instructions. */
#ifndef CAROM_PAIR_SOLVER_BOX_KERNEL_H
#define CAROM_PAIR_SOLVER_BOX_KERNEL_H

#include "convex/manifold/box_contact.h"
#include "simd/simd_set.h"
#include "pair/solver/box_pairs.h"
#include "carom/contact.h"

/** The manifold of two framed boxes, the margin finite. `memory`, or null: see box_contact.
 * @return false where it is undecided */
bool carom_boxes_contact_native(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_contact_manifold *manifold, box_memory *memory);
bool carom_boxes_contact_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifold, box_memory *memory);

/** The sweep of two framed boxes to contact.
 * @return false, and `hit` is undefined, where it is undecided: see sweep_boxes */
bool carom_boxes_sweep_native(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_sweep_hit *hit);
bool carom_boxes_sweep_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                            carom_sweep_hit *hit);

#define BOX_KERNEL(name) (SIMD_RUNS_AVX2 ? SIMD_X86_NAME(name, avx2) : name##_native)

#endif
