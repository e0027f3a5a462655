/* The test whether two shapes are at most a given distance apart. */
#include "pair/pair_within.h"
#include "dispatch/with_surface.h"

bool carom_overlap_within_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_real distance) {
    if (!(distance >= 0 && distance <= CAROM_REAL_MAX)) return false;
    if (distance == 0) return carom_overlap_posed(a, b);
    if (is_surface_pair(a, b)) return carom_within_with_surface(a, b, distance);
    return carom_pair_within(a, b, distance);
}

bool carom_overlap_within(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                          carom_pose pose_b, carom_real distance) {
    carom_posed_shape placed[2];
    return carom_shapes_place(placed, a, pose_a, b, pose_b) &&
           carom_overlap_within_posed(&placed[0], &placed[1], distance);
}
