/* The parts of a ray traversal that do not depend on the instruction set: the setup of rays that
 * the float filters cannot bound, as their directions or distances are near the ends of the range
 * of double; and the conversion of a hit to the public answer. Such a ray enters every slab long
 * before the mesh and leaves it long after, and every time is in range: all triangles go to the
 * exact test. */
#include "mesh/ray/bvh8_ray.h"

CAROM_NOINLINE bool carom_bvh8_unbounded_ray(bvh8_ray *out, const carom_ray *ray) {
    ray_path path = path_of_ray(ray);
    *out =
        (bvh8_ray){.t_max = FLT_MAX, .has_triangle_setup = true, .time_map = {0.0, -DBL_MAX, 0.0}};
    out->start_error = out->time_error = (float)INFINITY;
    out->axis[1] = 1;
    out->axis[2] = 2;
    for (int k = 0; k < 3; k++) {
        out->near_shift[k] = -UNBOUNDED_SHIFT;
        out->far_shift[k] = UNBOUNDED_SHIFT;
        out->inverse[k] = 1.0F;
    }
    return path_is_valid(&path);
}

/* Writes in place: a copy of what was just stored in smaller parts is slow. */
CAROM_APART void carom_bvh8_write_hit(const bvh8_query *query, const bvh8_hit *hit,
                                      carom_mesh_ray_hit *out) {
    const carom_ray *ray = query->ray;
    vec3 normal = hit->at.normal;
    if (CAROM_UNLIKELY(!hit->is_filtered)) {
        carom_triangle t = bvh8_triangle_at(query->tree, hit->rank);
        out->at = carom_raycast_ray_triangle_exact(ray, &t, query->facing);
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
