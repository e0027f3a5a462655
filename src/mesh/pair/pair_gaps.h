/* Lower bounds on the distance of two posed triangles by separating axes [Gottschalk96]: along
 * the coordinate axes, a given direction and the triangles' normals. In double, with the error
 * of the function that measures triangles included, so that a pruned pair cannot be measured
 * nearer. */
#ifndef CAROM_MESH_PAIR_PAIR_GAPS_H
#define CAROM_MESH_PAIR_PAIR_GAPS_H

#include "math/vec.h"
#include "mesh/pair/pair_frame.h"
#include "mesh/pair/tolerances.h"

typedef struct triangle_extent {
    vec3 low, high;
    double reach; /* support value along the direction to the other triangle */
} triangle_extent;

static inline triangle_extent extent_of(const carom_triangle *t, vec3 along) {
    const vec3 v[3] = {load3(t->v[0]), load3(t->v[1]), load3(t->v[2])};
    triangle_extent out = {.reach =
                               max2(max2(dot3(along, v[0]), dot3(along, v[1])), dot3(along, v[2]))};
    out.low = lower3(v[0], lower3(v[1], v[2]));
    out.high = upper3(v[0], upper3(v[1], v[2]));
    return out;
}

/* Lower bounds, up to `error`. */
typedef struct triangle_gaps {
    double boxes2, line; /* boxes2 is squared, line is not */
    double level; /* gap along an axis on which both triangles have zero extent: free of error, as
                     the measuring function forms the same difference of coordinates there, and its
                     square */
    double error;
} triangle_gaps;

static inline triangle_gaps gaps_of_extents(const triangle_extent *a, const triangle_extent *b) {
    triangle_gaps out = {.line = -(a->reach + b->reach)};
    double size =
        max2(max2(max_abs3(a->low), max_abs3(a->high)), max2(max_abs3(b->low), max_abs3(b->high)));
    for (int k = 0; k < 3; k++) {
        double above = axis3(b->low, k) - axis3(a->high, k);
        double below = axis3(a->low, k) - axis3(b->high, k), gap = max2(max2(above, below), 0.0);
        out.boxes2 += gap * gap;
        bool level = axis3(a->low, k) == axis3(a->high, k) && axis3(b->low, k) == axis3(b->high, k);
        if (level) out.level = max2(out.level, gap);
    }
    out.error = PAIR_TRIANGLE_DISTANCE_ERROR * size;
    return out;
}

/* Lower bound on the distance of the other triangle from the plane of t when it lies on one
 * side; otherwise a number of at most 0. It is valid for every n near the normal: the rounding
 * of n and of the heights lowers each height over a vertex of t by less than 24 roundings of
 * edge^2, and t itself may deviate across n by 24 of edge^3. */
static inline double gap_across_plane(const carom_triangle *t, const carom_triangle *other) {
    vec3 at = load3(t->v[0]), e1 = sub3(load3(t->v[1]), at), e2 = sub3(load3(t->v[2]), at);
    vec3 n = cross3(e1, e2);
    double nn = len2(n), height[3], off = 0.0, edge = max2(max_abs3(e1), max_abs3(e2));
    if (!(nn > PAIR_PLANE_NORMAL2_LEAST && nn < PAIR_PLANE_NORMAL2_MOST)) return 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 to = sub3(load3(other->v[i]), at);
        height[i] = dot3(n, to);
        off = max2(off, max_abs3(to));
    }
    double least = min2(height[0], min2(height[1], height[2]));
    double most = max2(height[0], max2(height[1], height[2]));
    return (max2(least, -most) - PAIR_PLANE_GAP_ERROR * edge * edge * (off + edge)) / sqrt(nn);
}

#endif
