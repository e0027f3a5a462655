/* Exact normal of a facet of A - B that EPA [Bergen01] has approached: a face's stored normal or
 * the cross product of two stored directions, which have more digits than differences of vertices.
 * A candidate replaces the normal only if the support value along it is no greater. Own method.
 * carom_facet_at_normal proves that such a normal belongs to the least depth near it: the
 * support points of directions that lean from it on all sides are vertices of one facet, and the
 * normal passes between them. */
#include "convex/epa/normal_broyden.h"
#include "convex/epa/tolerances.h"
#include "convex/support/support.h"
#include "math/compensated_cross.h"
#include "convex/epa/facet_normal_exact.h"

/* The support value of A - B along n; the climbs start at vertex `at`. */
static double reach_of_pair(const convex_shape *a, const convex_shape *b, vec3 n,
                            const epa_vertex *at) {
    int hint[2] = {at->index_a, at->index_b};
    vec3 p = convex_offset(a, n, &hint[0]), q = convex_offset(b, neg3(n), &hint[1]);
    return dot3(n, add3(sub3(p, q), sub3(convex_origin(a), convex_origin(b))));
}

static void try_normal(epa_answer *e, const convex_shape *a, const convex_shape *b, vec3 n) {
    if (!(dot3(n, e->normal) > 1.0 - FACET_NORMAL_NEAR)) return;
    double reach = reach_of_pair(a, b, n, &e->corner[0]);
    if (!(reach <= e->depth + FACET_SAME_DEPTH * e->scale)) return;
    e->normal = n;
    e->depth = reach;
}

/* Tries the stored normals of a shape's faces near the normal. */
static void try_faces(epa_answer *e, const convex_shape *a, const convex_shape *b, bool of_b) {
    const convex_shape *s = of_b ? b : a;
    double sign = of_b ? -1.0 : 1.0;
    if (s->kind == CONVEX_CYLINDER || s->kind == CONVEX_CONE || s->kind == CONVEX_BOX)
        for (int i = s->kind == CONVEX_BOX ? 0 : 2; i < 3; i++) {
            double side = dot3(s->axes[i], e->normal) > 0.0 ? 1.0 : -1.0;
            try_normal(e, a, b, scale3(s->axes[i], side));
        }
    if (s->kind != CONVEX_HULL || s->hull->dimension < 2) return;
    const hull_data *h = s->hull;
    vec3 u = convex_to_axes(s, scale3(e->normal, sign));
    int first = h->vertex_edge[of_b ? e->corner[0].index_b : e->corner[0].index_a], edge = first;
    for (int turn = 0; turn < h->half_edge_count; turn++) {
        vec3 n = h->face_normal[h->face[edge]];
        if (dot3(n, u) > 1.0 - FACET_NORMAL_NEAR)
            try_normal(e, a, b, scale3(convex_from_axes(s, n.x, n.y, n.z), sign));
        edge = h->next[h->twin[edge]];
        if (edge == first) break;
    }
}

/* Tries the normals from the vertices of the facet, and from the longest edges of each shape in it.
 */
static void try_corners(epa_answer *e, const convex_shape *a, const convex_shape *b) {
    const epa_vertex *c = e->corner;
    vec3 facet = compensated_cross(sub3(c[1].w, c[0].w), sub3(c[2].w, c[0].w));
    facet = carom_normalize_or(facet, e->normal);
    try_normal(e, a, b, dot3(facet, e->normal) < 0.0 ? neg3(facet) : facet);
    vec3 ua = sub3(c[1].a, c[0].a), va = sub3(c[2].a, c[0].a);
    vec3 ub = sub3(c[1].b, c[0].b), vb = sub3(c[2].b, c[0].b);
    vec3 u = max_abs3(ua) >= max_abs3(va) ? ua : va, v = max_abs3(ub) >= max_abs3(vb) ? ub : vb;
    vec3 cut = carom_normalize_or(
        cross3(carom_normalize_or(u, vec(0, 0, 0)), carom_normalize_or(v, vec(0, 0, 0))),
        e->normal);
    try_normal(e, a, b, dot3(cut, e->normal) < 0.0 ? neg3(cut) : cut);
}

