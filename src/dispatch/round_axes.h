/* The closest points of the axes of two capsules, or of a sphere and a capsule, both side by side:
 * in the first lane what is A's, in the second what is B's. Solved as the typed segments are: for
 * one parameter, clamped, and from it the other and the first again. */
#ifndef CAROM_DISPATCH_ROUND_AXES_H
#define CAROM_DISPATCH_ROUND_AXES_H

#include <string.h>

#include "dispatch/dispatch.h"
#include "math/pair.h"
#include "query/closest/kernel_segment_segment.h"

/* Vectors of A and of B. */
typedef struct lane_vec3 {
    pair2 x, y, z;
} lane_vec3;

typedef struct round_pair {
    lane_vec3 start, end; /* of the axes; a sphere's is a point */
    pair2 radius, at;     /* at: of the axes' closest points */
    vec3 apart;           /* from that of B to that of A */
    double d2, reach;
} round_pair;

static inline vec3 lane_of(const lane_vec3 *v, int lane) {
    return vec(v->x[lane], v->y[lane], v->z[lane]);
}

static inline lane_vec3 lanes_from(vec3 a, vec3 b) {
    return (lane_vec3){{a.x, b.x}, {a.y, b.y}, {a.z, b.z}};
}

static inline lane_vec3 lanes_between(const lane_vec3 *from, const lane_vec3 *to) {
    return (lane_vec3){to->x - from->x, to->y - from->y, to->z - from->z};
}

/* Dot products lane by lane. */
static inline pair2 lane_dots(const lane_vec3 *a, const lane_vec3 *b) {
    return a->x * b->x + a->y * b->y + a->z * b->z;
}

static inline lane_vec3 lanes_swapped(const lane_vec3 *v) {
    return (lane_vec3){SWAP_PAIR(v->x), SWAP_PAIR(v->y), SWAP_PAIR(v->z)};
}

/* The points at `t` of the axes; exactly the start at 0 and the end at 1. */
static inline lane_vec3 points_at(const round_pair *pair, pair2 t) {
    const lane_vec3 *a = &pair->start, *b = &pair->end;
    pair2 rest = BOTH(1.0) - t;
    return (lane_vec3){a->x * rest + b->x * t, a->y * rest + b->y * t, a->z * rest + b->z * t};
}

/* The seven numbers of a capsule: ends and radius. */
static CAROM_INLINE void load_capsules(round_pair *out, const carom_capsule *a,
                                       const carom_capsule *b) {
    const carom_real *p = (const carom_real *)a, *q = (const carom_real *)b;
    quad_real of_a[2], of_b[2], mixed[4]; /* the fourth number of seven is in both */
    memcpy(&of_a[0], p, sizeof *of_a), memcpy(&of_a[1], p + 3, sizeof *of_a);
    memcpy(&of_b[0], q, sizeof *of_b), memcpy(&of_b[1], q + 3, sizeof *of_b);
    for (int i = 0; i < 2; i++) {
        mixed[2 * i] = __builtin_shufflevector(of_a[i], of_b[i], 0, 4, 1, 5);
        mixed[2 * i + 1] = __builtin_shufflevector(of_a[i], of_b[i], 2, 6, 3, 7);
    }
    out->start =
        (lane_vec3){quad_first_two(&mixed[0]), quad_last_two(&mixed[0]), quad_first_two(&mixed[1])};
    out->end =
        (lane_vec3){quad_first_two(&mixed[2]), quad_last_two(&mixed[2]), quad_first_two(&mixed[3])};
    out->radius = quad_last_two(&mixed[3]);
    out->reach = out->radius[0] + out->radius[1];
}

/* `v`, or with `mask` its lanes changed over. */
static inline pair2 swapped_by(pair2 v, pair_mask mask) {
    return (pair2)(PICK(mask, SWAP_PAIR(v)) | PICK(~mask, v));
}

/* False for axes that are nearly parallel, near each other or of extreme size. With `flip` B's
 * parameter is solved for first. Which clamp acts on it nobody can guess, hence no branch there;
 * the other is clamped or not as it was a frame ago, and a foreseen branch is a shorter way. */
