/* Shapes that lie in line with each other, as boxes in a stack do, lead to an edge or a face of the
 * simplex that passes through the origin: that is contact up to rounding, and whether inside the
 * difference or on its border is open. Mostly it is inside, and a few more support points around
 * the edge or face prove it, which spares the exact arithmetic: tetrahedra on both sides of the
 * face, or round the edge, and the origin within each of their planes by more than rounding. */
#include "convex/gjk/gjk.h"

static vec3 probe(gjk *g, vec3 direction) {
    simplex_vertex v;
    g->axis = neg3(direction);
    carom_gjk_vertex(g, &v);
    return v.w;
}

/* Is the origin before the plane through three points, by more than their rounding? */
static bool is_before_plane(vec3 p, vec3 q, vec3 r, double slack) {
    double lp = max_abs3(p), lq = max_abs3(q), lr = max_abs3(r);
    return dot3(cross3(p, q), r) > 16.0 * slack * (lp * lq + lq * lr + lr * lp);
}

/* Both sides of the face's plane. */
static bool face_is_interior(gjk *g, double slack) {
    const simplex_vertex *v = g->simplex.vertex;
    double margin = 1e3 * slack;
    vec3 n = cross3(sub3(v[1].w, v[0].w), sub3(v[2].w, v[0].w));
    n = carom_normalize_or(n, vec(0, 0, 0));
    vec3 up = probe(g, n), down = probe(g, neg3(n));
    bool inside = dot3(n, up) > margin && dot3(n, down) < -margin;
    for (int i = 0; i < 3 && inside; i++) {
        vec3 p = v[i].w, q = v[i < 2 ? i + 1 : 0].w;
        inside = is_before_plane(p, q, up, slack) && is_before_plane(q, p, down, slack);
    }
    return inside;
}

/* Four points whose triangles with the origin go round the edge. */
static bool edge_is_interior(gjk *g, double slack) {
    const simplex_vertex *v = g->simplex.vertex;
    double margin = 1e3 * slack;
    vec3 e = carom_normalize_or(sub3(v[1].w, v[0].w), vec(0, 0, 0));
    vec3 x = carom_normalize_or(carom_perpendicular(e), vec(0, 0, 0)), y = cross3(e, x);
    const vec3 ways[4] = {x, y, neg3(x), neg3(y)};
    double along_x[4], along_y[4];
    vec3 w[4];
    for (int i = 0; i < 4; i++) {
        w[i] = probe(g, ways[i]);
        along_x[i] = dot3(w[i], x), along_y[i] = dot3(w[i], y);
    }
    for (int i = 0; i < 4; i++) {
        int j = (i + 1) & 3;
        double turn = along_x[i] * along_y[j] - along_y[i] * along_x[j];
        double reach = fabs(along_x[i]) + fabs(along_y[i]) + fabs(along_x[j]) + fabs(along_y[j]);
        if (!(turn > margin * reach)) return false;
        if (!is_before_plane(w[i], w[j], v[1].w, slack)) return false;
        if (!is_before_plane(w[j], w[i], v[0].w, slack)) return false;
    }
    return true;
}

bool carom_gjk_is_interior(gjk *g) {
    const simplex *s = &g->simplex;
    if (g->end != GJK_TOUCHING || s->count < 2 || s->count > 3) return false;
    vec3 axis = g->axis;
    int hint[2] = {g->hint[0], g->hint[1]};
    double slack = gjk_slack(g);
    bool inside = s->count == 3 ? face_is_interior(g, slack) : edge_is_interior(g, slack);
    g->axis = axis;
    g->hint[0] = hint[0], g->hint[1] = hint[1];
    return inside;
}
