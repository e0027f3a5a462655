/* Common interface of a mesh and a height field: triangles under bounding boxes. Queries that
 * examine one triangle at a time are written once for both. */
#ifndef CAROM_MESH_SHAPE_SURFACE_H
#define CAROM_MESH_SHAPE_SURFACE_H

#include "carom/heightfield.h"
#include "core/workspace.h"
#include "math/order.h"
#include "math/vec.h"

/* A mesh or a height field; the other member is null. */
typedef struct surface {
    const carom_mesh *mesh;
    const carom_heightfield *field;
} surface;

/** Returns a lower bound on the query's value for anything in the box low .. high; DBL_MAX skips
 * it. */
typedef double surface_key(const void *context, vec3 low, vec3 high);
/** Examines a triangle and may lower the limit; a limit below every key ends the visit. */
typedef void surface_leaf(void *context, uint32_t triangle, const carom_triangle *at);

typedef struct surface_visitor {
    surface_key *key;
    surface_leaf *leaf;
    void *context;
    const double *limit;   /* boxes with larger keys are skipped */
    workspace_level level; /* of the block with the stack of nodes: _OF_PAIR where leaves visit
                              another surface, _WITHIN inside a leaf */
} surface_visitor;

/** Visits triangles in about ascending order of keys, none twice. */
void carom_surface_visit(const surface *on, const surface_visitor *visitor);
/** The same of the triangles whose index is below `end`, which leaves may lower. */
void carom_surface_visit_below(const surface *on, const surface_visitor *visitor,
                               const uint32_t *end);

/** The same, but of a leaf whose box is within the limit all triangles: boxes of their own are not
 * asked about. */
void carom_surface_visit_leaves(const surface *on, const surface_visitor *visitor);

uint32_t carom_surface_count(const surface *on);
/** Returns a triangle; in a hole of a height field false, and a triangle of zeros. */
bool carom_surface_triangle(const surface *on, uint32_t triangle, carom_triangle *out);
/** Returns false when there is no triangle. */
bool carom_surface_bounds(const surface *on, carom_aabb *out);
/** Orders two meshes or two height fields: -1 A comes first, 1 B, 0 they are equal. Without
 * triangles before others, then by bounding box, number of triangles, and corners. */
int carom_order_surfaces(const surface *a, const surface *b);
/** Support mapping: returns a vertex farthest along `direction`; the surface has triangles. */
vec3 carom_surface_support(const surface *on, vec3 direction);

#endif
