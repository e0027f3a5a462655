/* Support functions (support mappings): the farthest point of a shape along a direction, which is
 * all that the convex engine needs to know of it [Bergen99].
 *
 * Points are relative to the shape's centre (absolute for POINTS), so that a pair far from the
 * origin is solved on small numbers. A switch over the kind replaces a function pointer: within one
 * query it always takes the same branch, and the short kinds are inlined. */
#ifndef CAROM_CONVEX_SUPPORT_SUPPORT_H
#define CAROM_CONVEX_SUPPORT_SUPPORT_H

#include "convex/support/convex.h"
#include "convex/support/tolerances.h"

/** Farthest vertex of a hull along a direction of its own frame.
 * @param hint a vertex likely to be near the answer; 0 for none; ~vertex for one that may be far,
 * from which only large hulls are climbed, and only when it beats their own start */
int carom_convex_hull_support(const hull_data *hull, const vec3 *direction, int hint);

/** Support mapping of the curved kinds, hulls and outlines, relative to convex_origin. `*index`:
 * for hulls a hint, then the vertex. */
vec3 carom_convex_support_far(const convex_shape *shape, const vec3 *direction, int *index);

static inline vec3 convex_from_axes(const convex_shape *s, double x, double y, double z) {
    return mad3(mad3(scale3(s->axes[0], x), s->axes[1], y), s->axes[2], z);
}

static inline vec3 convex_to_axes(const convex_shape *s, vec3 d) {
    return vec(dot3(s->axes[0], d), dot3(s->axes[1], d), dot3(s->axes[2], d));
}

/** A face's normal in the common frame, by the matrix of cofactors: perpendicular to the face even
 * where the axes are not exactly orthonormal; its length is preserved only approximately. */
static inline vec3 convex_rotated_normal(const convex_shape *s, vec3 n) {
    const vec3 *axes = s->axes;
    vec3 x = cross3(axes[1], axes[2]), y = cross3(axes[2], axes[0]), z = cross3(axes[0], axes[1]);
    return mad3(mad3(scale3(x, n.x), y, n.y), z, n.z);
}

/** Deviation of the axes from orthonormality: the greatest entry of |A^T A - I|. */
static inline double convex_distortion(const vec3 axes[3]) {
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        most = max2(most, fabs(len2(axes[i]) - 1.0));
        most = max2(most, fabs(dot3(axes[i], axes[i < 2 ? i + 1 : 0])));
    }
    return most;
}

static inline int convex_points_support(const vec3 *points, int count, vec3 d) {
    int best = 0;
    double farthest = dot3(points[0], d);
    for (int i = 1; i < count; i++) {
        double along = dot3(points[i], d);
        best = along > farthest ? i : best;
        farthest = along > farthest ? along : farthest;
    }
    return best;
}

static inline vec3 convex_outline_corner(const convex_shape *s, int index) {
    vec3 v = s->outline->corner(s->outline->of, index);
    return convex_from_axes(s, v.x, v.y, v.z);
}

/** Corner of a box in its own frame; the bits of `index` select the positive sides. */
static inline vec3 convex_box_corner(const convex_shape *s, int index) {
    return vec(index & 1 ? s->half.x : -s->half.x, index & 2 ? s->half.y : -s->half.y,
               index & 4 ? s->half.z : -s->half.z);
}

/** Vertex `index` of a box, hull or outline in its own frame. */
static inline vec3 convex_own_vertex(const convex_shape *s, int index) {
    if (CAROM_UNLIKELY(s->kind == CONVEX_OUTLINE)) return s->outline->corner(s->outline->of, index);
    return s->kind == CONVEX_BOX ? convex_box_corner(s, index) : hull_vertex(s->hull, index);
}

/** Vertex `index` of a polytope, relative to convex_origin. */
static inline vec3 convex_vertex(const convex_shape *s, int index) {
    if (s->kind == CONVEX_POINTS) return s->points[index];
    const vec3 v = convex_own_vertex(s, index);
    return convex_from_axes(s, v.x, v.y, v.z);
}

