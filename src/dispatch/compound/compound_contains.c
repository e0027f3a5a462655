/* Own method: is a convex shape in the union of occupied cells? Cells are closed; what is not in
 * the union is open, and its cells without their boundary are dense in it. So a convex shape is in
 * the union where it meets no free cell's inside: a point outside of all of these would be on a
 * plane between two free cells, and the shape has points off that plane nearby, unless it lies in
 * the plane. Then the faces in the plane take the place of the cells, free where the cells on both
 * sides are. Boxes of cells are halved until all of their cells are occupied, all are free, or the
 * shape is not there. Insides are boxes an ulp smaller, so that what reaches into a free cell by a
 * rounding of its coordinates still counts as contained. */
#include "dispatch/compound/compound_contains.h"

#include "dispatch/compound/tolerances.h"
#include "pair/pair_overlap.h"
#include "pair/solver/toi_unbounded.h"

/* Halvings of the reach of cells along three axes, and one. */
#define CELL_STACK 68

/** Cells from low to below high; along a flat axis low is high, the plane before that cell. */
typedef struct cell_block {
    int32_t low[3], high[3];
} cell_block;

static carom_real plane_of(const carom_compound *c, int axis, int64_t index) {
    const vec3 origin = load3(c->origin), cell = load3(c->cell);
    return cell_plane((carom_real)axis3(origin, axis), (carom_real)axis3(cell, axis), index);
}

/* ---- the cells that a shape can be in */

