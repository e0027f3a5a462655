/* Pair queries of posed colliders, forwarded to the generic functions of dispatch.h; pairs without
 * a manifold get one contact from carom_penetrate. */
#include "world/pair.h"

bool carom_world_pair_overlap(const world_placed *a, const world_placed *b) {
    return carom_overlap(a->shape, a->pose, b->shape, b->pose);
}

carom_sweep_hit carom_world_pair_sweep(const world_placed *a, const world_placed *b) {
    carom_moving_shape ma = {a->shape, a->pose, a->motion}, mb = {b->shape, b->pose, b->motion};
    return carom_sweep(&ma, &mb);
}

carom_sweep_hit carom_world_pair_sweep_by(const world_placed *a, const world_placed *b,
                                          const carom_sweep_options *options) {
    carom_posed_shape placed[2];
    if (!carom_shape_pose(&placed[0], a->shape, a->pose) ||
        !carom_shape_pose(&placed[1], b->shape, b->pose))
        return (carom_sweep_hit){.hit = false};
    placed[0].motion = a->motion;
    placed[1].motion = b->motion;
    return carom_sweep_posed(&placed[0], &placed[1], options);
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
    manifold->points[0] = (carom_contact_point){.point_a = p.point_a,
                                                .point_b = p.point_b,
                                                .depth = p.depth,
                                                .sub_a = p.sub_a,
                                                .sub_b = p.sub_b};
    return manifold->count = 1;
}
