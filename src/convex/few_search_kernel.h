/* The search of gjk.c for two hulls of up to eight corners each: these are moved to where the hulls
 * are once, and a step looks at all of them by lanes. Whatever is not plain is left to gjk.c. */
#include "batch/simd.h"
#include "convex/few_search.h"

#define FEW_STEPS 16

/* Corners where they are, along x, y and z. */
typedef struct few_cloud {
    double at[3][HULL_LANES];
} few_cloud;

typedef struct eight_heights {
    d4 low, high;
} eight_heights;

static CAROM_INLINE d4 d4_combined(const d4 by[3], d4 x, d4 y, d4 z) {
    return d4_add(d4_add(d4_mul(by[0], x), d4_mul(by[1], y)), d4_mul(by[2], z));
}

/* By the operations of convex_vertex. @return the largest coordinates */
static CAROM_INLINE d4 move_corners(few_cloud *out, const convex_shape *s, const vec3 *shift) {
    const hull_data *h = s->hull;
    const double *axes = &s->axes[0].x, *by = &shift->x;
    d4 most = d4_all(0.0);
    for (int k = 0; k < HULL_LANES; k += 4) {
        const d4 x = d4_load(h->x + k), y = d4_load(h->y + k), z = d4_load(h->z + k);
        for (int i = 0; i < 3; i++) {
            const d4 row[3] = {d4_all(axes[i]), d4_all(axes[3 + i]), d4_all(axes[6 + i])};
            const d4 at = d4_add(d4_combined(row, x, y, z), d4_all(by[i]));
            d4_store(out->at[i] + k, at);
            most = d4_max(d4_abs(at), most);
        }
    }
    return most;
}

/* The first corner that is as far along a direction as any, and how far. */
static CAROM_INLINE int first_greatest(const eight_heights *h, int last, double *height) {
    *height = d4_most(d4_max(h->low, h->high));
    const d4 most = d4_all(*height);
    const unsigned bits = d4_bits(d4_eq(h->low, most)) | d4_bits(d4_eq(h->high, most)) << 4;
    const int found = (int)lowest_bit(bits | 128u);
    return found < last ? found : last;
}

static CAROM_INLINE eight_heights few_heights_along(const few_cloud *c, vec3 n) {
    const d4 by[3] = {d4_all(n.x), d4_all(n.y), d4_all(n.z)};
    const double *x = c->at[0], *y = c->at[1], *z = c->at[2];
    return (eight_heights){d4_combined(by, d4_load(x), d4_load(y), d4_load(z)),
                           d4_combined(by, d4_load(x + 4), d4_load(y + 4), d4_load(z + 4))};
}

static CAROM_INLINE int few_farthest(const few_cloud *c, vec3 n, int last, double *height) {
    const eight_heights h = few_heights_along(c, n);
    return first_greatest(&h, last, height);
}

/* The farthest and the next. */
static CAROM_INLINE void two_farthest(const few_cloud *c, vec3 n, int last, int out[2]) {
    double height;
    eight_heights h = few_heights_along(c, n);
    out[0] = first_greatest(&h, last, &height);
    const d4 most = d4_all(height), none = d4_all(-DBL_MAX);
    h.low = d4_select(d4_eq(h.low, most), none, h.low);
    h.high = d4_select(d4_eq(h.high, most), none, h.high);
    out[1] = first_greatest(&h, last, &height);
}

static CAROM_INLINE vec3 few_corner(const few_cloud *c, int i) {
    return vec(c->at[0][i], c->at[1][i], c->at[2][i]);
}

static CAROM_INLINE void few_difference(simplex_vertex *v, const few_cloud cloud[2], int ia,
                                        int ib) {
    v->ia = ia, v->ib = ib;
    v->a = few_corner(&cloud[0], ia);
    v->w = sub3(v->a, few_corner(&cloud[1], ib));
}

