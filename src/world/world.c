/* Colliders in slots: insertion, removal and changes. Freed slots are reused, lowest first, by a
 * binary heap [Knuth98] 5.2.3, with the next generation, so that ids follow from the sequence of
 * calls alone and a stale id is recognised. Everything that can fail is done before anything is
 * changed. */
#include "math/pose.h"
#include "world/world_data.h"
#include "world/collider.h"
#include "world/world.h"

#include <string.h>

carom_world_def carom_world_defaults(void) {
    return (carom_world_def){.static_kind = CAROM_SPACE_BVH_SAH,
                             .moving_kind = CAROM_SPACE_BVH_DYNAMIC,
                             .contacts = true};
}

/* ---- creation */

static carom_status check_world(const carom_world_def *def) {
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (!def->tasks.begin != !def->tasks.finish) return CAROM_ERROR_ARGUMENT;
    if (!finite3(load3(def->gravity))) return CAROM_ERROR_NOT_FINITE;
    return def->threads <= CAROM_WORLD_THREADS ? CAROM_OK : CAROM_ERROR_LIMIT;
}

static carom_status fill_world(carom_world *world, const carom_world_def *def) {
    carom_space_def space = {.kind = def->static_kind, .allocator = def->allocator};
    carom_status status = carom_space_create(&world->statics.space, &space);
    space.kind = def->moving_kind;
    space.margin = def->margin;
    if (status == CAROM_OK) status = carom_space_create(&world->movers.space, &space);
    const carom_task_pool_def pool = {.threads = def->threads, .allocator = def->allocator};
    if (status == CAROM_OK && def->threads > 0 && !def->tasks.begin)
        status = carom_task_pool_create(&world->pool, &pool);
    if (status == CAROM_OK)
        world->tasks = world->pool ? carom_task_pool_hook(world->pool) : def->tasks;
    return status;
}

carom_status carom_world_make(carom_world **out, const carom_world_def *def) {
    carom_status status = check_world(def);
    if (status != CAROM_OK) return status;
    carom_world *world = carom_alloc(&def->allocator, 1, sizeof *world);
    if (!world) return CAROM_ERROR_MEMORY;
    memset(world, 0, sizeof *world);
    world->allocator = def->allocator;
    world->static_kind = def->static_kind;
    world->moving_kind = def->moving_kind;
    world->margin = def->margin;
    world->impact_limit = def->impact_limit > 0 ? def->impact_limit : WORLD_IMPACTS;
    world->response = def->response;
    world->contacts = def->contacts;
    world->gravity = def->gravity;
    world->keeps_paths = def->paths;
    status = fill_world(world, def);
    if (status == CAROM_OK)
        *out = world;
    else
        carom_world_destroy(world);
    return status;
}

carom_status carom_world_create(carom_world **out, const carom_world_def *def) {
    return out && def ? carom_world_make(out, def) : CAROM_ERROR_ARGUMENT;
}

void carom_world_destroy(carom_world *world) {
    if (!world) return;
    carom_task_pool_destroy(world->pool);
    for (size_t i = 0; i < world->colliders.count; i++)
        carom_free(&world->allocator, world_slots(world)[i].storage);
    carom_space_destroy(world->statics.space);
    carom_space_destroy(world->movers.space);
    grown_array *arrays[] = {
        &world->colliders,     &world->free_ids,    &world->unbounded,    &world->statics.owner,
        &world->movers.owner,  &world->touching,    &world->events,       &world->impacts,
        &world->motions,       &world->boxes,       &world->pairs,        &world->results,
        &world->touches,       &world->keys,        &world->keys_scratch, &world->heap,
        &world->next_touching, &world->next_events, &world->next_impacts, &world->impacts_scratch,
        &world->paths,         &world->next_paths,  &world->posed};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        carom_array_release(arrays[i], &world->allocator);
    carom_allocator allocator = world->allocator;
    carom_free(&allocator, world);
}

/* ---- free slots: a binary heap with the lowest index on top */

static void push_free_slot(carom_world *world, uint32_t index) {
    uint32_t *heap = world->free_ids.data;
    size_t i = world->free_ids.count++;
    for (; i > 0 && heap[(i - 1) / 2] > index; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = index;
}

static uint32_t pop_free_slot(carom_world *world) {
    uint32_t *heap = world->free_ids.data, lowest = heap[0];
    size_t n = --world->free_ids.count, i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= n) break;
        if (child + 1 < n && heap[child + 1] < heap[child]) child++;
        if (heap[n] <= heap[child]) break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = heap[n];
    return lowest;
}

/* The lists of free and of unbounded slots get the capacity of all slots, so that neither has to
 * grow later. */
