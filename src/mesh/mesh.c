/* Building a mesh: the definition is checked whole before anything is kept, and everything that was
 * allocated is released on one path when a step fails. */
#include <string.h>

#include "mesh/mesh_data.h"

static carom_status check_def(const carom_mesh_def *def) {
    if (!def || (def->vertex_count > 0 && !def->vertices) ||
        (def->triangle_count > 0 && !def->indices))
        return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (def->triangle_count >= WIDE_LARGEST || def->vertex_count > UINT32_MAX)
        return CAROM_ERROR_LIMIT;
    for (size_t i = 0; i < def->vertex_count; i++)
        if (!finite3(load3(def->vertices[i]))) return CAROM_ERROR_NOT_FINITE;
    for (size_t i = 0; i < 3 * def->triangle_count; i++)
        if (def->indices[i] >= def->vertex_count) return CAROM_ERROR_INDEX;
    return CAROM_OK;
}

static carom_triangle triangle_of(const carom_mesh_def *def, size_t index) {
    const uint32_t *corner = def->indices + 3 * index;
    return (carom_triangle){
        {def->vertices[corner[0]], def->vertices[corner[1]], def->vertices[corner[2]]}};
}

static carom_aabb box_of(const carom_triangle *t) {
    const carom_vec3 *v = t->v;
    carom_aabb box = {v[0], v[0]};
    for (int i = 1; i < 3; i++) {
        box.min = (carom_vec3){v[i].x < box.min.x ? v[i].x : box.min.x,
                               v[i].y < box.min.y ? v[i].y : box.min.y,
                               v[i].z < box.min.z ? v[i].z : box.min.z};
        box.max = (carom_vec3){v[i].x > box.max.x ? v[i].x : box.max.x,
                               v[i].y > box.max.y ? v[i].y : box.max.y,
                               v[i].z > box.max.z ? v[i].z : box.max.z};
    }
    return box;
}

static carom_status fill_mesh(carom_mesh *mesh, const carom_mesh_def *def) {
    const carom_allocator *allocator = &mesh->allocator;
    uint32_t count = (uint32_t)def->triangle_count;
    mesh->triangles = carom_alloc(allocator, count, sizeof(carom_triangle));
    mesh->place = carom_alloc(allocator, count, sizeof(uint32_t));
    carom_aabb *boxes = carom_alloc(allocator, count, sizeof(carom_aabb));
    carom_status status = mesh->triangles && mesh->place && boxes ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK) {
        for (uint32_t i = 0; i < count; i++) {
            carom_triangle t = triangle_of(def, i);
            boxes[i] = box_of(&t);
        }
        status = carom_bvh_create(&mesh->tree, boxes, count, allocator);
    }
    carom_free(allocator, boxes);
    for (uint32_t i = 0; status == CAROM_OK && i < count; i++) {
        mesh->triangles[i] = triangle_of(def, mesh->tree.order[i]);
        mesh->place[mesh->tree.order[i]] = i;
    }
    if (status == CAROM_OK)
        status = carom_wide_create(&mesh->wide, def->vertices, def->indices, count, allocator);
    return status;
}

carom_status carom_mesh_create(carom_mesh **out, const carom_mesh_def *def) {
    carom_status status = out ? check_def(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    carom_mesh *mesh = carom_alloc(&def->allocator, 1, sizeof *mesh);
    if (!mesh) return CAROM_ERROR_MEMORY;
    memset(mesh, 0, sizeof *mesh);
    mesh->allocator = def->allocator;
    status = fill_mesh(mesh, def);
    if (status == CAROM_OK)
        *out = mesh;
    else
        carom_mesh_destroy(mesh);
    return status;
}

void carom_mesh_destroy(carom_mesh *mesh) {
    if (!mesh) return;
    carom_allocator allocator = mesh->allocator;
    carom_wide_destroy(&mesh->wide, &allocator);
    carom_bvh_destroy(&mesh->tree, &allocator);
    carom_free(&allocator, mesh->triangles);
    carom_free(&allocator, mesh->place);
    carom_free(&allocator, mesh);
}

size_t carom_mesh_triangle_count(const carom_mesh *mesh) {
    return mesh->tree.box_count;
}

carom_triangle carom_mesh_triangle(const carom_mesh *mesh, uint32_t triangle) {
    static const carom_triangle none;
    CAROM_ASSERT(triangle < mesh->tree.box_count);
    return triangle < mesh->tree.box_count ? mesh->triangles[mesh->place[triangle]] : none;
}

carom_aabb carom_mesh_bounds(const carom_mesh *mesh) {
    static const carom_aabb none;
    if (mesh->tree.node_count == 0) return none;
    return (carom_aabb){mesh->tree.nodes[0].min, mesh->tree.nodes[0].max};
}
