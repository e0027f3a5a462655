/* Pair queries of posed colliders, by the generic functions of dispatch.h. */
#ifndef CAROM_WORLD_PAIR_H
#define CAROM_WORLD_PAIR_H

#include "carom/contact.h"
#include "math/vec.h"

typedef struct world_placed {
    const carom_shape *shape;
    carom_pose pose;
    carom_vec3 motion;
} world_placed;

bool carom_world_pair_overlap(const world_placed *a, const world_placed *b);
carom_sweep_hit carom_world_pair_sweep(const world_placed *a, const world_placed *b);
/** The same by options. */
carom_sweep_hit carom_world_pair_sweep_by(const world_placed *a, const world_placed *b,
                                          const carom_sweep_options *options);
carom_closest_any carom_world_pair_closest(const world_placed *a, const world_placed *b);
/** A must be a ray. */
carom_ray_hit carom_world_pair_raycast(const world_placed *a, const world_placed *b);
/** carom_contact, or carom_penetrate for pairs that have no manifold. */
int32_t carom_world_pair_contact(const world_placed *a, const world_placed *b,
                                 carom_contact_manifold *manifold);

#endif
