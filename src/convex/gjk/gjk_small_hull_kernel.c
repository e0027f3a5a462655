/* SIMD GJK [Gilbert88], [Bergen99] for two convex hulls of at most 40 vertices: the support mapping
 * scans every vertex in lanes, and the simplex is reduced in lanes (simplex_lanes.h). Hulls of at
 * most eight vertices are transformed once; larger ones are scanned in their own frames.
 *
 * A distance is returned only with a certificate that leaves no more than rounding, contact only
 * with a tetrahedron that certainly contains the origin; all other pairs are left to gjk.c. Same
 * bits on every instruction set. */
#include "convex/gjk/gjk_small_hull.h"
#include "convex/gjk/simplex_lanes.h"

/* Steps before the pair is left to gjk.c. */
#define SMALL_HULL_STEPS 16

/* A hull relative to A's position. The vertices of A are negated, so that the support points of
 * -A and B lie along the same direction. */
typedef struct small_hull_cloud {
    const hull_data *hull;
    const double (*axes)[3];
    vec3 shift;
    double sign;              /* -1 for A, 1 for B */
    int last;                 /* index of the last vertex */
    double at[3][HULL_LANES]; /* hulls of at most HULL_LANES vertices: transformed vertices */
} small_hull_cloud;

/* Heights of eight vertices along a direction: lanes 0 to 3 and 4 to 7. */
typedef struct small_hull_heights {
    d4 low, high;
} small_hull_heights;

typedef struct small_hull_search {
    small_hull_cloud cloud[2];
    small_hull_simplex simplex;
    double slack, along;
    int steps;
} small_hull_search;

typedef enum small_hull_end {
    SMALL_HULL_UNDECIDED,
    SMALL_HULL_NEAREST,
    SMALL_HULL_INSIDE
} small_hull_end;

/* A vector from three consecutive numbers. */
static CAROM_INLINE vec3 small_hull_vec3(const double *at) {
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
    c->axes = body->frame->rotation;
    c->shift = *shift;
    c->sign = sign;
    c->last = body->hull->vertex_count - 1;
}

/* Row i of the rotation and coordinate i of the translation that transform the vertices. */
static CAROM_INLINE d4 small_hull_row(const small_hull_cloud *c, int i, d4 row[3]) {
    const double *by = &c->shift.x;
    for (int k = 0; k < 3; k++)
        row[k] = d4_all(c->sign * c->axes[k][i]);
    return d4_all(by[i]);
}

static CAROM_INLINE void pose_vertices(small_hull_cloud *c) {
    const hull_data *h = c->hull;
    for (int i = 0; i < 3; i++) {
        d4 row[3];
        const d4 by = small_hull_row(c, i, row);
        for (int k = 0; k < HULL_LANES; k += 4)
            d4_store(c->at[i] + k,
                     d4_add(small_hull_combined(row, h->x + k, h->y + k, h->z + k), by));
    }
}

static CAROM_INLINE small_hull_heights small_hull_heights_of(const d4 by[3], const double *x,
                                                             const double *y, const double *z) {
    return (small_hull_heights){small_hull_combined(by, x, y, z),
                                small_hull_combined(by, x + 4, y + 4, z + 4)};
}

/* Per lane, over the vertices of equal index modulo 8, the farthest along a direction: its height,
 * and the index of the first vertex of its block of eight. */
typedef struct small_hull_leaders {
    small_hull_heights best;
    double block[HULL_LANES];
} small_hull_leaders;

/* At most eight vertices, transformed: each lane's leader is its only vertex. */
static CAROM_INLINE void lead_posed(const small_hull_cloud *c, const double n[3],
                                    small_hull_leaders *out) {
    const d4 by[3] = {d4_all(n[0]), d4_all(n[1]), d4_all(n[2])};
    out->best = small_hull_heights_of(by, c->at[0], c->at[1], c->at[2]);
}

