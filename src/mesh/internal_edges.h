/* Removes contacts with internal edges of a surface ("ghost collisions"; own method, the normal
 * cone of a mesh's vertex or edge). */
#ifndef CAROM_MESH_INTERNAL_EDGES_H
#define CAROM_MESH_INTERNAL_EDGES_H

#include "mesh/shape_surface.h"

/** carom_mesh_contact_normal for a mesh or a height field. */
carom_vec3 carom_surface_contact_normal(const surface *on, uint32_t triangle, carom_vec3 point,
                                        carom_vec3 normal);

/* The last normals that were found at vertices, by hash: two triangles in three of those at a vertex
 * are deepest elsewhere, the others ask the same. Own method. Zeroed at first. */
#define CORNER_NORMALS 256
typedef struct corner_normal {
    bool known, is_concave;
    carom_vec3 vertex, given, normal;
} corner_normal;
typedef struct corner_normals {
    corner_normal entry[CORNER_NORMALS];
} corner_normals;

/* A contact at a vertex of a triangle, 0 .. 2, and its normal. */
typedef struct vertex_contact {
    int vertex;
    carom_vec3 normal;
} vertex_contact;

/** carom_surface_contact_normal for a contact that is known to be at a vertex. */
carom_vec3 carom_surface_vertex_normal(corner_normals *last, const surface *on,
                                       const carom_triangle *t, const vertex_contact *at);

#endif
