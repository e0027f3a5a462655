/* One step of a world: plan the motions, find pairs (broad phase), find impacts on the way
 * (continuous collision detection, event-driven [Mirtich96] with response), find overlaps at the
 * end, and make events. The new state is built beside the old one and replaces it at the very end,
 * when nothing can fail any more: a failed step changes nothing. Work runs in chunks whose results
 * do not depend on the number of threads. */
#include "world/world_data.h"
#include "world/step/candidates.h"
#include "world/collider.h"
#include "world/step/events.h"
#include "world/step/impact_queue.h"
#include "world/step/motion.h"
#include "world/step/posed.h"
#include "world/step/sort.h"
#include "world/step/tolerances.h"

#define GRAIN_SLOTS 256
#define GRAIN_PAIRS 64

typedef struct step_job {
    carom_world *world;
    double dt;
} step_job;

/* ---- motions */

static void plan_motions(void *data, size_t first, size_t last) {
    const step_job *job = data;
    for (size_t i = first; i < last; i++) {
        carom_world_plan(job->world, (uint32_t)i, job->dt);
        if (world_slots(job->world)[i].used) carom_world_pose(job->world, (uint32_t)i, job->dt);
    }
}

/* Moves all boxes of the structure at once. */
static carom_status move_boxes(carom_world *world) {
    size_t slots = carom_space_slots(world->movers.space);
    const uint32_t *owner = world->movers.owner.data;
    carom_status status =
        carom_array_reserve(&world->boxes, slots, sizeof(carom_aabb), &world->allocator);
    if (status != CAROM_OK) return status;
    for (size_t i = 0; i < world->colliders.count; i++)
        if (world_motions(world)[i].out_of_range) return CAROM_ERROR_NOT_FINITE;
    carom_aabb *boxes = world->boxes.data;
    bool changed = false;
    for (uint32_t i = 0; i < slots; i++) {
        carom_aabb old = carom_space_box(world->movers.space, i);
        boxes[i] = old.min.x <= old.max.x ? world_motions(world)[owner[i]].cover : old;
        bool same = boxes[i].min.x == old.min.x && boxes[i].min.y == old.min.y &&
                    boxes[i].min.z == old.min.z && boxes[i].max.x == old.max.x &&
                    boxes[i].max.y == old.max.y && boxes[i].max.z == old.max.z;
        changed = changed || !same;
    }
    return changed ? carom_space_move_all(world->movers.space, boxes, slots)
                   : carom_space_build(world->movers.space);
}

/* ---- impacts on the way */

static double least_side(const world_collider *c) {
    vec3 side = sub3(load3(c->bounds.max), load3(c->bounds.min));
    return min2(side.x, min2(side.y, side.z));
}

/* True when one collider could pass through the other within the step (tunnelling). */
static bool is_fast(const carom_world *world, carom_id_pair pair, double dt) {
    const world_collider *a = &world_slots(world)[pair.a], *b = &world_slots(world)[pair.b];
    double side = DBL_MAX;
    const world_motion *motions = world_motions(world);
    vec3 relative = sub3(load3(motions[pair.a].velocity), load3(motions[pair.b].velocity));
    if (a->def.kind != CAROM_COLLIDER_STATIC) side = min2(side, least_side(a));
    if (b->def.kind != CAROM_COLLIDER_STATIC) side = min2(side, least_side(b));
    return FAST_SIDES * dt * carom_length(relative) > side;
}

static void sweep_pairs(void *data, size_t first, size_t last) {
    const step_job *job = data;
    const carom_world *world = job->world;
    const carom_id_pair *pairs = world->pairs.data;
    world_pair_result *results = world->results.data;
    for (size_t i = first; i < last; i++) {
        world_impact_event meeting;
        results[i].found = false;
        if ((!world->response && !is_fast(world, pairs[i], job->dt)) ||
            !carom_world_may_meet(world, pairs[i], job->dt) ||
            !carom_world_predict(world, pairs[i], job->dt, &meeting))
            continue;
        results[i] = (world_pair_result){.found = true,
                                         .time = meeting.time,
                                         .point = meeting.point,
                                         .normal = meeting.normal,
                                         .sub_a = meeting.sub_a,
                                         .sub_b = meeting.sub_b};
    }
}