/* Scans the vertices in the hull's own frame. */
static CAROM_INLINE void lead_scanned(const small_hull_cloud *c, const double n[3],
                                      small_hull_leaders *out) {
    const hull_data *h = c->hull;
    const d4 eight = d4_all((double)HULL_LANES);
    d4 by[3], low = d4_all(0.0), high = low, now = low;
    for (int i = 0; i < 3; i++)
        by[i] = d4_all(c->sign * dot3(small_hull_vec3(c->axes[i]), small_hull_vec3(n)));
    small_hull_heights best = small_hull_heights_of(by, h->x, h->y, h->z);
    for (int k = HULL_LANES; k <= c->last; k += HULL_LANES) {
        const small_hull_heights next = small_hull_heights_of(by, h->x + k, h->y + k, h->z + k);
        now = d4_add(now, eight);
        low = d4_select(d4_lt(best.low, next.low), now, low);
        high = d4_select(d4_lt(best.high, next.high), now, high);
        best = (small_hull_heights){d4_max(next.low, best.low), d4_max(next.high, best.high)};
    }
    const d4 of_shift = d4_all(dot3(c->shift, small_hull_vec3(n)));
    out->best = (small_hull_heights){d4_add(best.low, of_shift), d4_add(best.high, of_shift)};
    d4_store(out->block, low);
    d4_store(out->block + 4, high);
}

/* The first of the farthest leaders; `*height` is its height in all lanes. */
static CAROM_INLINE int first_leader(const small_hull_cloud *c, bool posed,
                                     const small_hull_leaders *l, d4 *height) {
    const d4 low = l->best.low, high = l->best.high, most = d4_greatest(d4_max(low, high));
    const unsigned bits = d4_bits(d4_eq(low, most)) | d4_bits(d4_eq(high, most)) << 4;
    const int lane = (int)lowest_bit(bits | 128u),
              found = posed ? lane : (int)l->block[lane] + lane;
    *height = most;
    return found < c->last ? found : c->last;
}

static CAROM_INLINE int small_hull_farthest(const small_hull_cloud *c, bool posed,
                                            const double n[3], d4 *height) {
    small_hull_leaders l;
    if (posed)
        lead_posed(c, n, &l);
    else
        lead_scanned(c, n, &l);
    return first_leader(c, posed, &l, height);
}

/* The three farthest leaders in order, and by how much the third is behind the first. */
static CAROM_INLINE d4 three_farthest(const small_hull_cloud *c, bool posed, const double n[3],
                                      uint8_t out[3]) {
    const d4 none = d4_all(-DBL_MAX);
    small_hull_leaders l;
    d4 height[3];
    if (posed)
        lead_posed(c, n, &l);
    else
        lead_scanned(c, n, &l);
    for (int i = 0; i < 3; i++) {
        out[i] = (uint8_t)first_leader(c, posed, &l, &height[i]);
        l.best.low = d4_select(d4_eq(l.best.low, height[i]), none, l.best.low);
        l.best.high = d4_select(d4_eq(l.best.high, height[i]), none, l.best.high);
    }
    return d4_sub(height[0], height[2]);
}

static CAROM_INLINE uint16_t small_hull_code(int ia, int ib) {
    return (uint16_t)(ia + SMALL_HULL_CODE * ib);
}

/* Sets the newest vertex of the simplex, by the operations of convex_vertex, and returns it in all
 * lanes. */
static CAROM_INLINE small_hull_vector set_newest(small_hull_search *f, bool posed, int ia, int ib) {
    const small_hull_cloud *a = &f->cloud[0], *b = &f->cloud[1];
    small_hull_simplex *s = &f->simplex;
    d4 at[3];
    s->code[SMALL_HULL_NEWEST] = small_hull_code(ia, ib);
    for (int i = 0; i < 3; i++) {
        if (posed) {
            at[i] = d4_sub(d4_neg(d4_all(a->at[i][ia])), d4_all(b->at[i][ib]));
        } else {
            const vec3 p = hull_vertex(a->hull, ia), q = hull_vertex(b->hull, ib);
            const double(*by_a)[3] = a->axes, (*by_b)[3] = b->axes, *shift = &b->shift.x;
            const double of_b = by_b[0][i] * q.x + by_b[1][i] * q.y + by_b[2][i] * q.z + shift[i];
            at[i] = d4_all(by_a[0][i] * p.x + by_a[1][i] * p.y + by_a[2][i] * p.z - of_b);
        }
        d4_store(s->at[i] + SMALL_HULL_NEWEST, at[i]);
    }
    return (small_hull_vector){at[0], at[1], at[2]};
}

