/* What a ray hits of a triangle: a vertex, an edge or its inside, told by the corners that the hit
 * is a mixture of. Triangles that share an edge or vertex are hit there all at once. */
#ifndef CAROM_MESH_RAY_HIT_FEATURE_H
#define CAROM_MESH_RAY_HIT_FEATURE_H

#include "math/vec.h"
#include "carom/shape.h"

/* One corner at a vertex, two on an edge, three inside. */
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

/* Of vertices and edges. */
static inline bool same_feature(const hit_feature *a, const hit_feature *b) {
    if (a->count != b->count) return false;
    if (a->count == 1) return equal3(a->corner[0], b->corner[0]);
    return (equal3(a->corner[0], b->corner[0]) && equal3(a->corner[1], b->corner[1])) ||
           (equal3(a->corner[0], b->corner[1]) && equal3(a->corner[1], b->corner[0]));
}

#endif
