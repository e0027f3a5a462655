/* One surface in the other solid: a search for its deepest point, in rounds. */
#ifndef CAROM_MESH_DEPTH_DEPTH_SEARCH_H
#define CAROM_MESH_DEPTH_DEPTH_SEARCH_H

#include "mesh/depth/depth_heap.h"
#include "mesh/depth/depth_memory.h"
#include "mesh/pair/pair_escape.h"

/* Boxes, leaves and triangles that are looked at count as a point that is measured. */
#define STEP_LOOKS 64

typedef struct depth_search {
    const placed_frame *own_frame, *other;
    escape_pair pair;
    middle_box bounds;                        /* of the other */
    double accuracy, threshold, floor, noise; /* floor: depths up to it are not told apart */
    double best;                              /* the deepest so far, of either direction */
    double own;                               /* of this one */
    vec3 deepest, surface;
    uint32_t sampled[2]; /* ranks of triangles: now, and the last one whose corners were samples */
    uint32_t facing[2];  /* samples that triangles faced as outward ones do, or as inward ones */
    vec3 last_way;       /* that led out; unit, or zero */
    depth_memory memory;
    depth_heap heap;
} depth_search;

/* Is the best no deeper than a threshold that is given? */
static inline bool is_undecided(const depth_search *s) {
    return s->threshold > 0.0 && s->best <= s->threshold;
}

static inline bool worth_measuring(const depth_search *s, double bound) {
    return bound > s->floor && (is_undecided(s) || bound * (1.0 - s->accuracy) > s->best);
}

/** From the root; `pair` is filled. */
void carom_depth_search_start(depth_search *s, const carom_mesh_depth_def *def);
/** Some looks of those that are left, but what was begun is ended.
 * @return how many were spent. */
uint64_t carom_depth_search_run(depth_search *s, uint64_t left);

#endif
