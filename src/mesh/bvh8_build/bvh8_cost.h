/* The surface area cost of a tree. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_COST_H
#define CAROM_MESH_BVH8_BUILD_BVH8_COST_H

#include "mesh/bvh8/bvh8.h"

/** The expected work of a ray that meets the root's box, in tests of a node: nodes and triangles,
 * weighted by the surfaces of boxes. */
double carom_bvh8_cost(const bvh8_tree *tree, const carom_task_hook *tasks);

#endif
