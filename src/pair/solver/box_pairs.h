/* Contacts, nearest points and sweeps of two boxes, quicker than by the table. */
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

/** Of one that is framed. */
static inline const box_view *box_view_of_posed(const carom_posed_shape *posed) {
    return &posed->frame.solid;
}

/** Both boxes and framed, the margin finite. `memory`, or null: see box_contact.
 * @return false for what is left to the general method */
bool carom_boxes_contact_native(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_contact_manifold *manifold, box_memory *memory);
bool carom_boxes_contact_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifold, box_memory *memory);

/** A sweep of boxes that are framed, to contact.
 * @return false, `hit` then undefined, for what is left to the general method: see sweep_boxes */
bool carom_boxes_sweep_native(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_sweep_hit *hit);
bool carom_boxes_sweep_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                            carom_sweep_hit *hit);

#define BOX_KERNEL(name) (SIMD_RUNS_AVX2 ? SIMD_X86_NAME(name, avx2) : name##_native)

#endif
