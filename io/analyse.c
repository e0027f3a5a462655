/* Mesh topology of a scene: open, non-manifold and inconsistently oriented edges, duplicate and
 * degenerate triangles, area and volume. Edges and triangles are sorted into buckets by their
 * lowest vertex, in linear time for bounded valence; the counts are exact and the same on every
 * machine. Each node is examined in its own coordinates, as in the file, so that rounding of its
 * transform cannot open a seam. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "exact.h"
#include "soup.h"

/* Counting sort by key: the items of key k are items[start[k]] to items[start[k + 1]]. */
typedef struct buckets {
    size_t *start;
    uint64_t *items;
    size_t keys;
} buckets;

static int compare_items(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Allocates; the caller counts the items of key k in start[k + 2], calls sum_counts and put_item.
 */
static bool init_buckets(buckets *b, size_t keys, size_t items) {
    b->keys = keys;
    b->start = calloc(keys + 2, sizeof *b->start);
    b->items = malloc((items + 1) * sizeof *b->items);
    return b->start && b->items;
}

static void free_buckets(buckets *b) {
    free(b->start);
    free(b->items);
}

/* Prefix sum: start[k + 1] becomes the first position of key k, which put_item advances. */
static void sum_counts(buckets *b) {
    for (size_t k = 2; k < b->keys + 2; k++)
        b->start[k] += b->start[k - 1];
}

static void put_item(buckets *b, uint32_t key, uint64_t item) {
    b->items[b->start[key + (size_t)1]++] = item;
}

static void sort_buckets(buckets *b) {
    for (size_t k = 0; k < b->keys; k++) {
        size_t count = b->start[k + 1] - b->start[k];
        if (count > 1) qsort(b->items + b->start[k], count, sizeof *b->items, compare_items);
    }
}

static bool has_distinct_corners(const uint32_t *t) {
    return t[0] != t[1] && t[1] != t[2] && t[2] != t[0];
}

/* ---- edges */

static void count_edge(carom_io_topology *out, const uint64_t *items, size_t count) {
    out->edges++;
    if (count == 1) out->open_edges++;
    if (count > 2) out->non_manifold_edges++;
    size_t down = 0;
    for (size_t i = 0; i < count; i++)
        down += items[i] & 1;
    if (count % 2 != 0)
        out->odd_edges++;
    else if (2 * down != count)
        out->inconsistent_edges++;
}

/* An item is 2 * (the higher vertex) + (does the edge run from it?). */
static void count_edges_of(carom_io_topology *out, const uint64_t *items, size_t count) {
    for (size_t i = 0; i < count;) {
        size_t k = i + 1;
        while (k < count && items[k] >> 1 == items[i] >> 1)
            k++;
        count_edge(out, items + i, k - i);
        i = k;
    }
}

static bool analyse_edges(const carom_io_soup *soup, carom_io_topology *out) {
    buckets b;
    bool ok = init_buckets(&b, soup->vertex_count, 3 * soup->triangle_count);
    for (int pass = 0; ok && pass < 2; pass++) {
        for (size_t i = 0; i < 3 * soup->triangle_count; i++) {
            const uint32_t *t = soup->indices + i / 3 * 3;
            uint32_t from = t[i % 3], to = t[(i + 1) % 3];
            if (!has_distinct_corners(t)) continue;
            uint32_t low = from < to ? from : to, high = from < to ? to : from;
            if (pass == 0)
                b.start[low + (size_t)2]++;
            else
                put_item(&b, low, (uint64_t)high << 1 | (from > to));
        }
        if (pass == 0) sum_counts(&b);
    }
    if (ok) {
        sort_buckets(&b);
        for (size_t k = 0; k < b.keys; k++)
            count_edges_of(out, b.items + b.start[k], b.start[k + 1] - b.start[k]);
    }
    free_buckets(&b);
    return ok;
}

/* ---- triangles */

static void sort_corners(const uint32_t *t, uint32_t out[3]) {
    memcpy(out, t, 3 * sizeof *out);
    for (int pass = 0; pass < 3; pass++) {
        int k = pass % 2;
        if (out[k] > out[k + 1]) {
            uint32_t swap = out[k];
            out[k] = out[k + 1];
            out[k + 1] = swap;
        }
    }
}

static bool analyse_duplicates(const carom_io_soup *soup, carom_io_topology *out) {
    buckets b;
    bool ok = init_buckets(&b, soup->vertex_count, soup->triangle_count);
    for (int pass = 0; ok && pass < 2; pass++) {
        for (size_t i = 0; i < soup->triangle_count; i++) {
            uint32_t s[3];
            sort_corners(soup->indices + 3 * i, s);
            if (pass == 0)
                b.start[s[0] + (size_t)2]++;
            else
                put_item(&b, s[0], (uint64_t)s[1] << 32 | s[2]);
        }
        if (pass == 0) sum_counts(&b);
    }
    if (ok) sort_buckets(&b);
    for (size_t k = 0; ok && k < b.keys; k++)
        for (size_t i = b.start[k] + 1; i < b.start[k + 1]; i++)
            out->duplicate += b.items[i] == b.items[i - 1];
    free_buckets(&b);
    return ok;
}

static void count_degenerate(const carom_io_soup *soup, carom_io_topology *out) {
    for (size_t i = 0; i < soup->triangle_count; i++) {
        const uint32_t *t = soup->indices + 3 * i;
        const double *v = soup->vertices;
        out->degenerate +=
            !has_distinct_corners(t) ||
            carom_io_collinear(v + 3 * (size_t)t[0], v + 3 * (size_t)t[1], v + 3 * (size_t)t[2]);
    }
}

/* ---- nodes */

/* Collects the instances first to last of one node in one welded soup, in the node's coordinates.
 */
static bool gather_node(const carom_io_scene *scene, size_t first, size_t last,
                        carom_io_soup *soup) {
    size_t vertices = 0, triangles = 0;
    for (size_t i = first; i <= last; i++) {
        vertices += scene->meshes[scene->instances[i].mesh].vertex_count;
        triangles += scene->meshes[scene->instances[i].mesh].triangle_count;
    }
    if (vertices >= UINT32_MAX) return false;
    soup->vertices = malloc((vertices + 1) * 3 * sizeof(double));
    soup->indices = malloc((triangles + 1) * 3 * sizeof(uint32_t));
    if (!soup->vertices || !soup->indices) return false;
    for (size_t i = first; i <= last; i++) {
        const carom_io_mesh *mesh = &scene->meshes[scene->instances[i].mesh];
        memcpy(soup->vertices + 3 * soup->vertex_count, mesh->vertices,
               3 * mesh->vertex_count * sizeof(double));
        for (size_t k = 0; k < 3 * mesh->triangle_count; k++)
            soup->indices[3 * soup->triangle_count + k] =
                (uint32_t)soup->vertex_count + mesh->indices[k];
        soup->vertex_count += mesh->vertex_count;
        soup->triangle_count += mesh->triangle_count;
    }
    return carom_io_soup_weld(soup);
}

static void grow_box(carom_io_topology *out, const double *p, bool first) {
    for (int k = 0; k < 3; k++) {
        if (first || p[k] < out->min[k]) out->min[k] = p[k];
        if (first || p[k] > out->max[k]) out->max[k] = p[k];
    }
}

static bool analyse_node(const carom_io_scene *scene, size_t first, size_t last,
                         carom_io_topology *out) {
    carom_io_soup soup = {0};
    bool ok = gather_node(scene, first, last, &soup) && analyse_edges(&soup, out) &&
              analyse_duplicates(&soup, out);
    if (ok) count_degenerate(&soup, out);
    for (size_t i = 0; ok && i < soup.vertex_count; i++) {
        double p[3];
        carom_io_place(scene->instances[first].transform, soup.vertices + 3 * i, p);
        grow_box(out, p, out->vertices + i == 0);
    }
    out->vertices += soup.vertex_count;
    out->triangles += soup.triangle_count;
    carom_io_soup_free(&soup);
    return ok;
}

/* ---- area, and volume as the sum of signed tetrahedra from the centre of the box, where the terms
 * are smallest */

static void measure(const carom_io_scene *scene, const carom_io_instance *instance,
                    carom_io_topology *out) {
    const carom_io_mesh *mesh = &scene->meshes[instance->mesh];
    double sign = carom_io_mirrors(instance->transform) ? -1.0 : 1.0, center[3];
    for (int k = 0; k < 3; k++)
        center[k] = 0.5 * out->min[k] + 0.5 * out->max[k];
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        double p[3][3], c[3], size = 0.0, height = 0.0;
        for (int k = 0; k < 3; k++)
            carom_io_place(instance->transform,
                           mesh->vertices + 3 * (size_t)mesh->indices[3 * i + (size_t)k], p[k]);
        for (int k = 0; k < 3; k++) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            c[k] = (p[1][a] - p[0][a]) * (p[2][b] - p[0][b]) -
                   (p[1][b] - p[0][b]) * (p[2][a] - p[0][a]);
            if (fabs(c[k]) > size) size = fabs(c[k]);
            height += c[k] * (p[0][k] - center[k]);
        }
        if (!(size > 0.0)) continue;
        double x = c[0] / size, y = c[1] / size, z = c[2] / size;
        out->area += 0.5 * size * sqrt(x * x + y * y + z * z);
        out->volume += sign * height; /* six times the volume */
    }
}

bool carom_io_analyse(const carom_io_scene *scene, carom_io_topology *topology) {
    carom_io_topology out = {0};
    for (size_t first = 0; first < scene->instance_count;) {
        size_t last = first;
        while (last + 1 < scene->instance_count &&
               scene->instances[last + 1].node == scene->instances[first].node)
            last++;
        if (!analyse_node(scene, first, last, &out)) return false;
        first = last + 1;
    }
    for (size_t i = 0; i < scene->instance_count; i++)
        measure(scene, &scene->instances[i], &out);
    out.volume /= 6.0;
    out.closed = out.edges && !out.odd_edges;
    *topology = out;
    return true;
}
