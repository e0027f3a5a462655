/* Own method: a scaled copy of a mesh. Its tree is the original's, refitted to the products of
 * coordinates and factors, so that triangles keep their indices and leaves. Where the scale
 * mirrors, two corners of every triangle change places afterwards: the refit of the second tree
 * needs them in the old order. */
#include <string.h>

#include "math/scale.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "mesh/data/mesh_data.h"
#include "mesh/refit.h"

/* A vertex of the copy has the index that it has in the definition of a compact mesh, which keeps
 * these; else every corner is a vertex of its own. */
static uint32_t scaled_index(const bvh8_tree *tree, uint32_t rank, uint32_t k) {
    if (tree->compact) return tree->given[tree->corner[3 * (size_t)rank + k]];
    return 3 * tree->order[rank] + k;
}

static size_t scaled_vertex_count(const bvh8_tree *tree) {
    size_t count = tree->compact ? 0 : 3 * (size_t)tree->count;
    for (uint32_t i = 0; tree->compact && i < tree->vertex_count; i++)
        if (tree->given[i] >= count) count = (size_t)tree->given[i] + 1;
    return count;
}

/* @return false when a product is not finite. */
static bool scale_corners(const carom_mesh *mesh, carom_vec3 scale, carom_vec3 *vertices,
                          uint32_t *indices) {
    bool finite = true;
    for (uint32_t rank = 0; rank < mesh_count(mesh); rank++) {
        carom_triangle t = mesh_ranked(mesh, rank);
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t at = scaled_index(&mesh->bvh8, rank, k);
            vertices[at] = scaled_vertex(t.v[k], scale);
            indices[3 * (size_t)mesh_index(mesh, rank) + k] = at;
            finite &= finite3(load3(vertices[at]));
        }
    }
    return finite;
}

/* Exchanges the second and third corner of every triangle. */
static void turn_triangles(bvh8_tree *tree) {
    for (uint32_t rank = 0; rank < tree->count; rank++) {
        if (tree->compact) {
            uint32_t *corner = tree->corner + 3 * (size_t)rank, second = corner[1];
            corner[1] = corner[2];
            corner[2] = second;
            continue;
        }
        size_t slot = tree->slots[rank] & 7u, n = (tree->slots[rank] >> 3) + 1u;
        carom_real *x = tree->corners + 9 * (rank - slot) + slot;
        for (size_t k = 3; k < 6; k++) {
            carom_real second = x[k * n];
            x[k * n] = x[(k + 3) * n];
            x[(k + 3) * n] = second;
        }
    }
}

static carom_status scale_mesh(carom_mesh *mesh, carom_vec3 scale) {
    static const carom_task_hook alone;
    size_t count = scaled_vertex_count(&mesh->bvh8), corners = 3 * (size_t)mesh_count(mesh);
    carom_vec3 *vertices = carom_alloc(&mesh->allocator, count, sizeof *vertices);
    uint32_t *indices = carom_alloc(&mesh->allocator, corners, sizeof *indices);
    carom_status status = vertices && indices ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK && !scale_corners(mesh, scale, vertices, indices))
        status = CAROM_ERROR_NOT_FINITE;
    if (status == CAROM_OK) {
        const bvh8_source source = {.vertices = vertices,
                                    .indices = indices,
                                    .count = mesh_count(mesh),
                                    .tasks = &alone,
                                    .vertex_count = count};
        carom_mesh_refit_source(mesh, &source);
        if (scale_mirrors(scale)) turn_triangles(&mesh->bvh8);
        if (scale_mirrors(scale)) turn_triangles(&mesh->split_bvh8);
    }
    carom_free(&mesh->allocator, indices);
    carom_free(&mesh->allocator, vertices);
    return status;
}

carom_status carom_mesh_create_scaled(carom_mesh **out, const carom_mesh *mesh, carom_vec3 scale,
                                      const carom_allocator *allocator) {
    static const carom_allocator default_allocator;
    const carom_allocator *from = allocator ? allocator : &default_allocator;
    if (!out || !mesh || !from->alloc != !from->free) return CAROM_ERROR_ARGUMENT;
    carom_status status = scale_admit(scale);
    if (status != CAROM_OK) return status;
    carom_mesh *copy = carom_alloc(from, 1, sizeof *copy);
    if (!copy) return CAROM_ERROR_MEMORY;
    *copy = *mesh;
    copy->allocator = *from;
    copy->borrowed = true;
    status = carom_mesh_own(copy);
    if (status == CAROM_OK && mesh_count(mesh) > 0) status = scale_mesh(copy, scale);
    if (status == CAROM_OK)
        *out = copy;
    else
        carom_mesh_destroy(copy);
    return status;
}
