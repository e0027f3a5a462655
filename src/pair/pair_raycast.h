/* Ray casts against shapes that are no meshes and no height fields, all in closed form. */
#ifndef CAROM_PAIR_PAIR_RAYCAST_H
#define CAROM_PAIR_PAIR_RAYCAST_H

#include "pair/raycast_table.h"

/* A is a ray, segment or line; for other kinds the answer is a miss. */
static inline carom_ray_hit raycast_pair_posed(const carom_posed_shape *a,
                                               const carom_posed_shape *b) {
    posed_scratch *scratch = scratch_of_two(a, b);
    const carom_posed_shape *ray = moved_shape(scratch, a),
                            *target = moved_shape(scratch ? scratch + 1 : NULL, b);
    carom_ray_hit hit = {.hit = false};
    raycast_pair *test = NULL;
    if (ray && target) test = carom_raycast_table[ray->shape.kind][target->shape.kind];
    if (test) hit = test(&ray->shape, &target->shape);
    give_scratch(scratch);
    return hit;
}

#endif
