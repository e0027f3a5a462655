/* The rim of an open mesh and its share in winding numbers. Sweeping the rim to infinity along a
 * direction closes the surface; a ray from p the other way does not meet what was swept, so
 * the winding number of the closed surface is the signed count of its crossings, and the open one's
 * is less by what the swept part takes of the sphere round p: for each edge the spherical triangle
 * of its ends and the direction.
 *
 * Edges are found through a table of hashes: each triangle runs along an edge one way or the other,
 * and what does not cancel is the rim. It is kept as paths, since what a point costs is then asked
 * once and not for both of its edges. */
#include <string.h>

#include "mesh/pair_inside.h"

typedef struct rim_point {
    carom_vec3 at;
    bool joined; /* an edge comes here from the point before */
} rim_point;

struct carom_mesh_rim {
    rim_point *points;
    size_t point_count, edge_count;
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
    uint64_t key;  /* of from */
    uint32_t next; /* of those from there, 1 and its index; 0: none */
    bool used;
} rim_edge;

typedef struct rim_paths {
    rim_edge *edges;
    size_t count;
    uint32_t *first; /* by key: 1 and the index of an edge from there; 0: free */
    size_t mask;
} rim_paths;

/* The edge as often as it is run along more one way than the other, and that way. */
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

/* An edge that is not used yet from where this one ends; or null. */
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
    } else {
        carom_free(from, rim->points);
    }
    carom_free(from, paths.edges);
    carom_free(from, paths.first);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
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
    carom_free(&allocator, rim->points);
    carom_free(&allocator, rim);
}

size_t carom_mesh_rim_count(const carom_mesh_rim *rim) {
    return rim ? rim->edge_count : 0;
}

/* ---- winding */

/* A point of the rim seen from p with the direction as an axis: across it, and how far away and
 * along together. */
typedef struct rim_sight {
    double u, w, reach;
} rim_sight;

static rim_sight see_rim_point(vec3 from_p, const vec3 axes[3]) {
    double u = dot3(axes[0], from_p), w = dot3(axes[1], from_p), along = dot3(axes[2], from_p);
    return (rim_sight){u, w, sqrt(u * u + w * w + along * along) + along};
}

/* The solid angle of the triangle of two points and the axis is twice that of the complex number of
 * [VanOosterom83], of whose terms the axis leaves these. Scaled, so that squares are in range; in
 * the mesh's own coordinates, so that no point of the rim is posed. */
double carom_rim_winding(const placed_frame *frame, vec3 p, vec3 back) {
    angle_sum sum = angle_sum_start();
    double scale = frame->mesh->wide.frame.scale;
    vec3 along = carom_normalize_or(back, vec(0, 0, 1)), u = carom_perpendicular(along);
    const vec3 *column = frame->out.column;
    vec3 axes[3] = {scale3(u, scale), scale3(cross3(along, u), scale), scale3(along, scale)};
    for (int i = 0; i < 3; i++)
        axes[i] = vec(dot3(axes[i], column[0]), dot3(axes[i], column[1]), dot3(axes[i], column[2]));
    vec3 own = affine_point(&frame->back, p);
    rim_sight before = {0, 0, 0};
    for (size_t i = 0; i < frame->rim->point_count; i++) {
        rim_sight here = see_rim_point(sub3(load3(frame->rim->points[i].at), own), axes);
        if (frame->rim->points[i].joined)
            angle_sum_add(&sum, before.reach * here.reach + before.u * here.u + before.w * here.w,
                          before.u * here.w - before.w * here.u);
        before = here;
    }
    return carom_angle_sum_turns(&sum);
}
