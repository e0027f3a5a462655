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

/* sum += a b */
static void add_product(dyadic *sum, double a, double b) {
    dyadic p, q, product, old;
    carom_dyadic_set(&p, a);
    carom_dyadic_set(&q, b);
    carom_dyadic_multiply(&product, &p, &q);
    carom_dyadic_copy(&old, sum);
    carom_dyadic_add(sum, &old, &product, 1);
}

static void exact_coordinate(dyadic *out, const convex_shape *s, int axis, vec3 local) {
    carom_dyadic_set(out, axis3(s->center, axis));
    add_product(out, axis3(s->axes[0], axis), local.x);
    add_product(out, axis3(s->axes[1], axis), local.y);
    add_product(out, axis3(s->axes[2], axis), local.z);
}

static void exact_vertex(dyadic3 *out, const convex_shape *s, int index) {
    if (s->kind == CONVEX_POINTS) {
        carom_dyadic_set(&out->x, s->points[index].x);
        carom_dyadic_set(&out->y, s->points[index].y);
        carom_dyadic_set(&out->z, s->points[index].z);
        return;
    }
    const vec3 local = convex_own_vertex(s, index);
    exact_coordinate(&out->x, s, 0, local);
    exact_coordinate(&out->y, s, 1, local);
    exact_coordinate(&out->z, s, 2, local);
}

static void set_corner(corner *c, const convex_shape *a, const convex_shape *b, int ia, int ib) {
    dyadic3 va, vb;
    exact_vertex(&va, a, ia);
    exact_vertex(&vb, b, ib);
    carom_dyadic3_subtract(&c->w, &va, &vb);
    c->ia = ia, c->ib = ib;
}

/* The vertex farthest along `direction`; `rough` is the direction in double. */
static int exact_support(const convex_shape *s, const dyadic3 *direction, vec3 rough) {
    int n = convex_vertex_count(s), best = -1;
    double farthest = -INFINITY, largest = 0.0;
    for (int i = 0; i < n; i++) {
        vec3 v = convex_vertex(s, i);
        largest = max2(largest, max_abs3(v));
        farthest = max2(farthest, dot3(v, rough));
    }
    double band = EXACT_SUPPORT_BAND * largest * max_abs3(rough);
    if (s->kind != CONVEX_POINTS) band += EXACT_SUPPORT_BAND * max_abs3(s->half) * max_abs3(rough);
    dyadic3 vertex;
    dyadic high, value, more;
    for (int i = 0; i < n; i++) {
        if (dot3(convex_vertex(s, i), rough) < farthest - band) continue;
        exact_vertex(&vertex, s, i);
        carom_dyadic3_dot(&value, &vertex, direction);
        if (best >= 0) {
            carom_dyadic_add(&more, &value, &high, -1);
            if (more.sign <= 0) continue;
        }
        carom_dyadic_copy(&high, &value);
        best = i;
    }
    return best < 0 ? 0 : best;
}

/* Does every vertex outside of `face` (a bit set) satisfy foot . (w - on_face) >= 0? */
static bool others_behind(const state *s, int face, const dyadic3 *on_face) {
    dyadic3 from;
    for (int i = 0; i < s->count; i++) {
        if (face >> i & 1) continue;
        carom_dyadic3_subtract(&from, &s->corner[i].w, on_face);
        if (carom_dyadic3_dot_sign(&s->foot, &from) < 0) return false;
    }
    return true;
}

static bool vertex_is_nearest(state *s, int i) {
    carom_dyadic3_copy(&s->foot, &s->corner[i].w);
    carom_dyadic_set(&s->weight[0], 1.0);
    return others_behind(s, 1 << i, &s->corner[i].w);
}

