/* How far apart two triangles of posed meshes are at the least: by their boxes, along a line,
 * across the planes of the triangles. In double, and with room for what the function that measures
 * triangles may be off by. */
#ifndef CAROM_MESH_PAIR_PAIR_GAPS_H
#define CAROM_MESH_PAIR_PAIR_GAPS_H

#include "math/vec.h"
#include "mesh/pair/pair_frame.h"

/* What that function may be off by, for coordinates up to 1. */
#define NEAR_ERROR 1e-13

typedef struct near_extent {
    vec3 low, high;
    double reach; /* the most along a line that points to the other one */
} near_extent;

static inline near_extent extent_of(const carom_triangle *t, vec3 along) {
    const vec3 v[3] = {load3(t->v[0]), load3(t->v[1]), load3(t->v[2])};
    near_extent out = {.reach =
                           max2(max2(dot3(along, v[0]), dot3(along, v[1])), dot3(along, v[2]))};
    out.low = lower3(v[0], lower3(v[1], v[2]));
    out.high = upper3(v[0], upper3(v[1], v[2]));
    return out;
}

/* Lower bounds, but for `error`. */
typedef struct near_gaps {
    double boxes2, line; /* squared and not */
    double level;        /* along an axis that neither has a size along: no error at all, as what is
                          * measured has the same difference of coordinates there, and squares */
    double error;
} near_gaps;

static inline near_gaps gaps_of_extents(const near_extent *a, const near_extent *b) {
    near_gaps out = {.line = -(a->reach + b->reach)};
    double size =
        max2(max2(max_abs3(a->low), max_abs3(a->high)), max2(max_abs3(b->low), max_abs3(b->high)));
    for (int k = 0; k < 3; k++) {
        double above = axis3(b->low, k) - axis3(a->high, k);
        double below = axis3(a->low, k) - axis3(b->high, k), gap = max2(max2(above, below), 0.0);
        out.boxes2 += gap * gap;
        bool level = axis3(a->low, k) == axis3(a->high, k) && axis3(b->low, k) == axis3(b->high, k);
        if (level) out.level = max2(out.level, gap);
    }
    out.error = NEAR_ERROR * size;
    return out;
}

/* How far beyond the plane of t the other triangle is, when it is on one side; else no number above
 * 0. For whatever n is near the normal: of heights over a corner of t its rounding and theirs take
 * less than 24 roundings of edge^2 off each, as t may be across n by 24 of edge^3. */
static inline double gap_across_plane(const carom_triangle *t, const carom_triangle *other) {
    vec3 at = load3(t->v[0]), e1 = sub3(load3(t->v[1]), at), e2 = sub3(load3(t->v[2]), at);
    vec3 n = cross3(e1, e2);
    double nn = len2(n), height[3], off = 0.0, edge = max2(max_abs3(e1), max_abs3(e2));
    if (!(nn > 1e-240 && nn < 1e240)) return 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 to = sub3(load3(other->v[i]), at);
        height[i] = dot3(n, to);
        off = max2(off, max_abs3(to));
    }
    double least = min2(height[0], min2(height[1], height[2]));
    double most = max2(height[0], max2(height[1], height[2]));
    return (max2(least, -most) - 32.0 * DBL_EPSILON * edge * edge * (off + edge)) / sqrt(nn);
}

#endif
