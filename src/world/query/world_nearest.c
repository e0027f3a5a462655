/* Overlap and nearest queries of a world. The nearest colliders are found in two phases [Korn96]:
 * first the structures give the boxes nearest to the centre of the shape's box, which fill the
 * list and so bound the distance; then every box within that distance of the shape's box is tested
 * (branch and bound). Exact distances decide the order, so the answer does not depend on the
 * structures. */
#include "spatial/space.h"
#include "world/pair.h"
#include "world/world_data.h"
#include "spatial/space_query.h"
#include "world/collider.h"
#include "world/query/options.h"
#include "world/query/tolerances.h"

#define FIRST_NEAREST 16

static bool is_valid_probe(const carom_world_probe *probe) {
    return !carom_shape_problem(probe->shape) && !carom_pose_problem(probe->pose);
}

/* Passes the indices of candidate colliders to `visitor`. */
typedef struct collider_search {
    const carom_world *world;
    const uint32_t *owner;
    carom_id_visitor *visitor;
    void *user;
} collider_search;

static bool pass_owner(uint32_t id, void *user) {
    const collider_search *search = user;
    return search->visitor(search->owner[id], search->user);
}

static void search_trees(collider_search *search, const space_search *boxes) {
    const world_tree *trees[2] = {&search->world->statics, &search->world->movers};
    space_search inner = *boxes;
    inner.visitor = pass_owner;
    inner.user = search;
    for (int i = 0; i < 2; i++) {
        search->owner = trees[i]->owner.data;
        carom_space_search(trees[i]->space, &inner);
    }
}

static void search_unbounded(const collider_search *search) {
    const uint32_t *unbounded = search->world->unbounded.data;
    for (size_t i = 0; i < search->world->unbounded.count; i++)
        search->visitor(unbounded[i], search->user);
}

static void search_every(const collider_search *search) {
    for (uint32_t i = 0; i < search->world->colliders.count; i++)
        if (world_slots(search->world)[i].used) search->visitor(i, search->user);
}

/* ---- overlap */

typedef struct overlap_list {
    const carom_world *world;
    world_placed probe;
    carom_aabb box;
    uint32_t mask;
    const carom_world_options *options;
    carom_collider_id *ids;
    size_t capacity, kept, count;
} overlap_list;

static bool try_overlap(uint32_t index, void *user) {
    overlap_list *list = user;
    const world_collider *c = &world_slots(list->world)[index];
    if (!(c->def.category & list->mask) || !boxes_meet(&list->box, &c->bounds) ||
        !world_is_requested(list->world, index, list->options))
        return true;
    world_placed target = {&c->def.shape, c->def.pose, {0, 0, 0}};
    if (!carom_world_pair_overlap(&list->probe, &target)) return true;
    size_t i = list->kept;
    list->count++;
    if (i == list->capacity) {
        if (i == 0 || list->ids[i - 1].index < index) return true;
        i--;
    } else
        list->kept++;
    for (; i > 0 && list->ids[i - 1].index > index; i--)
        list->ids[i] = list->ids[i - 1];
    list->ids[i] = world_id_of(list->world, index);
    return true;
}

size_t carom_world_overlap(const carom_world *world, const carom_world_probe *probe,
                           carom_collider_id *ids, size_t capacity) {
    if (!is_valid_probe(probe)) return 0;
    overlap_list list = {.world = world,
                         .probe = {probe->shape, probe->pose, {0, 0, 0}},
                         .box = carom_world_bounds(probe->shape, probe->pose),
                         .mask = probe->mask,
                         .options = probe->options,
                         .ids = ids,
                         .capacity = ids ? capacity : 0};
    collider_search search = {world, NULL, try_overlap, &list};
    space_search boxes = {.box = list.box};
    search_trees(&search, &boxes);
    search_unbounded(&search);
    return list.count;
}

/* ---- nearest */

typedef struct nearest_list {
    const carom_world *world;
    world_placed probe;
    carom_aabb box;
    uint32_t mask;
    const carom_world_options *options;
    carom_world_near *out;
    size_t capacity, count;
} nearest_list;

