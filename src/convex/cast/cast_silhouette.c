/* Does the path of the origin run along the boundary of A - B, or pass it at almost no distance?
 * EPA [Bergen01] in the plane: the silhouette is the projection of A - B along the motion, and the
 * path is a point of that plane. Of a polygon of support points around it, the edge nearest to the
 * path is moved out.
 *
 * A support line near the path proves that the path grazes A - B; a polygon whose edges are all far
 * proves that it does not; in doubt the path counts as grazing. Sweeps call it for a contact whose
 * normal may not be that of the least distance to the boundary, and refine grazing contact in
 * double-double arithmetic (convex/graze). */
#include "convex/cast/cast.h"
#include "convex/cast/cast_silhouette.h"

/* Most vertices of the polygon: a smooth silhouette that has not been decided by then, where it
 * lies within the sagitta of the nearest edge, counts as near. And most steps to the first
 * triangle. Empirical. */
#define SILHOUETTE_CORNERS 24
#define SILHOUETTE_STEPS 12

typedef struct point2 {
    double x, y;
} point2;

typedef struct silhouette {
    const cast *c;
    vec3 axis[2]; /* unit, perpendicular to the motion and each other */
    vec3 normal;  /* of the last support line */
    int hint[2];
    int count;
    point2 corner[SILHOUETTE_CORNERS]; /* counter-clockwise */
} silhouette;

static bool begin_silhouette(silhouette *s, const cast *c) {
    const vec3 d = c->motion;
    const bool by_x = fabs(d.x) < fabs(d.y);
    const vec3 u = cross3(d, vec(by_x, !by_x, 0)), v = cross3(d, u);
    const double uu = len2(u), vv = len2(v);
    s->c = c;
    s->hint[0] = s->hint[1] = 0;
    s->count = 0;
    if (!(uu > SILHOUETTE_SQUARE_MIN && vv > SILHOUETTE_SQUARE_MIN && vv < SILHOUETTE_SQUARE_MAX))
        return false;
    s->axis[0] = scale3(u, 1.0 / sqrt(uu));
    s->axis[1] = scale3(v, 1.0 / sqrt(vv));
    return true;
}

/* The support point along m. @return its distance beyond the path along m */
static double silhouette_support(silhouette *s, point2 m, point2 *out) {
    const gjk *g = &s->c->g;
    const vec3 n = s->normal = mad3(scale3(s->axis[0], m.x), s->axis[1], m.y);
    const vec3 a = convex_offset(g->a, n, &s->hint[0]);
    const vec3 b = convex_offset(g->b, neg3(n), &s->hint[1]);
    const vec3 w = sub3(add3(a, s->c->start), add3(b, g->shift_b));
    *out = (point2){dot3(w, s->axis[0]), dot3(w, s->axis[1])};
    s->hint[0] = ~s->hint[0], s->hint[1] = ~s->hint[1];
    return (m.x * out->x + m.y * out->y) / sqrt(m.x * m.x + m.y * m.y);
}

/* Twice the area of the triangle of the path, p and q: above 0 where the path is left of p q. */
static double area_beside(point2 p, point2 q) {
    return p.x * q.y - p.y * q.x;
}

/* Outward normal of the edge p q of a counter-clockwise polygon. */
static point2 edge_normal(point2 p, point2 q) {
    return (point2){q.y - p.y, p.x - q.x};
}

/* Finds a triangle of support points around the path. @return false where a support line is near,
 * or no triangle was found */
static bool surround_path(silhouette *s, double near) {
    point2 *p = s->corner, m = {1.0, 0.0};
    if (!(silhouette_support(s, m, &p[0]) > near)) return false;
    m = (point2){-p[0].x, -p[0].y};
    if (!(silhouette_support(s, m, &p[1]) > near)) return false;
    if (area_beside(p[0], p[1]) < 0.0) {
        const point2 first = p[0];
        p[0] = p[1], p[1] = first;
    }
    /* the path is left of p0 p1, or on it: the third support point is beyond the path */
    m = edge_normal(p[1], p[0]);
    for (int i = 0; i < SILHOUETTE_STEPS; i++) {
        if (!(silhouette_support(s, m, &p[2]) > near)) return false;
        const bool out12 = area_beside(p[1], p[2]) < 0.0, out20 = area_beside(p[2], p[0]) < 0.0;
        if (!out12 && !out20) return s->count = 3, true;
        if (out12)
            p[0] = p[2];
        else
            p[1] = p[2];
        const point2 kept = p[0];
        p[0] = p[1], p[1] = kept; /* the path is right of the edge that stays */
        m = edge_normal(p[1], p[0]);
    }
    return false;
}

/* The edge nearest to the path. */
static int nearest_edge(const silhouette *s, double *distance) {
    int best = 0;
    *distance = INFINITY;
    for (int i = 0; i < s->count; i++) {
        const point2 p = s->corner[i], q = s->corner[(i + 1) % s->count], m = edge_normal(p, q);
        const double length = sqrt(m.x * m.x + m.y * m.y);
        const double d = length > 0.0 ? area_beside(p, q) / length : 0.0;
        if (d < *distance) *distance = d, best = i;
    }
    return best;
}

/* @return true where a support line is near the path, and in doubt */
static bool boundary_is_near(silhouette *s, double near) {
    if (!surround_path(s, near)) return true;
    while (s->count < SILHOUETTE_CORNERS) {
        double distance;
        const int edge = nearest_edge(s, &distance);
        if (distance > near) return false;
        const point2 p = s->corner[edge], q = s->corner[(edge + 1) % s->count];
        point2 next;
        if (!(silhouette_support(s, edge_normal(p, q), &next) > near)) return true;
        for (int i = s->count++; i > edge + 1; i--)
            s->corner[i] = s->corner[i - 1];
        s->corner[edge + 1] = next;
    }
    return true;
}

bool carom_cast_goes_through(const cast *c, const simplex_vertex v[3]) {
    const vec3 d = c->motion;
    const double near = CAST_BRIEF * c->g.size;
    int left = 0;
    for (int i = 0; i < 3; i++) {
        const vec3 p = v[i].w, side = cross3(d, sub3(v[(i + 1) % 3].w, p));
        const double beside = dot3(side, p);
        if (!(beside * beside > near * near * len2(side))) return false;
        left += beside > 0.0;
    }
    return left % 3 == 0;
}

bool carom_cast_is_near_silhouette(const cast *c, double near, vec3 *normal) {
    silhouette s;
    if (c->g.unit != 1.0 || !begin_silhouette(&s, c) || !boundary_is_near(&s, near)) return false;
    *normal = s.normal;
    return true;
}
