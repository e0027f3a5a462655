/* Planes between two posed meshes. A pass over all triangles tells whether a plane parts them,
 * which spares a walk over the pairs of triangles that lie along each other and are too near for
 * boxes. */
#ifndef CAROM_MESH_PAIR_PAIR_PLANE_H
#define CAROM_MESH_PAIR_PAIR_PLANE_H

#include "mesh/pair/pair_walk.h"

/** Support value of a mesh along a direction, and whether every triangle is perpendicular to it. */
typedef struct mesh_support {
    double most, size; /* support value; upper bound on the coordinates' magnitude */
    bool level;
} mesh_support;

mesh_support carom_mesh_support(const placed_frame *frame, vec3 along);

/** The unit normals of two triangles, each turned from the first to the second; zero where a
 * triangle has no area. */
void carom_pair_normals(vec3 out[2], const carom_triangle *a, const carom_triangle *b);

/** For pair_walk.refill: ends a walk when a plane along one of the two triangles that were compared
 * last parts the meshes by more than matters; else lets it go on four times as long. */
bool carom_pair_refill(pair_walk *walk);

/** Lets carom_pair_refill look after the walk, from a number of pairs of nodes on that costs about
 * as much as a pass over both meshes. `beyond`: of pairs that are farther apart none matters. */
void carom_pair_watch(pair_walk *walk, double beyond);

#endif
