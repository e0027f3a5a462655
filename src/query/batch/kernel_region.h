/* Boxes and spheres against several half-spaces, in the caller's precision with a bound on the
 * rounding of the signed distances. The corner that is lowest along a normal is the same for all
 * boxes, so it takes no choice per box. */
#ifndef CAROM_QUERY_BATCH_KERNEL_REGION_H
#define CAROM_QUERY_BATCH_KERNEL_REGION_H

#include "carom/overlap_inline.h"
#include "query/batch/kernel_lanes.h"

typedef struct region_verdict {
    reals_flags apart, inside, doubt;
} region_verdict;

/* Four products, summed up: 5 roundings in terms of the sum of their magnitudes. */
static CAROM_INLINE reals signed_error(reals magnitude) {
    return reals_add(reals_mul(magnitude, reals_all(8 * CAROM_REAL_EPSILON)),
                     reals_all((carom_real)CAROM_SMALL_SQUARE));
}

/* From bounds on the lowest and the highest signed distance. */
static CAROM_INLINE void take_plane(region_verdict *v, reals lowest, reals highest, reals error) {
    reals_flags apart = reals_lt(error, lowest), inside = reals_lt(highest, reals_neg(error));
    reals_flags cut = reals_and(reals_lt(lowest, reals_neg(error)), reals_lt(error, highest));
    v->apart = reals_or(v->apart, apart);
    v->inside = reals_and(v->inside, inside);
    v->doubt = reals_or(v->doubt, reals_not(reals_or(inside, cut)));
}

static CAROM_INLINE region_verdict no_plane(void) {
    const reals zero = reals_all(0);
    reals_flags none = reals_lt(zero, zero);
    return (region_verdict){none, reals_not(none), none};
}

static CAROM_INLINE bool all_apart(const region_verdict *v) {
    return reals_bits(v->apart) == ALL_REALS;
}

static CAROM_INLINE lane_answer put_region(batch_block *block, size_t i, const region_verdict *v,
                                           reals_flags sound) {
    reals_flags sure = reals_and(sound, reals_not(v->doubt));
    reals_flags yes = reals_and(sure, reals_not(v->apart));
    block->certain |= (uint64_t)reals_bits(reals_and(yes, v->inside)) << i;
    return (lane_answer){reals_bits(yes), reals_bits(reals_or(sure, v->apart))};
}

static CAROM_INLINE reals corner_distance(const batch_plane *plane, const reals corner[3]) {
    reals sum = reals_mul(reals_all(plane->normal[0]), corner[0]);
    sum = reals_add(sum, reals_mul(reals_all(plane->normal[1]), corner[1]));
    return reals_add(sum, reals_mul(reals_all(plane->normal[2]), corner[2]));
}

static CAROM_INLINE carom_real real_size(carom_real x) {
    return x < 0 ? -x : x;
}

/* Sum of the magnitudes of the products, for components no larger than `reach`. */
static CAROM_INLINE reals product_sizes(const batch_plane *plane, const reals reach[3]) {
    reals sum = reals_all(real_size(plane->offset));
    for (int k = 0; k < 3; k++)
        sum = reals_add(sum, reals_mul(reals_all(real_size(plane->normal[k])), reach[k]));
    return sum;
}

static CAROM_INLINE lane_answer region_aabb_lanes(batch_block *block, size_t i) {
    reals end[2][3], reach[3], sum = reals_all(0), least = reals_all(0);
    region_verdict v = no_plane();
    for (int k = 0; k < 3; k++) {
        end[0][k] = lane_real(&block->a, k, i);
        end[1][k] = lane_real(&block->a, k + 3, i);
        reach[k] = reals_max(reals_abs(end[0][k]), reals_abs(end[1][k]));
        reals side = reals_sub(end[1][k], end[0][k]);
        sum = reals_add(sum, side);
        least = reals_min(side, least);
    }
    for (size_t p = 0; p < block->plane_count && !all_apart(&v); p++) {
        const batch_plane *plane = &block->planes[p];
        reals low[3], high[3], offset = reals_all(plane->offset);
        for (int k = 0; k < 3; k++) {
            bool up = plane->normal[k] > 0;
            low[k] = end[!up][k];
            high[k] = end[up][k];
        }
        take_plane(&v, reals_sub(corner_distance(plane, low), offset),
                   reals_sub(corner_distance(plane, high), offset),
                   signed_error(product_sizes(plane, reach)));
    }
    reals_flags sound =
        reals_and(reals_le(reals_all(0), least), reals_le(sum, reals_all(CAROM_REAL_MAX)));
    return put_region(block, i, &v, sound);
}

static CAROM_INLINE lane_answer region_sphere_lanes(batch_block *block, size_t i) {
    reals center[3], reach[3], radius = lane_real(&block->a, 3, i);
    region_verdict v = no_plane();
    for (int k = 0; k < 3; k++) {
        center[k] = lane_real(&block->a, k, i);
        reach[k] = reals_abs(center[k]);
    }
    for (size_t p = 0; p < block->plane_count && !all_apart(&v); p++) {
        const batch_plane *plane = &block->planes[p];
        reals way = reals_sub(corner_distance(plane, center), reals_all(plane->offset));
        reals out = reals_mul(radius, reals_all(plane->length));
        reals error = signed_error(reals_add(product_sizes(plane, reach), reals_abs(out)));
        take_plane(&v, reals_sub(way, out), reals_add(way, out), error);
    }
    reals_flags sound =
        reals_and(reals_le(reals_all(0), radius), reals_le(radius, reals_all(CAROM_REAL_MAX)));
    return put_region(block, i, &v, sound);
}

#endif
