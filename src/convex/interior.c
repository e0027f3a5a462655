/* Shapes that lie in line with each other, as boxes in a stack do, lead to an edge or a face of the
 * simplex that passes through the origin: that is contact up to rounding, and whether inside the
 * difference or on its border is open. Mostly it is inside, and a few more support points around
 * the edge or face prove it, which spares the exact arithmetic. */
#include "convex/gjk.h"

static vec3 probe(gjk *g, vec3 direction) {
    simplex_vertex v;
    g->axis = neg3(direction);
    carom_gjk_vertex(g, &v);
    return v.w;
}

/* Both sides of the face's plane. */
static bool face_is_interior(gjk *g, double margin) {
    const simplex_vertex *v = g->simplex.vertex;
    vec3 n = cross3(sub3(v[1].w, v[0].w), sub3(v[2].w, v[0].w));
    n = carom_normalize_or(n, vec(0, 0, 0));
    return dot3(n, probe(g, n)) > margin && dot3(n, probe(g, neg3(n))) < -margin;
}

/* Four points whose triangles with the origin go round the edge. */
static bool edge_is_interior(gjk *g, double margin) {
    const simplex_vertex *v = g->simplex.vertex;
    vec3 e = carom_normalize_or(sub3(v[1].w, v[0].w), vec(0, 0, 0));
    vec3 x = carom_normalize_or(carom_perpendicular(e), vec(0, 0, 0)), y = cross3(e, x);
    const vec3 ways[4] = {x, y, neg3(x), neg3(y)};
    double along_x[4], along_y[4];
    for (int i = 0; i < 4; i++) {
        vec3 w = probe(g, ways[i]);
        along_x[i] = dot3(w, x), along_y[i] = dot3(w, y);
    }
    for (int i = 0; i < 4; i++) {
        int j = (i + 1) & 3;
        double turn = along_x[i] * along_y[j] - along_y[i] * along_x[j];
        double reach = fabs(along_x[i]) + fabs(along_y[i]) + fabs(along_x[j]) + fabs(along_y[j]);
        if (!(turn > margin * reach)) return false;
    }
    return true;
}

bool carom_gjk_is_interior(gjk *g) {
    const simplex *s = &g->simplex;
    if (g->end != GJK_TOUCHING || s->count < 2 || s->count > 3) return false;
    vec3 axis = g->axis;
    int hint[2] = {g->hint[0], g->hint[1]};
    double margin = 1e3 * gjk_slack(g), least = 1.0;
    for (int i = 0; i < s->count; i++)
        least = min2(least, s->weight[i]);
    bool inside =
        least > 1e-9 && (s->count == 3 ? face_is_interior(g, margin) : edge_is_interior(g, margin));
    g->axis = axis;
    g->hint[0] = hint[0], g->hint[1] = hint[1];
    return inside;
}
