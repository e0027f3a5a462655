/* The overlaps of two boxes along the 15 separating axes, from the products of their axes: cheap,
 * and exact but for a bound. A search for the least overlap measures only those that may be it
 * [Gottschalk96]. */
#ifndef CAROM_MATH_BOX_AXES_H
#define CAROM_MATH_BOX_AXES_H

#include "math/vec.h"

typedef struct box_axes {
    double turn[3][3], mixed[3][3]; /* a . b of unit axes, and their magnitudes */
    double apart[3], apart_b[3];    /* from A's centre to B's, along the axes of either */
    double half_a[3], half_b[3];
    double doubt; /* what rounding may be wrong by */
} box_axes;

static inline void box_axes_set(box_axes *x, const vec3 a[3], const vec3 b[3], vec3 from_a_to_b) {
    double size = 0.0;
    for (int i = 0; i < 3; i++) {
        x->apart[i] = dot3(a[i], from_a_to_b);
        x->apart_b[i] = dot3(b[i], from_a_to_b);
        size += x->half_a[i] + x->half_b[i];
        for (int j = 0; j < 3; j++) {
            x->turn[i][j] = dot3(a[i], b[j]);
            x->mixed[i][j] = fabs(x->turn[i][j]);
        }
    }
    x->doubt = 1e-13 * (size + max_abs3(from_a_to_b));
}

static inline double box_axes_face_a(const box_axes *x, int i) {
    return x->half_a[i] + x->half_b[0] * x->mixed[i][0] + x->half_b[1] * x->mixed[i][1] +
           x->half_b[2] * x->mixed[i][2] - fabs(x->apart[i]);
}

static inline double box_axes_face_b(const box_axes *x, int j) {
    return x->half_b[j] + x->half_a[0] * x->mixed[0][j] + x->half_a[1] * x->mixed[1][j] +
           x->half_a[2] * x->mixed[2][j] - fabs(x->apart_b[j]);
}

/* May the overlap along the cross product of edges i and j be less than `least`? */
static inline bool box_axes_edge_matters(const box_axes *x, int i, int j, double least) {
    int i1 = i < 2 ? i + 1 : 0, i2 = i > 0 ? i - 1 : 2, j1 = j < 2 ? j + 1 : 0;
    int j2 = j > 0 ? j - 1 : 2;
    double u = x->turn[i1][j], v = x->turn[i2][j], square = u * u + v * v;
    double across = fabs(x->apart[i2] * u - x->apart[i1] * v);
    double reach = x->half_a[i1] * x->mixed[i2][j] + x->half_a[i2] * x->mixed[i1][j] +
                   x->half_b[j1] * x->mixed[i][j2] + x->half_b[j2] * x->mixed[i][j1];
    double over = reach - across - x->doubt;
    return !(over > 0.0 && over * over > least * least * square * (1.0 + 1e-12));
}

#endif
