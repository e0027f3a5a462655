/* GJK [Gilbert88] in exact dyadic arithmetic. Each step finds the face of the simplex nearest to
 * the origin by Johnson's conditions: the foot of the perpendicular has positive barycentric
 * coordinates, and no other vertex lies on the origin's side of the plane through the foot. Only
 * signs of polynomials decide; nothing is divided. The support mapping filters the vertices in
 * double and compares the remaining candidates exactly. The exact distance falls at every step, so
 * no simplex comes twice.
 *
 * The answer (apart, touching or overlapping; nearest features) is exact for the given numbers. It
 * decides the polytope pairs that the search in double leaves within rounding of contact. It starts
 * with the simplex of that search, so one or two steps are usual. */
#include "convex/gjk/exact.h"

#include "math/dyadic.h"
#include "convex/gjk/tolerances.h"
#include "convex/gjk/touch_proof.h"

/* Far above the one or two steps that are usual; the search reports when it is reached. */
#define STEP_LIMIT 200
/* Less than carom_dyadic_top of any number but 0. */
#define TOP_OF_ZERO (-1000000)

/* A vertex of the simplex: indices into A and B, and the exact difference. */
typedef struct corner {
    int ia, ib;
    dyadic3 w;
} corner;

typedef struct state {
    int count;
    corner corner[4];
    dyadic weight[4]; /* barycentric coordinates of the foot, up to a common positive factor */
    dyadic3 foot;     /* direction of the foot from the origin; zero in contact */
    bool inside;      /* the tetrahedron contains the origin */
} state;

/* center + sum of axes[k] local[k] */
static dyadic exact_coordinate(dyadic_pool *pool, const convex_shape *s, int axis, vec3 local) {
    uint32_t *mark = pool->next;
    dyadic sum = carom_dyadic_of(pool, axis3(s->center, axis));
    for (int k = 0; k < 3; k++) {
        dyadic a = carom_dyadic_of(pool, axis3(s->axes[k], axis));
        dyadic product = carom_dyadic_product(pool, a, carom_dyadic_of(pool, axis3(local, k)));
        sum = carom_dyadic_sum(pool, sum, product);
    }
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&sum}, 1);
    return sum;
}

static dyadic3 exact_vertex(dyadic_pool *pool, const convex_shape *s, int index) {
    if (s->kind == CONVEX_POINTS) return carom_dyadic3_of(pool, s->points[index]);
    const vec3 local = convex_own_vertex(s, index);
    dyadic3 v;
    v.x = exact_coordinate(pool, s, 0, local);
    v.y = exact_coordinate(pool, s, 1, local);
    v.z = exact_coordinate(pool, s, 2, local);
    return v;
}

static corner exact_corner(dyadic_pool *pool, const convex_shape *a, const convex_shape *b, int ia,
                           int ib) {
    uint32_t *mark = pool->next;
    const dyadic3 va = exact_vertex(pool, a, ia), vb = exact_vertex(pool, b, ib);
    dyadic3 w = carom_dyadic3_difference(pool, &va, &vb);
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&w.x, &w.y, &w.z}, 3);
    return (corner){ia, ib, w};
}

/* The vertex farthest along `direction`; `rough` is the direction in double. */
static int exact_support(dyadic_pool *pool, const convex_shape *s, const dyadic3 *direction,
                         vec3 rough) {
    int n = convex_vertex_count(s), best = -1;
    double farthest = -INFINITY, largest = 0.0;
    for (int i = 0; i < n; i++) {
        vec3 v = convex_vertex(s, i);
        largest = max2(largest, max_abs3(v));
        farthest = max2(farthest, dot3(v, rough));
    }
    double band = EXACT_SUPPORT_BAND * largest * max_abs3(rough);
    if (s->kind != CONVEX_POINTS) band += EXACT_SUPPORT_BAND * max_abs3(s->half) * max_abs3(rough);
    uint32_t *mark = pool->next;
    dyadic high = dyadic_zero();
    for (int i = 0; i < n; i++) {
        if (dot3(convex_vertex(s, i), rough) < farthest - band) continue;
        const dyadic3 vertex = exact_vertex(pool, s, i);
        dyadic value = carom_dyadic3_dot(pool, &vertex, direction);
        if (best < 0 || dyadic_difference(pool, value, high).sign > 0) {
            high = value;
            best = i;
        }
        carom_dyadic_keep(pool, mark, (dyadic *const[]){&high}, 1);
    }
    pool->next = mark;
    return best < 0 ? 0 : best;
}

