/* Overlaps in the caller's precision: the filters of the single functions, with the same bands;
 * separating axes for boxes [Gottschalk96]. */
#ifndef CAROM_QUERY_BATCH_KERNEL_OVERLAP_H
#define CAROM_QUERY_BATCH_KERNEL_OVERLAP_H

#include "carom/overlap_inline.h"
#include "query/batch/kernel_lanes.h"
#include "query/overlap/lanes.h"

/* The answer from the squared distance and the radius; `in_range` for pairs that may overlap. */
static CAROM_INLINE lane_answer within_radius(reals d2, reals radius, reals_flags in_range) {
    reals r2 = reals_mul(radius, radius);
    reals doubt = reals_add(reals_mul(r2, reals_all((carom_real)CAROM_SPHERE_BAND)),
                            reals_all((carom_real)CAROM_SMALL_SQUARE));
    return real_answer(reals_and(reals_lt(d2, reals_sub(r2, doubt)), in_range),
                       reals_lt(reals_add(r2, doubt), d2));
}

static CAROM_INLINE lane_answer sphere_sphere_lanes(batch_block *block, size_t i) {
    const batch_side *a = &block->a, *b = &block->b;
    real_lanes3 delta = reals_sub3(lane_reals3(b, 0, i), lane_reals3(a, 0, i));
    reals r = lane_real(a, 3, i), s = lane_real(b, 3, i);
    return within_radius(reals_dot3(delta, delta), reals_add(r, s),
                         reals_le(reals_all(0), reals_min(r, s)));
}

/* The least side of a box, and the sum of all sides. */
static CAROM_INLINE reals box_least_side(real_lanes3 low, real_lanes3 high, reals *sum) {
    real_lanes3 side = reals_sub3(high, low);
    *sum = reals_add(reals_add(side.x, side.y), side.z);
    return reals_min(reals_min(side.x, side.y), side.z);
}

static CAROM_INLINE reals delta_to_interval(reals c, reals low, reals high) {
    reals nearest = reals_min(high, reals_max(low, c));
    return reals_sub(c, nearest);
}

static CAROM_INLINE lane_answer sphere_aabb_lanes(batch_block *block, size_t i) {
    real_lanes3 c = lane_reals3(&block->a, 0, i);
    real_lanes3 low = lane_reals3(&block->b, 0, i), high = lane_reals3(&block->b, 3, i);
    reals radius = lane_real(&block->a, 3, i), sum, least = box_least_side(low, high, &sum);
    real_lanes3 delta = {delta_to_interval(c.x, low.x, high.x),
                         delta_to_interval(c.y, low.y, high.y),
                         delta_to_interval(c.z, low.z, high.z)};
    reals_flags in_range = reals_and(reals_le(reals_all(0), reals_min(least, radius)),
                                     reals_le(sum, reals_all(CAROM_REAL_MAX)));
    return within_radius(reals_dot3(delta, delta), radius, in_range);
}

static CAROM_INLINE reals_flags lane_ranges_meet(const batch_block *block, int axis, size_t i) {
    const batch_side *a = &block->a, *b = &block->b;
    return reals_and(reals_le(lane_real(a, axis, i), lane_real(b, axis + 3, i)),
                     reals_le(lane_real(b, axis, i), lane_real(a, axis + 3, i)));
}

static CAROM_INLINE lane_answer aabb_aabb_lanes(batch_block *block, size_t i) {
    const batch_side *a = &block->a, *b = &block->b;
    reals sum_a, sum_b;
    reals least_a = box_least_side(lane_reals3(a, 0, i), lane_reals3(a, 3, i), &sum_a);
    reals least_b = box_least_side(lane_reals3(b, 0, i), lane_reals3(b, 3, i), &sum_b);
    reals_flags in_range = reals_and(reals_le(reals_all(0), reals_min(least_a, least_b)),
                                     reals_le(reals_add(sum_a, sum_b), reals_all(CAROM_REAL_MAX)));
    reals_flags meet =
        reals_and(lane_ranges_meet(block, 0, i),
                  reals_and(lane_ranges_meet(block, 1, i), lane_ranges_meet(block, 2, i)));
    return (lane_answer){reals_bits(reals_and(meet, in_range)), reals_bits(in_range)};
}

/* ---- oriented boxes: fifteen axes in the caller's precision, with a band whose margin covers sums
 * with a rounding more or less */

typedef struct obb_pair_lanes {
    reals r[3][3], m[3][3]; /* dot(a_i, b_j) and its magnitude */
    reals to_a[3], to_b[3]; /* between the centres, along the axes of either */
    reals a[3], b[3];       /* half-extents */
    reals limit[3];         /* the band, summed in three orders */
    reals size;             /* the size to which the bands are relative */
    reals gap[3], sum;      /* the widest gap for each band; `sum` is NaN if any gap is NaN */
} obb_pair_lanes;

static CAROM_INLINE void take_gap(obb_pair_lanes *p, int axis, reals gap) {
    p->gap[axis] = reals_max(p->gap[axis], gap);
    p->sum = reals_add(p->sum, gap);
}

static CAROM_INLINE reals_flags has_certain_gap(const obb_pair_lanes *p) {
    return reals_or(reals_lt(p->limit[0], p->gap[0]),
                    reals_or(reals_lt(p->limit[1], p->gap[1]), reals_lt(p->limit[2], p->gap[2])));
}