static CAROM_INLINE bool solve_plain_axes(round_pair *pair, bool flip) {
    const pair_mask mask = {-flip, -flip, -flip, -flip};
    lane_vec3 way = lanes_between(&pair->start, &pair->end);
    lane_vec3 back = lanes_swapped(&pair->start), w = lanes_between(&back, &pair->start);
    pair2 square = swapped_by(lane_dots(&way, &way), mask), per = BOTH(1.0) / square;
    pair2 along = swapped_by(lane_dots(&way, &w), mask);
    double uv = way.x[0] * way.x[1] + way.y[0] * way.y[1] + way.z[0] * way.z[1];
    double uw = along[0], vw = -along[1];
    double squares = square[0] * square[1], sine2 = squares - uv * uv;
    double s = clamp01_unbranched((uv * vw - square[1] * uw) / sine2);
    double t = (uv * s + vw) * per[1];
    if (t < 0.0 || t > 1.0) {
        t = t < 0.0 ? 0.0 : 1.0;
        s = clamp01_unbranched((uv * t - uw) * per[0]);
    }
    pair->at = swapped_by((pair2){s, t}, mask);
    pair2 x = way.x * pair->at, y = way.y * pair->at, z = way.z * pair->at;
    pair->apart = vec(w.x[0] + (x[0] - x[1]), w.y[0] + (y[0] - y[1]), w.z[0] + (z[0] - z[1]));
    pair->d2 = len2(pair->apart);
    return (sine2 > NEARLY_PARALLEL * squares) & (sine2 > 1e-240) & (sine2 < 1e240) &
           (pair->d2 >= 1e-8 * (square[0] + square[1])) & (pair->d2 < 1e240);
}

/** Nearly parallel, degenerate and crossing axes. False: of extreme size. */
bool carom_round_axes_cold(round_pair *pair, bool flip);
/** Two of which one at least is a sphere. False: without radius, or of extreme size. */
bool carom_round_axes_ball(round_pair *pair, const carom_shape *a, const carom_shape *b);

/** Spheres and capsules; `flip`: B comes first in table order. False: without radius, or of extreme
 * size. */
static CAROM_INLINE bool solve_axes(round_pair *out, const carom_shape *a, const carom_shape *b,
                                    bool flip) {
    round_pair careful; /* a copy, so that the pair itself may stay in registers */
    bool solved;
    if ((a->kind == CAROM_SHAPE_SPHERE) | (b->kind == CAROM_SHAPE_SPHERE)) {
        solved = carom_round_axes_ball(&careful, a, b);
    } else {
        load_capsules(out, &a->as.capsule, &b->as.capsule);
        bool sized = (out->reach > 0.0) & (out->reach < 1e75);
        if (CAROM_LIKELY(solve_plain_axes(out, flip) & sized)) return true;
        careful = *out;
        solved = sized && carom_round_axes_cold(&careful, flip);
    }
    *out = careful;
    return solved;
}

static inline bool rounds_touch(const round_pair *pair) {
    return pair->d2 <= pair->reach * pair->reach;
}

/** For axes that cross: the unit normal across both, of A's and B's `way` in table order. */
vec3 carom_round_normal_crossing(const lane_vec3 *way, vec3 apart, bool flip);

/* Axes nearer to each other than this part of the size have no direction between them. */
#define CROSSING 1e-12

/* From A's axis to B's, unit. */
static CAROM_INLINE vec3 round_normal(const round_pair *pair, bool flip) {
    lane_vec3 way = lanes_between(&pair->start, &pair->end);
    pair2 square = lane_dots(&way, &way);
    double size = max2(max2(square[0], square[1]), pair->reach * pair->reach);
    if (CAROM_LIKELY(pair->d2 > CROSSING * CROSSING * size))
        return scale3(pair->apart, -1.0 / sqrt(pair->d2));
    lane_vec3 cold = way;
    return carom_round_normal_crossing(&cold, pair->apart, flip);
}

/* On the surfaces, along the unit normal from the points of the axes. */
static CAROM_INLINE lane_vec3 surface_points(const round_pair *pair, const lane_vec3 *on, vec3 n) {
    pair2 out = pair->radius * (pair2){1.0, -1.0};
    return (lane_vec3){on->x + BOTH(n.x) * out, on->y + BOTH(n.y) * out, on->z + BOTH(n.z) * out};
}

#endif
