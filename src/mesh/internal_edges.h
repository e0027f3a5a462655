/* Removes contacts with internal edges of a surface ("ghost collisions"; own method, the normal
 * cone of a mesh's vertex or edge). */
#ifndef CAROM_MESH_INTERNAL_EDGES_H
#define CAROM_MESH_INTERNAL_EDGES_H

#include "mesh/shape_surface.h"

/** carom_mesh_contact_normal for a mesh or a height field. */
carom_vec3 carom_surface_contact_normal(const surface *on, uint32_t triangle, carom_vec3 point,
                                        carom_vec3 normal);

/** The same where the contact is known to be at a vertex of the triangle. */
carom_vec3 carom_surface_vertex_normal(const surface *on, const carom_triangle *t, int vertex,
                                       carom_vec3 normal);

#endif
