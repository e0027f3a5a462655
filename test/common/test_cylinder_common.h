/* What the tests of two cylinders share. */
#ifndef CAROM_TEST_CYLINDER_COMMON_H
#define CAROM_TEST_CYLINDER_COMMON_H

#include "convex/support/convex.h"

/* Along `axis`, of any length. */
static inline void turn_cylinder(convex_shape *s, vec3 axis) {
    s->axes[2] = scale3(axis, 1.0 / sqrt(len2(axis)));
    s->axes[0] = carom_perpendicular(s->axes[2]);
    s->axes[1] = cross3(s->axes[2], s->axes[0]);
}

/* By how much a point is outside; less than 0 inside. */
static inline double outside_cylinder(const convex_shape *s, vec3 p) {
    vec3 d = sub3(p, s->center);
    double u = dot3(d, s->axes[2]), across = sqrt(len2(mad3(d, s->axes[2], -u)));
    return max2(across - s->half.x, fabs(u) - s->half.z);
}

#endif
