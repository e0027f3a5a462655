/* Pairs of colliders are pairs of dispatch.h; what the world adds is a contact where no manifold is
 * made, and turning. */
#include "world/pair.h"

#include "world/pair_mesh.h"

bool carom_world_pair_overlap(const world_placed *a, const world_placed *b) {
    return carom_overlap(a->shape, a->pose, b->shape, b->pose);
}

carom_sweep_hit carom_world_pair_sweep(const world_placed *a, const world_placed *b) {
    carom_moving_shape ma = {a->shape, a->pose, a->motion}, mb = {b->shape, b->pose, b->motion};
    return carom_sweep(&ma, &mb);
}

carom_closest_any carom_world_pair_closest(const world_placed *a, const world_placed *b) {
    return carom_closest(a->shape, a->pose, b->shape, b->pose);
}

carom_ray_hit carom_world_pair_raycast(const world_placed *a, const world_placed *b) {
    return carom_raycast(a->shape, a->pose, b->shape, b->pose);
}

int32_t carom_world_pair_contact(const world_placed *a, const world_placed *b,
                                 carom_contact_manifold *manifold) {
    int32_t count = carom_contact(a->shape, a->pose, b->shape, b->pose, manifold);
    if (count > 0) return count;
    carom_penetration p = carom_penetrate(a->shape, a->pose, b->shape, b->pose);
    if (!p.overlap) return 0;
    manifold->normal = p.normal;
    manifold->points[0] =
        (carom_contact_point){.point_a = p.point_a, .point_b = p.point_b, .depth = p.depth};
    return manifold->count = 1;
}

carom_sweep_hit carom_world_pair_turn(const world_turning *a, const world_turning *b,
                                      double tolerance) {
    bool surface_a = a->at.shape->kind >= CAROM_SHAPE_MESH;
    bool surface_b = b->at.shape->kind >= CAROM_SHAPE_MESH;
    if (surface_a && surface_b) return carom_world_pair_sweep(&a->at, &b->at);
    if (!surface_a && !surface_b) return carom_world_turn(a, b, tolerance);
    carom_sweep_hit hit = surface_b ? carom_world_turn_on_surface(a, &b->at, tolerance)
                                    : carom_world_turn_on_surface(b, &a->at, tolerance);
    if (surface_a) hit.normal = store3(neg3(load3(hit.normal)));
    return hit;
}
