/* Serialisation of a mesh (own method): a header, then the arrays as they lie in memory, each at a
 * multiple of 64 bytes. Data must come from a machine of the same byte order, precision and
 * layout, or they are refused. Nothing read is trusted: sizes follow from the counts; a checksum
 * with the constants of SplitMix64 [Steele14] finds accidental changes; and forged data must still
 * be one tree with every triangle in exactly one leaf, no deeper than the traversal stacks, with
 * boxes that contain what is below them, which a depth-first search proves. The second tree for
 * rays, if there is one, follows the first; its triangles must be the first one's. */
#include <string.h>

#include "mesh/refit.h"
#include "mesh/save_cover.h"
#include "mesh/bvh8/bvh8_fit.h"
#include "mesh/bvh8/bvh8_frame.h"
#include "mesh/bvh8/bvh8_memory.h"
#include "mesh/bvh8_build/bvh8_nodes.h"

#define MESH_MAGIC 0x687365636d6f7263u
#define MESH_VERSION 5u
#define MESH_ALIGN 64u

typedef struct mesh_header {
    uint64_t magic;          /* also identifies the byte order */
    uint64_t size, checksum; /* of all bytes */
    uint32_t version, real_size, node_size, width, leaf_size;
    uint32_t count, node_count, vertex_count, compact;
    uint32_t part_count, part_nodes; /* of the second tree; 0 without one */
    uint32_t unused;
    double built_cost, cost;
    double bounds[6];
} mesh_header;

/* The arrays of both trees. */
typedef struct mesh_arrays {
    bvh8_parts of[2];
} mesh_arrays;

/* Offsets of the arrays. */
typedef struct mesh_layout {
    uint64_t at[2][BVH8_PARTS], size;
} mesh_layout;

static uint64_t next_part(uint64_t end) {
    return (end + MESH_ALIGN - 1) / MESH_ALIGN * MESH_ALIGN;
}

static mesh_layout layout_of(const mesh_arrays *arrays) {
    mesh_layout layout = {{{0}}, next_part(sizeof(mesh_header))};
    for (int tree = 0; tree < 2; tree++)
        for (int i = 0; i < arrays->of[tree].count; i++) {
            layout.at[tree][i] = layout.size;
            layout.size = next_part(layout.size + arrays->of[tree].size[i]);
        }
    return layout;
}

static mesh_arrays arrays_of(const bvh8_tree *whole, const bvh8_tree *parts, bool compact) {
    static const bvh8_parts none;
    bool has_parts = parts->node_count > 0;
    return (mesh_arrays){
        {carom_bvh8_parts(whole, compact), has_parts ? carom_bvh8_parts(parts, false) : none}};
}

static mesh_arrays arrays_by_header(const mesh_header *h) {
    const bvh8_tree whole = {
        .count = h->count, .node_count = h->node_count, .vertex_count = h->vertex_count};
    const bvh8_tree parts = {.count = h->part_count, .node_count = h->part_nodes};
    return arrays_of(&whole, &parts, h->compact != 0);
}

/* Each step is a bijection of the word and of the sum so far: a single changed word always
 * changes the sum. */
static uint64_t checksum_of(const uint8_t *data, size_t size) {
    uint64_t sum = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, data + i, sizeof word);
        if (i == offsetof(mesh_header, checksum)) word = 0;
        sum = (sum ^ word) * 0xbf58476d1ce4e5b9u;
        sum ^= sum >> 31;
    }
    return sum;
}

/* ---- writing */

static uint32_t node_size_of(bool compact) {
    return compact ? sizeof(compact_node) : sizeof(bvh8_node);
}

static mesh_header header_of(const carom_mesh *mesh, size_t size) {
    const carom_vec3 low = mesh->bounds.min, high = mesh->bounds.max;
    bool compact = mesh->bvh8.compact != NULL;
    return (mesh_header){.magic = MESH_MAGIC,
                         .size = size,
                         .version = MESH_VERSION,
                         .real_size = sizeof(carom_real),
                         .node_size = node_size_of(compact),
                         .width = BVH8_WIDTH,
                         .leaf_size = BVH8_LEAF,
                         .count = mesh_count(mesh),
                         .node_count = mesh->bvh8.node_count,
                         .vertex_count = mesh->bvh8.vertex_count,
                         .compact = compact,
                         .part_count = mesh->split_bvh8.count,
                         .part_nodes = mesh->split_bvh8.node_count,
                         .built_cost = mesh->built_cost,
                         .cost = mesh->cost,
                         .bounds = {(double)low.x, (double)low.y, (double)low.z, (double)high.x,
                                    (double)high.y, (double)high.z}};
}