/* The last plane that is not after x, by bisection. */
static int32_t plane_before(const carom_compound *c, int axis, carom_real x) {
    int32_t low = -CAROM_VOXEL_REACH, high = CAROM_VOXEL_REACH;
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        if (plane_of(c, axis, middle) <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* False where the shape is not in the box of all voxels. */
static bool block_of_shape(const compound_pair *pair, cell_block *out) {
    const carom_compound *c = pair->of;
    const vec3 least = load3(pair->reach.min), most = load3(pair->reach.max);
    const vec3 low = load3(c->extent.min), high = load3(c->extent.max);
    for (int axis = 0; axis < 3; axis++) {
        const carom_real from = (carom_real)axis3(least, axis), to = (carom_real)axis3(most, axis);
        if (!((double)from >= axis3(low, axis) && (double)to <= axis3(high, axis))) return false;
        out->low[axis] = plane_before(c, axis, from);
        out->high[axis] = plane_before(c, axis, to);
        const bool thin = from == to && plane_of(c, axis, out->low[axis]) == from;
        if (!thin && plane_of(c, axis, out->high[axis]) < to) out->high[axis]++;
    }
    return true;
}

/* ---- occupied cells of a block */

typedef struct cell_count {
    carom_aabb box; /* first: the key reads this alone */
    const carom_compound *of;
    int64_t low[3], high[3];
    uint64_t count;
    double limit;
} cell_count;

static double count_key(const void *context, const carom_aabb *box) {
    return boxes_meet(context, box) ? 0.0 : DBL_MAX;
}

static void count_leaf(void *context, uint32_t child) {
    cell_count *w = context;
    const carom_voxel *v = &w->of->voxels[child];
    const int64_t at[3] = {v->x, v->y, v->z};
    uint64_t cells = 1;
    for (int axis = 0; axis < 3; axis++) {
        const int64_t low = at[axis] > w->low[axis] ? at[axis] : w->low[axis];
        const int64_t end = at[axis] + v->size;
        const int64_t high = end < w->high[axis] ? end : w->high[axis];
        if (high <= low) return;
        cells *= (uint64_t)(high - low);
    }
    w->count += cells;
}

typedef enum block_state { BLOCK_FREE, BLOCK_OCCUPIED, BLOCK_MIXED } block_state;

/* Of a flat axis the cells on the side that a bit of `sides` names. */
static block_state side_state(const carom_compound *c, const cell_block *block, int sides) {
    cell_count w = {.of = c, .count = 0};
    uint64_t all = 1;
    for (int axis = 0; axis < 3; axis++) {
        const bool thin = block->low[axis] == block->high[axis];
        w.low[axis] = (int64_t)block->low[axis] - (thin && (sides >> axis & 1));
        w.high[axis] = thin ? w.low[axis] + 1 : block->high[axis];
        all *= (uint64_t)(w.high[axis] - w.low[axis]);
    }
    w.box = (carom_aabb){cell_corner(c, w.low[0], w.low[1], w.low[2]),
                         cell_corner(c, w.high[0], w.high[1], w.high[2])};
    visit_children((children_search){c, count_key, count_key, count_leaf, &w, &w.limit, true});
    return w.count == 0 ? BLOCK_FREE : w.count == all ? BLOCK_OCCUPIED : BLOCK_MIXED;
}

static block_state state_of_block(const carom_compound *c, const cell_block *block) {
    block_state state = BLOCK_FREE;
    int thin = 0;
    for (int axis = 0; axis < 3; axis++)
        thin |= (block->low[axis] == block->high[axis]) << axis;
    for (int sides = 0; sides < 8; sides++) {
        if (sides & ~thin) continue;
        const block_state side = side_state(c, block, sides);
        if (side == BLOCK_OCCUPIED) return BLOCK_OCCUPIED;
        if (side == BLOCK_MIXED) state = BLOCK_MIXED;
    }
    return state;
}

/* ---- the shape in a block */

static carom_real step_from(carom_real x, double sign) {
    const double step = (double)CAROM_REAL_EPSILON * fabs((double)x);
    return (carom_real)((double)x + sign * max2(step, COMPOUND_LEAST_STEP));
}

/* The inside of a block, as a closed box. @return false where it has none */
static bool inside_of_block(const carom_compound *c, const cell_block *block, carom_aabb *out) {
    carom_real low[3], high[3];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = high[axis] = plane_of(c, axis, block->low[axis]);
        if (block->low[axis] == block->high[axis]) continue;
        low[axis] = step_from(low[axis], 1.0);
        high[axis] = step_from(plane_of(c, axis, block->high[axis]), -1.0);
        if (!(low[axis] <= high[axis])) return false;
    }
    *out = (carom_aabb){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    return true;
}

static int longest_of_block(const cell_block *block) {
    int best = 0;
    for (int axis = 1; axis < 3; axis++)
        if (block->high[axis] - block->low[axis] > block->high[best] - block->low[best])
            best = axis;
    return best;
}

static bool contains_in_blocks(const compound_pair *pair, const cell_block *all) {
    cell_block stack[CELL_STACK];
    stack[0] = *all;
    for (int top = 1; top > 0;) {
        const cell_block block = stack[--top];
        carom_shape box = {.kind = CAROM_SHAPE_AABB};
        carom_posed_shape inside;
        if (!inside_of_block(pair->of, &block, &box.as.aabb)) return false;
        if (!carom_shape_pose(&inside, &box, carom_pose_identity())) return false;
        if (!carom_pair_overlap(&inside, &pair->other)) continue;
        const block_state state = state_of_block(pair->of, &block);
        if (state == BLOCK_FREE) return false;
        if (state == BLOCK_OCCUPIED) continue;
        const int axis = longest_of_block(&block);
        const int32_t middle = block.low[axis] + (block.high[axis] - block.low[axis]) / 2;
        stack[top] = stack[top + 1] = block;
        stack[top++].high[axis] = middle;
        stack[top++].low[axis] = middle;
    }
    return true;
}

bool carom_voxels_contain(const compound_pair *pair) {
    const carom_shape *other = &pair->other.shape;
    cell_block block;
    if (pair->of->form != COMPOUND_VOXELS || other->kind >= CAROM_SHAPE_MESH) return false;
    if (other->kind == CAROM_SHAPE_RAY || carom_is_unbounded(other)) return false;
    return block_of_shape(pair, &block) && contains_in_blocks(pair, &block);
}
