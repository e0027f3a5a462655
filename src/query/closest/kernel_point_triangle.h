/* Closest point of a triangle by Voronoi regions, [Ericson05] 5.1.5. The region tests are sums of
 * products of edge vectors. Where the triangle is so thin that rounding may change their signs, or
 * has no area, a fallback takes the best of its three segments and of a refined face point
 * instead. Never NaN. */
#ifndef CAROM_QUERY_CLOSEST_KERNEL_POINT_TRIANGLE_H
#define CAROM_QUERY_CLOSEST_KERNEL_POINT_TRIANGLE_H

#include "query/closest/kernel_point_segment.h"
#include "query/closest/tolerances.h"
#include "query/closest/triangle_limits.h"
#include "query/closest/closest_point_triangle.h"

static inline on_triangle triangle_vertex(vec3 v, vec3 away, int index) {
    on_triangle out = {v, away, {0, 0, 0}, (carom_feature)(CAROM_VERTEX_0 + index), len2(away)};
    out.bary[index] = 1.0;
    return out;
}

static inline on_triangle triangle_edge(vec3 from, vec3 edge, vec3 away, double t,
                                        const int ends[3]) {
    on_triangle out = {
        mad3(from, edge, t), mad3(away, edge, -t), {0, 0, 0}, (carom_feature)ends[2], 0.0};
    out.bary[ends[0]] = 1.0 - t;
    out.bary[ends[1]] = t;
    out.d2 = len2(out.away);
    return out;
}

static inline on_triangle triangle_face(vec3 a, vec3 ap, const vec3 edges[2], double v, double w) {
    vec3 offset = add3(scale3(edges[0], v), scale3(edges[1], w));
    on_triangle out = {add3(a, offset), sub3(ap, offset), {1.0 - v - w, v, w}, CAROM_FACE, 0.0};
    out.d2 = len2(out.away);
    return out;
}

static const int triangle_edge_ends[3][3] = {
    {0, 1, CAROM_EDGE_01}, {1, 2, CAROM_EDGE_12}, {0, 2, CAROM_EDGE_20}};

static inline on_triangle point_triangle(vec3 p, vec3 a, vec3 b, vec3 c) {
    vec3 ab = sub3(b, a), ac = sub3(c, a), ap = sub3(p, a);
    double bb = len2(ab), cc = len2(ac), bc = dot3(ab, ac);
    double area2 = bb * cc - bc * bc;
    if (CAROM_UNLIKELY(!(area2 > THIN_TRIANGLE * bb * cc && area2 < QUARTIC_MOST &&
                         area2 > QUARTIC_LEAST && bb < EDGE_RATIO * cc && cc < EDGE_RATIO * bb)))
        return carom_point_thin_triangle(p, a, b, c);
    double d1 = dot3(ab, ap), d2 = dot3(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0) return triangle_vertex(a, ap, 0);
    vec3 bp = sub3(p, b);
    double d3 = dot3(ab, bp), d4 = dot3(ac, bp);
    if (d3 >= 0.0 && d4 <= d3) return triangle_vertex(b, bp, 1);
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
        return triangle_edge(a, ab, ap, d1 / bb, triangle_edge_ends[0]);
    vec3 cp = sub3(p, c);
    double d5 = dot3(ab, cp), d6 = dot3(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) return triangle_vertex(c, cp, 2);
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
        return triangle_edge(a, ac, ap, d2 / cc, triangle_edge_ends[2]);
    double va = d3 * d6 - d5 * d4, along = d4 - d3, back = d5 - d6;
    if (va <= 0.0 && along >= 0.0 && back >= 0.0)
        return triangle_edge(b, sub3(c, b), bp, along / (along + back), triangle_edge_ends[1]);
    double s = 1.0 / (va + vb + vc);
    on_triangle out = triangle_face(a, ap, (vec3[2]){ab, ac}, vb * s, vc * s);
    if (CAROM_UNLIKELY(out.d2 < NEAR_FACE * len2(ap)))
        return carom_point_near_triangle(&out, p, (vec3[3]){a, b, c});
    return out;
}

#endif
