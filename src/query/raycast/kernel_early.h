/* A first test in the caller's own precision: most rays miss, and a clear miss needs neither
 * double nor exactness. Each test is one decision, because unpredictable branches cost more than
 * the arithmetic they save. False means undecided, and is also the answer for everything that is
 * not a valid number. */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_EARLY_H
#define CAROM_QUERY_RAYCAST_KERNEL_EARLY_H

#include "query/raycast/path.h"

static inline carom_vec3 early_sub(carom_vec3 a, carom_vec3 b) {
    return (carom_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline carom_vec3 early_cross(carom_vec3 a, carom_vec3 b) {
    return (carom_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline carom_real early_dot(carom_vec3 a, carom_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline carom_real early_abs(carom_real a) {
    return (carom_real)fabs((double)a);
}
static inline carom_real early_most(carom_real a, carom_real b) {
    return a > b ? a : b;
}
static inline carom_real early_least(carom_real a, carom_real b) {
    return a < b ? a : b;
}
static inline carom_real early_size(carom_vec3 a) {
    return early_most(early_abs(a.x), early_most(early_abs(a.y), early_abs(a.z)));
}

/** True when origin + t * direction, t >= t_min, certainly misses triangle `v`: the products and
 * bounds of path_triangle_filter, without those that only a hit needs. */
static inline bool early_triangle_miss(carom_vec3 origin, carom_vec3 direction, carom_real t_min,
                                       const carom_vec3 v[3]) {
    carom_vec3 e1 = early_sub(v[1], v[0]), e2 = early_sub(v[2], v[0]), s = early_sub(origin, v[0]);
    carom_vec3 p = early_cross(direction, e2), q = early_cross(s, e1);
    carom_real det = early_dot(e1, p), u = early_dot(s, p), w = early_dot(direction, q);
    carom_real numerator = early_dot(e2, q);
    carom_real size_1 = early_size(e1), size_2 = early_size(e2);
    carom_real size_s = early_size(s), size_d = early_size(direction);
    carom_real t_error = EARLY_TRIANGLE_ERROR * (size_1 * size_2);
    carom_real det_error = t_error * size_d;
    t_error *= size_s;
    carom_real side_error = det_error + EARLY_TRIANGLE_ERROR * size_d * size_s * (size_1 + size_2);
    carom_real size = early_abs(det), flip = (carom_real)copysign(1.0, (double)det);
    u *= flip;
    w *= flip;
    carom_real sides = early_least(early_least(u, w), size - u - w) + side_error;
    carom_real ahead = numerator * flip - t_min * size + t_error + 2 * early_abs(t_min) * det_error;
    carom_real shortest = early_least(early_least(size_1, size_2), early_least(size_s, size_d));
    carom_real longest = early_most(early_most(size_1, size_2), early_most(size_s, size_d));
    return (size > det_error) & (shortest > EARLY_SHORT) & (longest < EARLY_LONG) &
           ((sides < 0) | (ahead < 0));
}

typedef struct early_slabs {
    carom_real near_x, near_y; /* for the choice of the entered face */
    carom_real enter;          /* of the box alone */
    carom_real first, last;    /* cut to the ray's range */
    path_answer answer;
} early_slabs;

/** True when a and b are further apart than the rounding of two quotients. */
static inline bool early_apart(carom_real a, carom_real b) {
    return early_abs(a - b) >
           EARLY_SLAB_ERROR * early_least(early_abs(a), early_abs(b)) + EARLY_LOST;
}

/** Slab test without unpredictable branches: certain when entry and exit are clearly apart, and
 * nothing was zero, infinite or out of range. */
static inline early_slabs early_aabb(const carom_ray *ray, const carom_aabb *box) {
    carom_vec3 o = ray->origin, d = ray->direction, low = box->min, high = box->max;
    carom_vec3 inverse = {1 / d.x, 1 / d.y, 1 / d.z};
    carom_vec3 a = {(low.x - o.x) * inverse.x, (low.y - o.y) * inverse.y,
                    (low.z - o.z) * inverse.z};
    carom_vec3 b = {(high.x - o.x) * inverse.x, (high.y - o.y) * inverse.y,
                    (high.z - o.z) * inverse.z};
    early_slabs s;
    s.near_x = early_least(a.x, b.x);
    s.near_y = early_least(a.y, b.y);
    s.enter = early_most(early_most(s.near_x, s.near_y), early_least(a.z, b.z));
    s.first = early_most(s.enter, ray->t_min);
    s.last = early_least(early_least(early_most(a.x, b.x), early_most(a.y, b.y)),
                         early_least(early_most(a.z, b.z), ray->t_max));
    /* Not finite for NaN, for infinities, for a direction component that is zero or too small, and
     * for one so large that its reciprocal is subnormal. */
    carom_real sum = ((a.x + b.x) + (a.y + b.y)) + ((a.z + b.z) + 8 * d.x) + (8 * d.y + 8 * d.z);
    carom_real thickness = early_least(early_least(high.x - low.x, high.y - low.y), high.z - low.z);
    bool apart = early_apart(s.first, s.last);
    bool is_certain = (early_abs(sum) <= CAROM_REAL_MAX) & (thickness >= 0) & apart;
    s.answer = CAROM_LIKELY(is_certain) ? (path_answer)(s.last > s.first) : PATH_DOUBT;
    return s;
}

#endif
