/* The rim of an open mesh and its share in winding numbers. Sweeping the rim to infinity along a
 * direction closes the surface; a ray from p the other way does not meet what was swept, so
 * the winding number of the closed surface is the signed count of its crossings, and the open one's
 * is less by what the swept part takes of the sphere round p: for each edge the spherical triangle
 * of its ends and the direction.
 *
 * Edges are found through a table of hashes: each triangle runs along an edge one way or the other,
 * and what does not cancel is the rim. */
#include <string.h>

#include "mesh/pair_inside.h"

typedef struct rim_edge {
    carom_vec3 from, to;
    int32_t times; /* the way it is run along more often than back */
} rim_edge;

struct carom_mesh_rim {
    rim_edge *edges;
    size_t count;
    carom_allocator allocator;
};

typedef struct rim_slot {
    uint64_t key;  /* 0: free */
    uint32_t edge; /* 3 * triangle + corner, of the first that came */
    int32_t net;   /* runs from the end of lower hash, less those from the other */
} rim_slot;

static rim_slot *slot_of(rim_slot *table, size_t mask, uint64_t key) {
    size_t i = (size_t)(key ^ (key >> 32)) & mask;
    while (table[i].key != 0 && table[i].key != key)
        i = (i + 1) & mask;
    return &table[i];
}

static void enter_rim_edges(rim_slot *table, size_t mask, const carom_mesh *mesh) {
    for (uint32_t t = 0; t < mesh_count(mesh); t++) {
        carom_triangle own = mesh_ranked(mesh, t);
        uint64_t h[3];
        for (int k = 0; k < 3; k++)
            h[k] = carom_hash_position(own.v[k], 0x452821e638d01377u);
        for (uint32_t k = 0; k < 3; k++) {
            uint64_t a = h[k], b = h[(k + 1) % 3];
            if (a == b) continue;
            uint64_t low = a < b ? a : b, high = a < b ? b : a;
            uint64_t key = (low * 0x9e3779b97f4a7c15u) ^ (high + (low >> 7));
            rim_slot *slot = slot_of(table, mask, key ? key : 1);
            if (slot->key == 0) slot->edge = 3 * t + k;
            slot->key = key ? key : 1;
            slot->net += a < b ? 1 : -1;
        }
    }
}

/* How often the edge is run along more the way its first triangle does than the other. */
static int32_t surplus_of(const rim_slot *slot, const carom_mesh *mesh, rim_edge *out) {
    carom_triangle t = mesh_ranked(mesh, slot->edge / 3);
    const carom_vec3 *v = t.v;
    uint32_t k = slot->edge % 3;
    out->from = v[k];
    out->to = v[(k + 1) % 3];
    bool up = carom_hash_position(out->from, 0x452821e638d01377u) <
              carom_hash_position(out->to, 0x452821e638d01377u);
    return up ? slot->net : -slot->net;
}

static carom_status collect_rim(carom_mesh_rim *rim, const carom_mesh *mesh, rim_slot *table,
                                size_t size) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += table[i].key != 0 && table[i].net != 0;
    rim->edges = carom_alloc(&rim->allocator, count, sizeof *rim->edges);
    if (!rim->edges) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < size; i++) {
        if (table[i].key == 0 || table[i].net == 0) continue;
        rim_edge *edge = &rim->edges[rim->count++];
        edge->times = surplus_of(&table[i], mesh, edge);
    }
    return CAROM_OK;
}

carom_status carom_mesh_rim_create(carom_mesh_rim **out, const carom_mesh *mesh,
                                   const carom_allocator *allocator) {
    static const carom_allocator plain;
    if (!out || !mesh) return CAROM_ERROR_ARGUMENT;
    const carom_allocator *from = allocator ? allocator : &plain;
    carom_mesh_rim *rim = carom_alloc(from, 1, sizeof *rim);
    size_t size = 16;
    while (size < 6 * (size_t)mesh_count(mesh))
        size *= 2;
    rim_slot *table = rim ? carom_alloc(from, size, sizeof *table) : NULL;
    carom_status status = CAROM_ERROR_MEMORY;
    if (table) {
        *rim = (carom_mesh_rim){.allocator = *from};
        memset(table, 0, size * sizeof *table);
        enter_rim_edges(table, size - 1, mesh);
        status = collect_rim(rim, mesh, table, size);
    }
    carom_free(from, table);
    if (status == CAROM_OK)
        *out = rim;
    else
        carom_free(from, rim);
    return status;
}

void carom_mesh_rim_destroy(carom_mesh_rim *rim) {
    if (!rim) return;
    carom_allocator allocator = rim->allocator;
    carom_free(&allocator, rim->edges);
    carom_free(&allocator, rim);
}

size_t carom_mesh_rim_count(const carom_mesh_rim *rim) {
    return rim ? rim->count : 0;
}

double carom_rim_winding(const placed_frame *frame, vec3 p, vec3 back) {
    angle_sum sum = angle_sum_start();
    for (size_t i = 0; i < frame->rim->count; i++) {
        const rim_edge *edge = &frame->rim->edges[i];
        carom_vec3 from = edge->from, to = edge->to;
        if (!frame->still) {
            from = carom_pose_transform_point(frame->pose, from);
            to = carom_pose_transform_point(frame->pose, to);
        }
        const vec3 v[3] = {sub3(load3(from), p), sub3(load3(to), p), back};
        carom_add_share_of_sphere(&sum, v, edge->times);
    }
    return carom_angle_sum_turns(&sum);
}
