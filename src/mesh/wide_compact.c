/* The compact form: a node's boxes are bytes on a grid that begins at their lowest corner, with a
 * power of two as its step along each axis [Ylitie17]. A byte times such a step is exact, so that a
 * plane is rounded once, alike with every set of instructions, and planes are chosen by what they
 * decode to: never inside the box that they stand for. Vertices are kept once, in the order in
 * which the leaves first use them, so that a leaf's lie near one another. */
#include "mesh/wide_compact.h"

#include <string.h>

#include "mesh/refit.h"
#include "mesh/wide_lanes.h"

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

wide_box carom_compact_box(const compact_node *node, uint32_t slot) {
    static const wide_box none = {{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
    wide_box box;
    if (node->low[0][slot] > node->high[0][slot]) return none;
    for (int k = 0; k < 3; k++) {
        float step = grid_step(node->exponent[k]);
        box.low[k] = plane_at(node->origin[k], step, node->low[k][slot]);
        box.high[k] = plane_at(node->origin[k], step, node->high[k][slot]);
    }
    return box;
}

const wide_node *carom_compact_unpack(const compact_node *node, wide_node *room) {
    for (uint32_t i = 0; i < WIDE; i++) {
        wide_box box = carom_compact_box(node, i);
        for (int k = 0; k < 3; k++) {
            room->low[k][i] = box.low[k];
            room->high[k][i] = box.high[k];
        }
        room->child[i] = node->child[i];
    }
    return room;
}

/* The finest step, or nearly, with which the grid reaches `top`. */
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

static void pack_axis(compact_node *node, const wide_box boxes[WIDE], int axis) {
    float origin = FLT_MAX, top = -FLT_MAX;
    for (int i = 0; i < WIDE; i++) {
        origin = boxes[i].low[axis] < origin ? boxes[i].low[axis] : origin;
        top = boxes[i].high[axis] > top ? boxes[i].high[axis] : top;
    }
    node->origin[axis] = origin;
    node->exponent[axis] = exponent_for(origin, top);
    float step = grid_step(node->exponent[axis]);
    for (int i = 0; i < WIDE; i++) {
        bool none = node->child[i] == WIDE_NONE;
        node->low[axis][i] = none ? GRID_LAST : number_below(origin, step, boxes[i].low[axis]);
        node->high[axis][i] = none ? 0 : number_above(origin, step, boxes[i].high[axis]);
    }
}

void carom_compact_pack(compact_node *node, const wide_box boxes[WIDE]) {
    for (int axis = 0; axis < 3; axis++)
        pack_axis(node, boxes, axis);
}

/* ---- vertices */

const carom_real *carom_compact_rows(const wide_tree *tree, wide_leaf leaf, wide_row_room *room) {
    return gather_rows(tree, leaf, room);
}

#define NO_NUMBER UINT32_MAX

/* By first use in the leaves; gives how many are used. */
static uint32_t number_vertices(uint32_t *number, const uint32_t *order,
                                const wide_source *source) {
    uint32_t used = 0;
    for (size_t i = 0; i < source->vertex_count; i++)
        number[i] = NO_NUMBER;
    for (uint32_t rank = 0; rank < source->count; rank++) {
        const uint32_t *corner = source->indices + 3 * (size_t)order[rank];
        for (int k = 0; k < 3; k++)
            if (number[corner[k]] == NO_NUMBER) number[corner[k]] = used++;
    }
    return used;
}

static void name_corners(wide_tree *tree, const uint32_t *number, const wide_source *source) {
    for (uint32_t rank = 0; rank < tree->count; rank++)
        for (size_t k = 0; k < 3; k++) {
            uint32_t given = source->indices[3 * (size_t)tree->order[rank] + k];
            tree->corner[3 * (size_t)rank + k] = number[given];
            tree->given[number[given]] = given;
        }
}

static void copy_children(compact_node *nodes, const wide_nodes *from, const wide_subtree *tree) {
    for (uint32_t i = 0; i < tree->count; i++) {
        const uint32_t *children = wide_children_of(from, tree->at + i);
        compact_node *to = &nodes[tree->first + i];
        memset(to, 0, sizeof *to);
        for (int slot = 0; slot < WIDE; slot++) {
            to->child[slot] = wide_joined_child(children[slot], tree->first);
            if (children[slot] != WIDE_NONE) to->exponent[COMPACT_FILLED] |= (uint8_t)(1 << slot);
        }
    }
}

carom_status carom_compact_keep(wide_tree *tree, const wide_nodes *nodes, const wide_source *source,
                                const carom_allocator *allocator) {
    uint32_t *number = carom_alloc(allocator, source->vertex_count, sizeof *number);
    if (!number) return CAROM_ERROR_MEMORY;
    wide_tree kept = *tree;
    kept.node_count = nodes->count;
    kept.vertex_count = number_vertices(number, tree->order, source);
    carom_status status = carom_wide_allocate(&kept, true, allocator);
    if (status == CAROM_OK) {
        name_corners(&kept, number, source);
        copy_children(kept.compact, nodes, &(wide_subtree){.count = nodes->top_count});
        for (uint32_t i = 0; i < nodes->subtree_count; i++)
            copy_children(kept.compact, nodes, &nodes->subtrees[i]);
        carom_wide_place(&kept, source, false);
        carom_wide_fit(&kept, source->tasks);
        *tree = kept;
    }
    carom_free(allocator, number);
    return status;
}

bool carom_compact_matches(const wide_tree *tree, const wide_source *source) {
    for (uint32_t i = 0; i < tree->vertex_count; i++)
        if (tree->given[i] >= source->vertex_count) return false;
    for (uint32_t rank = 0; rank < tree->count; rank++)
        for (size_t k = 0; k < 3; k++) {
            uint32_t given = source->indices[3 * (size_t)tree->order[rank] + k];
            if (tree->given[tree->corner[3 * (size_t)rank + k]] != given) return false;
        }
    return true;
}

void carom_compact_place(wide_tree *tree, const wide_source *source) {
    for (uint32_t i = 0; i < tree->vertex_count; i++)
        tree->vertices[i] = source->vertices[tree->given[i]];
    tree->vertices[tree->vertex_count] = (carom_vec3){0, 0, 0};
}
