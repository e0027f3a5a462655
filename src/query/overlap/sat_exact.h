/* Exact separating axis test for boxes, segments, points and triangles as the sets that their
 * numbers describe: an oriented box is center + sum of s_i half_extents_i axes_i, however the
 * axes' lengths and angles were rounded. The fallback behind the fast box tests. */
#ifndef CAROM_QUERY_OVERLAP_SAT_EXACT_H
#define CAROM_QUERY_OVERLAP_SAT_EXACT_H

#include "carom/shape.h"
#include "math/predicates.h"

/** The points (p[0] + p[1]) / 2 + sum of s_k * (size[k] / 2) * (to[k] - from[k]), |s_k| <= 1: a
 * point, segment or box for 0, 1 or 3 edges. Twice a size is a difference of two given numbers, so
 * nothing is rounded. */
typedef struct sat_body {
    vec3 p[2];
    int edges;
    exact_factor size[3];
    vec3 from[3], to[3];
} sat_body;

/** L = (to[0] - from[0]) x (to[1] - from[1]) */
typedef struct sat_axis {
    vec3 from[2], to[2];
} sat_axis;

sat_body carom_sat_point(vec3 point);
sat_body carom_sat_segment(vec3 a, vec3 b);
sat_body carom_sat_aabb(const carom_aabb *box);
sat_body carom_sat_obb(const carom_obb *box);

/** Of edge i of a and edge j of b. */
static inline sat_axis sat_axis_between(const sat_body *a, int i, const sat_body *b, int j) {
    return (sat_axis){{a->from[i], b->from[j]}, {a->to[i], b->to[j]}};
}

/** True when `a` and `b` have no common point. Inputs finite, sizes not negative. */
bool carom_sat_disjoint(const sat_body *a, const sat_body *b);

/** True when the box `a` and the triangle have no common point. */
bool carom_sat_disjoint_triangle(const sat_body *a, const vec3 triangle[3]);

/** True when every point of `b` is in the box `a`. */
bool carom_sat_contains(const sat_body *a, const sat_body *b);

#endif
