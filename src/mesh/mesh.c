/* Construction of a mesh: a BVH8 by SAH [Wald07] and, where it pays, a second tree for rays with
 * spatial splits [Stich09]. The definition is checked whole before anything is kept, and one
 * path releases everything when a step fails. */
#include <string.h>

#include "mesh/data/mesh_check.h"
#include "mesh/data/mesh_data.h"
#include "mesh/bvh8_build/bvh8_cost.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "mesh/bvh8_build/bvh8_split.h"
#include "mesh/tolerances.h"
#include "mesh/bvh8_build/bvh8_create.h"

carom_status carom_mesh_create(carom_mesh **out, const carom_mesh_def *def) {
    carom_status status = out ? carom_mesh_check_def(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    carom_mesh *mesh = carom_alloc(&def->allocator, 1, sizeof *mesh);
    if (!mesh) return CAROM_ERROR_MEMORY;
    memset(mesh, 0, sizeof *mesh);
    mesh->allocator = def->allocator;
    const bvh8_source source = {.vertices = def->vertices,
                                .indices = def->indices,
                                .count = (uint32_t)def->triangle_count,
                                .fast = def->build == CAROM_MESH_BUILD_FAST,
                                .tasks = &def->tasks,
                                .compact = def->compact,
                                .vertex_count = def->vertex_count};
    const bool always = def->build == CAROM_MESH_BUILD_SPLIT;
    mesh->bounds = carom_bvh8_bounds(&source);
    status = carom_bvh8_create(&mesh->bvh8, &source, &mesh->bounds, &def->allocator);
    mesh->built_cost = mesh->cost = carom_bvh8_cost(&mesh->bvh8, &def->tasks);
    bool may_split = !def->compact && (def->build == CAROM_MESH_BUILD_BEST || always);
    if (status == CAROM_OK && may_split)
        status = carom_bvh8_create_split(&mesh->split_bvh8, &source, &mesh->bvh8.frame, always,
                                         &def->allocator);
    bool worth =
        always || carom_bvh8_cost(&mesh->split_bvh8, &def->tasks) <= PARTS_WORTH * mesh->cost;
    if (status == CAROM_OK && !worth) carom_bvh8_destroy(&mesh->split_bvh8, &def->allocator);
    if (status == CAROM_OK)
        *out = mesh;
    else
        carom_mesh_destroy(mesh);
    return status;
}

void carom_mesh_destroy(carom_mesh *mesh) {
    if (!mesh) return;
    carom_allocator allocator = mesh->allocator;
    if (!mesh->borrowed) {
        carom_bvh8_destroy(&mesh->bvh8, &allocator);
        carom_bvh8_destroy(&mesh->split_bvh8, &allocator);
    }
    carom_free(&allocator, mesh);
}

static size_t bytes_of_tree(const bvh8_tree *tree) {
    bvh8_parts parts = carom_bvh8_parts(tree, tree->compact != NULL);
    size_t bytes = 0;
    for (int i = 0; i < parts.count; i++)
        bytes += parts.size[i];
    return bytes;
}

size_t carom_mesh_bytes(const carom_mesh *mesh) {
    size_t bytes = sizeof *mesh + bytes_of_tree(&mesh->bvh8);
    return mesh->split_bvh8.node_count > 0 ? bytes + bytes_of_tree(&mesh->split_bvh8) : bytes;
}

size_t carom_mesh_triangle_count(const carom_mesh *mesh) {
    return mesh_count(mesh);
}

carom_triangle carom_mesh_triangle(const carom_mesh *mesh, uint32_t triangle) {
    static const carom_triangle none;
    CAROM_ASSERT(triangle < mesh_count(mesh));
    return triangle < mesh_count(mesh) ? mesh_indexed(mesh, triangle) : none;
}

carom_aabb carom_mesh_bounds(const carom_mesh *mesh) {
    const carom_real most = CAROM_REAL_MAX;
    if (mesh_count(mesh) == 0) return (carom_aabb){{most, most, most}, {-most, -most, -most}};
    return mesh->bounds;
}
