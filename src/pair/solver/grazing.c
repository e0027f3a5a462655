/* Views of curved and rotated shapes in double-double arithmetic [Dekker71], for grazing contact:
 * an axis that is made unit in double is off by an ulp, which at a double root costs half the
 * digits of the time. The formulas are those of convex_view.c. */
#include "pair/solver/grazing.h"
#include "convex/graze/graze_support.h"
#include "math/power.h"
#include "pair/pose/convex_view.h"

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

/* The stretch of a ray or line that its view holds, as a box without width: its ends, of which the
 * view has rounded coordinates, are on the line to 32 digits. */
static bool view_stretch(graze_shape *out, const line_stretch *line, const convex_shape *view,
                         convex_shape *box) {
    const double power = scaling_power(max_abs3(line->direction));
    const vec3 direction = scale3(line->direction, power);
    const double_double3 d = dd3_exact(direction), o = dd3_exact(line->origin);
    const double_double length = dd_root(dd_length2(&d));
    double t[2];
    for (int i = 0; i < 2; i++)
        t[i] = dot3(sub3(view->points[i], line->origin), direction) / length.hi / length.hi;
    const double more = GRAZING_STRETCH * (t[1] - t[0]);
    t[0] = max2(t[0] - more, line->range[0] / power);
    t[1] = min2(t[1] + more, line->range[1] / power);
    const double_double from = dd_exact(t[0]), to = dd_exact(t[1]);
    const double_double middle = dd_scale(dd_add(from, to), 0.5);
    *box = (convex_shape){.kind = CONVEX_BOX, .axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    carom_graze_view(out, box);
    out->center = dd3_add_scaled(&o, &d, middle);
    out->half.at[2] = dd_multiply(length, dd_scale(dd_subtract(to, from), 0.5));
    out->axes[2] = dd3_quotient(&d, length);
    out->extent = 4.0 * out->half.at[2].hi;
    return more > 0.0;
}

/* @return false for rounded shapes, for too many vertices, and where squares leave the range */
static bool view_shape(graze_shape *out, const carom_shape *given, const convex_shape *view,
                       convex_shape *stretch) {
    line_stretch line;
    if (given->kind == CAROM_SHAPE_ROUNDED) return false; /* its core is posed in double */
    if (carom_line_stretch(&line, given)) return view_stretch(out, &line, view, stretch);
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
    case CONVEX_FUNCTION: return false; /* there is no more to know than double holds */
    default: return view->count <= MOST_CORNERS;
    }
}

graze_end carom_grazing_refine(const grazing_pair *pair, double target, convex_hit *hit) {
    graze g = {.motion = dd3_difference(pair->motion[0], pair->motion[1]), .target = target};
    convex_shape stretch[2];
    if (!view_shape(&g.a, pair->given[0], pair->view[0], &stretch[0]) ||
        !view_shape(&g.b, pair->given[1], pair->view[1], &stretch[1]))
        return GRAZE_UNKNOWN;
    return carom_graze_refine(&g, hit);
}
