/* carom: many boxes at once: which pairs overlap, what is near, what a ray meets. One vocabulary
 * over ten structures; each answers every question exactly as the brute force does, in an order of
 * its own that is the same for the same calls.
 *
 * A box is named by an id: 0 .. n - 1 for the boxes that the structure was made from, and what
 * carom_space_insert gives for later ones; ids of removed boxes are given again, lowest first.
 * Boxes are closed: touching is overlap. Boxes must be finite and not inverted, or the status is an
 * error and nothing changes. Questions about an invalid shape have no answers.
 *
 * A visitor that returns false ends the search. It may ask the structure anything. Functions that
 * change it answer CAROM_ERROR_ARGUMENT and change nothing while a visit is under way, in whichever
 * thread, or another change: a visitor or an allocator that calls them learns so. It must not
 * destroy it. Visits may run on several threads at once. */
#ifndef CAROM_SPACE_H
#define CAROM_SPACE_H

#include "carom/dispatch.h"

CAROM_BEGIN

typedef enum carom_space_kind {
    CAROM_SPACE_BRUTE = 0,   /**< no structure: the reference */
    CAROM_SPACE_GRID,        /**< one uniform grid, fitted to the boxes when built */
    CAROM_SPACE_HASH,        /**< hierarchical hashed grid: cells of every size, unbounded */
    CAROM_SPACE_SWEEP_PRUNE, /**< sweep and prune, sorted afresh */
    CAROM_SPACE_SWEEP_PRUNE_INCREMENTAL, /**< sweep and prune, order kept from frame to frame */
    CAROM_SPACE_QUADTREE,                /**< loose, over x and z */
    CAROM_SPACE_OCTREE,                  /**< loose */
    CAROM_SPACE_KDTREE,                  /**< over the boxes' centres */
    CAROM_SPACE_BVH_SAH,                 /**< static: binned surface-area heuristic */
    CAROM_SPACE_BVH_MORTON,              /**< rebuilt fast, O(n), for boxes that all move */
    CAROM_SPACE_BVH_DYNAMIC,             /**< insert, remove and move one at a time, with margins */
    CAROM_SPACE_KINDS
} carom_space_kind;

typedef struct carom_space carom_space;

/** A zeroed definition is an empty brute force. */
typedef struct carom_space_def {
    carom_space_kind kind;
    const carom_aabb *boxes; /**< may be null when count is 0; copied */
    size_t count;            /**< at most CAROM_SPACE_LIMIT */
    carom_real margin;       /**< by which dynamic structures enlarge boxes; 0: none */
    carom_real cell;         /**< size of the grids' cells; 0: chosen from the boxes */
    carom_allocator allocator;
} carom_space_def;

/** Most boxes of one structure. */
#define CAROM_SPACE_LIMIT 0x7ffffff0u

/** Two ids, a < b within one structure; first of the one and second of the other between two. */
typedef struct carom_id_pair {
    uint32_t a, b;
} carom_id_pair;

typedef bool carom_pair_visitor(uint32_t a, uint32_t b, void *user);
typedef bool carom_id_visitor(uint32_t id, void *user);
/** Gets a box that the ray enters at t, within the limit. @return the new limit: the largest t
 * still of interest; `limit` itself to see all, anything below t_min to stop. Boxes come in
 * ascending t. */
typedef carom_real carom_ray_visitor(uint32_t id, carom_real t, carom_real limit, void *user);

typedef struct carom_near_id {
    uint32_t id;
    carom_real distance; /**< of the point from the box; 0 inside */
} carom_near_id;

CAROM_API carom_status carom_space_create(carom_space **space, const carom_space_def *def);
CAROM_API void carom_space_destroy(carom_space *space);

/** @errors CAROM_ERROR_NOT_FINITE, CAROM_ERROR_ARGUMENT (inverted), CAROM_ERROR_MEMORY, _LIMIT;
 * nothing is changed then. */
CAROM_API carom_status carom_space_insert(carom_space *space, const carom_aabb *box, uint32_t *id);
/** @errors CAROM_ERROR_INDEX for an id that is not in use. */
CAROM_API carom_status carom_space_remove(carom_space *space, uint32_t id);
CAROM_API carom_status carom_space_move(carom_space *space, uint32_t id, const carom_aabb *box);
/** Moves boxes 0 .. count - 1 at once, the way for scenes in which most things move; count is that
 * of carom_space_slots, unused ids are passed over. */
CAROM_API carom_status carom_space_move_all(carom_space *space, const carom_aabb *boxes,
                                            size_t count);

/** Rebuilds a structure that is built at once (grid, sweep and prune, k-d tree, the static trees)
 * over the boxes as they are now. Until then boxes that were inserted or moved since are looked at
 * one by one: answers are right, only slower. Others have nothing to do. */
CAROM_API carom_status carom_space_build(carom_space *space);

/** Boxes in use. */
CAROM_API size_t carom_space_count(const carom_space *space);
/** One more than the largest id ever given. */
CAROM_API size_t carom_space_slots(const carom_space *space);
/** The box as it was given; inverted for an id that is not in use. */
CAROM_API carom_aabb carom_space_box(const carom_space *space, uint32_t id);
/** Bytes that the structure holds. */
CAROM_API size_t carom_space_memory(const carom_space *space);

/** Every pair of boxes that overlap, once.
 * @return their count, whatever the capacity; `pairs` may be null when capacity is 0. */
CAROM_API size_t carom_space_query_pairs(const carom_space *space, carom_id_pair *pairs,
                                         size_t capacity);
CAROM_API void carom_space_visit_pairs(const carom_space *space, carom_pair_visitor *visitor,
                                       void *user);
/** Every box of A with every box of B that it overlaps: moving things against static ones. */
CAROM_API void carom_space_visit_pairs_between(const carom_space *a, const carom_space *b,
                                               carom_pair_visitor *visitor, void *user);

CAROM_API size_t carom_space_query_box(const carom_space *space, const carom_aabb *box,
                                       uint32_t *ids, size_t capacity);
CAROM_API void carom_space_visit_box(const carom_space *space, const carom_aabb *box,
                                     carom_id_visitor *visitor, void *user);
/** Boxes that the shape, in its pose, overlaps: a sphere, k-DOP, half-space or any other. */
CAROM_API size_t carom_space_query_shape(const carom_space *space, const carom_shape *shape,
                                         carom_pose pose, uint32_t *ids, size_t capacity);
/** Boxes that a box meets while it moves by `motion`. */
CAROM_API size_t carom_space_query_sweep(const carom_space *space, const carom_aabb *box,
                                         carom_vec3 motion, uint32_t *ids, size_t capacity);
CAROM_API void carom_space_visit_sweep(const carom_space *space, const carom_aabb *box,
                                       carom_vec3 motion, carom_id_visitor *visitor, void *user);
/** Boxes that the ray enters, in ascending order of t and then id. */
CAROM_API void carom_space_visit_ray(const carom_space *space, const carom_ray *ray,
                                     carom_ray_visitor *visitor, void *user);
/** The `capacity` boxes nearest to the point, in ascending order of distance and then id.
 * @return how many: the capacity, or all there are. */
CAROM_API size_t carom_space_query_nearest(const carom_space *space, carom_vec3 point,
                                           carom_near_id *nearest, size_t capacity);

/** @return "uniform grid" and so on; never null. */
CAROM_API const char *carom_space_kind_name(carom_space_kind kind);

CAROM_END

#endif
