/* The Minkowski difference of two hulls in float and in the first hull's frame, shared by the float
 * versions of MPR, the separating axis test and the cast; own error analysis. Float halves the work
 * of a step, and the vertices of A need no rotation. Vertices are relative to the hulls' middles.
 *
 * With u = 2^-24, outer radii r and middles at distance d, every coordinate of A - B has an error
 * of at most 9e-6 of `size` = r_a + r_b + d: 6e-6 for axes that are those of a rotation only to
 * 2e-6, and some 40 u for rounding the axes, the vertices and the sums. Decisions by sign allow for
 * twice that (HULL_FLOAT_SLACK). */
#ifndef CAROM_CONVEX_SUPPORT_HULL_FLOAT_H
#define CAROM_CONVEX_SUPPORT_HULL_FLOAT_H

#include "convex/support/convex.h"
#include "convex/support/tolerances.h"
#include "simd/four.h"

typedef struct hull_float_hull {
    const float *points; /* blocks of eight x, eight y, eight z */
    int count, last;     /* number of vertices with padding; index of the last vertex */
} hull_float_hull;

typedef struct hull_float_pair {
    hull_float_hull a, b;
    four row[3], column[3]; /* of the rotation from B's frame to A's */
    four middle;            /* middle of A - B, in A's frame */
    float size;             /* sum of the outer radii and the distance of the middles */
} hull_float_pair;

typedef struct hull_float_corner {
    four w;     /* a vertex of A - B */
    int ia, ib; /* its vertices in A and B */
} hull_float_corner;

/** A rigid hull without its position. */
typedef struct hull_float_body {
    const hull_data *hull;
    const double (*axes)[3]; /* three: the columns of its rotation */
} hull_float_body;

/* Has the hull float vertices that are scanned? Larger hulls use float only to start casts. */
static inline bool hull_float_is_scanned(const hull_data *h) {
    return h->vertices_f && !h->outpost;
}

static inline bool hull_float_applies(const convex_shape *s) {
    return s->kind == CONVEX_HULL && s->rigid && s->radius == 0.0 && hull_float_is_scanned(s->hull);
}

static inline hull_float_hull hull_float_hull_of(const hull_data *h) {
    int padded = (h->vertex_count + HULL_LANES - 1) & -HULL_LANES;
    return (hull_float_hull){h->vertices_f, padded, h->vertex_count - 1};
}

static inline hull_float_body hull_float_body_of(const convex_shape *s) {
    return (hull_float_body){s->hull, s->frame.hull.rotation};
}

/** From B's middle to A's. */
static inline vec3 hull_float_apart(const convex_shape *a, const convex_shape *b) {
    return add3(sub3(a->center, b->center), sub3(a->half, b->half));
}

static inline vec3 hull_float_axis(const hull_float_body *body, int i) {
    return vec(body->axes[i][0], body->axes[i][1], body->axes[i][2]);
}

static inline four four_of3(vec3 v) {
    return (four){(float)v.x, (float)v.y, (float)v.z, 0.0f};
}

/** Transforms a direction into the body's own frame. */
static inline four hull_float_to_own_frame(const hull_float_body *body, vec3 x) {
    return four_of3(vec(dot3(hull_float_axis(body, 0), x), dot3(hull_float_axis(body, 1), x),
                        dot3(hull_float_axis(body, 2), x)));
}

static inline void hull_float_transpose(four to[3], const four from[3]) {
    four low = __builtin_shufflevector(from[0], from[1], 0, 4, 1, 5);
    four high = __builtin_shufflevector(from[0], from[1], 2, 6, 3, 7);
    to[0] = __builtin_shufflevector(low, from[2], 0, 1, 4, 7);
    to[1] = __builtin_shufflevector(low, from[2], 2, 3, 5, 7);
    to[2] = __builtin_shufflevector(high, from[2], 0, 1, 6, 7);
}

static CAROM_INLINE float hull_float_dot(four a, four b) {
    four m = a * b;
    return m[0] + m[1] + m[2];
}

static CAROM_INLINE four hull_float_cross(four a, four b) {
    four rotated = a * FOUR_LANES(b, 1, 2, 0, 3) - FOUR_LANES(a, 1, 2, 0, 3) * b;
    return FOUR_LANES(rotated, 1, 2, 0, 3);
}

/** Matrix times vector, by columns. */
static CAROM_INLINE four hull_float_transform(const four columns[3], four x) {
    return columns[0] * FOUR_LANES(x, 0, 0, 0, 0) + columns[1] * FOUR_LANES(x, 1, 1, 1, 1) +
           columns[2] * FOUR_LANES(x, 2, 2, 2, 2);
}

/** The greatest lane, in all lanes. */
static CAROM_INLINE four hull_float_greatest(four v) {
    v = four_greater(v, FOUR_LANES(v, 2, 3, 0, 1));
    return four_greater(v, FOUR_LANES(v, 1, 0, 3, 2));
}

static CAROM_INLINE four hull_float_point(const hull_float_hull *h, int i) {
    const float *at = h->points + (i >> 3) * 24 + (i & 7);
    return (four){at[0], at[8], at[16], 0.0f};
}

static CAROM_INLINE hull_float_corner hull_float_difference(const hull_float_pair *p, int ia,
                                                            int ib) {
    four b = hull_float_transform(p->column, hull_float_point(&p->b, ib));
    return (hull_float_corner){hull_float_point(&p->a, ia) - b + p->middle, ia, ib};
}

/** The corner of a portal that a new one replaces, so that the ray stays within the portal. `side`
 * is the cross product of the new corner and the ray. The answer is unpredictable, so no branch
 * depends on it. */
static CAROM_INLINE int hull_float_replaced_corner(const hull_float_corner corner[3], four side) {
    int first = hull_float_dot(side, corner[0].w) > 0.0f;
    int other = hull_float_dot(side, corner[2 - first].w) > 0.0f;
    return 2 * first + other * (1 - 3 * first);
}

/** The sum of magnitudes: an upper bound of the length. */
static CAROM_INLINE float hull_float_length(four n) {
    const four_mask signless = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
    four size = (four)((four_mask)n & signless);
    return size[0] + size[1] + size[2];
}

/** Sets all fields but the rows. `apart` goes from B's middle to A's. The relative rotation is
 * computed by columns, whole vectors at a time.
 * @return false for pairs too large or too small for float */
static CAROM_INLINE bool hull_float_init(hull_float_pair *p, const hull_float_body *a,
                                         const hull_float_body *b, const vec3 *apart) {
    four axes[3], to_a[3]; /* to_a: columns of the rotation into A's frame */
    for (int i = 0; i < 3; i++)
        axes[i] = four_of3(hull_float_axis(a, i));
    hull_float_transpose(to_a, axes);
    for (int i = 0; i < 3; i++)
        p->column[i] = hull_float_transform(to_a, four_of3(hull_float_axis(b, i)));
    p->middle = hull_float_transform(to_a, four_of3(*apart));
    p->size = (float)(a->hull->outer + b->hull->outer) + hull_float_length(p->middle);
    p->a = hull_float_hull_of(a->hull);
    p->b = hull_float_hull_of(b->hull);
    return p->size > HULL_FLOAT_SIZE_MIN && p->size < HULL_FLOAT_SIZE_MAX;
}

#endif