/* Writes the lowest of a triangle's ranks, so that the bytes do not depend on threads. */
static void write_places(uint8_t *out, const bvh8_tree *parts) {
    for (uint32_t rank = parts->count; rank-- > 0;)
        memcpy(out + sizeof rank * parts->order[rank], &rank, sizeof rank);
}

carom_status carom_mesh_save(const carom_mesh *mesh, void *buffer, size_t *size) {
    if (!mesh || !size) return CAROM_ERROR_ARGUMENT;
    mesh_arrays arrays = arrays_of(&mesh->bvh8, &mesh->split_bvh8, mesh->bvh8.compact != NULL);
    mesh_layout layout = layout_of(&arrays);
    size_t capacity = *size;
    *size = (size_t)layout.size;
    if (!buffer) return CAROM_OK;
    if (capacity < layout.size) return CAROM_ERROR_LIMIT;
    uint8_t *out = buffer;
    mesh_header header = header_of(mesh, *size);
    memset(out, 0, *size);
    memcpy(out, &header, sizeof header);
    for (int tree = 0; tree < 2 && mesh_count(mesh) > 0; tree++)
        for (int i = 0; i < arrays.of[tree].count; i++)
            if (tree == 0 || i != BVH8_PLACES)
                memcpy(out + layout.at[tree][i], arrays.of[tree].array[i], arrays.of[tree].size[i]);
    if (mesh->split_bvh8.node_count > 0)
        write_places(out + layout.at[1][BVH8_PLACES], &mesh->split_bvh8);
    header.checksum = checksum_of(out, *size);
    memcpy(out, &header, sizeof header);
    return CAROM_OK;
}

/* ---- checking */

static bool is_header_sound(const mesh_header *h, const uint8_t *data, size_t size) {
    if (h->magic != MESH_MAGIC || h->version != MESH_VERSION || h->size != size) return false;
    if (h->real_size != sizeof(carom_real) || h->compact > 1 ||
        h->node_size != node_size_of(h->compact != 0) || h->width != BVH8_WIDTH ||
        h->leaf_size != BVH8_LEAF || h->unused != 0)
        return false;
    if (h->count >= BVH8_LARGEST || h->node_count > h->count ||
        (h->count > 0) != (h->node_count > 0) ||
        h->vertex_count > 3 * (h->compact != 0 ? h->count : 0))
        return false;
    if (h->part_count >= BVH8_LARGEST || h->part_nodes > h->part_count ||
        (h->part_count > 0) != (h->part_nodes > 0) ||
        (h->part_count > 0 && (h->compact != 0 || h->part_count < h->count || h->count == 0)))
        return false;
    mesh_arrays arrays = arrays_by_header(h);
    if (layout_of(&arrays).size != size) return false;
    if (!(h->built_cost >= 0.0 && h->built_cost <= DBL_MAX) ||
        !(h->cost >= 0.0 && h->cost <= DBL_MAX))
        return false;
    return checksum_of(data, size) == h->checksum;
}

static bool is_slot_sound(const bvh8_tree *tree, bvh8_leaf leaf, uint32_t slot) {
    uint32_t rank = leaf.first + slot;
    if (!tree->compact) return tree->slots[rank] == (uint8_t)(slot | (leaf.count - 1) << 3);
    const uint32_t *corner = tree->corner + 3 * (size_t)rank;
    uint32_t vertices = tree->vertex_count;
    return corner[0] < vertices && corner[1] < vertices && corner[2] < vertices;
}

/* A tree that is checked; for a second tree also the first one. */
typedef struct checked_tree {
    const bvh8_tree *tree, *whole;
    uint8_t *visited_nodes, *visited_ranks;
} checked_tree;

