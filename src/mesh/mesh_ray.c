/* Rays against a mesh: the walks of the wide tree, and what becomes of their hits. */
#include <string.h>

#include "mesh/mesh_data.h"
#include "mesh/wide_ray.h"

/* In place: copies of what was just written in smaller parts are slow. */
CAROM_APART void carom_wide_write_hit(const wide_query *query, const wide_hit *hit,
                                      carom_mesh_ray_hit *out) {
    const carom_ray *ray = query->ray;
    vec3 normal = hit->at.normal;
    if (CAROM_UNLIKELY(!hit->plain)) {
        carom_triangle t = wide_triangle_at(query->tree, hit->rank);
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

carom_mesh_ray_hit carom_raycast_ray_mesh(const carom_ray *ray, const carom_mesh *mesh,
                                          carom_facing facing) {
    wide_hit hit;
    wide_query query = {&mesh->wide, ray, facing};
    carom_mesh_ray_hit out;
    memset(&out, 0, sizeof out);
    SIMD_OF(carom_simd_best(), carom_wide_first)(&query, &hit);
    if (hit.hit) carom_wide_write_hit(&query, &hit, &out);
    return out;
}

bool carom_overlap_ray_mesh(const carom_ray *ray, const carom_mesh *mesh) {
    wide_query query = {&mesh->wide, ray, CAROM_BOTH_SIDES};
    return SIMD_OF(carom_simd_best(), carom_wide_any)(&query);
}

static void raycast_eight(const carom_ray *rays, const carom_mesh *mesh, carom_facing facing,
                          carom_mesh_ray_hit *out) {
    wide_hit hits[WIDE_RAYS];
    wide_query query = {&mesh->wide, rays, facing};
    SIMD_OF(carom_simd_best(), carom_wide_first_of_eight)(&query, hits);
    memset(out, 0, WIDE_RAYS * sizeof *out);
    for (int i = 0; i < WIDE_RAYS; i++, query.ray++)
        if (hits[i].hit) carom_wide_write_hit(&query, &hits[i], &out[i]);
}

void carom_raycast_rays_mesh(const carom_ray *rays, size_t count, const carom_mesh *mesh,
                             carom_facing facing, carom_mesh_ray_hit *hits) {
    size_t i = 0;
    for (; count - i >= WIDE_RAYS; i += WIDE_RAYS)
        raycast_eight(&rays[i], mesh, facing, &hits[i]);
    for (; i < count; i++)
        hits[i] = carom_raycast_ray_mesh(&rays[i], mesh, facing);
}

void carom_overlap_rays_mesh(const carom_ray *rays, size_t count, const carom_mesh *mesh,
                             bool *hits) {
    for (size_t i = 0; i < count; i++)
        hits[i] = carom_overlap_ray_mesh(&rays[i], mesh);
}
