/* Two trees that move against each other: what a search for their first contact needs to know. */
#ifndef CAROM_MESH_MOVING_MOVING_WALK_H
#define CAROM_MESH_MOVING_MOVING_WALK_H

#include "convex/support/convex.h"
#include "mesh/pair/pair_frame.h"

/* No contact during the frame. */
#define NEVER INFINITY

typedef struct moving_search moving_search;

struct moving_search {
    const carom_mesh *a, *b;
    /** No triangles in the two boxes touch before what this returns; they do not before `from`. */
    double (*earliest)(const moving_search *search, const middle_box *a, const middle_box *b,
                       double from);
    /** Looks at the triangles by leaf, and lowers the limit; false ends the search. */
    bool (*look)(moving_search *search, uint32_t a, uint32_t b);
    double limit; /* what happens later does not matter */
};

void carom_moving_walk(moving_search *search);

/** A triangle as the convex engine sees it; `points` has room for three. */
convex_shape carom_convex_of_triangle(const carom_triangle *triangle, vec3 *points);

#endif