static bool same_triangle(const bvh8_tree *a, uint32_t rank_a, const bvh8_tree *b,
                          uint32_t rank_b) {
    carom_triangle t = bvh8_triangle_at(a, rank_a), u = bvh8_triangle_at(b, rank_b);
    return memcmp(&t, &u, sizeof t) == 0;
}

/* Checks a part of a triangle: its vertices equal those in the first tree. */
static bool is_part_sound(const checked_tree *s, uint32_t rank) {
    uint32_t id = s->tree->order[rank], place;
    if (id >= s->whole->count || (place = s->tree->place[id]) >= s->tree->count) return false;
    return place <= rank && s->tree->order[place] == id &&
           same_triangle(s->tree, rank, s->whole, s->whole->place[id]);
}

/* Checks that the leaf's ranks are in no other leaf and name the right triangles. */
static bool is_leaf_sound(const checked_tree *s, bvh8_leaf leaf) {
    const bvh8_tree *tree = s->tree;
    if (leaf.first >= tree->count || leaf.count > tree->count - leaf.first) return false;
    for (uint32_t slot = 0; slot < leaf.count; slot++) {
        uint32_t rank = leaf.first + slot, id = tree->order[rank];
        if (s->visited_ranks[rank] != 0 || !is_slot_sound(tree, leaf, slot)) return false;
        bool named =
            s->whole ? is_part_sound(s, rank) : id < tree->count && tree->place[id] == rank;
        if (!named) return false;
        s->visited_ranks[rank] = 1;
    }
    return true;
}

static uint32_t least_of_child(const bvh8_tree *tree, uint32_t child) {
    return bvh8_is_leaf(child) ? bvh8_least_of_leaf(tree, bvh8_leaf_of(child))
                               : carom_bvh8_least_of_node(&tree->nodes[child]);
}

typedef struct checked_place {
    uint32_t node, depth;
} checked_place;

/* Checks that every node follows its parent, is named once and has a child, so that every
 * descent ends in a leaf, and that the least indices are right. */
static bool are_nodes_sound(const checked_tree *s) {
    const bvh8_tree *tree = s->tree;
    checked_place stack[BVH8_STACK];
    int top = 0;
    uint32_t nodes = 0, ranks = 0;
    stack[top++] = (checked_place){0, 0};
    while (top > 0) {
        checked_place at = stack[--top];
        if (at.depth >= BVH8_DEPTH || s->visited_nodes[at.node] != 0) return false;
        s->visited_nodes[at.node] = 1;
        nodes++;
        uint32_t filled = 0;
        for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
            uint32_t child = bvh8_child_at(tree, at.node, i);
            if (child == BVH8_NONE) continue;
            filled |= 1u << i;
            if (bvh8_is_leaf(child)) {
                if (!is_leaf_sound(s, bvh8_leaf_of(child))) return false;
                ranks += bvh8_leaf_of(child).count;
            } else {
                if (child <= at.node || child >= tree->node_count) return false;
                stack[top++] = (checked_place){child, at.depth + 1};
            }
            if (!tree->compact && tree->nodes[at.node].least[i] != least_of_child(tree, child))
                return false;
        }
        if (filled == 0 ||
            (tree->compact && tree->compact[at.node].exponent[COMPACT_FILLED] != filled))
            return false;
    }
    return nodes == tree->node_count && ranks == tree->count;
}

static bool same_bounds(const mesh_header *h, const bvh8_tree *tree) {
    double bounds[6];
    for (int k = 0; k < 3; k++)
        bounds[k] = INFINITY, bounds[3 + k] = -INFINITY;
    for (uint32_t rank = 0; rank < tree->count; rank++) {
        carom_triangle t = bvh8_triangle_at(tree, rank);
        for (int i = 0; i < 3; i++) {
            vec3 v = load3(t.v[i]);
            if (!finite3(v)) return false;
            for (int k = 0; k < 3; k++) {
                bounds[k] = min2(bounds[k], axis3(v, k));
                bounds[3 + k] = max2(bounds[3 + k], axis3(v, k));
            }
        }
    }
    for (int i = 0; i < 6; i++)
        if (bounds[i] != h->bounds[i]) return false;
    return true;
}

