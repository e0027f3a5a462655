/* Penetration of planes and half-spaces and spheres. A plane is two-sided: the sphere is moved out
 * on the side of its centre. A half-space is solid: the sphere is moved out along the outward
 * normal, however deep it is. */
#include "carom/overlap.h"
#include "query/penetration/deepest.h"

/* Height of `x` above the plane with a unit normal n; n is set from a normal of any length. */
static double height_above(carom_vec3 normal, carom_real offset, vec3 x, vec3 *n) {
    vec3 given = load3(normal);
    *n = carom_normalize_or(given, vec(0, 0, 1));
    double height = dot3(*n, x) - (double)offset / carom_length(given);
    return finite1(height) ? height : 0.0;
}

carom_penetration carom_penetration_plane_sphere(const carom_plane *plane,
                                                 const carom_sphere *sphere) {
    if (!carom_overlap_plane_sphere(plane, sphere)) return (carom_penetration){0};
    vec3 n, c = load3(sphere->center);
    double r = (double)sphere->radius;
    double height = height_above(plane->normal, plane->offset, c, &n);
    if (height < 0.0) n = neg3(n);
    return penetration_at_b(n, r - fabs(height), mad3(c, n, -r));
}

carom_penetration carom_penetration_halfspace_sphere(const carom_halfspace *halfspace,
                                                     const carom_sphere *sphere) {
    if (!carom_overlap_halfspace_sphere(halfspace, sphere)) return (carom_penetration){0};
    vec3 n, c = load3(sphere->center);
    double r = (double)sphere->radius;
    double height = height_above(halfspace->normal, halfspace->offset, c, &n);
    return penetration_at_b(n, r - height, mad3(c, n, -r));
}
