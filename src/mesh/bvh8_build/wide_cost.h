/* What a tree costs. */
#ifndef CAROM_MESH_WIDE_COST_H
#define CAROM_MESH_WIDE_COST_H

#include "mesh/bvh8/wide.h"

/** The expected work of a ray that meets the whole: nodes and triangles, by the areas of boxes. */
double carom_wide_cost(const wide_tree *tree, const carom_task_hook *tasks);

#endif
