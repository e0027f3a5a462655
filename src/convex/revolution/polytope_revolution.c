/* Separating axis test of a polytope and a cylinder or cone, own method. The support value of A - B
 * can be least only along a direction that is perpendicular to a flat end or a face; where the
 * curved side touches a vertex, or is perpendicular to an edge; or where a rim crosses an edge,
 * which leaves one unknown, found by bisection on a circle of the Gauss map. Between a rim and a
 * vertex, or the apex and anything, it is concave and nowhere least. The least of these directions
 * is the answer to rounding, however little the support value varies: that is where EPA exceeds its
 * capacity, and the reason for this solver. */
#include "convex/revolution/polytope_revolution.h"

#include "convex/revolution/tolerances.h"
#include "convex/support/support.h"

/* Most points; most edges of a hull, as many as 12 points have pairs. */
#define POLYTOPE_POINTS 12
#define POLYTOPE_EDGES 66
/* An edge's circle is sampled in this many steps; a sign change between two of them is bisected to
 * the last bit. */
#define CIRCLE_STEPS 32
#define CIRCLE_HALVINGS 52

typedef struct critical_search {
    const convex_shape *a, *b, *polytope, *solid;
    double sign;         /* 1 when the solid is A */
    vec3 shift;          /* from the solid's origin to the polytope's */
    double break_cosine; /* cosine of the side's normals with the axis */
    double break_sine;   /* their sine */
    vec3 *normal;
    double *depth;
} critical_search;

/* Measures a direction of any length. Whatever its rounding error, its support value is an upper
 * bound of the depth. */
static void try_direction(const critical_search *s, vec3 direction) {
    double square = len2(direction);
    if (!(square > DIRECTION_SQUARE_MIN && square < DIRECTION_SQUARE_MAX)) return;
    vec3 n = scale3(direction, 1.0 / sqrt(square));
    int hint[2] = {0, 0};
    vec3 p = convex_offset(s->a, n, &hint[0]), q = convex_offset(s->b, neg3(n), &hint[1]);
    double reach = dot3(n, add3(sub3(p, q), sub3(convex_origin(s->a), convex_origin(s->b))));
    if (!(reach < *s->depth)) return;
    *s->depth = reach;
    *s->normal = n;
}

static void try_both_signs(const critical_search *s, vec3 n) {
    try_direction(s, n);
    try_direction(s, neg3(n));
}

/* Tries the normal of the side above the unit radial direction `w`. */
static void try_side(const critical_search *s, vec3 w) {
    vec3 n = mad3(scale3(s->solid->axes[2], s->break_cosine), w, s->break_sine);
    try_direction(s, scale3(n, s->sign));
}

static void try_corner(const critical_search *s, vec3 corner) {
    vec3 x = s->solid->axes[2], v = add3(corner, s->shift);
    vec3 w = carom_normalize_or(mad3(v, x, -dot3(v, x)), carom_perpendicular(x));
    w = carom_normalize_or(mad3(w, x, -dot3(w, x)), w);
    try_side(s, w);
    try_side(s, neg3(w));
}

/* Tries the two normals of the side that are perpendicular to the edge. */
static void try_edge_on_side(const critical_search *s, vec3 edge) {
    vec3 x = s->solid->axes[2], off = mad3(edge, x, -dot3(edge, x));
    double length = sqrt(len2(off)), along = dot3(edge, x);
    if (!(length > 0.0)) return;
    off = scale3(off, 1.0 / length);
    double cosine = -s->break_cosine * along / (s->break_sine * length),
           square = 1.0 - cosine * cosine;
    if (!(square >= 0.0)) return;
    vec3 aside = cross3(x, off);
    try_side(s, mad3(scale3(off, cosine), aside, sqrt(square)));
    try_side(s, mad3(scale3(off, cosine), aside, -sqrt(square)));
}

/* The support value where an edge crosses a rim, over the circle of directions n = c m + s k
 * perpendicular to the edge: a c + b s + r sqrt(1 - u^2), with the cosine u = tilt c to the axis.
 */
typedef struct edge_circle {
    double a, b, radius, tilt;
} edge_circle;

typedef struct circle_at {
    double c, s;
} circle_at;

static double circle_slope(const edge_circle *e, circle_at p) {
    double u = e->tilt * p.c, root = sqrt(max2(0.0, 1.0 - u * u));
    double bend = root > 0.0 ? e->radius * e->tilt * u * p.s / root : 0.0;
    return e->b * p.c - e->a * p.s + bend;
}

static circle_at halfway_on_circle(circle_at p, circle_at q) {
    double c = p.c + q.c, s = p.s + q.s, unit = 1.0 / sqrt(c * c + s * s);
    return (circle_at){c * unit, s * unit};
}

/* The minimum between p, where the support value decreases, and q, where it increases. */
static circle_at least_between(const edge_circle *e, circle_at p, circle_at q) {
    for (int i = 0; i < CIRCLE_HALVINGS; i++) {
        circle_at middle = halfway_on_circle(p, q);
        if (circle_slope(e, middle) < 0.0)
            p = middle;
        else
            q = middle;
    }
    return q;
}

