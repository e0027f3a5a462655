/* Convex hulls of points that are coplanar, collinear or equal. In the plane: Andrew's monotone
 * chain [Andrew79], which sorts the points by two coordinates and builds the lower and the upper
 * chain. Every orientation is exact, in the projection along the coordinate axis of the normal's
 * largest component, where no two different points coincide. Points inside an edge are dropped. */
#include "fit/quickhull/quickhull_parts.h"
#include "math/predicates.h"
#include "fit/quickhull/quickhull_finish.h"
#include "fit/quickhull/quickhull_planar.h"
#include "fit/quickhull/quickhull_sign.h"

typedef struct plane_points {
    const quickhull_point *points;
    int axis; /* coordinate axis of the projection */
} plane_points;

static bool is_before(const plane_points *s, int32_t a, int32_t b) {
    vec3 p = hull_point(s->points, a), r = hull_point(s->points, b);
    int i = (s->axis + 1) % 3, j = (s->axis + 2) % 3;
    double pi = axis3(p, i), ri = axis3(r, i);
    return pi < ri || (pi == ri && axis3(p, j) < axis3(r, j));
}

static void sift_order(const plane_points *s, int32_t *order, int32_t root, int32_t count) {
    int32_t moved = order[root];
    for (int32_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && is_before(s, order[child], order[child + 1])) child++;
        if (!is_before(s, moved, order[child])) break;
        order[root] = order[child];
    }
    order[root] = moved;
}

static void heap_sort(const plane_points *s, int32_t *order, int32_t count) {
    for (int32_t root = count / 2 - 1; root >= 0; root--)
        sift_order(s, order, root, count);
    for (int32_t last = count - 1; last > 0; last--) {
        int32_t top = order[0];
        order[0] = order[last];
        order[last] = top;
        sift_order(s, order, 0, last);
    }
}

static int orientation(const plane_points *s, int32_t a, int32_t b, int32_t c) {
    vec3 p = hull_point(s->points, a), q = hull_point(s->points, b), r = hull_point(s->points, c);
    return carom_orient2d(p, q, r, s->axis);
}

/* Appends a point to the chain from chain[first] on, after removing the points that it makes
 * non-convex. */
static int32_t extend_chain(const plane_points *s, int32_t *chain, int32_t count, int32_t first,
                            int32_t point) {
    while (count - first >= 2 && orientation(s, chain[count - 2], chain[count - 1], point) <= 0)
        count--;
    const quickhull_point *p = &s->points[point], *r = &s->points[chain[count > 0 ? count - 1 : 0]];
    if (count > first && p->x == r->x && p->y == r->y && p->z == r->z) return count;
    chain[count] = point;
    return count + 1;
}

/* Lower and upper chain: the hull, counter-clockwise in the projection. */
static int32_t chain_points(const plane_points *s, const int32_t *order, int32_t count,
                            int32_t *chain) {
    int32_t used = 0;
    for (int32_t i = 0; i < count; i++)
        used = extend_chain(s, chain, used, 0, order[i]);
    int32_t first = used - 1;
    for (int32_t i = count - 1; i >= 0; i--)
        used = extend_chain(s, chain, used, first, order[i]);
    return used - 1; /* the first point closes the ring */
}

static void put_vertex(hull_data *out, int32_t place, vec3 p) {
    ((double *)(uintptr_t)out->x)[place] = p.x;
    ((double *)(uintptr_t)out->y)[place] = p.y;
    ((double *)(uintptr_t)out->z)[place] = p.z;
}

static void put_half_edge(hull_data *out, int32_t edge, const int32_t fields[4]) {
    ((int32_t *)(uintptr_t)out->origin)[edge] = fields[0];
    ((int32_t *)(uintptr_t)out->twin)[edge] = fields[1];
    ((int32_t *)(uintptr_t)out->next)[edge] = fields[2];
    ((int32_t *)(uintptr_t)out->face)[edge] = fields[3];
}

static bool write_ring(hull_data *out, void **memory, const quickhull *q, const int32_t *ring) {
    int32_t n = out->vertex_count;
    if (!carom_quickhull_allocate(out, memory, q->allocator)) return false;
    for (int32_t i = 0; i < n; i++) {
        int32_t after = i + 1 < n ? i + 1 : 0, before = i > 0 ? i - 1 : n - 1;
        put_vertex(out, i, hull_point(q->points, ring[i]));
        put_half_edge(out, i, (int32_t[4]){i, n + i, after, 0});
        put_half_edge(out, n + i, (int32_t[4]){after, i, n + before, 1});
    }
    ((int32_t *)(uintptr_t)out->face_edge)[0] = 0;
    ((int32_t *)(uintptr_t)out->face_edge)[1] = n;
    return true;
}

static int projection_axis(const quickhull *q, const int32_t base[3]) {
    vec3 a = hull_point(q->points, base[0]), b = hull_point(q->points, base[1]);
    vec3 c = hull_point(q->points, base[2]), n = carom_quickhull_normal(a, b, c);
    int best = fabs(n.x) > fabs(n.y) ? 0 : 1;
    if (fabs(n.z) > fabs(axis3(n, best))) best = 2;
    for (int k = 0; k < 3 && carom_orient2d(a, b, c, best) == 0; k++)
        best = k;
    return best;
}

carom_status carom_quickhull_polygon(hull_data *out, void **memory, quickhull *q,
                                     const int32_t base[3]) {
    int32_t *order = carom_alloc(q->allocator, (size_t)q->count, sizeof *order);
    int32_t *chain = carom_alloc(q->allocator, 2 * (size_t)q->count + 2, sizeof *chain);
    bool ok = order && chain;
    if (ok) {
        plane_points s = {q->points, projection_axis(q, base)};
        for (int32_t i = 0; i < q->count; i++)
            order[i] = i;
        heap_sort(&s, order, q->count);
        out->vertex_count = chain_points(&s, order, q->count, chain);
        out->half_edge_count = 2 * out->vertex_count;
        out->face_count = 2;
        out->dimension = 2;
        ok = write_ring(out, memory, q, chain);
    }
    carom_free(q->allocator, order);
    carom_free(q->allocator, chain);
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

carom_status carom_quickhull_segment(hull_data *out, void **memory, quickhull *q,
                                     const int32_t ends[2]) {
    vec3 a = hull_point(q->points, ends[0]), b = hull_point(q->points, ends[1]);
    out->dimension = a.x != b.x || a.y != b.y || a.z != b.z;
    out->vertex_count = 1 + out->dimension;
    out->half_edge_count = 2 * out->dimension;
    if (!carom_quickhull_allocate(out, memory, q->allocator)) return CAROM_ERROR_MEMORY;
    put_vertex(out, 0, a);
    if (out->dimension == 0) return CAROM_OK;
    put_vertex(out, 1, b);
    put_half_edge(out, 0, (int32_t[4]){0, 1, 1, -1});
    put_half_edge(out, 1, (int32_t[4]){1, 0, 0, -1});
    return CAROM_OK;
}
