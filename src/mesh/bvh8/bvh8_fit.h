/* Boxes of the BVH8, from corners. */
#ifndef CAROM_MESH_BVH8_BVH8_FIT_H
#define CAROM_MESH_BVH8_BVH8_FIT_H

#include "mesh/bvh8/bvh8.h"

/** Fits all boxes: in the compact form round the corners that are in the leaves, in the ordinary
 * one round the leaves' boxes, which carom_bvh8_place fits. */
void carom_bvh8_fit(bvh8_tree *tree, const carom_task_hook *tasks);
/** The same of the boxes of nodes first .. end - 1 of an ordinary tree that stand for nodes: what
 * is below these comes after them, and is fitted where it is not among them. */
void carom_bvh8_fit_nodes(bvh8_tree *tree, uint32_t first, uint32_t end);
/** The least box round the boxes of the root, of which there is one. */
bvh8_box carom_bvh8_root_box(const bvh8_tree *tree);
/** Are all boxes round the corners below them, and nothing in places that are not filled? */
bool carom_bvh8_boxes_hold(const bvh8_tree *tree);

#endif
