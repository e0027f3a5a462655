/* Visiting the triangles of a mesh that may be near a point, nearest boxes first. Boxes and
 * triangles are left out by lower bounds on their distance, in float, that hold in spite of all
 * rounding; what is left is given to whoever asks, who decides by the triangle's own function and
 * draws the limit in as triangles are found. So answers do not depend on the tree or on the
 * instructions. */
#ifndef CAROM_MESH_NEAREST_NEAR_WALK_H
#define CAROM_MESH_NEAREST_NEAR_WALK_H

#include "simd/simd_set.h"
#include "mesh/data/mesh_data.h"

typedef struct near_search near_search;

/** Looks at the triangle of a rank. It may lower search->limit; a negative one ends the search. */
typedef void near_visitor(near_search *search, uint32_t rank, const carom_triangle *triangle);

/* Of nodes on the way down to the first leaf. */
#define NEAR_WAY 16

/* The way that a search took: one of a point nearby goes most of it again, and then each next node
 * is known before the distances are that say so. Of the same tree. */
typedef struct near_path {
    uint32_t count;           /* of what follows; 0: none is known */
    uint32_t child[NEAR_WAY]; /* what the root and each one after led to, the last a leaf */
    uint32_t lane[NEAR_WAY];  /* where it stands in its parent */
} near_path;

/* The first member of every search's context. */
struct near_search {
    const bvh8_tree *tree;
    carom_vec3 given;
    vec3 point;
    double limit; /* squared; nothing beyond it is of interest */
    near_visitor *visit;
    bool nearest_only; /* one of those whose distance rounds to the least is all that matters */
    near_path *path;   /* of the search before, and then of this one; null: none */
};

/** A limit that lets everything through whose distance rounds to `distance`. */
static inline double near_limit(carom_real distance) {
    double reach = widen_up((double)distance);
    return reach * reach < DBL_MAX / 2.0 ? reach * reach + DBL_MIN : DBL_MAX;
}

static inline near_search near_search_start(carom_vec3 point, const carom_mesh *mesh,
                                            carom_real distance, near_visitor *visit) {
    return (near_search){&mesh->wide, point, load3(point), near_limit(distance),
                         visit,       false, NULL};
}

/** Nothing is visited when the point is not finite. */
void carom_near_walk(near_search *search);

/* ---- the kernels */

/* The nearest point in float is off by the rounding of a corner's offset (3 of the 8 that
 * near_aim.error counts, of its ulps), of two edges, their products and sums, and of the weights,
 * which may leave the triangle by 4 ulps of the edges. */
#define NEAR_POINT_ERRORS 3.0

/* A point in the mesh's frame, rounded both ways. */
typedef struct near_aim {
    float below[3], above[3];
    double scale, error; /* the error of a triangle's bound, in the frame */
    /* (s + e)^2 is at most s^2 (1 + x) + e^2 (1 + 1 / x) for every x: how much a square grows when
     * the limit is drawn in, and what errors add to it for boxes and for triangles */
    float growth, box_room, triangle_room;
    bool bounds; /* triangles can be bounded, too */
} near_aim;

typedef void near_kernel(near_search *search, const near_aim *aim);

/** The walk with the kernel of one set. */
void carom_near_walk_with(near_search *search, near_kernel *visit);

void carom_near_visit_native(near_search *search, const near_aim *aim);
void carom_near_visit_scalar(near_search *search, const near_aim *aim);
void carom_near_visit_avx2(near_search *search, const near_aim *aim);

#endif
