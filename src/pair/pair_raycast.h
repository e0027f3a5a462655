/* Ray casts against shapes that are no meshes and no height fields, all in closed form. */
#ifndef CAROM_PAIR_PAIR_RAYCAST_H
#define CAROM_PAIR_PAIR_RAYCAST_H

#include "pair/raycast_table.h"

/* A is a ray, segment or line; for other kinds the answer is a miss. */
static inline carom_ray_hit raycast_pair_posed(const carom_posed_shape *a,
                                               const carom_posed_shape *b) {
    posed_scratch scratch[2];
    const carom_posed_shape *ray = moved_shape(&scratch[0], a),
                            *target = moved_shape(&scratch[1], b);
    if (!ray || !target) return (carom_ray_hit){.hit = false};
    raycast_pair *test = carom_raycast_table[ray->shape.kind][target->shape.kind];
    return test ? test(&ray->shape, &target->shape) : (carom_ray_hit){.hit = false};
}

#endif
