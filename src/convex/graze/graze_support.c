/* Support functions [Gilbert88] of the core shapes in double-double arithmetic, and of their faces:
 * the points that are farthest along n to within a tie, of which a second direction takes one.
 *
 * Polytopes are scanned in double first; only the vertices that rounding leaves in doubt are
 * compared in double-double arithmetic, so that the choice is right to 2^-104. It exists beside
 * support/ for grazing contact alone. */
#include "convex/graze/graze.h"
#include "convex/support/support.h"
#include "convex/graze/graze_support.h"

static int graze_count(const convex_shape *s) {
    return s->kind == CONVEX_HULL ? (int)s->hull->vertex_count : s->count;
}

static vec3 graze_corner(const convex_shape *s, int index) {
    return s->kind == CONVEX_POINTS ? s->points[index] : convex_own_vertex(s, index);
}

/* The farthest vertex along a direction of the shape's own frame. */
static vec3 farthest_vertex(const convex_shape *s, const double_double3 *d) {
    const vec3 rounded = dd3_rounded(d);
    const int count = graze_count(s);
    double best = -INFINITY, reach = 0.0;
    for (int i = 0; i < count; i++) {
        vec3 v = graze_corner(s, i);
        best = max2(best, dot3(v, rounded));
        reach = max2(reach, max_abs3(v));
    }
    best -= GRAZE_CHOICE_ROUNDING * reach * max_abs3(rounded);
    vec3 found = graze_corner(s, 0);
    double_double farthest = dd_exact(-INFINITY);
    for (int i = 0; i < count; i++) {
        vec3 v = graze_corner(s, i);
        if (!(dot3(v, rounded) >= best)) continue;
        const double_double3 exact = dd3_exact(v);
        double_double along = dd_dot(&exact, d);
        if (!dd_less(farthest, along)) continue;
        farthest = along;
        found = v;
    }
    return found;
}

static double_double3 to_frame(const graze_shape *s, const double_double3 *d) {
    return (double_double3){
        {dd_dot(&s->axes[0], d), dd_dot(&s->axes[1], d), dd_dot(&s->axes[2], d)}};
}

static double_double3 from_frame(const graze_shape *s, const double_double3 *v) {
    double_double3 out = s->center;
    for (int i = 0; i < 3; i++)
        out = dd3_add_scaled(&out, &s->axes[i], v->at[i]);
    return out;
}

/* The support point of the disc around `at`; `out` is the part of d in its plane. Where that part
 * is rounding error, all points are as far, and the centre is taken. */
static double_double3 disc_point(const graze_shape *s, const double_double3 *at,
                                 const double_double3 *out, const double_double3 *d) {
    const double_double square = dd_length2(out), length = dd_root(square);
    if (!(square.hi > GRAZE_AXIAL_SINE2 * dd_length2(d).hi)) return *at;
    return dd3_add_scaled(at, out, dd_quotient(s->half.at[0], length));
}

static double_double3 revolution_support(const graze_shape *s, const double_double3 *d) {
    const double_double3 *axis = &s->axes[2];
    const double_double up = dd_dot(axis, d);
    double_double3 out = dd3_add_scaled(d, axis, dd_negate(up));
    /* where little is left, rounding leaves a part along the axis: once more */
    out = dd3_add_scaled(&out, axis, dd_negate(dd_dot(axis, &out)));
    double_double height = s->half.at[2];
    if (s->view->kind == CONVEX_CYLINDER) {
        if (up.hi < 0.0) height = dd_negate(height);
        const double_double3 end = dd3_add_scaled(&s->center, axis, height);
        return disc_point(s, &end, &out, d);
    }
    const double_double across = dd_multiply(dd_root(dd_length2(&out)), s->half.at[0]);
    if (dd_less(across, dd_multiply(up, height))) return dd3_add_scaled(&s->center, axis, height);
    return disc_point(s, &s->center, &out, d);
}

static double_double3 ellipsoid_support(const graze_shape *s, const double_double3 *d) {
    double_double3 v = to_frame(s, d);
    for (int i = 0; i < 3; i++)
        v.at[i] = dd_multiply(v.at[i], s->half.at[i]);
    const double_double length = dd_root(dd_length2(&v));
    if (!(length.hi > 0.0)) return s->center;
    for (int i = 0; i < 3; i++)
        v.at[i] = dd_quotient(dd_multiply(v.at[i], s->half.at[i]), length);
    return from_frame(s, &v);
}

double_double3 carom_graze_support(const graze_shape *s, const double_double3 *direction) {
    const convex_kind kind = s->view->kind;
    if (kind == CONVEX_ELLIPSOID) return ellipsoid_support(s, direction);
    if (kind == CONVEX_CYLINDER || kind == CONVEX_CONE) return revolution_support(s, direction);
    if (kind == CONVEX_POINTS) return dd3_exact(farthest_vertex(s->view, direction));
    const double_double3 local = to_frame(s, direction);
    if (kind != CONVEX_BOX) {
        const double_double3 corner = dd3_exact(farthest_vertex(s->view, &local));
        return from_frame(s, &corner);
    }
    double_double3 corner = s->half;
    for (int i = 0; i < 3; i++)
        if (!(local.at[i].hi > 0.0)) corner.at[i] = dd_negate(corner.at[i]);
    return from_frame(s, &corner);
}

/* ---- faces: the points that are farthest along n, to within a tie */

