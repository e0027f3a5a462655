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

/* The overlaps along the faces' normals: three of A, three of B. */
static inline void box_axes_faces(const box_axes *x, double over[6]) {
    for (int i = 0; i < 3; i++) {
        over[i] = x->half_a[i] + x->half_b[0] * x->mixed[i][0] + x->half_b[1] * x->mixed[i][1] +
                  x->half_b[2] * x->mixed[i][2] - fabs(x->apart[i]);
        over[3 + i] = x->half_b[i] + x->half_a[0] * x->mixed[0][i] + x->half_a[1] * x->mixed[1][i] +
                      x->half_a[2] * x->mixed[2][i] - fabs(x->apart_b[i]);
    }
}

/* May the overlap along the cross product of edges i and j be less than `least`? i1, i2 and j1, j2
 * are the other axes. */
static inline unsigned box_axes_edge(const box_axes *x, const int i[3], const int j[3],
                                     double least) {
    double u = x->turn[i[1]][j[0]], v = x->turn[i[2]][j[0]], square = u * u + v * v;
    double across = fabs(x->apart[i[2]] * u - x->apart[i[1]] * v);
    double reach = x->half_a[i[1]] * x->mixed[i[2]][j[0]] + x->half_a[i[2]] * x->mixed[i[1]][j[0]] +
                   x->half_b[j[1]] * x->mixed[i[0]][j[2]] + x->half_b[j[2]] * x->mixed[i[0]][j[1]];
    double over = reach - across - x->doubt;
    unsigned more = over * over > least * least * square * (1.0 + 1e-12);
    return !((over > 0.0) & more);
}

/* The same of all nine, as bits 3 i + j, without a branch: few are set, but which, nobody can
 * guess. */
static inline unsigned box_axes_edges(const box_axes *x, double least) {
    static const int turns[3][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
    unsigned set = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            set |= box_axes_edge(x, turns[i], turns[j], least) << (3 * i + j);
    return set;
}

/* The next of a set of edges, which is taken from it. */
static inline int box_axes_take(unsigned *set) {
    int edge = __builtin_ctz(*set);
    *set &= *set - 1;
    return edge;
}

#endif