static carom_status reserve_slot(carom_world *world) {
    size_t wanted = world->colliders.count + 1;
    if (wanted > CAROM_SPACE_LIMIT) return CAROM_ERROR_LIMIT;
    carom_status status =
        carom_array_reserve(&world->colliders, wanted, sizeof(world_collider), &world->allocator);
    size_t capacity = world->colliders.capacity;
    if (status == CAROM_OK)
        status =
            carom_array_reserve(&world->free_ids, capacity, sizeof(uint32_t), &world->allocator);
    if (status == CAROM_OK)
        status =
            carom_array_reserve(&world->unbounded, capacity, sizeof(uint32_t), &world->allocator);
    return status;
}

/* ---- boxes in the structures */

static void add_unbounded(carom_world *world, uint32_t index) {
    uint32_t *list = world->unbounded.data;
    size_t i = world->unbounded.count++;
    for (; i > 0 && list[i - 1] > index; i--)
        list[i] = list[i - 1];
    list[i] = index;
}

static void remove_unbounded(carom_world *world, uint32_t index) {
    uint32_t *list = world->unbounded.data;
    size_t kept = 0;
    for (size_t i = 0; i < world->unbounded.count; i++)
        if (list[i] != index) list[kept++] = list[i];
    world->unbounded.count = kept;
}

static carom_status attach(carom_world *world, uint32_t index, const carom_aabb *bounds,
                           carom_collider_kind kind) {
    world_collider *c = &world_slots(world)[index];
    world_tree *tree = world_tree_of(world, kind);
    uint32_t proxy = WORLD_NO_PROXY;
    if (world_box_finite(bounds)) {
        size_t wanted = carom_space_slots(tree->space) + 1;
        carom_status status =
            carom_array_reserve(&tree->owner, wanted, sizeof(uint32_t), &world->allocator);
        if (status == CAROM_OK) status = carom_space_insert(tree->space, bounds, &proxy);
        if (status != CAROM_OK) return status;
        ((uint32_t *)tree->owner.data)[proxy] = index;
        if (tree->owner.count <= proxy) tree->owner.count = (size_t)proxy + 1;
    } else
        add_unbounded(world, index);
    c->proxy = proxy;
    c->bounds = *bounds;
    return CAROM_OK;
}

static void detach(carom_world *world, uint32_t index) {
    world_collider *c = &world_slots(world)[index];
    if (c->proxy == WORLD_NO_PROXY)
        remove_unbounded(world, index);
    else
        carom_space_remove(world_tree_of(world, c->def.kind)->space, c->proxy);
}

/* ---- insertion */

static carom_collider_def with_defaults(const carom_collider_def *def) {
    carom_collider_def out = *def;
    if (out.category == 0 && out.mask == 0) {
        out.category = 1;
        out.mask = UINT32_MAX;
    }
    return out;
}

/* Puts a collider into an unused slot, which stays unused on failure. */
static carom_status fill_slot(carom_world *world, uint32_t index, const carom_collider_def *def) {
    carom_collider_def own = *def;
    if (!normalize_pose(&own.pose)) return CAROM_ERROR_ARGUMENT;
    void *storage = NULL;
    carom_aabb bounds = carom_world_bounds(&own.shape, own.pose);
    if (!(bounds.min.x <= bounds.max.x)) return CAROM_ERROR_NOT_FINITE;
    carom_status status = carom_world_keep_shape(world, &own.shape, &storage);
    if (status == CAROM_OK) status = attach(world, index, &bounds, own.kind);
    if (status != CAROM_OK) {
        carom_free(&world->allocator, storage);
        return status;
    }
    world_collider *c = &world_slots(world)[index];
    c->def = own;
    c->storage = storage;
    c->used = true;
    return CAROM_OK;
}

carom_status carom_world_append_unused(carom_world *world, uint32_t generation) {
    carom_status status = reserve_slot(world);
    if (status != CAROM_OK) return status;
    uint32_t index = (uint32_t)world->colliders.count++;
    world_slots(world)[index] = (world_collider){.generation = generation, .proxy = WORLD_NO_PROXY};
    if (generation != 0) push_free_slot(world, index);
    return CAROM_OK;
}

carom_status carom_world_append(carom_world *world, const carom_collider_def *def,
                                uint32_t generation) {
    carom_status status = reserve_slot(world);
    if (status != CAROM_OK) return status;
    uint32_t index = (uint32_t)world->colliders.count;
    world_slots(world)[index] = (world_collider){.generation = generation, .proxy = WORLD_NO_PROXY};
    status = fill_slot(world, index, def);
    if (status == CAROM_OK) world->colliders.count++;
    return status;
}