/* Does every vertex outside of `face` (a bit set) satisfy foot . (w - on_face) >= 0? */
static bool others_behind(dyadic_pool *pool, const state *s, int face, const dyadic3 *on_face) {
    for (int i = 0; i < s->count; i++) {
        if (face >> i & 1) continue;
        uint32_t *mark = pool->next;
        const dyadic3 from = carom_dyadic3_difference(pool, &s->corner[i].w, on_face);
        int sign = carom_dyadic3_dot_sign(pool, &s->foot, &from);
        pool->next = mark;
        if (sign < 0) return false;
    }
    return true;
}

static bool vertex_is_nearest(dyadic_pool *pool, state *s, int i) {
    s->foot = s->corner[i].w;
    s->weight[0] = carom_dyadic_of(pool, 1.0);
    return others_behind(pool, s, 1 << i, &s->corner[i].w);
}

static bool edge_is_nearest(dyadic_pool *pool, state *s, int i, int j) {
    const dyadic3 *a = &s->corner[i].w, *b = &s->corner[j].w;
    const dyadic3 ab = carom_dyadic3_difference(pool, b, a);
    s->weight[0] = carom_dyadic3_dot(pool, b, &ab);
    s->weight[1] = dyadic_signed(carom_dyadic3_dot(pool, a, &ab), -1);
    if (s->weight[0].sign <= 0 || s->weight[1].sign <= 0) return false;
    const dyadic3 p = carom_dyadic3_product(pool, a, s->weight[0]);
    const dyadic3 q = carom_dyadic3_product(pool, b, s->weight[1]);
    s->foot = carom_dyadic3_sum(pool, &p, &q);
    return others_behind(pool, s, 1 << i | 1 << j, a);
}

static bool face_is_nearest(dyadic_pool *pool, state *s, const int id[3]) {
    const dyadic3 *w[3] = {&s->corner[id[0]].w, &s->corner[id[1]].w, &s->corner[id[2]].w};
    const dyadic3 ab = carom_dyadic3_difference(pool, w[1], w[0]);
    const dyadic3 ac = carom_dyadic3_difference(pool, w[2], w[0]);
    const dyadic3 n = carom_dyadic3_cross(pool, &ab, &ac);
    if (n.x.sign == 0 && n.y.sign == 0 && n.z.sign == 0) return false;
    for (int k = 0; k < 3; k++) {
        uint32_t *mark = pool->next;
        const dyadic3 side = carom_dyadic3_cross(pool, w[(k + 1) % 3], w[(k + 2) % 3]);
        s->weight[k] = carom_dyadic3_dot(pool, &n, &side);
        if (s->weight[k].sign <= 0) return false;
        carom_dyadic_keep(pool, mark, (dyadic *const[]){&s->weight[k]}, 1);
    }
    s->foot = carom_dyadic3_signed(&n, carom_dyadic3_dot_sign(pool, &n, w[0]));
    return others_behind(pool, s, 1 << id[0] | 1 << id[1] | 1 << id[2], w[0]);
}

static void keep_corners(state *s, int face) {
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (face >> i & 1) s->corner[kept++] = s->corner[i];
    s->count = kept;
}

static void tetrahedron_weights(dyadic_pool *pool, state *s) {
    for (int i = 0; i < 4; i++) {
        const dyadic3 *w[3];
        for (int k = 0; k < 3; k++)
            w[k] = &s->corner[(i + 1 + k) % 4].w;
        const dyadic3 side = carom_dyadic3_cross(pool, w[0], w[1]);
        const dyadic weight = carom_dyadic3_dot(pool, &side, w[2]);
        s->weight[i] = dyadic_signed(weight, weight.sign); /* of equal signs but for the order */
    }
}

/* Tries smaller faces first: for a degenerate simplex the face that contains the foot in its
 * relative interior is found before a degenerate one. */
static void nearest_face(dyadic_pool *pool, state *s) {
    int n = s->count;
    for (int size = 1; size <= 3; size++)
        for (int face = 1; face < 1 << n; face++) {
            int id[4], size_of_face = 0;
            for (int i = 0; i < n; i++)
                if (face >> i & 1) id[size_of_face++] = i;
            if (size_of_face != size) continue;
            uint32_t *mark = pool->next;
            bool found = size == 1   ? vertex_is_nearest(pool, s, id[0])
                         : size == 2 ? edge_is_nearest(pool, s, id[0], id[1])
                                     : face_is_nearest(pool, s, id);
            if (!found) {
                pool->next = mark;
                continue;
            }
            keep_corners(s, face);
            return;
        }
    s->inside = true;
    tetrahedron_weights(pool, s);
}

