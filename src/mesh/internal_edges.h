/* Removes contacts with internal edges of a surface ("ghost collisions"; own method, the normal
 * cone of a mesh's vertex or edge). */
#ifndef CAROM_MESH_INTERNAL_EDGES_H
#define CAROM_MESH_INTERNAL_EDGES_H

#include "mesh/shape_surface.h"

/** carom_mesh_contact_normal for a mesh or a height field. */
carom_vec3 carom_surface_contact_normal(const surface *on, uint32_t triangle, carom_vec3 point,
                                        carom_vec3 normal);

/* The last normals that were found at vertices, by hash: of the triangles at a vertex one in three
 * is deepest there, and all these ask the same. Own method. Unknown at first. */
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
/** Is the normal certainly replaced, by one that leans from it, as a triangle at the vertex is in
 * front of it? Costs a third of the normal that replaces it; never true of a height field. */
bool carom_surface_has_before(const surface *on, uint32_t triangle, const carom_triangle *t,
                              const vertex_contact *at);

#endif