static carom_status check_tree(const bvh8_tree *tree, const bvh8_tree *whole,
                               const carom_allocator *allocator) {
    size_t count = (size_t)tree->node_count + tree->count;
    uint8_t *visited = carom_alloc(allocator, count, 1);
    if (!visited) return CAROM_ERROR_MEMORY;
    memset(visited, 0, count);
    const checked_tree s = {tree, whole, visited, visited + tree->node_count};
    bool sound = are_nodes_sound(&s);
    carom_free(allocator, visited);
    return sound ? CAROM_OK : CAROM_ERROR_ARGUMENT;
}

static carom_status check_contents(const carom_mesh *mesh, const mesh_header *h) {
    const bvh8_tree *tree = &mesh->bvh8, *parts = &mesh->split_bvh8;
    if (tree->count == 0) return CAROM_OK;
    carom_status status = check_tree(tree, NULL, &mesh->allocator);
    if (status == CAROM_OK && !(same_bounds(h, tree) && carom_bvh8_boxes_hold(tree)))
        status = CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK || parts->node_count == 0) return status;
    status = check_tree(parts, tree, &mesh->allocator);
    return status == CAROM_OK ? carom_bvh8_check_cover(parts, tree, &mesh->allocator) : status;
}

/* ---- reading */

/* Points the mesh's arrays into the bytes. */
static void borrow_parts(carom_mesh *mesh, const mesh_header *h, const uint8_t *data) {
    uint8_t *bytes = (uint8_t *)(uintptr_t)data; /* borrowed arrays are never written */
    const double *x = h->bounds;
    mesh->borrowed = true;
    mesh->built_cost = h->built_cost;
    mesh->cost = h->cost;
    mesh->bounds = (carom_aabb){store3(vec(x[0], x[1], x[2])), store3(vec(x[3], x[4], x[5]))};
    mesh->bvh8 = (bvh8_tree){.node_count = h->node_count,
                             .count = h->count,
                             .vertex_count = h->vertex_count,
                             .frame = carom_bvh8_frame(&mesh->bounds, h->count)};
    mesh->split_bvh8 =
        (bvh8_tree){.node_count = h->part_nodes, .count = h->part_count, .frame = mesh->bvh8.frame};
    mesh_arrays arrays = arrays_by_header(h);
    mesh_layout layout = layout_of(&arrays);
    for (int tree = 0; tree < 2; tree++)
        for (int i = 0; i < arrays.of[tree].count; i++)
            arrays.of[tree].array[i] = bytes + layout.at[tree][i];
    carom_bvh8_set_parts(&mesh->bvh8, &arrays.of[0], h->compact != 0);
    if (h->part_nodes > 0) carom_bvh8_set_parts(&mesh->split_bvh8, &arrays.of[1], false);
}

/* Reads a mesh; with `copy` it does not refer to the data afterwards. */
static carom_status read_mesh(carom_mesh **out, const uint8_t *data, size_t size,
                              const carom_allocator *allocator, bool copy) {
    static const carom_allocator default_allocator;
    const carom_allocator *from = allocator ? allocator : &default_allocator;
    mesh_header header;
    if (!out || !data || size < sizeof header || !from->alloc != !from->free)
        return CAROM_ERROR_ARGUMENT;
    memcpy(&header, data, sizeof header);
    if ((uintptr_t)data % MESH_ALIGN != 0 || !is_header_sound(&header, data, size))
        return CAROM_ERROR_ARGUMENT;
    carom_mesh *mesh = carom_alloc(from, 1, sizeof *mesh);
    if (!mesh) return CAROM_ERROR_MEMORY;
    memset(mesh, 0, sizeof *mesh);
    mesh->allocator = *from;
    borrow_parts(mesh, &header, data);
    carom_status status = check_contents(mesh, &header);
    if (status == CAROM_OK && copy) status = carom_mesh_own(mesh);
    if (status == CAROM_OK)
        *out = mesh;
    else
        carom_mesh_destroy(mesh);
    return status;
}

carom_status carom_mesh_load(carom_mesh **mesh, const void *data, size_t size,
                             const carom_allocator *allocator) {
    return read_mesh(mesh, data, size, allocator, true);
}

carom_status carom_mesh_map(carom_mesh **mesh, const void *data, size_t size,
                            const carom_allocator *allocator) {
    return read_mesh(mesh, data, size, allocator, false);
}
