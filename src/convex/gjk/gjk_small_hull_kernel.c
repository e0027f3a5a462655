/* The search of gjk.c for two hulls of up to forty corners each, of which a step looks at all by
 * lanes. Those of up to eight are moved to where the hulls are once; others are looked at in their
 * own frames. What is not plain is left to gjk.c: hulls in or nearly in contact but for a
 * tetrahedron that surely holds the origin, and answers whose proof leaves more than rounding. */
#include "convex/gjk/gjk_small_hull.h"
#include "convex/gjk/simplex_lanes.h"

#define SMALL_HULL_STEPS 16
/* Sizes whose tenth powers stay in range. */
#define SMALL_HULL_SMALL 1e-30
#define SMALL_HULL_LARGE 1e30
/* Of the size: what corners are rounded to. */
#define SMALL_HULL_ROUNDING 1e-15
/* As in gjk.c and distance.c. */
#define SMALL_HULL_TOLERANCE 1e-14
#define SMALL_HULL_DOUBT 1e-13

/* A hull from A's position. A is turned round, so that both are farthest along the same direction.
 */
typedef struct small_hull_cloud {
    const hull_data *hull;
    const double *axes;
    vec3 shift;
    double sign;
    int last;
    double at[3][HULL_LANES]; /* of few corners, where they are */
} small_hull_cloud;

typedef struct small_hull_heights_along {
    d4 low, high;
} small_hull_heights_along;

typedef struct small_hull_search {
    small_hull_cloud cloud[2];
    small_hull_simplex simplex;
    double slack, along;
    int steps;
} small_hull_search;

typedef enum small_hull_end {
    SMALL_HULL_OPEN,
    SMALL_HULL_NEAREST,
    SMALL_HULL_INSIDE
} small_hull_end;

static CAROM_INLINE vec3 small_hull_triple(const double *at) {
    return vec(at[0], at[1], at[2]);
}

static CAROM_INLINE d4 small_hull_combined(const d4 by[3], const double *x, const double *y,
                                           const double *z) {
    return d4_add(d4_add(d4_mul(by[0], d4_load(x)), d4_mul(by[1], d4_load(y))),
                  d4_mul(by[2], d4_load(z)));
}

static CAROM_INLINE void start_cloud(small_hull_cloud *c, const small_hull_body *body,
                                     const vec3 *shift, double sign) {
    c->hull = body->hull;
    c->axes = body->frame + 3;
    c->shift = *shift;
    c->sign = sign;
    c->last = body->hull->vertex_count - 1;
}

/* What is added to the turned corners, and by what row of the turn each is multiplied. */
static CAROM_INLINE d4 small_hull_row(const small_hull_cloud *c, int i, d4 row[3]) {
    const double *by = &c->shift.x;
    for (int k = 0; k < 3; k++)
        row[k] = d4_all(c->sign * c->axes[3 * k + i]);
    return d4_all(by[i]);
}

static CAROM_INLINE void move_corners(small_hull_cloud *c) {
    const hull_data *h = c->hull;
    for (int i = 0; i < 3; i++) {
        d4 row[3];
        const d4 by = small_hull_row(c, i, row);
        for (int k = 0; k < HULL_LANES; k += 4)
            d4_store(c->at[i] + k,
                     d4_add(small_hull_combined(row, h->x + k, h->y + k, h->z + k), by));
    }
}

static CAROM_INLINE small_hull_heights_along small_hull_heights_of(const d4 by[3], const double *x,
                                                                   const double *y,
                                                                   const double *z) {
    return (small_hull_heights_along){small_hull_combined(by, x, y, z),
                                      small_hull_combined(by, x + 4, y + 4, z + 4)};
}

/* Of every eighth corner the farthest along a direction: how far, and in which eight it is. */
typedef struct small_hull_leaders {
    small_hull_heights_along best;
    double block[HULL_LANES];
} small_hull_leaders;

/* Of few corners these are all. */
static CAROM_INLINE void lead_moved(const small_hull_cloud *c, const double n[3],
                                    small_hull_leaders *out) {
    const d4 by[3] = {d4_all(n[0]), d4_all(n[1]), d4_all(n[2])};
    out->best = small_hull_heights_of(by, c->at[0], c->at[1], c->at[2]);
}

