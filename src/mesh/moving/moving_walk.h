/* Branch and bound over two BVHs in relative motion for their first contact; the motion supplies
 * a lower bound of the time for two boxes. */
#ifndef CAROM_MESH_MOVING_MOVING_WALK_H
#define CAROM_MESH_MOVING_MOVING_WALK_H

#include "convex/support/convex.h"
#include "mesh/pair/pair_frame.h"

/* A time after every contact. */
#define NEVER INFINITY

typedef struct moving_search moving_search;

struct moving_search {
    const carom_mesh *a, *b;
    /** Returns a lower bound on the first time at which triangles in the two boxes touch, given
     * the lower bound `from`. */
    double (*earliest)(const moving_search *search, const middle_box *a, const middle_box *b,
                       double from);
    /** Tests two triangles, given by rank, and lowers the limit; false ends the search. */
    bool (*test)(moving_search *search, uint32_t a, uint32_t b);
    double limit; /* upper bound on the times that matter */
    /** Returns true when a plane between the triangles below two nodes proves that none of their
     * pairs matters, given the lower bound `from`; or null. It is asked once a number of pairs were
     * tested that costs more than a pass over both meshes, and spends `credit`. */
    bool (*parts)(moving_search *search, const mesh_node *a, const mesh_node *b, double from);
    uint32_t worth;    /* triangles whose heights cost less than a test */
    uint64_t patience; /* pairs that are tested before planes are tried */
    uint64_t credit;   /* triangles whose heights may be looked at: `worth` for each test */
};

/** Walks from both roots; sets `patience` and `credit`. */
void carom_moving_walk(moving_search *search);

/** Returns a triangle as a convex shape; `points` has capacity for three. */
convex_shape carom_convex_of_triangle(const carom_triangle *triangle, vec3 *points);

#endif
