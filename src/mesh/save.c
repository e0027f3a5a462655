/* A mesh as bytes: a header, then the arrays as they are in memory, each at a multiple of 64. What
 * is read was written by a machine of the same byte order with the same precision and layout, or it
 * is refused. Nothing read is trusted: sizes follow from the counts, a checksum finds what changed
 * by accident, and what was made up must still be one tree with every triangle in one leaf, no
 * deeper than walks have room for, its boxes round what is in them. */
#include <string.h>

#include "mesh/refit.h"
#include "mesh/wide_compact.h"

#define MESH_MAGIC 0x687365636d6f7263u
#define MESH_VERSION 2u
#define MESH_ALIGN 64u
#define WIDE_DEPTH (WIDE_SAH_DEPTH + 28)

typedef struct mesh_header {
    uint64_t magic;          /* tells the byte order, too */
    uint64_t size, checksum; /* of all */
    uint32_t version, real_size, node_size, width, leaf_size;
    uint32_t count, node_count, vertex_count, compact;
    uint32_t unused;
    double built_cost, cost;
    double bounds[6];
} mesh_header;

/* Where the arrays begin, in the order of carom_wide_parts. */
typedef struct mesh_layout {
    uint64_t at[WIDE_PARTS], size;
} mesh_layout;

static uint64_t next_part(uint64_t end) {
    return (end + MESH_ALIGN - 1) / MESH_ALIGN * MESH_ALIGN;
}

static mesh_layout layout_of(const wide_parts *parts) {
    mesh_layout layout = {{0}, next_part(sizeof(mesh_header))};
    for (int i = 0; i < parts->count; i++) {
        layout.at[i] = layout.size;
        layout.size = next_part(layout.size + parts->size[i]);
    }
    return layout;
}

static wide_parts parts_by_header(const mesh_header *h) {
    const wide_tree tree = {
        .count = h->count, .node_count = h->node_count, .vertex_count = h->vertex_count};
    return carom_wide_parts(&tree, h->compact != 0);
}

/* Each step is one-to-one in the word and in what came before: one changed word always shows. */
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
    return compact ? sizeof(compact_node) : sizeof(wide_node);
}

static mesh_header header_of(const carom_mesh *mesh, size_t size) {
    const carom_vec3 low = mesh->bounds.min, high = mesh->bounds.max;
    bool compact = mesh->wide.compact != NULL;
    return (mesh_header){.magic = MESH_MAGIC,
                         .size = size,
                         .version = MESH_VERSION,
                         .real_size = sizeof(carom_real),
                         .node_size = node_size_of(compact),
                         .width = WIDE,
                         .leaf_size = WIDE_LEAF,
                         .count = mesh_count(mesh),
                         .node_count = mesh->wide.node_count,
                         .vertex_count = mesh->wide.vertex_count,
                         .compact = compact,
                         .built_cost = mesh->built_cost,
                         .cost = mesh->cost,
                         .bounds = {(double)low.x, (double)low.y, (double)low.z, (double)high.x,
                                    (double)high.y, (double)high.z}};
}

carom_status carom_mesh_save(const carom_mesh *mesh, void *buffer, size_t *size) {
    if (!mesh || !size) return CAROM_ERROR_ARGUMENT;
    const wide_tree *tree = &mesh->wide;
    wide_parts parts = carom_wide_parts(tree, tree->compact != NULL);
    mesh_layout layout = layout_of(&parts);
    size_t room = *size;
    *size = (size_t)layout.size;
    if (!buffer) return CAROM_OK;
    if (room < layout.size) return CAROM_ERROR_LIMIT;
    uint8_t *out = buffer;
    mesh_header header = header_of(mesh, *size);
    memset(out, 0, *size);
    memcpy(out, &header, sizeof header);
    for (int i = 0; tree->count > 0 && i < parts.count; i++)
        memcpy(out + layout.at[i], parts.array[i], parts.size[i]);
    header.checksum = checksum_of(out, *size);
    memcpy(out, &header, sizeof header);
    return CAROM_OK;
}

/* ---- checking */

static bool header_is_sound(const mesh_header *h, const uint8_t *data, size_t size) {
    if (h->magic != MESH_MAGIC || h->version != MESH_VERSION || h->size != size) return false;
    if (h->real_size != sizeof(carom_real) || h->compact > 1 ||
        h->node_size != node_size_of(h->compact != 0) || h->width != WIDE ||
        h->leaf_size != WIDE_LEAF || h->unused != 0)
        return false;
    if (h->count >= WIDE_LARGEST || h->node_count > h->count ||
        (h->count > 0) != (h->node_count > 0) ||
        h->vertex_count > 3 * (h->compact != 0 ? h->count : 0))
        return false;
    wide_parts parts = parts_by_header(h);
    if (layout_of(&parts).size != size) return false;
    if (!(h->built_cost >= 0.0 && h->built_cost <= DBL_MAX) ||
        !(h->cost >= 0.0 && h->cost <= DBL_MAX))
        return false;
    return checksum_of(data, size) == h->checksum;
}

static bool slot_is_sound(const wide_tree *tree, wide_leaf leaf, uint32_t slot) {
    uint32_t rank = leaf.first + slot;
    if (!tree->compact) return tree->slots[rank] == (uint8_t)(slot | (leaf.count - 1) << 3);
    const uint32_t *corner = tree->corner + 3 * (size_t)rank;
    uint32_t vertices = tree->vertex_count;
    return corner[0] < vertices && corner[1] < vertices && corner[2] < vertices;
}

