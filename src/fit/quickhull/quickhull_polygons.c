/* Merging of coplanar triangles to polygons, the stage of Quickhull [Barber96] that makes the
 * half-edge structure. An edge between coplanar triangles is removed; so is a vertex where fewer
 * than three edges remain, which lies inside a face or an edge. Each remaining half-edge starts at
 * a vertex that is kept and passes over removed vertices to the next one. Coplanarity is decided
 * exactly, so no two faces of the result are coplanar and Euler's formula gives their number.
 *
 * An edge is identified by 4 * triangle + k. */
#include "fit/quickhull/quickhull_parts.h"
#include "fit/quickhull/quickhull_finish.h"
#include "fit/quickhull/quickhull_polygons.h"

typedef struct merger {
    quickhull *q;
    int32_t *id; /* per edge: the half-edge that starts at it, or -1 */
} merger;

static int32_t edge_origin(const quickhull *q, int32_t edge) {
    return q->faces[edge / 4].vertex[edge % 4];
}

static int32_t opposite_edge(const quickhull *q, int32_t edge) {
    const quickhull_face *face = &q->faces[edge / 4];
    int32_t across = face->adjacent[edge % 4], end = face->vertex[(edge % 4 + 1) % 3];
    const quickhull_face *other = &q->faces[across];
    int k = other->vertex[0] == end ? 0 : other->vertex[1] == end ? 1 : 2;
    return 4 * across + k;
}

static bool is_coplanar_edge(const quickhull *q, int32_t edge) {
    return q->faces[edge / 4].state >> (edge % 4) & QUICKHULL_COPLANAR;
}

static int32_t edge_after(int32_t edge) {
    return edge % 4 == 2 ? edge - 2 : edge + 1;
}

/* The next edge around the polygon that is not removed. */
static int32_t next_remaining(const quickhull *q, int32_t edge) {
    edge = edge_after(edge);
    while (is_coplanar_edge(q, edge))
        edge = edge_after(opposite_edge(q, edge));
    return edge;
}

static bool starts_half_edge(const quickhull *q, int32_t edge) {
    return !is_coplanar_edge(q, edge) && q->points[edge_origin(q, edge)].next >= 0;
}

/* The first edge of the half-edge after the one that starts at `edge`; *last is the last edge of
 * that. */
static int32_t next_half_edge(const quickhull *q, int32_t edge, int32_t *last) {
    do {
        *last = edge;
        edge = next_remaining(q, edge);
    } while (!starts_half_edge(q, edge));
    return edge;
}

static void mark_coplanar_edges(quickhull *q) {
    for (int32_t f = 0; f < q->face_count; f++) {
        quickhull_face *face = &q->faces[f];
        if (!(face->state & QUICKHULL_LIVE)) continue;
        for (int k = 0; k < 3; k++) {
            if (face->adjacent[k] < f) continue;
            int32_t opposite = opposite_edge(q, 4 * f + k);
            quickhull_face *other = &q->faces[opposite / 4];
            double height;
            if (quickhull_side(q, face, other->vertex[(opposite % 4 + 2) % 3], &height) != 0)
                continue;
            face->state |= (uint32_t)QUICKHULL_COPLANAR << k;
            other->state |= (uint32_t)QUICKHULL_COPLANAR << (opposite % 4);
        }
    }
}

/* Numbers the vertices that are kept in the points' `next`; all other points get -1. */
static void number_corners(quickhull *q, hull_data *out) {
    for (int32_t i = 0; i < q->count; i++)
        q->points[i].next = 0;
    for (int32_t f = 0; f < q->face_count; f++)
        for (int k = 0; q->faces[f].state & QUICKHULL_LIVE && k < 3; k++)
            q->points[q->faces[f].vertex[k]].next += !is_coplanar_edge(q, 4 * f + k);
    for (int32_t i = 0; i < q->count; i++)
        q->points[i].next = q->points[i].next >= 3 ? out->vertex_count++ : -1;
}

static void count_half_edges(const quickhull *q, hull_data *out) {
    for (int32_t f = 0; f < q->face_count; f++)
        for (int k = 0; q->faces[f].state & QUICKHULL_LIVE && k < 3; k++)
            out->half_edge_count += starts_half_edge(q, 4 * f + k);
    out->face_count = out->half_edge_count / 2 - out->vertex_count + 2; /* Euler */
}

static void write_faces(const merger *m, hull_data *out) {
    const quickhull *q = m->q;
    int32_t *origin = (int32_t *)(uintptr_t)out->origin, *next = (int32_t *)(uintptr_t)out->next;
    int32_t *face = (int32_t *)(uintptr_t)out->face;
    int32_t *face_edge = (int32_t *)(uintptr_t)out->face_edge;
    int32_t used = 0, faces = 0, last;
    for (int32_t start = 0; start < 4 * q->face_count; start++) {
        if (start % 4 == 3 || !(q->faces[start / 4].state & QUICKHULL_LIVE)) continue;
        if (!starts_half_edge(q, start) || m->id[start] >= 0) continue;
        int32_t edge = start;
        face_edge[faces] = used;
        do {
            m->id[edge] = used;
            origin[used] = q->points[edge_origin(q, edge)].next;
            face[used] = faces;
            next[used] = used + 1;
            used++;
            edge = next_half_edge(q, edge, &last);
        } while (edge != start);
        next[used - 1] = face_edge[faces++];
    }
    CAROM_ASSERT(used == out->half_edge_count && faces == out->face_count);
}

static void write_twins(const merger *m, hull_data *out) {
    const quickhull *q = m->q;
    int32_t *twin = (int32_t *)(uintptr_t)out->twin, last;
    for (int32_t edge = 0; edge < 4 * q->face_count; edge++) {
        if (m->id[edge] < 0) continue;
        next_half_edge(q, edge, &last);
        twin[m->id[edge]] = m->id[opposite_edge(q, last)];
    }
}

static void write_vertices(const quickhull *q, hull_data *out) {
    double *x = (double *)(uintptr_t)out->x, *y = (double *)(uintptr_t)out->y;
    double *z = (double *)(uintptr_t)out->z;
    for (int32_t i = 0; i < q->count; i++) {
        int32_t place = q->points[i].next;
        if (place < 0) continue;
        x[place] = q->points[i].x;
        y[place] = q->points[i].y;
        z[place] = q->points[i].z;
    }
}

carom_status carom_quickhull_polygons(hull_data *out, void **memory, quickhull *q) {
    out->dimension = 3;
    mark_coplanar_edges(q);
    number_corners(q, out);
    count_half_edges(q, out);
    merger m = {q, carom_alloc(q->allocator, 4 * (size_t)q->face_count, sizeof(int32_t))};
    bool ok = m.id && carom_quickhull_allocate(out, memory, q->allocator);
    for (int32_t edge = 0; ok && edge < 4 * q->face_count; edge++)
        m.id[edge] = -1;
    if (ok) {
        write_vertices(q, out);
        write_faces(&m, out);
        write_twins(&m, out);
    }
    carom_free(q->allocator, m.id);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}
