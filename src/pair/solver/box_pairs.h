/* Contact manifolds, closest points and sweeps of two posed boxes, from their frames. */
#ifndef CAROM_PAIR_SOLVER_BOX_PAIRS_H
#define CAROM_PAIR_SOLVER_BOX_PAIRS_H

#include "simd/simd_set.h"
#include "carom/contact.h"
#include "convex/box/box_view.h"
#include "pair/pose/pair.h"

static inline bool is_framed_box_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    const uint32_t ready = POSED_VALID | POSED_FRAMED;
    return a->shape.kind == CAROM_SHAPE_OBB && b->shape.kind == CAROM_SHAPE_OBB &&
           (a->state & b->state & ready) == ready;
}

/** The view of a posed box that has its frame. */
static inline const box_view *box_view_of_posed(const carom_posed_shape *posed) {
    return &posed->frame.solid;
}

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
