/* Connected components of a mesh by union-find with path halving [Tarjan75], over vertices that
 * are identified by position. Every vertex's root is the lowest number of its component, so the
 * numbering of components is the same on every machine. */
#include "mesh/solid/mesh_pieces.h"

#include <string.h>

#include "mesh/curves/curve_data.h"
#include "query/intersect/shared_exact.h"
#include "mesh/curves/curve_graph.h"

static uint32_t root_of_vertex(uint32_t *parent, uint32_t v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

typedef struct piece_builder {
    const carom_mesh *mesh;
    const carom_allocator *allocator;
    key_table vertices;
    uint32_t *parent; /* by vertex */
    uint32_t *corner; /* by triangle: its first vertex; later its component */
} piece_builder;

static bool join_corners(piece_builder *b) {
    uint32_t joined = 0;
    for (uint32_t i = 0; i < mesh_count(b->mesh); i++) {
        numbered_triangle t;
        carom_triangle own = mesh_indexed(b->mesh, i);
        if (!carom_number_corners(&t, &b->vertices, &own, b->allocator)) return false;
        for (; joined < b->vertices.count; joined++)
            b->parent[joined] = joined;
        for (int k = 1; k < 3; k++) {
            uint32_t u = root_of_vertex(b->parent, t.vertex[0]);
            uint32_t v = root_of_vertex(b->parent, t.vertex[k]);
            b->parent[u > v ? u : v] = u > v ? v : u;
        }
        b->corner[i] = t.vertex[0];
    }
    return true;
}

static vec3 vertex_at(const piece_builder *b, uint32_t vertex) {
    vec3 p;
    memcpy(&p, b->vertices.keys[vertex].word, sizeof p);
    return p;
}

/* Numbers the components and finds their tips. */
static carom_status number_pieces(carom_mesh_pieces *out, piece_builder *b) {
    uint32_t n = b->vertices.count;
    uint32_t *number = carom_alloc(b->allocator, (size_t)n + 1, sizeof *number);
    if (!number) return CAROM_ERROR_MEMORY;
    for (uint32_t v = 0; v < n; v++)
        if (root_of_vertex(b->parent, v) == v) number[v] = out->count++;
    out->tip = carom_alloc(b->allocator, (size_t)out->count + 1, sizeof *out->tip);
    for (uint32_t v = 0; out->tip && v < n; v++) {
        uint32_t root = root_of_vertex(b->parent, v), piece = number[root];
        vec3 p = vertex_at(b, v);
        if (root == v || point_precedes(load3(out->tip[piece]), p)) out->tip[piece] = store3(p);
    }
    for (uint32_t i = 0; i < mesh_count(b->mesh); i++)
        b->corner[i] = number[root_of_vertex(b->parent, b->corner[i])];
    carom_free(b->allocator, number);
    return out->tip ? CAROM_OK : CAROM_ERROR_MEMORY;
}

static carom_status fill_pieces(carom_mesh_pieces *out, const carom_mesh *mesh) {
    piece_builder b = {.mesh = mesh, .allocator = &out->allocator};
    out->closure = carom_mesh_closure_of(mesh);
    if (out->closure == CAROM_MESH_OPEN) return CAROM_OK;
    b.parent = carom_alloc(b.allocator, 3 * (size_t)mesh_count(mesh) + 1, sizeof *b.parent);
    b.corner = carom_alloc(b.allocator, (size_t)mesh_count(mesh) + 1, sizeof *b.corner);
    bool joined = b.parent && b.corner && join_corners(&b);
    carom_status status = joined ? number_pieces(out, &b) : CAROM_ERROR_MEMORY;
    carom_key_table_free(&b.vertices, b.allocator);
    carom_free(b.allocator, b.parent);
    out->piece_of = b.corner;
    return status;
}

carom_status carom_mesh_pieces_create(carom_mesh_pieces **pieces, const carom_mesh *mesh,
                                      const carom_allocator *allocator) {
    if (!pieces || !mesh) return CAROM_ERROR_ARGUMENT;
    const carom_allocator use = allocator ? *allocator : (carom_allocator){0};
    carom_mesh_pieces *out = carom_alloc(&use, 1, sizeof *out);
    if (!out) return CAROM_ERROR_MEMORY;
    *out = (carom_mesh_pieces){.allocator = use};
    carom_status status = fill_pieces(out, mesh);
    if (status == CAROM_OK)
        *pieces = out;
    else
        carom_mesh_pieces_destroy(out);
    return status;
}

void carom_mesh_pieces_destroy(carom_mesh_pieces *pieces) {
    if (!pieces) return;
    const carom_allocator use = pieces->allocator;
    carom_free(&use, pieces->piece_of);
    carom_free(&use, pieces->tip);
    carom_free(&use, pieces);
}

size_t carom_mesh_pieces_count(const carom_mesh_pieces *pieces) {
    return pieces ? pieces->count : 0;
}