/* ---- overlaps at the end */

static void end_motions(void *data, size_t first, size_t last) {
    const step_job *job = data;
    for (size_t i = first; i < last; i++) {
        const world_collider *c = &world_slots(job->world)[i];
        world_motion *m = &world_motions(job->world)[i];
        bool turned = max_abs3(load3(c->def.angular_velocity)) > 0.0;
        if (!c->used) continue;
        if (!m->moves && !turned) {
            carom_world_pose(job->world, (uint32_t)i, job->dt);
            continue;
        }
        carom_world_advance(m, job->dt);
        carom_world_pose(job->world, (uint32_t)i, job->dt);
        m->bounds = carom_world_bounds(&c->def.shape, (carom_pose){m->position, m->rotation});
        m->out_of_range = !finite3(load3(m->position)) || !finite3(load3(m->velocity_end)) ||
                          (c->proxy != WORLD_NO_PROXY && !world_box_finite(&m->bounds));
    }
}

static bool wants_contact(const carom_world *world, carom_id_pair pair) {
    return world->contacts && world_slots(world)[pair.a].def.kind != CAROM_COLLIDER_SENSOR &&
           world_slots(world)[pair.b].def.kind != CAROM_COLLIDER_SENSOR;
}

static void overlap_pairs(void *data, size_t first, size_t last) {
    const step_job *job = data;
    const carom_world *world = job->world;
    const carom_id_pair *pairs = world->pairs.data;
    world_pair_result *results = world->results.data;
    for (size_t i = first; i < last; i++) {
        carom_id_pair pair = pairs[i];
        results[i] = (world_pair_result){.found = false};
        if (!boxes_meet(&world_motions(world)[pair.a].bounds, &world_motions(world)[pair.b].bounds))
            continue;
        if (!carom_world_posed_overlap(world, pair)) continue;
        results[i].found = true;
        carom_contact_manifold manifold = {.capacity = 1};
        if (!wants_contact(world, pair) || carom_world_posed_contact(world, pair, &manifold) < 1)
            continue;
        results[i].normal = manifold.normal;
        results[i].depth = manifold.points[0].depth;
        results[i].point = manifold.points[0].point_a;
        results[i].sub_a = manifold.points[0].sub_a;
        results[i].sub_b = manifold.points[0].sub_b;
    }
}

static carom_status add_touch(carom_world *world, const world_touch *touch) {
    carom_status status = carom_array_reserve(&world->touches, world->touches.count + 1,
                                              sizeof(world_touch), &world->allocator);
    if (status == CAROM_OK) ((world_touch *)world->touches.data)[world->touches.count++] = *touch;
    return status;
}

/* Overlaps come first: of equal pairs the first counts. */
static carom_status note_touches(carom_world *world) {
    const carom_id_pair *pairs = world->pairs.data;
    const world_pair_result *results = world->results.data;
    carom_status status = CAROM_OK;
    world->touches.count = 0;
    for (size_t i = 0; i < world->pairs.count && status == CAROM_OK; i++) {
        const world_pair_result *f = &results[i];
        const world_touch touch = {.a = world_id_of(world, pairs[i].a),
                                   .b = world_id_of(world, pairs[i].b),
                                   .normal = f->normal,
                                   .point = f->point,
                                   .depth = f->depth,
                                   .sub_a = f->sub_a,
                                   .sub_b = f->sub_b};
        if (f->found) status = add_touch(world, &touch);
    }
    const carom_world_impact *impacts = world->next_impacts.data;
    for (size_t i = 0; i < world->next_impacts.count && status == CAROM_OK; i++) {
        const world_touch touch = {.a = impacts[i].a, .b = impacts[i].b};
        status = add_touch(world, &touch);
    }
    return status;
}

