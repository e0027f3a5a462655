/* What a world is made of. Colliders live in slots by index; each bounded one has a box in the
 * structure of its kind, unbounded ones (planes and the like) are in a list of their own.
 *
 * Invariant: a collider's box in its structure holds its bounds, at every moment at which anybody
 * can look: a step first lets the boxes hold where things are and where they go, and moves the
 * things last of all, when nothing can fail any more. */
#ifndef CAROM_WORLD_WORLD_DATA_H
#define CAROM_WORLD_WORLD_DATA_H

#include "carom/response.h"
#include "carom/world.h"
#include "core/array.h"
#include "core/tasks.h"
#include "math/boxes.h"
#include "math/vec.h"

#define WORLD_NO_PROXY UINT32_MAX
#define WORLD_IMPACTS 64 /* of one collider in one step, unless told */

typedef struct world_collider {
    carom_collider_def def; /* the arrays of its shape are in `storage` */
    carom_aabb bounds;      /* tight, at its pose */
    void *storage;
    uint32_t generation; /* of its id, or of the next one; 0: used up, the slot stays empty */
    uint32_t proxy;      /* its id in its structure */
    bool used;
} world_collider;

/* One structure and whose its boxes are. */
typedef struct world_tree {
    carom_space *space;
    grown_array owner; /* uint32_t, by id of the box */
} world_tree;

/* How a collider goes through a step, by slot. Statics stand. */
typedef struct world_motion {
    carom_vec3 position; /* where it is at `time` */
    carom_quat rotation;
    carom_vec3 velocity, spin;         /* zero while it waits */
    carom_vec3 velocity_end, spin_end; /* at the end of the step */
    carom_aabb reach;  /* bounds in every rotation it may come to, at the first position; without
                          response in the first and the last */
    carom_aabb bounds; /* at the end of the step */
    carom_aabb path;   /* what it passes from `time` on, unless it meets something */
    carom_aabb cover;  /* what its structure holds: where it began, and its path */
    double time;
    uint32_t version, impacts;
    bool moves, waits, out_of_range;
    bool watched; /* turns, and that may make it meet something on the way */
} world_motion;

/* A collider's shape where it last stood at the end of a step: for as long as it stays there it
 * need not be placed again. Invalid for what cannot be placed beforehand, a mesh. */
typedef struct world_posed {
    carom_posed_shape shape;
    carom_pose pose;
    uint32_t generation; /* 0: never */
} world_posed;

/* What one pair came to; of narrow_sweep or narrow_overlap. */
typedef struct world_finding {
    bool found;
    double time;
    carom_real depth;
    carom_vec3 point, normal;
} world_finding;

/* A first contact to come: dropped when either has changed course since. */
typedef struct world_meeting {
    double time;
    uint32_t a, b, version_a, version_b;
    carom_vec3 point, normal;
} world_meeting;

/* A pair that touches: from the overlap at the end, or from an impact. */
typedef struct world_touch {
    carom_collider_id a, b;
    carom_vec3 normal, point;
    carom_real depth;
} world_touch;

typedef struct world_key {
    uint64_t key;
    size_t item;
} world_key;

/* Part of the list of pairs that one piece of a search writes. */
typedef struct world_stretch {
    size_t first, room, count; /* count: of the last search, in the room or not */
} world_stretch;

#define WORLD_STRETCHES 256 /* of one search */

struct carom_world {
    carom_allocator allocator;
    carom_task_hook tasks; /* no begin: everything in the caller's thread */
    carom_task_pool *pool;
    carom_space_kind static_kind, moving_kind;
    carom_real margin;
    uint32_t impact_limit;
    bool response, contacts, keeps_paths;
    carom_vec3 gravity;
    double soft_speed; /* of an approach in this step, below which nothing bounces back */
    carom_world_counts counts, next_counts;
    bool busy; /* being changed */

    grown_array colliders; /* world_collider; count: slots */
    grown_array free_ids;  /* uint32_t: a heap, the lowest on top */
    grown_array endless;   /* uint32_t: indices of colliders without bounds, ascending */
    world_tree statics, movers;

    grown_array touching; /* carom_collider_id[2], ascending: those of the last step */
    grown_array events, impacts, paths;

