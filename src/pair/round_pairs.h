/* Spheres and capsules among each other, from one computation: the closest points of their axes.
 * What that needs to know of an axis a posed capsule keeps in its frame. */
#ifndef CAROM_PAIR_ROUND_PAIRS_H
#define CAROM_PAIR_ROUND_PAIRS_H

#include "batch/simd_set.h"
#include "carom/contact.h"
#include "pair/pair.h"

/* The axis of a capsule; a sphere's has no length. Vectors are read with what follows them. */
typedef struct round_frame {
    double start[3], radius;
    double way[3]; /* from the start to the end */
    double near2;  /* axes nearer to each other than this, squared, are not plain */
    double per;    /* 1 / way^2 */
} round_frame;

#define ROUND_FRAME_AT 6
_Static_assert(sizeof(round_frame) + ROUND_FRAME_AT * sizeof(double) ==
                   sizeof((carom_posed_shape){.state = 0}.frame),
               "the frame of a capsule is beside the state, which is read with it");

/* Capsules, or one and a sphere, in any order. */
bool carom_round_overlap(const carom_shape *a, const carom_shape *b);
carom_closest_any carom_round_closest(const carom_shape *a, const carom_shape *b);
carom_penetration carom_round_penetration(const carom_shape *a, const carom_shape *b);
/** The manifold of two spheres or capsules.
 * @return false, and nothing is written, for what this serves not: other kinds, invalid shapes or
 * margins, shapes without radius or of extreme size */
bool carom_round_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                         carom_contact_manifold *manifold);

typedef carom_sweep_hit sweep_of_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                       const carom_sweep_options *options);

/* Sweeps of two that are POSED_ROUND. Those that are nearly in contact at the start, that graze or
 * slide, or that meet at the very end, are left to the `general` method. */
carom_sweep_hit carom_round_sweep_native(const carom_posed_shape *a, const carom_posed_shape *b,
                                         const carom_sweep_options *options,
                                         sweep_of_posed *general);
carom_sweep_hit carom_round_sweep_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                                       const carom_sweep_options *options, sweep_of_posed *general);

/* Of two that are POSED_ROUND, the same, sooner. */
bool carom_round_overlap_native(const carom_posed_shape *a, const carom_posed_shape *b);
carom_closest_any carom_round_closest_native(const carom_posed_shape *a,
                                             const carom_posed_shape *b);
carom_penetration carom_round_penetration_native(const carom_posed_shape *a,
                                                 const carom_posed_shape *b);
bool carom_round_contact_native(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_contact_manifold *manifold);
bool carom_round_overlap_avx2(const carom_posed_shape *a, const carom_posed_shape *b);
carom_closest_any carom_round_closest_avx2(const carom_posed_shape *a, const carom_posed_shape *b);
carom_penetration carom_round_penetration_avx2(const carom_posed_shape *a,
                                               const carom_posed_shape *b);
bool carom_round_contact_avx2(const carom_posed_shape *a, const carom_posed_shape *b,
                              carom_contact_manifold *manifold);

#define ROUND_KERNEL(name) (SIMD_RUNS_AVX2 ? SIMD_X86_NAME(name, avx2) : name##_native)

static inline bool is_round_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_SPHERE || kind == CAROM_SHAPE_CAPSULE;
}

/** Of one that is POSED_ROUND. */
static inline const round_frame *frame_of_round(const carom_posed_shape *posed) {
    return (const round_frame *)(const void *)(posed->frame + ROUND_FRAME_AT);
}

static inline bool is_framed_round(const carom_posed_shape *a, const carom_posed_shape *b) {
    return (a->state & b->state & POSED_ROUND) != 0;
}

/* A valid pair of these: calls with posed shapes need no table for it. */
static inline bool is_round_pair(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (!(a->state & b->state & POSED_VALID)) return false;
    carom_shape_kind first = a->shape.kind, second = b->shape.kind;
    return is_round_kind(first) && is_round_kind(second) &&
           (first == CAROM_SHAPE_CAPSULE || second == CAROM_SHAPE_CAPSULE);
}

#endif