/* Others are looked at in their own frame. */
static CAROM_INLINE void lead_scanned(const small_hull_cloud *c, const double n[3],
                                      small_hull_leaders *out) {
    const hull_data *h = c->hull;
    const d4 eight = d4_all((double)HULL_LANES);
    d4 by[3], low = d4_all(0.0), high = low, now = low;
    for (int i = 0; i < 3; i++)
        by[i] = d4_all(c->sign * dot3(small_hull_triple(c->axes + 3 * i), small_hull_triple(n)));
    small_hull_heights_along best = small_hull_heights_of(by, h->x, h->y, h->z);
    for (int k = HULL_LANES; k <= c->last; k += HULL_LANES) {
        const small_hull_heights_along next =
            small_hull_heights_of(by, h->x + k, h->y + k, h->z + k);
        now = d4_add(now, eight);
        low = d4_select(d4_lt(best.low, next.low), now, low);
        high = d4_select(d4_lt(best.high, next.high), now, high);
        best = (small_hull_heights_along){d4_max(next.low, best.low), d4_max(next.high, best.high)};
    }
    const d4 along = d4_all(dot3(c->shift, small_hull_triple(n)));
    out->best = (small_hull_heights_along){d4_add(best.low, along), d4_add(best.high, along)};
    d4_store(out->block, low);
    d4_store(out->block + 4, high);
}

/* The first leader that is as far as any, and in all lanes how far. */
static CAROM_INLINE int first_leader(const small_hull_cloud *c, bool few,
                                     const small_hull_leaders *l, d4 *height) {
    const d4 low = l->best.low, high = l->best.high, most = d4_greatest(d4_max(low, high));
    const unsigned bits = d4_bits(d4_eq(low, most)) | d4_bits(d4_eq(high, most)) << 4;
    const int lane = (int)lowest_bit(bits | 128u), found = few ? lane : (int)l->block[lane] + lane;
    *height = most;
    return found < c->last ? found : c->last;
}

static CAROM_INLINE int small_hull_farthest(const small_hull_cloud *c, bool few, const double n[3],
                                            d4 *height) {
    small_hull_leaders l;
    if (few)
        lead_moved(c, n, &l);
    else
        lead_scanned(c, n, &l);
    return first_leader(c, few, &l, height);
}

/* The farthest three leaders, one after the other, and how far the third is behind. */
static CAROM_INLINE d4 three_farthest(const small_hull_cloud *c, bool few, const double n[3],
                                      uint8_t out[3]) {
    const d4 none = d4_all(-DBL_MAX);
    small_hull_leaders l;
    d4 height[3];
    if (few)
        lead_moved(c, n, &l);
    else
        lead_scanned(c, n, &l);
    for (int i = 0; i < 3; i++) {
        out[i] = (uint8_t)first_leader(c, few, &l, &height[i]);
        l.best.low = d4_select(d4_eq(l.best.low, height[i]), none, l.best.low);
        l.best.high = d4_select(d4_eq(l.best.high, height[i]), none, l.best.high);
    }
    return d4_sub(height[0], height[2]);
}

static CAROM_INLINE uint16_t small_hull_code(int ia, int ib) {
    return (uint16_t)(ia + SMALL_HULL_CODE * ib);
}

/* The newest corner, in all lanes. By the operations of convex_vertex. */
static CAROM_INLINE small_hull_vector put_newest(small_hull_search *f, bool few, int ia, int ib) {
    const small_hull_cloud *a = &f->cloud[0], *b = &f->cloud[1];
    small_hull_simplex *s = &f->simplex;
    d4 at[3];
    s->code[SMALL_HULL_NEWEST] = small_hull_code(ia, ib);
    for (int i = 0; i < 3; i++) {
        if (few) {
            at[i] = d4_sub(d4_neg(d4_all(a->at[i][ia])), d4_all(b->at[i][ib]));
        } else {
            const vec3 p = hull_vertex(a->hull, ia), q = hull_vertex(b->hull, ib);
            const double *by_a = a->axes + i, *by_b = b->axes + i, *shift = &b->shift.x;
            const double of_b = by_b[0] * q.x + by_b[3] * q.y + by_b[6] * q.z + shift[i];
            at[i] = d4_all(by_a[0] * p.x + by_a[3] * p.y + by_a[6] * p.z - of_b);
        }
        d4_store(s->at[i] + SMALL_HULL_NEWEST, at[i]);
    }
    return (small_hull_vector){at[0], at[1], at[2]};
}

