/* Spheres [Ericson05] 4.3.1: squared distance against squared radius, in the caller's precision
 * with an error bound; the few pairs within it, and everything not finite, go to exact arithmetic
 * (volume_signs.c, sphere_exact_planar.c). The bound is relative, so spheres of any size are
 * decided alike. Exact, but for oriented boxes within a few ulps of touching. */
#include "carom/overlap.h"
#include "query/closest/kernel_point_triangle.h"
#include "query/overlap/tolerances.h"
#include "query/overlap/volume_signs.h"
#include "query/overlap/volume_valid.h"
#include "query/overlap/sphere_exact_planar.h"

/* The library's own copies of the inline functions. */
extern CAROM_API inline bool carom_overlap_sphere_sphere(const carom_sphere *a,
                                                         const carom_sphere *b);
extern CAROM_API inline bool carom_overlap_sphere_aabb(const carom_sphere *sphere,
                                                       const carom_aabb *box);

CAROM_NOINLINE bool carom_overlap_sphere_sphere_exact(const carom_sphere *a,
                                                      const carom_sphere *b) {
    return sphere_holds_points(a) && sphere_holds_points(b) &&
           carom_sign_two_spheres(load3(a->center), (double)a->radius, load3(b->center),
                                  (double)b->radius) <= 0;
}

CAROM_NOINLINE bool carom_overlap_sphere_aabb_exact(const carom_sphere *sphere,
                                                    const carom_aabb *box) {
    if (!sphere_holds_points(sphere) || !aabb_holds_points(box)) return false;
    vec3 c = load3(sphere->center);
    vec3 nearest = clamp_to_box(c, load3(box->min), load3(box->max));
    return carom_sign_distance2(c, nearest, (double)sphere->radius) <= 0;
}

/* The point of the box as its numbers describe it: the centre's coordinates in the basis of the
 * axes, clamped. The axes' rounding then enters the distance only in second order. */
static vec3 nearest_of_obb(vec3 from, const vec3 axes[3], vec3 h) {
    vec3 normal[3] = {cross3(axes[1], axes[2]), cross3(axes[2], axes[0]), cross3(axes[0], axes[1])};
    double det = dot3(axes[0], normal[0]);
    vec3 s =
        vec(dot3(normal[0], from) / det, dot3(normal[1], from) / det, dot3(normal[2], from) / det);
    s = clamp_to_box(s, neg3(h), h);
    return add3(scale3(axes[0], s.x), add3(scale3(axes[1], s.y), scale3(axes[2], s.z)));
}

static CAROM_NOINLINE bool sphere_obb_robust(const carom_sphere *sphere, const carom_obb *box) {
    if (!sphere_holds_points(sphere) || !obb_holds_points(box)) return false;
    if (sphere->radius == 0) return carom_overlap_point_obb(sphere->center, box);
    vec3 c = load3(sphere->center), at = load3(box->center), h = load3(box->half_extents);
    double r = (double)sphere->radius;
    double scale = max2(max2(max_abs3(c), max_abs3(at)), max2(max_abs3(h), r));
    vec3 axes[3] = {load3(box->axes[0]), load3(box->axes[1]), load3(box->axes[2])};
    vec3 from = sub3(vec(c.x / scale, c.y / scale, c.z / scale),
                     vec(at.x / scale, at.y / scale, at.z / scale));
    if (scale < SPHERE_OBB_MOST && scale > SPHERE_OBB_LEAST) {
        scale = 1.0;
        from = sub3(c, at);
    }
    h = vec(h.x / scale, h.y / scale, h.z / scale);
    r /= scale;
    return len2(sub3(from, nearest_of_obb(from, axes, h))) <= r * r;
}

bool carom_overlap_sphere_obb(const carom_sphere *sphere, const carom_obb *box) {
    vec3 h = load3(box->half_extents), x = obb_local(box, load3(sphere->center));
    double r = (double)sphere->radius;
    vec3 out =
        vec(max2(fabs(x.x) - h.x, 0.0), max2(fabs(x.y) - h.y, 0.0), max2(fabs(x.z) - h.z, 0.0));
    double scale = fabs(x.x) + fabs(x.y) + fabs(x.z) + h.x + h.y + h.z + r;
    double gap = sqrt(len2(out)) - r;
    bool is_certain = (fabs(gap) > SPHERE_OBB_BAND * scale) & (scale <= SQUARE_MOST) &
                      (scale >= SQUARE_LEAST) & (h.x >= 0.0) & (h.y >= 0.0) & (h.z >= 0.0) &
                      (r >= 0.0);
    if (CAROM_LIKELY(is_certain)) return gap < 0.0;
    return sphere_obb_robust(sphere, box);
}

static CAROM_NOINLINE bool sphere_triangle_exact(const carom_sphere *sphere,
                                                 const carom_triangle *triangle) {
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    return sphere_holds_points(sphere) && triangle_is_finite(triangle) &&
           carom_sphere_meets_triangle(load3(sphere->center), (double)sphere->radius, v);
}

bool carom_overlap_sphere_triangle(const carom_sphere *sphere, const carom_triangle *triangle) {
    vec3 c = load3(sphere->center), a = load3(triangle->v[0]);
    double r = (double)sphere->radius, r2 = r * r;
    double d2 = point_triangle(c, a, load3(triangle->v[1]), load3(triangle->v[2])).d2;
    double gap = d2 - r2, bound = SPHERE_TRIANGLE_BAND * (d2 + r2) +
                                  SPHERE_TRIANGLE_FAR * len2(sub3(c, a)) + SQUARE_UNDERFLOW;
    if (CAROM_LIKELY(r >= 0.0 && fabs(gap) > bound)) return gap < 0.0;
    return sphere_triangle_exact(sphere, triangle);
}
