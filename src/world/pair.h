/* Two shapes wherever they stand: the calls of dispatch.h, and what turns. */
#ifndef CAROM_WORLD_PAIR_H
#define CAROM_WORLD_PAIR_H

#include "carom/contact.h"
#include "math/vec.h"

typedef struct world_placed {
    const carom_shape *shape;
    carom_pose pose;
    carom_vec3 motion;
} world_placed;

/** One that turns besides, about the origin of its pose. */
typedef struct world_turning {
    world_placed at;
    carom_vec3 turn; /* in the common frame: along the axis, as long as the angle in radians */
} world_turning;

bool carom_world_pair_overlap(const world_placed *a, const world_placed *b);
carom_sweep_hit carom_world_pair_sweep(const world_placed *a, const world_placed *b);
/** When one of the two turns: first contact, or when they are nearer than the tolerance. Never
 * late. Meshes, height fields and what has no bounds only move. */
carom_sweep_hit carom_world_pair_turn(const world_turning *a, const world_turning *b,
                                      double tolerance);
carom_closest_any carom_world_pair_closest(const world_placed *a, const world_placed *b);
/** A is a ray. */
carom_ray_hit carom_world_pair_raycast(const world_placed *a, const world_placed *b);
/** carom_contact, or carom_penetrate where no manifold is made of the pair. */
int32_t carom_world_pair_contact(const world_placed *a, const world_placed *b,
                                 carom_contact_manifold *manifold);

/** carom_contact_several of a pair of which one is a mesh or height field, within a margin.
 * @return 0 for any other pair */
int32_t carom_world_pair_walls(const world_placed *a, const world_placed *b, double margin,
                               carom_contact_manifold walls[CAROM_CONTACT_LIMIT]);

/** carom_world_pair_sweep of such a pair, but for those triangles that are in contact at the start
 * and from which the two part. */
carom_sweep_hit carom_world_sweep_ahead(const world_placed *a, const world_placed *b);

/** As carom_world_pair_turn, without meshes and height fields. */
carom_sweep_hit carom_world_turn(const world_turning *a, const world_turning *b, double tolerance);

#endif