/* Four corners of a hull along x, y and z. */
static CAROM_INLINE void small_hull_corners_at(const small_hull_cloud *c, bool few,
                                               const uint8_t at[4], d4 out[3]) {
    if (few) {
        for (int i = 0; i < 3; i++)
            out[i] = d4_gather(c->at[i], at);
        return;
    }
    const d4 x = d4_gather(c->hull->x, at), y = d4_gather(c->hull->y, at);
    const d4 z = d4_gather(c->hull->z, at);
    for (int i = 0; i < 3; i++) {
        d4 row[3];
        const d4 by = small_hull_row(c, i, row);
        out[i] =
            d4_add(d4_add(d4_add(d4_mul(row[0], x), d4_mul(row[1], y)), d4_mul(row[2], z)), by);
    }
}

static CAROM_INLINE void put_older(small_hull_search *f, bool few, const uint8_t ia[4],
                                   const uint8_t ib[4]) {
    small_hull_simplex *s = &f->simplex;
    d4 a[3], b[3];
    small_hull_corners_at(&f->cloud[0], few, ia, a);
    small_hull_corners_at(&f->cloud[1], few, ib, b);
    for (int i = 0; i < 3; i++)
        d4_store(s->at[i], d4_sub(d4_neg(a[i]), b[i]));
    for (int k = 0; k < 4; k++)
        s->code[k] = small_hull_code(ia[k], ib[k]);
}

/* The cached simplex. @return false where it is of other hulls */
static CAROM_INLINE bool recall_few(small_hull_search *f, bool few, const convex_cache *cache,
                                    small_hull_vector *newest) {
    const int last = cache->count < 4 ? cache->count - 1 : 3;
    uint8_t older[2][4];
    for (int i = 0; i < 4; i++) {
        const int k = i < last ? i : last, ia = cache->a[k], ib = cache->b[k];
        if (ia < 0 || ib < 0 || ia > f->cloud[0].last || ib > f->cloud[1].last) return false;
        older[0][i] = (uint8_t)ia, older[1][i] = (uint8_t)ib;
    }
    *newest = put_newest(f, few, cache->a[last], cache->b[last]);
    put_older(f, few, older[0], older[1]);
    return true;
}

/* The first simplex: along the first direction the farthest corners, the next of each hull instead,
 * and the third of one. As these are mostly neighbours, three steps are saved. */
static CAROM_INLINE small_hull_vector seed_few(small_hull_search *f, bool few, const vec3 *foot) {
    const double way[3] = {foot->x, foot->y, foot->z};
    uint8_t a[3], b[3];
    const d4 behind_a = three_farthest(&f->cloud[0], few, way, a);
    const d4 behind_b = three_farthest(&f->cloud[1], few, way, b);
    const bool of_a = d4_bits(d4_lt(behind_a, behind_b)) & 1u;
    const uint8_t ia = of_a ? a[2] : a[0], ib = of_a ? b[0] : b[2];
    put_older(f, few, (const uint8_t[4]){a[1], a[0], ia, ia},
              (const uint8_t[4]){b[0], b[1], ib, ib});
    return put_newest(f, few, a[0], b[0]);
}

static CAROM_INLINE bool small_hull_has_converged(const small_hull_search *f) {
    const double gap = f->simplex.foot2 - f->along;
    return gap <= SMALL_HULL_TOLERANCE * f->simplex.foot2 ||
           gap * gap <= f->slack * f->slack * f->simplex.foot2;
}

