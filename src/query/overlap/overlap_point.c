/* A point against points and volumes, exact. Oriented boxes are tested along the exact normals of
 * their faces: the dot product with an axis differs from those by the axes' rounding, so near a
 * face the exact test decides (sat_exact.c). */
#include "carom/overlap.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/tolerances.h"
#include "query/overlap/volume_valid.h"

bool carom_overlap_point_point(carom_vec3 a, carom_vec3 b) {
    return (a.x == b.x) & (a.y == b.y) & (a.z == b.z) & finite3(load3(a));
}

bool carom_overlap_point_sphere(carom_vec3 point, const carom_sphere *sphere) {
    vec3 p = load3(point), c = load3(sphere->center);
    double r = (double)sphere->radius;
    double d2 = len2(sub3(p, c)), r2 = r * r;
    double gap = d2 - r2, bound = POINT_SPHERE_ERROR * (d2 + r2) + DBL_MIN;
    if (CAROM_LIKELY(r >= 0.0 && fabs(gap) > bound)) return gap < 0.0;
    return sphere_holds_points(sphere) && finite3(p) && carom_sign_distance2(p, c, r) <= 0;
}

bool carom_overlap_point_aabb(carom_vec3 point, const carom_aabb *box) {
    bool inside = (box->min.x <= point.x) & (point.x <= box->max.x) & (box->min.y <= point.y) &
                  (point.y <= box->max.y) & (box->min.z <= point.z) & (point.z <= box->max.z);
    return inside && aabb_holds_points(box) && finite3(load3(point));
}

static CAROM_NOINLINE bool point_obb_exact(vec3 p, const carom_obb *box) {
    if (!obb_holds_points(box) || !finite3(p)) return false;
    sat_body solid = carom_sat_obb(box), point = carom_sat_point(p);
    return carom_sat_contains(&solid, &point);
}

bool carom_overlap_point_obb(carom_vec3 point, const carom_obb *box) {
    vec3 p = load3(point), h = load3(box->half_extents), x = obb_local(box, p);
    double farthest = max2(fabs(x.x) - h.x, max2(fabs(x.y) - h.y, fabs(x.z) - h.z));
    double size = sum_abs3(x) + sum_abs3(h);
    double band = OBB_LOCAL_BAND * size + DBL_MIN;
    bool in_range = (size <= SQUARE_MOST) & (h.x >= 0.0) & (h.y >= 0.0) & (h.z >= 0.0);
    if (CAROM_LIKELY(in_range && fabs(farthest) > band)) return farthest < 0.0;
    return point_obb_exact(p, box);
}
