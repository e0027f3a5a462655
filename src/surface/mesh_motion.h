/* Rays and straight motion against a mesh or height field. */
#ifndef CAROM_SURFACE_MESH_MOTION_H
#define CAROM_SURFACE_MESH_MOTION_H

#include "surface/mesh_pairs.h"

/** A is a ray, segment or line. */
carom_ray_hit carom_surface_raycast(const carom_posed_shape *a, const carom_posed_shape *b);
/** B stands; `motion` is A's. */
carom_sweep_hit carom_surface_sweep(const carom_posed_shape *a, carom_vec3 motion,
                                    const carom_posed_shape *b, const carom_sweep_options *options);

/** Whether what the shape meets on its way counts; may turn its normal. */
typedef bool surface_hit_judge(const surface_pair *pair, uint32_t triangle, vec3 motion,
                               carom_sweep_hit *hit);
/** The first triangle that the moving shape meets, of equally early ones that with the lowest
 * index; `judge` null: every one counts. */
carom_mesh_sweep_hit carom_shape_first_hit(const surface_pair *pair, carom_vec3 motion,
                                           const carom_sweep_options *options,
                                           surface_hit_judge *judge);

/** The hit's normal, from the shape to the surface, freed of inner edges. */
static inline carom_vec3 hit_normal_freed(const surface *on, uint32_t triangle,
                                          const carom_sweep_hit *hit) {
    carom_vec3 up = store3(neg3(load3(hit->normal)));
    up = carom_surface_contact_normal(on, triangle, hit->point, up);
    return store3(neg3(load3(up)));
}

#endif
