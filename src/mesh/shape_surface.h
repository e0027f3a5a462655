/* What a mesh and a height field have in common: triangles under boxes. What is asked of one
 * triangle at a time is written once for both. */
#ifndef CAROM_MESH_SHAPE_SURFACE_H
#define CAROM_MESH_SHAPE_SURFACE_H

#include "carom/heightfield.h"
#include "math/order.h"
#include "math/vec.h"

/* One of the two; the other is null. */
typedef struct surface {
    const carom_mesh *mesh;
    const carom_heightfield *field;
} surface;

/** A lower bound on what lies in the box low .. high can give; DBL_MAX to skip it. */
typedef double surface_key(const void *context, vec3 low, vec3 high);
/** Looks at a triangle, and may lower the limit; below every key, it ends the visit. */
typedef void surface_leaf(void *context, uint32_t triangle, const carom_triangle *at);

typedef struct surface_visitor {
    surface_key *key;
    surface_leaf *leaf;
    void *context;
    const double *limit; /* keys above it are of no interest */
} surface_visitor;

/** Visits triangles, about nearest first, none twice. */
void carom_surface_visit(const surface *on, const surface_visitor *visitor);

uint32_t carom_surface_count(const surface *on);
/** A height field's triangle in a hole is one of zeros, and false is returned. */
bool carom_surface_triangle(const surface *on, uint32_t triangle, carom_triangle *out);
/** False when there is no triangle at all. */
bool carom_surface_bounds(const surface *on, carom_aabb *out);
/** A vertex that is farthest along `direction`; the surface has triangles. */
vec3 carom_surface_support(const surface *on, vec3 direction);

/** carom_mesh_contact_normal for both. */
carom_vec3 carom_surface_contact_normal(const surface *on, uint32_t triangle, carom_vec3 point,
                                        carom_vec3 normal);

#endif
