/* Bounding box and support point of one shape. The box is six values of the support function along
 * the coordinate axes [Ericson05], rounded outwards to carom_real. Of spheres and capsules these
 * are sums, which take a twentieth of the instructions (row "a robot arm",
 * bench/results/programs.md); rays and lines, which have no support function, are bounded by their
 * ends. */
#include "pair/pose/solid_box.h"

#include "pair/pose/convex_view.h"

static carom_real rounded_down(double x) {
    carom_real r = (carom_real)x;
    if ((double)r <= x) return r;
    double step = fabs((double)r) * (double)CAROM_REAL_EPSILON;
    return (carom_real)((double)r - max2(step, CAROM_REAL_MAX > 1e300 ? 5e-324 : 1.5e-45));
}

static carom_aabb box_outwards(vec3 low, vec3 high) {
    return (carom_aabb){{rounded_down(low.x), rounded_down(low.y), rounded_down(low.z)},
                        {-rounded_down(-high.x), -rounded_down(-high.y), -rounded_down(-high.z)}};
}

static carom_aabb path_bounds(const carom_shape *shape) {
    const double infinite = (double)INFINITY;
    bool is_ray = shape->kind == CAROM_SHAPE_RAY;
    vec3 o = load3(is_ray ? shape->as.ray.origin : shape->as.line.origin);
    vec3 d = load3(is_ray ? shape->as.ray.direction : shape->as.line.direction);
    double t[2] = {is_ray ? (double)shape->as.ray.t_min : -infinite,
                   is_ray ? (double)shape->as.ray.t_max : infinite};
    double low[3], high[3];
    for (int i = 0; i < 3; i++) {
        double a = axis3(o, i), v = axis3(d, i);
        double x = v == 0.0 ? a : a + t[0] * v, y = v == 0.0 ? a : a + t[1] * v;
        low[i] = min2(x, y);
        high[i] = max2(x, y);
    }
    return box_outwards(vec(low[0], low[1], low[2]), vec(high[0], high[1], high[2]));
}

/* The box of a ball that moves from one point to the other. */
static carom_aabb swept_ball_bounds(carom_vec3 a, carom_vec3 b, carom_real radius) {
    const vec3 p = load3(a), q = load3(b);
    const double r = (double)radius;
    return box_outwards(vec(min2(p.x, q.x) - r, min2(p.y, q.y) - r, min2(p.z, q.z) - r),
                        vec(max2(p.x, q.x) + r, max2(p.y, q.y) + r, max2(p.z, q.z) + r));
}

carom_aabb carom_bounds_in_place(const carom_shape *shape) {
    const carom_real infinite = (carom_real)INFINITY;
    const carom_capsule *capsule = &shape->as.capsule;
    const carom_sphere *ball = &shape->as.sphere;
    convex_view view;
    vec3 box[2], buffer[CONVEX_POINTS_LIMIT];
    view.buffer = buffer;
    if (shape->kind == CAROM_SHAPE_CAPSULE)
        return swept_ball_bounds(capsule->a, capsule->b, capsule->radius);
    if (shape->kind == CAROM_SHAPE_SPHERE)
        return swept_ball_bounds(ball->center, ball->center, ball->radius);
    if (is_line_kind(shape->kind)) return path_bounds(shape);
    if (shape->kind == CAROM_SHAPE_AABB) return shape->as.aabb;
    if (!carom_convex_view(&view, shape))
        return (carom_aabb){{-infinite, -infinite, -infinite}, {infinite, infinite, infinite}};
    carom_view_box(&view.shape, box);
    return box_outwards(box[0], box[1]);
}

carom_aabb carom_solid_bounds(const carom_shape *shape, carom_pose pose) {
    carom_posed_shape posed;
    posed_scratch scratch;
    if (!carom_shape_place(&posed, shape, pose)) return no_bounds();
    const carom_posed_shape *there = moved_shape(&scratch, &posed);
    return there ? carom_bounds_in_place(&there->shape) : no_bounds();
}

carom_vec3 carom_solid_support(const carom_shape *shape, carom_pose pose, carom_vec3 direction) {
    const carom_vec3 none = {0, 0, 0};
    carom_posed_shape posed;
    posed_scratch scratch;
    convex_view view;
    vec3 buffer[CONVEX_POINTS_LIMIT];
    view.buffer = buffer;
    vec3 d = load3(direction);
    if (!finite3(d) || max_abs3(d) == 0.0 || !carom_shape_place(&posed, shape, pose)) return none;
    const carom_posed_shape *there = moved_shape(&scratch, &posed);
    if (!there || !carom_view_posed(&view, there)) return none;
    return store3(carom_view_support(&view.shape, d));
}
