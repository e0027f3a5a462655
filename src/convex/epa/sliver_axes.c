/* Separating axis test of slivers by exhaustion [Ericson05] 5.2.1. Facets of EPA's polytope have
 * edges that are sums of the shapes' edges, in which a sliver's thickness is lost to rounding; the
 * cross products of the shapes' own edges keep it. The least depth is perpendicular to two edges.
 * All pairs of vertices are tried, since which of them are edges of a sliver is as uncertain as its
 * normals; each depth is a support value, so a superfluous direction is harmless. */
#include "convex/epa/sliver_axes.h"

#include "convex/support/support.h"
#include "math/compensated_cross.h"

/* Most vertices of a shape; 66 pairs each. */
#define SLIVER_VERTICES 12

typedef struct vertex_list {
    int count;
    vec3 at[SLIVER_VERTICES];
} vertex_list;

bool carom_is_sliver(const epa_vertex corner[3]) {
    vec3 u = sub3(corner[1].w, corner[0].w), v = sub3(corner[2].w, corner[0].w);
    vec3 w = sub3(v, u), n = cross3(u, v);
    double longest2 = max2(len2(w), max2(len2(u), len2(v)));
    return !(len2(n) > SLIVER_SINE2 * longest2 * longest2);
}

static bool list_vertices(vertex_list *out, const convex_shape *s, vec3 anchor) {
    if (!convex_is_polyhedral(s) || convex_vertex_count(s) > SLIVER_VERTICES) return false;
    vec3 shift = sub3(convex_origin(s), anchor);
    out->count = convex_vertex_count(s);
    for (int i = 0; i < out->count; i++)
        out->at[i] = add3(convex_vertex(s, i), shift);
    return true;
}

static double highest_along(const vertex_list *s, vec3 n) {
    return dot3(s->at[convex_points_support(s->at, s->count, n)], n);
}

typedef struct sliver_pair {
    vertex_list a, b;
    vec3 *normal;
    double *depth;
} sliver_pair;

static void try_sliver_normal(const sliver_pair *p, vec3 u, vec3 v) {
    vec3 n = carom_normalize_or(robust_cross(u, v), vec(0, 0, 0));
    if (max_abs3(n) == 0.0) return;
    for (int side = 0; side < 2; side++, n = neg3(n)) {
        double reach = highest_along(&p->a, n) + highest_along(&p->b, neg3(n));
        if (!(reach < *p->depth)) continue;
        *p->depth = reach;
        *p->normal = n;
    }
}

static void try_own_faces(const sliver_pair *p, const vertex_list *s) {
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            for (int k = j + 1; k < s->count; k++)
                try_sliver_normal(p, sub3(s->at[j], s->at[i]), sub3(s->at[k], s->at[i]));
}

static void try_sliver_edges(const sliver_pair *p, vec3 edge) {
    const vertex_list *b = &p->b;
    for (int i = 0; i < b->count; i++)
        for (int j = i + 1; j < b->count; j++)
            try_sliver_normal(p, edge, sub3(b->at[j], b->at[i]));
}

bool carom_sliver_axes(const convex_shape *a, const convex_shape *b, vec3 *normal, double *depth) {
    sliver_pair p;
    vec3 anchor = add3(convex_origin(a), convex_vertex(a, 0));
    if (!list_vertices(&p.a, a, anchor) || !list_vertices(&p.b, b, anchor)) return false;
    p.normal = normal;
    p.depth = depth;
    try_own_faces(&p, &p.a);
    try_own_faces(&p, &p.b);
    for (int i = 0; i < p.a.count; i++)
        for (int j = i + 1; j < p.a.count; j++)
            try_sliver_edges(&p, sub3(p.a.at[j], p.a.at[i]));
    return true;
}
