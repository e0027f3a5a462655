/* A growing polytope's facets have edges that are sums of the shapes' edges, and between needles
 * these lose in thickness what they gain in length. The shapes' own edges keep it: the least reach
 * is square to two of them. All pairs are tried, since which are edges of a needle is as doubtful
 * as its normals; a direction too many does no harm. */
#include "convex/epa/sliver_axes.h"

#include "math/needle.h"
#include "convex/support/support.h"

/* Corners of a shape up to which all pairs are tried. */
#define NEEDLE_CORNERS 12

typedef struct corner_set {
    int count;
    vec3 at[NEEDLE_CORNERS];
} corner_set;

bool carom_is_needle(const epa_vertex corner[3]) {
    vec3 u = sub3(corner[1].w, corner[0].w), v = sub3(corner[2].w, corner[0].w);
    vec3 w = sub3(v, u), n = cross3(u, v);
    double longest2 = max2(len2(w), max2(len2(u), len2(v)));
    return !(len2(n) > NEEDLE_SINE2 * longest2 * longest2);
}

static bool take_corners(corner_set *out, const convex_shape *s, vec3 anchor) {
    if (!convex_is_flat(s) || convex_vertex_count(s) > NEEDLE_CORNERS) return false;
    vec3 shift = sub3(convex_origin(s), anchor);
    out->count = convex_vertex_count(s);
    for (int i = 0; i < out->count; i++)
        out->at[i] = add3(convex_vertex(s, i), shift);
    return true;
}

static double highest_along(const corner_set *s, vec3 n) {
    return dot3(s->at[convex_points_support(s->at, s->count, n)], n);
}

typedef struct needle_pair {
    corner_set a, b;
    vec3 *normal;
    double *depth;
} needle_pair;

static void try_needle_normal(const needle_pair *p, vec3 u, vec3 v) {
    vec3 n = carom_normalize_or(sharp_cross(u, v), vec(0, 0, 0));
    if (max_abs3(n) == 0.0) return;
    for (int side = 0; side < 2; side++, n = neg3(n)) {
        double reach = highest_along(&p->a, n) + highest_along(&p->b, neg3(n));
        if (!(reach < *p->depth)) continue;
        *p->depth = reach;
        *p->normal = n;
    }
}

static void try_own_faces(const needle_pair *p, const corner_set *s) {
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            for (int k = j + 1; k < s->count; k++)
                try_needle_normal(p, sub3(s->at[j], s->at[i]), sub3(s->at[k], s->at[i]));
}

static void try_needle_edges(const needle_pair *p, vec3 edge) {
    const corner_set *b = &p->b;
    for (int i = 0; i < b->count; i++)
        for (int j = i + 1; j < b->count; j++)
            try_needle_normal(p, edge, sub3(b->at[j], b->at[i]));
}

bool carom_sliver_axes(const convex_shape *a, const convex_shape *b, vec3 *normal, double *depth) {
    needle_pair p;
    vec3 anchor = add3(convex_origin(a), convex_vertex(a, 0));
    if (!take_corners(&p.a, a, anchor) || !take_corners(&p.b, b, anchor)) return false;
    p.normal = normal;
    p.depth = depth;
    try_own_faces(&p, &p.a);
    try_own_faces(&p, &p.b);
    for (int i = 0; i < p.a.count; i++)
        for (int j = i + 1; j < p.a.count; j++)
            try_needle_edges(&p, sub3(p.a.at[j], p.a.at[i]));
    return true;
}
