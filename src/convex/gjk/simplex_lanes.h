/* The simplex of the search for hulls of few corners, by lanes. What is nearest to the origin
 * holds the newest corner, so that three edges and three faces that meet there are all there is:
 * each lane has one of both. Of fewer than four corners some stand twice, and their faces are none.
 * A face's foot is its normal times one ratio and an edge's a product with the edge, as in
 * simplex.c and for the same reasons; which lane is nearest no branch depends on. */
#ifndef CAROM_CONVEX_GJK_SIMPLEX_LANES_H
#define CAROM_CONVEX_GJK_SIMPLEX_LANES_H

#include "simd/simd.h"
#include "convex/gjk/simplex.h"

/* Squared sine below which a face has no normal worth the name. */
#define SMALL_HULL_THIN 1e-26
#define SMALL_HULL_NEWEST 4
#define SMALL_HULL_CODE 64

typedef struct small_hull_vector {
    d4 x, y, z;
} small_hull_vector;

/* Places 0 to 2 and 3, which is one of them again, are older corners, 4 the newest. */
typedef struct small_hull_simplex {
    double at[3][8];
    uint16_t code[8]; /* of the corners: A's number and SMALL_HULL_CODE times B's */
    int count;        /* of the part that holds the foot: the newest and the first ones */
    double weight[2], foot[3], foot2, unit; /* these times the unit */
    bool surrounds;                         /* the origin may be inside */
} small_hull_simplex;

/* What each lane found: products, to be divided by `whole`. */
typedef struct small_hull_feet {
    small_hull_vector foot;
    d4 foot2, weight[2], whole;
    d4_flags face, edge;
} small_hull_feet;

static CAROM_INLINE small_hull_vector small_hull_less(const small_hull_vector *a,
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

static CAROM_INLINE small_hull_vector small_hull_chosen(d4_flags f, const small_hull_vector *a,
                                                        const small_hull_vector *b) {
    return (small_hull_vector){d4_select(f, a->x, b->x), d4_select(f, a->y, b->y),
                               d4_select(f, a->z, b->z)};
}

/* Is the origin on the inner side of all three faces, whose heights these are over the origin, and
 * of the fourth? Its height and theirs add up to the volume. */
static CAROM_INLINE bool is_among_faces(d4 height, const small_hull_vector *n,
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

/* e is the newest corner, p are the older ones and q each one's next. */
static CAROM_INLINE bool find_feet(small_hull_feet *out, const small_hull_vector *p,
                                   const small_hull_vector *q, const small_hull_vector *e) {
    const d4 zero = d4_all(0.0);
    const small_hull_vector u = small_hull_less(p, e), v = small_hull_less(q, e),
                            off = small_hull_cross(&u, e);
    const small_hull_vector n = small_hull_cross(&u, &v), off_next = small_hull_next(&off);
    const d4 uu = small_hull_dot(&u, &u), along = d4_neg(small_hull_dot(e, &u)),
             nn = small_hull_dot(&n, &n);
    const d4 of_p = small_hull_dot(&n, &off_next), of_q = d4_neg(small_hull_dot(&n, &off));
    const d4 height = small_hull_dot(&n, e),
             thin = d4_mul(d4_mul(uu, d4_next(uu)), d4_all(SMALL_HULL_THIN));
    const d4_flags between = d4_and(d4_lt(zero, of_p), d4_lt(zero, of_q));
    out->face = d4_and(between, d4_and(d4_lt(d4_add(of_p, of_q), nn), d4_lt(thin, nn)));
    out->edge = d4_and(d4_lt(zero, along), d4_lt(along, uu));
    const small_hull_vector of_face = small_hull_scaled(&n, height),
                            of_edge = small_hull_cross(&off, &u);
    const small_hull_vector other = small_hull_chosen(out->edge, &of_edge, e);
    const d4 square = d4_select(out->edge, small_hull_dot(&off, &off), small_hull_dot(e, e));
    out->foot = small_hull_chosen(out->face, &of_face, &other);
    out->foot2 = d4_select(out->face, d4_mul(height, height), square);
    out->whole = d4_select(out->face, nn, d4_select(out->edge, uu, d4_all(1.0)));
    out->weight[0] = d4_select(out->face, of_p, d4_select(out->edge, along, zero));
    out->weight[1] = d4_select(out->face, of_q, zero);
    return is_among_faces(height, &n, &v);
}

/* The lane whose foot is the nearest: fractions are compared across, which is sooner than divided.
 */
static CAROM_INLINE int nearest_lane(const small_hull_feet *f) {
    static const uint8_t first[8] = {0, 0, 1, 0, 2, 2, 1, 0};
    const d4 mine = d4_mul(f->foot2, d4_next(f->whole)), next = d4_mul(d4_next(f->foot2), f->whole);
    return first[d4_bits(d4_le(mine, next)) & 7u];
}

/* Keeps the corners that lane k needs, the newest last. */
static CAROM_INLINE void keep_few(small_hull_simplex *s, int k, int kind) {
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

/* Finds the nearest point and drops the corners it does not need; none, where the origin may be
 * inside. `e` is the newest. */
static CAROM_INLINE void reduce_few(small_hull_simplex *s, const small_hull_vector *e) {
    small_hull_feet feet;
    double of_lane[7][4];
    const small_hull_vector p = {d4_load(s->at[0]), d4_load(s->at[1]), d4_load(s->at[2])};
    const small_hull_vector q = small_hull_next(&p);
    s->surrounds = find_feet(&feet, &p, &q, e);
    if (CAROM_UNLIKELY(s->surrounds)) return;
    d4_store(of_lane[0], feet.foot.x);
    d4_store(of_lane[1], feet.foot.y);
    d4_store(of_lane[2], feet.foot.z);
    d4_store(of_lane[3], feet.foot2);
    d4_store(of_lane[4], feet.weight[0]);
    d4_store(of_lane[5], feet.weight[1]);
    d4_store(of_lane[6], d4_div(d4_all(1.0), feet.whole));
    const int k = nearest_lane(&feet);
    const int face = d4_bits(feet.face) >> k & 1, edge = d4_bits(feet.edge) >> k & 1;
    s->unit = of_lane[6][k];
    for (int i = 0; i < 3; i++)
        s->foot[i] = of_lane[i][k];
    s->foot2 = of_lane[3][k] * s->unit;
    for (int i = 0; i < 2; i++)
        s->weight[i] = of_lane[4 + i][k] * s->unit;
    keep_few(s, k, face ? 2 : edge);
}

#endif
