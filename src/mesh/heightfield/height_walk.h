/* The two ways down a height field's pyramid. */
#ifndef CAROM_MESH_HEIGHTFIELD_HEIGHT_WALK_H
#define CAROM_MESH_HEIGHTFIELD_HEIGHT_WALK_H

#include "math/boxes.h"
#include "mesh/heightfield/height_data.h"
#include "mesh/data/mesh_data.h"

/** Both halves of a cell that is no hole; false ends a walk by boxes. */
typedef bool height_leaf(void *context, uint32_t column, uint32_t row);
/** A lower bound on what lies in the box can give; DBL_MAX to skip it. */
typedef double height_key(const void *context, const carom_aabb *box);

/** Visits cells nearest first; `limit` is the best so far, and leaves may lower it. */
static inline void height_visit_nearest(const carom_heightfield *f, height_key *key,
                                        height_leaf *leaf, void *context, const double *limit) {
    struct {
        double key;
        height_tile tile;
    } stack[HEIGHT_STACK], next;
    carom_aabb box;
    int top = 0;
    if (!height_box(f, height_root(f), &box)) return;
    stack[top].key = key(context, &box);
    stack[top++].tile = height_root(f);
    while (top > 0) {
        next = stack[--top];
        if (next.key >= DBL_MAX || next.key > *limit) continue;
        if (next.tile.level == 0) {
            leaf(context, next.tile.column, next.tile.row);
            continue;
        }
        height_tile children[4];
        int count = height_children(f, next.tile, children), first = top;
        for (int c = 0; c < count; c++) {
            if (!height_box(f, children[c], &box)) continue;
            double k = key(context, &box);
            if (k >= DBL_MAX || k > *limit) continue;
            int at = top++;
            for (; at > first && stack[at - 1].key < k; at--)
                stack[at] = stack[at - 1];
            stack[at].key = k;
            stack[at].tile = children[c];
        }
    }
}

/** `context` begins with a point, a vec3: the square of how far the box is, at least. */
static inline double height_nearest_key(const void *context, const carom_aabb *box) {
    const vec3 *point = context;
    const vec3 own[2] = {load3(box->min), load3(box->max)}, at[2] = {*point, *point};
    double d2 = len2(box_gaps(own, at));
    return d2 < DBL_MAX ? d2 * (1.0 - 1e-12) : DBL_MAX / 2.0;
}
/** Squared. Distances are rounded: what rounds to `distance` counts. */
static inline double height_nearest_limit(carom_real distance) {
    double reach = widen_up((double)distance);
    return reach * reach < DBL_MAX / 2.0 ? reach * reach + DBL_MIN : DBL_MAX;
}

/** Visits, row by row, the cells whose boxes meet `box`: their indices ascend. Rows and columns
 * come by bisection, runs of cells that lie too low or too high are skipped by tiles of a stored
 * level. */
void carom_height_visit_box(const carom_heightfield *field, const carom_aabb *box,
                            height_leaf *leaf, void *context);
/** May the box meet the field? Never a false no. */
bool carom_height_may_meet(const carom_heightfield *field, const carom_aabb *box);

#endif
