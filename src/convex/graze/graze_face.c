/* Contact along a path in a common supporting plane, in closed form. Own method: the chord of a
 * line in the Minkowski difference of two faces.
 *
 * In the plane A and B have faces: points, edges, polygons and discs. The difference W of the faces
 * is a convex polygon (its core) grown by the radii of the discs, and A touches B while the path
 * runs through W: the ends of contact are those of a line's chord. Each end is the optimum of a
 * linear program in two variables, found as in portal refinement: from a segment of W's core across
 * the line, the support point along the normal at the chord's end replaces one end of the segment,
 * until no point of W is beyond the tangent there. If several supporting planes contain the path,
 * all give the same chord. The ends are right to FACE_TIE, and across smooth surfaces to
 * FACE_TIE_CURVED. */
#include "convex/graze/graze.h"
#include "convex/graze/graze_face.h"
#include "convex/graze/graze_support.h"

#define CHORD_STEPS 64 /* empirical */

typedef struct plane_point {
    double_double x, y;
} plane_point;

/* The frame of the plane, u along the path and v across it, and the radius by which W's core is
 * grown. */
typedef struct face_plane {
    const graze *g;
    double_double3 n, u, v;
    double_double radius;
    double tie, tie_across;
} face_plane;

/* The support point of W's core along x u + y v. */
static plane_point face_support(face_plane *f, double_double x, double_double y) {
    const double_double3 along_u = dd3_scale(&f->u, x), back = dd3_negate(&f->n);
    const double_double3 m = dd3_add_scaled(&along_u, &f->v, y), against = dd3_negate(&m);
    graze_face_point a, b;
    carom_graze_face_support(&f->g->a, &back, &m, f->tie, &a);
    carom_graze_face_support(&f->g->b, &f->n, &against, f->tie, &b);
    f->radius = dd_add(a.radius, b.radius);
    const double_double3 w = dd3_subtract(&a.at, &b.at);
    plane_point p = {dd_dot(&w, &f->u), dd_dot(&w, &f->v)};
    if (fabs(p.y.hi) <= f->tie_across) p.y = dd_exact(0.0);
    return p;
}

/* The end of the chord by one edge or vertex of the core: its place on the path, and the normal of
 * W there. */
typedef struct chord_end {
    bool found;
    double_double x;
    plane_point normal;
} chord_end;

static void keep_farther(chord_end *best, double_double x, plane_point normal) {
    if (best->found && !dd_less(best->x, x)) return;
    *best = (chord_end){true, x, normal};
}

/* The end on the disc around a vertex of the core. */
static void end_at_corner(const face_plane *f, const plane_point *p, chord_end *best) {
    const double_double above = dd_subtract(f->radius, p->y), below = dd_add(f->radius, p->y);
    if (min2(above.hi, below.hi) < -f->tie_across) return;
    const double_double half = dd_root(dd_multiply(above, below));
    plane_point normal = {half, dd_negate(p->y)};
    if (!(half.hi > 0.0)) /* of vertices on the path the farther one */
        normal.x = dd_exact(p->y.hi == 0.0 ? 1.0 : FACE_TANGENT_TILT * fabs(p->y.hi));
    keep_farther(best, dd_add(p->x, half), normal);
}

/* The end on the edge between p above the path and q below it, moved out by the radius. */
static void end_on_edge(const face_plane *f, const plane_point *p, const plane_point *q,
                        chord_end *best) {
    plane_point m = {dd_subtract(p->y, q->y), dd_subtract(q->x, p->x)};
    if (!(m.x.hi > FACE_TIE * fabs(m.y.hi))) return;
    const double_double length = dd_root(dd_add(dd_square(m.x), dd_square(m.y)));
    m.x = dd_quotient(m.x, length), m.y = dd_quotient(m.y, length);
    const double_double foot = dd_negate(dd_multiply(f->radius, m.y));
    if (dd_less(p->y, foot) || dd_less(foot, q->y)) return;
    const double_double reach =
        dd_add(dd_add(dd_multiply(m.x, p->x), dd_multiply(m.y, p->y)), f->radius);
    keep_farther(best, dd_quotient(reach, m.x), m);
}

static chord_end end_by(const face_plane *f, const plane_point *p, const plane_point *q) {
    chord_end best = {.found = false};
    end_on_edge(f, p, q, &best);
    /* where a vertex of the core is on the path, the edge's normal is the one to go on with */
    if (best.found && !(f->radius.hi > 0.0)) return best;
    end_at_corner(f, p, &best);
    end_at_corner(f, q, &best);
    return best;
}

/* Distance of a vertex of W, with its disc, beyond the tangent of W at an end of the chord. */
static double beyond_end(const face_plane *f, const chord_end *end, const plane_point *s) {
    const plane_point m = end->normal;
    const double_double length = dd_root(dd_add(dd_square(m.x), dd_square(m.y)));
    const double_double along = dd_multiply(m.x, dd_subtract(s->x, end->x));
    const double_double sum = dd_add(along, dd_multiply(m.y, s->y));
    return dd_add(sum, dd_multiply(f->radius, length)).hi / length.hi;
}

/* The end of the chord that is farthest along u. @return false where the path passes W by */
static bool far_end(face_plane *f, double_double *x) {
    const double_double one = dd_exact(1.0), none = dd_exact(0.0);
    plane_point p = face_support(f, none, one), q = face_support(f, none, dd_exact(-1.0));
    chord_end end = end_by(f, &p, &q);
    for (int i = 0; end.found && i < CHORD_STEPS; i++) {
        const plane_point s = face_support(f, end.normal.x, end.normal.y);
        if (!(beyond_end(f, &end, &s) > f->tie)) break;
        const chord_end above = end_by(f, &p, &s), below = end_by(f, &s, &q);
        const bool lower = !above.found || (below.found && dd_less(above.x, below.x));
        const chord_end *next = lower ? &below : &above;
        if (!next->found || dd_subtract(next->x, end.x).hi < -f->tie) break;
        *(lower ? &p : &q) = s;
        end = *next;
    }
    *x = end.x;
    return end.found;
}

static bool is_curved(const graze_shape *s) {
    const convex_kind kind = s->view->kind;
    return kind == CONVEX_CYLINDER || kind == CONVEX_CONE || kind == CONVEX_ELLIPSOID;
}

bool carom_graze_face_times(const graze *g, const double_double3 *n, double size, double time[2]) {
    const double_double off = dd_negate(dd_dot(n, &g->motion));
    const double_double3 along = dd3_add_scaled(&g->motion, n, off);
    const double_double speed = dd_root(dd_length2(&along));
    const bool curved = is_curved(&g->a) || is_curved(&g->b);
    const bool rounded = g->a.view->radius > 0.0 || g->b.view->radius > 0.0 || g->target > 0.0;
    face_plane f = {.g = g, .n = *n, .tie = FACE_TIE * size};
    f.tie_across = (curved || rounded ? FACE_TIE_CURVED : FACE_TIE) * size;
    for (int i = 0; i < 2; i++) {
        const double_double signed_speed = i == 0 ? speed : dd_negate(speed);
        double_double x;
        f.u = dd3_quotient(&along, signed_speed);
        f.v = dd_cross(&f.n, &f.u);
        if (!far_end(&f, &x)) return false;
        time[i] = -dd_quotient(x, signed_speed).hi;
    }
    return true;
}
