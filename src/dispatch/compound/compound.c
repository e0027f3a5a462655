/* Construction of a compound: its children posed once in its frame, and a bounding volume hierarchy
 * [Wald08] over their boxes by the surface-area heuristic. A failure leaves nothing allocated. */
#include "dispatch/compound/compound.h"
#include "dispatch/compound/compound_data.h"

#include <string.h>

#include "math/pose.h"
#include "pair/pose/solid_box.h"
#include "pair/solver/toi_unbounded.h"
#include "spatial/bvh/bvh4_sah.h"
#include "dispatch/compound/tolerances.h"
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

void carom_compound_release(carom_compound *c) {
    carom_allocator allocator = c->allocator;
    carom_free(&allocator, c->voxels);
    carom_free(&allocator, c->places);
    carom_free(&allocator, c->ids);
    carom_free(&allocator, c->radii);
    carom_free(&allocator, c->points);
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
        carom_compound_release(c);
    return status;
}

void carom_compound_destroy(carom_compound *compound) {
    if (compound) carom_compound_release(compound);
}

size_t carom_compound_count(const carom_compound *compound) {
    return compound->count;
}

carom_child carom_compound_child(const carom_compound *compound, size_t index) {
    const uint32_t place = (uint32_t)index;
    if (compound->form == COMPOUND_GIVEN) return compound->given[index];
    return (carom_child){place_shape(compound, place_of(compound, place)), carom_pose_identity()};
}

carom_voxel carom_compound_voxel(const carom_compound *compound, size_t index) {
    if (compound->form != COMPOUND_VOXELS) return (carom_voxel){0, 0, 0, 0};
    return compound->voxels[index];
}

/* ---- box and support point */

static carom_aabb box_of_given(const carom_compound *c, carom_pose pose) {
    carom_aabb all = no_bounds();
    for (size_t i = 0; i < c->count; i++) {
        const carom_aabb box =
            part_bounds(&c->given[i].shape, carom_pose_compose(pose, c->given[i].pose));
        box_grow(&all, &box);
    }
    return all;
}

static carom_vec3 farthest_given(const carom_compound *c, carom_pose pose, carom_vec3 direction) {
    carom_vec3 best = {0, 0, 0};
    const vec3 d = load3(direction);
    for (size_t i = 0; i < c->count; i++) {
        const carom_vec3 p = part_farthest(&c->given[i].shape,
                                           carom_pose_compose(pose, c->given[i].pose), direction);
        if (i == 0 || dot3(d, load3(p)) > dot3(d, load3(best))) best = p;
    }
    return best;
}

/* Of implicit children by branch and bound: the key is the negative of a bound of how far a box
 * reaches along the direction. */
typedef struct farthest_search {
    const carom_compound *of;
    carom_pose pose;
    vec3 along, back; /* the direction in the common frame, and in the compound's */
    double slack;     /* of the rounding of the pose */
    double limit;
    carom_aabb *bounds; /* that grow by the children, or null */
    carom_vec3 best;
    uint32_t child;
} farthest_search;

static double farthest_key(const void *context, const carom_aabb *box) {
    const farthest_search *s = context;
    const vec3 low = load3(box->min), high = load3(box->max), d = s->back;
    const double reach = d.x * (d.x < 0.0 ? low.x : high.x) + d.y * (d.y < 0.0 ? low.y : high.y) +
                         d.z * (d.z < 0.0 ? low.z : high.z);
    return -reach - s->slack;
}

static void farthest_leaf(void *context, uint32_t child) {
    farthest_search *s = context;
    const carom_shape shape = place_shape(s->of, place_of(s->of, child));
    const carom_vec3 p = part_farthest(&shape, s->pose, store3(s->along));
    const vec3 from = load3(s->pose.position);
    const double reach = dot3(s->along, sub3(load3(p), from));
    if (s->bounds) {
        const carom_aabb box = part_bounds(&shape, s->pose);
        box_grow(s->bounds, &box);
    }
    if (-reach + s->slack < s->limit) s->limit = -reach + s->slack;
    const double gain = dot3(s->along, load3(p)) - dot3(s->along, load3(s->best));
    if (s->child != UINT32_MAX && !(gain > 0.0 || (gain == 0.0 && child < s->child))) return;
    s->best = p;
    s->child = child;
}

static carom_vec3 find_farthest(const carom_compound *c, carom_pose pose, carom_vec3 direction,
                                carom_aabb *bounds) {
    farthest_search s = {.of = c,
                         .pose = pose,
                         .along = load3(direction),
                         .bounds = bounds,
                         .limit = DBL_MAX,
                         .child = UINT32_MAX};
    const carom_vec3 back = carom_pose_rotate_vector(carom_pose_inverse(pose), direction);
    const carom_aabb all = bvh4_union(&c->tree.nodes[c->tree.root]);
    const double size = max2(max_abs3(load3(all.min)), max_abs3(load3(all.max)));
    s.back = load3(back);
    s.slack = COMPOUND_REACH_ROUNDING * max_abs3(s.along) * (size + max_abs3(load3(pose.position)));
    visit_children(
        (children_search){c, farthest_key, farthest_key, farthest_leaf, &s, &s.limit, true});
    return s.best;
}

/* Where nothing turns and radii are equal, rounding keeps the order of coordinates: the box is that
 * of children at the corners. */
static carom_aabb box_of_corners(const carom_compound *c, carom_pose pose) {
    carom_shape low = place_shape(c, 0), high = low;
    if (c->form == COMPOUND_VOXELS) {
        low.as.aabb = high.as.aabb = c->extent;
    } else {
        low.as.sphere.center = c->extent.min;
        high.as.sphere.center = c->extent.max;
    }
    const carom_aabb a = part_bounds(&low, pose), b = part_bounds(&high, pose);
    return box_union(&a, &b);
}

carom_aabb carom_compound_box(const carom_compound *c, carom_pose pose) {
    static const carom_vec3 sides[6] = {{1, 0, 0},  {0, 1, 0},  {0, 0, 1},
                                        {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
    if (c->form == COMPOUND_GIVEN) return box_of_given(c, pose);
    carom_aabb all = no_bounds();
    if (c->count == 0 || !carom_pose_normalize(&pose)) return all;
    if (carom_pose_is_translation(pose) && !c->radii) return box_of_corners(c, pose);
    for (int i = 0; i < 6; i++)
        find_farthest(c, pose, sides[i], &all);
    return all;
}

carom_vec3 carom_compound_farthest(const carom_compound *c, carom_pose pose, carom_vec3 direction) {
    const vec3 d = load3(direction);
    if (c->form == COMPOUND_GIVEN) return farthest_given(c, pose, direction);
    if (c->count == 0 || !finite3(d) || max_abs3(d) == 0.0 || !carom_pose_normalize(&pose))
        return (carom_vec3){0, 0, 0};
    return find_farthest(c, pose, direction, NULL);
}