/* Ranks that no other leaf holds, named as they should be. */
static bool leaf_is_sound(const wide_tree *tree, wide_leaf leaf, uint8_t *seen) {
    if (leaf.first >= tree->count || leaf.count > tree->count - leaf.first) return false;
    for (uint32_t slot = 0; slot < leaf.count; slot++) {
        uint32_t rank = leaf.first + slot, id = tree->order[rank];
        if (id >= tree->count || tree->place[id] != rank || seen[rank] != 0) return false;
        if (!slot_is_sound(tree, leaf, slot)) return false;
        seen[rank] = 1;
    }
    return true;
}

typedef struct sound_place {
    uint32_t node, depth;
} sound_place;

/* Nodes that come after the one that names them, each named once. */
static bool nodes_are_sound(const wide_tree *tree, uint8_t *seen_nodes, uint8_t *seen_ranks) {
    sound_place stack[WIDE_STACK];
    int top = 0;
    uint32_t nodes = 0, ranks = 0;
    stack[top++] = (sound_place){0, 0};
    while (top > 0) {
        sound_place at = stack[--top];
        if (at.depth >= WIDE_DEPTH || seen_nodes[at.node] != 0) return false;
        seen_nodes[at.node] = 1;
        nodes++;
        for (uint32_t i = 0; i < WIDE; i++) {
            uint32_t child = wide_child_at(tree, at.node, i);
            if (child == WIDE_NONE) continue;
            if (wide_is_leaf(child)) {
                if (!leaf_is_sound(tree, wide_leaf_of(child), seen_ranks)) return false;
                ranks += wide_leaf_of(child).count;
            } else {
                if (child <= at.node || child >= tree->node_count) return false;
                stack[top++] = (sound_place){child, at.depth + 1};
            }
        }
    }
    return nodes == tree->node_count && ranks == tree->count;
}

static bool same_bounds(const mesh_header *h, const wide_tree *tree) {
    double bounds[6];
    for (int k = 0; k < 3; k++)
        bounds[k] = INFINITY, bounds[3 + k] = -INFINITY;
    for (uint32_t rank = 0; rank < tree->count; rank++) {
        carom_triangle t = wide_triangle_at(tree, rank);
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

static carom_status check_contents(const carom_mesh *mesh, const mesh_header *h) {
    const wide_tree *tree = &mesh->wide;
    if (tree->count == 0) return CAROM_OK;
    uint8_t *seen = carom_alloc(&mesh->allocator, (size_t)tree->node_count + tree->count, 1);
    if (!seen) return CAROM_ERROR_MEMORY;
    memset(seen, 0, (size_t)tree->node_count + tree->count);
    bool sound = nodes_are_sound(tree, seen, seen + tree->node_count) && same_bounds(h, tree) &&
                 carom_wide_boxes_hold(tree);
    carom_free(&mesh->allocator, seen);
    return sound ? CAROM_OK : CAROM_ERROR_ARGUMENT;
}

/* ---- reading */

/* The mesh over the bytes as they lie. */
static void borrow_parts(carom_mesh *mesh, const mesh_header *h, const uint8_t *data) {
    uint8_t *bytes = (uint8_t *)(uintptr_t)data; /* only read while they are borrowed */
    const double *x = h->bounds;
    mesh->borrowed = true;
    mesh->built_cost = h->built_cost;
    mesh->cost = h->cost;
    mesh->bounds = (carom_aabb){store3(vec(x[0], x[1], x[2])), store3(vec(x[3], x[4], x[5]))};
    mesh->wide = (wide_tree){.node_count = h->node_count,
                             .count = h->count,
                             .vertex_count = h->vertex_count,
                             .frame = carom_wide_frame(&mesh->bounds, h->count)};
    wide_parts parts = parts_by_header(h);
    mesh_layout layout = layout_of(&parts);
    for (int i = 0; i < parts.count; i++)
        parts.array[i] = bytes + layout.at[i];
    carom_wide_set_parts(&mesh->wide, &parts, h->compact != 0);
}

/* A mesh of its own instead of what it borrowed; it borrows still on failure. */
static carom_status own_parts(carom_mesh *mesh) {
    bool compact = mesh->wide.compact != NULL;
    wide_parts from = carom_wide_parts(&mesh->wide, compact);
    carom_status status = carom_wide_allocate(&mesh->wide, compact, &mesh->allocator);
    if (status != CAROM_OK) return status;
    mesh->borrowed = false;
    wide_parts to = carom_wide_parts(&mesh->wide, compact);
    for (int i = 0; i < from.count; i++)
        memcpy(to.array[i], from.array[i], from.size[i]);
    return CAROM_OK;
}

/* A copy does without the data afterwards. */
static carom_status read_mesh(carom_mesh **out, const uint8_t *data, size_t size,
                              const carom_allocator *allocator, bool copy) {
    static const carom_allocator plain;
    const carom_allocator *from = allocator ? allocator : &plain;
    mesh_header header;
    if (!out || !data || size < sizeof header || !from->alloc != !from->free)
        return CAROM_ERROR_ARGUMENT;
    memcpy(&header, data, sizeof header);
    if ((uintptr_t)data % MESH_ALIGN != 0 || !header_is_sound(&header, data, size))
        return CAROM_ERROR_ARGUMENT;
    carom_mesh *mesh = carom_alloc(from, 1, sizeof *mesh);
    if (!mesh) return CAROM_ERROR_MEMORY;
    memset(mesh, 0, sizeof *mesh);
    mesh->allocator = *from;
    borrow_parts(mesh, &header, data);
    carom_status status = check_contents(mesh, &header);
    if (status == CAROM_OK && copy) status = own_parts(mesh);
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
