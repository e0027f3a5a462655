/* A box with rounded edges: all points within a radius of a core. Its corner misses what that of
 * the sharp box of the same size hits, it slides along a floor on the rounding, and its mass is
 * known. */
#include <stdio.h>

#include "carom/carom.h"

static carom_pose at(carom_real x, carom_real y, carom_real z) {
    return (carom_pose){{x, y, z}, {0, 0, 0, 1}};
}

int main(void) {
    /* 2 x 2 x 2 outside: a core of 1.5 and a radius of 0.25 */
    const carom_shape core =
        carom_shape_aabb((carom_vec3){(carom_real)-0.75, (carom_real)-0.75, (carom_real)-0.75},
                         (carom_vec3){(carom_real)0.75, (carom_real)0.75, (carom_real)0.75});
    const carom_shape box = carom_shape_rounded(&core, (carom_real)0.25);
    const carom_shape sharp = carom_shape_aabb((carom_vec3){-1, -1, -1}, (carom_vec3){1, 1, 1});

    /* past the corner, two boxes of which one is sharp */
    const carom_pose beside = at((carom_real)1.9, (carom_real)1.9, (carom_real)1.9);
    const carom_pose here = at(0, 0, 0);
    printf("corners: sharp %s, rounded %s, %.4f apart\n",
           carom_overlap(&sharp, here, &sharp, beside) ? "touch" : "apart",
           carom_overlap(&box, here, &box, beside) ? "touch" : "apart",
           (double)carom_closest(&box, here, &box, beside).distance);

    /* on a floor: the corners of the core, moved to the surface */
    const carom_shape floor = carom_shape_halfspace((carom_vec3){0, 0, 1}, 0);
    carom_contact_manifold contact = {.margin = 0};
    carom_contact(&box, at(0, 0, (carom_real)0.9), &floor, here, &contact);
    printf("on the floor: %d points, %.2f deep\n", (int)contact.count,
           (double)contact.points[0].depth);

    /* a ray along the diagonal meets the ball about the corner */
    const carom_shape ray = carom_shape_ray((carom_vec3){3, 3, 3}, (carom_vec3){-1, -1, -1}, 10);
    const carom_ray_hit hit = carom_raycast(&ray, here, &box, here);
    printf("ray: t %.4f, normal (%.3f, %.3f, %.3f)\n", (double)hit.t, (double)hit.normal.x,
           (double)hit.normal.y, (double)hit.normal.z);

    carom_mass mass;
    if (carom_mass_shape(&mass, &box, 1.0) != CAROM_OK) return 1;
    printf("volume: %.4f of 8\n", mass.volume);
    const bool good = !carom_overlap(&box, here, &box, beside) && contact.count == 4 && hit.hit &&
                      mass.volume > 7 && mass.volume < 8;
    return good ? 0 : 1;
}
