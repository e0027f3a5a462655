/* Refits a mesh's BVH to new vertices: the frame moves with the bounds, and every box is fitted
 * again. The topology stays, so the tree degrades as triangles of a leaf move apart: its SAH
 * cost, relative to the cost after the build, measures by how much [Wald07]. */
#include "mesh/data/mesh_check.h"
#include "mesh/data/mesh_data.h"
#include "mesh/refit_parts.h"
#include "mesh/bvh8_build/bvh8_compact.h"
#include "mesh/bvh8_build/bvh8_cost.h"
#include "mesh/bvh8/bvh8_fit.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "mesh/bvh8_build/bvh8_place.h"

carom_status carom_mesh_refit(carom_mesh *mesh, const carom_mesh_def *def) {
    carom_status status = mesh ? carom_mesh_check_def(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    if (mesh->borrowed || def->triangle_count != mesh_count(mesh)) return CAROM_ERROR_ARGUMENT;
    const bvh8_source source = {.vertices = def->vertices,
                                .indices = def->indices,
                                .count = mesh_count(mesh),
                                .tasks = &def->tasks,
                                .vertex_count = def->vertex_count};
    if (mesh->bvh8.compact && !carom_compact_matches(&mesh->bvh8, &source))
        return CAROM_ERROR_ARGUMENT;
    mesh->bounds = carom_bvh8_bounds(&source);
    mesh->bvh8.frame = carom_bvh8_frame(&mesh->bounds, source.count);
    carom_bvh8_place(&mesh->bvh8, &source, true);
    carom_bvh8_fit(&mesh->bvh8, &def->tasks);
    mesh->cost = carom_bvh8_cost(&mesh->bvh8, &def->tasks);
    if (mesh->split_bvh8.node_count == 0) return CAROM_OK;
    carom_bvh8_refit_parts(&mesh->split_bvh8, &source, &mesh->bvh8.frame);
    if (carom_bvh8_cost(&mesh->split_bvh8, &def->tasks) >
        mesh->cost) /* rays are faster in the first tree */
        carom_bvh8_destroy(&mesh->split_bvh8, &mesh->allocator);
    return CAROM_OK;
}

carom_real carom_mesh_cost_ratio(const carom_mesh *mesh) {
    return mesh->built_cost > 0.0 ? (carom_real)(mesh->cost / mesh->built_cost) : 1;
}
