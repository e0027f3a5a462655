/* Overlap of segments and triangles by orientation predicates [Shewchuk97], exact for every
 * degeneracy. Everything reduces to a segment and a triangle. A segment across the plane meets the
 * triangle when the line passes all three edges on the same side [Ericson05] 5.3.4. In the plane,
 * or when the triangle is itself a segment or a point, an end of the segment is inside or two
 * coplanar segments cross. Two triangles touch exactly when an edge of one meets the other;
 * coplanar triangles, which are frequent where surfaces lie on each other, touch when no edge of
 * one has the other beyond it. */
#include "query/overlap/planar_exact.h"

#include "math/predicates.h"
#include "query/closest/exact_contact.h"

static bool all_finite(const vec3 *points, int count) {
    for (int i = 0; i < count; i++)
        if (!finite3(points[i])) return false;
    return true;
}

static bool ranges_meet(double a0, double a1, double b0, double b1) {
    return max2(a0, a1) >= min2(b0, b1) && max2(b0, b1) >= min2(a0, a1);
}

/* Coplanar segments: tested in a projection in which they are not degenerate; when all four points
 * are collinear in every projection, by their ranges on each axis. */
static bool coplanar_segments_touch(const vec3 a[2], const vec3 b[2]) {
    for (int axis = 0; axis < 3; axis++) {
        int o[4] = {carom_orient2d(a[0], a[1], b[0], axis), carom_orient2d(a[0], a[1], b[1], axis),
                    carom_orient2d(b[0], b[1], a[0], axis), carom_orient2d(b[0], b[1], a[1], axis)};
        if (o[0] || o[1] || o[2] || o[3]) return o[0] * o[1] <= 0 && o[2] * o[3] <= 0;
    }
    return ranges_meet(a[0].x, a[1].x, b[0].x, b[1].x) &&
           ranges_meet(a[0].y, a[1].y, b[0].y, b[1].y) &&
           ranges_meet(a[0].z, a[1].z, b[0].z, b[1].z);
}

bool carom_segments_touch_exact(const vec3 a[2], const vec3 b[2]) {
    if (!all_finite(a, 2) || !all_finite(b, 2)) return false;
    if (equal3(a[0], a[1])) return carom_point_on_segment_exact(a[0], b[0], b[1]);
    if (equal3(b[0], b[1])) return carom_point_on_segment_exact(b[0], a[0], a[1]);
    if (carom_orient3d(a[0], a[1], b[0], b[1]) != 0) return false;
    return coplanar_segments_touch(a, b);
}

bool carom_segment_touches_triangle_exact(const vec3 s[2], const vec3 v[3]) {
    if (!all_finite(s, 2) || !all_finite(v, 3)) return false;
    int from = carom_orient3d(v[0], v[1], v[2], s[0]), to = carom_orient3d(v[0], v[1], v[2], s[1]);
    if (from * to > 0) return false;
    if (from == 0 && to == 0) {
        if (carom_point_on_triangle_exact(s[0], v) || carom_point_on_triangle_exact(s[1], v))
            return true;
        for (int i = 0; i < 3; i++)
            if (carom_segments_touch_exact(s, (vec3[2]){v[i], v[(i + 1) % 3]})) return true;
        return false;
    }
    int side[3];
    for (int i = 0; i < 3; i++)
        side[i] = carom_orient3d(s[0], s[1], v[i], v[(i + 1) % 3]);
    bool left = side[0] >= 0 && side[1] >= 0 && side[2] >= 0;
    bool right = side[0] <= 0 && side[1] <= 0 && side[2] <= 0;
    return left || right;
}

static bool share_corner(const vec3 a[3], const vec3 b[3]) {
    for (int i = 0; i < 9; i++)
        if (equal3(a[i / 3], b[i % 3])) return true;
    return false;
}

static bool in_one_plane(const vec3 a[3], const vec3 b[3]) {
    for (int i = 0; i < 3; i++)
        if (carom_orient3d(a[0], a[1], a[2], b[i]) != 0) return false;
    return true;
}

static bool beyond_an_edge(const vec3 of[3], const vec3 t[3], int axis, int turn) {
    for (int i = 0; i < 3; i++) {
        vec3 from = of[i], to = of[(i + 1) % 3];
        if (carom_orient2d(from, to, t[0], axis) * turn < 0 &&
            carom_orient2d(from, to, t[1], axis) * turn < 0 &&
            carom_orient2d(from, to, t[2], axis) * turn < 0)
            return true;
    }
    return false;
}

bool carom_triangles_touch_exact(const vec3 a[3], const vec3 b[3]) {
    if (!all_finite(a, 3) || !all_finite(b, 3)) return false;
    if (share_corner(a, b)) return true;
    for (int axis = 0; axis < 3; axis++) {
        int turn_a = carom_orient2d(a[0], a[1], a[2], axis);
        int turn_b = carom_orient2d(b[0], b[1], b[2], axis);
        if (turn_a == 0 || turn_b == 0) continue;
        if (!in_one_plane(a, b)) break;
        return !beyond_an_edge(a, b, axis, turn_a) && !beyond_an_edge(b, a, axis, turn_b);
    }
    for (int i = 0; i < 3; i++) {
        vec3 edge_a[2] = {a[i], a[(i + 1) % 3]}, edge_b[2] = {b[i], b[(i + 1) % 3]};
        if (carom_segment_touches_triangle_exact(edge_a, b)) return true;
        if (carom_segment_touches_triangle_exact(edge_b, a)) return true;
    }
    return false;
}
