/* The contents of a mesh: the BVH8, whose leaves hold the triangles, and the exact bounds. Queries
 * name triangles by rank, their place in the leaves; answers name them by index in the definition.
 */
#ifndef CAROM_MESH_DATA_MESH_DATA_H
#define CAROM_MESH_DATA_MESH_DATA_H

#include "carom/mesh.h"
#include "mesh/bvh8/bvh8.h"

struct carom_mesh {
    bvh8_tree bvh8;
    bvh8_tree split_bvh8; /* for first hits of rays: with spatial splits; or without nodes */
    carom_aabb bounds;
    double built_cost, cost; /* surface area cost of the tree: when built, and now */
    bool borrowed;           /* the tree's arrays belong to the caller */
    carom_allocator allocator;
};

static inline uint32_t mesh_count(const carom_mesh *mesh) {
    return mesh->bvh8.count;
}
/** The triangle of a rank; and of an index. */
static inline carom_triangle mesh_ranked(const carom_mesh *mesh, uint32_t rank) {
    return bvh8_triangle_at(&mesh->bvh8, rank);
}
static inline carom_triangle mesh_indexed(const carom_mesh *mesh, uint32_t index) {
    return bvh8_triangle_at(&mesh->bvh8, mesh->bvh8.place[index]);
}
/** The index of a rank. */
static inline uint32_t mesh_index(const carom_mesh *mesh, uint32_t rank) {
    return mesh->bvh8.order[rank];
}

#endif
