/* Raycasts and linear sweeps against a mesh or height field. */
#ifndef CAROM_SURFACE_SURFACE_MOTION_H
#define CAROM_SURFACE_SURFACE_MOTION_H

#include "surface/surface_query.h"
#include "mesh/internal_edges.h"

/** A is a ray, segment or line. */
carom_ray_hit carom_surface_raycast(const carom_posed_shape *a, const carom_posed_shape *b);
/** B is at rest; `motion` is A's. */
carom_sweep_hit carom_surface_sweep(const carom_posed_shape *a, carom_vec3 motion,
                                    const carom_posed_shape *b, const carom_sweep_options *options);
/** The same with storage for the query. */
carom_sweep_hit carom_surface_sweep_in(surface_query *storage, const carom_posed_shape *a,
                                       carom_vec3 motion, const carom_posed_shape *b,
                                       const carom_sweep_options *options);

/** Decides whether a hit of the moving shape counts; it may replace the normal. */
typedef bool surface_hit_filter(const surface_query *pair, uint32_t triangle, vec3 motion,
                                carom_sweep_hit *hit);
/** Returns the first triangle that the moving shape hits, and of equally early ones that of the
 * lowest index. With `filter` null every hit counts. */
carom_mesh_sweep_hit carom_surface_first_hit(const surface_query *pair, carom_vec3 motion,
                                             const carom_sweep_options *options,
                                             surface_hit_filter *filter);

/** Returns the hit's normal, from the shape to the surface, corrected at internal edges. */
static inline carom_vec3 corrected_hit_normal(const surface *on, uint32_t triangle,
                                              const carom_sweep_hit *hit) {
    carom_vec3 up = store3(neg3(load3(hit->normal)));
    up = carom_surface_contact_normal(on, triangle, hit->point, up);
    return store3(neg3(load3(up)));
}

#endif
