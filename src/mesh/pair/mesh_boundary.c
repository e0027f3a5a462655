/* Boundary of an open mesh as an integer 1-chain, the rim of [Martens25]: an open-addressing
 * hash table sums the signed directions in which the triangles traverse each edge, and the edges
 * whose sum is not 0 form the rim. It is stored as paths, so that a point is evaluated once and
 * not for both of its edges, and paths are cut into runs of at most 31 edges with a bounding
 * sphere, which winding_boundary.c replaces by their chords when they are far away. */
#include <string.h>

#include "mesh/pair/point_in_mesh.h"
#include "mesh/pair/boundary_data.h"

/* Edges per run; a remainder below twice this stays one run. */
#define RUN_EDGES 16

typedef struct rim_slot {
    uint64_t key;  /* 0: free slot */
    uint32_t edge; /* 3 * triangle + corner, of the edge's first occurrence */
    int32_t net;   /* traversals from the end of lower hash minus those from the other end */
} rim_slot;

static rim_slot *slot_of(rim_slot *table, size_t mask, uint64_t key) {
    size_t i = (size_t)(key ^ (key >> 32)) & mask;
    while (table[i].key != 0 && table[i].key != key)
        i = (i + 1) & mask;
    return &table[i];
}

static uint64_t position_key(carom_vec3 v) {
    return carom_hash_position(v, 0x452821e638d01377u);
}

