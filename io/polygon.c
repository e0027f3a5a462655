/* Triangulation of polygons by ear clipping [Meisters75], in the projection along the coordinate
 * axis nearest to the normal; a convex polygon becomes a fan. Orientations are exact. The result
 * always has count - 2 triangles, so that a closed mesh stays closed: where a self-intersecting
 * polygon has no ear, a degenerate one, else any corner, is cut. */
#include <math.h>
#include <stdlib.h>

#include "internal.h"
#include "exact.h"
#include "polygon.h"

typedef struct projection {
    const double *vertices;
    const uint32_t *corners;
    size_t count;
    int u, v; /* coordinate axes, such that the polygon is counter-clockwise */
} projection;

static const double *vertex(const projection *w, size_t i) {
    return w->vertices + 3 * (size_t)w->corners[i];
}

/* Projects along the largest component of Newell's normal. */
static projection project_polygon(const double *vertices, const uint32_t *corners, size_t count) {
    projection w = {vertices, corners, count, 0, 1};
    double n[3] = {0};
    for (size_t i = 0; i < count; i++) {
        const double *o = vertex(&w, 0), *p = vertex(&w, i), *q = vertex(&w, (i + 1) % count);
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            n[k] += (p[a] - o[a]) * (q[b] - o[b]) - (p[b] - o[b]) * (q[a] - o[a]);
        }
    }
    int axis = fabs(n[0]) > fabs(n[1]) ? 0 : 1;
    if (fabs(n[2]) >= fabs(n[axis])) axis = 2;
    w.u = (axis + 1) % 3;
    w.v = (axis + 2) % 3;
    if (n[axis] < 0.0) {
        int swap = w.u;
        w.u = w.v;
        w.v = swap;
    }
    return w;
}

static int orient(const projection *w, size_t i, size_t j, size_t k) {
    const double *a = vertex(w, i), *b = vertex(w, j), *c = vertex(w, k);
    return carom_io_orient2d((double[2]){a[w->u], a[w->v]}, (double[2]){b[w->u], b[w->v]},
                             (double[2]){c[w->u], c[w->v]});
}

static bool is_convex(const projection *w) {
    size_t n = w->count, falls = 0;
    for (size_t i = 0; i < n; i++) {
        size_t j = (i + 1) % n, k = (i + 2) % n;
        if (orient(w, i, j, k) < 0) return false;
        /* A simple convex polygon has one maximum along u; a polygon that winds twice has more. */
        double before = vertex(w, j)[w->u] - vertex(w, i)[w->u];
        double after = vertex(w, k)[w->u] - vertex(w, j)[w->u];
        falls += before > 0.0 && after <= 0.0;
    }
    return falls <= 1;
}

/* The remaining corners, and the reflex and straight ones among them: only these can lie inside an
 * ear, and clipping ears makes no new ones. */
typedef struct ring {
    uint32_t *next, *previous, *blocking;
    size_t left, blocking_count;
    size_t *budget; /* tests of a corner against an ear that are left */
} ring;

static bool are_equal_points(const projection *w, size_t i, size_t j) {
    const double *a = vertex(w, i), *b = vertex(w, j);
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool use_budget(ring *r) {
    return *r->budget && --*r->budget;
}

/* Classifies corner i: 2 an ear; 1 straight, which is cut only when there is no ear; 0 neither. */
static int ear(const projection *w, ring *r, uint32_t i) {
    uint32_t p = r->previous[i], n = r->next[i];
    int orientation = orient(w, p, i, n);
    if (!use_budget(r)) return 2;
    if (orientation <= 0) return orientation == 0;
    for (size_t b = 0; b < r->blocking_count && use_budget(r);) {
        uint32_t k = r->blocking[b++];
        if (r->next[k] == k) r->blocking[--b] = r->blocking[--r->blocking_count];
        if (k == p || k == n || are_equal_points(w, k, p) || are_equal_points(w, k, i) ||
            are_equal_points(w, k, n))
            continue;
        if (r->next[k] != k && orient(w, p, i, k) >= 0 && orient(w, i, n, k) >= 0 &&
            orient(w, n, p, k) >= 0)
            return 0;
    }
    return 2;
}

static uint32_t choose_ear(const projection *w, ring *r, uint32_t start) {
    uint32_t collinear = UINT32_MAX, i = start;
    for (size_t tries = 0; tries < r->left; tries++, i = r->next[i]) {
        int kind = ear(w, r, i);
        if (kind == 2) return i;
        if (kind == 1 && collinear == UINT32_MAX) collinear = i;
    }
    return collinear != UINT32_MAX ? collinear : start;
}

static void write_triangle(const projection *w, const uint32_t corners[3], uint32_t *out) {
    for (int k = 0; k < 3; k++)
        out[k] = w->corners[corners[k]];
}

static void init_ring(const projection *w, ring *r) {
    size_t n = r->left = w->count;
    for (size_t i = 0; i < n; i++) {
        r->next[i] = (uint32_t)((i + 1) % n);
        r->previous[i] = (uint32_t)((i + n - 1) % n);
        if (orient(w, (i + n - 1) % n, i, (i + 1) % n) <= 0)
            r->blocking[r->blocking_count++] = (uint32_t)i;
    }
}

/* Removes corner `at`, whose `next` then is itself. */
static void remove_corner(ring *r, uint32_t at) {
    uint32_t p = r->previous[at], n = r->next[at];
    r->next[p] = n;
    r->previous[n] = p;
    r->next[at] = at;
    r->left--;
}

static void clip_ears(const projection *w, ring *r, uint32_t *triangles) {
    uint32_t at = 0;
    for (init_ring(w, r); r->left > 3; triangles += 3) {
        at = choose_ear(w, r, at);
        uint32_t p = r->previous[at], n = r->next[at];
        write_triangle(w, (uint32_t[3]){p, at, n}, triangles);
        remove_corner(r, at);
        at = r->next[n]; /* skips one corner, against a fan of slivers */
    }
    write_triangle(w, (uint32_t[3]){r->previous[at], at, r->next[at]}, triangles);
}

bool carom_io_triangulate(const io_polygon *polygon, uint32_t *triangles, size_t *budget) {
    size_t count = polygon->count;
    projection w = project_polygon(polygon->vertices, polygon->corners, count);
    if (count == 3 || is_convex(&w)) {
        for (uint32_t i = 2; i < count; i++)
            write_triangle(&w, (uint32_t[3]){0, i - 1, i}, triangles + 3 * (i - 2));
        return true;
    }
    uint32_t *memory = malloc(3 * count * sizeof *memory);
    if (!memory) return false;
    ring r = {memory, memory + count, memory + 2 * count, count, 0, budget};
    clip_ears(&w, &r, triangles);
    free(memory);
    return true;
}
