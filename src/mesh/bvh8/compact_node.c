/* Compressed wide BVH nodes [Ylitie17]: the boxes of a node are bytes on a grid that begins at
 * their lowest corner, with a power of two as its step along each axis. A byte times such a step is
 * exact, so a plane is rounded once, with the same bits on every instruction set; a plane is chosen
 * by its decoded value, never inside the box that it bounds. */
#include "mesh/bvh8/compact_node.h"

#include <string.h>

#include "mesh/bvh8/bvh8_lanes.h"
#include "mesh/bvh8/bvh8.h"

#define GRID_LAST 255

/* ---- planes */

static float grid_step(uint8_t exponent) {
    uint32_t bits = (uint32_t)exponent << 23;
    float step;
    memcpy(&step, &bits, sizeof step);
    return step;
}

static float plane_at(float origin, float step, int number) {
    return origin + (float)number * step;
}

bvh8_box carom_compact_box(const compact_node *node, uint32_t slot) {
    static const bvh8_box none = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    bvh8_box box;
    if (node->low[0][slot] > node->high[0][slot]) return none;
    for (int k = 0; k < 3; k++) {
        float step = grid_step(node->exponent[k]);
        box.low[k] = plane_at(node->origin[k], step, node->low[k][slot]);
        box.high[k] = plane_at(node->origin[k], step, node->high[k][slot]);
    }
    return box;
}

const bvh8_node *carom_compact_unpack(const compact_node *node, bvh8_node *scratch) {
    for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
        bvh8_box box = carom_compact_box(node, i);
        for (int k = 0; k < 3; k++) {
            scratch->low[k][i] = box.low[k];
            scratch->high[k][i] = box.high[k];
        }
        scratch->child[i] = node->child[i];
    }
    return scratch;
}

/* The exponent of the finest step, or nearly, with which the grid reaches `top`. */
static uint8_t exponent_for(float origin, float top) {
    float least = (float)(((double)top - (double)origin) / GRID_LAST);
    uint32_t bits, exponent;
    memcpy(&bits, &least, sizeof bits);
    exponent = bits >> 23;
    if (exponent == 0) exponent = 1;
    while (exponent < 254 && plane_at(origin, grid_step((uint8_t)exponent), GRID_LAST) < top)
        exponent++;
    return (uint8_t)exponent;
}

static int clamp_number(double x) {
    return x < GRID_LAST ? (x > 0.0 ? (int)x : 0) : GRID_LAST;
}
static uint8_t number_below(float origin, float step, float low) {
    int number = clamp_number(((double)low - (double)origin) / (double)step);
    while (number > 0 && plane_at(origin, step, number) > low)
        number--;
    return (uint8_t)number;
}
static uint8_t number_above(float origin, float step, float high) {
    int number = clamp_number(-floor(((double)origin - (double)high) / (double)step));
    while (number < GRID_LAST && plane_at(origin, step, number) < high)
        number++;
    return (uint8_t)number;
}

static void pack_axis(compact_node *node, const bvh8_box boxes[BVH8_WIDTH], int axis) {
    float origin = FLT_MAX, top = -FLT_MAX;
    for (int i = 0; i < BVH8_WIDTH; i++) {
        origin = boxes[i].low[axis] < origin ? boxes[i].low[axis] : origin;
        top = boxes[i].high[axis] > top ? boxes[i].high[axis] : top;
    }
    node->origin[axis] = origin;
    node->exponent[axis] = exponent_for(origin, top);
    float step = grid_step(node->exponent[axis]);
    for (int i = 0; i < BVH8_WIDTH; i++) {
        bool none = node->child[i] == BVH8_NONE;
        node->low[axis][i] = none ? GRID_LAST : number_below(origin, step, boxes[i].low[axis]);
        node->high[axis][i] = none ? 0 : number_above(origin, step, boxes[i].high[axis]);
    }
}

void carom_compact_pack(compact_node *node, const bvh8_box boxes[BVH8_WIDTH]) {
    for (int axis = 0; axis < 3; axis++)
        pack_axis(node, boxes, axis);
}

const carom_real *carom_compact_rows(const bvh8_tree *tree, bvh8_leaf leaf,
                                     bvh8_row_scratch *scratch) {
    return gather_rows(tree, leaf, scratch);
}