static void enter_rim_edges(rim_slot *table, size_t mask, const carom_mesh *mesh) {
    for (uint32_t t = 0; t < mesh_count(mesh); t++) {
        carom_triangle own = mesh_ranked(mesh, t);
        uint64_t h[3];
        for (int k = 0; k < 3; k++)
            h[k] = position_key(own.v[k]);
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

/* ---- from edges to paths */

typedef struct rim_edge {
    carom_vec3 from, to;
    uint64_t key;  /* hash of `from` */
    uint32_t next; /* 1 + the index of the next edge from the same point; 0: none */
    bool used;
} rim_edge;

typedef struct rim_paths {
    rim_edge *edges;
    size_t count;
    uint32_t *first; /* hash table by key: 1 + the index of an edge from that point; 0: free */
    size_t mask;
} rim_paths;

/* Adds the edge |net| times, in the direction of its surplus. */
static void add_rim_edges(rim_paths *paths, const rim_slot *slot, const carom_mesh *mesh) {
    carom_triangle t = mesh_ranked(mesh, slot->edge / 3);
    carom_vec3 a = t.v[slot->edge % 3], b = t.v[(slot->edge % 3 + 1) % 3];
    bool up = position_key(a) < position_key(b);
    int32_t times = up ? slot->net : -slot->net;
    rim_edge edge = {.from = times > 0 ? a : b, .to = times > 0 ? b : a};
    edge.key = position_key(edge.from);
    for (int32_t i = times > 0 ? times : -times; i > 0; i--)
        paths->edges[paths->count++] = edge;
}

static uint32_t *first_from(const rim_paths *paths, uint64_t key) {
    size_t i = (size_t)(key ^ (key >> 32)) & paths->mask;
    while (paths->first[i] != 0 && paths->edges[paths->first[i] - 1].key != key)
        i = (i + 1) & paths->mask;
    return &paths->first[i];
}

/* Returns an unused edge that starts where this one ends, or null. */
static rim_edge *rim_edge_after(const rim_paths *paths, const rim_edge *edge) {
    uint32_t *first = first_from(paths, position_key(edge->to));
    if (*first == 0) return NULL;
    while (paths->edges[*first - 1].used && paths->edges[*first - 1].next != 0)
        *first = paths->edges[*first - 1].next;
    rim_edge *next = &paths->edges[*first - 1];
    return next->used ? NULL : next;
}

static void join_paths(carom_mesh_rim *rim, rim_paths *paths) {
    for (size_t i = 0; i < paths->count; i++) {
        uint32_t *first = first_from(paths, paths->edges[i].key);
        paths->edges[i].next = *first;
        *first = (uint32_t)i + 1;
    }
    for (size_t i = 0; i < paths->count; i++) {
        rim_edge *edge = &paths->edges[i];
        if (edge->used) continue;
        rim->points[rim->point_count++] = (rim_point){edge->from, false};
        for (; edge; edge = rim_edge_after(paths, edge)) {
            edge->used = true;
            rim->points[rim->point_count++] = (rim_point){edge->to, true};
        }
    }
}

/* Bounds the run by a sphere, and the fan of triangles between the run and its chord by its
 * area. */
static void measure_run(rim_run *run, const rim_point *points) {
    vec3 first = load3(points[run->first].at), low = first, high = first;
    double reach2 = 0.0;
    run->area = 0.0;
    for (size_t i = run->first + 1; i <= run->last; i++) {
        vec3 before = load3(points[i - 1].at), at = load3(points[i].at);
        run->area += 0.5 * sqrt(len2(cross3(sub3(before, first), sub3(at, first))));
        low = lower3(low, at);
        high = upper3(high, at);
    }
    run->center = add3(scale3(low, 0.5), scale3(high, 0.5));
    for (size_t i = run->first; i <= run->last; i++)
        reach2 = max2(reach2, len2(sub3(load3(points[i].at), run->center)));
    run->radius = sqrt(reach2);
}

/* Cuts the paths into runs.
 * @return their number; with `runs` null they are only counted. */
static size_t split_paths(const carom_mesh_rim *rim, rim_run *runs) {
    size_t count = 0, end;
    for (size_t i = 0; i < rim->point_count; i = end) {
        for (end = i + 1; end < rim->point_count && rim->points[end].joined;)
            end++;
        for (size_t first = i, last; first + 1 < end; first = last, count++) {
            last = end - 1 - first < 2 * RUN_EDGES ? end - 1 : first + RUN_EDGES;
            if (!runs) continue;
            runs[count] = (rim_run){.first = first, .last = last};
            measure_run(&runs[count], rim->points);
        }
    }
    return count;
}

static bool keep_runs(carom_mesh_rim *rim) {
    rim->run_count = split_paths(rim, NULL);
    rim->runs = carom_alloc(&rim->allocator, rim->run_count, sizeof *rim->runs);
    if (rim->runs) (void)split_paths(rim, rim->runs);
    return rim->runs != NULL;
}

static carom_status collect_rim(carom_mesh_rim *rim, const carom_mesh *mesh, const rim_slot *table,
                                size_t size) {
    const carom_allocator *from = &rim->allocator;
    rim_paths paths = {.mask = 15};
    size_t count = 0;
    for (size_t i = 0; i < size; i++) {
        rim->edge_count += table[i].net != 0;
        count += (size_t)(table[i].net < 0 ? -table[i].net : table[i].net);
    }
    while (paths.mask < 2 * count)
        paths.mask = 2 * paths.mask + 1;
    paths.edges = carom_alloc(from, count, sizeof *paths.edges);
    paths.first = carom_alloc(from, paths.mask + 1, sizeof *paths.first);
    rim->points = carom_alloc(from, 2 * count, sizeof *rim->points);
    bool ok = paths.edges && paths.first && rim->points;
    if (ok) {
        memset(paths.first, 0, (paths.mask + 1) * sizeof *paths.first);
        for (size_t i = 0; i < size; i++)
            if (table[i].net != 0) add_rim_edges(&paths, &table[i], mesh);
        join_paths(rim, &paths);
        ok = keep_runs(rim);
    }
    if (!ok) carom_free(from, rim->points);
    carom_free(from, paths.edges);
    carom_free(from, paths.first);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

carom_status carom_mesh_rim_create(carom_mesh_rim **out, const carom_mesh *mesh,
                                   const carom_allocator *allocator) {
    static const carom_allocator default_allocator;
    if (!out || !mesh) return CAROM_ERROR_ARGUMENT;
    const carom_allocator *from = allocator ? allocator : &default_allocator;
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
    carom_free(&allocator, rim->points);
    carom_free(&allocator, rim->runs);
    carom_free(&allocator, rim);
}

size_t carom_mesh_rim_count(const carom_mesh_rim *rim) {
    return rim ? rim->edge_count : 0;
}
