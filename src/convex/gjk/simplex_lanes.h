/* The simplex of SIMD GJK for small hulls, reduced in lanes to its feature nearest to the origin by
 * Voronoi regions [Ericson05] 5.1. That feature contains the newest vertex, so only the three edges
 * and three faces that meet there are candidates: each lane holds one of each. With fewer than four
 * vertices some are repeated, and the faces through a repeated vertex are degenerate. The foot on a
 * face is its normal times one ratio and the foot on an edge a product with the edge, as in
 * simplex.c and for the same reasons. The choice of the nearest lane is free of branches. */
#ifndef CAROM_CONVEX_GJK_SIMPLEX_LANES_H
#define CAROM_CONVEX_GJK_SIMPLEX_LANES_H

#include "simd/simd.h"
#include "convex/gjk/simplex.h"
#include "convex/gjk/tolerances.h"

#define SMALL_HULL_NEWEST 4 /* place of the newest vertex */
#define SMALL_HULL_CODE 64  /* above every vertex index */

typedef struct small_hull_vector {
    d4 x, y, z;
} small_hull_vector;

/* Places 0 to 2 hold the older vertices, place 3 one of them again, place 4 the newest. */
typedef struct small_hull_simplex {
    double at[3][8];
    uint16_t code[8]; /* of the vertices: index in A + SMALL_HULL_CODE * index in B */
    int count;        /* of vertices that span the foot: the newest and the first ones */
    double weight[2], foot[3], foot2, unit; /* the foot is `unit` times `foot` */
    bool may_be_inside;                     /* the tetrahedron may contain the origin */
} small_hull_simplex;

/* The feet of the lanes: numerators over the denominator `divisor`. */
typedef struct small_hull_feet {
    small_hull_vector foot;
    d4 foot2, weight[2], divisor;
    d4_flags face, edge;
} small_hull_feet;

static CAROM_INLINE small_hull_vector small_hull_subtract(const small_hull_vector *a,
                                                          const small_hull_vector *b) {
    return (small_hull_vector){d4_sub(a->x, b->x), d4_sub(a->y, b->y), d4_sub(a->z, b->z)};
}

static CAROM_INLINE small_hull_vector small_hull_cross(const small_hull_vector *a,
                                                       const small_hull_vector *b) {
    return (small_hull_vector){d4_sub(d4_mul(a->y, b->z), d4_mul(a->z, b->y)),
                               d4_sub(d4_mul(a->z, b->x), d4_mul(a->x, b->z)),
                               d4_sub(d4_mul(a->x, b->y), d4_mul(a->y, b->x))};
}

static CAROM_INLINE d4 small_hull_dot(const small_hull_vector *a, const small_hull_vector *b) {
    return d4_add(d4_add(d4_mul(a->x, b->x), d4_mul(a->y, b->y)), d4_mul(a->z, b->z));
}

static CAROM_INLINE small_hull_vector small_hull_scaled(const small_hull_vector *a, d4 by) {
    return (small_hull_vector){d4_mul(a->x, by), d4_mul(a->y, by), d4_mul(a->z, by)};
}

static CAROM_INLINE small_hull_vector small_hull_next(const small_hull_vector *a) {
    return (small_hull_vector){d4_next(a->x), d4_next(a->y), d4_next(a->z)};
}

static CAROM_INLINE small_hull_vector small_hull_select(d4_flags f, const small_hull_vector *a,
                                                        const small_hull_vector *b) {
    return (small_hull_vector){d4_select(f, a->x, b->x), d4_select(f, a->y, b->y),
                               d4_select(f, a->z, b->z)};
}

/* Is the origin on the inner side of the three faces, of which `height` holds the signed heights,
 * and of the fourth face? The four heights add up to the volume. */
static CAROM_INLINE bool may_contain_origin(d4 height, const small_hull_vector *n,
                                            const small_hull_vector *v) {
    const d4 zero = d4_all(0.0);
    const unsigned below = d4_bits(d4_lt(height, zero)) & 7u;
    const unsigned above = d4_bits(d4_lt(zero, height)) & 7u;
    if (CAROM_LIKELY(below < 7 && above < 7)) return false;
    const small_hull_vector third = small_hull_next(v);
    const d4 volume = small_hull_dot(n, &third), next = d4_next(height);
    const d4 fourth = d4_add(volume, d4_add(d4_add(height, next), d4_next(next)));
    return d4_bits(below ? d4_lt(zero, d4_min(volume, fourth))
                         : d4_lt(d4_max(volume, fourth), zero)) &
           1u;
}

/* e is the newest vertex, p are the older ones and q the next older one of each.
 * @return whether the tetrahedron may contain the origin */