static void try_edge_on_rim(const critical_search *s, vec3 corner, vec3 edge, double height) {
    static const circle_at turn = {0.98078528040323044913, 0.19509032201612826785}; /* 1/32 turn */
    vec3 x = s->solid->axes[2], e = carom_normalize_or(edge, x);
    vec3 m = mad3(x, e, -dot3(x, e));
    double tilt = sqrt(len2(m));
    if (!(tilt > EDGE_TILT_MIN)) return; /* along the axis: try_edge_on_side covers it */
    m = scale3(m, 1.0 / tilt);
    vec3 k = cross3(e, m), from = sub3(scale3(x, height), add3(corner, s->shift));
    const edge_circle circle = {s->sign * dot3(m, from), s->sign * dot3(k, from), s->solid->half.x,
                                tilt};
    circle_at p = {1.0, 0.0};
    for (int i = 0; i < CIRCLE_STEPS; i++) {
        circle_at q = {p.c * turn.c - p.s * turn.s, p.s * turn.c + p.c * turn.s};
        if (circle_slope(&circle, p) < 0.0 && circle_slope(&circle, q) >= 0.0) {
            circle_at at = least_between(&circle, p, q);
            try_direction(s, mad3(scale3(m, at.c), k, at.s));
        }
        p = q;
    }
}

static void try_edge(const critical_search *s, vec3 from, vec3 to) {
    vec3 edge = sub3(to, from);
    bool cone = s->solid->kind == CONVEX_CONE;
    if (max_abs3(edge) == 0.0) return;
    try_edge_on_side(s, edge);
    try_edge_on_rim(s, from, edge, cone ? 0.0 : -s->solid->half.z);
    if (!cone) try_edge_on_rim(s, from, edge, s->solid->half.z);
}

/* ---- the polytope's features */

static void try_points(const critical_search *s) {
    const vec3 *p = s->polytope->points;
    int count = s->polytope->count;
    for (int i = 0; i < count; i++) {
        try_corner(s, p[i]);
        for (int j = i + 1; j < count; j++) {
            try_edge(s, p[i], p[j]);
            for (int k = j + 1; k < count; k++)
                try_both_signs(s, cross3(sub3(p[j], p[i]), sub3(p[k], p[i])));
        }
    }
}

static void try_box(const critical_search *s) {
    for (int i = 0; i < 8; i++) {
        vec3 corner = convex_vertex(s->polytope, i);
        try_corner(s, corner);
        for (int bit = 1; bit < 8; bit *= 2)
            if (!(i & bit)) try_edge(s, corner, convex_vertex(s->polytope, i | bit));
    }
    for (int i = 0; i < 3; i++)
        try_both_signs(s, s->polytope->axes[i]);
}

static void try_hull(const critical_search *s) {
    const hull_data *h = s->polytope->hull;
    for (int i = 0; i < h->vertex_count; i++)
        try_corner(s, convex_vertex(s->polytope, i));
    for (int e = 0; e < h->half_edge_count; e++)
        if (e < h->twin[e])
            try_edge(s, convex_vertex(s->polytope, h->origin[e]),
                     convex_vertex(s->polytope, h->origin[h->twin[e]]));
    for (int f = 0; f < h->face_count; f++) {
        vec3 n = h->face_normal[f];
        try_both_signs(s, convex_from_axes(s->polytope, n.x, n.y, n.z));
    }
}

static bool is_small_polytope(const convex_shape *s) {
    if (s->kind == CONVEX_POINTS) return s->count <= POLYTOPE_POINTS;
    return s->kind == CONVEX_BOX ||
           (s->kind == CONVEX_HULL && s->hull->half_edge_count <= 2 * POLYTOPE_EDGES);
}

static bool is_cylinder_or_cone(const convex_shape *s) {
    return s->kind == CONVEX_CYLINDER || s->kind == CONVEX_CONE;
}

bool carom_polytope_revolution(const convex_shape *a, const convex_shape *b, vec3 *normal,
                               double *depth) {
    bool first = is_cylinder_or_cone(a);
    critical_search s = {a,         b,   first ? b : a, first ? a : b, first ? 1.0 : -1.0,
                         {0, 0, 0}, 0.0, 1.0,           normal,        depth};
    if (!is_cylinder_or_cone(s.solid) || !is_small_polytope(s.polytope)) return false;
    if (s.solid->kind == CONVEX_CONE) {
        double slant = sqrt(s.solid->half.x * s.solid->half.x + s.solid->half.z * s.solid->half.z);
        if (!(slant > 0.0) || !(s.solid->half.z > 0.0)) return false;
        s.break_cosine = s.solid->half.x / slant;
        s.break_sine = s.solid->half.z / slant;
    }
    s.shift = sub3(convex_origin(s.polytope), convex_origin(s.solid));
    try_both_signs(&s, s.solid->axes[2]);
    if (s.polytope->kind == CONVEX_POINTS)
        try_points(&s);
    else if (s.polytope->kind == CONVEX_BOX)
        try_box(&s);
    else
        try_hull(&s);
    return true;
}