/* ---- order of impacts */

static uint64_t time_key(carom_real time) {
    /* times are not negative, so their bits are in ascending order */
    union {
        double number;
        uint64_t bits;
    } view = {.number = (double)time + 0.0};
    return view.bits;
}

/* Impacts come in the order in which a structure finds pairs; they are sorted by ids and then,
 * stably, by time. */
static carom_status sort_impacts(carom_world *world) {
    grown_array *list = &world->next_impacts, *sorted = &world->impacts_scratch;
    size_t count = list->count;
    carom_status status =
        carom_array_reserve(&world->keys, count, sizeof(world_key), &world->allocator);
    if (status == CAROM_OK)
        status = carom_array_reserve(sorted, count, sizeof(carom_world_impact), &world->allocator);
    if (status != CAROM_OK) return status;
    const carom_world_impact *impacts = list->data;
    world_key *keys = world->keys.data;
    for (size_t i = 0; i < count; i++)
        keys[i] = (world_key){((uint64_t)impacts[i].a.index << 32) | impacts[i].b.index, i};
    world->keys.count = count;
    status = carom_world_sort_keys(world);
    keys = world->keys.data;
    for (size_t i = 0; i < count; i++)
        keys[i].key = time_key(impacts[keys[i].item].time);
    if (status == CAROM_OK) status = carom_world_sort_keys(world);
    if (status != CAROM_OK) return status;
    keys = world->keys.data;
    for (size_t i = 0; i < count; i++)
        ((carom_world_impact *)sorted->data)[i] = impacts[keys[i].item];
    sorted->count = count;
    grown_array swap = *list;
    *list = *sorted;
    *sorted = swap;
    return CAROM_OK;
}

static carom_status list_impacts(carom_world *world) {
    const carom_id_pair *pairs = world->pairs.data;
    const world_pair_result *results = world->results.data;
    grown_array *list = &world->next_impacts;
    for (size_t i = 0; i < world->pairs.count; i++) {
        const world_pair_result *f = &results[i];
        if (!f->found) continue;
        carom_status status = carom_array_reserve(list, list->count + 1, sizeof(carom_world_impact),
                                                  &world->allocator);
        if (status != CAROM_OK) return status;
        ((carom_world_impact *)list->data)[list->count++] =
            (carom_world_impact){.time = (carom_real)f->time,
                                 .a = world_id_of(world, pairs[i].a),
                                 .b = world_id_of(world, pairs[i].b),
                                 .point = f->point,
                                 .normal = f->normal,
                                 .sub_a = f->sub_a,
                                 .sub_b = f->sub_b};
    }
    return CAROM_OK;
}

/* ---- the step */

static carom_status run_pairs(carom_world *world, task_chunk *chunk, step_job *job) {
    size_t count = world->pairs.count;
    carom_status status =
        carom_array_reserve(&world->results, count, sizeof(world_pair_result), &world->allocator);
    const task_share share = {count, GRAIN_PAIRS};
    if (status == CAROM_OK) carom_run_chunks(&world->tasks, chunk, job, share);
    return status;
}

static carom_status start_step(carom_world *world, step_job *job) {
    size_t slots = world->colliders.count;
    const task_share share = {slots, GRAIN_SLOTS};
    world->pairs.count = world->next_impacts.count = world->next_paths.count = 0;
    world->next_counts = (carom_world_counts){0, 0, 0};
    world->soft_speed = SOFT_STEPS * job->dt * carom_length(load3(world->gravity));
    carom_status status = carom_space_build(world->statics.space);
    if (status == CAROM_OK)
        status =
            carom_array_reserve(&world->motions, slots, sizeof(world_motion), &world->allocator);
    if (status == CAROM_OK) status = carom_world_reserve_posed(world);
    if (status != CAROM_OK) return status;
    carom_run_chunks(&world->tasks, plan_motions, job, share);
    status = move_boxes(world);
    return status == CAROM_OK ? carom_world_find_pairs(world) : status;
}

