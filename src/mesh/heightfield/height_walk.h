/* The two traversals of the pyramid of a height field: nearest first, a branch and bound search,
 * and by a box. */
#ifndef CAROM_MESH_HEIGHTFIELD_HEIGHT_WALK_H
#define CAROM_MESH_HEIGHTFIELD_HEIGHT_WALK_H

#include "core/workspace.h"
#include "math/boxes.h"
#include "mesh/heightfield/height_data.h"
#include "mesh/data/mesh_data.h"
#include "mesh/heightfield/tolerances.h"

/** Called for a cell that is not a hole, for both its triangles; false ends a traversal by boxes.
 */
typedef bool height_leaf(void *context, uint32_t column, uint32_t row);
/** A lower bound on the value of everything in the box; DBL_MAX to skip it. */
typedef double height_key(const void *context, const carom_aabb *box);

typedef struct height_pending {
    double key;
    height_tile tile;
} height_pending;
_Static_assert(HEIGHT_STACK * sizeof(height_pending) <= WORKSPACE_TRIANGLES_BYTES,
               "the block holds it");

/* What a walk asks, and its stack of HEIGHT_STACK places, in a block of the workspace. */
typedef struct height_walk {
    height_key *key;
    height_leaf *leaf;
    void *context;
    const double *limit;
    height_pending *stack;
} height_walk;

/** Visits cells nearest first; `limit` is the best value so far, and leaves may lower it. */
static inline void height_walk_nearest(const carom_heightfield *f, const height_walk *walk) {
    height_pending *stack = walk->stack;
    void *context = walk->context;
    const double *limit = walk->limit;
    height_pending next;
    carom_aabb box;
    int top = 0;
    if (!height_box(f, height_root(f), &box)) return;
    stack[top].key = walk->key(context, &box);
    stack[top++].tile = height_root(f);
    while (top > 0) {
        next = stack[--top];
        if (next.key >= DBL_MAX || next.key > *limit) continue;
        if (next.tile.level == 0) {
            walk->leaf(context, next.tile.column, next.tile.row);
            continue;
        }
        height_tile children[4];
        int count = height_children(f, next.tile, children), first = top;
        for (int c = 0; c < count; c++) {
            if (!height_box(f, children[c], &box)) continue;
            double k = walk->key(context, &box);
            if (k >= DBL_MAX || k > *limit) continue;
            int at = top++;
            for (; at > first && stack[at - 1].key < k; at--)
                stack[at] = stack[at - 1];
            stack[at].key = k;
            stack[at].tile = children[c];
        }
    }
}

/** A lower bound on the squared distance of the box from a point; `context` begins with that
 * point, a vec3. */
static inline double height_nearest_key(const void *context, const carom_aabb *box) {
    const vec3 *point = context;
    const vec3 own[2] = {load3(box->min), load3(box->max)}, at[2] = {*point, *point};
    double d2 = len2(box_gaps(own, at));
    return d2 < DBL_MAX ? d2 * (1.0 - BOX_DISTANCE_ROUNDING) : DBL_MAX / 2.0;
}
/** Visits the cells whose boxes meet `box`, row by row, so that their indices ascend. Rows and
 * columns are found by bisection; runs of cells that are too low or too high are skipped by tiles
 * of a stored level. */
void carom_height_visit_box(const carom_heightfield *field, const carom_aabb *box,
                            height_leaf *leaf, void *context);
/** May the box meet the field? Conservative: false only when it certainly does not. */
bool carom_height_may_meet(const carom_heightfield *field, const carom_aabb *box);

#endif
