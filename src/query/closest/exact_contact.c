/* A point is on a segment when it is collinear and between the ends, and on a triangle when it is
 * coplanar and inside: orientation predicates [Shewchuk97]. Inside is decided in the projection
 * along an axis in which the triangle keeps its area. */
#include "query/closest/exact_contact.h"

#include "math/predicates.h"

static bool is_between(double x, double a, double b) {
    return (a <= x && x <= b) || (b <= x && x <= a);
}

bool carom_point_on_segment_exact(vec3 p, vec3 a, vec3 b) {
    return is_between(p.x, a.x, b.x) && is_between(p.y, a.y, b.y) && is_between(p.z, a.z, b.z) &&
           carom_collinear(a, b, p);
}

bool carom_point_on_triangle_exact(vec3 p, const vec3 v[3]) {
    if (!finite3(p) || !finite3(v[0]) || !finite3(v[1]) || !finite3(v[2])) return false;
    for (int axis = 0; axis < 3; axis++) {
        int turn = carom_orient2d(v[0], v[1], v[2], axis);
        if (turn == 0) continue;
        return carom_orient3d(v[0], v[1], v[2], p) == 0 &&
               turn * carom_orient2d(v[0], v[1], p, axis) >= 0 &&
               turn * carom_orient2d(v[1], v[2], p, axis) >= 0 &&
               turn * carom_orient2d(v[2], v[0], p, axis) >= 0;
    }
    for (int i = 0; i < 3; i++)
        if (carom_point_on_segment_exact(p, v[i], v[(i + 1) % 3])) return true;
    return false;
}

bool carom_point_on_line_exact(vec3 p, vec3 origin, vec3 direction) {
    const double d[3] = {direction.x, direction.y, direction.z};
    const double hi[3] = {p.x, p.y, p.z}, lo[3] = {origin.x, origin.y, origin.z};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        exact_term terms[2] = {{{{d[j], 0}, {hi[k], lo[k]}}, 2, false},
                               {{{d[k], 0}, {hi[j], lo[j]}}, 2, true}};
        if (carom_exact_sign(terms, 2) != 0) return false;
    }
    return true;
}
