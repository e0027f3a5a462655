/* Search for the deepest point of one surface in the other solid, run in rounds. */
#ifndef CAROM_MESH_DEPTH_DEPTH_SEARCH_H
#define CAROM_MESH_DEPTH_DEPTH_SEARCH_H

#include "mesh/depth/depth_heap.h"
#include "mesh/depth/depth_cache.h"
#include "mesh/pair/separating_translation.h"

/* Cost of measuring a point, in units of the budget; one box, leaf or triangle test costs 1. */
#define STEP_COST 64

typedef struct depth_search {
    const placed_frame *own_frame, *other;
    separation_search pair;
    middle_box bounds;                        /* bounding box of the other mesh */
    double accuracy, threshold, floor, noise; /* floor: depths up to it do not count */
    double best;                              /* largest depth found so far in either direction */
    double own;                               /* largest depth found in this direction */
    vec3 deepest, surface;
    uint32_t sampled[2]; /* ranks of triangles: the current one, and the last one whose vertices
                            were sampled */
    uint32_t facing[2];  /* samples whose nearest triangle faced outwards, and inwards */
    vec3 last_direction; /* of the last successful separation; unit or zero */
    depth_cache cache;
    depth_heap heap;
} depth_search;

/* Returns true while a threshold is given and no deeper point is known. */
static inline bool is_undecided(const depth_search *s) {
    return s->threshold > 0.0 && s->best <= s->threshold;
}

static inline bool is_worth_measuring(const depth_search *s, double bound) {
    return bound > s->floor && (is_undecided(s) || bound * (1.0 - s->accuracy) > s->best);
}

/** Starts the search at the root; `pair` is already filled. */
void carom_depth_search_start(depth_search *s, const carom_mesh_depth_def *def);
/** Spends one round of the budget that is left; an examination that has begun is completed.
 * @return the budget spent. */
uint64_t carom_depth_search_run(depth_search *s, uint64_t left);

#endif