/* Tries the face that the facet's vertices of one shape span, where it is given by points. */
static void try_face_of_points(epa_answer *e, const convex_shape *a, const convex_shape *b,
                               bool of_b) {
    const epa_vertex *c = e->corner;
    if (!convex_is_point_set(of_b ? b : a)) return;
    vec3 u = of_b ? sub3(c[1].b, c[0].b) : sub3(c[1].a, c[0].a);
    vec3 v = of_b ? sub3(c[2].b, c[0].b) : sub3(c[2].a, c[0].a);
    vec3 n = carom_normalize_or(robust_cross(u, v), e->normal);
    try_normal(e, a, b, dot3(n, e->normal) < 0.0 ? neg3(n) : n);
}

/* Directions of edges and sides that a shape has along its stored axes. @return their number */
static int lines_of(const convex_shape *s, const vec3 **lines) {
    *lines = s->kind == CONVEX_CYLINDER ? &s->axes[2] : s->axes;
    return s->kind == CONVEX_BOX ? 3 : s->kind == CONVEX_CYLINDER ? 1 : 0;
}

static void try_lines(epa_answer *e, const convex_shape *a, const convex_shape *b) {
    const vec3 *u, *v;
    int count_a = lines_of(a, &u), count_b = lines_of(b, &v);
    for (int i = 0; i < count_a; i++)
        for (int j = 0; j < count_b; j++) {
            vec3 n = carom_normalize_or(cross3(u[i], v[j]), e->normal);
            try_normal(e, a, b, dot3(n, e->normal) < 0.0 ? neg3(n) : n);
        }
}

bool carom_facet_normal_exact(const convex_shape *a, const convex_shape *b, epa_answer *e) {
    vec3 before = e->normal;
    if (convex_is_polyhedral(a) && convex_is_polyhedral(b)) try_corners(e, a, b);
    try_lines(e, a, b);
    try_faces(e, a, b, true);
    try_faces(e, a, b, false);
    try_face_of_points(e, a, b, true);
    try_face_of_points(e, a, b, false);
    return max_abs3(sub3(e->normal, before)) > 0.0;
}

/* -- the facet at a normal ------------------------------------------------------------------- */

/* Directions that lean from the normal, 45 degrees apart. */
#define LEANS 8

/* Twice the signed area of the triangle of the origin, p and q in the plane. */
static double turn_of(const double *p, const double *q) {
    return p[0] * q[1] - p[1] * q[0];
}

/* Finds a triangle of the first point and two others that contains the origin. */
static bool find_triangle(double (*t)[2], int corner[3], double weight[3]) {
    for (int j = 1; j + 1 < LEANS; j++)
        for (int k = j + 1; k < LEANS; k++) {
            double r = turn_of(t[j], t[k]), s = turn_of(t[k], t[0]), q = turn_of(t[0], t[j]);
            double sum = r + s + q;
            if (!(r >= 0.0 && s >= 0.0 && q >= 0.0 && sum > 0.0)) continue;
            corner[0] = 0;
            corner[1] = j;
            corner[2] = k;
            weight[0] = r / sum;
            weight[1] = s / sum;
            weight[2] = q / sum;
            return true;
        }
    return false;
}

bool carom_facet_at_normal(const convex_shape *a, const convex_shape *b, epa_answer *e) {
    static const double diagonal = 0.70710678118654752440;
    const double ring[LEANS] = {1, diagonal, 0, -diagonal, -1, -diagonal, 0, diagonal};
    vec3 n = e->normal, u = carom_perpendicular(n), v = cross3(n, u);
    vec3 shift = sub3(convex_origin(a), convex_origin(b));
    epa_vertex p[LEANS];
    double t[LEANS][2], weight[3];
    int hint[2] = {e->corner[0].index_a, e->corner[0].index_b}, corner[3];
    for (int i = 0; i < LEANS; i++) {
        vec3 lean = mad3(mad3(n, u, FACET_LEAN * ring[i]), v, FACET_LEAN * ring[(i + 6) % LEANS]);
        p[i].a = convex_offset(a, lean, &hint[0]);
        p[i].b = convex_offset(b, neg3(lean), &hint[1]);
        p[i].index_a = hint[0];
        p[i].index_b = hint[1];
        p[i].w = add3(sub3(p[i].a, p[i].b), shift);
        if (!(fabs(dot3(p[i].w, n) - e->depth) <= FACET_PLANARITY * e->scale)) return false;
        t[i][0] = dot3(p[i].w, u);
        t[i][1] = dot3(p[i].w, v);
    }
    if (!find_triangle(t, corner, weight)) return false;
    for (int i = 0; i < 3; i++) {
        e->corner[i] = p[corner[i]];
        e->weight[i] = weight[i];
    }
    e->smooth = true;
    return true;
}
