/* Does a ray meet a box: the slab test without its place, exact and without an unpredictable
 * branch. */
#include "query/raycast/kernel_aabb.h"

static CAROM_NOINLINE bool overlap_ray_aabb_exact(const carom_ray *ray, const carom_aabb *box) {
    ray_path path = path_of_ray(ray);
    solid_hit ignored;
    return carom_path_aabb_exact(&path, load3(box->min), load3(box->max), &ignored);
}

bool carom_overlap_ray_aabb(const carom_ray *ray, const carom_aabb *box) {
    ray_path path = path_of_ray(ray);
    path_answer answer = path_overlaps_aabb_filter(&path, load3(box->min), load3(box->max));
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return answer == PATH_HIT;
    return overlap_ray_aabb_exact(ray, box);
}
