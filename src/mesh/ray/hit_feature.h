/* The feature of a triangle that a ray hits: a vertex, an edge or the interior, by the corners with
 * a non-zero barycentric weight. A ray through a shared edge or vertex hits all triangles there. */
#ifndef CAROM_MESH_RAY_HIT_FEATURE_H
#define CAROM_MESH_RAY_HIT_FEATURE_H

#include "math/vec.h"
#include "carom/shape.h"

/* Corners: one at a vertex, two on an edge, three in the interior. */
typedef struct hit_feature {
    vec3 corner[3];
    int count;
} hit_feature;

static inline hit_feature hit_feature_of(const carom_triangle *t, vec3 barycentric) {
    hit_feature out = {.count = 0};
    for (int k = 0; k < 3; k++)
        if (axis3(barycentric, k) != 0.0) out.corner[out.count++] = load3(t->v[k]);
    return out;
}

/* Are both the same vertex, or the same edge? Not for interiors. */
static inline bool same_feature(const hit_feature *a, const hit_feature *b) {
    if (a->count != b->count) return false;
    if (a->count == 1) return equal3(a->corner[0], b->corner[0]);
    return (equal3(a->corner[0], b->corner[0]) && equal3(a->corner[1], b->corner[1])) ||
           (equal3(a->corner[0], b->corner[1]) && equal3(a->corner[1], b->corner[0]));
}

#endif
