/* Boxes of the wide tree, from corners. */
#ifndef CAROM_MESH_WIDE_FIT_H
#define CAROM_MESH_WIDE_FIT_H

#include "mesh/bvh8/wide.h"

/** Fits all boxes: in the compact form round the corners that are in the leaves, in the ordinary
 * one round the leaves' boxes, which carom_wide_place fits. */
void carom_wide_fit(wide_tree *tree, const carom_task_hook *tasks);
/** The same of the boxes of nodes first .. end - 1 of an ordinary tree that stand for nodes: what
 * is below these comes after them, and is fitted where it is not among them. */
void carom_wide_fit_nodes(wide_tree *tree, uint32_t first, uint32_t end);
/** The least box round the boxes of the root, of which there is one. */
wide_box carom_wide_root_box(const wide_tree *tree);
/** Are all boxes round the corners below them, and nothing in places that are not filled? */
bool carom_wide_boxes_hold(const wide_tree *tree);

#endif
