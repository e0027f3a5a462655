/* Views of curved and rotated shapes in double-double arithmetic [Dekker71], for grazing contact:
 * an axis that is made unit in double is off by an ulp, which at a double root costs half the
 * digits of the time. The formulas are those of convex_view.c. */
#include "pair/solver/grazing.h"
#include "convex/graze/graze_support.h"

/* Bounds the work: polygons and hulls of more vertices keep the answer in double. */
#define MOST_CORNERS 4096

/* A solid of revolution from `a`, its axis along `w`; the other two axes are not used. */
static void view_axis(graze_shape *out, const double_double3 *w) {
    out->half.at[2] = dd_root(dd_length2(w));
    out->axes[2] = dd3_quotient(w, out->half.at[2]);
}

static void view_cylinder(graze_shape *out, const carom_cylinder *cylinder) {
    const double_double3 a = dd3_exact(load3(cylinder->a));
    double_double3 w = dd3_difference(load3(cylinder->b), load3(cylinder->a));
    w = dd3_scale(&w, dd_exact(0.5));
    out->center = dd3_add(&a, &w);
    if (dd_length2(&w).hi > 0.0) view_axis(out, &w);
}

static void view_cone(graze_shape *out, const carom_cone *cone) {
    const double_double3 w = dd3_difference(load3(cone->apex), load3(cone->base));
    if (dd_length2(&w).hi > 0.0) view_axis(out, &w);
}

/* Gram-Schmidt of axes that are nearly orthonormal. */
static void view_frame(graze_shape *out, const carom_vec3 axes[3]) {
    const double_double3 x = dd3_exact(load3(axes[0])), y = dd3_exact(load3(axes[1]));
    const double_double xx = dd_length2(&x);
    if (!(xx.hi > GRAZING_SQUARE_MIN && xx.hi < GRAZING_SQUARE_MAX)) return;
    const double_double3 u = dd3_quotient(&x, dd_root(xx));
    const double_double3 rest = dd3_add_scaled(&y, &u, dd_negate(dd_dot(&u, &y)));
    const double_double yy = dd_length2(&rest);
    if (!(yy.hi > GRAZING_SQUARE_MIN && yy.hi < GRAZING_SQUARE_MAX)) return;
    out->axes[0] = u;
    out->axes[1] = dd3_quotient(&rest, dd_root(yy));
    out->axes[2] = dd_cross(&out->axes[0], &out->axes[1]);
}

/* 1 - 2 (a a + b b), or 2 (a b + c d) off the diagonal */
static double_double turned(double a, double b, double c, double d, bool diagonal) {
    const double_double ab = dd_scale(dd_exact(a), b), cd = dd_scale(dd_exact(c), d);
    const double_double twice = dd_scale(dd_add(ab, cd), 2.0);
    return diagonal ? dd_subtract(dd_exact(1.0), twice) : twice;
}

static void view_rotation(graze_shape *out, const carom_quat *q) {
    const double x = (double)q->x, y = (double)q->y, z = (double)q->z, w = (double)q->w;
    out->axes[0] = (double_double3){
        {turned(y, y, z, z, true), turned(x, y, w, z, false), turned(x, z, -w, y, false)}};
    out->axes[1] = (double_double3){
        {turned(x, y, -w, z, false), turned(x, x, z, z, true), turned(y, z, w, x, false)}};
    out->axes[2] = (double_double3){
        {turned(x, z, w, y, false), turned(y, z, -w, x, false), turned(x, x, y, y, true)}};
}

/* @return false where the view is only a part of the shape, and for too many vertices */
static bool view_shape(graze_shape *out, const carom_shape *given, const convex_shape *view) {
    if (given->kind == CAROM_SHAPE_RAY || given->kind == CAROM_SHAPE_LINE) return false;
    carom_graze_view(out, view);
    switch (view->kind) {
    case CONVEX_CYLINDER: view_cylinder(out, &given->as.cylinder); return true;
    case CONVEX_CONE: view_cone(out, &given->as.cone); return true;
    case CONVEX_ELLIPSOID: view_frame(out, given->as.ellipsoid.axes); return true;
    case CONVEX_BOX:
        if (given->kind == CAROM_SHAPE_OBB) view_frame(out, given->as.obb.axes);
        return true;
    case CONVEX_HULL:
        view_rotation(out, &given->as.hull.pose.rotation);
        return view->hull->vertex_count <= MOST_CORNERS;
    default: return view->count <= MOST_CORNERS;
    }
}

graze_end carom_grazing_refine(const grazing_pair *pair, double target, convex_hit *hit) {
    graze g = {.motion = dd3_difference(pair->motion[0], pair->motion[1]), .target = target};
    if (!view_shape(&g.a, pair->given[0], pair->view[0]) ||
        !view_shape(&g.b, pair->given[1], pair->view[1]))
        return GRAZE_UNKNOWN;
    return carom_graze_refine(&g, hit);
}