static bool cannot_enter(const nearest_list *list, carom_real distance) {
    return list->count == list->capacity && distance > list->out[list->count - 1].distance;
}

static bool near_before(const carom_world_near *a, const carom_world_near *b) {
    return a->distance != b->distance ? a->distance < b->distance : a->id.index < b->id.index;
}

static bool try_near(uint32_t index, void *user) {
    nearest_list *list = user;
    const world_collider *c = &world_slots(list->world)[index];
    if (!(c->def.category & list->mask) ||
        cannot_enter(list, world_box_gap(&list->box, &c->bounds)) ||
        !world_is_requested(list->world, index, list->options))
        return true;
    for (size_t i = 0; i < list->count; i++)
        if (list->out[i].id.index == index) return true;
    world_placed target = {&c->def.shape, c->def.pose, {0, 0, 0}};
    carom_closest_any closest = carom_world_pair_closest(&list->probe, &target);
    if (!(closest.distance <= CAROM_REAL_MAX)) return true;
    const carom_world_near near = {.id = world_id_of(list->world, index),
                                   .distance = closest.distance,
                                   .point_a = closest.point_a,
                                   .point_b = closest.point_b,
                                   .sub_a = closest.sub_a,
                                   .sub_b = closest.sub_b};
    size_t i = list->count;
    if (i == list->capacity) {
        if (!near_before(&near, &list->out[i - 1])) return true;
        i--;
    } else
        list->count++;
    for (; i > 0 && near_before(&near, &list->out[i - 1]); i--)
        list->out[i] = list->out[i - 1];
    list->out[i] = near;
    return true;
}

static bool box_is_near(const carom_aabb *box, const void *context) {
    const nearest_list *list = context;
    return !cannot_enter(list, world_box_gap(&list->box, box));
}

static void first_nearest(collider_search *search, const carom_aabb *box) {
    carom_near_id first_boxes[FIRST_NEAREST];
    carom_vec3 middle = store3(scale3(add3(load3(box->min), load3(box->max)), 0.5));
    const world_tree *trees[2] = {&search->world->statics, &search->world->movers};
    for (int i = 0; i < 2; i++) {
        const uint32_t *owner = trees[i]->owner.data;
        size_t count =
            carom_space_query_nearest(trees[i]->space, middle, first_boxes, FIRST_NEAREST);
        for (size_t k = 0; k < count; k++)
            search->visitor(owner[first_boxes[k].id], search->user);
    }
}

/* The probe's box, enlarged by the distance of the last of the list: it overlaps the box of every
 * collider that could enter. */
static carom_aabb nearest_reach(const nearest_list *list) {
    vec3 low = load3(list->box.min), high = load3(list->box.max);
    double radius = list->count == list->capacity ? (double)list->out[list->count - 1].distance
                                                  : (double)CAROM_REAL_MAX;
    radius += QUERY_BOX_SLACK * (radius + max2(max_abs3(low), max_abs3(high)));
    low = sub3(low, vec(radius, radius, radius));
    high = add3(high, vec(radius, radius, radius));
    return (carom_aabb){store3(low), store3(high)};
}

size_t carom_world_nearest(const carom_world *world, const carom_world_probe *probe,
                           carom_world_near *nearest, size_t capacity) {
    if (!is_valid_probe(probe) || capacity == 0 || !nearest) return 0;
    nearest_list list = {.world = world,
                         .probe = {probe->shape, probe->pose, {0, 0, 0}},
                         .box = carom_world_bounds(probe->shape, probe->pose),
                         .mask = probe->mask,
                         .options = probe->options,
                         .out = nearest,
                         .capacity = capacity};
    collider_search search = {world, NULL, try_near, &list};
    if (!world_box_finite(&list.box)) {
        search_every(&search);
        return list.count;
    }
    search_unbounded(&search);
    first_nearest(&search, &list.box);
    space_search boxes = {.box = nearest_reach(&list), .keep = box_is_near, .context = &list};
    search_trees(&search, &boxes);
    return list.count;
}
