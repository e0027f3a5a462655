/* Penetration of spheres by closest points [Ericson05] 5.1. With the centre outside the other
 * shape the least translation is along the line to the closest point. With the centre inside a box
 * it is out of the nearest face; with the centre on a triangle, along the triangle's normal.
 * Contact is what the exact overlap finds. Of two spheres the one comes first that does by its
 * numbers, so that exchanging them changes no bit. */
#include "carom/overlap.h"
#include "query/closest/kernel_point_triangle.h"
#include "query/overlap/volume_valid.h"
#include "query/penetration/deepest.h"
#include "query/penetration/tolerances.h"
#include "shape/order.h"

static carom_penetration ordered_spheres(const carom_sphere *a, const carom_sphere *b) {
    if (!carom_overlap_sphere_sphere(a, b)) return (carom_penetration){0};
    vec3 ca = load3(a->center), d = sub3(load3(b->center), ca);
    double ra = (double)a->radius, rb = (double)b->radius;
    vec3 n = carom_normalize_or(d, vec(0, 0, ra > rb ? -1.0 : 1.0));
    return penetration_at_a(n, ra + rb - carom_length(d), mad3(ca, n, ra));
}

carom_penetration carom_penetration_sphere_sphere(const carom_sphere *a, const carom_sphere *b) {
    if (!is_second_first(&a->center.x, &b->center.x, 4)) return ordered_spheres(a, b);
    return penetration_exchanged(ordered_spheres(b, a));
}

/* The centre x is inside: the nearest face, x before y before z and the upper before the lower
 * where they are equally near. The outward normal is *out. @return the distance to the face. */
static double nearest_box_face(vec3 x, vec3 low, vec3 high, vec3 *out) {
    const double to_face[6] = {high.x - x.x, x.x - low.x,  high.y - x.y,
                               x.y - low.y,  high.z - x.z, x.z - low.z};
    int best = 0;
    for (int i = 1; i < 6; i++)
        if (to_face[i] < to_face[best]) best = i;
    double sign = best & 1 ? -1.0 : 1.0;
    *out = vec(best < 2 ? sign : 0.0, best / 2 == 1 ? sign : 0.0, best > 3 ? sign : 0.0);
    return to_face[best];
}

/* Sphere of centre x against a box, in the box's frame: the normal from sphere to box and the
 * depth. */
static vec3 sphere_in_box(vec3 x, double r, const vec3 bounds[2], double *depth) {
    vec3 to_box = sub3(clamp_to_box(x, bounds[0], bounds[1]), x), out;
    double distance = carom_length(to_box);
    if (distance > 0.0) {
        *depth = r - distance;
        return carom_normalize_or(to_box, vec(1, 0, 0));
    }
    *depth = r + nearest_box_face(x, bounds[0], bounds[1], &out);
    return neg3(out);
}

carom_penetration carom_penetration_sphere_aabb(const carom_sphere *sphere, const carom_aabb *box) {
    if (!carom_overlap_sphere_aabb(sphere, box)) return (carom_penetration){0};
    vec3 c = load3(sphere->center);
    double r = (double)sphere->radius, depth;
    vec3 n = sphere_in_box(c, r, (vec3[2]){load3(box->min), load3(box->max)}, &depth);
    return penetration_at_a(n, depth, mad3(c, n, r));
}

carom_penetration carom_penetration_sphere_obb(const carom_sphere *sphere, const carom_obb *box) {
    if (!carom_overlap_sphere_obb(sphere, box)) return (carom_penetration){0};
    vec3 c = load3(sphere->center), h = load3(box->half_extents);
    double r = (double)sphere->radius, depth;
    vec3 local = sphere_in_box(obb_local(box, c), r, (vec3[2]){neg3(h), h}, &depth);
    vec3 n = scale3(load3(box->axes[0]), local.x);
    n = mad3(mad3(n, load3(box->axes[1]), local.y), load3(box->axes[2]), local.z);
    n = carom_normalize_or(n, vec(1, 0, 0));
    return penetration_at_a(n, depth, mad3(c, n, r));
}

/* The right-handed unit normal; of a triangle that is a segment, a perpendicular; z for a point. */
static vec3 triangle_normal(const vec3 v[3]) {
    vec3 ab = carom_normalize_or(sub3(v[1], v[0]), vec(0, 0, 0));
    vec3 ac = carom_normalize_or(sub3(v[2], v[0]), vec(0, 0, 0));
    vec3 n = cross3(ab, ac), edge = max_abs3(ab) > 0.0 ? ab : ac;
    if (max_abs3(edge) == 0.0) return vec(0, 0, 1);
    return max_abs3(n) > TRIANGLE_LEAST_SINE ? carom_normalize_or(n, vec(0, 0, 1))
                                             : carom_perpendicular(edge);
}

carom_penetration carom_penetration_sphere_triangle(const carom_sphere *sphere,
                                                    const carom_triangle *triangle) {
    if (!carom_overlap_sphere_triangle(sphere, triangle)) return (carom_penetration){0};
    vec3 c = load3(sphere->center);
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    on_triangle nearest = point_triangle(c, v[0], v[1], v[2]);
    double r = (double)sphere->radius, distance = carom_length(nearest.away);
    double rounding = ON_TRIANGLE * max2(max_abs3(c), max_abs3(v[0]));
    if (!(distance > rounding && finite3(nearest.away)))
        return penetration_at_a(triangle_normal(v), r, mad3(c, triangle_normal(v), r));
    vec3 n = carom_normalize_or(neg3(nearest.away), vec(0, 0, 1));
    return penetration_at_a(n, r - distance, mad3(c, n, r));
}
