/* The span of t in which a moving point p + t v is inside a ball, a cylinder or a capsule
 * [Ericson05] 5.3.2, 5.3.7: one interval, from the first contact to the last.
 *
 * Discriminants come from cross products, so that a far start or a fast motion cancels nothing
 * that matters; of two roots the one that would subtract similar numbers is computed from the
 * other. `doubt` is set where rounding could have turned a hit into a miss or spoiled the times:
 * then the caller decides with exact signs. */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_SPAN_H
#define CAROM_QUERY_RAYCAST_KERNEL_SPAN_H

#include "math/vec.h"
#include "query/raycast/path.h"

typedef struct path_span {
    double in, out; /* in > out: empty */
    bool doubt;
} path_span;

static const path_span no_span = {DBL_MAX, -DBL_MAX, false};
static const path_span undecided_span = {DBL_MAX, -DBL_MAX, true};

/* Roots of a t^2 + 2 b t + c with a > 0 and b^2 - a c = root^2. */
static inline path_span span_of_roots(double a, double b, double c, double root) {
    double far = b < 0.0 ? root - b : -root - b;
    double one = far != 0.0 ? c / far : 0.0, other = far / a;
    return b < 0.0 ? (path_span){one, other, false} : (path_span){other, one, false};
}

/** The span of t with |p + t v| <= r. v is not zero. */
static CAROM_INLINE path_span ball_span(vec3 p, vec3 v, double r) {
    double vv = len2(v), pp = len2(p), rr = r * r;
    double discriminant = rr * vv - len2(cross3(p, v)), far = SPAN_FAR * pp * vv;
    if (discriminant < 0.0)
        return discriminant < -(SPAN_GRAZE * rr * vv + far) ? no_span : undecided_span;
    path_span out = span_of_roots(vv, dot3(p, v), pp - rr, sqrt(discriminant));
    out.doubt = discriminant <= SPAN_CLEAR * rr * vv + far;
    return out;
}

/** True when t, where contact begins or ends, is within rounding of `at`. `size2`: the squared
 * lengths from which t was computed. */
static inline bool span_time_near(double t, double at, double vv, double size2) {
    return (t - at) * (t - at) * vv <= SPAN_TIME * vv + SPAN_TIME_SIZE * size2;
}

/** True when rounding decides between a hit and a miss, or between apart and in contact at the
 * start. */
static inline bool span_in_doubt(const path_span *span, double vv, double size2) {
    return span->doubt || span_time_near(span->in, 0.0, vv, size2) ||
           span_time_near(span->in, 1.0, vv, size2) || span_time_near(span->out, 0.0, vv, size2);
}

/** True when the time at which a face is met loses digits, because the motion is nearly along it.
 * `rise`: dot product of its normal and the motion; `most`: the product of their squares. */
static inline bool span_slides(double rise, double most) {
    return rise * rise < SPAN_CLEAR * most;
}

static inline path_span join_spans(path_span a, path_span b) {
    return (path_span){min2(a.in, b.in), max2(a.out, b.out), a.doubt | b.doubt};
}

/** The path in relation to the infinite line of an edge. */
typedef struct edge_path {
    vec3 across;         /* v x e */
    double aa;           /* its square */
    double side;         /* p . (v x e): the lines pass each other at side / |v x e| */
    double discriminant; /* >= 0: nearer than r */
    double band;         /* bound on the error of the discriminant */
} edge_path;

static inline edge_path path_along_edge(vec3 p, vec3 v, vec3 e, double r) {
    edge_path out = {.across = cross3(v, e)};
    out.aa = len2(out.across);
    out.side = dot3(p, out.across);
    out.discriminant = r * r * out.aa - out.side * out.side;
    out.band = SPAN_GRAZE * r * r * out.aa + SPAN_FAR * len2(p) * len2(v) * len2(e);
    return out;
}

/** The least discriminant whose root has the digits of the answer. */
static inline double edge_clear(const edge_path *path, double r) {
    return SPAN_CLEAR > SPAN_GRAZE ? path->band + SPAN_CLEAR * r * r * path->aa : path->band;
}

/** The span of t at which p + t v is within r of the infinite line along e, unless it is parallel
 * to that line. `path` belongs to p, v, e. */
static CAROM_INLINE path_span cylinder_span(vec3 p, vec3 v, vec3 e, double r,
                                            const edge_path *path) {
    double ee = len2(e);
    if (path->discriminant < -path->band) return no_span;
    if ((int)(path->discriminant <= edge_clear(path, r)) |
        (int)!(path->aa >= SPAN_CLEAR * len2(v) * ee))
        return undecided_span;
    vec3 pe = cross3(p, e);
    return span_of_roots(path->aa, dot3(pe, path->across), len2(pe) - r * r * ee,
                         sqrt(ee * path->discriminant));
}

/** The span of t at which p + t v is within r of the segment from 0 along e. `path` belongs to p,
 * v, e. Where the infinite cylinder is crossed beyond an end of the edge, the ball at that end
 * counts. */
static inline path_span capsule_span(vec3 p, vec3 v, vec3 e, double r, const edge_path *path) {
    if (path->aa == 0.0 && !(path->discriminant < -path->band))
        return join_spans(ball_span(p, v, r), ball_span(sub3(p, e), v, r));
    path_span out = cylinder_span(p, v, e, r, path);
    if (out.doubt | (out.in > out.out)) return out;
    double ee = len2(e);
    double along = dot3(p, e), speed = dot3(v, e);
    double first = along + out.in * speed, last = along + out.out * speed;
    bool first_round = (first < 0.0) | (first > ee), last_round = (last < 0.0) | (last > ee);
    if (first_round) {
        path_span end = ball_span(first < 0.0 ? p : sub3(p, e), v, r);
        if (last_round && (first < 0.0) == (last < 0.0)) return end;
        out.in = end.in;
        out.doubt = end.doubt;
    }
    if (last_round) {
        path_span end = ball_span(last < 0.0 ? p : sub3(p, e), v, r);
        out.out = end.out;
        out.doubt |= end.doubt;
    }
    return out;
}

#endif
