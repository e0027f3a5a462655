/* Boxes and spheres against several half-spaces, in the caller's precision, by their least and
 * greatest signed distances. The rounding error is bounded by the largest numbers of all
 * half-spaces, so a single half-space needs no flags: only the highest distances, and the one
 * nearest to a change of the answer, are kept. */
#ifndef CAROM_QUERY_BATCH_KERNEL_REGION_H
#define CAROM_QUERY_BATCH_KERNEL_REGION_H

#include "carom/overlap_inline.h"
#include "query/batch/kernel_lanes.h"
#include "query/batch/tolerances.h"

/* Over all half-spaces: the highest of the least signed distances, the highest of the greatest,
 * and the least magnitude of all. */
typedef struct region_verdict {
    reals low, high, near;
} region_verdict;

static CAROM_INLINE region_verdict no_plane(void) {
    const reals most = reals_all((carom_real)INFINITY);
    return (region_verdict){reals_neg(most), reals_neg(most), most};
}

static CAROM_INLINE void take_plane(region_verdict *v, reals height, reals reach) {
    reals low = reals_sub(height, reach), high = reals_add(height, reach);
    v->low = reals_max(v->low, low);
    v->high = reals_max(v->high, high);
    v->near = reals_min(v->near, reals_min(reals_abs(low), reals_abs(high)));
}

/* Distances have 11 roundings relative to the sum of the products' magnitudes. Where that
 * overflows or is NaN, nothing is certain. */
static CAROM_INLINE lane_answer put_region(batch_block *block, size_t i, const region_verdict *v,
                                           reals magnitude, reals_flags in_range) {
    reals error = reals_add(reals_mul(magnitude, reals_all(REGION_ERROR)),
                            reals_all((carom_real)CAROM_SMALL_SQUARE));
    reals_flags apart = reals_lt(error, v->low), known = reals_lt(error, v->near);
    reals_flags yes = reals_and(reals_and(in_range, known), reals_not(apart));
    reals_flags inside = reals_and(yes, reals_lt(v->high, reals_neg(error)));
    block->certain |= (uint64_t)reals_bits(inside) << i;
    return (lane_answer){reals_bits(yes), reals_bits(reals_and(in_range, reals_or(apart, known)))};
}

static CAROM_INLINE reals dot_about(const carom_real by[3], const reals v[3], reals plus) {
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++)
        plus = reals_mad_about(reals_all(by[k]), v[k], plus);
    return plus;
}

/* Everything is doubled, which avoids halves: the sum of the ends for the middle, and their
 * difference for the extent. */
static CAROM_INLINE lane_answer region_aabb_lanes(batch_block *block, size_t i) {
    reals middle[3], side[3], reach[3], sum = reals_all(0), least = reals_all(0);
    region_verdict v = no_plane();
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++) {
        reals low = lane_real(&block->a, k, i), high = lane_real(&block->a, k + 3, i);
        middle[k] = reals_add(low, high);
        side[k] = reals_sub(high, low);
        reach[k] = reals_add(reals_abs(low), reals_abs(high));
        sum = reals_add(sum, reach[k]);
        least = reals_min(side[k], least);
    }
    for (size_t p = 0; p < block->plane_count; p++) {
        const batch_plane *plane = &block->planes[p];
        take_plane(&v, dot_about(plane->normal, middle, reals_all(-2 * plane->offset)),
                   dot_about(plane->size, side, reals_all(0)));
    }
    reals_flags in_range =
        reals_and(reals_le(reals_all(0), least), reals_le(sum, reals_all(CAROM_REAL_MAX)));
    const batch_plane *all = block->largest;
    return put_region(block, i, &v, dot_about(all->size, reach, reals_all(2 * all->offset)),
                      in_range);
}

static CAROM_INLINE lane_answer region_sphere_lanes(batch_block *block, size_t i) {
    reals center[3], reach[3], radius = lane_real(&block->a, 3, i);
    region_verdict v = no_plane();
    SIMD_UNROLL_3
    for (int k = 0; k < 3; k++) {
        center[k] = lane_real(&block->a, k, i);
        reach[k] = reals_abs(center[k]);
    }
    for (size_t p = 0; p < block->plane_count; p++) {
        const batch_plane *plane = &block->planes[p];
        take_plane(&v, dot_about(plane->normal, center, reals_all(-plane->offset)),
                   reals_mul(radius, reals_all(plane->length)));
    }
    reals_flags in_range =
        reals_and(reals_le(reals_all(0), radius), reals_le(radius, reals_all(CAROM_REAL_MAX)));
    const batch_plane *all = block->largest;
    reals magnitude = reals_mad_about(radius, reals_all(all->length), reals_all(all->offset));
    return put_region(block, i, &v, dot_about(all->size, reach, magnitude), in_range);
}

#endif
