/* The nodes of a tree that several threads build: a top, and subtrees, each with the capacity in
 * one array for the most nodes that it can need; in the end they are joined in an array of the
 * final size. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_NODES_H
#define CAROM_MESH_BVH8_BUILD_BVH8_NODES_H

#include "mesh/bvh8/bvh8.h"
#include "mesh/bvh8_build/bvh8_build.h"

uint32_t carom_bvh8_least_of_node(const bvh8_node *node);

/** Sets the least indices of nodes first .. end - 1, bottom up; the leaves and the nodes below
 * that come after `end` have theirs. */
void carom_bvh8_update_least(bvh8_tree *tree, uint32_t first, uint32_t end);

/** Allocates nodes for a tree of `triangles` triangles with at most `most_top` nodes at the top;
 * false without memory. The items also have the capacity for the triangles' corners. */
bool carom_bvh8_nodes_start(bvh8_nodes *nodes, uint32_t triangles, uint32_t most_top,
                            const carom_allocator *allocator);

/** Writes the subtrees' roots into the top, and sets their first nodes in the finished tree. */
void carom_bvh8_nodes_link(bvh8_nodes *nodes);

/** Copies the nodes to `to`, joined. */
void carom_bvh8_nodes_join(const bvh8_nodes *nodes, bvh8_node *to, const carom_task_hook *tasks);
void carom_bvh8_nodes_free(bvh8_nodes *nodes, const carom_allocator *allocator);

#endif
