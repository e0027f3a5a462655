/* Refits a mesh's BVH to new vertices: the frame moves with the bounds, and every box is fitted
 * again. The topology stays, so the tree degrades as triangles of a leaf move apart: its SAH
 * cost, relative to the cost after the build, measures by how much [Wald07]. */
#include "mesh/data/mesh_check.h"
#include "mesh/data/mesh_data.h"
#include "mesh/refit.h"
#include "mesh/refit_parts.h"
#include "mesh/bvh8_build/bvh8_compact.h"
#include "mesh/bvh8_build/bvh8_cost.h"
#include "mesh/bvh8/bvh8_fit.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "mesh/bvh8_build/bvh8_place.h"

void carom_mesh_refit_source(carom_mesh *mesh, const bvh8_source *source) {
    mesh->bounds = carom_bvh8_bounds(source);
    mesh->bvh8.frame = carom_bvh8_frame(&mesh->bounds, source->count);
    carom_bvh8_place(&mesh->bvh8, source, true);
    carom_bvh8_fit(&mesh->bvh8, source->tasks);
    mesh->cost = carom_bvh8_cost(&mesh->bvh8, source->tasks);
    if (mesh->split_bvh8.node_count == 0) return;
    carom_bvh8_refit_parts(&mesh->split_bvh8, source, &mesh->bvh8.frame);
    if (carom_bvh8_cost(&mesh->split_bvh8, source->tasks) >
        mesh->cost) /* rays are faster in the first tree */
        carom_bvh8_destroy(&mesh->split_bvh8, &mesh->allocator);
}

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
    carom_mesh_refit_source(mesh, &source);
    return CAROM_OK;
}

carom_status carom_mesh_own(carom_mesh *mesh) {
    bvh8_tree whole = mesh->bvh8;
    carom_status status = carom_bvh8_own(&whole, &mesh->allocator);
    if (status != CAROM_OK) return status;
    if (mesh->split_bvh8.node_count > 0)
        status = carom_bvh8_own(&mesh->split_bvh8, &mesh->allocator);
    if (status != CAROM_OK) {
        carom_bvh8_destroy(&whole, &mesh->allocator);
        return status;
    }
    mesh->bvh8 = whole;
    mesh->borrowed = false;
    return CAROM_OK;
}

carom_real carom_mesh_cost_ratio(const carom_mesh *mesh) {
    return mesh->built_cost > 0.0 ? (carom_real)(mesh->cost / mesh->built_cost) : 1;
}
