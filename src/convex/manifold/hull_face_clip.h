/* Clipping of two hull faces against each other by SIMD lanes, where no vertex of either is near a
 * side of the other: then rounding cannot change which points there are. */
#ifndef CAROM_CONVEX_MANIFOLD_HULL_FACE_CLIP_H
#define CAROM_CONVEX_MANIFOLD_HULL_FACE_CLIP_H

#include "simd/simd_set.h"
#include "convex/manifold/manifold.h"

/* Faces of more vertices are left to the general method. */
#define PATCH_CORNERS 8

/* The window is the reference face, of A, or with `flip` of B; `along` is the contact's normal,
 * outward from the window. */
typedef struct hull_patch {
    const convex_shape *window, *other;
    int window_face, other_face;
    bool flip;
    vec3 along, normal;   /* normal: of the window's plane, of any length */
    double margin, depth; /* least depth of a point, negated; depth of the deepest pair */
} hull_patch;

/** Sets count and points of a manifold: those that carom_contact_pool_fill and
 * carom_contact_pool_take would give. @return false, with `out` undefined, where rounding might
 * change that */
bool carom_hull_face_clip_native(const hull_patch *patch, int capacity, convex_manifold *out);
bool carom_hull_face_clip_avx2(const hull_patch *patch, int capacity, convex_manifold *out);

static inline bool hull_patch_contacts(const hull_patch *patch, int capacity,
                                       convex_manifold *out) {
    return SIMD_RUNS_AVX2 ? SIMD_X86_NAME(carom_hull_face_clip, avx2)(patch, capacity, out)
                          : carom_hull_face_clip_native(patch, capacity, out);
}

#endif