static inline bool convex_is_point(const convex_shape *s) {
    return s->kind == CONVEX_POINTS && s->count == 1;
}

/** Is the shape a set of points without faces: POINTS or OUTLINE? */
static inline bool convex_is_point_set(const convex_shape *s) {
    return s->kind <= CONVEX_POINTS;
}

static inline bool convex_is_polyhedral(const convex_shape *s) {
    return s->kind <= CONVEX_HULL;
}

static inline int convex_vertex_count(const convex_shape *s) {
    return convex_is_point_set(s)  ? s->count
           : s->kind == CONVEX_BOX ? 8
                                   : (int)s->hull->vertex_count;
}

/** The origin of the shape's support points. */
static inline vec3 convex_origin(const convex_shape *s) {
    return s->kind == CONVEX_POINTS ? vec(0, 0, 0) : s->center;
}

/* The part of d perpendicular to the axis, unless little of it is left: then its rounding error
 * shows, and it is recomputed from the other two axes. */
static inline vec3 convex_cylinder_offset(const convex_shape *s, vec3 d) {
    vec3 axis = s->axes[2];
    double along = dot3(axis, d), high = copysign(s->half.z, along);
    vec3 out = mad3(d, axis, -along);
    double square = len2(out);
    if (CAROM_LIKELY(square > SUPPORT_AXIAL_TANGENT2 * along * along && square <= DBL_MAX))
        return mad3(scale3(scale3(out, 1.0 / sqrt(square)), s->half.x), axis, high);
    double x = dot3(s->axes[0], d), y = dot3(s->axes[1], d), length = sqrt(x * x + y * y);
    double k = length > 0.0 ? 1.0 / length : 0.0;
    return convex_from_axes(s, x * k * s->half.x, y * k * s->half.x, high);
}

/** Error bound of the support function that comes from the choice of the farthest vertex: dot
 * products are rounded relative to the distance of the points from convex_origin, which the shifts
 * bridge. */
static inline double convex_choice_rounding(vec3 shift_a, vec3 shift_b) {
    return SUPPORT_CHOICE_ROUNDING * (max_abs3(shift_a) + max_abs3(shift_b));
}

/** Support mapping: the farthest point of the core along `d`, relative to convex_origin. `*index`
 * receives the vertex; for hulls it is also the hint. */
static inline vec3 convex_offset(const convex_shape *s, vec3 d, int *index) {
    if (s->kind == CONVEX_POINTS) {
        *index = convex_points_support(s->points, s->count, d);
        return s->points[*index];
    }
    if (s->kind == CONVEX_BOX) {
        vec3 u = convex_to_axes(s, d);
        *index = (u.x > 0.0) | (u.y > 0.0) << 1 | (u.z > 0.0) << 2;
        vec3 v = convex_box_corner(s, *index);
        return convex_from_axes(s, v.x, v.y, v.z);
    }
    return carom_convex_support_far(s, &d, index);
}

/** The same with all kinds but cones and ellipsoids inlined, for the innermost loops. */
static CAROM_INLINE vec3 convex_offset_inline(const convex_shape *s, vec3 d, int *index) {
    if (s->kind == CONVEX_CYLINDER) {
        *index = 0;
        return convex_cylinder_offset(s, d);
    }
    if (s->kind != CONVEX_HULL) return convex_offset(s, d, index);
    const vec3 local = convex_to_axes(s, d);
    *index = carom_convex_hull_support(s->hull, &local, *index);
    vec3 v = hull_vertex(s->hull, *index);
    return convex_from_axes(s, v.x, v.y, v.z);
}

/** The shape translated by `by`. */
void carom_convex_shift(convex_posed *out, const convex_shape *shape, vec3 by);

/** Support mapping of the core: its farthest point along `direction` (of any length but 0).
 * @param hint for a hull, the vertex from which hill climbing starts; receives the index of the
 * vertex (POINTS; HULL; BOX: bits of the positive sides), or 0 */
vec3 carom_convex_support(const convex_shape *shape, vec3 direction, int *hint);

#endif