/* A NaN may be lost in the widest gap, but not in the sum. */
static CAROM_INLINE reals_flags all_overlap(const obb_pair_lanes *p) {
    reals least = reals_min(reals_min(reals_min(p->a[0], p->b[0]), reals_min(p->a[1], p->b[1])),
                            reals_min(p->a[2], p->b[2]));
    reals_flags in_range = reals_and(reals_le(reals_all(0), least), reals_eq(p->sum, p->sum));
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++)
        in_range = reals_and(in_range, reals_lt(p->gap[k], reals_neg(p->limit[k])));
    return in_range;
}

static CAROM_INLINE void load_obb_pair(obb_pair_lanes *p, const batch_block *block, size_t i) {
    const batch_side *a = &block->a, *b = &block->b;
    real_lanes3 delta = reals_sub3(lane_reals3(b, 0, i), lane_reals3(a, 0, i));
    reals size[3];
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++) {
        real_lanes3 axis = lane_reals3(a, 3 + 3 * k, i);
        p->a[k] = lane_real(a, 12 + k, i);
        p->b[k] = lane_real(b, 12 + k, i);
        p->to_a[k] = about_dot3(delta, axis);
        p->to_b[k] = about_dot3(delta, lane_reals3(b, 3 + 3 * k, i));
        SIMD_UNROLL_3
        for (int j = 0; j < 3; j++) {
            p->r[k][j] = about_dot3(axis, lane_reals3(b, 3 + 3 * j, i));
            p->m[k][j] = reals_abs(p->r[k][j]);
        }
        size[k] = reals_add(reals_add(reals_abs(p->to_a[k]), p->a[k]), p->b[k]);
    }
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++) {
        reals sum = reals_add(reals_add(size[k], size[(k + 1) % 3]), size[(k + 2) % 3]);
        p->limit[k] = reals_mad_about(reals_all(OBB_LANES_BAND), sum, reals_all(SMALLEST_BAND));
        p->size = sum;
    }
}

static CAROM_INLINE reals lane_reach(const reals half[3], reals m0, reals m1, reals m2) {
    return reals_mad_about(half[2], m2, reals_mad_about(half[1], m1, reals_mul(half[0], m0)));
}

static CAROM_INLINE reals edges_gap(const obb_pair_lanes *p, int i, int j) {
    int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    reals delta =
        reals_sub(reals_mul(p->to_a[i2], p->r[i1][j]), reals_mul(p->to_a[i1], p->r[i2][j]));
    reals a = reals_mad_about(p->a[i1], p->m[i2][j], reals_mul(p->a[i2], p->m[i1][j]));
    reals b = reals_mad_about(p->b[j1], p->m[i][j2], reals_mad_about(p->b[j2], p->m[i][j1], a));
    return reals_sub(reals_abs(delta), b);
}

/* The gaps along the axes k of either box. */
static CAROM_INLINE void take_faces(obb_pair_lanes *p, int k) {
    reals a = lane_reach(p->b, p->m[k][0], p->m[k][1], p->m[k][2]);
    reals b = lane_reach(p->a, p->m[0][k], p->m[1][k], p->m[2][k]);
    a = reals_sub(reals_sub(reals_abs(p->to_a[k]), p->a[k]), a);
    b = reals_sub(reals_sub(reals_abs(p->to_b[k]), p->b[k]), b);
    p->gap[k] = reals_max(a, b);
    p->sum = k == 0 ? reals_add(a, b) : reals_add(p->sum, reals_add(a, b));
}

/* For boxes whose faces all overlap by `depth`: true when the edges i and j overlap, or are too
 * nearly parallel to separate boxes that overlap so deeply (box_axes.h). */
static CAROM_INLINE reals_flags lane_edges_meet(const obb_pair_lanes *p, int i, int j,
                                                reals depth) {
    reals sine = reals_add(p->m[i][(j + 1) % 3], p->m[i][(j + 2) % 3]);
    reals needed = reals_mad_about(reals_mul(reals_all(3), sine), p->size, p->limit[0]);
    return reals_or(reals_lt(edges_gap(p, i, j), reals_neg(p->limit[0])), reals_lt(needed, depth));
}

/* The gaps along the products of the edge i of A with the edges of B. */
static CAROM_INLINE void take_edges(obb_pair_lanes *p, int i) {
    SIMD_UNROLL_3
    for (int j = 0; j < 3; j++)
        take_gap(p, j, edges_gap(p, i, j));
}

static CAROM_INLINE reals_flags lane_edge_meets_all(const obb_pair_lanes *p, int i, reals depth) {
    reals_flags meet = lane_edges_meet(p, i, 0, depth);
    meet = reals_and(meet, lane_edges_meet(p, i, 1, depth));
    return reals_and(meet, lane_edges_meet(p, i, 2, depth));
}

static CAROM_INLINE lane_answer obb_obb_lanes(batch_block *block, size_t i) {
    obb_pair_lanes p;
    load_obb_pair(&p, block, i);
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++)
        take_faces(&p, k);
    uint32_t settled = reals_bits(has_certain_gap(&p));
    if (settled == ALL_REALS) return (lane_answer){0, settled};
    reals_flags faces_meet = all_overlap(&p);
    reals depth = reals_neg(reals_max(p.gap[0], reals_max(p.gap[1], p.gap[2])));
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++)
        take_edges(&p, k);
    reals_flags meet = all_overlap(&p), apart = has_certain_gap(&p);
    if (reals_bits(reals_or(meet, apart)) == ALL_REALS) return real_answer(meet, apart);
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++)
        faces_meet = reals_and(faces_meet, lane_edge_meets_all(&p, k, depth));
    lane_answer out = real_answer(reals_or(meet, faces_meet), apart);
    out.yes &= ~reals_bits(apart); /* for zero axes both may hold */
    return out;
}

#endif
