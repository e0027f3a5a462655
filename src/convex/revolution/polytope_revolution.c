/* Where the reach of A - B along a direction can be least, one being a polytope and the other a
 * cylinder or cone: square to a cap or a face; where the round one's side faces a corner or is
 * square to an edge; and where a rim crosses an edge, which leaves one unknown. Between a rim and a
 * corner, or a tip and anything, the reach is concave and nowhere least. So few directions are
 * measured, and the least of them is the answer, however flat the reach is. */
#include "convex/revolution/polytope_revolution.h"

#include "convex/support/support.h"

/* Corners of bare points, and edges of a hull, up to which it serves. */
#define SMALL_HULL_CORNERS 12
#define SMALL_HULL_EDGES 66
/* An edge's circle is looked over in this many steps; a zero between two of them is halved. */
#define CIRCLE_STEPS 32
#define CIRCLE_HALVINGS 52

typedef struct round_search {
    const convex_shape *a, *b, *flat, *round;
    double sign;   /* 1 when the round one is A */
    vec3 shift;    /* from the round one's origin to the flat one's */
    double fold;   /* cosine with the axis of directions square to the side */
    double across; /* and the sine */
    vec3 *normal;
    double *depth;
} round_search;

/* Whatever rounding left of a direction: any is an upper bound, once it is unit. */
static void try_way(const round_search *s, vec3 way) {
    double square = len2(way);
    if (!(square > 1e-240 && square < 1e240)) return;
    vec3 n = scale3(way, 1.0 / sqrt(square));
    int hint[2] = {0, 0};
    vec3 p = convex_offset(s->a, n, &hint[0]), q = convex_offset(s->b, neg3(n), &hint[1]);
    double reach = dot3(n, add3(sub3(p, q), sub3(convex_origin(s->a), convex_origin(s->b))));
    if (!(reach < *s->depth)) return;
    *s->depth = reach;
    *s->normal = n;
}

static void try_both_ways(const round_search *s, vec3 n) {
    try_way(s, n);
    try_way(s, neg3(n));
}

/* Square to the side where it looks along the unit `w`, itself square to the axis. */
static void try_side(const round_search *s, vec3 w) {
    vec3 n = mad3(scale3(s->round->axes[2], s->fold), w, s->across);
    try_way(s, scale3(n, s->sign));
}

static void try_corner(const round_search *s, vec3 corner) {
    vec3 x = s->round->axes[2], v = add3(corner, s->shift);
    vec3 w = carom_normalize_or(mad3(v, x, -dot3(v, x)), carom_perpendicular(x));
    w = carom_normalize_or(mad3(w, x, -dot3(w, x)), w);
    try_side(s, w);
    try_side(s, neg3(w));
}

/* Both directions square to the edge and to the side. */
static void try_edge_on_side(const round_search *s, vec3 edge) {
    vec3 x = s->round->axes[2], off = mad3(edge, x, -dot3(edge, x));
    double length = sqrt(len2(off)), along = dot3(edge, x);
    if (!(length > 0.0)) return;
    off = scale3(off, 1.0 / length);
    double cosine = -s->fold * along / (s->across * length), square = 1.0 - cosine * cosine;
    if (!(square >= 0.0)) return;
    vec3 aside = cross3(x, off);
    try_side(s, mad3(scale3(off, cosine), aside, sqrt(square)));
    try_side(s, mad3(scale3(off, cosine), aside, -sqrt(square)));
}

/* The reach where an edge crosses a rim, over the circle of directions square to the edge:
 * n = c m + s k reaches a c + b s + r sqrt(1 - u^2), with the cosine u = tilt c. */
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

/* Falling at p and rising at q: the least in between. */
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