    /* scratch of a step */
    grown_array motions;                         /* world_motion, by slot */
    grown_array posed;                           /* world_posed, by slot; kept from step to step */
    grown_array boxes;                           /* carom_aabb, by id in the movers' structure */
    grown_array pairs;                           /* carom_id_pair of indices, a < b */
    world_stretch stretches[2][WORLD_STRETCHES]; /* among movers; with scenery */
    grown_array findings;                        /* world_finding, by pair */
    grown_array touches;                         /* world_touch */
    grown_array keys, keys_scratch;              /* world_key */
    grown_array heap;                            /* world_meeting */
    grown_array next_touching;                   /* to be swapped with `touching` */
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

/** Null for a stale id. */
static inline world_collider *world_find(const carom_world *world, carom_collider_id id) {
    if (id.index >= world->colliders.count) return NULL;
    world_collider *c = &world_slots(world)[id.index];
    return c->used && c->generation == id.generation ? c : NULL;
}

static inline bool world_filter(const carom_collider_def *a, const carom_collider_def *b) {
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

/* Pairs that a step looks at. */
static inline bool world_pair_counts(const world_collider *a, const world_collider *b) {
    bool scenery = a->def.kind == CAROM_COLLIDER_STATIC && b->def.kind == CAROM_COLLIDER_STATIC;
    return !scenery && world_filter(&a->def, &b->def);
}

static inline world_tree *world_tree_of(carom_world *world, carom_collider_kind kind) {
    return kind == CAROM_COLLIDER_STATIC ? &world->statics : &world->movers;
}

/** A lower bound of the distance between what is in two boxes. */
static inline carom_real world_box_gap(const carom_aabb *a, const carom_aabb *b) {
    const vec3 own[2] = {load3(a->min), load3(a->max)}, other[2] = {load3(b->min), load3(b->max)};
    double gap = sqrt(len2(box_gaps(own, other))) * (1.0 - 4.0 * (double)CAROM_REAL_EPSILON);
    return finite1(gap) ? (carom_real)gap : 0;
}

static inline bool world_box_finite(const carom_aabb *box) {
    return finite3(load3(box->min)) && finite3(load3(box->max));
}

/* ---- sort.c */

/** Ascending by key; those of equal key keep their order. */
carom_status carom_world_sort_keys(carom_world *world);

/* ---- collider.c */

carom_status carom_world_check_collider(const carom_collider_def *def);
carom_status carom_world_check_pose(carom_pose pose);
/** Copies the arrays of the shape. */
carom_status carom_world_keep_shape(const carom_world *world, carom_shape *shape, void **storage);
/** The smallest box of a shape in a pose; meshes may be posed. */
carom_aabb carom_world_bounds(const carom_shape *shape, carom_pose pose);

/* ---- world.c */

/** The world that a definition asks for, empty. */
carom_status carom_world_make(carom_world **world, const carom_world_def *def);
/** Puts a collider into a slot beyond all others. */
carom_status carom_world_append(carom_world *world, const carom_collider_def *def,
                                uint32_t generation);
/** A slot that is not in use beyond all others. */
carom_status carom_world_append_unused(carom_world *world, uint32_t generation);

/* ---- candidates.c */

/** Appends a pair to world->pairs, and counts it. */
carom_status carom_world_add_pair(carom_world *world, carom_id_pair pair);
/** Appends every pair that counts and whose boxes meet. */
carom_status carom_world_find_pairs(carom_world *world);
/** Calls for every collider that `index` makes a pair with and whose path's box meets its own until
 * dt, or that has none. */
void carom_world_visit_partners(const carom_world *world, uint32_t index, double dt,
                                carom_id_visitor *visitor, void *user);

/* ---- posed.c */

/** Room for the posed shapes of all slots. */
carom_status carom_world_reserve_posed(carom_world *world);
/** Places a collider's shape where its motion stands, to move on until dt. */
void carom_world_pose(const carom_world *world, uint32_t index, double dt);
/** The first contact of a pair. @return false when one of them has changed course, or cannot be
 * placed beforehand */
bool carom_world_posed_sweep(const carom_world *world, carom_id_pair pair, carom_sweep_hit *hit);
/** Of a pair that was placed: do they overlap, and where, deepest of all? */
bool carom_world_posed_overlap(const carom_world *world, carom_id_pair pair);
int32_t carom_world_posed_contact(const carom_world *world, carom_id_pair pair,
                                  carom_contact_manifold *manifold);

/* ---- meet.c: what may happen between now and the end of the step */

/** Later than `now`: the first contact of a pair, as it is known to the motions.
 * @return false when there is none. */
bool carom_world_predict(const carom_world *world, carom_id_pair pair, double dt,
                         world_meeting *meeting);
/** Impacts and responses of the whole step; motions end at dt. */
carom_status carom_world_respond(carom_world *world, double dt);

/* ---- bounce.c */

/** How fast the points of A and B that are at `point` close in on each other. */
vec3 carom_world_relative_velocity(const carom_world *world, carom_id_pair pair, vec3 point,
                                   double time);
/** Zero for what an impact does not move. */
double carom_world_inverse_weight(const world_collider *c, const world_motion *motion);
/** Both stand where they meet. */
void carom_world_bounce(carom_world *world, const world_meeting *at);

/* ---- motion.c */

/** How a collider sets out. */
void carom_world_plan(const carom_world *world, uint32_t index, double dt);
/** A collider's position and rotation at a time, not before its own. */
carom_vec3 carom_world_position_at(const world_motion *motion, double time);
carom_quat carom_world_rotation_at(const world_motion *motion, double time);
/** A box that holds it at the motion's time. */
carom_aabb carom_world_box_now(const world_collider *c, const world_motion *motion);
/** How near to each other two may come: above what rounding does to a position, and far below what
 * can be seen of their size. */
double carom_world_room(const carom_world *world, carom_id_pair pair);
/** False when the boxes of the two stay apart until dt, if each goes on as it does: then so do
 * they, by more than their room. */
bool carom_world_may_meet(const carom_world *world, carom_id_pair pair, double dt);
/** The box of what it passes until dt. */
carom_aabb carom_world_path_box(const world_collider *c, const world_motion *motion, double dt);
/** Notes how a collider goes until `time`, where paths are wanted. */
carom_status carom_world_note_path(carom_world *world, uint32_t index, double time);
void carom_world_advance(world_motion *motion, double time);

/* ---- events.c */

/** Events from the touching pairs of the last step and the touches of this one; into the next_
 * arrays. */
carom_status carom_world_make_events(carom_world *world);

#endif
