/* What a tree costs. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_COST_H
#define CAROM_MESH_BVH8_BUILD_BVH8_COST_H

#include "mesh/bvh8/bvh8.h"

/** The expected work of a ray that meets the whole: nodes and triangles, by the areas of boxes. */
double carom_bvh8_cost(const bvh8_tree *tree, const carom_task_hook *tasks);

#endif
