/* A moving sphere against a triangle, as a line against the Minkowski sum of the triangle and the
 * ball: the union of a prism (the face, offset to both sides) and a capsule for each edge
 * [Ericson05] 5.5.6. The union is convex, so the line is inside from the first entry of any part
 * to the last exit of any part.
 *
 * Most pairs are rejected by one of three separating axes, which reject nothing that rounding
 * could change: the coordinate axes, the plane's normal, and the cross products of the motion with
 * the edges. */
#ifndef CAROM_QUERY_SWEEP_KERNEL_SPHERE_TRIANGLE_H
#define CAROM_QUERY_SWEEP_KERNEL_SPHERE_TRIANGLE_H

#include "query/raycast/kernel_span.h"
#include "query/sweep/sweep_core.h"
#include "query/sweep/tolerances.h"

/** The triangle relative to the moving sphere. */
typedef struct triangle_path {
    vec3 p[3], e[3]; /* centre at the start from each vertex; edges, all around */
    vec3 normal;
    double nn, height, rise; /* height over the plane and its change, times |normal| */
    double vv, pp, ee[3];    /* squares of the motion, p[0] and the edges */
    edge_path edge[3];
} triangle_path;

/** True only when the box around the whole motion misses the triangle's box; the answer is then a
 * miss for invalid input too. */
static inline bool sweep_boxes_apart(const moving_ball *ball, const vec3 v[3]) {
    vec3 c = ball->center, m = ball->motion, end = add3(c, m);
    double r = ball->radius * (1.0 + MOTION_BOX_SLACK);
    double x = r + MOTION_BOX_SLACK * (fabs(c.x) + fabs(m.x)),
           y = r + MOTION_BOX_SLACK * (fabs(c.y) + fabs(m.y)),
           z = r + MOTION_BOX_SLACK * (fabs(c.z) + fabs(m.z));
    vec3 low = lower3(v[0], lower3(v[1], v[2]));
    vec3 high = upper3(v[0], upper3(v[1], v[2]));
    vec3 first = vec(min2(c.x, end.x) - x, min2(c.y, end.y) - y, min2(c.z, end.z) - z);
    vec3 last = vec(max2(c.x, end.x) + x, max2(c.y, end.y) + y, max2(c.z, end.z) + z);
    return (first.x > high.x) | (last.x < low.x) | (first.y > high.y) | (last.y < low.y) |
           (first.z > high.z) | (last.z < low.z);
}

static inline void triangle_path_set(triangle_path *out, const moving_ball *ball, const vec3 v[3]) {
    for (int i = 0; i < 3; i++) {
        out->p[i] = sub3(ball->center, v[i]);
        out->e[i] = sub3(v[i < 2 ? i + 1 : 0], v[i]);
        out->ee[i] = len2(out->e[i]);
    }
    out->normal = cross3(out->e[0], neg3(out->e[2]));
    out->nn = len2(out->normal);
    out->height = dot3(out->normal, out->p[0]);
    out->rise = dot3(out->normal, ball->motion);
    out->vv = len2(ball->motion);
    out->pp = len2(out->p[0]);
}

/** True only when the motion stays farther than the radius on one side of the triangle's plane. */
static inline bool sweep_beside_plane(const triangle_path *path, const moving_ball *ball) {
    double end = path->height + path->rise, near = min2(fabs(path->height), fabs(end));
    double band = SPAN_FAR * (path->pp + path->vv) * (path->ee[0] * path->ee[2]);
    double reach = ball->radius * ball->radius * path->nn * (1.0 + SPAN_GRAZE) + band;
    return (path->height * end > 0.0) & (near * near > reach) & (reach > REACH_LEAST);
}

/** Fills the edges; true only when the whole line passes outside of one edge, farther than the
 * radius: then the motion's cross product with that edge separates. */
static inline bool sweep_line_outside(triangle_path *path, const moving_ball *ball) {
    bool outside = false;
    for (int i = 0; i < 3; i++) {
        edge_path *edge = &path->edge[i];
        *edge = path_along_edge(path->p[i], ball->motion, path->e[i], ball->radius);
        outside |= (edge->discriminant < -edge->band) & (edge->side * path->rise < 0.0);
    }
    return outside & (path->rise * path->rise > SPAN_GRAZE * path->nn * path->vv);
}

/** True when every product is far from overflow and underflow, and the triangle is no sliver. */
static inline bool sweep_is_regular(const triangle_path *path, const moving_ball *ball) {
    double e0 = path->ee[0], e2 = path->ee[2], r = ball->radius;
    double least = min2(min2(e0, e2), min2(path->vv, r * r));
    double most = max2(max2(e0, e2), max2(path->vv, max2(r * r, path->pp)));
    return (path->nn > SLIVER_FACE_SINE2 * (e0 * e2)) & (least > SPHERE_SWEEP_LEAST) &
           (most < SPHERE_SWEEP_MOST) & (r > 0.0);
}

/* True when the centre at time t projects into the triangle. */
static inline bool over_triangle(const triangle_path *path, const vec3 frame[2], vec3 v, double t) {
    vec3 at = mad3(path->p[0], v, t);
    double a = dot3(frame[0], at), b = dot3(frame[1], at);
    return (a >= 0.0) & (b >= 0.0) & (a + b <= path->nn);
}

/** The span of t in which the line is within the radius of the triangle; `face` when it enters
 * through the face. */
static inline path_span triangle_span(const triangle_path *path, const moving_ball *ball,
                                      bool *face) {
    vec3 v = ball->motion;
    path_span out = no_span;
    bool leaves_by_face = false;
    *face = false;
    if (path->rise * path->rise > ALONG_FACE * path->nn * path->vv) {
        const vec3 frame[2] = {cross3(path->normal, path->e[2]), cross3(path->normal, path->e[0])};
        double slow = 1.0 / path->rise, middle = -path->height * slow;
        double reach = ball->radius * sqrt(path->nn) * fabs(slow);
        *face = over_triangle(path, frame, v, middle - reach);
        leaves_by_face = over_triangle(path, frame, v, middle + reach);
        if ((*face | leaves_by_face) && span_slides(path->rise, path->nn * path->vv))
            return undecided_span;
        if (*face) out.in = middle - reach;
        if (leaves_by_face) out.out = middle + reach;
        if (*face && leaves_by_face) return out;
    } else if (path->rise != 0.0) {
        return undecided_span;
    }
    for (int i = 0; i < 3; i++)
        out =
            join_spans(out, capsule_span(path->p[i], v, path->e[i], ball->radius, &path->edge[i]));
    return out;
}

#endif
