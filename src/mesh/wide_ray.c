/* Rays that the filters can say nothing about: directions and distances near the ends of the range
 * of double. Planes are met long before the ray's range and left long after; a time of the caller's
 * is always in range. */
#include "mesh/wide_ray.h"

CAROM_NOINLINE bool carom_wide_blind(wide_ray *out, const carom_ray *ray) {
    ray_path path = path_of_ray(ray);
    *out = (wide_ray){.t_max = FLT_MAX, .sees = true, .clock = {0.0, -DBL_MAX, 0.0}};
    out->lost = out->time_blur = (float)INFINITY;
    out->axis[1] = 1;
    out->axis[2] = 2;
    for (int k = 0; k < 3; k++) {
        out->near_shift[k] = -1e6F;
        out->far_shift[k] = 1e6F;
        out->inverse[k] = 1.0F;
    }
    return path_is_valid(&path);
}
