/* Removes contacts with internal edges of a surface ("ghost collisions"; own method, the normal
 * cone of a mesh's vertex or edge). */
#ifndef CAROM_MESH_INTERNAL_EDGES_H
#define CAROM_MESH_INTERNAL_EDGES_H

#include "mesh/shape_surface.h"

/** carom_mesh_contact_normal for a mesh or a height field. */
carom_vec3 carom_surface_contact_normal(const surface *on, uint32_t triangle, carom_vec3 point,
                                        carom_vec3 normal);

/* Triangles around a vertex that are examined. */
#define FAN_LIMIT 24

/* The triangles around a vertex or edge. */
typedef struct face_fan {
    int faces, sides;
    vec3 face[FAN_LIMIT];     /* unit, of either orientation */
    vec3 side[2 * FAN_LIMIT]; /* along the surface away from the vertex or edge, of any length */
} face_fan;

/** Fills the fan with the triangles at a vertex. */
void carom_find_fan(face_fan *out, const surface *on, carom_vec3 vertex);
/** Adds a triangle at a vertex: its unit normal and two sides. Nothing of a triangle without area,
 * whose normal is zero, nor of those beyond FAN_LIMIT. */
static CAROM_INLINE void fan_add(face_fan *fan, const vec3 *face, vec3 p, vec3 q) {
    if (max_abs3(*face) == 0.0 || fan->faces == FAN_LIMIT) return;
    fan->face[fan->faces++] = *face;
    fan->side[fan->sides++] = p;
    fan->side[fan->sides++] = q;
}
/** The same of a triangle at an edge, with one side away from it. */
static CAROM_INLINE void fan_add_one(face_fan *fan, const vec3 *face, vec3 side) {
    if (max_abs3(*face) == 0.0 || fan->faces == FAN_LIMIT) return;
    fan->face[fan->faces++] = *face;
    fan->side[fan->sides++] = side;
}
/* Where the fans of a triangle come from: at vertex k, or at the edge opposite to it. */
typedef struct fan_source {
    void (*find)(const void *of, int k, bool is_edge, face_fan *out);
    const void *of;
} fan_source;
/** carom_surface_contact_normal of a triangle with the fans. */
carom_vec3 carom_contact_normal_by(const fan_source *source, const carom_triangle *t,
                                   carom_vec3 point, carom_vec3 normal);
/** The normal of the surface nearest to `normal`. @return false where there is none, as the surface
 * is concave */
bool carom_fan_normal(const face_fan *fan, vec3 normal, vec3 *out);
/** The unit normal of a triangle from two of its sides; exactly an axis where the triangle is
 * perpendicular to it, and zero for one without area. */
vec3 carom_unit_of_face(vec3 a, vec3 b);
/* Sine by which a side is in front of a normal, so that what replaces the normal leans from it by
 * more than its rounding. */
#define BEFORE_SINE 4e-3
/** Is the unit normal that of a face but for rounding? */
bool carom_is_normal_of_face(vec3 face, vec3 normal);

#endif
