/* Path against box, exact, where rounding could decide: entry and exit coincide, the start is on a
 * face, or a quotient left the range. The path's range is clipped by the six faces in exact
 * arithmetic (clip_exact.c). */
#include "query/raycast/aabb_exact.h"
#include "query/raycast/clip_exact.h"
#include "query/raycast/kernel_aabb.h"

CAROM_NOINLINE bool carom_path_aabb_exact(const ray_path *path, vec3 low, vec3 high,
                                          solid_hit *hit) {
    if (!path_is_valid(path) || !finite3(low) || !finite3(high)) return false;
    if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z)) return false;
    exact_range range;
    carom_exact_range_begin(&range, path);
    for (int axis = 0; axis < 3; axis++)
        carom_exact_range_slab(&range, path, axis,
                               (double[2]){axis3(low, axis), axis3(high, axis)});
    if (range.empty) return false;
    hit->t = carom_exact_bound_value(&range.enter, path->t_min);
    hit->t_exit = carom_exact_bound_value(&range.leave, path->t_max);
    hit->started_inside = range.enter.tag < 0;
    hit->normal = neg3(path->direction);
    if (!hit->started_inside) {
        int axis = range.enter.tag / 2;
        double sign = (range.enter.tag & 1) ? 1.0 : -1.0;
        hit->normal = vec(axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0);
    }
    return true;
}
