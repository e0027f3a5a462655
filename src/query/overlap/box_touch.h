/* Contact of two boxes that stand on each other, decided by one point and one axis, or of prisms
 * along a coordinate axis by what they take of it. The answers are exact. */
#ifndef CAROM_QUERY_OVERLAP_BOX_TOUCH_H
#define CAROM_QUERY_OVERLAP_BOX_TOUCH_H

#include "carom/shape.h"
#include "math/error_free.h"
#include "math/vec.h"

/** The set { center + sum of s_i half_i edge_i, |s_i| <= 1 }, to the last digit of these numbers.
 */
typedef struct touch_box {
    vec3 center, edge[3];
    double half[3];
} touch_box;

typedef enum touch_end {
    TOUCH_UNDECIDED,
    TOUCH_CONTACT,
    TOUCH_APART,
    TOUCH_LEANING /* of box_standing.h: faces that are not quite parallel, which all axes decide */
} touch_end;

static inline touch_box touch_box_of_obb(const carom_obb *box) {
    return (touch_box){
        load3(box->center),
        {load3(box->axes[0]), load3(box->axes[1]), load3(box->axes[2])},
        {(double)box->half_extents.x, (double)box->half_extents.y, (double)box->half_extents.z}};
}

/** @return false where centre and half-extents are not doubles */
static inline bool touch_box_of_aabb(touch_box *out, const carom_aabb *box) {
    const vec3 low = load3(box->min), high = load3(box->max);
    double *center = &out->center.x, left = 0.0;
    for (int i = 0; i < 3; i++) {
        double tail[2];
        two_sum(axis3(high, i), axis3(low, i), &center[i], &tail[0]);
        two_sum(axis3(high, i), -axis3(low, i), &out->half[i], &tail[1]);
        center[i] *= 0.5;
        out->half[i] *= 0.5;
        out->edge[i] = vec(i == 0, i == 1, i == 2);
        left += fabs(tail[0]) + fabs(tail[1]);
    }
    return left == 0.0;
}

/** What a box takes of a coordinate axis that is one of its own, { middle - half .. middle + half
 * }, both numbers doubled. */
typedef struct touch_interval {
    double middle, half;
} touch_interval;

/** @return false where the numbers are not doubles */
static inline bool touch_interval_of_aabb(touch_interval *out, const carom_aabb *box, int k) {
    const double low = (double)(&box->min.x)[k], high = (double)(&box->max.x)[k];
    double tail[2];
    two_sum(high, low, &out->middle, &tail[0]);
    two_sum(high, -low, &out->half, &tail[1]);
    return tail[0] == 0.0 && tail[1] == 0.0;
}

/** @return false where the box is no prism along coordinate axis k, its edge `axis` exactly along
 * and the two others exactly across it */
static inline bool touch_interval_of_obb(touch_interval *out, const carom_obb *box, int axis,
                                         int k) {
    const carom_real *e = &box->axes[axis].x, *f = &box->axes[axis < 2 ? axis + 1 : 0].x;
    const carom_real *g = &box->axes[axis > 0 ? axis - 1 : 2].x;
    const int u = k < 2 ? k + 1 : 0, v = k > 0 ? k - 1 : 2;
    out->middle = 2.0 * (double)(&box->center.x)[k];
    out->half = 2.0 * (double)(&box->half_extents.x)[axis];
    return (e[u] == 0) & (e[v] == 0) & (f[k] == 0) & (g[k] == 0) & (fabs((double)e[k]) == 1.0);
}

/** Do the intervals share a number? Undecided where their distance or size is no double. */
static inline touch_end touch_intervals(touch_interval p, touch_interval q) {
    double apart, reach, tail[2];
    two_sum(p.middle, -q.middle, &apart, &tail[0]);
    two_sum(p.half, q.half, &reach, &tail[1]);
    if (!(tail[0] == 0.0 && tail[1] == 0.0 && min2(p.half, q.half) >= 0.0)) return TOUCH_UNDECIDED;
    return fabs(apart) <= reach ? TOUCH_CONTACT : TOUCH_APART;
}

/** The overlap of the boxes along a unit direction from A to B. */
static inline double touch_depth_along(const touch_box *a, const touch_box *b, vec3 n) {
    double depth = -dot3(n, sub3(b->center, a->center));
    for (int i = 0; i < 3; i++) {
        depth += a->half[i] * fabs(dot3(n, a->edge[i]));
        depth += b->half[i] * fabs(dot3(n, b->edge[i]));
    }
    return depth;
}

/** Contact: a point of one box is in the other; apart: a face of one is beyond the other. Both are
 * exact. Undecided: mostly boxes whose edges cross, those that rounding leaves in doubt, numbers
 * that are not finite and negative half-extents. */
touch_end carom_boxes_touch(const touch_box *a, const touch_box *b);

#endif
