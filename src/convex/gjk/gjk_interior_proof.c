/* Proof that the origin is an interior point of the Minkowski difference A - B after GJK
 * [Gilbert88] ended with an edge or a face of the simplex through the origin, as for aligned boxes
 * in a stack. That is contact up to rounding: interior or boundary is undecided. Own method:
 * further support points complete the face to a bipyramid, or surround the edge by four tetrahedra,
 * and the origin lies on the inner side of all their planes by more than the rounding error. True
 * is certain; false proves nothing. It spares most pairs the exact arithmetic of exact.c. */
#include "convex/gjk/gjk.h"
#include "convex/gjk/gjk_interior_proof.h"

/* The support point of A - B along `direction`. */
static vec3 support_point(gjk *g, vec3 direction) {
    simplex_vertex v;
    g->axis = neg3(direction);
    carom_gjk_vertex(g, &v);
    return v.w;
}

/* Is det(p, q, r) positive by more than the rounding error: the origin on one side of the plane
 * through the points? */
static bool is_before_plane(vec3 p, vec3 q, vec3 r, double slack) {
    double lp = max_abs3(p), lq = max_abs3(q), lr = max_abs3(r);
    return dot3(cross3(p, q), r) > INTERIOR_DETERMINANT * slack * (lp * lq + lq * lr + lr * lp);
}

/* The bipyramid over the face: one support point on either side of its plane. */
static bool face_is_interior(gjk *g, double slack) {
    const simplex_vertex *v = g->simplex.vertex;
    double margin = INTERIOR_MARGIN * slack;
    vec3 n = cross3(sub3(v[1].w, v[0].w), sub3(v[2].w, v[0].w));
    n = carom_normalize_or(n, vec(0, 0, 0));
    vec3 up = support_point(g, n), down = support_point(g, neg3(n));
    bool inside = dot3(n, up) > margin && dot3(n, down) < -margin;
    for (int i = 0; i < 3 && inside; i++) {
        vec3 p = v[i].w, q = v[i < 2 ? i + 1 : 0].w;
        inside = is_before_plane(p, q, up, slack) && is_before_plane(q, p, down, slack);
    }
    return inside;
}

/* Four support points perpendicular to the edge, in turn at right angles, that surround it. */
static bool edge_is_interior(gjk *g, double slack) {
    const simplex_vertex *v = g->simplex.vertex;
    double margin = INTERIOR_MARGIN * slack;
    vec3 e = carom_normalize_or(sub3(v[1].w, v[0].w), vec(0, 0, 0));
    vec3 x = carom_normalize_or(carom_perpendicular(e), vec(0, 0, 0)), y = cross3(e, x);
    const vec3 directions[4] = {x, y, neg3(x), neg3(y)};
    double along_x[4], along_y[4];
    vec3 w[4];
    for (int i = 0; i < 4; i++) {
        w[i] = support_point(g, directions[i]);
        along_x[i] = dot3(w[i], x), along_y[i] = dot3(w[i], y);
    }
    for (int i = 0; i < 4; i++) {
        int j = (i + 1) & 3;
        double area = along_x[i] * along_y[j] - along_y[i] * along_x[j];
        double scale = fabs(along_x[i]) + fabs(along_y[i]) + fabs(along_x[j]) + fabs(along_y[j]);
        if (!(area > margin * scale)) return false;
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
