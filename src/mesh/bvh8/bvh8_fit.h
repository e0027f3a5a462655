/* Refit and check of the boxes of a BVH8. */
#ifndef CAROM_MESH_BVH8_BVH8_FIT_H
#define CAROM_MESH_BVH8_BVH8_FIT_H

#include "mesh/bvh8/bvh8.h"

/** Fits all boxes: in the compact form around the corners in the leaves, in the full form around
 * the leaves' boxes, which carom_bvh8_place fits. */
void carom_bvh8_fit(bvh8_tree *tree, const carom_task_hook *tasks);
/** Fits the boxes of inner children of nodes first .. end - 1 of a full tree. Descendants come
 * after them, and are already fitted when they are not among these. */
void carom_bvh8_fit_nodes(bvh8_tree *tree, uint32_t first, uint32_t end);
/** The smallest box around the root's boxes; the tree is not empty. */
bvh8_box carom_bvh8_root_box(const bvh8_tree *tree);
/** Does every box contain the corners below it, and is every unused place empty? */
bool carom_bvh8_boxes_hold(const bvh8_tree *tree);

#endif