static void try_edge_on_rim(const round_search *s, vec3 corner, vec3 edge, double height) {
    static const circle_at turn = {0.98078528040323044913, 0.19509032201612826785}; /* of 32 */
    vec3 x = s->round->axes[2], e = carom_normalize_or(edge, x);
    vec3 m = mad3(x, e, -dot3(x, e));
    double tilt = sqrt(len2(m));
    if (!(tilt > 1e-12)) return; /* along the axis: the side's business */
    m = scale3(m, 1.0 / tilt);
    vec3 k = cross3(e, m), from = sub3(scale3(x, height), add3(corner, s->shift));
    const edge_circle circle = {s->sign * dot3(m, from), s->sign * dot3(k, from), s->round->half.x,
                                tilt};
    circle_at p = {1.0, 0.0};
    for (int i = 0; i < CIRCLE_STEPS; i++) {
        circle_at q = {p.c * turn.c - p.s * turn.s, p.s * turn.c + p.c * turn.s};
        if (circle_slope(&circle, p) < 0.0 && circle_slope(&circle, q) >= 0.0) {
            circle_at at = least_between(&circle, p, q);
            try_way(s, mad3(scale3(m, at.c), k, at.s));
        }
        p = q;
    }
}

static void try_edge(const round_search *s, vec3 from, vec3 to) {
    vec3 edge = sub3(to, from);
    bool cone = s->round->kind == CONVEX_CONE;
    if (max_abs3(edge) == 0.0) return;
    try_edge_on_side(s, edge);
    try_edge_on_rim(s, from, edge, cone ? 0.0 : -s->round->half.z);
    if (!cone) try_edge_on_rim(s, from, edge, s->round->half.z);
}

/* ---- the polytope's parts */

static void try_points(const round_search *s) {
    const vec3 *p = s->flat->points;
    int count = s->flat->count;
    for (int i = 0; i < count; i++) {
        try_corner(s, p[i]);
        for (int j = i + 1; j < count; j++) {
            try_edge(s, p[i], p[j]);
            for (int k = j + 1; k < count; k++)
                try_both_ways(s, cross3(sub3(p[j], p[i]), sub3(p[k], p[i])));
        }
    }
}

static void try_box(const round_search *s) {
    for (int i = 0; i < 8; i++) {
        vec3 corner = convex_vertex(s->flat, i);
        try_corner(s, corner);
        for (int bit = 1; bit < 8; bit *= 2)
            if (!(i & bit)) try_edge(s, corner, convex_vertex(s->flat, i | bit));
    }
    for (int i = 0; i < 3; i++)
        try_both_ways(s, s->flat->axes[i]);
}

static void try_hull(const round_search *s) {
    const hull_data *h = s->flat->hull;
    for (int i = 0; i < h->vertex_count; i++)
        try_corner(s, convex_vertex(s->flat, i));
    for (int e = 0; e < h->half_edge_count; e++)
        if (e < h->twin[e])
            try_edge(s, convex_vertex(s->flat, h->origin[e]),
                     convex_vertex(s->flat, h->origin[h->twin[e]]));
    for (int f = 0; f < h->face_count; f++) {
        vec3 n = h->face_normal[f];
        try_both_ways(s, convex_from_axes(s->flat, n.x, n.y, n.z));
    }
}

static bool is_of_few_parts(const convex_shape *s) {
    if (s->kind == CONVEX_POINTS) return s->count <= SMALL_HULL_CORNERS;
    return s->kind == CONVEX_BOX ||
           (s->kind == CONVEX_HULL && s->hull->half_edge_count <= 2 * SMALL_HULL_EDGES);
}

static bool is_round(const convex_shape *s) {
    return s->kind == CONVEX_CYLINDER || s->kind == CONVEX_CONE;
}

bool carom_polytope_revolution(const convex_shape *a, const convex_shape *b, vec3 *normal,
                               double *depth) {
    bool first = is_round(a);
    round_search s = {a,         b,   first ? b : a, first ? a : b, first ? 1.0 : -1.0,
                      {0, 0, 0}, 0.0, 1.0,           normal,        depth};
    if (!is_round(s.round) || !is_of_few_parts(s.flat)) return false;
    if (s.round->kind == CONVEX_CONE) {
        double slant = sqrt(s.round->half.x * s.round->half.x + s.round->half.z * s.round->half.z);
        if (!(slant > 0.0) || !(s.round->half.z > 0.0)) return false;
        s.fold = s.round->half.x / slant;
        s.across = s.round->half.z / slant;
    }
    s.shift = sub3(convex_origin(s.flat), convex_origin(s.round));
    try_both_ways(&s, s.round->axes[2]);
    if (s.flat->kind == CONVEX_POINTS)
        try_points(&s);
    else if (s.flat->kind == CONVEX_BOX)
        try_box(&s);
    else
        try_hull(&s);
    return true;
}