static bool edge_is_nearest(state *s, int i, int j) {
    const dyadic3 *a = &s->corner[i].w, *b = &s->corner[j].w;
    dyadic3 ab, p, q;
    carom_dyadic3_subtract(&ab, b, a);
    carom_dyadic3_dot(&s->weight[0], b, &ab);
    carom_dyadic3_dot(&s->weight[1], a, &ab);
    s->weight[1].sign = -s->weight[1].sign;
    if (s->weight[0].sign <= 0 || s->weight[1].sign <= 0) return false;
    carom_dyadic3_scale(&p, a, &s->weight[0]);
    carom_dyadic3_scale(&q, b, &s->weight[1]);
    carom_dyadic_add(&s->foot.x, &p.x, &q.x, 1);
    carom_dyadic_add(&s->foot.y, &p.y, &q.y, 1);
    carom_dyadic_add(&s->foot.z, &p.z, &q.z, 1);
    return others_behind(s, 1 << i | 1 << j, a);
}

static bool face_is_nearest(state *s, const int id[3]) {
    dyadic3 ab, ac, n, side;
    const dyadic3 *w[3] = {&s->corner[id[0]].w, &s->corner[id[1]].w, &s->corner[id[2]].w};
    carom_dyadic3_subtract(&ab, w[1], w[0]);
    carom_dyadic3_subtract(&ac, w[2], w[0]);
    carom_dyadic3_cross(&n, &ab, &ac);
    if (n.x.sign == 0 && n.y.sign == 0 && n.z.sign == 0) return false;
    for (int k = 0; k < 3; k++) {
        carom_dyadic3_cross(&side, w[(k + 1) % 3], w[(k + 2) % 3]);
        carom_dyadic3_dot(&s->weight[k], &n, &side);
        if (s->weight[k].sign <= 0) return false;
    }
    int over = carom_dyadic3_dot_sign(&n, w[0]);
    carom_dyadic3_copy(&s->foot, &n);
    s->foot.x.sign *= over, s->foot.y.sign *= over, s->foot.z.sign *= over;
    return others_behind(s, 1 << id[0] | 1 << id[1] | 1 << id[2], w[0]);
}

static void keep_corners(state *s, int face) {
    int kept = 0;
    for (int i = 0; i < s->count; i++) {
        if (!(face >> i & 1)) continue;
        if (kept != i) {
            s->corner[kept].ia = s->corner[i].ia, s->corner[kept].ib = s->corner[i].ib;
            carom_dyadic3_copy(&s->corner[kept].w, &s->corner[i].w);
        }
        kept++;
    }
    s->count = kept;
}

static void tetrahedron_weights(state *s) {
    for (int i = 0; i < 4; i++) {
        const dyadic3 *w[3];
        for (int k = 0; k < 3; k++)
            w[k] = &s->corner[(i + 1 + k) % 4].w;
        dyadic3 side;
        carom_dyadic3_cross(&side, w[0], w[1]);
        carom_dyadic3_dot(&s->weight[i], &side, w[2]);
        s->weight[i].sign = s->weight[i].sign != 0; /* equal signs, up to the order of the three */
    }
}

/* Tries smaller faces first: for a degenerate simplex the face that contains the foot in its
 * relative interior is found before a degenerate one. */
static void nearest_face(state *s) {
    int n = s->count;
    for (int size = 1; size <= 3; size++)
        for (int face = 1; face < 1 << n; face++) {
            int id[4], size_of_face = 0;
            for (int i = 0; i < n; i++)
                if (face >> i & 1) id[size_of_face++] = i;
            if (size_of_face != size) continue;
            bool found = size == 1   ? vertex_is_nearest(s, id[0])
                         : size == 2 ? edge_is_nearest(s, id[0], id[1])
                                     : face_is_nearest(s, id);
            if (!found) continue;
            keep_corners(s, face);
            return;
        }
    s->inside = true;
    tetrahedron_weights(s);
}