static CAROM_INLINE small_hull_end take_few_steps(small_hull_search *f, bool few,
                                                  small_hull_vector newest) {
    small_hull_simplex *s = &f->simplex;
    const double near = 64.0 * f->slack;
    double before = INFINITY;
    for (f->steps = 1; f->steps <= SMALL_HULL_STEPS; f->steps++) {
        d4 high_a, high_b;
        double along[4];
        reduce_few(s, &newest);
        if (s->surrounds) return SMALL_HULL_INSIDE;
        if (s->foot2 <= near * near || !(s->foot2 < before)) return SMALL_HULL_OPEN;
        before = s->foot2;
        const int ia = small_hull_farthest(&f->cloud[0], few, s->foot, &high_a);
        const int ib = small_hull_farthest(&f->cloud[1], few, s->foot, &high_b);
        d4_store(along, d4_neg(d4_add(high_a, high_b)));
        f->along = along[0] * s->unit;
        if (!(fabs(f->along) <= DBL_MAX)) return SMALL_HULL_OPEN;
        if (small_hull_has_converged(f) || small_hull_has_code(s, small_hull_code(ia, ib)))
            return SMALL_HULL_NEAREST;
        newest = put_newest(f, few, ia, ib);
    }
    return SMALL_HULL_OPEN;
}

/* ---- ends */

typedef struct small_hull_points {
    vec3 a, b;
} small_hull_points;

static CAROM_INLINE unsigned code_at(const small_hull_simplex *s, int k, int count) {
    return s->code[k < count - 1 ? k : SMALL_HULL_NEWEST];
}

static CAROM_INLINE vec3 small_hull_point(const small_hull_cloud *c, vec3 local) {
    const vec3 x = scale3(small_hull_triple(c->axes), local.x);
    const vec3 xy = mad3(x, small_hull_triple(c->axes + 3), local.y);
    return add3(mad3(xy, small_hull_triple(c->axes + 6), local.z), c->shift);
}

static CAROM_INLINE vec3 small_hull_corner(const small_hull_cloud *c, bool few, int i) {
    return few ? vec(c->at[0][i], c->at[1][i], c->at[2][i]) : hull_vertex(c->hull, i);
}

/* Where the weights of the simplex' corners lead to on each hull. */
static CAROM_INLINE small_hull_points weighed_corners(const small_hull_search *f, bool few,
                                                      const double *weight, int count) {
    vec3 a = {0, 0, 0}, b = {0, 0, 0};
    for (int k = 0; k < count; k++) {
        const unsigned code = code_at(&f->simplex, k, count);
        a = mad3(a, small_hull_corner(&f->cloud[0], few, (int)(code % SMALL_HULL_CODE)), weight[k]);
        b = mad3(b, small_hull_corner(&f->cloud[1], few, (int)(code / SMALL_HULL_CODE)), weight[k]);
    }
    if (few) return (small_hull_points){neg3(a), b};
    return (small_hull_points){small_hull_point(&f->cloud[0], a),
                               small_hull_point(&f->cloud[1], b)};
}

/* Proved and by more than the corners' choice was rounded to, points that weights did not spoil. */
static CAROM_INLINE bool set_few_nearest(const small_hull_search *f, bool few, const vec3 *from,
                                         convex_distance *out) {
    const small_hull_simplex *s = &f->simplex;
    const double core = sqrt(s->foot2), lower = f->along / core;
    const double weight[3] = {s->count > 1 ? s->weight[0] : 1.0,
                              s->count > 2 ? s->weight[1] : 1.0 - s->weight[0],
                              1.0 - s->weight[0] - s->weight[1]};
    const small_hull_points p = weighed_corners(f, few, weight, s->count);
    const vec3 foot = scale3(small_hull_triple(s->foot), s->unit),
               aside = sub3(sub3(p.a, p.b), foot);
    if (core - lower > SMALL_HULL_DOUBT * core + 4.0 * f->slack ||
        core <= 4.0 * DBL_EPSILON * max_abs3(f->cloud[1].shift) ||
        max_abs3(aside) > 16.0 * f->slack)
        return false;
    out->distance = core;
    out->lower_bound = min2(max2(0.0, lower - f->slack), core);
    out->point_a = add3(p.a, *from);
    out->point_b = add3(p.b, *from);
    out->normal = scale3(foot, -1.0 / core);
    out->overlap = false;
    return true;
}

