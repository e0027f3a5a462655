/* Cuts polygons into triangles by clipping ears, seen along the axis nearest to the normal. A
 * convex polygon is a fan. Always count - 2 triangles come out, so a closed mesh stays closed:
 * where no ear is left (a polygon that crosses itself), the sharpest excuse for one is cut. */
#include <math.h>
#include <stdlib.h>

#include "internal.h"

typedef struct view {
    const double *vertices;
    const uint32_t *corners;
    size_t count;
    int u, v; /* axes seen, chosen so that the polygon turns left */
} view;

static const double *vertex(const view *w, size_t i) {
    return w->vertices + 3 * (size_t)w->corners[i];
}

/* Newell's normal: its largest part is the direction to look along. */
static view choose_view(const double *vertices, const uint32_t *corners, size_t count) {
    view w = {vertices, corners, count, 0, 1};
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

static int turn(const view *w, size_t i, size_t j, size_t k) {
    const double *a = vertex(w, i), *b = vertex(w, j), *c = vertex(w, k);
    return carom_io_turn((double[2]){a[w->u], a[w->v]}, (double[2]){b[w->u], b[w->v]},
                         (double[2]){c[w->u], c[w->v]});
}

static bool is_convex(const view *w) {
    size_t n = w->count, falls = 0;
    for (size_t i = 0; i < n; i++) {
        size_t j = (i + 1) % n, k = (i + 2) % n;
        if (turn(w, i, j, k) < 0) return false;
        /* Once around has one place where it stops rising and starts to fall along u. */
        double before = vertex(w, j)[w->u] - vertex(w, i)[w->u];
        double after = vertex(w, k)[w->u] - vertex(w, j)[w->u];
        falls += before > 0.0 && after <= 0.0;
    }
    return falls <= 1;
}

/* The corners that are left, and those that do not turn left: only they can stand in the way of an
 * ear, and cutting ears makes no new ones. */
typedef struct ring {
    uint32_t *next, *previous, *blocking;
    size_t left, blocking_count;
    size_t *budget; /* of tests of a corner against an ear */
} ring;

static bool same_place(const view *w, size_t i, size_t j) {
    const double *a = vertex(w, i), *b = vertex(w, j);
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool spend(ring *r) {
    return *r->budget && --*r->budget;
}

/* 2: a clean ear; 1: flat, which is cut only for want of better; 0: none. */
static int ear(const view *w, ring *r, uint32_t i) {
    uint32_t p = r->previous[i], n = r->next[i];
    int side = turn(w, p, i, n);
    if (!spend(r)) return 2;
    if (side <= 0) return side == 0;
    for (size_t b = 0; b < r->blocking_count && spend(r);) {
        uint32_t k = r->blocking[b++];
        if (r->next[k] == k) r->blocking[--b] = r->blocking[--r->blocking_count];
        if (k == p || k == n || same_place(w, k, p) || same_place(w, k, i) || same_place(w, k, n))
            continue;
        if (r->next[k] != k && turn(w, p, i, k) >= 0 && turn(w, i, n, k) >= 0 &&
            turn(w, n, p, k) >= 0)
            return 0;
    }
    return 2;
}

static uint32_t choose_ear(const view *w, ring *r, uint32_t start) {
    uint32_t flat = UINT32_MAX, i = start;
    for (size_t tries = 0; tries < r->left; tries++, i = r->next[i]) {
        int kind = ear(w, r, i);
        if (kind == 2) return i;
        if (kind == 1 && flat == UINT32_MAX) flat = i;
    }
    return flat != UINT32_MAX ? flat : start;
}

static void write_triangle(const view *w, const uint32_t corners[3], uint32_t *out) {
    for (int k = 0; k < 3; k++)
        out[k] = w->corners[corners[k]];
}

static void open_ring(const view *w, ring *r) {
    size_t n = r->left = w->count;
    for (size_t i = 0; i < n; i++) {
        r->next[i] = (uint32_t)((i + 1) % n);
        r->previous[i] = (uint32_t)((i + n - 1) % n);
        if (turn(w, (i + n - 1) % n, i, (i + 1) % n) <= 0)
            r->blocking[r->blocking_count++] = (uint32_t)i;
    }
}

/* Takes corner `at` out; its `next` says so. */
static void cut_off(ring *r, uint32_t at) {
    uint32_t p = r->previous[at], n = r->next[at];
    r->next[p] = n;
    r->previous[n] = p;
    r->next[at] = at;
    r->left--;
}

static void clip_ears(const view *w, ring *r, uint32_t *triangles) {
    uint32_t at = 0;
    for (open_ring(w, r); r->left > 3; triangles += 3) {
        at = choose_ear(w, r, at);
        uint32_t p = r->previous[at], n = r->next[at];
        write_triangle(w, (uint32_t[3]){p, at, n}, triangles);
        cut_off(r, at);
        at = r->next[n]; /* skipping one keeps the triangles from becoming a fan of slivers */
    }
    write_triangle(w, (uint32_t[3]){r->previous[at], at, r->next[at]}, triangles);
}

bool carom_io_cut_polygon(const io_polygon *polygon, uint32_t *triangles, size_t *budget) {
    size_t count = polygon->count;
    view w = choose_view(polygon->vertices, polygon->corners, count);
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