static carom_status insert_collider(carom_world *world, const carom_collider_def *def,
                                    uint32_t *index) {
    if (world->free_ids.count == 0) {
        *index = (uint32_t)world->colliders.count;
        return carom_world_append(world, def, 1);
    }
    *index = pop_free_slot(world);
    carom_status status = fill_slot(world, *index, def);
    if (status != CAROM_OK) push_free_slot(world, *index);
    return status;
}

carom_status carom_world_insert(carom_world *world, const carom_collider_def *def,
                                carom_collider_id *id) {
    if (!world || !def || world->busy) return CAROM_ERROR_ARGUMENT;
    carom_status status = carom_world_check_collider(def);
    if (status != CAROM_OK) return status;
    carom_collider_def own = with_defaults(def);
    uint32_t index = 0;
    world->busy = true;
    status = insert_collider(world, &own, &index);
    world->busy = false;
    if (status == CAROM_OK && id) *id = world_id_of(world, index);
    return status;
}

carom_status carom_world_remove(carom_world *world, carom_collider_id id) {
    if (!world || world->busy) return CAROM_ERROR_ARGUMENT;
    world_collider *c = world_find(world, id);
    if (!c) return CAROM_ERROR_INDEX;
    world->busy = true;
    detach(world, id.index);
    carom_free(&world->allocator, c->storage);
    *c = (world_collider){.generation = id.generation + 1, .proxy = WORLD_NO_PROXY};
    if (c->generation != 0) push_free_slot(world, id.index);
    world->busy = false;
    return CAROM_OK;
}

/* ---- changes */

/* Moves a collider whose definition was checked. A bounded shape that would become unbounded has
 * overflowed, which is an error. */
static carom_status put_at(carom_world *world, world_collider *c, carom_pose pose) {
    carom_aabb bounds = carom_world_bounds(&c->def.shape, pose);
    bool unbounded = c->proxy == WORLD_NO_PROXY;
    if (!(bounds.min.x <= bounds.max.x) || unbounded == world_box_finite(&bounds))
        return CAROM_ERROR_NOT_FINITE;
    carom_status status = CAROM_OK;
    if (!unbounded)
        status = carom_space_move(world_tree_of(world, c->def.kind)->space, c->proxy, &bounds);
    if (status != CAROM_OK) return status;
    c->def.pose = pose;
    c->bounds = bounds;
    return CAROM_OK;
}

carom_status carom_world_move(carom_world *world, carom_collider_id id, carom_pose pose) {
    if (!world || world->busy) return CAROM_ERROR_ARGUMENT;
    world_collider *c = world_find(world, id);
    if (!c) return CAROM_ERROR_INDEX;
    carom_collider_def moved = c->def;
    moved.pose = pose;
    carom_status status = carom_world_check_collider(&moved);
    if (status != CAROM_OK) return status;
    world->busy = true;
    normalize_pose(&moved.pose);
    status = put_at(world, c, moved.pose);
    world->busy = false;
    return status;
}

carom_status carom_world_set_velocity(carom_world *world, carom_collider_id id, carom_vec3 velocity,
                                      carom_vec3 angular_velocity) {
    if (!world || world->busy) return CAROM_ERROR_ARGUMENT;
    world_collider *c = world_find(world, id);
    if (!c) return CAROM_ERROR_INDEX;
    carom_collider_def faster = c->def;
    faster.velocity = velocity;
    faster.angular_velocity = angular_velocity;
    carom_status status = carom_world_check_collider(&faster);
    if (status == CAROM_OK) c->def = faster;
    return status;
}

carom_status carom_world_set_filter(carom_world *world, carom_collider_id id, uint32_t category,
                                    uint32_t mask) {
    if (!world || world->busy) return CAROM_ERROR_ARGUMENT;
    world_collider *c = world_find(world, id);
    if (!c) return CAROM_ERROR_INDEX;
    c->def.category = category;
    c->def.mask = mask;
    return CAROM_OK;
}

carom_status carom_world_set_user(carom_world *world, carom_collider_id id, uint64_t user) {
    if (!world || world->busy) return CAROM_ERROR_ARGUMENT;
    world_collider *c = world_find(world, id);
    if (!c) return CAROM_ERROR_INDEX;
    c->def.user = user;
    return CAROM_OK;
}

carom_status carom_world_build(carom_world *world) {
    if (!world || world->busy) return CAROM_ERROR_ARGUMENT;
    world->busy = true;
    carom_status status = carom_space_build(world->statics.space);
    if (status == CAROM_OK) status = carom_space_build(world->movers.space);
    world->busy = false;
    return status;
}
