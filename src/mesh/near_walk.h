/* Visiting the triangles of a mesh that may be near a point, nearest boxes first. A box is left out
 * by a lower bound on its distance that holds in spite of rounding; whoever asks decides by the
 * triangle's own function, and draws the limit in as triangles are found. */
#ifndef CAROM_MESH_NEAR_WALK_H
#define CAROM_MESH_NEAR_WALK_H

#include "mesh/mesh_data.h"

/* The first member of every search's context. */
typedef struct near_search {
    const carom_mesh *mesh;
    carom_vec3 given;
    vec3 point;
    double limit; /* squared; nothing beyond it is of interest */
} near_search;

static inline double near_box_distance2(vec3 p, const bvh_node *node) {
    vec3 low = load3(node->min), high = load3(node->max);
    vec3 d =
        vec(max2(max2(low.x - p.x, p.x - high.x), 0.0), max2(max2(low.y - p.y, p.y - high.y), 0.0),
            max2(max2(low.z - p.z, p.z - high.z), 0.0));
    return len2(d);
}

/* A limit that lets everything through whose distance rounds to `distance`. */
static inline double near_limit(carom_real distance) {
    double reach = widen_up((double)distance);
    return reach * reach < DBL_MAX / 2.0 ? reach * reach + DBL_MIN : DBL_MAX;
}

static inline near_search near_search_start(carom_vec3 point, const carom_mesh *mesh,
                                            carom_real distance) {
    return (near_search){mesh, point, load3(point), near_limit(distance)};
}

static inline double near_key(const void *context, const bvh_node *node) {
    const near_search *s = context;
    double d2 = near_box_distance2(s->point, node);
    return d2 < DBL_MAX ? d2 * (1.0 - 1e-12) : DBL_MAX / 2.0;
}

/** Calls `leaf(context, node)` for runs of triangles; it may lower search->limit, and a negative
 * one ends the search. `search` is the first member of the context. */
static inline void near_walk(near_search *search, void (*leaf)(void *, const bvh_node *)) {
    if (finite3(search->point))
        bvh_visit_nearest(&search->mesh->tree, near_key, leaf, search, &search->limit);
}

#endif
