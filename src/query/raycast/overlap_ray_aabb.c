/* Whether a ray meets a box: the slab test in the caller's own precision, without unpredictable
 * branches; where it is undecided, the slab test in double, and after it exact arithmetic. */
#include "query/raycast/kernel_aabb.h"
#include "query/raycast/kernel_early.h"

static CAROM_NOINLINE bool overlap_ray_aabb_robust(const carom_ray *ray, const carom_aabb *box) {
    ray_path path = path_of_ray(ray);
    vec3 low = load3(box->min), high = load3(box->max);
    path_answer answer = path_overlaps_aabb_filter(&path, low, high);
    solid_hit ignored;
    return answer == PATH_DOUBT ? carom_path_aabb_exact(&path, low, high, &ignored)
                                : answer == PATH_HIT;
}

/* The library's own copy of the inline function. */
extern CAROM_API inline bool carom_overlap_ray_aabb(const carom_ray *ray, const carom_aabb *box);

bool carom_overlap_ray_aabb_exact(const carom_ray *ray, const carom_aabb *box) {
    path_answer answer = early_aabb(ray, box).answer;
    if (CAROM_LIKELY(answer != PATH_DOUBT)) return answer == PATH_HIT;
    return overlap_ray_aabb_robust(ray, box);
}
