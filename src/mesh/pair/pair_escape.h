/* Moving a part of one mesh out of the solid that another bounds. */
#ifndef CAROM_MESH_PAIR_PAIR_ESCAPE_H
#define CAROM_MESH_PAIR_PAIR_ESCAPE_H

#include "mesh/pair/pair_inside.h"

/* Triangles that are known to be outside. */
#define ESCAPED_MOST 64

/* The mesh that is moved, and the solid that it leaves. */
typedef struct escape_pair {
    const carom_placed_mesh *own, *solid;
    const placed_frame *own_frame, *solid_frame;
    carom_mesh_solidity solidity;
    vec3 met; /* the normal, not unit, of what the last triangle met when it was moved; or zero */
    uint32_t escaped_count;
    carom_triangle escaped[ESCAPED_MOST]; /* the last ones that did, as moved */
    uint64_t looks; /* at boxes, triangles and points, before nothing is proved any more */
} escape_pair;

/** The node or leaf at a place of the tree, BVH8_WIDTH * parent + slot; NO_PLACE: the root. */
mesh_node carom_part_node(const carom_mesh *mesh, uint32_t place);
/** Is all that the node at a place holds outside of the solid, once it is moved? Also false when
 * the looks run out. */
bool carom_part_escapes(escape_pair *pair, uint32_t place, vec3 way);
/** The same of a triangle in the common frame. */
bool carom_triangle_escapes(escape_pair *pair, const vec3 v[3], vec3 way);

#endif