/* Sign of distance - (ra + rb), from (foot . w)^2 - (ra + rb)^2 foot^2. */
static int compare_with_radius(const state *s, double ra, double rb) {
    dyadic p, q, radius, along, left, right;
    carom_dyadic_set(&p, ra);
    carom_dyadic_set(&q, rb);
    carom_dyadic_add(&radius, &p, &q, 1);
    carom_dyadic3_dot(&along, &s->foot, &s->corner[0].w);
    carom_dyadic_multiply(&left, &along, &along);
    carom_dyadic3_dot(&along, &s->foot, &s->foot);
    carom_dyadic_multiply(&p, &along, &radius);
    carom_dyadic_multiply(&right, &p, &radius);
    carom_dyadic_add(&p, &left, &right, -1);
    return p.sign;
}

static void report(const state *s, exact_nearest *out) {
    int top = TOP_OF_ZERO;
    for (int i = 0; i < s->count; i++)
        top = carom_dyadic_top(&s->weight[i]) > top ? carom_dyadic_top(&s->weight[i]) : top;
    double sum = 0.0;
    for (int i = 0; i < s->count; i++)
        sum += carom_dyadic_value(&s->weight[i], top);
    out->count = s->count;
    for (int i = 0; i < s->count; i++) {
        out->weight[i] = carom_dyadic_value(&s->weight[i], top) / sum;
        out->ia[i] = s->corner[i].ia, out->ib[i] = s->corner[i].ib;
    }
    if (!out->apart) return;
    dyadic along;
    carom_dyadic3_dot(&along, &s->foot, &s->corner[0].w);
    int base = carom_dyadic3_top(&s->foot), top_along = carom_dyadic_top(&along);
    vec3 foot = carom_dyadic3_value(&s->foot, base);
    out->normal = neg3(carom_normalize_or(foot, vec(1, 0, 0)));
    out->distance = carom_dyadic_value(&along, top_along) / sqrt(len2(foot));
    for (int shift = top_along - base; shift != 0 && out->distance > 0.0;
         shift += shift < 0 ? 1 : -1)
        out->distance *= shift < 0 ? EXACT_LIMB_DOWN : EXACT_LIMB_UP;
}

/* One step. True when the simplex contains the origin, or no vertex of A - B lies beyond the plane
 * through the foot; else the new support point has been added. */
static bool is_final(state *s, const convex_shape *a, const convex_shape *b, exact_nearest *out) {
    nearest_face(s);
    int base = carom_dyadic3_top(&s->foot);
    out->apart = !s->inside && base > TOP_OF_ZERO;
    if (!out->apart) return true;
    vec3 rough = carom_dyadic3_value(&s->foot, base);
    dyadic3 toward;
    carom_dyadic3_copy(&toward, &s->foot);
    toward.x.sign = -toward.x.sign, toward.y.sign = -toward.y.sign;
    toward.z.sign = -toward.z.sign;
    int ia = exact_support(a, &toward, neg3(rough)), ib = exact_support(b, &s->foot, rough);
    set_corner(&s->corner[s->count], a, b, ia, ib);
    carom_dyadic3_subtract(&toward, &s->corner[s->count].w, &s->corner[0].w);
    if (carom_dyadic3_dot_sign(&toward, &s->foot) >= 0) return true;
    s->count++;
    return false;
}

CAROM_NOINLINE static void search_exactly(const convex_shape *a, const convex_shape *b,
                                          const simplex *start, exact_nearest *out) {
    state s;
    s.count = start->count, s.inside = false;
    *out = (exact_nearest){.known = false};
    for (int i = 0; i < s.count; i++)
        set_corner(&s.corner[i], a, b, start->vertex[i].ia, start->vertex[i].ib);
    for (int step = 0; step < STEP_LIMIT && !out->known; step++)
        out->known = is_final(&s, a, b, out);
    if (!out->known) return;
    out->beyond = out->apart ? compare_with_radius(&s, a->radius, b->radius) : -1;
    report(&s, out);
}

void carom_convex_exact(const convex_shape *a, const convex_shape *b, const simplex *start,
                        exact_nearest *out) {
    if (!carom_simplex_contains_origin(a, b, start, out)) search_exactly(a, b, start, out);
}
