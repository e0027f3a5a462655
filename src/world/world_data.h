/* The data of a world. Colliders live in slots by index.
 * Each bounded one has a box in the broad-phase structure of its kind (static or moving);
 * unbounded ones (planes and the like) are in a list of their own.
 *
 * Invariant: a collider's box in its structure contains its bounds whenever a caller can query the
 * world. A step first enlarges the boxes to hold where colliders are and where they go, and moves
 * the colliders last, when nothing can fail any more. */
#ifndef CAROM_WORLD_WORLD_DATA_H
#define CAROM_WORLD_WORLD_DATA_H

#include "carom/response.h"
#include "carom/world.h"
#include "core/array.h"
#include "core/tasks.h"
#include "math/boxes.h"
#include "math/vec.h"
#include "world/tolerances.h"

#define WORLD_NO_PROXY UINT32_MAX
#define WORLD_IMPACTS 64 /* default limit of impacts of one collider in one step */

typedef struct world_collider {
    carom_collider_def def; /* the arrays of its shape are copied to `storage` */
    carom_aabb bounds;      /* tight, at its pose */
    void *storage;
    uint32_t generation; /* of its id, or of the next id; 0: exhausted, the slot stays empty */
    uint32_t proxy;      /* id of its box in its structure */
    bool used;
} world_collider;

/* A broad-phase structure, and the collider of each box. */
typedef struct world_tree {
    carom_space *space;
    grown_array owner; /* uint32_t collider index, by id of the box */
} world_tree;

/* The motion of a collider through a step, by slot: constant velocity and spin from `time` on.
 * Statics do not move. */
typedef struct world_motion {
    carom_vec3 position; /* pose at `time` */
    carom_quat rotation;
    carom_vec3 velocity, spin;         /* zero while it waits for the next step */
    carom_vec3 velocity_end, spin_end; /* after the step */
    /* bounds over every rotation of the step, at the first position; without response, over the
     * first and the last rotation */
    carom_aabb reach;
    carom_aabb bounds; /* at the end of the step */
    carom_aabb path;   /* bounds of its path from `time` on, if it meets nothing */
    carom_aabb cover;  /* its box in the structure: bounds at the start of the step, and `path` */
    double time;
    uint32_t version, impacts;
    bool moves, waits, out_of_range;
    bool watched; /* its rotation is part of the continuous test */
} world_motion;

/* A collider's shape, prepared at a pose (carom_posed_shape); it is reused while the pose stays
 * the same. Invalid for kinds that cannot be prepared: meshes and height fields. */
typedef struct world_posed {
    carom_posed_shape shape;
    carom_pose pose;
    uint32_t generation; /* 0: not prepared */
} world_posed;

/* The result of the narrow phase for one pair. */
typedef struct world_pair_result {
    bool found;
    double time;
    carom_real depth;
    carom_vec3 point, normal;
    carom_subshape sub_a, sub_b;
} world_pair_result;

/* A predicted first contact, a time of impact. It is dropped when the version of either collider
 * has changed since. */
typedef struct world_impact_event {
    double time;
    uint32_t a, b, version_a, version_b;
    carom_vec3 point, normal;
    carom_subshape sub_a, sub_b;
} world_impact_event;

/* A touching pair, from an overlap at the end of the step or from an impact. */
typedef struct world_touch {
    carom_collider_id a, b;
    carom_vec3 normal, point;
    carom_real depth;
    carom_subshape sub_a, sub_b;
} world_touch;

typedef struct world_key {
    uint64_t key;
    size_t item;
} world_key;

/* The range of the list of pairs that one piece of a broad-phase search writes. */
typedef struct world_pair_range {
    size_t first, capacity, count; /* `count`: pairs found by the last search, stored or not */
} world_pair_range;

#define WORLD_PAIR_RANGES 256 /* pieces of one search */

struct carom_world {
    carom_allocator allocator;
    carom_task_hook tasks; /* `begin` null: everything runs in the caller's thread */
    carom_task_pool *pool;
    carom_space_kind static_kind, moving_kind;
    carom_real margin;
    uint32_t impact_limit;
    bool response, contacts, keeps_paths;
    carom_vec3 gravity;
    double soft_speed; /* approach speed in this step below which restitution is 0 */
    carom_world_counts counts, next_counts;
    bool busy; /* a change or step is under way */

    grown_array colliders; /* world_collider; count: slots */
    grown_array free_ids;  /* uint32_t: a binary heap, the lowest on top */
    grown_array unbounded; /* uint32_t: indices of unbounded colliders, ascending */
    world_tree statics, movers;

    grown_array touching; /* carom_collider_id[2], ascending: the touching pairs of the last step */
    grown_array events, impacts, paths;

    /* scratch of a step */
    grown_array motions; /* world_motion, by slot */
    grown_array posed;   /* world_posed, by slot; kept from step to step */
    grown_array boxes;   /* carom_aabb, by id in the movers' structure */
    grown_array pairs;   /* carom_id_pair of indices, a < b */
    world_pair_range ranges[2][WORLD_PAIR_RANGES]; /* movers; movers and statics */
    grown_array results;                           /* world_pair_result, by pair */
    grown_array touches;                           /* world_touch */
    grown_array keys, keys_scratch;                /* world_key */
    grown_array heap;                              /* world_impact_event */
    grown_array next_touching;                     /* to be swapped with `touching` */
    grown_array next_events, next_impacts, next_paths;
    grown_array impacts_scratch;
};

static inline world_collider *world_slots(const carom_world *world) {
    return (world_collider *)world->colliders.data;
}
static inline world_motion *world_motions(const carom_world *world) {
    return (world_motion *)world->motions.data;
}

static inline world_posed *world_poseds(const carom_world *world) {
    return (world_posed *)world->posed.data;
}

static inline carom_collider_id world_id_of(const carom_world *world, uint32_t index) {
    return (carom_collider_id){index, world_slots(world)[index].generation};
}

/** @return null for a stale id */
static inline world_collider *world_find(const carom_world *world, carom_collider_id id) {
    if (id.index >= world->colliders.count) return NULL;
    world_collider *c = &world_slots(world)[id.index];
    return c->used && c->generation == id.generation ? c : NULL;
}

static inline bool world_filter(const carom_collider_def *a, const carom_collider_def *b) {
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

/* True for pairs that a step tests. */
static inline bool world_pair_counts(const world_collider *a, const world_collider *b) {
    bool scenery = a->def.kind == CAROM_COLLIDER_STATIC && b->def.kind == CAROM_COLLIDER_STATIC;
    return !scenery && world_filter(&a->def, &b->def);
}

static inline world_tree *world_tree_of(carom_world *world, carom_collider_kind kind) {
    return kind == CAROM_COLLIDER_STATIC ? &world->statics : &world->movers;
}

/** A lower bound of the distance between the contents of two boxes. */
static inline carom_real world_box_gap(const carom_aabb *a, const carom_aabb *b) {
    const vec3 own[2] = {load3(a->min), load3(a->max)}, other[2] = {load3(b->min), load3(b->max)};
    double gap = sqrt(len2(box_gaps(own, other))) * (1.0 - BOX_GAP_SLACK);
    return finite1(gap) ? (carom_real)gap : 0;
}

static inline bool world_box_finite(const carom_aabb *box) {
    return finite3(load3(box->min)) && finite3(load3(box->max));
}

#endif
