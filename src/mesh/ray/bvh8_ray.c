/* The parts of a walk that are the same with every set of instructions.
 *
 * Of some rays the filters can say nothing: directions and distances are near the ends of the range
 * of double. Planes are then met long before the ray's range and left long after; a time of the
 * caller's is always in range. */
#include "mesh/ray/bvh8_ray.h"

CAROM_NOINLINE bool carom_bvh8_blind(bvh8_ray *out, const carom_ray *ray) {
    ray_path path = path_of_ray(ray);
    *out = (bvh8_ray){.t_max = FLT_MAX, .sees = true, .clock = {0.0, -DBL_MAX, 0.0}};
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

/* In place: copies of what was just written in smaller parts are slow. */
CAROM_APART void carom_bvh8_write_hit(const bvh8_query *query, const bvh8_hit *hit,
                                      carom_mesh_ray_hit *out) {
    const carom_ray *ray = query->ray;
    vec3 normal = hit->at.normal;
    if (CAROM_UNLIKELY(!hit->plain)) {
        carom_triangle t = bvh8_triangle_at(query->tree, hit->rank);
        out->at = carom_raycast_ray_triangle(ray, &t, query->facing);
    } else {
        out->at.point = store3(mad3(load3(ray->origin), load3(ray->direction), hit->at.t));
        out->at.normal = store3(scale3(normal, 1.0 / sqrt(len2(normal))));
        out->at.barycentric = store3(hit->at.barycentric);
        out->at.t = hit->t;
        out->at.hit = true;
    }
    out->hit = true;
    out->triangle = hit->triangle;
}