/* Of the vertices farthest along n the one farthest along m. */
static vec3 farthest_of_face(const convex_shape *s, const double_double3 *n,
                             const double_double3 *m, double tie) {
    vec3 found = farthest_vertex(s, n);
    const vec3 rounded = dd3_rounded(n);
    const double_double3 top = dd3_exact(found);
    const double_double height = dd_dot(&top, n);
    const double doubt =
        tie + 2.0 * GRAZE_CHOICE_ROUNDING * max_abs3(rounded) * (max_abs3(found) + fabs(height.hi));
    double_double farthest = dd_dot(&top, m);
    const int count = graze_count(s);
    for (int i = 0; i < count; i++) {
        const vec3 v = graze_corner(s, i);
        if (!(dot3(v, rounded) >= height.hi - doubt - GRAZE_CHOICE_ROUNDING * max_abs3(v)))
            continue;
        const double_double3 exact = dd3_exact(v);
        const double_double along = dd_dot(&exact, m);
        if (!dd_less(farthest, along)) continue;
        if (dd_subtract(height, dd_dot(&exact, n)).hi > tie) continue;
        farthest = along;
        found = v;
    }
    return found;
}

/* The point of the rim around `at` along n, or the whole disc where its plane faces n. */
static void rim_or_disc(const graze_shape *s, const double_double3 *at, const double_double3 *n,
                        double tie, graze_face_point *out) {
    const double_double3 *axis = &s->axes[2];
    double_double3 rest = dd3_add_scaled(n, axis, dd_negate(dd_dot(axis, n)));
    rest = dd3_add_scaled(&rest, axis, dd_negate(dd_dot(axis, &rest)));
    const double_double length = dd_root(dd_length2(&rest));
    out->at = *at;
    if (length.hi * s->half.at[0].hi <= tie)
        out->radius = s->half.at[0];
    else
        out->at = dd3_add_scaled(at, &rest, dd_quotient(s->half.at[0], length));
}

static void cylinder_face(const graze_shape *s, const double_double3 *n, const double_double3 *m,
                          double tie, graze_face_point *out) {
    const double_double3 *axis = &s->axes[2];
    double_double up = dd_dot(axis, n), height = s->half.at[2];
    if (fabs(up.hi) * height.hi <= tie) up = dd_dot(axis, m);
    if (up.hi < 0.0) height = dd_negate(height);
    const double_double3 end = dd3_add_scaled(&s->center, axis, height);
    rim_or_disc(s, &end, n, tie, out);
}

static void cone_face(const graze_shape *s, const double_double3 *n, const double_double3 *m,
                      double tie, graze_face_point *out) {
    const double_double3 apex = dd3_add_scaled(&s->center, &s->axes[2], s->half.at[2]);
    rim_or_disc(s, &s->center, n, tie, out);
    const double_double3 edge = dd3_subtract(&apex, &out->at);
    const double over = dd_dot(&edge, n).hi;
    if (over < -tie || (over <= tie && !(dd_dot(&edge, m).hi > 0.0))) return;
    *out = (graze_face_point){apex, dd_exact(0.0)};
}

static double_double3 box_face(const graze_shape *s, const double_double3 *n,
                               const double_double3 *m, double tie) {
    const double_double3 of_n = to_frame(s, n), of_m = to_frame(s, m);
    double_double3 corner = s->half;
    for (int i = 0; i < 3; i++) {
        const bool level = fabs(of_n.at[i].hi) * s->half.at[i].hi <= tie;
        if (!((level ? of_m : of_n).at[i].hi > 0.0)) corner.at[i] = dd_negate(corner.at[i]);
    }
    return from_frame(s, &corner);
}

void carom_graze_face_support(const graze_shape *s, const double_double3 *n,
                              const double_double3 *m, double tie, graze_face_point *out) {
    out->radius = dd_exact(0.0);
    switch (s->view->kind) {
    case CONVEX_ELLIPSOID: out->at = ellipsoid_support(s, n); return;
    case CONVEX_CYLINDER: cylinder_face(s, n, m, tie, out); return;
    case CONVEX_CONE: cone_face(s, n, m, tie, out); return;
    case CONVEX_BOX: out->at = box_face(s, n, m, tie); return;
    case CONVEX_POINTS: out->at = dd3_exact(farthest_of_face(s->view, n, m, tie)); return;
    default: break;
    }
    const double_double3 of_n = to_frame(s, n), of_m = to_frame(s, m);
    const double_double3 corner = dd3_exact(farthest_of_face(s->view, &of_n, &of_m, tie));
    out->at = from_frame(s, &corner);
}

/* An upper bound of the core's diameter. */
static double core_extent(const convex_shape *s) {
    double most = 0.0;
    if (s->kind == CONVEX_BOX || s->kind > CONVEX_HULL) return 4.0 * max_abs3(s->half);
    if (s->kind == CONVEX_HULL) return 2.0 * s->hull->outer;
    for (int i = 1; i < s->count; i++)
        most = max2(most, max_abs3(sub3(graze_corner(s, i), graze_corner(s, 0))));
    return 2.0 * most;
}

void carom_graze_view(graze_shape *out, const convex_shape *view) {
    out->view = view;
    out->center = dd3_exact(view->center);
    for (int i = 0; i < 3; i++)
        out->axes[i] = dd3_exact(view->axes[i]);
    out->half = dd3_exact(view->half);
    out->extent = core_extent(view);
}