static CAROM_INLINE bool find_feet(small_hull_feet *out, const small_hull_vector *p,
                                   const small_hull_vector *q, const small_hull_vector *e) {
    const d4 zero = d4_all(0.0);
    const small_hull_vector u = small_hull_subtract(p, e), v = small_hull_subtract(q, e),
                            off = small_hull_cross(&u, e);
    const small_hull_vector n = small_hull_cross(&u, &v), off_next = small_hull_next(&off);
    const d4 uu = small_hull_dot(&u, &u), along = d4_neg(small_hull_dot(e, &u)),
             nn = small_hull_dot(&n, &n);
    const d4 of_p = small_hull_dot(&n, &off_next), of_q = d4_neg(small_hull_dot(&n, &off));
    const d4 height = small_hull_dot(&n, e),
             thin = d4_mul(d4_mul(uu, d4_next(uu)), d4_all(SIMPLEX_THIN));
    const d4_flags between = d4_and(d4_lt(zero, of_p), d4_lt(zero, of_q));
    out->face = d4_and(between, d4_and(d4_lt(d4_add(of_p, of_q), nn), d4_lt(thin, nn)));
    out->edge = d4_and(d4_lt(zero, along), d4_lt(along, uu));
    const small_hull_vector of_face = small_hull_scaled(&n, height),
                            of_edge = small_hull_cross(&off, &u);
    const small_hull_vector other = small_hull_select(out->edge, &of_edge, e);
    const d4 square = d4_select(out->edge, small_hull_dot(&off, &off), small_hull_dot(e, e));
    out->foot = small_hull_select(out->face, &of_face, &other);
    out->foot2 = d4_select(out->face, d4_mul(height, height), square);
    out->divisor = d4_select(out->face, nn, d4_select(out->edge, uu, d4_all(1.0)));
    out->weight[0] = d4_select(out->face, of_p, d4_select(out->edge, along, zero));
    out->weight[1] = d4_select(out->face, of_q, zero);
    return may_contain_origin(height, &n, &v);
}

/* The lane of the nearest foot. Fractions are compared by cross-multiplication, which is faster
 * than division. */
static CAROM_INLINE int nearest_lane(const small_hull_feet *f) {
    static const uint8_t first[8] = {0, 0, 1, 0, 2, 2, 1, 0};
    const d4 mine = d4_mul(f->foot2, d4_next(f->divisor)),
             next = d4_mul(d4_next(f->foot2), f->divisor);
    return first[d4_bits(d4_le(mine, next)) & 7u];
}

/* Keeps the vertices that span the foot of lane k, the newest last. */
static CAROM_INLINE void keep_spanning(small_hull_simplex *s, int k, int kind) {
    static const uint8_t from[3][3][4] = {
        {{4, 4, 4, 4}, {4, 4, 4, 4}, {4, 4, 4, 4}},
        {{0, 4, 4, 4}, {1, 4, 4, 4}, {2, 4, 4, 4}},
        {{0, 1, 4, 4}, {1, 2, 4, 4}, {2, 0, 4, 4}},
    };
    const uint8_t *kept = from[kind][k];
    const uint16_t code[4] = {s->code[kept[0]], s->code[kept[1]], s->code[kept[2]],
                              s->code[kept[3]]};
    for (int i = 0; i < 3; i++)
        d4_store(s->at[i], d4_gather(s->at[i], kept));
    memcpy(s->code, code, sizeof code);
    s->count = kind + 1;
}

static CAROM_INLINE bool small_hull_has_code(const small_hull_simplex *s, uint16_t code) {
    return (s->code[0] == code) | (s->code[1] == code) | (s->code[2] == code);
}

/* Finds the nearest point and drops the vertices that do not span it; drops none when the
 * tetrahedron may contain the origin. `e` is the newest vertex. */
static CAROM_INLINE void reduce_in_lanes(small_hull_simplex *s, const small_hull_vector *e) {
    small_hull_feet feet;
    double of_lane[7][4];
    const small_hull_vector p = {d4_load(s->at[0]), d4_load(s->at[1]), d4_load(s->at[2])};
    const small_hull_vector q = small_hull_next(&p);
    s->may_be_inside = find_feet(&feet, &p, &q, e);
    if (CAROM_UNLIKELY(s->may_be_inside)) return;
    d4_store(of_lane[0], feet.foot.x);
    d4_store(of_lane[1], feet.foot.y);
    d4_store(of_lane[2], feet.foot.z);
    d4_store(of_lane[3], feet.foot2);
    d4_store(of_lane[4], feet.weight[0]);
    d4_store(of_lane[5], feet.weight[1]);
    d4_store(of_lane[6], d4_div(d4_all(1.0), feet.divisor));
    const int k = nearest_lane(&feet);
    const int face = d4_bits(feet.face) >> k & 1, edge = d4_bits(feet.edge) >> k & 1;
    s->unit = of_lane[6][k];
    for (int i = 0; i < 3; i++)
        s->foot[i] = of_lane[i][k];
    s->foot2 = of_lane[3][k] * s->unit;
    for (int i = 0; i < 2; i++)
        s->weight[i] = of_lane[4 + i][k] * s->unit;
    keep_spanning(s, k, face ? 2 : edge);
}

#endif
