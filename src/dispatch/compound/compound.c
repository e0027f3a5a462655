/* Construction of a compound: its children posed once in its frame, and a bounding volume hierarchy
 * [Wald08] over their boxes by the surface-area heuristic. A failure leaves nothing allocated. */
#include "dispatch/compound/compound.h"
#include "dispatch/compound/compound_data.h"

#include <string.h>

#include "math/pose.h"
#include "pair/pose/solid_box.h"
#include "pair/solver/toi_unbounded.h"
#include "spatial/bvh/bvh4_sah.h"
#include "surface/surface_box.h"

static carom_aabb part_bounds(const carom_shape *shape, carom_pose pose) {
    return is_surface_kind(shape->kind) ? carom_surface_box(shape, pose)
                                        : carom_solid_bounds(shape, pose);
}

static carom_vec3 part_farthest(const carom_shape *shape, carom_pose pose, carom_vec3 direction) {
    return is_surface_kind(shape->kind) ? carom_surface_farthest(shape, pose, direction)
                                        : carom_solid_support(shape, pose, direction);
}

static carom_status add_child(carom_compound *c, size_t i) {
    const carom_child *child = &c->given[i];
    if (carom_shape_problem(&child->shape)) return CAROM_ERROR_ARGUMENT;
    if (child->shape.kind == CAROM_SHAPE_COMPOUND) return CAROM_ERROR_ARGUMENT;
    if (!is_surface_kind(child->shape.kind) &&
        (carom_is_unbounded(&child->shape) || child->shape.kind == CAROM_SHAPE_RAY))
        return CAROM_ERROR_ARGUMENT;
    const carom_status status = carom_pose_admit(&c->given[i].pose);
    if (status != CAROM_OK) return status;
    if (!carom_shape_pose(&c->children[i], &child->shape, child->pose))
        return CAROM_ERROR_NOT_FINITE;
    c->boxes[i] = part_bounds(&child->shape, child->pose);
    return CAROM_OK;
}

static bool allocate_compound(carom_compound *c) {
    const size_t capacity = c->count + !c->count;
    c->given = carom_alloc(&c->allocator, capacity, sizeof *c->given);
    c->children = carom_alloc(&c->allocator, capacity, sizeof *c->children);
    c->boxes = carom_alloc(&c->allocator, capacity, sizeof *c->boxes);
    return c->given && c->children && c->boxes;
}

static void release_compound(carom_compound *c) {
    carom_allocator allocator = c->allocator;
    carom_free(&allocator, c->tree.nodes);
    carom_free(&allocator, c->boxes);
    carom_free(&allocator, c->children);
    carom_free(&allocator, c->given);
    carom_free(&allocator, c);
}

/* An empty mesh has no box, and stays out of the tree. */
static carom_status build_compound_tree(carom_compound *c) {
    uint32_t *ids = carom_alloc(&c->allocator, c->count + !c->count, sizeof *ids), present = 0;
    if (!ids) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < c->count; i++)
        if (c->boxes[i].min.x <= c->boxes[i].max.x) ids[present++] = (uint32_t)i;
    const carom_status status = carom_bvh4_sah(&c->tree, c->boxes, ids, present, &c->allocator);
    carom_free(&c->allocator, ids);
    return status;
}

carom_status carom_compound_create(carom_compound **compound, const carom_compound_def *def) {
    if (!compound || !def || (def->count > 0 && !def->children)) return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (def->count > CAROM_COMPOUND_LIMIT) return CAROM_ERROR_LIMIT;
    carom_compound *c = carom_alloc(&def->allocator, 1, sizeof *c);
    if (!c) return CAROM_ERROR_MEMORY;
    memset(c, 0, sizeof *c);
    c->allocator = def->allocator;
    c->count = def->count;
    carom_status status = allocate_compound(c) ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK && c->count > 0)
        memcpy(c->given, def->children, c->count * sizeof *c->given);
    for (size_t i = 0; status == CAROM_OK && i < c->count; i++)
        status = add_child(c, i);
    if (status == CAROM_OK) status = build_compound_tree(c);
    if (status == CAROM_OK)
        *compound = c;
    else
        release_compound(c);
    return status;
}

void carom_compound_destroy(carom_compound *compound) {
    if (compound) release_compound(compound);
}

size_t carom_compound_count(const carom_compound *compound) {
    return compound->count;
}

carom_child carom_compound_child(const carom_compound *compound, size_t index) {
    return compound->given[index];
}

carom_aabb carom_compound_box(const carom_compound *c, carom_pose pose) {
    const carom_real most = (carom_real)INFINITY;
    carom_aabb all = {{most, most, most}, {-most, -most, -most}};
    for (size_t i = 0; i < c->count; i++) {
        const carom_aabb box =
            part_bounds(&c->given[i].shape, carom_pose_compose(pose, c->given[i].pose));
        box_grow(&all, &box);
    }
    return all;
}

carom_vec3 carom_compound_farthest(const carom_compound *c, carom_pose pose, carom_vec3 direction) {
    carom_vec3 best = {0, 0, 0};
    const vec3 d = load3(direction);
    for (size_t i = 0; i < c->count; i++) {
        const carom_vec3 p = part_farthest(&c->given[i].shape,
                                           carom_pose_compose(pose, c->given[i].pose), direction);
        if (i == 0 || dot3(d, load3(p)) > dot3(d, load3(best))) best = p;
    }
    return best;
}
