/* Relations of spheres, own method over exact signs [Shewchuk97]. Containment is decided by the
 * farthest point of the other shape, a corner or the opposite pole; exact but for oriented boxes,
 * whose corners and local coordinates are rounded in double. Overlap comes first, so the relation
 * agrees with it. */
#include "carom/classify.h"
#include "carom/overlap.h"
#include "query/overlap/volume_signs.h"
#include "query/overlap/volume_valid.h"

carom_relation carom_classify_sphere_sphere(const carom_sphere *a, const carom_sphere *b) {
    if (!carom_overlap_sphere_sphere(a, b)) return CAROM_DISJOINT;
    bool nested = carom_sign_two_spheres(load3(a->center), (double)a->radius, load3(b->center),
                                         -(double)b->radius) <= 0;
    if (!nested) return CAROM_INTERSECTS;
    return a->radius >= b->radius ? CAROM_CONTAINS : CAROM_INSIDE;
}

static bool sphere_holds(const carom_sphere *sphere, vec3 point) {
    return carom_sign_distance2(load3(sphere->center), point, (double)sphere->radius) <= 0;
}

/* low + r <= x <= high - r, exact. */
static bool interval_holds_ball(double low, double high, double x, double r) {
    return carom_sign_plane(vec(1, -1, -1), 0.0, vec(x, low, r)) >= 0 &&
           carom_sign_plane(vec(1, -1, -1), 0.0, vec(high, x, r)) >= 0;
}

carom_relation carom_classify_sphere_aabb(const carom_sphere *sphere, const carom_aabb *box) {
    if (!carom_overlap_sphere_aabb(sphere, box)) return CAROM_DISJOINT;
    int held = 0;
    while (held < 8 && sphere_holds(sphere, aabb_corner(box, held)))
        held++;
    if (held == 8) return CAROM_CONTAINS;
    vec3 c = load3(sphere->center), low = load3(box->min), high = load3(box->max);
    double r = (double)sphere->radius;
    bool inside = interval_holds_ball(low.x, high.x, c.x, r) &&
                  interval_holds_ball(low.y, high.y, c.y, r) &&
                  interval_holds_ball(low.z, high.z, c.z, r);
    return inside ? CAROM_INSIDE : CAROM_INTERSECTS;
}

carom_relation carom_classify_sphere_obb(const carom_sphere *sphere, const carom_obb *box) {
    if (!carom_overlap_sphere_obb(sphere, box)) return CAROM_DISJOINT;
    int held = 0;
    while (held < 8 && sphere_holds(sphere, obb_corner(box, held)))
        held++;
    if (held == 8) return CAROM_CONTAINS;
    if (sphere->radius == 0) return CAROM_INSIDE;
    vec3 x = obb_local(box, load3(sphere->center)), h = load3(box->half_extents);
    double r = (double)sphere->radius;
    bool inside = fabs(x.x) + r <= h.x && fabs(x.y) + r <= h.y && fabs(x.z) + r <= h.z;
    return inside ? CAROM_INSIDE : CAROM_INTERSECTS;
}

carom_relation carom_classify_sphere_triangle(const carom_sphere *sphere,
                                              const carom_triangle *triangle) {
    if (!carom_overlap_sphere_triangle(sphere, triangle)) return CAROM_DISJOINT;
    if (sphere_holds(sphere, load3(triangle->v[0])) &&
        sphere_holds(sphere, load3(triangle->v[1])) && sphere_holds(sphere, load3(triangle->v[2])))
        return CAROM_CONTAINS;
    return sphere->radius == 0 ? CAROM_INSIDE : CAROM_INTERSECTS;
}
