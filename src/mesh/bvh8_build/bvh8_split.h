/* A BVH8 with spatial splits: a large or slanting triangle is in several leaves, each with the box
 * of a part of it. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_SPLIT_H
#define CAROM_MESH_BVH8_BUILD_BVH8_SPLIT_H

#include "mesh/bvh8_build/bvh8_build.h"

/** Builds a tree for ray queries alone: its ranks are those of parts, and `place` is one of a
 * triangle's ranks. Null nodes, and OK, where splits would not save enough and `always` is false.
 */
carom_status carom_bvh8_create_split(bvh8_tree *out, const bvh8_source *source,
                                     const bvh8_frame *frame, bool always,
                                     const carom_allocator *allocator);

#endif