/* Four vertices of a hull, by coordinate. */
static CAROM_INLINE void small_hull_vertices_at(const small_hull_cloud *c, bool posed,
                                                const uint8_t at[4], d4 out[3]) {
    if (posed) {
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

/* Sets the older vertices of the simplex. */
static CAROM_INLINE void set_older(small_hull_search *f, bool posed, const uint8_t ia[4],
                                   const uint8_t ib[4]) {
    small_hull_simplex *s = &f->simplex;
    d4 a[3], b[3];
    small_hull_vertices_at(&f->cloud[0], posed, ia, a);
    small_hull_vertices_at(&f->cloud[1], posed, ib, b);
    for (int i = 0; i < 3; i++)
        d4_store(s->at[i], d4_sub(d4_neg(a[i]), b[i]));
    for (int k = 0; k < 4; k++)
        s->code[k] = small_hull_code(ia[k], ib[k]);
}

/* Rebuilds the cached simplex. @return false when it is of other hulls */
static CAROM_INLINE bool recall_small_simplex(small_hull_search *f, bool posed,
                                              const convex_cache *cache,
                                              small_hull_vector *newest) {
    const int last = cache->count < 4 ? cache->count - 1 : 3;
    uint8_t older[2][4];
    for (int i = 0; i < 4; i++) {
        const int k = i < last ? i : last, ia = cache->a[k], ib = cache->b[k];
        if (ia < 0 || ib < 0 || ia > f->cloud[0].last || ib > f->cloud[1].last) return false;
        older[0][i] = (uint8_t)ia, older[1][i] = (uint8_t)ib;
    }
    *newest = set_newest(f, posed, cache->a[last], cache->b[last]);
    set_older(f, posed, older[0], older[1]);
    return true;
}

/* The first simplex, from the three farthest vertices of each hull along the first direction: the
 * pair of firsts, each hull's second with the other's first, and the nearer third with a first.
 * As these are mostly neighbours, three steps are saved. */
static CAROM_INLINE small_hull_vector seed_small_simplex(small_hull_search *f, bool posed,
                                                         const vec3 *foot) {
    const double direction[3] = {foot->x, foot->y, foot->z};
    uint8_t a[3], b[3];
    const d4 behind_a = three_farthest(&f->cloud[0], posed, direction, a);
    const d4 behind_b = three_farthest(&f->cloud[1], posed, direction, b);
    const bool of_a = d4_bits(d4_lt(behind_a, behind_b)) & 1u;
    const uint8_t ia = of_a ? a[2] : a[0], ib = of_a ? b[0] : b[2];
    set_older(f, posed, (const uint8_t[4]){a[1], a[0], ia, ia},
              (const uint8_t[4]){b[0], b[1], ib, ib});
    return set_newest(f, posed, a[0], b[0]);
}

static CAROM_INLINE bool small_hull_has_converged(const small_hull_search *f) {
    const double gap = f->simplex.foot2 - f->along;
    return gap <= SMALL_HULL_CONVERGED * f->simplex.foot2 ||
           gap * gap <= f->slack * f->slack * f->simplex.foot2;
}

static CAROM_INLINE small_hull_end run_small_gjk(small_hull_search *f, bool posed,
                                                 small_hull_vector newest) {
    small_hull_simplex *s = &f->simplex;
    const double near = SMALL_HULL_TOUCHING * f->slack;
    double before = INFINITY;
    for (f->steps = 1; f->steps <= SMALL_HULL_STEPS; f->steps++) {
        d4 high_a, high_b;
        double along[4];
        reduce_in_lanes(s, &newest);
        if (s->may_be_inside) return SMALL_HULL_INSIDE;
        if (s->foot2 <= near * near || !(s->foot2 < before)) return SMALL_HULL_UNDECIDED;
        before = s->foot2;
        const int ia = small_hull_farthest(&f->cloud[0], posed, s->foot, &high_a);
        const int ib = small_hull_farthest(&f->cloud[1], posed, s->foot, &high_b);
        d4_store(along, d4_neg(d4_add(high_a, high_b)));
        f->along = along[0] * s->unit;
        if (!(fabs(f->along) <= DBL_MAX)) return SMALL_HULL_UNDECIDED;
        if (small_hull_has_converged(f) || small_hull_has_code(s, small_hull_code(ia, ib)))
            return SMALL_HULL_NEAREST;
        newest = set_newest(f, posed, ia, ib);
    }
    return SMALL_HULL_UNDECIDED;
}

/* ---- ends */

typedef struct small_hull_points {
    vec3 a, b;
} small_hull_points;

static CAROM_INLINE unsigned code_at(const small_hull_simplex *s, int k, int count) {
    return s->code[k < count - 1 ? k : SMALL_HULL_NEWEST];
}

static CAROM_INLINE vec3 small_hull_point(const small_hull_cloud *c, vec3 local) {
    const vec3 x = scale3(small_hull_vec3(c->axes[0]), local.x);
    const vec3 xy = mad3(x, small_hull_vec3(c->axes[1]), local.y);
    return add3(mad3(xy, small_hull_vec3(c->axes[2]), local.z), c->shift);
}

static CAROM_INLINE vec3 small_hull_vertex(const small_hull_cloud *c, bool posed, int i) {
    return posed ? vec(c->at[0][i], c->at[1][i], c->at[2][i]) : hull_vertex(c->hull, i);
}

/* The convex combinations of the simplex's vertices on each hull. */
static CAROM_INLINE small_hull_points weighted_points(const small_hull_search *f, bool posed,
                                                      const double *weight, int count) {
    vec3 a = {0, 0, 0}, b = {0, 0, 0};
    for (int k = 0; k < count; k++) {
        const unsigned code = code_at(&f->simplex, k, count);
        a = mad3(a, small_hull_vertex(&f->cloud[0], posed, (int)(code % SMALL_HULL_CODE)),
                 weight[k]);
        b = mad3(b, small_hull_vertex(&f->cloud[1], posed, (int)(code / SMALL_HULL_CODE)),
                 weight[k]);
    }
    if (posed) return (small_hull_points){neg3(a), b};
    return (small_hull_points){small_hull_point(&f->cloud[0], a),
                               small_hull_point(&f->cloud[1], b)};
}

/* Sets a distance that is certified, is greater than the rounding of the support mapping's choice,
 * and is realised by the points of the weights. */
static CAROM_INLINE bool set_small_nearest(const small_hull_search *f, bool posed, const vec3 *from,
                                           convex_distance *out) {
    const small_hull_simplex *s = &f->simplex;
    const double core = sqrt(s->foot2), lower = f->along / core;
    const double weight[3] = {s->count > 1 ? s->weight[0] : 1.0,
                              s->count > 2 ? s->weight[1] : 1.0 - s->weight[0],
                              1.0 - s->weight[0] - s->weight[1]};
    const small_hull_points p = weighted_points(f, posed, weight, s->count);
    const vec3 foot = scale3(small_hull_vec3(s->foot), s->unit), aside = sub3(sub3(p.a, p.b), foot);
    if (core - lower > SMALL_HULL_GAP * core + SMALL_HULL_GAP_SLACK * f->slack ||
        core <= SMALL_HULL_CHOICE * max_abs3(f->cloud[1].shift) ||
        max_abs3(aside) > SMALL_HULL_OFFSET * f->slack)
        return false;
    out->distance = core;
    out->lower_bound = min2(max2(0.0, lower - f->slack), core);
    out->point_a = add3(p.a, *from);
    out->point_b = add3(p.b, *from);
    out->normal = scale3(foot, -1.0 / core);
    out->overlap = false;
    return true;
}

/* Sets contact when simplex.c finds the origin inside the tetrahedron by more than rounding. */
static CAROM_APART bool set_small_inside(const small_hull_search *f, const vec3 *from,
                                         convex_distance *out) {
    simplex s = {.count = 4, .limit2 = INFINITY};
    for (int k = 0; k < 4; k++) {
        const int place = k < 3 ? k : SMALL_HULL_NEWEST;
        const double(*at)[8] = f->simplex.at;
        s.vertex[k].w = vec(at[0][place], at[1][place], at[2][place]);
    }
    carom_simplex_reduce(&s, f->slack);
    if (!s.inside) return false;
    const small_hull_points p = weighted_points(f, false, s.weight, 4);
    if (max_abs3(sub3(p.a, p.b)) > SMALL_HULL_COMMON * f->slack) return false;
    out->distance = out->lower_bound = 0.0;
    out->point_a = out->point_b = add3(p.a, *from);
    out->normal = vec(1, 0, 0);
    out->overlap = true;
    return true;
}

static CAROM_INLINE void store_small_simplex(const small_hull_search *f, int count,
                                             convex_cache *cache) {
    cache->count = count;
    cache->axis = scale3(small_hull_vec3(f->simplex.foot), -f->simplex.unit);
    for (int k = 0; k < count; k++) {
        const unsigned code = code_at(&f->simplex, k, count);
        cache->a[k] = (int)(code % SMALL_HULL_CODE), cache->b[k] = (int)(code / SMALL_HULL_CODE);
    }
    cache->hint[0] = cache->a[0], cache->hint[1] = cache->b[0];
}

/* Bound on the magnitude of a vertex's coordinates. */
static CAROM_INLINE double small_hull_reach(const small_hull_body *body, const vec3 *shift) {
    return max_abs3(add3(*shift, body->frame->middle)) + body->hull->outer;
}

static CAROM_INLINE bool small_hull_by_lanes(const small_hull_body pair[2], bool posed,
                                             convex_cache *cache, convex_distance *out) {
    small_hull_search f;
    small_hull_vector newest;
    const vec3 from = pair[0].frame->position, shift = sub3(pair[1].frame->position, from);
    const double reach_a = small_hull_reach(&pair[0], &(vec3){0, 0, 0});
    const double size = max2(reach_a, small_hull_reach(&pair[1], &shift));
    if (!(size > SMALL_HULL_SIZE_MIN && size < SMALL_HULL_SIZE_MAX)) return false;
    f.slack = SMALL_HULL_COORDINATE_ERROR * size;
    start_cloud(&f.cloud[0], &pair[0], &(vec3){0, 0, 0}, -1.0);
    start_cloud(&f.cloud[1], &pair[1], &shift, 1.0);
    if (posed) {
        pose_vertices(&f.cloud[0]);
        pose_vertices(&f.cloud[1]);
    }
    if (cache && cache->count > 0) {
        if (!recall_small_simplex(&f, posed, cache, &newest)) return false;
    } else {
        const vec3 middle = add3(shift, pair[1].frame->middle);
        const vec3 foot = sub3(pair[0].frame->middle, middle);
        newest = seed_small_simplex(&f, posed, &foot);
    }
    f.simplex.unit = 0.0; /* until the first reduction */
    for (int i = 0; i < 3; i++)
        f.simplex.foot[i] = 0.0;
    const small_hull_end end = run_small_gjk(&f, posed, newest);
    if (!(end == SMALL_HULL_NEAREST  ? set_small_nearest(&f, posed, &from, out)
          : end == SMALL_HULL_INSIDE ? set_small_inside(&f, &from, out)
                                     : false))
        return false;
    out->status = CONVEX_EXACT;
    out->iterations = f.steps;
    if (cache) store_small_simplex(&f, end == SMALL_HULL_INSIDE ? 4 : f.simplex.count, cache);
    return true;
}

bool SIMD_NAME(carom_small_hull_distance)(const small_hull_body pair[2], convex_cache *cache,
                                          convex_distance *out) {
    const int most = HULL_LANES;
    return pair[0].hull->vertex_count <= most && pair[1].hull->vertex_count <= most
               ? small_hull_by_lanes(pair, true, cache, out)
               : small_hull_by_lanes(pair, false, cache, out);
}
