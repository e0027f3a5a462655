/* All hits of a ray on a mesh, in no order: the traversal below carom_raycast_ray_mesh_all. */
#ifndef CAROM_MESH_RAY_MESH_RAY_ALL_H
#define CAROM_MESH_RAY_MESH_RAY_ALL_H

#include "carom/mesh.h"

typedef void mesh_hit_visitor(const carom_mesh_ray_hit *hit, void *user);

/** Visits the hits that carom_raycast_ray_mesh_all reports, each once. */
void carom_visit_ray_mesh(const carom_ray *ray, const carom_mesh *mesh, carom_facing facing,
                          mesh_hit_visitor *visitor, void *user);

#endif
