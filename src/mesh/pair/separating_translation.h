/* Separating translation: tests whether a part of one mesh, moved by a vector, lies outside of
 * the solid that another mesh bounds. */
#ifndef CAROM_MESH_PAIR_SEPARATING_TRANSLATION_H
#define CAROM_MESH_PAIR_SEPARATING_TRANSLATION_H

#include "mesh/pair/point_in_mesh.h"

/* Capacity of the ring of triangles that are known to lie outside. */
#define SEPARATED_MOST 64

/* The mesh that is moved, and the solid that it shall leave. */
typedef struct separation_search {
    const carom_placed_mesh *own, *solid;
    const placed_frame *own_frame, *solid_frame;
    carom_mesh_solidity solidity;
    vec3 blocking_normal; /* normal, not unit, of the solid's triangle that the last moved triangle
                 touched; or zero */
    uint32_t separated_count;
    carom_triangle separated[SEPARATED_MOST]; /* ring of the last triangles proved outside, at their
                                             moved positions */
    uint64_t budget; /* box, triangle and point tests left before nothing is proved any more */
} separation_search;

/** Returns the node or leaf at a place of the tree, BVH8_WIDTH * parent + slot; NO_PLACE is the
 * root. */
mesh_node carom_part_node(const carom_mesh *mesh, uint32_t place);
/** Returns true if all triangles below a place, moved by `motion`, are proved to lie outside of
 * the solid. Also false when the budget runs out. */
bool carom_is_part_separated(separation_search *pair, uint32_t place, vec3 motion);
/** The same for one triangle in the common frame. */
bool carom_is_triangle_separated(separation_search *pair, const vec3 v[3], vec3 motion);

#endif
