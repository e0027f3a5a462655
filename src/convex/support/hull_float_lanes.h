/* Support mapping of a hull in float, eight vertices at a time: shared by the kernels that search
 * hulls in float. The first of equal vertices is taken within each lane, so all instruction sets
 * give the same vertex. */
#ifndef CAROM_CONVEX_SUPPORT_HULL_FLOAT_LANES_H
#define CAROM_CONVEX_SUPPORT_HULL_FLOAT_LANES_H

#include "simd/simd.h"
#include "convex/support/hull_float.h"

/* A vector whose components are repeated in all lanes. */
typedef struct broadcast_vector {
    f8 x, y, z;
} broadcast_vector;

static CAROM_INLINE broadcast_vector spread_vector_of(four v) {
    return (broadcast_vector){f8_all(v[0]), f8_all(v[1]), f8_all(v[2])};
}

/* Eight dot products. */
static CAROM_INLINE f8 eight_products(const broadcast_vector *v, f8 x, f8 y, f8 z) {
    return f8_add(f8_add(f8_mul(v->x, x), f8_mul(v->y, y)), f8_mul(v->z, z));
}

static CAROM_INLINE f8 corner_heights(const hull_float_hull *h, int i, const broadcast_vector *n) {
    const float *at = h->points + 3 * i;
    return eight_products(n, f8_load(at), f8_load(at + HULL_LANES), f8_load(at + 2 * HULL_LANES));
}

static CAROM_INLINE float greatest_in_lanes(f8 x) {
    float lane[4];
    f4_store(lane, f4_max(f8_low(x), f8_high(x)));
    return hull_float_greatest(four_from(lane))[0];
}

/* The first lane that holds the greatest value. */
static CAROM_INLINE unsigned greatest_lane(f8 x, float *greatest) {
    *greatest = greatest_in_lanes(x);
    return lowest_bit(f8_bits(f8_eq(x, f8_all(*greatest))) | 128u);
}

/* The number in `at` of the first lane of `best` that holds the greatest value. */
static CAROM_INLINE int index_of_greatest(f8 best, f8 at, float *greatest) {
    float number[HULL_LANES];
    f8_store(number, at);
    return (int)number[greatest_lane(best, greatest)];
}

static CAROM_INLINE f8 lane_numbers(void) {
    static const float number[HULL_LANES] = {0, 1, 2, 3, 4, 5, 6, 7};
    return f8_load(number);
}

/* A face's normal and offset. */
static CAROM_INLINE four hull_float_plane_at(const hull_data *h, int face) {
    const float *at = h->planes + (face >> 3) * 32 + (face & 7);
    return (four){at[0], at[8], at[16], at[24]};
}

static CAROM_INLINE float above_zero(float x) {
    return x > 0.0f ? x : 0.0f;
}

/* On the arc between two face normals (the image of their edge on the Gauss map), the direction
 * perpendicular to `apart`, or the end of the arc nearer to it. */
static CAROM_INLINE four hull_float_arc_across(four low, four high, four apart) {
    return low * FOUR_OF(above_zero(-hull_float_dot(high, apart))) +
           high * FOUR_OF(above_zero(hull_float_dot(low, apart)));
}

/* The farthest of eight vertices, the first of equals, and its height. */
static CAROM_INLINE int farthest_of_eight(const hull_float_hull *h, const broadcast_vector *n,
                                          float *most) {
    const int found = (int)greatest_lane(corner_heights(h, 0, n), most);
    return found < h->last ? found : h->last;
}

/* The same for any number of vertices. */
static CAROM_INLINE int farthest_corner_along(const hull_float_hull *h, four direction,
                                              float *most) {
    const broadcast_vector n = spread_vector_of(direction);
    if (h->count == HULL_LANES) return farthest_of_eight(h, &n, most);
    const f8 eight = f8_all((float)HULL_LANES);
    f8 best = corner_heights(h, 0, &n), at = lane_numbers(), now = at;
    for (int i = HULL_LANES; i < h->count; i += HULL_LANES) {
        f8 height = corner_heights(h, i, &n);
        now = f8_add(now, eight);
        at = f8_select(f8_lt(best, height), now, at);
        best = f8_max(height, best);
    }
    int found = index_of_greatest(best, at, most);
    return found < h->last ? found : h->last;
}

#endif
