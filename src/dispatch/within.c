/* The test whether two shapes are at most a given distance apart, and their closest points where
 * they are. The latter begin with the gap between the boxes. */
#include "dispatch/compound/compound_parts.h"
#include "dispatch/within.h"

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

/* ---- closest points */

carom_closest_any carom_closest_near(const carom_posed_shape *a, const carom_posed_shape *b,
                                     carom_real limit, carom_pair_cache *cache) {
    carom_closest_any found = is_compound_pair(a, b) || is_surface_pair(a, b)
                                  ? part_closest(a, b, limit)
                                  : carom_pair_closest_within(a, b, limit, cache);
    if (found.distance <= limit) return found;
    const carom_real least = found.lower_bound < limit ? found.lower_bound : limit;
    found = closest_nowhere();
    found.lower_bound = least;
    return found;
}

carom_closest_any carom_closest_within_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_real limit) {
    if (!is_valid_pair(a, b) || !(limit >= 0)) return closest_nowhere();
    const carom_aabb box[2] = {carom_posed_reach(a), carom_posed_reach(b)};
    if (!(gap_of_boxes(&box[0], &box[1]) > (double)limit))
        return carom_closest_near(a, b, limit, NULL);
    carom_closest_any none = closest_nowhere();
    none.lower_bound = limit;
    return none;
}

carom_closest_any carom_closest_within(const carom_shape *a, carom_pose pose_a,
                                       const carom_shape *b, carom_pose pose_b, carom_real limit) {
    carom_posed_shape placed[2];
    if (!carom_shapes_frame(placed, a, pose_a, b, pose_b)) return closest_nowhere();
    return carom_closest_within_posed(&placed[0], &placed[1], limit);
}