static CAROM_INLINE bool has_corners(const simplex *s, int ia, int ib) {
    for (int i = 0; i < s->count; i++)
        if (s->vertex[i].ia == ia && s->vertex[i].ib == ib) return true;
    return false;
}

/* The cached simplex. @return false where there is none, or of other hulls */
static CAROM_INLINE bool recall_few(gjk *g, const few_cloud cloud[2], const convex_cache *cache) {
    const int count = cache->count < 4 ? cache->count : 4;
    for (int i = 0; i < count; i++) {
        const int ia = cache->a[i], ib = cache->b[i];
        if (ia < 0 || ib < 0 || ia >= g->a->hull->vertex_count || ib >= g->b->hull->vertex_count)
            return false;
        few_difference(&g->simplex.vertex[i], cloud, ia, ib);
    }
    g->simplex.count = count;
    carom_simplex_reduce(&g->simplex, gjk_slack(g));
    gjk_take_foot(g);
    return true;
}

/* The first simplex: along the first direction the farthest corners, and the next of each hull
 * instead. As these are mostly neighbours, two steps are saved. */
static CAROM_INLINE void seed_few(gjk *g, const few_cloud cloud[2]) {
    int ia[2], ib[2];
    simplex_vertex *v = g->simplex.vertex;
    two_farthest(&cloud[0], neg3(g->foot), g->a->hull->vertex_count - 1, ia);
    two_farthest(&cloud[1], g->foot, g->b->hull->vertex_count - 1, ib);
    few_difference(&v[0], cloud, ia[0], ib[0]);
    few_difference(&v[1], cloud, ia[1], ib[0]);
    few_difference(&v[2], cloud, ia[0], ib[1]);
    g->simplex.count = 3;
    carom_simplex_reduce(&g->simplex, gjk_slack(g));
    gjk_take_foot(g);
}

static CAROM_INLINE bool take_few_steps(gjk *g, const few_cloud cloud[2]) {
    const int last_a = g->a->hull->vertex_count - 1, last_b = g->b->hull->vertex_count - 1;
    simplex *s = &g->simplex;
    for (g->iterations = 1; g->iterations <= FEW_STEPS; g->iterations++) {
        double high_a, high_b;
        g->axis = g->foot;
        const int ia = few_farthest(&cloud[0], neg3(g->foot), last_a, &high_a);
        const int ib = few_farthest(&cloud[1], g->foot, last_b, &high_b);
        g->along = -high_a - high_b;
        if (!(fabs(g->along) <= DBL_MAX)) return false;
        g->hint[0] = ~ia, g->hint[1] = ~ib; /* of a search that began cold */
        if (gjk_has_converged(g) || has_corners(s, ia, ib)) return g->end = GJK_NEAREST, true;
        const double before = g->foot2;
        few_difference(&s->vertex[s->count++], cloud, ia, ib);
        s->limit2 = before * (1.0 + 1e-13);
        carom_simplex_reduce(s, gjk_slack(g));
        if (s->inside) return g->end = GJK_INSIDE, true;
        gjk_take_foot(g);
        if (gjk_is_touching(g) || !(g->foot2 < before)) return false;
    }
    return false;
}

bool SIMD_NAME(carom_few_search)(gjk *g, const convex_cache *cache) {
    few_cloud cloud[2];
    const d4 most_a = move_corners(&cloud[0], g->a, &g->shift_a);
    const d4 most_b = move_corners(&cloud[1], g->b, &g->shift_b);
    g->size = d4_most(d4_max(most_a, most_b));
    if (!gjk_is_sane(g)) return false;
    if (cache && cache->count > 0) {
        if (!recall_few(g, cloud, cache)) return false;
        if (g->simplex.inside) return g->end = GJK_INSIDE, true;
    } else {
        carom_gjk_aim(g, carom_gjk_middles(g));
        seed_few(g, cloud);
    }
    return !gjk_is_touching(g) && take_few_steps(g, cloud);
}
