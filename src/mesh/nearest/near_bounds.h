/* Lower bounds on the distances of eight triangles from a point, in float, by a separating plane.
 * Offsets are from the point, and c is about the nearest point of a triangle, found by Voronoi
 * regions in float; its accuracy does not matter for correctness. The whole triangle lies beyond
 * the plane across c through the corner that is least along c, so min(c . corner) / |c| is at most
 * the distance, whatever c is, less what float may have added to the products. For the true nearest
 * point it is the distance, so hardly a triangle is visited in vain. */
#ifndef CAROM_MESH_NEAREST_NEAR_BOUNDS_H
#define CAROM_MESH_NEAREST_NEAR_BOUNDS_H

#include "simd/simd.h"
#include "mesh/nearest/nearest_search.h"
#include "mesh/bvh8/bvh8_lanes.h"

typedef struct lanes3 {
    f8 x, y, z;
} lanes3;

static CAROM_INLINE lanes3 near_sub3(lanes3 a, lanes3 b) {
    return (lanes3){f8_sub(a.x, b.x), f8_sub(a.y, b.y), f8_sub(a.z, b.z)};
}
static CAROM_INLINE lanes3 near_mad3(lanes3 a, lanes3 b, f8 t) {
    return (lanes3){f8_add(a.x, f8_mul(b.x, t)), f8_add(a.y, f8_mul(b.y, t)),
                    f8_add(a.z, f8_mul(b.z, t))};
}
static CAROM_INLINE f8 near_dot3(lanes3 a, lanes3 b) {
    return f8_add(f8_add(f8_mul(a.x, b.x), f8_mul(a.y, b.y)), f8_mul(a.z, b.z));
}
/* Clamps to [0, 1]; NaN becomes 0. */
static CAROM_INLINE f8 near_clamp01(f8 t) {
    return f8_min(f8_max(t, f8_all(0.0F)), f8_all(1.0F));
}

/* Offsets of the corners from the point, in the frame. */
static CAROM_INLINE lanes3 corner_offsets(const carom_real *row, size_t n, const near_search *s,
                                          double scale) {
    return (lanes3){f8_sub_scaled(row, s->given.x, scale),
                    f8_sub_scaled(row + n, s->given.y, scale),
                    f8_sub_scaled(row + 2 * n, s->given.z, scale)};
}

/* The approximate nearest points of triangles to the origin, by the Voronoi regions of [Ericson05]
 * 5.1.5: the weights of b and c are one quotient each in the face region, and in the region of an
 * edge that the origin projects into; else the point is on bc, or is a. */
static CAROM_INLINE lanes3 approximate_nearest(lanes3 a, lanes3 b, lanes3 c) {
    const f8 zero = f8_all(0.0F);
    lanes3 ab = near_sub3(b, a), ac = near_sub3(c, a);
    f8 on_ab = f8_neg(near_dot3(ab, a)), on_ac = f8_neg(near_dot3(ac, a));
    f8 bb = near_dot3(ab, ab), cc = near_dot3(ac, ac), mixed = near_dot3(ab, ac);
    f8 area = f8_sub(f8_mul(bb, cc), f8_mul(mixed, mixed));
    f8 v = f8_sub(f8_mul(cc, on_ab), f8_mul(mixed, on_ac));
    f8 w = f8_sub(f8_mul(bb, on_ac), f8_mul(mixed, on_ab));
    f8_flags face = f8_and(f8_and(f8_lt(zero, v), f8_lt(zero, w)), f8_lt(f8_add(v, w), area));
    f8_flags behind_b = f8_le(on_ab, zero), behind_c = f8_le(on_ac, zero);
    f8_flags edge_b = f8_and(f8_le(w, zero), f8_and(f8_lt(zero, on_ab), f8_lt(on_ab, bb)));
    edge_b = f8_or(edge_b, f8_and(behind_b, behind_c));
    f8_flags edge_c = f8_and(f8_le(v, zero), f8_and(f8_lt(zero, on_ac), f8_lt(on_ac, cc)));
    edge_c = f8_and(edge_c, f8_not(edge_b));
    f8_flags edge_bc = f8_not(f8_or(face, f8_or(edge_b, edge_c)));
    f8 rest = f8_sub(bb, mixed), back = f8_sub(cc, mixed), turn = f8_sub(on_ac, on_ab);
    f8 under = f8_merge(f8_merge(f8_keep(face, area), f8_keep(edge_b, bb)),
                        f8_merge(f8_keep(edge_c, cc), f8_keep(edge_bc, f8_add(rest, back))));
    f8 over_b = f8_merge(f8_merge(f8_keep(face, v), f8_keep(edge_b, on_ab)),
                         f8_keep(edge_bc, f8_sub(back, turn)));
    f8 over_c = f8_merge(f8_merge(f8_keep(face, w), f8_keep(edge_c, on_ac)),
                         f8_keep(edge_bc, f8_add(rest, turn)));
    f8 of_b = near_clamp01(f8_div(over_b, under)), of_c = near_clamp01(f8_div(over_c, under));
    return near_mad3(near_mad3(a, ab, of_b), ac, of_c);
}

/* The bounds of a leaf's triangles. */
typedef struct leaf_bounds {
    f8 along;  /* the lower bound times |c|; not positive: no bound */
    f8 square; /* |c|^2, about the squared distance */
} leaf_bounds;

static CAROM_INLINE void bound_corners_by(leaf_bounds *out, lanes3 a, lanes3 b, lanes3 c) {
    lanes3 near = approximate_nearest(a, b, c);
    out->along = f8_min(f8_min(near_dot3(near, a), near_dot3(near, b)), near_dot3(near, c));
    out->square = near_dot3(near, near);
}

static CAROM_INLINE void bound_triangles(leaf_bounds *out, const near_search *search,
                                         bvh8_leaf leaf, double scale) {
    bvh8_row_scratch scratch;
    const lane_tree in = lane_tree_of(search->tree);
    const carom_real *rows = lane_rows(in, leaf, &scratch);
    size_t n = lane_step(in, leaf);
    bound_corners_by(out, corner_offsets(rows, n, search, scale),
                     corner_offsets(rows + 3 * n, n, search, scale),
                     corner_offsets(rows + 6 * n, n, search, scale));
}

/* The slots that are not certainly beyond the limit: (bound |c|)^2 <= |c|^2 limit^2. */
static CAROM_INLINE uint32_t within_limit(const leaf_bounds *bounds, float triangle2) {
    f8 most = f8_add(f8_mul(bounds->square, f8_all(triangle2)), f8_all(BOUND_UNDERFLOW));
    f8_flags beyond = f8_and(f8_lt(f8_all(0.0F), bounds->along),
                             f8_lt(most, f8_mul(bounds->along, bounds->along)));
    return ~f8_bits(beyond);
}

#endif