/* By rounding, the final bounds may exceed the box of the path: the structure's box must contain
 * them. */
static carom_status cover_ends(carom_world *world) {
    for (size_t i = 0; i < world->colliders.count; i++) {
        const world_collider *c = &world_slots(world)[i];
        world_motion *m = &world_motions(world)[i];
        if (m->out_of_range) return CAROM_ERROR_NOT_FINITE;
        if (!c->used || c->proxy == WORLD_NO_PROXY || c->def.kind == CAROM_COLLIDER_STATIC)
            continue;
        carom_aabb cover = box_union(&m->cover, &m->bounds);
        bool held = cover.min.x == m->cover.min.x && cover.min.y == m->cover.min.y &&
                    cover.min.z == m->cover.min.z && cover.max.x == m->cover.max.x &&
                    cover.max.y == m->cover.max.y && cover.max.z == m->cover.max.z;
        if (held) continue;
        carom_status status = carom_space_move(world->movers.space, c->proxy, &cover);
        if (status != CAROM_OK) return status;
        m->cover = cover;
    }
    return CAROM_OK;
}

static carom_status note_last_paths(carom_world *world, double dt) {
    carom_status status = CAROM_OK;
    for (uint32_t i = 0; i < world->colliders.count && status == CAROM_OK; i++) {
        const world_collider *c = &world_slots(world)[i];
        if (c->used && c->def.kind != CAROM_COLLIDER_STATIC)
            status = carom_world_note_path(world, i, dt);
    }
    return status;
}

static carom_status make_step(carom_world *world, step_job *job) {
    const task_share share = {world->colliders.count, GRAIN_SLOTS};
    carom_status status = start_step(world, job);
    if (status == CAROM_OK) status = run_pairs(world, sweep_pairs, job);
    if (status == CAROM_OK)
        status = world->response ? carom_world_respond(world, job->dt) : list_impacts(world);
    if (status == CAROM_OK) status = note_last_paths(world, job->dt);
    if (status != CAROM_OK) return status;
    carom_run_chunks(&world->tasks, end_motions, job, share);
    status = cover_ends(world);
    if (status == CAROM_OK) status = run_pairs(world, overlap_pairs, job);
    if (status == CAROM_OK) status = sort_impacts(world);
    if (status == CAROM_OK) status = note_touches(world);
    return status == CAROM_OK ? carom_world_make_events(world) : status;
}

static void swap_arrays(grown_array *a, grown_array *b) {
    grown_array swap = *a;
    *a = *b;
    *b = swap;
}

/* Commits the step; nothing here can fail. */
static void take_step(carom_world *world) {
    for (size_t i = 0; i < world->colliders.count; i++) {
        world_collider *c = &world_slots(world)[i];
        const world_motion *m = &world_motions(world)[i];
        if (!c->used || c->def.kind == CAROM_COLLIDER_STATIC) continue;
        c->def.pose = (carom_pose){m->position, m->rotation};
        c->def.velocity = m->velocity_end;
        c->def.angular_velocity = m->spin_end;
        c->bounds = m->bounds;
    }
    swap_arrays(&world->touching, &world->next_touching);
    swap_arrays(&world->events, &world->next_events);
    swap_arrays(&world->impacts, &world->next_impacts);
    swap_arrays(&world->paths, &world->next_paths);
    world->counts = world->next_counts;
}

carom_status carom_world_step(carom_world *world, carom_real dt) {
    if (!world || world->busy || !(dt >= 0 && dt <= CAROM_REAL_MAX)) return CAROM_ERROR_ARGUMENT;
    step_job job = {world, (double)dt};
    world->busy = true;
    carom_status status = make_step(world, &job);
    if (status == CAROM_OK) take_step(world);
    world->busy = false;
    return status;
}
