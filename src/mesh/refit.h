/* Boxes from corners, and what a tree costs. */
#ifndef CAROM_MESH_REFIT_H
#define CAROM_MESH_REFIT_H

#include "mesh/mesh_data.h"

/** Fits all boxes: in the compact form round the corners that are in the leaves, in the ordinary
 * one round the leaves' boxes, which carom_wide_place fits. */
void carom_wide_fit(wide_tree *tree, const carom_task_hook *tasks);
/** The same of the boxes of nodes first .. end - 1 of an ordinary tree that stand for nodes: what
 * is below these comes after them, and is fitted where it is not among them. */
void carom_wide_fit_nodes(wide_tree *tree, uint32_t first, uint32_t end);
/** Are all boxes round the corners below them, and nothing in places that are not filled? */
bool carom_wide_boxes_hold(const wide_tree *tree);
/** The expected work of a ray that meets the whole: nodes and triangles, by the areas of boxes. */
double carom_wide_cost(const wide_tree *tree, const carom_task_hook *tasks);

/** Moves the parts of a second tree with their triangles, into the new frame: all boxes hold what
 * they held. The corners in the tree are those before. */
void carom_wide_refit_parts(wide_tree *parts, const wide_source *source, const wide_frame *frame);

/** What carom_mesh_create refuses. */
carom_status carom_mesh_check_def(const carom_mesh_def *def);

#endif
