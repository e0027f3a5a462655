/* Does a ray meet a box: slabs in the caller's own precision, without an unpredictable branch. When entry
 * and exit are clearly apart, and nothing was zero, infinite or out of range, that is the answer; else the
 * slab test in double takes over, and after it exact arithmetic. */
#include "query/raycast/kernel_aabb.h"

/* Four roundings in a quotient, four times over. */
#define REAL_SLAB_ERROR (8 * CAROM_REAL_EPSILON)
/* What a quotient may lose below the normal range, with much to spare. */
#define REAL_SLAB_LEAST ((carom_real)(sizeof(carom_real) == 4 ? 1e-37 : 1e-300))

static inline carom_real least_real(carom_real a, carom_real b) {
    return a < b ? a : b;
}
static inline carom_real most_real(carom_real a, carom_real b) {
    return a > b ? a : b;
}
static inline carom_real abs_real(carom_real a) {
    return (carom_real)fabs((double)a);
}

static CAROM_NOINLINE bool overlap_ray_aabb_carefully(const carom_ray *ray, const carom_aabb *box) {
    ray_path path = path_of_ray(ray);
    vec3 low = load3(box->min), high = load3(box->max);
    path_answer answer = path_overlaps_aabb_filter(&path, low, high);
    solid_hit ignored;
    return answer == PATH_DOUBT ? carom_path_aabb_exact(&path, low, high, &ignored)
                                : answer == PATH_HIT;
}

bool carom_overlap_ray_aabb(const carom_ray *ray, const carom_aabb *box) {
    carom_vec3 o = ray->origin, d = ray->direction, low = box->min, high = box->max;
    carom_vec3 inverse = {1 / d.x, 1 / d.y, 1 / d.z};
    carom_vec3 a = {(low.x - o.x) * inverse.x, (low.y - o.y) * inverse.y,
                    (low.z - o.z) * inverse.z};
    carom_vec3 b = {(high.x - o.x) * inverse.x, (high.y - o.y) * inverse.y,
                    (high.z - o.z) * inverse.z};
    carom_real near_z = least_real(a.z, b.z), far_z = most_real(a.z, b.z);
    carom_real first = most_real(most_real(least_real(a.x, b.x), least_real(a.y, b.y)),
                                 most_real(near_z, ray->t_min));
    carom_real last = least_real(least_real(most_real(a.x, b.x), most_real(a.y, b.y)),
                                 least_real(far_z, ray->t_max));
    /* Not finite for NaN, for infinities, for a direction component that is zero or too small, and for
     * one so large that its reciprocal is subnormal. */
    carom_real sum = ((a.x + b.x) + (a.y + b.y)) + ((a.z + b.z) + 8 * d.x) + (8 * d.y + 8 * d.z);
    carom_real thickness =
        least_real(least_real(high.x - low.x, high.y - low.y), high.z - low.z);
    carom_real gap = last - first;
    carom_real error = REAL_SLAB_ERROR * least_real(abs_real(first), abs_real(last)) +
                       REAL_SLAB_LEAST;
    bool sure = (abs_real(sum) <= CAROM_REAL_MAX) & (thickness >= 0) & (abs_real(gap) > error);
    if (CAROM_UNLIKELY(!sure)) return overlap_ray_aabb_carefully(ray, box);
    return gap > 0;
}
