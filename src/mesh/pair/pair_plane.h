/* Planes between two meshes, or parts of them. A pass over all triangles tells whether a plane
 * parts them, which spares a walk over the pairs of triangles that lie along each other and are too
 * near for boxes. */
#ifndef CAROM_MESH_PAIR_PAIR_PLANE_H
#define CAROM_MESH_PAIR_PAIR_PLANE_H

#include "mesh/pair/pair_walk.h"

/** Support value of a mesh along a direction, and whether every triangle is perpendicular to it. */
typedef struct mesh_support {
    double most, size; /* support value; upper bound on the coordinates' magnitude */
    bool level;
} mesh_support;

/** Upper bound on the magnitude of the posed coordinates. */
double carom_posed_size(const placed_frame *frame);

mesh_support carom_mesh_support(const placed_frame *frame, vec3 along);

/** The unit vector along a line that does not point away from `to`; zero for zero. */
vec3 carom_unit_towards(vec3 line, vec3 to);

/** The unit normal of a triangle on the side of `to`; zero for one without area. */
vec3 carom_plane_normal(const carom_triangle *triangle, vec3 to);

/** Adds the normal of a triangle, of the length of its cross product, turned to the side of the
 * sum: the mean of many that lie along each other, in which their rounding and their tilts cancel.
 */
void carom_add_normal(vec3 *sum, const carom_triangle *triangle);

/** The unit normals of two triangles, each turned from the first to the second; of one without area
 * a direction across it. */
void carom_pair_normals(vec3 out[2], const carom_triangle *a, const carom_triangle *b);

#define PLANE_DIRECTIONS 4

/** Greatest heights of a part of a mesh along a few directions. */
typedef struct subtree_heights {
    const carom_mesh *mesh;
    const placed_frame *frame; /* by which vertices are posed; or null: their own coordinates */
    int count;
    vec3 along[PLANE_DIRECTIONS];
    double most[PLANE_DIRECTIONS];
    uint64_t *credit; /* triangles that may still be looked at */
} subtree_heights;

/** Finds the greatest heights of the triangles below a node. @return false when the credit ran out
 * before the last triangle */
bool carom_subtree_heights(subtree_heights *heights, const mesh_node *node);

/** For pair_walk.refill: ends a walk when a plane along one of the two triangles that were compared
 * last parts the meshes by more than matters; else lets it go on four times as long. */
bool carom_pair_refill(pair_walk *walk);

/** Lets carom_pair_refill look after the walk, from a number of pairs of nodes on that costs about
 * as much as a pass over both meshes. `beyond`: of pairs that are farther apart none matters. */
void carom_pair_watch(pair_walk *walk, double beyond);

#endif
