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

#include "math/pair.h"
#include "query/raycast/kernel_span.h"
#include "query/sweep/sweep_core.h"
#include "query/sweep/tolerances.h"
#include "simd/four.h"

/** The triangle relative to the moving sphere. */
typedef struct triangle_path {
    vec3 p[3], e[3]; /* centre at the start from each vertex; edges, all around */
    vec3 normal;
    double nn, height, rise; /* height over the plane and its change, times |normal| */
    double vv, pp, ee[3];    /* squares of the motion, p[0] and the edges */
    edge_path edge[3];
} triangle_path;

/* Two coordinates of the ball's centre and its motion, and of the corners. */
typedef struct path_coordinates {
    pair2 center, motion, v[3];
} path_coordinates;

/* Bits of the coordinates along which the boxes are apart. Of doubles that were floats gcc compares
 * the floats, by jumps that are mispredicted twice in the row "swept sphere-triangle". */
static inline pair_mask coordinates_apart(const path_coordinates *x, double radius) {
    const pair2 c = x->center, m = x->motion, end = c + m;
    const pair2 size = PAIR_ABS(c) + PAIR_ABS(m);
    const pair2 reach = BOTH(radius) + BOTH(MOTION_BOX_SLACK) * size;
    const pair2 low = pair_lesser(x->v[0], pair_lesser(x->v[1], x->v[2]));
    const pair2 high = pair_greater(x->v[0], pair_greater(x->v[1], x->v[2]));
    return (pair_mask)(pair_lesser(c, end) - reach > high) |
           (pair_mask)(pair_greater(c, end) + reach < low);
}

/** True only when the box around the whole motion misses the triangle's box; the answer is then a
 * miss for invalid input too. */
static inline bool sweep_boxes_apart(const moving_ball *ball, const vec3 v[3]) {
    const vec3 c = ball->center, m = ball->motion;
    const double r = ball->radius * (1.0 + MOTION_BOX_SLACK);
    const path_coordinates xy = {
        {c.x, c.y}, {m.x, m.y}, {{v[0].x, v[0].y}, {v[1].x, v[1].y}, {v[2].x, v[2].y}}};
    const path_coordinates z = {BOTH(c.z), BOTH(m.z), {BOTH(v[0].z), BOTH(v[1].z), BOTH(v[2].z)}};
    return four_bits((four_mask)(coordinates_apart(&xy, r) | coordinates_apart(&z, r))) != 0;
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
