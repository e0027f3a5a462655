/* The test whether two shapes are at most a given distance apart. */
#include "dispatch/compound/compound_parts.h"

bool carom_overlap_within_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                carom_real distance) {
    if (!(distance >= 0 && distance <= CAROM_REAL_MAX)) return false;
    if (distance == 0) return carom_overlap_posed(a, b);
    return part_within(a, b, distance);
}

bool carom_overlap_within(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                          carom_pose pose_b, carom_real distance) {
    carom_posed_shape placed[2];
    return carom_shapes_place(placed, a, pose_a, b, pose_b) &&
           carom_overlap_within_posed(&placed[0], &placed[1], distance);
}
