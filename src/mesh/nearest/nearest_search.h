/* Nearest-neighbour search in the BVH8: visits the triangles of a mesh that may be near a point,
 * nearest boxes first, a branch and bound search. Boxes and triangles are culled by lower bounds on
 * their distance, in float, which hold in spite of all rounding; the visitor decides the rest by
 * the exact triangle function and lowers the limit as triangles are found. So answers do not depend
 * on the tree or on the instruction set. */
#ifndef CAROM_MESH_NEAREST_NEAREST_SEARCH_H
#define CAROM_MESH_NEAREST_NEAREST_SEARCH_H

#include "simd/simd_set.h"
#include "mesh/data/mesh_data.h"
#include "mesh/nearest/tolerances.h"

typedef struct near_search near_search;

/** Visits the triangle of a rank. It may lower search->limit; a negative limit ends the search. */
typedef void near_visitor(near_search *search, uint32_t rank, const carom_triangle *triangle);

/* Nodes of a descent to the first leaf, at most. */
#define NEAR_DEPTH 16

/* The descent of a search, from the root to a leaf. The search of a nearby point mostly repeats it,
 * and then knows each next node before the distances that select it. A hint: it changes no answer.
 * Belongs to one tree. */
typedef struct near_path {
    uint32_t count;             /* nodes that follow; 0: no descent is known */
    uint32_t child[NEAR_DEPTH]; /* child of the root and of each next node; the last is a leaf */
    uint32_t lane[NEAR_DEPTH];  /* its place in its parent, 0 .. 7 */
} near_path;

/* Common to all searches: the first member of each one's context. */
struct near_search {
    const bvh8_tree *tree;
    carom_vec3 given;
    vec3 point;
    double limit; /* squared; what is farther is not visited */
    near_visitor *visit;
    bool nearest_only; /* only a triangle whose distance rounds to the least matters */
    near_path *path;   /* descent of the search before, replaced by that of this one; null: none */
};

static inline near_search near_search_start(carom_vec3 point, const carom_mesh *mesh,
                                            carom_real distance, near_visitor *visit) {
    return (near_search){&mesh->bvh8, point, load3(point), near_limit(distance),
                         visit,       false, NULL};
}

/** Visits the triangles within the limit; none when the point is not finite. */
void carom_nearest_search(near_search *search);

/* ---- the kernels */

/* A search as the kernels take it: the point in the mesh's frame, rounded down and up. */
typedef struct near_query {
    float below[3], above[3];
    double scale, error; /* error of the distance bound of a triangle, in the frame */
    /* (s + e)^2 <= s^2 (1 + x) + e^2 (1 + 1 / x) for every x > 0: the factor by which a square
     * grows when it becomes the limit, and what errors add to it for boxes and for triangles */
    float growth, box_slack, triangle_slack;
    bool bounds; /* float has the range to bound triangles, too */
} near_query;

typedef void near_kernel(near_search *search, const near_query *query);

/** The search with the kernel of one instruction set, which the machine must have. */
void carom_nearest_search_with(near_search *search, near_kernel *visit);

#endif