/* Sign of distance - (ra + rb), from (foot . w)^2 - (ra + rb)^2 foot^2. */
static int compare_with_radius(dyadic_pool *pool, const state *s, double ra, double rb) {
    const dyadic radius =
        carom_dyadic_sum(pool, carom_dyadic_of(pool, ra), carom_dyadic_of(pool, rb));
    const dyadic along = carom_dyadic3_dot(pool, &s->foot, &s->corner[0].w);
    const dyadic square = carom_dyadic3_dot(pool, &s->foot, &s->foot);
    const dyadic left = carom_dyadic_product(pool, along, along);
    const dyadic reach = carom_dyadic_product(pool, square, radius);
    return dyadic_difference(pool, left, carom_dyadic_product(pool, reach, radius)).sign;
}

static void report(dyadic_pool *pool, const state *s, exact_nearest *out) {
    int top = TOP_OF_ZERO;
    for (int i = 0; i < s->count; i++)
        top = carom_dyadic_top(s->weight[i]) > top ? carom_dyadic_top(s->weight[i]) : top;
    double sum = 0.0;
    for (int i = 0; i < s->count; i++)
        sum += carom_dyadic_value(s->weight[i], top);
    out->count = s->count;
    for (int i = 0; i < s->count; i++) {
        out->weight[i] = carom_dyadic_value(s->weight[i], top) / sum;
        out->ia[i] = s->corner[i].ia, out->ib[i] = s->corner[i].ib;
    }
    if (!out->apart) return;
    const dyadic along = carom_dyadic3_dot(pool, &s->foot, &s->corner[0].w);
    int base = carom_dyadic3_top(&s->foot), top_along = carom_dyadic_top(along);
    vec3 foot = carom_dyadic3_value(&s->foot, base);
    out->normal = neg3(carom_normalize_or(foot, vec(1, 0, 0)));
    out->distance = carom_dyadic_value(along, top_along) / sqrt(len2(foot));
    for (int shift = top_along - base; shift != 0 && out->distance > 0.0;
         shift += shift < 0 ? 1 : -1)
        out->distance *= shift < 0 ? EXACT_LIMB_DOWN : EXACT_LIMB_UP;
}

/* One step. True when the simplex contains the origin, or no vertex of A - B lies beyond the plane
 * through the foot; else the new support point has been added. */
static bool is_final(dyadic_pool *pool, state *s, const convex_shape *a, const convex_shape *b,
                     exact_nearest *out) {
    nearest_face(pool, s);
    int base = carom_dyadic3_top(&s->foot);
    out->apart = !s->inside && base > TOP_OF_ZERO;
    if (!out->apart) return true;
    const vec3 rough = carom_dyadic3_value(&s->foot, base);
    const dyadic3 toward = carom_dyadic3_signed(&s->foot, -1);
    int ia = exact_support(pool, a, &toward, neg3(rough));
    int ib = exact_support(pool, b, &s->foot, rough);
    corner *next = &s->corner[s->count];
    *next = exact_corner(pool, a, b, ia, ib);
    const dyadic3 step = carom_dyadic3_difference(pool, &next->w, &s->corner[0].w);
    if (carom_dyadic3_dot_sign(pool, &step, &s->foot) >= 0) return true;
    s->count++;
    return false;
}

/* Releases all limbs but those of the simplex. */
static void keep_simplex(dyadic_pool *pool, uint32_t *mark, state *s) {
    dyadic *kept[12];
    for (int i = 0; i < s->count; i++) {
        dyadic3 *w = &s->corner[i].w;
        kept[3 * i] = &w->x, kept[3 * i + 1] = &w->y, kept[3 * i + 2] = &w->z;
    }
    carom_dyadic_keep(pool, mark, kept, 3 * s->count);
}

typedef struct exact_search {
    const convex_shape *a, *b;
    const simplex *start;
    exact_nearest *out;
} exact_search;

static void search_exactly(dyadic_pool *pool, void *search) {
    const exact_search *e = search;
    exact_nearest *out = e->out;
    uint32_t *mark = pool->next;
    state s = {.count = e->start->count};
    *out = (exact_nearest){.known = false};
    for (int i = 0; i < s.count; i++)
        s.corner[i] =
            exact_corner(pool, e->a, e->b, e->start->vertex[i].ia, e->start->vertex[i].ib);
    for (int step = 0; step < STEP_LIMIT && !pool->full; step++) {
        out->known = is_final(pool, &s, e->a, e->b, out);
        if (out->known) break;
        keep_simplex(pool, mark, &s);
    }
    if (!out->known) return;
    out->beyond = out->apart ? compare_with_radius(pool, &s, e->a->radius, e->b->radius) : -1;
    report(pool, &s, out);
}

void carom_convex_exact(const convex_shape *a, const convex_shape *b, const simplex *start,
                        exact_nearest *out) {
    if (carom_simplex_contains_origin(a, b, start, out)) return;
    exact_search search = {a, b, start, out};
    carom_with_dyadics(search_exactly, &search);
}