/* Whether it is inside by more than rounding, simplex.c tells. */
static CAROM_APART bool set_few_inside(const small_hull_search *f, const vec3 *from,
                                       convex_distance *out) {
    simplex s = {.count = 4, .limit2 = INFINITY};
    for (int k = 0; k < 4; k++) {
        const int place = k < 3 ? k : SMALL_HULL_NEWEST;
        const double(*at)[8] = f->simplex.at;
        s.vertex[k].w = vec(at[0][place], at[1][place], at[2][place]);
    }
    carom_simplex_reduce(&s, f->slack);
    if (!s.inside) return false;
    const small_hull_points p = weighed_corners(f, false, s.weight, 4);
    if (max_abs3(sub3(p.a, p.b)) > 2.0 * f->slack) return false;
    out->distance = out->lower_bound = 0.0;
    out->point_a = out->point_b = add3(p.a, *from);
    out->normal = vec(1, 0, 0);
    out->overlap = true;
    return true;
}

static CAROM_INLINE void store_few(const small_hull_search *f, int count, convex_cache *cache) {
    cache->count = count;
    cache->axis = scale3(small_hull_triple(f->simplex.foot), -f->simplex.unit);
    for (int k = 0; k < count; k++) {
        const unsigned code = code_at(&f->simplex, k, count);
        cache->a[k] = (int)(code % SMALL_HULL_CODE), cache->b[k] = (int)(code / SMALL_HULL_CODE);
    }
    cache->hint[0] = cache->a[0], cache->hint[1] = cache->b[0];
}

/* No coordinate is larger. */
static CAROM_INLINE double small_hull_reach(const small_hull_body *body, const vec3 *shift) {
    return max_abs3(add3(*shift, small_hull_triple(body->frame + 12))) + body->hull->outer;
}

static CAROM_INLINE bool small_hull_by_lanes(const small_hull_body pair[2], bool few,
                                             convex_cache *cache, convex_distance *out) {
    small_hull_search f;
    small_hull_vector newest;
    const vec3 from = small_hull_triple(pair[0].frame),
               shift = sub3(small_hull_triple(pair[1].frame), from);
    const double reach_a = small_hull_reach(&pair[0], &(vec3){0, 0, 0});
    const double size = max2(reach_a, small_hull_reach(&pair[1], &shift));
    if (!(size > SMALL_HULL_SMALL && size < SMALL_HULL_LARGE)) return false;
    f.slack = SMALL_HULL_ROUNDING * size;
    start_cloud(&f.cloud[0], &pair[0], &(vec3){0, 0, 0}, -1.0);
    start_cloud(&f.cloud[1], &pair[1], &shift, 1.0);
    if (few) {
        move_corners(&f.cloud[0]);
        move_corners(&f.cloud[1]);
    }
    if (cache && cache->count > 0) {
        if (!recall_few(&f, few, cache, &newest)) return false;
    } else {
        const vec3 middle = add3(shift, small_hull_triple(pair[1].frame + 12));
        const vec3 foot = sub3(small_hull_triple(pair[0].frame + 12), middle);
        newest = seed_few(&f, few, &foot);
    }
    f.simplex.unit = 0.0; /* until there is a foot */
    for (int i = 0; i < 3; i++)
        f.simplex.foot[i] = 0.0;
    const small_hull_end end = take_few_steps(&f, few, newest);
    if (!(end == SMALL_HULL_NEAREST  ? set_few_nearest(&f, few, &from, out)
          : end == SMALL_HULL_INSIDE ? set_few_inside(&f, &from, out)
                                     : false))
        return false;
    out->status = CONVEX_EXACT;
    out->iterations = f.steps;
    if (cache) store_few(&f, end == SMALL_HULL_INSIDE ? 4 : f.simplex.count, cache);
    return true;
}

bool SIMD_NAME(carom_small_hull_distance)(const small_hull_body pair[2], convex_cache *cache,
                                          convex_distance *out) {
    const int most = HULL_LANES;
    return pair[0].hull->vertex_count <= most && pair[1].hull->vertex_count <= most
               ? small_hull_by_lanes(pair, true, cache, out)
               : small_hull_by_lanes(pair, false, cache, out);
}
