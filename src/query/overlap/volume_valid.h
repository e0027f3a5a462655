/* Validity of volumes, the checks of shape.h, for fallbacks and verbs that are not time-critical;
 * corners and local coordinates of boxes. */
#ifndef CAROM_QUERY_OVERLAP_VOLUME_VALID_H
#define CAROM_QUERY_OVERLAP_VOLUME_VALID_H

#include "carom/shape.h"
#include "math/vec.h"

static inline bool sphere_holds_points(const carom_sphere *sphere) {
    return finite3(load3(sphere->center)) && sphere->radius >= 0 && finite1((double)sphere->radius);
}

static inline bool aabb_holds_points(const carom_aabb *box) {
    vec3 low = load3(box->min), high = load3(box->max);
    return finite3(low) && finite3(high) && low.x <= high.x && low.y <= high.y && low.z <= high.z;
}

static inline bool obb_holds_points(const carom_obb *box) {
    vec3 h = load3(box->half_extents);
    return finite3(load3(box->center)) && finite3(h) && h.x >= 0.0 && h.y >= 0.0 && h.z >= 0.0 &&
           finite3(load3(box->axes[0])) && finite3(load3(box->axes[1])) &&
           finite3(load3(box->axes[2]));
}

static inline bool triangle_is_finite(const carom_triangle *triangle) {
    return finite3(load3(triangle->v[0])) && finite3(load3(triangle->v[1])) &&
           finite3(load3(triangle->v[2]));
}

/** Plane and half-space alike: all finite, normal not zero. */
static inline bool plane_is_sound(carom_vec3 normal, carom_real offset) {
    vec3 n = load3(normal);
    return finite3(n) && finite1((double)offset) && max_abs3(n) > 0.0;
}

static inline bool interval_holds_points(carom_interval a) {
    return finite1((double)a.min) && finite1((double)a.max) && a.min <= a.max;
}

/** Corner 0 to 7: bit 0 chooses max.x, bit 1 max.y, bit 2 max.z. */
static inline vec3 aabb_corner(const carom_aabb *box, int corner) {
    return vec((double)(corner & 1 ? box->max.x : box->min.x),
               (double)(corner & 2 ? box->max.y : box->min.y),
               (double)(corner & 4 ? box->max.z : box->min.z));
}

/** Corner 0 to 7, rounded in double. */
static inline vec3 obb_corner(const carom_obb *box, int corner) {
    vec3 h = load3(box->half_extents), x = load3(box->center);
    x = mad3(x, load3(box->axes[0]), corner & 1 ? h.x : -h.x);
    x = mad3(x, load3(box->axes[1]), corner & 2 ? h.y : -h.y);
    return mad3(x, load3(box->axes[2]), corner & 4 ? h.z : -h.z);
}

/** `point` in the box's frame: its coordinates along the axes, from the centre. */
static inline vec3 obb_local(const carom_obb *box, vec3 point) {
    vec3 from = sub3(point, load3(box->center));
    return vec(dot3(load3(box->axes[0]), from), dot3(load3(box->axes[1]), from),
               dot3(load3(box->axes[2]), from));
}

static inline vec3 clamp_to_box(vec3 x, vec3 low, vec3 high) {
    return vec(x.x < low.x    ? low.x
               : x.x > high.x ? high.x
                              : x.x,
               x.y < low.y    ? low.y
               : x.y > high.y ? high.y
                              : x.y,
               x.z < low.z    ? low.z
               : x.z > high.z ? high.z
                              : x.z);
}

/** Not finite when a component is not: unlike a maximum, a sum keeps a NaN. */
static inline double sum_abs3(vec3 a) {
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

#endif
